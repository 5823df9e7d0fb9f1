"""Events and moves of the mode stocks in words: those of the base game, seats and trades."""

from collections.abc import Mapping
from typing import Any

from topstats.games.top_race import state as st
from topstats.games.top_race import words as base
from topstats.games.top_race.rules import CARS, N_CARS
from topstats.games.top_race.stocks.views import order_of, stocks_of
from topstats.games.top_race.views import COLOURS, face_words, money, space_name

NTH = ("1st", "2nd", "3rd", "4th", "5th", "6th")
TRADES = {st.SELL: "sell", st.BUY: "buy"}


def _who(seat: Any) -> str:
    return f"Seat {int(seat) + 1}"


def _stocks(counts: Mapping[int, int]) -> str:
    """ "2 Blue and 1 Red", most first."""
    parts = [f"{n} {CARS[c]}" for c, n in sorted(counts.items(), key=lambda one: (-one[1], one[0]))]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _traded(before: Any, after: Any, viewer: int | None) -> str:
    """A seat's trades, told to itself: what changed, for whoever sells and buys back has not moved."""
    p = int(after.seat)
    if viewer not in (None, p):
        return f"{_who(p)} trades {int(after.stock_trades)} stocks in secret."
    change = {c: int(after.stock[p, c]) - int(before.stock[p, c]) for c in range(N_CARS)}
    bought = {c: n for c, n in change.items() if n > 0}
    if not bought:
        return f"{_who(p)} buys back what it sold."
    return f"{_who(p)} sells {_stocks({c: -n for c, n in change.items() if n < 0})}, buys {_stocks(bought)}."


def _picked(after: Any) -> str:
    who, card = _who(after.seat), face_words(after, after.face[after.focus])
    if after.n_owned[after.seat] > 1:
        return f"{who} takes {card} from the offer, its second card."
    place = order_of(after).index(int(after.seat))
    return f"{who} takes {card} from the offer and {'starts the race' if place == 0 else f'sits {NTH[place]} in the order'}."


def _lined_up(after: Any) -> str:
    cars = sorted(range(N_CARS), key=lambda c: after.start[: after.n_starts].tolist().index(after.grid[c]))
    order = " then ".join(_who(p) if k == 0 else str(p + 1) for k, p in enumerate(order_of(after)))
    return f"The cars line up by lot: {', '.join(f'{CARS[c]} on {space_name(after, after.grid[c])}' for c in cars)}. Order of play: {order}."


def _race_over(after: Any) -> str:
    order = sorted(range(N_CARS), key=lambda c: after.place[c])
    places = ", ".join(f"{CARS[c]} {int(after.place[c])} ({money(after.prizes[after.place[c] - 1]):,})" for c in order)
    paid = []
    for p in range(after.players):
        held = stocks_of(after, p, None) or []
        paid.append(f"{_who(p)} {money(sum(held[c] * int(after.prizes[after.place[c] - 1]) for c in order)):,} for {'/'.join(str(held[c]) for c in order)}")
    return f"The race ends. {places}. Stocks pay, by place: {'; '.join(paid)}."


def _tie_words(after: Any) -> str:
    """How a tie is broken (TR-56)."""
    cash = after.cash[: after.players]
    if sum(cash == cash.max()) == 1:
        return ""
    return " The tie is broken by the stocks of the 1st car, then of the 2nd and so on, then by the later place in the order."


def _won_seat(before: Any, after: Any) -> str:
    seat, paid = _who(after.seat), money(after.price[after.auction])
    if after.event == st.BOUGHT:
        return f"{seat} wins auction {int(after.auction) + 1} for {paid:,}."
    if after.event == st.POOR:
        return f"Nobody can open auction {int(after.auction) + 1}: {seat} gets seat and card for {paid:,}."
    return f"{seat} is left and gets the last seat and a card for {paid:,}."


def words(before: Any, after: Any, viewer: int | None = None) -> str:
    """What happened between two records of a trace, as seat `viewer` may know it: stocks are secret until the race ends. "" for nothing to say."""
    event = after.event
    if event == st.DEALT:
        races = f" Race {int(after.race) + 1} of {int(after.races)}." if after.races > 1 else ""
        return f"Cards are dealt, seats and offer cards come up for auction.{races}"
    if event == st.PICKED:
        return _picked(after)
    if event == st.LEFT_OVER:
        return f"{_who(after.seat)} takes what is left of the offer."
    if event == st.LINED_UP:
        return _lined_up(after)
    if event == st.TRADED:
        return _traded(before, after, viewer)
    if event == st.RACE_OVER:
        return _race_over(after)
    if event == st.FINISHED:
        return base.words(before, after, viewer) + _tie_words(after)
    return _won_seat(before, after) if event in (st.BOUGHT, st.FIXED, st.POOR) else base.words(before, after, viewer)


def describe(S: Any, move: Any) -> dict[str, Any]:
    """A move of the open decision as plain data, and `words`."""
    value = int(move[0])
    if S.ask == st.OFFER:
        return {"card": value, "words": f"take {face_words(S, S.face[value])}"}
    if S.ask in TRADES:
        return {"car": COLOURS[value], "words": f"{TRADES[int(S.ask)]} a stock of {CARS[value]}"}
    return base.describe(S, move)


def encode(S: Any, data: Mapping[str, Any]) -> list[int]:
    """The numbers of a move given as `describe` gives it. Raises SettingError if it cannot be read; whether it is legal the engine says."""
    if S.ask == st.OFFER:
        return [base.number(data.get("card"), "card", int(S.n_cards) - 1), 0]
    if S.ask in TRADES:
        return [base.named(data.get("car"), "car", list(COLOURS[:N_CARS])), 0]
    return base.encode(S, data)
