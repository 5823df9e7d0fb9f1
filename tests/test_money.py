"""What auctions, tips and series do to the money: each number again from the rows, by plain means."""

import numpy as np
import pandas as pd
import pytest

from topstats import Settings, simulate
from topstats.figures import FIGURES
from topstats.figures.forest import signed
from topstats.figures.histogram import binned
from topstats.report.sheets import sheet_of
from topstats.result import Result
from topstats.simulate import simulate as run
from topstats.stats import told
from topstats.stats.estimates import wilson
from topstats.stats.metrics import METRICS, metrics_of
from topstats.store import load

ASK = {m.name: m for m in METRICS}
SEATS = "racer,shader,bargain"
MONEY = ("costs", "along", "for_each_by_strategy", "who_has_which", "win_with_each", "mean_with_each", "returns")


@pytest.fixture(scope="module", params=[False, True], ids=["games", "rotations"])
def result(request: pytest.FixtureRequest) -> Result:
    return simulate(Settings("top_race", players=3, seats=SEATS, rotate=request.param, n_games=900, seed=4))


@pytest.fixture(scope="module")
def tips() -> Result:
    return simulate(Settings("top_race", mode="tips", players=3, seats="racer,patriot,hedger", n_games=500, seed=4))


@pytest.fixture(scope="module")
def stocks() -> Result:
    return simulate(Settings("top_race", mode="stocks", players=3, seats="trader,trader,bidder", rotate=True, n_games=600, seed=4))


@pytest.fixture(scope="module")
def series() -> Result:
    return simulate(Settings("top_race", players=3, n_games=200, rules={"races": 3, "debts": True}, seed=4))


def table(result: Result, name: str) -> pd.DataFrame:
    assert ASK[name].applies(result)
    return ASK[name].compute(result)


def auctions(result: Result) -> pd.DataFrame:
    """One row for each auction, with who bought."""
    rows = result.table("auction")
    return rows[rows["bought"]].reset_index(drop=True)


def units(result: Result, games: pd.Series) -> np.ndarray:
    return games.to_numpy() // (3 if result.settings.rotate else 1)


def bootstrap(result: Result, games: pd.Series, values: np.ndarray) -> tuple[float, float]:
    """The interval of a mean, with whole units drawn again."""
    of, n = units(result, games), result.tally.n_units
    sums, counts = np.bincount(of, values, n), np.bincount(of, minlength=n)
    again = np.random.default_rng(1).integers(0, n, (2000, n))
    low, high = np.quantile(sums[again].sum(axis=1) / counts[again].sum(axis=1), (0.025, 0.975))
    return float(low), float(high)


def honest(row: pd.Series, interval: tuple[float, float]) -> bool:
    """A share's interval holds the one drawn again, and is no wider than it, or than chances that are independent would have."""
    low, high = interval
    slack, alone = 0.1 * (high - low), np.diff(wilson(row["value"] * row["n"], row["n"]))[0]
    return row["low"] <= low + slack and row["high"] >= high - slack and row["high"] - row["low"] <= 1.1 * max(high - low, alone)


def near(row: pd.Series, interval: tuple[float, float]) -> bool:
    """Whether an interval is that of a bootstrap, a sixth of its width aside."""
    width = interval[1] - interval[0]
    return abs(row["low"] - interval[0]) < width / 6 and abs(row["high"] - interval[1]) < width / 6


def test_price_prize_and_overpayment_by_auction(result: Result):
    costs, rows = table(result, "costs").set_index(["label", "category"]), auctions(result)
    for label, name in (("Price", "price"), ("Prize of the car", "worth"), ("Overpaid", "overpaid")):
        for auction, of in rows.groupby("auction", observed=True):
            row = costs.loc[(label, auction)]
            assert row["mean"] == pytest.approx(of[name].mean()) and row["n"] == 900
            assert row["q50"] == np.quantile(of[name], 0.5, method="inverted_cdf")
            assert row["mean_low"] < row["mean"] < row["mean_high"]


