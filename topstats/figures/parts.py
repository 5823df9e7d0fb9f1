"""What it is made of: parts of a whole by seat, stacked, in tones that are no seat's colour."""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from topstats.figures.rows import Row, games, height, known, records, row_axis, row_of, whisker
from topstats.figures.theme import Ink, finish, ink_of, name_label, nothing, number

TOTAL = "total"  # the part that is the whole; drawn as the number at the end of the bar
_PATTERNS = ("", "/", "", "x", ".", "-")


def stacked(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "parts": long table with seat (or strategy), part, mean, low, high, n; the part "total" is the whole.

    A part's name stands above its piece of the first row. The whisker at the end is the interval of the total; without a total the number
    there is the length of the bar. Click: the row's key.
    """
    ink = ink_of(theme)
    lines = [r for r in records(table) if known(r["mean"])]
    if not lines:
        return nothing(theme)
    rows = [row_of(r, ink) for r in {row_of(r, ink).key: r for r in reversed(lines)}.values()][::-1]
    parts = list(dict.fromkeys(r["part"] for r in lines if str(r["part"]).lower() != TOTAL))
    cells = {(row_of(r, ink).key, str(r["part"])): r for r in lines}
    fig = go.Figure()
    for k, part in enumerate(parts):
        fig.add_trace(_piece(rows, part, k, cells, ink))
    _names(fig, rows[0], parts, cells, ink)
    totals = [Row(r.key, r.label, r.said, r.fill, r.edge, t) for r in rows if (t := _total(r, cells))]
    if totals:
        fig.add_trace(_whole(rows, totals, ink))
    for y, r in enumerate(rows, 1):
        _end(fig, y, r, _total(r, cells) or {"mean": sum(_mean(cells, r, p) for p in parts)}, ink)
    widest = max([t.values["mean"] for t in totals] + [sum(_mean(cells, r, p) for p in parts) for r in rows])
    fig.update_layout(barmode="stack", barcornerradius=0)
    row_axis(fig, rows, 0.75)
    fig.update_xaxes(range=[0, widest * 1.26 or 1], showticklabels=False)
    return finish(fig, theme, height(rows) + 62).update_layout(margin={"b": 6})


def _mean(cells: Mapping[tuple[Any, str], Any], row: Row, part: str) -> float:
    cell = cells.get((row.key, part))
    return cell["mean"] if cell else 0.0


def _total(row: Row, cells: Mapping[tuple[Any, str], Any]) -> Any:
    return next((c for (key, part), c in cells.items() if key == row.key and part.lower() == TOTAL), None)


def _piece(rows: Sequence[Row], part: str, k: int, cells: Mapping[tuple[Any, str], Any], ink: Ink) -> go.Bar:
    fill, on = ink.tones[(0, 2, 1)[k % 3]]
    hatch = {"shape": _PATTERNS[k % len(_PATTERNS)], "fgcolor": ink.ink, "fgopacity": 0.35, "size": 5}
    return go.Bar(
        x=[_mean(cells, r, part) for r in rows],
        y=list(range(1, len(rows) + 1)),
        orientation="h",
        width=0.58,
        name=name_label(part, 40),
        customdata=[[r.key] for r in rows],
        marker={"color": fill, "pattern": hatch, "line": {"color": ink.ink, "width": 0.8}},
        text=[f"{number(_mean(cells, r, part))}" for r in rows],
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        textfont={"color": on, "size": 14},
        hovertext=[_said(r, part, cells) for r in rows],
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _said(r: Row, part: str, cells: Mapping[tuple[Any, str], Any]) -> str:
    cell = cells.get((r.key, part))
    if not cell:
        return f"{r.said}: no {name_label(part, 40)}"
    between = f" ({number(cell['low'], 2)} to {number(cell['high'], 2)})" if known(cell.get("low")) and known(cell.get("high")) else ""
    return f"{r.said}, {name_label(part, 40)}: {number(cell['mean'], 2)}{between}<br>mean of {games(cell)}"


def _names(fig: go.Figure, first: Row, parts: Sequence[str], cells: Mapping[tuple[Any, str], Any], ink: Ink) -> None:
    """Names above the first bar; every other one a line higher when pieces are narrow, so that they never collide."""
    sizes = [_mean(cells, first, p) for p in parts]
    whole = sum(sizes) or 1.0
    x, raised = 0.0, False
    for part, size in zip(parts, sizes, strict=True):
        raised = not raised and size / whole < 0.3
        if size > 0:
            fig.add_annotation(
                x=x + size / 2, y=0.66, yshift=17 if raised else 0, text=name_label(part, 40), yanchor="bottom", font={"color": ink.ink, "size": 13}
            )
        x += size


def _whole(rows: Sequence[Row], totals: Sequence[Row], ink: Ink) -> go.Scatter:
    place = {r.key: y for y, r in enumerate(rows, 1)}
    return go.Scatter(
        x=[t.values["mean"] for t in totals],
        y=[place[t.key] for t in totals],
        mode="markers",
        name=TOTAL,
        marker={"size": 1, "color": ink.ink},
        customdata=[[t.key] for t in totals],
        error_x=whisker(totals, "mean", "low", "high", ink),
        hoverinfo="skip",
    )


def _end(fig: go.Figure, y: int, r: Row, total: Mapping[str, Any], ink: Ink) -> None:
    end = total["high"] if known(total.get("high")) else total["mean"]
    fig.add_annotation(x=end, y=y, text=f"<b>{number(total['mean'])}</b>", xanchor="left", xshift=9, font={"color": ink.ink, "size": 15})
