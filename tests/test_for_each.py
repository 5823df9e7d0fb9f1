"""What each entry brings, what the deal explains, and other readings: the sums of the tally against the rows, by other means."""

import numpy as np
import pytest

from topstats import Settings, simulate
from topstats.result import Result
from topstats.simulate import simulate as run
from topstats.stats import estimates as est
from topstats.stats.metrics import METRICS
from topstats.store import load

ASK = {m.name: m for m in METRICS}


@pytest.fixture(scope="module", params=[False, True], ids=["games", "rotations"])
def result(request: pytest.FixtureRequest) -> Result:
    return simulate(Settings("top_it", players=3, seats="rows,any,rows:skill=child", rotate=request.param, n_games=1500, seed=4))


def units(result: Result, values: np.ndarray) -> np.ndarray:
    """Sums over the units of the statistics."""
    size = result.settings.players if result.settings.rotate else 1
    return values.astype(np.int64).reshape(-1, size).sum(axis=1)


def test_what_each_brings_is_a_quotient_of_sums_with_the_interval_of_a_bootstrap(result: Result):
    table = ASK["for_each"].compute(result).set_index("category")
    block = result.blocks["letter"][:, 0]
    dice = np.random.default_rng(1)
    for letter in ("S", "Z"):
        pins, laid = (units(result, block[:, ord(letter) - 65, i]) for i in (0, 1))
        row = table.loc[letter]
        assert row["value"] == pytest.approx(pins.sum() / laid.sum()) and row["n"] == laid.sum()
        again = dice.integers(0, len(pins), (3000, len(pins)))
        low, high = np.quantile(pins[again].sum(axis=1) / laid[again].sum(axis=1), (0.025, 0.975))
        assert (row["low"], row["high"]) == (pytest.approx(low, abs=0.2 * (high - low)), pytest.approx(high, abs=0.2 * (high - low)))
    assert len(table) == 18 and "most S" in ASK["for_each"].finding(ASK["for_each"].compute(result))


def test_what_is_explained_is_the_squared_correlation(result: Result):
    table, games = ASK["explained"].compute(result), result.table("game")
    a, b = (units(result, games[name].to_numpy()) for name in ("grid_share", "margin"))
    assert table["value"].tolist() == pytest.approx([np.corrcoef(a, b)[0, 1] ** 2])
    assert (table["low"] <= table["value"]).all() and (table["value"] <= table["high"]).all()
    assert "Margin, by words on the grid" in ASK["explained"].finding(table)


def test_readings_are_the_shares_of_the_rows(result: Result):
    table, seats = ASK["win_by_reading"].compute(result), result.table("seat")
    for label, name in (("Share of the win", "share"), ("Win by the other scoring of stacks", "share_stack")):
        assert table[table["label"] == label]["value"].tolist() == pytest.approx(seats.groupby("seat")[name].mean().tolist())
    assert ASK["win_by_reading"].finding(table)


def test_a_reading_that_changes_who_wins_is_said():
    """The letter of the goal section: all who reach the target share, so the quick lose to the many."""
    rules = {"target": 5, "stack_scoring": "each_pin"}
    result = simulate(Settings("top_it", players=3, seats="rows:skill=word_lover,rows,rows", rules=rules, n_games=1500))
    assert "Win by the other end rule: seat 1" in ASK["win_by_reading"].finding(ASK["win_by_reading"].compute(result))


def test_sums_do_not_depend_on_chunks_and_come_back_from_a_file(result: Result, tmp_path):
    again = run(result.settings, workers=2, chunk=90, rows=False)
    assert again.tally.to_dict() == result.tally.to_dict()
    again.save(tmp_path / "run")
    assert load(tmp_path / "run").tally.to_dict() == result.tally.to_dict()


def test_degenerate_sums():
    nothing, few = est.Units(40, 1, 0, 0), est.Units(1, 1, 3, 9)
    assert est.ratio(nothing, nothing, 0, (0, 0)) is None
    assert est.ratio(few, few, 9, (3, 3)).low is None
    assert est.correlation(nothing, nothing, 0) is None and est.correlation(few, few, 9) is None
    same = est.Units(40, 1, 40, 80)
    assert est.correlation(same, same, 80).value == pytest.approx(1)
    exact = est.ratio(same, same, 80, (40, 40))
    assert exact.low < 1 < exact.high, "no interval of zero width"
