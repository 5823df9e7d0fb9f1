"""The page Compare, without a browser: its numbers are compare's, each side has its own setup, links and runs behave."""

from unittest.mock import patch

import pytest

from tests.test_dashboard import fresh_desk, one, opened, settled, texts  # noqa: F401
from topstats import Settings, compare, replay
from topstats.dashboard import draft as drafts
from topstats.dashboard import links, session, together
from topstats.dashboard.draft import QUICK
from topstats.stats.compared import family, headline

SIX, FIVE = Settings(n_games=3000), Settings(rules={"end_cards": 5}, n_games=3000)


def shown(app):
    return " ".join(texts(app)[:-1])  # the last piece is the style sheet


def linked(*settings):
    return {letter: links.pack(s) for letter, s in zip("abcde", settings, strict=False)}


def change(app, letter):
    """The page with the setup of this side open, and no other."""
    for other in "ABCDE":
        if f"change/{other}" in app.session_state or other == letter:
            app.session_state[f"change/{other}"] = other == letter
    return settled(app.run())


def labelled(widgets, label):
    """The one with this label: what shows another value than before is another widget, with another key."""
    return next(w for w in widgets if w.label == label)


def buttons(app, beginning):
    return [b.label for b in app.button if b.key and b.key.startswith(beginning)]


def test_the_first_visit_asks_and_suggests(project):
    app = opened(project, "compare")
    assert "What would you change?" in texts(app)[0]
    assert not session.desk()._jobs
    tries = [b for b in app.button if b.key.startswith("try/")]
    assert len(tries) == 3
    settled(next(b for b in tries if "trigger the end" in b.label).click().run())
    expected = compare(Settings(n_games=QUICK), Settings(rules={"end_cards": 5}, n_games=QUICK), measures="main")
    assert all(part in texts(app)[0] for part in headline(expected))
    assert links.unpack(one(app.query_params["b"])).rules["end_cards"] == 5
    assert buttons(app, "chipB") == ["Cards that trigger the end: 5 · printed 6"]


def test_the_numbers_are_compares(project):
    app = opened(project, "compare", **linked(SIX, FIVE))
    c = compare(SIX, FIVE, measures="main")
    said = shown(app)
    parts = (f"{c.n_flipped('B'):,} games have another winner", "The same 3,000 games", "3,000 games of each, seed 0")
    for words in (c.finding("B").rstrip("."), family(c), *parts):
        assert words in said
    listed = next(d for d in app.dataframe if "margin_a" in d.value)
    assert listed.value["game"].tolist() == c.flipped["game"].tolist()


def test_a_changed_game_is_shown_under_both_from_the_step_where_it_parts(project):
    app = opened(project, "compare", **linked(SIX, FIVE))
    game = int(compare(SIX, FIVE).flipped["game"].iloc[0])
    a, b = (replay(s, game=game) for s in (SIX, FIVE))
    at = together.parting(a, b)
    assert all(a.view(k) == b.view(k) for k in range(at)) and (a.view(at), a.words(at)) != (b.view(at), b.words(at))
    assert at > 5
    assert f"step {at}" in shown(app) and f"Game {game:,} under A and B" in shown(app)
    ways = {p.proto.label: p.proto.query_string for p in app.get("page_link") if "Replay under" in p.proto.label}
    assert set(ways) == {"Replay under A", "Replay under B"}
    assert all(f"game={game}" in q and f"step={at}" in q for q in ways.values())


def test_each_side_has_its_own_setup(project):
    app = opened(project, "compare", **linked(SIX, FIVE))
    assert not [s for s in app.slider if s.key.startswith("set/")]  # no setup is open
    change(app, "B")
    settled(app.slider(key="set/base/rules/end_cards").set_value(4).run())
    assert links.unpack(one(app.query_params["b"])).rules["end_cards"] == 4
    change(app, "A")
    assert labelled(app.slider, "Cards that trigger the end").value == 6
    settled(labelled(app.slider, "Cards that trigger the end").set_value(8).run())
    assert [links.unpack(one(app.query_params[k])).rules["end_cards"] for k in "ab"] == [8, 4]
    settled(app.button(key="chipB0").click().run())
    assert [links.unpack(one(app.query_params[k])).rules["end_cards"] for k in "ab"] == [8, 6]
    assert not app.error


def test_up_to_five_sides_come_and_go(project):
    app = opened(project, "compare", **linked(SIX, FIVE, *(SIX.replace(rules={"end_cards": n}) for n in (7, 8))))
    assert "B, C and D differ clearly from A" in texts(app)[0]
    assert buttons(app, "add_side") == ["Add E"]
    settled(app.button(key="add_side").click().run())
    assert "E: Cards that trigger the end 8, not 6" in shown(app)  # like the last one, to be changed
    assert not buttons(app, "add_side")
    settled(app.button(key="removeC").click().run())
    assert [links.unpack(one(app.query_params[k])).rules["end_cards"] for k in "abcd"] == [6, 5, 8, 8]
    assert "e" not in app.query_params
    settled(app.segmented_control(key="against").set_value("C").run())
    assert "What changes under C?" in shown(app)


def test_other_player_counts_say_that_they_are_unpaired(project):
    app = opened(project, "compare", **linked(SIX, SIX.replace(players=3)))
    assert "B cannot share A's deals" in shown(app)
    assert "games have another winner" not in shown(app)
    assert "on deals of its own" in texts(app)[0] and "win shares differ by that alone" in shown(app)


