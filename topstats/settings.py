"""What a run is: game, mode, players, rules, who sits where, how many games, which seed. Checked at once."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from topstats import registry
from topstats.core.contract import Game, Knob, Mode, SettingError, Strategy, shown
from topstats.core.own import Own, gather

MAX_GAMES = 10**9
MAX_SEED = 2**63 - 1

BLUNDER = Knob(
    name="blunder",
    label="Blunders",
    help="Share of the decisions that are replaced by a random legal one.",
    rule="RULES.md, Strategies",
    kind="float",
    low=0,
    high=1,
    step=0.05,
)


@dataclass(frozen=True)
class Seat:
    """Who plays: a strategy, those of its parameters that differ from its own defaults, its share of blunders."""

    strategy: str
    parameters: tuple[tuple[str, Any], ...] = ()
    blunder: float = 0.0

    @property
    def spec(self) -> str:
        """The seat in one word, as it may be typed: weighted:variety=2:blunder=0.1."""
        blunder = (("blunder", self.blunder),) if self.blunder else ()
        return ":".join([self.strategy, *(f"{name}={_text(value)}" for name, value in self.parameters + blunder)])

    def __str__(self) -> str:
        return self.spec


@dataclass(frozen=True)
class Settings:
    """A run, written down. Every value may come as text or as a Python value; a bad one raises SettingError.

    game : name of the game.
    mode, players : None for the game's default mode and the mode's default number.
    rules : those that differ from the printed ones, as a mapping or as texts "end_cards=5". Filled up: afterwards `rules` holds all of the mode.
    seats : "greedy,random" or a list of specs (or Seats, or own strategies), one for each player; None for the mode's default strategy everywhere.
    rotate : game g plays deal g // players, everybody moved on by g % players places; the rotation of a deal is the unit of the statistics.
    n_games : 1 to 10^9. seed : 0 to 2^63 - 1.
    own : strategies of one's own (`topstats.strategy`) that `seats` names; those seated as such come in by themselves. Afterwards name -> Own.

    Equal settings are equal however they were written, and have the same `hash`.
    """

    game: str = "top_pop"
    mode: str = None  # type: ignore[assignment]  # text once it is filled in; so are the next ones
    players: int = None  # type: ignore[assignment]
    rules: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[Seat, ...] = None  # type: ignore[assignment]
    rotate: bool = False
    n_games: int = 10_000
    seed: int = 0
    own: Mapping[str, Own] = field(default_factory=dict)

    def __post_init__(self) -> None:
        game = registry.game(self.game)
        mode = game.modes[0] if self.mode is None else game.mode(self.mode)
        players = mode.default_players if self.players is None else _players(self.players, game, mode)
        self._fill(mode=mode.name, players=players)
        self._seat(mode, players)
        self._fill(rules=_rules(self.rules, mode, players), rotate=_switch("rotate", self.rotate))
        self._fill(n_games=_whole("n_games", self.n_games, 1, MAX_GAMES, "1 to 10^9"), seed=_whole("seed", self.seed, 0, MAX_SEED, "0 to 2^63 - 1"))
        mode.check(self.rules, players)

    def _seat(self, mode: Mode, players: int) -> None:
        own, given = gather(self.own, self.seats)
        seats = _seats(given, mode, players, own)
        names = {seat.strategy for seat in seats}
        self._fill(seats=seats, own=MappingProxyType({name: one for name, one in own.items() if name in names}))

    def _fill(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def game_record(self) -> Game:
        return registry.game(self.game)

    @property
    def mode_record(self) -> Mode:
        """The mode, with what these rules add to it."""
        return self.game_record.mode(self.mode).under(self.rules, self.players)

    def strategy(self, seat: Seat) -> Strategy:
        """Who sits there: one of the mode's strategies, or an own one."""
        return self.own[seat.strategy].record if seat.strategy in self.own else self.mode_record.strategy(seat.strategy)

    @property
    def own_entries(self) -> dict[int, Own]:
        """The own strategies by their place in `seats`, from 0."""
        return {entry: self.own[seat.strategy] for entry, seat in enumerate(self.seats) if seat.strategy in self.own}

    @property
    def changed(self) -> dict[str, tuple[Any, Any]]:
        """The rules that differ from the printed ones: name -> (value, printed)."""
        printed = {k.name: k.printed(self.players) for k in self.mode_record.knobs}
        return {name: (value, printed[name]) for name, value in self.rules.items() if value != printed[name]}

    @property
    def changes(self) -> list[str]:
        """The same for readers: "Cards that trigger the end 5 (printed 6)"."""
        knobs = {k.name: k for k in self.mode_record.knobs}
        idle = {name: f"; no effect while {knobs[other].label} is {knobs[other].said(self.rules[other])}" for name, other in self.idle.items()}
        return [f"{knobs[n].label} {knobs[n].said(value)} (printed {knobs[n].said(printed)}{idle.get(n, '')})" for n, (value, printed) in self.changed.items()]

    @property
    def idle(self) -> dict[str, str]:
        """The changed rules that matter under another rule only, which is not so here: name -> that other one."""
        of = {k.name: k.when for k in self.mode_record.knobs if k.when is not None and self.rules[k.when[0]] != k.when[1]}
        return {name: of[name][0] for name in self.changed if name in of}

    @property
    def changed_words(self) -> dict[str, tuple[str, str]]:
        """As `changed`, each value as it may be typed; of one that has no effect it is said after the printed one."""
        knobs = {k.name: k for k in self.mode_record.knobs}
        idle = {name: f"; no effect while {other} = {knobs[other].typed(self.rules[other])}" for name, other in self.idle.items()}
        return {name: (knobs[name].typed(value), knobs[name].typed(printed) + idle.get(name, "")) for name, (value, printed) in self.changed.items()}

    @property
    def files(self) -> dict[str, str]:
        """The rules that are files, which a drawn table needs: name -> value."""
        return {k.name: self.rules[k.name] for k in self.mode_record.knobs if k.kind == "file"}

    @property
    def specs(self) -> tuple[str, ...]:
        """The different seats of the run, as specs, in order of first appearance."""
        return tuple(dict.fromkeys(seat.spec for seat in self.seats))

    def deal(self, game: int) -> int:
        """The number of the deal that this game plays."""
        return game // self.players if self.rotate else game

    def entries(self, game: int) -> tuple[int, ...]:
        """Which of `seats` sits at each place of the table in this game."""
        turn = game % self.players if self.rotate else 0
        return tuple((place - turn) % self.players for place in range(self.players))

    def to_dict(self, full: bool = False) -> dict[str, Any]:
        """Plain JSON data: what differs from the defaults, or everything. A file of one's own stands in it as the data that it holds."""
        game, mode = self.game_record, self.mode_record
        rules = dict(self.rules) if full else {name: value for name, (value, _) in self.changed.items()}
        seats = [seat.spec for seat in self.seats]
        values = {
            "mode": (self.mode, game.modes[0].name),
            "players": (self.players, mode.default_players),
            "rules": ({k.name: _plain(k, rules[k.name]) for k in mode.knobs if k.name in rules}, {}),
            "seats": (seats, [mode.default_strategy] * self.players),
            "rotate": (self.rotate, False),
            "n_games": (self.n_games, Settings.n_games),
            "seed": (self.seed, Settings.seed),
        }
        own = {"own": {name: one.to_dict() for name, one in self.own.items()}} if self.own else {}  # the texts; a function is no data
        return {"game": self.game} | {name: value for name, (value, default) in values.items() if full or value != default} | own

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Settings":
        """Back from `to_dict`; what is missing has its default, what is unknown is refused."""
        names = list(cls.__dataclass_fields__)
        if not isinstance(data, Mapping):
            raise SettingError(f"settings {shown(data)} are not possible: they are a table with some of {', '.join(names)}.")
        for name in data:
            if name not in names:
                raise SettingError(f"setting {shown(name)} is not known: there are {', '.join(names)}.")
        return cls(**data)

    def replace(self, **changes: Any) -> "Settings":
        """The same with some fields changed. What has its default here has the new default there (with other players: their printed rules)."""
        return Settings.from_dict({**self.to_dict(), "own": self.own, **changes})

    @property
    def hash(self) -> str:
        """Sixteen hex digits that stand for everything in these settings, the same on every machine."""
        text = json.dumps(self.to_dict(full=True), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __hash__(self) -> int:
        return int(self.hash, 16)

    def __reduce__(self) -> Any:
        return Settings.from_dict, ({**self.to_dict(), "own": dict(self.own)},)

    def start(self, game: int = 0, extras: Iterable[str] = ()) -> Any:
        """The engine's record (recarray of one) before this game is dealt: rules, seats and chance packed.

        extras : groups of columns to compute on request.
        """
        mode, engine = self.mode_record, self.mode_record.engine()
        states = engine.new(self.rules, self.players)
        state = states[0]
        for entry, one in self.own_entries.items():
            state["slot"][entry] = one.address(engine, states)
        for entry, seat in enumerate(self.seats):
            strategy = self.strategy(seat)
            given = dict(seat.parameters)
            state["strategy"][entry] = strategy.kernel
            state["blunder"][entry] = seat.blunder
            for i, knob in enumerate(strategy.parameters):
                state["parameter"][entry, i] = knob.packed(given.get(knob.name, knob.printed(self.players)))
        state["entry"][: self.players] = self.entries(game)
        state["seed"], state["deal"], state["next_game"], state["rotate"] = self.seed, self.deal(game), game, self.rotate
        state["extras"] = sum(1 << i for i, group in enumerate(groups(mode)) if group in check_extras(extras, mode))
        return states


def groups(mode: Mode) -> tuple[str, ...]:
    """The groups of columns that are computed on request; the i-th is bit i of the record's `extras`."""
    return tuple(dict.fromkeys(c.group for c in mode.columns if c.group))


def extras_of(mode: Mode) -> tuple[str, ...]:
    """All that is computed on request: groups of columns, and what is summed per run only."""
    return (*groups(mode), *([mode.sums.group] if mode.sums is not None else []))


def check_extras(extras: Iterable[str], mode: Mode) -> tuple[str, ...]:
    """The groups asked for, in the mode's order. Raises SettingError, naming all, for an unknown one."""
    asked = [extras] if isinstance(extras, str) else list(extras)
    known = extras_of(mode)
    for name in asked:
        if name not in known:
            raise SettingError(f"extras {shown(name)} is not known: {mode.label} has {', '.join(known) or 'none'}.")
    return tuple(name for name in known if name in asked)


def parse_seat(given: str | Seat, mode: Mode, own: Mapping[str, Own] = MappingProxyType({})) -> Seat:
    """One seat from "name:parameter=value:blunder=0.1" (or a Seat), checked and brought to its shortest form; own: strategies beside the mode's."""
    if isinstance(given, Seat):
        name, pairs = given.strategy, [*given.parameters, ("blunder", given.blunder)]
    elif isinstance(given, str):
        name, *rest = (part.strip() for part in given.split(":"))
        pairs = [_pair(part, f"seat {shown(given)}", "name:parameter=value") for part in rest]
    else:
        raise SettingError(f"seat {shown(given)} is not possible: it is a text such as {mode.default_strategy}:blunder=0.1.")
    strategy = own[name].record if name in own else mode.strategy(name)
    knobs = {k.name: k for k in (*strategy.parameters, BLUNDER)}
    values: dict[str, Any] = {}
    for parameter, value in pairs:
        if parameter not in knobs:
            raise SettingError(f"parameter {shown(parameter)} is not known{_meant(parameter, knobs)}: strategy {name} has {', '.join(knobs)}.")
        if parameter in values:
            raise SettingError(f"parameter {parameter} of strategy {name} is given twice: once is allowed.")
        values[parameter] = _check(knobs[parameter], value, 0)
    blunder = values.pop("blunder", 0.0)
    differing = ((k.name, values[k.name]) for k in strategy.parameters if k.name in values and values[k.name] != k.printed(0))
    return Seat(strategy.name, tuple(differing), blunder)


def _meant(name: Any, known: Iterable[str]) -> str:
    """The name that a mistyped one is nearest to, to go into a refusal."""
    from difflib import get_close_matches

    near = get_close_matches(str(name), list(known), 1, 0.75)
    return f" (did you mean {near[0]}?)" if near else ""


def _seats(given: Any, mode: Mode, players: int, own: Mapping[str, Own]) -> tuple[Seat, ...]:
    for name in own:
        if name in {s.name for s in mode.strategies}:
            raise SettingError(f"an own strategy cannot be called {name}: {mode.label} has one of this name; give another, strategy(function, name=...).")
    if given is None:
        return (parse_seat(mode.default_strategy, mode),) * players
    if isinstance(given, (str, Seat)):
        given = given.split(",") if isinstance(given, str) else [given]
    try:
        seats = tuple(parse_seat(one, mode, own) for one in given)
    except TypeError:
        raise SettingError(f"seats = {shown(given)} is not possible: allowed is one strategy for each player, separated by commas.") from None
    if len(seats) != players:
        text = ",".join(seat.spec for seat in seats)
        raise SettingError(f"seats = {shown(text)} names {len(seats)} and there are {players} players: give one strategy for each, separated by commas.")
    return seats


def _rules(given: Any, mode: Mode, players: int) -> Mapping[str, Any]:
    """All rules of the mode, in its order; those given checked, the others as printed."""
    if isinstance(given, Mapping):
        pairs = list(given.items())
    elif isinstance(given, (list, tuple)) and all(isinstance(one, str) for one in given):
        pairs = [_pair(one, f"rule {shown(one)}", "name=value") for one in given]
    else:
        raise SettingError(f"rules = {shown(given)} is not possible: allowed are pairs name=value.")
    knobs = {k.name: k for k in mode.knobs}
    rules = {k.name: k.printed(players) for k in mode.knobs}
    names = [name for name, _ in pairs]
    for name, value in pairs:
        if name in mode.refused:
            raise SettingError(f"{name} = {shown(value)} is not possible: {mode.refused[name]}")
        if name not in knobs:
            raise SettingError(f"rule {shown(name)} is not known{_meant(name, knobs)}: {mode.label} has {', '.join(knobs)}.")
        if names.count(name) > 1:
            raise SettingError(f"rule {name} is given twice: once is allowed.")
        rules[name] = _check(knobs[name], value, players)
    return MappingProxyType(rules)


def _check(knob: Knob, value: Any, players: int) -> Any:
    checked = knob.check(value, players)
    return checked + 0.0 if isinstance(checked, float) else checked  # -0.0 becomes 0.0: one way to write a number


def _pair(text: str, what: str, form: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise SettingError(f"{what} is not possible: it is written {form}.")
    return name.strip(), value.strip()


def _players(given: Any, game: Game, mode: Mode) -> int:
    allowed = _list([str(n) for n in mode.players])
    players = _whole("players", given, mode.players[0], mode.players[-1], f"{allowed} in {game.label} ({mode.label})")
    if players not in mode.players:
        raise SettingError(f"players = {players} is not possible: allowed is {allowed} in {game.label} ({mode.label}).")
    return players


def _whole(name: str, given: Any, low: int, high: int, allowed: str) -> int:
    """A whole number, exactly (a float would lose the last digits of a seed)."""
    try:
        value = int(given)
        is_exact = not isinstance(given, bool) and (isinstance(given, str) or value == given)
    except (TypeError, ValueError, OverflowError):
        is_exact = False
    if not is_exact or not low <= value <= high:
        raise SettingError(f"{name} = {shown(given)} is not possible: allowed is a whole number, {allowed}.")
    return value


def _switch(name: str, given: Any) -> bool:
    return Knob(name=name, label="", help="", rule="Settings.rotate", kind="bool").check(given, 0)


def _list(words: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _plain(knob: Knob, value: Any) -> Any:
    """A rule's value as JSON data; of a file of one's own its content."""
    if knob.file is not None and value not in knob.file.names:
        return json.loads(value)
    return list(value) if isinstance(value, tuple) else value


def _text(value: Any) -> str:
    return repr(value).removesuffix(".0") if isinstance(value, float) else shown(value)
