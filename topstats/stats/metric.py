"""What a metric is, and what all of them share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from topstats.core.contract import Column
from topstats.result import Result
from topstats.stats import columns as col
from topstats.stats.estimates import Estimate

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]
SCORE = ("seat", "score")


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A question with its answer.

    label : the question. definition : what is counted, over which denominator; in braces the words of the run, see `worded`.
    kind : how it is drawn, and the columns of the table:
        share: seat or strategy, win_share, win_low, win_high, fair_share, n (strategy: seats_held, balanced);
        spread: seat, strategy or category, and label if there are several things, mean, mean_low, mean_high, sd, q05, q25, q50, q75, q95, n;
        parts: seat, part, mean, low, high, n; histogram: value, games, share, low, high, n;
        bars: seat or strategy and/or category, label, value, low, high, n, unit ("share" or "mean"); grid: seat or strategy, category, the same;
        trend: label, at, value, low, high, n, even (where both are the same amount: that amount), at_unit, unit;
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


def tabled(result: Result, rows: list[dict[str, Any]], **words: Any) -> pd.DataFrame:
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


def places(result: Result) -> range:
    return range(result.settings.players)


def score_column(result: Result) -> Column:
    """What the game is won by."""
    return next(c for c in result.settings.mode_record.columns_of(SCORE[0]) if c.name == SCORE[1])


def worded(metric: Metric, words: Mapping[str, str]) -> Metric:
    """The metric in the words of a run, which stand in braces in its label and definition."""
    return replace(metric, label=metric.label.format(**words), definition=metric.definition.format(**words))


def unit(result: Result, key: col.Key) -> str:
    return next(c.unit for c in result.settings.mode_record.columns_of(key[0]) if c.name == key[1])


def bar(e: Estimate, label: str, unit: str, **keys: Any) -> dict[str, Any]:
    return {**keys, "label": label, "value": e.value, "low": e.low, "high": e.high, "n": e.n, "unit": unit}


def games(n: int) -> str:
    return f"{n:,} game{'s' * (n != 1)}"
