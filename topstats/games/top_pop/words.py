"""Events and moves of Top Pop in words."""

from collections.abc import Mapping
from typing import Any

from topstats.core.contract import SettingError
from topstats.games.top_pop import state as st
from topstats.games.top_pop.powers import EFFECTS, KEEP_CAPS, ONE_TALLER
from topstats.games.top_pop.rules import CITIES, COLOURS, LETTERS


def _a(colour: str) -> str:
    return f"an {colour}" if colour[0] == "O" else f"a {colour}"


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _card(S: Any, card: int, viewer: int | None) -> str:
    if not S.night[card]:
        return CITIES[S.city[card]]
    is_known = viewer is None or int(S.knows[card]) >> viewer & 1
    return f"the night card {CITIES[S.city[card]]}" if is_known else "a night card"


def _kept(S: Any, viewer: int | None) -> str:
    """A card that only its owner has seen."""
    is_known = viewer is None or viewer == S.seat
    return _card(S, S.focus, viewer) if is_known else f"a {'night' if S.night[S.focus] else 'day'} card"


def _front(S: Any, card: int, seat: int) -> str:
    return "itself" if S.front[card] == seat else COLOURS[S.front[card]]


def _caps(counts: list[int]) -> str:
    return _and([f"{n} {COLOURS[c]}" for c, n in enumerate(counts) if n])


def _won_words(before: Any, after: Any, viewer: int | None) -> str:
    seat = int(after.seat)
    cards = [c for c in before.table[: before.n_table] if after.where[c] == st.WON]
    text = []
    for c in cards:
        n, front = int(before.height[c, seat]), before.front[c]
        goes = "itself" if before.power[seat, KEEP_CAPS] else "the middle" if front == seat else COLOURS[front]
        text.append(f"{_card(after, c, viewer)} in front of {_front(before, c, seat)} ({n} cap{'s' * (n > 1)} to {goes})")
    return f"{COLOURS[seat]} wins {_and(text)}.{_powers_words(before, after)}"


def _powers_words(before: Any, after: Any) -> str:
    """Which powers moved, to whom and from whom (TP-50)."""
    if not after.powers:
        return ""
    said = ""
    for x in (x for x in range(after.cities) if after.city_powers[x] and after.owner[x] != before.owner[x]):
        whose = f" from {COLOURS[before.owner[x]]}" if before.owner[x] >= 0 else ""
        said += f" {COLOURS[after.owner[x]]} takes the power of {CITIES[x]}{whose}: {EFFECTS[after.city_powers[x]][1]}."
    return said


def _placed_words(before: Any, after: Any, viewer: int | None) -> str:
    seat, card = int(after.seat), int(after.focus)
    front = int(after.front[card])
    text = f"{COLOURS[seat]} places {_card(after, card, viewer)} in front of {_front(after, card, seat)}"
    n = int(after.supply[seat, front]) - int(before.supply[seat, front])
    return text + (f" and takes {_a(COLOURS[front]) if n == 1 else f'{n} {COLOURS[front]}'} cap{'s' * (n > 1)}." if n > 0 else ".")


def _stacked_words(before: Any, after: Any, viewer: int | None) -> str:
    seat, card = int(after.seat), int(after.focus)
    added = [int(before.supply[seat, c]) - int(after.supply[seat, c]) for c in range(after.players)]
    n = sum(added)
    added[seat] -= 1
    inside = f" ({_caps(added)} inside)" if n > 1 else ""
    verb = "adds" if before.height[card, seat] else "stacks"
    text = f"{COLOURS[seat]} {verb} {n} cap{'s' * (n > 1)}{inside} on {_card(after, card, viewer)} in front of {_front(after, card, seat)}"
    lead = int(before.lead[card])
    if lead < 0:
        return text + "."
    mine, its = (_height(S, card, p) for S, p in ((after, seat), (before, lead)))
    return f"{text}: {COLOURS[lead]} is outbid {mine} to {its}."


def _height(S: Any, card: int, owner: int) -> str:
    """The caps of a stack, and what they count if a power makes them count more (TP-50)."""
    n, more = int(S.height[card, owner]), int(S.power[owner, ONE_TALLER])
    return f"{n} (counts {n + more})" if more else str(n)


