"""Races in a player's head: the strategy search and the appraiser know no more than their seat, leave the table alone, and do what RULES.md says."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.test_search import choice, copy_of, searches
from topstats import Settings, Table, simulate
from topstats.core.machine import NO_SUMS

CARS = [("base", 2, False), ("base", 4, False), ("base", 3, True), ("tips", 3, False), ("tips", 4, True)]
RUNS = [*CARS, ("stocks", 2, False), ("stocks", 4, False), ("stocks", 3, True)]
every_run = pytest.mark.parametrize(("mode", "players", "pit_stop"), RUNS)
PLAIN = {"base": "racer", "tips": "racer", "stocks": "trader"}


def thinkers(playouts: int) -> pytest.MarkDecorator:
    """Every run with a searcher, and with the appraiser where cars are sold."""
    seats = [(f"search:playouts={playouts}", RUNS), ("appraiser", CARS)]
    return pytest.mark.parametrize(("seat", "mode", "players", "pit_stop"), [(seat, *run) for seat, runs in seats for run in runs])


def seated(first: str, mode: str = "base", players: int = 4, pit_stop: bool = False, others: str = "", **more: Any) -> Settings:
    return Settings("top_race", mode, players, seats=[first, *[others or PLAIN[mode]] * (players - 1)], rules={"pit_stop": pit_stop}, **more)


def redealt(engine: Any, S: Any, n: int) -> Any:
    """Another state that looks the same to its seat."""
    other = copy_of(S)
    other.stream[:] = np.random.default_rng(n).integers(0, 2**64, 4, np.uint64)
    engine.redeal(other, int(S.seat))
    return other


# ---- what it knows ----


@thinkers(2)
def test_a_choice_does_not_depend_on_what_the_seat_cannot_know(seat: str, mode: str, players: int, pit_stop: bool):
    n_asked = n_changed = n_stocks = 0
    for engine, S in searches(seated(seat, mode, players, pit_stop), every=4):
        if seat == "appraiser" and S.auction == 6:
            continue
        move = choice(engine, S)
        other = redealt(engine, S, n_asked)
        assert choice(engine, other) == move
        n_asked += 1
        n_changed += bool((other.face != S.face).any())
        n_stocks += bool((other.stock != S.stock).any())
    assert n_changed > 0.6 * n_asked > 1 and (n_stocks > 0) == (mode == "stocks")


@pytest.mark.parametrize("mode", ["base", "stocks"])
def test_the_deal_does_matter_to_a_searcher_that_sees_all(mode: str):
    """The test above can fail: a search that does not forget (here: the true cards made known to it) chooses otherwise."""
    n_other = 0
    for engine, S in searches(seated("search:playouts=3", mode, players=2), every=2, deals=3):
        open_cards = copy_of(S)
        open_cards.knows[:] |= 1 << int(S.seat)
        n_other += choice(engine, open_cards) != choice(engine, S)
    assert n_other > 3


@every_run
def test_states_that_look_the_same_are_the_same_once_forgotten(mode: str, players: int, pit_stop: bool):
    """Byte by byte; and re-dealing leaves nothing that the others thought."""
    from topstats.games.top_race.state import forget
    from topstats.games.top_race.stocks.trading import forget_all

    all_seats = "insider" if mode == "stocks" else "appraiser"
    settings, n_changed, n_tips, n_stocks = seated(all_seats, mode, players, pit_stop, others=all_seats), 0, 0, 0
    for engine, S in searches(settings, every=5):
        one, other = copy_of(S), redealt(engine, S, 5)
        others = [p for p in range(players) if p != S.seat]
        assert not other.worth[others].any() and not other.weight.any() and not other.best_value and (other.appraised[others] == -1).all()
        assert (other.tip[S.seat] == S.tip[S.seat]).all() and (other.strength[S.seat] == S.strength[S.seat]).all()
        n_changed += bool((other.face != S.face).any())
        n_tips += bool((other.tip != S.tip).any())
        n_stocks += bool((other.stock != S.stock).any())
        for state in (one, other):
            (forget_all if mode == "stocks" else forget)(state, np.int64(S.seat))
            state.stream[:], state.unknown[:] = 0, 0
        assert one.tobytes() == other.tobytes()
    assert n_changed > 10 and (n_tips > 0) == (mode == "tips") and (n_stocks > 0) == (mode == "stocks")


@pytest.mark.parametrize(("mode", "players"), [("base", 2), ("base", 4), ("stocks", 3)])
def test_it_does_not_know_who_the_others_are_unless_it_is_told(mode: str, players: int):
    n_other = 0
    for engine, S in searches(seated("search:playouts=3", mode, players), every=5):
        moves = []
        for told in (0.0, 1.0):
            for others in (PLAIN[mode], "random"):
                table, other = copy_of(S), seated("search:playouts=3", mode, players, others=others).start()[0]
                table.strategy[:], table.parameter[:] = other.strategy, other.parameter
                table.parameter[0, 4] = told
                moves.append(choice(engine, table))
        assert moves[0] == moves[1] == moves[2]
        n_other += moves[3] != moves[2]
    assert n_other > 0


# ---- what it leaves alone ----


@pytest.mark.bounds
@thinkers(2)
def test_moves_are_legal_and_the_state_is_left_alone(seat: str, mode: str, players: int, pit_stop: bool):
    n = 0
    for engine, S in searches(seated(seat, mode, players, pit_stop), every=1, deals=1):
        before = copy_of(S)
        engine.choose(S)
        assert engine.illegal(S) == 0
        twin = copy_of(S)
        for name in ("move", "stream", "worth", "appraised", "weight", "best_value", "reach"):
            twin[name] = before[name]
        assert twin == before
        n += 1
    assert n > 20


@every_run
def test_rows_are_the_same_for_any_workers_chunks_and_interruptions(mode: str, players: int, pit_stop: bool):
    others = "random" if mode == "stocks" else "appraiser"
    settings = seated("search:playouts=1:width=3", mode, players, pit_stop, others=others, rotate=True, n_games=2 * players)
    one = simulate(settings, workers=1)
    other = simulate(settings, workers=2, chunk=players)
    assert all((one.blocks[per] == other.blocks[per]).all() for per in one.blocks)
    engine, S = settings.mode_record.engine(), settings.start()[0]
    S.stop_game = 1
    rows, n_calls = [np.zeros_like(block[:1]) for block in one.blocks.values()], 0
    while S.next_game < 1:
        turn, decision = int(S.turn), int(S.decision)
        engine.play_many(S, tuple(rows), NO_SUMS, 1)
        n_calls += 1
        assert S.next_game > 0 or S.turn - turn <= 1 and (S.turn > turn or S.decision - decision <= 1)  # at most one decision a call
    assert n_calls > 40
    assert all((mine == block[:1]).all() for mine, block in zip(rows, one.blocks.values(), strict=True))


@pytest.mark.parametrize(("mode", "others"), [("base", "appraiser"), ("stocks", "gambler")])
def test_a_game_by_hand_is_the_game_of_the_run(mode: str, others: str):
    settings = seated("search:playouts=1:width=2", mode, players=3, others=others, n_games=2)
    rows = simulate(settings, workers=1).blocks["seat"]
    for game in range(2):
        table = Table(settings, game=game)
        while not table.over:  # a position of plain data: what the appraiser has thought of already is not kept, and is the same again
            table = Table(settings, position=table.state()) if table.decision == "bid" else table
            table.apply(table.choose())
        assert table.row["seats"] == Table(settings, game=game).play().row["seats"]
        assert [seat["score"] // 10_000 for seat in table.row["seats"]] == rows[game, :, 1].tolist()


@pytest.mark.parametrize("mode", ["base", "stocks"])
def test_in_bad_form_it_plays_at_random(mode: str):
    wanted, found = (simulate(seated(f"{name}:blunder=1", mode, n_games=5)).blocks for name in (PLAIN[mode], "search"))
    assert all((wanted[per] == found[per]).all() for per in wanted)


ONLY_RACERS = """
import sys
from topstats import Settings, simulate
simulate(Settings("top_race", players=3, seats=["racer", "spender", "random"], n_games=2), workers=1)
simulate(Settings("top_race", "stocks", players=3, seats=["trader", "hedger", "random"], n_games=2), workers=1)
print([name for name in sys.modules if name.endswith((".search", ".appraise"))])
"""


def test_nothing_of_it_is_loaded_where_nobody_searches():
    assert subprocess.run([sys.executable, "-c", ONLY_RACERS], check=True, capture_output=True, text=True).stdout == "[]\n"


# ---- what it is good for ----


def shares(settings: Settings) -> Any:
    """The first seat's share of the win in each rotation of a deal among four."""
    won = simulate(settings).blocks["seat"][:, :, 0].reshape(-1, 4, 4) / 60
    return np.mean([won[:, turn, turn] for turn in range(4)], axis=0)


