"""Comparisons: differences as computed by hand and by scipy, intervals that hold together, games that are the same deals."""

import threading

import numpy as np
import pytest
from scipy import stats as scipy_stats
from scipy.special import ndtri

import topstats
from topstats.core.contract import SHARE, SettingError
from topstats.registry import GAMES
from topstats.settings import MAX_SEED, Settings
from topstats.simulate import Cancelled, simulate
from topstats.stats import compared, outcomes
from topstats.stats import contrasts as numbers
from topstats.stats.compare import comparable, compare, compare_results, letters
from topstats.stats.contrasts import contrasts, error_of_each, holm, sums
from topstats.stats.outcomes import is_clear

pytestmark = pytest.mark.usefixtures("toy")

ONE = np.array([1.0])


def toy(**given):
    return Settings(**{"game": "toy", "n_games": 600} | given)


def row(comparison, measure, setting="B"):
    table = comparison.differences
    return table[(table["measure"] == measure) & (table["setting"] == setting)].iloc[0]


def paired(*columns, one=ONE):
    """Contrasts of settings that play the same units, one measure each."""
    group = sums(np.stack(columns, axis=1))
    return contrasts([group], [(0, i) for i in range(len(columns))], np.ones((len(columns), 1)), one)


# The arithmetic


def test_a_paired_difference_by_hand():
    found = paired(np.array([1, 2, 3, 4]), np.array([2, 2, 5, 7]))  # differences 1, 0, 2, 3: mean 3/2, variance 5/3; variances apart 5/3 and 6
    half = 3.182446 * (5 / 3 / 4) ** 0.5
    assert found.value[0, 0] == 1.5
    assert (found.low[0, 0], found.high[0, 0]) == pytest.approx((1.5 - half, 1.5 + half), abs=1e-5)
    assert found.gain[0, 0] == pytest.approx((5 / 3 + 6) / (5 / 3))
    assert found.each == pytest.approx(0.05)
    assert found.p[0, 0] == pytest.approx(scipy_stats.ttest_rel([2, 2, 5, 7], [1, 2, 3, 4]).pvalue)


def test_an_unpaired_difference_is_welchs():
    a, b = np.array([3, 1, 4, 1, 5, 9, 2]), np.array([2, 7, 1, 8, 2, 8, 1, 8, 9])
    found = contrasts([sums(a[:, None]), sums(b[:, None])], [(0, 0), (1, 0)], np.array([[1.0], [1.0]]), ONE)
    test = scipy_stats.ttest_ind(b, a, equal_var=False)
    interval = test.confidence_interval(0.95)
    assert found.p[0, 0] == pytest.approx(test.pvalue)
    assert (found.low[0, 0], found.high[0, 0]) == pytest.approx((interval.low, interval.high))
    assert np.isnan(found.gain[0, 0])


def test_holm_by_hand():
    assert holm(np.array([[0.01, 0.04], [0.03, np.nan]])) == pytest.approx(np.array([[0.03, 0.06], [0.06, np.nan]]), nan_ok=True)
    assert holm(np.array([[0.9, 0.8]])).tolist() == [[1.0, 1.0]]


def test_a_difference_needs_its_interval_and_holm_and_enough_units():
    assert is_clear(0.1, 0.2, 0.05, 30)
    assert is_clear(-0.2, -0.1, 0.0, 30)
    assert not is_clear(0.1, 0.2, 0.051, 30), "Holm does not agree"
    assert not is_clear(-0.1, 0.2, 0.0, 30), "0 lies within"
    assert not is_clear(0.1, 0.2, 0.0, 29), "too few"


def test_dunnetts_table():
    """Critical values of Dunnett 1964, two-sided 95 %, many degrees of freedom; independent: Sidak's; all alike: one comparison's."""
    for k, critical in ((2, 2.21), (3, 2.35), (4, 2.44), (5, 2.51)):
        correlation = np.full((k, k), 0.5) + 0.5 * np.eye(k)
        assert -ndtri(error_of_each(correlation) / 2) == pytest.approx(critical, abs=0.02)
    assert error_of_each(np.eye(6)) == pytest.approx(1 - 0.95 ** (1 / 6), rel=0.04)
    assert error_of_each(np.ones((4, 4))) == pytest.approx(0.05, rel=0.04)


