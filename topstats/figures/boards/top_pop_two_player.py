"""The table of Top Pop's two-player version, drawn from a plain dict. Colours are companies here; the two seats are told apart by number.

view     {players, turn, seat, step, event, focus: [card id], deck: {count, night}, companies: [company], seats: [seat]}
company  {colour, caps (left on its stack), closed, cards: [card], seventh: card or None, points, majority, variety, rank}
         and, where the engine says so, pays: [caps for each place of the column]
seat     {colour, strategy, caps: {colour: n}, hand: [card], points}
card     {id, city or None, night, face_down, known: [seat]}
"""

from html import escape
from typing import Any

from topstats.figures.boards import cards
from topstats.figures.boards.caps import cap, pile, supply
from topstats.figures.boards.drawing import NARROW, WIDE, View, at, box, colour_class, colour_name, drawn, frame, run, shortened, sky, text

GAP = 12
PLACES = 6  # cards of a full column, the seventh card aside
SLOT_W, SLOT_H = 62, 76
_STILL = ("", "deal", "end", "over")
_RANKS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}


def draw(view: View, width: str | int = "both", theme: str = "auto") -> str:
    """The table as SVG text: 1240 units wide, 372, or both in a block that shows the one that fits. All text is escaped."""
    return drawn(lambda: _wide(view), lambda: _narrow(view), width, theme)


def words(view: View) -> str:
    """The table in a few sentences, for those who do not see it."""
    acts = "" if str(view["step"]) in _STILL else f", seat {view['seat'] + 1} at step {view['step']}"
    said = [f"{colour_name(c['colour'])}: {len(c['cards'])} cards, {c['caps']} caps left." for c in view["companies"]]
    said += [f"Seat {i + 1}: {sum(p['caps'].values())} caps, {len(p['hand'])} cards in hand." for i, p in enumerate(view["seats"])]
    return f"Top Pop for two, turn {view['turn']}{acts}. " + " ".join(said)


def _wide(view: View) -> str:
    """Four columns in a row, below them the seats with the deck between."""
    n = len(view["companies"])
    w = (WIDE - GAP * (n + 1)) / n
    body = "".join(at(GAP + j * (w + GAP), GAP, company(view, j, w)) for j in range(n))
    y, aside = GAP * 2 + COMPANY_H, 84
    seat_w = (WIDE - GAP * 4 - aside) / 2
    body += at(GAP, y, seat(view, 0, seat_w)) + at(GAP * 3 + seat_w + aside, y, seat(view, 1, seat_w))
    body += cards.deck(GAP * 2 + seat_w + (aside - 52) / 2, y + 32, view["deck"]["count"], bool(view["deck"]["night"]))
    return frame(WIDE, y + SEAT_H + GAP, body, words(view))


def _narrow(view: View) -> str:
    """The seat that acts, the four columns, the other seat; the deck stands beside the first."""
    first = 0 if str(view["step"]) in _STILL else view["seat"]
    w = NARROW - GAP
    body, y = at(6, 6, seat(view, first, w - 66)), 6.0 + SEAT_H + 8
    body += cards.deck(NARROW - 62, 30, view["deck"]["count"], bool(view["deck"]["night"]))
    for j in range(len(view["companies"])):
        body += at(6, y, company(view, j, w))
        y += COMPANY_H + 8
    body += at(6, y, seat(view, 1 - first, w))
    return frame(NARROW, y + SEAT_H + 8, body, words(view))


COMPANY_H = 46 + 2 * (SLOT_H + 24) + 34
SEAT_H = 132


