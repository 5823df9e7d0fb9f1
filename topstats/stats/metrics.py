"""What can be asked of a run. A metric is one function and one entry in METRICS; app, notebooks and report pick it up by themselves.

No metric knows a game: it looks at the columns that the mode declares, and `applies` says whether they are there.
Shares are fractions of 1. An interval's unit is the game, with rotation the rotation of one deal; a missing interval (one unit only) is an empty cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from topstats.core.contract import SHARE, Column
from topstats.result import Result
from topstats.stats import columns as col
from topstats.stats import course, findings, rates
from topstats.stats.estimates import Estimate

if TYPE_CHECKING:
    import pandas as pd

SCORE = ("seat", "score")


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A question with its answer.

    label : the question. definition : what is counted, over which denominator.
    kind : how it is drawn, and the columns of the table:
        share: seat or strategy, win_share, win_low, win_high, fair_share, n (strategy: seats_held, balanced);
        spread: seat or strategy, mean, mean_low, mean_high, sd, q05, q25, q50, q75, q95, n;
        parts: seat, part, mean, low, high, n; histogram: value, games, share, low, high, n;
        bars: seat and/or category, label, value, low, high, n, unit ("share" or "mean");
        course: label, category and moment (1, 2, ...), seat (none: all), mean, low, high, n, unit, and for all seats q05, q25, q50, q75, q95.
    compute : the tidy table of a result; if nothing varies in it, attrs["always"] is the sentence that says so, and there is nothing to draw.
    finding : one sentence made from that table. applies : whether the result has the columns for it.
    detail : another sentence, for the picture where the finding stands above it in large letters already.
    """

    name: str
    label: str
    definition: str
    kind: str
    compute: Callable[[Result], pd.DataFrame]
    finding: Callable[[pd.DataFrame], str]
    applies: Callable[[Result], bool]
    detail: Callable[[pd.DataFrame], str] | None = None

    def beside(self, table: pd.DataFrame) -> str:
        """What to say at the picture whose finding is the page's headline."""
        return (self.detail or self.finding)(table)


def metrics_of(result: Result) -> tuple[Metric, ...]:
    """The metrics that this run can answer."""
    return tuple(m for m in METRICS if m.applies(result))


def _table(result: Result, rows: list[dict[str, Any]], **words: Any) -> pd.DataFrame:
    """The rows, with what the finding's words need in `attrs`."""
    import pandas as pd

    settings = result.settings
    table = pd.DataFrame(rows)
    table = table.astype({name: float for name in table if name in ("low", "high", "mean_low", "mean_high", "sd")})
    table.attrs |= {
        "n_games": result.n_games,
        "units": result.tally.n_units,
        "seats_have_colours": settings.mode_record.seats_have_colours,
        "unit_word": "rotations" if settings.rotate else "games",
        "mixed": len(settings.specs) > 1 and not settings.rotate,
        **words,
    }
    return table


def _places(result: Result) -> range:
    return range(result.settings.players)


def _unit(result: Result, key: col.Key) -> str:
    return next(c.unit for c in result.settings.mode_record.columns_of(key[0]) if c.name == key[1])


def win_by_seat(result: Result) -> pd.DataFrame:
    def row(place: int) -> dict[str, Any]:
        e = col.win_at(result, place)
        return {"seat": place + 1, "win_share": e.value, "win_low": e.low, "win_high": e.high, "fair_share": 1 / result.settings.players, "n": e.n}

    return _table(result, [row(p) for p in _places(result)], p_value=col.seats_p_value(result))


def win_by_strategy(result: Result) -> pd.DataFrame:
    rows = []
    for group, spec in enumerate(result.settings.specs):
        e, held = col.win_of(result, group), col.seats_held(result, group)
        row = {"strategy": spec, "win_share": e.value, "win_low": e.low, "win_high": e.high, "fair_share": held / result.settings.players, "n": e.n}
        rows.append(row | {"seats_held": held, "balanced": col.is_balanced(result, group)})
    return _table(result, rows)


