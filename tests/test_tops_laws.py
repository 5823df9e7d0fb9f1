"""What must hold in every game of Tops, what exact figures the model must meet, and settings at the edge."""

from itertools import product
from math import sqrt

import numpy as np
import pytest

from tests.tops_games import drawn
from topstats.core.contract import SettingError
from topstats.core.quantiles import KNOTS, Z
from topstats.replay import replay
from topstats.settings import Settings
from topstats.simulate import simulate
from topstats.table import Table

FINISHED = 10
rule = pytest.mark.rule


# ---- laws, in every state of traced games ----


def obeys(settings: Settings, game: int) -> None:
    played = replay(settings, game=game)
    discs, limit = list(settings.rules["discs"]), settings.rules["round_limit"]
    moment, before = (0, 0), None
    for S in played.records:
        n, tops = settings.players, settings.rules["tops"]
        total = S.held[:n].sum(axis=0) + S.beside + S.pool
        for k in range(tops):
            total = total + np.bincount(S.stack[k, : S.n_stack[k]], minlength=3)
        for p in range(n):
            if S.doing[p] == 1:
                total[S.reach_colour[p]] += 1
        assert total.tolist() == discs  # TS-01, TS-10
        assert (S.held >= 0).all() and (S.n_held[:n] == S.held[:n].sum(axis=1)).all()
        assert (int(S.turn), int(S.clock)) >= moment and S.turn <= limit  # the clock only goes on; a game ends
        moment = (int(S.turn), int(S.clock))
        if before is not None and before.turn == S.turn:
            for k in range(tops):
                assert S.n_stack[k] <= before.n_stack[k] or (before.stops[k] > S.clock and before.still[k] == 0)  # TS-05
        assert len({int(o) for o in S.objective[:n, : S.objectives].reshape(-1)}) == n * S.objectives or S.turn == 0  # TS-03
        before = S
    last = played.records[-1]
    assert last.over and last.share[: settings.players].sum() in (60, 59, 58) and last.event == FINISHED
    assert last.tokens[: settings.players].sum() + last.no_winner == last.turn  # a round has one winner or none


@pytest.mark.bounds
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_laws(first: int):
    for number in range(first, first + 20):
        obeys(drawn(number), 0)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1600, 100))
def test_laws_of_many_settings(first: int):
    for number in range(first, first + 100):
        obeys(drawn(number), 1)


@rule("TS-10")
def test_sharing_out_differs_by_one_disc_at_most():
    taken = simulate(Settings(game="tops", players=4, n_games=200, seed=2, rules={"round_limit": 1}))
    played = replay(taken.settings.replace(rules={"round_limit": 2}), game=0)
    takes = [int(S.seat) for S in played.records if S.event == 9]
    counts = [takes.count(p) for p in range(4)]
    assert takes and max(counts) - min(counts) <= 1 and all((b - a) % 4 == 1 for a, b in zip(takes, takes[1:], strict=False))


@pytest.mark.bounds
@pytest.mark.parametrize("number", range(8))
def test_by_hand_and_in_a_run_the_same(number: int):
    """Looks that lead to nothing are passed over in a run and in a replay; asked one by one they change nothing."""
    settings = drawn(number)
    rows = simulate(settings).blocks
    for game in range(2):
        table = Table(settings, game=game).play()
        assert list(table.row["game"].values()) == rows["game"][game, :-1].tolist()  # the last is computed on request
        assert replay(settings, game=game).row == table.row


@pytest.mark.parametrize("number", range(12))
def test_positions_go_out_and_come_back(number: int):
    import json

    settings = drawn(number)
    for moves in (0, 4, 23, 90):
        table = Table(settings, game=1).play(moves)
        if table.over:
            continue
        data = json.loads(json.dumps(table.state()))
        again = Table(settings, position=data)
        assert again.state() == data and again.play().row == table.play().row


@pytest.mark.parametrize("spec", ["planner", "early", "either", "steady", "defender", "denier", "careless", "random"])
def test_no_strategy_sees_what_its_seat_cannot_know(spec: str):
    settings = Settings(game="tops", players=3, seats=[spec] * 3, seed=5)
    engine, table, other = settings.mode_record.engine(), Table(settings), 0
    for _ in range(150):
        states = table._states.copy()
        S = states[0]
        S.stream[:] = np.arange(4) + 7
        mine = S.objective[S.seat].tolist()
        engine.redeal(S, S.seat)
        other += S.objective[:3].tolist() != table._S.objective[:3].tolist()
        assert S.objective[S.seat].tolist() == mine and sorted(S.card[:10]) == list(range(10))
        engine.choose(S)
        assert engine.describe(S, S.move) == table.choose()
        table.play(1)
    assert other > 100


