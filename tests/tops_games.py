"""Games of Tops for the tests: settings drawn by number, and the engine and the referee side by side."""

from random import Random
from typing import Any

import numpy as np

from tests.naive.tops import COLOURS, HOLD, Move, Question, Referee
from tests.naive.tops_players import choose
from topstats.settings import Settings

SPECS = ("planner", "early", "last_moment", "either", "steady", "defender", "denier", "careless", "random")
SECONDS = {
    "spin_s": (2, 10, 30),
    "spin_gap_s": (0, 1.5, 12),
    "cost_s": (0, 0.4, 6),
    "respin_s": (0, 3),
    "break_s": (0, 30),
    "react_casual": (0, 0.6, 5),
    "gap_casual": (0, 1.5),
}
CHANCES = {
    "knock": (0, 0.4),
    "touch_casual": (0.03, 0.3, 1),
    "land_casual": (0, 0.8, 1),
    "spin_cv": (0, 0.25, 1),
    "judge_sd": (0, 0.3),
    "gap_sd": (0, 0.4),
    "cost_sd": (0, 0.8),
}


def drawn(number: int) -> Settings:
    """Settings of this number: players, strategies, rules and model all drawn, some of them odd."""
    random = Random(number)
    players = random.choice((2, 3, 4))
    tops = random.choice((1, 2, 3, 3, 3, 4))
    most = min(7, (tops + 1) * (tops + 2) // 2 // players)
    if most == 0:
        tops, most = 3, 2
    rules: dict[str, Any] = {
        "tops": tops,
        "objectives": random.randint(1, most),
        "discs": tuple(players * random.choice((0, 1, 3, 4)) for _ in COLOURS[1:]) + (players * random.choice((1, 3)),),
        "discs_fall": random.random() < 0.3,
        "respins": random.choice((0, 2, 40)),
        "first_taker": random.choice(("seat1", "rotating", "random")),
        "target": random.choice((1, 3, 5)),
        "round_limit": random.choice((1, 5, 12)),
    }
    for names in (SECONDS, CHANCES):
        rules |= {name: random.choice(values) for name, values in names.items() if random.random() < 0.4}
    extra = (":wait=12", ":reserve=4", ":hands=child", ":hands=practised:wait=3", ":blunder=0.2", ":blunder=1", ":blind=0.5:plan=steady:take=random", "", "")
    seats = [spec + (random.choice(extra) if spec != "random" else "") for spec in random.choices(SPECS, k=players)]
    return Settings(game="tops", players=players, rules=rules, seats=seats, rotate=random.random() < 0.5, n_games=6, seed=number)


def plans(settings: Settings, game: int) -> tuple[list[dict[str, Any] | None], list[float]]:
    """The players at their places in this game, as the naive strategies take them, and their blunders."""
    seats = [settings.seats[e] for e in settings.entries(game)]
    found = []
    for seat in seats:
        knobs = settings.mode_record.strategy(seat.strategy).parameters
        values = {k.name: k.printed(0) for k in knobs} | dict(seat.parameters)
        found.append(values)
    return [None if seat.strategy == "random" else values for seat, values in zip(seats, found, strict=True)], [seat.blunder for seat in seats]


def hands(settings: Settings, game: int) -> list[str]:
    return [dict(settings.seats[e].parameters).get("hands", "casual") for e in settings.entries(game)]


def referee_of(settings: Settings, game: int) -> Referee:
    return Referee(settings.seed, settings.deal(game), dict(settings.rules), settings.players, hands(settings, game))


def naive_choice(settings: Settings, game: int, referee: Referee) -> Move:
    players, blunders = plans(settings, game)
    return choose(referee, players[referee.question.seat], blunders[referee.question.seat])


class EngineGame:
    """One game on the engine behind the same few methods as the referee."""

    def __init__(self, settings: Settings, game: int) -> None:
        self.engine, self.states = settings.mode_record.engine(), settings.start(game)
        self.record = self.states[0]
        self.engine.deal(self.record)
        self.engine.advance(self.record)

    @property
    def question(self) -> Question | None:
        S = self.record
        return None if S.over else Question(("", "look", "take")[S.ask], int(S.seat), int(S.turn), int(S.looked[S.seat]), self.options)

    def options(self) -> list[Move]:
        out = np.zeros((32, 3), np.int16)
        n = self.engine.options(self.states.copy()[0], out)
        return [self.decode(row) for row in out[:n].tolist()]

    def decode(self, row: list[int]) -> Move:
        return ("take", row[0]) if self.record.ask == 2 else HOLD if row[0] == 0 else ("place", row[1], row[2])

    def encode(self, move: Move) -> list[int]:
        return {"hold": [0, 0, 0], "place": [1, *move[1:]], "take": [*move[1:], 0, 0]}[move[0]]

    def choose(self) -> Move:
        self.engine.choose(self.record)
        return self.decode(self.record.move.tolist())

    def is_legal(self, row: list[int]) -> bool:
        self.record.move[:] = row
        return int(self.engine.illegal(self.record)) == 0

    def answer(self, move: Move) -> None:
        assert self.is_legal(self.encode(move)), move
        self.engine.apply(self.record)
        self.engine.advance(self.record)

    def state(self) -> dict[str, Any]:
        """The state in the referee's words, out of the position."""
        seen = self.engine.position(self.record)
        n = seen["players"]
        tops = [([COLOURS.index(c) for c in top["stack"]], top["stops"], top["still"], top["factor"]) for top in seen["tops"]]
        counts = {name: [seen[name].get(c, 0) for c in COLOURS] for name in ("beside", "pool")}
        view = self.engine.view(self.record, None)
        players = []
        for p in range(n):
            reach = seen["reaching"][p] and (seen["reaching"][p]["top"] - 1, COLOURS.index(seen["reaching"][p]["colour"]))
            hand = [seen["discs"][p].get(c, 0) for c in COLOURS]
            players.append((hand, view["seats"][p]["objectives"], seen["tokens"][p], seen["acts_at"][p], reach, seen["looked"][p]))
        return {"turn": seen["turn"], "clock": seen["clock"], "tops": tops, **counts, "players": players}
