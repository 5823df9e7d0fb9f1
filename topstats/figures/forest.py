"""What a change does: a row for each measure with its difference and interval, filled where it differs; and who wins instead of whom."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from topstats.figures.rows import Record, Row, height, known, label_room, records, row_axis
from topstats.figures.theme import NBSP, Ink, finish, ink_of, name_label, nothing, number, seat_colour, seat_label, steps
from topstats.stats import numerals
from topstats.stats.numerals import THOUSANDS, printed, without_zero_sign

FOOT = 64  # pixels below a panel for its axis
LETTER = 9  # pixels of a letter of the numbers at the right, which have a margin of their own


def forest(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "forest": columns label, seat (0: none), unit ("share" or what is counted), a, b, difference, low, high, differs, n; perhaps setting.

    One panel for each unit, its axis symmetric around 0. Shares are drawn in percentage points. Click: [measure, setting].
    """
    ink = ink_of(theme)
    lines = [r for r in records(table) if known(r["difference"])]
    if not lines:
        return nothing(theme)
    many = len({r.get("setting") for r in lines}) > 1
    panels: dict[str, list[Row]] = {}
    for r in lines:
        panels.setdefault(_panel_of(r), []).append(_row(r, many, ink))
    sizes = [height(rows) for rows in panels.values()]
    tall = sum(sizes) + FOOT * len(panels)
    fig = make_subplots(rows=len(panels), cols=1, row_heights=sizes, vertical_spacing=FOOT / (tall - FOOT) if len(panels) > 1 else 0)
    fig.update_yaxes(automargin=False)
    halves = {unit: 1.12 * max(max(abs(_low(r)), abs(_high(r))) for r in rows) or 1.0 for unit, rows in panels.items()}
    right = 16 + LETTER * max(len(signed(_scaled(r, "difference"), _digits(halves[unit]))) for unit, rows in panels.items() for r in rows)
    for k, (unit, rows) in enumerate(panels.items(), 1):
        _draw(fig, k, unit, rows, halves[unit], right, ink)
    margin = {"l": label_room([r for rows in panels.values() for r in rows]), "r": right, "b": FOOT - 10, "t": 4}
    return finish(fig, theme, tall).update_layout(margin=margin)


def _panel_of(r: Record) -> str:
    if r["unit"] != "share":
        return str(r["unit"])
    return "percentage points of win share" if "share" in str(r.get("measure", "share")).split(".") else "percentage points"


def _row(r: Record, many: bool, ink: Ink) -> Row:
    seat = int(r["seat"]) if known(r.get("seat")) and r["seat"] else 0
    is_win = str(r.get("measure", "seat.share")).startswith("seat.share") and r["unit"] == "share"
    about = _seat(seat, r) if seat and is_win else name_label(r["label"], 24)
    if seat and not is_win:
        about = f"<b>{_mark(seat, r)}</b>{NBSP}{NBSP}{about}"
    which = f"{r['setting']}: " if many else ""
    unit = 100 if r["unit"] == "share" else 1
    label = f"{which}{about}<br>{number(unit * r['a'])} → {number(unit * r['b'])}"
    said = f"{which}{name_label(r['label'], 60)}" + (f", seat {seat}" if seat else "")
    return Row([r.get("measure", r["label"]), r.get("setting", "")], label, said, ink.ink if r["differs"] else ink.paper, ink.ink, r)


def _seat(seat: int, r: Record) -> str:
    return seat_label(seat) if r.get("is_coloured", True) else f"Seat{NBSP}{seat}"


def _mark(seat: int, r: Record) -> str:
    """The seat's letter, or its number where seats have no colours."""
    return seat_colour(seat).letter if r.get("is_coloured", True) else str(seat)


def _draw(fig: go.Figure, k: int, unit: str, rows: Sequence[Row], half: float, right: int, ink: Ink) -> None:
    at = {"row": k, "col": 1}
    fig.add_trace(_diamonds(rows, ink), **at)
    for y, r in enumerate(rows, 1):
        colour = ink.ink if r.values["differs"] else ink.mute
        fig.add_annotation(
            x=1, xref=f"x{'' if k == 1 else k} domain", y=y, yref=f"y{'' if k == 1 else k}", xanchor="right", xshift=right - 4,
            text=f"<b>{signed(_scaled(r, 'difference'), _digits(half))}</b>", font={"color": colour, "size": 15},
        )  # fmt: skip
    ticks = steps(-half, half, 5)
    fig.update_xaxes(
        range=[-half, half], tickvals=ticks, ticktext=[signed(t, _digits(half), plain=True) for t in ticks], showgrid=True, zeroline=True,
        zerolinecolor=ink.ink, zerolinewidth=1.5, title_text=name_label(unit, 40), title_standoff=2, **at,
    )  # fmt: skip
    row_axis(fig, rows, **at)


