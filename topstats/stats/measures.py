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


LEVELS = ("main", "all", "seats")  # what is compared: what is asked first; everything; and each column for each seat too


@dataclass(frozen=True, kw_only=True)
class Measure:
    """One number of a game.

    name : stable key ("seat.share.1"). label : its words. seat : the place it is about (1, ...), or 0. level : from which of LEVELS on it is compared.
    unit : "share" (fractions of 1) or what is counted. scale : `of` gives whole numbers of 1 / scale; each is shown times `shown` (money in full).
    one : the least that `of` can differ by between two games in earnest (a whole win: 60).
    of : (rows, number of the first game) -> (games,) whole numbers.
    """

    name: str
    label: str
    unit: str
    level: str = "all"
    scale: int = 1
    shown: int = 1
    one: int = 1
    seat: int = 0
    of: Callable[[Rows, int], Ints]


def measures_of(settings: Settings, extras: Sequence[str], every: Sequence[Settings]) -> list[Measure]:
    """What can be measured in games of these settings: wins and points by seat and by strategy, the winner's points, the columns of the game
    table, means over the seats, and the columns of each seat.

    every : all settings that are compared.
    """
    mode, seats = settings.mode_record, range(settings.players)
    columns = [(i, c) for i, c in live_columns(mode, "seat", extras)]
    score = next((i for i, c in columns if c.name == "score"), None)
    found = [_win(p) for p in seats] + _strategies(settings, score, every)
    for i, c in columns:
        if c.name == "score":
            found += [Measure(name=f"seat.score.{p + 1}", label=c.label, unit=c.unit, seat=p + 1, shown=c.scale, of=partial(_place, i, p)) for p in seats]
            found.append(Measure(name="winner.score", label=f"Winner's {c.label.lower()}", unit=c.unit, level="main", shown=c.scale, of=partial(_top, i)))
    for i, c in live_columns(mode, "game", extras):
        found += _of_game(i, c)
    if not any("shared" in c.choices for c in mode.columns_of("game")):
        found.append(Measure(name="game.shared", label="Shared wins", unit="share", of=_shared))
    counts = [(i, c) for i, c in columns if c.kind == "count" and c.name != "score"]
    for i, c in counts:
        found.append(
            Measure(name=f"seat.{c.name}", label=f"{c.label}, a seat", unit=_unit(c), scale=settings.players, shown=c.scale, of=partial(_all_seats, i))
        )
    for i, c in counts + [(i, c) for i, c in columns if c.kind == "flag"]:
        found += [
            Measure(name=f"seat.{c.name}.{p + 1}", label=c.label, unit=_unit(c), level="seats", seat=p + 1, shown=c.scale, of=partial(_place, i, p))
            for p in seats
        ]
    return found


def _unit(column: Column) -> str:
    return "share" if column.kind == "flag" else column.unit or "each seat"


def _win(place: int) -> Measure:
    name = f"seat.share.{place + 1}"
    return Measure(name=name, label="Win share", unit="share", level="main", scale=SHARE, one=SHARE, seat=place + 1, of=partial(_place, 0, place))


def _strategies(settings: Settings, score: int | None, every: Sequence[Settings]) -> list[Measure]:
    """Wins and points of each strategy that plays everywhere, its wins only where it has as many seats in all settings; and with rotation the wins
    of each of `settings.seats` that this does not tell. None if one strategy plays everywhere, or if the seat tells the same."""
    if all(len(s.specs) == 1 for s in every):
        return []
    seated = [[seat.spec for seat in s.seats] for s in every]
    told, found = set(), []
    for spec in settings.specs:
        held, is_alike = {specs.count(spec) for specs in seated}, len({tuple(specs) for specs in seated}) == 1
        if 0 in held or (not settings.rotate and is_alike and held == {1}):
            continue
        entries = [e for e, seat in enumerate(settings.seats) if seat.spec == spec]
        if len(held) == 1:
            told.add(spec)
            of = partial(_entries, settings, entries, 0, 1)
            found.append(Measure(name=f"strategy.share.{spec}", label=f"Win share of {spec}", unit="share", level="main", scale=SHARE, one=SHARE, of=of))
        if score is not None:
            c = next(c for c in settings.mode_record.columns_of("seat") if c.name == "score")
            one = SHARE // len(entries)
            points = partial(_entries, settings, entries, score, one)
            found.append(Measure(name=f"strategy.score.{spec}", label=f"{c.label} of {spec}", unit=c.unit, scale=SHARE, shown=c.scale, one=one, of=points))
    if settings.rotate:
        found += [_entry(settings, e) for e, seat in enumerate(settings.seats) if seat.spec not in told]
    return found


def _entry(settings: Settings, entry: int) -> Measure:
    """Wins of one of `settings.seats`, wherever it sat."""
    of, label = partial(_entries, settings, [entry], 0, 1), f"Win share of player {entry + 1}, in all seats"
    return Measure(name=f"player.share.{entry + 1}", label=label, unit="share", level="main", scale=SHARE, one=SHARE, of=of)


FIRST = ("length", "margin", "lead_changes")  # columns of the game table that are asked for first


def _of_game(i: int, column: Column) -> list[Measure]:
    """A count as it is; of a choice the share of each but the first (the rest has that one)."""
    key, level = f"game.{column.name}", "main" if column.name in FIRST else "all"
    if column.kind == "count":
        return [Measure(name=key, label=column.label, unit=column.unit or "times", level=level, shown=column.scale, of=partial(_game, i, None))]
    if column.kind == "flag":
        return [Measure(name=key, label=column.label, unit="share", of=partial(_game, i, 1))]
    choices = list(enumerate(column.choices))[1:] if column.kind == "choice" else []
    return [Measure(name=f"{key}.{choice}", label=f"{column.label}: {choice}", unit="share", of=partial(_game, i, k)) for k, choice in choices]


def _place(column: int, place: int, rows: Rows, first: int) -> Ints:
    return rows["seat"][:, place, column].astype(np.int64)


def _top(column: int, rows: Rows, first: int) -> Ints:
    return rows["seat"][:, :, column].max(axis=1).astype(np.int64)


def _all_seats(column: int, rows: Rows, first: int) -> Ints:
    return rows["seat"][:, :, column].sum(axis=1, dtype=np.int64)


def _entries(settings: Settings, entries: Sequence[int], column: int, times: int, rows: Rows, first: int) -> Ints:
    """The sum over some of `settings.seats`, wherever they sat."""
    block, players = rows["seat"][:, :, column], settings.players
    games = np.arange(len(block))
    turn = (first + games) % players if settings.rotate else np.zeros(len(block), np.int64)
    return times * sum((block[games, (e + turn) % players].astype(np.int64) for e in entries), np.zeros(len(block), np.int64))


def _shared(rows: Rows, first: int) -> Ints:
    return (winners(rows["seat"][:, :, 0]) == 0).astype(np.int64)


def _game(column: int, choice: int | None, rows: Rows, first: int) -> Ints:
    values = rows["game"][:, column]
    return (values if choice is None else values == choice).astype(np.int64)


def values(measures: Sequence[Measure], rows: Rows, first: int) -> Ints:
    """(games, measures) whole numbers."""
    return np.stack([m.of(rows, first) for m in measures], axis=1)


def winners(share: NDArray[Any]) -> Ints:
    """(games,) the place that won alone (1, ...), 0 where the win was shared; share: (games, places) sixtieths."""
    best = share.argmax(axis=1)
    alone = share[np.arange(len(share)), best] == SHARE
    return np.where(alone, best + 1, 0).astype(np.int64)