def test_what_all_share_follows_the_side_that_is_changed(project):
    app = opened(project, "compare", **linked(SIX, FIVE))
    change(app, "A")
    settled(app.number_input(key="set//seed").set_value(9).run())
    both = [links.unpack(one(app.query_params[k])) for k in "ab"]
    assert [s.seed for s in both] == [9, 9] and [s.n_games for s in both] == [QUICK, QUICK]


@pytest.mark.parametrize("query", [{"a": "nonsense", "b": "x"}, {"a": links.pack(SIX)}])
def test_a_broken_link_is_told(project, query):
    app = opened(project, "compare", **query)
    assert "This link cannot be followed" in app.warning[0].value
    assert "What would you change?" in texts(app)[0]


def test_an_impossible_side_says_which_and_keeps_the_last_result(project):
    app = opened(project, "compare", **linked(SIX, FIVE))
    change(app, "B").slider(key="set/base/rules/cities").set_value(1).run()
    assert any(e.value.startswith("B: ") and "only 3" in e.value for e in app.error)
    assert headline(compare(SIX, FIVE, measures="main"))[0] in texts(app)[0] and "Last result" in texts(app)[0]
    settled(app.button(key="undo").click().run())
    assert not app.error and links.unpack(one(app.query_params["b"])) == FIVE.replace(n_games=3000)


def test_a_failed_comparison_is_one_sentence(project):
    with patch("topstats.dashboard.jobs.compare", side_effect=ZeroDivisionError("by zero")):
        app = opened(project, "compare", **linked(SIX, FIVE))
    assert any("This run broke off: ZeroDivisionError, by zero" in e.value for e in app.error)


def test_a_long_comparison_shows_the_quick_one_first_and_can_be_cancelled(project):
    long = [s.replace(n_games=10_000_000) for s in (SIX, FIVE)]
    app = opened_running(project, **linked(*long))
    assert f"{QUICK:,} games" in shown(app)
    app.button(key="cancel").click().run()
    settled(app)
    assert [links.unpack(one(app.query_params[k])).n_games for k in "ab"] == [QUICK, QUICK]
    assert not [b for b in app.button if b.key == "cancel"]


def opened_running(project, **query):
    """The page when the quick comparison is there and the long one runs."""
    with patch("tests.test_dashboard.settled", lambda app: app):
        app = opened(project, "compare", **query)
    quick = next(job for job in session.desk()._jobs.values() if job.settings.n_games == QUICK)
    assert quick.finished.wait(300)
    return app.run()


def test_the_draft_of_the_other_pages_is_what_is_compared_with_the_printed_game(project):
    app = opened(project, "balance", s=links.pack(Settings(rules={"end_cards": 4}, n_games=QUICK)))
    app._page_hash = app.session_state["pages"]["compare"]._script_hash
    settled(app.run())
    assert app.session_state["sides"][0] == drafts.printed("top_pop")
    assert "B (Cards that trigger the end 4, not 6)" in texts(app)[0]


def test_more_measures_are_one_family_more(project):
    app = opened(project, "compare", **linked(SIX, FIVE))
    whole = compare(SIX, FIVE)
    told = []
    for level in ("main", "all", "seats"):
        settled(app.segmented_control(key="measures").set_value(level).run())
        c = whole.about(level)
        assert family(c) in shown(app) and headline(c)[1] in texts(app)[0]
        told.append(c.meta["family"])
    assert told == sorted(set(told))


def test_sides_with_other_players_and_strategies_keep_them_in_the_link(project):
    app = opened(project, "compare", **linked(SIX, FIVE))
    change(app, "B")
    settled(app.selectbox(key="set/base/seats/1/strategy").set_value("random").run())
    settled(app.number_input(key="set//seats/0/mistakes").set_value(10).run())
    change(app, "A")
    assert labelled(app.selectbox, "Strategy of seat 2").value == "greedy"
    a, b = (links.unpack(one(app.query_params[k])) for k in "ab")
    assert [s.spec for s in a.seats] == ["greedy"] * 4
    assert [s.spec for s in b.seats] == ["greedy:blunder=0.1", "random", "greedy", "greedy"]
    friend = opened(project, "compare", a=one(app.query_params["a"]), b=one(app.query_params["b"]))
    assert texts(friend)[0] == texts(app)[0]


def test_a_cell_of_the_winners_lists_its_games_without_a_mouse(project):
    app = opened(project, "compare", **linked(SIX, FIVE))
    flipped = compare(SIX, FIVE).flipped
    settled(app.selectbox(key="cell/B").set_value((1, 2)).run())
    listed = next(d for d in app.dataframe if "margin_a" in d.value)
    assert listed.value["game"].tolist() == flipped[(flipped["a"] == 1) & (flipped["b"] == 2)]["game"].tolist()
    assert f"Game {listed.value['game'].iloc[0]:,} under A and B" in shown(app)


def test_the_comparison_can_be_kept_as_one_page(project):
    app = opened(project, "compare", **linked(SIX, FIVE))
    assert [b.proto.label for b in app.get("download_button") if "Report" in b.proto.label] == ["Report to keep or send"]
    text = app.session_state["reporter"]([compare(SIX, FIVE, measures="main")])
    assert "--measures main" in text and "Cards that trigger the end" in text
