"""The plain referee of the mode stocks: what stocks change of the rules (TR-50 to TR-56), written from the rules page alone.

Stocks are counted by car; `order` lists the seats clockwise.
"""

from collections.abc import Generator
from fractions import Fraction
from typing import Any

from tests.naive.top_pop import below, stream
from tests.naive.top_race import CARS, Auction, Car, Card, Move, RaceIsOver, Referee
from topstats.core import rng


class StocksReferee(Referee):
    """One game with stocks."""

    def __init__(self, seed: int, deal: int, rules: dict[str, Any], players: int) -> None:
        self.order = list(range(players))
        self.specials = [0] * players
        super().__init__(seed, deal, rules | {"debts": False}, players)

    def new_race(self) -> None:
        super().new_race()
        self.offer: list[Card] = []
        self.stocks = [dict.fromkeys(CARS, self.rules["stocks_each"]) for _ in self.seats]
        self.picked: dict[int, Card] = {}  # by auction
        self.seated: list[int] = []
        self.rounds = self.stock_rounds = 0
        self.turn_seat = 0

    def deal(self, opener: int) -> int:
        """TR-51: hands, box, offer; the sprint/breakdown cards lie there first."""
        self.new_race()
        faces = [face for face in self.faces if face[1] is None]
        words = stream(self.seed, self.deal_number, rng.DEAL, 0, self.race)
        for i in range(len(faces) - 1, 0, -1):
            j = below(words, i + 1)
            faces[i], faces[j] = faces[j], faces[i]
        pairs = [face for face in self.faces if face[1] is not None]
        self.cards = [Card(number, lines, pair) for number, (lines, pair) in enumerate(faces + pairs)]
        left = self.cards[: len(faces)]
        self.hands = []
        for seat in self.seats:
            hand, left = left[: self.each()], left[self.each() :]
            for card in hand:
                card.knowers.add(seat)
            self.hands.append(hand)
        self.dealt = [list(hand) for hand in self.hands]
        if self.rules["pit_stop"]:
            self.box, left = left[: self.rules["box_cards"]], left[self.rules["box_cards"] :]
        self.offer = self.cards[len(faces) :]
        self.offer += left[: self.rules["offer_cards"] - len(self.offer)]
        for card in self.box + self.offer:
            card.knowers |= set(self.seats)
        is_drawn = self.race > 0 and self.rules["next_opener"] == "random"
        return below(words, self.players) if is_drawn else opener

    # ---- seats ----

    def clockwise(self, seat: int) -> list[int]:
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]

    def may_bid(self, seat: int) -> bool:
        """TR-52, TR-53."""
        return self.players == 2 or seat not in self.seated

    def n_won(self, seat: int) -> int:
        return self.seated.count(seat)

    def hold_auctions(self, opener: int, number: int = 0) -> Generator[Any, Move, None]:
        """TR-52, TR-53: until everybody has a seat, with two players until one has two cards; then the cars line up."""
        while len(self.seated) < self.players if self.players > 2 else max(map(self.n_won, self.seats)) < self.rules["offer_wins"]:
            self.number = len(self.seated)
            self.turn += 1
            self.decision = 0
            self.bid, self.bidder = 0, None
            buyer, price = yield from self.sell_seat(opener)
            self.cash[buyer] -= price
            self.spent[buyer] += price
            self.auctions[self.number].price, self.auctions[self.number].buyer = price, buyer
            yield from self.choose_card(buyer)
            self.sit(buyer)
            opener = self.clockwise(buyer)[1]
        if self.players == 2:
            other = self.clockwise(self.seated[-1])[1]
            for card in list(self.offer):
                self.take_offered(other, card)
        self.number = len(CARS)
        self.line_up()

    def sell_seat(self, opener: int) -> Generator[Any, Move, tuple[int, int]]:
        """Who wins the auction, and for how much."""
        without = [seat for seat in self.clockwise(opener) if seat not in self.seated]
        if self.players > 2 and len(without) == 1:
            return without[0], min(self.rules["last_seat"], self.cash[without[0]])
        able = [seat for seat in self.clockwise(opener) if self.may_bid(seat) and self.cash[seat] >= self.least()]
        if not able:  # TR-08
            poor = (without or [opener])[0]
            return poor, min(self.rules["opening_bid"], self.cash[poor])
        self.auctions[self.number].opened = able[0]
        yield from self.ask_bid(able[0])
        out, seat = set(), able[0]
        while (seat := self.clockwise(seat)[1]) != self.bidder:
            if seat in out:
                continue
            if not self.may_bid(seat) or self.cash[seat] < self.least() or not (yield from self.ask_bid(seat)):
                out.add(seat)
        return seat, self.bid

    def choose_card(self, seat: int) -> Generator[Any, Move, None]:
        number = self.offer[0].number
        if len(self.offer) > 1:
            number = yield from self.ask("offer", seat, [card.number for card in self.offer])
        card = self.cards[number]
        self.picked[self.number] = card
        self.take_offered(seat, card)

    def take_offered(self, seat: int, card: Card) -> None:
        self.offer.remove(card)
        self.hands[seat].append(card)
        self.specials[seat] += card.pair is not None

    def sit(self, seat: int) -> None:
        """Next clockwise from the one seated last; the others keep their order."""
        if not self.seated:
            self.first = seat
        elif self.players > 2:
            self.order.remove(seat)
            self.order.insert(self.order.index(self.seated[-1]) + 1, seat)
        self.seated.append(seat)

    def line_up(self) -> None:
        """TR-50."""
        words, names = stream(self.seed, self.deal_number, rng.DEAL, 1, self.race), list(CARS)
        for i in range(len(names) - 1, 0, -1):
            j = below(words, i + 1)
            names[i], names[j] = names[j], names[i]
        for name, space in zip(names, self.road.starts, strict=False):
            self.cars[name].status, self.cars[name].space, self.cars[name].start = "racing", space, space
            self.heat["visits"][space] += 1

    # ---- the race ----

    def takes_part(self, seat: int) -> bool:
        """TR-55."""
        return True

    def is_racing(self, seat: int) -> bool:
        """It must play, as one does whose cars are out (TR-55)."""
        return True

    def chooses_return(self, car: Car) -> int:
        return self.turn_seat or 0

    def drive(self, seat: int) -> Generator[Any, Move, None]:
        """TR-54: race rounds from the starting player on (the first one from this seat), stock rounds between."""
        self.front = self.in_front()
        assert self.first is not None
        order = self.clockwise(self.first)
        left, n_passed = order[order.index(seat) :], 0
        try:
            while n_passed < self.players and any(map(self.can_act, self.seats)):
                if self.rounds and self.n_home() == 0 and self.rules["stock_trades"]:
                    yield from self.stock_round()
                self.rounds += 1
                for self.turn_seat in left:
                    has_passed = True
                    if self.can_act(self.turn_seat):
                        self.turn += 1
                        self.decision = 0
                        has_passed = yield from self.use_turn(self.turn_seat)
                    n_passed = n_passed + 1 if has_passed else 0
                    if n_passed == self.players:
                        return
                left = order
        except RaceIsOver:
            return

    def stock_round(self) -> Generator[Any, Move, None]:
        """TR-54."""
        self.turn += 1
        self.decision = 0
        for seat in self.seats:
            held = self.stocks[seat]
            for _ in range(self.rules["stock_trades"]):
                car = yield from self.ask("sell", seat, [c for c in CARS if held[c] > self.rules["fewest_stocks"]])
                held[car] -= 1
            for _ in range(self.rules["stock_trades"]):
                car = yield from self.ask("buy", seat, [c for c in CARS if held[c] < self.rules["most_stocks"]])
                held[car] += 1
        self.stock_rounds += 1

    # ---- the end ----

    def pay_of(self, seat: int) -> int:
        return sum(n * self.rules["prizes"][(self.cars[name].place or 0) - 1] for name, n in self.stocks[seat].items())

    def best(self, money: list[int]) -> int:
        """TR-56: who stands first by these amounts."""
        assert self.first is not None
        places = sorted(CARS, key=lambda name: self.cars[name].place or 0)
        order = self.clockwise(self.first)
        return max(self.seats, key=lambda seat: (money[seat], [self.stocks[seat][name] for name in places], order.index(seat)))

    def pay_prizes(self) -> int:
        """TR-56; returns who opens the next race."""
        self.card = None
        for place, car in enumerate(self.standing(), self.n_home() + 1):
            car.place = place
        paid = [self.pay_of(seat) for seat in self.seats]
        for seat in self.seats:
            self.cash[seat] += paid[seat]
            self.prizes[seat] += paid[seat]
        self.n_wins[self.best(paid)] += 1
        self.after_races.append(list(self.cash))
        return self.best(paid)

    # ---- what can be seen ----

    def view(self, viewer: int | None) -> dict[str, Any]:
        return super().view(viewer) | {
            "offer": [{"id": card.number, "lines": [list(line) for line in card.lines], "pair": list(card.pair) if card.pair else None} for card in self.offer],
            "order": self.clockwise(self.first or 0),
            "stocks": [list(held.values()) if viewer in (None, seat) or self.over else None for seat, held in enumerate(self.stocks)],
        }

    def row(self) -> dict[str, Any]:
        rows = super().row()
        rows["game"] |= {"rounds": self.rounds, "stock_rounds": self.stock_rounds}
        rows["auction"] = [row[: self.players] for row in rows["auction"]]
        return rows

    def seat_row(self, seat: int, share: Fraction) -> dict[str, int]:
        row = super().seat_row(seat, share)
        for name in ("cars", "bankrupt", "overpaid"):
            del row[name]
        return row | {
            "share": 60 if seat == self.best(self.cash) else 0,
            "order": self.clockwise(self.first or 0).index(seat),
            "specials": self.specials[seat],
            "most_stocks": max(self.stocks[seat].values()),
        }

    def auction_row(self, auction: Auction, seat: int) -> dict[str, int]:
        names = ("bought", "opened", "bids", "price", "offered", "card_points")
        number = next(i for i, one in enumerate(self.auctions) if one is auction)  # two of them may be alike
        card = self.picked.get(number) if auction.buyer is not None else None
        if card is None:
            return dict.fromkeys(names, 0)
        values = (int(auction.buyer == seat), int(auction.opened == seat), auction.bids.get(seat, 0), auction.price // 10_000)
        return dict(zip(names, (*values, int(card.pair is not None), sum(points for _, points in card.lines)), strict=True))

    def car_row(self, car: Car, seat: int) -> dict[str, int]:
        row = super().car_row(car, seat)
        del row["owned"]
        return row | {"stocks": self.stocks[seat][car.name]}
