"""Columns of the result tables of the mode stocks; the kernel that fills them stands in record.py. Money is in units of 10,000 inside and shown in full.

The blocks "auction" and "car" tell of the last race of the game; the columns of a seat are sums over all its races where nothing else is said.
"""

from dataclasses import replace
from typing import Any

from topstats.core.contract import Column
from topstats.games.top_race import columns as base
from topstats.games.top_race.columns import MONEY
from topstats.games.top_race.rules import UNIT

OFFERED = ("points", "sprint/breakdown")


def _column(per: str, name: str, **more: Any) -> Column:
    """A column of the base game, in other words."""
    return replace(next(c for c in base.COLUMNS if (c.per, c.name) == (per, name)), **more)


def _columns(per: str, *names: str) -> tuple[Column, ...]:
    return tuple(_column(per, name) for name in names)


COLUMNS = (
    _column("game", "length", help="Auctions, cards played and stock rounds, all players together."),
    *_columns("game", "ended", "cards_played"),
    _column("game", "margin", help="Money of the winner ahead of the next; 0 if a tie is broken (TR-56)."),
    *_columns("game", "cars_home", "blocked", "spread", "winning_car"),
    _column("game", "auction_money", help="Paid for seats and cards in the last race, all together."),
    *_columns("game", "lead_changes"),
    Column(name="rounds", per="game", label="Race rounds", help="Race rounds of the last race (TR-54).", unit="rounds"),
    Column(name="stock_rounds", per="game", label="Stock rounds", help="Stock rounds of the last race (TR-54).", unit="rounds"),
    Column(name="share", per="seat", label="Share of the win", help="1 or 0: ties are broken (TR-56).", kind="share"),
    *_columns("seat", "score"),
    _column("seat", "prize", label="Paid by stocks", help="What its stocks paid (TR-56)."),
    _column("seat", "spent", label="Paid at auctions", help="Paid to the bank for seats and cards (TR-52)."),
    _column("seat", "profit", help="Money at the end less the capital; most of it is paid by stocks that all hold from the start.", relative_to=""),
    _column("seat", "races_won", help="Races in which its stocks paid most."),
    *_columns("seat", "strength", "cards_left"),
    _column("seat", "starter", help="Whether it was the starting player of the last race (TR-52)."),
    *_columns("seat", "stops"),
    _column("seat", "order", help="How far to the left of the starting player of the last race it came to sit (TR-52)."),
    Column(name="specials", per="seat", label="Sprint/breakdown cards", help="Such cards that it took from the offer row (TR-52).", unit="cards"),
    Column(name="most_stocks", per="seat", label="Most stocks of a car", help="Stocks of the car of which it held most at the end.", unit="stocks"),
    Column(name="bought", per="auction", label="Won", help="Whether the seat won this auction.", kind="flag", shown="grid"),
    Column(name="opened", per="auction", label="Opened", help="Whether the seat opened this auction.", kind="flag"),
    Column(name="bids", per="auction", label="Bids", help="Bids of the seat in this auction.", unit="bids"),
    Column(name="price", per="auction", label="Price", help="What seat and card were sold for.", unit=MONEY, scale=UNIT, is_common=True, shown="spread"),
    Column(name="offered", per="auction", label="Card taken", help="What kind of card the winner took.", kind="choice", choices=OFFERED, is_common=True),
    Column(
        name="card_points",
        per="auction",
        label="Points on it",
        help="All points on that card, jokers included.",
        unit="points",
        is_common=True,
        splits=("price",),
    ),
    Column(name="stocks", per="car", label="Stocks", help="Stocks of the car that the seat held at the end.", unit="stocks"),
    *_columns("car", "hand", "start", "place", "home", "moved", "lost", "won"),
    *_columns("race", "money", "richest", "gini"),
)
