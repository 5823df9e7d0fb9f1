"""Positions of Top Pop typed in by hand, and a table that talks in words, for tests that read like the rules page.

Caps are letters (B O Y P G, one colour a seat), a stack is its caps from the bottom to the top ("OOB": two orange caps,
blue on top), a card is its city, with a star if it is a night card. A position is always the beginning of a turn.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.naive.top_pop import STOP, Card, Move, Question, Referee
from tests.naive.top_pop_scoring import printed

CITIES = ("St. Louis", "New York", "San Francisco", "Las Vegas", "Chicago", "Seattle", "New Orleans")
LETTERS = "BOYPG"


@dataclass(frozen=True)
class Position:
    """By seat: supply ("BBO"), cards in front ("Chicago: O, BB"), hand, won cards; the deck from its top.

    The cards not named are out of the game, the caps not named lie in the middle. `knows` gives, for a face-down card
    ("Chicago*"), the letters of the seats that know it; without it, the seat before which it lies or that won it does.
    `powers` gives the letter of the seat that holds a city's power (TP-50).
    """

    to_act: str = "B"
    players: int = 3
    mode: str = "base"
    turn: int = 1
    supply: Sequence[str] = ()
    front: Sequence[Sequence[str]] = ()
    hands: Sequence[Sequence[str]] = ()
    won: Sequence[Sequence[str]] = ()
    deck: Sequence[str] = ()
    knows: dict[str, str] = field(default_factory=dict)
    powers: dict[str, str] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)

    @property
    def full_rules(self) -> dict[str, Any]:
        """The printed rules, with all seven cities in the deck whatever the number of players."""
        return printed(self.mode, self.players) | {"cities": 7} | self.rules

    @property
    def out(self) -> list[str]:
        """The cards of the deck that are not named."""
        places = [*self.hands, *self.won, *self.front, self.deck]
        typed = [typed_stacks(text)[0] for place in places for text in place]
        rules = self.full_rules
        missing = []
        for city, n in zip(CITIES[: rules["cities"]], rules["deck"], strict=False):
            for name, n_kind in ((city + "*", rules["night_cards"]), (city, n - rules["night_cards"])):
                missing += [name] * (n_kind - typed.count(name))
        return missing

    @property
    def whole_turn(self) -> int:
        """The typed turn, or the first later one that is the seat's own."""
        return self.turn + (LETTERS.index(self.to_act) - (self.turn - 1)) % self.players


class Game(Protocol):
    """What a table needs: the referee has it, and so has the engine in its adapter."""

    question: Question | None

    def answer(self, move: Move) -> None: ...
    def kinds(self) -> list[tuple[int, bool]]: ...
    def view(self, viewer: int | None) -> dict[str, Any]: ...
    def row(self) -> dict[str, Any]: ...