def _spread_row(mean: Estimate, spread: tuple[float | None, dict[int, Estimate]]) -> dict[str, Any]:
    sd, quantiles = spread
    row = {"mean": mean.value, "mean_low": mean.low, "mean_high": mean.high, "sd": sd}
    return row | {f"q{q:02}": int(e.value) for q, e in quantiles.items()} | {"n": mean.n}


def _spreads(result: Result, keys: list[dict[str, Any]], means: list[Estimate], spreads: list[tuple[float | None, dict[int, Estimate]]]) -> pd.DataFrame:
    """A row for each key; the quantiles' intervals go into `attrs`, beside the table that the page shows."""
    rows = [key | _spread_row(mean, spread) for key, mean, spread in zip(keys, means, spreads, strict=True)]
    bounds = [{f"q{q:02}": (e.low, e.high) for q, e in quantiles.items()} for _, quantiles in spreads]
    return _table(result, rows, unit=_unit(result, SCORE), quantile_intervals=bounds)


def score_by_seat(result: Result) -> pd.DataFrame:
    places = _places(result)
    means, spreads = [col.mean_at(result, SCORE, p) for p in places], [col.spread(result, SCORE, p) for p in places]
    return _spreads(result, [{"seat": p + 1} for p in places], means, spreads)


def score_by_strategy(result: Result) -> pd.DataFrame:
    groups = range(len(result.settings.specs))
    means, spreads = [col.mean_of(result, SCORE, g) for g in groups], [col.spread(result, SCORE, group=g) for g in groups]
    return _spreads(result, [{"strategy": spec} for spec in result.settings.specs], means, spreads)


def game_histogram(name: str, result: Result) -> pd.DataFrame:
    key = ("game", name)
    count = result.tally[key]
    rows = []
    for value, games in zip(count.values * col.scale_of(result, key), count.of(), strict=True):
        if games:
            e = col.part_of_games(result, int(games))
            rows.append({"value": int(value), "games": int(games), "share": e.value, "low": e.low, "high": e.high, "n": e.n})
    column = next(c for c in col.columns(result, "game") if c.name == name)
    quantiles = {q: int(e.value) for q, e in col.spread(result, key)[1].items()}
    said = f"{column.label}: {rows[0]['value']:g} {'' if column.unit == column.label.lower() else column.unit}".rstrip()
    always = f"{said} in each of {_games(result.n_games)}." if len(rows) == 1 and result.n_games > 1 else ""
    return _table(result, rows, mean=col.mean_at(result, key), quantiles=quantiles, unit=column.unit, label=column.label, always=always)


def _games(n: int) -> str:
    return f"{n:,} game{'s' * (n != 1)}"


def points_by_source(result: Result) -> pd.DataFrame:
    rows = []
    for place in _places(result):
        for column in _parts(result):
            e = col.mean_at(result, ("seat", column.name), place)
            rows.append({"seat": place + 1, "part": column.label, "mean": e.value, "low": e.low, "high": e.high, "n": e.n})
    return _table(result, rows, unit=_unit(result, SCORE))


def _parts(result: Result) -> list[Column]:
    return [c for c in col.columns(result, "seat") if c.part_of == "score"]


def _bar(e: Estimate, label: str, unit: str, **keys: Any) -> dict[str, Any]:
    return {**keys, "label": label, "value": e.value, "low": e.low, "high": e.high, "n": e.n, "unit": unit}


def _counts(result: Result, units: tuple[str, ...], without: tuple[str, ...] = ()) -> list[Column]:
    """Counted columns of the seat table, score and its parts aside, in these units (or in all but those)."""
    found = [c for c in col.columns(result, "seat") if c.kind == "count" and c.name != "score" and not c.part_of and not c.out_of]
    return [c for c in found if c.unit not in without and (not units or c.unit in units)]


def means_by_seat(units: tuple[str, ...], without: tuple[str, ...], result: Result) -> pd.DataFrame:
    found = _counts(result, units, without)
    rows = [_bar(col.mean_at(result, ("seat", c.name), p), c.label, "mean", seat=p + 1) for c in found for p in _places(result)]
    same = [(c.label, c.unit, _only_value(result, ("seat", c.name))) for c in found]
    always = ""
    if result.n_games > 1 and all(value is not None for _, _, value in same):
        told = "; ".join(f"{label}: {value:,} {'' if unit in label.lower() else unit}".rstrip() for label, unit, value in same)
        always = f"{told}, in every seat of each of {_games(result.n_games)}."
    return _table(result, rows, always=always)


