"""The layers of a drawn track, each a piece of SVG text: ground, road, spaces, kerbs, lines, numbers, name, legend."""

import math
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topstats.figures.boards.drawing import box, text
from topstats.figures.boards.race_cars import css_names
from topstats.figures.theme import number

Point = tuple[float, float]
Tag = tuple[str, float, float, float, float]  # words, middle, width, height
_UI = {  # name: (light, dark)
    "plain": ("#E4E8E3", "#1B2225"), "meadow": ("#DCE7CC", "#1C2620"), "desert": ("#F0E2BE", "#2B261D"), "town": ("#E3DFD9", "#1F2125"),
    "water": ("#8FC3DE", "#24506B"), "shore": ("#C3DEE8", "#1F3B48"), "sand": ("#E6D19F", "#3A3223"), "block": ("#CBC3B8", "#30343B"),
    "stand": ("#B4BCC2", "#39434B"), "tree": ("#9DBA86", "#34503B"), "cactus": ("#92A56B", "#4B5A35"),
    "verge": ("#C9CCC6", "#2C343A"), "asphalt": ("#4A4F56", "#3A424B"), "one": ("#8A5A4A", "#7C4F40"), "two": ("#5D6478", "#4F5B74"),
    "cell": ("#FFFFFF", "#E8EDF2"), "kerb": ("#D0312D", "#C63A36"), "kerbw": ("#FFFFFF", "#F1F1F1"), "tip": ("#FFD21F", "#FFD21F"),
    "tipink": ("#1D2126", "#1D2126"), "num": ("#FFE169", "#FFE169"), "chess": ("#14171B", "#14171B"), "chessw": ("#FFFFFF", "#FFFFFF"),
    "label": ("#1D2126", "#EFEDE7"), "labelm": ("#50565E", "#B4BAC2"), "plate": ("#FFFFFF", "#14181C"),
}  # fmt: skip
_HEAT = ("#2B1155", "#5B1470", "#8C2369", "#B93556", "#DE5238", "#F5801B", "#FBB41F", "#F8E36B")
_RULES = (
    ".tk .cell{stroke:var(--cell);stroke-opacity:.55;stroke-width:.9;stroke-linejoin:round}.tk .wheel{fill:#0B0D0F;stroke:#fff;stroke-width:.5}"
    ".tk .body{stroke-width:1.1;stroke-linejoin:round}.tk .warn{fill:var(--tip);stroke:#1D2126;stroke-width:1;stroke-linejoin:round}"
    ".tk .warnink{fill:none;stroke:#1D2126;stroke-width:1.5;stroke-linecap:round}.tk .halo{paint-order:stroke;stroke:var(--plate);stroke-opacity:.75;"
    "stroke-width:4px;stroke-linejoin:round}"
)


def css(theme: str = "auto") -> str:
    """The style sheet of tracks and cars, beside the one of all drawings."""
    picks: dict[str, Callable[[str, str], str]] = {"auto": lambda a, b: f"light-dark({a},{b})", "light": lambda a, b: a, "dark": lambda a, b: b}
    names = "".join(f"--{k}:{picks[theme](*pair)};" for k, pair in {**_UI, **css_names()}.items())
    return f".tk{{{names}}}{_RULES}"


@dataclass(frozen=True)
class Heat:
    """A number for each space, to be shown as colour: its name ("Visits a race"), the numbers, digits after the point, a unit."""

    label: str
    values: Sequence[float]
    digits: int = 0
    unit: str = ""

    def said(self, value: float) -> str:
        return number(value, self.digits) + (f"\u00a0{self.unit}" if self.unit else "")

    @property
    def top(self) -> float:
        return max(max(self.values, default=0.0), 0.0)


