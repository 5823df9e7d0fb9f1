"""The table of Tops drawn from a plain dict: the spinning tops with their discs, the clock, the seats with objectives, tokens and discs.

view  {players, turn, seat, step, focus: [top], clock_s, tops: [top], beside: {colour: n}, pool: {colour: n}, picture, winner, seats: [seat]}
top   {stack: ["R", ...] from below, spins, left_s}
seat  {colour: its number, strategy, score, discs: {colour: n}, objectives: ["RRB" or None], reaching: {top, colour} or None}
Seats and tops count from 0 in the dict, from 1 in words.
"""

from collections.abc import Mapping
from html import escape
from typing import Any

from topstats.figures.boards.drawing import NARROW, WIDE, View, at, box, drawn, frame, run, shortened, text

NAMES = {"R": "Red", "B": "Blue", "Y": "Yellow"}
_PAINT = {"R": ("dR", "dRt", "ink"), "B": ("cB", "tB", "eB"), "Y": ("cY", "tY", "eY")}  # fill, letter, rim
_STILL = ("", "deal", "spin", "stop", "result", "end")  # steps at which no seat acts
GAP = 12
STAND, ROOM = 152.0, 104.0  # where the plate of a top is, and how high its discs may pile up


def draw(view: View, width: str | int = "both", theme: str = "auto") -> str:
    """The table as SVG text: 1240 units wide, 372, or both in a block that shows the one that fits. All text is escaped."""
    return drawn(lambda: _wide(view), lambda: _narrow(view), width, theme)


def words(view: View) -> str:
    """The table in a few sentences, for those who do not see it."""
    tops = []
    for k, t in enumerate(view["tops"]):
        shows = f"{_name(t['stack'][-1])} on top" if t["stack"] else "bare"
        tops.append(f"Top {k + 1} {'spins' if t['spins'] else 'stands still'}, {shows}.")
    seats = [f"Seat {i + 1}: {_tokens(p['score'])}, {_count(p['discs'])} discs." for i, p in enumerate(view["seats"])]
    return f"Tops table, round {view['turn']}, {view['clock_s']:.1f} s. {' '.join(tops)} {' '.join(seats)}"


def _name(colour: object) -> str:
    return NAMES.get(str(colour), "no colour")


def _tokens(n: int) -> str:
    return f"{n} token" + "s" * (n != 1)


def _count(discs: Mapping[str, int]) -> int:
    return sum(discs.values())


def _acting(view: View) -> int | None:
    return None if str(view["step"]) in _STILL else view["seat"]


def _wide(view: View) -> str:
    n = view["players"]
    w = (WIDE - GAP * (n + 1)) / n
    body = at(0, GAP, _stage(view, WIDE))
    body += "".join(at(GAP + i * (w + GAP), 272, _zone(view, i, w)) for i in range(n))
    return frame(WIDE, 272 + 148 + GAP, body, words(view))


def _narrow(view: View) -> str:
    n, w = view["players"], NARROW - GAP
    body = at(0, 6, _stage(view, NARROW))
    body += "".join(at(6, 354 + i * 156, _zone(view, i, w)) for i in range(n))
    return frame(NARROW, 354 + n * 156, body, words(view))


def disc(x: float, y: float, colour: str, r: float = 11) -> str:
    """A disc from above, with its letter."""
    fill, ink, rim = _PAINT.get(colour, ("slot", "mute", "line"))
    circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" style="fill:var(--{fill});stroke:var(--{rim});stroke-width:1.2"/>'
    return circle + text(x, y + r * 0.36, colour, "b mid", round(r * 1.05, 1), ink)


def _flat(x: float, y: float, colour: str, h: float) -> str:
    """A disc from the side, on a top."""
    fill, _, rim = _PAINT.get(colour, ("slot", "mute", "line"))
    place = f'x="{x - 30:.1f}" y="{y:.1f}" width="60" height="{h:.1f}" rx="{min(4.0, h / 2):.1f}"'
    return f'<rect class="disc" {place} style="fill:var(--{fill});stroke:var(--{rim});stroke-width:1"/>'


def _stage(view: View, width: int) -> str:
    """The tops in a row with the clock, and the discs beside them or to be shared out."""
    tops, tight = view["tops"], width == NARROW
    left = 0 if tight else 250
    pitch = (width - left - (0 if tight else 230)) / len(tops)
    s = "".join(at(left + pitch * (k + 0.5), 44 if tight else 6, _top(view, k, 0.8 if tight else 1)) for k in range(len(tops)))
    clock = f"{view['clock_s']:.1f} s"
    s += run(GAP if tight else 24, 24, ("b", f"Round {view['turn']}" if view["turn"] else "Setup"), ("b", clock), size=17)
    loose, label = (view["pool"], "To be shared out") if view["pool"] else (view["beside"], "Beside the tops")
    x, y = (GAP, 324) if tight else (24, 66)
    s += text(x, y - 10, label, "m", 13)
    s += _held(x, y + 6, loose) if _count(loose) else text(x, y + 10, "none", "m", 13)
    return s + _result(view, width)