def _only_value(result: Result, key: col.Key) -> int | None:
    """The value that the column has in every cell of every game; None if there are several."""
    count = result.tally[key]
    seen = [int(v) for v, n in zip(count.values, count.of(), strict=True) if n]
    return seen[0] if len(seen) == 1 else None


def _further(result: Result) -> list[str]:
    return [per for per in rates.further(result) if rates.plain(result, per)]


def _of_axes(result: Result, flags: bool) -> list[tuple[str, Column]]:
    """Flags or counts of the further blocks; how often something happened stands in the tables only."""
    found = [(per, c) for per in _further(result) for c in rates.plain(result, per)]
    return [(per, c) for per, c in found if (c.kind == "flag") == flags and c.unit != "times"]


def by_axis(flags: bool, result: Result) -> pd.DataFrame:
    rows, unit = [], "share" if flags else "mean"
    for per, column in _of_axes(result, flags):
        key, labels = (per, column.name), result.settings.mode_record.axes[per].labels
        entries = len(result.tally[key].total) // result.settings.players
        used = [entry for entry in range(entries) if col.total(result, key, slice(entry, None, entries))]  # cities that are in play
        for place in _places(result)[: 1 if column.is_common else None]:
            estimates = [(entry, (col.rate_at if flags else col.mean_at)(result, key, place * entries + entry)) for entry in used]
            seat = None if column.is_common else place + 1
            rows += [_bar(e, column.label, unit, seat=seat, category=labels[entry]) for entry, e in estimates]
    table = _table(result, rows)
    return table.astype({"seat": "Int64"})


def rates_by_seat(result: Result) -> pd.DataFrame:
    return _table(result, rates.rates(result)).astype({"seat": "Int64"})


def rates_by_axis(result: Result) -> pd.DataFrame:
    return _table(result, rates.axis_rates(result)).drop(columns="seat")


def course_of_games(result: Result) -> pd.DataFrame:
    return _table(result, course.course(result)).astype({"seat": "Int64"})


def _flags(result: Result) -> list[Column]:
    return [c for c in col.columns(result, "seat") if c.kind == "flag"]


def flags_by_seat(result: Result) -> pd.DataFrame:
    rows = []
    for column in _flags(result):
        key = ("seat", column.name)
        rows += [_bar(col.rate_at(result, key, p), column.label, "share", seat=p + 1) for p in _places(result)]
        wins = [(p, col.win_when(result, key, p)) for p in _places(result)]
        rows += [_bar(e, f"Wins when: {column.label}", "share", seat=p + 1) for p, e in wins if e is not None]
    first = _flags(result)[0]
    return _table(result, rows, flag=first.label, win=col.win_when(result, ("seat", first.name)), fair_share=1 / result.settings.players)


def _kinds(result: Result) -> list[Column]:
    return [c for c in col.columns(result, "game") if c.kind in ("choice", "flag")]


def endings(result: Result) -> pd.DataFrame:
    rows = []
    for column in _kinds(result):
        count = result.tally["game", column.name]
        found = dict(zip(count.values.tolist(), count.of().tolist(), strict=True))
        for i, category in enumerate(column.choices or ("no", "yes")):
            rows.append(_bar(col.part_of_games(result, found.get(i, 0)), column.label, "share", category=category))
    only = [f"{r['label']}: {r['category']}" for r in rows if r["value"] == 1]
    always = f"{'; '.join(only)}, in each of {_games(result.n_games)}." if len(only) == len(_kinds(result)) and result.n_games > 1 else ""
    return _table(result, rows, always=always)


def _for_each(result: Result) -> list[tuple[str, Column]]:
    """Common columns of further blocks that something else brings."""
    return [(per, c) for per in _further(result) for c in col.columns(result, per) if c.for_each and c.is_common]


