"""Answers by place at the table or by strategy: who wins, with how many points, and what else differs between the seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topstats.core.contract import SHARE, Column
from topstats.result import Result
from topstats.stats import columns as col
from topstats.stats.columns import Key
from topstats.stats.estimates import Estimate
from topstats.stats.metric import SCORE, bar, games, places, score_column, tabled, unit

if TYPE_CHECKING:
    import pandas as pd


def win_by_seat(result: Result) -> pd.DataFrame:
    def row(place: int) -> dict[str, Any]:
        e = col.win_at(result, place)
        return {"seat": place + 1, "win_share": e.value, "win_low": e.low, "win_high": e.high, "fair_share": 1 / result.settings.players, "n": e.n}

    return tabled(result, [row(p) for p in places(result)], p_value=col.seats_p_value(result))


def win_by_strategy(result: Result) -> pd.DataFrame:
    rows = []
    for group, spec in enumerate(result.settings.specs):
        e, held = col.win_of(result, group), col.seats_held(result, group)
        row = {"strategy": spec, "win_share": e.value, "win_low": e.low, "win_high": e.high, "fair_share": held / result.settings.players, "n": e.n}
        rows.append(row | {"seats_held": held, "balanced": col.is_balanced(result, group)})
    return tabled(result, rows)


def _spread_row(mean: Estimate, spread: tuple[float | None, dict[int, Estimate]]) -> dict[str, Any]:
    sd, quantiles = spread
    row = {"mean": mean.value, "mean_low": mean.low, "mean_high": mean.high, "sd": sd}
    return row | {f"q{q:02}": int(e.value) for q, e in quantiles.items()} | {"n": mean.n}


def spreads(
    result: Result, keys: list[dict[str, Any]], means: list[Estimate], spreads: list[tuple[float | None, dict[int, Estimate]]], key: Key = SCORE
) -> pd.DataFrame:
    """A row for each key; the quantiles' intervals go into `attrs`, beside the table that the page shows. `key`: a column that has the unit."""
    rows = [names | _spread_row(mean, spread) for names, mean, spread in zip(keys, means, spreads, strict=True)]
    bounds = [{f"q{q:02}": (e.low, e.high) for q, e in quantiles.items()} for _, quantiles in spreads]
    return tabled(result, rows, unit=unit(result, key), score=score_column(result), quantile_intervals=bounds)


def score_by_seat(result: Result) -> pd.DataFrame:
    cells = places(result)
    return spreads(result, [{"seat": p + 1} for p in cells], [col.mean_at(result, SCORE, p) for p in cells], [col.spread(result, SCORE, p) for p in cells])


def score_by_strategy(result: Result) -> pd.DataFrame:
    groups = range(len(result.settings.specs))
    means, found = [col.mean_of(result, SCORE, g) for g in groups], [col.spread(result, SCORE, group=g) for g in groups]
    return spreads(result, [{"strategy": spec} for spec in result.settings.specs], means, found)


def with_spread(result: Result) -> list[Column]:
    return [c for c in col.columns(result, "seat") if c.shown == "spread"]


def spread_of_each(result: Result) -> pd.DataFrame:
    """Columns of the seat table that have a picture of their own, over all seats of each strategy."""
    found = [(c, group) for c in with_spread(result) for group in range(len(result.settings.specs))]
    keys = [{"strategy": result.settings.specs[group], "label": c.label} for c, group in found]
    means = [col.mean_of(result, ("seat", c.name), group) for c, group in found]
    return spreads(result, keys, means, [col.spread(result, ("seat", c.name), group=group) for c, group in found], ("seat", found[0][0].name))


def had_from_each(result: Result) -> list[Column]:
    """Columns of the seat table that are had from something that another one counts."""
    return [c for c in col.columns(result, "seat") if c.for_each]


def for_each_by_strategy(result: Result) -> pd.DataFrame:
    rows, names = [], {c.name: c.label for c in col.columns(result, "seat")}
    for column in had_from_each(result):
        for group, spec in enumerate(result.settings.specs):
            e = col.ratio_of(result, ("seat", column.name), ("seat", column.for_each), group)
            if e is not None:
                rows.append(bar(e, f"{column.label}, for each of the {names[column.for_each].lower()}", "mean", strategy=spec))
    return tabled(result, rows, unit=had_from_each(result)[0].unit)


