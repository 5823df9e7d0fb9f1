"""Rooms of the Balance page of their own: shown where a result has what they show, whatever the game."""

import pytest

from tests.test_dashboard import fresh_desk, opened, texts  # noqa: F401 (a fixture)
from topstats import Settings, simulate
from topstats.dashboard import links, panels, ui
from topstats.dashboard.panels import Panel, panels_of


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
