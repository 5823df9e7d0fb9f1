"""A view as text for the address bar: the settings that differ, compact and checked on the way back.

A file of one's own does not travel in a link: what stands for it is its digest, good for as long as this process has the file.
"""

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from topstats import registry
from topstats.core.contract import SettingError, shown
from topstats.settings import Settings

MOST_TEXT = 6000  # letters of a link; all rules changed take some 1,500
MOST_GAMES = 10_000_000  # of a run that a link may ask for


def pack(settings: Settings) -> str:
    """The settings as text that an address can hold."""
    data = settings.to_dict()
    for knob in settings.mode_record.knobs:
        value = settings.rules[knob.name]
        if knob.file is not None and value not in knob.file.names:
            data["rules"][knob.name] = {"file": digest(value), "name": knob.said(value)}
    return base64.urlsafe_b64encode(json.dumps(data, separators=(",", ":")).encode()).decode().rstrip("=")


def digest(value: str) -> str:
    """What stands for the content of a file."""
    return hashlib.sha256(value.encode()).hexdigest()


def unpack(text: str, files: Mapping[str, str] | None = None) -> Settings:
    """Back from `pack`; `files` are those that this process has, by digest. Raises SettingError for whatever is not a possible setup."""
    if len(text) > MOST_TEXT:
        raise SettingError(f"its setup has {len(text):,} letters, and at most {MOST_TEXT:,} are possible.")
    try:
        data = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, UnicodeDecodeError, ValueError, RecursionError):
        raise SettingError("its setup is damaged, perhaps cut off on the way.") from None
    settings = Settings.from_dict(_with_files(data, files or {}))
    if settings.n_games > MOST_GAMES:
        raise SettingError(f"{settings.n_games:,} games are not possible here: allowed is up to {MOST_GAMES:,}, more on the command line (topstats simulate).")
    return settings


def _with_files(data: Any, files: Mapping[str, str]) -> Any:
    """The setup with the files that its link only names; a link never makes this process read a path."""
    rules = data.get("rules", {}) if isinstance(data, Mapping) else {}
    if not isinstance(rules, Mapping):
        raise SettingError("its setup is damaged: its rules are no table.")
    game = registry.game(data.get("game", Settings.game)) if isinstance(data, Mapping) else None
    kinds = {k.name: k.file for mode in (game.modes if game else ()) for k in mode.knobs if k.file is not None}
    found = {}
    for name, file in kinds.items():
        if name not in rules or (isinstance(rules[name], str) and rules[name] in file.names):
            continue
        asked = rules[name] if isinstance(rules[name], Mapping) else {}
        if str(asked.get("file")) not in files:
            what = shown(asked.get("name", rules[name]))
            raise SettingError(f"{name} = {what} is a file of its own, which does not travel in a link: choose it again in the setup.")
        found[name] = files[str(asked["file"])]
    return {**data, "rules": {**rules, **found}} if found else data


def whole(text: str | None, name: str, low: int, high: int, missing: int | None) -> int | None:
    """A whole number from the address bar, `missing` if it is not there. Raises SettingError."""
    if text is None:
        return missing
    if not (text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high):
        raise SettingError(f"{name} = {shown(text)} is not possible: allowed is a whole number from {low} to {high:,}.")
    return int(text)
