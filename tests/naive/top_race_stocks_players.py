"""The strategy trader (with its presets) a second time, in plain Python."""

from typing import Any

from tests.naive.top_pop import below, stream
from tests.naive.top_race import CARS, Car, Card
from tests.naive.top_race_players import UNIT, Driver, best
from tests.naive.top_race_road import FINISH
from tests.naive.top_race_stocks import StocksReferee
from topstats.core import rng

LEADER, BY_HAND, HEDGE, BY_LOT = range(4)


class Trader(Driver):
    """What one seat does that plays as trader with these weights."""

    referee: StocksReferee

    def offered(self, card: Card) -> float:
        """Worth of a card on offer, in units of 10,000."""
        if card.pair is not None:
            return self.w["special"] / UNIT
        favourite = best(CARS, lambda name: self.referee.strength(self.seat, name))
        return self.w["hand"] * sum(points for car, points in card.lines if car in (favourite, "joker")) / UNIT

    def choose_bid(self, bids: list[int]) -> int:
        r, w = self.referee, self.w
        worth = w["worth"] / UNIT + max(self.offered(card) for card in r.offer)
        if r.number == 0:
            worth += w["starter"] / UNIT
        return self.up_to(worth * w["shade"] * (1.0 - w["patience"] * max(r.players - 1 - r.number, 0) / (r.players - 1)), bids)

    def choose_offer(self, numbers: list[int]) -> int:
        return best(numbers, lambda number: self.offered(self.referee.cards[number]))

    def in_hand(self, name: str) -> int:
        return sum(points for card in self.referee.hands[self.seat] for car, points in card.lines if car == name)

    def point(self, car: Car) -> float:
        """Worth of a point for a car."""
        if car.status != "racing":
            return 0.0
        mean = sum(self.in_hand(name) for name in CARS) / 6
        each = self.referee.rules["stocks_each"]
        more = (self.referee.stocks[self.seat][car.name] - each) / each
        worth = more * self.w["own" if more > 0 else "rival"]
        return worth + self.w["plan"] * (self.in_hand(car.name) - mean) / 10

    def value(self, card: Card) -> float:
        r, w = self.referee, self.w
        if card.pair is not None:
            return w["strike"] * max(self.effects(card.pair))
        value, own = 0.0, 0
        points_of = dict(card.lines)
        for car in r.cars.values():
            points, worth = points_of.get(car.name, 0), self.point(car)
            value += worth * points
            if worth > 0:
                own += points
            elif worth < 0 and points and w["waste"]:
                value += w["waste"] * (points - self.usable(car, points))
        if "joker" in points_of:
            value += points_of["joker"] * max([0.0, *(self.point(car) for car in r.cars.values() if car.name not in card.shown)])
        return value - w["save"] * (len(r.hands[self.seat]) / r.each()) * own

    def choose_joker(self, names: list[str]) -> str:
        cars = [self.referee.cars[name] for name in names]
        racing = [car for car in cars if car.status == "racing"]
        most = best(racing, self.point) if racing else None
        if most is not None and self.point(most) > 0:
            return most.name
        lost = next((car for car in cars if car.status != "racing"), None)
        return (lost or most).name  # type: ignore[union-attr]

    def choose_space(self, ends: list[str]) -> str:
        r = self.referee
        assert r.moving is not None
        if self.point(r.moving) > 0:
            return ends[-1]
        if not self.w["crowd"]:
            return ends[0]
        ways = {end: len(r.road.onward(end) - {FINISH}) for end in ends if end != FINISH}
        return best(ways, lambda end: self.w["crowd"] * ways[end])

    def choose_return(self, ends: list[str]) -> str:
        coming = self.referee.coming
        assert coming is not None
        return ends[-1] if self.referee.stocks[self.seat][coming.name] > self.referee.rules["stocks_each"] else ends[0]

    def opinion(self, name: str) -> float:
        """How much it thinks of a stock."""
        car, manner = self.referee.cars[name], int(self.w["trade"])
        place = [other.name for other in self.referee.standing()].index(name)
        if manner == BY_HAND:
            return self.referee.road.row(car.space or "") + self.w["sight"] * self.in_hand(name)
        if manner == HEDGE:
            return (100 if place < 3 else 0) - self.referee.stocks[self.seat][name]
        return -place

    def trade(self, names: list[str], sign: int) -> Any:
        if int(self.w["trade"]) == BY_LOT:
            question = self.referee.question
            assert question is not None
            words = stream(self.referee.seed, self.referee.deal_number, rng.SEAT, self.seat, question.turn * 4096 + question.decision)
            return names[below(words, len(names))]
        return best(names, lambda name: sign * self.opinion(name))

    def choose_sell(self, names: list[str]) -> Any:
        return self.trade(names, -1)

    def choose_buy(self, names: list[str]) -> Any:
        return self.trade(names, 1)
