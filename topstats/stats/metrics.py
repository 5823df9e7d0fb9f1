"""What can be asked of a run. A metric is one function and one entry in METRICS; app, notebooks and report pick it up by themselves.

No metric knows a game: it looks at the columns that the mode declares, and `applies` says whether they are there.
Shares are fractions of 1. An interval's unit is the game, with rotation the rotation of one deal; a missing interval (one unit only) is an empty cell.
The functions stand in rooms by kind: seats, axes, whole (games), rates, course; what they share in metric.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from topstats.result import Result
from topstats.stats import axes, course, findings, rates, seats, splits, told, whole
from topstats.stats import columns as col
from topstats.stats.metric import SCORE, Metric, score_column, worded

__all__ = ["METRICS", "Metric", "metrics_of"]


def metrics_of(result: Result) -> tuple[Metric, ...]:
    """The metrics that this run can answer, in its words."""
    words = _words(result)
    helps = {c.name: c.help.rstrip(".") for c in col.columns(result, "game")}
    return tuple(worded(m, words | {"help": helps.get(m.name, "")}) for m in METRICS if m.applies(result))


def _words(result: Result) -> dict[str, str]:
    """What the questions of a run are about: the word of what the game is won by ({many} points, how much money), and the labels of the columns asked for."""
    score = score_column(result)
    lines, is_even = splits.along(result), splits.has_even(result)
    return {
        "many": "much" if score.is_amount else "many",
        "what": score.what,
        "What": score.what.capitalize(),
        "do": "does" if score.is_amount else "do",
        "kinds": _all(per for per, _ in axes.of_axes(result, False)),
        "flag_kinds": _all(per for per, _ in axes.of_axes(result, True)),
        "flags": _all(c.label for c in seats.flags(result)).capitalize(),
        "spreads": _all(c.label.lower() for c in seats.with_spread(result)),
        "won_by": _all(splits.label_of(result, key, 1) for key in splits.splits_of(result, "share")),
        "earns_by": _all(splits.label_of(result, key, 1) for key in splits.splits_of(result, "count")),
        "earns": _all(splits.label_of(result, key, 2) for key in splits.splits_of(result, "count")),
        "happens_by": _all(splits.label_of(result, key, 1) for key in splits.happening(result)),
        "along": "What does it bring at each price?" if is_even else f"How does it go with {_all(splits.label_of(result, key, 1) for key in lines)}?",
        "even": " On the dotted line both are the same: break-even." if is_even else "",
    }


def _all(words: Iterable[str]) -> str:
    """Each once, as a list in a sentence."""
    *others, last = dict.fromkeys(words) or [""]
    return f"{', '.join(others)} and {last}" if others else last


def _has(per: str, name: str) -> Callable[[Result], bool]:
    return lambda result: (per, name) in result.tally


def _histogram(name: str, label: str, definition: str) -> Metric:
    compute = partial(whole.game_histogram, name)
    return Metric(name=name, label=label, definition=definition, kind="histogram", compute=compute, finding=findings.histogram, applies=_has("game", name))


def _means(name: str, label: str, definition: str, units: tuple[str, ...], without: tuple[str, ...] = ()) -> Metric:
    compute = partial(seats.means_by_seat, units, without)
    return Metric(
        name=name,
        label=label,
        definition=definition,
        kind="bars",
        compute=compute,
        finding=findings.bars,
        applies=lambda result: bool(seats.counted(result, units, without)),
    )


NO_CAUSE = "What goes together need not be the cause: who has the one may have other things, too."

METRICS: tuple[Metric, ...] = (
    Metric(
        name="win_by_seat",
        label="Who wins from which seat?",
        definition="Share of the wins of each seat; a win shared by k seats counts 1/k for each. All games count, stalled and cut ones too.",
        kind="share",
        compute=seats.win_by_seat,
        finding=findings.seats,
        detail=findings.off_fair,
        applies=_has("seat", "share"),
    ),
    Metric(
        name="win_by_strategy",
        label="Which strategy wins?",
        definition="Share of the wins that go to the seats of a strategy, of all games; fair is its part of the seats.",
        kind="share",
        compute=seats.win_by_strategy,
        finding=findings.strategies,
        detail=findings.off_fair,
        applies=lambda result: len(result.settings.specs) > 1,
    ),
    Metric(
        name="score_by_seat",
        label="How {many} {what} does each seat make?",
        definition="{What} at the end of all games: number and dot are the mean with its 95 % interval, the line is the median; "
        "half of the games lie within the thick bar, nine tenths within the thin one.",
        kind="spread",
        compute=seats.score_by_seat,
        finding=findings.scores,
        applies=_has(*SCORE),
    ),
    Metric(
        name="score_by_strategy",
        label="How {many} {what} does each strategy make?",
        definition="{What} at the end of all games, over all seats that the strategy held (n counts seats times games).",
        kind="spread",
        compute=seats.score_by_strategy,
        finding=findings.scores,
        applies=lambda result: SCORE in result.tally and len(result.settings.specs) > 1,
    ),
    _histogram("margin", "How close are the games?", "{What} of the winner ahead of the next seat, 0 for a tie; share of all games."),
    _histogram("length", "How long is a game?", "Length of all games, cut and stalled ones included; share of all games."),
    _histogram("minutes", "How many minutes does it take?", "Minutes of all games, cut ones included; share of all games."),
    Metric(
        name="points_by_source",
        label="Where {do} the {what} come from?",
        definition="Mean {what} of each source, by seat, over all games; they add up to the score.",
        kind="parts",
        compute=seats.points_by_source,
        finding=findings.parts,
        applies=lambda result: bool(seats.parts(result)),
    ),
    Metric(
        name="costs",
        label="What does each cost, and what does it bring?",
        definition="All games: number and dot are the mean with its 95 % interval, the line is the median; half of the games lie within the thick bar, "
        "nine tenths within the thin one.",
        kind="spread",
        compute=axes.spread_along_axis,
        finding=told.spread_of_groups,
        applies=lambda result: bool(axes.with_picture(result, "spread")),
    ),
    Metric(
        name="along",
        label="{along}",
        definition="Mean of all that had this value, in all games (values that came at least 30 times), with its 95 % interval; the interval knows "
        "that those of one game hang together.{even}",
        kind="trend",
        compute=splits.along_each,
        finding=told.along,
        applies=lambda result: not splits.along_each(result).empty,
    ),
    Metric(
        name="for_each_by_strategy",
        label="How much does each strategy overpay?",
        definition="Over all games and seats of the strategy, the sum divided by how many it got (n); below 0 it paid less than it got back.",
        kind="bars",
        compute=seats.for_each_by_strategy,
        finding=told.most_and_least,
        applies=lambda result: bool(seats.had_from_each(result)),
    ),
    Metric(
        name="who_has_which",
        label="Who buys when?",
        definition="Share of all games in which it was this seat, or a seat of this strategy.",
        kind="grid",
        compute=axes.who_has_which,
        finding=told.having,
        applies=lambda result: bool(axes.with_picture(result, "grid")),
    ),
    Metric(
        name="win_with_each",
        label="Who wins more, by {won_by}?",
        definition="Share of the win of all seats with this value, in all games (n counts seats; values that came at least 30 times). " + NO_CAUSE,
        kind="bars",
        compute=partial(splits.with_each, ("share",)),
        finding=told.most_and_least,
        applies=lambda result: not splits.with_each(("share",), result).empty,
    ),
    Metric(
        name="mean_with_each",
        label="How much {earns}, by {earns_by}?",
        definition="Mean over all seats with this value, in all games (n counts seats; values that came at least 30 times). " + NO_CAUSE,
        kind="bars",
        compute=partial(splits.with_each, ("count",)),
        finding=told.most_and_least,
        applies=lambda result: not splits.with_each(("count",), result).empty,
    ),
    Metric(
        name="happens_with_each",
        label="By {happens_by}: how often does it happen?",
        definition="Of all that had this value, in all games (n), the share to which it happened; values that came at least 30 times; the intervals know "
        "that those of one game hang together. " + NO_CAUSE,
        kind="bars",
        compute=splits.happening_with_each,
        finding=told.most_and_least,
        applies=lambda result: not splits.happening_with_each(result).empty,
    ),
    Metric(
        name="returns",
        label="What is the return?",
        definition="Mean over all games and seats of the strategy, as a share of what each seat begins with (n counts seats times games).",
        kind="bars",
        compute=seats.returns_by_strategy,
        finding=told.most_and_least,
        applies=lambda result: bool(seats.relative(result)),
    ),
    Metric(
        name="spread_of_each",
        label="How much: {spreads}?",
        definition="Over all games and seats of the strategy: number and dot are the mean with its 95 % interval, the line is the median; half of the "
        "seats lie within the thick bar, nine tenths within the thin one.",
        kind="spread",
        compute=seats.spread_of_each,
        finding=told.spread_of_groups,
        applies=lambda result: bool(seats.with_spread(result)),
    ),
    Metric(
        name="in_how_many",
        label="In how many games?",
        definition="Share of all games.",
        kind="bars",
        compute=whole.in_how_many,
        finding=told.in_how_many,
        applies=lambda result: bool(whole.happening(result)),
    ),
    _means("money", "Who earns and pays how much?", "Mean over all games, by seat.", ("euros",)),
    _means("cards", "Who has how many cards?", "Mean over all games, by seat.", ("cards",)),
    Metric(
        name="by_axis",
        label="By {kinds}: how much?",
        definition="Mean over all games, by seat and kind.",
        kind="bars",
        compute=partial(axes.by_axis, False),
        finding=findings.axis,
        applies=lambda result: bool(axes.of_axes(result, False)),
    ),
    Metric(
        name="flags_by_axis",
        label="By {flag_kinds}: how often?",
        definition="Share of all games, by seat and kind.",
        kind="bars",
        compute=partial(axes.by_axis, True),
        finding=findings.axis,
        applies=lambda result: any(col.total(result, (per, c.name)) for per, c in axes.of_axes(result, True)),
    ),
    _means("caps", "Where do the caps go?", "Mean over all games, by seat.", ("caps", "stacks")),
    _means("counts", "What else differs between the seats?", "Mean over all games, by seat.", (), ("cards", "caps", "stacks", "euros")),
    Metric(
        name="flags_by_seat",
        label="{flags}: how often, and does it help?",
        definition="Share of all games in which it was this seat, and this seat's share of the wins of just those games.",
        kind="bars",
        compute=seats.flags_by_seat,
        finding=findings.flags,
        applies=lambda result: bool(seats.flags(result)),
    ),
    Metric(
        name="win_by_reading",
        label="Who would win by another reading of the rules?",
        definition="Share of the wins of each seat, as played and by each other reading, counted in the same rounds of the same games.",
        kind="bars",
        compute=seats.win_by_reading,
        finding=findings.readings,
        applies=lambda result: len(seats.readings(result)) > 1,
    ),
    Metric(
        name="for_each",
        label="How much does each bring when it is there?",
        definition="The sum over all games divided by how often it was there (n).",
        kind="bars",
        compute=axes.brought_by_each,
        finding=findings.for_each,
        applies=lambda result: bool(axes.for_each(result)),
    ),
    Metric(
        name="explained",
        label="What does the deal decide?",
        definition="Share of the variance between games (between rotations where seats rotate) that goes with it in a straight line: the squared correlation.",
        kind="bars",
        compute=whole.explained,
        finding=findings.explained,
        applies=lambda result: bool(whole.explaining(result)),
    ),
    Metric(
        name="endings",
        label="How do games end?",
        definition="Share of all games.",
        kind="bars",
        compute=whole.endings,
        finding=findings.endings,
        applies=lambda result: bool(whole.kinds(result)),
    ),
    _histogram("power_moves", "How often do powers move?", "{help}; share of all games."),
    Metric(
        name="rates",
        label="How often does it happen?",
        definition="Share of the chances (rounds, discs) of all games together; the intervals know that the chances of one game hang together.",
        kind="bars",
        compute=axes.rates_by_seat,
        finding=findings.rates,
        applies=lambda result: any(rates.rated(result, per) for per in ("game", "seat")) and bool(rates.rates(result)),
    ),
    Metric(
        name="rates_by_axis",
        label="How often does each kind come, and how often does it win?",
        definition="Share of all rounds or chances of all games together, beside chance alone; the intervals know that those of one game hang together.",
        kind="bars",
        compute=axes.rates_by_axis,
        finding=findings.beside_chance,
        applies=lambda result: bool(rates.axis_rates(result)),
    ),
    Metric(
        name="course",
        label="How does a game go?",
        definition="Over the games that go on (at least 30 of them): line and band are the median and the middle half and nine tenths of all seats, "
        "thin lines the mean of each seat; of shares the thick line is the mean of all seats.",
        kind="course",
        compute=axes.course_of_games,
        finding=findings.course,
        applies=lambda result: bool(course.blocks(result)) and bool(course.course(result)),
    ),
    _histogram("lead_changes", "How often does the lead change?", "{help}; share of all games."),
)