def _result(view: View, width: int) -> str:
    """What the round brought."""
    if view["picture"] is None and view["step"] != "result":
        return ""
    who = f"seat {view['winner'] + 1} wins a token" if view["winner"] is not None else "nobody wins"
    x, y = (GAP, 52) if width == NARROW else (WIDE - 218, 60)
    picture = "".join(disc(x + 10 + 26 * i, y - 5, c, 10) for i, c in enumerate(view["picture"] or ""))
    right, down = (26 * len(view["picture"] or "") + 6, 0) if width == NARROW else (0, 26 if view["picture"] else 0)
    return picture + text(x + right, y + down, who if view["picture"] else "a top is bare: nobody wins", "b", 13)


def _top(view: View, k: int, scale: float = 1) -> str:
    """One top from the side: its discs, whether it spins, and the seconds left as far as they are known."""
    t = view["tops"][k]
    n = len(t["stack"])
    h = min(11.0, ROOM / n) if n else 0.0
    tilt = 0 if t["spins"] else 9
    pen, thick = ("ink", 2.5) if k in view["focus"] else ("mute", 1)
    outline = f"M-52 {STAND}H52L6 {STAND + 44}L0 {STAND + 58}L-6 {STAND + 44}Z"
    body = f'<path d="{outline}" style="fill:var(--back);stroke:var(--{pen});stroke-width:{thick:g}"/>'
    body += "".join(_flat(0, STAND - (i + 1) * h, c, h) for i, c in enumerate(t["stack"]))
    body += f'<path d="M0 {STAND - n * h}v-14" style="stroke:var(--mute);stroke-width:4;stroke-linecap:round"/>'
    s = f'<g transform="rotate({tilt} 0 {STAND + 58:.0f})">{body}</g>'
    if t["spins"]:
        arcs = f"M-62 {STAND - 8}a64 12 0 0 0 24 17M62 {STAND - 8}a64 12 0 0 1 -24 17"
        s += f'<path d="{arcs}" style="fill:none;stroke:var(--mute);stroke-width:2"/>'
    if n:
        s += disc(46, STAND - n * h + 2, t["stack"][-1], 10)
    left = f"{t['left_s']:.1f} s left" if t["left_s"] is not None else "stands still" if view["turn"] else "not spun yet"
    s = at(0, (STAND + 58) * (1 - scale), s, scale) if scale != 1 else s
    return s + text(0, STAND + 78, f"Top {k + 1}", "b mid", 14) + text(0, STAND + 95, left, "m mid", 13)


def _held(x: float, y: float, discs: Mapping[str, int]) -> str:
    """A disc and a number for each colour."""
    s = ""
    for i, (colour, n) in enumerate((c, discs.get(c, 0)) for c in NAMES):
        s += disc(x + 11 + 58 * i, y, colour) + text(x + 28 + 58 * i, y + 5, n, "b", 15)
    return s


def _zone(view: View, seat: int, w: float) -> str:
    """One seat: tokens, objectives, discs in hand, and the disc that is on its way."""
    p, acts = view["seats"][seat], _acting(view) == seat
    strategy = str(p.get("strategy") or "")
    s = box(0, 0, w, 144, 12, "zone", "ink" if acts else "line", 3 if acts else 1)
    s += f"<title>{escape(strategy)}</title>" if strategy else ""
    s += run(14, 27, ("b", f"Seat {seat + 1}"), ("m", shortened(strategy, int((w - 200) / 7.5))), size=15.5)
    s += text(w - 14, 27, _tokens(p["score"]), "b end", 16) + text(14, 52, "Plays for", "m", 13)
    for i, objective in enumerate(p["objectives"]):
        x = 14 + i * 84.0
        s += box(x, 60, 76, 30, 8, "card" if objective else "back", "cline")
        letters = objective or ""
        s += "".join(disc(x + 38 + (j - (len(letters) - 1) / 2) * min(23, 66 / max(1, len(letters))), 75, c, 9) for j, c in enumerate(letters))
        s += "" if objective else text(x + 38, 80, "?", "b mid", 15, "card")
    s += _held(14, 120, p["discs"])
    return s + _reach(p.get("reaching"), w)


def _reach(reach: Mapping[str, Any] | None, w: float) -> str:
    if reach is None:
        return ""
    return disc(w - 76, 120, reach["colour"]) + text(w - 14, 125, f"\u2192 top {reach['top'] + 1}", "end", 13)


def picture() -> str:
    """Three tops with discs, for the home page."""
    tops = [{"stack": list(c), "spins": i != 1, "left_s": None} for i, c in enumerate(("RRB", "YB", "BRYR"))]
    view: dict[str, Any] = {"turn": 1, "tops": tops, "focus": [], "picture": None}
    body = "".join(at(110 + 150 * k, -6, _bare(view, k)) for k in range(3))
    body += disc(560, 60, "R", 26) + disc(596, 122, "Y", 26) + disc(556, 180, "B", 26)
    return frame(640, 230, body, "Three spinning tops with coloured discs", "tt pic", 10)


def _bare(view: View, k: int) -> str:
    """A top without words."""
    s = _top(view, k)
    return s[: s.rindex("<text", 0, s.rindex("<text"))]
