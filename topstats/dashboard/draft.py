"""The setup that is being edited: a plain value that may, between two clicks, be impossible (a deal larger than the deck).

A field of it is named by a path: ("players",), ("rules", "end_cards"), ("rules", "start_caps", 2), ("seats", 0, "strategy"),
("seats", 0, "mistakes") in percent, ("seats", 0, "parameters", "variety").
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from topstats import registry
from topstats.core.contract import Game, Knob, Mode, SettingError
from topstats.settings import Seat, Settings

QUICK = 20_000  # games that are played at once, about a second; their rows are kept
MORE = (QUICK, 100_000, 1_000_000)
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Draft:
    """`rules` holds what differs from the printed game only; `seats` one Seat for each player."""

    game: str
    mode: str
    players: int
    seats: tuple[Seat, ...]
    rules: Mapping[str, Any] = field(default_factory=dict)
    rotate: bool = False
    n_games: int = QUICK
    seed: int = 0

    @property
    def game_record(self) -> Game:
        return registry.game(self.game)

    @property
    def mode_record(self) -> Mode:
        return self.game_record.mode(self.mode)

    def value(self, knob: Knob) -> Any:
        """The rule as it stands, printed or changed."""
        return self.rules.get(knob.name, knob.printed(self.players))

    def settings(self) -> Settings:
        """Raises SettingError if the rules do not go together."""
        return Settings(**{name: getattr(self, name) for name in self.__dataclass_fields__})

    def is_printed(self) -> bool:
        return not self.rules and all(seat == Seat(self.mode_record.default_strategy) for seat in self.seats)


def of(settings: Settings) -> Draft:
    """The settings as a draft."""
    rules = {name: value for name, (value, _) in settings.changed.items()}
    names = ("game", "mode", "players", "seats", "rotate", "n_games", "seed")
    return Draft(rules=rules, **{name: getattr(settings, name) for name in names})


def printed(game: str, mode: str | None = None, players: int | None = None) -> Draft:
    """The game as printed, with the default strategy in every seat and a quick number of games."""
    return of(Settings(game=game, mode=mode, players=players, n_games=QUICK))  # type: ignore[arg-type]


def has(draft: Draft, path: Path, scope: str) -> bool:
    """Whether this draft has the field; scope: the mode that a rule or a seat's strategy is of, the strategy that a parameter is of."""
    head, *rest = path
    if head == "rules":
        knob = next((k for k in draft.mode_record.knobs if k.name == rest[0]), None)
        return scope == draft.mode and knob is not None and (len(rest) < 2 or int(rest[1]) < len(draft.value(knob)))
    if head != "seats":
        return True
    i, field = int(rest[0]), rest[1]
    belongs = {"strategy": draft.mode, "parameters": draft.seats[i].strategy if i < draft.players else ""}
    return i < draft.players and scope == belongs.get(str(field), scope)


def change(draft: Draft, path: Path, value: Any) -> Draft:
    """The draft with one field changed; all but a choice of more games go back to a quick number of them."""
    head, *rest = path
    if head == "game":
        return printed(str(value))
    if head == "n_games":
        return replace(draft, n_games=int(value))
    draft = replace(draft, n_games=QUICK)
    if head in ("mode", "players"):
        return _moved(draft, **{str(head): value})
    if head == "rules":
        return _with_rule(draft, str(rest[0]), rest[1:], value)
    if head == "seats":
        return _with_seat(draft, int(rest[0]), rest[1:], value)
    return replace(draft, **{str(head): value})


def as_printed(draft: Draft, path: Path = ()) -> Draft:
    """Back to the printed game: one rule, one seat, or with no path everything (seed and rotation stay)."""
    if not path:
        seats = (Seat(draft.mode_record.default_strategy),) * draft.players
        return replace(draft, rules={}, seats=seats, n_games=QUICK)
    if path[0] == "rules":
        rules = {name: value for name, value in draft.rules.items() if name != path[1]}
        return replace(draft, rules=rules, n_games=QUICK)
    return replace(draft, seats=_seated(draft, int(path[1]), Seat(draft.mode_record.default_strategy)), n_games=QUICK)


def _with_rule(draft: Draft, name: str, entry: list[str | int], value: Any) -> Draft:
    knob = next(k for k in draft.mode_record.knobs if k.name == name)
    if entry:
        whole = list(draft.value(knob))
        whole[int(entry[0])] = value
        value = tuple(whole)
    rules = {k.name: value if k is knob else draft.value(k) for k in draft.mode_record.knobs}
    return replace(draft, rules=_differing(rules, draft.mode_record, draft.players))


def _differing(rules: Mapping[str, Any], mode: Mode, players: int) -> dict[str, Any]:
    printed = {k.name: k.printed(players) for k in mode.knobs}
    return {name: value for name, value in rules.items() if value != printed[name]}


def _with_seat(draft: Draft, i: int, field: list[str | int], value: Any) -> Draft:
    seat = draft.seats[i]
    if field[0] == "strategy":
        seat = seat if seat.strategy == value else Seat(value, (), seat.blunder)
    elif field[0] == "mistakes":
        seat = replace(seat, blunder=value / 100)
    else:
        knobs = draft.mode_record.strategy(seat.strategy).parameters
        given = dict(seat.parameters) | {str(field[1]): value}
        seat = replace(seat, parameters=tuple((k.name, given[k.name]) for k in knobs if k.name in given and given[k.name] != k.printed(0)))
    return replace(draft, seats=_seated(draft, i, seat))


def _seated(draft: Draft, i: int, seat: Seat) -> tuple[Seat, ...]:
    return (*draft.seats[:i], seat, *draft.seats[i + 1 :])


def _moved(draft: Draft, mode: str | None = None, players: int | None = None) -> Draft:
    """Another mode or number of players: what was changed stays changed where it is possible there."""
    target = draft.game_record.mode(mode or draft.mode)
    n = players or (draft.players if draft.players in target.players else target.default_players)
    before = {k.name: k for k in draft.mode_record.knobs}
    rules = {}
    for knob in target.knobs:
        if knob.name in draft.rules and before[knob.name].kind == knob.kind:
            rules[knob.name] = _fitted(knob, draft.rules[knob.name], before[knob.name].printed(draft.players), n)
    names = {s.name for s in target.strategies}
    seats = [seat if seat.strategy in names else Seat(target.default_strategy) for seat in draft.seats[:n]]
    seats += [Seat(target.default_strategy)] * (n - len(seats))
    return replace(draft, mode=target.name, players=n, rules=_differing(rules, target, n), seats=tuple(seats))


def _fitted(knob: Knob, value: Any, printed_before: Any, players: int) -> Any:
    """A changed value for this number of players: of a vector only the changed entries are taken along."""
    printed_now = knob.printed(players)
    if knob.kind == "vector":
        pairs = list(zip(value, printed_before, strict=True))
        value = tuple(pairs[i][0] if i < len(pairs) and pairs[i][0] != pairs[i][1] else now for i, now in enumerate(printed_now))
    try:
        return knob.check(value, players)
    except SettingError:
        return printed_now
