"""Drawn settings of Top It, and a table at which engine and referee play in step, for the tests of the referee and the laws."""

from random import Random
from typing import Any

import numpy as np

from tests.naive.top_it import Question, Referee
from topstats import Settings
from topstats.core.contract import SettingError
from topstats.core.machine import NO_SUMS
from topstats.games.top_it import GAME
from topstats.games.top_it import state as st
from topstats.games.top_it.rules import KNOBS
from topstats.games.top_it.views import round_points

MODE = GAME.modes[0]
KINDS = ("", "seek", "name")
PLANS = {"late": "rows"}
MOST = {"pace": 3, "vocab": 30, "cue": 20, "doubt": 10, "hold_s": 60, "team_size": 3, "round_s": 70, "stop_s": 5, "target": 80, "start_s": 20, "hand_s": 5,
        "skill_pace": 300, "skill_vocab": 400, "skill_cue": 900, "topics": 8, "round_limit": 5, "letter_evenness": 300, "break_s": 400}  # fmt: skip


def drawn_value(knob: Any, players: int, dice: Random) -> Any:
    """A value from its range, narrowed where games would become endless."""
    high = MOST.get(knob.name, knob.high)
    if knob.kind == "bool":
        return dice.random() < 0.5
    if knob.kind == "choice":
        return dice.choice(knob.choices)[0]
    if knob.kind == "vector":
        return tuple(dice.randint(int(knob.low), int(high)) for _ in range(knob.size(players)))
    return dice.randint(int(knob.low), int(high)) if knob.kind == "int" else round(dice.uniform(knob.low, high), 3)


def drawn_seat(dice: Random) -> str:
    strategy = dice.choice(MODE.strategies)
    given = [f":{k.name}={drawn_value(k, 0, dice)}" for k in strategy.parameters if dice.random() < 0.25]
    return strategy.name + "".join(given) + (f":blunder={dice.choice((0.1, 0.5, 1))}" if dice.random() < 0.25 else "")


def drawn(number: int) -> Settings:
    """The number-th drawn settings: a third of the rules changed, any seats."""
    dice = Random(f"top it {number}")
    while True:
        players = dice.choice(MODE.players)
        rules = {k.name: drawn_value(k, players, dice) for k in KNOBS if dice.random() < 0.3} | {"round_limit": dice.randint(1, 5)}
        try:
            return Settings("top_it", players=players, rules=rules, seats=[drawn_seat(dice) for _ in range(players)], rotate=dice.random() < 0.5, seed=number)
        except SettingError:
            continue


def people(settings: Settings, game: int) -> list[dict[str, Any]]:
    """Who sits at each place of a game, as the referee wants it."""
    found = []
    for e in settings.entries(game):
        seat = settings.seats[e]
        values = {k.name: k.printed(0) for k in MODE.strategy(seat.strategy).parameters} | dict(seat.parameters)
        found.append({"plan": PLANS.get(seat.strategy, seat.strategy), "blunder": seat.blunder, **values})
    return found


def referee_of(settings: Settings, game: int) -> Referee:
    return Referee(settings.seed, settings.deal(game), dict(settings.rules), settings.players, people(settings, game))


class EngineGame:
    """One game of a run on the engine, behind the referee's few methods."""

    def __init__(self, settings: Settings, game: int = 0) -> None:
        self.engine, self.states = MODE.engine(), settings.start(game)
        self.record = self.states[0]
        self.engine.deal(self.record)
        self.engine.advance(self.record)

    @property
    def question(self) -> Question | None:
        S = self.record
        return None if S.over else Question(KINDS[S.ask], int(S.person), int(S.seat), int(S.now), int(S.turn), int(S.decision))

    def choose(self) -> Any:
        """What the strategy of the seat that is asked would do, as the referee writes it."""
        S = self.record
        self.engine.choose(S)
        move = int(S.move[0])
        if S.ask == st.SEEK:
            return frozenset(t for t in range(9) if move >> t & 1)
        return None if move < 0 else int(S.mind[S.person, move])

    def answer(self, move: Any) -> None:
        S = self.record
        mind = S.mind[S.person, : S.n_mind[S.person]].tolist()
        S.move[0] = sum(1 << t for t in move) if S.ask == st.SEEK else -1 if move is None else mind.index(move)
        assert self.engine.illegal(S) == 0, move
        self.engine.apply(S)
        self.engine.advance(S)


def table_of_engine(S: Any) -> dict[str, Any]:
    """All that matters on the table and in the heads."""
    n, persons = int(S.players), int(S.n_persons)
    pins = [(int(S.pin_seat[k]), int(S.pin_term[k]), int(S.pin_tile[k]), bool(S.pin_doubt[k]), S.pin_doubt[k] == 2) for k in range(S.n_laid)]
    return {
        "grid": "".join(chr(65 + x) for x in S.tile),
        "topic": int(S.topic),
        "pins": pins,
        "stacks": [[pins[k] for k in S.stack[t, : S.height[t]]] for t in range(9)],
        "in_hand": S.left[:n].tolist(),
        "score": S.score[:n].tolist(),
        "said": S.said[: S.n_said].tolist(),
        "heard": [{r for r in S.said[: S.n_said].tolist() if int(S.heard[r]) >> p & 1} for p in range(persons)],
        "mind": [S.mind[p, : S.n_mind[p]].tolist() for p in range(persons)],
        "wake": [None if w == 1 << 62 else int(w) for w in S.wake[:persons]],
        "streams": S.nature[:persons].tolist(),
        "round_points": [sum(round_points(S, p)) for p in range(n)],
    }


def table_of_referee(game: Referee) -> dict[str, Any]:
    one, all_ = game.rules["rows_counted"] == "one", game.rules["stack_scoring"] == "top_takes_all"
    pins = [(pin.seat, pin.term, pin.tile, pin.doubtful, pin.is_off) for pin in game.pins]
    return {
        "grid": game.grid,
        "topic": game.topic,
        "pins": pins,
        "stacks": [[(pin.seat, pin.term, pin.tile, pin.doubtful, pin.is_off) for pin in stack] for stack in game.stacks],
        "in_hand": game.in_hand,
        "score": game.score,
        "said": game.said,
        "heard": [p.heard | ((forgotten | set(p.mind)) & set(game.said)) for p, forgotten in zip(game.persons, game.forgotten, strict=True)],
        "mind": [p.mind for p in game.persons],
        "wake": [p.wake for p in game.persons],
        "streams": [p.stream.state.tolist() for p in game.persons],
        "round_points": [game.points_for_pins(s, all_) + game.points_for_rows(s, one) for s in game.seats],
    }


def blocks_of(settings: Settings, first: int, stop: int, budget: int = 2**40) -> list[np.ndarray]:
    """Games first to stop - 1 of play_many, in pieces of `budget` steps."""
    S = settings.start(0)[0]
    S.first_game = S.next_game = first
    S.stop_game = stop
    blocks = [np.zeros(MODE.shape(per, stop - first, settings.players), np.int16) for per in MODE.blocks()]
    while S.next_game < stop:
        MODE.engine().play_many(S, tuple(blocks), NO_SUMS, budget)
    return blocks
