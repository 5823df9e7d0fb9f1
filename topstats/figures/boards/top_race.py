"""The table of Top Race drawn from a plain dict: the track with the cars, the card being carried out, every seat's money, cars and hand.

One seat's sight or open, as the dict is. Seats are told apart by number, colours belong to cars.
"""

from typing import Any

from topstats.figures.boards.drawing import NARROW, WIDE, View, at, box, drawn, frame, run, text
from topstats.figures.boards.race_cars import PAINTS, car
from topstats.figures.boards.top_race_track import layers, track_css
from topstats.games.top_race.track import Track, load

CARD_W, CARD_H, LINE, STOCK_H = 34, 62, 9, 26
SIDE, GAP, TRACK_H = 410, 14, 640
STATUS = {"waiting": "not sold", "home": "home", "broken": "broken down"}


def draw(view: View, width: str | int = "both", theme: str = "auto") -> str:
    """The table as SVG text: wide, narrow or both. `view` is `Replay.view` or `Table.view`, which name the track."""
    track = load(view["track"])
    return drawn(lambda: _wide(view, track, theme), lambda: _narrow(view, track, theme), width, theme)


def picture() -> str:
    """A bend of Speed Street with five cars, for the home page."""
    track = load("speed_street")
    numbers = {space.id: i for i, space in enumerate(track.spaces)}
    cars = {colour: numbers[space] for colour, space in zip(PAINTS, ("13b", "12a", "10b", "9a", "8c"), strict=False)}
    body, _, _ = layers(track, cars)
    words = "Five cars in a bend of a race track"
    return frame(640, 230, f"<style>{track_css('auto')}</style>{at(-1000, -85, body, 2.13)}", words, "tt tk pic", 10)


def _on(view: View, track: Track, status: str) -> dict[str, int]:
    numbers = {space.id: i for i, space in enumerate(track.spaces)}
    return {c["car"]: numbers[c["space"]] for c in view["cars"] if c["status"] == status}


def said(view: View) -> str:
    """The table in words, for those who do not see it."""
    words = [f"Top Race, turn {view['turn']}, race {view['race']} of {view['races']}."]
    status = STATUS | ({"waiting": "not lined up yet"} if "order" in view else {})
    for c in view["cars"]:
        where = f"on {c['space']}" if c["status"] == "racing" else f"broken down beside {c['space']}" if c["status"] == "broken" else status[c["status"]]
        owner = "" if c["owner"] is None else f" of seat {c['owner'] + 1}"
        place = f", place {c['place']}" if c["place"] else ""
        words.append(f"{PAINTS[c['car']].name}{owner} {where}{place}.")
    words += [f"Seat {p + 1} has {s['money']:,} and {len(s['hand'])} cards{_said_stocks(s)}." for p, s in enumerate(view["seats"])]
    if "order" in view:
        words.append(f"Order of play: seats {', '.join(str(p + 1) for p in view['order'])}.")
    return " ".join(words)


def _said_stocks(seat: View) -> str:
    """Its stocks, if they may be seen."""
    if not seat.get("stocks"):
        return ""
    return f", stocks {', '.join(f'{PAINTS[name].name} {n}' for name, n in zip(PAINTS, seat['stocks'], strict=False))}"


def _wide(view: View, track: Track, theme: str) -> str:
    body, w, h = layers(track, _on(view, track, "racing"), None, _on(view, track, "broken"))
    room = WIDE - SIDE - 3 * GAP
    scale = min(room / w, TRACK_H / h)
    side, tall = _column(view, SIDE)
    head = _head(view, room)
    box_cards, more = _box(view, room)
    height = max(h * scale + 84 + more, tall) + 2 * GAP
    inner = at(GAP, GAP, head) + at(GAP + (room - w * scale) / 2, GAP + 76, body, scale) + at(WIDE - SIDE - GAP, GAP, side)
    inner += at(GAP, GAP + 84 + h * scale, box_cards)
    return frame(WIDE, height, f"<style>{track_css(theme)}</style>{inner}", said(view), "tt tk")


