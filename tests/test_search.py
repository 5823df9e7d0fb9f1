"""The strategy search: it knows no more than its seat, plays legal moves, shares its playouts out well, and wins."""

import subprocess
import sys

import numpy as np
import pytest

from tests.tuning.__main__ import share
from topstats import Settings, simulate
from topstats.core.contract import Mode
from topstats.core.search import better_half, offer, playouts_each, tables_of
from topstats.registry import GAMES

MODES = [("base", 2), ("base", 4), ("lite", 3), ("two_player", 2)]
every_mode = pytest.mark.parametrize(("mode", "players"), MODES)


def searching(mode: str, players: int, playouts: int = 3, others: str = "greedy", **more) -> Settings:
    return Settings(mode=mode, players=players, seats=[f"search:playouts={playouts}", *[others] * (players - 1)], **more)


def copy_of(S):
    return np.array([S], S.dtype).view(np.recarray)[0]


def choice(engine, S) -> list[int]:
    """What the seat would do; the state is left as it was."""
    twin = copy_of(S)
    engine.choose(twin)
    return twin.move.tolist()


def searches(settings: Settings, every: int, deals: int = 2):
    """Every so-many-th decision of the searching seat: engine and state."""
    engine, n = settings.mode_record.engine(), 0
    for g in range(deals):
        S = settings.start(g)[0]
        engine.deal(S)
        engine.advance(S)
        while not S.over:
            if S.entry[S.seat] == 0:
                if n % every == 0:
                    yield engine, S
                n += 1
            engine.choose(S)
            engine.apply(S)
            engine.advance(S)


@every_mode
def test_a_choice_does_not_depend_on_what_the_seat_cannot_know(mode: str, players: int):
    n_asked = n_changed = 0
    for engine, S in searches(searching(mode, players), every=3, deals=3):
        move = choice(engine, S)
        for k in range(2):
            other = copy_of(S)
            other.stream[:] = np.random.default_rng((n_asked, k)).integers(0, 2**64, 4, np.uint64)
            engine.redeal(other, int(S.seat))
            assert choice(engine, other) == move
            n_asked += 1
            n_changed += bool((other.city != S.city).any())
    assert n_changed > 0.6 * n_asked > 10


def test_the_deal_does_matter_to_a_searcher_that_sees_all():
    """The test above can fail: a search that does not forget (here: the true cards made known to it) chooses otherwise."""
    n_other = 0
    for engine, S in searches(searching("base", 2), every=2, deals=4):
        open_cards = copy_of(S)
        open_cards.knows[:] |= 1 << int(S.seat)
        n_other += choice(engine, open_cards) != choice(engine, S)
    assert n_other > 3


@every_mode
def test_it_does_not_know_who_the_others_are_unless_it_is_told(mode: str, players: int):
    n_other = 0
    for engine, S in searches(searching(mode, players, others="random"), every=2, deals=3):
        moves = []
        for told in (0.0, 1.0):
            for others in ("greedy", "random"):
                table = copy_of(S)
                other = searching(mode, players, others=others).start()[0]
                table.strategy[:], table.parameter[:] = other.strategy, other.parameter
                table.parameter[0, 4] = told
                moves.append(choice(engine, table))
        assert moves[0] == moves[1] == moves[2]
        n_other += moves[3] != moves[2]
    assert n_other > 0


@pytest.mark.bounds
@every_mode
def test_its_moves_are_legal_and_the_state_is_left_alone(mode: str, players: int):
    n = 0
    for engine, S in searches(searching(mode, players), every=1, deals=1):
        before = copy_of(S)
        engine.choose(S)
        assert engine.illegal(S) == 0
        twin = copy_of(S)
        twin.move[:], twin.stream[:] = before.move, before.stream
        assert twin == before
        n += 1
    assert n > 5


