"""City cards: large with the stacks on them, small in a hand, as chips in a score pile. An unknown city is None."""

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from topstats.figures.boards.caps import stack
from topstats.figures.boards.drawing import at, box, sky, text

Card = Mapping[str, Any]
W, H = 96, 132  # a large card
MINI_W, MINI_H = 33, 44

NUMBER = {"St. Louis": 3, "New York": 4, "San Francisco": 5, "Las Vegas": 6, "Chicago": 7, "Seattle": 8, "New Orleans": 9}  # as printed on the cards
SHORT = {"St. Louis": "StL", "New York": "NY", "San Francisco": "SF", "Las Vegas": "LV", "Chicago": "Chi", "Seattle": "Sea", "New Orleans": "NO"}
ICON = {  # pictograms of 60 x 44 units, one path each
    "St. Louis": "M10 44C12 12 24 2 30 2S48 12 50 44H45C43 18 36 8 30 8S17 18 15 44Z",
    "New York": "M4 44V24H13V14H20V44H23V18H26V10H28V6H29.4V0H30.6V6H32V10H34V18H37V44H40V20H48V28H56V44Z",
    "San Francisco": "M0 34H60V37H0ZM13 8H18V44H13ZM42 8H47V44H42Z"
    "M0 26Q9 24 15 9L17 10Q30 40 43 10L45 9Q51 24 60 26V28.5Q50 26 44.5 14Q30 44 15.5 14Q10 26 0 28.5Z",
    "Las Vegas": "M30 10L58 23L42 30.5V44H39V32L30 36L21 32V44H18V30.5L2 23ZM30 0L31.6 4.4L36 5L32.6 8L33.5 10.5L30 8.5L26.5 10.5L27.4 8L24 5L28.4 4.4Z",
    "Chicago": "M18 44V16H22V6H24V0H25.5V6H30.5V0H32V6H34V16H38V26H42V44ZM4 44V28H14V44ZM46 44V32H56V44Z",
    "Seattle": "M29.4 0H30.6V6L34 9H26L29.4 6ZM24 9H36L50 14Q51 16 47 16.5H13Q9 16 10 14Z"
    "M17 18H43L38 20.5H34L32.5 31L38 44H35L31 34V44H29V34L25 44H22L27.5 31L26 20.5H22Z",
    "New Orleans": "M30 0Q38 9 36 18Q34 23 33.5 27Q37 24 40 18Q46 12 52 18Q55 25 48 28Q46 29 45 26Q49 25 47 22Q43 20 41 26Q39 31 36 31V34H33Q34 40 30 44"
    "Q26 40 27 34H24V31Q21 31 19 26Q17 20 13 22Q11 25 15 26Q14 29 12 28Q5 25 8 18Q14 12 20 18Q23 24 26.5 27Q26 23 24 18Q22 9 30 0Z",
}
_STARS = ((14, 50, 1), (80, 48, 1.4), (60, 62, 1), (26, 78, 1.3), (86, 84, 1), (12, 98, 1.2), (78, 104, 1))


def short(city: str) -> str:
    """A city in two or three letters; a designer's own city by its first three."""
    return SHORT.get(city, city[:3])


def number(card: Card) -> object:
    """The number printed on a card of this city (how many there are in the printed deck)."""
    return card.get("number") or NUMBER.get(card["city"], "")


def _group(card: Card, x: float, y: float, body: str) -> str:
    """A card's group, with its id for clicks and its words for a pointer."""
    words = card["city"] or ("a night card" if card["night"] else "a day card")
    return f'<g data-card="{escape(str(card["id"]))}" transform="translate({x:.1f} {y:.1f})"><title>{escape(str(words))}</title>{body}</g>'


def _ring(w: float, h: float) -> str:
    return box(-4, -4, w + 8, h + 8, 11, "", "glow", 2.5)


def width(card: Card) -> float:
    """A card grows with the number of stacks on it."""
    return max(W, 34 * len(card.get("stacks") or ()) + 8)


def _name(city: str, fill: str, w: float) -> str:
    fit = f' textLength="{w - 17:.0f}" lengthAdjust="spacingAndGlyphs"' if len(city) > 12 and w <= W else ""
    return f'<text x="9" y="36" class="b"{fit} style="font-size:12px;fill:var(--{fill})">{escape(city)}</text>'


def _face(card: Card, w: float) -> str:
    """The front, or what is to be seen of it by one who does not know the city."""
    night, city = card["night"], card["city"]
    pen = "nink" if night else "cink"
    s = box(0, 0, w, H, 8, "night" if night else "card", "nline" if night else "cline") + sky(w - 14, 15, night, 1, "nink" if night else "sun")
    if night:
        s += "".join(f'<circle cx="{a * w / W:.0f}" cy="{b}" r="{c}" style="fill:var(--nink);opacity:.55"/>' for a, b, c in _STARS)
    if city is None:
        return s + text(9, 20, "Night" if night else "Day", "b", 14, pen) + text(9, 36, "city unknown", "", 12, pen)
    s += text(9, 21, number(card), "b", 18, pen) + _name(str(city), pen, w)
    if not card.get("stacks") and city in ICON:
        look = "fill:var(--nink);opacity:.28" if night else "fill:var(--icon)"
        s += f'<path d="{ICON[city]}" transform="translate({w / 2 - 37:.1f} 50) scale(1.25)" style="{look}"/>'
    return s


def _known(card: Card, marks: Sequence[str], w: float) -> str:
    """Who knows a night card on the table; public, because all saw who laid it and where."""
    who = " ".join(str(marks[i]) for i in card.get("known") or () if i < len(marks))
    if not card["night"] or not who or card["city"] is None:
        return ""
    if card.get("stacks"):
        return text(w - 24, 20, who, "b end", 12, "nink")
    return text(9, H - 10, f"known to {who}" if len(who) < 4 else f"known: {who}", "", 12, "nink")


