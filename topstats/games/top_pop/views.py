"""The table of Top Pop as plain data: what a seat sees, and the whole position as JSON and back."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

import numpy as np

from topstats.core.contract import SettingError
from topstats.games.top_pop import state as st
from topstats.games.top_pop.holding import count_powers, find_lead
from topstats.games.top_pop.moves import ASKS
from topstats.games.top_pop.powers import BONUS_POINTS, BRIEF, EFFECTS, ONE_TALLER, SEE_NIGHT
from topstats.games.top_pop.rules import CITIES, LETTERS, MAX_PLAYERS

WHERE = ("deck", "hand", "table", "won", "out")
PHASES = ("setup", "draw first", "win", "place", "collect", "stack", "draw", "turn ends")
STEP_OF_EVENT = ("", "deal", "deal", "draw", "win", "win", "place", "collect", "stack", "stack", "end", "draw")
STEP_OF_PHASE = ("deal", "draw", "win", "place", "collect", "stack", "draw", "draw")
PHASES_OF_ASK = {"start": ("setup",), "keep": ("draw first", "draw")}
CLOCK = ("turn", "decision", "left", "acted", "idle", "trigger_turn", "lead_changes", "drawn", "deal")
TALLIES = ("received", "given", "lost")


def _caps(counts: Any, players: int) -> dict[str, int]:
    return {LETTERS[c]: int(counts[c]) for c in range(players) if counts[c]}


def _stacks(S: Any, card: int) -> list[list[str]]:
    """Stacks on a card, each from the bottom up: the last cap names the owner."""
    stacks = []
    for q in range(S.players):
        if S.height[card, q]:
            caps = [LETTERS[c] for c in range(S.players) for _ in range(S.stack[card, q, c] - (c == q))]
            stacks.append([*caps, LETTERS[q]])
    return stacks


def _card(S: Any, card: int, viewer: int | None) -> dict[str, Any]:
    known = [q for q in range(S.players) if int(S.knows[card]) >> q & 1]
    is_shown = viewer is None or viewer in known
    is_laid = S.where[card] == st.ON_TABLE
    leader = {"leader": LETTERS[S.lead[card]] if is_laid and S.lead[card] >= 0 else None} if S.powers else {}  # not always the stack of most caps
    return {
        "id": int(card),
        "city": CITIES[S.city[card]] if is_shown else None,
        "number": int(S.deck[S.city[card]]) if is_shown else None,
        "night": bool(S.night[card]),
        "known": known if S.night[card] else [],
        "stacks": _stacks(S, card) if is_laid else [],
        **leader,
    }


def _points(S: Any, seat: int, viewer: int | None) -> tuple[int, int]:
    """Majority and variety points of a seat if the game ended now, as the viewer knows the piles (TP-22, TP-23)."""
    piles = (S.count if viewer is None else S.seen[viewer])[: S.players, : S.cities].astype(int)
    majority = 0
    for x, own in enumerate(piles[seat]):
        most = max(np.delete(piles[:, x], seat))
        majority += int(own) * (int(S.majority_points) if own > most else int(S.tied_points) if own == most else 0)
    different = int((piles[seat] > 0).sum())
    return majority, int(S.variety_points[different - 1]) if different else 0


def cities_with_power(S: Any) -> list[int]:
    """The cities in play that have a power (TP-50)."""
    return [x for x in range(S.cities) if S.city_powers[x]]


def _powers(S: Any, seat: int | None) -> list[dict[str, str]]:
    """The powers of a seat (None: those that nobody has yet): city, effect, and its words, brief and in full."""
    held = [x for x in cities_with_power(S) if S.owner[x] == (-1 if seat is None else seat)]
    effects = [(x, S.city_powers[x]) for x in held]
    return [{"city": CITIES[x], "effect": EFFECTS[e][0], "brief": BRIEF[e], "words": EFFECTS[e][1]} for x, e in effects]


def _bonus(S: Any, seat: int, viewer: int | None) -> int:
    """Points from powers, as the viewer knows the pile."""
    pile = S.count[seat] if viewer is None else S.seen[viewer, seat]
    return sum(int(pile[x]) for x in cities_with_power(S) if S.city_powers[x] == BONUS_POINTS and S.owner[x] == seat)


def _cards_at(S: Any, where: int) -> list[int]:
    return [c for c in range(S.n_cards) if S.where[c] == where]


def _seat(S: Any, p: int, viewer: int | None) -> dict[str, Any]:
    majority, variety = _points(S, p, viewer)
    return {
        "colour": LETTERS[p],
        "strategy": "",
        "supply": _caps(S.supply[p], S.players),
        "hand": [_card(S, c, viewer) for c in S.hand[p, : S.n_hand[p]]],
        "won": [_card(S, c, viewer) for c in _cards_at(S, st.WON) if S.winner[c] == p],
        "front": [_card(S, c, viewer) for c in S.table[: S.n_table] if S.front[c] == p],
        "majority": majority,
        "variety": variety,
        **({"powers": _powers(S, p), "bonus": _bonus(S, p, viewer)} if S.powers else {}),
    }


def view(S: Any, viewer: int | None = None) -> dict[str, Any]:
    """The table as plain data, as seat `viewer` (from 0) sees it; None shows all. Cities that the viewer does not know are None.

    When the game is over the piles are scored, and with that they are open to all (TP-11).
    """
    viewer = None if S.over else viewer
    in_deck = _cards_at(S, st.IN_DECK)
    return {
        "players": int(S.players),
        "turn": int(S.turn),
        "seat": int(S.seat),
        "step": "end" if S.over else STEP_OF_EVENT[S.event] or STEP_OF_PHASE[S.phase],
        "event": "",
        "focus": [int(S.focus)] if S.focus >= 0 else [],
        "deck": {"count": len(in_deck), "night": bool(in_deck and S.night[in_deck[0]])},
        "middle": {LETTERS[c]: int(S.middle[c]) for c in range(S.players)},
        "seats": [_seat(S, p, viewer) for p in range(S.players)],
        "over": bool(S.over),
        **({"powers": _powers(S, None)} if S.powers else {}),
    }


def _place_of(S: Any, card: int) -> int | None:
    """Seat (from 1) that holds, has in front or won the card."""
    if S.where[card] == st.IN_HAND:
        return next(p + 1 for p in range(S.players) if card in S.hand[p, : S.n_hand[p]])
    if S.where[card] == st.ON_TABLE:
        return int(S.front[card]) + 1
    return int(S.winner[card]) + 1 if S.where[card] == st.WON else None


def _card_position(S: Any, card: int) -> dict[str, Any]:
    data: dict[str, Any] = {
        "city": CITIES[S.city[card]],
        "night": bool(S.night[card]),
        "where": WHERE[S.where[card]],
        "seat": _place_of(S, card),
        "known": [q + 1 for q in range(S.players) if int(S.knows[card]) >> q & 1],
    }
    if S.where[card] == st.ON_TABLE:
        data["stacks"] = {LETTERS[q]: _caps(S.stack[card, q], S.players) for q in range(S.players) if S.height[card, q]}
        data["leader"] = LETTERS[S.lead[card]] if S.lead[card] >= 0 else None
    return data


def position(S: Any) -> dict[str, Any]:
    """The whole state as plain JSON data: cards in the order of the deck, seats from 1, colours by letter."""
    n = int(S.players)
    return {
        "players": n,
        "seat": int(S.seat) + 1,
        "phase": PHASES[S.phase],
        "ask": ASKS[S.ask],
        "trigger_seat": int(S.trigger_seat) + 1,
        "leader": int(S.leader) + 1,
        **{name: int(S[name]) for name in CLOCK},
        "middle": {LETTERS[c]: int(S.middle[c]) for c in range(n)},
        "supply": [_caps(S.supply[p], n) for p in range(n)],
        "cards": [_card_position(S, c) for c in range(S.n_cards)],
        "hands": [[int(c) for c in S.hand[p, : S.n_hand[p]]] for p in range(n)],
        "table": [int(c) for c in S.table[: S.n_table]],
        **{name: [int(v) for v in S[name][:n]] for name in TALLIES},
        **(_power_position(S) if S.powers else {}),
    }


def _power_position(S: Any) -> dict[str, Any]:
    """Who holds which power (0: nobody), how often each seat took it, how often any moved; how many cards were just drawn to keep one."""
    powers = {CITIES[x]: {"seat": int(S.owner[x]) + 1, "taken": [int(n) for n in S.taken[: S.players, x]]} for x in cities_with_power(S)}
    return {"powers": powers, "passed": int(S.passed), "choice": int(S.choice)}


def wrong(what: str) -> SettingError:
    """The refusal of a position."""
    return SettingError(f"The position is not possible: {what}. What it may hold is what Table.state() gives.")


def one_of(value: Any, allowed: Iterable[Any], what: str) -> int:
    """The place of the value among those allowed."""
    allowed = list(allowed)
    if value not in allowed:
        raise wrong(f"{what} is {value!r}, allowed is {', '.join(str(a) for a in allowed)}")
    return allowed.index(value)


def whole(value: Any, what: str) -> int:
    """The value, a whole number that is not negative."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**9:
        raise wrong(f"{what} is {value!r}, allowed is a whole number from 0 on")
    return value


