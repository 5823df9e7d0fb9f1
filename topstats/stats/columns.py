"""Estimates of one column of a run, by place at the table or by strategy, from the tally."""

from dataclasses import replace

from topstats.core.contract import SHARE, Column
from topstats.result import Result
from topstats.split import Key as SplitKey
from topstats.stats import estimates as est
from topstats.stats.estimates import QUANTILES, Estimate, Units
from topstats.tally import live_columns

Key = tuple[str, str]  # (per, name) of a column
WIN: Key = ("seat", "share")


def columns(result: Result, per: str) -> list[Column]:
    """The columns of a block that this run has."""
    return [c for _, c in live_columns(result.settings.mode_record, per, result.meta["extras"])]


def scale_of(result: Result, key: Key) -> int:
    """What the numbers of the column are shown times."""
    return next(c.scale for c in result.settings.mode_record.columns_of(key[0]) if c.name == key[1])


def times(e: Estimate, scale: float) -> Estimate:
    """The estimate of so many times the number."""
    if scale == 1:
        return e
    low, high = (None if bound is None else bound * scale for bound in (e.low, e.high))
    return replace(e, value=e.value * scale, low=low, high=high)


def unit_games(result: Result) -> int:
    """Games in one unit of the statistics."""
    return result.settings.players if result.settings.rotate else 1


def seats_held(result: Result, group: int) -> int:
    """How many of the run's seats the strategy (by its place in `settings.specs`) has."""
    return [seat.spec for seat in result.settings.seats].count(result.settings.specs[group])


def is_balanced(result: Result, group: int) -> bool:
    """Whether the strategy sat at every place equally often (an unfinished last rotation aside)."""
    return seats_held(result, group) == result.settings.players or (result.settings.rotate and result.tally.n_units > 0)


def total(result: Result, key: Key, cell: int | slice = slice(None), group: int | slice = slice(None)) -> int:
    """The sum of the column over all games of these cells and this group."""
    count = result.tally[key]
    return int((count.values * count.of(cell, group)).sum())


def cell_units(result: Result, key: Key, cell: int) -> Units:
    count = result.tally[key]
    return Units(result.tally.n_units, unit_games(result), int(count.total[cell]), int(count.square[cell]))


def pool_units(result: Result, key: Key, pool: int, seats: int = 1) -> Units:
    """A pool of the tally: a strategy, an entry of a further axis, or (-1) a whole further block. `seats` observations of a game are averaged (1: added)."""
    count = result.tally[key]
    return Units(result.tally.n_units, unit_games(result) * seats, int(count.pool_total[pool]), int(count.pool_square[pool]))


def rate_at(result: Result, key: Key, cell: int, one: int = 1) -> Estimate:
    """Mean of a flag, or with one = 60 of a share, at one place."""
    return est.share(total(result, key, cell), result.n_games, cell_units(result, key, cell), one)


def win_at(result: Result, place: int) -> Estimate:
    """Win share of a place (0, 1, ...)."""
    return rate_at(result, WIN, place, SHARE)


def win_of(result: Result, group: int) -> Estimate:
    """Win share of a strategy: the shares of all its seats added."""
    return est.share(total(result, WIN, group=group), result.n_games, pool_units(result, WIN, group, 1), SHARE)


def mean_at(result: Result, key: Key, cell: int = 0) -> Estimate:
    """Mean of a column over games, at one place (or cell of a further block; or of the game table)."""
    return _not_below(result, key, est.mean(total(result, key, cell), result.n_games, cell_units(result, key, cell)))


def mean_of(result: Result, key: Key, group: int) -> Estimate:
    """Mean of a column over all seats of a strategy; n counts seats times games."""
    seats = seats_held(result, group)
    return _not_below(result, key, est.mean(total(result, key, group=group), result.n_games * seats, pool_units(result, key, group, seats)))


def ratio_at(result: Result, key: Key, under: Key, cell: int = 0) -> Estimate | None:
    """The sum of a column by that of its `for_each` column, in one cell."""
    totals = total(result, key, cell), total(result, under, cell)
    return est.ratio(cell_units(result, key, cell), cell_units(result, under, cell), int(result.tally[key].cross[cell]), totals)


def ratio_of(result: Result, key: Key, under: Key, group: int) -> Estimate | None:
    """The same over all seats of a strategy, as it is shown."""
    totals = total(result, key, group=group), total(result, under, group=group)
    e = est.ratio(pool_units(result, key, group), pool_units(result, under, group), int(result.tally[key].pool_cross[group]), totals)
    return None if e is None else times(e, scale_of(result, key))


