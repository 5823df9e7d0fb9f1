"""The four tracks of Top Race (reconstructions), made from a short description: sections along a centre line that closes.

Unit of length: one row of a straight. A straight row gives one space per lane, all with one front edge; in a curve each lane
gets as many spaces as its own arc holds (inner fewer, so each ends further ahead). Edges come from one rule: from a space a car may go
to every space of the same or a neighbouring lane that holds the point just past its front edge. On straights that is straight ahead and
diagonally forward; where edges are staggered it is also the sideways move of the rulebook, if it wins at least SIDE_MIN.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tests.making.designs import Design, Piece
from tests.making.scenery import scenery

EPS = 0.06  # front edges closer than this (rows) count as equal
SIDE_MIN = 0.30  # rows that a sideways edge must win ("some curve spaces"): counts as much as several rows of length
LANE = 0.60  # width of a lane in rows
SHOULDER = 0.22  # asphalt beside the outer lanes, in rows
UNIT, MARGIN = 30.0, 1.6  # drawing units per row; rows around the circuit
SAMPLES = 8  # points of the road's edge per row
SOURCE = (
    "Reconstruction, not the printed board: drawn by the project from what the rulebook text and reviews say "
    "(six numbered start spaces, three tip lines, curves, chicanes, bottlenecks, finish line)"
)


def turn(piece: Piece) -> float:
    """Radians that a piece turns to the left."""
    return {"straight": 0.0, "left": 1.0, "right": -1.0}[piece.kind] * math.radians(piece.degrees)


def after(x: float, y: float, heading: float, length: float, angle: float) -> tuple[float, float, float]:
    """Where one is after a straight or an arc of this length."""
    if angle == 0:
        return x + length * math.cos(heading), y + length * math.sin(heading), heading
    r, end = length / angle, heading + angle
    return x + r * (math.sin(end) - math.sin(heading)), y - r * (math.cos(end) - math.cos(heading)), end


@dataclass(frozen=True)
class Line:
    """The centre line of a design, its pieces stretched as little as possible so that it closes (or left open)."""

    pieces: tuple[Piece, ...]
    heading: float
    is_closed: bool = True

    @cached_property
    def lengths(self) -> np.ndarray:
        rows = np.array([p.rows for p in self.pieces], float)
        if not self.is_closed:
            return rows
        chords, heading = [], self.heading
        for piece in self.pieces:
            x, y, heading = after(0, 0, heading, 1.0, turn(piece))
            chords.append((x, y))
        assert abs(abs(heading - self.heading) - 2 * math.pi) < 1e-6, "the turns do not sum to a full one"
        m = np.array(chords).T
        weight = np.diag(rows**2)
        return rows + weight @ m.T @ np.linalg.solve(m @ weight @ m.T, -(m @ rows))

    @cached_property
    def begins(self) -> np.ndarray:
        """Row distance at which each piece begins, and the end."""
        return np.concatenate([[0.0], np.cumsum([p.rows for p in self.pieces])])

    @cached_property
    def starts(self) -> list[tuple[float, float, float]]:
        found = [(0.0, 0.0, self.heading)]
        for piece, length in zip(self.pieces, self.lengths, strict=True):
            found.append(after(*found[-1], length, turn(piece)))
        return found

    def at(self, i: int, d: float, lateral: float) -> tuple[float, float, float]:
        """Point and heading at row distance d of piece i, so many lanes to the left."""
        share = (d - self.begins[i]) / self.pieces[i].rows
        x, y, heading = after(*self.starts[i], share * self.lengths[i], share * turn(self.pieces[i]))
        return x - lateral * LANE * math.sin(heading), y + lateral * LANE * math.cos(heading), heading

    def piece_at(self, d: float) -> int:
        return max(k for k in range(len(self.pieces)) if self.begins[k] <= d + 1e-9)


def counts(piece: Piece) -> list[int]:
    """Spaces of each lane in a piece."""
    angle = turn(piece)
    if angle == 0:
        return [piece.rows] * len(piece.lanes)
    r = piece.rows / angle
    return [max(1, round(abs(angle) * abs(r - lane * LANE))) for lane in piece.lanes]


def spaces_of(line: Line) -> list[dict[str, Any]]:
    """All spaces, from the worst to the best placed."""
    found = []
    kinds = [p.kind for p in line.pieces]
    for i, piece in enumerate(line.pieces):
        curve = next((k for k in kinds[i:] + kinds if k != "straight"), "left")  # the next one decides which side is inside (TR-20)
        for k, (lane, n) in enumerate(zip(piece.lanes, counts(piece), strict=True)):
            for q in range(n):
                a, b = (line.begins[i] + piece.rows * s / n for s in (q, q + 1))
                along = np.linspace(a, b, 2 if piece.kind == "straight" else 7)
                left, right = ([line.at(i, d, lane + side)[:2] for d in along] for side in (0.5, -0.5))
                x, y, heading = line.at(i, (a + b) / 2, lane)
                found.append(
                    {
                        "row": math.ceil(b - EPS), "lane": lane, "inside": k if curve == "left" else len(piece.lanes) - 1 - k,
                        "back": a, "front": b, "x": x, "y": y, "heading": math.degrees(heading), "shape": left + right[::-1], "letter": "abcd"[k],
                    }
                )  # fmt: skip
    found.sort(key=lambda s: (round(s["front"], 6), -s["inside"]))
    named: dict[str, int] = {}
    for s in found:
        name = f"{s['row']}{s.pop('letter')}"
        named[name] = named.get(name, 0) + 1
        s["id"] = name if named[name] == 1 else f"{name}{named[name]}"
    return found


def edges(s: dict[str, Any], spaces: list[dict[str, Any]], end: float) -> tuple[list[str], list[str]]:
    """Where a car may go from a space, straight ahead first, and which of that is sideways."""
    if s["front"] > end - EPS:
        return ["FINISH"], []
    ends, side = [], []
    for o in spaces:
        is_other = o["lane"] != s["lane"]
        if o is s or abs(o["lane"] - s["lane"]) > 1 + 1e-9 or not o["back"] <= s["front"] + EPS < o["front"]:
            continue
        is_side = is_other and o["back"] < s["front"] - EPS
        if is_side and o["front"] < s["front"] + SIDE_MIN:
            continue
        ends.append((abs(o["lane"] - s["lane"]), o["lane"], o["id"]))
        side += [o["id"]] if is_side else []
    names = [name for _, _, name in sorted(ends, key=lambda e: e[:2])]
    return names, [name for name in names if name in side]


def road_edges(line: Line) -> list[list[tuple[float, float]]]:
    """The two edges of the asphalt as closed loops: it widens before a wider piece begins, and nowhere is narrower than its lanes."""
    end = int(line.begins[-1])
    n = end * SAMPLES
    loops = []
    for pick, sign in ((max, 1), (min, -1)):
        widest = [sign * pick(line.pieces[line.piece_at((k + 0.5) / SAMPLES)].lanes) + 0.5 for k in range(n)]
        near = range(-4, 6)  # widest[k] is of the piece after sample k: this is half a row to each side of the sample
        wide = np.max([np.roll(widest, j) for j in near], axis=0)
        soft = np.average([np.roll(wide, j) for j in range(-4, 5)], axis=0, weights=np.hanning(11)[1:-1])
        loop = []
        for k in range(n):
            d = k / SAMPLES
            loop.append(line.at(line.piece_at(d), d, sign * (soft[k] + SHOULDER / LANE))[:2])
        loops.append(_without_needless(loop))
    return loops


def _without_needless(loop: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The loop without points on a straight between their neighbours."""
    before, after_ = [loop[-1], *loop], [*loop[1:], loop[0]]
    pairs = zip(before, loop, after_, strict=False)
    return [p for a, p, b in pairs if abs((p[0] - a[0]) * (b[1] - p[1]) - (p[1] - a[1]) * (b[0] - p[0])) > 1e-9]