def _end_words(after: Any) -> str:
    n = int(after.players)
    winners = [COLOURS[p] for p in range(n) if after.share[p]]
    points = ", ".join(f"{COLOURS[p]} {int(after.score[p])}" for p in range(n))
    how = ("", ", more caps breaking the tie", ", sharing the win")[after.tie_break]
    cut = ("", " Everybody in turn did nothing (stalled).", " The turn limit was reached (truncated).")[after.ended]
    return f"The game ends.{cut} {_and(winners)} win{'s' * (len(winners) == 1)}{how}. Points: {points}."


def words(before: Any, after: Any, viewer: int | None = None) -> str:
    """What happened between two records of a trace, as seat `viewer` (from 0; None: all open) may know it; "" for nothing to say."""
    who, event = COLOURS[after.seat], after.event
    if event == st.DEALT:
        return "Caps and cards are dealt."
    if event == st.LAID:
        return f"{who} lays {_card(after, after.focus, viewer)} in front of itself."
    if event == st.WON_CARDS:
        return _won_words(before, after, viewer)
    if event == st.TRIGGERED:
        return f"{_won_words(before, after, viewer)} With {int(after.n_won[after.seat])} cards the end begins: hands and deck leave the game."
    if event == st.PLACED:
        return _placed_words(before, after, viewer)
    if event == st.COLLECTED:
        colour = next(c for c in range(after.players) if after.middle[c] < before.middle[c])
        return f"{who} collects {_a(COLOURS[colour])} cap."
    if event == st.STACKED:
        return _stacked_words(before, after, viewer)
    if event == st.DREW:
        n = int(after.drawn) - int(before.drawn)
        return f"{who} draws {f'{n} cards' if n > 1 else 'a night card' if after.night[after.focus] else 'a day card'}."
    if event == st.KEPT:
        return f"{who} keeps {_kept(after, viewer)}; the other{' leaves' if before.choice == 2 else 's leave'} the game unshown."
    return _end_words(after) if event == st.FINISHED else ""


def describe(S: Any, move: Any) -> dict[str, Any]:
    """A move of the open decision as plain data: card numbers, seats from 1, caps by letter, and `words`."""
    seat, card = int(S.seat), int(move[0])
    name = _card(S, card, seat) if S.ask != st.COLLECT and card >= 0 else ""
    if S.ask == st.KEEP:
        return {"card": card, "words": f"keep {name}"}
    if S.ask == st.START:
        return {"card": card, "words": f"lay {name} in front of itself"}
    if S.ask == st.PLACE:
        front = int(move[1])
        return {"card": card, "front": front + 1, "words": f"place {name} in front of {'itself' if front == seat else COLOURS[front]}"}
    if S.ask == st.COLLECT:
        return {"colour": LETTERS[card], "words": f"collect {_a(COLOURS[card])} cap"}
    if card < 0:
        return {"card": None, "words": "stop stacking"}
    counts = [int(move[1 + c]) for c in range(S.players)]
    return {
        "card": card,
        "caps": {LETTERS[c]: n for c, n in enumerate(counts) if n},
        "words": f"stack {_caps(counts)} on {name} in front of {_front(S, card, seat)}",
    }


def _number(data: Mapping[str, Any], key: str, high: int) -> int:
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= high:
        raise SettingError(f"{key} = {value!r} is not possible: allowed is a whole number from 0 to {high}, as Table.options() lists it.")
    return value


def encode(S: Any, data: Mapping[str, Any]) -> list[int]:
    """The numbers of a move given as `describe` gives it. Raises SettingError if it cannot be read; whether it is legal the engine says."""
    move = [0] * st.MOVE
    if S.ask == st.COLLECT:
        if data.get("colour") not in tuple(LETTERS[: S.players]):
            raise SettingError(f"colour = {data.get('colour')!r} is not possible: allowed is {', '.join(LETTERS[: S.players])}.")
        move[0] = LETTERS.index(data["colour"])
        return move
    if S.ask == st.STACK and "card" in data and data["card"] is None:
        move[0] = -1
        return move
    move[0] = _number(data, "card", int(S.n_cards) - 1)
    if S.ask == st.PLACE:
        move[1] = _number(data, "front", int(S.players)) - 1
    elif S.ask == st.STACK:
        caps = data.get("caps", {})
        if not isinstance(caps, Mapping):
            raise SettingError(f"caps = {caps!r} are not possible: allowed is a number for each colour, as Table.options() lists them.")
        for letter, n in caps.items():
            if letter not in tuple(LETTERS[: S.players]):
                raise SettingError(f"caps of {letter!r} are not possible: allowed is {', '.join(LETTERS[: S.players])}.")
            move[1 + LETTERS.index(letter)] = _number({"caps": n}, "caps", 127)
    return move
