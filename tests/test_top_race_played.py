"""The tables of data/README.md are what the tracks do: fewer races on another seed must agree with them."""

import re
from math import sqrt

import pytest

from tests.making.played import KINDS, N_GAMES, grid, play, together

N = 400
NAMES = {"speed_street": "Speed Street", "lake_lane": "Lake Lane", "desert_drive": "Desert Drive", "turbo_town": "Turbo Town"}
Z = 4.5  # a line in a hundred thousand would be off by as much


def cells(project, label, second):
    """The cells of a line of the tables, found by its first two cells."""
    text = (project / "data" / "README.md").read_text(encoding="utf-8")
    return next(line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith(f"| {label} | {second} | "))


@pytest.fixture(scope="module", params=[("speed_street", 6, False), ("desert_drive", 2, False), ("turbo_town", 4, True)], ids=lambda p: p[0])
def line(request):
    track, players, pit_stop = request.param
    return request.param, [play(track, players, kind, pit_stop, N, seed=2) for kind in KINDS]


def test_cars_home_and_points_lost_are_those_of_the_table(project, line):
    (track, players, pit_stop), parts = line
    one = together(parts)
    found = cells(project, NAMES[track] + (", pit stops" if pit_stop else ""), players)
    assert found[2] == f"{3 * N_GAMES:,}"
    for part, told in zip(parts, found[4].split(" / "), strict=True):
        assert abs(part.home.mean() - float(told)) < Z * part.home.std() / sqrt(N) + 0.01
    share, told = one.lost.sum() / one.points.sum(), float(found[5].split()[0]) / 100
    assert abs(share - told) < Z * (one.lost - share * one.points).std() / sqrt(3 * N) / one.points.mean() + 0.001
    assert abs(100 * one.near - float(found[6].split()[0])) < 4


def test_the_kinds_of_drivers_are_not_the_same(line):
    """Each really drives: their races differ."""
    _, parts = line
    assert all(a.points.tolist() != b.points.tolist() for a, b in zip(parts, [*parts[1:], parts[0]], strict=True))


@pytest.mark.parametrize("track", ["speed_street", "lake_lane"])
def test_the_front_row_of_a_grid_of_three_and_three_wins_more_often(project, track):
    one = together([play(track, 4, kind, n_games=N, seed=3) for kind in KINDS])
    front, back = (one.wins(*row) for row in grid(track))
    assert front.low > back.high and len(grid(track)[0]) == 3
    told = re.findall(r"[\d.]+(?= \()", cells(project, NAMES[track], f"{9 * N_GAMES:,}")[3])
    for share, value in zip((front, back), told, strict=True):
        assert share.low - 0.02 < float(value) / 100 < share.high + 0.02


@pytest.mark.parametrize("track", ["speed_street", "desert_drive"])
def test_racers_who_play_first_win_least_but_on_desert_drive(project, track):
    racer, random = (play(track, 6, kind, n_games=4 * N, seed=4) for kind in ("racer", "random"))
    first, last = racer.wins_in_turn(0, 1), racer.wins_in_turn(4, 5)
    assert (first.high < last.low) == (track == "speed_street")
    assert abs(random.wins_in_turn(0, 1).value - random.wins_in_turn(4, 5).value) < 0.04
    told = cells(project, NAMES[track], f"{N_GAMES:,}")
    for one, cell in zip((racer, random), told[2:4], strict=True):
        for turn, value in enumerate(re.findall(r"[\d.]+(?= \()", cell)):
            share = one.wins_in_turn(turn)
            assert share.low - 0.02 < float(value) / 100 < share.high + 0.02
