"""Who wins: a dot for each seat or strategy, its interval, and the line of a fair game."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from topstats.figures.rows import Row, games, height, known, row_axis, rows_of, whisker
from topstats.figures.theme import Ink, finish, ink_of, nothing, percent, steps


def win_share(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "share": columns seat or strategy, win_share, win_low, win_high, fair_share, n.

    The dot stands at the share, the whisker is the interval, a stem runs from the fair share to the dot. Click: the row's key.
    """
    ink = ink_of(theme)
    rows = [r for r in rows_of(table, ink) if known(r.values["win_share"])]
    if not rows:
        return nothing(theme)
    fig = go.Figure()
    _fair(fig, rows, ink)
    for y, r in enumerate(rows, 1):
        _stem(fig, y, r, ink)
    fig.add_trace(_dots(rows, ink))
    for y, r in enumerate(rows, 1):
        _value(fig, y, r, ink)
    _axis(fig, rows)
    row_axis(fig, rows, 0.4)
    return finish(fig, theme, height(rows) + 66)


def _dots(rows: Sequence[Row], ink: Ink) -> go.Scatter:
    return go.Scatter(
        x=[r.values["win_share"] for r in rows],
        y=list(range(1, len(rows) + 1)),
        mode="markers",
        name="share",
        customdata=[[r.key] for r in rows],
        marker={"size": 11, "color": [r.fill for r in rows], "line": {"color": [r.edge for r in rows], "width": 1.5}},
        error_x=whisker(rows, "win_share", "win_low", "win_high", ink),
        text=[_said(r) for r in rows],
        hovertemplate="%{text}<extra></extra>",
    )


def _said(r: Row) -> str:
    v = r.values
    words = f"{r.said}: {percent(v['win_share'], 2)} of {games(v)}"
    if known(v.get("win_low")) and known(v.get("win_high")):
        words += f"<br>95\u00a0% interval {percent(v['win_low'], 2)} to {percent(v['win_high'], 2)}"
    return words + (f"<br>fair would be {percent(v['fair_share'])}" if known(v.get("fair_share")) else "")


def _fair(fig: go.Figure, rows: Sequence[Row], ink: Ink) -> None:
    """One line when all rows share the same fair share, else a mark in each row."""
    fair: list[Any] = [r.values.get("fair_share") for r in rows]
    whole = len({round(f, 9) for f in fair if known(f)}) == 1 and all(map(known, fair))
    spans = [(fair[0], 0.35, len(rows) + 0.6)] if whole else [(f, y - 0.4, y + 0.4) for y, f in enumerate(fair, 1)]
    for x, y0, y1 in spans:
        if known(x):
            fig.add_shape(type="line", x0=x, x1=x, y0=y0, y1=y1, line={"color": ink.ink, "width": 1.2, "dash": "4px,3px"}, layer="between")
    if whole:
        said = percent(fair[0]).replace(".0\u00a0", "\u00a0")
        fig.add_annotation(x=fair[0], y=0.4, text=f"fair {said}", yanchor="bottom", font={"color": ink.ink, "size": 13})


def _stem(fig: go.Figure, y: int, r: Row, ink: Ink) -> None:
    fair = r.values.get("fair_share")
    if known(fair):
        fig.add_shape(type="line", x0=fair, x1=r.values["win_share"], y0=y, y1=y, line={"color": ink.soft, "width": 2}, layer="below")


def _ends(r: Row) -> tuple[float, float]:
    v = r.values
    return (v["win_low"] if known(v.get("win_low")) else v["win_share"], v["win_high"] if known(v.get("win_high")) else v["win_share"])


def _left(r: Row) -> bool:
    """The number stands on the far side of the dot, so that no line crosses it."""
    fair = r.values.get("fair_share")
    return known(fair) and r.values["win_share"] < fair


def _value(fig: go.Figure, y: int, r: Row, ink: Ink) -> None:
    low, high = _ends(r)
    left = _left(r)
    fig.add_annotation(
        x=low if left else high, y=y, text=f"<b>{percent(r.values['win_share'])}</b>", xanchor="right" if left else "left",
        xshift=-9 if left else 9, font={"color": ink.ink, "size": 15},
    )  # fmt: skip


def _axis(fig: go.Figure, rows: Sequence[Row]) -> None:
    """The range that dots, whiskers and fair lines need, plus room for the numbers on their sides at 330 pixels."""
    fair = [r.values["fair_share"] for r in rows if known(r.values.get("fair_share"))]
    low, high = min([_ends(r)[0] for r in rows] + fair), max([_ends(r)[1] for r in rows] + fair)
    span = max(high - low, 0.02)
    ticks = [t for t in steps(low - span * 0.25, high + span * 0.25) if 0 <= t <= 1]
    digits = 0 if all(abs(100 * t - round(100 * t)) < 1e-6 for t in ticks) else 1
    fig.update_xaxes(
        range=[low - span * (0.6 if any(map(_left, rows)) else 0.15), high + span * 0.6],
        tickvals=ticks, ticktext=[percent(t, digits) for t in ticks], showgrid=True,
    )  # fmt: skip
