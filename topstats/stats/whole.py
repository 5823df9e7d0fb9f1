"""Answers about whole games: how long, how close, how they end, what the deal decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topstats.core.contract import Column
from topstats.result import Result
from topstats.stats import columns as col
from topstats.stats.estimates import Estimate
from topstats.stats.metric import bar, games, tabled

if TYPE_CHECKING:
    import pandas as pd


def game_histogram(name: str, result: Result) -> pd.DataFrame:
    key = ("game", name)
    count = result.tally[key]
    rows = []
    for value, found in zip(count.values * col.scale_of(result, key), count.of(), strict=True):
        if found:
            e = col.part_of_games(result, int(found))
            rows.append({"value": int(value), "games": int(found), "share": e.value, "low": e.low, "high": e.high, "n": e.n})
    column = next(c for c in col.columns(result, "game") if c.name == name)
    quantiles = {q: int(e.value) for q, e in col.spread(result, key)[1].items()}
    said = f"{column.label}: {rows[0]['value']:,} {'' if column.unit == column.label.lower() else column.unit}".rstrip()
    always = f"{said} in each of {games(result.n_games)}." if len(rows) == 1 and result.n_games > 1 else ""
    return tabled(result, rows, mean=col.mean_at(result, key), quantiles=quantiles, unit=column.unit, label=column.label, always=always)


def kinds(result: Result) -> list[Column]:
    return [c for c in col.columns(result, "game") if c.kind == "choice"]


def endings(result: Result) -> pd.DataFrame:
    rows = []
    for column in kinds(result):
        count = result.tally["game", column.name]
        found = dict(zip(count.values.tolist(), count.of().tolist(), strict=True))
        for i, category in enumerate(column.choices):
            rows.append(bar(col.part_of_games(result, found.get(i, 0)), column.label, "share", category=category))
    only = [f"{r['label']}: {r['category']}" for r in rows if r["value"] == 1]
    always = f"{'; '.join(only)}, in each of {games(result.n_games)}." if len(only) == len(kinds(result)) and result.n_games > 1 else ""
    return tabled(result, rows, always=always)


def happening(result: Result) -> list[Column]:
    return [c for c in col.columns(result, "game") if c.kind == "flag"]


def in_how_many(result: Result) -> pd.DataFrame:
    found = happening(result)
    return tabled(result, [bar(col.part_of_games(result, col.total(result, ("game", c.name))), c.label, "share") for c in found])


def explaining(result: Result) -> list[Column]:
    return [c for c in col.columns(result, "game") if c.explains]


def explained(result: Result) -> pd.DataFrame:
    rows, signs = [], []
    for column in explaining(result):
        r = col.correlation_at(result, ("game", column.name), ("game", column.explains))
        other = next(c.label for c in col.columns(result, "game") if c.name == column.explains)
        if r is not None and r.low is not None and r.high is not None:
            ends = sorted((r.low**2, r.high**2))
            e = Estimate(r.value**2, 0.0 if r.low <= 0 <= r.high else ends[0], ends[1], r.n, r.is_few)
            rows.append(bar(e, f"{other}, by {column.label.lower()}", "share", category="explained"))
            signs.append("none is clear" if r.low <= 0 <= r.high else "more goes with more" if r.value > 0 else "more goes with less")
    return tabled(result, rows, signs=signs)
