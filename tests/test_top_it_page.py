"""The page shows Top It as it shows any game: findings of its columns, the drawn grid, the assumptions that carry the result."""

import pytest

from tests.test_dashboard import fresh_desk, opened, texts  # noqa: F401
from topstats import Settings, replay, simulate
from topstats.dashboard import links
from topstats.dashboard.draft import QUICK
from topstats.dashboard.jobs import answers_of
from topstats.games.top_it import GAME


@pytest.mark.slow
def test_balance_shows_what_simulate_finds_and_what_it_assumes(project):
    shown = " ".join(texts(opened(project, "balance", s=links.pack(Settings("top_it", n_games=QUICK)))))
    answers = answers_of(simulate(Settings("top_it", n_games=QUICK), extras=("lead_changes",)))
    assert {"for_each", "win_by_reading", "explained"} <= {answer.metric.name for answer in answers}
    for answer in answers:
        assert answer.finding.rstrip(".") in shown
    assert GAME.modes[0].assumptions[0].rstrip(".")[:60] in shown


@pytest.mark.slow
def test_replay_steps_through_a_game_and_speaks_of_rounds(project):
    app = opened(project, "replay", s=links.pack(Settings("top_it")), step="9")
    told = replay(Settings("top_it"), game=0)
    assert app.session_state["where"].step == 9
    winner = max(told.row["seats"], key=lambda seat: seat["share"])
    shown = " ".join(texts(app))
    assert "alone from round" in shown and f"wins with {winner['score']}" in shown
    assert app.button(key="turn_on").label == "Round"
    app.button(key="turn_on").click().run()
    assert told.frames[app.session_state["where"].step].turn == 2 and not app.exception
