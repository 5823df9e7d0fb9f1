"""A game of a run, played again and told step by step: what the table looked like, and what happened in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np

from topstats.core import watch
from topstats.core.contract import ENDED, SHARE
from topstats.settings import Settings
from topstats.table import check_game, check_seat, dealt, final_row

CHUNK = 512  # records read from the engine at a time


@dataclass(frozen=True)
class Frame:
    """One step of a game: the table after it (`view`) and what happened (`words`), in which `turn` (0: setup), at whose `seat` (1, 2, ...),
    in which `step` of the turn."""

    view: dict[str, Any]
    words: str
    turn: int
    seat: int
    step: str


@dataclass(frozen=True)
class Replay:
    """A whole game: `len(replay)` steps, step 0 is the deal; `str(replay)` tells it in words.

    `records` are the states, one after each step; seats count from 1, and seat None sees all cards.
    """

    settings: Settings
    game: int
    records: Any

    def __len__(self) -> int:
        return len(self.records)

    def __str__(self) -> str:
        return self.text()

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """All steps, cards open."""
        return tuple(self.frame(k) for k in range(len(self)))

    def frame(self, k: int, seat: int | str | None = None) -> Frame:
        """Step k as that seat may see it."""
        view = self.view(k, seat)
        return Frame(view, self.words(k, seat), view["turn"], view["seat"] + 1, view["step"])

    def view(self, k: int, seat: int | str | None = None) -> dict[str, Any]:
        """The table after step k as plain data, as that seat may see it."""
        return self._engine.view(self.records[k], check_seat(self.settings, seat)) | self.settings.files

    def words(self, k: int, seat: int | str | None = None) -> str:
        """What happened in step k, as that seat may know it."""
        return self._engine.words(self.records[max(k - 1, 0)], self.records[k], check_seat(self.settings, seat))

    @cached_property
    def row(self) -> dict[str, Any]:
        """The columns "game" and, a seat, "seat" of `Result.table` for this game."""
        return final_row(self.settings, self.records[-1:])

    @property
    def strategies(self) -> tuple[str, ...]:
        """Who sits at each seat of this game."""
        return tuple(self.settings.seats[e].spec for e in self.records[0].entry[: self.settings.players])

    @property
    def _engine(self) -> Any:
        return self.settings.mode_record.engine()

    def text(self, seat: int | str | None = None) -> str:
        """The game in words, turn by turn, as that seat may know it; the result is public."""
        check_seat(self.settings, seat)
        steps = ((self._moment(k), self.words(k, seat)) for k in range(len(self)))
        turns = (f"{moment}\n" + "\n".join(f"  {words}" for _, words in group if words) for moment, group in groupby(steps, lambda step: step[0]))
        return "\n\n".join((self._heading(seat), *turns, self._ending())) + "\n"

    def _name(self, seat: int) -> str:
        colour = self.settings.game_record.seat_colours[seat]
        return f"{colour} (seat {seat + 1})" if self.settings.mode_record.seats_have_colours else f"Seat {seat + 1}"

    def _moment(self, k: int) -> str:
        S = self.records[k]
        if S.over:
            return "The end"
        if S.turn == 0:
            return "Setup"
        mode = self.settings.mode_record
        moment = f"{mode.turn_word.capitalize()} {S.turn}"
        return moment if mode.is_real_time else f"{moment}, {self._name(S.seat)}"

    def _heading(self, seat: int | str | None) -> str:
        s = self.settings
        lines = [f"{s.game_record.label}, {s.mode_record.label}, {s.players} players: seed {s.seed}, game {self.game}."]
        lines += [f"Changed rule: {name} = {value} (printed {printed})." for name, (value, printed) in s.changed_words.items()]
        lines += [f"{self._name(p)} plays {spec}." for p, spec in enumerate(self.strategies)]
        return "\n".join(lines + ([f"Told as seat {int(seat)} knows it."] if seat is not None else []))

    def _ending(self) -> str:
        """Points and shares of the win."""
        game, seats = self.row["game"], self.row["seats"]
        mode = self.settings.mode_record
        unit = next(c.unit for c in mode.columns_of("seat") if c.name == "score")
        lines = [f"{self._name(p)}: {s['score']:,} {unit}{_won(s['share'])}" for p, s in enumerate(seats)]
        return f"After {game['length']} {mode.turn_word}s ({ENDED[game['ended']]} end):\n" + "\n".join(f"  {line}" for line in lines)

    def data(self, seat: int | str | None = None) -> dict[str, Any]:
        """The whole replay as plain JSON data."""
        viewer = check_seat(self.settings, seat)
        frames = (self.frame(k, seat) for k in range(len(self)))
        game, seats = self.row["game"], self.row["seats"]
        return {
            "settings": self.settings.to_dict(full=True),
            "game": self.game,
            "deal": int(self.records[0].deal),
            "ended": ENDED[game["ended"]],
            "length": game["length"],
            "seats": [
                {"seat": p + 1, "strategy": spec, "score": s["score"], "win_share": s["share"] / SHARE}
                for p, (spec, s) in enumerate(zip(self.strategies, seats, strict=True))
            ],
            "as_seat": None if viewer is None else viewer + 1,
            "frames": [
                {"k": k, "turn": f.turn, "seat": f.seat, "step": f.step, "words": f.words, "view": _without(f.view, self.settings.files)}
                for k, f in enumerate(frames)
            ],
        }


def _without(view: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The view without the files that stand in the settings already."""
    return {name: value for name, value in view.items() if name not in names}


def _won(share: int) -> str:
    if share == 0:
        return ""
    return ", wins" if share == SHARE else f", shares the win ({Fraction(share, SHARE)})"


def replay(settings: Settings, *, game: int | str = 0) -> Replay:
    """Play game `game` of the run again and keep every step. Raises SettingError for a number that cannot be."""
    number = check_game(game)
    states = dealt(settings, number)
    engine, parts = settings.mode_record.engine(), [states.copy()]
    while not states[0].over:
        out = np.recarray(CHUNK, states.dtype)
        parts.append(out[: watch.call(engine, settings.own_entries, engine.trace, states[0], out)])
    return Replay(settings, number, np.concatenate(parts).view(np.recarray))
