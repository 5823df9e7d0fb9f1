"""Events and moves of Top Race in words."""

from collections.abc import Mapping
from typing import Any

from topstats.core.contract import SettingError
from topstats.games.top_race import state as st
from topstats.games.top_race.rules import CARS, N_CARS, UNIT
from topstats.games.top_race.views import COLOURS, face_words, money, space_name

EFFECTS = ("sprint", "breakdown")
HOW = ("play", "take", "stop", "pass")
KEYS = {
    st.BID: "bid",
    st.CAR: "car",
    st.START: "space",
    st.CARD: "card",
    st.EFFECT: "effect",
    st.JOKER_CAR: "car",
    st.SPACE: "space",
    st.RETURN: "space",
    st.CLAIM: "claim",
    st.TIP: "car",
}


def _who(seat: int) -> str:
    return f"Seat {int(seat) + 1}"


def _full(units: Any) -> str:
    return f"{money(units):,}"


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _n(n: int, what: str) -> str:
    return f"{n} {what}" + "s" * (n != 1)


def _moved_words(before: Any, after: Any) -> str:
    car, name = int(after.focus), CARS[after.focus]
    start, end = int(before.pos[car]), int(after.pos[car])
    if before.left == 0 and before.phase == st.MOVING:
        return f"{name} sprints from {space_name(after, start)} to {space_name(after, end)}."
    points, reached = int(after.left), int(after.reached)
    if end == after.n_spaces:
        return f"{name} moves {points} and crosses the finish line: place {int(after.place[car])}."
    lost = f", {_n(points - reached, 'point')} lost" if reached < points else ""
    return f"{name} moves {_n(reached, 'space')} from {space_name(after, start)} to {space_name(after, end)}{lost}."


def _wasted_words(after: Any) -> str:
    car = int(after.focus)
    how = "is home already" if after.status[car] == st.HOME else "has a breakdown"
    return f"{CARS[car]} {how}: {_n(int(after.left), 'point')} lost."


def _race_words(after: Any) -> str:
    order = sorted(range(N_CARS), key=lambda c: after.place[c])
    places = ", ".join(f"{CARS[c]} {int(after.place[c])} (seat {int(after.owner[c]) + 1}: {_full(after.prizes[after.place[c] - 1])})" for c in order)
    tips = [f"{_who(p)} {' and '.join(CARS[c] for c in after.tip[p] if c >= 0) or 'nothing'}" for p in range(after.players)] if after.has_tips else []
    return f"The race ends. {places}." + (f" Backed: {'; '.join(tips)}." if tips else "")


def _end_words(after: Any) -> str:
    n = int(after.players)
    winners = [_who(p) for p in range(n) if after.share[p]]
    money_by_seat = ", ".join(f"{_who(p)} {_full(after.cash[p])}" for p in range(n))
    how = "" if len(winners) == 1 else ", sharing the win"
    return f"The game ends. {_and(winners)} win{'s' * (len(winners) == 1)}{how}. Money: {money_by_seat}."


def _bought_words(before: Any, after: Any) -> str:
    a, seat = int(after.auction), int(after.seat)
    paid, is_short = int(after.price[a]), bool(after.bankrupt[seat]) and not before.bankrupt[seat]
    if after.event == st.BOUGHT:
        return f"{_who(seat)} wins auction {a + 1} for {_full(paid)}."
    if after.event == st.POOR:
        return f"Nobody can open auction {a + 1}: {_who(seat)} gets the car for {_full(paid)}."
    text = f"{_who(seat)} has no car and buys the last one for {_full(paid)}"
    return f"{text}, all it has, and is bankrupt." if is_short and not after.debts else f"{text} and is in debt." if is_short else f"{text}."


def _auction_words(before: Any, after: Any) -> str:
    who = _who(after.seat)
    if after.event == st.BADE:
        return f"{who} {'opens with' if after.n_bids[after.auction] == 1 else 'bids'} {_full(after.high)}."
    if after.event == st.PASSED:
        return f"{who} passes."
    if after.event == st.TOOK:
        return f"{who} takes {CARS[after.focus]}."
    if after.event == st.PLACED:
        starts = " and starts the race" if after.auction == 1 else ""
        return f"{who} puts {CARS[after.focus]} on start space {space_name(after, after.pos[after.focus])}{starts}."
    return _bought_words(before, after)


def _card_words(after: Any) -> str:
    face = int(after.face[after.card])
    return f"{_who(after.seat)} plays {face_words(after, face)}."


def _stop_words(after: Any) -> str:
    if after.event == st.PASSED_TURN:
        return f"{_who(after.seat)} passes."
    card = face_words(after, after.face[after.focus])
    verb = {st.CLAIMED: "claims {}.", st.TOOK_CARD: "takes {} into its hand.", st.STOPPED: "makes a pit stop and takes {}."}[int(after.event)]
    return f"{_who(after.seat)} {verb.format(card)}"