def _read_caps(field: Any, caps: Mapping[str, Any], players: int, what: str) -> None:
    for letter, n in caps.items():
        c = one_of(letter, LETTERS[:players], f"a colour of {what}")
        if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= 127:
            raise wrong(f"{what} has {n!r} caps of {letter}")
        field[c] = n


def _read_card(S: Any, card: int, data: Mapping[str, Any]) -> None:
    n, where = int(S.players), one_of(data["where"], WHERE, f"where card {card} is")
    S.city[card] = one_of(data["city"], CITIES[: S.cities], f"the city of card {card}")
    S.night[card] = bool(data["night"])
    S.where[card] = where
    S.front[card] = S.winner[card] = S.lead[card] = -1
    S.knows[card] = sum(1 << one_of(q, range(1, n + 1), f"who knows card {card}") for q in set(data.get("known", ())))
    if where in (st.IN_HAND, st.ON_TABLE, st.WON):
        seat = one_of(data.get("seat"), range(1, n + 1), f"the seat of card {card}")
        S.knows[card] |= 1 << seat
        if where == st.ON_TABLE:
            S.front[card] = seat
            S.knows[card] |= sum(1 << q for q in range(n) if S.power[q, SEE_NIGHT])
        if where == st.WON:
            S.winner[card] = seat
    if where in (st.ON_TABLE, st.WON) and not S.night[card]:
        S.knows[card] = (1 << n) - 1
    S.height[card], S.stack[card] = 0, 0
    if where == st.ON_TABLE:
        _read_stacks(S, card, data.get("stacks", {}))
        leader = LETTERS[S.lead[card]] if S.lead[card] >= 0 else None
        if data.get("leader", leader) != leader:
            raise wrong(f"card {card} is led by {leader or 'nobody'}, as its stacks say, not by {data['leader']}")