def test_the_sums_never_overflow():
    big = sums(np.full((4096, 1), 400_000))
    whole = big
    for _ in range(14):
        whole = whole + whole
    assert whole.cross[0, 0] == 4096 * 2**14 * 400_000**2 > 2**63
    assert whole.spread[0, 0] == 0


def test_products_of_large_numbers_are_exact_too():
    """The mean money of a game with stocks in full is some millions: thousands of their squares are beyond what a float64 counts."""
    units = np.random.default_rng(1).integers(-40_000_001, 40_000_001, (500, 2))
    found, whole = sums(units), units.astype(object)
    assert found.n == 500 and (found.total == whole.sum(axis=0)).all() and (found.cross == whole.T @ whole).all()


MODES = [(game.name, mode.name) for game in GAMES.values() for mode in game.modes]


@pytest.mark.parametrize(("game", "mode"), MODES, ids=str)
def test_every_mode_can_be_compared_with_its_numbers_in_full(game, mode):
    """More games than one chunk, as a user asks for them; the means of the score are those of the rows."""
    one = Settings(game, mode, n_games=4200 if (game, mode) == ("top_race", "stocks") else 300)
    other = one.replace(seats=[f"{seat.spec}:blunder=0.2" for seat in one.seats])
    found = compare(one, other, measures="seats")
    for column, settings in (("a", one), ("b", other)):
        scores = simulate(settings).table("seat").groupby("seat")["score"].mean()
        for seat, mean in scores.items():
            measured = row(found, f"seat.score.{seat}")[column]
            assert measured == pytest.approx(mean, rel=1e-9)


def test_what_never_differs_has_an_interval_and_is_not_told_apart():
    found = paired(np.arange(50), np.arange(50))
    assert found.value[0, 0] == 0 and found.low[0, 0] < 0 < found.high[0, 0]
    assert np.isnan(found.gain[0, 0]) and found.p[0, 0] == 1
    always = paired(np.zeros(50, int), np.ones(50, int))
    assert always.high[0, 0] > always.low[0, 0] > 0
    nothing = paired(np.array([1]), np.array([2]))
    assert np.isnan([nothing.low[0, 0], nothing.high[0, 0], nothing.p[0, 0]]).all()


@pytest.fixture
def few_draws(monkeypatch):
    """Quicker, and a little less exact, where many comparisons are made."""
    monkeypatch.setattr(numbers, "DRAWS", 5_000)


@pytest.mark.slow
def test_intervals_hold_together(few_draws):
    """Three variants, four measures that depend on each other: in 95 of 100 runs all twelve intervals cover; one alone would be narrower."""
    chance, held, runs = np.random.default_rng(4), 0, 300
    truth = np.array([[0.0, 1, -2, 0], [3, 0, 0, 1], [0, 0, 5, -5]])
    for _ in range(runs):
        deal = chance.normal(0, 20, (80, 1, 1)) + chance.normal(0, 10, (80, 4, 4)) + chance.normal(0, 10, (80, 4, 1))
        deal[:, 1:] += 4 * truth
        units = np.rint(deal).astype(int).reshape(80, 16)
        found = contrasts([sums(units)], [(0, i) for i in range(4)], np.full((4, 4), 4.0), np.ones(4))
        held += bool(((found.low <= truth) & (truth <= found.high)).all())
    assert 0.92 <= held / runs <= 0.98


# The games


@pytest.mark.slow
def test_twenty_equal_variants_are_rarely_told_apart(few_draws):
    """A coin that is thrown anew in a share of the cases is a coin: other games, the same law."""
    cried, alone = 0, 0
    for seed in range(8):
        variants = [toy(seats=[f"random:blunder={k / 20}"] * 3, rules={"round_limit": 15}, n_games=120, seed=seed) for k in range(20)]
        table = compare(*variants).differences
        cried += table["differs"].any()
        alone += (table["p"] < 0.05).any()
    assert cried <= 1
    assert alone >= 6  # each by itself would have cried wolf most of the time


