"""What must hold in every game of Top Pop whatever the rules, players and strategies: checked in every state of traced games.

The quick loop plays a few games of each drawn configuration, the slow tests several hundred.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from scipy.stats import chisquare

from tests.top_pop_drawn import Configuration, drawn, printed_game
from tests.top_pop_engine import EngineGame
from topstats.core.contract import Engine
from topstats.core.machine import NORMAL, STALLED, TRUNCATED
from topstats.games.top_pop.powers import BONUS_POINTS, EFFECTS, ONE_TALLER, SEE_NIGHT
from topstats.games.top_pop.state import TIED

DECK, HAND, TABLE, WON, OUT = range(5)  # where a card is
N_CONFIGURATIONS, QUICK, MANY = 200, 8, 500
SOME = range(0, N_CONFIGURATIONS, 20)
Trace = np.ndarray

quick = pytest.mark.parametrize("first", SOME)


@cache
def room_for_traces(dtype: np.dtype) -> list[np.ndarray]:
    return [np.zeros(2048, dtype)]


def trace(game: EngineGame) -> Trace:
    """All states of a game from the one it is in to its end; good until the next call."""
    room = room_for_traces(game.states.dtype)
    before = game.states.copy()
    n = game.engine.trace(game.record, room[0])
    if n > len(room[0]):
        room[0] = np.zeros(n, game.states.dtype)
        game.states[:] = before
        assert game.engine.trace(game.record, room[0]) == n
    return room[0][:n]


def dealt_traces(game: Configuration, seed: int, n_games: int) -> Iterator[Trace]:
    """Traced games of a configuration."""
    states = game.states(seed)
    for deal in range(n_games):
        states[0].deal = deal
        yield trace(EngineGame(game.mode, states))


def traces(number: int, n_games: int) -> Iterator[tuple[Configuration, Trace]]:
    """Traced games of the drawn configuration of this number."""
    game = drawn(number)
    for states in dealt_traces(game, number, n_games):
        yield game, states


def check(first: int, n_games: int) -> None:
    """All laws for 20 configurations."""
    for number in range(first, first + 20):
        for game, states in traces(number, n_games):
            obeys(states, game, f"configuration {number}, deal {states['deal'][0]}")


def obeys(states: Trace, game: Configuration, place: str = "") -> None:
    n_cards, players = int(states["n_cards"][0]), game.players
    caps_are_conserved(states, n_cards, players, place)
    cards_are_conserved(states, n_cards, players, place)
    tallest_stacks_are_unique(states, n_cards, players, place)
    knowledge_grows_as_it_should(states, n_cards, players, place)
    turns_go_round_and_end(states, game, place)
    ranking_is_right(states[-1], game, place)
    if states["powers"][0]:
        powers_go_to_the_last_winner(states, players, place)


# ---- the laws ----


def caps_are_conserved(states: Trace, n_cards: int, players: int, place: str) -> None:
    """TP-04: each cap is in the middle, in a supply or in a stack on the table."""
    middle, supply = states["middle"][:, :players].astype(int), states["supply"][:, :players, :players].astype(int)
    stacks = np.ascontiguousarray(states["stack"][:, :n_cards, :players, :players])
    stacks = stacks[:-1] if states["over"][-1] else stacks
    on_table = (states["where"][: len(stacks), :n_cards] == TABLE).astype(np.float32)
    in_stacks = (on_table[:, None, :] @ stacks.reshape(len(stacks), n_cards, -1)).reshape(len(stacks), players, players).sum(axis=1)
    total = middle + supply.sum(axis=1)
    total[: len(stacks)] += in_stacks.astype(int)
    assert (total == states["caps_per_colour"][:, None]).all(), place
    assert (middle >= 0).all() and (supply >= 0).all() and (stacks >= 0).all(), place


def cards_are_conserved(states: Trace, n_cards: int, players: int, place: str) -> None:
    """Each card is in one place, the lists and counts agree with it, and no card ever goes back."""
    where = states["where"][:, :n_cards]
    held = [listed(states["hand"][:, seat], states["n_hand"][:, seat], n_cards) for seat in range(players)]
    assert (sum(held, np.zeros_like(where)) == (where == HAND)).all(), place
    for seat, in_hand in enumerate(held):
        assert (states["knows"][:, :n_cards][in_hand] >> seat & 1).all(), place
    on_table = listed(states["table"], states["n_table"], n_cards)
    assert (on_table == (where == TABLE)).all() or states["over"][-1] and (on_table == (where == TABLE))[:-1].all(), place
    assert (np.diff(where.astype(int), axis=0) >= 0).all(), place
    assert (states["city"][:, :n_cards] == states["city"][0, :n_cards]).all() and (states["night"][:, :n_cards] == states["night"][0, :n_cards]).all(), place
    n_cities = states["count"].shape[2]
    state, card = np.nonzero(where == WON)
    pile = (state * players + states["winner"][state, card]) * n_cities + states["city"][state, card]
    count = np.bincount(pile, minlength=len(states) * players * n_cities).reshape(len(states), players, n_cities)
    assert (count == states["count"][:, :players]).all() and (count.sum(axis=2) == states["n_won"][:, :players]).all(), place


def listed(cards: np.ndarray, n: np.ndarray, n_cards: int) -> np.ndarray:
    """Which cards the first n entries of a list name (each at most once), by state."""
    state, entry = np.nonzero(np.arange(cards.shape[1]) < n[:, None])
    times = np.bincount(state * n_cards + cards[state, entry], minlength=len(cards) * n_cards).reshape(-1, n_cards)
    assert (times <= 1).all()
    return times == 1


def tallest_stacks_are_unique(states: Trace, n_cards: int, players: int, place: str) -> None:
    """TP-14, TP-15: heights are the caps in the stacks, one stack is strictly the tallest (TP-50: or there is a tie), its owner's cap is in it."""
    stacks = states["stack"][:, :n_cards, :players, :players]
    on_table = states["where"][:, :n_cards] == TABLE
    tallest, leader, n_tallest = (np.full(on_table.shape, start) for start in (0, -1, 1))
    for owner in range(players):
        height = sum(stacks[:, :, owner, colour].astype(int) for colour in range(players))
        assert (height == states["height"][:, :n_cards, owner]).all(), place
        assert ((stacks[:, :, owner, owner] > 0) == (height > 0)).all(), place
        height = height + np.where(height > 0, states["power"][:, owner, ONE_TALLER][:, None], 0)
        n_tallest = np.where(height > tallest, 1, n_tallest + (height == tallest))
        leader = np.where(height > tallest, owner, leader)
        tallest = np.maximum(height, tallest)
    assert (n_tallest[on_table & (tallest > 0)] == 1).all() or ONE_TALLER in states["city_powers"][0], place
    leader[(n_tallest > 1) & (tallest > 0)] = TIED
    assert (states["lead"][:, :n_cards] == leader)[on_table].all(), place


