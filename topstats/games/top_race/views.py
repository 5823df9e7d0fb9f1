"""The table of Top Race as plain data: what a seat sees, and the whole position as JSON and back. Money is in full."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

from topstats.core.contract import SettingError
from topstats.games.top_race import state as st
from topstats.games.top_race.moves import ASKS
from topstats.games.top_race.race import behind_and_ahead
from topstats.games.top_race.road import list_ends, list_returns, list_sprint
from topstats.games.top_race.rules import CARS, N_CARS, UNIT

WHERE = ("aside", "hand", "played", "box", "waiting", "offer")
STATUS = ("waiting", "racing", "broken", "home")
PHASES = ("opening", "bidding", "taking", "grid", "turn", "line", "moving", "choosing", "returning", "paying", "resting", "claiming", "tipping", "trading")
COLOURS = (*(car.lower() for car in CARS), "joker")
CLOCK = ("turn", "decision", "race", "n_turns", "lead_changes", "deal", "asked", "passes", "n_passed", "n_due", "tipper")
NOT_A_CAR = (st.LAID, st.CLAIMED, st.TOOK_CARD, st.STOPPED, st.TIPPED, st.PICKED)  # events whose focus is a card, or a secret
SUMS = ("spent", "prize")  # money by seat
COUNTS = ("n_cars", "n_wins", "n_left", "bankrupt", "n_stops", "pits")  # by seat


def money(units: Any) -> int:
    """An amount in full."""
    return int(units) * UNIT


def space_name(S: Any, space: int) -> str | None:
    """The id of a space in the track's file; "finish" past the line, None for nowhere."""
    if space < 0:
        return None
    return "finish" if space >= S.n_spaces else str(S.space_id[space].astype("<u4").tobytes().decode("utf-32-le")).rstrip("\0")


def face_words(S: Any, face: int) -> str:
    """A card of the deck: "red 6, yellow 4", or "sprint/breakdown blue-red"."""
    if S.n_lines[face] == 0:
        return f"sprint/breakdown {COLOURS[S.pair[face, 0]]}-{COLOURS[S.pair[face, 1]]}"
    return ", ".join(f"{COLOURS[S.line_car[face, i]]} {S.line_points[face, i]}" for i in range(S.n_lines[face]))


def card_view(S: Any, card: int, viewer: int | None) -> dict[str, Any]:
    is_shown = viewer is None or bool(int(S.knows[card]) >> viewer & 1)
    face = int(S.face[card])
    lines = [[COLOURS[S.line_car[face, i]], int(S.line_points[face, i])] for i in range(S.n_lines[face])]
    pair = None if S.n_lines[face] else [COLOURS[c] for c in S.pair[face]]
    return {"id": int(card), "lines": lines if is_shown else None, "pair": pair if is_shown else None}


def _car(S: Any, c: int) -> dict[str, Any]:
    on = S.status[c] in (st.RACING, st.BROKEN)
    return {
        "car": COLOURS[c],
        "owner": None if S.owner[c] < 0 else int(S.owner[c]),
        "status": STATUS[S.status[c]],
        "space": space_name(S, S.pos[c]) if on else None,
        "row": int(S.row[S.pos[c]]) if on else None,
        "place": int(S.place[c]) or None,
    }


def _seat(S: Any, p: int, viewer: int | None) -> dict[str, Any]:
    return {
        "colour": str(p + 1),
        "strategy": "",
        "money": money(S.cash[p]),
        "cars": [COLOURS[c] for c in range(N_CARS) if S.owner[c] == p],
        "hand": [card_view(S, c, viewer) for c in S.hand[p, : S.n_hand[p]]],
        "is_out": bool(S.out[p]),
        "waiting": [card_view(S, c, viewer) for c in S.waiting[p, : S.n_waiting[p]]],
        "stops": int(S.pits[p]),
        "tips": [_tip(S, p, t, viewer) for t in range(S.n_passed + (S.phase == st.TIPPING and p < S.tipper))],
    }


def _tip(S: Any, p: int, t: int, viewer: int | None) -> str | None:
    """The car that a seat backs, hidden from others until the race is over (TR-40)."""
    is_shown = viewer is None or viewer == p or S.phase == st.RESTING or S.over
    return COLOURS[S.tip[p, t]] if is_shown else None


def _step(S: Any) -> str:
    if S.over:
        return "end"
    if S.event == st.DEALT:
        return "deal"
    if S.event == st.RACE_OVER:
        return "prizes"
    is_auction = S.auction < N_CARS or S.event in (st.TOOK, st.PLACED, st.PICKED, st.LEFT_OVER, st.LINED_UP)
    return "auction" if is_auction else "race"


def view(S: Any, viewer: int | None = None) -> dict[str, Any]:
    """The table as plain data, as seat `viewer` (from 0) sees it; None shows all. Cards that the viewer does not know have no lines and no pair."""
    is_auction = S.auction < N_CARS
    return {
        "players": int(S.players),
        "turn": int(S.turn),
        "seat": int(S.seat),
        "step": _step(S),
        "event": "",
        "focus": [COLOURS[S.focus]] if S.focus >= 0 and S.event not in NOT_A_CAR else [],
        "race": int(S.race) + 1,
        "races": int(S.races),
        "first": None if S.first < 0 else int(S.first),
        "auction": {"number": int(S.auction) + 1, "bid": money(S.high), "leader": None if S.leader < 0 else int(S.leader)} if is_auction else None,
        "card": card_view(S, S.card, viewer) | {"line": int(S.line)} if S.card >= 0 else None,
        "discard": [card_view(S, c, viewer) for c in S.discard[: S.n_discard]],
        "box": [card_view(S, c, viewer) for c in S.box[: S.n_box]],
        "aside": sum(1 for c in range(S.n_cards) if S.where[c] == st.ASIDE),
        "cars": [_car(S, c) for c in range(N_CARS)],
        "seats": [_seat(S, p, viewer) for p in range(S.players)],
        "over": bool(S.over),
    }


