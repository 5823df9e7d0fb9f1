"""From a number to games that show it: which games of a run to watch, and how the points went in one of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from topstats.figures.boards import sparkline
from topstats.figures.timeline import points
from topstats.replay import Replay
from topstats.result import Result
from topstats.stats.metric import Metric

AT_MOST = 4  # games offered for one bar or point


@dataclass(frozen=True)
class Found:
    """Games of a run that have something in common: `words` says what, `n` how many there are, `games` the first of them."""

    words: str
    n: int
    games: tuple[int, ...]


def games_at(result: Result, metric: Metric, point: Sequence[Any]) -> Found | None:
    """The games behind a bar or point of a chart, None if it stands for all alike.

    point : its customdata: [first, last] value, or the seat, strategy or category.
    """
    if metric.kind == "histogram":
        column = next(c for c in result.settings.mode_record.columns_of("game") if c.name == metric.name)
        first, last = int(point[0]), int(point[-1])
        values = result.table("game")[metric.name]
        found = values[(values >= first) & (values <= last)]
        ends = [f"{int(end):,}" for end in dict.fromkeys((found.min(), found.max()))] if len(found) else [f"{first:,}"]
        return _found(f"{column.label} {' to '.join(ends)}", found.index)
    key = point[0]
    seats = result.table("seat")
    if isinstance(key, (int, float)):
        return _found(f"Won by seat {int(key)}", seats.loc[(seats["seat"] == int(key)) & (seats["share"] == 1), "game"])
    if key in result.settings.specs:
        return _found(f"Won by {key}", seats.loc[(seats["strategy"] == key) & (seats["share"] == 1), "game"].drop_duplicates())
    games = result.table("game")
    for column in result.settings.mode_record.columns_of("game"):
        if column.kind == "choice" and key in column.choices:
            return _found(f"{column.label}: {key}", games.loc[games[column.name] == key, "game"])
    return None


def _found(words: str, games: Any) -> Found:
    numbers = [int(g) for g in games[:AT_MOST]]
    return Found(words, len(games), tuple(numbers))


def titles(result: Result) -> list[tuple[str, str, int]]:
    """The most extreme games: (why, what, number of the game)."""
    units = {c.name: c.unit for c in result.settings.mode_record.columns_of("game")}
    measured = {"longest": "length", "closest": "margin", "most one-sided": "margin"}
    rows = result.extremes(1).itertuples()
    return [(str(row.why).capitalize(), f"{row.value:,} {units.get(measured.get(str(row.why), ''), '')}".strip(), int(row.game)) for row in rows]


def course(replay: Replay) -> str:
    """A small picture of the points over the turns of a game."""
    turns = [int(record.turn) for record in replay.records]
    last = [k for k in range(len(turns)) if k + 1 == len(turns) or turns[k + 1] != turns[k]]
    views = [replay.view(k) for k in last]
    by_seat = [[p or 0 for p in line] for line in zip(*(points(v) for v in views), strict=True)]
    return str(sparkline(views[0], by_seat))
