"""How often or how many, side by side: endings, triggers, caps, cards by city."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from topstats.figures import grid
from topstats.figures.rows import Row, games, height, known, label_room, panel_title, records, row_axis, row_of, whisker
from topstats.figures.theme import Ink, finish, ink_of, name_label, nothing, number, percent, seat_colour
from topstats.stats.numerals import digits_of, figure, printed

LEAST = 0.02  # a share that a picture reaches to at least: a hair's breadth of uncertainty does not fill it
_LINE, _WIDE = 17, 36  # pixels for one line of a group's name, and its letters
_SQUARE, _HEADS = 30, 22  # pixels for a row of squares, and for the names above them
_LETTER = 9  # pixels for a letter of the numbers beside the bars, which have a margin of their own
INSIDE = 0.34  # of the longest bar, where they stand inside because squares need the width


def bars(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "bars": columns seat and/or category, label, value, low, high, n, unit ("share" or "mean").

    One group a label; all groups of a unit to the same scale. Without seats the categories are the rows; with both, a group is a grid of squares:
    a row for each category, a column for each seat. Click: [the row's (or the seat's) key, category or label].
    """
    ink = ink_of(theme)
    lines = [r for r in records(table) if known(r["value"])]
    if not lines:
        return nothing(theme)
    groups = _groups(lines)
    rows = {name: [row_of(r, ink) for r in (_by_category(group) if _is_grid(group) else group)] for name, group in groups.items()}
    grids = [name for name, group in groups.items() if _is_grid(group)]
    is_plain = len(groups) == 1 and not grids and all(r.key == name for name, group in rows.items() for r in group)  # each row says what it is
    head = 0 if is_plain else _LINE * (1 + max(name_label(name, _WIDE).count("<br>") + 1 for name in groups)) + (_HEADS + 6 if grids else 0)
    pitch = height(next(iter(rows.values()))) / len(lines) if len(groups) == 1 and not grids else 34 if len(lines) <= 20 else 26
    sizes = [(max(pitch, _SQUARE) if name in grids else pitch) * len(group) for name, group in rows.items()]
    tall = sum(sizes) + head * len(groups)
    fig = make_subplots(rows=len(groups), cols=1, row_heights=sizes, vertical_spacing=head / (tall - head) if len(groups) > 1 else 0)
    drawn = [r for name, group in groups.items() if name not in grids for r in group]
    reach = {unit: _reach([r for r in drawn if r.get("unit") == unit]) for unit in {r.get("unit") for r in drawn}}
    left, right = label_room([r for g in rows.values() for r in g]), 12 if grids else 18 + _LETTER * max(map(len, _numbers(rows)))
    for k, (name, group) in enumerate(groups.items(), 1):
        if name in grids:
            _squares(fig, k, group, ink)
        else:
            _panel(fig, k, rows[name], reach[group[0].get("unit")], INSIDE if grids else 0.02, ink)
        if not is_plain:
            unit = ", %" if name in grids and group[0].get("unit") == "share" else ""
            panel_title(fig, k, f"{name}{unit}", ink, _WIDE, _HEADS if name in grids else 0, left - 8)
    fig.update_yaxes(automargin=False)
    return finish(fig, theme, tall + (30 if is_plain else 0)).update_layout(margin={"l": left, "r": right, "t": head or 4, "b": 6})


def _numbers(rows: Mapping[str, Sequence[Row]]) -> list[str]:
    """What stands beside the bars."""
    return [_number(r, _digits(group)) for group in rows.values() for r in group]


def _number(r: Row, digits: int) -> str:
    return _shown(r.values["value"], r.values.get("unit"), digits)


def _digits(rows: Sequence[Row]) -> int:
    return digits_of([r.values["value"] for r in rows], 2)


