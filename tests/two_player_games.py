"""Games of Top Pop's two-player version for the tests: rules, seats, and how engine and referee are read alike."""

import numpy as np

from topstats.core.contract import SettingError
from topstats.core.machine import NO_SUMS
from topstats.core.rng import SEAT, seed_stream
from topstats.games.top_pop.two_player import MODE

ENGINE = MODE.engine()
STRATEGIES = tuple(s.name for s in MODE.strategies if s.name != "search")  # the quick ones; search has tests of its own
READINGS = ("extra", "first", "closing")
CITIES = ("St. Louis", "New York", "San Francisco", "Las Vegas", "Chicago", "Seattle", "New Orleans")
PER_GAME, PER_SEAT, PER_COMPANY = ([c.name for c in MODE.columns_of(per)] for per in ("game", "seat", "company"))
LITTLE_DECK = {"deck": (1, 1, 1, 2, 5, 5, 1), "night_cards": 1}  # 15 cards in 6 cities: 13 are laid out, the game must stall
ALTERED = (
    LITTLE_DECK,
    {"start_cards": (6, 4), "discards": (0, 1), "deck": (1, 2, 3, 4, 5, 6, 1), "night_cards": 0},  # unequal hands and few cards: a player is skipped
    {"hand_size": 1, "column_cards": 3, "payout": (1, 5, 2, 0, 0, 9)},
    {"cities": 7, "table_cards": (2, 0, 1, 2), "night_cards": 3, "start_cards": (8, 9), "discards": (2, 3), "hand_size": 6},
    {"caps_per_company": 5, "rank_values": (1, 4, 0, 9), "majority_points": 3, "tied_points": 0, "variety_points": (1, 1, 3, 3, 9, 9, 2)},
    {"cities": 1, "deck": (12, 1, 1, 1, 1, 1, 1), "start_cards": (4, 4), "discards": (0, 0), "column_cards": 2},
)


def printed(**changes):
    """The printed rules with some changed, checked as a user's would be."""
    rules = {k.name: k.printed(2) for k in MODE.knobs} | changes
    rules = {k.name: k.check(rules[k.name], 2) for k in MODE.knobs}
    MODE.check(rules, 2)
    return rules


def drawn_rules(rng):
    """Rules drawn by lot from all that the knobs allow, small numbers preferred; those that do not fit together are drawn anew."""
    while True:
        changes = {}
        for knob in MODE.knobs:
            if rng.random() < 0.6:
                continue
            if knob.kind == "choice":
                changes[knob.name] = knob.choices[rng.integers(len(knob.choices))][0]
            elif knob.kind == "vector":
                high = int(min(knob.high, knob.low + 8))
                changes[knob.name] = tuple(int(v) for v in rng.integers(int(knob.low), high + 1, knob.size(2)))
            else:
                changes[knob.name] = int(rng.integers(int(knob.low), int(knob.high) + 1))
        try:
            return printed(**changes)
        except SettingError:
            continue


def start(rules, seats=("random", "random"), seed=0, deal=0, blunder=0.0, **parameters):
    """The states (recarray of one record) of a game: dealt, nothing played; seats by name of their strategy."""
    states = ENGINE.new(rules, 2)
    S = states[0]
    S.seed, S.deal, S.extras = seed, deal, 1
    for e, name in enumerate(seats):
        strategy = MODE.strategy(name)
        S.strategy[e], S.blunder[e] = strategy.kernel, blunder
        for i, knob in enumerate(strategy.parameters):
            S.parameter[e, i] = parameters.get(knob.name, knob.default)
    ENGINE.deal(S)
    return states


def blocks(n):
    return [np.zeros(shape, np.int16) for shape in ((n, len(PER_GAME)), (n, 2, len(PER_SEAT)), (n, 2, 4, len(PER_COMPANY)))]


def play(rules, seats=("random", "random"), n=100, seed=0, budget=1_000_000, rotate=0, **more):
    """Blocks of the first n games of a run."""
    S = start(rules, seats, seed, **more)[0]
    S.stop_game, S.rotate = n, rotate
    out = blocks(n)
    while S.next_game < n:
        ENGINE.play_many(S, tuple(out), NO_SUMS, budget)
    return out


def rows_of(S):
    """The final rows of a finished game by column name, as the referee gives them."""
    twin = S.copy()
    twin.first_game, twin.next_game, twin.stop_game, twin.dealt = 0, 0, 1, 1
    game, seats, companies = blocks(1)
    ENGINE.play_many(twin, (game, seats, companies), NO_SUMS, 1_000_000)
    return (
        dict(zip(PER_GAME, game[0].tolist(), strict=True)),
        [dict(zip(PER_SEAT, row, strict=True)) for row in seats[0].tolist()],
        [[dict(zip(PER_COMPANY, row, strict=True)) for row in seat] for seat in companies[0].tolist()],
    )


def options_of(S):
    """All legal moves as the referee lists them: (card, company), company None for a discard."""
    out = np.zeros((64, 2), np.int16)
    n = ENGINE.options(S, out)
    assert n <= len(out)
    return [as_move(S, move) for move in out[:n]]


def as_move(S, move):
    return int(move[0]), None if ENGINE.asks[S.ask] == "discard" else int(move[1])


def put_move(S, move):
    S.move[0], S.move[1] = move[0], move[1] or 0


def state_of(S):
    """What the engine holds, read from its position, in the referee's terms."""
    data = ENGINE.position(S)
    return {
        "turn": data["turn"],
        "decision": data["decision"],
        "cards": [(CITIES.index(c["city"]), c["night"]) for c in data["cards"]],
        "known": {i: {q - 1 for q in c["known"]} for i, c in enumerate(data["cards"]) if c["known"]},
        "deck": list(range(data["drawn"], len(data["cards"]))),
        "hands": data["hands"],
        "columns": [c["cards"] for c in data["companies"]],
        "seventh": [c["seventh"] for c in data["companies"]],
        "discarded": data["discarded"],
        "caps": [list(c.values()) for c in data["caps"]],
        "stacks": S.stack.tolist(),
        "closed": [bool(c) for c in S.closed],
    }


def state_of_referee(ref):
    return {
        "turn": ref.turn,
        "decision": ref.decision,
        "cards": ref.cards,
        "known": ref.known,
        "deck": ref.deck,
        "hands": ref.hands,
        "columns": [ref.start[c] + ref.played[c] for c in range(4)],
        "seventh": ref.seventh,
        "discarded": sorted(ref.discarded[0] + ref.discarded[1]),
        "caps": ref.caps,
        "stacks": ref.stacks,
        "closed": [ref.is_closed(c) for c in range(4)],
    }


def choice(S, redealt_for=None, seed=0):
    """The move of the strategy of S.seat, the record left alone; first all that a seat cannot know may be dealt anew."""
    S = S.copy()
    if redealt_for is not None:
        seed_stream(S.stream, np.uint64(seed), np.int64(SEAT), np.int64(0), np.int64(0))
        ENGINE.redeal(S, redealt_for)
    ENGINE.choose(S)
    return as_move(S, S.move)