def test_the_same_deals_gain_and_find_more():
    a, b = toy(), toy(rules={"target": 31})
    together, apart = compare(a, b), compare(a, b.replace(seed=0))
    length = row(together, "game.length")
    rows = [simulate(s).table("game")["length"] for s in (a, b)]
    test = scipy_stats.ttest_rel(rows[1], rows[0])
    assert length["p"] == pytest.approx(test.pvalue)
    assert length["gain"] == pytest.approx((rows[0].var() + rows[1].var()) / (rows[1] - rows[0]).var())
    assert length["gain"] > 5
    assert length["differs"] and scipy_stats.ttest_ind(rows[1], rows[0]).pvalue > 0.05
    assert apart.differences.equals(together.differences)


def test_the_numbers_are_simulates():
    settings = [toy(n_games=300), toy(n_games=300, rules={"sides": 4}), toy(n_games=300, seats="careful,bold,random")]
    c = compare(*settings)
    results = [simulate(s, extras=("lead_changes",)) for s in settings]
    for name, result in zip("BC", results[1:], strict=True):
        seats, games = result.table("seat"), result.table("game")
        assert row(c, "seat.share.2", name)["b"] == pytest.approx(seats.loc[seats["seat"] == 2, "share"].mean())
        assert row(c, "seat.score.3", name)["b"] == pytest.approx(seats.loc[seats["seat"] == 3, "score"].mean())
        assert row(c, "winner.score", name)["b"] == pytest.approx(seats.groupby("game")["score"].max().mean())
        assert row(c, "seat.busts", name)["b"] == pytest.approx(seats["busts"].mean())
        for column in ("length", "margin", "lead_changes", "tied"):
            assert row(c, f"game.{column}", name)["b"] == pytest.approx(games[column].mean())
        assert row(c, "game.margin", name)["a"] == pytest.approx(results[0].table("game")["margin"].mean())


def winners_of(result):
    share = result.blocks["seat"][:, :, 0]
    return [int(s.argmax()) + 1 if s.max() == SHARE else 0 for s in share]


def test_winners_and_flipped_games():
    a, b = toy(n_games=400), toy(n_games=400, rules={"start": "0,5,0"})
    c = compare(a, b)
    before, after = (winners_of(simulate(s)) for s in (a, b))
    pairs = list(zip(before, after, strict=True))
    assert {(r.a, r.b): r.games for r in c.winners.itertuples() if r.games} == {pair: pairs.count(pair) for pair in set(pairs)}
    assert (c.winners["n"] == 400).all()
    assert list(zip(c.flipped["game"], c.flipped["a"], c.flipped["b"], strict=True)) == [(g, *p) for g, p in enumerate(pairs) if p[0] != p[1]]
    assert c.n_flipped("B") == sum(x != y for x, y in pairs) > 20
    margins = simulate(b).table("game")["margin"]
    assert c.flipped["margin_b"].tolist() == margins[c.flipped["game"]].tolist()


def test_neither_workers_nor_chunks_matter(monkeypatch):
    monkeypatch.setattr(outcomes, "LISTED", 5)
    settings = [toy(rotate=True, n_games=311, seats="careful,bold,random"), toy(rotate=True, n_games=311, rules={"sides": 5}, seats="careful,bold,random")]
    whole = compare(*settings, workers=1, chunk=400)
    cut = compare(*settings, workers=3, chunk=10)
    for name in ("differences", "winners", "flipped"):
        assert getattr(whole, name).equals(getattr(cut, name)), name
    assert (whole.flipped.groupby(["a", "b"]).size() <= 5).all()
    assert len(whole.flipped) < whole.n_flipped("B")


