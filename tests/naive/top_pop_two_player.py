"""The referee of Top Pop's two-player version: plain Python from the rules page, slow and plain on purpose.

It shares nothing with the engine but the random streams. It deals by itself, says who must decide what, lists the
legal options in the documented order, refuses everything else, and scores.
"""

import numpy as np

from topstats.core import rng

SECOND_FIRST = (1, 0)  # TP-42: the second player lays its seventh cards before the first
COMPANIES = range(4)


class Illegal(Exception):
    """A move that the rules do not allow."""


class Stream:
    """One random stream by its key."""

    def __init__(self, seed, deal, purpose, seat, epoch):
        self.words = np.zeros(4, np.uint64)
        key = np.uint64(rng.game_key(np.int64(seed), np.int64(deal)))  # compiled code gives a Python int back
        rng.seed_stream(self.words, key, np.int64(purpose), np.int64(seat), np.int64(epoch))

    def below(self, n):
        return int(rng.below(self.words, np.int64(n)))

    def uniform(self):
        return float(rng.uniform(self.words))


def shuffled_deck(rules, seed, deal):
    """TP-02, TP-03, and the section Chance: a list of (city, is_night), the top card first."""
    cards = []
    for city in range(rules["cities"]):
        nights = rules["night_cards"]
        cards += [(city, k < nights) for k in range(rules["deck"][city])]
    stream = Stream(seed, deal, rng.DEAL, 0, 0)
    for i in range(len(cards) - 1, 0, -1):
        j = stream.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


