"""Rooms of the Balance page of their own: shown where a result has what they show, whatever the game."""

from html import escape

import numpy as np
import pytest

from tests.test_dashboard import fresh_desk, opened, texts  # noqa: F401 (a fixture)
from topstats import Settings, simulate
from topstats.dashboard import links, panels, ui
from topstats.dashboard.panels import Panel, panels_of, where
from topstats.games.top_race.columns import SPACE_SUMS
from topstats.report import report
from topstats.stats.sums import finding, mean_of_each


def shown(job, rows):
    ui.small_title("A room of its own", f"{len(job.answers)} answers, games from {rows.result.n_games:,}")


ROUNDS = Panel(name="rounds", applies=lambda result: "round" in result.settings.mode_record.axes, show=shown)


@pytest.fixture
def one_panel(monkeypatch):
    monkeypatch.setattr(panels, "PANELS", (ROUNDS,))


def test_a_panel_goes_by_what_the_result_has(one_panel):
    tops, top_pop = (simulate(Settings(game=game, n_games=20)) for game in ("tops", "top_pop"))
    assert panels_of(tops) == (ROUNDS,)
    assert panels_of(top_pop) == ()


def test_a_panel_stands_on_the_page_of_the_games_that_have_it(project, one_panel):
    app = opened(project, "balance", s=links.pack(Settings(game="tops", n_games=300)))
    heads = [text for text in texts(app) if "A room of its own" in text]
    assert len(heads) == 1 and "games from 300" in heads[0]
    every = texts(app)
    cards = [i for i, text in enumerate(every) if text.strip().startswith(("Who wins from which seat?", "How do games end?"))]
    assert cards[0] < every.index(heads[0]) < cards[1]  # after the headline's pictures, before the rest
    app = opened(project, "balance", s=links.pack(Settings(n_games=300)))
    assert not [text for text in texts(app) if "A room of its own" in text]


# ---- what happens where ----


RACE = Settings("top_race", players=3, rules={"track": "desert_drive"}, n_games=300)


def heads(app):
    return [text for text in texts(app) if "What happens where on the track?" in text]


def test_the_track_on_the_page_says_what_the_run_says(project):
    result = simulate(RACE, extras=("spaces",))
    app = opened(project, "balance", s=links.pack(RACE))
    for name in ("lost", "visits", "blocks", "time"):
        if name != "lost":
            app.segmented_control(key="heat/space").set_value(name).run()
        table = mean_of_each(result, name)
        assert finding(table).rstrip(".") in heads(app)[0]
        assert next(c.help for c in SPACE_SUMS.columns if c.name == name).rstrip(".") in heads(app)[0]
        assert not app.exception
    assert any("Desert Drive: Reconstruction, not the printed board" in text and "confidence: low" in text for text in texts(app))


def test_the_track_on_the_page_has_its_table(project):
    result = simulate(RACE, extras=("spaces",))
    app = opened(project, "balance", s=links.pack(RACE))
    app.session_state["table/where"] = True
    app.run()
    shown = next(d.value for d in app.dataframe if "space" in d.value)
    table = mean_of_each(result, "lost").sort_values("value", ascending=False, kind="stable")
    assert shown["space"].tolist() == table["category"].tolist() and shown["value"].tolist() == table["value"].tolist()
    assert {"low", "high", "n"} <= set(shown) and len(shown) == 141


def test_other_games_have_no_map():
    assert not where.applies(simulate(Settings(n_games=20)))
    assert not where.applies(simulate(RACE.replace(n_games=5)))  # it was not asked
    assert where.applies(simulate(RACE.replace(n_games=5), extras=("spaces",)))


def test_the_numbers_of_a_space_are_means_of_games_with_intervals():
    """Again in plain numbers, from runs of single games."""
    result = simulate(RACE.replace(n_games=12), extras=("spaces",))
    ends = [simulate(RACE.replace(n_games=n), extras=("spaces",), rows=False).table("space")["visits"].to_numpy() for n in range(1, 13)]
    games = np.diff(np.array([0 * ends[0], *ends]), axis=0)
    table = mean_of_each(result, "visits")
    assert table["value"].tolist() == pytest.approx(games.mean(axis=0).tolist())
    half = 2.200985 * games.std(axis=0, ddof=1) / 12**0.5  # t of 11 degrees
    clear = (games.std(axis=0) > 0.5) & (table["low"] > 0)
    assert (table["high"] - table["value"])[clear].to_numpy() == pytest.approx(half[clear], rel=1e-5) and clear.any()
    assert (table["n"] == 12).all() and "Too few games" in finding(table)


def test_a_report_has_a_map_for_each_number():
    result = simulate(RACE, extras=("spaces",))
    page = report([result])
    assert page.count('<div class="map">') == 4 and page.count('data-space="') >= 4 * 141
    for name in ("visits", "time", "blocks", "lost"):
        assert escape(finding(mean_of_each(result, name)).rstrip(".")) in page.replace("\u00a0", " ")
    assert page.count("Desert Drive: Reconstruction, not the printed board") >= 4
    assert '<div class="map">' not in report([simulate(RACE)])
