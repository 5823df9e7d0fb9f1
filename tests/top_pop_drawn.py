"""Drawn configurations of Top Pop: rules from all over their range, players and strategies, for the laws and the referee."""

from dataclasses import dataclass
from random import Random
from typing import Any

from tests.naive.top_pop_players import Weights
from tests.naive.top_pop_scoring import printed
from tests.top_pop_engine import EngineGame, blocks, named
from topstats.core.contract import Knob, SettingError
from topstats.core.machine import NO_SUMS
from topstats.games.top_pop import GAME

RANDOM = "random"
HEURISTICS = tuple(strategy.name for strategy in GAME.mode("base").strategies if strategy.name != "search")  # those that the referee can play too


@dataclass(frozen=True)
class Configuration:
    """`seats`: the parameters of weighted by name, None for random; one a seat, and so are the blunders."""

    mode: str
    players: int
    rules: dict[str, Any]
    seats: tuple[Weights | None, ...]
    blunders: tuple[float, ...]
    rotate: bool = False

    def states(self, seed: int) -> Any:
        """The engine's state array (of one record), rules and seats packed."""
        mode = GAME.mode(self.mode)
        states = mode.engine().new(self.rules, self.players)
        S = states[0]
        S.seed, S.rotate, S.extras = seed, self.rotate, 1
        for entry, weights in enumerate(self.seats):
            strategy = mode.strategy(RANDOM if weights is None else "weighted")
            S.strategy[entry] = strategy.kernel
            S.blunder[entry] = self.blunders[entry]
            S.parameter[entry, : len(strategy.parameters)] = [weights[knob.name] for knob in strategy.parameters] if weights is not None else 0
        return states

    def engine_game(self, seed: int, deal: int) -> EngineGame:
        """One game of these seats, entry e at place e."""
        states = self.states(seed)
        states[0].deal = deal
        return EngineGame(self.mode, states)

    def rows(self, seed: int, first: int, stop: int, budget: int = 100_000) -> list[dict[str, Any]]:
        """Games first to stop - 1 of play_many, in the referee's form."""
        S = self.states(seed)[0]
        S.first_game = S.next_game = first
        S.stop_game = stop
        has_powers = any(effect != "none" for effect in self.rules["city_powers"][: self.rules["cities"]])
        result = blocks(self.mode, stop - first, self.players, self.rules["cities"], has_powers)
        play_many = GAME.mode(self.mode).engine().play_many
        while S.next_game < stop:
            play_many(S, tuple(result), NO_SUMS, budget)
        return [named(self.mode, [block[i] for block in result]) for i in range(stop - first)]

    def at_places(self, game: int) -> tuple[int, tuple[Weights | None, ...], tuple[float, ...]]:
        """The deal of a game, and who sits where."""
        P = self.players
        if not self.rotate:
            return game, self.seats, self.blunders
        entries = [(place - game % P) % P for place in range(P)]
        return game // P, tuple(self.seats[e] for e in entries), tuple(self.blunders[e] for e in entries)


def preset(mode: str, name: str, **changed: float) -> Weights | None:
    """The parameters of a strategy by name, None for random."""
    return None if name == RANDOM else {knob.name: knob.default for knob in GAME.mode(mode).strategy(name).parameters} | changed


def printed_game(mode: str, players: int, *names: str, blunders: tuple[float, ...] = (), rotate: bool = False) -> Configuration:
    seats = tuple(preset(mode, names[i % len(names)]) for i in range(players))
    return Configuration(mode, players, printed(mode, players), seats, blunders or (0.0,) * players, rotate)


def drawn(number: int) -> Configuration:
    """The configuration of this number: some knobs turned, strategies with drawn weights, now and then a blunder."""
    random = Random(number)
    mode = GAME.mode(random.choice(("base", "lite")))
    players = random.choice(mode.players)
    seats = tuple(_drawn_seat(random, mode.name) for _ in range(players))
    blunders = tuple(random.choice((0.0, 0.0, 0.1, 1.0)) for _ in range(players))
    share_changed = random.choice((0.05, 0.2, 0.6))
    while True:
        rules = {knob.name: _drawn_value(random, knob, players) if random.random() < share_changed else knob.printed(players) for knob in mode.knobs}
        try:
            mode.check(rules, players)
        except SettingError:
            continue
        return Configuration(mode.name, players, rules, seats, blunders, random.random() < 0.3)


def _drawn_value(random: Random, knob: Knob, players: int) -> Any:
    if knob.kind == "bool":
        return random.random() < 0.5
    if knob.kind == "choice":
        return random.choice(knob.choices)[0]
    if knob.choices:  # half of the cities have a power
        return tuple(random.choice((knob.choices[0], random.choice(knob.choices)))[0] for _ in range(knob.size(players)))
    low, high = int(knob.low), int(min(knob.high, 30))
    if knob.kind == "vector":
        top = random.randint(low, high)
        return tuple(random.randint(low, max(low, top)) for _ in range(knob.size(players)))
    return random.randint(low, high)


def _drawn_seat(random: Random, mode: str) -> Weights | None:
    name = random.choice(HEURISTICS)
    weights = preset(mode, name)
    if weights is None or random.random() < 0.4:
        return weights
    changed = {knob: round(random.uniform(-1, 2), 1) for knob in weights if random.random() < 0.5}
    return {**weights, **changed, "cushion": random.choice((0, 0, 1, 3))}
