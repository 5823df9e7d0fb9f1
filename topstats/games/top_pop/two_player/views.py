"""The table of the two-player version as plain data: what a seat sees, and the whole position as JSON and back."""

from collections.abc import Mapping
from typing import Any

from topstats.games.top_pop.rules import CITIES, LETTERS
from topstats.games.top_pop.two_player import state as st
from topstats.games.top_pop.two_player.moves import ASKS, count_scored, count_seen, standing, toward_closing
from topstats.games.top_pop.two_player.rules import EXTRA, FIRST, MAX_HAND
from topstats.games.top_pop.views import check_deck, checked, one_of, whole, wrong

COMPANIES = LETTERS[: st.K]
PHASES = ("setup", "turn", "draw")
STEP_OF_EVENT = ("", "seventh", "seventh", "discard", "play", "play", "draw", "play", "end")
CLOCK = ("turn", "decision", "left", "lead_changes", "drawn", "deal")


def _card(S: Any, card: int, viewer: int | None, face_down: bool) -> dict[str, Any]:
    known = [q for q in range(2) if int(S.knows[card]) >> q & 1]
    is_shown = viewer is None or viewer in known
    city, number = (CITIES[S.city[card]], int(S.deck[S.city[card]])) if is_shown else (None, None)
    return {"id": int(card), "city": city, "number": number, "night": bool(S.night[card]), "face_down": face_down, "known": known}


def _pays(S: Any, start: int) -> list[int]:
    """Caps for each place of a column on top of which `start` cards lay from the beginning (TP-43, TP-44)."""
    pays = [int(p) for p in S.payout[: S.column_cards]]
    if S.table_cards_count == FIRST:
        return [0] * start + pays[start:]
    return [0] * start + (pays if S.table_cards_count == EXTRA else pays[: len(pays) - start])


def _company(S: Any, k: int, viewer: int | None) -> dict[str, Any]:
    """One company; its points as the viewer knows the cards, its rank at the end only."""
    is_over = bool(S.over)
    start, cards = int(S.table_cards[k]), S.column[k, : S.n_column[k]]
    seventh = int(S.seventh[k])
    return {
        "colour": COMPANIES[k],
        "caps": int(S.stack[k]),
        "pays": _pays(S, start),
        "closed": bool(S.closed[k]),
        "cards": [_card(S, c, viewer, i >= start and bool(S.night[c])) for i, c in enumerate(cards)],
        "seventh": None if seventh < 0 else _card(S, seventh, viewer, True),
        "points": int(S.majority[k] + S.variety[k]) if is_over else None,
        "majority": int(S.majority[k]),
        "variety": int(S.variety[k]),
        "rank": int(S.rank[k]) if is_over else None,
    }


def view(S: Any, viewer: int | None = None) -> dict[str, Any]:
    """The table as plain data, as seat `viewer` (from 0) sees it; None shows all. Cities that the viewer does not know are None."""
    S = S.copy()
    if viewer is None or S.over:
        count_scored(S)
    else:
        count_seen(S, viewer)
    standing(S)
    n_deck = int(S.n_cards - S.drawn)
    return {
        "players": 2,
        "turn": int(S.turn),
        "seat": int(S.seat),
        "step": "end" if S.over else ASKS[S.ask] or STEP_OF_EVENT[S.event] or "play",
        "event": "",
        "focus": [int(S.focus)] if S.focus >= 0 else [],
        "deck": {"count": n_deck, "night": bool(n_deck and S.night[S.drawn])},
        "companies": [_company(S, k, viewer) for k in range(st.K)],
        "seats": [
            {
                "colour": str(p + 1),
                "strategy": "",
                "caps": {COMPANIES[k]: int(S.caps[p, k]) for k in range(st.K)},
                "hand": [_card(S, c, viewer, False) for c in S.hand[p, : S.n_hand[p]]],
                "points": int(S.score[p]) if S.over else None,
            }
            for p in range(2)
        ],
        "over": bool(S.over),
    }


def position(S: Any) -> dict[str, Any]:
    """The whole state as plain JSON data: cards in the order of the deck, seats from 1, companies by letter; what is derived is left out."""
    return {
        "players": 2,
        "seat": int(S.seat) + 1,
        "mover": int(S.mover) + 1,
        "phase": PHASES[S.phase],
        "ask": ASKS[S.ask],
        "leader": int(S.leader) + 1,
        **{name: int(S[name]) for name in CLOCK},
        "cards": [
            {"city": CITIES[S.city[c]], "night": bool(S.night[c]), "known": [q + 1 for q in range(2) if int(S.knows[c]) >> q & 1]} for c in range(S.n_cards)
        ],
        "hands": [[int(c) for c in S.hand[p, : S.n_hand[p]]] for p in range(2)],
        "discarded": [c for c in range(S.n_cards) if S.where[c] == st.OUT],
        "companies": [
            {"colour": COMPANIES[k], "cards": [int(c) for c in S.column[k, : S.n_column[k]]], "seventh": int(S.seventh[k]) if S.seventh[k] >= 0 else None}
            for k in range(st.K)
        ],
        "caps": [{COMPANIES[k]: int(S.caps[p, k]) for k in range(st.K)} for p in range(2)],
    }