def test_what_a_price_brings_with_the_interval_of_a_bootstrap(result: Result):
    lines, rows = table(result, "along").set_index(["label", "at"]), auctions(result)
    pairs = (("Prize of the car by price", "price", "worth"), ("Price by buyer's points", "buyer_hand", "price"))
    for label, x, y in pairs:
        counts = rows[x].value_counts()
        assert set(lines.loc[label].index) == {v for v, n in counts.items() if n >= 30}, "values that came often enough, and no others"
        value = counts.index[0]
        of, row = rows[rows[x] == value], lines.loc[(label, value)]
        assert row["value"] == pytest.approx(of[y].mean()) and row["n"] == len(of)
        assert near(row, bootstrap(result, of["game"], of[y].to_numpy()))
    assert (lines.loc["Prize of the car by price"]["even"] == lines.loc["Prize of the car by price"].index).all()
    assert lines.loc["Price by buyer's points"]["even"].isna().all()


def test_the_buyers_hand_is_what_the_car_table_says(result: Result):
    rows, cars = auctions(result), result.table("car").set_index(["game", "seat", "car"])["hand"]
    again = cars.loc[list(zip(rows["game"], rows["seat"], rows["sold_car"], strict=True))]
    assert (rows["buyer_hand"].to_numpy() == again.to_numpy()).all()


def test_overpayment_and_returns_by_strategy(result: Result):
    over, gains, seats = (table(result, name).set_index("strategy") for name in ("for_each_by_strategy", "returns", "score_by_strategy"))
    rows = result.table("seat")
    assert (rows["overpaid"] == rows["spent"] - rows["prize"]).all() and set(over.index) == set(SEATS.split(","))
    for name, of in rows.groupby("strategy", observed=True):
        assert over.loc[name, "value"] == pytest.approx(of["overpaid"].sum() / of["cars"].sum()) and over.loc[name, "n"] == of["cars"].sum()
        assert gains.loc[name, "value"] == pytest.approx(of["profit"].mean() / 200_000)
        assert gains.loc[name, "low"] == pytest.approx((seats.loc[name, "mean_low"] - 200_000) / 200_000)
    per_car = over.loc["racer"]
    of = rows[rows["strategy"] == "racer"]
    again = np.random.default_rng(1).integers(0, result.tally.n_units, (2000, result.tally.n_units))
    sums = [np.bincount(units(result, of["game"]), of[c].to_numpy()) for c in ("overpaid", "cars")]
    low, high = np.quantile(sums[0][again].sum(axis=1) / sums[1][again].sum(axis=1), (0.025, 0.975))
    assert near(per_car, (float(low), float(high)))


def test_who_buys_when(result: Result):
    found, rows = table(result, "who_has_which"), auctions(result)
    for r in found.itertuples():
        assert r.value == pytest.approx(((rows["auction"] == r.category) & (rows["strategy"] == r.strategy)).sum() / 900)
    assert found.groupby("category")["value"].sum().tolist() == pytest.approx([1] * 6), "each car is bought once"


def test_one_kind_of_player_is_told_by_seat():
    alike = simulate(Settings("top_race", players=3, n_games=90, seed=4))
    found, rows = table(alike, "who_has_which"), auctions(alike)
    assert found["seat"].tolist() == [s for s in (1, 2, 3) for _ in range(6)]
    for r in found.itertuples():
        assert r.value == pytest.approx(((rows["auction"] == r.category) & (rows["seat"] == r.seat)).mean() * len(rows) / 90)


