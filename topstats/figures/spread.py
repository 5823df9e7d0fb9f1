"""How much: for each seat or strategy the middle half, nine tenths of the games, and the median."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from topstats.figures.rows import Row, games, height, known, panel_title, row_axis, rows_of, unit_of, whisker
from topstats.figures.theme import ROW, Ink, finish, ink_of, nothing, number, steps

_HEAD = 34  # pixels above a panel that has a name


def quantile_bars(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "spread": columns seat, strategy or category, mean, mean_low, mean_high, sd, q05, q25, q50, q75, q95, n; with label one panel for each.

    Thin bar: 5 to 95 %; thick: 25 to 75 %; black line: the median; small dot with whisker, and number: the mean and its interval.
    They are the numbers of the table, readable at 330 pixels. All panels have one scale. Click: the row's key.
    """
    ink = ink_of(theme)
    groups: dict[str, list[Row]] = {}
    for r in rows_of(table, ink):
        if known(r.values["q50"]):
            groups.setdefault(str(r.values.get("label", "")), []).append(r)
    if not groups:
        return nothing(theme)
    rows = [r for group in groups.values() for r in group]
    head = _HEAD if "label" in table else 0
    tall = sum(height(group) + head for group in groups.values())
    sizes = [height(group) for group in groups.values()]
    fig = make_subplots(rows=len(groups), cols=1, row_heights=sizes, shared_xaxes=True, vertical_spacing=head / tall if len(groups) > 1 else 0)
    for k, (label, group) in enumerate(groups.items(), 1):
        _panel(fig, k, group, ink)
        if label:
            panel_title(fig, k, label, ink)
    low, high = min(0, *(r.values["q05"] for r in rows)), max(max(r.values["q95"], r.values.get("mean_high") or 0) for r in rows)
    ticks = steps(low, high, 3 if max(abs(low), abs(high)) >= 10_000 else 4)
    span = high - low or 1
    longest = max(len(number(r.values["mean"])) for r in rows)  # letters beside the bars
    words = [number(t, 0) if t == int(t) else number(t) for t in ticks]
    fig.update_xaxes(range=[low - span * 0.02, high + span * max(0.2, 0.06 * (longest - 1))], tickvals=ticks, ticktext=words, showgrid=True)
    fig.update_xaxes(title_text=unit_of(table, metric) or None, row=len(groups), col=1)
    fig.update_layout(barmode="overlay")
    return finish(fig, theme, tall + 58).update_layout(margin={"t": head + 4 if head else 8})


def _panel(fig: go.Figure, k: int, rows: Sequence[Row], ink: Ink) -> None:
    for trace in (_bars(rows, "q05", "q95", 6, "nine tenths of the games"), _bars(rows, "q25", "q75", 20, "half of the games"), _means(rows, ink)):
        fig.add_trace(trace, row=k, col=1)
    for y, r in enumerate(rows, 1):
        pen = {"color": ink.ink, "width": 3}
        fig.add_shape(type="line", x0=r.values["q50"], x1=r.values["q50"], y0=y - 0.3, y1=y + 0.3, line=pen, layer="above", row=k, col=1)
        x = max(r.values["q95"], r.values.get("mean_high") or 0)
        fig.add_annotation(x=x, y=y, text=f"<b>{number(r.values['mean'])}</b>", xanchor="left", xshift=8, font={"color": ink.ink, "size": 15}, row=k, col=1)
    row_axis(fig, rows, row=k, col=1)


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