def company(view: View, index: int, w: float) -> str:
    """One company: caps left, its cards on their places, the seventh card, points and rank once scored."""
    c = view["companies"][index]
    colour = str(c["colour"])
    s = box(0, 0, w, COMPANY_H, 12, "zone", f"c{colour_class(colour)}", 2)
    s += cap(23, 23, colour, 10) + run(41, 28.5, ("b", colour_name(colour) or colour), ("m", "closed" if c["closed"] else ""), size=15.5)
    s += text(w - 14, 28.5, _standing(c), "b end", 15)
    step = (w - 28 - SLOT_W) / 3
    places = max(PLACES, len(c["cards"]))
    for k in range(places):
        s += at(14 + step * (k % 4), 46 + (SLOT_H + 24) * (k // 4), _place(view, c, k))
    s += at(14 + step * 3, 46 + SLOT_H + 24, _seventh(view, c))
    if places == PLACES:
        s += pile(14 + step * 2 + SLOT_W / 2, 46 + SLOT_H + 24 + 50, colour, c["caps"], 12)
        return s + text(14, COMPANY_H - 14, _sources(c), "m", 13) + text(14 + step * 2 + SLOT_W / 2, 46 + SLOT_H + 24 + SLOT_H + 22, "caps left", "m mid", 12)
    return s + text(14, COMPANY_H - 14, _sources(c), "m", 13) + run(w - 14, COMPANY_H - 14, ("b", c["caps"]), ("m", "caps left"), size=13, end=True)


def _standing(c: View) -> str:
    if c.get("points") is None:
        return ""
    rank = f" \u00b7 {_RANKS.get(c['rank'], c['rank'])}" if c.get("rank") is not None else ""
    return f"{c['points']} point" + "s" * (c["points"] != 1) + rank


def _sources(c: View) -> str:
    """What the company would score now, as far as the view knows its cards."""
    if c.get("majority") is None or c.get("variety") is None or not (c["cards"] or c.get("seventh")):
        return ""
    return f"{c['majority']} majority + {c['variety']} variety"


def _place(view: View, c: View, k: int) -> str:
    """Place k of a column: its card or the empty place, and what it pays."""
    body = _card(view, c["cards"][k]) if k < len(c["cards"]) else box(0, 0, SLOT_W, SLOT_H, 7, "slot")
    pays = c.get("pays") or ()
    if k >= len(pays):
        return body
    paid = k < len(c["cards"])
    said = f"{pays[k]} cap" + "s" * (pays[k] != 1) if pays[k] else "no caps"
    return body + text(SLOT_W / 2, SLOT_H + 15, said, "m mid" if paid else "b mid", 12)


def _seventh(view: View, c: View) -> str:
    s = _card(view, c["seventh"]) if c.get("seventh") else box(0, 0, SLOT_W, SLOT_H, 7, "slot", "mute", more="stroke-dasharray:5 4")
    return s + text(SLOT_W / 2, SLOT_H + 15, "seventh card", "m mid", 12)


def _card(view: View, card: View) -> str:
    """A card of a column. Face down its back shows; who looks at the open table, or laid it, sees the city as well."""
    night, city = bool(card["night"]), card["city"]
    down = bool(card.get("face_down"))
    back = "night" if night else "back"
    s = box(-3.5, -3.5, SLOT_W + 7, SLOT_H + 7, 10, "", "glow", 2.5) if card["id"] in view["focus"] else ""
    dark = down or night
    pen = "nink" if dark else "cink"
    s += box(0, 0, SLOT_W, SLOT_H, 7, back if dark else "card", "nline" if dark else "cline")
    if city is None:
        s += sky(SLOT_W / 2, SLOT_H / 2, night, 1.9, "nink")
    else:
        s += sky(SLOT_W - 13, 14, night, 0.9, "nink" if dark else "sun") + text(7, 20, cards.number(card), "b", 17, pen)
        for j, part in enumerate(_lines(str(city))):
            s += text(7, 38 + 13 * j, part, "b", 12, pen)
    known = card.get("known") or ()
    if down and known and city is not None:
        s += text(7, SLOT_H - 7, f"by seat {known[0] + 1}" if len(known) == 1 else "known", "", 12, "nink")
    title = escape(str(city or ("a night card" if night else "a day card")) + (", face down" if down else ""))
    return f'<g data-card="{escape(str(card["id"]))}"><title>{title}</title>{s}</g>'


def _lines(city: str) -> list[str]:
    """A city's name on at most two lines of nine letters."""
    first, _, rest = city.partition(" ")
    if len(city) <= 8 or not rest:
        return [city[:9]]
    return [first[:9], rest[:9]]


def seat(view: View, index: int, w: float) -> str:
    """One of the two advisers: caps by company, hand, points at the end."""
    p = view["seats"][index]
    acts = str(view["step"]) not in _STILL and view["seat"] == index
    s = box(0, 0, w, SEAT_H, 12, "zone", "cN" if acts else "line", 3 if acts else 1)
    total = sum(p["caps"].values())
    strategy = str(p.get("strategy") or "")
    shown = shortened(strategy, int((w - (270 if acts else 180)) / 7.5))
    s += f"<title>{escape(strategy)}</title>" + _badge(23, 22, index + 1) + run(41, 27.5, ("b", f"Seat {index + 1}"), ("m", shown), size=15.5)
    said = f"{total} cap" + "s" * (total != 1) if p.get("points") is None else f"{p['points']} point" + "s" * (p["points"] != 1)
    s += text(w - 14, 27.5, said, "b end", 16)
    if acts:
        s += at(w - 172, 11.5, box(0, 0, 78, 21, 10.5, "cN") + text(39, 15.2, str(view["step"]).title(), "b mid", 13, "tN"))
    order: list[Any] = [c["colour"] for c in view["companies"]]
    s += text(14, 62, "Caps", "m", 12.5)
    held, end = supply(28, 84, p["caps"], order, 2 if w < 340 else 3 if w < 400 else 4)
    s += held + text(w - 14, 62, "Hand" if p["hand"] else "No hand", "m end", 12.5)
    return s + cards.hand(p["hand"], w - 14, 70, min(37 * len(p["hand"]), w - end - 6), view["focus"])


def _badge(x: float, y: float, n: int) -> str:
    """A seat's number: no colour belongs to a seat in this version."""
    return at(x, y, f'<circle r="12" style="fill:var(--cN)"/><text y="5" class="b mid" style="font-size:14px;fill:var(--tN)">{n}</text>')