def knowledge_grows_as_it_should(states: Trace, n_cards: int, players: int, place: str) -> None:
    """TP-03, TP-11: nothing is forgotten; the deck is known to nobody, day cards that were laid are known to all, others to a few."""
    where, night = states["where"][:, :n_cards], states["night"][:, :n_cards] != 0
    knows = [(states["knows"][:, :n_cards] >> seat & 1) != 0 for seat in range(players)]
    laid = (where == TABLE) | (where == WON)
    n_knowing = sum(known.astype(np.int8) for known in knows)
    for seat, known in enumerate(knows):
        assert (known[1:] >= known[:-1]).all(), place
        assert known[laid & ~night].all(), place
        assert known[(where == TABLE) & (states["front"][:, :n_cards] == seat)].all(), place
        assert known[(where == WON) & (states["winner"][:, :n_cards] == seat)].all(), place
    assert not n_knowing[where == DECK].any() and (n_knowing[where == HAND] == 1).all(), place
    looked = np.cumsum(states["power"][:, :players, SEE_NIGHT] > 0, axis=0) > 0  # by now, and some time before
    n_by_chance = sum((known & ~looked[:, seat, None]).astype(np.int8) for seat, known in enumerate(knows))
    on_table = (where == TABLE) & night
    assert n_knowing[on_table].min(initial=1) == 1 and n_by_chance[on_table].max(initial=0) <= 2, place
    for seat, known in enumerate(knows):
        assert known[(where == TABLE) & (states["power"][:, seat, SEE_NIGHT] > 0)[:, None]].all(), place


def turns_go_round_and_end(states: Trace, game: Configuration, place: str) -> None:
    """TP-06, TP-20, TP-25: seats in turn, in one of the three ways to the end, and not before."""
    turn = states["turn"]
    assert (np.diff(turn) >= 0).all(), place
    in_turn = (turn > 0) & (states["over"] == 0)
    assert (states["seat"][in_turn] == (turn[in_turn] - 1) % game.players).all(), place
    assert states["over"][-1] and not states["over"][:-1].any(), place
    last = states[-1]
    limit = game.rules["turn_limit"] * game.players
    assert last["turn"] <= limit and last["ended"] in (NORMAL, STALLED, TRUNCATED), place
    triggered = (states["trigger_seat"] >= 0) & (states["over"] == 0)
    assert not np.isin(states["where"][triggered], (HAND,)).any(), place  # nothing is held, drawn or placed in the last round
    if last["trigger_seat"] >= 0:
        assert last["trigger_turn"] <= last["turn"] <= last["trigger_turn"] + game.players - 1, place
        assert last["ended"] == TRUNCATED or last["turn"] == last["trigger_turn"] + game.players - 1, place
        assert last["n_won"][last["trigger_seat"]] >= game.rules["end_cards"], place
    if last["ended"] == TRUNCATED:
        assert last["turn"] == limit, place


