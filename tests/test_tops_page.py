"""The page knows no game by name: Tops on Balance, Replay and Rules as any other, with its own words."""

import pytest

from tests.test_dashboard import opened
from topstats.dashboard import links
from topstats.settings import Settings
from topstats.simulate import simulate

SETTINGS = Settings(game="tops", players=3, n_games=200, seats="planner,early,last_moment")


@pytest.fixture(scope="module")
def sheet():
    simulate(SETTINGS)  # compiled before the page counts seconds
    return links.pack(SETTINGS)


@pytest.mark.slow
def test_balance_and_rules(project, sheet):
    for page in ("balance", "rules"):
        app = opened(project, page, s=sheet)
        assert not app.exception, page


@pytest.mark.slow
def test_a_replay_steps_from_round_to_round(project, sheet):
    app = opened(project, "replay", s=sheet, game="3", step="3", seat="2")
    assert not app.exception
    assert [app.button(key=key).label for key in ("turn_back", "turn_on")] == ["Round", "Round"]
    app.button(key="turn_on").click().run()
    assert app.session_state["where"].step > 3 and not app.exception
