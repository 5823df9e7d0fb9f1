"""What is compared between settings: one whole number for each game and measure, made from the columns that a mode declares."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topstats.core.contract import SHARE, Column
from topstats.settings import Settings
from topstats.tally import live_columns

Ints = NDArray[np.int64]
Rows = dict[str, NDArray[np.int16]]  # blocks of consecutive games, by name


@dataclass(frozen=True, kw_only=True)
class Measure:
    """One number of a game.

    name : stable key ("seat.share.1"). label : its words. seat : the place it is about (1, ...), or 0.
    unit : "share" (fractions of 1) or what is counted. scale : `of` gives whole numbers of 1 / scale.
    one : the least that `of` can differ by between two games in earnest (a whole win: 60).
    of : (rows, number of the first game) -> (games,) whole numbers.
    """

    name: str
    label: str
    unit: str
    scale: int = 1
    one: int = 1
    seat: int = 0
    of: Callable[[Rows, int], Ints]


def measures_of(settings: Settings, extras: Sequence[str], is_mixed: bool) -> list[Measure]:
    """What can be measured in games of these settings: wins and points by seat, the winner's points, the columns of the game table, means over the seats.

    is_mixed : whether different strategies play somewhere, so that with rotation the wins of each player count too.
    """
    mode, seats = settings.mode_record, range(settings.players)
    columns = [(i, c) for i, c in live_columns(mode, "seat", extras)]
    found = [_win(p) for p in seats]
    if settings.rotate and is_mixed:
        found += [_entry(settings.players, e) for e in seats]
    for i, c in columns:
        if c.name == "score":
            found += [Measure(name=f"seat.score.{p + 1}", label=c.label, unit=c.unit, seat=p + 1, of=partial(_place, i, p, c.scale)) for p in seats]
            found.append(Measure(name="winner.score", label=f"Winner's {c.label.lower()}", unit=c.unit, of=partial(_top, i, c.scale)))
    for i, c in live_columns(mode, "game", extras):
        found += _of_game(i, c)
    for i, c in columns:
        if c.kind == "count" and c.name != "score":
            unit = c.unit or "each seat"
            found.append(Measure(name=f"seat.{c.name}", label=f"{c.label}, a seat", unit=unit, scale=settings.players, of=partial(_all_seats, i, c.scale)))
    return found


def _win(place: int) -> Measure:
    return Measure(name=f"seat.share.{place + 1}", label="Win share", unit="share", scale=SHARE, one=SHARE, seat=place + 1, of=partial(_place, 0, place, 1))


def _entry(players: int, entry: int) -> Measure:
    """Wins of one of `settings.seats`, wherever it sat."""
    of = partial(_entry_share, players, entry)
    return Measure(name=f"player.share.{entry + 1}", label=f"Win share of player {entry + 1}, in all seats", unit="share", scale=SHARE, one=SHARE, of=of)


def _of_game(i: int, column: Column) -> list[Measure]:
    """A count as it is; of a choice the share of each but the first (the rest has that one)."""
    key = f"game.{column.name}"
    if column.kind == "count":
        return [Measure(name=key, label=column.label, unit=column.unit or "times", of=partial(_game, i, None, column.scale))]
    if column.kind == "flag":
        return [Measure(name=key, label=column.label, unit="share", of=partial(_game, i, 1, 1))]
    choices = list(enumerate(column.choices))[1:] if column.kind == "choice" else []
    return [Measure(name=f"{key}.{choice}", label=f"{column.label}: {choice}", unit="share", of=partial(_game, i, k, 1)) for k, choice in choices]


def _place(column: int, place: int, scale: int, rows: Rows, first: int) -> Ints:
    return rows["seat"][:, place, column].astype(np.int64) * scale


def _top(column: int, scale: int, rows: Rows, first: int) -> Ints:
    return rows["seat"][:, :, column].max(axis=1).astype(np.int64) * scale


def _all_seats(column: int, scale: int, rows: Rows, first: int) -> Ints:
    return rows["seat"][:, :, column].sum(axis=1, dtype=np.int64) * scale


def _entry_share(players: int, entry: int, rows: Rows, first: int) -> Ints:
    share = rows["seat"][:, :, 0]
    games = np.arange(len(share))
    return share[games, (entry + first + games) % players].astype(np.int64)


def _game(column: int, choice: int | None, scale: int, rows: Rows, first: int) -> Ints:
    values = rows["game"][:, column]
    return (values if choice is None else values == choice).astype(np.int64) * scale


def values(measures: Sequence[Measure], rows: Rows, first: int) -> Ints:
    """(games, measures) whole numbers."""
    return np.stack([m.of(rows, first) for m in measures], axis=1)


def winners(share: NDArray[Any]) -> Ints:
    """(games,) the place that won alone (1, ...), 0 where the win was shared; share: (games, places) sixtieths."""
    best = share.argmax(axis=1)
    alone = share[np.arange(len(share)), best] == SHARE
    return np.where(alone, best + 1, 0).astype(np.int64)