def _read_stacks(S: Any, card: int, stacks: Mapping[str, Mapping[str, Any]]) -> None:
    n = int(S.players)
    for letter, caps in stacks.items():
        q = one_of(letter, LETTERS[:n], f"the owner of a stack on card {card}")
        _read_caps(S.stack[card, q], caps, n, f"a stack on card {card}")
        S.height[card, q] = S.stack[card, q].astype(int).sum()
        if not S.stack[card, q, q]:
            raise wrong(f"the stack of {letter} on card {card} has no cap of {letter} on top")
    find_lead(S, np.int64(card))
    if S.lead[card] == st.TIED and ONE_TALLER not in S.city_powers:
        raise wrong(f"two stacks on card {card} are equally tall")


def _check_lists(S: Any, data: Mapping[str, Any]) -> None:
    """Hands and table list each of their cards once."""
    if len(data["hands"]) != S.players:
        raise wrong(f"it has {len(data['hands'])} hands for {int(S.players)} players")
    for p, hand in enumerate(data["hands"]):
        mine = [c for c, d in enumerate(data["cards"]) if d["where"] == "hand" and d.get("seat") == p + 1]
        if sorted(hand) != mine:
            raise wrong(f"the hand of seat {p + 1} lists cards {hand}, but the cards say {mine}")
        S.n_hand[p] = len(hand)
        S.hand[p, : len(hand)] = hand
    on_table = [c for c, d in enumerate(data["cards"]) if d["where"] == "table"]
    if sorted(data["table"]) != on_table:
        raise wrong(f"the table lists cards {data['table']}, but the cards say {on_table}")
    S.n_table = len(on_table)
    S.table[: len(on_table)] = data["table"]


def check_deck(S: Any) -> None:
    """Every card of the deck is there once."""
    want = sorted((x, i < S.night_cards) for x in range(S.cities) for i in range(S.deck[x]))
    have = sorted((int(S.city[c]), bool(S.night[c])) for c in range(S.n_cards))
    if have != want:
        raise wrong("its cards are not those of the deck (rules TP-01 to TP-03)")


def _check_caps(S: Any) -> None:
    """Every cap is there once."""
    n = int(S.players)
    for c in range(n):
        on_cards = sum(int(S.stack[card, q, c]) for card in range(S.n_cards) for q in range(n))
        total = int(S.middle[c]) + sum(int(S.supply[p, c]) for p in range(n)) + on_cards
        if total != S.caps_per_colour:
            raise wrong(f"it has {total} caps of {LETTERS[c]}, the box has {int(S.caps_per_colour)} (rule TP-04)")


def _check_deck_and_end(S: Any) -> None:
    """The deck holds what is not drawn; with the end triggered nobody holds cards any more, and the last round is not over (TP-20)."""
    if any(S.where[c] == st.IN_DECK for c in range(S.drawn)) or any(S.where[c] in (st.IN_HAND, st.ON_TABLE, st.WON) for c in range(S.drawn, S.n_cards)):
        raise wrong(f"drawn is {int(S.drawn)}, but the cards from there on are not the deck")
    if S.trigger_seat < 0:
        return
    if any(S.where[c] in (st.IN_DECK, st.IN_HAND) for c in range(S.n_cards)):
        raise wrong("the end is triggered, and yet cards are in the deck or in a hand (rule TP-20)")
    if not S.trigger_turn <= S.turn < S.trigger_turn + S.players:
        raise wrong(f"trigger_turn is {int(S.trigger_turn)}, but in turn {int(S.turn)} the last round is not being played (rule TP-20)")


