"""Positions of Top Race typed in by hand, for the referee; and a table at which tests read like a game."""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.naive.top_race import CARS, Auction, Card, Move, Question, Referee, data_of
from tests.naive.top_race_road import Road
from tests.naive.top_race_stocks import StocksReferee

PRINTED: dict[str, Any] = {
    "track": "speed_street", "races": 1, "next_opener": "winner", "end_cars": 5, "capital": 200_000,
    "prizes": (200_000, 150_000, 100_000, 60_000, 30_000, 10_000),
    "debts": False, "opening_bid": 10_000, "bid_step": 10_000, "fixed_price": 30_000, "deck": "standard",
    "pit_stop": False, "pit_cards": 3,
}  # fmt: skip
TIPS = {"tip_table": "standard", "tip_stop": True}
CARDS_EACH = {2: 24, 3: 16, 4: 12, 5: 9, 6: 8}
PIT_CARDS_EACH = {2: 21, 3: 14, 4: 10, 5: 8, 6: 7}
BOX = {2: 6, 3: 6, 4: 8, 5: 8, 6: 6}
STOCKS = {"last_seat": 10_000, "stocks_each": 5, "stock_trades": 2, "fewest_stocks": 0, "most_stocks": 15, "offer_wins": 2}
STOCKS_EACH, STOCKS_PIT = {2: 22, 3: 15, 4: 11, 5: 8, 6: 7}, {2: 19, 3: 13, 4: 9, 5: 7, 6: 6}
OFFER = {2: 4, 3: 3, 4: 4, 5: 5, 6: 6}


def printed(players: int) -> dict[str, Any]:
    """The numbers of the rulebook."""
    return PRINTED | {"cards_each": CARDS_EACH[players], "pit_cards_each": PIT_CARDS_EACH[players], "box_cards": BOX[players]}


def printed_stocks(players: int) -> dict[str, Any]:
    """What the rulebook prints for stocks."""
    return STOCKS | {"cards_each": STOCKS_EACH[players], "pit_cards_each": STOCKS_PIT[players], "offer_cards": OFFER[players]}


def face_words(lines: Any, pair: Any) -> str:
    """red 6, yellow 4; or sprint/breakdown blue-red."""
    return f"sprint/breakdown {pair[0]}-{pair[1]}" if pair else ", ".join(f"{car} {points}" for car, points in lines)


@dataclass(frozen=True, kw_only=True)
class Position:
    """A moment of a game: an auction to be opened, or a player's turn in the race.

    cars : name -> "owner space" ("1 12b"), "owner home place", or "owner beside space other" (broken down, waiting for the other), then
        the manyeth breakdown it was, if not in the order of the cars; seats from 1.
        Cars not named: not sold yet while `auction` is given, else of the last seat and on the rearmost free start spaces.
    hands, waiting : by seat, cards in words; box, discard : cards in words, the last on top; what is nowhere is set aside. left_stops : by seat.
    stocks : by seat, how many of each car in the order of CARS; then cars are typed without an owner. order : seats clockwise, seat 1 first, which starts.
    auction : its number, from 1; None: the race is on. seat : who opens, or whose turn it is.
    """

    cars: dict[str, str] = field(default_factory=dict)
    hands: list[list[str]] = field(default_factory=list)
    auction: int | None = None
    seat: int = 1
    players: int = 2
    cash: list[int] = field(default_factory=list)
    rules: dict[str, Any] = field(default_factory=dict)
    waiting: list[list[str]] = field(default_factory=list)
    box: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    left_stops: list[int] = field(default_factory=list)
    mode: str = "base"
    backed: list[list[str]] = field(default_factory=list)
    stocks: list[list[int]] = field(default_factory=list)
    order: list[int] = field(default_factory=list)

    def tips(self) -> list[list[str | None]]:
        """The cars backed so far, by seat; None for the tips to come."""
        return [[*cars, None, None, None][:3] for cars in self.backed or [[]] * self.players]

    def stops(self) -> list[int]:
        """Pit-stop cards by seat, occupied ones included."""
        return self.left_stops or [self.full_rules["pit_cards"] if self.full_rules["pit_stop"] else 0] * self.players

    def all_waiting(self) -> list[list[str]]:
        return [*self.waiting, *([] for _ in range(self.players - len(self.waiting)))]

    @property
    def full_rules(self) -> dict[str, Any]:
        return printed(self.players) | (TIPS if self.mode == "tips" else printed_stocks(self.players) if self.mode == "stocks" else {}) | self.rules

    def all_cars(self) -> dict[str, list[str]]:
        """The words of every car that is sold."""
        road = Road.of(data_of("tracks", self.full_rules["track"]))
        owner, nobody = (str(self.players), "") if self.mode != "stocks" else ("0", "0 ")
        typed = {name: (nobody + words).split() for name, words in self.cars.items()}
        free = [s for s in reversed(road.starts) if s not in [words[1] for words in typed.values()]]
        if self.auction is None:
            typed |= {name: [owner, free.pop(0)] for name in CARS if name not in typed}
        return {name: typed[name] for name in CARS if name in typed}

    def money(self) -> list[int]:
        return self.cash or [self.full_rules["capital"]] * self.players

    def all_stocks(self) -> list[list[int]]:
        return [*self.stocks, *([self.full_rules["stocks_each"]] * 6 for _ in range(self.players - len(self.stocks)))]

    def clockwise(self) -> list[int]:
        return self.order or list(range(1, self.players + 1))

    def all_hands(self) -> list[list[str]]:
        return [*self.hands, *([] for _ in range(self.players - len(self.hands)))]