def _card_position(S: Any, card: int) -> dict[str, Any]:
    seat = None if S.dealt_to[card] < 0 else int(S.dealt_to[card]) + 1
    known = [q + 1 for q in range(S.players) if int(S.knows[card]) >> q & 1]
    return {"face": face_words(S, S.face[card]), "where": WHERE[S.where[card]], "dealt_to": seat, "known": known}


def _car_position(S: Any, c: int) -> dict[str, Any]:
    status = STATUS[S.status[c]]
    return {
        "status": status,
        "space": space_name(S, S.pos[c]) if status in ("racing", "broken") else None,
        "owner": int(S.owner[c]) + 1,
        "place": int(S.place[c]),
        "waits_for": COLOURS[S.partner[c]] if status == "broken" else None,
        "broke": int(S.broke[c]),
        "start": space_name(S, S.grid[c]),
        "moved": int(S.moved[c]),
        "blocked": int(S.blocked[c]),
    }


def _auction_position(S: Any, a: int) -> dict[str, Any]:
    return {
        "opened": int(S.opened[a]) + 1,
        "buyer": int(S.buyer[a]) + 1,
        "price": money(S.price[a]),
        "car": COLOURS[S.sold[a]] if S.sold[a] >= 0 else None,
        "bids": [int(S.bids[p, a]) for p in range(S.players)],
    }


def position(S: Any) -> dict[str, Any]:
    """The whole state as plain JSON data: cards in the order of the deck, seats from 1 (0: nobody), money in full."""
    n = int(S.players)
    return {
        "players": n,
        "seat": int(S.seat) + 1,
        "phase": PHASES[S.phase],
        "ask": ASKS[S.ask],
        **{name: int(S[name]) for name in CLOCK},
        "cash": [money(v) for v in S.cash[:n]],
        **{name: [money(v) for v in S[name][:n]] for name in SUMS},
        **{name: [int(v) for v in S[name][:n]] for name in COUNTS},
        "money_after": [[money(v) for v in S.money_after[race][:n]] for race in range(S.race)],
        "auction": int(S.auction) + 1,
        "opener": int(S.opener) + 1,
        "bid": money(S.high),
        "bidder": int(S.leader) + 1,
        "out": [bool(v) for v in S.out[:n]],
        "auctions": [_auction_position(S, a) for a in range(N_CARS)],
        "first": int(S.first) + 1,
        "turn_seat": int(S.turn_seat) + 1,
        "cars": {COLOURS[c]: _car_position(S, c) for c in range(N_CARS)},
        "front": COLOURS[S.ahead_car] if S.ahead_car >= 0 else None,
        "cards": [_card_position(S, c) for c in range(S.n_cards)],
        "hands": [[int(c) for c in S.hand[p, : S.n_hand[p]]] for p in range(n)],
        "discard": [int(c) for c in S.discard[: S.n_discard]],
        "pending": bool(S.pending >= 0),
        "resume": PHASES[S.resume],
        "tips": [[COLOURS[c] if c >= 0 else None for c in S.tip[p]] for p in range(n)],
        "tip_sum": [[money(v) for v in S.tip_sum[p]] for p in range(n)],
        "tip_paid": [money(v) for v in S.tip_paid[:n]],
        "box": [int(c) for c in S.box[: S.n_box]],
        "waiting": [[int(c) for c in S.waiting[p, : S.n_waiting[p]]] for p in range(n)],
        "card": int(S.card),
        "line": int(S.line),
        "car": COLOURS[S.car] if S.car >= 0 else None,
        "points": int(S.left),
    }


def wrong(what: str) -> SettingError:
    """The refusal of a position."""
    return SettingError(f"The position is not possible: {what}. What it may hold is what Table.state() gives.")


def one_of(value: Any, allowed: Iterable[Any], what: str) -> int:
    """The place of the value among those allowed."""
    allowed = list(allowed)
    if isinstance(value, bool) or value not in allowed:
        raise wrong(f"{what} is {value!r}, allowed is {', '.join(str(a) for a in allowed)}")
    return allowed.index(value)


def whole(value: Any, what: str, low: int = 0, high: int = 10**9) -> int:
    """The value, a whole number in these bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise wrong(f"{what} is {value!r}, allowed is a whole number from {low} to {high}")
    return value


def units(value: Any, what: str) -> int:
    """An amount given in full."""
    whole(value, what, -(10**9))
    if value % UNIT:
        raise wrong(f"{what} is {value}, allowed are steps of 10,000 (rule TR-01)")
    return int(value) // UNIT


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


def list_again(S: Any) -> None:
    """Where the car that is asked about may end: not written down in a position, but worked out anew."""
    if S.ask == st.RETURN:
        list_returns(S, S.car)
    elif (S.ask == st.SPACE and S.left > 0) or S.pending >= 0:
        list_ends(S, S.car, S.left)
    elif S.ask == st.SPACE:
        behind, ahead = behind_and_ahead(S)
        list_sprint(S, behind, int(S.row[S.pos[ahead]]))
