"""A plain-Python referee of Top Pop (base and lite): the rules a second time, for reading and for catching the engine out.

Written from the rules page alone. It deals by itself, asks the questions by itself, lists every legal answer by its
own code and refuses any other (the scoring stands in top_pop_scoring.py). It shares nothing with the project but the random streams.

Seats and colours count from 0 here, as cards do; only the rows speak of seats from 1.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from tests.naive.top_pop_powers import Powers
from tests.naive.top_pop_scoring import points, row
from topstats.core import rng

Move = tuple[Any, ...]  # ("start", card) | ("place", card, seat) | ("collect", colour) | ("keep", card) | ("stop",) | ("stack", card, caps of each colour)
STOP: Move = ("stop",)
NORMAL, STALLED, TRUNCATED = 0, 1, 2


def stream(seed: int, deal: int, purpose: int, seat: int, epoch: int) -> np.ndarray:
    """A random stream at its beginning."""
    words = np.zeros(4, np.uint64)
    key = np.uint64(rng.game_key(np.int64(seed), np.int64(deal)))
    rng.seed_stream(words, key, np.int64(purpose), np.int64(seat), np.int64(epoch))
    return words


def below(words: np.ndarray, n: int) -> int:
    return int(rng.below(words, np.int64(n)))


@dataclass
class Card:
    """`number` is the place in the shuffled deck; `front` the seat before which it lies; `stacks` owner -> caps, bottom to top."""

    number: int
    city: int
    night: bool
    knowers: set[int] = field(default_factory=set)
    face_up: bool = False
    front: int | None = None
    stacks: dict[int, list[int]] = field(default_factory=dict)

    def height(self, owner: int) -> int:
        return len(self.stacks.get(owner, []))

    def known_to(self, seat: int) -> bool:
        return self.face_up or seat in self.knowers


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

    def __init__(self, seed: int, deal: int, rules: dict[str, Any], players: int) -> None:
        self.seed, self.deal_number, self.rules, self.players = seed, deal, rules, players
        self.seats = range(players)
        self.middle = [rules["caps_per_colour"]] * players  # TP-04
        self.supply = [[0] * players for _ in self.seats]
        self.hands: list[list[Card]] = [[] for _ in self.seats]
        self.won: list[list[Card]] = [[] for _ in self.seats]
        self.table: list[Card] = []
        self.turn = self.decision = 0
        self.trigger_seat: int | None = None
        self.trigger_turn = 0
        self.ended: int | None = None
        self.idle_turns = 0
        self.progress = False
        self.caps_received, self.caps_given, self.stacks_lost = ([0] * players for _ in range(3))
        self.leader: int | None = None
        self.lead_changes = 0
        self.powers = Powers(rules, players)
        self.just_drawn: list[Card] = []
        self.caps_before: list[int] = []
        self.deck = self.shuffled()
        self.cards = list(self.deck)
        self._play = self.play()
        self.question: Question | None = next(self._play)

    def answer(self, move: Move) -> None:
        """Carry out the move; AssertionError if it is not legal."""
        assert self.question is not None, "the game is over"
        assert self.is_legal(move), f"{move} is not legal for {self.question}"
        self.decision += 1
        try:
            self.question = self._play.send(move)
        except StopIteration:
            self.question = None

    # ---- the game ----

    def play(self) -> Generator[Any, Move, None]:
        self.deal_out()
        yield from self.lay_start_cards()
        while self.ended is None:
            self.turn += 1
            self.decision = 0
            yield from self.take_turn((self.turn - 1) % self.players)
        self.finish()
        yield None

    def shuffled(self) -> list[Card]:
        """TP-01 to TP-03: the deck, its top card first."""
        kinds = []
        for city in range(self.rules["cities"]):
            n = self.rules["deck"][city]
            n_night = min(self.rules["night_cards"], n)
            kinds += [(city, True)] * n_night + [(city, False)] * (n - n_night)
        words = stream(self.seed, self.deal_number, rng.DEAL, 0, 0)
        for i in range(len(kinds) - 1, 0, -1):
            j = below(words, i + 1)
            kinds[i], kinds[j] = kinds[j], kinds[i]
        return [Card(number, city, night) for number, (city, night) in enumerate(kinds)]

    def deal_out(self) -> None:
        """TP-05: caps and hands."""
        for seat in self.seats:
            self.take(seat, seat, self.rules["start_caps"][seat])
            if self.rules["hands"]:
                for _ in range(self.rules["start_cards"][seat]):
                    self.draw(seat)

    def lay_start_cards(self) -> Generator[Any, Move, None]:
        """TP-05, TP-33: some seats lay cards in front of themselves before the first turn."""
        for seat in self.seats:
            for _ in range(self.rules["start_placed"][seat]):
                if not self.rules["hands"]:
                    self.draw(seat)
                    if self.hands[seat]:
                        self.lay(seat, self.hands[seat][0], seat)
                elif self.hands[seat]:
                    _, number = yield self.ask("start", seat)
                    self.lay(seat, self.cards[number], seat)

    def take_turn(self, seat: int) -> Generator[Any, Move, None]:
        """TP-06, and TP-31 where there are no hands."""
        self.progress = False
        if not self.rules["hands"] and self.trigger_seat is None:
            yield from self.draw_and_keep(seat)
        self.win_cards(seat)
        if self.trigger_seat is None and not self.deck and not self.table and not any(self.hands):
            self.ended = NORMAL  # TP-25: nothing is left to play for
            return
        yield from self.place(seat)
        yield from self.collect(seat)
        yield from self.stack(seat)
        if self.rules["hands"] and self.trigger_seat is None:
            for _ in range(self.rules["draw_cards"]):
                yield from self.draw_and_keep(seat)
        self.look_for_the_end()

    def ask(self, kind: str, seat: int) -> Question:
        lists = {"start": self.start_options, "place": self.place_options, "collect": self.collect_options, "stack": self.stack_options}
        lists["keep"] = self.keep_options
        return Question(kind, seat, self.turn, self.decision, lambda: lists[kind](seat))

    # ---- the five steps ----

    def win_cards(self, seat: int) -> None:
        """TP-07; TP-20 when the pile has grown enough."""
        won = [card for card in self.table if self.leader_of(card) == seat]
        for card in won:
            self.win(card, seat)
            self.progress = True
        self.powers.take(seat, won)
        for card in self.table:
            card.knowers |= self.powers.watchers()
        self.note_the_lead()
        if self.trigger_seat is None and len(self.won[seat]) >= self.rules["end_cards"]:
            self.trigger_seat, self.trigger_turn = seat, self.turn
            self.deck.clear()
            for hand in self.hands:
                hand.clear()

    def leader_of(self, card: Card) -> int | None:
        """The owner of the tallest stack, nobody on a card without stacks (nor while two are equally tall, TP-50)."""
        return self.powers.leader_of(card)

    def win(self, card: Card, winner: int) -> None:
        """TP-07 to TP-09: the card to its leader's pile, the tallest stack to its neighbour, the others back home."""
        front = card.front
        assert front is not None
        keeps = self.powers.n(winner, "keep_caps") > 0  # TP-50
        for owner, caps in card.stacks.items():
            goes_to = owner if owner != winner or keeps else front
            home = self.middle if owner == winner == front and not keeps else self.supply[goes_to]
            for cap in caps:
                home[cap] += 1
        if winner != front and not keeps:
            self.caps_received[front] += card.height(winner)
            self.caps_given[winner] += card.height(winner)
        card.stacks = {}
        card.front = None
        card.knowers.add(winner)  # TP-11
        self.table.remove(card)
        self.won[winner].append(card)

    def note_the_lead(self) -> None:
        """After a win step: who alone has most points by the cards won so far; counts how often that becomes another seat."""
        score = points(self.city_counts(), self.rules, self.powers)
        best = [seat for seat in self.seats if score[seat] == max(score)]
        if len(best) == 1 and best[0] != self.leader:
            self.lead_changes += self.leader is not None
            self.leader = best[0]

    def place(self, seat: int) -> Generator[Any, Move, None]:
        """TP-10, TP-12."""
        if self.hands[seat]:
            _, number, front = yield self.ask("place", seat)
            self.lay(seat, self.cards[number], front)
            self.progress = True
            if front != seat:
                self.take(seat, front, self.rules["place_caps"])

    def lay(self, seat: int, card: Card, front: int) -> None:
        """TP-11: a day card is seen by all, a night card by the two it concerns."""
        self.hands[seat].remove(card)
        card.front = front
        card.face_up = not card.night
        card.knowers |= {seat, front} | self.powers.watchers()
        self.table.append(card)

    def collect(self, seat: int) -> Generator[Any, Move, None]:
        """TP-13, and TP-50: one more cap."""
        for _ in range(self.rules["collect_caps"] + self.powers.n(seat, "extra_cap")):
            if any(self.middle):
                _, colour = yield self.ask("collect", seat)
                self.take(seat, colour, 1)
                self.progress = True

    def take(self, seat: int, colour: int, n: int) -> None:
        """Up to n caps of a colour from the middle."""
        n = min(n, self.middle[colour])
        self.middle[colour] -= n
        self.supply[seat][colour] += n

    def stack(self, seat: int) -> Generator[Any, Move, None]:
        """TP-14 to TP-18: stack upon stack, until the seat stops or cannot go on."""
        while self.supply[seat][seat] and self.table:
            move = yield self.ask("stack", seat)
            if move == STOP:
                return
            _, number, counts = move
            card = self.cards[number]
            outbid = self.leader_of(card)
            if outbid is not None:
                self.stacks_lost[outbid] += 1
            fill = [colour for colour in self.seats for _ in range(counts[colour] - (colour == seat))]
            card.stacks.setdefault(seat, []).extend([*fill, seat])
            for colour in self.seats:
                self.supply[seat][colour] -= counts[colour]
            assert self.powers.leaders(card) == [seat]
            self.progress = True

    def draw_and_keep(self, seat: int) -> Generator[Any, Move, None]:
        """TP-19, and TP-50: draw one more, keep one; the others leave the game."""
        before = len(self.hands[seat])
        for _ in range(1 + self.powers.n(seat, "draw_two")):
            self.draw(seat)
        self.just_drawn = self.hands[seat][before:]
        if len(self.just_drawn) > 1:
            _, number = yield self.ask("keep", seat)
            self.hands[seat][before:] = [self.cards[number]]
        self.just_drawn = []

    def draw(self, seat: int) -> None:
        """TP-19: the top card of the deck, if any."""
        if self.deck:
            card = self.deck.pop(0)
            card.knowers.add(seat)
            self.hands[seat].append(card)

    # ---- what is legal ----

    def is_legal(self, move: Move) -> bool:
        """Whether the move stands in the list of options, without making that list (it may have half a million entries)."""
        assert self.question is not None
        seat = self.question.seat
        if move[0] != "stack" or self.question.kind != "stack":
            return move == STOP if self.question.kind == "stack" else move in self.question.options()
        _, number, caps = move
        in_supply = len(caps) == self.players and all(0 <= n <= owned for n, owned in zip(caps, self.supply[seat], strict=True))
        return in_supply and any(card.number == number and self.may_stack(seat, card, caps) for card in self.table)

    def start_options(self, seat: int) -> list[Move]:
        return [("start", card.number) for card in self.hands[seat]]

    def keep_options(self, seat: int) -> list[Move]:
        return [("keep", card.number) for card in self.just_drawn]

    def place_options(self, seat: int) -> list[Move]:
        return [("place", card.number, front) for card in self.hands[seat] for front in self.seats]

    def collect_options(self, seat: int) -> list[Move]:
        return [("collect", colour) for colour in self.seats if self.middle[colour]]

    def stack_options(self, seat: int) -> list[Move]:
        handfuls = list(product(*(range(n + 1) for n in self.supply[seat])))
        return [STOP] + [("stack", card.number, caps) for card in self.table for caps in handfuls if self.may_stack(seat, card, caps)]

    def may_stack(self, seat: int, card: Card, caps: tuple[int, ...]) -> bool:
        """TP-14 to TP-17, TP-30: is this handful, out of the supply, a legal stack (or addition) here?"""
        if self.leader_of(card) == seat:
            return False  # there is one stack of its own, and it is not a lower one
        to_beat = self.powers.to_beat(card, seat)
        needs_none = not to_beat or not self.rules["leader_cap"] or self.powers.n(seat, "no_leader_cap") > 0
        has_own_cap = caps[seat] >= 1
        has_leaders_cap = needs_none or any(caps[leader] for leader in to_beat)
        mine = card.height(seat) + sum(caps) + self.powers.n(seat, "one_taller")
        is_tallest = all(mine > self.powers.height(card, leader) for leader in to_beat)
        return has_own_cap and has_leaders_cap and is_tallest

    # ---- the end ----

    def look_for_the_end(self) -> None:
        """TP-20, TP-25, after a turn."""
        self.idle_turns = 0 if self.progress else self.idle_turns + 1
        if self.trigger_seat is not None and self.turn == self.trigger_turn + self.players - 1:
            self.ended = NORMAL
        elif self.idle_turns == self.players:
            self.ended = STALLED
        elif self.turn == self.rules["turn_limit"] * self.players:
            self.ended = TRUNCATED

    def finish(self) -> None:
        """TP-21: the last cards are won, all at once."""
        in_stacks = [sum(card.height(seat) for card in self.table) for seat in self.seats]
        self.caps_before = [sum(self.supply[seat]) + in_stacks[seat] for seat in self.seats]
        for card in list(self.table):
            winner = self.leader_of(card)
            if winner is not None:
                self.win(card, winner)
            else:  # a tied card leaves the game; its stacks go back to their owners (TP-50)
                for owner, caps in card.stacks.items():
                    for cap in caps:
                        self.supply[owner][cap] += 1
        self.table.clear()
        self.note_the_lead()

    def city_counts(self) -> list[list[int]]:
        """How many cards of each city lie in each pile."""
        return [[sum(card.city == city for card in pile) for city in range(self.rules["cities"])] for pile in self.won]

    def row(self) -> dict[str, Any]:
        """The final figures, when the game is over."""
        assert self.ended is not None
        return row(self)

    # ---- what is seen ----

    def kinds(self) -> list[tuple[int, bool]]:
        """City and back of every card, in the order of the shuffled deck."""
        return [(card.city, card.night) for card in self.cards]

    def view(self, viewer: int | None) -> dict[str, Any]:
        """The table as a seat may see it (None: open), TP-03 and TP-11; a city that is not known is None. Scoring opens the piles."""
        viewer = None if self.ended is not None else viewer

        def seen(card: Card) -> dict[str, Any]:
            city = card.city if viewer is None or card.known_to(viewer) else None
            stacks = {owner: list(caps) for owner, caps in card.stacks.items()}
            return {"id": card.number, "city": city, "night": card.night, "known": sorted(card.knowers) if card.night else [], "stacks": stacks}

        return {
            "turn": self.turn,
            "deck": {"count": len(self.deck), "night": bool(self.deck) and self.deck[0].night},
            "middle": list(self.middle),
            "seats": [
                {
                    "supply": list(self.supply[seat]),
                    "hand": [seen(card) for card in self.hands[seat]],
                    "won": [seen(card) for card in self.won[seat]],
                    "front": [seen(card) for card in self.table if card.front == seat],
                    "powers": self.powers.held(seat),
                }
                for seat in self.seats
            ],
            "table": [card.number for card in self.table],
        }
