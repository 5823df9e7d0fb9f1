"""Own strategies in the games beside Top Pop: seated, asked and checked in the same way."""

import os

import numpy as np
import pytest

from tests.test_own import anything, assert_same, first, rows
from topstats import Seat, Settings, Table, replay, simulate, strategy
from topstats.core.watch import StrategyError
from topstats.games.top_race import policies

ROOMS = [
    ("top_race", "base", 3, {}),
    ("top_race", "tips", 4, {"pit_stop": True}),
    ("top_race", "stocks", 3, {}),
    ("tops", "base", 3, {}),
    ("top_it", "base", 3, {}),
]
every_room = pytest.mark.parametrize(("game", "mode", "players", "rules"), ROOMS)


def seated(game: str, mode: str, players: int, rules: dict, own, **more) -> Settings:
    other = Settings(game, mode).seats[0].strategy
    return Settings(game, mode, players, seats=[own, *[other] * (players - 1)], rules=rules, **({"n_games": 3, "seed": 5} | more))


@strategy
def like_random(S):
    policies.choose_random(S)


@pytest.mark.nojit
@pytest.mark.parametrize(("mode", "pit_stop"), [("base", False), ("tips", True)])
def test_a_copy_of_random_brings_the_rows_of_random(mode: str, pit_stop: bool):
    n = 2 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 40
    for spec, seat in (("random", like_random), ("random:blunder=0.3", Seat("like_random", blunder=0.3))):
        wanted = Settings("top_race", mode, 3, seats=[spec, "racer", "striker"], rules={"pit_stop": pit_stop}, n_games=n)
        assert_same(rows(wanted), rows(wanted.replace(seats=[seat, "racer", "striker"], own=[like_random])))


def test_it_sits_beside_those_that_drive_races_in_their_heads():
    settings = Settings("top_race", players=3, seats=[like_random, "search:playouts=1:width=2", "appraiser"], n_games=3)
    assert_same(rows(settings, workers=1), rows(settings.replace(seats=["random", *settings.seats[1:]]), workers=2, chunk=1))


@every_room
def test_the_number_returned_is_a_row_of_the_options_of_the_table(game: str, mode: str, players: int, rules: dict):
    settings = seated(game, mode, players, rules, first, n_games=2)
    wanted = simulate(settings).table("seat")
    for g in range(2):
        table = Table(settings, game=g)
        while not table.over:
            table.apply(0) if table.to_act == 1 else table.play(1)
        assert [seat["score"] for seat in table.row["seats"]] == wanted[wanted["game"] == g]["score"].tolist()


@every_room
def test_it_plays_the_same_games_however_they_are_cut_and_in_a_replay(game: str, mode: str, players: int, rules: dict):
    settings = seated(game, mode, players, rules, anything, rotate=True, n_games=2 * players)
    assert_same(rows(settings, workers=1), rows(settings, workers=2, chunk=players))
    told = replay(settings, game=1)
    assert [s["score"] for s in told.row["seats"]] == simulate(settings).table("seat").query("game == 1")["score"].tolist()
    assert "plays anything." in str(told)


@every_room
def test_a_wrong_move_is_told_in_a_sentence(game: str, mode: str, players: int, rules: dict):
    @strategy
    def wrong(S):
        S.move[0] = 999

    with pytest.raises(StrategyError, match=r"^strategy wrong made an illegal move, asked to \w+: .+: seed 5, game 0, turn \d+, seat 1\.$"):
        simulate(seated(game, mode, players, rules, wrong), workers=1)


def test_it_does_not_see_hands_tips_thoughts_or_what_another_has_just_answered():
    """It stops the run if it sees what the others thought or did in secret; a card of the next hand it guesses by what it reads no better than by chance."""

    @strategy
    def spy(S, options):
        for p in range(S.players):
            if p != S.seat and (S.appraised[p] != -1 or S.worth[p].max() > 0):
                return -1
        for c in range(7):
            if S.weight[c] != 0.0:
                return -2
        if S.move[0] != 0 or S.best_value != 0.0 or S.seed != 0 or S.strategy[1] != 0:
            return -3
        return 0

    @strategy
    def peeks(S, options):
        """At an auction: whether another's first card has more than one line, said by the bid."""
        if S.ask != 1 or len(options) < 2:
            return 0
        return 1 if S.n_lines[S.face[S.hand[1 - S.seat, 0]]] > 1 else 0

    simulate(Settings("top_race", "tips", 3, seats=["appraiser", spy, "racer"], n_games=20))
    settings, right = Settings("top_race", players=2, seats=[peeks, "random"]), []
    for g in range(120):
        table = Table(settings, game=g)
        while not table.over and table._S.auction < 6:
            if table.to_act == 1 and table.decision == "bid" and len(table.options()) > 1:
                S = table._S
                table._ask(S)
                low = table.engine.describe(S, S.move) == table.options()[0]
                right.append(low != (S.n_lines[S.face[S.hand[1, 0]]] > 1))
            table.play(1)
    share = np.mean([bool(r) for r in right])
    rate = np.mean([len(c.lines) > 1 for c in _deck()])
    chance = rate**2 + (1 - rate) ** 2
    assert len(right) > 300
    assert abs(share - chance) < 4 * (0.25 / 120) ** 0.5


def _deck():
    from topstats.games.top_race import cards

    return cards.load("standard").cards