def brought_by_each(result: Result) -> pd.DataFrame:
    rows = []
    for per, column in _for_each(result):
        labels = result.settings.mode_record.axes[per].labels
        entries = len(result.tally[per, column.name].total) // result.settings.players
        found = [(labels[x], col.ratio_at(result, (per, column.name), (per, column.for_each), x)) for x in range(entries)]
        label = f"{column.label} by {next(c.label for c in col.columns(result, per) if c.name == column.for_each).lower()}"
        rows += [_bar(e, label, "mean", category=name) for name, e in found if e is not None]
    return _table(result, rows)


def _explaining(result: Result) -> list[Column]:
    return [c for c in col.columns(result, "game") if c.explains]


def explained(result: Result) -> pd.DataFrame:
    rows, signs = [], []
    for column in _explaining(result):
        r = col.correlation_at(result, ("game", column.name), ("game", column.explains))
        other = next(c.label for c in col.columns(result, "game") if c.name == column.explains)
        if r is not None and r.low is not None and r.high is not None:
            ends = sorted((r.low**2, r.high**2))
            e = Estimate(r.value**2, 0.0 if r.low <= 0 <= r.high else ends[0], ends[1], r.n, r.is_few)
            rows.append(_bar(e, f"{other}, by {column.label.lower()}", "share", category="explained"))
            signs.append("none is clear" if r.low <= 0 <= r.high else "more goes with more" if r.value > 0 else "more goes with less")
    return _table(result, rows, signs=signs)


def _readings(result: Result) -> list[Column]:
    """Shares of the win by other readings of the rules."""
    return [c for c in col.columns(result, "seat") if c.kind == "share"]


def win_by_reading(result: Result) -> pd.DataFrame:
    rows = [_bar(col.rate_at(result, ("seat", c.name), p, SHARE), c.label, "share", seat=p + 1) for c in _readings(result) for p in _places(result)]
    return _table(result, rows)


def _has(per: str, name: str) -> Callable[[Result], bool]:
    return lambda result: (per, name) in result.tally


def _histogram(name: str, label: str, definition: str) -> Metric:
    compute = partial(game_histogram, name)
    return Metric(name=name, label=label, definition=definition, kind="histogram", compute=compute, finding=findings.histogram, applies=_has("game", name))


def _means(name: str, label: str, definition: str, units: tuple[str, ...], without: tuple[str, ...] = ()) -> Metric:
    compute = partial(means_by_seat, units, without)
    return Metric(
        name=name,
        label=label,
        definition=definition,
        kind="bars",
        compute=compute,
        finding=findings.bars,
        applies=lambda result: bool(_counts(result, units, without)),
    )