def test_another_strategy_in_one_seat_leaves_the_objectives_the_spins_and_the_hands_of_the_others():
    def first_round(spec: str) -> tuple:
        S = Table(Settings(game="tops", players=3, seats=["planner", "planner", spec], seed=4))._S
        return S.objective.tolist(), S.stops.tolist(), S.acts_at.tolist(), S.factor.tolist(), S.hand_key.tolist()

    assert first_round("planner") == first_round("random") == first_round("early")


# ---- exact figures ----


def rate(share: float, n: int, exact: float) -> bool:
    """Within four standard errors (seeds are fixed)."""
    return abs(share - exact) < 4 * sqrt(exact * (1 - exact) / n)


def round_length() -> float:
    """The mean of the longest of three spins, in seconds, by the tables' own quantiles."""
    sd = np.log(1 + 0.25**2) ** 0.5
    x = np.linspace(0, 1, 200_001)
    z = np.interp((x[1:] + x[:-1]) / 2 * KNOTS, np.arange(KNOTS + 1), Z / 2**20)
    return float(np.sum(30 * np.exp(sd * z) * np.diff(x**3)))


@rule("TS-09")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_picture_that_is_as_good_as_random_is_held_by_somebody_with_a_fifth_for_each(players: int):
    """Players who do not look at their cards: nobody wins with 1 - players / 5, the tops not being bare."""
    result = simulate(Settings(game="tops", players=players, seats=["random"] * players, n_games=1500, seed=3))
    game = result.blocks["game"].astype(int)
    rounds, bare, missed = game[:, 0].sum(), game[:, 5].sum(), game[:, 4].sum()
    assert rate((missed - bare) / (rounds - bare), rounds - bare, 1 - players / 5)


@rule("TS-11")
@pytest.mark.parametrize(("players", "rounds"), [(2, 7.5391), (3, 9.7342), (4, 11.7368)])
def test_the_race_to_five_lasts_as_long_as_the_recursion_says(players: int, rounds: float):
    """Winning rounds of players whose chances are equal and independent: the race to 5, by recursion."""
    seen: dict[tuple[int, ...], float] = {}

    def race(tokens: tuple[int, ...]) -> float:
        if 5 in tokens:
            return 0.0
        key = tuple(sorted(tokens))
        if key not in seen:
            seen[key] = 1 + sum(race((*tokens[:p], tokens[p] + 1, *tokens[p + 1 :])) for p in range(players)) / players
        return seen[key]

    assert race((0,) * players) == pytest.approx(rounds, abs=1e-4)
    game = simulate(Settings(game="tops", players=players, seats=["random"] * players, n_games=1500, seed=3)).blocks["game"].astype(int)
    won = game[:, 0] - game[:, 4]
    assert abs(won.mean() - rounds) < 4 * won.std() / sqrt(len(won))


@rule("TS-02")
def test_colours_that_do_not_depend_on_each_other_come_as_the_27_pictures_say():
    """With discs enough of each colour every disc is a colour by lot: three of a kind 1, two and one 3, all different 6 of 27."""
    settings = Settings(game="tops", players=2, seats=["random"] * 2, n_games=6000, seed=8, rules={"discs": "64,64,64", "round_limit": 1})
    shown = simulate(settings).blocks["picture"][:, 0, :, 0].sum(axis=0)
    labels = settings.mode_record.axes["picture"].labels
    exact = {name: sum(sorted(colours, key="RBY".index) == list(name) for colours in product("RBY", repeat=3)) / 27 for name in labels}
    column = next(c for c in settings.mode_record.columns if c.name == "shown")
    assert list(exact.values()) == pytest.approx(column.expected) and sum(exact.values()) == 1
    for name, n in zip(labels, shown, strict=True):
        assert rate(n / shown.sum(), int(shown.sum()), exact[name]), name


@rule("TS-12")
def test_if_nobody_acts_every_round_is_bare_and_as_long_as_the_longest_of_three_spins():
    settings = Settings(game="tops", players=2, seats=["planner:wait=0"] * 2, n_games=40, seed=1, rules={"break_s": 0})
    game = simulate(settings).blocks["game"].astype(int)
    assert game[:, :2].tolist() == [[500, 2]] * 40 and (game[:, 5] == 500).all()
    exact = round_length()
    assert exact == pytest.approx(37.59, abs=0.02)
    assert game[:, 2].mean() * 60 / 500 == pytest.approx(exact, abs=0.2)


