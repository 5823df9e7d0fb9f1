"""A game of Top Pop (base game, printed rules, greedy in all seats) as one would write it in Python for speed alone: lists and integers,
nothing checked, nothing that greedy does not need. The yardstick of `make bench`; tests hold its rows to the engine's.
"""

from collections.abc import Sequence
from typing import Any

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def key_of(seed: int, deal: int) -> int:
    return mix(mix((seed + GOLDEN) & MASK) ^ ((deal + GOLDEN) & MASK))


class Lot:
    """A stream of core.rng, set to its beginning when the first lot is drawn: most decisions draw none."""

    def __init__(self, key: int, purpose: int, seat: int, epoch: int) -> None:
        self.begin, self.a = (key, purpose, seat, epoch), -1

    def below(self, n: int) -> int:
        if self.a < 0:
            key, purpose, seat, epoch = self.begin
            h = mix(key ^ (purpose << 60 | seat << 52 | epoch))
            self.a, self.b, self.c, self.n = (*(mix((h + k * GOLDEN) & MASK) for k in (1, 2, 3)), 1)
        a, b, c = self.a, self.b, self.c
        out = (a + b + self.n) & MASK
        self.n += 1
        self.a, self.b = b ^ (b >> 11), (c + (c << 3)) & MASK
        self.c = (((c << 24) & MASK | c >> 40) + out) & MASK
        return ((out >> 32) * n) >> 32

    def best(self, values: Sequence[float]) -> int:
        """The place of the highest value; of equal ones each is as likely."""
        held, most, equal = 0, values[0], 1
        for i in range(1, len(values)):
            value = values[i]
            if value > most:
                held, most, equal = i, value, 1
            elif value == most:
                equal += 1
                if self.below(equal) == 0:
                    held = i
        return held


