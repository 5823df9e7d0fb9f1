"""What a designer may turn: a number, switch, choice, vector or file of the rules or of a strategy, and how it is checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from topstats.core.contract import Column
    from topstats.core.datafile import DataFile


class SettingError(ValueError):
    """Bad input, said in one sentence: what came, what is allowed, where that is written."""


@dataclass(frozen=True)
class Axis:
    """What the entries of a vector stand for. With `per_seat` there are as many as players.

    is_time : the entries are moments of a game in order (rounds); a value of -1 means that the game was over by then.
    knob : the name of a knob that says how many entries there are (races); then no entry is ever beyond the end of a game.
    """

    name: str
    labels: tuple[str, ...]
    per_seat: bool = False
    is_time: bool = False
    knob: str = ""


SEATS = Axis("seat", tuple(f"Seat {i}" for i in range(1, 7)), per_seat=True)


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A whole vector under a name, which may be given instead of its entries."""

    name: str
    label: str
    value: tuple[Any, ...]


@dataclass(frozen=True, kw_only=True)
class Knob:
    """One number (or switch, choice, vector) that a designer may turn.

    kind : "int", "float", "bool", "choice", "vector" (along `axis`: whole numbers, or with `choices` one of them each) or "file"
        (data of the kind `file`: the name of one that is built in, or the checked data themselves as text, whatever path they came from).
    default : the printed value; `by_players` overrides it for some player counts. A vector's default covers the whole axis.
    choices : (value, words) pairs of a choice, or of each entry of a vector. presets : vectors that have a name.
    when : (name of another knob, value) that must hold for this knob to matter.
    columns, assumption : what a result has in addition, and what it rests on, where the value is not the printed one.
    """

    name: str
    label: str
    help: str
    rule: str
    kind: str = "int"
    default: Any = 0
    by_players: Mapping[int, Any] = field(default_factory=dict)
    low: float = 0
    high: float = 0
    step: float = 1
    unit: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    axis: Axis | None = None
    file: "DataFile | None" = None
    group: str = ""
    presets: tuple[Preset, ...] = ()
    when: tuple[str, Any] | None = None
    columns: "tuple[Column, ...]" = ()
    assumption: str = ""

    def size(self, players: int) -> int:
        """Entries of a vector for this number of players."""
        assert self.axis is not None
        return players if self.axis.per_seat else len(self.axis.labels)

    def printed(self, players: int) -> Any:
        """The value of the rulebook for this number of players."""
        value = self.by_players.get(players, self.default)
        return tuple(value[: self.size(players)]) if self.kind == "vector" else value

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        if self.kind == "bool":
            return "on or off"
        if self.kind == "choice":
            return " or ".join(value for value, _ in self.choices)
        if self.file is not None:
            return self.file.allowed
        if self.choices and self.axis is not None:
            named = "".join(f"{preset.name}, " for preset in self.presets) + "or " * bool(self.presets)
            return f"{named}for each {self.axis.name}, separated by commas, one of {', '.join(value for value, _ in self.choices)}"
        span = f"{self.low:.10g} to {self.high:.10g}"  # as it may be typed: no groups, no powers of ten
        number = "number" if self.kind == "float" else "whole number"
        return f"a {number} from {span}" if self.kind != "vector" else f"whole numbers from {span}, separated by commas"

    def preset(self, value: Any) -> Preset | None:
        """The preset that the value is, if it is one."""
        return next((preset for preset in self.presets if tuple(value) == preset.value[: len(value)]), None)

    def typed(self, value: Any) -> str:
        """The value as a person would type it: a preset by its name, a file of one's own by its own."""
        if self.file is not None and value not in self.file.names:
            return self.file.label(value)
        preset = self.preset(value)
        return shown(value) if preset is None else preset.name

    def said(self, value: Any) -> str:
        """The value as people say it: presets and files by their labels, choices by their words, of a vector of them those that are not the first."""
        preset = self.preset(value)
        words = dict(self.choices) if self.file is None else {value: self.file.label(value)}
        if preset is not None:
            return preset.label
        if self.kind == "vector" and self.choices and self.axis is not None:
            return ", ".join(f"{label}: {words[v]}" for label, v in zip(self.axis.labels, value, strict=False) if v != self.choices[0][0])
        entries = value if isinstance(value, tuple) else (value,)
        return ", ".join(words.get(v, f"{v:g}" if isinstance(v, float) else f"{v:,}" if type(v) is int else shown(v)) for v in entries)

    def packed(self, value: Any) -> Any:
        """The value as kernels get it: of a choice the number of its place."""
        return [v for v, _ in self.choices].index(value) if self.kind == "choice" else value

    def refuse(self, value: Any, why: str = "") -> SettingError:
        where = f"rule {self.rule}" if "-" in self.rule else f"see {self.rule}"  # a clause has an id such as TP-17
        return SettingError(f"{self.name} = {shown(value)} is not possible{why}: allowed is {self.allowed} ({where}).")

    def check(self, value: Any, players: int) -> Any:
        """The value in its own type, from text or from Python. Raises SettingError with what is allowed."""
        if self.kind == "vector":
            return self._check_vector(value, players)
        if isinstance(value, str):
            value = value.strip()
        if self.kind == "bool":
            words = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}
            if isinstance(value, bool):
                return value
            if str(value).lower() in words:
                return words[str(value).lower()]
            raise self.refuse(value)
        if self.kind == "choice":
            if value in [v for v, _ in self.choices]:
                return value
            raise self.refuse(value)
        if self.file is not None:
            return self.file.value(value)
        return self._number(value, value)

    def _number(self, value: Any, whole: Any) -> Any:
        if isinstance(value, bool):
            raise self.refuse(whole)
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            raise self.refuse(whole) from None
        if not self.low <= number <= self.high or (self.kind != "float" and number != int(number)):
            raise self.refuse(whole)
        return number if self.kind == "float" else int(number)

    def _check_vector(self, value: Any, players: int) -> tuple[Any, ...]:
        if isinstance(value, str):
            value = next((preset.value[: self.size(players)] for preset in self.presets if preset.name == value.strip()), value)
        parts = value.split(",") if isinstance(value, str) else value
        try:
            parts = list(parts)
        except TypeError:
            raise self.refuse(value) from None
        n = self.size(players)
        assert self.axis is not None
        if len(parts) != n:
            raise self.refuse(value, f" because it has {len(parts)} entries and {n} are needed, one for each {self.axis.name}")
        return tuple(self._choice(p, value) if self.choices else self._number(p, value) for p in parts)

    def _choice(self, value: Any, whole: Any) -> str:
        name = value.strip() if isinstance(value, str) else value
        if name not in [v for v, _ in self.choices]:
            raise self.refuse(whole)
        return str(name)


def shown(value: Any) -> str:
    """The value as a person would type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (tuple, list)):
        return ",".join(str(v) for v in value)
    text = str(value) if str(value).strip() else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
