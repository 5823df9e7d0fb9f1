"""The table of the mode stocks as plain data: that of the base game, with the offer row, the seating order and everybody's stocks."""

from typing import Any

from topstats.games.top_race import state as st
from topstats.games.top_race import views as base
from topstats.games.top_race.moves import ASKS
from topstats.games.top_race.rules import N_CARS

__all__ = ["ASKS", "order_of", "position", "stocks_of", "view"]

TRADES = ("trader", "deals", "n_traded", "n_rounds", "is_new")


def order_of(S: Any) -> list[int]:
    """All seats clockwise, from the starting player once there is one, else from seat 0."""
    order = [max(0, int(S.first))]
    while len(order) < S.players:
        order.append(int(S.after[order[-1]]))
    return order


def stocks_of(S: Any, p: int, viewer: int | None) -> list[int] | None:
    """Stocks of a seat by car; hidden from others until the race is over (TR-50)."""
    is_shown = viewer is None or viewer == p or S.phase == st.RESTING or S.over
    return [int(n) for n in S.stock[p]] if is_shown else None


def view(S: Any, viewer: int | None = None) -> dict[str, Any]:
    """The table as plain data, as seat `viewer` (from 0) sees it; None shows all."""
    seen = base.view(S, viewer)
    if seen["auction"] is not None:
        seen["auction"]["of"] = int(S.players) if S.players > 2 else None
    seats = [seat | {"stocks": stocks_of(S, p, viewer)} for p, seat in enumerate(seen["seats"])]
    offer = [base.card_view(S, card, viewer) for card in S.offer[: S.n_offer]]
    return seen | {"seats": seats, "offer": offer, "order": order_of(S), "rounds": int(S.n_rounds), "stock_rounds": int(S.n_traded)}


def position(S: Any) -> dict[str, Any]:
    """The whole state as plain JSON data: what the base game has, and what stocks add."""
    n, order = int(S.players), [0]
    while len(order) < n:
        order.append(int(S.after[order[-1]]))
    return base.position(S) | {
        **{name: int(S[name]) for name in TRADES},
        "offer": [int(card) for card in S.offer[: S.n_offer]],
        "taken": [int(S.taken[a]) for a in range(N_CARS)],
        "order": [p + 1 for p in order],
        "seated": int(S.seated) + 1,
        "stocks": [[int(v) for v in S.stock[p]] for p in range(n)],
        "specials": [int(v) for v in S.specials[:n]],
    }
