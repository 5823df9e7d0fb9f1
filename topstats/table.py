"""One game by hand: look at the table, list the legal moves, make one, on the same kernels as a run of a million games."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from topstats.core import watch
from topstats.core.contract import SHARE, Engine, SettingError, shown
from topstats.core.machine import NO_SUMS
from topstats.settings import MAX_GAMES, Settings
from topstats.tally import live_columns

MOST_OPTIONS = 50_000  # options() lists at most so many; a hand full of caps can be stacked in millions of ways


class IllegalMove(SettingError):
    """A move that the rules do not allow; `rule` holds their ids ("TP-15"), empty if no rule but the form is broken."""

    def __init__(self, words: str, reason: str) -> None:
        super().__init__(f"{words} is not possible: {reason.rstrip('.')}.")
        self.rule = tuple(re.findall(r"[A-Z]{2}-\d+", reason))


def dealt(settings: Settings, game: int) -> Any:
    """The state (recarray of one record) of a game of the run, dealt, nothing played yet."""
    states = settings.start(game)
    settings.mode_record.engine().deal(states[0])
    return states


def check_seat(settings: Settings, seat: Any) -> int | None:
    """A seat (1, 2, ...) as the engine counts it, from 0; None stays None. Raises SettingError."""
    if seat is None:
        return None
    try:
        number = int(seat)
    except (TypeError, ValueError):
        number = 0
    if isinstance(seat, (bool, float)) or not 1 <= number <= settings.players:
        raise SettingError(f"seat {shown(seat)} is not at the table: allowed is a whole number from 1 to {settings.players}.")
    return number - 1


def check_game(game: Any) -> int:
    """The number of a game in its run, from text or a number. Raises SettingError."""
    try:
        number = int(game)
    except (TypeError, ValueError, OverflowError):
        number = -1
    if isinstance(game, bool) or not 0 <= number <= MAX_GAMES - 1 or (isinstance(game, float) and game != number):
        raise SettingError(f"game {shown(game)} is not possible: allowed is a whole number from 0 to {MAX_GAMES - 1:,}; the first game of a run is 0.")
    return number


def final_row(settings: Settings, states: Any) -> dict[str, Any]:
    """The columns "game" and "seat" of a game that is over, as play_many writes them; without those that are computed on request."""
    mode, twin = settings.mode_record, states.copy()
    S, players = twin[0], settings.players
    S.first_game, S.next_game, S.stop_game, S.dealt = 0, 0, 1, 1
    blocks = {per: np.zeros(mode.shape(per, 1, players), np.int16) for per in mode.blocks()}
    mode.engine().play_many(S, tuple(blocks.values()), NO_SUMS, 1_000_000)
    game, seats = ([(c.name, i, c.scale) for i, c in live_columns(mode, per, ())] for per in ("game", "seat"))
    return {
        "game": {name: int(blocks["game"][0, i]) * scale for name, i, scale in game},
        "seats": [{name: int(row[i]) * scale for name, i, scale in seats} for row in blocks["seat"][0]],
    }


class Table:
    """One game of a run, played by hand.

    Parameters
    ----------
    settings : rules, players and the strategies that `choose` asks.
    game : which game of the run is dealt; the same cards and chance as game g of `simulate(settings)`.
    position : instead of a deal, what `state()` gave (plain JSON data, or typed by hand); checked.

    Seats count from 1 here. Raises SettingError for a game or position that cannot be.
    """

    def __init__(self, settings: Settings, *, game: int | str = 0, position: Mapping[str, Any] | None = None) -> None:
        self.settings = settings
        self.engine: Engine = settings.mode_record.engine()
        if position is not None and not isinstance(position, Mapping):
            raise SettingError(f"The position {shown(position)} is not possible: allowed is a dict such as Table.state() gives.")
        self.game = check_game(game if position is None else position.get("game", 0))
        self._states = dealt(settings, self.game)
        if position is not None:
            self.engine.restore(self._S, position)
        self._listed: Any = None
        self.engine.advance(self._S)
        if position is not None and self._n_options() == 0 and not self.over:
            raise SettingError(f"The position is not possible: seat {self.to_act} is asked to {self.decision} and has no legal move.")

    @property
    def _S(self) -> Any:
        return self._states[0]

    @property
    def over(self) -> bool:
        return bool(self._S.over)

    @property
    def to_act(self) -> int | None:
        """The seat (1, 2, ...) that decides now; None when the game is over."""
        return None if self.over else int(self._S.seat) + 1

    @property
    def decision(self) -> str | None:
        """What is asked of that seat, in a word ("place"); None when the game is over."""
        return None if self.over else self.engine.asks[self._S.ask]

    def options(self) -> list[dict[str, Any]]:
        """All legal moves of the decision, as plain data with their `words`, in the order of the game's RULES.md.

        Raises SettingError above MOST_OPTIONS moves; `apply` then still takes any one of them as a dict.
        """
        return [self.engine.describe(self._S, move) for move in self._moves()]

    def _moves(self) -> Any:
        if self._listed is None:
            self._listed = np.empty((0, len(self._S.move)), np.int16) if self.over else self._list_moves()
        return self._listed

    def _n_options(self) -> int:
        return int(self.engine.options(self._states.copy()[0], np.empty((0, len(self._S.move)), np.int16)))

    def _list_moves(self) -> Any:
        states = self._states.copy()  # listing scribbles on the record's move
        out = np.zeros((256, len(self._S.move)), np.int16)
        n = int(self.engine.options(states[0], out))
        if n > MOST_OPTIONS:
            raise SettingError(f"there are {n:,} legal moves here and at most {MOST_OPTIONS:,} are listed: give apply() the move itself, or choose() one.")
        if n > len(out):
            out = np.zeros((n, out.shape[1]), np.int16)
            self.engine.options(states[0], out)
        return out[:n]

    def apply(self, option: Mapping[str, Any] | int) -> None:
        """Make a move of `options()` (a dict, or its index from 0) and go on to the next decision.

        Raises IllegalMove with the rule id; the state is then unchanged.
        """
        if self.over:
            raise IllegalMove("a move", "the game is over")
        states = self._states.copy()
        S = states[0]
        S.move[:] = self._indexed(option) if isinstance(option, (int, np.integer)) else self._encoded(option)
        broken = int(self.engine.illegal(S))
        if broken:
            words = option.get("words") if isinstance(option, Mapping) else None
            raise IllegalMove(f"seat {self.to_act}: {words or self.decision}", self.engine.reasons[broken])
        self.engine.apply(S)
        self.engine.advance(S)
        self._states, self._listed = states, None

    def _indexed(self, index: Any) -> Any:
        n = len(self._moves())
        if isinstance(index, bool) or not 0 <= index < n:
            raise IllegalMove(f"option {index}", f"options are numbered from 0 to {n - 1}")
        return self._moves()[index]

    def _encoded(self, option: Any) -> Any:
        if not isinstance(option, Mapping):
            raise IllegalMove(f"{shown(option)} as a move", "a move is a dict of options() or its index")
        return self.engine.encode(self._S, option)

    def choose(self) -> dict[str, Any]:
        """What the strategy of the seat to act would do, as one of `options()`; nothing is moved."""
        if self.over:
            raise IllegalMove("a move", "the game is over")
        states = self._states.copy()
        self._ask(states[0])
        return self.engine.describe(states[0], states[0].move)

    def _ask(self, S: Any) -> None:
        watch.call(self.engine, self.settings.own_entries, self.engine.choose, S)

    def play(self, moves: int | None = None) -> "Table":
        """Let the strategies play `moves` decisions, or to the end; returns the table itself."""
        S = self._S
        while not self.over and moves != 0:
            self._ask(S)
            self.engine.apply(S)
            self.engine.advance(S)
            moves = None if moves is None else moves - 1
        self._listed = None
        return self

    def view(self, seat: int | str | None = None) -> dict[str, Any]:
        """The table as plain data, as that seat (1, 2, ...) may see it; None: all cards open."""
        return self.engine.view(self._S, check_seat(self.settings, seat)) | self.settings.files

    def state(self) -> dict[str, Any]:
        """The whole position as plain JSON data, for `Table(settings, position=...)`."""
        return {"game": self.game, **self.engine.position(self._S)}

    @property
    def row(self) -> dict[str, Any] | None:
        """The row of this game in `Result.table("game")` and ("seat"), as {"game": {...}, "seats": [{...}, ...]}; None before the end."""
        return final_row(self.settings, self._states) if self.over else None

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Points by seat; None before the end."""
        row = self.row
        return None if row is None else tuple(seat["score"] for seat in row["seats"])

    @property
    def shares(self) -> tuple[Fraction, ...] | None:
        """Share of the win by seat (1, 0, or 1/k when k share it); None before the end."""
        row = self.row
        return None if row is None else tuple(Fraction(seat["share"], SHARE) for seat in row["seats"])
