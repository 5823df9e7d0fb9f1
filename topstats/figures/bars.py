"""How often or how many, side by side: endings, triggers, caps, cards by city."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from topstats.figures.rows import Row, games, height, known, label_room, panel_title, records, row_axis, row_of, whisker
from topstats.figures.theme import Ink, finish, ink_of, name_label, nothing, number, percent
from topstats.stats.numerals import printed

_LINE = 17  # pixels for one line of a group's name


def bars(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "bars": columns seat and/or category, label, value, low, high, n, unit ("share" or "mean").

    One group a label, with seats also one a category; all groups of a unit to the same scale. Without seats the categories are the rows.
    Click: [the row's key, category or label].
    """
    ink = ink_of(theme)
    lines = [r for r in records(table) if known(r["value"])]
    if not lines:
        return nothing(theme)
    groups = _groups(lines)
    rows = {name: [row_of(r, ink) for r in group] for name, group in groups.items()}
    if len(groups) == 1:
        fig = make_subplots(rows=1, cols=1)
        tall, margin = height(next(iter(rows.values()))) + 20, {"l": 8, "t": 4, "b": 6}
    else:
        head = _LINE * (1 + max(name_label(name, 36).count("<br>") + 1 for name in groups))
        pitch = 34 if len(lines) <= 20 else 26
        tall = sum(head + pitch * len(g) for g in groups.values())
        fig = make_subplots(rows=len(groups), cols=1, row_heights=[len(g) for g in groups.values()], vertical_spacing=head / (tall - head))
        margin = {"l": label_room([r for g in rows.values() for r in g]), "t": head, "b": 0}
        fig.update_yaxes(automargin=False)
    reach = {unit: _reach([r for r in lines if r.get("unit") == unit]) for unit in {r.get("unit") for r in lines}}
    for k, (name, group) in enumerate(rows.items(), 1):
        _panel(fig, k, group, ink)
        first, limit = reach[group[0].values.get("unit")]
        fig.update_xaxes(range=[first, limit + 0.34 * (limit - first)], showticklabels=False, zeroline=first < 0, zerolinecolor=ink.mute, row=k, col=1)
        if len(groups) > 1:
            panel_title(fig, k, name, ink, 36)
    return finish(fig, theme, tall).update_layout(margin=margin)


def _groups(lines: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Rows by what they measure, and with seats by category: by all that is not the row's own name."""
    labels = list(dict.fromkeys(str(r.get("label")) for r in lines))
    groups: dict[str, list[dict[str, Any]]] = {}
    for r in lines:
        name = str(r["label"]) if len(labels) > 1 else ""
        if (known(r.get("seat")) or r.get("strategy") is not None) and r.get("category") is not None:
            name = f"{name}, {r['category']}" if name else str(r["category"])
        groups.setdefault(name, []).append(r)
    return groups


def _end(r: dict[str, Any]) -> float:
    return float(max(r["value"], r["high"], 0) if known(r.get("high")) else max(r["value"], 0))


def _reach(lines: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """From where to where bars and whiskers of one unit go; 0 is within."""
    first = min(0.0, *(min(r["value"], r["low"]) if known(r.get("low")) else r["value"] for r in lines))
    return first, max(_end(r) for r in lines) or (1.0 if first == 0 else 0.0)


def _shown(value: float, unit: Any, digits: int = 1) -> str:
    if unit == "share":
        return printed(percent(value, digits))
    return number(value, 0 if abs(value) >= 1000 else digits + 1)


def _panel(fig: go.Figure, k: int, rows: Sequence[Row], ink: Ink) -> None:
    trace = go.Bar(
        x=[r.values["value"] for r in rows],
        y=list(range(1, len(rows) + 1)),
        orientation="h",
        width=0.58,
        customdata=[[r.key, r.values.get("category") or r.values.get("label")] for r in rows],
        marker={"color": [r.fill for r in rows], "line": {"color": [r.edge for r in rows], "width": 1}},
        error_x=whisker(rows, "value", "low", "high", ink),
        text=[_said(r) for r in rows],
        textposition="none",
        hovertemplate="%{text}<extra></extra>",
    )
    fig.add_trace(trace, row=k, col=1)
    for y, r in enumerate(rows, 1):
        text = f"<b>{_shown(r.values['value'], r.values.get('unit'))}</b>"
        fig.add_annotation(x=_end(dict(r.values)), y=y, text=text, xanchor="left", xshift=8, font={"color": ink.ink, "size": 15}, row=k, col=1)
    row_axis(fig, rows, row=k, col=1)


def _said(r: Row) -> str:
    v = r.values
    what = "".join(f", {name_label(v[k], 60)}" for k in ("label", "category") if v.get(k) not in (None, r.key))
    words = f"{r.said}{what}: {_shown(v['value'], v.get('unit'), 2)}"
    if known(v.get("low")) and known(v.get("high")):
        words += f" ({_shown(v['low'], v.get('unit'), 2)} to {_shown(v['high'], v.get('unit'), 2)})"
    return f"{words}<br>{games(v)}"