class TypedReferee(Referee):
    """The referee in a typed position; cards are numbered hand by hand, then those set aside in the order of the deck."""

    def __init__(self, typed: Position) -> None:
        self.typed = typed
        super().__init__(0, 0, typed.full_rules, typed.players)

    def play(self) -> Generator[Any, Move, None]:
        self.new_race()
        self.cash = list(self.typed.money())
        self.set_cards()
        self.set_cars()
        seat = self.typed.seat - 1
        if self.typed.auction is not None:
            self.number = self.typed.auction - 1
            yield from self.hold_auctions(seat, self.number)
            seat = self.first or 0
        else:
            self.number = len(CARS)
        yield from self.drive(seat)
        self.pay_prizes()
        self.over = True
        yield None

    def set_cards(self) -> None:
        left, everybody = list(self.faces), set(self.seats)
        self.cards = []

        def laid(cards: list[str], knowers: set[int]) -> list[Card]:
            first = len(self.cards)
            for words in cards:
                lines, pair = left.pop(next(i for i, face in enumerate(left) if face_words(*face) == words))
                self.cards.append(Card(len(self.cards), lines, pair, set(knowers)))
            return self.cards[first:]

        self.hands = [laid(hand, {seat}) for seat, hand in enumerate(self.typed.all_hands())]
        self.waiting = [laid(cards, everybody) for cards in self.typed.all_waiting()]
        self.box, self.discard = laid(self.typed.box, everybody), laid(self.typed.discard, everybody)
        self.stops = self.typed.stops()
        self.tips = [list(cars) for cars in self.typed.backed] or self.tips
        self.n_lines = len(self.tips[0])
        self.cards += [Card(len(self.cards) + i, lines, pair) for i, (lines, pair) in enumerate(left)]
        self.dealt = [list(hand) for hand in self.hands]

    def set_cars(self) -> None:
        self.first = 0
        for number, (name, words) in enumerate(self.typed.all_cars().items()):
            car = self.cars[name]
            car.owner, car.start = int(words[0]) - 1, self.road.starts[number]
            self.auctions[number] = Auction(buyer=car.owner, car=name)
            self.n_cars[car.owner] += 1
            if words[1] == "home":
                car.status, car.place = "home", int(words[2])
            elif words[1] == "beside":
                self.n_broke += 1
                car.status, car.space, car.waits_for, car.broke = "broken", words[2], words[3], int(words[4]) if len(words) > 4 else self.n_broke
            else:
                car.status, car.space = "racing", words[1]


class TypedStocksReferee(TypedReferee, StocksReferee):
    """The same with stocks: the first race round is on."""

    def set_cars(self) -> None:
        super().set_cars()
        self.auctions = [Auction() for _ in CARS]
        for car in self.cars.values():
            car.owner = None
        self.order = [seat - 1 for seat in self.typed.clockwise()]
        self.stocks = [dict(zip(CARS, counts, strict=True)) for counts in self.typed.all_stocks()]


class Playing(Protocol):
    """A game that can be asked and answered."""

    players: int

    @property
    def question(self) -> Question | None: ...

    def answer(self, move: Move) -> None: ...

    def refusal(self, move: Move) -> str: ...

    def view(self, viewer: int | None) -> dict[str, Any]: ...

    def row(self) -> dict[str, Any]: ...