def city_card(card: Card, x: float, y: float, marks: Sequence[str], focus: bool = False) -> str:
    """A large card with its stacks; `marks` are the seats' letters, `focus` puts a ring around it."""
    w, stacks = width(card), card.get("stacks") or ()
    s = (_ring(w, H) if focus else "") + _face(card, w) + _known(card, marks, w)
    if stacks:
        tall, pitch = max(map(len, stacks)), w / len(stacks)
        s += box(5, H - 88, w - 10, 83, 6, "nink" if card["night"] else "icon", more=f"opacity:{0.92 if card['night'] else 0.42}")
        s += "".join(stack(pitch * (i + 0.5), H - 9, caps, leads=_leads(card, caps, tall)) for i, caps in enumerate(stacks))
    return _group(card, x, y, s)


def _leads(card: Card, caps: Sequence[str], tall: int) -> bool:
    """Whether this stack is the tallest: the most caps, or as the card says where caps are not all that counts."""
    return caps[-1] == card["leader"] if "leader" in card else len(caps) == tall


def mini(card: Card, x: float, y: float, focus: bool = False) -> str:
    """A small card of a hand: number and city, or its back."""
    night = card["night"]
    ring = box(-3, -3, MINI_W + 6, MINI_H + 6, 7, "", "glow", 2) if focus else ""
    if card["city"] is None:
        back = box(0, 0, MINI_W, MINI_H, 4.5, "night" if night else "back", "nline" if night else "cline")
        return _group(card, x, y, ring + back + sky(MINI_W / 2, MINI_H / 2, night, 1.25, "nink"))
    pen = "nink" if night else "cink"
    face = box(0, 0, MINI_W, MINI_H, 4.5, "night" if night else "card", "nline" if night else "cline")
    return _group(card, x, y, ring + face + text(16.5, 19, number(card), "b mid", 16, pen) + text(16.5, 36, short(card["city"]), "b mid", 12, pen))


def hand(cards: Sequence[Card], right: float, y: float, room: float, focus: Sequence[int] = ()) -> str:
    """Small cards ending at `right`; they overlap when there are many."""
    step = min(MINI_W + 4, (room - MINI_W) / max(1, len(cards) - 1))
    return "".join(mini(c, right - MINI_W - step * (len(cards) - 1 - j), y, c["id"] in focus) for j, c in enumerate(cards))


def deck(x: float, y: float, count: int, night: bool) -> str:
    """The pile to draw from, the back of its top card in sight."""
    if not count:
        outline = box(x, y, 52, 70, 6, "", "mute", more="stroke-dasharray:5 4")
        return outline + text(x + 26, y + 39, "empty", "m mid", 12) + text(x + 26, y + 86, "deck", "m mid", 12)
    fill = "night" if night else "back"
    depth = min(4, -(-count // 8))
    s = "".join(box(x + j * 2.5, y - j * 2.5, 52, 70, 6, fill, "felt") for j in range(depth - 1, 0, -1))
    s += box(x, y, 52, 70, 6, fill, "felt", 1.5) + sky(x + 26, y + 28, night, 1.9, "nink") + text(x + 26, y + 61, count, "b mid", 16, "nink")
    return s + text(x + 26, y + 86, "deck", "m mid", 12)


def laid_out(pile: Sequence[Card], x: float, y: float, room: float) -> str:
    """Won cards after the game, city by city in rows of small cards."""
    order = {city: k for k, city in enumerate(NUMBER)}
    ranked = sorted(pile, key=lambda c: (order.get(c["city"], len(order)), str(c["city"]), c["night"]))
    scale = 1.38 if len(ranked) <= 2 * int((room / 1.38 + 4) // (MINI_W + 4)) else 1.0  # two larger rows, else three
    room /= scale
    per_row = max(1, int((room + 4) // (MINI_W + 4)), -(-len(ranked) // 3))
    step = min(MINI_W + 4, (room - MINI_W) / max(1, per_row - 1))
    return at(x, y, "".join(mini(c, step * (k % per_row), (MINI_H + 4) * (k // per_row)) for k, c in enumerate(ranked)), scale)


def score_pile(cards: Sequence[Card], x: float, y: float, room: float) -> str:
    """Won cards: how many, then a chip for each city (and one for night cards whose city is not known)."""
    s = text(x, y + 15, f"{len(cards)} won", "b", 13.5)
    counts = Counter(c["city"] or ("Night" if c["night"] else "Day") for c in cards)
    chips = [city for city in [*NUMBER, *sorted(set(counts) - set(NUMBER))] if city in counts]
    step = min(48.0, (room - 54) / max(1, len(chips)))
    return s + "".join(at(x + 54 + j * step, y, _chip(city, counts[city], step - 4)) for j, city in enumerate(chips))


def _chip(city: str, n: int, w: float) -> str:
    night = city == "Night"
    paper, line, pen = ("night", "nline", "nink") if night else ("card", "cline", "cink")
    name, fit = "night" if night else short(city), f' textLength="{w - 4:.0f}" lengthAdjust="spacingAndGlyphs"' if w < 34 else ""
    words = f'{escape(name)} <tspan class="b">{n}</tspan>'
    s = f"<title>{escape(city)}: {n}</title>" + box(0, 0, w, 21, 4.5, paper, line)
    return s + f'<text x="{w / 2:.1f}" y="15" class="mid"{fit} style="font-size:12px;fill:var(--{pen})">{words}</text>'