def _put(S: Any, card: Any, where: int, what: str) -> int:
    """The card lies there; no card lies in two places, and none of the deck outside it."""
    if isinstance(card, bool) or not isinstance(card, int) or not 0 <= card < S.drawn:
        raise wrong(f"{what} has card {card!r}, drawn are only 0 to {int(S.drawn) - 1}")
    if S.where[card] != st.IN_DECK:
        raise wrong(f"card {card} lies in two places, one of them {what}")
    S.where[card] = where
    return card


def _read_cards(S: Any, cards: list[Mapping[str, Any]]) -> None:
    S.n_cards = len(cards)
    for c, data in enumerate(cards):
        S.city[c] = one_of(data["city"], CITIES[: S.cities], f"the city of card {c}")
        S.night[c] = bool(data["night"])
        S.knows[c] = sum(1 << one_of(q, (1, 2), f"who knows card {c}") for q in set(data["known"]))
        S.where[c] = st.IN_DECK
    check_deck(S)
    if S.drawn > S.n_cards:
        raise wrong(f"drawn is {int(S.drawn)}, the deck has {int(S.n_cards)} cards")


def _read_hands(S: Any, hands: list[list[int]]) -> None:
    for p in range(2):
        if len(hands[p]) > MAX_HAND:
            raise wrong(f"seat {p + 1} holds {len(hands[p])} cards, allowed are {MAX_HAND}")
        S.n_hand[p] = len(hands[p])
        for i, c in enumerate(hands[p]):
            S.hand[p, i] = _put(S, c, st.IN_HAND, f"the hand of seat {p + 1}")
            S.knows[c] = 1 << p


def _read_company(S: Any, k: int, data: Mapping[str, Any]) -> None:
    name, cards = f"the column of {COMPANIES[k]}", data["cards"]
    start = int(S.table_cards[k])
    if data["colour"] != COMPANIES[k] or not start <= len(cards) <= S.column.shape[1]:
        raise wrong(f"{name} has {len(cards)} cards, or is not company {k + 1}")
    S.n_column[k], S.seventh[k] = len(cards), -1
    for i, c in enumerate(cards):
        S.column[k, i] = _put(S, c, st.IN_COLUMN, name)
        if i < start or not S.night[c]:
            S.knows[c] = st.BOTH
    if data["seventh"] is not None:
        S.seventh[k] = _put(S, data["seventh"], st.AS_SEVENTH, f"the seventh card of {COMPANIES[k]}")
    if toward_closing(S, k) > S.column_cards:
        raise wrong(f"{name} has more cards than close a company, {int(S.column_cards)} (rule TP-45)")
    S.closed[k] = toward_closing(S, k) == S.column_cards
    if S.closed[k] and S.seventh[k] < 0:
        raise wrong(f"{COMPANIES[k]} is closed and has no seventh card (rule TP-45)")


def _read_caps(S: Any, caps: list[Mapping[str, Any]]) -> None:
    for p in range(2):
        for letter, n in caps[p].items():
            if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= S.caps_per_company:
                raise wrong(f"seat {p + 1} has {n!r} caps of {letter}, the box has {int(S.caps_per_company)} (rule TP-40)")
            S.caps[p, one_of(letter, COMPANIES, f"a company of seat {p + 1}'s caps")] = n
    for k in range(st.K):
        S.stack[k] = S.caps_per_company - S.caps[0, k] - S.caps[1, k]
        if S.stack[k] < 0:
            raise wrong(f"both seats together have more caps of {COMPANIES[k]} than the box, {int(S.caps_per_company)} (rule TP-40)")


@checked
def restore(S: Any, data: Mapping[str, Any]) -> None:
    """Write a position into the record S, whose rules are packed already. Raises SettingError; S is then of no use."""
    if data["players"] != 2 or len(data["cards"]) > len(S.city):
        raise wrong(f"it is for {data['players']} players with {len(data['cards'])} cards")
    S.seat, S.mover = one_of(data["seat"], (1, 2), "seat"), one_of(data["mover"], (1, 2), "mover")
    S.phase, S.ask = one_of(data["phase"], PHASES, "phase"), one_of(data["ask"], ASKS, "ask")
    S.leader = one_of(data.get("leader", 0), range(3), "leader") - 1
    for name in CLOCK:
        S[name] = whole(data[name], name)
    S.caps[:] = 0
    _read_cards(S, data["cards"])
    _read_hands(S, data["hands"])
    for c in data["discarded"]:
        _put(S, c, st.OUT, "the discarded cards")
    for k in range(st.K):
        _read_company(S, k, data["companies"][k])
    _read_caps(S, data["caps"])
    lost = [c for c in range(S.drawn) if S.where[c] == st.IN_DECK]
    if lost:
        raise wrong(f"card {lost[0]} lies nowhere")
    if S.ask and not S.n_hand[S.seat]:
        raise wrong(f"seat {int(S.seat) + 1} is asked and holds no card")
    S.over, S.ended, S.event, S.focus, S.tie_break = 0, 0, st.NOTHING, -1, 0