def ranking_is_right(last: np.ndarray, game: Configuration, place: str) -> None:
    """TP-22 to TP-24, worked out once more from the cards and caps of the last state."""
    rules, players = game.rules, game.players
    count = last["count"][:players].astype(int)
    most = count.max(axis=0)
    is_most = (count == most) & (most > 0)
    alone = is_most.sum(axis=0) == 1
    sole = rules["majority_points"] * (count * (is_most & alone)).sum(axis=1)
    tied = rules["tied_points"] * (count * (is_most & ~alone)).sum(axis=1)
    variety = np.array([0, *rules["variety_points"]])[(count > 0).sum(axis=1)]
    bonus = np.zeros(players, int)
    for city in np.flatnonzero(last["city_powers"] == BONUS_POINTS) if last["powers"] else ():
        if last["owner"][city] >= 0:
            bonus[last["owner"][city]] += count[last["owner"][city], city]
    score = sole + tied + variety + bonus
    for name, points in (("sole", sole), ("tied", tied), ("variety", variety), ("bonus", bonus), ("score", score)):
        assert last[name][:players].tolist() == points.tolist(), (place, name)
    share = last["share"][:players]
    assert share.sum() == 60 and np.unique(share[share > 0]).size == 1, place
    winners, best = np.flatnonzero(share), np.flatnonzero(score == score.max())
    assert set(winners) <= set(best), place
    if rules["tie_caps"] == "after":
        caps = last["supply"][:players, :players].sum(axis=1, dtype=int)
        assert winners.tolist() == [seat for seat in best if caps[seat] == caps[best].max()], place
    assert last["given"].sum() == last["received"].sum(), place


def powers_go_to_the_last_winner(states: Trace, players: int, place: str) -> None:
    """TP-50: in each win step the powers of the cities won go to the winner, at the end none does; what each seat holds is counted."""
    owner, effect, n_cities = states["owner"].astype(int), states["city_powers"][0], int(states["cities"][0])
    assert (owner[0, :n_cities] == -1).all(), place
    won = np.diff(states["count"][:, :players, :n_cities].sum(axis=1).astype(int), axis=0) > 0
    last = states[-1]
    is_empty = last["trigger_seat"] < 0 and last["ended"] == NORMAL  # over with a win step, no last wins
    ends = (states["over"][1:, None] != 0) & ~is_empty
    wanted = np.where(won & (effect[:n_cities] > 0) & ~ends, states["seat"][1:, None], owner[:-1, :n_cities])
    assert (owner[1:, :n_cities] == wanted).all(), place
    for seat in range(players):
        for e in range(1, len(EFFECTS)):
            assert (states["power"][:, seat, e] == ((owner == seat) & (effect == e)).sum(axis=1)).all(), place
    n_owned = int((owner[-1, :n_cities] >= 0).sum())
    assert last["taken"][:players].sum() == last["passed"] + n_owned, place
    kept = (np.diff(states["choice"]) < 0) & ~(states["over"][1:] != 0)
    assert (np.diff((states["where"] == OUT).sum(axis=1).astype(int))[kept] == -np.diff(states["choice"])[kept] - 1).all(), place


@pytest.mark.bounds
@quick
def test_laws(first: int):
    check(first, QUICK)


def _stack_on_a_card(states: Trace) -> tuple[int, int, int]:
    """State, card and owner of some stack in the midst of the game."""
    state = len(states) // 2
    card, owner = np.argwhere((states["height"][state] > 0) & (states["where"][state] == TABLE)[:, None])[0]
    return state, card, owner


def _more(states: Trace, field: str, *place: int, by: int = 1) -> None:
    states[field][place] += by


def _tie(states: Trace) -> None:
    """A second stack as tall as the first, out of the supply of its owner."""
    state, card, owner = _stack_on_a_card(states)
    other = (owner + 1) % 3
    height = int(states["height"][state, card].max())
    states["stack"][state, card, other, :] = 0
    states["stack"][state, card, other, other] = states["height"][state, card, other] = height