class Referee:
    """One game. `question` is (seat, kind) or None when it is over; a move is (card, company), company None for DISCARD."""

    def __init__(self, rules, seed, deal, cards=None):
        self.rules, self.seed, self.deal = rules, seed, deal
        self.cards = cards or shuffled_deck(rules, seed, deal)
        self.deck = list(range(len(self.cards)))
        self.hands = [[self.deck.pop(0) for _ in range(n)] for n in rules["start_cards"]]
        self.start = [[self.deck.pop(0) for _ in range(n)] for n in rules["table_cards"]]
        self.played = [[] for _ in COMPANIES]
        self.seventh = [None] * 4
        self.discarded = [[], []]
        self.stacks = [rules["caps_per_company"]] * 4
        self.caps = [[0] * 4, [0] * 4]
        self.known = {card: {0, 1} for column in self.start for card in column}
        for seat in (0, 1):
            for card in self.hands[seat]:
                self.known[card] = {seat}
        self.setup = [(s, k) for s in SECOND_FIRST for k in ["SEVENTH"] * 2 + ["DISCARD"] * rules["discards"][s]]
        self.turn, self.decision, self.turn_seat = 0, 0, None
        self.ended, self.leaders = None, []
        self.question = self.setup.pop(0)

    # what the rules count
    def toward_closing(self, company):
        return len(self.played[company]) + (0 if self.rules["table_cards_count"] == "extra" else len(self.start[company]))

    def is_closed(self, company):
        return self.toward_closing(company) >= self.rules["column_cards"]

    def payout(self, company):
        """Caps that the next card under this company earns."""
        number = len(self.played[company]) + (len(self.start[company]) if self.rules["table_cards_count"] == "first" else 0)
        return min(self.rules["payout"][number], self.stacks[company])

    def open_companies(self):
        return [c for c in COMPANIES if not self.is_closed(c)]

    def companies_to_choose(self):
        return self.open_companies() if self.question[1] == "PLAY" else [c for c in COMPANIES if self.seventh[c] is None]

    def options(self):
        if self.question is None:
            return []
        seat, kind = self.question
        if kind == "DISCARD":
            return [(card, None) for card in self.hands[seat]]
        return [(card, company) for card in self.hands[seat] for company in self.companies_to_choose()]

    # play
    def play(self, card, company):
        seat, kind = self.question
        if card not in self.hands[seat]:
            raise Illegal("not in hand")
        if kind == "DISCARD":
            if company is not None:
                raise Illegal("a discard goes nowhere")
            self.discarded[seat].append(card)
        elif kind == "SEVENTH":
            if self.seventh[company] is not None:
                raise Illegal("has a seventh card already")
            self.seventh[company] = card
        else:
            if self.is_closed(company):
                raise Illegal("closed")
            caps = self.payout(company)
            self.played[company].append(card)
            self.stacks[company] -= caps
            self.caps[seat][company] += caps
            if not self.cards[card][1]:
                self.known[card] = {0, 1}
        self.hands[seat].remove(card)
        if kind == "PLAY":
            while self.deck and len(self.hands[seat]) < self.rules["hand_size"]:
                drawn = self.deck.pop(0)
                self.hands[seat].append(drawn)
                self.known[drawn] = {seat}
            self.note_leader()
        self.next_question()

    def next_question(self):
        self.decision += 1
        if self.setup:
            self.question = self.setup.pop(0)
            return
        seat = 0 if self.turn_seat is None else 1 - self.turn_seat
        if not self.hands[seat]:
            seat = 1 - seat
        if not self.open_companies():
            self.finish("normal")
        elif not self.hands[seat]:
            self.finish("stalled")
        else:
            self.turn_seat, self.turn, self.decision = seat, self.turn + 1, 0
            self.question = (seat, "PLAY")

    def finish(self, how):
        self.ended, self.question = how, None
        for company in COMPANIES:
            for card in self.scored_cards(company):
                self.known[card] = {0, 1}

    # scoring
    def scored_cards(self, company):
        last = [self.seventh[company]] if self.is_closed(company) and self.seventh[company] is not None else []
        return self.start[company] + self.played[company] + last

    def company_points(self):
        """TP-46: majority and variety of each company, as two lists."""
        cities = [[self.cards[card][0] for card in self.scored_cards(c)] for c in COMPANIES]
        majority, variety = [], []
        for mine in COMPANIES:
            points = 0
            for city in set(cities[mine]):
                count = cities[mine].count(city)
                others = [cities[c].count(city) for c in COMPANIES if c != mine]
                if all(count > other for other in others):
                    points += count * self.rules["majority_points"]
                elif all(count >= other for other in others):
                    points += count * self.rules["tied_points"]
            majority.append(points)
            different = len(set(cities[mine]))
            variety.append(self.rules["variety_points"][different - 1] if different else 0)
        return majority, variety

    def company_ranks(self):
        """TP-47: rank (1 is best; tied companies share the better one) and the value of a cap, which shifts down."""
        majority, variety = self.company_points()
        points = [m + v for m, v in zip(majority, variety, strict=True)]
        ranks = [1 + sum(p > mine for p in points) for mine in points]
        values = [self.rules["rank_values"][rank - 1 + points.count(mine) - 1] for rank, mine in zip(ranks, points, strict=True)]
        return ranks, values

    def scores(self):
        _, values = self.company_ranks()
        return [sum(caps[c] * values[c] for c in COMPANIES) for caps in self.caps]

    def shares(self):
        """TP-48, in sixtieths."""
        keys = [(score, -sum(caps)) for score, caps in zip(self.scores(), self.caps, strict=True)]
        if keys[0] == keys[1]:
            return [30, 30]
        return [60, 0] if keys[0] > keys[1] else [0, 60]

    def note_leader(self):
        first, second = self.scores()
        if first != second:
            self.leaders.append(0 if first > second else 1)

    def lead_changes(self):
        return sum(a != b for a, b in zip(self.leaders, self.leaders[1:], strict=False))

    def rows(self):
        """The final rows by name: game, two seats, and per seat four companies."""
        majority, variety = self.company_points()
        ranks, values = self.company_ranks()
        scores, shares = self.scores(), self.shares()
        decided_by = "points" if scores[0] != scores[1] else "shared" if shares[0] == shares[1] else "caps"
        game = {"length": self.turn, "ended": ["normal", "stalled", "truncated"].index(self.ended), "margin": abs(scores[0] - scores[1])}
        game |= {"tie_break": ["points", "caps", "shared"].index(decided_by), "lead_changes": self.lead_changes()}
        seats, companies = [], []
        for seat in (0, 1):
            caps = self.caps[seat]
            row = {"share": shares[seat], "score": scores[seat], "caps": sum(caps)}
            for place in (1, 2, 3, 4):
                paid = [c for c in COMPANIES if ranks[c] + ranks.count(ranks[c]) - 1 == place]
                row[f"caps_{place}"] = sum(caps[c] for c in paid)
                row[f"points_{place}"] = sum(caps[c] * values[c] for c in paid)
            seats.append(row)
            companies.append([
                {"caps": caps[c], "cards": len(self.scored_cards(c)), "points": majority[c] + variety[c], "majority": majority[c],
                 "variety": variety[c], "rank": ranks[c], "value": values[c]}
                for c in COMPANIES
            ])  # fmt: skip
        return game, seats, companies

    # the two strategies that are written twice
    def stream(self, purpose=rng.SEAT):
        return Stream(self.seed, self.deal, purpose, self.question[0], self.turn * 4096 + self.decision)

    def random_move(self, stream=None):
        seat, kind = self.question
        stream = stream or self.stream()
        card = self.hands[seat][stream.below(len(self.hands[seat]))]
        if kind == "DISCARD":
            return card, None
        choice = self.companies_to_choose()
        return card, choice[stream.below(len(choice))]

    def greedy_move(self):
        options = self.options()
        if self.question[1] == "PLAY":
            best = max(self.payout(company) for _, company in options)
            options = [option for option in options if self.payout(option[1]) == best]
        return options[self.stream().below(len(options))]