class TypedReferee(Referee):
    """A referee that does not deal, but begins with a turn in a typed position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        super().__init__(0, 0, position.full_rules, position.players)

    def shuffled(self) -> list[Card]:
        return []

    def deal_out(self) -> None:
        typed = self.position
        self.turn = typed.whole_turn - 1
        for seat, caps in enumerate(typed.supply):
            for letter in caps:
                self.take(seat, LETTERS.index(letter), 1)
        self.powers.holder = {CITIES.index(city): LETTERS.index(letter) for city, letter in typed.powers.items()}
        for places, typed_places in ((self.hands, typed.hands), (self.won, typed.won)):
            for seat, names in enumerate(typed_places):
                places[seat] += [self.typed_card(name, seat) for name in names]
        for pile in self.won:
            for card in pile:
                card.face_up = not card.night
        for seat, texts in enumerate(typed.front):
            for text in texts:
                self.typed_front(seat, text)
        for card in self.table:
            card.knowers |= self.powers.watchers()
        for name in typed.out:
            self.typed_card(name, None)
        self.deck += [self.typed_card(name, None) for name in typed.deck]

    def lay_start_cards(self) -> Generator[Any, Move, None]:
        yield from ()

    def typed_card(self, name: str, seat: int | None) -> Card:
        knowers = {LETTERS.index(letter) for letter in self.position.knows.get(name, "")}
        card = Card(len(self.cards), CITIES.index(name.rstrip("*")), name.endswith("*"), knowers or ({seat} if seat is not None else set()))
        self.cards.append(card)
        return card

    def typed_front(self, seat: int, text: str) -> None:
        name, stacks = typed_stacks(text)
        card = self.typed_card(name, seat)
        card.front, card.face_up = seat, not card.night
        for caps in stacks:
            card.stacks[caps[-1]] = list(caps)
            for colour in caps:
                self.middle[colour] -= 1
        self.table.append(card)


def typed_stacks(text: str) -> tuple[str, list[list[int]]]:
    """The card and its stacks, out of "Chicago: O, BB"."""
    name, _, stacks = text.partition(":")
    return name.strip(), [[LETTERS.index(letter) for letter in stack.strip()] for stack in stacks.split(",") if stack.strip()]


class Table:
    """A game in words: who is asked what, what is legal, what lies where."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def asked(self) -> str:
        """Whose decision it is and which: "B stack"; "over" at the end."""
        question = self.game.question
        return "over" if question is None else f"{LETTERS[question.seat]} {question.kind}"

    def options(self) -> list[str]:
        assert self.game.question is not None
        return [self._words(move) for move in self.game.question.options()]

    def do(self, *moves: str) -> "Table":
        """Make moves in words; AssertionError if one is not legal."""
        for words in moves:
            assert self.game.question is not None, "the game is over"
            options = self.game.question.options()
            legal = [self._words(move) for move in options]
            assert words in legal, f"{self.asked}: {words!r} is not among {legal}"
            self.game.answer(options[legal.index(words)])
        return self

    def cards(self) -> list[str]:
        """All cards of the game in the order of the shuffled deck."""
        return [CITIES[city] + "*" * night for city, night in self.game.kinds()]

    def supply(self, letter: str) -> str:
        return _caps(self._seat(letter)["supply"])

    @property
    def middle(self) -> str:
        return _caps(self.game.view(None)["middle"])

    @property
    def deck(self) -> int:
        return self.game.view(None)["deck"]["count"]

    def front(self, letter: str, by: str = "") -> list[str]:
        """The cards in front of a seat with their stacks, as another sees them: "Chicago: O, BB", the tallest last."""
        cards = self._seat(letter, by)["front"]
        return [_card(card) + _stacks(card["stacks"]) for card in cards]

    @property
    def is_night_on_top(self) -> bool:
        return self.game.view(None)["deck"]["night"]

    def powers(self, letter: str) -> list[str]:
        """The cities whose powers a seat holds."""
        return [CITIES[city] for city in self._seat(letter)["powers"]]

    def hand(self, letter: str, by: str = "") -> list[str]:
        return [_card(card) for card in self._seat(letter, by)["hand"]]

    def won(self, letter: str, by: str = "") -> list[str]:
        return sorted(_card(card) for card in self._seat(letter, by)["won"])

    def final(self, column: str) -> list[int]:
        """A column of the final row by seat."""
        return [seat[column] for seat in self.game.row()["seat"]]

    def final_game(self, column: str) -> int:
        return self.game.row()["game"][column]

    def _seat(self, letter: str, by: str = "") -> dict[str, Any]:
        return self.game.view(LETTERS.index(by) if by else None)["seats"][LETTERS.index(letter)]

    def _words(self, move: Move) -> str:
        if move == STOP:
            return "stop"
        if move[0] == "collect":
            return f"collect {LETTERS[move[1]]}"
        seats = self.game.view(None)["seats"]
        names = {card["id"]: _card(card) for seat in seats for card in [*seat["hand"], *seat["front"]]}
        if move[0] == "start":
            return f"lay {names[move[1]]}"
        if move[0] == "keep":
            return f"keep {names[move[1]]}"
        return f"{move[0]} {names[move[1]]} {LETTERS[move[2]] if move[0] == 'place' else _caps(move[2])}"


def _caps(counts: Sequence[int]) -> str:
    return "".join(letter * n for letter, n in zip(LETTERS, counts, strict=False))


def _card(card: dict[str, Any]) -> str:
    return ("?" if card["city"] is None else CITIES[card["city"]]) + "*" * card["night"]


def _stacks(stacks: dict[int, list[int]]) -> str:
    """The shortest first; the caps of a stack in seat order with the owner's on top (their order inside is of no account)."""
    texts = ["".join(LETTERS[cap] for cap in sorted(caps[:-1])) + LETTERS[owner] for owner, caps in stacks.items()]
    return ": " + ", ".join(sorted(texts, key=len)) if texts else ""
