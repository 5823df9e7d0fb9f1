"""A plain-Python referee of Tops: the rules and the clock a second time, event by event, for reading and for catching the engine out.

Written from the rules page alone. It draws the objectives, spins the tops and moves the hands by itself, asks the questions by itself, lists every
legal answer by its own code and refuses any other. It shares nothing with the project but the random streams and the quantile tables.

Seats, tops and colours count from 0 here; an objective is a text such as "RRB".
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from math import log
from typing import Any

import numpy as np

from topstats.core import rng
from topstats.core.quantiles import POWER, Z

Move = tuple[Any, ...]  # ("hold",) | ("place", top, colour) | ("take", colour)
HOLD: Move = ("hold",)
COLOURS = "RBY"
NORMAL, TRUNCATED = 0, 2
DEAL, NATURE = 1, 6


def micro(seconds: float) -> int:
    return round(seconds * 1_000_000)


class Stream:
    """Words of one stream, one after the other."""

    def __init__(self, seed: int, deal: int, purpose: int, seat: int, epoch: int) -> None:
        key = np.uint64(rng.game_key(np.int64(seed), np.int64(deal)))
        self.key = np.uint64(rng.stream_key(key, np.int64(purpose), np.int64(seat), np.int64(epoch)))
        self.taken = 0

    def word(self) -> int:
        self.taken += 1
        return int(rng.word_at(self.key, np.int64(self.taken - 1)))

    def below(self, n: int) -> int:
        return (self.word() >> 32) * n >> 32

    def uniform(self) -> float:
        return (self.word() >> 11) * 2.0**-53

    def log_normal(self, median: int, spread: float) -> int:
        """A whole number around the median; `spread` is the standard deviation of the logarithm."""
        word, sd = self.word(), round(spread / log(2) * 2**20)
        i, between = word >> 54, word >> 34 & (2**20 - 1)
        z = int(Z[i]) + (int(Z[i + 1] - Z[i]) * between >> 20)
        x = sd * z >> 20
        j = (x & (2**20 - 1)) >> 10
        power = int(POWER[j]) + (int(POWER[j + 1] - POWER[j]) * (x & 1023) >> 10)
        return median * power >> (30 - (x >> 20))


@dataclass
class Top:
    """A top in a round; `discs` from below."""

    stream: Stream
    started: int
    stops: int = 0
    is_still: bool = False
    discs: list[int] = field(default_factory=list)
    factors: list[int] = field(default_factory=list)

    @property
    def colour(self) -> int | None:
        return self.discs[-1] if self.discs else None


@dataclass
class Player:
    """`acts_at` is the time of its next look or of the arrival of its disc (`reach`: top, colour); None: it rests."""

    hand: list[int]
    hands: str
    objectives: list[str] = field(default_factory=list)
    tokens: int = 0
    acts_at: int | None = None
    reach: tuple[int, int] | None = None
    decisions: int = 0
    lacks: bool = False
    stream: Stream | None = None
    tally: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("placed", "fallen", "touches", "late", "lacking", "lacking_won"), 0))
    held: dict[str, int] = field(default_factory=dict)
    won: dict[str, int] = field(default_factory=dict)
    course: list[list[int]] = field(default_factory=list)


@dataclass(frozen=True)
class Question:
    """A decision asked of a seat; `options` lists every legal move in the documented order."""

    kind: str
    seat: int
    turn: int
    decision: int
    options: Callable[[], list[Move]]


class Referee:
    """One game. `question` is what is asked now (None: the game is over), `answer(move)` goes on to the next question."""

    def __init__(self, seed: int, deal: int, rules: dict[str, Any], players: int, hands: list[str] | None = None) -> None:
        self.seed, self.deal, self.rules = seed, deal, rules
        each = [n // players for n in rules["discs"]]  # TS-01
        self.players = [Player(list(each), who) for who in hands or ["casual"] * players]
        self.cards = ["".join(c) for c in combinations_with_replacement(COLOURS, rules["tops"])]  # TS-02
        self.tops: list[Top] = []
        self.beside, self.pool = [0, 0, 0], [0, 0, 0]
        self.turn = self.clock = self.elapsed = self.respins = self.no_winner = self.bare = 0
        self.shown: dict[str, int] = {}
        self.leader: int | None = None
        self.lead_changes = 0
        self.ended: int | None = None
        self.log: list[tuple[Any, ...]] = []  # what happened, event by event
        self._play = self.play()
        self.question: Question | None = next(self._play)

    def answer(self, move: Move) -> None:
        """Carry out the move; AssertionError if it is not legal."""
        assert self.question is not None, "the game is over"
        assert move in self.question.options(), f"{move} is not legal for {self.question}"
        self.players[self.question.seat].decisions += 1
        self.question = self._play.send(move)

    def stream(self, purpose: int, seat: int, epoch: int) -> Stream:
        return Stream(self.seed, self.deal, purpose, seat, epoch)

    # ---- the game ----

    def play(self) -> Generator[Any, Move, None]:
        while self.ended is None:
            self.begin_round()
            yield from self.run()
            taker = self.decide()
            if self.ended is None:
                yield from self.share_out(taker)
        yield None

    def begin_round(self) -> None:
        """TS-03, TS-04."""
        self.turn += 1
        self.elapsed += micro(self.rules["break_s"])
        self.clock = self.respins = 0
        self.draw_objectives()
        self.tops = []
        for k in range(self.rules["tops"]):
            self.tops.append(Top(self.stream(NATURE, 8 + k, self.turn), k * micro(self.rules["spin_gap_s"])))
            self.spin(self.tops[k], self.tops[k].started)
        for seat, player in enumerate(self.players):
            player.stream, player.decisions, player.reach = self.stream(NATURE, seat, self.turn), 0, None
            self.watch(player, 0)
        self.note()

    def draw_objectives(self) -> None:
        words = np.zeros(4, np.uint64)
        rng.seed_stream(words, np.uint64(rng.game_key(np.int64(self.seed), np.int64(self.deal))), np.int64(DEAL), np.int64(0), np.int64(self.turn))
        cards = list(self.cards)
        for i in range(len(cards) - 1, 0, -1):
            j = int(rng.below(words, np.int64(i + 1)))
            cards[i], cards[j] = cards[j], cards[i]
        n = self.rules["objectives"]
        for seat, player in enumerate(self.players):
            player.objectives = cards[n * seat : n * (seat + 1)]

    def note(self) -> None:
        for player in self.players:
            player.lacks = any(n == 0 and total for n, total in zip(player.hand, self.rules["discs"], strict=True))
            player.tally["lacking"] += player.lacks
            player.course.append([sum(player.hand), *player.hand, int(player.lacks)])
            for objective in player.objectives:
                player.held[objective] = player.held.get(objective, 0) + 1

    def spin(self, top: Top, at: int) -> None:
        spread = log(1 + self.rules["spin_cv"] ** 2) ** 0.5
        top.stops = at + max(1000, top.stream.log_normal(micro(self.rules["spin_s"]), spread))
        top.factors = [max(1, top.stream.log_normal(2**20, self.rules["judge_sd"])) for _ in self.players]

    def watch(self, player: Player, at: int) -> None:
        """The next look, a pause from this time on."""
        player.acts_at, player.reach = None, None
        if sum(player.hand):
            assert player.stream is not None
            player.acts_at = at + max(50_000, player.stream.log_normal(micro(self.rules[f"gap_{player.hands}"]), self.rules["gap_sd"]))

    def run(self) -> Generator[Question, Move, None]:
        """TS-05: one event after the other, until all tops stand still and no disc is on its way."""
        while True:
            spinning = [top for top in self.tops if not top.is_still]
            times = [p.acts_at for p in self.players if p.acts_at is not None]
            if spinning and min(top.stops for top in spinning) <= min(times, default=10**18):
                self.stop(min(spinning, key=lambda top: top.stops))
            elif times:
                seat = self.first_at(min(times))
                self.clock = min(times)
                if self.players[seat].reach is not None:
                    self.arrive(seat)
                else:
                    move = yield Question("look", seat, self.turn, self.players[seat].decisions, lambda seat=seat: self.look_options(seat))
                    self.look(seat, move)
            else:
                return

    def first_at(self, time: int) -> int:
        """Of the players who act at this instant, the one whom the lot names."""
        seats = [seat for seat, player in enumerate(self.players) if player.acts_at == time]
        return seats[0] if len(seats) == 1 else seats[self.stream(NATURE, 16 + len(seats), self.turn * 2**42 + time).below(len(seats))]

    def stop(self, top: Top) -> None:
        self.clock, top.is_still = top.stops, True
        self.log.append(("stop", self.tops.index(top), self.clock))
        if all(top.is_still for top in self.tops):
            self.elapsed += self.clock
            for player in self.players:
                if player.reach is None:
                    player.acts_at = None

    def look_options(self, seat: int) -> list[Move]:
        spinning = [k for k, top in enumerate(self.tops) if top.started <= self.clock < top.stops]
        return [HOLD] + [("place", k, c) for k in spinning for c in range(3) if self.players[seat].hand[c]]

    def look(self, seat: int, move: Move) -> None:
        player = self.players[seat]
        if move == HOLD:
            self.watch(player, self.clock)
            return
        player.hand[move[2]] -= 1
        player.reach, player.acts_at = (move[1], move[2]), self.clock + micro(self.rules[f"react_{player.hands}"])

    def arrive(self, seat: int) -> None:
        """TS-05 to TS-07: a disc comes to its top."""
        player = self.players[seat]
        assert player.reach is not None and player.stream is not None
        k, colour = player.reach
        top = self.tops[k]
        if top.stops <= self.clock:
            player.hand[colour] += 1
            player.tally["late"] += 1
            self.log.append(("late", seat, k, colour, self.clock))
            self.watch(player, self.clock)
            if all(top.is_still for top in self.tops):
                player.acts_at = None
            return
        lands = player.stream.uniform() < self.rules[f"land_{player.hands}"]
        touches = player.stream.uniform() < self.rules[f"touch_{player.hands}"]
        player.tally["placed"] += 1
        self.log.append(("lands" if lands else "falls", seat, k, colour, self.clock))
        if lands:
            self.land(player, top, colour)
        else:
            self.beside[colour] += 1
            player.tally["fallen"] += 1
        busy_until = self.clock
        if touches and self.respins < self.rules["respins"]:
            busy_until += micro(self.rules["respin_s"])
            self.touch(player, top, busy_until)
        self.watch(player, busy_until)

    def land(self, player: Player, top: Top, colour: int) -> None:
        if self.rules["knock"] > 0:
            assert player.stream is not None
            if player.stream.uniform() < self.rules["knock"] and top.discs:
                self.beside[top.discs.pop()] += 1
        top.discs.append(colour)
        top.stops = max(self.clock, top.stops - top.stream.log_normal(micro(self.rules["cost_s"]), self.rules["cost_sd"]))

    def touch(self, player: Player, top: Top, at: int) -> None:
        """TS-06."""
        self.respins += 1
        player.tally["touches"] += 1
        if self.rules["discs_fall"]:
            for colour in top.discs:
                self.beside[colour] += 1
            top.discs = []
        self.spin(top, at)

    def decide(self) -> int:
        """TS-08, TS-09, TS-11, TS-12; returns who takes first (TS-10)."""
        for top in self.tops:
            for colour in top.discs:
                self.beside[colour] += 1
        self.pool, self.beside = self.beside, [0, 0, 0]
        colours = [top.colour for top in self.tops]
        picture = None if None in colours else "".join(sorted((COLOURS[c] for c in colours if c is not None), key=COLOURS.index))
        for top in self.tops:
            top.discs = []
        if picture is not None:
            self.shown[picture] = self.shown.get(picture, 0) + 1
        winner = next((seat for seat, player in enumerate(self.players) if picture in player.objectives), None)
        self.log.append(("result", picture, winner))
        if winner is not None:
            player = self.players[winner]
            player.tokens += 1
            player.tally["lacking_won"] += player.lacks
            player.won[str(picture)] = player.won.get(str(picture), 0) + 1
            if all(other.tokens < player.tokens for other in self.players if other is not player):
                self.lead_changes += self.leader not in (None, winner)
                self.leader = winner
        else:
            self.no_winner += 1
            self.bare += picture is None
        if max(player.tokens for player in self.players) >= self.rules["target"]:
            self.ended = NORMAL
        elif self.turn >= self.rules["round_limit"]:
            self.ended = TRUNCATED
        return self.first_taker() if winner is None else winner

    def first_taker(self) -> int:
        how, n = self.rules["first_taker"], len(self.players)
        return {"seat1": lambda: 0, "rotating": lambda: (self.turn - 1) % n, "random": lambda: self.stream(NATURE, 16, self.turn).below(n)}[how]()

    def share_out(self, taker: int) -> Generator[Question, Move, None]:
        """TS-10."""
        while sum(self.pool):
            move = yield Question("take", taker, self.turn, self.players[taker].decisions, lambda: [("take", c) for c in range(3) if self.pool[c]])
            self.pool[move[1]] -= 1
            self.players[taker].hand[move[1]] += 1
            self.log.append(("take", taker, move[1]))
            taker = (taker + 1) % len(self.players)

    # ---- what is compared ----

    def discs(self) -> list[int]:
        """Discs of each colour, wherever they are."""
        total = [a + b + sum(player.hand[c] for player in self.players) for c, (a, b) in enumerate(zip(self.beside, self.pool, strict=True))]
        for top in self.tops:
            for colour in top.discs:
                total[colour] += 1
        for player in self.players:
            if player.reach is not None:
                total[player.reach[1]] += 1
        return total

    def state(self) -> dict[str, Any]:
        """The public and private state in plain values."""
        return {
            "turn": self.turn,
            "clock": self.clock,
            "tops": [(top.discs, top.stops, top.is_still, top.factors) for top in self.tops],
            "beside": self.beside,
            "pool": self.pool,
            "players": [(p.hand, p.objectives, p.tokens, p.acts_at, p.reach, p.decisions) for p in self.players],
        }

    def row(self) -> dict[str, Any]:
        """The row of the finished game, by block and column."""
        tokens = sorted((player.tokens for player in self.players), reverse=True)
        best = [player.tokens == tokens[0] for player in self.players]
        pictures = self.cards if len(self.cards) == 10 else []
        return {
            "game": [
                self.turn,
                self.ended,
                (self.elapsed + 30_000_000) // 60_000_000,
                tokens[0] - (tokens[1] if len(tokens) > 1 else 0),
                self.no_winner,
                self.bare,
                self.lead_changes,
            ],
            "seat": [
                [60 // sum(best) if wins else 0, p.tokens, *p.tally.values(), self.turn - p.tally["lacking"], p.tokens - p.tally["lacking_won"]]
                for p, wins in zip(self.players, best, strict=True)
            ],
            "picture": [[[self.shown.get(c, 0), p.held.get(c, 0), p.won.get(c, 0)] for c in pictures] for p in self.players],
            "round": [(p.course + [[-1] * 5] * 20)[:20] for p in self.players],
        }
