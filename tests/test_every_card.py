"""Every card of every mode: its words, its picture and the list of its points, whatever the kind of picture."""

import re

import pytest

from tests.test_numerals import ZERO_WITH_SIGN
from topstats import Settings, registry, simulate
from topstats.dashboard import watch
from topstats.dashboard.cards import points_of
from topstats.figures import FIGURES
from topstats.settings import extras_of
from topstats.stats.findings import always
from topstats.stats.metrics import metrics_of

MODES = [(g.name, m.name) for g in registry.GAMES.values() for m in g.modes]
TOP_POP_ONLY = re.compile(r"triggers the end|[Ww]ho (gets|holds) which|wins the cards|another seat became")


@pytest.fixture(scope="module", params=MODES, ids=lambda mode: " ".join(mode))
def result(request):
    game, mode = request.param
    return simulate(Settings(game, mode, n_games=80), workers=1, extras=extras_of(registry.game(game).mode(mode)))


def test_each_picture_lists_its_points_and_the_games_behind_them(result):
    for metric in metrics_of(result):
        table = metric.compute(result)
        if always(table):
            continue
        figure = FIGURES[metric.kind](table, metric, "dark")
        points = points_of(figure)
        assert points and all(not isinstance(value, (list, tuple)) for point in points for value in point), metric.name
        for found in filter(None, (watch.games_at(result, metric, point) for point in points)):
            assert len(found.games) == min(found.n, watch.AT_MOST)
            assert not re.search(r"\d{4}", found.words), found.words  # thousands in groups
            assert metric.kind != "histogram" or found.n


def test_each_question_is_one_of_this_game(result):
    """Whatever stands in braces is filled in, and no question is asked that only another game can answer."""
    for metric in metrics_of(result):
        said = f"{metric.label} {metric.definition} {metric.finding(metric.compute(result))}"
        assert not set("{}") & set(said), said
        assert metric.label[0].isupper() and metric.label.endswith("?") and "  " not in said and " ," not in said, said
        assert not ZERO_WITH_SIGN.search(said), said
        assert result.settings.game != "top_race" or not TOP_POP_ONLY.search(said), said
    names = [metric.label for metric in metrics_of(result)]
    assert len(set(names)) == len(names)


def test_a_lead_changes_as_the_game_says(result):
    metric = next(m for m in metrics_of(result) if m.name == "lead_changes")
    column = next(c for c in result.settings.mode_record.columns_of("game") if c.name == "lead_changes")
    assert metric.definition.startswith(column.help.rstrip("."))


def test_what_never_comes_is_said_and_not_drawn():
    """Pit stops that are off, nobody bankrupt: no empty bars, and the sentence keeps it."""
    run = simulate(Settings("top_race", n_games=80), workers=1)
    found = {m.name: (m.compute(run), m) for m in metrics_of(run)}
    counts, _ = found["counts"]
    assert "Pit stops" not in set(counts["label"]) and "Cars owned" in set(counts["label"])
    flags, metric = found["flags_by_seat"]
    assert "Bankrupt" not in set(flags["label"])
    assert metric.label == "Started the race: how often, and does it help?" and metric.finding(flags).endswith("Bankrupt: in no game.")
    on = simulate(Settings("top_race", n_games=80, rules={"pit_stop": True}, seats="racer,expert,racer,random"), workers=1)
    assert "Pit stops" in set(next(m for m in metrics_of(on) if m.name == "counts").compute(on)["label"])


def test_a_line_of_one_point_is_no_card():
    """With three players only sprint/breakdown cards lie in the offer: the price goes with nothing."""
    stocks = simulate(Settings("top_race", "stocks", players=3, n_games=120), workers=1)
    assert "along" not in {m.name for m in metrics_of(stocks)}
    cars = simulate(Settings("top_race", n_games=120), workers=1)
    along = next(m for m in metrics_of(cars) if m.name == "along")
    assert along.label == "What does it bring at each price?" and along.definition.endswith("break-even.")
    four = simulate(Settings("top_race", "stocks", n_games=400), workers=1)
    along = next(m for m in metrics_of(four) if m.name == "along")
    assert along.label == "How does it go with points on it?" and "break-even" not in along.definition


def test_tips_that_decide_nothing_say_why():
    """Players who tip alike are paid alike: the page says so beside the 0."""
    alike = simulate(Settings("top_race", "tips", n_games=200), workers=1)
    metric = next(m for m in metrics_of(alike) if m.name == "in_how_many")
    assert metric.finding(metric.compute(alike)).startswith("Tips decide who wins in none of 200 games (at most ")
    assert any("tip" in line and "patriot" in line for line in alike.settings.mode_record.assumptions)
    others = simulate(Settings("top_race", "tips", seats="racer,patriot,contrarian,hedger", n_games=200), workers=1)
    assert " % (" in metric.finding(metric.compute(others))
