"""How much: for each seat or strategy the middle half, nine tenths of the games, and the median."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from topstats.figures.rows import Row, games, height, known, row_axis, rows_of, unit_of, whisker
from topstats.figures.theme import ROW, Ink, finish, ink_of, nothing, number, steps


def quantile_bars(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "spread": columns seat or strategy, mean, mean_low, mean_high, sd, q05, q25, q50, q75, q95, n.

    Thin bar: 5 to 95 %; thick: 25 to 75 %; black line: the median; small dot with whisker, and number: the mean and its interval.
    They are the numbers of the table, readable at 330 pixels. Click: the row's key.
    """
    ink = ink_of(theme)
    rows = [r for r in rows_of(table, ink) if known(r.values["q50"])]
    if not rows:
        return nothing(theme)
    fig = go.Figure()
    fig.add_trace(_bars(rows, "q05", "q95", 6, "nine tenths of the games"))
    fig.add_trace(_bars(rows, "q25", "q75", 20, "half of the games"))
    for y, r in enumerate(rows, 1):
        fig.add_shape(type="line", x0=r.values["q50"], x1=r.values["q50"], y0=y - 0.3, y1=y + 0.3, line={"color": ink.ink, "width": 3}, layer="above")
        x = max(r.values["q95"], r.values.get("mean_high") or 0)
        fig.add_annotation(x=x, y=y, text=f"<b>{number(r.values['mean'])}</b>", xanchor="left", xshift=8, font={"color": ink.ink, "size": 15})
    fig.add_trace(_means(rows, ink))
    row_axis(fig, rows)
    low, high = min(0, *(r.values["q05"] for r in rows)), max(r.values["q95"] for r in rows)
    ticks = steps(low, high)
    span = high - low or 1
    longest = max(len(number(r.values["mean"])) for r in rows)  # letters beside the bars
    fig.update_xaxes(
        range=[low - span * 0.02, high + span * max(0.2, 0.06 * (longest - 1))],
        tickvals=ticks,
        ticktext=[number(t, 0) if t == int(t) else number(t) for t in ticks],
    )
    fig.update_xaxes(showgrid=True, title_text=unit_of(table, metric) or None)
    fig.update_layout(barmode="overlay")
    return finish(fig, theme, height(rows) + 58)


def _bars(rows: Sequence[Row], low: str, high: str, thick: int, what: str) -> go.Bar:
    wide = thick > 10
    return go.Bar(
        base=[r.values[low] for r in rows],
        x=[r.values[high] - r.values[low] for r in rows],
        y=list(range(1, len(rows) + 1)),
        orientation="h",
        width=thick / ROW,
        name=what,
        customdata=[[r.key] for r in rows],
        marker={"color": [r.fill for r in rows], "opacity": 1 if wide else 0.5, "line": {"color": [r.edge for r in rows], "width": 1}},
        text=[f"{r.said}, {what}: {number(r.values[low], 0)} to {number(r.values[high], 0)}" for r in rows],
        textposition="none",
        hovertemplate="%{text}<extra></extra>",
    )


def _means(rows: Sequence[Row], ink: Ink) -> go.Scatter:
    return go.Scatter(
        x=[r.values["mean"] for r in rows],
        y=list(range(1, len(rows) + 1)),
        mode="markers",
        name="mean",
        customdata=[[r.key] for r in rows],
        marker={"size": 8, "color": ink.paper, "line": {"color": ink.ink, "width": 1.5}},
        error_x=whisker(rows, "mean", "mean_low", "mean_high", ink) | {"width": 5},
        text=[_said(r) for r in rows],
        hovertemplate="%{text}<extra></extra>",
    )


def _said(r: Row) -> str:
    v = r.values
    words = f"{r.said}: median {number(v['q50'], 0)}, mean {number(v['mean'], 2)}"
    if known(v.get("mean_low")) and known(v.get("mean_high")):
        words += f" ({number(v['mean_low'], 2)} to {number(v['mean_high'], 2)})"
    if known(v.get("sd")):
        words += f"<br>standard deviation {number(v['sd'], 2)}"
    return f"{words}<br>{games(v)}"