@dataclass(frozen=True)
class Sheet:
    """Where things stand: the track as its file has it, or turned by a quarter. `scale`: pixels a unit will have, about."""

    track: Any
    is_upright: bool
    scale: float

    @property
    def width(self) -> float:
        return float(self.track.height if self.is_upright else self.track.width)

    @property
    def height(self) -> float:
        return float(self.track.width if self.is_upright else self.track.height)

    def at(self, p: Point) -> Point:
        return (self.track.height - p[1], p[0]) if self.is_upright else p

    def place(self, space: int) -> tuple[float, float, float]:
        """Middle and heading of a space."""
        s = self.track.spaces[space]
        return (*self.at((s.x, s.y)), s.heading + (90 if self.is_upright else 0))

    def letters(self, pixels: float, most: float) -> float:
        """Size of a text in units, so that it has so many pixels; at most `most`."""
        return min(most, pixels / self.scale)

    def path(self, points: Iterable[Point], is_closed: bool = True) -> str:
        marks = [f"{x:.1f} {y:.1f}".replace(".0", "") for x, y in map(self.at, points)]
        return "M" + "L".join(marks) + ("Z" if is_closed else "")

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """The road as points, to keep clear of: its edges, and the corners of its spaces."""
        halves = [half for s in self.track.spaces for half in (s.shape[: len(s.shape) // 2], s.shape[len(s.shape) // 2 :])]
        corners = {self.at(p) for half in halves for p in (half[0], half[-1])}
        return np.array([*corners, *(self.at(p) for loop in self.track.road_edges for p in loop[::2])])

    @cached_property
    def tags(self) -> list[Tag]:
        """A tag for each tip line, at the end of it that has more room."""
        found = []
        for name, p, q in self.track.lines:
            if not name.startswith("tip"):
                continue
            a, b = np.array(self.at(p)), np.array(self.at(q))
            along = (b - a) / max(float(np.hypot(*(b - a))), 1e-9)
            words, size = f"Tip {name[3:]}", self.letters(13, 14)
            w, h = size * 0.56 * len(words) + size * 0.7, size * 1.45
            places = [end + way * (4 + abs(way[0]) * w / 2 + abs(way[1]) * h / 2) for end, way in ((a, -along), (b, along))]
            x, y = max(places, key=lambda place: self.room(*place))
            found.append((words, min(max(x, w / 2 + 3), self.width - w / 2 - 3), min(max(y, h / 2 + 3), self.height - h / 2 - 3), w, h))
        return found

    @cached_property
    def arrow(self) -> tuple[Any, Any]:
        """From where to where the arrow goes that tells the direction: beside the first rows, where there is more room."""
        heading = math.radians(self.place(0)[2])
        way, left = np.array([math.cos(heading), math.sin(heading)]), np.array([math.sin(heading), -math.cos(heading)])
        first = [np.array(self.at((s.x, s.y))) for s in self.track.spaces if s.row == 1]
        ends = [max(first, key=lambda p: p @ left) + left * 22, max(first, key=lambda p: -(p @ left)) - left * 22]
        start = max(ends, key=lambda p: self.room(*(p + way * 20)))
        return start - way * 6, start + way * 38

    @cached_property
    def lanes(self) -> tuple[int, ...]:
        """For each space how many lanes its piece of the track has."""
        spaces, found = self.track.spaces, []
        for s in spaces:
            piece = [len(c.lanes) for c in self.track.sections if c.start - 1e-6 <= s.back and s.front <= c.end + 1e-6]
            found.append(piece[0] if piece else len({o.lane for o in spaces if o.row == s.row}))
        return tuple(found)

    def room(self, x: float, y: float) -> float:
        """How far a place is from the road and from the picture's edge."""
        away = float(np.hypot(*(self.points - (x, y)).T).min())
        return min(away, x - 4, self.width - 4 - x, y - 4, self.height - 4 - y)


def ground(sheet: Sheet, strip: float) -> str:
    """The land and what stands on it."""
    kinds = {kind for kind, _ in sheet.track.scenery}
    land = "meadow" if "water" in kinds else "desert" if "sand" in kinds else "town" if "block" in kinds else "plain"
    s = box(0, 0, sheet.width, sheet.height + strip, 18, land)
    names = {"tree": "cactus"} if land == "desert" else {}
    for kind in dict.fromkeys(kind for kind, _ in sheet.track.scenery):
        d = "".join(sheet.path(shape) for k, shape in sheet.track.scenery if k == kind)
        s += f'<path d="{d}" style="fill:var(--{names.get(kind, kind)});stroke:var(--{names.get(kind, kind)});stroke-width:2;stroke-linejoin:round"/>'
    return s


def road(sheet: Sheet) -> str:
    """The asphalt with its verge; of a file without edges a broad line around its spaces."""
    if sheet.track.road_edges:
        d = "".join(sheet.path(loop) for loop in sheet.track.road_edges)
        return (
            f'<path d="{d}" style="fill:none;stroke:var(--verge);stroke-width:9;stroke-linejoin:round"/>'
            f'<path d="{d}" style="fill:var(--asphalt);fill-rule:evenodd;stroke:var(--asphalt);stroke-width:1.5;stroke-linejoin:round"/>'
        )
    d = "".join(sheet.path(s.shape) for s in sheet.track.spaces)
    looks = (("verge", 17), ("asphalt", 9))
    return "".join(f'<path d="{d}" style="fill:var(--{c});stroke:var(--{c});stroke-width:{w};stroke-linejoin:round"/>' for c, w in looks)


def cells(sheet: Sheet, heat: Heat | None) -> str:
    """The spaces; where there are one or two lanes only, in another tone. Each says its name."""
    drawn = ""
    for i, s in enumerate(sheet.track.spaces):
        if heat is None:
            fill = {1: "var(--one)", 2: "var(--two)"}.get(sheet.lanes[i], "var(--asphalt)")
            words = f"Space {s.id}, row {s.row}"
        else:
            fill = _colour(heat.values[i] / heat.top) if heat.values[i] > 0 else "var(--asphalt)"
            words = f"Space {s.id}: {heat.said(heat.values[i])}"
        drawn += f'<path class="cell" data-space="{escape(s.id)}" d="{sheet.path(s.shape)}" style="fill:{fill}"><title>{escape(words)}</title></path>'
    return drawn


def _colour(share: float) -> str:
    """Of a share of the highest value; by its root, because few spaces have most."""
    at = math.sqrt(min(1.0, max(0.0, share))) * (len(_HEAT) - 1)
    low = min(int(at), len(_HEAT) - 2)
    a, b = (tuple(int(_HEAT[k][j : j + 2], 16) for j in (1, 3, 5)) for k in (low, low + 1))
    return "#" + "".join(f"{round(u + (v - u) * (at - low)):02X}" for u, v in zip(a, b, strict=True))


def kerbs(sheet: Sheet) -> str:
    """Red and white along the inner edge of each curve."""
    d = ""
    for section in sheet.track.sections:
        if section.kind == "straight":
            continue
        lane = max(section.lanes) if section.kind == "left" else min(section.lanes)
        edge: list[Point] = []
        for s in sheet.track.spaces:
            if s.lane == lane and section.start - 1e-6 <= s.back and s.front <= section.end + 1e-6:
                half = len(s.shape) // 2
                edge += s.shape[:half] if section.kind == "left" else s.shape[half:][::-1]
        d += sheet.path(edge, is_closed=False) if len(edge) > 1 else ""
    if not d:
        return ""
    return (
        f'<path d="{d}" style="fill:none;stroke:var(--kerbw);stroke-width:4.4"/>'
        f'<path d="{d}" style="fill:none;stroke:var(--kerb);stroke-width:4.4;stroke-dasharray:5 5"/>'
    )


def lines(sheet: Sheet) -> str:
    """Tip lines with their tags, the chequered finish, an arrow that says which way."""
    s = ""
    for name, p, q in sheet.track.lines:
        a, b = np.array(sheet.at(p)), np.array(sheet.at(q))
        along = (b - a) / max(float(np.hypot(*(b - a))), 1e-9)
        if name.startswith("tip"):
            s += f'<path d="M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" style="stroke:var(--tip);stroke-width:3.4;stroke-linecap:round"/>'
        elif name == "start_finish":
            s += _chequered(a, b, along)
    return s + _arrow(sheet) + "".join(map(_tag, sheet.tags))


def _tag(place: Tag) -> str:
    words, x, y, w, h = place
    size = h / 1.45
    return box(x - w / 2, y - h / 2, w, h, 4, "tip") + text(x, y + size * 0.36, words, "b mid", size, "tipink")


def _chequered(a: Any, b: Any, along: Any) -> str:
    """Two rows of squares across the road."""
    length, across = float(np.hypot(*(b - a))), np.array([-along[1], along[0]])
    n = max(4, round(length / 4.2))
    step = length / n
    d = ""
    for k in range(n):
        corner = a + along * step * k + across * (step if k % 2 else 0) - across * step
        u, v = along * step, across * step
        d += "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (corner, corner + u, corner + u + v, corner + v)) + "Z"
    white = [a - across * step, b - across * step, b + across * step, a + across * step]
    board = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in white) + "Z"
    return f'<path d="{board}" style="fill:var(--chessw)"/><path d="{d}" style="fill:var(--chess)"/>'


def _arrow(sheet: Sheet) -> str:
    """The direction of travel."""
    (p, q) = sheet.arrow
    way = (q - p) / max(float(np.hypot(*(q - p))), 1e-9)
    left = np.array([-way[1], way[0]])
    head = [q + way * 9, q + left * 6, q - left * 6]
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in head) + "Z"
    return (
        f'<path d="M{p[0]:.1f} {p[1]:.1f}L{q[0]:.1f} {q[1]:.1f}" style="stroke:var(--label);stroke-width:3;stroke-linecap:round"/>'
        f'<path d="{d}" style="fill:var(--label);stroke:var(--label);stroke-width:1.5;stroke-linejoin:round"/>'
    )


def starts(sheet: Sheet, taken: set[int]) -> str:
    """The numbers of the start spaces, each behind a bracket at its front edge."""
    s, size = "", sheet.letters(10, 13)
    for k, space in enumerate(sheet.track.start_spaces, 1):
        x, y, heading = sheet.place(space)
        s += f'<path d="M8-6.5H12V6.5H8" transform="translate({x:.1f} {y:.1f}) rotate({heading:.1f})" style="fill:none;stroke:var(--cell);stroke-width:1.4"/>'
        s += text(x - 1, y + size * 0.36, k, "b mid", size, "num") if space not in taken else ""
    return s


def beside(sheet: Sheet, places: Sequence[int]) -> list[tuple[float, float, float]]:
    """Where broken-down cars stand: beside the row of their space, on the side with more room, one behind the other."""
    found: list[tuple[float, float, float]] = []
    for space in places:
        s = sheet.track.spaces[space]
        row = [i for i, o in enumerate(sheet.track.spaces) if o.row == s.row]
        heading = sheet.place(space)[2]
        a = math.radians(heading)
        way, left = np.array([math.cos(a), math.sin(a)]), np.array([math.sin(a), -math.cos(a)])
        ends = [(max(row, key=lambda i: sheet.track.spaces[i].lane), left), (min(row, key=lambda i: sheet.track.spaces[i].lane), -left)]
        spots = [np.array(sheet.place(i)[:2]) + side * 27 for i, side in ends]
        x, y = max(spots, key=lambda p: min([sheet.room(*p), *(math.hypot(p[0] - t[1], p[1] - t[2]) - 30 for t in sheet.tags)]))
        while any(math.hypot(x - u, y - v) < 25 for u, v, _ in found):
            x, y = x - 28 * way[0], y - 28 * way[1]
        found.append((float(x), float(y), heading))
    return found


def name(sheet: Sheet) -> str:
    """The track's name where it can be largest, and whence it comes."""
    label, small = sheet.track.label, sheet.letters(11, 13)
    marks = [(t[1] + u * t[3] / 2, t[2] + v * t[4] / 2) for t in sheet.tags for u in (-1, 0, 1) for v in (-1, 1)]
    sides = [(x, y) for x in (0, sheet.width) for y in np.linspace(0, sheet.height, 60)]
    full = np.concatenate([sheet.points, [*marks, *sides, *sheet.arrow]])
    box_of_letter = np.array([0.32 * max(len(label), 7) + 0.8, 1.7])  # half a text's width and height at size 1
    grid = np.array([(x, y) for x in np.linspace(20, sheet.width - 20, 40) for y in np.linspace(20, sheet.height - 20, 40)])
    largest = (np.abs(full[None] - grid[:, None]) / box_of_letter).max(axis=2).min(axis=1)
    best = int((largest - 0.004 * np.hypot(*(grid - (sheet.width / 2, sheet.height / 2)).T)).argmax())
    (x, y), size = grid[best], max(sheet.letters(12, 14), min(32, largest[best]))
    s = f'<text x="{x:.1f}" y="{y:.1f}" class="b mid halo" style="font-size:{size:.1f}px;font-style:italic;fill:var(--label)">{escape(label)}</text>'
    near = full[np.abs(full[:, 1] - y - small * 2) < small * 2.2]
    room = int(2 * (np.abs(near[:, 0] - x).min() if len(near) else sheet.width / 2) / small / 0.52)
    for k, words in enumerate(textwrap.wrap(sheet.track.source.partition(":")[0], max(14, min(44, room - 2)), max_lines=3, placeholder=" \u2026"), 1):
        style = f"font-size:{small:.1f}px;fill:var(--labelm)"
        s += f'<text x="{x:.1f}" y="{y + small * (0.5 + 1.2 * k):.1f}" class="mid halo" style="{style}">{escape(words)}</text>'
    return s


def legend(sheet: Sheet, heat: Heat | None) -> str:
    """What the tones mean, below the circuit."""
    y, size = sheet.height + 14, sheet.letters(11.5, 14)
    if heat is not None:
        return _ramp(sheet, heat, y, size)
    s, x = "", 18.0
    entries = [(fill, words) for n, fill, words in ((1, "one", "one lane"), (2, "two", "two lanes")) if n in sheet.lanes]
    for fill, words in [*entries, ("kerb", "kerb of a curve"), ("tip", "tip line")]:
        s += box(x, y - size * 0.75, size * 1.3, size * 0.8, 2, fill) + text(x + size * 1.7, y, words, "", size, "labelm")
        x += size * (3.1 + 0.5 * len(words))
    return s


def _ramp(sheet: Sheet, heat: Heat, y: float, size: float) -> str:
    """The colours of a heat with the values that they stand for."""
    s = text(18, y, heat.label, "b", size, "label")
    x = 18 + size * 0.56 * len(heat.label) + size
    w = max(80.0, min(260.0, sheet.width - x - 18 - size * 4))
    n = 40
    bars = ""
    for k in range(n):
        fill = _colour(((k + 0.5) / n) ** 2)
        bars += f'<rect x="{x + w * k / n:.1f}" y="{y - size * 0.75:.1f}" width="{w / n + 0.4:.1f}" height="{size * 0.8:.1f}" fill="{fill}"/>'
    for share, anchor in ((0.0, ""), (0.5, "mid"), (1.0, "end")):
        bars += text(x + w * share, y + size * 1.05, heat.said(heat.top * share**2), anchor, size * 0.85, "labelm")
    return s + bars
