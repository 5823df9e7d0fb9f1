"""The strategies random and driver (with its presets) a second time, in plain Python, so that the referee can play alone.

A player is None (random) or the parameters of driver by name; `blunder` comes beside it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from tests.naive.top_pop import below, stream
from tests.naive.top_race import CARS, Car, Card, Move, Referee
from tests.naive.top_race_road import FINISH
from topstats.core import rng

Weights = Mapping[str, float]
UNIT = 10_000


def play_alone(referee: Referee, players: Sequence[Weights | None], blunders: Sequence[float]) -> None:
    """Play to the end."""
    while (question := referee.question) is not None:
        referee.answer(choose(referee, players[question.seat], blunders[question.seat]))


def choose(referee: Referee, player: Weights | None, blunder: float) -> Move:
    """The move of the seat that is asked."""
    question = referee.question
    assert question is not None
    epoch = question.turn * 4096 + question.decision
    if blunder > 0:
        words = stream(referee.seed, referee.deal_number, rng.BLUNDER, question.seat, epoch)
        if rng.uniform(words) < blunder:
            return random_move(referee, words)
    if player is not None:
        return _kind(referee)(referee, question.seat, player).move()
    return random_move(referee, stream(referee.seed, referee.deal_number, rng.SEAT, question.seat, epoch))


def _kind(referee: Referee) -> type["Driver"]:
    """Driver, with stocks Trader."""
    from tests.naive.top_race_stocks_players import StocksReferee, Trader

    return Trader if isinstance(referee, StocksReferee) else Driver


def random_move(referee: Referee, words: np.ndarray) -> Move:
    question = referee.question
    assert question is not None
    if question.kind != "bid":
        return question.options[below(words, len(question.options))]
    least = next(move for move in question.options if move[1] > 0)
    return least if below(words, 2) == 1 or referee.bidder is None else ("bid", 0)


def best(options: Iterable[Any], value: Callable[[Any], float]) -> Any:
    """The option of the highest value, of equal ones the first."""
    return max(options, key=value)


class Driver:
    """What one seat does that plays as driver with these weights."""

    def __init__(self, referee: Referee, seat: int, weights: Weights) -> None:
        self.referee, self.seat, self.w = referee, seat, weights

    def move(self) -> Move:
        question = self.referee.question
        assert question is not None
        answers = [value for _, value in question.options]
        return (question.kind, getattr(self, f"choose_{question.kind}")(answers))

    def worth(self, name: str) -> float:
        """In units of 10,000."""
        points = {car: float(self.referee.strength(self.seat, car)) for car in CARS}
        return (self.w["worth"] + self.w["hand"] * (points[name] - sum(points.values()) / 6)) / UNIT

    def choose_bid(self, bids: list[int]) -> int:
        r, w = self.referee, self.w
        worth = max(self.worth(car.name) for car in r.cars.values() if car.owner is None)
        if w["value"] == 2:  # a share of its cash
            worth = r.cash[self.seat] // UNIT * w["budget"]
        if r.number == 0:
            worth += w["starter"] / UNIT
        limit = worth * w["shade"] * (1.0 - w["patience"] * (5 - r.number) / 5)
        if self.seat in r.owners():
            limit = max(limit * w["spare"], worth * w["drive"])
        return self.up_to(limit, bids)

    def up_to(self, limit: float, bids: list[int]) -> int:
        """The least bid up to the limit, or none; with `jump` it opens higher."""
        r, w = self.referee, self.w
        limit = min(limit, r.cash[self.seat] // UNIT * w["budget"])
        least = next(bid for bid in bids if bid > 0)
        if r.bidder is None:
            wish = int(limit * w["jump"]) * UNIT
            return max(bid for bid in bids if bid <= max(wish, least))
        return least if least / UNIT <= limit else 0

    def choose_car(self, names: list[str]) -> str:
        return best(names, self.worth)

    def choose_start(self, spaces: list[str]) -> str:
        return self.referee.road.in_order(set(spaces))[-1]

    def point(self, car: Car) -> float:
        """Worth of a point for a car."""
        if car.status != "racing":
            return 0.0
        worth = self.w["own"] if car.owner == self.seat else -self.w["rival"]
        for name in self.referee.tips[self.seat][: self.referee.n_lines]:
            worth += self.w.get("back", 0.0) if name == car.name else 0.0
        return worth

    def usable(self, car: Car, points: int) -> int:
        assert car.space is not None
        return self.referee.road.ends(car.space, points, self.referee.taken() - {car.space})[1]

    def effects(self, pair: tuple[str, str]) -> tuple[float, float]:
        """Worth of a sprint and of a breakdown."""
        cars = [self.referee.cars[name] for name in pair]
        if any(car.status != "racing" for car in cars):
            return 0.0, 0.0
        behind, ahead = sorted(cars, key=lambda car: self.referee.road.row(car.space or ""))
        rows = self.referee.road.row(ahead.space or "") - self.referee.road.row(behind.space or "")
        return self.point(behind) * rows, -self.point(ahead) * rows

    def value(self, card: Card) -> float:
        r, w = self.referee, self.w
        if card.pair is not None:
            return w["strike"] * max(self.effects(card.pair))
        value, own = 0.0, 0
        points_of = dict(card.lines)
        for car in r.cars.values():
            points, worth = points_of.get(car.name, 0), self.point(car)
            if points and worth:
                value += worth * points
                if car.owner == self.seat:
                    own += points
                elif w["waste"]:
                    value += w["waste"] * (points - self.usable(car, points))
        if "joker" in points_of:
            value += points_of["joker"] * max([0.0, *(self.point(car) for car in r.cars.values() if car.name not in card.shown)])
        return value - w["save"] * (len(r.hands[self.seat]) / r.each()) * own

    def choose_card(self, ways: list[Any]) -> Any:
        """("play", card), ("take", card), ("stop", card) or ("pass", None)."""
        r = self.referee
        worth = {way: 0.0 if way[0] == "pass" else self.value(r.cards[way[1]]) for way in ways}
        if r.waiting[self.seat]:
            ways = [way for way in ways if way[0] == "take"]
        elif r.hands[self.seat]:
            ways = [way for way in ways if way[0] in ("play", "pass") or worth[way] >= self.w["stop"]]
        return best(ways, lambda way: worth[way])

    def choose_claim(self, answers: list[bool]) -> bool:
        card = self.referee.card
        assert card is not None
        return self.value(card) >= self.w["claim"]

    def choose_effect(self, words: list[str]) -> str:
        card = self.referee.card
        assert card is not None and card.pair is not None
        sprint, breakdown = self.effects(card.pair)
        return "breakdown" if breakdown > sprint else "sprint"

    def choose_joker(self, names: list[str]) -> str:
        cars = [self.referee.cars[name] for name in names]
        order = [car for car in self.referee.standing() if car in cars and car.status == "racing"]
        own = [car for car in order if car.owner == self.seat]
        if own:
            return own[0].name
        return next((car.name for car in cars if car.status != "racing"), None) or order[-1].name

    def choose_space(self, ends: list[str]) -> str:
        r = self.referee
        if r.moving is not None and r.moving.owner == self.seat:
            return ends[-1]
        if not self.w["crowd"]:
            return ends[0]
        ways = {end: len(r.road.onward(end) - {FINISH}) for end in ends if end != FINISH}
        return best(ways, lambda end: self.w["crowd"] * ways[end])

    def choose_tip(self, names: list[str]) -> str:
        cars = self.referee.cars
        home = sorted((car for car in cars.values() if car.status == "home"), key=lambda car: car.place or 0)
        rank = {car.name: i for i, car in enumerate([*home, *self.referee.standing()])}
        manner = int(self.w["tip"])  # favourite, own, contrarian, hedge
        if manner == 1:
            return best(names, lambda name: (cars[name].owner == self.seat, -rank[name]))
        wish = {0: 0, 2: 1, 3: self.referee.n_lines}[manner]
        return best(names, lambda name: -abs(rank[name] - wish))

    def choose_return(self, ends: list[str]) -> str:
        return ends[-1]