def test_equal_seats_win_equally():
    """Also where all would act at the same instants: no pause, no spread, no reach."""
    for rules in ({}, {"gap_casual": 0, "gap_sd": 0, "react_casual": 0, "judge_sd": 0}):
        result = simulate(Settings(game="tops", players=4, n_games=4000, seed=6, rules={**rules, "first_taker": "random"}))
        wins = result.blocks["seat"][:, :, 0].sum(axis=0) / 60
        assert all(rate(w / 4000, 4000, 0.25) for w in wins), (rules, wins)


def test_the_prototype_is_met():
    """Figures of an earlier, independent program of the same model, four standard errors wide: rounds, bare tops, discs a round."""
    for players, rounds, no_winner, discs in ((2, 7.9, 0.045, 6.3), (3, 10.0, 0.028, 8.5), (4, 11.8, 0.014, 9.9)):
        result = simulate(Settings(game="tops", players=players, n_games=3000, seed=9))
        game, seat = result.blocks["game"].astype(int), result.blocks["seat"].astype(int)
        n = game[:, 0].sum()
        assert game[:, 0].mean() == pytest.approx(rounds, abs=0.25)
        assert game[:, 4].sum() / n == pytest.approx(no_winner, abs=0.005)
        assert seat[:, :, 2].sum() / n == pytest.approx(discs, abs=0.15)


# ---- settings at the edge ----


EDGES = {
    "nobody ever lands a disc": {"land_casual": 0, "round_limit": 30},
    "every hand touches": {"touch_casual": 1, "round_limit": 5},
    "every hand touches, a thousand times": {"touch_casual": 1, "respins": 1000, "round_limit": 3},
    "one colour only": {"discs": "36,0,0"},
    "a round of a millisecond": {"spin_s": 0.001, "round_limit": 20},
    "spins of ten minutes": {"spin_s": 600},
    "no pause": {"gap_casual": 0},
    "no reach": {"react_casual": 0},
    "reach longer than the round": {"react_casual": 100, "round_limit": 20},
    "discs stop the top": {"cost_s": 1000},
    "spins of any length": {"spin_cv": 3},
    "all discs knocked off": {"knock": 1},
    "no spread at all": {"spin_cv": 0, "gap_sd": 0, "cost_sd": 0, "judge_sd": 0},
    "tops spun one after the other": {"spin_gap_s": 30},
    "one top": {"tops": 1, "objectives": 1, "discs": "2,2,2", "target": 1},
    "a long game": {"target": 20},
    "one hand perfect and at once": {"land_practised": 1, "react_practised": 0, "gap_practised": 0, "touch_practised": 0},
}


@pytest.mark.bounds
@pytest.mark.parametrize("name", EDGES)
def test_settings_at_the_edge_end_and_are_counted(name: str):
    seats = ["planner", "early:hands=practised" if "perfect" in name else "early"]
    settings = Settings(game="tops", players=2, seats=seats, rules=EDGES[name], n_games=10, seed=2)
    result = simulate(settings)
    game = result.blocks["game"]
    assert (game[:, 0] >= 1).all() and ((game[:, 1] == 0) | (game[:, 0] == settings.rules["round_limit"])).all()
    assert (result.blocks["seat"][:, :, 0].sum(axis=1) == 60).all()
    if name == "nobody ever lands a disc":
        assert (game[:, 4] == game[:, 0]).all() and (result.blocks["seat"][:, :, 3] == result.blocks["seat"][:, :, 2]).all()
    if name == "one colour only":
        assert result.blocks["picture"][:, 0, 1:, 0].sum() == 0


@pytest.mark.parametrize(("rules", "words"), [({"spin_s": 0}, "spin_s"), ({"land_child": 1.5}, "land_child"), ({"tops": 5}, "TS-02"), ({"target": 0}, "TS-11")])
def test_what_cannot_be_is_refused(rules: dict, words: str):
    with pytest.raises(SettingError, match=words):
        Settings(game="tops", rules=rules)


def test_every_number_is_a_setting_with_its_unit_and_says_what_is_assumed():
    mode = Settings(game="tops").mode_record
    model = [k for k in mode.knobs if k.group.startswith("Model")]
    assert len(model) == 20 and all("Assumed" in k.help for k in model) and not any(k.group.startswith("Model") for k in mode.knobs if "-" in k.rule)
    assert any("model" in line for line in mode.assumptions)