@pytest.mark.parametrize(("mode", "playout"), [("base", "expert"), ("stocks", "follower")])
def test_each_knob_reaches_the_search(mode: str, playout: str):
    plain = simulate(seated("search:playouts=2", mode, players=3, n_games=4), workers=1).blocks["seat"]
    for knob in ("width=2", "playouts=3", f"playout={playout}", "margin=1"):
        seat = f"search:{knob}" if knob.startswith("playouts") else f"search:playouts=2:{knob}"
        assert (plain != simulate(seated(seat, mode, players=3, n_games=4), workers=1).blocks["seat"]).any(), knob


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "least"), [("base", 0.4), ("tips", 0.35), ("stocks", 0.32)])
def test_with_50_playouts_it_clearly_beats_three_others(mode: str, least: float):
    """An even share were 0.25."""
    share = shares(seated("search", mode, rotate=True, n_games=160, seed=2026))
    assert share.mean() - 2.6 * share.std(ddof=1) / len(share) ** 0.5 > least


# ---- what a car is worth by quick races ----


def appraised(S: Any, key: int) -> list[float]:
    """The worth of each car to the seat that decides, in another game's chance."""
    from topstats.games.top_race.search import RECORD, appraise

    twin = copy_of(S)
    twin.key = np.random.default_rng(key).integers(0, 2**64, dtype=np.uint64)
    appraise(twin, np.zeros(2, RECORD))
    return twin.worth[twin.seat].tolist()


