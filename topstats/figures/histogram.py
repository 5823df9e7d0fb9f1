"""How often: bars of an already counted whole number."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

import plotly.graph_objects as go

from topstats.figures.rows import known, records, unit_of
from topstats.figures.theme import Ink, finish, ink_of, nothing, number, percent, steps

MOST_BARS = 60
WHISKERS_UP_TO = 24  # bars; more would be a forest


@dataclass(frozen=True)
class Bin:
    """Values first to last, counted together; `low` and `high` only when it is a single value. step: how far apart values can be (money: 10,000)."""

    first: int
    last: int
    games: int
    share: float
    low: float | None
    high: float | None
    step: int = 1

    @property
    def said(self) -> str:
        last = self.last + 1 - self.step
        return f"{self.first:,} to {last:,}" if last > self.first else f"{self.first:,}"


def counted(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "histogram": columns value, games, share, low, high, n; one bar a value, or a round number of values if the range is wide.

    The bar with the median is dark. Click: [first, last] value of the bar.
    """
    ink = ink_of(theme)
    bins = binned(records(table))
    if not bins:
        return nothing(theme)
    mark = _middle(bins, table.attrs.get("quantiles", {}).get(50))
    unit = unit_of(table, metric)
    fig = go.Figure(_bars(bins, mark, unit, ink))
    few = len(bins) <= WHISKERS_UP_TO
    top = max(b.high if b.high is not None and few else b.share for b in bins)
    _median(fig, bins, mark, top, ink)
    _axes(fig, bins, top, unit)
    fig.update_layout(bargap=0.12)
    return finish(fig, theme, 240)


def _median(fig: go.Figure, bins: Sequence[Bin], mark: Bin, top: float, ink: Ink) -> None:
    """The median's words above all bars, with a thin line down to its bar."""
    x, y = _centre(mark), top * 1.07
    start = mark.high if mark.high is not None and len(bins) <= WHISKERS_UP_TO else mark.share
    if start < top * 0.98:
        fig.add_shape(type="line", x0=x, x1=x, y0=start, y1=y, line={"color": ink.ink, "width": 1, "dash": "2px,2px"})
    place = (x - bins[0].first + 1) / (bins[-1].last - bins[0].first + 2)
    anchor = "left" if place < 0.2 else "right" if place > 0.8 else "center"
    fig.add_annotation(x=x, y=y, text=f"<b>median {mark.said}</b>", xanchor=anchor, yanchor="bottom", font={"color": ink.ink, "size": 14})


def binned(lines: Sequence[dict[str, Any]]) -> list[Bin]:
    """At most `MOST_BARS` bars: single values, or neighbours added up, in bins of a round width."""
    lines = sorted((r for r in lines if known(r["value"]) and r["games"]), key=lambda r: r["value"])
    if not lines:
        return []
    span = int(lines[-1]["value"] - lines[0]["value"]) + 1
    width = next(w for e in range(9) for w in (10**e, 2 * 10**e, 5 * 10**e) if span / w <= MOST_BARS - 1)
    if width == 1:
        return [_single(r) for r in lines]
    step = gcd(width, *(int(r["value"]) for r in lines))
    groups: dict[int, list[dict[str, Any]]] = {}
    for r in lines:
        groups.setdefault(int(r["value"]) // width, []).append(r)
    return [Bin(k * width, (k + 1) * width - 1, sum(int(r["games"]) for r in g), sum(r["share"] for r in g), None, None, step) for k, g in groups.items()]


def _single(r: dict[str, Any]) -> Bin:
    low, high = r.get("low"), r.get("high")
    return Bin(int(r["value"]), int(r["value"]), int(r["games"]), r["share"], low if known(low) else None, high if known(high) else None)


def _middle(bins: Sequence[Bin], median: float | None) -> Bin:
    """The bar of the table's median; without one, where half of the games is reached, as the eye would read it off."""
    if median is not None:
        return next((b for b in bins if b.first <= median <= b.last), bins[0])
    half, seen = sum(b.games for b in bins) / 2, 0
    for b in bins:
        seen += b.games
        if seen >= half:
            break
    return b


def _centre(b: Bin) -> float:
    return (b.first + b.last) / 2


def _bars(bins: Sequence[Bin], mark: Bin, unit: str, ink: Ink) -> go.Bar:
    few = len(bins) <= WHISKERS_UP_TO
    up = [b.high - b.share if few and b.high is not None else 0.0 for b in bins]
    down = [b.share - b.low if few and b.low is not None else 0.0 for b in bins]
    return go.Bar(
        x=[_centre(b) for b in bins],
        y=[b.share for b in bins],
        width=[(b.last - b.first + 1) * 0.88 for b in bins],
        customdata=[[b.first, b.last] for b in bins],
        marker={"color": [ink.tones[0][0] if b is mark else ink.tones[1][0] for b in bins], "line": {"color": ink.ink, "width": 0.8 if few else 0.3}},
        error_y={"type": "data", "symmetric": False, "array": up, "arrayminus": down, "color": ink.ink, "thickness": 1.4, "width": 3, "visible": any(up)},
        text=[_said(b, unit) for b in bins],
        textposition="none",
        hovertemplate="%{text}<extra></extra>",
    )


def _said(b: Bin, unit: str) -> str:
    words = f"{b.said} {unit}".strip() + f": {percent(b.share, 2)} of the games, {b.games:,}"
    if b.low is None or b.high is None:
        return words
    return f"{words}<br>95\u00a0% interval {percent(b.low, 2)} to {percent(b.high, 2)}"


def _axes(fig: go.Figure, bins: Sequence[Bin], top: float, unit: str) -> None:
    low, high = bins[0].first, bins[-1].last
    ticks = [t for t in steps(low, high, 5) if t == int(t)] or [low]
    fig.update_xaxes(range=[low - 0.7, high + 0.7], tickvals=ticks, ticktext=[number(t, 0) for t in ticks], title_text=unit or None)
    levels = steps(0, top, 3)
    digits = 0 if all(abs(100 * t - round(100 * t)) < 1e-6 for t in levels) else 1
    fig.update_yaxes(range=[0, top * 1.24], tickvals=levels, ticktext=[percent(t, digits) for t in levels], showgrid=True)