class Table:
    """A game in the words of a test: seats from 1, money in full, cards in words, spaces by id."""

    def __init__(self, game: Playing) -> None:
        self.game = game

    @property
    def asked(self) -> str:
        """Who is asked what: "1 card"; "" when the game is over."""
        question = self.game.question
        return "" if question is None else f"{question.seat + 1} {question.kind}"

    @property
    def answers(self) -> list[Any]:
        """What may be answered; cards in words."""
        question = self.game.question
        assert question is not None
        return [self._said(value) for _, value in question.options]

    def _said(self, value: Any) -> Any:
        question = self.game.question
        assert question is not None
        if question.kind not in ("card", "offer"):
            return value
        if question.kind != "card":
            return self.card(value)
        how, number = value
        return how if number is None else self.card(number) if how == "play" else f"{how} {self.card(number)}"

    def card(self, number: int) -> str:
        view = self.game.view(None)
        places = [*view["hands"], *view["waiting"], view["box"], view["discard"], view.get("offer", [])]
        return next(face_words(card["lines"], card["pair"]) for cards in places for card in cards if card["id"] == number)

    def do(self, *answers: Any) -> "Table":
        """Answer the questions that come."""
        for answer in answers:
            question = self.game.question
            assert question is not None, "the game is over"
            assert answer in self.answers, f"{answer} is not among {self.answers} ({self.asked})"
            self.game.answer(question.options[self.answers.index(answer)])
        return self

    def refused(self, answer: Any) -> str:
        """Why this answer to the question is refused, with the rule id; "" if it is legal. Cards in words, as `answers` has them, or numbers."""
        question = self.game.question
        assert question is not None
        return self.game.refusal((question.kind, self._meant(answer) if question.kind in ("card", "offer") else answer))

    def _meant(self, words: str) -> Any:
        """What `_said` says so."""
        kind, (how, _, rest) = self.asked.split()[1], words.partition(" ")
        how, face = (how, rest) if how in ("take", "stop", "pass") else ("play", words)
        number = None if how == "pass" else next(card for card in self.numbers() if self.card(card) == face)
        return (how, number) if kind == "card" else number

    def numbers(self) -> list[int]:
        """The cards that lie somewhere, in hands first."""
        view = self.game.view(None)
        return [card["id"] for cards in (*view["hands"], *view["waiting"], view["box"], view["discard"], view.get("offer", [])) for card in cards]

    def car(self, name: str) -> str:
        """Where a car is: "12b", "beside 12b", "home 1", "waiting"; once the race is over with its place."""
        _, _, status, space, place = self.game.view(None)["cars"][CARS.index(name)]
        return {"racing": f"{space}", "broken": f"beside {space}", "home": f"home {place}", "waiting": "waiting"}[status]

    @property
    def places(self) -> list[str]:
        """Cars in the order of their places."""
        cars = [car for car in self.game.view(None)["cars"] if car[4]]
        return [car[0] for car in sorted(cars, key=lambda car: car[4])]

    def owned(self, seat: int) -> list[str]:
        return [car[0] for car in self.game.view(None)["cars"] if car[1] == seat - 1]

    @property
    def money(self) -> list[int]:
        return list(self.game.view(None)["money"])

    def hand(self, seat: int, by: int | None = None) -> list[str]:
        """The hand of a seat as that seat or another sees it: "?" for a card that it does not know."""
        cards = self.game.view(None if by is None else by - 1)["hands"][seat - 1]
        return [face_words(card["lines"], card["pair"]) if card["lines"] or card["pair"] else "?" for card in cards]

    def stocks(self, seat: int, by: int | None = None) -> list[int] | None:
        """Stocks of a seat in the order of CARS, as that seat or another sees them."""
        counts: list[int] | None = self.game.view(None if by is None else by - 1)["stocks"][seat - 1]
        return counts

    @property
    def offer(self) -> list[str]:
        return [face_words(card["lines"], card["pair"]) for card in self.game.view(None)["offer"]]

    @property
    def order(self) -> list[int]:
        """Seats clockwise, the starting player first."""
        return [seat + 1 for seat in self.game.view(None)["order"]]

    @property
    def row(self) -> dict[str, Any]:
        return self.game.row()