def words(before: Any, after: Any, viewer: int | None = None) -> str:
    """What happened between two records of a trace, as seat `viewer` may know it: tips are secret until the race ends. "" for nothing to say."""
    event = after.event
    if event == st.DEALT:
        races = f" Race {int(after.race) + 1} of {int(after.races)}." if after.races > 1 else ""
        return f"Cards are dealt, six cars come up for auction.{races}"
    if event == st.LAID:
        return _card_words(after)
    if event in (st.CLAIMED, st.TOOK_CARD, st.STOPPED, st.PASSED_TURN):
        return _stop_words(after)
    if event == st.NAMED:
        return f"The joker is {CARS[after.focus]}."
    if event == st.TIPPED:
        t = int(after.n_passed) - (after.tipper == 0)
        on = f" on {CARS[after.focus]}" if viewer is None or viewer == after.seat else ""
        return f"{_who(after.seat)} places tip {t + 1}{on}."
    if event == st.MOVED:
        return _moved_words(before, after)
    if event == st.STUCK:
        return f"{CARS[after.focus]} is blocked: {_n(int(after.left), 'point')} lost."
    if event == st.WASTED:
        return _wasted_words(after)
    if event == st.SPRINTED:
        return f"{CARS[after.focus]} sprints."
    if event == st.BROKE:
        return f"{CARS[after.focus]} has a breakdown and waits beside {space_name(after, after.pos[after.focus])} for {CARS[after.partner[after.focus]]}."
    if event == st.RETURNED:
        return f"{CARS[after.focus]} comes back to {space_name(after, after.pos[after.focus])}."
    if event == st.NO_EFFECT:
        return "The card has no effect."
    if event == st.RACE_OVER:
        return _race_words(after)
    return _end_words(after) if event == st.FINISHED else _auction_words(before, after) if event != st.NOTHING else ""


def _move_words(S: Any, move: int) -> str:
    if S.ask == st.BID:
        return f"bid {_full(move)}" if move else "pass"
    if S.ask == st.CAR:
        return f"take {CARS[move]}"
    if S.ask == st.CLAIM:
        return f"claim {face_words(S, S.face[S.card])}" if move else "do not claim it"
    if S.ask == st.TIP:
        return f"back {CARS[move]}"
    if S.ask == st.EFFECT:
        return f"play it as a {EFFECTS[move]}"
    if S.ask == st.JOKER_CAR:
        return f"the joker is {CARS[move]}"
    if S.ask == st.START:
        return f"start from {space_name(S, move)}"
    how = "bring {} back to {}" if S.ask == st.RETURN else "move {} to {}"
    return how.format(CARS[S.car], space_name(S, move))


def _describe_turn(S: Any, card: int, how: int) -> dict[str, Any]:
    if how == st.PASS:
        return {"card": None, "how": "pass", "words": "pass"}
    face = face_words(S, S.face[card])
    form = {st.PLAY: "play {}", st.TAKE: "take {} into its hand", st.STOP: "make a pit stop for {}"}[how]
    return {"card": card, "how": HOW[how], "words": form.format(face)}


def describe(S: Any, move: Any) -> dict[str, Any]:
    """A move of the open decision as plain data: money in full, cars, cards and spaces by name or number, and `words`."""
    value = int(move[0])
    said: Any = value
    if S.ask == st.CARD:
        return _describe_turn(S, value, int(move[1]))
    if S.ask == st.BID:
        said = money(value)
    elif S.ask in (st.CAR, st.JOKER_CAR, st.TIP):
        said = COLOURS[value]
    elif S.ask == st.EFFECT:
        said = EFFECTS[value]
    elif S.ask == st.CLAIM:
        said = bool(value)
    else:
        said = space_name(S, value)
    return {KEYS[int(S.ask)]: said, "words": _move_words(S, value)}


def number(value: Any, key: str, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= high:
        raise SettingError(f"{key} = {value!r} is not possible: allowed is a whole number from 0 to {high:,}, as Table.options() lists it.")
    return value


def named(value: Any, key: str, allowed: list[Any]) -> int:
    if value not in allowed or isinstance(value, bool):
        some = ", ".join(str(name) for name in allowed[:8]) + (", ..." if len(allowed) > 8 else "")
        raise SettingError(f"{key} = {value!r} is not possible: allowed is {some}, as Table.options() lists it.")
    return allowed.index(value)


def encode(S: Any, data: Mapping[str, Any]) -> list[int]:
    """The numbers of a move given as `describe` gives it. Raises SettingError if it cannot be read; whether it is legal the engine says."""
    key = KEYS[int(S.ask)]
    value = data.get(key)
    if S.ask == st.BID:
        amount = number(value, key, 30_000 * UNIT)
        if amount % UNIT:
            raise SettingError(f"bid = {amount:,} is not possible: all bids are multiples of 10,000 (rule TR-03).")
        return [amount // UNIT, 0]
    if S.ask == st.CARD:
        how = named(data.get("how", "play"), "how", list(HOW))
        return [-1 if how == st.PASS else number(value, key, int(S.n_cards) - 1), how]
    if S.ask == st.CLAIM:
        return [[False, True].index(value) if isinstance(value, bool) else named(value, key, [False, True]), 0]
    if S.ask in (st.CAR, st.JOKER_CAR, st.TIP):
        return [named(value, key, list(COLOURS[:N_CARS])), 0]
    if S.ask == st.EFFECT:
        return [named(value, key, list(EFFECTS)), 0]
    return [named(value, key, [space_name(S, s) for s in range(S.n_spaces + 1)]), 0]