def _narrow(view: View, track: Track, theme: str) -> str:
    body, w, h = layers(track, _on(view, track, "racing"), None, _on(view, track, "broken"), is_narrow=True)
    room = NARROW - 2 * GAP
    scale = min(room / w, 620 / h)
    side, tall = _column(view, room)
    top = GAP + 150
    box_cards, more = _box(view, room)
    low = top + h * scale + GAP
    inner = at(GAP, GAP, _head(view, room)) + at(GAP + (room - w * scale) / 2, top, body, scale) + at(GAP, low, box_cards) + at(GAP, low + more, side)
    return frame(NARROW, low + more + tall + GAP, f"<style>{track_css(theme)}</style>{inner}", said(view), "tt tk")


def _head(view: View, room: float) -> str:
    """What is going on: the auction, or the card being carried out; the cars that are home."""
    body = box(0, 0, room, 66 if room > 500 else 134, 12, "zone", "line")
    auction, now = view["auction"], view["card"]
    if auction is not None:
        leader = "nobody yet" if auction["leader"] is None else f"seat {auction['leader'] + 1}"
        n = auction.get("of", 6)
        body += text(14, 26, f"Auction {auction['number']}" + (f" of {n}" if n else ""), "b", 16)
        body += run(14, 50, ("m", "bid"), ("b", f"{auction['bid']:,}"), ("m", f"by {leader}"))
    elif now is not None:
        body += text(14, 26, "Played", "b", 16) + at(84, 4, speed_card(now, now["line"]), 0.94)
    else:
        body += text(14, 26, "Race" if view["races"] == 1 else f"Race {view['race']} of {view['races']}", "b", 16)
        body += text(14, 50, f"{len(view['discard'])} cards played", "m")
    x, y = (room - 6 * 54 - 10, 20) if room > 500 else (10, 84)
    return body + at(x, y, _podium(view))


def _podium(view: View) -> str:
    """The places, filled as cars come home."""
    cars = {c["place"]: c for c in view["cars"] if c["place"]}
    body = ""
    for place in range(1, 7):
        x = (place - 1) * 54
        body += box(x, -8, 50, 44, 8, "slot", "line") + text(x + 6, 8, place, "m b", 11)
        if place in cars:
            body += car(x + 27, 18, 0, cars[place]["car"], 1.2)
    return body


def _box(view: View, w: float) -> tuple[str, float]:
    """The offer row (TR-51), the box and the top of the discard (TR-30, TR-33), and their height; nothing where there are none."""
    has_stops = view["box"] or any(seat["stops"] for seat in view["seats"])
    piles = [("Offer", view.get("offer", []) if view["auction"] else []), ("Box", view["box"]), ("Discard", view["discard"][-1:] if has_stops else [])]
    if not has_stops and not piles[0][1]:
        return "", 0.0
    body, x = box(0, 0, w, CARD_H + 34, 12, "zone", "line"), 12
    for name, cards in piles:
        if not cards and name != "Box":
            continue
        body += text(x, 19, name, "b", 12) if cards or has_stops else ""
        for card in cards:
            body += at(x, 26, speed_card(card))
            x += CARD_W + 3
        x += 10
    return body, CARD_H + 34 + GAP


def _column(view: View, w: float) -> tuple[str, float]:
    """All seats below each other, with stocks in the order of play, and the height."""
    body, y = "", 0.0
    for p in view.get("order", range(len(view["seats"]))):
        panel, h = _seat(view, p, view["seats"][p], w)
        body += at(0, y, panel)
        y += h + 8
    return body, y


