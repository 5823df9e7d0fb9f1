"""A plain-Python referee of Top It: the rules and the model a second time, for reading and for catching the engine out.

Written from the rules page alone. It asks every question by itself and refuses an answer that is not allowed (the players stand in
top_it_players.py). It shares nothing with the project but the random streams and the two quantile tables. Seats, persons, tiles and terms count from 0.
"""

import json
from collections.abc import Generator
from dataclasses import dataclass, field
from math import log, log2
from pathlib import Path
from typing import Any

import numpy as np

from topstats.core import quantiles, rng

DATA = json.loads((Path(__file__).parents[2] / "data" / "top_it" / "words.json").read_text(encoding="utf-8"))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CLASSES = ("narrow", "middle", "broad")
SKILLS = ("child", "casual", "word_lover")
LINES = [{3 * i + j for j in range(3)} for i in range(3)] + [{3 * i + j for i in range(3)} for j in range(3)] + [{0, 4, 8}, {2, 4, 6}]
UNIT, FULL, TABLE, NATURE = 2**20, 2**31, 24, 6
NORMAL, TRUNCATED = 0, 2


class Stream:
    """One random stream at its beginning."""

    def __init__(self, seed: int, deal: int, purpose: int, seat: int, epoch: int) -> None:
        self.state = np.zeros(4, np.uint64)
        rng.seed_stream(self.state, np.uint64(rng.game_key(np.int64(seed), np.int64(deal))), np.int64(purpose), np.int64(seat), np.int64(epoch))

    def word(self) -> int:
        return int(rng.next_word(self.state))

    def below(self, n: int) -> int:
        return (self.word() >> 32) * n >> 32

    def happens(self, chance: int) -> bool:
        return self.word() >> 33 < chance

    def uniform(self) -> float:
        return (self.word() >> 11) * 2.0**-53


def mixed(word: int) -> int:
    return int(rng.mix(np.uint64(word)))


def normal(word: int) -> int:
    z, i, between = quantiles.Z, word >> 54, word >> 34 & UNIT - 1
    return int(z[i]) + ((int(z[i + 1]) - int(z[i])) * between >> 20)


def power(x: int) -> int:
    x = min(x, 45 * UNIT)
    whole, part = x >> 20, x & UNIT - 1
    i, table = part >> 10, quantiles.POWER
    value = int(table[i]) + ((int(table[i + 1]) - int(table[i])) * (part & 1023) >> 10)
    return 0 if whole < -1 else value * 2**whole >> 30 if whole >= 0 else value >> 31


def logarithm(n: int) -> int:
    """To base 2, in units of 2^-20."""
    if n <= 0:
        return -64 * UNIT
    e = n.bit_length() - 1
    m = n << 30 - e if e <= 30 else n >> e - 30
    i, between = (m >> 20) - 1024, m & UNIT - 1
    low, high = (round(UNIT * log2(1 + k / 1024)) for k in (i, i + 1))
    return e * UNIT + low + ((high - low) * between >> 20)


def half_up(x: float) -> int:
    return int(x + 0.5)


