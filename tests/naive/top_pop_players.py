"""The strategies random and weighted (greedy and the other presets) a second time, in plain Python, so that the referee can play alone.

A player is None (random) or the parameters of weighted by name; `blunder` comes beside it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from tests.naive.top_pop import STOP, Card, Move, Referee, below, stream
from tests.naive.top_pop_scoring import majorities, variety_points
from topstats.core import rng

Weights = Mapping[str, float]


def play_alone(referee: Referee, players: Sequence[Weights | None], blunders: Sequence[float]) -> list[Move]:
    """Play to the end; returns the moves."""
    moves = []
    while (question := referee.question) is not None:
        move = choose(referee, players[question.seat], blunders[question.seat])
        referee.answer(move)
        moves.append(move)
    return moves


def choose(referee: Referee, player: Weights | None, blunder: float) -> Move:
    """The move of the seat that is asked."""
    question = referee.question
    assert question is not None
    epoch = question.turn * 4096 + question.decision
    if blunder > 0:
        words = stream(referee.seed, referee.deal_number, rng.BLUNDER, question.seat, epoch)
        if rng.uniform(words) < blunder:
            return random_move(referee, words)
    words = stream(referee.seed, referee.deal_number, rng.SEAT, question.seat, epoch)
    return random_move(referee, words) if player is None else weighted_move(referee, player, words)


def random_move(referee: Referee, words: np.ndarray) -> Move:
    question = referee.question
    assert question is not None
    kind, seat = question.kind, question.seat
    if kind in ("start", "place", "keep"):
        hand = referee.just_drawn if kind == "keep" else referee.hands[seat]
        card = hand[below(words, len(hand))]
        return (kind, card.number) if kind != "place" else ("place", card.number, below(words, referee.players))
    if kind == "collect":
        colours = [colour for colour in referee.seats if referee.middle[colour]]
        return ("collect", colours[below(words, len(colours))])
    moves: list[Move] = [("stack", card.number, caps) for card in referee.table if (caps := smallest_stack(referee, seat, card))]
    if referee.progress or not moves:
        moves.append(STOP)  # while nothing has happened in the turn, something that can happen does
    return moves[below(words, len(moves))]


def smallest_stack(referee: Referee, seat: int, card: Card, cushion: int = 0) -> tuple[int, ...] | None:
    """The caps to add to lead this card by one (and up to `cushion` more), None if it cannot be done."""
    left = list(referee.supply[seat])
    if referee.leader_of(card) == seat:
        return None
    powers, to_beat = referee.powers, referee.powers.to_beat(card, seat)
    needed = [seat]
    if to_beat and referee.rules["leader_cap"] and not powers.n(seat, "no_leader_cap"):
        needed.append(max(to_beat, key=lambda leader: left[leader]))
    tallest = max((powers.height(card, leader) for leader in to_beat), default=0)
    size = max(len(needed), tallest + 1 - card.height(seat) - powers.n(seat, "one_taller"))
    if any(left[colour] == 0 for colour in needed) or sum(left) < size:
        return None
    caps = [0] * referee.players
    for colour in needed:
        caps[colour] += 1
        left[colour] -= 1
    for _ in range(min(size + cushion - len(needed), sum(left))):
        others = [colour for colour in referee.seats if colour != seat and left[colour]]
        colour = max(others, key=lambda c: left[c]) if others else seat
        caps[colour] += 1
        left[colour] -= 1
    return tuple(caps)


class Mind:
    """What a weighted player thinks of the table, from what its seat may know."""

    def __init__(self, referee: Referee, seat: int, weights: Weights) -> None:
        self.referee, self.seat, self.weights = referee, seat, weights
        self.n_cities = referee.rules["cities"]
        self.counts = [[sum(card.city == city for card in pile if card.known_to(seat)) for city in range(self.n_cities)] for pile in referee.won]
        self.gains = []
        for city in range(self.n_cities):
            more_majority, more_variety = self.one_more(seat, city)
            self.gains.append(weights["majority"] * more_majority + weights["variety"] * more_variety + self.more_bonus(seat, city))

    def more_bonus(self, owner: int, city: int) -> int:
        """What one more card of the city would bring the owner for its power (TP-50): the card brings the power along."""
        powers = self.referee.powers
        if powers.effects.get(city) != "bonus_points":
            return 0
        return 1 if powers.holder.get(city) == owner else self.counts[owner][city] + 1

    def one_more(self, owner: int, city: int) -> tuple[int, int]:
        """What one more card of the city would change in the owner's points for majority (TP-22) and variety (TP-23)."""
        rules = self.referee.rules
        before = [[own[city]] for own in self.counts]
        after = [[own[city] + (seat == owner)] for seat, own in enumerate(self.counts)]
        points = [sole[owner] + tied[owner] for sole, tied in (majorities(before, rules), majorities(after, rules))]
        mine = self.counts[owner]
        with_it = [n + (c == city) for c, n in enumerate(mine)]
        return points[1] - points[0], variety_points(with_it, rules) - variety_points(mine, rules)

    def gain(self, card: Card) -> float:
        return self.gains[card.city] if card.known_to(self.seat) else sum(self.gains) / self.n_cities

    def denied(self, card: Card) -> int:
        """What the card would add to its leader's points."""
        leader = self.referee.leader_of(card)
        if leader is None or not card.known_to(self.seat):
            return 0
        return sum(self.one_more(leader, card.city)) + self.more_bonus(leader, card.city)

    def stack_value(self, card: Card, caps: tuple[int, ...]) -> float:
        value = self.gain(card) - self.weights["cap"] * sum(caps) + self.weights["deny"] * self.denied(card)
        if card.front != self.seat:
            value -= self.weights["gift"] * (card.height(self.seat) + sum(caps))
        return self.special_value(card, caps, value)

    def special_value(self, card: Card, caps: tuple[int, ...], value: float) -> float:
        """The rarer weights, in the order of RULES.md."""
        weights, leader = self.weights, self.referee.leader_of(card)
        value += weights["card"]
        if leader is not None:
            value -= weights["contest"]
            if self.points_known(leader) == max(self.points_known(seat) for seat in self.referee.seats):
                value += weights["hurt"] * self.denied(card)
        if card.night and card.known_to(self.seat):
            value += weights["night"]
        end_cards = self.referee.rules["end_cards"]
        missing = max(0, end_cards - max(len(pile) for pile in self.referee.won))
        value -= weights["early"] * (missing / end_cards) * sum(caps)
        if leader is not None and card.front == self.seat:
            value -= weights["rent"] * card.height(leader)
        return value

    def points_known(self, owner: int) -> int:
        """The points of a pile, as far as it knows the piles."""
        sole, tied = majorities(self.counts, self.referee.rules)
        return sole[owner] + tied[owner] + variety_points(self.counts[owner], self.referee.rules) + self.referee.powers.points(self.counts)[owner]

    def show_value(self, card: Card) -> float:
        """What it is worth to place this card of its hand."""
        return self.weights["show"] * self.gain(card) + (self.weights["night"] if card.night else 0.0)

    def colour_worth(self, colour: int) -> float:
        owned = self.referee.supply[self.seat][colour]
        if colour == self.seat:
            return self.weights["own"] / (1 + owned)
        best = max([0.0, *(self.gain(card) for card in self.referee.table if self.referee.leader_of(card) == colour)])
        return (self.weights["other"] + self.weights["key"] * best) / (1 + owned)

    def front_value(self, front: int) -> float:
        """What it is worth to lay a card in front of this seat."""
        if front == self.seat:
            return self.weights["home"]
        pays = self.referee.middle[front] > 0 and self.referee.rules["place_caps"] != 0
        return self.colour_worth(front) if pays else 0.0