def _seat(view: View, p: int, seat: View, w: float) -> tuple[str, float]:
    per_row = int((w - 20) // (CARD_W + 3))
    cards = seat["hand"] + seat["waiting"]
    rows = -(-len(cards) // per_row)
    held = seat.get("stocks", ())  # nothing in the other modes, None: hidden
    h = 50 + (0 if held == () else STOCK_H) + rows * (CARD_H + 4)
    is_turn = view["seat"] == p and not view["over"]
    body = box(0, 0, w, h, 12, "zone", "glow" if is_turn else "line", 2.5 if is_turn else 1)
    strategy = seat["strategy"] if len(seat["strategy"]) < 22 else seat["strategy"][:20] + "\u2026"
    body += run(12, 21, ("b", f"Seat {p + 1}"), ("m", strategy)) + run(12, 40, ("b", f"{seat['money']:,}"), ("m", _note(view, seat)))
    body += "" if held == () else at(0, 50, _stocks(held, w))
    for i, name in enumerate(seat["cars"]):
        body += car(w - 24 - 36 * i, 26, 0, name, 1.15, _status(view, name) == "broken")
    for k, card in enumerate(cards):
        x, y = 10 + k % per_row * (CARD_W + 3), h - 2 - (rows - k // per_row) * (CARD_H + 4)
        mark = box(x - 1.5, y - 1.5, CARD_W + 3, CARD_H + 3, 6, "", "glow", 2) if k >= len(seat["hand"]) else ""
        body += at(x, y, speed_card(card)) + mark
    return body, h


def _stocks(held: list[int] | None, w: float) -> str:
    """How many stocks of each car a seat holds, or that they are hidden (TR-50), side by side within the panel."""
    body = text(12, 14, "Stocks", "m", 12)
    for i, name in enumerate(list(PAINTS)[:6]):
        x = 66 + i * min(54.0, (w - 66 - 36) / 5)
        body += _chip(x, 10, name, 6.5) + text(x + 12, 14.5, "?" if held is None else held[i], "b", 13)
    return body


def _note(view: View, seat: View) -> str:
    """Out of the auction, or the pit stops that are left and the cards that wait on them (drawn with a frame)."""
    if view["auction"] is not None and seat["is_out"]:
        return "passed"
    stops = f"{seat['stops']} pit stop{'s' * (seat['stops'] != 1)}" if seat["stops"] else ""
    waiting = f"{stops}, {len(seat['waiting'])} waiting" if seat["waiting"] else stops
    tips = " ".join(f"{t + 1}: {'?' if name is None else PAINTS[name].name}" for t, name in enumerate(seat["tips"]))
    return f"{waiting}{'  ' * bool(waiting)}tips {tips}" if tips else waiting


def _status(view: View, name: str) -> str:
    return next(str(c["status"]) for c in view["cars"] if c["car"] == name)


def speed_card(card: Any, line: int | None = None) -> str:
    """A small speed card: its cars and points from top to bottom, those done already faint; face down if it is not known."""
    group = f'<g data-card="{int(card["id"])}">'
    if card["lines"] is None and card["pair"] is None:
        return group + box(0, 0, CARD_W, CARD_H, 5, "back", "cline") + "</g>"
    body = box(0, 0, CARD_W, CARD_H, 5, "card", "cline")
    if card["pair"]:
        for i, name in enumerate(card["pair"]):
            body += _chip(CARD_W / 2, 14 + 32 * i, name, 8)
        return group + body + text(CARD_W / 2, 35, "\u21c5", "b mid", 12, "cink") + "</g>"
    for i, (name, points) in enumerate(card["lines"]):
        y = 8 + i * LINE
        row = _chip(10, y, name, 3.9) + text(28, y + 3.4, points, "b end", 9.5, "cink")
        body += f'<g opacity=".35">{row}</g>' if line is not None and i < line else row
    return group + body + "</g>"


def _chip(x: float, y: float, name: str, r: float) -> str:
    """A car's colour with its letter; white with a star for a joker."""
    if name not in PAINTS:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:g}" style="fill:#fff;stroke:#1D2126;stroke-width:.8"/>' + text(
            x, y + r * 0.75, "*", "b mid", r * 2, "cink"
        )
    k = PAINTS[name]
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:g}" style="fill:var(--kf{k.letter})"/>'
    return disc + text(x, y + r * 0.7, k.letter, "b mid", r * 1.7, f"ki{k.letter}")