def _groups(lines: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Rows by what they measure; the name of the only category belongs to it where seats are the rows."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for r in lines:
        groups.setdefault(str(r["label"]), []).append(r)
    return {name if _is_grid(g) or not _has_both(g) else f"{name}, {g[0]['category']}": g for name, g in groups.items()}


def _has_both(group: Sequence[dict[str, Any]]) -> bool:
    """Whether each row has both a seat (or strategy) and a category."""
    return all((known(r.get("seat")) or r.get("strategy") is not None) and r.get("category") is not None for r in group)


def _is_grid(group: Sequence[dict[str, Any]]) -> bool:
    return _has_both(group) and len({r["category"] for r in group}) > 1


def _by_category(group: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One row for each category, without seats."""
    return [{"category": c} for c in dict.fromkeys(r["category"] for r in group)]


def _squares(fig: go.Figure, k: int, group: Sequence[dict[str, Any]], ink: Ink) -> None:
    rows = {row_of(r | {"category": None}, ink).key: row_of(r | {"category": None}, ink) for r in group}
    cells = {(str(r["category"]), row_of(r | {"category": None}, ink).key): r for r in group}
    down, across = list(dict.fromkeys(c for c, _ in cells)), list(rows)
    values = [r["value"] for r in group]
    digits = digits_of(values, 1 if max(values) >= 10 and len(across) > grid.FEW else 2)

    def inside(r: Mapping[str, Any]) -> str:
        return figure(100 * r["value"], 0 if r["value"] == 1 else 1) if r.get("unit") == "share" else figure(r["value"], digits)

    grid.squares(fig, cells, down, across, ink, inside, lambda c, key: ([key, c], _said(replace(rows[key], values=cells[c, key]))), row=k, col=1)
    heads = [f"<b>{seat_colour(key).letter}</b>" if isinstance(key, int) and group[0].get("is_coloured", True) else rows[key].said for key in across]
    fig.update_xaxes(ticktext=grid.short(heads), row=k, col=1)
    fig.update_yaxes(ticktext=[name_label(c) for c in down], row=k, col=1)


def _end(r: dict[str, Any]) -> float:
    return float(max(r["value"], r["high"], 0) if known(r.get("high")) else max(r["value"], 0))


def _reach(lines: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """From where to where bars and whiskers of one unit go; 0 is within."""
    first = min(0.0, *(min(r["value"], r["low"]) if known(r.get("low")) else r["value"] for r in lines))
    least = LEAST if lines[0].get("unit") == "share" else 0.0
    return first, max(least, *(_end(r) for r in lines)) or (1.0 if first == 0 else 0.0)


def _shown(value: float, unit: Any, digits: int) -> str:
    """With so many digits after the point; shares in percent have one less."""
    return printed(percent(value, max(digits - 1, 1))) if unit == "share" else number(value, digits)


def _panel(fig: go.Figure, k: int, rows: Sequence[Row], reach: tuple[float, float], room: float, ink: Ink) -> None:
    """room: to the right of the longest bar, as a part of it."""
    first, limit = reach
    digits = _digits(rows)
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
        text = f"<b>{_number(r, digits)}</b>"
        fig.add_annotation(x=_end(dict(r.values)), y=y, text=text, xanchor="left", xshift=8, font={"color": ink.ink, "size": 15}, row=k, col=1)
    row_axis(fig, rows, row=k, col=1)
    fig.update_xaxes(range=[first, limit + room * (limit - first)], showticklabels=False, zeroline=first < 0, zerolinecolor=ink.mute, row=k, col=1)


def _said(r: Row) -> str:
    v = r.values
    what = "".join(f", {name_label(v[k], 60)}" for k in ("label", "category") if v.get(k) not in (None, r.key))
    digits = digits_of([v["value"]], 3)
    words = f"{r.said}{what}: {_shown(v['value'], v.get('unit'), digits)}"
    if known(v.get("low")) and known(v.get("high")):
        words += f" ({_shown(v['low'], v.get('unit'), digits)} to {_shown(v['high'], v.get('unit'), digits)})"
    return f"{words}<br>{games(v)}"
