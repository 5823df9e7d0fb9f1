"""A position of Top Race, read back from plain data and checked: every card, car and coin accounted for."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from topstats.games.top_race import state as st
from topstats.games.top_race.moves import ASKS
from topstats.games.top_race.road import front_car
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.views import (
    CLOCK,
    COLOURS,
    COUNTS,
    PHASES,
    STATUS,
    SUMS,
    WHERE,
    checked,
    face_words,
    list_again,
    one_of,
    space_name,
    units,
    whole,
    wrong,
)

ASKS_OF_PHASE = {
    "opening": ("bid",), "bidding": ("bid",), "taking": ("car", "offer"), "grid": ("start",), "turn": ("card",), "line": ("joker",), "moving": ("space",),
    "choosing": ("effect",), "returning": ("return",), "claiming": ("claim",), "tipping": ("tip",), "trading": ("sell", "buy"),
}  # fmt: skip


def _seat(S: Any, value: Any, what: str) -> int:
    """A seat counted from 1, 0 for nobody, as the engine counts."""
    return one_of(value, range(int(S.players) + 1), what) - 1


def _space(S: Any, value: Any, what: str) -> int:
    names = _names(S)
    if value not in names:
        raise wrong(f"{what} is {value!r}, which is no space of the track")
    return names.index(value)


def _names(S: Any) -> list[str | None]:
    return [space_name(S, s) for s in range(S.n_spaces)]


def _read_cards(S: Any, data: Mapping[str, Any]) -> None:
    if len(data["cards"]) != S.n_cards:
        raise wrong(f"it has {len(data['cards'])} cards, the deck has {int(S.n_cards)} (rule TR-02)")
    faces: dict[str, list[int]] = {}
    for f in range(S.n_cards):
        faces.setdefault(face_words(S, f), []).append(f)
    for card, d in enumerate(data["cards"]):
        if not faces.get(d["face"]):
            raise wrong(f"card {card} is {d['face']!r}, and the deck has no such card, or not so many (rule TR-02)")
        S.face[card] = faces[d["face"]].pop(0)
        S.where[card] = one_of(d["where"], WHERE, f"where card {card} is")
        S.dealt_to[card] = _seat(S, d.get("dealt_to") or 0, f"to whom card {card} was dealt")
        S.knows[card] = sum(1 << one_of(q, range(1, int(S.players) + 1), f"who knows card {card}") for q in set(d.get("known", ())))
        if S.where[card] in (st.PLAYED, st.BOX, st.ON_PIT, st.OFFERED):
            S.knows[card] = (1 << int(S.players)) - 1


def _read_hands(S: Any, data: Mapping[str, Any]) -> None:
    """Hands and discard list each of their cards once."""
    for key in ("hands", "waiting"):
        if len(data[key]) != S.players:
            raise wrong(f"it has {len(data[key])} {key} for {int(S.players)} players")
    if any(not 0 <= n <= S.waiting.shape[1] for n in S.pits[: S.players]):
        raise wrong(f"pits are {S.pits[: S.players].tolist()}, allowed are at most {S.waiting.shape[1]} pit-stop cards (rule TR-30)")
    held, waiting = ([card for cards in data[key] for card in cards] for key in ("hands", "waiting"))
    lists = [(held, st.IN_HAND, "the hands list"), (waiting, st.ON_PIT, "on pit-stop cards wait")]
    lists += [(data["discard"], st.PLAYED, "the discard lists"), (data["box"], st.BOX, "the box lists"), (data.get("offer", []), st.OFFERED, "the offer lists")]
    for cards, where, what in lists:
        if sorted(cards) != [c for c in range(S.n_cards) if S.where[c] == where]:
            raise wrong(f"{what} {cards}, but the cards say otherwise")
    for p, hand in enumerate(data["hands"]):
        if len(hand) > S.hand.shape[1]:
            raise wrong(f"the hand of seat {p + 1} has {len(hand)} cards, allowed are {S.hand.shape[1]}")
        S.n_hand[p] = len(hand)
        S.hand[p, : len(hand)] = hand
        for card in hand:
            S.knows[card] |= 1 << p
    for p, cards in enumerate(data["waiting"]):
        if len(cards) > S.pits[p]:
            raise wrong(f"{len(cards)} cards wait on the pit-stop cards of seat {p + 1}, which has {int(S.pits[p])} (rule TR-31)")
        S.n_waiting[p] = len(cards)
        S.waiting[p, : len(cards)] = cards
    S.n_box = len(data["box"])
    S.box[: S.n_box] = data["box"]
    S.n_discard = len(data["discard"])
    S.discard[: S.n_discard] = data["discard"]


def _read_car(S: Any, c: int, d: Mapping[str, Any]) -> None:
    name = COLOURS[c]
    S.status[c] = one_of(d["status"], STATUS, f"how {name} is")
    S.owner[c] = _seat(S, d["owner"], f"the owner of {name}")
    S.place[c] = whole(d.get("place", 0), f"the place of {name}", 0, N_CARS)
    S.broke[c] = whole(d.get("broke", 0), f"the breakdown of {name}", 0, 127)
    S.moved[c], S.blocked[c] = (whole(d.get(key, 0), f"{key} of {name}", 0, 30_000) for key in ("moved", "blocked"))
    S.grid[c] = _space(S, d["start"], f"the start space of {name}") if d.get("start") is not None else -1
    S.partner[c] = one_of(d["waits_for"], COLOURS[:N_CARS], f"whom {name} waits for") if S.status[c] == st.BROKEN else -1
    on = S.status[c] in (st.RACING, st.BROKEN)
    S.pos[c] = _space(S, d["space"], f"the space of {name}") if on else S.n_spaces if S.status[c] == st.HOME else -1
    if S.status[c] != st.WAITING and S.owner[c] < 0 and not S.has_stocks:
        raise wrong(f"{name} is {d['status']} and has no owner (rule TR-04)")


def _read_cars(S: Any, data: Mapping[str, Any]) -> None:
    for c in range(N_CARS):
        _read_car(S, c, data["cars"][COLOURS[c]])
    taken = [int(S.pos[c]) for c in range(N_CARS) if S.status[c] == st.RACING]
    if len(set(taken)) < len(taken):
        raise wrong("two cars stand on one space (rule TR-11)")
    S.n_home = sum(1 for c in range(N_CARS) if S.status[c] == st.HOME)
    places = sorted(int(S.place[c]) for c in range(N_CARS) if S.place[c])
    if places not in (list(range(1, int(S.n_home) + 1)), list(range(1, N_CARS + 1))):
        raise wrong(f"the places are {places}, but {int(S.n_home)} cars are home (rule TR-18)")
    S.n_broke = max(int(b) for b in S.broke)
    for p in range(S.players):
        mine = [c for c in range(N_CARS) if S.owner[c] == p]
        S.n_owned[p], S.racing[p] = len(mine), sum(1 for c in mine if S.status[c] != st.HOME)


def _read_auctions(S: Any, data: Mapping[str, Any]) -> None:
    n = int(S.players)
    S.auction = whole(data["auction"], "auction", 1, N_CARS + 1) - 1
    S.opener, S.leader, S.first = (_seat(S, data[key], key) for key in ("opener", "bidder", "first"))
    S.high = units(data["bid"], "bid")
    S.out[:n] = [bool(v) for v in data["out"]]
    if len(data["auctions"]) != N_CARS:
        raise wrong(f"it has {len(data['auctions'])} auctions, allowed are {N_CARS} (rule TR-03)")
    for a, d in enumerate(data["auctions"]):
        S.opened[a], S.buyer[a] = _seat(S, d["opened"], "opened"), _seat(S, d["buyer"], "buyer")
        S.price[a] = units(d["price"], "price")
        S.sold[a] = one_of(d["car"], COLOURS[:N_CARS], "the car of an auction") if d["car"] is not None else -1
        S.bids[:n, a] = [whole(v, "bids") for v in d["bids"]]
        S.n_bids[a] = int(np.sum(S.bids[:n, a]))
    if S.has_stocks:
        return
    sold = [int(c) for c in S.sold if c >= 0]
    if len(set(sold)) < len(sold) or len(sold) - int(S.auction) not in (0, 1):
        raise wrong(f"{len(sold)} auctions have a car, but it is auction {int(S.auction) + 1}, and each car is sold once (rule TR-03)")
    for a, c in enumerate(S.sold):
        if c >= 0 and S.owner[c] != S.buyer[a]:
            raise wrong(f"{COLOURS[c]} was bought by seat {int(S.buyer[a]) + 1}, but belongs to seat {int(S.owner[c]) + 1}")


def _read_tips(S: Any, data: Mapping[str, Any]) -> None:
    """Who has backed what, and what comes after (TR-40)."""
    n = int(S.players)
    S.resume, S.pending = one_of(data["resume"], PHASES, "resume"), S.n_spaces if data["pending"] else -1
    for p in range(n):
        S.tip[p] = [-1 if car is None else one_of(car, COLOURS[:N_CARS], "a tip") for car in data["tips"][p]]
        S.tip_sum[p] = [units(v, "tip_sum") for v in data["tip_sum"][p]]
        n_placed = int(S.n_passed) + (1 if S.phase == st.TIPPING and p < S.tipper else 0)
        if [car >= 0 for car in S.tip[p]] != [t < n_placed for t in range(S.tip.shape[1])]:
            raise wrong(f"the tips of seat {p + 1} are {data['tips'][p]}, but {n_placed} have been placed (rule TR-40)")
    S.tip_paid[:n] = [units(v, "tip_paid") for v in data["tip_paid"]]
    if not S.n_passed <= S.n_due <= S.tip.shape[1] or (S.phase == st.TIPPING) != (S.n_passed < S.n_due) or not 0 <= S.tipper < n:
        raise wrong(f"{int(S.n_due)} tip lines are passed and {int(S.n_passed)} backed, which does not belong to phase {data['phase']}")


def _read_turn(S: Any, data: Mapping[str, Any]) -> None:
    """Whose turn it is, and what is being carried out."""
    S.seat = one_of(data["seat"], range(1, int(S.players) + 1), "seat")
    S.phase, S.ask = one_of(data["phase"], PHASES, "phase"), one_of(data["ask"], ASKS, "ask")
    if data["ask"] and data["ask"] not in ASKS_OF_PHASE.get(data["phase"], ()):
        raise wrong(f"ask is {data['ask']}, which does not belong to phase {data['phase']}")
    if data["ask"] in ("car", "start", "tip") if S.has_stocks else S.phase == st.TRADING or data["ask"] == "offer":
        raise wrong(f"phase {data['phase']} with ask {data['ask']!r} does not belong to this mode")
    S.turn_seat = _seat(S, data["turn_seat"], "turn_seat")
    S.card = whole(data["card"], "card", -1, int(S.n_cards) - 1)
    S.line = whole(data["line"], "line", 0, 6)
    S.car = one_of(data["car"], COLOURS[:N_CARS], "car") if data["car"] is not None else -1
    S.left = whole(data["points"], "points", 0, 10)
    S.ahead_car = one_of(data["front"], COLOURS[:N_CARS], "front") if data.get("front") is not None else -1
    if data["phase"] in ("line", "moving", "choosing", "returning", "claiming", "tipping") and (S.card < 0 or S.where[S.card] != st.PLAYED):
        raise wrong(f"phase {data['phase']} needs a card that has been played")
    if data["phase"] not in ("opening", "bidding", "taking", "grid") and (S.turn_seat < 0 or S.auction < N_CARS):
        raise wrong(f"phase {data['phase']} comes after the auctions, with somebody's turn")
    _read_tips(S, data)
    if data["ask"] in ("space", "return") and S.car < 0:
        raise wrong(f"ask is {data['ask']}, but no car is named")


@checked
def restore(S: Any, data: Mapping[str, Any]) -> None:
    """Write a position into the record S, whose rules are packed already. Raises SettingError; S is then of no use."""
    n = int(S.players)
    if data["players"] != n:
        raise wrong(f"it is for {data['players']} players, the settings are for {n}")
    for name in CLOCK:
        S[name] = whole(data[name], name)
    S.after[:n] = [(p + 1) % n for p in range(n)]
    for name in ("cash", *SUMS):
        S[name][:n] = [units(v, name) for v in data[name]]
    for name in COUNTS:
        S[name][:n] = [whole(v, name) for v in data[name]]
    for race in range(S.race):
        S.money_after[race, :n] = [units(v, "money_after") for v in data["money_after"][race]]
    _read_cards(S, data)
    _read_hands(S, data)
    _read_cars(S, data)
    _read_auctions(S, data)
    _read_turn(S, data)
    for p in range(n):
        st.weigh_hand(S, np.int64(p))
    S.over, S.ended, S.event, S.focus, S.n_ends, S.reached = 0, 0, st.NOTHING, -1, 0, 0
    if S.ahead_car < 0 and S.auction == N_CARS:
        S.ahead_car = front_car(S)
    list_again(S)