def _read_powers(S: Any, data: Mapping[str, Any]) -> None:
    """Who holds which power, before the stacks are read: their heights depend on it."""
    S.choice = 0
    given, cities = data.get("powers", {}), [CITIES[x] for x in cities_with_power(S)]
    if set(given) != set(cities):
        raise wrong(f"it has powers of {', '.join(given) or 'no city'}, the settings have {', '.join(cities) or 'none'} (rule TP-50)")
    if not cities:
        return
    S.owner[:], S.passed, S.choice = -1, whole(data["passed"], "passed"), whole(data["choice"], "choice")
    for city, power in given.items():
        x = CITIES.index(city)
        S.owner[x] = one_of(power["seat"], range(S.players + 1), f"the seat of the power of {city}") - 1
        for p, n in zip(range(S.players), power["taken"], strict=True):
            S.taken[p, x] = whole(n, f"taken of {city}")
    count_powers(S)


def _check_powers(S: Any) -> None:
    """A power belongs to a seat that has a card of its city; one card is kept of those that were just drawn (TP-50)."""
    for x in cities_with_power(S):
        if S.owner[x] >= 0 and not any(S.where[c] == st.WON and S.winner[c] == S.owner[x] and S.city[c] == x for c in range(S.n_cards)):
            raise wrong(f"seat {S.owner[x] + 1} has the power of {CITIES[x]}, but has won no card of it (rule TP-50)")
    if S.choice > S.n_hand[S.seat] or S.choice == 1 or (S.ask == st.KEEP and S.choice == 0) or (S.choice and S.phase not in (st.DRAW_FIRST, st.DRAW_STEP)):
        raise wrong(f"choice is {int(S.choice)}: seat {int(S.seat) + 1} keeps one of at least two cards of its hand, when it has drawn them (rule TP-50)")


def checked(read: Callable[[Any, Mapping[str, Any]], None]) -> Callable[[Any, Mapping[str, Any]], None]:
    """`read`, with a SettingError for whatever data of another form makes it raise."""

    @wraps(read)
    def reading(S: Any, data: Mapping[str, Any]) -> None:
        try:
            read(S, data)
        except SettingError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
            raise wrong(f"{type(error).__name__} {error}") from None

    return reading


@checked
def restore(S: Any, data: Mapping[str, Any]) -> None:
    """Write a position into the record S, whose rules are packed already. Raises SettingError; S is then of no use."""
    n = int(S.players)
    if data["players"] != n or len(data["cards"]) > len(S.city):
        raise wrong(f"it is for {data['players']} players, the settings are for {n}")
    S.n_cards = len(data["cards"])
    S.seat = one_of(data["seat"], range(1, n + 1), "seat")
    S.phase = one_of(data["phase"], PHASES, "phase")
    S.ask = one_of(data["ask"], ASKS, "ask")
    if data["ask"] and data["phase"] not in PHASES_OF_ASK.get(data["ask"], (data["ask"],)):
        raise wrong(f"ask is {data['ask']}, which does not belong to phase {data['phase']}")
    S.trigger_seat = one_of(data["trigger_seat"], range(n + 1), "trigger_seat") - 1
    S.leader = one_of(data.get("leader", 0), range(n + 1), "leader") - 1
    for name in CLOCK:
        S[name] = whole(data[name], name)
    for p in range(MAX_PLAYERS):
        S.supply[p], S.middle[p], S.n_hand[p] = 0, 0, 0
    for p in range(n):
        _read_caps(S.supply[p], data["supply"][p], n, f"the supply of seat {p + 1}")
    _read_caps(S.middle, data["middle"], n, "the middle")
    _read_powers(S, data)
    for card, d in enumerate(data["cards"]):
        _read_card(S, card, d)
    _check_lists(S, data)
    check_deck(S)
    _check_caps(S)
    _check_deck_and_end(S)
    for name in TALLIES:
        S[name][:n] = [whole(v, name) for v in data[name]]
    S.n_won[:n] = [sum(1 for c in range(S.n_cards) if S.where[c] == st.WON and S.winner[c] == p) for p in range(n)]
    _check_powers(S)
    S.over, S.ended, S.event, S.focus, S.tie_break, S.gain_moment = 0, 0, st.NOTHING, -1, 0, -1
    st.recount(S)
