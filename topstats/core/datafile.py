"""Data that a designer may give as a file of its own: a track, a deck, a table. Only text is read, never code.

A value of such a rule is text: the name of one that is built in, or the checked data itself as JSON, so that settings
stay whole wherever they go and two equal files are one value.
"""

import csv
import io
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from topstats.core.contract import SettingError, shown
from topstats.core.home import home

MOST_BYTES = 1_000_000
MOST_DEEP = 20


@dataclass(frozen=True, kw_only=True, eq=False)
class DataFile:
    """One kind of file.

    what : its word in a sentence ("track").
    names : those built in, name -> label; they lie in `folder` (below the folder that holds data/) as NAME.json.
    endings : of the files that are accepted, with the dot.
    parse : (text of a file, name of the file) -> the checked data as a plain dict with at least "name"; SettingError says what is wrong.
    """

    what: str
    names: Mapping[str, str]
    folder: str
    parse: Callable[[str, str], dict[str, Any]]
    endings: tuple[str, ...] = (".json",)

    def value(self, given: Any) -> str:
        """The value for a name, a path, the data itself or its JSON text. Raises SettingError."""
        if isinstance(given, (Mapping, list)):
            return self._of_text(_dumped(given, self.what), self.what)
        if not isinstance(given, (str, Path)) or not str(given).strip():
            raise self._refuse(given, "it is no name and no file")
        text = str(given)
        if text in self.names:
            return text
        if text.lstrip().startswith("{"):
            return self._of_text(text, self.what)
        return self._of_text(self.read(given), Path(text).name)

    def read(self, path: str | Path) -> str:
        """The text of a file of this kind. Raises SettingError if it is none, too large or no text."""
        place = Path(path)
        if place.suffix.lower() not in self.endings:
            raise self._refuse(path, f"no {self.what} that is built in has this name, and a file ends with {' or '.join(self.endings)}")
        try:
            if not place.is_file():
                raise self._refuse(path, "there is no such file")
            with place.open("rb") as file:
                return self.decode(file.read(MOST_BYTES + 1), place.name)
        except (OSError, ValueError) as error:
            if isinstance(error, SettingError):
                raise
            raise self._refuse(path, getattr(error, "strerror", None) or str(error)) from None

    def decode(self, content: bytes, name: str) -> str:
        """Bytes of a file (an upload) as text. Raises SettingError if they are too many or no text."""
        if len(content) > MOST_BYTES:
            raise SettingError(f"{self.what} file {shown(name)} is too large: allowed are {MOST_BYTES:,} bytes.")
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise SettingError(f"{self.what} file {shown(name)} is no text: allowed is {self._kinds} in UTF-8.") from None

    def uploaded(self, content: bytes, name: str) -> str:
        """The value for the content of a file. Raises SettingError."""
        return self._of_text(self.decode(content, name), name)

    def text(self, value: str) -> str:
        """The text behind a value: of a built-in, its file."""
        return (home() / self.folder / f"{value}.json").read_text(encoding="utf-8") if value in self.names else value

    def data(self, value: str) -> dict[str, Any]:
        """The checked data behind a value."""
        return self.parse(self.text(value), value if value in self.names else self.what)

    def label(self, value: str) -> str:
        """The value as people say it: its name, never its whole content."""
        return self.names[value] if value in self.names else f"{json.loads(value)['name']} (own file)"

    def note(self, value: str) -> str:
        """Whence the data are and how sure that is, in one line, to stand beside whatever rests on them; nothing if they do not say."""
        return _note(self, value)

    @property
    def allowed(self) -> str:
        return f"{', '.join(self.names)} or a file of one's own ({self._kinds}, at most {MOST_BYTES:,} bytes)"

    @property
    def _kinds(self) -> str:
        return " or ".join(ending[1:].upper() for ending in self.endings)

    def _of_text(self, text: str, name: str) -> str:
        if len(text) > MOST_BYTES:
            raise SettingError(f"{self.what} {shown(name)} is too large: allowed are {MOST_BYTES:,} bytes.")
        return _checked(self, text, name)

    def _refuse(self, given: Any, why: str) -> SettingError:
        return SettingError(f"{self.what} {shown(given)} is not possible: {why}; allowed is {self.allowed}.")


@lru_cache(maxsize=64)
def _checked(file: DataFile, text: str, name: str) -> str:
    """The value of a text; settings are made and copied often, and a track takes some 20 ms to check."""
    return _dumped(file.parse(text, name), file.what)


@lru_cache(maxsize=64)
def _note(file: DataFile, value: str) -> str:
    data = file.data(value)
    return f"{data['name']}: {data['source'].rstrip('.')} (confidence: {data['confidence']})." if "source" in data else ""


def _dumped(data: Any, what: str) -> str:
    """One way to write the data: equal data are equal text."""
    try:
        return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        raise SettingError(f"{what} {shown(data)} is not possible: allowed is plain data (text, finite numbers, lists, tables).") from None


def json_of(text: str, name: str) -> Any:
    """What a JSON text says; no NaN, no field twice, not nested too deeply. Raises SettingError with the line."""

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is no number")

    def table(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        if len(data := dict(pairs)) < len(pairs):
            twice = next(key for i, (key, _) in enumerate(pairs) if key in [k for k, _ in pairs[:i]])
            raise ValueError(f"the field {shown(twice)} stands twice in one table")
        return data

    try:
        data = json.loads(text, parse_constant=refuse, object_pairs_hook=table)
    except json.JSONDecodeError as error:
        raise SettingError(f"file {shown(name)} is no JSON: {error.msg.lower()} in line {error.lineno}, column {error.colno}.") from None
    except (ValueError, RecursionError) as error:
        raise SettingError(f"file {shown(name)} is no JSON: {error if isinstance(error, ValueError) else 'it is nested too deeply'}.") from None
    if _depth(data) > MOST_DEEP:
        raise SettingError(f"file {shown(name)} is no JSON: it is nested too deeply.")
    return data


def _depth(data: Any, so_far: int = 0) -> int:
    if so_far > MOST_DEEP or not isinstance(data, (dict, list)):
        return so_far
    return max((_depth(one, so_far + 1) for one in (data.values() if isinstance(data, dict) else data)), default=so_far + 1)


def rows_of(text: str, name: str) -> list[list[str]]:
    """The rows of a CSV text (commas, semicolons or tabs), without empty ones. Raises SettingError."""
    first = text.lstrip().partition("\n")[0]
    mark = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True))
    except csv.Error as error:
        raise SettingError(f"file {shown(name)} is no CSV: {error}.") from None
    return [cells for row in rows if any(cells := [cell.strip() for cell in row])]


def is_number(value: Any) -> bool:
    """A finite number that is no yes or no."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e9 and math.isfinite(value)


def is_whole(value: Any) -> bool:
    """A whole number that is no yes or no."""
    return is_number(value) and value == int(value)
