"""City powers (TP-50) a second time, for the referee: who holds which, and what each effect means for a seat.

An effect belongs to a city; a seat may hold several powers of the same effect, which add up.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.naive.top_pop import Card


class Powers:
    """Who won a card of each city last, as far as the city has a power."""

    def __init__(self, rules: dict[str, Any], players: int) -> None:
        in_play = rules["city_powers"][: rules["cities"]]
        self.effects: dict[int, str] = {city: effect for city, effect in enumerate(in_play) if effect != "none"}
        self.seats = range(players)
        self.holder: dict[int, int] = {}
        self.n_passed = 0
        self.n_taken = [[0] * rules["cities"] for _ in self.seats]

    def n(self, seat: int, effect: str) -> int:
        """How many powers of this effect the seat holds."""
        return sum(holder == seat and self.effects[city] == effect for city, holder in self.holder.items())

    def held(self, seat: int) -> list[int]:
        """The cities whose powers the seat holds."""
        return sorted(city for city, holder in self.holder.items() if holder == seat)

    def take(self, seat: int, won: Iterable["Card"]) -> None:
        """After a win step: the powers of the cities won, card by card; the card that brings a power is shown to all."""
        for card in won:
            if card.city in self.effects and self.holder.get(card.city) != seat:
                self.n_passed += card.city in self.holder
                self.holder[card.city] = seat
                self.n_taken[seat][card.city] += 1
                card.knowers |= set(self.seats)

    def watchers(self) -> set[int]:
        """The seats that may look at the night cards on the table."""
        return {seat for seat in self.seats if self.n(seat, "see_night")}

    def height(self, card: "Card", owner: int) -> int:
        """How tall a stack counts; where there is none, nothing is added."""
        caps = card.height(owner)
        return caps + self.n(owner, "one_taller") if caps else 0

    def leaders(self, card: "Card") -> list[int]:
        """The owners of the tallest stack or stacks."""
        tallest = max((self.height(card, owner) for owner in card.stacks), default=0)
        return [owner for owner in self.seats if tallest and self.height(card, owner) == tallest]

    def leader_of(self, card: "Card") -> int | None:
        """The one who would win the card now; nobody on a card without stacks, or while the tallest are equally tall."""
        leaders = self.leaders(card)
        return leaders[0] if len(leaders) == 1 else None

    def to_beat(self, card: "Card", seat: int) -> list[int]:
        """The leaders that this seat must outbid (its own tied stack counts as lower)."""
        return [owner for owner in self.leaders(card) if owner != seat]

    def points(self, counts: list[list[int]]) -> list[int]:
        """One for each card of a city whose power gives points; counts[seat][city]."""
        return [sum(counts[seat][city] for city in self.held(seat) if self.effects[city] == "bonus_points") for seat in self.seats]

    def row(self) -> tuple[list[list[int]], list[list[int]]]:
        """By seat and city: whether it holds the power, how often it took it."""
        return [[int(self.holder.get(city) == seat) for city in range(len(self.n_taken[seat]))] for seat in self.seats], self.n_taken
