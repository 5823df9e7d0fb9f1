"""Metrics made from what columns declare: rates out of chances, shares beside chance, the course of a game; against the rows themselves."""

import numpy as np
import pytest

from topstats.settings import Settings
from topstats.simulate import simulate
from topstats.stats.estimates import FEW, Units, rate, t_quantile, wilson
from topstats.stats.metrics import METRICS, metrics_of

ASK = {metric.name: metric for metric in METRICS}


@pytest.fixture(scope="module")
def result():
    return simulate(Settings(game="tops", players=3, seats="planner,early,last_moment", n_games=300, seed=3))


def ratio_interval(over, under):
    """Of a ratio of sums over independent units, by the linearised variance, as Wilson's for so many independent chances."""
    r, n = over.sum() / under.sum(), len(over)
    variance = ((over - r * under) ** 2).sum() * n / (n - 1) / under.sum() ** 2
    chances = min(under.sum(), r * (1 - r) / variance) if variance > 0 and 0 < r < 1 else min(under.sum(), n)
    return wilson(r * chances, chances)


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
        assert (row["low"], row["high"]) == pytest.approx(ratio_interval(game[column].to_numpy(), game[chances].to_numpy()))
    for p in (1, 2, 3):
        mine = seat[seat["seat"] == p]
        row = table.loc[("Discs fallen, of discs placed", p)]
        assert row["value"] == mine["fallen"].sum() / mine["placed"].sum()
        assert (row["low"], row["high"]) == pytest.approx(ratio_interval(mine["fallen"].to_numpy(), mine["placed"].to_numpy()))
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
    by_game = rows.groupby(["picture", "game"], observed=True)[["held", "won"]].sum()
    for name, held in by_game.groupby(level=0, observed=True):
        row = won.loc[name]
        assert row["value"] == held["won"].sum() / held["held"].sum() and row["n"] == held["held"].sum()
        assert (row["low"], row["high"]) == pytest.approx(ratio_interval(held["won"].to_numpy(), held["held"].to_numpy()))
    once = rows[rows["seat"] == 1].pivot(index="game", columns="picture", values="shown")
    for name in once:
        interval = ratio_interval(once[name].to_numpy(), once.sum(axis=1).to_numpy())
        assert (shown.loc[name, "low"], shown.loc[name, "high"]) == pytest.approx(interval)
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


def test_with_rotation_the_unit_is_the_deal():
    settings = Settings(game="tops", players=3, seats="planner,early,last_moment", n_games=301, seed=3, rotate=True)
    run = simulate(settings)
    game, whole = run.table("game"), run.table("game").query("deal < 100").groupby("deal")
    row = ASK["rates"].compute(run).set_index("label").loc["Rounds without winner, of rounds"]
    assert (row["value"], row["n"]) == (game["no_winner"].sum() / game["length"].sum(), game["length"].sum())
    assert (row["low"], row["high"]) == pytest.approx(ratio_interval(whole["no_winner"].sum().to_numpy(), whole["length"].sum().to_numpy()))
    discs = ASK["course"].compute(run).query("label == 'Discs held' and seat == 2").set_index("moment")
    held, deals = run.table("round").query("seat == 2 and round == 'Round 2'")["discs"], 301 / 3
    assert discs.loc[2, "high"] - discs.loc[2, "mean"] == pytest.approx(t_quantile(deals - 1) * held.std() / deals**0.5)
    assert (discs.loc[1, "mean"], discs.loc[1, "q05"], discs.loc[1, "q95"]) == (12, 12, 12) and discs.loc[1, "low"] < 12 < discs.loc[1, "high"]


def test_chances_of_one_game_that_hang_together_widen_the_interval():
    """A whole game is of one kind: ten chances a game tell no more than one."""
    n, over = 400, np.repeat([0, 10], 200)
    units = [Units(n, 1, int(x.sum()), int((x * x).sum())) for x in (over, np.full(n, 10))]
    e = rate(units[0], units[1], int((over * 10).sum()), (2000, 4000))
    assert (e.value, e.n) == (0.5, 4000) and (e.low, e.high) == pytest.approx(wilson(200, 400), abs=1e-4)
    never = rate(Units(n, 1, 0, 0), units[1], 0, (0, 4000))
    assert (never.low, never.high) == wilson(0, 400)
    assert rate(units[0], Units(n, 1, 0, 0), 0, (0, 0)) is None