class Game:
    """One game: `play()` brings its row as (game columns, seat columns) in the order of the engine, without lead changes."""

    def __init__(self, rules: Any, players: int, seed: int, deal: int) -> None:
        self.rules, self.players, self.key = rules, players, key_of(seed, deal)
        self.seats, self.cities = range(players), range(rules["cities"])
        faces = [(x, int(i < rules["night_cards"])) for x in self.cities for i in range(rules["deck"][x])]
        lot = Lot(self.key, 1, 0, 0)
        for i in range(len(faces) - 1, 0, -1):
            j = lot.below(i + 1)
            faces[i], faces[j] = faces[j], faces[i]
        self.city, self.night = [x for x, _ in faces], [n for _, n in faces]
        n = len(faces)
        self.top, self.n_cards = 0, n
        self.knows, self.front, self.lead = [0] * n, [-1] * n, [-1] * n
        self.stack: list[list[list[int]]] = [[] for _ in range(n)]  # card, owner, colour
        self.height: list[list[int]] = [[] for _ in range(n)]
        self.supply = [[rules["start_caps"][p] if p == c else 0 for c in self.seats] for p in self.seats]
        self.middle = [rules["caps_per_colour"] - rules["start_caps"][c] for c in self.seats]
        self.count = [[0] * len(self.cities) for _ in self.seats]
        self.seen = [[[0] * len(self.cities) for _ in self.seats] for _ in self.seats]
        self.won, self.received, self.given, self.lost = ([0] * players for _ in range(4))
        self.table: list[int] = []
        self.hand: list[list[int]] = [[] for _ in self.seats]
        self.turn, self.decision, self.trigger_seat, self.trigger_turn = 0, 0, -1, 0
        self.variety = (0, *rules["variety_points"])
        for p in self.seats:
            for _ in range(rules["start_cards"][p]):
                self.draw(p)

    def draw(self, p: int) -> None:
        if self.top < self.n_cards and self.trigger_seat < 0:
            self.knows[self.top] = 1 << p
            self.hand[p].append(self.top)
            self.top += 1

    def lay(self, card: int, p: int) -> None:
        self.front[card] = p
        self.stack[card] = [[0] * self.players for _ in self.seats]
        self.height[card] = [0] * self.players
        self.table.append(card)
        self.knows[card] = (1 << self.players) - 1 if not self.night[card] else self.knows[card] | 1 << p

    def win(self, p: int, card: int) -> None:
        front, height = self.front[card], self.height[card]
        for q in self.seats:
            if height[q]:
                to = self.supply[q] if q != p else self.middle if front == p else self.supply[front]
                for c, n in enumerate(self.stack[card][q]):
                    to[c] += n
        if front != p:
            self.given[p] += height[p]
            self.received[front] += height[p]
        self.knows[card] |= 1 << p
        x = self.city[card]
        self.won[p] += 1
        self.count[p][x] += 1
        for q in self.seats:
            if self.knows[card] >> q & 1:
                self.seen[q][p][x] += 1

    def points(self, p: int, counts: list[list[int]]) -> tuple[int, int, int]:
        """Sole majorities, tied ones, variety."""
        sole = tied = 0
        for x in self.cities:
            own = counts[p][x]
            if own:
                most = max(counts[q][x] for q in self.seats if q != p)
                sole += self.rules["majority_points"] * own if own > most else 0
                tied += self.rules["tied_points"] * own if own == most else 0
        return sole, tied, self.variety[sum(map(bool, counts[p]))]

    def gains(self, p: int) -> list[float]:
        """What one more card of each city would add."""
        seen, high, low = self.seen[p], self.rules["majority_points"], self.rules["tied_points"]
        different = sum(map(bool, seen[p]))
        new = self.variety[different + 1] - self.variety[different] if different < len(self.cities) else 0
        found = []
        for x in self.cities:
            own, most = seen[p][x], max(seen[q][x] for q in self.seats if q != p)
            now = high * own if own > most else low * own if own == most else 0
            then = high * (own + 1) if own + 1 > most else low * (own + 1) if own + 1 == most else 0
            found.append(then - now + (new if not own else 0.0))
        return found

    def lot(self, p: int) -> Lot:
        self.decision += 1
        return Lot(self.key, 2, p, self.turn * 4096 + self.decision - 1)

    def worths(self, p: int) -> list[float]:
        return [(2.0 if c == p else 0.5) / (1 + n) for c, n in enumerate(self.supply[p])]

    def place(self, p: int, gains: list[float]) -> None:
        lot, worth = self.lot(p), self.worths(p)
        card = self.hand[p].pop(lot.best([gains[self.city[c]] for c in self.hand[p]]))
        target = lot.best([0.5 if q == p else worth[q] if self.middle[q] else 0.0 for q in self.seats])
        self.lay(card, target)
        if target != p:
            n = min(self.rules["place_caps"], self.middle[target])
            self.middle[target] -= n
            self.supply[p][target] += n

    def collect(self, p: int) -> bool:
        colours = [c for c in self.seats if self.middle[c]]
        if not colours:
            return False
        worth = self.worths(p)
        c = colours[self.lot(p).best([worth[c] for c in colours])]
        self.middle[c] -= 1
        self.supply[p][c] += 1
        return True

    def stack_once(self, p: int, gains: list[float], unknown: float) -> bool:
        """The best stack above 0, if there is one."""
        supply, values, cards = self.supply[p], [], []
        total = sum(supply)
        for card in self.table:
            lead = self.lead[card]
            if lead == p:
                continue
            n = self.height[card][lead] + 1 - self.height[card][p] if lead >= 0 else 1
            if n > total or (lead >= 0 and not supply[lead]):
                continue
            value = (gains[self.city[card]] if self.knows[card] >> p & 1 else unknown) - 0.5 * n
            if value > 0:
                values.append(value)
                cards.append((card, lead, n))
        lot = self.lot(p)
        if not cards:
            return False
        card, lead, n = cards[lot.best(values)]
        self.pile(p, card, lead, n)
        return True

    def pile(self, p: int, card: int, lead: int, n: int) -> None:
        """The smallest stack: one's own cap, the leader's, then others of which most are left."""
        supply, caps = self.supply[p], [0] * self.players
        caps[p] = 1
        if lead >= 0:
            caps[lead] = 1
            self.lost[lead] += 1
        for _ in range(n - sum(caps)):
            left = [0 if c == p else supply[c] - caps[c] for c in self.seats]
            caps[left.index(max(left)) if any(left) else p] += 1
        for c, k in enumerate(caps):
            supply[c] -= k
            self.stack[card][p][c] += k
        self.height[card][p] += sum(caps)
        self.lead[card] = p

    def take_turn(self, p: int) -> bool:
        """Whether anything happened in it; no card left anywhere ends the game."""
        self.turn, self.decision = self.turn + 1, 0
        mine = [card for card in self.table if self.lead[card] == p]
        for card in mine:
            self.win(p, card)
            self.table.remove(card)
        acted = bool(mine)
        if self.trigger_seat < 0 and self.won[p] >= self.rules["end_cards"] and mine:
            self.trigger_seat, self.trigger_turn = p, self.turn
            self.hand = [[] for _ in self.seats]
        if not self.table and self.trigger_seat < 0 and self.top == self.n_cards and not any(self.hand):
            self.is_over = True
            return True
        gains = self.gains(p)
        unknown = sum(gains) / len(gains)
        if self.hand[p]:
            self.place(p, gains)
            acted = True
        for _ in range(self.rules["collect_caps"]):
            acted |= self.collect(p)
        while self.supply[p][p] and self.table and self.stack_once(p, gains, unknown):
            acted = True
        for _ in range(self.rules["draw_cards"]):
            self.draw(p)
        return acted

    def play(self) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
        for p in self.seats:
            for _ in range(min(self.rules["start_placed"][p], len(self.hand[p]))):
                gains = self.gains(p)
                self.lay(self.hand[p].pop(self.lot(p).best([gains[self.city[c]] for c in self.hand[p]])), p)
        self.is_over, idle, ended, p = False, 0, 0, 0
        while not self.is_over:
            idle = 0 if self.take_turn(p) else idle + 1
            if self.is_over or (self.trigger_seat >= 0 and self.turn == self.trigger_turn + self.players - 1):
                break
            if idle >= self.players or self.turn >= self.rules["turn_limit"] * self.players:
                ended = 1 if idle >= self.players else 2
                break
            p = (p + 1) % self.players
        return self.row(ended)

    def row(self, ended: int) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
        for card in self.table:
            if self.lead[card] >= 0:
                self.win(self.lead[card], card)
        caps, parts = [sum(supply) for supply in self.supply], [self.points(p, self.count) for p in self.seats]
        scores = [sum(part) for part in parts]
        first = max(zip(scores, caps, strict=True))
        winners = [p for p in self.seats if (scores[p], caps[p]) == first]
        second = sorted(scores)[-2]
        tie = 0 if first[0] > second else 1 if len(winners) == 1 else 2
        game = (self.turn, ended, self.trigger_seat + 1, self.trigger_turn, first[0] - second, tie)
        seats = [
            (60 // len(winners) if p in winners else 0, scores[p], *parts[p], self.won[p], caps[p], self.received[p], self.given[p], self.lost[p],
             int(p == self.trigger_seat)) for p in self.seats
        ]  # fmt: skip
        return game, seats
