"""Metrics made from what columns declare: rates out of chances, shares beside chance, the course of a game; against the rows themselves."""

import numpy as np
import pytest

from topstats.settings import Settings
from topstats.simulate import simulate
from topstats.stats.estimates import FEW, wilson
from topstats.stats.metrics import METRICS, metrics_of

ASK = {metric.name: metric for metric in METRICS}


@pytest.fixture(scope="module")
def result():
    return simulate(Settings(game="tops", players=3, seats="planner,early,last_moment", n_games=300, seed=3))


def test_which_metrics_a_game_has(result):
    assert {"rates", "rates_by_axis", "course", "minutes"} <= {m.name for m in metrics_of(result)}
    assert "by_axis" not in {m.name for m in metrics_of(result)}
    pop = {m.name for m in metrics_of(simulate(Settings(game="top_pop", n_games=40)))}
    assert not pop & {"rates", "rates_by_axis", "course", "minutes"} and "by_axis" in pop


def test_rates_are_counts_out_of_chances(result):
    table = ASK["rates"].compute(result).set_index(["label", "seat"])
    game, seat = result.table("game"), result.table("seat")
    for label, column, chances in (("Rounds without winner, of rounds", "no_winner", "length"), ("Rounds with a bare top, of rounds", "bare", "length")):
        row = table[table.index.get_level_values(0) == label].iloc[0]
        assert (row["value"], row["n"]) == (game[column].sum() / game[chances].sum(), game[chances].sum())
        assert (row["low"], row["high"]) == wilson(game[column].sum(), game[chances].sum())
    for p in (1, 2, 3):
        mine = seat[seat["seat"] == p]
        assert table.loc[("Discs fallen, of discs placed", p), "value"] == mine["fallen"].sum() / mine["placed"].sum()
    finding = ASK["rates"].finding(ASK["rates"].compute(result))
    assert finding.startswith("Rounds without winner, of rounds: ") and "n " in finding


def test_shares_stand_beside_what_chance_alone_would_bring(result):
    table = ASK["rates_by_axis"].compute(result)
    shown = table[table["label"] == "Shown at the end of a round, share"].set_index("category")
    chance = table[table["label"] == "By chance alone"].set_index("category")
    rows = result.table("picture")
    counts = rows[rows["seat"] == 1].groupby("picture", observed=True)["shown"].sum()
    assert shown["value"].sum() == pytest.approx(1) and (shown["n"] == counts.sum()).all()
    assert all(shown.loc[name, "value"] == n / counts.sum() for name, n in counts.items())
    assert chance.loc["RBY", "value"] == 6 / 27 and chance.loc["RRR", "value"] == 1 / 27 and chance["low"].isna().all()
    won = table[table["label"] == "Objective won, of objective held"].set_index("category")
    held = rows.groupby("picture", observed=True)[["held", "won"]].sum()
    assert all(won.loc[name, "value"] == row["won"] / row["held"] for name, row in held.iterrows())
    assert " by chance alone it would be " in ASK["rates_by_axis"].finding(table) or "from chance" in ASK["rates_by_axis"].finding(table)


def test_the_course_counts_the_games_that_go_on(result):
    table = ASK["course"].compute(result)
    rows = result.table("round")
    discs, lacks = (table[table["label"] == label] for label in ("Discs held", "Lacks a colour"))
    length = result.table("game")["length"]
    for r in discs.itertuples():
        going = rows[(rows["round"] == r.category) & (rows["discs"] != -1)]
        assert r.n == (length >= r.moment).sum() >= FEW
        seats = going if str(r.seat) == "<NA>" else going[going["seat"] == r.seat]
        assert r.mean == pytest.approx(seats["discs"].mean())
        if str(r.seat) == "<NA>":
            assert r.mean == pytest.approx(12) and (r.q05, r.q50, r.q95) == tuple(np.quantile(seats["discs"], (0.05, 0.5, 0.95), method="inverted_cdf"))
    for r in lacks.itertuples():
        going = rows[(rows["round"] == r.category) & (rows["discs"] != -1)]
        seats = going if str(r.seat) == "<NA>" else going[going["seat"] == r.seat]
        assert r.mean == pytest.approx((seats["lacks"]).mean()) and 0 <= r.low <= r.mean <= r.high <= 1
    assert discs["moment"].max() < 20 or (length >= 20).sum() >= FEW
    assert "Round" in ASK["course"].finding(table)


def test_too_few_games_have_no_course():
    few = simulate(Settings(game="tops", n_games=FEW - 1))
    assert "course" not in {m.name for m in metrics_of(few)}
