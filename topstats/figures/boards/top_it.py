"""The table of Top It, drawn from a plain dict: the grid with its stacks, the clock, the seats; as one seat sees it or open, as the dict is.

view  {players, turn, seat, step, event, focus: [tile], topic: {card, class} or None, clock: {left_s, round_s}, grid: [tile], seats: [seat], over}
tile  {letter, stack: [{colour, term, doubtful}]}; from the bottom.
seat  {colour, strategy, pins, people, score, round_pins, round_rows, mind: [term] or None}
Seats count from 0 in the dict, from 1 in words.
"""

from html import escape
from typing import Any

from topstats.figures.boards.drawing import NARROW, WIDE, View, at, box, colour_class, colour_name, drawn, frame, run, shortened, text

GAP = 12.0
_STILL = ("deal", "topic", "score", "end", "play", "over", "")  # steps at which no seat acts


def draw(view: View, width: str | int = "both", theme: str = "auto") -> str:
    """The table as SVG text: 1240 units wide, 372, or both in a block that shows the one that fits.

    All text is escaped. A tile carries data-tile with its letter.
    """
    return drawn(lambda: _wide(view), lambda: _narrow(view), width, theme)


def words(view: View) -> str:
    """The table in a few sentences, for those who do not see it."""
    seats = " ".join(f"Seat {i + 1} {colour_name(p['colour'])}: {p['score']} points, {p['pins']} pins in hand." for i, p in enumerate(view["seats"]))
    stacks = ", ".join(f"{t['letter']} {' '.join(str(pin['colour']) for pin in t['stack']) or 'empty'}" for t in view["grid"])
    return f"Top It table, round {view['turn']}, {view['clock']['left_s']} seconds left. Grid, stacks from the bottom: {stacks or 'not laid'}. {seats}"


def _acting(view: View) -> int | None:
    return None if str(view["step"]) in _STILL else view["seat"]


