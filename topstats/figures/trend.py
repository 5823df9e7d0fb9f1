"""How one number goes with another: a line with its interval, and the line on which both are the same."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from topstats.figures.rows import Record, known, panel_title, records
from topstats.figures.theme import Ink, finish, ink_of, nothing, number, steps

_PANEL, _HEAD, _FOOT = 190, 36, 46  # pixels


def trend(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "trend": columns label, at, value, low, high, n, even, at_unit, unit; one panel a label. A large point stands for much. Click: [label, at]."""
    ink = ink_of(theme)
    lines = [r for r in records(table) if known(r.get("value"))]
    if not lines:
        return nothing(theme)
    groups: dict[str, list[Record]] = {}
    for r in lines:
        groups.setdefault(str(r["label"]), []).append(r)
    tall = (_PANEL + _HEAD + _FOOT) * len(groups)
    fig = make_subplots(rows=len(groups), cols=1, vertical_spacing=(_HEAD + _FOOT) / tall if len(groups) > 1 else 0)
    for k, (label, group) in enumerate(groups.items(), 1):
        _panel(fig, k, group, ink)
        panel_title(fig, k, label, ink, 40)
    return finish(fig, theme, tall).update_layout(margin={"t": _HEAD, "b": _FOOT})


def _panel(fig: go.Figure, k: int, group: Sequence[Record], ink: Ink) -> None:
    x, y = [r["at"] for r in group], [r["value"] for r in group]
    low, high = ([r[end] if known(r.get(end)) else r["value"] for r in group] for end in ("low", "high"))
    fig.add_trace(go.Scatter(x=[*x, *x[::-1]], y=[*high, *low[::-1]], fill="toself", mode="lines", line={"width": 0}, fillcolor=ink.soft, opacity=0.8,
                             hoverinfo="skip"), row=k, col=1)  # fmt: skip
    even = [r["even"] for r in group if known(r.get("even"))]
    if even:
        fig.add_trace(go.Scatter(x=x, y=even, mode="lines", line={"color": ink.ink, "width": 1.4, "dash": "dot"}, hoverinfo="skip"), row=k, col=1)
        middle = (x[0] + x[-1]) / 2
        fig.add_annotation(x=middle, y=middle, text="break-even", xanchor="left", xshift=4, yanchor="top", yshift=-2, row=k, col=1)
    most = max(r["n"] for r in group)
    fig.add_trace(
        go.Scatter(
            x=x, y=y, mode="lines+markers", line={"color": ink.ink, "width": 2},
            marker={"size": [4 + 12 * (r["n"] / most) ** 0.5 for r in group], "color": ink.tones[1][0], "line": {"color": ink.ink, "width": 1}},
            customdata=[[r["label"], r["at"]] for r in group], text=[_said(r) for r in group], hovertemplate="%{text}<extra></extra>",
        ),
        row=k, col=1,
    )  # fmt: skip
    bottom, top = min([0, *low]), max([*high, *even])
    span = top - bottom or 1
    ticks = steps(bottom, top, 3)
    fig.update_yaxes(range=[bottom - 0.03 * span, top + 0.06 * span], tickvals=ticks, ticktext=_words(ticks), showgrid=True, row=k, col=1)
    ticks, side = steps(x[0], x[-1], 4), 0.04 * (x[-1] - x[0] or 1)
    fig.update_xaxes(range=[x[0] - side, x[-1] + side], tickvals=ticks, ticktext=_words(ticks), title_text=_axis(group[0]), row=k, col=1)


def _axis(r: Record) -> str:
    """What lies along the axis, with its unit: the label is "this by that"."""
    what = str(r["label"]).split(" by ")[-1]
    return f"{what}, {r['at_unit']}" if r.get("at_unit") and r["at_unit"] not in what else what


def _words(ticks: Sequence[float]) -> list[str]:
    return [number(t, 0 if t == int(t) else 1) for t in ticks]


def _said(r: Record) -> str:
    digits = 0 if abs(r["value"]) >= 1000 else 2
    words = f"at {number(r['at'], 0)} {r.get('at_unit', '')}".rstrip() + f": {number(r['value'], digits)} {r.get('unit', '')}".rstrip()
    if known(r.get("low")) and known(r.get("high")):
        words += f"<br>95\u00a0% interval {number(r['low'], digits)} to {number(r['high'], digits)}"
    return f"{words}<br>n {int(r['n']):,}"
