"""A run in one page of plain data: what `simulate --json` prints. Strict JSON: what cannot be had is null, never NaN."""

from typing import Any

from topstats.core.contract import ENDED
from topstats.result import Result
from topstats.stats import columns as col
from topstats.stats.estimates import LEVEL, Estimate
from topstats.stats.metric import SCORE, score_column


def summary(result: Result) -> dict[str, Any]:
    """Settings, win share and score by seat and by strategy, length, margin, endings, speed.

    Shares are fractions of 1; `*_low` and `*_high` bound the 95 % interval. `seats` are places at the table: with
    rotation their `strategy` is null unless all are equal. `n` counts games (by strategy, for scores: seats times games).
    """
    settings, score = result.settings, score_column(result)
    return {
        "version": result.meta["version"],
        "settings": settings.to_dict(full=True),
        "settings_hash": settings.hash,
        "n_games": result.n_games,
        "unit": {"what": "rotation" if settings.rotate else "game", "n": result.tally.n_units},
        "level": LEVEL,
        "score": {"label": score.label, "what": score.what, "unit": score.unit},
        "seats": [_seat(result, place) for place in range(settings.players)],
        "seats_p_value": col.seats_p_value(result),
        "by_strategy": [_strategy(result, group) for group in range(len(settings.specs))],
        "length": _numbers("", col.mean_at(result, ("game", "length")), col.spread(result, ("game", "length"))),
        "margin": _numbers("", col.mean_at(result, ("game", "margin")), col.spread(result, ("game", "margin"))) if ("game", "margin") in result.tally else None,
        "ended": ended(result),
        "assumptions": list(settings.mode_record.assumptions),
        "workers": result.meta["workers"],
        "seconds": result.meta["seconds"],
        "prepare_seconds": result.meta["prepare_seconds"],
        "games_per_second": result.meta["games_per_second"],
    }


def ended(result: Result) -> dict[str, int]:
    """How many games came to which end."""
    count = result.tally["game", "ended"]
    found = dict(zip(count.values.tolist(), count.of().tolist(), strict=True))
    return {word: found.get(i, 0) for i, word in enumerate(ENDED)}


def _seat(result: Result, place: int) -> dict[str, Any]:
    settings = result.settings
    strategy = settings.specs[0] if len(settings.specs) == 1 else None if settings.rotate else settings.seats[place].spec
    score = _numbers("score_", col.mean_at(result, SCORE, place), col.spread(result, SCORE, place))
    return {"seat": place + 1, "strategy": strategy, **_win(col.win_at(result, place), 1 / settings.players), **score}


def _strategy(result: Result, group: int) -> dict[str, Any]:
    settings, held = result.settings, col.seats_held(result, group)
    score = _numbers("score_", col.mean_of(result, SCORE, group), col.spread(result, SCORE, group=group))
    own = {"strategy": settings.specs[group], "seats_held": held, "balanced": col.is_balanced(result, group)}
    return {**own, **_win(col.win_of(result, group), held / settings.players), **score}


def _win(e: Estimate, fair: float) -> dict[str, Any]:
    return {"n": e.n, "win_share": e.value, "win_low": e.low, "win_high": e.high, "fair_share": fair, "too_few_games": e.is_few}


def _numbers(prefix: str, mean: Estimate, spread: tuple[float | None, dict[int, Estimate]]) -> dict[str, Any]:
    sd, quantiles = spread
    values: dict[str, Any] = {"n": mean.n, "mean": mean.value, "low": mean.low, "high": mean.high, "sd": sd}
    values["quantiles"] = {f"q{q:02}": int(e.value) for q, e in quantiles.items()}
    values["quantile_intervals"] = {f"q{q:02}": [e.low, e.high] for q, e in quantiles.items()}
    return {prefix + name: value for name, value in values.items()}
