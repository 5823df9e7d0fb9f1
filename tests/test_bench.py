"""The yardstick of the bench plays the engine's games: a ratio to something else would say nothing."""

import pytest

from tests.bench.plain import Game
from topstats import Settings, simulate


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_plain_game_brings_the_rows_of_the_engine(players):
    settings = Settings(players=players, n_games=20, seed=31)
    blocks = simulate(settings).blocks
    for g in range(20):
        game, seats = Game(settings.rules, players, 31, g).play()
        assert game == tuple(blocks["game"][g, :6])
        assert seats == [tuple(row) for row in blocks["seat"][g]]
