"""Win share by start space and by car: the columns of the cars, counted again in pandas."""

import pytest

from topstats import Settings, simulate
from topstats.stats.metrics import metrics_of


@pytest.fixture(scope="module", params=[False, True], ids=["fixed", "rotating"])
def run(request):
    return simulate(Settings("top_race", players=3, rules={"track": "lake_lane"}, rotate=request.param, n_games=900, seed=3))


def answer(run, name):
    found = next(m for m in metrics_of(run) if m.name == name)
    return found, found.compute(run)


def test_the_car_that_won_is_the_first_and_the_only_one(run):
    cars = run.table("car").query("seat == 1")
    assert (cars["won"] == (cars["place"] == 1)).all()
    assert (cars.groupby("game")["won"].sum() == 1).all()


def test_the_share_of_wins_by_start_space_is_that_of_the_rows(run):
    metric, table = answer(run, "happens_with_each")
    cars = run.table("car").query("seat == 1")
    for label, name in (("Won the race by start space", "won"), ("Finished by start space", "home")):
        counted = cars.groupby("start")[name].agg(["mean", "size"])
        rows = table[table["label"] == label].set_index("category")
        assert list(rows.index) == ["1", "2", "3", "4", "5", "6"]
        assert rows["value"].tolist() == pytest.approx(counted["mean"].tolist())
        assert rows["n"].tolist() == counted["size"].tolist() == [900] * 6
        assert ((rows["low"] < rows["value"]) & (rows["value"] < rows["high"])).all()
    assert metric.finding(table).startswith("Won the race by start space: ")


def test_the_share_of_wins_by_car_is_that_of_the_rows(run):
    _, table = answer(run, "flags_by_axis")
    won = run.table("car").query("seat == 1").groupby("car", observed=True)["won"].mean()
    rows = table[(table["label"] == "Won the race") & table["seat"].isna()]
    assert dict(zip(rows["category"], rows["value"], strict=True)) == pytest.approx(won.to_dict())
