"""One look for app, notebooks and report: colours, a Plotly template for light and dark, pictures for export.

Colour belongs to the seats; everything else is ink on paper. Fills are told apart by the colour-blind and carry an edge
(yellow on paper has 1.6 : 1, its edge 4.7 : 1) and, as a second cue, the seat's letter.
Titles, definitions and footers are text of the page (they wrap on a phone); `standalone` puts them into a picture.
"""

import importlib.util
import math
import textwrap
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any

import plotly.graph_objects as go

from topstats.core.contract import SettingError
from topstats.stats.numerals import figure, printed, without_zero_sign

FONT = '"Source Sans", system-ui, sans-serif'  # quoted: an unquoted digit in a name makes the whole list invalid
SERIF = '"Source Serif", Georgia, serif'
NBSP = "\u00a0"
ROW = 46  # height of one row of a chart, in pixels


@dataclass(frozen=True)
class Colour:
    """A seat's colour, each as (light, dark). `fill` with letters in `ink`; `edge` in charts, `rim` on drawn caps."""

    letter: str
    name: str
    fill: tuple[str, str]
    edge: tuple[str, str]
    rim: tuple[str, str]
    ink: tuple[str, str]


COLOURS = (
    Colour("B", "Blue", ("#2F66DB", "#3F84F5"), ("#1C418F", "#8DB6FF"), ("#1C418F", "#1B3F7E"), ("#FFFFFF", "#10141A")),
    Colour("O", "Orange", ("#D95F02", "#EE7420"), ("#8A3B00", "#FFB27D"), ("#8A3B00", "#7F3607"), ("#14171B", "#10141A")),
    Colour("Y", "Yellow", ("#F2C230", "#FFDD55"), ("#8F6B00", "#FFF1B5"), ("#8F6B00", "#8F7412"), ("#14171B", "#10141A")),
    Colour("P", "Plum", ("#8C2A7C", "#A9488F"), ("#571750", "#DB8FC6"), ("#571750", "#562249"), ("#FFFFFF", "#FFFFFF")),
    Colour("G", "Green", ("#1C9F84", "#46DDBD"), ("#0C5C4B", "#A6F5E3"), ("#0C5C4B", "#17705E"), ("#14171B", "#10141A")),
    Colour("S", "Slate", ("#33373E", "#8C93A3"), ("#111317", "#C9CEDA"), ("#111317", "#454A55"), ("#FFFFFF", "#10141A")),
)
BY_LETTER = {c.letter: c for c in COLOURS}


@dataclass(frozen=True)
class Ink:
    """Colours of one theme that are not a seat's. `tones` (fill, text on it) are for parts and values that belong to no seat."""

    ink: str
    mute: str
    grid: str
    paper: str
    soft: str
    tones: tuple[tuple[str, str], ...]
    side: int  # 0 light, 1 dark: which of a pair of colours


INKS = {
    "light": Ink("#1D2126", "#5A6068", "#E6E0D3", "#FBFAF7", "#D9D2C2", (("#2F4355", "#FFFFFF"), ("#8A9CAC", "#14171B"), ("#D3D9DE", "#14171B")), 0),
    "dark": Ink("#EFEDE7", "#A9B0B9", "#2B333B", "#15191E", "#3A444E", (("#C3D3DF", "#14171B"), ("#5A7084", "#FFFFFF"), ("#3A4854", "#FFFFFF")), 1),
}
CONFIG = {  # for every chart: no bar, no button that sends data anywhere
    "displayModeBar": False,
    "displaylogo": False,
    "showSendToCloud": False,
    "plotlyServerURL": "",
    "scrollZoom": False,
    "doubleClick": False,
}


def ink_of(theme: str) -> Ink:
    """The colours of "light" or "dark"."""
    if theme not in INKS:
        raise SettingError(f"theme {theme!r} is not known: allowed is light or dark (topstats.figures.theme).")
    return INKS[theme]


def seat_colour(seat: int) -> Colour:
    """The colour of place `seat` (1, 2, ...)."""
    return COLOURS[(seat - 1) % len(COLOURS)]


def seat_label(seat: int) -> str:
    """B  Seat 1: the letter is the second cue, the colour never stands alone."""
    return f"<b>{seat_colour(seat).letter}</b>{NBSP}{NBSP}Seat{NBSP}{seat}"


def name_label(name: object, width: int = 16) -> str:
    """Free text (a strategy's specification, an ending) as an axis label of at most three lines, escaped."""
    text = str(name).replace(":", ": ")
    lines = textwrap.wrap(text, width, max_lines=3, placeholder=" …") or [""]
    return "<br>".join(escape(line.replace(": ", ":").strip()) for line in lines)


def percent(share: float, digits: int = 1) -> str:
    """0.313 as "31.3 %", with a no-break space."""
    return f"{without_zero_sign(f'{100 * share:.{digits}f}')}{NBSP}%"