def _diamonds(rows: Sequence[Row], ink: Ink) -> go.Scatter:
    return go.Scatter(
        x=[_scaled(r, "difference") for r in rows],
        y=list(range(1, len(rows) + 1)),
        mode="markers",
        customdata=[r.key for r in rows],
        marker={"size": 12, "symbol": "diamond", "color": [r.fill for r in rows], "line": {"color": ink.ink, "width": 1.8}},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [_high(r) - _scaled(r, "difference") for r in rows],
            "arrayminus": [_scaled(r, "difference") - _low(r) for r in rows],
            "color": ink.ink,
            "thickness": 2,
            "width": 7,
        },
        text=[_said(r) for r in rows],
        hovertemplate="%{text}<extra></extra>",
    )


def _scaled(r: Row, name: str) -> float:
    return float(r.values[name]) * (100 if r.values["unit"] == "share" else 1)


def _low(r: Row) -> float:
    return _scaled(r, "low") if known(r.values["low"]) else _scaled(r, "difference")


def _high(r: Row) -> float:
    return _scaled(r, "high") if known(r.values["high"]) else _scaled(r, "difference")


def _digits(half: float) -> int:
    """Decimals that tell values on this axis apart."""
    return 0 if half >= THOUSANDS else 1 if half >= 2 else 2 if half >= 0.1 else 3


def signed(value: float, digits: int, plain: bool = False) -> str:
    """+2.3, with a real minus sign, thousands in groups and whole; `plain` drops the plus and trailing zeros, as on an axis."""
    if plain:
        return printed(without_zero_sign(f"{value:,.{digits + 1}f}".rstrip("0").rstrip("."))) if value else "0"
    return printed(numerals.signed(value, digits))


def _said(r: Row) -> str:
    v, unit = r.values, " percentage points" if r.values["unit"] == "share" else f" {name_label(r.values['unit'], 30)}"
    words = f"{r.said}: {number(_scaled(r, 'a'), 2)} → {number(_scaled(r, 'b'), 2)}<br>difference {signed(_scaled(r, 'difference'), 2)}{unit}"
    if known(v["low"]) and known(v["high"]):
        words += f" ({signed(_low(r), 2)} to {signed(_high(r), 2)})"
    return f"{words}<br>{int(v['n']):,} {'deals' if v.get('paired', True) else 'units a side'}"


def flow(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "flow": columns a, b (seat that won, 0: shared), games, n. Rows are winners before, columns after; on the diagonal the winner stays.

    Clear squares over the cells take the click: [a, b].
    """
    ink = ink_of(theme)
    lines = records(table)
    if not lines:
        return nothing(theme)
    order = list(dict.fromkeys(int(r["a"]) for r in lines))
    cells = {(int(r["a"]), int(r["b"])): r for r in lines}
    place = {seat: k for k, seat in enumerate(order, 1)}
    off = [[int(cells[a, b]["games"]) if a != b else None for b in order] for a in order]
    ticks = list(place.values())
    scale = [[0, ink.grid], [1, ink.tones[1][0]]]
    fig = go.Figure(go.Heatmap(z=off, x=ticks, y=ticks, colorscale=scale, showscale=False, xgap=3, ygap=3, hoverinfo="skip", zmin=0))
    fig.add_trace(_squares([r for r in lines if r["a"] != r["b"]], place))
    for (a, b), r in cells.items():
        text = f"{int(r['games']):,}" if a != b else f"<span style='font-size:12px'>same<br>{int(r['games']):,}</span>"
        fig.add_annotation(x=place[b], y=place[a], text=text, font={"color": ink.ink if a != b else ink.mute, "size": 15})
    for axis in (fig.update_xaxes, fig.update_yaxes):
        axis(tickvals=ticks, ticktext=[_winner(seat, lines[0]) for seat in order], tickfont={"color": ink.ink}, range=[0.5, len(order) + 0.5])
    fig.update_xaxes(side="top")
    fig.update_yaxes(range=[len(order) + 0.5, 0.5])
    return finish(fig, theme, 50 + 52 * len(order)).update_layout(margin={"b": 4})


def _winner(seat: int, r: Record) -> str:
    if not seat:
        return "shared"
    return seat_label(seat).replace(f"Seat{NBSP}", "") if r.get("is_coloured", True) else _seat(seat, r)


def _squares(lines: Sequence[Record], place: dict[int, int]) -> go.Scatter:
    clear = {"marker": {"opacity": 0}}
    return go.Scatter(
        x=[place[int(r["b"])] for r in lines],
        y=[place[int(r["a"])] for r in lines],
        mode="markers",
        marker={"symbol": "square", "size": 48, "opacity": 0},
        selected=clear,
        unselected=clear,
        customdata=[[int(r["a"]), int(r["b"])] for r in lines],
        text=[f"{_who(r['a'])} before, {_who(r['b'])} now: {int(r['games']):,} of {int(r['n']):,} games" for r in lines],
        hovertemplate="%{text}<extra></extra>",
    )


def _who(seat: Any) -> str:
    return f"Seat {int(seat)} wins" if seat else "a shared win"
