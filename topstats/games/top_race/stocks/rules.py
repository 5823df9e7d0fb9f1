"""The numbers of the mode stocks, each a Knob, and how they are packed for the kernels."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from topstats.core.contract import Axis, Knob, SettingError
from topstats.games.top_race import cards
from topstats.games.top_race import rules as base
from topstats.games.top_race.rules import MAX_OFFER, MAX_PLAYERS, N_CARS, UNIT

SEAT_AUCTION = Axis("auction", tuple(f"Auction {n}" for n in range(1, MAX_PLAYERS + 1)), per_seat=True)
MOST_SUM = 32_000  # the tables hold whole numbers of 16 bits


def _knob(name: str, **more: Any) -> Knob:
    """A knob of the base game with other numbers or words."""
    return replace(next(knob for knob in base.KNOBS if knob.name == name), **more)


CHANGED = {
    knob.name: knob
    for knob in (
        _knob("races", help="Races driven one after the other; the money is kept, cards are dealt and seats auctioned anew."),
        _knob("next_opener", choices=(("winner", "the player whose stocks paid most"), ("random", "drawn by lot"))),
        _knob("cards_each", rule="TR-51", default=11, by_players={2: 22, 3: 15, 4: 11, 5: 8, 6: 7}, high=24),
        _knob("pit_cards_each", rule="TR-51", default=9, by_players={2: 19, 3: 13, 4: 9, 5: 7, 6: 6}, high=22),
        _knob("box_cards", rule="TR-51"),
    )
}

KNOBS = (
    *(CHANGED.get(knob.name, knob) for knob in base.KNOBS if knob.name not in ("debts", "fixed_price")),
    Knob(
        name="last_seat",
        label="Price of the last seat",
        help="What the last player without a seat pays for it and its card; 0: nothing.",
        rule="TR-52",
        default=UNIT,
        low=0,
        high=500_000,
        step=UNIT,
        unit="euros",
        group="Auction",
    ),
    Knob(
        name="offer_cards",
        label="Cards on offer",
        help="Cards in the offer row, the sprint/breakdown cards among them.",
        rule="TR-51",
        default=4,
        by_players={2: 4, 3: 3, 4: 4, 5: 5, 6: 6},
        low=3,
        high=MAX_OFFER,
        unit="cards",
        group="Cards",
    ),
    Knob(
        name="offer_wins",
        label="Cards that end an auction of two",
        help="With two players the auctions end when one has won so many cards; the other takes the rest of the offer row for nothing.",
        rule="TR-53",
        default=2,
        low=1,
        high=3,
        unit="cards",
        group="Cards",
    ),
    Knob(
        name="stocks_each",
        label="Stocks of each car",
        help="Stocks of each of the six cars that a player holds when a race begins.",
        rule="TR-50",
        default=5,
        low=1,
        high=15,
        unit="stocks",
        group="Stocks",
    ),
    Knob(
        name="stock_trades",
        label="Trades in a stock round",
        help="How many stocks each player sells, and then buys; 0: there are no stock rounds.",
        rule="TR-54",
        default=2,
        low=0,
        high=6,
        unit="stocks",
        group="Stocks",
    ),
    Knob(
        name="fewest_stocks",
        label="Fewest stocks of a car",
        help="A player never sells below this.",
        rule="TR-54",
        default=0,
        low=0,
        high=15,
        unit="stocks",
        group="Stocks",
    ),
    Knob(
        name="most_stocks",
        label="Most stocks of a car",
        help="A player never buys above this.",
        rule="TR-54",
        default=15,
        low=1,
        high=90,
        unit="stocks",
        group="Stocks",
    ),
)


def _check_offer(rules: Mapping[str, Any], players: int) -> None:
    deck, n_offer = cards.load(rules["deck"]).cards, rules["offer_cards"]
    n_specials, each = sum(card.pair is not None for card in deck), "pit_cards_each" if rules["pit_stop"] else "cards_each"
    if n_offer < max(n_specials, players):
        why = f"{n_specials} sprint/breakdown cards lie there" if n_offer < n_specials else f"{players} players take one each"
        raise SettingError(f"offer_cards = {n_offer} is not possible: {why} (rule TR-51).")
    wins = rules["offer_wins"]
    if players == 2 and n_offer < 2 * wins - 1:
        raise SettingError(f"offer_wins = {wins} is not possible: two players may win {2 * wins - 1} cards, and {n_offer} are on offer (rule TR-53).")
    n = rules[each] * players + n_offer + (rules["box_cards"] if rules["pit_stop"] else 0)
    if n > len(deck):
        raise SettingError(
            f"{each} = {rules[each]} and offer_cards = {n_offer} need {n} cards with {players} players, but the deck has only {len(deck)} (rule TR-51)."
        )


def check(rules: Mapping[str, Any], players: int) -> None:
    """What spans several knobs. Raises SettingError with the rule id."""
    base.check(rules, players)
    if rules["last_seat"] % UNIT:
        raise SettingError(f"last_seat = {rules['last_seat']} is not possible: money is in steps of 10,000 (rule TR-01).")
    _check_offer(rules, players)
    few, each, most = rules["fewest_stocks"], rules["stocks_each"], rules["most_stocks"]
    if not few <= each <= most:
        raise SettingError(f"stocks_each = {each} is not possible: it stands between fewest_stocks = {few} and most_stocks = {most} (rule TR-54).")
    if rules["stock_trades"] > N_CARS * (each - few):
        raise SettingError(f"stock_trades = {rules['stock_trades']} is not possible: a player can sell only {N_CARS * (each - few)} stocks (rule TR-54).")
    top = rules["capital"] + rules["races"] * N_CARS * each * max(rules["prizes"])
    if top > MOST_SUM * UNIT:
        raise SettingError(f"stocks_each, prizes and races could make {top:,}: allowed are at most {MOST_SUM * UNIT:,} (rule TR-56).")


def pack(S: Any, rules: Mapping[str, Any], players: int) -> None:
    """Write checked rules into the fields of the record S that have their names, track and deck into theirs."""
    base.pack(S, rules, players)
    for name in ("stocks_each", "stock_trades", "fewest_stocks", "most_stocks", "offer_cards", "offer_wins"):
        S[name] = rules[name]
    S.has_stocks, S.fixed_price = 1, rules["last_seat"] // UNIT
    S.n_lots = players if players > 2 else N_CARS
    S.n_mixed = int((S.n_lines[: S.n_cards] > 0).sum())
