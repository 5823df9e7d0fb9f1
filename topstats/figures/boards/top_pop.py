"""The table of Top Pop, base and lite, drawn from a plain dict; one seat's sight or open, as the dict is.

Under city powers a seat also has `powers` ([{city, effect, brief, words}]) and `bonus` (points from them), the view those that nobody holds,
a card its `leader`.

view  {players, turn, seat, step, event, focus: [card id], deck: {count, night}, middle: {colour: n}, seats: [seat]}
seat  {colour, strategy, supply: {colour: n}, hand: [card], won: [card], front: [card], majority, variety}
card  {id, city or None, night, known: [seat], stacks: [["O", "B"], ...]}; a stack from the bottom up, its last cap names the owner.
Seats count from 0 in the dict, from 1 in words.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from topstats.figures.boards import cards
from topstats.figures.boards.caps import cap, pile, supply
from topstats.figures.boards.drawing import NARROW, WIDE, View, at, box, colour_class, colour_name, drawn, frame, run, shortened, text

GAP = 12
_STRIP = 26  # what a zone is higher by to show the city powers of its seat
_BESIDE = 520  # from this width on a zone has supply and hand beside its cards, not below
_STILL = ("", "deal", "end", "over")  # steps at which nobody acts


def draw(view: View, width: str | int = "both", theme: str = "auto") -> str:
    """The table as SVG text: 1240 units wide, 372, or both in a block that shows the one that fits.

    All text is escaped. A card carries data-card with its id.
    """
    return drawn(lambda: _wide(view), lambda: _narrow(view), width, theme)


def words(view: View) -> str:
    """The table in a few sentences, for those who do not see it."""
    said = []
    for i, p in enumerate(view["seats"]):
        held = "".join(f", power of {power['city']}: {power['words']}" for power in p.get("powers", ()))
        said.append(f"Seat {i + 1} {colour_name(p['colour'])}: {_points(p)} points, cards in front {len(p['front'])}, won {len(p['won'])}{held}.")
    acts = f", seat {view['seat'] + 1} at step {view['step']}" if _acting(view) is not None else ""
    free = [str(power["city"]) for power in view.get("powers", ())]
    said += [f"Nobody has the power of {', '.join(free)}."] if free else []
    return f"Top Pop table, turn {view['turn']}{acts}. " + " ".join(said)


def _points(p: View) -> int:
    return (p["majority"] or 0) + (p["variety"] or 0) + p.get("bonus", 0)


def _acting(view: View) -> int | None:
    return None if str(view["step"]) in _STILL else view["seat"]


def _marks(view: View) -> list[str]:
    return [str(p["colour"]) for p in view["seats"]]


def _wide(view: View) -> str:
    """Seats clockwise around the table; the middle takes the free cell where there is one, else a row of its own."""
    n = view["players"]
    layouts: dict[int, list[list[int | None]]] = {2: [[0, 1], [None]], 3: [[1, 2], [0, None]], 4: [[1, 2], [None], [0, 3]], 5: [[1, 2, 3], [0, None, 4]]}
    body, y = "", float(GAP)
    for row in layouts[n]:
        if row == [None]:
            body += at(0, y - 4, middle(view, WIDE))
            y += 112
            continue
        w = (WIDE - GAP * (len(row) + 1)) / len(row)
        h = _height(view, w)
        for j, seat in enumerate(row):
            x = GAP + j * (w + GAP)
            body += at(x, y, zone(view, seat, w)) if seat is not None else at(x, y + h / 2 - 54 * 1.25, middle(view, w / 1.25), 1.25)
        y += h + GAP
    return frame(WIDE, y, body, words(view))


def _narrow(view: View) -> str:
    """One below the other, the seat that acts first."""
    n, w = view["players"], NARROW - GAP
    first = _acting(view) or 0
    body, y = at(6, 6, middle(view, w)), 120.0
    for k in range(n):
        body += at(6, y, zone(view, (first + k) % n, w))
        y += _height(view, w) + 8
    return frame(NARROW, y, body, words(view))


def _height(view: View, w: float) -> float:
    return (222 if w > _BESIDE else 294) + (_STRIP if "powers" in view else 0)


def zone(view: View, seat: int, w: float) -> str:
    """One seat: name and points, cards in front, supply, hand, score pile."""
    p, h = view["seats"][seat], _height(view, w)
    acts = _acting(view) == seat
    s = box(0, 0, w, h, 12, "zone", f"c{colour_class(p['colour'])}" if acts else "line", 3 if acts else 1)
    s += _header(view, seat, w, acts)
    side = 212 if w > _BESIDE else 0
    s += _front(view, p, w - 28 - (side + 26 if side else 0))
    s += _beside(view, p, w - 14 - side, side) if side else _below(view, p, w)
    s += text(w - 14, h - 16, _sources(p, is_short=not side), "m end", 13)
    room = w - 28 - (150 if side else 48)
    s += _powers(p.get("powers", ()), 14, h - 31 - _STRIP, w - 28)
    return s + (cards.score_pile(p["won"], 14, h - 31, room))


def _powers(held: Sequence[Mapping[str, Any]], x: float, y: float, room: float) -> str:
    """The city powers of a seat in a row: city and effect, of the city alone where there are too many."""
    names = [f"{cards.short(str(power['city']))} {power['brief']}" for power in held]
    if sum(14 + 6.9 * len(name) for name in names) > room:
        names = [cards.short(str(power["city"])) for power in held]
    s = ""
    for power, name in zip(held, names, strict=True):
        w = 10 + 6.9 * len(name)
        words = escape(f"Power of {power['city']}: {power['words']}")
        s += f"<g><title>{words}</title>{box(x, y, w, 20, 10, '', 'mute')}{text(x + w / 2, y + 14.2, name, 'mid', 12)}</g>"
        x += w + 4
    return s


def _sources(p: View, is_short: bool) -> str:
    """Where the points of a seat come from."""
    parts = [(p["majority"], "majority"), (p["variety"], "variety"), *([(p["bonus"], "powers")] if p.get("bonus") else [])]
    return " + ".join(str(n) if is_short else f"{n} {word}" for n, word in parts) if _points(p) else ""


def _header(view: View, seat: int, w: float, acts: bool) -> str:
    p = view["seats"][seat]
    colour, name, strategy = p["colour"], colour_name(p["colour"]), str(p.get("strategy") or "")
    room = int((w - (265 if acts else 180)) / 7.5) - len(name) - 3
    said = " \u00b7 ".join(part for part in (name, shortened(strategy, room)) if part)
    s = f"<title>{escape(strategy)}</title>" if strategy else ""
    s += cap(23, 22, colour, 10) + run(41, 27.5, ("b", f"Seat {seat + 1}"), ("m", said), size=15.5)
    points = _points(p)
    s += text(w - 14, 27.5, f"{points} point" + "s" * (points != 1), "b end", 16)
    return f"<g>{s}</g>" + (_pill(w - 178, 11.5, str(view["step"]), colour) if acts else "")


def _pill(x: float, y: float, step: str, colour: str) -> str:
    """The step at which a seat is."""
    key = colour_class(colour)
    word = step.replace("_", " ").title()
    return at(x, y, box(0, 0, 74, 21, 10.5, f"c{key}", f"e{key}") + text(37, 15.2, word, "b mid", 13, f"t{key}"))


def _front(view: View, p: View, room: float) -> str:
    """Cards in front of a seat, on faint places that show where more would lie; smaller when they do not fit. After the game: its pile."""
    if view["step"] == "end" and not p["front"]:
        return cards.laid_out(p["won"], 14, 46, room)
    widths = [cards.width(c) for c in p["front"]]
    need = sum(widths) + 10 * max(0, len(widths) - 1)
    scale = min(1.0, room / need) if need else 1.0
    x, s = 0.0, ""
    for c, w in zip(p["front"], widths, strict=True):
        s += cards.city_card(c, x, 0, _marks(view), c["id"] in view["focus"])
        x += w + 10
    free = x * scale
    while free + cards.W <= room + 1:
        s += box(free / scale, 0, cards.W, cards.H, 8, "slot")
        free += cards.W + 10
    if not widths:
        s += text(cards.W / 2, 70, "no card", "m mid", 12.5)
    return at(14, 46 + (1 - scale) * 66, s, scale)


def _beside(view: View, p: View, x: float, side: float) -> str:
    """Supply and hand in a column at the right of a wide zone."""
    s = f'<path d="M{x - 10:.1f} 48V178" style="stroke:var(--line)"/>' + text(x + 2, 58, "Supply", "m", 12.5)
    s += supply(x + 16, 78, p["supply"], _marks(view), 4)[0]
    if not p["hand"]:
        return s + text(x + 2, 156, "No hand", "m", 12.5)
    return s + text(x + 2, 156, "Hand", "m", 12.5) + cards.hand(p["hand"], x + side, 134, side - 40, view["focus"])


def _below(view: View, p: View, w: float) -> str:
    """Supply and hand under the cards of a narrow zone."""
    s = f'<path d="M14 190H{w - 14:.1f}" style="stroke:var(--line)"/>' + text(14, 206, "Supply", "m", 12.5)
    held, end = supply(28, 232, p["supply"], _marks(view), 5)
    s += held + text(w - 14, 206, "Hand" if p["hand"] else "No hand", "m end", 12.5)
    return s + cards.hand(p["hand"], w - 14, 211, min(37 * len(p["hand"]), w - end - 6), view["focus"])


def middle(view: View, w: float) -> str:
    """Deck and caps in the middle, 108 units high."""
    colours: Sequence[Any] = _marks(view)
    tight = w < 400
    pitch, lead = (48.0, 84.0) if tight else (54.0, 108.0)
    x = 8.0 if tight and len(colours) > 4 else max(8.0, (w - lead - pitch * (len(colours) - 1) - 20) / 2)
    pitch = min(pitch, (w - x - lead - 18) / max(1, len(colours) - 1))
    s = cards.deck(x, 16, view["deck"]["count"], bool(view["deck"]["night"]))
    return s + "".join(pile(x + lead + j * pitch, 68, c, view["middle"].get(c, 0)) for j, c in enumerate(colours))
