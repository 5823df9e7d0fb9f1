"""The contract between a game and the house: frozen records that every room fills in.

A room is a value: plain functions and data, no base classes. What is written here once (a knob, a column,
a strategy) becomes widgets, command-line options, validation, tables and documentation. Knobs have a file of their own, knob.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from topstats.core.knob import SEATS, Axis, Knob, Preset, SettingError, shown

__all__ = [
    "ENDED", "PART", "SEATS", "SHARE", "Axis", "Column", "Engine", "Game", "Knob", "Mode", "Preset", "SettingError", "Strategy", "Sums", "shown",
]  # fmt: skip

ENDED = ("normal", "stalled", "truncated")
SHARE = 60  # a win is 60 sixtieths: shared by 2 to 6 it stays a whole number
PART = 1000  # a column of kind "part" counts thousandths


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column of a result table, all of them small whole numbers inside.

    per : "game", "seat" or the name of a further block ("city"): the table it stands in.
    kind : "count" (any whole number), "flag" (0 or 1), "share" (sixtieths of a win; shown as a fraction),
        "part" (thousandths of a whole; shown as a fraction), "choice" (index into `choices`), "seat" (1, 2, ...; 0 for nobody).
    group : "" for always; else the name of a group that is computed on request.
    part_of : the column of the same table of which this is one part ("score"): parts are drawn as a stacked bar.
    scale : what is shown is the number inside times this (money in full).
    is_common : in a further block: the entry's own value, the same in the rows of all seats (the points of a company).
    out_of : the column of the same table that counts the chances for this one: their quotient is a rate.
    for_each : in a further block, the common column of which each brings so much of this one (pins for each round on the grid);
        in the seat table the column that counts what this one is had from (what was overpaid, for each car).
    splits : columns of the same table whose mean is told for each value of this one (what cars of a price won).
    relative_to : the knob whose value is the whole of which this column is also told as a share (profit of the capital).
    shown : a picture of its own: "spread" (along the axis; of the seat table over all seats) or "grid" (of a flag: who has it, by entry).
    explains : a column of the game table that this one may have to do with: their correlation is shown.
    expected : along the axis of a further block, the share of each entry that chance alone would bring.
    """

    name: str
    per: str
    label: str
    help: str
    kind: str = "count"
    unit: str = ""
    choices: tuple[str, ...] = ()
    group: str = ""
    part_of: str = ""
    is_common: bool = False
    scale: int = 1
    out_of: str = ""
    for_each: str = ""
    splits: tuple[str, ...] = ()
    relative_to: str = ""
    shown: str = ""
    explains: str = ""
    expected: tuple[float, ...] = ()

    @property
    def is_amount(self) -> bool:
        """Whether it is an amount, not a number of things: much money, and many points."""
        return self.scale != 1

    @property
    def what(self) -> str:
        """What is counted, in a word: points, tokens; money (its unit may be euros)."""
        return self.label.lower() if self.is_amount else self.unit