def lines_across(line: Line, design: Design) -> dict[str, list[tuple[float, float]]]:
    """Start/finish and tip lines, a little wider than the road."""
    found = {}
    for name, d in [("start_finish", 0.0)] + [(f"tip{k}", tip) for k, tip in enumerate(design.tips, 1)]:
        i = line.piece_at(d)
        lanes = [*line.pieces[i].lanes, *(line.pieces[i - 1].lanes if abs(d - line.begins[i]) < 1e-9 else ())]
        found[name] = [line.at(i, d, lateral)[:2] for lateral in (min(lanes) - 0.75, max(lanes) + 0.75)]
    return found


def build(design: Design, is_closed: bool = True) -> dict[str, Any]:
    """The data of a track file."""
    line = Line(design.pieces, math.radians(design.heading), is_closed)
    spaces, end = spaces_of(line), float(line.begins[-1])
    outlines = [p for s in spaces for p in s["shape"]]
    left, top = min(x for x, _ in outlines) - MARGIN, max(y for _, y in outlines) + MARGIN

    def drawn(p: tuple[float, float]) -> list[float]:
        return [round((p[0] - left) * UNIT, 1), round((top - p[1]) * UNIT, 1)]  # y grows downwards

    for s in spaces:
        s["next"], s["side"] = edges(s, spaces, end)
        s["x"], s["y"] = drawn((s["x"], s["y"]))
        s["shape"] = [drawn(p) for p in s["shape"]]
        s["heading"] = round(-s["heading"] % 360, 1)
        s["back"], s["front"] = round(s["back"], 4), round(s["front"], 4)
    order = ("id", "row", "lane", "inside", "back", "front", "next", "side", "x", "y", "heading", "shape")
    track = {
        "format": "top-race-track/1", "name": design.label, "source": SOURCE, "confidence": "low", "idea": design.idea,
        "width": round((max(x for x, _ in outlines) - left + MARGIN) * UNIT, 1), "height": round((top - min(y for _, y in outlines) + MARGIN) * UNIT, 1),
        "finish": end, "tip_lines": list(design.tips), "level_tolerance": EPS,
        "start_spaces": [next(s["id"] for s in spaces if (s["row"], s["lane"]) == start) for start in design.starts],
        "sections": [
            {"kind": p.kind, "degrees": p.degrees, "start": float(a), "end": float(a + p.rows), "lanes": list(p.lanes)}
            for p, a in zip(line.pieces, line.begins, strict=False)
        ],
        "lines": {key: [drawn(p) for p in ends] for key, ends in lines_across(line, design).items()},
        "road_edges": [[drawn(p) for p in loop] for loop in road_edges(line)],
    }  # fmt: skip
    track["scenery"] = scenery(design.scenery, track, spaces)
    return track | {"spaces": [{key: s[key] for key in order} for s in spaces]}