def test_the_rotation_of_a_deal_is_the_unit():
    a, b = (toy(rotate=True, n_games=302, seats=f"careful,{other},careful") for other in ("careful", "bold"))
    c = compare(a, b)
    sums_of = [simulate(s).table("game")["length"][:300].to_numpy().reshape(100, 3).sum(axis=1) / 3 for s in (a, b)]
    length = row(c, "game.length")
    assert length["n"] == 100
    assert length["p"] == pytest.approx(scipy_stats.ttest_rel(*sums_of).pvalue)
    table = simulate(b).table("seat")
    bold = table[(table["strategy"] == "bold") & (table["game"] < 300)]["share"].mean()
    assert row(c, "player.share.2")["b"] == pytest.approx(bold)  # wherever it sat
    assert c.flipped["deal"].tolist() == (c.flipped["game"] // 3).tolist()


def test_other_player_counts_are_unpaired_and_say_so():
    a, b = toy(players=3), toy(players=4)
    c = compare(a, b, a.replace(rules={"sides": 5}))
    assert c.is_paired == (True, False, True)
    assert c.settings[1].seed == a.seed + 1 and c.settings[2].seed == a.seed
    lengths = [simulate(s).table("game")["length"] for s in (a, c.settings[1])]
    length = row(c, "game.length")
    assert length["p"] == pytest.approx(scipy_stats.ttest_ind(*lengths, equal_var=False).pvalue)
    assert not length["paired"] and np.isnan(length["gain"])
    assert "cannot share A's deals" in compared.gains(c, "B") and "times as many games" in compared.gains(c, "C")
    assert set(c.winners["setting"]) == {"C"} == set(c.flipped["setting"])
    assert "seat.share.4" not in set(c.differences["measure"])
    assert compare(toy(seed=MAX_SEED, n_games=9), toy(seed=MAX_SEED, n_games=9, players=2)).settings[1].seed == 0


def test_modes_with_one_engine_share_deals_and_others_do_not():
    base, lite, two = (Settings(players=2, mode=mode, n_games=64) for mode in ("base", "lite", "two_player"))
    assert compare(base, lite, two).is_paired == (True, True, False)


# The words


def test_a_finding_names_what_differs_with_its_interval():
    c = topstats.compare(toy(n_games=3000), toy(n_games=3000, rules={"target": 60}), toy(n_games=3000))
    length = row(c, "game.length")
    assert c.finding().startswith("Only B differs clearly from A: B (Target 60, not 30): games are ")
    assert f"{length['difference']:.2f} rounds longer ({length['low']:.2f} to {length['high']:.2f})" in c.finding("B")
    assert c.finding("C") == "C (the same as A) does not differ clearly from A in anything measured in 3,000 games."
    assert compared.gains(c, "C") == "C and A are the same in every game."
    assert compare(toy(), toy()).finding() == "B (the same as A) does not differ clearly from A in anything measured in 600 games."


def test_a_headline_leaves_the_intervals_to_what_stands_below():
    a, b = toy(n_games=3000), toy(n_games=3000, rules={"target": 60})
    alone, three, one = compare(a, b), compare(a, b, b), compare(a, b, a)
    (head, below), length = compared.headline(alone), row(alone, "game.length")
    assert head.startswith(f"B (Target 60, not 30): games are {length['difference']:.2f} rounds longer; ") and "(" not in head[4:].replace("(Target", "")
    assert below.startswith(f"Games are {length['difference']:.2f} rounds longer ({length['low']:.2f} to ")
    assert compared.headline(three)[0] == "B and C differ clearly from A" and compared.headline(three)[1].count("(Target 60, not 30)") == 2
    assert compared.headline(one)[0] == "Only B differs clearly from A" and compared.headline(one)[1].startswith("B (Target 60")
    assert compared.headline(compare(a, a, a)) == ("None of B, C differs clearly from A in anything measured in 3,000 games", "")
    assert compared.headline(compare(toy(n_games=9), toy(n_games=9)))[0].startswith("Too few deals")


def test_other_players_do_not_make_a_seat_win_more_in_the_sentence():
    a, b = toy(players=4, n_games=3000), toy(players=2, n_games=3000)
    c = compare(a, b)
    wins = c.differences[c.differences["measure"].str.startswith("seat.share")]
    assert wins["differs"].all() and "seat 1 wins" not in c.finding() and "games are" in c.finding()
    assert "A fair share of the wins is 25.0 % under A and 50.0 % under B" in compared.gains(c, "B")
    assert compared.how(c) == "3,000 games under each, on deals of its own."
    assert compared.family(c).endswith(" Seats 3 and 4 are left out: not every setting has them.")
    assert compared.family(compare(a, toy(players=3, n_games=3000))).endswith(" Seat 4 is left out: not every setting has it.")
    assert "left out" not in compared.family(compare(a, a)) and "fair share" not in compared.gains(compare(a, a), "B")


def test_the_wins_of_who_was_changed_are_named():
    c = compare(toy(n_games=3000, rotate=True), toy(n_games=3000, rotate=True, seats=["random", "random", "careful"]))
    assert row(c, "player.share.3")["differs"] and "win share of player 3, in all seats" in c.finding()


def test_an_interval_that_leaves_out_zero_does_not_read_zero():
    table = compare(toy(n_games=3000), toy(n_games=3000, rules={"target": 60})).differences
    one = table[table["measure"] == "game.length"].assign(difference=2.5, low=0.03, high=4.97)
    assert compared.said(next(one.itertuples())) == "games are 2.50 rounds longer (0.03 to 4.97)"
    assert compared.said(next(one.assign(low=0.06).itertuples())) == "games are 2.5 rounds longer (0.1 to 5.0)"


def test_no_verdict_on_few_deals():
    c = compare(toy(n_games=29), toy(n_games=29, rules={"target": 100}))
    assert c.finding() == "Too few deals for a verdict: 29, and 30 are the least."
    assert not c.differences["differs"].any()
    assert compare(toy(n_games=60), toy(n_games=60, rules={"target": 100})).differences["differs"].any()


def test_what_changes_in_words():
    a = Settings()
    said = compared.what_changes(a, Settings(mode="lite", players=3, seats="random,greedy,greedy"))
    assert said[:2] == ["Lite, not Base game", "3 players, not 4"] and said[-1] == "random, greedy, greedy, not all greedy"
    assert compared.what_changes(a, Settings(rules={"end_cards": 5})) == ["Cards that trigger the end 5, not 6"]
    assert compared.what_changes(a, Settings(players=3)) == ["3 players, not 4"]


# What is compared


def test_only_what_is_asked_counts_as_a_comparison():
    a, b = toy(), toy(rules={"target": 31})
    whole = compare(a, b, measures="seats")
    main, every = whole.about("main"), whole.about("all")
    assert main.meta["family"] == len(main.differences) < every.meta["family"] == len(every.differences) < len(whole.differences)
    assert main.differences.equals(compare(a, b, measures="main").differences)
    widths = [row(c, "game.length")["high"] - row(c, "game.length")["low"] for c in (main, every, whole)]
    assert widths == sorted(widths) and widths[0] < widths[2]
    assert f"{main.meta['family']} differences were asked for" in compared.family(main)
    games, seats = simulate(b).table("game"), simulate(b).table("seat")
    for place in (1, 2, 3):
        at = seats[seats["seat"] == place]
        assert row(whole, f"seat.busts.{place}")["b"] == pytest.approx(at["busts"].mean())
        assert row(whole, f"seat.triggered.{place}")["b"] == pytest.approx(at["triggered"].mean())
    assert len(games) == row(whole, "game.length")["n"]
    with pytest.raises(SettingError, match="allowed is main, all, seats"):
        whole.about("few")


@pytest.mark.parametrize("rotate", [False, True])
def test_strategies_are_compared_wherever_they_sit(rotate):
    a, b = (toy(rotate=rotate, seats=seats, rules=rules, n_games=300) for seats, rules in (("careful,bold,bold", {}), ("bold,careful,bold", {"target": 25})))
    c = compare(a, b)
    for name, settings in (("a", a), ("b", b)):
        table = simulate(settings).table("seat")
        for strategy in ("careful", "bold"):
            own = table[table["strategy"] == strategy]
            assert row(c, f"strategy.share.{strategy}")[name] == pytest.approx(own["share"].sum() / 300)
            assert row(c, f"strategy.score.{strategy}")[name] == pytest.approx(own["score"].mean())
    assert not c.differences["measure"].str.startswith("player.").any()  # the strategies tell it


def test_a_strategy_with_other_numbers_of_seats_is_compared_by_its_points_only():
    c = compare(toy(seats="careful,careful,bold"), toy(seats="careful,bold,bold"))
    assert not c.differences["measure"].str.startswith("strategy.share").any()
    table = simulate(toy(seats="careful,bold,bold")).table("seat")
    assert row(c, "strategy.score.bold")["b"] == pytest.approx(table[table["strategy"] == "bold"]["score"].mean())


def test_shared_wins_are_a_measure_of_every_game():
    c = compare(toy(), toy(rules={"target": 20}))
    games = simulate(toy(rules={"target": 20})).table("seat").groupby("game")["share"].max()
    assert row(c, "game.shared")["b"] == pytest.approx((games < 1).mean())
    assert not compare(Settings(n_games=60), Settings(n_games=60, rules={"end_cards": 5})).differences["measure"].eq("game.shared").any()  # by another name


def test_finished_runs_are_compared_like_settings():
    for given in ({}, {"rotate": True, "n_games": 302}):
        settings = [toy(**given), toy(rules={"sides": 5}, **given), toy(players=4, **given)]
        expected = compare(*settings)
        results = [simulate(s, extras=("lead_changes",)) for s in expected.settings]
        found = compare_results(results)
        for name in ("differences", "winners", "flipped"):
            assert getattr(found, name).equals(getattr(expected, name)), name
    assert comparable(results) and not comparable(results[:1]) and not comparable([results[0], results[0]])


def test_runs_on_other_deals_or_without_rows_are_refused():
    one, other = simulate(toy(n_games=40)), simulate(toy(n_games=40, seed=1, rules={"sides": 5}))
    summary = simulate(toy(n_games=40, rules={"sides": 5}), rows=False)
    for results in ([one, other], [one, summary]):
        with pytest.raises(SettingError, match="these runs cannot be compared"):
            compare_results(results)
    with pytest.raises(SettingError, match="n_games = 41 of B"):
        compare_results([one, simulate(toy(n_games=41))])


def test_the_share_of_flipped_games_has_its_interval():
    c = compare(toy(n_games=300, rotate=True), toy(n_games=300, rotate=True, rules={"start": "0,5,0"}))
    share, low, high = c.flipped_share("B")
    assert share == c.n_flipped("B") / 300 and low < share < high
    plain = compare(toy(n_games=300), toy(n_games=300, rules={"start": "0,5,0"})).flipped_share("B")
    assert high - low > 1.5 * (plain[2] - plain[1])  # a rotation is one unit
    assert all(c.winners["low"] <= c.winners["games"] / 300) and all(c.winners["high"] >= c.winners["games"] / 300)


# What it refuses, how it stops


@pytest.mark.parametrize(
    "others, sentence",
    [
        ([], "1 settings are too few"),
        ([{"seed": 3}], "seed = 3 of B is not possible: to compare, it is the same as A's, 0"),
        ([{}, {"n_games": 5}], "n_games = 5 of C"),
        ([{"rotate": True}], "rotate = on of B"),
    ],
)
def test_refusals(others, sentence):
    with pytest.raises(SettingError, match=sentence):
        compare(toy(), *(toy(**other) for other in others))


def test_other_games_and_unfinished_rotations_are_refused():
    with pytest.raises(SettingError, match="game = top_pop of B"):
        compare(toy(), Settings(n_games=600))
    with pytest.raises(SettingError, match="n_games = 2 is not possible: with rotation"):
        compare(toy(rotate=True, n_games=2), toy(rotate=True, n_games=2))


def test_progress_and_cancel():
    seen = []
    compare(toy(), toy(rules={"sides": 5}), progress=lambda done, n: seen.append((done, n)))
    assert seen[-1] == (1200, 1200)
    stop = threading.Event()
    with pytest.raises(Cancelled):
        compare(toy(n_games=10**8), toy(n_games=10**8), progress=lambda done, n: stop.set(), cancel=stop.is_set)


def test_letters():
    assert letters(28)[-3:] == ("Z", "AA", "AB")
