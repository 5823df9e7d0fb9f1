"""A run in words for a designer: the finding first, then the tables behind it, then how it was made."""

from typing import Any

from topstats.cli.text import columns
from topstats.result import Result
from topstats.stats.metrics import METRICS
from topstats.stats.numerals import figure

FINDINGS = ("win_by_seat", "win_by_strategy", "score_by_seat", "length", "margin")
QUANTILES = ("q05", "q25", "q50", "q75", "q95")


def told(result: Result, data: dict[str, Any]) -> str:
    """The run in words; `data` is its `stats.summary.summary`."""
    found = dict.fromkeys(m.finding(m.compute(result)) for m in METRICS if m.name in FINDINGS and m.applies(result))  # "too few games" once
    parts = [_heading(result), "\n".join(found), _table("seat", data["seats"], data)]
    if len(data["by_strategy"]) > 1:
        parts.append(_table("strategy", data["by_strategy"], data))
    return "\n\n".join((*parts, _made(result, data)))


def _heading(result: Result) -> str:
    s = result.settings
    turned = ", every deal from each seat" if s.rotate else ""
    lines = [f"{s.game_record.label}, {s.mode_record.label}, {s.players} players: {_games(s.n_games)}, seed {s.seed}{turned}"]
    lines += [f"Changed: {name} = {value} (printed {printed})" for name, (value, printed) in s.changed_words.items()]
    return "\n".join(lines)


def _table(what: str, rows: list[dict[str, Any]], data: dict[str, Any]) -> str:
    """Win share and points (or money, or tokens), a row for each seat or strategy."""
    who = ("seat", "strategy") if what == "seat" else ("strategy", "seats")
    head = (*who, "wins", "fair", "95 % interval", data["score"]["what"], "sd", *(f"{int(q[1:])} %" for q in QUANTILES), "n")
    body = [(*_who(what, row), *_wins(row), *_points(row)) for row in rows]
    few = "\nToo few games: take the intervals as a hint." if rows[0]["too_few_games"] else ""
    return columns(head, body, "rlrrrrrrrrrrr" if what == "seat" else "lrrrrrrrrrrrr") + few


def _who(what: str, row: dict[str, Any]) -> tuple[Any, ...]:
    if what == "seat":
        return row["seat"], row["strategy"] or "all in turn"
    return row["strategy"], f"{row['seats_held']}{'' if row['balanced'] else ' *'}"


def _games(n: int) -> str:
    return f"{n:,} game{'s' * (n != 1)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _wins(row: dict[str, Any]) -> tuple[str, ...]:
    return _percent(row["win_share"]), _percent(row["fair_share"]), f"{100 * row['win_low']:.1f} to {_percent(row['win_high'])}"


def _points(row: dict[str, Any]) -> tuple[Any, ...]:
    sd = "" if row["score_sd"] is None else figure(row["score_sd"])
    return figure(row["score_mean"]), sd, *(f"{row['score_quantiles'][q]:,}" for q in QUANTILES), f"{row['n']:,}"


def _made(result: Result, data: dict[str, Any]) -> str:
    ended = ", ".join(f"{n:,} {word}" for word, n in data["ended"].items())
    lines = [f"Ended: {ended}, of {_games(data['n_games'])}."]
    if not all(row["balanced"] for row in data["by_strategy"]):
        lines.append("* not in every seat equally often: the seat is in the number too (--rotate helps).")
    if data["unit"]["what"] != "game":
        lines.append(f"Intervals rest on {data['unit']['n']:,} rotations, each deal played once from every seat.")
    lines += [f"Assumes: {text}" for text in data["assumptions"]]
    return "\n".join((*lines, f"{_games(data['n_games'])} in {data['seconds']:.2f} seconds: {data['games_per_second']:,.0f} games a second."))
