"""Who has which: a square for each seat or strategy and each entry of an axis, darker for more."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from topstats.figures.rows import known, records, row_of
from topstats.figures.theme import Ink, finish, ink_of, nothing, percent

_ROW, _HEAD = 44, 40  # pixels
FEW = 4  # columns whose numbers are large on a phone, too


def grid(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "grid": columns seat or strategy, category, label, value, low, high, n, unit; the number stands in its square. Click: [the row's key, category]."""
    ink = ink_of(theme)
    lines = [r for r in records(table) if known(r.get("value"))]
    if not lines:
        return nothing(theme)
    rows = {row.key: row for row in (row_of(r, ink) for r in lines)}
    keys, categories = list(rows), list(dict.fromkeys(str(r["category"]) for r in lines))
    cells = {(row_of(r, ink).key, str(r["category"])): r for r in lines}
    fig = go.Figure()
    squares(fig, cells, keys, categories, ink, lambda r: f"{100 * r['value']:.0f}", lambda key, c: ([key, c], _said(rows[key].said, cells[key, c])))
    fig.update_xaxes(ticktext=short(categories))
    fig.update_yaxes(ticktext=[rows[k].label for k in keys])
    return finish(fig, theme, _HEAD + _ROW * len(keys) + 16).update_layout(margin={"t": _HEAD, "b": 8})


def squares(
    fig: go.Figure,
    cells: Mapping[tuple[Any, Any], Mapping[str, Any]],
    down: Sequence[Any],
    across: Sequence[Any],
    ink: Ink,
    number: Callable[[Mapping[str, Any]], str],
    point: Callable[[Any, Any], tuple[list[Any], str]],
    **where: int,
) -> None:
    """A square for each cell with its number in it; of all, 0 is palest and the largest darkest. point: what a click means, and what is said about it."""
    most = max(0.0, *(r["value"] for r in cells.values())) or 1.0
    points = [[point(key, c) if (key, c) in cells else (None, "") for c in across] for key in down]
    heat = go.Heatmap(
        z=[[cells[key, c]["value"] if (key, c) in cells else None for c in across] for key in down],
        x=list(range(len(across))), y=list(range(len(down))), zmin=0, zmax=most, xgap=2, ygap=2, showscale=False,
        colorscale=[[0, ink.soft], [1, ink.tones[0][0]]],
        customdata=[[click for click, _ in line] for line in points], text=[[said for _, said in line] for line in points],
        hovertemplate="%{text}<extra></extra>",
    )  # fmt: skip
    fig.add_trace(heat, **where)
    for (key, c), r in cells.items():
        font = {"color": _on(ink, r["value"] / most), "size": 14 if len(across) <= FEW else 12}
        fig.add_annotation(x=across.index(c), y=down.index(key), text=f"<b>{number(r)}</b>", font=font, **where)
    fig.update_xaxes(tickvals=list(range(len(across))), side="top", tickfont={"size": 13}, range=[-0.5, len(across) - 0.5], **where)
    fig.update_yaxes(tickvals=list(range(len(down))), range=[len(down) - 0.5, -0.5], tickfont={"size": 14}, **where)


def _on(ink: Ink, part: float) -> str:
    """The colour of a number that can be read on its square."""
    return ink.tones[0][1] if part > 0.55 else ink.ink


def short(categories: list[str]) -> list[str]:
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