def driven(engine: Any, S: Any, n: int) -> Iterator[int]:
    """Prizes of the last car, if the seat that decides buys it, in so many races on cards dealt anew: by the moves of the table."""
    for k in range(n):
        T = redealt(engine, S, k)
        T.key = np.uint64(k)
        seat, is_first = int(T.seat), True
        while T.phase != 10:  # resting after the race
            if T.ask == 1:
                T.move[:] = (10, 0) if is_first else (0, 0)
                is_first = False
            elif T.ask > 0:
                engine.choose(T)
            if T.ask > 0:
                engine.apply(T)
            else:
                engine.step(T)
        assert T.buyer[5] == seat
        yield int(T.prizes[T.place[T.sold[5]] - 1])


def at_auction(settings: Settings, number: int) -> Iterator[Any]:
    """In each deal the first state in which a bid is asked in this auction (from 0)."""
    engine = settings.mode_record.engine()
    for g in range(100):
        S = settings.start(g)[0]
        engine.deal(S)
        engine.advance(S)
        while not S.over and S.auction < number:
            engine.choose(S)
            engine.apply(S)
            engine.advance(S)
        if S.auction == number and S.ask == 1:
            yield S


def test_the_worth_of_the_last_car_is_the_mean_of_its_prizes():
    """Against races that are reached through the auction itself. Five pairs of means of 720 and 150 prizes."""
    settings = seated("racer", players=3)
    engine, found = settings.mode_record.engine(), []
    for S, _ in zip(at_auction(settings, 5), range(5), strict=False):
        S.cash[:3] = 20
        car = int(np.flatnonzero(S.owner < 0)[0])
        worth = [appraised(S, key)[car] for key in range(60)]
        prizes = list(driven(engine, S, 150))
        error = (np.var(prizes) / 150 + np.var(worth, ddof=1) / 60) ** 0.5
        found.append((np.mean(worth) - np.mean(prizes)) / error)
    assert len(found) == 5 and np.sum(np.square(found)) < 20.6  # chi-squared with 5 degrees of freedom, one in a thousand


def test_the_cars_of_a_strong_hand_are_worth_more_and_sold_ones_nothing():
    settings = seated("appraiser", others="appraiser")
    worth, strength = [], []
    for S, _ in zip(at_auction(settings, 1), range(12), strict=False):
        mean, free = np.mean([appraised(S, key) for key in range(4)], axis=0), S.owner == -1
        assert (mean[~free] == 0).all() and (mean[free] >= 1).all() and (mean[free] <= 20).all()
        worth.append(mean[free] - mean[free].mean())
        strength.append(S.strength[S.seat, :6][free] - S.strength[S.seat, :6][free].mean())
    assert np.shape(worth) == (12, 5) and np.corrcoef(np.ravel(worth), np.ravel(strength))[0, 1] > 0.4


def test_what_it_thinks_does_not_depend_on_the_bids():
    settings = seated("appraiser", others="appraiser")
    for S, _ in zip(at_auction(settings, 1), range(5), strict=False):
        raised = copy_of(S)
        raised.high, raised.leader, raised.decision = 3, (S.seat + 1) % 4, 5
        assert appraised(S, 1) == appraised(raised, 1)


@pytest.mark.slow
def test_half_of_what_it_thinks_a_car_worth_is_the_better_bid():
    """On the same deals; RULES.md tells by how much."""
    half, whole = (shares(seated(seat, rotate=True, n_games=400, seed=7)) for seat in ("appraiser:shade=0.5", "appraiser"))
    more = half - whole
    assert more.mean() - 2.6 * more.std(ddof=1) / len(more) ** 0.5 > 0.02


def test_who_never_bids_pays_the_fixed_price_and_wins_more_than_its_share():
    result = simulate(seated("racer:shade=0", rotate=True, n_games=2_000, seed=7))
    mine = result.table("seat").query("strategy == 'racer:shade=0'")
    assert (mine["spent"] == 30_000).all() and (mine["cars"] == 1).all()
    assert 0.29 < mine["share"].mean() < 0.36