def test_win_share_and_profit_by_cars_and_by_seats_from_the_starter(result: Result):
    wins, means, rows = (
        table(result, "win_with_each").set_index(["label", "category"]),
        table(result, "mean_with_each").set_index(["label", "category"]),
        None,
    )
    rows = result.table("seat")
    starters = rows[rows["starter"]].set_index("game")["seat"]
    away = (rows["seat"] - rows["game"].map(starters)) % 3
    assert (rows["order"].cat.codes == away).all()
    for label, values in (("cars owned", rows["cars"].astype(str)), ("seats from the starter", rows["order"].astype(str))):
        for value, of in rows.groupby(values):
            if len(of) >= 30:
                win, mean = wins.loc[(f"Share of the win by {label}", value)], means.loc[(f"Profit by {label}", value)]
                assert win["value"] == pytest.approx(of["share"].mean()) and win["n"] == mean["n"] == len(of)
                assert mean["value"] == pytest.approx(of["profit"].mean())
                assert near(mean, bootstrap(result, of["game"], of["profit"].to_numpy()))
                assert honest(win, bootstrap(result, of["game"], of["share"].to_numpy()))


def test_what_happens_to_those_with_each_value_knows_that_cars_of_one_game_hang_together(result: Result):
    found, rows = table(result, "happens_with_each").set_index(["label", "category"]), result.table("car")
    cars = rows[rows["seat"] == 1]
    for start, of in cars.groupby("start"):
        for label, name in (("Finished by start space", "home"), ("Won the race by start space", "won")):
            row = found.loc[(label, str(start))]
            assert row["value"] == pytest.approx(of[name].mean()) and row["n"] == len(of)
            assert honest(row, bootstrap(result, of["game"], of[name].to_numpy().astype(float)))


def test_splits_do_not_depend_on_chunks_and_come_back_from_a_file(result: Result, tmp_path):
    again = run(result.settings, workers=2, chunk=90, rows=False)
    assert again.tally.to_dict() == result.tally.to_dict()
    again.save(tmp_path / "run")
    loaded = load(tmp_path / "run")
    assert loaded.tally.to_dict() == result.tally.to_dict() and loaded.blocks is None
    for name in MONEY:
        pd.testing.assert_frame_equal(table(loaded, name), table(result, name))


