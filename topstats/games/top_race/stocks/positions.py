"""A position of the mode stocks, read back from plain data and checked: as in the base game, and every stock accounted for."""

from collections.abc import Mapping
from typing import Any

from topstats.games.top_race import positions as base
from topstats.games.top_race import state as st
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.stocks.views import TRADES
from topstats.games.top_race.views import checked, one_of, whole, wrong


def _read_stocks(S: Any, data: Mapping[str, Any]) -> None:
    """Every seat holds as many stocks as it must, each within the limits (TR-50, TR-54)."""
    n, low, high = int(S.players), int(S.fewest_stocks), int(S.most_stocks)
    if len(data["stocks"]) != n:
        raise wrong(f"it has stocks of {len(data['stocks'])} seats for {n} players")
    is_trading = S.phase == st.TRADING and S.is_new
    if not 0 <= S.trader < n or not (0 <= S.deals < 2 * S.stock_trades or S.deals == 0) or (not is_trading and (S.trader or S.deals)):
        raise wrong(f"trader {int(S.trader)} with {int(S.deals)} deals does not belong to phase {data['phase']} (rule TR-54)")
    for p, row in enumerate(data["stocks"]):
        missing = min(S.deals, 2 * S.stock_trades - S.deals) if is_trading and p == S.trader else 0
        if len(row) != N_CARS or sum(row) != N_CARS * S.stocks_each - missing:
            raise wrong(f"seat {p + 1} holds stocks {row}, which are not {int(N_CARS * S.stocks_each - missing)} of {N_CARS} cars (rule TR-54)")
        S.stock[p] = [whole(v, f"a stock of seat {p + 1}", low, high) for v in row]


def _read_seats(S: Any, data: Mapping[str, Any]) -> None:
    """The seating order, and who won what (TR-52)."""
    n = int(S.players)
    order = [one_of(p, range(1, n + 1), "a seat of the order") for p in data["order"]]
    if sorted(order) != list(range(n)):
        raise wrong(f"the order is {data['order']}, but every seat has one place in it (rule TR-52)")
    for p, q in zip(order, order[1:] + order[:1], strict=True):
        S.after[p] = q
    S.seated = one_of(data["seated"], range(n + 1), "seated") - 1
    S.taken[:] = [whole(card, "a card taken", -1, int(S.n_cards) - 1) for card in data["taken"]]
    S.n_offer = len(data["offer"])
    S.offer[: S.n_offer] = data["offer"]
    for p in range(n):
        S.n_owned[p], S.racing[p] = sum(1 for a in range(N_CARS) if S.buyer[a] == p), 1
        S.specials[p] = whole(data["specials"][p], "specials")
    if any(S.owner[c] >= 0 for c in range(N_CARS)):
        raise wrong("a car has an owner (rule TR-50)")


@checked
def restore(S: Any, data: Mapping[str, Any]) -> None:
    """Write a position into the record S, whose rules are packed already. Raises SettingError; S is then of no use."""
    base.restore(S, data)
    for name in TRADES:
        S[name] = whole(data[name], name)
    _read_seats(S, data)
    _read_stocks(S, data)
