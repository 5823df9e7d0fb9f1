"""Estimates hold to reference values, to scipy and to their coverage; metrics to the rows; findings to their intervals."""

import json
import math
import re

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

from topstats.core.contract import Column
from topstats.settings import Settings
from topstats.simulate import simulate
from topstats.stats import columns as col
from topstats.stats import estimates as est
from topstats.stats import findings
from topstats.stats.estimates import Units
from topstats.stats.metrics import METRICS, metrics_of
from topstats.stats.summary import summary

pytestmark = pytest.mark.usefixtures("toy")


def metric(name):
    return next(m for m in METRICS if m.name == name)


# Estimates


@pytest.mark.parametrize("wins, n, low, high", [(0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (0, 50, 0, 0.0713), (600, 1000, 0.5693, 0.6299)])
def test_wilson_reference_values(wins, n, low, high):
    assert est.wilson(wins, n) == pytest.approx((low, high), abs=5e-5)


def test_wilson_is_scipys():
    for n in (1, 2, 7, 30, 999):
        for wins in {0, 1, n // 3, n // 2, n}:
            interval = scipy_stats.binomtest(wins, n).proportion_ci(method="wilson")
            assert est.wilson(wins, n) == pytest.approx((interval.low, interval.high), abs=1e-12)
    assert est.wilson(0, 0) == (0, 1)


@pytest.mark.parametrize("share, half, n", [(0.25, 0.01, 7200), (0.25, 0.005, 29000), (0.5, 0.01, 9600), (0.5, 0.005, 39000)])
def test_games_needed(share, half, n):
    low, high = est.wilson(share * n, n)
    assert (high - low) / 2 == pytest.approx(half, rel=0.01)


def units_of(sums, size):
    sums = [int(s) for s in sums]
    return Units(len(sums), size, sum(sums), sum(s * s for s in sums))


def test_mean_is_scipys_t_interval():
    sums = np.random.default_rng(1).integers(0, 90, 40)
    e = est.mean(int(sums.sum()), 40 * 3, units_of(sums, 3))
    expected = scipy_stats.t.interval(0.95, 39, sums.mean() / 3, scipy_stats.sem(sums / 3))
    assert (e.low, e.high) == pytest.approx(expected)


def test_no_interval_is_empty_or_of_zero_width():
    constant = est.mean(500, 100, units_of([5] * 100, 1))
    assert constant.low < 5 < constant.high and constant.high - constant.low == pytest.approx(2 * est.t_quantile(99) / 100)
    assert est.mean(5, 1, units_of([5], 1)) == est.Estimate(5, None, None, 1, True)
    for total, sums in ((0, [0] * 50), (50 * 4, [4] * 50)):  # rotations of four that never differ
        e = est.share(total, 200, units_of(sums, 4))
        assert (e.low, e.high) == est.wilson(total / 4, 50)
    assert est.share(1, 2, units_of([], 4)).low == 0 and est.share(1, 2, units_of([], 4)).high == 1


def test_rotations_are_the_unit():
    sums = np.random.default_rng(2).integers(0, 5, 60)
    e = est.share(int(sums.sum()), 240, units_of(sums, 4))
    assert (e.low, e.high) == pytest.approx(scipy_stats.t.interval(0.95, 59, sums.mean() / 4, scipy_stats.sem(sums / 4)))
    unfinished = est.share(int(sums.sum()) + 2, 242, units_of(sums, 4))
    assert unfinished.value == (sums.sum() + 2) / 242 and (unfinished.low, unfinished.high) == (e.low, e.high)
    near_one = est.share(59 * 4 + 3, 240, units_of([4] * 59 + [3], 4))
    assert near_one.high == 1 and near_one.low < near_one.value
    assert not e.is_few and est.share(29, 29, units_of([1] * 29, 1)).is_few


def test_quantiles_are_numpys_and_their_ranks_scipys():
    sample = np.sort(np.random.default_rng(3).integers(-5, 300, 500))
    values, counts = np.arange(-5, 300), np.bincount(sample + 5, minlength=305)
    for q in est.QUANTILES:
        e = est.quantile(values, counts, q, 500)
        assert e.value == np.quantile(sample, q / 100, method="inverted_cdf")
        ranks = scipy_stats.binom.ppf([0.025, 0.975], 500, q / 100).astype(int)
        assert (e.low, e.high) == (sample[ranks[0] - 1] - 0.5, sample[ranks[1]] + 0.5)
    assert est.quantile(np.array([4]), np.array([3]), 50, 3).low is None  # three games do not bound a median


def test_deviation_is_numpys():
    assert est.deviation(np.array([2, 3, 4]), np.array([1, 0, 3])) == pytest.approx(np.std([2, 4, 4, 4], ddof=1))
    assert est.deviation(np.array([2]), np.array([1])) is None


def test_joint_test_is_pearsons_without_shared_wins():
    wins = [420, 310, 270]
    assert est.seats_differ(wins, wins, 1000) == pytest.approx(scipy_stats.chisquare(wins).pvalue)
    assert est.seats_differ([3, 3, 4], [3, 3, 4], 10) is None
    assert est.seats_differ([500] * 2, [250] * 2, 1000) == 1  # every win shared


def test_joint_test_is_a_permutation_test_with_shared_wins():
    random = np.random.default_rng(4)
    shapes = np.array([[60, 0, 0], [30, 30, 0], [20, 20, 20]])

    def deal(n):
        return random.permuted(shapes[random.choice(3, n, p=[0.5, 0.3, 0.2])], axis=1)

    seen = deal(400)
    seen[:25] = [60, 0, 0]
    p = est.seats_differ(seen.sum(0).tolist(), (seen**2).sum(0).tolist(), 400)
    spread = [np.var(random.permuted(seen, axis=1).sum(0)) for _ in range(4000)]
    assert p == pytest.approx(np.mean(np.array(spread) >= np.var(seen.sum(0))), abs=0.02)
    ps = [est.seats_differ(d.sum(0).tolist(), (d**2).sum(0).tolist(), 200) for d in (deal(200) for _ in range(1000))]
    assert np.mean(np.array(ps) < 0.05) == pytest.approx(0.05, abs=0.02)


def covered(estimates, truth):
    return np.mean([e.low <= truth <= e.high for e in estimates])


def test_coverage_of_win_shares():
    for n in (30, 200):  # exactly, over all outcomes; Wilson's coverage swings about 95 %
        wins, p = np.arange(n + 1), np.linspace(0.05, 0.95, 91)
        e = [est.share(int(w), n, Units(n, 1, int(w), int(w))) for w in wins]
        holds = np.array([[x.low <= q <= x.high for x in e] for q in p])
        coverage = (scipy_stats.binom.pmf(wins, n, p[:, None]) * holds).sum(axis=1)
        assert coverage.min() > 0.92 and coverage.mean() == pytest.approx(0.95, abs=0.01), n
    random = np.random.default_rng(5)
    shares = random.choice([0, 20, 30, 60], (2000, 150), p=[0.6, 0.1, 0.1, 0.2])
    e = [est.share(int(s.sum()), 150, units_of(s, 1), 60) for s in shares]
    assert covered(e, 0.2 + 0.05 + 0.1 / 3) >= 0.95  # conservative with shared wins


def test_coverage_of_rotations_and_means():
    random = np.random.default_rng(6)
    luck = random.beta(0.5, 1.5, (2000, 50))  # a deal helps or hurts in all four games
    e = [est.share(int(s.sum()), 200, units_of(s, 4)) for s in random.binomial(4, luck)]
    assert 0.925 <= covered(e, 0.25) <= 0.97
    naive = [est.wilson(s.sum(), 200) for s in random.binomial(4, luck)]
    assert np.mean([low <= 0.25 <= high for low, high in naive]) < 0.9  # games of one deal are not independent
    e = [est.mean(int(s.sum()), 60, units_of(s, 1)) for s in random.poisson(3, (2000, 60))]
    assert 0.93 <= covered(e, 3) <= 0.97


def test_coverage_of_quantiles():
    random = np.random.default_rng(7)
    for q in (25, 50, 95):
        truth = scipy_stats.poisson.ppf(q / 100, 40)
        e = [est.quantile(np.arange(120), np.bincount(s, minlength=120), q, 200) for s in random.poisson(40, (600, 200))]
        assert covered(e, truth) >= 0.94


# Metrics


@pytest.fixture(scope="module", params=[False, True], ids=["fixed", "rotating"])
def mixed(request, toy):
    settings = Settings("toy", players=4, seats="careful,bold,careful,random", rotate=request.param, n_games=1202)
    return simulate(settings, extras=["lead_changes"])


@pytest.fixture(scope="module")
def pop():
    return simulate(Settings("top_pop", players=3, n_games=2000), extras=["lead_changes"])


COLUMNS = {
    "share": {"win_share", "win_low", "win_high", "fair_share", "n"},
    "spread": {"mean", "mean_low", "mean_high", "sd", "q05", "q25", "q50", "q75", "q95", "n"},
    "parts": {"seat", "part", "mean", "low", "high", "n"},
    "histogram": {"value", "games", "share", "low", "high", "n"},
    "bars": {"label", "value", "low", "high", "n", "unit"},
}
INTERVALS = {"share": ("win_low", "win_share", "win_high"), "spread": ("mean_low", "mean", "mean_high"), "parts": ("low", "mean", "high")}


def check_tables(result):
    for m in metrics_of(result):
        table = m.compute(result)
        assert COLUMNS[m.kind] <= set(table), m.name
        low, value, high = (table[c] for c in INTERVALS.get(m.kind, ("low", "share" if m.kind == "histogram" else "value", "high")))
        assert ((low <= value) & (value <= high) & (low < high)).all(), m.name
        assert not table.isna().any().any(), m.name
        sentence = m.finding(table)
        assert sentence.endswith(".") and "nan" not in sentence.lower() and "None" not in sentence, m.name


def test_every_metric_has_its_columns_and_honest_intervals(mixed, pop):
    check_tables(mixed)
    check_tables(pop)
    asked = {m.name for m in metrics_of(pop)}
    assert {"win_by_seat", "margin", "length", "points_by_source", "cards", "caps", "by_axis", "flags_by_seat", "endings", "lead_changes"} <= asked
    assert "win_by_strategy" not in asked and "cards" not in {m.name for m in metrics_of(mixed)}


def test_metrics_do_not_need_the_rows(pop):
    alone = simulate(pop.settings, rows=False, extras=["lead_changes"])
    for m in metrics_of(pop):
        pd.testing.assert_frame_equal(m.compute(pop), m.compute(alone))


def test_win_shares_are_those_of_the_rows(mixed):
    rows = mixed.table("seat")
    by_seat = metric("win_by_seat").compute(mixed)
    assert by_seat["win_share"].tolist() == pytest.approx(rows.groupby("seat")["share"].mean().tolist())
    by_strategy = metric("win_by_strategy").compute(mixed).set_index("strategy")
    expected = rows.groupby("strategy", observed=True)["share"].sum() / 1202
    assert by_strategy["win_share"].to_dict() == pytest.approx(expected.to_dict())
    assert by_strategy["fair_share"].to_dict() == {"careful": 0.5, "bold": 0.25, "random": 0.25}
    assert by_strategy["seats_held"].to_dict() == {"careful": 2, "bold": 1, "random": 1}
    assert (by_strategy["balanced"] == mixed.settings.rotate).all()
    assert by_strategy["win_share"].sum() == pytest.approx(1)


def test_intervals_of_a_strategy_have_the_game_or_the_rotation_as_unit(mixed):
    rows = mixed.table("seat")
    if mixed.settings.rotate:
        rows = rows[rows["deal"] < 300]  # the last rotation has but two games
        wins = rows[rows["strategy"] == "careful"].groupby("deal")["share"].sum() / 4
        expected = scipy_stats.t.interval(0.95, 299, wins.mean(), scipy_stats.sem(wins))
    else:
        expected = est.wilson(rows[rows["strategy"] == "careful"]["share"].sum(), 1202)
    e = col.win_of(mixed, 0)
    assert (e.low, e.high) == pytest.approx(expected)
    points = rows[rows["strategy"] == "careful"].groupby("deal" if mixed.settings.rotate else "game")["score"].mean()
    e = col.mean_of(mixed, ("seat", "score"), 0)
    assert (e.low, e.high) == pytest.approx(scipy_stats.t.interval(0.95, len(points) - 1, points.mean(), scipy_stats.sem(points)))
    assert e.n == 2404


def test_scores_parts_and_bars_are_those_of_the_rows(pop):
    rows = pop.table("seat")
    spread = metric("score_by_seat").compute(pop)
    assert spread["sd"].tolist() == pytest.approx(rows.groupby("seat")["score"].std().tolist())
    assert spread["q95"].tolist() == rows.groupby("seat")["score"].quantile(0.95, interpolation="higher").astype(int).tolist()
    parts = metric("points_by_source").compute(pop)
    assert parts.groupby("seat")["mean"].sum().tolist() == pytest.approx(spread["mean"].tolist())
    caps = metric("caps").compute(pop)
    given = caps[caps["label"] == "Caps given"]["value"].tolist()
    assert given == pytest.approx(rows.groupby("seat")["caps_given"].mean().tolist())
    cities = metric("by_axis").compute(pop)
    assert cities["category"].nunique() == 5  # three players have five cities in play
    new_york = pop.table("city").query("city == 'New York'").groupby("seat")["won"].mean().tolist()
    assert cities[cities["category"] == "New York"]["value"].tolist() == pytest.approx(new_york)


def test_who_ends_the_game_and_wins(pop):
    rows = pop.table("seat")
    table = metric("flags_by_seat").compute(pop)
    assert table["value"].tolist()[:3] == pytest.approx(rows.groupby("seat")["triggered"].mean().tolist())
    assert table["value"].tolist()[3:] == pytest.approx(rows[rows["triggered"]].groupby("seat")["share"].mean().tolist())
    assert table.attrs["win"].value == pytest.approx(rows[rows["triggered"]]["share"].mean())


def test_endings_and_histograms_count_every_game(pop):
    games = pop.table("game")
    table = metric("endings").compute(pop)
    shared = table[table["category"] == "shared"]["value"].item()
    assert shared == (games["tie_break"] == "shared").mean()
    for name in ("margin", "length", "lead_changes"):
        table = metric(name).compute(pop)
        assert table["games"].sum() == 2000 and table["share"].sum() == pytest.approx(1)
        assert dict(zip(table["value"], table["games"], strict=True)) == games[name].value_counts().to_dict()


# Findings


def shares(rows, **words):
    table = pd.DataFrame(
        [{"seat": i + 1, "win_share": s, "win_low": low, "win_high": high, "fair_share": 1 / len(rows)} for i, (s, low, high) in enumerate(rows)]
    )
    table.attrs |= {"n_games": 1000, "units": 1000, "unit_word": "games", "mixed": False, **words}
    return table


def test_finding_says_what_the_intervals_carry():
    clear = shares([(0.463, 0.45, 0.476), (0.27, 0.26, 0.28), (0.267, 0.257, 0.277)])
    assert findings.seats(clear) == "Seat 1 wins 46.3 % of 3-player games; fair would be 33.3 %."
    even = shares([(0.34, 0.32, 0.36), (0.33, 0.31, 0.35), (0.33, 0.31, 0.35)])
    assert findings.seats(even) == "No seat differs clearly from fair, 33.3 %, in 1,000 3-player games."
    # alone this seat would be clear of fair, as one of three it is not
    border = shares([(0.36, 0.3345, 0.3855), (0.32, 0.30, 0.34), (0.32, 0.30, 0.34)])
    assert findings.seats(border).startswith("No seat differs clearly")
    assert findings.seats(shares([(1, 0.4, 1), (0, 0, 0.6)], units=12)) == "Too few games for a verdict: 12, and 30 are the least."
    close = shares([(0.50021, 0.5001, 0.5003), (0.49979, 0.4997, 0.4999)])
    assert findings.seats(close) == "Seat 1 wins 50.02 % of 2-player games; fair would be 50.00 %."
    assert "different strategies sit in the seats" in findings.seats(shares([(0.6, 0.55, 0.65), (0.4, 0.35, 0.45)], mixed=True))


def test_scores_name_a_first_or_a_last_only_if_it_is_one():
    def sentence(*means):
        table = pd.DataFrame([{"seat": i + 1, "mean": m, "mean_low": m - 0.2, "mean_high": m + 0.2, "n": 900} for i, m in enumerate(means)])
        score = Column(name="score", per="seat", label="Points", help="", unit="points")
        table.attrs |= {"unit": "points", "score": score, "mixed": False, "units": 900, "unit_word": "games"}
        return findings.scores(table)

    assert sentence(12, 14, 12.1) == "Seat 2 makes most points, 14.0 on average; the others make 12.0 to 12.1."
    assert sentence(13.9, 14, 12.1) == "Seat 3 makes fewest points, 12.1 on average; the others make 13.9 to 14.0."
    assert sentence(13.9, 14, 13.7) == "No clear first in points: 13.7 to 14.0 on average."
    assert sentence(12, 14) == "Seat 2 makes most points, 14.0 on average; the other makes 12.0."
    assert sentence(12, 12.04) == "No clear first in points: 12.0 on average."


UNEQUAL = ("greedy,random,random,random", False), ("greedy,random,random,random", True), ("greedy,greedy,greedy,greedy", False)
VERDICTS = ("win_by_seat", "score_by_seat", "cards", "by_axis", "caps")


@pytest.mark.parametrize("seats, rotate", UNEQUAL)
def test_a_difference_between_seats_names_the_strategies_in_them(seats, rotate):
    result = simulate(Settings(seats=seats, rotate=rotate, n_games=400))
    for m in metrics_of(result):
        sentence = m.finding(m.compute(result))
        is_named = "different strategies sit in the seats" in sentence
        assert is_named == (m.name in VERDICTS and len(result.settings.specs) > 1 and not rotate), sentence
        assert ("they did not sit in every seat" in sentence) == (m.name in ("win_by_strategy", "score_by_strategy") and not rotate), sentence


VERDICT = re.compile(r"clearly|most|fewest|that is|No clear|every seat|No source| wins ")


@pytest.mark.parametrize("n_games, rotate", [(2, False), (29, False), (30, False), (119, True), (120, True)])
def test_no_metric_gives_a_verdict_on_too_few_games(n_games, rotate):
    """29 games or rotations (4 games each) are too few, 30 are enough."""
    result = simulate(Settings(seats="greedy,random,greedy,random", n_games=n_games, rotate=rotate), extras=["lead_changes"])
    assert (result.tally.n_units < 30) == (n_games in (2, 29, 119))
    found = {m.name: m.finding(m.compute(result)) for m in metrics_of(result)}
    judging = {name for name, sentence in found.items() if VERDICT.search(sentence)}
    assert judging == (set() if result.tally.n_units < 30 else set(found) - {"margin", "length", "lead_changes", "endings"}), found


def test_equal_seats_are_rarely_called_unequal(toy):
    """Four seats with equal chances: in at most about 5 % of runs a difference is claimed."""
    random = np.random.default_rng(8)
    claims = 0
    for wins in random.multinomial(400, [0.25] * 4, 1000):
        rows = [(w / 400, *est.wilson(int(w), 400)) for w in wins]
        claims += len(findings.clear_of_fair(shares(rows))) > 0
    assert claims <= 65


def test_unbalanced_strategies_are_called_so(mixed):
    sentence = metric("win_by_strategy").finding(metric("win_by_strategy").compute(mixed))
    assert sentence.startswith("careful wins ") and "with 2 of 4 seats; fair would be 50.0 %" in sentence
    assert ("did not sit in every seat equally often" in sentence) == (not mixed.settings.rotate)


def test_findings_of_one_game_are_sentences(toy):
    for settings in (Settings("toy", n_games=1), Settings("top_pop", n_games=3, rotate=True)):
        result = simulate(settings, extras=["lead_changes"])
        for m in metrics_of(result):
            sentence = m.finding(m.compute(result))
            assert sentence.endswith(".") and "nan" not in sentence.lower() and "None" not in sentence, m.name


# Summary


def test_summary_is_strict_json_and_complete(mixed):
    for result in (mixed, simulate(Settings("toy", n_games=1))):
        data = json.loads(json.dumps(summary(result), allow_nan=False))
        assert {"settings", "n_games", "seats", "by_strategy", "length", "margin", "ended", "seconds", "games_per_second", "version", "assumptions"} <= set(
            data
        )
        assert Settings.from_dict(data["settings"]) == result.settings
        for seat in data["seats"]:
            assert {"seat", "strategy", "win_share", "win_low", "win_high", "score_mean", "score_sd", "score_quantiles"} <= set(seat)
        for row in data["by_strategy"]:
            assert {"strategy", "win_share", "win_low", "win_high", "score_mean", "score_sd", "score_quantiles", "seats_held", "balanced", "fair_share"} <= set(
                row
            )
        assert sum(data["ended"].values()) == data["n_games"] and list(data["ended"]) == ["normal", "stalled", "truncated"]
        assert math.isclose(sum(seat["win_share"] for seat in data["seats"]), 1)


def test_strategy_of_a_seat_in_the_summary():
    one = simulate(Settings("toy", n_games=30, rotate=True))
    assert [s["strategy"] for s in summary(one)["seats"]] == ["careful"] * 3
    fixed = Settings("toy", n_games=30, seats="bold,random,careful")
    assert [s["strategy"] for s in summary(simulate(fixed))["seats"]] == ["bold", "random", "careful"]
    assert [s["strategy"] for s in summary(simulate(fixed.replace(rotate=True)))["seats"]] == [None] * 3


def test_cut_games_are_counted_apart_but_count():
    result = simulate(Settings("toy", n_games=200, rules={"round_limit": 2, "target": 100}))
    assert metric("length").finding(metric("length").compute(result)) == "Rounds: 2 in each of 200 games."
    assert summary(result)["ended"] == {"normal": 0, "stalled": 0, "truncated": 200}
    assert sum(s["win_share"] for s in summary(result)["seats"]) == pytest.approx(1)


def test_what_seats_have_in_common_is_not_told_for_each_seat():
    result = simulate(Settings(mode="two_player", n_games=60, seed=3))
    table = next(m for m in METRICS if m.name == "by_axis").compute(result)
    company, player = table[table["label"] == "Points of the company"], table[table["label"] == "Caps of the player"]
    assert company["seat"].isna().all() and company["category"].tolist() == ["Blue", "Orange", "Yellow", "Plum"]
    assert sorted(player["seat"]) == [1] * 4 + [2] * 4
    rows = result.table("company")
    assert company["value"].tolist() == pytest.approx(rows[rows["seat"] == 2].groupby("company", observed=True)["points"].mean().tolist())


def test_what_never_varies_says_so_and_what_varies_does_not():
    two, base = simulate(Settings(mode="two_player", n_games=200)), simulate(Settings(n_games=200))
    said = {m.name: m.compute(two).attrs.get("always", "") for m in metrics_of(two)}
    caps = set(two.table("seat")["caps"])
    assert said["caps"] == f"Caps: {caps.pop()}, in every seat of each of 200 games." and not caps
    assert said["length"] == f"Turns: {two.table('game')['length'][0]} in each of 200 games."
    assert said["endings"] == "End: normal; Decided by: points, in each of 200 games."
    assert not any(said[name] for name in ("win_by_seat", "margin", "by_axis", "points_by_source"))
    assert not any(m.compute(base).attrs.get("always") for m in metrics_of(base))
    one = simulate(Settings(n_games=1))
    assert not any(m.compute(one).attrs.get("always") for m in metrics_of(one))  # a single game never varies


def test_how_far_each_is_off_its_share_stands_beside_the_headline():
    result = simulate(Settings(n_games=4000))
    metric = next(m for m in METRICS if m.name == "win_by_seat")
    table = metric.compute(result)
    said = metric.beside(table)
    assert said != metric.finding(table) and said.startswith("Percentage points off fair, ")
    for r in table.itertuples():
        assert f"seat {r.seat} {100 * (r.win_share - 0.25):+.1f}".replace("-", "\u2212") in said
    sizes = [abs(float(v.replace("\u2212", "-"))) for v in re.findall(r"[+\u2212]\d+\.\d", said)]
    assert len(sizes) == 4 and sizes == sorted(sizes, reverse=True)
    length = next(m for m in METRICS if m.name == "length")
    assert length.beside(length.compute(result)) == length.finding(length.compute(result))
    assert "Too few games" in metric.beside(metric.compute(simulate(Settings(n_games=20))))