BREACHES = {
    "a cap too many": lambda states: _more(states, "supply", 5, 1, 0),
    "a cap lost in the last state": lambda states: _more(states, "middle", -1, 0, by=-1),
    "a stack taller than its caps": lambda states: _more(states, "height", *_stack_on_a_card(states)),
    "two tallest stacks": _tie,
    "a card in two hands": lambda states: states["hand"][4].__setitem__((1, 0), states["hand"][4, 0, 0]),
    "a card back in the deck": lambda states: states["where"][-2].__setitem__(slice(0, 9), DECK),
    "a card won and not counted": lambda states: _more(states, "n_won", -1, 0),
    "a city known too early": lambda states: states["knows"][0].__setitem__(20, 1),
    "a seat out of turn": lambda states: states["seat"].__setitem__(10, (states["seat"][10] + 1) % 3),
    "a share too large": lambda states: _more(states, "share", -1, 0),
    "a point too many": lambda states: _more(states, "score", -1, 1),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_is_noticed(breach: str):
    game = printed_game("base", 3, "greedy")
    states = trace(game.engine_game(seed=1, deal=0)).copy()
    obeys(states, game)
    BREACHES[breach](states)
    with pytest.raises(AssertionError):
        obeys(states, game)


@pytest.mark.slow
@quick
def test_laws_over_many_games(first: int):
    check(first, MANY)


# ---- what a seat cannot know does not matter to its choice ----


def redeals(number: int, n_games: int, n_redeals: int, configuration: Configuration | None = None) -> tuple[int, int]:
    """Re-deal before decisions, ask again; returns how many re-deals there were and how many changed a hidden card."""
    n_asked = n_changed = 0
    for engine, state in decisions(configuration or drawn(number), number, n_games):
        seat, move = int(state.seat), choice(engine, state)
        n_cards = int(state.n_cards)
        seen = engine.view(state, seat)
        for k in range(n_redeals):
            other = copy_of(state)
            other.stream[:] = np.random.default_rng((number, n_asked, k)).integers(0, 2**64, 4, np.uint64)
            engine.redeal(other, seat)
            assert engine.view(other, seat) == seen, f"configuration {number}: seat {seat} sees a re-deal"
            assert choice(engine, other) == move, f"configuration {number}: seat {seat} chooses by what it cannot know"
            n_asked += 1
            n_changed += bool((other.city[:n_cards] != state.city[:n_cards]).any())
            pairs = [sorted(zip(s.city[:n_cards].tolist(), s.night[:n_cards].tolist(), strict=True)) for s in (state, other)]
            assert pairs[0] == pairs[1], f"configuration {number}: a re-deal changes the deck"
    return n_asked, n_changed


def decisions(configuration: Configuration, number: int, n_games: int) -> Iterator[tuple[Engine, np.recarray]]:
    """Every ninth decision of the games of a configuration, as a state of its own."""
    n_seen = 0
    for deal in range(n_games):
        game = configuration.engine_game(number, deal)
        while game.question is not None:
            if n_seen % 9 == 0:
                yield game.engine, game.states.copy()[0]
            n_seen += 1
            game.answer(game.choose())


def copy_of(state: np.recarray) -> np.recarray:
    return np.array([state], state.dtype).view(np.recarray)[0]


def choice(engine: Engine, state: np.recarray) -> list[int]:
    """What the strategy would do; the state is left as it was."""
    copy = copy_of(state)
    engine.choose(copy)
    return copy.move.tolist()


@pytest.mark.bounds
@quick
def test_a_choice_does_not_depend_on_what_the_seat_cannot_know(first: int):
    figures = np.array([redeals(number, 2, 2) for number in range(first, first + 20)])
    n_asked, n_changed = figures.sum(axis=0)
    assert n_changed > 0.6 * n_asked > 100


@pytest.mark.slow
@quick
def test_a_choice_does_not_depend_on_it_over_many_games(first: int):
    for number in range(first, first + 20):
        redeals(number, 20, 3)


@pytest.mark.parametrize("mode", ["base", "lite"])
def test_a_redeal_reaches_every_hidden_card(mode: str):
    """Each city that a hidden card of this back may have turns up, about as often as there are such cards."""
    game = printed_game(mode, 3, "greedy").engine_game(seed=5, deal=0)
    S, n = game.record, int(game.record.n_cards)
    hidden = [card for card in range(n) if not int(S.knows[card]) >> int(S.seat) & 1 and not S.night[card]]
    assert len(hidden) > 5
    share = np.bincount(S.city[hidden], minlength=7) / len(hidden)
    tally = np.zeros(7)
    S.stream[:] = np.random.default_rng(1).integers(0, 2**64, 4, np.uint64)
    for _ in range(4000):
        game.engine.redeal(S, int(S.seat))
        tally[S.city[hidden[0]]] += 1
    assert (tally[share == 0] == 0).all()
    assert chisquare(tally[share > 0], 4000 * share[share > 0]).pvalue > 0.001
