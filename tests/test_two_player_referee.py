"""The engine of the two-player version against the plain referee: same questions, options, states and rows."""

import numpy as np
import pytest

from tests.lanes import fewer
from tests.naive.top_pop_two_player import Illegal, Referee, Stream
from tests.two_player_games import (
    ALTERED,
    ENGINE,
    READINGS,
    STRATEGIES,
    as_move,
    drawn_rules,
    options_of,
    play,
    printed,
    put_move,
    rows_of,
    start,
    state_of,
    state_of_referee,
)
from topstats.core import rng


def in_step(rules, seats, seed, deal, choose=None, states=True, **more):
    """Play one game on both; the engine's strategies choose, or `choose(referee, options)`; yields before each move."""
    S = start(rules, seats, seed, deal, **more)[0]
    ref = Referee(rules, seed, deal)
    while True:
        ENGINE.advance(S)
        if states:
            assert state_of(S) == state_of_referee(ref)
        if S.over:
            break
        seat, kind = ref.question
        assert (S.seat, ENGINE.asks[S.ask]) == (seat, kind.lower())
        assert options_of(S) == ref.options()
        if choose is None:
            ENGINE.choose(S)
        else:
            put_move(S, choose(ref, ref.options()))
        assert ENGINE.illegal(S) == 0
        yield S, ref, as_move(S, S.move)
        ref.play(*as_move(S, S.move))
        ENGINE.apply(S)
    assert ref.question is None
    assert rows_of(S) == ref.rows()


def finish(games):
    for _ in games:
        pass


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_agree_step_by_step(strategy, reading):
    for deal in range(fewer(20)):
        finish(in_step(printed(table_cards_count=reading), (strategy, strategy), 1, deal))


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("altered", range(len(ALTERED)))
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_agree_with_altered_rules(strategy, altered):
    for deal in range(fewer(10)):
        finish(in_step(printed(**ALTERED[altered]), (strategy, "random"), 2, deal))


def test_agree_with_drawn_rules():
    draws = np.random.default_rng(3)
    for deal in range(200):
        seats = tuple(draws.choice(STRATEGIES, 2))
        finish(in_step(drawn_rules(draws), seats, 3, deal, blunder=float(draws.choice((0, 0.3)))))


@pytest.mark.parametrize("reading", READINGS)
def test_agree_when_moves_are_drawn_from_all_legal_options(reading):
    draws = np.random.default_rng(4)
    for deal in range(80):
        finish(in_step(printed(table_cards_count=reading), ("random", "random"), 4, deal, choose=lambda ref, options: options[draws.integers(len(options))]))


def replayed(rules, seats, seed, deal):
    """The referee's rows of a game whose moves the engine chose."""
    ref, S = Referee(rules, seed, deal), start(rules, seats, seed, deal)[0]
    while ref.question:
        ENGINE.advance(S)
        ENGINE.choose(S)
        ref.play(*as_move(S, S.move))
        ENGINE.apply(S)
    return ref.rows()


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_rows_of_a_run_are_those_of_the_referee(strategy, reading):
    n, rules = 500, printed(table_cards_count=reading)
    game, seats, companies = play(rules, (strategy, strategy), n, seed=5)
    for g in range(n):
        want = replayed(rules, (strategy, strategy), 5, g)
        assert game[g].tolist() == list(want[0].values())
        assert seats[g].tolist() == [[row[name] for name in _names("seat")] for row in want[1]]
        assert companies[g].tolist() == [[list(row.values()) for row in seat] for seat in want[2]]


def _names(per):
    from topstats.games.top_pop.two_player import MODE

    return [c.name for c in MODE.columns_of(per)]


@pytest.mark.parametrize("strategy", ["random", "greedy"])
@pytest.mark.parametrize("rules", [printed(table_cards_count=reading) for reading in READINGS] + [printed(**a) for a in ALTERED], ids=str)
def test_random_and_greedy_as_the_rules_page_writes_them(rules, strategy):
    for deal in range(25):
        for _, ref, move in in_step(rules, (strategy, strategy), 6, deal, states=False):
            assert move == (ref.random_move() if strategy == "random" else ref.greedy_move())


def test_blunders_are_random_moves_from_their_own_stream():
    n_blunders, n = 0, 0
    for deal in range(50):
        for _, ref, move in in_step(printed(), ("greedy", "greedy"), 7, deal, states=False, blunder=0.25):
            stream = Stream(7, deal, rng.BLUNDER, ref.question[0], ref.turn * 4096 + ref.decision)
            is_blunder = stream.uniform() < 0.25
            assert move == (ref.random_move(stream) if is_blunder else ref.greedy_move())
            n_blunders, n = n_blunders + is_blunder, n + 1
    assert 0.22 < n_blunders / n < 0.28


def test_both_refuse_the_same_moves():
    for deal in range(3):
        for S, ref, _ in in_step(printed(), ("random", "random"), 8, deal, states=False):
            legal = set(ref.options())
            for card in range(-1, 34):
                for company in range(-1, 5):
                    twin = S.copy()
                    twin.move[0], twin.move[1] = card, company
                    move = as_move(twin, twin.move) if ENGINE.asks[S.ask] != "discard" or company == 0 else (card, company)
                    assert (ENGINE.illegal(twin) == 0) == (move in legal)
                    assert 0 <= ENGINE.illegal(twin) < len(ENGINE.reasons)


def test_the_referee_refuses():
    ref = Referee(printed(), 9, 0)
    with pytest.raises(Illegal):
        ref.play(ref.hands[0][0], 0)  # the card is the other player's
    card = ref.hands[1][0]
    ref.play(card, 2)
    with pytest.raises(Illegal):
        ref.play(ref.hands[1][0], 2)  # has a seventh card