@dataclass(frozen=True, kw_only=True)
class Sums:
    """What is counted for each entry of an axis that the rules lay out (the spaces of a track): it adds up over the games of a run, and no row has it.

    label : the question that they answer. per, axis : the name of the axis, and its entries under these rules; knob : the rule that lays them out.
    group : what `extras` calls the columns; they are counted on request only. columns : whole numbers of a game, in the order in which play_many takes them.
    """

    label: str
    per: str
    knob: str
    group: str
    axis: Callable[[Mapping[str, Any]], Axis]
    columns: tuple[Column, ...]


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """A way to play: `kernel` is the number that the engine's `choose` knows, `parameters` its knobs in order.

    A preset has the kernel of another strategy and its own defaults.
    """

    name: str
    idea: str
    source: str
    kernel: int
    parameters: tuple[Knob, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Engine:
    """The resumable machine of one mode: compiled functions on one state record S (a field of the array `new` gives).

    The record has at least the fields of `core.machine.HEADER`.

    new(rules, players) -> recarray of one record, rules packed, nothing dealt.
    deal(S): set up the game S.seed, S.deal (the streams' key is derived here).
    step(S): carry out one automatic step, or set S.ask and S.seat to the decision that comes next.
    advance(S): step until a decision is asked or the game is over.
    choose(S): let the strategy of S.seat write its move into S.move (blunders included); one that is machine.OWN by machine.ask_own.
    apply(S): carry out S.move, which must be legal; clears S.ask.
    illegal(S): 0 if S.move is legal for the decision asked, else an index into `reasons`.
    options(S, out): write all legal moves of the decision, in the documented order, into out (n, MOVE); returns how
        many there are, also when they are more than fit.
    trace(S, out): play on to the end, a copy of the record after each step and each move into out; returns how many.
    play_many(S, blocks, sums, budget): play games S.next_game to S.stop_game - 1; rows go to block[g - S.first_game] of each block (a tuple);
        comes back after about `budget` steps, perhaps in mid-game; call again until S.next_game == S.stop_game.
        sums : see `machine.end_unit`; without entries if they are not asked for, or the mode has none.
    redeal(S, seat): draw afresh, from S.stream, all that the seat cannot know. Like illegal and options a kernel, called from kernels too.
    view(S, seat): the table as plain data, as that seat sees it (None: open).
    position(S): the whole state as plain JSON data; restore(S, position): back again, checked.
    words(before, after, viewer): the event between two records of a trace as that seat (from 0; None: all open) may know it, "" for none.
    describe(S, move): a move as plain data with its words; encode(S, data): back again.
    """

    new: Callable[..., Any]
    deal: Callable[..., Any]
    step: Callable[..., Any]
    advance: Callable[..., Any]
    choose: Callable[..., Any]
    apply: Callable[..., Any]
    illegal: Callable[..., Any]
    options: Callable[..., Any]
    trace: Callable[..., Any]
    play_many: Callable[..., Any]
    redeal: Callable[..., Any]
    view: Callable[..., Any]
    position: Callable[..., Any]
    restore: Callable[..., Any]
    words: Callable[..., Any]
    describe: Callable[..., Any]
    encode: Callable[..., Any]
    reasons: tuple[str, ...]
    asks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Mode:
    """One way to play a game, as the rulebook describes it.

    players : the possible numbers, in order; axes : for each block beyond "game" and "seat" its further axis
        (the block "city" has the shape games x seats x cities x columns).
    engine : imports and returns the Engine (late, because compiling tools are slow to import).
    check : looks at all rules together (rules, players) and raises SettingError.
    sums : what is counted per run on request, beside the columns of the rows.
    refused : rules that belong to other modes of the game -> why they are not possible here.
    seats_have_colours : whether each seat plays the game's colour of its place; else seats go by number alone.
    turn_word : what the game calls that which `turn` counts. is_real_time : all seats act at once; a turn is nobody's.
    """

    name: str
    label: str
    idea: str
    players: tuple[int, ...]
    default_players: int
    knobs: tuple[Knob, ...]
    columns: tuple[Column, ...]
    strategies: tuple[Strategy, ...]
    default_strategy: str
    engine: Callable[[], Engine]
    check: Callable[[Mapping[str, Any], int], None] = lambda rules, players: None
    axes: Mapping[str, Axis] = field(default_factory=dict)
    sums: Sums | None = None
    assumptions: tuple[str, ...] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    seats_have_colours: bool = True
    turn_word: str = "turn"
    is_real_time: bool = False

    def under(self, rules: Mapping[str, Any], players: int) -> "Mode":
        """The mode as these rules make it: with the columns and assumptions of the knobs that are turned, whence its data files are, axes as long as said."""
        turned = [k for k in self.knobs if (k.columns or k.assumption) and rules[k.name] != k.printed(players)]
        notes = tuple(note for k in self.knobs if k.file is not None and (note := k.file.note(rules[k.name])))
        axes = {per: replace(axis, labels=axis.labels[: rules[axis.knob]]) if axis.knob else axis for per, axis in self.axes.items()}
        if not turned and not notes and axes == self.axes:
            return self
        columns = self.columns + tuple(c for k in turned for c in k.columns)
        assumptions = notes + self.assumptions + tuple(k.assumption for k in turned if k.assumption)
        return replace(self, columns=columns, axes=axes, assumptions=assumptions)

    def blocks(self) -> tuple[str, ...]:
        """Names of the result blocks in the order in which play_many takes them."""
        return tuple(dict.fromkeys(c.per for c in self.columns))

    def columns_of(self, per: str) -> tuple[Column, ...]:
        return tuple(c for c in self.columns if c.per == per)

    def shape(self, per: str, n_games: int, players: int) -> tuple[int, ...]:
        """The shape of a result block: games, then places, then the further axis, then columns."""
        inner: tuple[int, ...] = ()
        if per != "game":
            inner = (players,)
        if per in self.axes:
            axis = self.axes[per]
            inner = (players, players if axis.per_seat else len(axis.labels))
        return (n_games, *inner, len(self.columns_of(per)))

    def strategy(self, name: str) -> Strategy:
        """Raises SettingError, naming all, if there is none of this name."""
        for s in self.strategies:
            if s.name == name:
                return s
        raise SettingError(f"strategy {shown(name)} is not known: {self.label} has {', '.join(s.name for s in self.strategies)}.")


@dataclass(frozen=True, kw_only=True)
class Game:
    """A room: its name, its question, its modes (the first is the default), where its rules stand."""

    name: str
    label: str
    question: str
    idea: str
    modes: tuple[Mode, ...]
    rules_file: str
    seat_colours: tuple[str, ...] = ("Blue", "Orange", "Yellow", "Plum", "Green", "Slate")

    def mode(self, name: str) -> Mode:
        for m in self.modes:
            if m.name == name:
                return m
        raise SettingError(f"mode {shown(name)} is not known: {self.label} has {', '.join(m.name for m in self.modes)}.")