@every_mode
def test_rows_are_the_same_for_any_workers_chunks_and_interruptions(mode: str, players: int):
    settings = searching(mode, players, playouts=2, rotate=True, n_games=4 * players)
    one = simulate(settings, workers=1)
    other = simulate(settings, workers=2, chunk=players)
    assert all((one.blocks[per] == other.blocks[per]).all() for per in one.blocks)
    engine, S = settings.mode_record.engine(), settings.start()[0]
    S.stop_game = 2
    rows = [np.zeros_like(block[:2]) for block in one.blocks.values()]
    n_calls = 0
    while S.next_game < 2:
        turn, decision = int(S.turn), int(S.decision)
        engine.play_many(S, *rows, 1)
        n_calls += 1
        assert S.next_game > 0 or S.turn - turn <= 1 and (S.turn > turn or S.decision - decision <= 1)  # at most one decision a call
    assert n_calls > 20
    assert all((mine == block[:2]).all() for mine, block in zip(rows, one.blocks.values(), strict=True))


def test_one_playout_strategy_or_another():
    """The knobs reach the search: each changes some game."""
    plain = simulate(searching("base", 3, n_games=6), workers=1).blocks["seat"]
    for knob in ("width=2", "playouts=4", "playout=weighted", "margin=1"):
        seat = "search:playouts=3:" + knob if not knob.startswith("playouts") else "search:" + knob
        other = simulate(Settings(players=3, seats=[seat, "greedy", "greedy"], n_games=6), workers=1).blocks["seat"]
        assert (plain != other).any(), knob


@pytest.mark.parametrize(("n", "playouts"), [(2, 50), (3, 10), (5, 7), (8, 50), (16, 1), (16, 200)])
def test_playouts_are_shared_out_in_halving_rounds(n: int, playouts: int):
    """An equal part of n * playouts in each round, so that the last two get most each; with very few, one each."""
    alive, spent, each = n, [], []
    while alive > 1:
        each.append(int(playouts_each(np.int64(alive), np.int64(n), np.int64(playouts))))
        spent.append(alive * each[-1])
        alive = (alive + 1) // 2
    assert len(spent) == int(np.ceil(np.log2(n)))
    assert each == sorted(each)
    assert sum(spent) <= max(n * playouts, sum(n // 2**i + 1 for i in range(len(spent))))
    assert sum(spent) > 0.6 * n * playouts


@pytest.mark.parametrize(("game", "mode"), [(game.name, mode) for game in GAMES.values() for mode in game.modes], ids=lambda one: getattr(one, "name", one))
def test_a_search_plays_out_with_what_a_seat_of_that_name_plays(game: str, mode: Mode):
    """Kernel and default parameters, those of a choice too."""
    kernels, weights = tables_of(mode.strategies)
    for strategy, kernel, row in zip(mode.strategies, kernels, weights, strict=True):
        S = Settings(game, mode.name, seats=[strategy.name] * mode.default_players).start()[0]
        assert (S.strategy[0], S.parameter[0].tolist()) == (kernel, row.tolist()), strategy.name


def test_the_better_half_goes_on_and_equal_ones_keep_their_order():
    order, total = np.arange(5), np.array([1.0, 3.0, 2.0, 3.0, 0.0])
    assert better_half(order, total, np.int64(5)) == 3
    assert order.tolist() == [1, 3, 2, 0, 4]


def test_the_list_of_candidates_keeps_the_best():
    moves, values, n = np.zeros((3, 2), np.int16), np.zeros(3), np.int64(0)
    for i, value in enumerate((1.0, 5.0, 1.0, 0.0, 3.0, 5.0)):
        n = offer(moves, values, n, np.int64(3), np.array([i, -i], np.int16), value)
    assert n == 3 and values.tolist() == [5, 5, 3] and moves.tolist() == [[1, -1], [5, -5], [4, -4]]


ONLY_GREEDY = """
import sys
from topstats import Settings, simulate
for mode in ("base", "lite", "two_player"):
    simulate(Settings(mode=mode, players=2, n_games=2), workers=1)
print([name for name in sys.modules if name.endswith(".search")])
"""


def test_nothing_of_it_is_loaded_where_nobody_searches():
    assert subprocess.run([sys.executable, "-c", ONLY_GREEDY], check=True, capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "others", "n_games"), [("base", ("greedy", "greedy"), 300), ("lite", ("greedy", "greedy"), 300), ("two_player", ("greedy",), 100)]
)
def test_with_50_playouts_it_wins_more_than_half(mode: str, others: tuple[str, ...], n_games: int):
    mean, error = share(mode, "search:playouts=50", others, n_games, seed=2026)
    assert mean - 2.6 * error > 0.5
