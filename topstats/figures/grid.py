"""Who has which: a square for each seat or strategy and each entry of an axis, darker for more."""

from typing import Any

import plotly.graph_objects as go

from topstats.figures.rows import known, records, row_of
from topstats.figures.theme import Ink, finish, ink_of, nothing, percent

_ROW, _HEAD = 44, 40  # pixels


def grid(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "grid": columns seat or strategy, category, label, value, low, high, n, unit; the number stands in its square. Click: [the row's key, category]."""
    ink = ink_of(theme)
    lines = [r for r in records(table) if known(r.get("value"))]
    if not lines:
        return nothing(theme)
    rows = {row.key: row for row in (row_of(r, ink) for r in lines)}
    keys, categories = list(rows), list(dict.fromkeys(str(r["category"]) for r in lines))
    cells = {(row_of(r, ink).key, str(r["category"])): r for r in lines}
    most = max(r["value"] for r in lines) or 1.0
    fig = go.Figure(
        go.Heatmap(
            z=[[cells[key, c]["value"] for c in categories] for key in keys],
            x=list(range(len(categories))), y=list(range(len(keys))), zmin=0, zmax=most, xgap=2, ygap=2, showscale=False,
            colorscale=[[0, ink.soft], [1, ink.tones[0][0]]],
            customdata=[[[key, c] for c in categories] for key in keys],
            text=[[_said(rows[key].said, cells[key, c]) for c in categories] for key in keys], hovertemplate="%{text}<extra></extra>",
        )
    )  # fmt: skip
    for (key, c), r in cells.items():
        colour = _on(ink, r["value"] / most)
        fig.add_annotation(x=categories.index(c), y=keys.index(key), text=f"<b>{100 * r['value']:.0f}</b>", font={"color": colour, "size": 14})
    fig.update_xaxes(tickvals=list(range(len(categories))), ticktext=_short(categories), side="top", tickfont={"size": 13})
    fig.update_yaxes(tickvals=list(range(len(keys))), ticktext=[rows[k].label for k in keys], range=[len(keys) - 0.5, -0.5], tickfont={"size": 14})
    return finish(fig, theme, _HEAD + _ROW * len(keys) + 16).update_layout(margin={"t": _HEAD, "b": 8})


def _on(ink: Ink, part: float) -> str:
    """The colour of a number that can be read on its square."""
    return ink.tones[0][1] if part > 0.55 else ink.ink


def _short(categories: list[str]) -> list[str]:
    """Auction 1, Auction 2, ... as their numbers but for the first, so that a phone has room for them."""
    stem = categories[0].rsplit(" ", 1)[0]
    if len(categories) < 2 or " " not in categories[0] or not all(c.startswith(f"{stem} ") for c in categories):
        return categories
    return [c.rsplit(" ", 1)[1] if i else c for i, c in enumerate(categories)]


def _said(who: str, r: dict[str, Any]) -> str:
    words = f"{who}, {r['category']}: {percent(r['value'])}"
    if known(r.get("low")) and known(r.get("high")):
        words += f" ({percent(r['low'])} to {percent(r['high'])})"
    return f"{words}<br>n {int(r['n']):,} games"