METRICS: tuple[Metric, ...] = (
    Metric(
        name="win_by_seat",
        label="Who wins from which seat?",
        definition="Share of the wins of each seat; a win shared by k seats counts 1/k for each. All games count, stalled and cut ones too.",
        kind="share",
        compute=win_by_seat,
        finding=findings.seats,
        detail=findings.off_fair,
        applies=_has("seat", "share"),
    ),
    Metric(
        name="win_by_strategy",
        label="Which strategy wins?",
        definition="Share of the wins that go to the seats of a strategy, of all games; fair is its part of the seats.",
        kind="share",
        compute=win_by_strategy,
        finding=findings.strategies,
        detail=findings.off_fair,
        applies=lambda result: len(result.settings.specs) > 1,
    ),
    Metric(
        name="score_by_seat",
        label="How many points does each seat make?",
        definition="Points at the end of all games: number and dot are the mean with its 95 % interval, the line is the median; "
        "half of the games lie within the thick bar, nine tenths within the thin one.",
        kind="spread",
        compute=score_by_seat,
        finding=findings.scores,
        applies=_has(*SCORE),
    ),
    Metric(
        name="score_by_strategy",
        label="How many points does each strategy make?",
        definition="Points at the end of all games, over all seats that the strategy held (n counts seats times games).",
        kind="spread",
        compute=score_by_strategy,
        finding=findings.scores,
        applies=lambda result: SCORE in result.tally and len(result.settings.specs) > 1,
    ),
    _histogram("margin", "How close are the games?", "Points of the winner ahead of the next seat, 0 for a tie; share of all games."),
    _histogram("length", "How long is a game?", "Length of all games, cut and stalled ones included; share of all games."),
    _histogram("minutes", "How many minutes does it take?", "Minutes of all games, cut ones included; share of all games."),
    Metric(
        name="points_by_source",
        label="Where do the points come from?",
        definition="Mean points of each source, by seat, over all games; they add up to the score.",
        kind="parts",
        compute=points_by_source,
        finding=findings.parts,
        applies=lambda result: bool(_parts(result)),
    ),
    _means("cards", "Who wins the cards?", "Mean over all games, by seat.", ("cards",)),
    Metric(
        name="by_axis",
        label="Who gets which?",
        definition="Mean over all games, by seat and kind.",
        kind="bars",
        compute=partial(by_axis, False),
        finding=findings.axis,
        applies=lambda result: bool(_of_axes(result, False)),
    ),
    Metric(
        name="flags_by_axis",
        label="Who holds which at the end?",
        definition="Share of all games, by seat and kind.",
        kind="bars",
        compute=partial(by_axis, True),
        finding=findings.axis,
        applies=lambda result: any(col.total(result, (per, c.name)) for per, c in _of_axes(result, True)),
    ),
    _means("caps", "Where do the caps go?", "Mean over all games, by seat.", ("caps", "stacks")),
    _means("counts", "What else differs between the seats?", "Mean over all games, by seat.", (), ("cards", "caps", "stacks")),
    Metric(
        name="flags_by_seat",
        label="Who triggers the end, and does it help?",
        definition="Share of all games in which it was this seat, and this seat's share of the wins of just those games.",
        kind="bars",
        compute=flags_by_seat,
        finding=findings.flags,
        applies=lambda result: bool(_flags(result)),
    ),
    Metric(
        name="win_by_reading",
        label="Who would win by another reading of the rules?",
        definition="Share of the wins of each seat, as played and by each other reading, counted in the same rounds of the same games.",
        kind="bars",
        compute=win_by_reading,
        finding=findings.readings,
        applies=lambda result: len(_readings(result)) > 1,
    ),
    Metric(
        name="for_each",
        label="How much does each bring when it is there?",
        definition="The sum over all games divided by how often it was there (n).",
        kind="bars",
        compute=brought_by_each,
        finding=findings.for_each,
        applies=lambda result: bool(_for_each(result)),
    ),
    Metric(
        name="explained",
        label="What does the deal decide?",
        definition="Share of the variance between games (between rotations where seats rotate) that goes with it in a straight line: the squared correlation.",
        kind="bars",
        compute=explained,
        finding=findings.explained,
        applies=lambda result: bool(_explaining(result)),
    ),
    Metric(
        name="endings",
        label="How do games end?",
        definition="Share of all games.",
        kind="bars",
        compute=endings,
        finding=findings.endings,
        applies=lambda result: bool(_kinds(result)),
    ),
    _histogram("power_moves", "How often do powers move?", "How often a city power went from one seat to another; share of all games."),
    Metric(
        name="rates",
        label="How often does it happen?",
        definition="Share of the chances (rounds, discs) of all games together; the intervals know that the chances of one game hang together.",
        kind="bars",
        compute=rates_by_seat,
        finding=findings.rates,
        applies=lambda result: any(rates.rated(result, per) for per in ("game", "seat")) and bool(rates.rates(result)),
    ),
    Metric(
        name="rates_by_axis",
        label="How often does each kind come, and how often does it win?",
        definition="Share of all rounds or chances of all games together, beside chance alone; the intervals know that those of one game hang together.",
        kind="bars",
        compute=rates_by_axis,
        finding=findings.beside_chance,
        applies=lambda result: bool(rates.axis_rates(result)),
    ),
    Metric(
        name="course",
        label="How does a game go?",
        definition="Over the games that go on (at least 30 of them): line and band are the median and the middle half and nine tenths of all seats, "
        "thin lines the mean of each seat; of shares the thick line is the mean of all seats.",
        kind="course",
        compute=course_of_games,
        finding=findings.course,
        applies=lambda result: bool(course.blocks(result)) and bool(course.course(result)),
    ),
    _histogram("lead_changes", "How often does the lead change?", "How often another seat became the only first; share of all games."),
)