def number(value: float, digits: int = 1) -> str:
    """12.04 as "12.0", thousands in groups and whole, a real minus sign."""
    return printed(figure(value, digits))


def steps(low: float, high: float, about: int = 4) -> list[float]:
    """Round numbers within [low, high] for an axis, roughly `about` of them; never more than 2 * about + 1."""
    span = max(high - low, 1e-9)
    size = 10.0 ** math.floor(math.log10(span / about))
    size *= next(k for k in (1, 2, 5, 10) if span / (size * k) <= about + 0.5)
    first = math.ceil(low / size - 1e-9)
    return [round(k * size, 10) for k in range(first, math.floor(high / size + 1e-9) + 1)]


@cache
def template(theme: str) -> go.layout.Template:
    """The Plotly template of one theme."""
    u = ink_of(theme)
    quiet = {"color": u.mute, "size": 13}
    axis: dict[str, Any] = {
        "showgrid": False, "zeroline": False, "showline": False, "ticks": "", "tickfont": quiet, "title": {"font": quiet, "standoff": 8},
        "gridcolor": u.grid, "fixedrange": True, "automargin": True, "layer": "below traces",
    }  # fmt: skip
    label = {"family": FONT, "size": 14}
    return go.layout.Template(
        layout={
            "font": label | {"color": u.ink},
            "colorway": [c.fill[u.side] for c in COLOURS],
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "margin": {"l": 4, "r": 12, "t": 8, "b": 34},
            "xaxis": axis,
            "yaxis": axis | {"ticklabelstandoff": 10},
            "showlegend": False,
            "dragmode": False,
            "bargap": 0.28,
            "barcornerradius": 3,
            "hovermode": "closest",
            "hoverlabel": {"bgcolor": u.ink, "bordercolor": u.ink, "font": label | {"color": u.paper}},
            "annotationdefaults": {"font": {"family": FONT, "size": 13, "color": u.mute}, "showarrow": False},
            "uniformtext": {"minsize": 11, "mode": "hide"},
            "title": {
                "font": {"family": SERIF, "size": 19, "color": u.ink}, "x": 0, "xref": "paper", "xanchor": "left", "yanchor": "top",
                "subtitle": {"font": label | {"color": u.mute}},
            },
        }
    )  # fmt: skip


def finish(fig: go.Figure, theme: str, height: float) -> go.Figure:
    """The figure in the house's look; `height` in pixels, the width is the page's."""
    return fig.update_layout(template=template(theme), height=height)


def nothing(theme: str) -> go.Figure:
    """What stands in place of a chart without numbers."""
    fig = go.Figure().update_xaxes(visible=False).update_yaxes(visible=False)
    fig.add_annotation(text="No games to show yet.", x=0.5, y=0.5, xref="paper", yref="paper", font={"size": 15, "color": ink_of(theme).mute})
    return finish(fig, theme, 120)


def standalone(fig: go.Figure, theme: str, title: str, definition: str, footer: str, width: int = 900) -> go.Figure:
    """A copy with finding, definition and footer inside, for PNG, SVG and report."""
    heading = textwrap.wrap(title, width // 10) or [""]
    about = textwrap.wrap(definition, width // 9) or [""]
    notes = textwrap.wrap(footer, width // 8) or [""]
    top, bottom = 42 + 24 * len(heading) + 19 * len(about), 62 + 17 * len(notes)
    lines = ["<br>".join(escape(line) for line in part) for part in (heading, about, notes)]
    copy = go.Figure(fig)
    margin = {"l": max(120, (fig.layout.margin.l or 0) + 24), "r": max(32, fig.layout.margin.r or 0), "t": top + (fig.layout.margin.t or 0), "b": bottom}
    copy.update_layout(width=width, height=(fig.layout.height or 320) + top + bottom - 40, paper_bgcolor=ink_of(theme).paper, margin=margin)
    where = {"y": 1, "yref": "container", "pad": {"t": 18}, "x": 24 / width, "xref": "container"}
    copy.update_layout(title={"text": lines[0], "subtitle": {"text": lines[1]}, **where})
    copy.add_annotation(
        text=lines[2], xref="paper", yref="paper", x=0, xshift=-96, y=0, yshift=-bottom + 10, xanchor="left", yanchor="bottom", align="left",
        font={"size": 12, "color": ink_of(theme).mute}, showarrow=False,
    )  # fmt: skip
    return copy


def can_export() -> bool:
    """Whether pictures (PNG) can be made here: kaleido is an extra."""
    return importlib.util.find_spec("kaleido") is not None


def png(fig: go.Figure, scale: float = 2) -> bytes:
    """The figure as PNG (some seconds). Raises SettingError if kaleido is not installed."""
    if not can_export():
        raise SettingError("pictures need the package kaleido: pip install 'topstats[image]'.")
    return bytes(fig.to_image(format="png", scale=scale))