def best_of(options: Iterable[Any], value: Callable[[Any], float], words: np.ndarray) -> Any:
    """The best option; of equal ones each is as likely (the k-th replaces the one held with probability 1/k). None if there is none."""
    held, best, n_equal = None, 0.0, 0
    for option in options:
        worth = value(option)
        if held is None or worth > best:
            held, best, n_equal = option, worth, 1
        elif worth == best:
            n_equal += 1
            if below(words, n_equal) == 0:
                held = option
    return held


def weighted_move(referee: Referee, weights: Weights, words: np.ndarray) -> Move:
    question = referee.question
    assert question is not None
    kind, seat = question.kind, question.seat
    mind = Mind(referee, seat, weights)
    if kind in ("start", "place", "keep"):
        card = best_of(referee.just_drawn if kind == "keep" else referee.hands[seat], mind.show_value, words)
        return (kind, card.number) if kind != "place" else ("place", card.number, best_of(referee.seats, mind.front_value, words))
    if kind == "collect":
        return ("collect", best_of((c for c in referee.seats if referee.middle[c]), mind.colour_worth, words))
    possible = [(card, caps) for card in referee.table if (caps := smallest_stack(referee, seat, card))]
    worthwhile = [pair for pair in possible if mind.stack_value(*pair) > 0]
    if not worthwhile:
        return STOP
    card, _ = best_of(worthwhile, lambda pair: mind.stack_value(*pair), words)
    with_cushion = smallest_stack(referee, seat, card, int(weights["cushion"]))
    assert with_cushion is not None
    return ("stack", card.number, with_cushion)
