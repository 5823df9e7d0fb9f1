"""What lies around a track, by the distance to the road: stands, a lake with trees, dunes and cactuses, city blocks."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

Thing = dict[str, Any]
Clear = Callable[..., float]


def scenery(kind: str, track: dict[str, Any], spaces: list[dict[str, Any]]) -> list[Thing]:
    """Outlines of things in drawing units, farthest back first; the same at every call."""
    road = np.array([p for loop in track["road_edges"] for p in loop] + [[s["x"], s["y"]] for s in spaces])

    def clear(*points: tuple[float, float]) -> float:
        """How far the nearest of some points is from the road."""
        gaps = np.array(points)[:, None, :] - road[None]
        return float(np.sqrt((gaps**2).sum(axis=2)).min())

    if not kind:
        return []
    make = {"stands": stands, "lake": lake, "desert": desert, "town": town}[kind]
    rng = np.random.default_rng(7)
    found = make(track, spaces, clear, rng)
    return [{"kind": k, "shape": [[round(float(x), 1), round(float(y), 1)] for x, y in shape]} for k, shape in found]


def stands(track: dict[str, Any], spaces: list[dict[str, Any]], clear: Clear, rng: np.random.Generator) -> list[tuple[str, Any]]:
    """Grandstands along the outer lane of wide straights, and trees further off."""
    found = []
    for s in spaces:
        section = next(c for c in track["sections"] if c["start"] - 1e-6 <= s["back"] and s["front"] <= c["end"] + 1e-6)
        if section["kind"] != "straight" or len(section["lanes"]) < 3 or s["lane"] != max(section["lanes"]):
            continue
        a = math.radians(s["heading"])
        u, v = np.array([math.cos(a), math.sin(a)]), np.array([math.sin(a), -math.cos(a)])
        middle = np.array([s["x"], s["y"]]) + 31 * v
        found.append(("stand", [middle + p * 13.5 * u + q * 6 * v for p, q in ((-1, -1), (1, -1), (1, 1), (-1, 1))]))
    return [*found, *trees(track, clear, rng, 40, 34)]


def lake(track: dict[str, Any], spaces: list[dict[str, Any]], clear: Clear, rng: np.random.Generator) -> list[tuple[str, Any]]:
    """The water that is seen from the middle, a shore around it."""
    middle = _middle(track, clear)
    angles = np.linspace(0, 2 * math.pi, 120, endpoint=False)
    out = []
    for kind, gap in (("shore", 26), ("water", 38)):
        radii = []
        for a in angles:
            r = 4.0
            while clear((middle[0] + r * math.cos(a), middle[1] + r * math.sin(a))) > gap and r < 600:
                r += 3
            radii.append(r)
        low = np.min([np.roll(radii, k) for k in range(-4, 5)], axis=0)
        soft = np.mean([np.roll(low, k) for k in range(-4, 5)], axis=0)
        out.append((kind, [(middle[0] + r * math.cos(a), middle[1] + r * math.sin(a)) for r, a in zip(soft, angles, strict=True)]))
    shore = np.array(out[0][1])
    return [*out, *(t for t in trees(track, clear, rng, 130, 28) if np.hypot(*(shore - np.mean(t[1], axis=0)).T).min() > 14 and not _is_in(t[1][0], shore))]


def desert(track: dict[str, Any], spaces: list[dict[str, Any]], clear: Clear, rng: np.random.Generator) -> list[tuple[str, Any]]:
    """Dunes and cactuses."""
    found = []
    for _ in range(150):
        x, y, w = rng.uniform(24, track["width"] - 24), rng.uniform(12, track["height"] - 12), rng.uniform(9, 22)
        shape = [(x + w * math.cos(t), y + 0.3 * w * math.sin(t)) for t in np.linspace(0, 2 * math.pi, 14, endpoint=False)]
        if clear(*shape) > 13:
            found.append(("sand", shape))
    return [*found, *trees(track, clear, rng, 30, 22)]


def town(track: dict[str, Any], spaces: list[dict[str, Any]], clear: Clear, rng: np.random.Generator) -> list[tuple[str, Any]]:
    """City blocks on a grid."""
    found = []
    for x in np.arange(8, track["width"] - 34, 40):
        for y in np.arange(8, track["height"] - 30, 36):
            w, h = 30 + rng.uniform(-5, 2), 26 + rng.uniform(-4, 2)
            shape = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
            if clear(*shape, (x + w / 2, y + h / 2), (x + w / 2, y), (x + w / 2, y + h), (x, y + h / 2), (x + w, y + h / 2)) > 12:
                found.append(("block", shape))
    return found


def trees(track: dict[str, Any], clear: Clear, rng: np.random.Generator, tries: int, gap: float) -> list[tuple[str, Any]]:
    """Small rounds here and there."""
    found = []
    for _ in range(tries):
        x, y, r = rng.uniform(10, track["width"] - 10), rng.uniform(10, track["height"] - 10), rng.uniform(4, 7)
        if clear((x, y)) > gap:
            found.append(("tree", [(x + r * math.cos(t), y + r * math.sin(t)) for t in np.linspace(0, 2 * math.pi, 10, endpoint=False)]))
    return found


def _middle(track: dict[str, Any], clear: Clear) -> tuple[float, float]:
    """The roomiest place inside the circuit."""
    loop = np.array(min(track["road_edges"], key=lambda p: np.ptp(np.array(p)[:, 0])))
    grid = [(x, y) for x in np.arange(20, track["width"], 12) for y in np.arange(20, track["height"], 12)]
    return max((p for p in grid if _is_in(p, loop)), key=lambda p: clear(p))


def _is_in(p: Any, loop: np.ndarray) -> bool:
    """Whether a point lies within a closed loop (even number of crossings: no)."""
    (x, y), a, b = p, loop, np.roll(loop, -1, axis=0)
    crosses = (a[:, 1] > y) != (b[:, 1] > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        at = a[:, 0] + (y - a[:, 1]) * (b[:, 0] - a[:, 0]) / (b[:, 1] - a[:, 1])
    return bool((crosses & (x < at)).sum() % 2)
