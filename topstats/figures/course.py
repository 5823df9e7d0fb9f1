"""How a game goes: what the seats have at each moment, as lines with bands."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from topstats.figures.rows import known, panel_title, records
from topstats.figures.theme import Ink, finish, ink_of, nothing, number, percent, seat_colour, steps

_DASHES = ("solid", "dot", "dash", "dashdot", "longdash", "longdashdot")
_PANEL, _HEAD = 150, 34  # pixels
Record = dict[str, Any]


def over_time(table: Any, metric: Any, theme: str) -> go.Figure:
    """Kind "course": columns label, category, moment, seat (none: all), mean, low, high, n, unit, q05 to q95 of all seats.

    One panel a label. Click: [category].
    """
    ink = ink_of(theme)
    lines = [r for r in records(table) if known(r["mean"])]
    if not lines:
        return nothing(theme)
    labels = list(dict.fromkeys(str(r["label"]) for r in lines))
    tall = (_PANEL + _HEAD) * len(labels)
    fig = make_subplots(rows=len(labels), cols=1, shared_xaxes=True, vertical_spacing=_HEAD / tall if len(labels) > 1 else 0)
    for k, label in enumerate(labels, 1):
        _panel(fig, k, [r for r in lines if str(r["label"]) == label], ink)
        panel_title(fig, k, label, ink)
    last = max(int(r["moment"]) for r in lines)
    fig.update_xaxes(tickvals=[v for v in steps(1, last, 8) if v == int(v)], range=[0.5, last + 0.5])
    fig.update_xaxes(title_text=str(lines[0]["category"]).split()[0].lower(), row=len(labels), col=1)
    return finish(fig, theme, tall + 40).update_layout(margin={"t": _HEAD})


def _panel(fig: go.Figure, k: int, lines: Sequence[Record], ink: Ink) -> None:
    together = [r for r in lines if not known(r.get("seat"))]
    has_bands = known(together[0].get("q50"))
    x = [r["moment"] for r in together]
    if has_bands:
        for low, high in (("q05", "q95"), ("q25", "q75")):
            fig.add_trace(_band(x, [r[low] for r in together], [r[high] for r in together], ink), row=k, col=1)
    for seat in sorted({int(r["seat"]) for r in lines if known(r.get("seat"))}):
        fig.add_trace(_seat(seat, [r for r in lines if known(r.get("seat")) and int(r["seat"]) == seat], ink), row=k, col=1)
    fig.add_trace(_all(together, "q50" if has_bands else "mean", ink), row=k, col=1)
    top = max(max(r["mean"] for r in lines), max((r["q95"] for r in together), default=0) if has_bands else max(r["high"] for r in together))
    ticks = steps(0, top or 1, 3)
    shares = lines[0]["unit"] == "share"
    words = [percent(t, 1 if top < 0.1 else 0) if shares else number(t, 0 if t == int(t) else 1) for t in ticks]
    fig.update_yaxes(range=[0, top * 1.08 or 1], tickvals=ticks, ticktext=words, showgrid=True, row=k, col=1)


def _band(x: Sequence[int], low: Sequence[float], high: Sequence[float], ink: Ink) -> go.Scatter:
    return go.Scatter(
        x=[*x, *x[::-1]], y=[*high, *low[::-1]], fill="toself", mode="lines", line={"width": 0, "shape": "linear"}, fillcolor=ink.soft, opacity=0.7,
        hoverinfo="skip",
    )  # fmt: skip


def _seat(seat: int, lines: Sequence[Record], ink: Ink) -> go.Scatter:
    """The mean of one seat: in its colour, where seats have one, and by its dashes."""
    colour = seat_colour(seat).fill[ink.side] if lines[0].get("is_coloured", True) else ink.tones[seat % 2][0]
    pen = {"color": colour, "width": 1.5, "dash": _DASHES[(seat - 1) % len(_DASHES)]}
    return go.Scatter(
        x=[r["moment"] for r in lines], y=[r["mean"] for r in lines], mode="lines", line=pen,
        text=[_said(f"Seat {seat}", r) for r in lines], customdata=[[r["category"]] for r in lines], hovertemplate="%{text}<extra></extra>",
    )  # fmt: skip


def _all(lines: Sequence[Record], value: str, ink: Ink) -> go.Scatter:
    return go.Scatter(
        x=[r["moment"] for r in lines], y=[r[value] for r in lines], mode="lines+markers", line={"color": ink.ink, "width": 2.5}, marker={"size": 5},
        text=[_said("All seats", r) for r in lines], customdata=[[r["category"]] for r in lines], hovertemplate="%{text}<extra></extra>",
    )  # fmt: skip


def _said(who: str, r: Record) -> str:
    shown = (lambda v: percent(v, 1)) if r["unit"] == "share" else (lambda v: number(v, 2))
    words = f"{who}, {r['category']}: {shown(r['mean'])} ({shown(r['low'])} to {shown(r['high'])})"
    if known(r.get("q50")):
        words += f"<br>half from {number(r['q25'], 0)} to {number(r['q75'], 0)}, nine tenths from {number(r['q05'], 0)} to {number(r['q95'], 0)}"
    return f"{words}<br>n {r['n']:,} games"
