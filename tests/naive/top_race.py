"""A plain-Python referee of Top Race: the rules a second time, for reading and for catching the engine out.

Written from the rules page alone. It deals by itself, asks the questions by itself, lists every legal answer by its own code and refuses any
other (movement stands in top_race_road.py). It reads the data files itself and shares nothing with the project but the random streams.
Money is in full; seats, cards, cars, auctions and races count from 0, places from 1.
"""

import json
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.naive.top_pop import below, stream
from tests.naive.top_race_road import FINISH, Road
from topstats.core import rng

CARS = ("red", "blue", "yellow", "green", "black", "purple")
DATA = Path(__file__).parent.parent.parent / "data" / "top_race"
Move = tuple[str, Any]  # ("bid", money; 0 passes) | ("car", car) | ("start", space) | ("card", card) | ("effect", word) | ("joker", car) | ("space", space) ...


def data_of(folder: str, value: Any) -> dict[str, Any]:
    """The data behind a rule that is a file: a built-in's name, JSON text, or the data themselves."""
    if isinstance(value, dict):
        return value
    return json.loads(value if value.startswith("{") else (DATA / folder / f"{value}.json").read_text())


@dataclass
class Card:
    """A speed card; `number` is its place in the shuffled deck. A sprint/breakdown card has a pair and no lines."""

    number: int
    lines: list[tuple[str, int]]
    pair: tuple[str, str] | None
    knowers: set[int] = field(default_factory=set)

    @property
    def shown(self) -> set[str]:
        return {car for car, _ in self.lines} | set(self.pair or ())


@dataclass
class Car:
    """waiting, racing, broken or home; `space` is where it stands, or where it broke down."""

    name: str
    status: str = "waiting"
    space: str | None = None
    owner: int | None = None
    place: int | None = None
    waits_for: str | None = None
    broke: int = 0
    start: str | None = None
    moved: int = 0
    lost: int = 0


@dataclass
class Auction:
    opened: int | None = None
    buyer: int | None = None
    price: int = 0
    car: str | None = None
    bids: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """A decision asked of a seat; `options` are all legal moves in the documented order."""

    kind: str
    seat: int
    turn: int
    decision: int
    options: list[Move]


class RaceIsOver(Exception):
    """The last car that the race waits for, the fifth, has crossed the line."""