def test_a_split_counts_pairs_as_the_rows_do(result: Result):
    rows, one = auctions(result), result.tally.splits["auction", "price", "worth"]
    pairs = pd.crosstab(rows["price"] // 10_000, rows["worth"] // 10_000).reindex(index=one.values, columns=one.others, fill_value=0)
    assert (pairs.to_numpy() == one.counts).all() and one.counts.sum() == 900 * 6
    times, together = (np.zeros((result.tally.n_units, len(one.values)), int) for _ in range(2))
    np.add.at(times, (units(result, rows["game"]), rows["price"] // 10_000 - one.low), 1)
    np.add.at(together, (units(result, rows["game"]), rows["price"] // 10_000 - one.low), rows["worth"] // 10_000)
    wanted = [times, together, times**2, together**2, times * together]
    assert (one.units == [a.sum(axis=0) for a in wanted]).all()


def test_what_tips_pay_and_who_would_win_without_them(tips: Result):
    spread, rows = table(tips, "spread_of_each").set_index(["label", "strategy"]), tips.table("seat")
    for label, name in (("Tips together", "tips"), ("Tip 1", "tip_1"), ("Tip 3", "tip_3")):
        for strategy, of in rows.groupby("strategy", observed=True):
            row = spread.loc[(label, strategy)]
            assert row["mean"] == pytest.approx(of[name].mean()) and row["q95"] == np.quantile(of[name], 0.95, method="inverted_cdf")
    money = (rows["score"] - rows["tips"]).to_numpy().reshape(-1, 3)
    best = money == money.max(axis=1, keepdims=True)
    share = best / best.sum(axis=1, keepdims=True)
    assert share.reshape(-1) == pytest.approx(rows["no_tips"].to_numpy())
    decided = (share != rows["share"].to_numpy().reshape(-1, 3)).any(axis=1)
    assert (decided == tips.table("game")["tips_decide"]).all() and 0.1 < decided.mean() < 0.6
    row = table(tips, "in_how_many").iloc[0]
    assert row["value"] == pytest.approx(decided.mean()) and row["low"] < row["value"] < row["high"]
    readings = table(tips, "win_by_reading")
    assert readings[readings["label"] == "Win without tips"]["value"].tolist() == pytest.approx(share.mean(axis=0).tolist())


def gini(money: np.ndarray) -> np.ndarray:
    """By the Lorenz curve of sorted money: another way than the engine's."""
    ordered, n = np.sort(np.maximum(money, 0), axis=1), money.shape[1]
    return (2 * (ordered * np.arange(1, n + 1)).sum(axis=1) / ordered.sum(axis=1) - n - 1) / n


def test_what_seats_cost_and_stocks_pay(stocks: Result):
    games, seats, cars = (stocks.table(per) for per in ("game", "seat", "car"))
    of_seat = [cars["game"], cars["seat"]]
    pays = cars["stocks"] * np.array(stocks.settings.rules["prizes"])[cars["place"] - 1]
    assert (seats["prize"].to_numpy() == pays.groupby(of_seat).sum().to_numpy()).all()
    assert (cars["stocks"].groupby(of_seat).sum() == 30).all()
    assert (seats["most_stocks"].to_numpy() == cars["stocks"].groupby(of_seat).max().to_numpy()).all()
    paid = auctions(stocks).groupby(["game", "seat"])["price"].sum()
    assert (seats["spent"].to_numpy() == paid.to_numpy()).all()
    assert (seats["profit"] == seats["prize"] - seats["spent"]).all()
    ties = games["margin"] == 0
    money = np.sort(seats["score"].to_numpy().reshape(-1, 3))
    assert (games["margin"] == money[:, 2] - money[:, 1]).all() and ties.any()
    assert set(seats["share"]) == {0, 1}  # a tie is broken: no win is shared, and no words say so
    assert not any("shared" in c.help for c in stocks.settings.mode_record.columns)
    assert not any(c.relative_to for c in stocks.settings.mode_record.columns)  # money comes of stocks that all hold, not of the capital


def test_win_share_by_place_in_the_order_and_by_start_space_with_stocks(stocks: Result):
    seats, cars = stocks.table("seat"), stocks.table("car").query("seat == 1")
    places = table(stocks, "win_with_each").set_index("category")
    by_place = seats.groupby("order", observed=True)["share"]
    assert places["value"].to_dict() == pytest.approx(by_place.mean().to_dict()) and set(places["n"]) == {600}
    happened = table(stocks, "happens_with_each").set_index(["label", "category"])["value"]
    for column, words in (("won", "Won the race"), ("home", "Finished")):
        by_start = cars.groupby("start")[column].mean()
        assert happened[f"{words} by start space"].to_dict() == pytest.approx({str(k): v for k, v in by_start.items()})
    prices = table(stocks, "costs").set_index("category")["mean"]
    assert prices.to_dict() == pytest.approx(auctions(stocks).groupby("auction", observed=True)["price"].mean().to_dict())


def test_money_after_each_race_and_how_it_concentrates(series: Result):
    rows = series.table("race")
    assert list(dict.fromkeys(rows["race"])) == ["Race 1", "Race 2", "Race 3"], "as many as the races of the rules"
    last = rows[rows["race"] == "Race 3"]
    assert (last["money"].to_numpy() == series.table("seat")["score"].to_numpy()).all()
    course = table(series, "course")
    for race, of in rows.groupby("race", observed=True):
        money = of["money"].to_numpy().reshape(-1, 3)
        assert of["gini"].to_numpy()[::3] == pytest.approx(gini(money), abs=0.0006)
        held = np.maximum(money, 0)
        assert of["richest"].to_numpy()[::3] == pytest.approx(held.max(axis=1) / held.sum(axis=1), abs=0.0006)
        told_ = course[(course["category"] == race) & course["seat"].isna()].set_index("label")
        assert told_.loc["Inequality (Gini)", "mean"] == pytest.approx(of["gini"].mean()) and told_.loc["Inequality (Gini)", "unit"] == "share"
        assert told_.loc["Money after the race", "mean"] == pytest.approx(of["money"].mean())
        assert told_.loc["Money after the race", "q50"] == np.quantile(of["money"], 0.5, method="inverted_cdf")
    assert set(course[course["seat"].notna()]["label"]) == {"Money after the race"}, "what is common has no line for each seat"


def test_one_race_has_no_course():
    assert not ASK["course"].applies(simulate(Settings("top_race", players=3, n_games=40)))


def test_every_answer_has_a_sentence_a_picture_and_a_sheet(result: Result, tips: Result, series: Result):
    for one in (result, tips, series):
        for metric in metrics_of(one):
            found = metric.compute(one)
            sentence = metric.finding(found)
            assert sentence.endswith(".") and "nan" not in sentence.lower()
            if not found.attrs.get("always"):
                for theme in ("light", "dark"):
                    assert "NaN" not in FIGURES[metric.kind](found, metric, theme).to_json()
                assert sheet_of(found, metric.kind).halves


def test_pictures_show_the_numbers_of_their_tables(result: Result):
    found = table(result, "along")
    figure = FIGURES["trend"](found, ASK["along"], "light")
    points = [value for trace in figure.data if trace.customdata is not None for value in trace.y]
    assert points == pytest.approx(found["value"].tolist())
    assert len([trace for trace in figure.data if trace.line.dash == "dot"]) == 1, "one line of break-even"
    found = table(result, "who_has_which")
    figure = FIGURES["grid"](found, ASK["who_has_which"], "light")
    assert np.array(figure.data[0].z).reshape(-1) == pytest.approx(found["value"].tolist())
    found = table(result, "costs")
    figure = FIGURES["spread"](found, ASK["costs"], "light")
    means = [x for trace in figure.data if trace.name == "mean" for x in trace.x]
    assert means == pytest.approx(found["mean"].tolist())


def test_bars_below_zero_stay_inside_the_picture():
    rows = [
        {"strategy": s, "label": "Overpaid", "value": v, "low": v - 900, "high": v + 900, "n": 50, "unit": "mean"} for s, v in (("a", -5000.0), ("b", 2000.0))
    ]
    figure = FIGURES["bars"](pd.DataFrame(rows), None, "light")
    low, high = figure.layout.xaxis.range
    assert low <= -5900 and high >= 2900
    assert [a.text for a in figure.layout.annotations] == ["<b>\u22125,000</b>", "<b>2,000</b>", "<b>Overpaid</b>"]


def line(*values: tuple[float, float, float, float]) -> pd.DataFrame:
    rows = [
        {"label": "Prize by price", "at": at, "value": v, "low": a, "high": b, "n": 99, "even": float(at), "at_unit": "euros", "unit": "euros"}
        for at, v, a, b in values
    ]
    found = pd.DataFrame(rows)
    found.attrs |= {"units": 500, "unit_word": "games", "mixed": False}
    return found


def test_break_even_in_words():
    cheap, even, dear = (10_000, 50_000, 49_000, 51_000), (50_000, 50_500, 49_000, 52_000), (90_000, 60_000, 58_000, 62_000)
    assert told.along(line(cheap, even, dear)) == "Prize by price: clearly above break-even up to 10,000 euros and below it from 90,000 euros on."
    assert told.along(line(dear)) == "Prize by price: clearly below break-even from 90,000 euros on."
    assert told.along(line(even)) == "Prize by price: nowhere clearly off break-even."
    under, over = (
        [(at, at / 2, at / 2 - 100, at / 2 + 100) for at in range(10_000, 90_001, 20_000)],
        [(at, 2 * at, 2 * at - 9, 2 * at + 9) for at in range(20_000, 90_001, 20_000)],
    )
    said = "Prize by price: clearly below break-even up to 10,000 euros and above it from 20,000 euros on."
    assert told.along(line(under[0], over[0])) == said
    said = "Prize by price: clearly above break-even up to 20,000 euros, below it from 30,000 to 50,000 euros and above it from 60,000 euros on."
    assert told.along(line(over[0], *under[1:3], over[2])) == said
    assert "at some values" in told.along(line(*(row for pair in zip(under, over, strict=False) for row in pair)))
    just = (50_000, 51_050, 50_050, 52_050)  # alone it is off break-even, among ten values it is not
    assert "above" in told.along(line(just)) and "nowhere" in told.along(line(*[just] * 10))


def test_an_axis_by_seat_has_as_many_entries_as_players():
    stocks = simulate(Settings("top_race", mode="stocks", players=3, n_games=60, seed=4))
    n = stocks.blocks["auction"].shape[2]
    for name in ("costs", "who_has_which"):
        if ASK[name].applies(stocks):
            assert table(stocks, name)["category"].nunique() == n


def test_no_rank_where_intervals_meet():
    spans = {"a": (9, 11), "b": (10, 12), "c": (4, 6), "d": (1, 3)}
    rows = [{"strategy": name, "label": "Paid", "value": (x + y) / 2, "low": x, "high": y, "n": 99, "unit": "mean"} for name, (x, y) in spans.items()]
    found = pd.DataFrame(rows)
    found.attrs |= {"units": 500, "unit_word": "games", "mixed": False, "unit": "euros"}
    assert told.most_and_least(found) == "Paid: most for b or a, 11.00 euros (10.00 to 12.00), least for d, 2.00 euros (1.00 to 3.00)."
    found = found.rename(columns={"value": "mean", "low": "mean_low", "high": "mean_high"})
    found.attrs |= {"units": 500, "unit_word": "games", "mixed": False, "unit": "euros"}
    assert told.spread_of_groups(found).startswith("Paid: most in b or a, 11.00 euros on average (10.00 to 12.00); least in d,")


def test_too_few_games_bring_no_verdict():
    few = simulate(Settings("top_race", players=3, seats=SEATS, n_games=12))
    for name in MONEY:
        if ASK[name].applies(few):
            assert "Too few games" in ASK[name].finding(table(few, name))
    one = simulate(Settings("top_race", mode="tips", players=2, n_games=1))
    for metric in metrics_of(one):  # a table without rows is no answer
        assert sheet_of(metric.compute(one), metric.kind).halves


def test_a_line_of_one_point_is_drawn():
    found = line((10_000, 20_000, 19_000, 21_000)).assign(even=None)
    assert FIGURES["trend"](found, ASK["along"], "light").data


def test_steps_of_money_are_those_of_the_game(result: Result):
    """Half a step to either side of a quantile is 5,000; a bar of several amounts ends with the last of them."""
    spread = table(result, "score_by_seat")
    ends = [end for row in spread.attrs["quantile_intervals"] for interval in row.values() for end in interval if end is not None]
    assert ends and all(end % 10_000 == 5_000 for end in ends)
    rows = [{"value": v, "games": 1, "share": 0.01} for v in range(0, 1_000_000, 10_000)]
    assert [b.said for b in binned(rows)][:2] == ["0 to 10,000", "20,000 to 30,000"]
    assert [b.said for b in binned(rows[:40])][:2] == ["0", "10,000"]
    assert [b.said for b in binned([{"value": v, "games": 1, "share": 0.01} for v in range(100)])][1] == "2 to 3"


def test_differences_of_money_are_told_in_groups():
    assert [signed(v, 1) for v in (-518870.0, 1234.5, -0.5)] == ["\u2212518,870", "+1,234", "\u22120.5"]
    assert [signed(v, 1, plain=True) for v in (-500_000, 2500.0, 1.5)] == ["\u2212500,000", "2,500", "1.5"]