def alias_table(terms: int, zipf: float) -> list[tuple[int, int]]:
    """(threshold, alias) of each term."""
    weights = [round(2**30 * r**-zipf) for r in range(1, terms + 1)]
    total, left = sum(weights), [w * terms for w in weights]
    table = [(2**22 - 1, r) for r in range(terms)]
    small, large = [r for r in range(terms) if left[r] < total], [r for r in range(terms) if left[r] >= total]
    while small and large:
        poor, rich = small.pop(), large[-1]
        table[poor] = (left[poor] * 2**22 // total, rich)
        left[rich] -= total - left[poor]
        if left[rich] < total:
            small.append(large.pop())
    return table


@dataclass
class Pin:
    seat: int
    term: int
    tile: int
    doubtful: bool
    is_off: bool = False


@dataclass
class Person:
    seat: int
    vocabulary: int = 0
    pace: int = 0
    cue: int = 0
    doubt: int = 0
    capacity: int = 0
    think: int = 0
    knows_key: int = 0
    stream: Any = None
    wake: int | None = None  # None: done for the round
    ready: bool = False  # it wakes to name what it has in mind
    mind: list[int] = field(default_factory=list)
    heard: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Question:
    """A decision asked of a person; SEEK is answered with a set of tiles, NAME with a term in mind or None."""

    kind: str
    person: int
    seat: int
    now: int
    round: int
    decision: int


class Referee:
    """One game. `question` is what is asked now (None: the game is over), `answer(move)` goes on to the next question.

    people : for each seat its skill, pace, vocab, cue and doubt.
    """

    def __init__(self, seed: int, deal: int, rules: dict[str, Any], players: int, people: list[dict[str, Any]]) -> None:
        self.seed, self.deal, self.rules, self.seats = seed, deal, rules, range(players)
        self.time = {name: round(rules[name] * 10**6) for name in ("round_s", "stop_s", "start_s", "hand_s", "break_s")}
        self.chance = {name: round(rules[name] * FULL) for name in ("hear", "notice", "clash", "challenge", "against")}
        self.spread = {name: round(rules[name] / log(2) * UNIT) for name in ("vocab_spread", "time_spread", "person_spread")}
        self.popularity = [alias_table(rules[f"{c}_terms"], rules["zipf"]) for c in CLASSES]
        shares = DATA["letters"][rules["language"]]["shares"]
        self.shares, self.spelled = shares, [letter for letter, n in shares.items() for _ in range(n)]
        self.persons = [Person(seat) for seat in self.seats for _ in range(rules["team_size"][seat])]
        self.pile = self.shuffled_topics()
        for p, person in enumerate(self.persons):
            self.draw_person(p, person, people[person.seat])
        self.round, self.grid, self.ended, self.now, self.decision = 0, "", None, 0, 0
        self.score, self.pin_points, self.row_points, self.stacked, self.rowed = ([0] * players for _ in range(5))
        self.tally = {name: [0] * players for name in ("placed", "caught", "unnoticed", "voted_off", "left", "used_up", "made", "broken", "scored")}
        self.row_rounds, self.grid_shares, self.leader, self.since, self.lead_changes = 0, 0, None, 0, 0
        self.letters = {x: [0, 0] for x in LETTERS}  # rounds on the grid, pins
        self.events: list[tuple[Any, ...]] = []
        self._play = self.play()
        self.question: Question | None = next(self._play)

    def answer(self, move: Any) -> None:
        """Carry out the move; AssertionError if it is not allowed."""
        q = self.question
        assert q is not None, "the game is over"
        if q.kind == "seek":
            assert isinstance(move, frozenset) and move and move <= set(range(9)), f"{move} is no set of tiles"
        else:
            assert move is None or move in self.persons[q.person].mind, f"{move} is not in mind"
        self.decision += 1
        try:
            self.question = self._play.send(move)
        except StopIteration:
            self.question = None

    # ---- the deal ----

    def stream(self, purpose: int, seat: int, epoch: int) -> Stream:
        return Stream(self.seed, self.deal, purpose, seat, epoch)

    def key(self, purpose: int, seat: int, epoch: int) -> int:
        key = int(rng.game_key(np.int64(self.seed), np.int64(self.deal)))
        return mixed(key ^ (purpose << 60 | seat << 52 | epoch))

    def shuffled_topics(self) -> list[int]:
        """TI-03, TI-12: classes of the cards, the first on top."""
        pattern = [c for c, n in enumerate(self.rules["topic_mix"]) for _ in range(n)]
        pile = [pattern[i % len(pattern)] for i in range(self.rules["topics"])]
        words = self.stream(rng.DEAL, 0, 0)
        for i in range(len(pile) - 1, 0, -1):
            j = words.below(i + 1)
            pile[i], pile[j] = pile[j], pile[i]
        return pile

    def draw_person(self, p: int, person: Person, like: dict[str, Any]) -> None:
        k = SKILLS.index(like["skill"])
        factor = self.spread["person_spread"] * normal(self.stream(NATURE, p, 0).word()) >> 20
        person.vocabulary = logarithm(half_up(self.rules["skill_vocab"][k] * like["vocab"] / 100 * UNIT)) - 20 * UNIT + factor
        person.pace = logarithm(half_up(self.rules["skill_pace"][k] * like["pace"] / 100 * UNIT)) - 20 * UNIT - factor
        person.cue = min(2**30, half_up(self.rules["skill_cue"][k] * like["cue"] / 100 * 1024))
        person.doubt = min(FULL, half_up(self.rules["skill_doubt"][k] * like["doubt"] / 100 * FULL))

    def laid_grid(self) -> str:
        """TI-02: nine of the commonest letters."""
        tiles = sorted(self.shares, key=lambda x: -self.shares[x])[: self.rules["tiles"]]
        words, grid = self.stream(rng.DEAL, 0, self.round), ""
        for _ in range(9):
            j = words.below(len(tiles))
            grid += tiles[j]
            tiles[j] = tiles[-1]
            tiles.pop()
        return grid

    # ---- what comes to mind ----

    def letter(self, term: int) -> str:
        while True:
            h = mixed(self.letter_key ^ term)
            x = (h >> 32) * (self.rules["letter_evenness"] + term) >> 32
            if x < self.rules["letter_evenness"]:
                return self.spelled[(h & 2**32 - 1) * len(self.spelled) >> 32]
            term = x - self.rules["letter_evenness"]

    def tile(self, term: int) -> int | None:
        letter = self.letter(term)
        return self.grid.index(letter) if letter in self.grid else None

    def drawn_term(self, words: Stream) -> int:
        table, w = self.popularity[self.topic], words.word()
        r = (w >> 32) * len(table) >> 32
        threshold, alias = table[r]
        return r if w >> 10 & 2**22 - 1 < threshold else alias

    def knows(self, person: Person, term: int) -> bool:
        z = normal(mixed(person.knows_key ^ term))
        return self.spread["vocab_spread"] * z >> 20 >= round(UNIT * log2(term + 1)) - person.capacity

    def thought(self, person: Person) -> int:
        return max(50_000, power(person.think + (self.spread["time_spread"] * normal(person.stream.word()) >> 20)))

    def recall(self, person: Person, wanted: frozenset[int]) -> int | None:
        kept = None
        for _ in range(64):
            term = self.drawn_term(person.stream)
            if not self.knows(person, term):
                continue
            if term in person.heard or term in person.mind or term in self.forgotten[self.persons.index(person)]:
                return None
            tile = self.tile(term)
            if tile in wanted:
                return term
            if tile is not None and kept is None:
                kept = term
            if person.stream.below(person.cue + 1024 * len(wanted)) >= person.cue:
                break
        return kept

    # ---- a game, a round ----

    def play(self) -> Generator[Any, Any, None]:
        while self.ended is None:
            self.round += 1
            self.begin_round()
            yield from self.run_clock()
            self.now = self.time["round_s"] + self.time["stop_s"]
            self.vote()
            self.count()
        yield None

    def begin_round(self) -> None:
        self.decision, self.now = 0, 0
        if self.round == 1 or self.rules["new_grid"]:
            self.grid = self.laid_grid()
        card = (self.round - 1) % self.rules["topics"]
        self.topic, self.letter_key = self.pile[card], self.key(8, 0, card)
        self.stacks: list[list[Pin]] = [[] for _ in range(9)]
        self.pins: list[Pin] = []
        self.said: list[int] = []
        self.clear = FULL
        self.in_hand = [self.rules["pins"]] * len(self.seats)
        self.hand_free = [0] * len(self.seats)
        self.forgotten: list[set[int]] = [set() for _ in self.persons]
        self.table_stream = self.stream(NATURE, TABLE, self.round)
        half, think_s = (self.rules[f"{CLASSES[self.topic]}_{key}"] for key in ("half", "think_s"))
        for p, person in enumerate(self.persons):
            person.mind, person.heard, person.ready = [], set(), False
            person.knows_key = self.key(7, p, card)
            person.capacity = logarithm(round(half * UNIT)) - 20 * UNIT + person.vocabulary
            person.think = logarithm(round(think_s * 10**6)) + person.pace
            person.stream = self.stream(NATURE, p, self.round)
            person.wake = self.time["start_s"] + self.thought(person) if self.rules["pins"] else None
        for x in self.grid:
            self.letters[x][0] += 1
            self.grid_shares += self.shares[x]

    def run_clock(self) -> Generator[Any, Any, None]:
        """TI-03, TI-04: thought after thought, until no pin can be laid in time."""
        end = self.time["round_s"] + self.time["stop_s"]
        while True:
            awake = [p for p in self.persons if p.wake is not None and p.wake + self.time["hand_s"] <= end]
            if not awake:
                return
            now = min(p.wake for p in awake if p.wake is not None)
            first = [p for p in awake if p.wake == now]
            person = first[self.table_stream.below(len(first))] if len(first) > 1 else first[0]
            self.now = now
            if self.hand_free[person.seat] > now:
                person.wake = self.hand_free[person.seat]
                continue
            yield from self.think(person)

    def think(self, person: Person) -> Generator[Any, Any, None]:
        number, named = self.persons.index(person), None
        if person.ready:
            if person.mind:
                named = yield Question("name", number, person.seat, self.now, self.round, self.decision)
            self.go_on(person, named)
            return
        wanted = yield Question("seek", number, person.seat, self.now, self.round, self.decision)
        found = self.recall(person, wanted)
        if found is not None:
            if len(person.mind) == 8:
                self.forgotten[number].add(person.mind.pop(0))
            person.mind.append(found)
        if person.mind:
            named = yield Question("name", number, person.seat, self.now, self.round, self.decision)
        self.go_on(person, named)

    def go_on(self, person: Person, named: int | None) -> None:
        """Name the term, if there is one, and what comes then."""
        person.ready = False
        if named is None:
            person.wake = self.now + self.thought(person)
            return
        person.mind.remove(named)
        self.name(person, named)
        self.hand_free[person.seat] = self.now + self.time["hand_s"]
        if self.in_hand[person.seat] and person.mind:
            person.wake, person.ready = self.hand_free[person.seat], True
        elif self.in_hand[person.seat]:
            person.wake = self.hand_free[person.seat] + self.thought(person)
        else:  # TI-08
            self.tally["used_up"][person.seat] += 1
            for mate in self.persons:
                if mate.seat == person.seat:
                    mate.wake = None

    def name(self, person: Person, term: int) -> None:
        """TI-04 to TI-06."""
        words, seat = person.stream, person.seat
        is_contained = self.rules["contained"] and not words.happens(self.clear)
        is_repeat = term in self.said or is_contained
        if term not in self.said:
            self.said.append(term)
            self.clear = self.clear * (FULL - self.chance["clash"]) >> 31
        for other in self.persons:
            if other.seat == seat or words.happens(self.chance["hear"]):
                other.heard.add(term)
                if term in other.mind:
                    other.mind.remove(term)
        if is_repeat and words.happens(self.chance["notice"]):
            self.tally["caught"][seat] += 1
            self.events.append((self.round, self.now, "taken", seat, term))
            return
        self.tally["unnoticed"][seat] += is_repeat
        tile = self.tile(term)
        assert tile is not None
        rows_before = [self.rows(s) for s in self.seats]
        pin = Pin(seat, term, tile, words.happens(person.doubt))
        self.pins.append(pin)
        self.stacks[tile].append(pin)
        self.in_hand[seat] -= 1
        self.tally["placed"][seat] += 1
        for s, before in zip(self.seats, rows_before, strict=True):
            self.tally["made" if s == seat else "broken"][s] += abs(self.rows(s) - before)
        self.events.append((self.round, self.now, "laid", seat, term))

    def tops(self, seat: int) -> set[int]:
        return {t for t in range(9) if self.stacks[t] and self.stacks[t][-1].seat == seat}

    def rows(self, seat: int) -> int:
        """TI-11: full lines on top."""
        return sum(line <= self.tops(seat) for line in LINES)

    def vote(self) -> None:
        """TI-07."""
        for pin in self.pins:
            if not pin.doubtful or not self.table_stream.happens(self.chance["challenge"]):
                continue
            against = sum(self.table_stream.happens(self.chance["against"]) for _ in self.seats[1:])
            in_favour = len(self.seats) - 1 - against + (1 if self.rules["owner_votes"] else 0)
            if against > in_favour:
                pin.is_off = True
                self.stacks[pin.tile].remove(pin)
                self.in_hand[pin.seat] += 1
                self.tally["voted_off"][pin.seat] += 1
            self.events.append((self.round, self.now, "voted", pin.seat, pin.term, against, pin.is_off))

    # ---- points ----

    def points_for_pins(self, seat: int, top_takes_all: bool) -> int:
        """TI-10."""
        stacks = [s for s in self.stacks if s]
        pins = sum(len(s) for s in stacks if s[-1].seat == seat) if top_takes_all else sum(p.seat == seat for s in stacks for p in s)
        return pins * self.rules["pin_points"]

    def points_for_rows(self, seat: int, at_most_one: bool) -> int:
        n = self.rows(seat)
        return (min(n, 1) if at_most_one else n) * self.rules["row_points"]

    def count(self) -> None:
        """TI-10, TI-11, and TI-13, TI-14: whether it goes on."""
        takes_all, one = self.rules["stack_scoring"] == "top_takes_all", self.rules["rows_counted"] == "one"
        for s in self.seats:
            pins, rows = self.points_for_pins(s, takes_all), self.points_for_rows(s, one)
            self.pin_points[s] += pins
            self.row_points[s] += rows
            self.score[s] += pins + rows
            self.stacked[s] += self.points_for_pins(s, not takes_all) + rows
            self.rowed[s] += pins + self.points_for_rows(s, not one)
            self.tally["scored"][s] += min(self.rows(s), 1) if one else self.rows(s)
            self.tally["left"][s] += self.in_hand[s]
        self.row_rounds += any(self.rows(s) for s in self.seats)
        for t, stack in enumerate(self.stacks):
            self.letters[self.grid[t]][1] += len(stack)
        self.note_leader()
        self.events.append((self.round, self.now, "scored", *self.score))
        if max(self.score) >= self.rules["target"]:
            self.ended = NORMAL
        elif self.round == self.rules["round_limit"]:
            self.ended = TRUNCATED

    def note_leader(self) -> None:
        first = [s for s in self.seats if self.score[s] == max(self.score)]
        if len(first) > 1:
            self.since = 0
            return
        if first[0] != self.leader:
            self.lead_changes += self.leader is not None
            self.leader, self.since = first[0], self.round
        elif not self.since:
            self.since = self.round

    def winners(self, points: list[int], by_target: bool) -> list[int]:
        """TI-13."""
        reached = [s for s in self.seats if points[s] >= self.rules["target"]]
        return reached if by_target and reached else [s for s in self.seats if points[s] == max(points)]

    def rows_of_result(self) -> dict[str, Any]:
        """The row of this game in the tables: game, seats, letters."""
        by_target = self.rules["end_rule"] == "target"
        readings = [(self.score, by_target), (self.score, not by_target), (self.stacked, by_target), (self.rowed, by_target)]
        win, end, stack, rows = (self.winners(points, rule) for points, rule in readings)

        def share(winners: list[int], s: int) -> int:
            return 60 // len(winners) if s in winners else 0

        ranked, t = sorted(self.score, reverse=True), self.tally
        us = self.round * (self.time["round_s"] + self.time["stop_s"]) + (self.round - 1) * self.time["break_s"]
        per_mille = int(1000 * self.grid_shares / (self.round * len(self.spelled)) + 0.5)
        game = [self.round, self.ended, ranked[0] - ranked[1], int(us / 60e6 + 0.5), sum(x >= self.rules["target"] for x in self.score)]
        game += [self.since if len(win) == 1 else 0, self.row_rounds, per_mille, int(end != win), int(stack != win), int(rows != win), self.lead_changes]
        names = ("placed", "caught", "unnoticed", "voted_off", "left", "used_up", "made", "broken", "scored")
        points = (self.score, self.pin_points, self.row_points)
        return {
            "game": game,
            "seats": [
                [share(win, s), *(of[s] for of in points), *(share(won, s) for won in (end, stack, rows)), *(t[name][s] for name in names)] for s in self.seats
            ],
            "letters": [[[self.letters[x][1], self.letters[x][0]] for x in LETTERS] for _ in self.seats],
        }