class Referee:
    """One game. `question` is what is asked now (None: the game is over), `answer(move)` goes on to the next question."""

    def __init__(self, seed: int, deal: int, rules: dict[str, Any], players: int) -> None:
        self.seed, self.deal_number, self.rules, self.players = seed, deal, rules, players
        self.seats = range(players)
        self.road = Road.of(data_of("tracks", rules["track"]))
        listed = sorted(data_of("decks", rules["deck"])["cards"], key=lambda card: "pair" in card)
        self.faces = [([(c, n) for c, n in card.get("lines", [])], tuple(card["pair"]) if "pair" in card else None) for card in listed]
        self.cash = [rules["capital"]] * players
        self.spent, self.prizes, self.n_cars, self.n_wins, self.n_stops = ([0] * players for _ in range(5))
        self.bankrupt = [False] * players
        self.has_tips = "tip_table" in rules
        self.tip_money = data_of("tips", rules["tip_table"])["money"] if self.has_tips else []
        self.tip_paid = [0] * players
        self.after_races: list[list[int]] = []
        self.tip_sums = [[0, 0, 0] for _ in self.seats]
        self.turn = self.decision = self.n_played = self.race = 0
        self.lead_changes = 0
        self.heat: dict[str, Counter[str]] = {name: Counter() for name in ("visits", "time", "blocks", "lost")}  # by space, all races together
        self.over = False
        self.new_race()
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

    def is_legal(self, move: Move) -> bool:
        assert self.question is not None
        return move in self.question.options

    # ---- the game ----

    def play(self) -> Generator[Any, Move, None]:
        opener = 0
        for race in range(self.rules["races"]):
            self.race = race
            opener = self.deal(opener)
            yield from self.hold_auctions(opener)
            assert self.first is not None
            yield from self.drive(self.first)
            opener = self.pay_prizes()
        self.over = True
        yield None

    def new_race(self) -> None:
        self.cars = {name: Car(name) for name in CARS}
        self.auctions = [Auction() for _ in CARS]
        self.number = 0  # the auction that is held
        self.bid, self.bidder = 0, None
        self.first: int | None = None
        self.turn_seat: int | None = None
        self.card: Card | None = None
        self.moving: Car | None = None  # the car whose end is asked for
        self.coming: Car | None = None  # the one that comes back
        self.discard: list[Card] = []
        self.box: list[Card] = []
        self.stops = [self.n_stop_cards()] * self.players
        self.tips: list[list[str]] = [[] for _ in self.seats]
        self.n_lines = 0  # tip lines that a car has passed
        self.waiting: list[list[Card]] = [[] for _ in self.seats]
        self.n_broke = 0

    def deal(self, opener: int) -> int:
        """TR-02: everybody's cards, before the auction; returns who opens (TR-21)."""
        self.new_race()
        faces = list(self.faces)
        words = stream(self.seed, self.deal_number, rng.DEAL, 0, self.race)
        for i in range(len(faces) - 1, 0, -1):
            j = below(words, i + 1)
            faces[i], faces[j] = faces[j], faces[i]
        self.cards = [Card(number, lines, pair) for number, (lines, pair) in enumerate(faces)]
        n = self.each()
        self.hands = [self.cards[seat * n : (seat + 1) * n] for seat in self.seats]
        if self.rules["pit_stop"]:  # TR-30
            self.box = self.cards[self.players * n : self.players * n + self.rules["box_cards"]]
            for card in self.box:
                card.knowers |= set(self.seats)
        self.dealt = [list(hand) for hand in self.hands]
        for seat in self.seats:
            for card in self.hands[seat]:
                card.knowers.add(seat)
        is_drawn = self.race > 0 and self.rules["next_opener"] == "random"
        return below(words, self.players) if is_drawn else opener

    def n_stop_cards(self) -> int:
        """TR-30; TR-42: one of them is the tip table."""
        n = self.rules["pit_cards"] if self.rules["pit_stop"] else 0
        return max(0, n - 1) if self.has_tips and not self.rules["tip_stop"] else n

    def each(self) -> int:
        return self.rules["pit_cards_each" if self.rules["pit_stop"] else "cards_each"]

    def ask(self, kind: str, seat: int, answers: list[Any]) -> Generator[Any, Move, Any]:
        """The answer of a seat; where there is no choice, cars, starts, jokers and spaces are not asked for."""
        if len(answers) == 1 and kind in ("car", "start", "joker", "space", "return"):
            return answers[0]
        _, answer = yield Question(kind, seat, self.turn, self.decision, [(kind, a) for a in answers])
        return answer

    # ---- auctions ----

    def owners(self) -> set[int]:
        return {car.owner for car in self.cars.values() if car.owner is not None}

    def may_bid(self, seat: int) -> bool:
        """TR-06."""
        return seat not in self.owners() or len(CARS) - self.number > self.players - len(self.owners())

    def least(self) -> int:
        """TR-03: the least bid: a multiple of the step, at least the opening bid, higher than the last."""
        step = self.rules["bid_step"]
        bid = step
        while bid < self.rules["opening_bid"] or bid <= self.bid:
            bid += step
        return bid

    def clockwise(self, seat: int) -> list[int]:
        return [(seat + k) % self.players for k in self.seats]

    def hold_auctions(self, opener: int, number: int = 0) -> Generator[Any, Move, None]:
        """All auctions from this number on."""
        for held in range(number, len(CARS)):
            self.number = held
            self.turn += 1
            self.decision = 0
            self.bid, self.bidder = 0, None
            buyer, price, is_forced = yield from self.auction(opener)
            self.pay(buyer, price, is_forced)
            yield from self.take(buyer)
            opener = (buyer + 1) % self.players  # TR-05
        self.number = len(CARS)

    def auction(self, opener: int) -> Generator[Any, Move, tuple[int, int, bool]]:
        """Who gets the car, for how much, and whether it had to (TR-03, TR-05 to TR-08)."""
        without = [seat for seat in self.clockwise(opener) if seat not in self.owners()]
        if self.number == len(CARS) - 1 and without:
            return without[0], self.rules["fixed_price"], True
        able = [seat for seat in self.clockwise(opener) if self.may_bid(seat) and self.cash[seat] >= self.least()]
        if not able:
            poor = (without or [opener])[0]
            return poor, min(self.rules["opening_bid"], max(0, self.cash[poor])), False
        self.auctions[self.number].opened = able[0]
        yield from self.ask_bid(able[0])
        still_in, seat = set(self.seats), able[0]
        while True:
            seat = (seat + 1) % self.players
            if seat == self.bidder:
                return seat, self.bid, False
            if seat not in still_in:
                continue
            if not self.may_bid(seat) or self.cash[seat] < self.least() or not (yield from self.ask_bid(seat)):
                still_in.remove(seat)

    def ask_bid(self, seat: int) -> Generator[Any, Move, bool]:
        """Whether the seat bids; the first may not pass."""
        bids = list(range(self.least(), self.cash[seat] + 1, self.rules["bid_step"]))
        bid = yield from self.ask("bid", seat, bids if self.bidder is None else [0, *bids])
        if bid:
            self.bid, self.bidder = bid, seat
            bids_of = self.auctions[self.number].bids
            bids_of[seat] = bids_of.get(seat, 0) + 1
        return bool(bid)

    def pay(self, seat: int, price: int, is_forced: bool) -> None:
        """TR-08."""
        if is_forced and price > self.cash[seat]:
            self.bankrupt[seat] = True
            if not self.rules["debts"]:
                price = max(0, self.cash[seat])
        self.cash[seat] -= price
        self.spent[seat] += price
        self.n_cars[seat] += 1
        self.auctions[self.number].price, self.auctions[self.number].buyer = price, seat

    def taken(self) -> set[str]:
        return {car.space for car in self.cars.values() if car.status == "racing" and car.space is not None}

    def take(self, seat: int) -> Generator[Any, Move, None]:
        """TR-04."""
        name = yield from self.ask("car", seat, [car.name for car in self.cars.values() if car.owner is None])
        car = self.cars[name]
        car.owner, self.auctions[self.number].car = seat, name
        car.space = car.start = yield from self.ask("start", seat, [s for s in self.road.starts if s not in self.taken()])
        car.status = "racing"
        self.heat["visits"][car.space] += 1
        if self.number == 0:
            self.first = seat

    # ---- the race ----

    def takes_part(self, seat: int) -> bool:
        """TR-19, TR-42."""
        return self.has_tips or self.is_racing(seat)

    def is_racing(self, seat: int) -> bool:
        return any(car.owner == seat and car.status != "home" for car in self.cars.values())

    def n_home(self) -> int:
        return sum(car.status == "home" for car in self.cars.values())

    def drive(self, seat: int) -> Generator[Any, Move, None]:
        """The race, from the turn of this seat on."""
        self.front = self.in_front()
        n_passed = 0  # in a row
        try:
            while n_passed < self.players:
                has_passed = True
                if self.takes_part(seat) and self.can_act(seat):
                    self.turn += 1
                    self.decision = 0
                    has_passed = yield from self.use_turn(seat)
                n_passed = n_passed + 1 if has_passed else 0
                seat = (seat + 1) % self.players
        except RaceIsOver:
            return

    def can_stop(self, seat: int) -> bool:
        """TR-33: an unoccupied pit-stop card, and something to take."""
        return self.stops[seat] > len(self.waiting[seat]) and bool(self.box or self.discard)

    def can_act(self, seat: int) -> bool:
        """TR-19, TR-35."""
        return bool(self.hands[seat] or self.waiting[seat]) or self.can_stop(seat)

    def turn_options(self, seat: int) -> list[Any]:
        """TR-10, TR-32, TR-33, TR-35: take what waits, else play, else pass; or stop."""
        if self.waiting[seat]:
            ways = [("take", card.number) for card in self.waiting[seat]]
        elif self.hands[seat]:
            ways = [("play", card.number) for card in self.hands[seat]] + ([] if self.is_racing(seat) else [("pass", None)])
        else:
            ways = [("pass", None)]
        if self.can_stop(seat):
            ways += [("stop", card.number) for card in [*self.box, *self.discard[-1:]]]
        return ways

    def use_turn(self, seat: int) -> Generator[Any, Move, bool]:
        """Whether the seat passed."""
        how, number = yield from self.ask("card", seat, self.turn_options(seat))
        if how == "pass":
            return True
        card = self.cards[number]
        if how == "play":
            yield from self.carry_out(seat, card)
            yield from self.claims(seat, card)
            self.card = None
            return False
        for place in (self.waiting[seat], self.box, self.discard):
            if card in place:
                place.remove(card)
        self.stops[seat] -= 1
        self.n_stops[seat] += how == "stop"
        self.hands[seat].append(card)
        return False

    def claims(self, seat: int, card: Card) -> Generator[Any, Move, None]:
        """TR-31: clockwise from the one who played it, the first who wants it."""
        for claimant in self.clockwise(seat)[1:]:
            if self.takes_part(claimant) and self.stops[claimant] > len(self.waiting[claimant]) and (yield from self.ask("claim", claimant, [False, True])):
                self.discard.remove(card)
                self.waiting[claimant].append(card)
                self.n_stops[claimant] += 1
                return

    def carry_out(self, seat: int, card: Card) -> Generator[Any, Move, None]:
        """TR-10."""
        self.hands[seat].remove(card)
        self.discard.append(card)
        card.knowers |= set(self.seats)
        self.card = card
        self.n_played += 1
        self.heat["time"].update(self.taken())
        if card.pair is not None:
            yield from self.special(seat, card.pair)
        for name, points in card.lines:
            if name == "joker":
                name = yield from self.ask("joker", seat, [c for c in CARS if c not in card.shown])
            yield from self.move(seat, self.cars[name], points)

    def move(self, seat: int, car: Car, points: int) -> Generator[Any, Move, None]:
        if car.status != "racing":
            return  # TR-14, TR-16, TR-18: the points are lost
        assert car.space is not None
        ends, reached = self.road.ends(car.space, points, self.taken() - {car.space})
        self.note_loss(car.space, ends, points - reached)
        if not ends:
            car.lost += points
            self.heat["lost"][car.space] += points
            return
        self.moving = car
        end = yield from self.ask("space", seat, ends)
        car.moved += reached
        car.lost += points - reached
        self.heat["lost"][end] += points - reached
        yield from self.arrive(car, end)

    def note_loss(self, start: str, ends: list[str], lost: int) -> None:
        """TR-13: which cars stood in the way of the next step, if points are lost."""
        if lost:
            beyond = set().union(*(self.road.onward(s) for s in ends or [start]))
            self.heat["blocks"].update(beyond & self.taken())

    def arrive(self, car: Car, end: str) -> Generator[Any, Move, None]:
        """The car stands there; tips, the end of the race, cars that come back (TR-16, TR-18, TR-19, TR-40)."""
        if self.has_tips and end == FINISH:
            yield from self.place_tips(3)
        car.space = end
        self.heat["visits"][end] += 1
        if end == FINISH:
            car.status, car.space, car.place = "home", None, self.n_home() + 1
        self.note_front()
        if self.n_home() == self.rules["end_cars"]:
            raise RaceIsOver
        if self.has_tips and end != FINISH:
            front = self.road.spaces[end]["front"]
            yield from self.place_tips(sum(front > line + self.road.tolerance for line in self.road.tips))
        for other in self.cars.values():
            if other.status == "broken" and self.is_due(other):
                assert other.space is not None
                self.coming = other
                back = yield from self.ask("return", self.chooses_return(other), self.road.returns(other.space, self.taken()))
                other.status, other.space, other.waits_for = "racing", back, None
                self.heat["visits"][back] += 1
                self.note_front()

    def chooses_return(self, car: Car) -> int:
        """TR-16: the owner."""
        assert car.owner is not None
        return car.owner

    def place_tips(self, n_lines: int) -> Generator[Any, Move, None]:
        """TR-40: for each line passed for the first time everybody backs a car."""
        while self.n_lines < n_lines:
            for seat in self.seats:
                car = yield from self.ask("tip", seat, list(CARS))
                self.tips[seat].append(car)
            self.n_lines += 1

    def is_due(self, car: Car) -> bool:
        partner = self.cars[car.waits_for or ""]
        return partner.status == "home" or self.road.row(partner.space or "") >= self.road.row(car.space or "")

    def special(self, seat: int, pair: tuple[str, str]) -> Generator[Any, Move, None]:
        """TR-15 to TR-17."""
        cars = [self.cars[name] for name in pair]
        if any(car.status != "racing" for car in cars):
            return
        rows = [self.road.row(car.space or "") for car in cars]
        if rows[0] == rows[1]:
            return
        behind, ahead = cars if rows[0] < rows[1] else reversed(cars)
        effect = yield from self.ask("effect", seat, ["sprint", "breakdown"])
        if effect == "breakdown":
            self.n_broke += 1
            ahead.status, ahead.waits_for, ahead.broke = "broken", behind.name, self.n_broke
            self.note_front()
            return
        assert behind.space is not None
        row, self.moving = self.road.row(behind.space), behind
        end = yield from self.ask("space", seat, self.road.sprint_ends(behind.space, max(rows), self.taken() - {behind.space}))
        behind.moved += self.road.row(end) - row
        yield from self.arrive(behind, end)

    def standing(self) -> list[Car]:
        """TR-20: the cars that are not home, the best placed first."""

        def key(car: Car) -> Any:
            space = self.road.spaces[car.space or ""]
            return (-round(space["front"], 6), car.status == "broken", space["inside"], car.broke if car.status == "broken" else 0)

        return sorted((car for car in self.cars.values() if car.status in ("racing", "broken")), key=key)

    def in_front(self) -> str:
        return next((car.name for car in self.cars.values() if car.place == 1), None) or self.standing()[0].name

    def note_front(self) -> None:
        if self.in_front() != self.front:
            self.front = self.in_front()
            self.lead_changes += 1

    def pay_prizes(self) -> int:
        """TR-18 to TR-20; returns the owner of the winner."""
        self.card = None
        for place, car in enumerate(self.standing(), self.n_home() + 1):
            car.place = place
        opener = 0
        for car in self.cars.values():
            assert car.owner is not None and car.place is not None
            prize = self.rules["prizes"][car.place - 1]
            self.cash[car.owner] += prize
            self.prizes[car.owner] += prize
            if car.place == 1:
                self.n_wins[car.owner] += 1
                opener = car.owner
        for seat in self.seats:
            self.settle(seat)
        self.after_races.append(list(self.cash))
        return opener

    def settle(self, seat: int) -> None:
        """TR-41, TR-08: the net of a seat's tips."""
        gains = [self.tip_money[t][(self.cars[name].place or 0) - 1] for t, name in enumerate(self.tips[seat])]
        for t, gain in enumerate(gains):
            self.tip_sums[seat][t] += gain
        net = sum(gains)
        if net < 0 and self.cash[seat] + net < 0:
            self.bankrupt[seat] = True
            if not self.rules["debts"]:
                net = -max(0, self.cash[seat])
        self.cash[seat] += net
        self.tip_paid[seat] += net

    # ---- what can be seen ----

    def view(self, viewer: int | None) -> dict[str, Any]:
        def seen(card: Card) -> dict[str, Any]:
            is_known = viewer is None or viewer in card.knowers
            return {
                "id": card.number,
                "lines": [list(line) for line in card.lines] if is_known else None,
                "pair": list(card.pair) if card.pair and is_known else None,
            }

        return {
            "turn": self.turn,
            "race": self.race + 1,
            "first": self.first,
            "bid": (self.bid, self.bidder) if self.number < len(CARS) else None,
            "card": self.card.number if self.card else None,
            "discard": [seen(card) for card in self.discard],
            "cars": [[car.name, car.owner, car.status, car.space, car.place] for car in self.cars.values()],
            "money": list(self.cash),
            "hands": [[seen(card) for card in hand] for hand in self.hands],
            "box": [seen(card) for card in self.box],
            "waiting": [[seen(card) for card in cards] for cards in self.waiting],
            "stops": list(self.stops),
            "tips": [[name if viewer in (None, seat) or self.over else None for name in tips] for seat, tips in enumerate(self.tips)],
        }

    def row(self) -> dict[str, Any]:
        """The final rows by name of column, money in units of 10,000."""
        best = max(self.cash)
        n_best = self.cash.count(best)
        rest = sorted(self.cash)[-2]
        rows = [self.last_row(car) for car in self.cars.values()]
        game = {
            "length": self.turn, "ended": 0, "cards_played": self.n_played, "margin": (best - rest) // 10_000, "cars_home": self.n_home(),
            "blocked": sum(car.lost for car in self.cars.values()), "spread": max(rows) - min(rows),
            "winning_car": next(i for i, car in enumerate(self.cars.values()) if car.place == 1),
            "auction_money": sum(a.price for a in self.auctions) // 10_000, "lead_changes": self.lead_changes,
        }  # fmt: skip
        seats = [self.seat_row(seat, 60 * Fraction(self.cash[seat] == best, n_best)) for seat in self.seats]
        if self.has_tips:
            game["tips_decide"] = int(any(seat["share"] != seat["no_tips"] for seat in seats))
        return {
            "game": game,
            "seat": seats,
            "auction": [[self.auction_row(a, seat) for a in self.auctions] for seat in self.seats],
            "car": [[self.car_row(car, seat) for car in self.cars.values()] for seat in self.seats],
            "race": [[self.race_row(after, seat) for after in self.after_races] for seat in self.seats],
        }

    def race_row(self, after: list[int], seat: int) -> dict[str, int]:
        """Money in units of 10,000; parts in thousandths, halves upwards; debts count as no money."""
        held = [max(0, money) for money in after]
        total = sum(held) or 1
        apart = sum(abs(a - b) for a in held for b in held)
        parts = Fraction(max(held), total), Fraction(apart, 2 * len(held) * total)
        richest, gini = (int(1000 * part + Fraction(1, 2)) for part in parts)
        return {"money": after[seat] // 10_000, "richest": richest, "gini": gini}

    def without_tips(self, seat: int) -> int:
        """Sixtieths of the win by the money less what the tips paid."""
        money = [cash - paid for cash, paid in zip(self.cash, self.tip_paid, strict=True)]
        return 60 // money.count(max(money)) if money[seat] == max(money) else 0

    def last_row(self, car: Car) -> int:
        return max(s["row"] for s in self.road.spaces.values()) + 1 if car.status == "home" else self.road.row(car.space or "")

    def strength(self, seat: int, name: str) -> int:
        return sum(points for card in self.dealt[seat] for car, points in card.lines if car == name)

    def seat_row(self, seat: int, share: Fraction) -> dict[str, int]:
        return {
            "share": int(share), "score": self.cash[seat] // 10_000, "prize": self.prizes[seat] // 10_000, "spent": self.spent[seat] // 10_000,
            "profit": (self.cash[seat] - self.rules["capital"]) // 10_000, "cars": self.n_cars[seat], "races_won": self.n_wins[seat],
            "strength": max(self.strength(seat, name) for name in CARS), "cards_left": len(self.hands[seat]), "bankrupt": int(self.bankrupt[seat]),
            "starter": int(self.first == seat), "stops": self.n_stops[seat], "order": (seat - (self.first or 0)) % len(self.cash),
            "overpaid": (self.spent[seat] - self.prizes[seat]) // 10_000,
        } | self.tip_row(seat)  # fmt: skip

    def tip_row(self, seat: int) -> dict[str, int]:
        if not self.has_tips:
            return {}
        by_tip = {f"tip_{t + 1}": gain // 10_000 for t, gain in enumerate(self.tip_sums[seat])}
        return {"tips": self.tip_paid[seat] // 10_000} | by_tip | {"no_tips": self.without_tips(seat)}

    def auction_row(self, auction: Auction, seat: int) -> dict[str, int]:
        car = self.cars[auction.car or ""]
        prize = self.rules["prizes"][(car.place or 0) - 1]
        return {
            "bought": int(auction.buyer == seat), "opened": int(auction.opened == seat), "bids": auction.bids.get(seat, 0),
            "price": auction.price // 10_000, "worth": prize // 10_000, "overpaid": (auction.price - prize) // 10_000,
            "sold_car": CARS.index(car.name), "buyer_hand": self.strength(auction.buyer or 0, car.name),
        }  # fmt: skip

    def car_row(self, car: Car, seat: int) -> dict[str, int]:
        return {
            "owned": int(car.owner == seat), "hand": self.strength(seat, car.name), "start": self.road.starts.index(car.start or "") + 1,
            "place": car.place or 0, "home": int(car.status == "home"), "moved": car.moved, "lost": car.lost,
            "won": int(car.place == 1),
        }  # fmt: skip