def _wide(view: View) -> str:
    """Seats at both sides of the grid."""
    n, side, h = view["players"], 372.0, 132.0
    left, right = range((n + 1) // 2), range((n + 1) // 2, n)
    body = ""
    for column, x in ((left, GAP), (right, WIDE - GAP - side)):
        body += "".join(at(x, GAP + k * (h + GAP), _seat(view, seat, side, h)) for k, seat in enumerate(column))
    x, w = side + 2 * GAP, WIDE - 2 * side - 4 * GAP
    body += at(x, GAP, _clock(view, w)) + at(x, 62, _grid(view, w, 118))
    return frame(WIDE, 3 * (h + GAP) + GAP, body, words(view))


def _narrow(view: View) -> str:
    """The clock, the grid, then the seats below each other, the one that acts first."""
    w, h, n = NARROW - GAP, 112.0, view["players"]
    first, y = _acting(view) or 0, 60 + 3 * 104.0
    body = at(6, 8, _clock(view, w)) + at(6, 56, _grid(view, w, 96))
    for k in range(n):
        body += at(6, y, _seat(view, (first + k) % n, w, h))
        y += h + 8
    return frame(NARROW, y, body, words(view))


def _clock(view: View, w: float) -> str:
    """Round and topic, and how much of the hourglass is left."""
    clock, topic = view["clock"], view["topic"]
    share = min(1.0, max(0.0, clock["left_s"] / clock["round_s"])) if clock["round_s"] else 0.0
    about = f"{str(topic['class']).capitalize()} topic, card {topic['card']}" if topic else "Before the first round"
    s = run(0, 15, ("b", f"Round {view['turn']}"), ("m", about), size=15) + text(w, 15, f"{clock['left_s']:.1f} s left", "b end", 15)
    return s + box(0, 24, w, 10, 5, "slot", "line") + (box(0, 24, max(10.0, w * share), 10, 5, "sun") if share else "")


def _grid(view: View, w: float, h: float) -> str:
    """Nine tiles."""
    side, s = (w - 2 * 8) / 3, ""
    for t, tile in enumerate(view["grid"]):
        s += at(t % 3 * (side + 8), t // 3 * (h + 8), _tile(tile, side, h, t in view["focus"]))
    return s or text(w / 2, 40, "The grid is not laid yet", "m mid", 15)


def _tile(tile: dict[str, Any], w: float, h: float, is_focus: bool) -> str:
    """A letter and its stack, from the bottom at the left to the top at the right, which is the largest."""
    stack, letter = tile["stack"], escape(str(tile["letter"]))
    s = box(0, 0, w, h, 10, "card", "glow" if is_focus else "cline", 3 if is_focus else 1) + text(12, 34, tile["letter"], "b", 30, "cink")
    if stack:
        top, n = stack[-1], len(stack)
        s += text(w - 10, 24, shortened(f"{top['term']}{' ?' if top['doubtful'] else ''}", 9), "end", 14, "cink")
        s += text(w - 10, 42, f"{n} pin" + "s" * (n > 1), "end", 13, "cmute")
        room, r = w - 64, 11.0
        step = min(2 * r + 3, room / max(1, n - 1))
        for i, pin in enumerate(stack):
            s += _pin(24 + i * step, h - 28, pin, 17.0 if i == n - 1 else r)
    return f'<g data-tile="{letter}">{s}</g>'


def _pin(x: float, y: float, pin: dict[str, Any], r: float) -> str:
    """A pin from above; a dashed rim: it is doubtful."""
    key, rim = colour_class(pin["colour"]), ";stroke-dasharray:3 3" if pin["doubtful"] else ""
    return (
        f'<g class="cap c{key}" transform="translate({x:.1f} {y:.1f})"><title>{escape(str(pin["term"]))}</title>'
        f'<circle r="{r:g}" style="fill:var(--c{key});stroke:var(--e{key});stroke-width:2{rim}"/>'
        f'<text y="{r * 0.36:.1f}" style="font-size:{max(12.0, r):g}px">{escape(str(pin["colour"]))}</text></g>'
    )


def _seat(view: View, seat: int, w: float, h: float) -> str:
    """A seat: who plays, points, pins in hand, what its people have in mind."""
    p, acts = view["seats"][seat], _acting(view) == seat
    key, name = colour_class(p["colour"]), colour_name(p["colour"])
    s = box(0, 0, w, h, 12, "zone", f"c{key}" if acts else "line", 3 if acts else 1)
    s += _pin(22, 23, {"colour": p["colour"], "term": "", "doubtful": False}, 11)
    team = f", {p['people']} people" if p["people"] > 1 else ""
    said = " \u00b7 ".join(part for part in (name + team, shortened(str(p.get("strategy") or ""), 20)) if part)
    s += run(41, 28, ("b", f"Seat {seat + 1}"), ("m", said), size=15) + text(w - 14, 28, f"{p['score']} point{'s' * (p['score'] != 1)}", "b end", 15.5)
    rows = f" + {p['round_rows']} for rows" if p["round_rows"] else ""
    s += text(14, 54, f"This round: {p['round_pins']} for pins{rows}", "m", 13.5)
    s += text(14, 76, f"{p['pins']} pin{'s' * (p['pins'] != 1)} in hand", "m", 13.5)
    s += "".join(f'<circle cx="{122 + i * 11:.1f}" cy="71.5" r="4" style="fill:var(--c{key});stroke:var(--e{key})"/>' for i in range(min(int(p["pins"]), 20)))
    mind = "hidden" if p["mind"] is None else ", ".join(str(t) for t in p["mind"]) or "nothing"
    return s + text(14, 98, shortened(f"In mind: {mind}", int((w - 28) / 7)), "m", 13.5)


def picture() -> str:
    """Tiles with pins, for the home page."""
    stacks = (("S", "BO"), ("T", "GBY"), ("A", "B"), ("K", "P"))
    body = ""
    for i, ((letter, pins), turn) in enumerate(zip(stacks, (-3, 1.5, -1, 3), strict=True)):
        tile = {"letter": letter, "stack": [{"colour": c, "term": f"{letter}{3 * k + 2}", "doubtful": False} for k, c in enumerate(pins)]}
        body += f'<g transform="translate({26 + i * 150} 44) rotate({turn} 66 70)">{_tile(tile, 134, 130, False)}</g>'
    return frame(640, 230, body, "Letter tiles with stacked pins", "tt pic", 10)
