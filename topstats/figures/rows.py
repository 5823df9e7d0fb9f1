"""What all charts with one row per seat, strategy or ending share: keys, labels, colours, whiskers, the vertical axis."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any, TypeGuard

import plotly.graph_objects as go

from topstats.figures.theme import NBSP, ROW, Ink, name_label, seat_colour, seat_label

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """One row of a chart. `key` is what a click gives back (the seat's number, the strategy, the category)."""

    key: Any
    label: str
    said: str
    fill: str
    edge: str
    values: Record


def known(value: Any) -> TypeGuard[float]:
    """Whether there is a finite number (an interval may be missing when there are too few games)."""
    return value is not None and isinstance(value, (int, float)) and math.isfinite(value)


def records(table: Any) -> list[dict[str, Any]]:
    """The rows of a DataFrame as plain Python values; each says whether seats have colours (`attrs`)."""
    extra = {"is_coloured": table.attrs.get("seats_have_colours", True)}
    return [{k: v.item() if hasattr(v, "item") else v for k, v in r.items()} | extra for r in table.to_dict("records")]


def row_of(record: Record, ink: Ink) -> Row:
    """A row by what the record has: a seat (in its colour, if seats have one), else a strategy, category or label (in a neutral tone)."""
    if known(record.get("seat")):
        seat = int(record["seat"])
        if not record.get("is_coloured", True):
            return Row(seat, f"Seat{NBSP}{seat}", f"Seat {seat}", ink.tones[1][0], ink.ink, record)
        colour = seat_colour(seat)
        return Row(seat, seat_label(seat), f"Seat {seat}", colour.fill[ink.side], colour.edge[ink.side], record)
    name = str(next(record[k] for k in ("strategy", "category", "label") if record.get(k) is not None))
    return Row(name, name_label(name), name_label(name, 60), ink.tones[1][0], ink.ink, record)


def rows_of(table: Any, ink: Ink) -> list[Row]:
    """The rows of a table, in its order."""
    return [row_of(r, ink) for r in records(table)]


def unit_of(table: Any, metric: Any) -> str:
    """What is counted, for an axis: the table's own word (in `attrs`), else the metric's, else none."""
    return str(table.attrs.get("unit") or getattr(metric, "unit", "") or "")


def whisker(rows: Sequence[Row], value: str, low: str, high: str, ink: Ink) -> dict[str, Any]:
    """Error bars from the interval that stands in the table; none where it is missing."""
    up: list[float] = []
    down: list[float] = []
    for r in rows:
        v, a, b = r.values.get(value), r.values.get(low), r.values.get(high)
        if known(v) and known(a) and known(b):
            up.append(max(0.0, b - v))
            down.append(max(0.0, v - a))
        else:
            up.append(0.0)
            down.append(0.0)
    return {"type": "data", "symmetric": False, "array": up, "arrayminus": down, "color": ink.ink, "thickness": 2, "width": 8}


def height(rows: Sequence[Row]) -> int:
    """Pixels for all rows; rows with labels of three lines are higher."""
    lines = max(r.label.count("<br>") + 1 for r in rows)
    return len(rows) * (ROW + 12 * max(0, lines - 2))


def label_room(rows: Sequence[Row]) -> int:
    """Pixels that the widest label needs at the left (of several panels plotly itself measures only some)."""
    lines = [unescape(re.sub(r"</?b>", "", line)) for r in rows for line in r.label.split("<br>")]
    return 22 + round(7.4 * max(map(len, lines)))


def row_axis(fig: go.Figure, rows: Sequence[Row], head: float = 0.0, **where: int) -> None:
    """Rows 1, 2, ... from the top, with `head` rows of room above them for words."""
    fig.update_yaxes(
        tickvals=list(range(1, len(rows) + 1)), ticktext=[r.label for r in rows], range=[len(rows) + 0.6, 0.4 - head], tickfont={"size": 14}, **where
    )


def panel_title(fig: go.Figure, k: int, name: str, ink: Ink, room: int = 60, above: int = 0, before: int = 0) -> None:
    """A name above the k-th panel (from 1), broken after `room` letters; so many pixels above what stands there, and before where the panel begins."""
    axis = "" if k == 1 else str(k)
    fig.add_annotation(
        x=0, xref="paper", y=1, yref=f"y{axis} domain", text=f"<b>{name_label(name, room)}</b>",
        xanchor="left", align="left", yanchor="bottom", yshift=3 + above, xshift=-before, font={"color": ink.ink, "size": 14},
    )  # fmt: skip


def games(record: Record) -> str:
    """The denominator in words."""
    n = record.get("n")
    return f"{int(n):,} games" if known(n) else "no games"