def relative(result: Result) -> list[Column]:
    """Columns that are also told as a share of a knob's value."""
    return [c for c in col.columns(result, "seat") if c.relative_to and result.settings.rules[c.relative_to]]


def returns_by_strategy(result: Result) -> pd.DataFrame:
    rows = []
    for column in relative(result):
        knob = next(k for k in result.settings.mode_record.knobs if k.name == column.relative_to)
        for group, spec in enumerate(result.settings.specs):
            e = col.times(col.mean_of(result, ("seat", column.name), group), 1 / result.settings.rules[knob.name])
            rows.append(bar(e, f"{column.label} by {knob.label.lower()}", "share", strategy=spec))
    return tabled(result, rows)


def points_by_source(result: Result) -> pd.DataFrame:
    rows = []
    for place in places(result):
        for column in parts(result):
            e = col.mean_at(result, ("seat", column.name), place)
            rows.append({"seat": place + 1, "part": column.label, "mean": e.value, "low": e.low, "high": e.high, "n": e.n})
    return tabled(result, rows, unit=unit(result, SCORE), score=score_column(result))


def parts(result: Result) -> list[Column]:
    return [c for c in col.columns(result, "seat") if c.part_of == "score"]


def counted(result: Result, units: tuple[str, ...], without: tuple[str, ...] = ()) -> list[Column]:
    """Counted columns of the seat table, score and its parts aside, in these units (or in all but those); without those that were never above 0."""
    found = [c for c in col.columns(result, "seat") if c.kind == "count" and c.name != "score" and not c.part_of and not c.out_of]
    found = [c for c in found if c.unit not in without and (not units or c.unit in units) and not c.shown]
    return [c for c in found if _only_value(result, ("seat", c.name)) != 0] or found


def means_by_seat(units: tuple[str, ...], without: tuple[str, ...], result: Result) -> pd.DataFrame:
    found = counted(result, units, without)
    rows = [bar(col.mean_at(result, ("seat", c.name), p), c.label, "mean", seat=p + 1) for c in found for p in places(result)]
    same = [(c.label, c.unit, _only_value(result, ("seat", c.name))) for c in found]
    always = ""
    if result.n_games > 1 and all(value is not None for _, _, value in same):
        told = "; ".join(f"{label}: {value:,} {'' if unit in label.lower() else unit}".rstrip() for label, unit, value in same)
        always = f"{told}, in every seat of each of {games(result.n_games)}."
    return tabled(result, rows, always=always)


def _only_value(result: Result, key: col.Key) -> int | None:
    """The value that the column has in every cell of every game; None if there are several."""
    count = result.tally[key]
    seen = [int(v) for v, n in zip(count.values, count.of(), strict=True) if n]
    return seen[0] if len(seen) == 1 else None


def flags(result: Result) -> list[Column]:
    """Those that were ever set; all if none was."""
    found = [c for c in col.columns(result, "seat") if c.kind == "flag"]
    return [c for c in found if col.total(result, ("seat", c.name))] or found


def flags_by_seat(result: Result) -> pd.DataFrame:
    rows = []
    for column in flags(result):
        key = ("seat", column.name)
        rows += [bar(col.rate_at(result, key, p), column.label, "share", seat=p + 1) for p in places(result)]
        wins = [(p, col.win_when(result, key, p)) for p in places(result)]
        rows += [bar(e, f"Wins when: {column.label}", "share", seat=p + 1) for p, e in wins if e is not None]
    first = flags(result)[0]
    never = [c.label for c in col.columns(result, "seat") if c.kind == "flag" and c not in flags(result)]
    return tabled(result, rows, flag=first.label, win=col.win_when(result, ("seat", first.name)), fair_share=1 / result.settings.players, never=never)


def readings(result: Result) -> list[Column]:
    """Shares of the win by other readings of the rules."""
    return [c for c in col.columns(result, "seat") if c.kind == "share"]


def win_by_reading(result: Result) -> pd.DataFrame:
    rows = [bar(col.rate_at(result, ("seat", c.name), p, SHARE), c.label, "share", seat=p + 1) for c in readings(result) for p in places(result)]
    return tabled(result, rows)
