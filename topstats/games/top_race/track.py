"""A track as a graph (TR-60, TR-61): spaces from the worst to the best placed, and where a car may go from each.

The number of a space is its place in that order, so ranking two cars is one comparison of numbers (TR-20), and every edge
leads to a higher number. The file's format is told in data/README.md; `load` checks all of it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topstats.core.contract import SettingError
from topstats.core.datafile import DataFile, json_of
from topstats.games.top_race.track_check import FINISH, complaints, in_order

Point = tuple[float, float]


@dataclass(frozen=True)
class Space:
    """One space. Lengths in rows of a straight, drawing units for x, y and shape.

    row : 1, 2, ...: level, ahead and behind in sprint and breakdown (TR-15).
    back, front : where it begins and ends along the track. lane : lateral place in lanes, positive to the left.
    inside : 0 for the innermost of its level (TR-20).
    next : numbers of the spaces a car may go to; is_last : one more step crosses the finish.
    side : those of `next` that are a sideways change in a curve (TR-12).
    tips : how many tip lines lie behind a car standing here.
    heading : degrees clockwise from the right, as on a screen. shape : its outline.
    """

    id: str
    row: int
    back: float
    front: float
    lane: float
    inside: int
    next: tuple[int, ...]
    side: tuple[int, ...]
    is_last: bool
    tips: int
    x: float
    y: float
    heading: float
    shape: tuple[Point, ...]


@dataclass(frozen=True)
class Section:
    """A piece of the circuit from row distance `start` to `end`: straight, left or right, with its lanes."""

    kind: str
    start: float
    end: float
    lanes: tuple[float, ...]
    degrees: float = 0.0


@dataclass(frozen=True)
class Track:
    """A checked track. `spaces` stand from the worst to the best placed; everything else names them by number.

    name : of a built-in, else "own". label : for people. source, confidence, idea : where it comes from, how sure it is, what it is like.
    finish : length in rows; start_spaces : in the order of their printed numbers 1 to 6 (or more); tip_lines : row distances.
    lines : (name, end, end) of "start_finish", "tip1", ...; road_edges : closed loops around the asphalt; scenery : (kind, outline) of
        what lies around it; all of the drawing, `width` by `height` units.
    """

    name: str
    label: str
    source: str
    confidence: str
    idea: str
    spaces: tuple[Space, ...]
    start_spaces: tuple[int, ...]
    finish: float
    tip_lines: tuple[float, float, float]
    sections: tuple[Section, ...]
    lines: tuple[tuple[str, Point, Point], ...]
    road_edges: tuple[tuple[Point, ...], ...]
    scenery: tuple[tuple[str, tuple[Point, ...]], ...]
    width: float
    height: float

    @property
    def rows(self) -> int:
        return self.spaces[-1].row

    @cached_property
    def road(self) -> "Road":
        return _road(self)

    @property
    def note(self) -> str:
        """Whence, in one line, to stand next to whatever rests on this track."""
        return f"{self.label}: {self.source.rstrip('.')} (confidence: {self.confidence})."


@dataclass(frozen=True)
class Road:
    """The track as arrays for kernels, n spaces.

    A window of space i is a 64-bit word: bit k is space i + 1 + k. Ten steps from anywhere stay inside it (the check sees to that), so all
    paths of a move are a few shifts and masks: the spaces one step on from space s, in the window of i, are first[s] << (s - i).

    first : (n,) uint64 window: where an edge leads from the space itself. is_last : (n,) bool: one more step crosses the finish.
    row, tips : (n,) int16, see Space; rows rise with the numbers. start : the start spaces, int16.
    crosses : (n,) int16: the fewest steps across the finish on an empty road.
    """

    first: NDArray[np.uint64]
    is_last: NDArray[np.bool_]
    row: NDArray[np.int16]
    tips: NDArray[np.int16]
    start: NDArray[np.int16]
    crosses: NDArray[np.int16]


def load(given: Any) -> Track:
    """The track for a name ("speed_street"), a path, JSON text or plain data. Raises SettingError, naming the space."""
    return _of_value(TRACKS.value(given))


@lru_cache(maxsize=16)
def _of_value(value: str) -> Track:
    return build(TRACKS.data(value), value if value in TRACKS.names else "own")


def _parse(text: str, name: str) -> dict[str, Any]:
    """The data of a track file, in order, checked; unknown fields are dropped."""
    data = json_of(text, name)
    if bad := complaints(data):
        more = f" ({len(bad) - 1} more: topstats track check FILE)" if len(bad) > 1 else ""
        raise SettingError(f"track {Path(name).name} is not possible: {bad[0]}{more}; the format is told in data/README.md (rule TR-61).")
    return in_order(data)


TRACKS = DataFile(
    what="track",
    names={"speed_street": "Speed Street", "lake_lane": "Lake Lane", "desert_drive": "Desert Drive", "turbo_town": "Turbo Town"},
    folder="data/top_race/tracks",
    parse=_parse,
)


def build(data: Mapping[str, Any], name: str) -> Track:
    """The track of checked data."""
    ids = {s["id"]: i for i, s in enumerate(data["spaces"])}
    tips = tuple(float(t) for t in data["tip_lines"])
    tolerance = data.get("level_tolerance", 0.0)
    spaces = tuple(_space(s, ids, tips, tolerance, data["spaces"]) for s in data["spaces"])
    right = max(x for s in spaces for x, _ in s.shape)
    low = max(y for s in spaces for _, y in s.shape)
    return Track(
        name=name,
        label=data["name"],
        source=data["source"],
        confidence=data["confidence"],
        idea=data.get("idea", ""),
        spaces=spaces,
        start_spaces=tuple(ids[i] for i in data["start_spaces"]),
        finish=float(data["finish"]),
        tip_lines=(tips[0], tips[1], tips[2]),
        sections=tuple(
            Section(s["kind"], float(s["start"]), float(s["end"]), tuple(map(float, s["lanes"])), float(s.get("degrees", 0))) for s in data.get("sections", ())
        ),
        lines=tuple((key, _point(a), _point(b)) for key, (a, b) in data.get("lines", {}).items()),
        road_edges=tuple(tuple(map(_point, loop)) for loop in data.get("road_edges", ())),
        scenery=tuple((one["kind"], tuple(map(_point, one["shape"]))) for one in data.get("scenery", ())),
        width=float(data.get("width", right + 48)),
        height=float(data.get("height", low + 48)),
    )


def _point(p: Any) -> Point:
    return float(p[0]), float(p[1])


def _space(s: Mapping[str, Any], ids: Mapping[str, int], tips: tuple[float, ...], tolerance: float, rest: Any) -> Space:
    x, y = float(s["x"]), float(s["y"])
    heading = float(s["heading"]) if "heading" in s else _towards(s, ids, rest)
    shape = tuple(_point(p) for p in s["shape"]) if s.get("shape") else _block(x, y, heading)
    return Space(
        id=s["id"],
        row=int(s["row"]),
        back=float(s.get("back", s["row"] - 1)),
        front=float(s["front"]),
        lane=float(s["lane"]),
        inside=int(s["inside"]),
        next=tuple(sorted(ids[n] for n in s["next"] if n != FINISH)),
        side=tuple(sorted(ids[n] for n in s.get("side", ()))),
        is_last=FINISH in s["next"],
        tips=sum(s["front"] > t + tolerance for t in tips),
        x=x,
        y=y,
        heading=heading,
        shape=shape,
    )


def _towards(s: Mapping[str, Any], ids: Mapping[str, int], rest: Any) -> float:
    """The way a car looks that has no heading of its own: to the next space, at the end the way it came."""
    ahead = [rest[ids[n]] for n in s["next"] if n != FINISH]
    beside = [(s, o) for o in ahead] or [(o, s) for o in rest if s["id"] in o["next"]] or [(s, s)]
    a, b = min(beside, key=lambda pair: abs(pair[0]["lane"] - pair[1]["lane"]))
    return math.degrees(math.atan2(b["y"] - a["y"], b["x"] - a["x"])) % 360


def _block(x: float, y: float, heading: float) -> tuple[Point, ...]:
    """The outline of a space that has none of its own: a block 26 by 16 units."""
    c, s = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    corners = ((-13, -8), (13, -8), (13, 8), (-13, 8))
    return tuple((round(x + u * c - v * s, 1), round(y + u * s + v * c, 1)) for u, v in corners)


def _road(track: Track) -> Road:
    spaces = track.spaces
    crosses = np.zeros(len(spaces), np.int16)
    for i in reversed(range(len(spaces))):
        crosses[i] = 1 if spaces[i].is_last else 1 + min(crosses[j] for j in spaces[i].next)
    return Road(
        first=np.array([sum(1 << (j - i - 1) for j in s.next) for i, s in enumerate(spaces)], np.uint64),
        is_last=np.array([s.is_last for s in spaces]),
        row=np.array([s.row for s in spaces], np.int16),
        tips=np.array([s.tips for s in spaces], np.int16),
        start=np.array(track.start_spaces, np.int16),
        crosses=crosses,
    )
