"""One game: points over time by seat, each step a place to click."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

import plotly.graph_objects as go

from topstats.figures.theme import BY_LETTER, Ink, finish, ink_of, number, steps

View = Mapping[str, Any]
_DASHES = ("solid", "dot", "dash", "dashdot", "longdash", "longdashdot")


def points(view: View) -> list[int | None]:
    """The points that each seat would have now; None where they are not known.

    In the version for two, where points are known at the end only, the caps earned so far; where money counts, the money.
    """
    return [_points(seat) for seat in view["seats"]]


def _points(seat: Mapping[str, Any]) -> int | None:
    if "score" in seat:
        return int(seat["score"])
    if "money" in seat:
        return int(seat["money"])
    return sum(seat["caps"].values()) if "caps" in seat else _sum(seat.get("majority"), seat.get("variety"), seat.get("bonus", 0))


def _sum(*parts: int | None) -> int | None:
    known = [n for n in parts if n is not None]
    return sum(known) if len(known) == len(parts) else None


def course(views: Sequence[View]) -> list[list[int]]:
    """Points by seat and step; a value that is not known keeps the last one (0 at first)."""
    known = [points(v) for v in views]
    return [[int(p) for p in accumulate((s[i] for s in known), lambda a, b: a if b is None else b, initial=0)][1:] for i in range(len(known[0]))]


def score_time(views: Sequence[View], now: int, theme: str, turn_word: str = "turn", unit: str = "points") -> go.Figure:
    """Points (or what else `unit` says) over the steps of one game (the views of a replay's frames), `now` the step that is shown.

    Invisible bars over the lines take the click: customdata is [step].
    """
    ink = ink_of(theme)
    lines = course(views)
    top = 1.12 * (max(map(max, lines)) or 1)
    fig = go.Figure(_targets(views, lines, top, turn_word))
    fig.add_shape(type="line", x0=now, x1=now, y0=0, y1=1, yref="paper", line={"color": ink.ink, "width": 1.5})
    for i, line in enumerate(lines):
        fill, edge, dash = _look(views[0], i, ink)
        pen = {"color": fill, "width": 3, "shape": "hv", "dash": dash}
        fig.add_trace(go.Scatter(x=list(range(len(line))), y=line, mode="lines", line=pen, hoverinfo="skip"))
        dot = {"size": 11, "color": fill, "line": {"color": edge, "width": 1.5}}
        fig.add_trace(go.Scatter(x=[now], y=[line[now]], mode="markers", marker=dot, hoverinfo="skip", unselected={"marker": {"opacity": 1}}))
    highest = _ends(fig, views[0], lines, top, ink)
    _axes(fig, views, max(top, highest * 1.04), turn_word, unit)
    longest = max(len(_end(views[0], i, line)) for i, line in enumerate(lines))
    return finish(fig, theme, 190).update_layout(margin={"r": 12 + 8 * longest}, uirevision="keep")


def _end(view: View, i: int, line: Sequence[int]) -> str:
    """What stands at the end of a seat's line."""
    return f"{_mark(view, i)}\u00a0{number(line[-1], 0)}"


def _mark(view: View, i: int) -> str:
    """The letter of a seat, or its number where no colour belongs to a seat."""
    colour = str(view["seats"][i]["colour"])
    return colour if colour in BY_LETTER else str(i + 1)


def _look(view: View, i: int, ink: Ink) -> tuple[str, str, str]:
    colour = BY_LETTER.get(str(view["seats"][i]["colour"]))
    if colour is None:
        return ink.tones[0][0] if i % 2 == 0 else ink.tones[1][0], ink.ink, _DASHES[i % len(_DASHES)]
    return colour.fill[ink.side], colour.edge[ink.side], "solid"


def _targets(views: Sequence[View], lines: Sequence[Sequence[int]], top: float, turn_word: str) -> go.Bar:
    """Lines give no selection events; a clear bar over each step does."""
    at = list(range(len(views)))
    clear = {"marker": {"opacity": 0}}
    words = [f"{turn_word} {v['turn']}: " + ", ".join(f"{_mark(v, i)} {number(line[k], 0)}" for i, line in enumerate(lines)) for k, v in enumerate(views)]
    return go.Bar(
        x=at, y=[top] * len(at), width=1, marker={"color": "rgba(0,0,0,0)"}, customdata=[[k] for k in at], text=words, textposition="none",
        hovertemplate="%{text}<extra></extra>", selected=clear, unselected=clear,
    )  # fmt: skip


def _ends(fig: go.Figure, view: View, lines: Sequence[Sequence[int]], top: float, ink: Ink) -> float:
    """Letters and final points at the right, pushed apart; returns the height of the highest."""
    gap, y = top * 0.13, -top
    for i in sorted(range(len(lines)), key=lambda i: lines[i][-1]):
        y = max(lines[i][-1], y + gap)
        fig.add_annotation(x=len(lines[i]) - 1, y=y, text=f"<b>{_end(view, i, lines[i])}</b>", xanchor="left", xshift=6, font={"color": ink.ink, "size": 14})
    return y


def _axes(fig: go.Figure, views: Sequence[View], top: float, turn_word: str, unit: str) -> None:
    last = views[-1]["turn"]
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if last / n <= 8)
    begins = {v["turn"]: k for k, v in reversed(list(enumerate(views)))}
    ticks = [begins[t] for t in range(every, last + 1, every) if t in begins]
    unit = "caps" if "caps" in views[0]["seats"][0] else unit
    levels = [v for v in steps(0, top, 3) if v == int(v)]
    fig.update_xaxes(range=[0, max(1, len(views) * 1.002)], tickvals=ticks, ticktext=[str(views[k]["turn"]) for k in ticks], title_text=turn_word)
    fig.update_yaxes(showgrid=True, tickvals=levels, ticktext=[number(v, 0) for v in levels], range=[0, top], title_text=unit)
