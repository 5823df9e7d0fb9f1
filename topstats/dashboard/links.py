"""A view as text for the address bar: the settings that differ, compact and checked on the way back."""

import base64
import binascii
import json

from topstats.core.contract import SettingError, shown
from topstats.settings import Settings

MOST_TEXT = 6000  # letters of a link; all rules changed take some 1,500
MOST_GAMES = 10_000_000  # of a run that a link may ask for


def pack(settings: Settings) -> str:
    """The settings as text that an address can hold."""
    data = json.dumps(settings.to_dict(), separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpack(text: str) -> Settings:
    """Back from `pack`. Raises SettingError for whatever is not a possible setup."""
    if len(text) > MOST_TEXT:
        raise SettingError(f"its setup has {len(text):,} letters, and at most {MOST_TEXT:,} are possible.")
    try:
        data = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, UnicodeDecodeError, ValueError, RecursionError):
        raise SettingError("its setup is damaged, perhaps cut off on the way.") from None
    settings = Settings.from_dict(data)
    if settings.n_games > MOST_GAMES:
        raise SettingError(f"{settings.n_games:,} games are not possible here: allowed is up to {MOST_GAMES:,}, more on the command line (topstats simulate).")
    return settings


def whole(text: str | None, name: str, low: int, high: int, missing: int | None) -> int | None:
    """A whole number from the address bar, `missing` if it is not there. Raises SettingError."""
    if text is None:
        return missing
    if not (text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high):
        raise SettingError(f"{name} = {shown(text)} is not possible: allowed is a whole number from {low} to {high:,}.")
    return int(text)