def split_at(result: Result, key: SplitKey, value: int) -> Estimate | None:
    """Mean of a column where the one that splits it has this value (as it is counted inside); None if that came less than FEW times.

    n counts how often it came. The unit of the interval is the game, or the rotation: a share or flag as a rate, a number as a ratio of sums.
    """
    one = result.tally.splits[key]
    counts = one.counts[value - one.low]
    n, sum_ = int(counts.sum()), int((counts * one.others).sum())
    column = next(c for c in result.settings.mode_record.columns_of(key[0]) if c.name == key[2])
    if n < est.FEW:
        return None
    count, together, count_square, square, product = (int(v) for v in one.units[:, value - one.low])
    over, under = (Units(result.tally.n_units, 1, *sums) for sums in ((together, square), (count, count_square)))
    if column.kind in ("share", "flag"):
        return est.rate(over, under, product, (sum_, n), SHARE if column.kind == "share" else 1)
    e = est.ratio(over, under, product, (sum_, n))
    return None if e is None else times(e, column.scale)


def chance_at(result: Result, key: Key, under: Key, cell: int = 0) -> Estimate | None:
    """How often, of the chances that its `out_of` column counts, in one cell."""
    totals = total(result, key, cell), total(result, under, cell)
    return est.rate(cell_units(result, key, cell), cell_units(result, under, cell), int(result.tally[key].cross[cell]), totals)


def chance_of(result: Result, key: Key, under: Key, entry: int) -> Estimate | None:
    """The same for an entry of a further axis, all seats together."""
    entries = len(result.settings.mode_record.axes[key[0]].labels)
    totals = tuple(total(result, k, slice(entry, None, entries)) for k in (key, under))
    return est.rate(pool_units(result, key, entry), pool_units(result, under, entry), int(result.tally[key].pool_cross[entry]), (totals[0], totals[1]))


def part_of_axis(result: Result, key: Key, entry: int) -> Estimate | None:
    """The share of an entry in the sum over the axis, of a column with `expected` shares; a common one is counted once, not in the rows of all seats."""
    mode, players = result.settings.mode_record, result.settings.players
    times = players if next(c.is_common for c in mode.columns_of(key[0]) if c.name == key[1]) else 1
    one, all_ = (pool_units(result, key, pool) for pool in (entry, -1))
    once = [replace(u, total=u.total // times, square=u.square // times**2) for u in (one, all_)]
    totals = total(result, key, slice(entry, None, len(mode.axes[key[0]].labels))) // times, total(result, key) // times
    return est.rate(once[0], once[1], int(result.tally[key].pool_cross[entry]) // times**2, totals)


def correlation_at(result: Result, key: Key, other: Key, cell: int = 0) -> Estimate | None:
    """How a column goes with the one that it explains."""
    return est.correlation(cell_units(result, key, cell), cell_units(result, other, cell), int(result.tally[key].cross[cell]))


def _not_below(result: Result, key: Key, e: Estimate) -> Estimate:
    """As it is shown; what was never below 0 has no interval that reaches there."""
    bounded = replace(e, low=max(0.0, e.low)) if e.low is not None and result.tally[key].low >= 0 else e
    return times(bounded, scale_of(result, key))


def spread(result: Result, key: Key, cell: int | slice = slice(None), group: int | slice = slice(None)) -> tuple[float | None, dict[int, Estimate]]:
    """Standard deviation and the quantiles 5, 25, 50, 75, 95 (with intervals) of single observations."""
    count, scale = result.tally[key], scale_of(result, key)
    counts, sd = count.of(cell, group), est.deviation(count.values, count.of(cell, group))
    quantiles = {q: times(est.quantile(count.values, counts, q, result.tally.n_units), scale) for q in QUANTILES}
    return None if sd is None else sd * scale, quantiles


def part_of_games(result: Result, games: int) -> Estimate:
    """The share of all games that are of some kind. With rotation as if the games of a rotation were alike (conservative)."""
    share = games / result.n_games
    units = result.tally.n_units
    low, high = est.wilson(share * units, units)
    return Estimate(share, low, high, result.n_games, units < est.FEW)


def win_when(result: Result, key: Key, cell: int | slice = slice(None)) -> Estimate | None:
    """Win share in the games in which a flag of the seat table was 1, at one place or at all; None if there are none."""
    count = result.tally[key]
    flagged = total(result, key, cell)
    if not flagged:
        return None
    value, units = int(count.won[cell].sum()) / (SHARE * flagged), flagged / unit_games(result)
    return Estimate(value, *est.wilson(value * units, units), flagged, units < est.FEW)


def seats_p_value(result: Result) -> float | None:
    """Joint test of the seats, see `estimates.seats_differ`."""
    wins = result.tally[WIN]
    return est.seats_differ(wins.total.tolist(), wins.square.tolist(), result.tally.n_units)
