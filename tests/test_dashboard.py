"""What the page promises, without a browser: the numbers are simulate's, a rule changes them, links and runs behave."""

import base64
import json
import re
import threading
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from topstats import GAMES, Settings, replay, simulate
from topstats.core.contract import SettingError
from topstats.dashboard import controls, jobs, links, session, together, watch
from topstats.dashboard import draft as drafts
from topstats.dashboard.cards import points_of
from topstats.dashboard.draft import QUICK
from topstats.dashboard.jobs import Desk, Job, answers_of
from topstats.dashboard.pages import balance, compare
from topstats.figures import FIGURES
from topstats.figures.timeline import points
from topstats.settings import Seat
from topstats.simulate import Cancelled

PATIENCE = 600  # seconds for what has to come: as good as for ever, and yet a test that is broken ends


@pytest.fixture(autouse=True)
def fresh_desk(monkeypatch):
    """No runs of other tests; engines are compiled where they are used; a page waits for its quick run, however busy the machine is."""
    monkeypatch.setattr(jobs, "compile_engines", lambda: None)
    monkeypatch.setattr(balance, "PATIENCE", PATIENCE)
    monkeypatch.setattr(compare, "PATIENCE", PATIENCE)
    session.desk.clear()


@pytest.fixture(scope="module")
def printed():
    """The run that the page shows first."""
    return simulate(Settings(n_games=QUICK), extras=("lead_changes",))


def opened(project, page, **query):
    """A page as a browser would open it, when its first result is there."""
    app = AppTest.from_file(str(project / "app.py"), default_timeout=PATIENCE)
    app.run()
    app._page_hash = app.session_state["pages"][page]._script_hash
    for name, value in query.items():
        app.query_params[name] = value
    return settled(app.run())


def settled(app):
    """The page drawn again when its runs are over: a long one may end between the drawing and a look at it, so that looking once more is not enough."""
    while any(job.settings.n_games > QUICK for job in wanted()):
        before = wanted()
        for job in before:
            assert job.finished.wait(PATIENCE)
        app.run()
        if wanted() == before:
            break
    assert not app.exception
    return app


def wanted():
    """The jobs that some window still waits for."""
    return [job for job in session.desk()._jobs.values() if job.askers]


def texts(app):
    """All HTML of the page as plain text, piece by piece."""
    return [unescape(re.sub(r"<[^>]+>", " ", part.proto.body)).replace("\u00a0", " ") for part in app.get("html")]


def chips(app):
    return [b.label for b in app.button if b.key.startswith("chip")]


def test_the_first_page_shows_what_simulate_finds(project, printed):
    app = opened(project, "balance")
    shown = " ".join(texts(app))
    answers = answers_of(printed)
    assert len(answers) >= 10
    for answer in answers:
        assert answer.finding.rstrip(".") in shown
    assert f"{QUICK:,} games" in shown
    assert "All rules as printed" in shown
    assert not chips(app)


def test_the_first_picture_says_more_than_the_headline(project, printed):
    app = opened(project, "balance")
    first = answers_of(printed)[0]
    assert first.metric.beside(first.table).rstrip(".") in " ".join(texts(app)[1:])
    assert first.finding.rstrip(".") in texts(app)[0] and first.finding.rstrip(".") not in " ".join(texts(app)[1:])


def test_what_never_varies_has_no_picture(project):
    app = opened(project, "balance", s=links.pack(Settings(mode="two_player", n_games=3000)))
    answers = answers_of(simulate(Settings(mode="two_player", n_games=3000), extras=("lead_changes",)))
    drawn = [a for a in answers if not a.table.attrs.get("always")]
    assert 0 < len(drawn) < len(answers)
    assert len(app.get("plotly_chart")) == len(drawn)
    assert all(a.finding.rstrip(".") in " ".join(texts(app)) for a in answers)


def test_the_games_behind_a_bar_are_found_in_a_list_too(project, printed):
    app = opened(project, "balance")
    app.session_state["table/win_by_seat"] = True
    app.run()
    games = app.selectbox(key="point/win_by_seat")
    assert games.options == [f"Won by seat {i}" for i in (1, 2, 3, 4)]
    games.set_value(next(p for p in points_of(FIGURES["share"](answers_of(printed)[0].table, None, "light")) if p[0] == 2)).run()
    seats = printed.table("seat")
    first = seats[(seats["seat"] == 2) & (seats["share"] == 1)]["game"].iloc[0]
    assert f"Game {first:,}" in [p.proto.label for p in app.get("page_link")]
    assert not app.exception


def test_a_changed_rule_changes_chips_result_and_link(project):
    app = opened(project, "balance")
    before = texts(app)[0]
    settled(app.slider(key="set/base/rules/end_cards").set_value(4).run())
    assert chips(app) == ["Cards that trigger the end: 4 · printed 6"]
    changed = Settings(rules={"end_cards": 4}, n_games=QUICK)
    assert answers_of(simulate(changed))[0].finding.rstrip(".") in texts(app)[0]
    assert texts(app)[0] != before
    assert links.unpack(one(app.query_params["s"])) == changed


def one(value):
    return value[0] if isinstance(value, list) else value


def test_a_chip_resets_one_change_and_reset_all_the_rest(project):
    setup = Settings(rules={"end_cards": 4, "start_caps": "1,2,1,4"}, seats="greedy,random,greedy,greedy", n_games=QUICK)
    app = opened(project, "balance", s=links.pack(setup))
    assert chips(app) == ["Caps at the start, Seat 4: 4 · printed 3", "Cards that trigger the end: 4 · printed 6", "Seat 2: random · usual greedy"]
    settled(app.button(key="chip0").click().run())
    assert len(chips(app)) == 2
    settled(app.button(key="reset_all").click().run())
    assert not chips(app)
    assert "s" not in app.query_params


def test_a_link_reproduces_the_view(project):
    setup = Settings(mode="lite", players=3, rules={"end_cards": 4}, seats="greedy,random:blunder=0.1,greedy", rotate=True, n_games=3000, seed=7)
    app = opened(project, "balance", s=links.pack(setup))
    shown = " ".join(texts(app))
    assert all(answer.finding.rstrip(".") in shown for answer in answers_of(simulate(setup)))
    assert "3,000 games, seed 7" in shown


@pytest.mark.parametrize("page", ["balance", "replay", "rules"])
def test_a_broken_link_is_told_and_the_printed_game_shown(project, page):
    app = opened(project, page, s="nonsense")
    if page != "rules":
        assert [w.value for w in app.warning] == [
            "This link cannot be followed: its setup is damaged, perhaps cut off on the way. Here is the printed game instead."
        ]
    assert app.session_state["draft"] == drafts.printed("top_pop")


def test_an_impossible_setup_says_why_and_keeps_the_last_result(project, printed):
    app = opened(project, "balance")
    app.slider(key="set/base/rules/cities").set_value(1).run()
    sentences = {e.value for e in app.error}
    assert len(sentences) == 1
    assert re.search(r"“Cards at the start” deals 13 cards, but the deck of 4 players has only 3 \(rules TP-02 and TP-05\)", sentences.pop())
    assert len(app.error) == 2  # beside the control and above the results
    assert answers_of(printed)[0].finding.rstrip(".") in texts(app)[0]
    assert "Last result" in texts(app)[0]
    settled(app.button(key="undo").click().run())
    assert not app.error
    assert not chips(app)


def test_from_an_impossible_setup_one_click_leads_back_to_a_possible_one(project):
    app = opened(project, "balance")
    app.slider(key="set/base/rules/cities").set_value(2).run()
    app.slider(key="set/base/rules/cities").set_value(1).run()
    assert app.error
    settled(app.button(key="undo").click().run())
    assert not app.error
    assert not chips(app)


def test_seats_that_do_not_differ_are_not_ranked(project):
    app = opened(project, "balance", s=links.pack(Settings(mode="two_player", n_games=2000)))
    head = " ".join(texts(app)[0].split())
    assert "No seat differs clearly from fair" in head
    assert re.search(r"All shares lie between \d\d\.\d and \d\d\.\d % \(95 % intervals: \d\d\.\d to \d\d\.\d %\)\.", head)
    assert "wins most" not in head


def test_more_games_on_request(project):
    app = opened(project, "balance")
    settled(app.button(key="more100000").click().run())
    assert "100,000 games, greedy in all seats" in texts(app)[0]
    assert "Games to watch" in " ".join(texts(app))


def test_a_failed_run_is_told_in_a_sentence_and_can_be_tried_again(project, monkeypatch):
    def broken(settings, **how):
        raise SettingError("this cannot be played.")

    monkeypatch.setattr(jobs, "simulate", broken)
    app = opened(project, "balance")
    assert [e.value for e in app.error] == ["this cannot be played."]
    monkeypatch.setattr(jobs, "simulate", simulate)
    settled(app.button(key="again").click().run())
    assert not app.error
    assert "games, greedy in all seats" in texts(app)[0]


def test_the_rules_page_is_the_rules_file(project):
    app = opened(project, "rules")
    text = " ".join(m.value for m in app.markdown)
    file = (project / "topstats" / "games" / "top_pop" / "RULES.md").read_text()
    assert all(clause in text for clause in re.findall(r"TP-\d+", file))
    numbers = app.dataframe[0].value
    assert list(numbers["Name"]) == [k.name for k in GAMES["top_pop"].modes[0].knobs]


def test_a_replay_steps_and_its_link_names_the_step(project):
    app = opened(project, "replay", game="5", step="3", seat="2")
    assert {name: one(app.query_params[name]) for name in ("game", "step", "seat")} == {"game": "5", "step": "3", "seat": "2"}
    app.button(key="step_on").click().run()
    assert one(app.query_params["step"]) == "4"
    app.button(key="turn_on").click().run()
    turn = app.session_state["where"].step
    assert turn > 4
    app.button(key="step_back").click().run()
    assert app.session_state["where"].step == turn - 1
    app.number_input(key="game_number").set_value(6).run()
    assert (app.session_state["where"].game, app.session_state["where"].step) == (6, 0)
    assert not app.exception


@pytest.mark.parametrize(("button", "step"), [("step_on", 8), ("step_back", 6)])
def test_a_step_goes_on_from_what_the_window_shows(project, button, step):
    """A key that comes while the last step is still being drawn is a step further, not the same step again."""
    app = opened(project, "replay", game="5", step="3")
    app.session_state["shown_step"] = 7  # the step is there, its buttons are not yet
    app.button(key=button).click().run()
    assert app.session_state["where"].step == step


@pytest.mark.parametrize(("button", "on"), [("step_on", 1), ("step_back", -1)])
def test_what_a_slow_browser_tells_of_the_slider_does_not_take_a_step_back(project, button, on):
    app = opened(project, "replay", game="5", step="20")
    app.slider[0].set_value(11)
    app.button(key=button).click().run()
    assert app.session_state["where"].step == 20 + on
    app.slider[0].set_value(11).run()  # alone it is a person's
    assert app.session_state["where"].step == 11


def test_a_turn_goes_on_from_what_the_window_shows(project):
    app = opened(project, "replay", game="5", step="3")
    turns = [record.turn for record in replay(Settings(n_games=QUICK), game=5).records]
    for button, turn in (("turn_on", turns[-1]), ("turn_back", turns[-1] - 2)):
        app.session_state["shown_step"] = turns.index(turns[-1] - 1)
        app.button(key=button).click().run()
        assert app.session_state["where"].step == turns.index(turn)


def test_a_replay_as_a_seat_sees_it_tells_the_game_as_it_was(project):
    app = opened(project, "replay", game="5", step="40", seat="2")
    played = replay(Settings(n_games=QUICK), game=5)
    hidden = [points(view) for view in (played.view(k, 2) for k in range(len(played)))]
    assert hidden[40] != points(played.view(40)) or hidden[-2] != points(played.view(len(played) - 2))  # some card is not known to seat 2
    assert hidden[-1] == [seat["score"] for seat in played.row["seats"]]  # scored openly
    shown = " ".join(texts(app))
    assert "Seat 4 wins a tie with 15" in shown
    assert "if the game ended now, as far as seat 2 knows the cards" in shown


def test_a_replay_of_another_setup_begins_at_its_deal(project):
    app = opened(project, "replay", game="5", step="8")
    app.session_state["draft"] = drafts.printed("top_pop", "lite")
    app.session_state["asked"] = {}
    for name in ("game", "step"):
        del app.query_params[name]
    settled(app.run())
    assert (app.session_state["where"].game, app.session_state["where"].step) == (5, 0)


@pytest.mark.parametrize("query", [{"game": "-1"}, {"game": "1e3"}, {"step": "x"}, {"seat": "9"}, {"game": "9" * 30}])
def test_a_broken_replay_link_is_told(project, query):
    app = opened(project, "replay", **query)
    assert "This link cannot be followed" in app.warning[0].value
    assert app.session_state["where"].game == 0


def test_a_step_beyond_the_end_is_the_end(project):
    app = opened(project, "replay", game="2", step="100000")
    assert app.button(key="step_on").disabled
    assert app.session_state["where"].step == app.slider[0].max


def test_every_knob_of_every_mode_has_a_control(project):
    for game in GAMES.values():
        for mode in game.modes:
            app = opened(project, "balance", s=links.pack(Settings(game=game.name, mode=mode.name, n_games=100)))
            keys = {w.key for kind in ("slider", "number_input", "toggle", "selectbox") for w in app.get(kind)}
            for knob in mode.knobs:
                assert any(key.startswith(f"set/{mode.name}/rules/{knob.name}") for key in keys), knob.name


def encoded(data):
    return base64.urlsafe_b64encode(json.dumps(data).encode()).decode().rstrip("=")


SETUPS = (
    [],
    3,
    {"game": "chess"},
    {"rules": {"end_cards": 99}},
    {"rules": 1},
    {"players": 9},
    {"seats": [[]]},
    {"n_games": 10**9},
    {"n_games": float("nan")},
    {"seed": -1},
    {"x": 1},
    {"game": ["top_pop"]},
    {"mode": {}},
    {"rotate": "perhaps"},
)
DEEP = base64.urlsafe_b64encode(b"[" * 4000).decode()


@pytest.mark.parametrize("text", ["", "x", "nonsense", "%00", "é", "A" * 7000, DEEP, *map(encoded, SETUPS)])
def test_a_link_that_is_no_setup_is_refused_in_one_sentence(text):
    with pytest.raises(SettingError) as refusal:
        links.unpack(text)
    assert str(refusal.value).endswith(".")


def test_a_packed_setup_comes_back():
    for settings in (
        Settings(),
        Settings(mode="lite", players=5, rules={"start_caps": "1,1,1,1,9"}, seats="greedy,random:blunder=0.25,greedy,greedy,weighted:deny=2", seed=2**62),
    ):
        assert links.unpack(links.pack(settings)) == settings
        assert re.fullmatch(r"[\w-]+", links.pack(settings))


def test_another_number_of_players_keeps_what_was_changed():
    draft = drafts.change(drafts.printed("top_pop"), ("rules", "start_caps", 3), 5)
    draft = drafts.change(draft, ("seats", 1, "strategy"), "random")
    five = drafts.change(draft, ("players",), 5)
    assert five.rules == {"start_caps": (1, 2, 1, 5, 2)}
    assert [s.strategy for s in five.seats] == ["greedy", "random", "greedy", "greedy", "greedy"]
    three = drafts.change(draft, ("players",), 3)
    assert not three.rules
    assert len(three.seats) == 3


def test_another_mode_takes_its_own_printed_rules():
    draft = drafts.change(drafts.printed("top_pop"), ("rules", "end_cards"), 5)
    assert drafts.change(draft, ("mode",), "lite").rules == {}  # five cards end lite as printed
    assert drafts.change(drafts.printed("top_pop"), ("mode",), "lite").rules == {}
    for mode in GAMES["top_pop"].modes:
        drafts.change(draft, ("mode",), mode.name).settings()


def fields(draft):
    """All that the setup has controls for: path, value, scope."""
    for knob in draft.mode_record.knobs:
        value = draft.value(knob)
        entries = [((i,), entry) for i, entry in enumerate(value)] if knob.kind == "vector" else [((), value)]
        yield from ((("rules", knob.name, *at), entry, draft.mode) for at, entry in entries)
    for i, seat in enumerate(draft.seats):
        yield ("seats", i, "strategy"), seat.strategy, draft.mode
        yield ("seats", i, "mistakes"), round(100 * seat.blunder), ""
        for knob in draft.mode_record.strategy(seat.strategy).parameters:
            yield ("seats", i, "parameters", knob.name), dict(seat.parameters).get(knob.name, knob.printed(0)), seat.strategy


def drawn(state, draft):
    """The controls of a draft, and in `state` what each shows."""
    state["draft"] = draft
    controls = [session.bound(path, value, scope) for path, value, scope in fields(draft)]
    state.update({control["key"]: value for control, (_, value, _) in zip(controls, fields(draft), strict=True)})
    return controls


@pytest.mark.parametrize(
    "path, value", [(("players",), 2), (("players",), 3), (("mode",), "lite"), (("mode",), "two_player"), (("seats", 0, "strategy"), "weighted")]
)
def test_what_a_slow_browser_tells_of_controls_that_are_gone_changes_nothing(monkeypatch, path, value):
    state = {}
    monkeypatch.setattr(session, "SS", state)
    draft = drafts.printed("top_pop", players=5)
    for change in ((("seats", 0, "strategy"), "weighted"), (("seats", 0, "parameters", "variety"), 2.0), (("seats", 1, "mistakes"), 10)):
        draft = drafts.change(draft, *change)
    before = drawn(state, draft)
    told = {control["key"]: state[control["key"]] for control in before}
    moved = drafts.change(draft, path, value)
    drawn(state, moved)
    for control in before:
        state[control["key"]] = told[control["key"]]
        control["on_change"](*control["args"])
        assert state["draft"] == moved, control["key"]


def test_parameters_of_a_seat_go_into_its_specification():
    draft = drafts.change(drafts.printed("top_pop"), ("seats", 2, "strategy"), "weighted")
    draft = drafts.change(draft, ("seats", 2, "parameters", "variety"), 2.5)
    draft = drafts.change(draft, ("seats", 2, "mistakes"), 10)
    assert draft.settings().seats[2].spec == "weighted:variety=2.5:blunder=0.1"
    assert drafts.as_printed(draft, ("seats", 2)).seats[2] == Seat("greedy")
    assert drafts.as_printed(draft).is_printed()


def test_a_chip_says_what_differs():
    knobs = {k.name: k for k in GAMES["top_pop"].modes[0].knobs}
    assert controls.chip(knobs["leader_cap"], False, True) == "A cap of the leader is needed: off · printed on"
    assert controls.chip(knobs["start_caps"], (1, 2, 2, 3), (1, 2, 1, 3)) == "Caps at the start, Seat 3: 2 · printed 1"
    assert controls.chip(knobs["start_caps"], (2, 2, 2, 3), (1, 2, 1, 3)) == "Caps at the start: 2, 2, 2, 3 · printed 1, 2, 1, 3"


@pytest.fixture
def desk():
    return Desk(prepare=lambda: None, kept=2)


class Gate:
    """A stand-in for simulate that plays until it is let through."""

    def __init__(self):
        self.calls, self.open, self.begun = 0, threading.Event(), threading.Event()

    def __call__(self, settings, progress, cancel, rows, extras):
        self.calls += 1
        self.begun.set()
        while not self.open.wait(0.01):
            progress(1, settings.n_games)
            if cancel():
                raise Cancelled
        return simulate(settings, rows=rows, extras=extras)


@pytest.fixture
def gate(monkeypatch):
    gate = Gate()
    monkeypatch.setattr(jobs, "simulate", gate)
    yield gate
    gate.open.set()


def test_two_windows_that_ask_the_same_share_one_run(desk, gate):
    (first,), (second,) = desk.ask("a", Settings(n_games=500)), desk.ask("b", Settings(n_games=500, rules={}, players=4))
    assert first is second
    gate.open.set()
    assert first.finished.wait(PATIENCE)
    assert desk.ask("c", Settings(n_games=500)) == [first]
    assert gate.calls == 1
    assert first.result.n_games == 500


def test_a_run_stops_when_nobody_wants_it_any_more(desk, gate):
    (job,) = desk.ask("a", Settings(n_games=500))
    desk.ask("b", Settings(n_games=500))
    assert gate.begun.wait(PATIENCE)
    desk.leave("a", job)
    assert not job.stop.is_set()
    desk.ask("b", Settings(n_games=501))  # another setup: the first is not wanted any more
    assert job.finished.wait(PATIENCE)
    assert (job.state, job.result) == ("cancelled", None)
    (again,) = desk.ask("a", Settings(n_games=500))
    assert again is not job


def test_a_real_run_is_cancelled_on_the_way(desk):
    (job,) = desk.ask("a", Settings(n_games=10_000_000))
    while job.is_open and not job.n_done:
        job.finished.wait(0.01)
    desk.leave("a", job)
    assert job.finished.wait(PATIENCE)
    assert job.state == "cancelled"
    assert 0 < job.n_done < 10_000_000


def test_a_long_run_does_not_stand_before_a_quick_one(desk, gate):
    long, _ = desk.ask("a", Settings(n_games=1_000_000)) + [gate.begun.wait(PATIENCE)]
    (quick,) = desk.ask("b", Settings(n_games=100))
    while quick.state in ("waiting", "preparing") and quick.is_open:
        quick.finished.wait(0.01)
    assert quick.state == "running" and long.is_open
    desk.leave("a", long)
    gate.open.set()


def test_an_error_in_a_run_becomes_a_sentence(desk, monkeypatch, caplog):
    def broken(settings, **how):
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(jobs, "simulate", broken)
    (job,) = desk.ask("a", Settings(n_games=10))
    assert job.finished.wait(PATIENCE)
    assert job.state == "failed"
    assert job.error.startswith("This run broke off: ZeroDivisionError, by zero.")
    desk.forget(job)
    assert desk.ask("a", Settings(n_games=10)) != [job]


def test_only_the_latest_results_are_kept(desk):
    for n in (10, 11, 12, 13):
        (job,) = desk.ask("a", Settings(n_games=n))
        assert job.finished.wait(PATIENCE)
    assert len([j for j in desk._jobs.values() if not j.is_open]) <= 3


def test_an_estimate_follows_the_speed_of_runs_like_it(desk):
    assert desk.seconds(Settings(n_games=1000)) is None
    (job,) = desk.ask("a", Settings(n_games=1000))
    assert job.finished.wait(PATIENCE)
    speed = job.result.meta["games_per_second"]
    assert desk.seconds(Settings(n_games=10_000)) == pytest.approx(10_000 / speed)


def test_time_left_is_told_once_it_can_be_judged():
    job = Job(Settings(n_games=1000), state="running", n_done=0)
    assert job.seconds_left is None
    job.n_done = 500
    assert job.done_share == 0.5


def test_engines_are_prepared_in_a_process_once(monkeypatch, tmp_path):
    from topstats.core import jit

    commands = []
    monkeypatch.undo()
    monkeypatch.setattr(jit, "CACHE", str(tmp_path))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    jobs.compile_engines(lambda command: commands.append(command) or 1)
    assert not list(tmp_path.iterdir())  # it failed: tried again next time
    jobs.compile_engines(lambda command: commands.append(command) or 0)
    jobs.compile_engines(lambda command: commands.append(command) or 0)
    assert [c[1:] for c in commands] == [["-m", "topstats", "warmup"]] * 2


def test_the_games_behind_a_bar_have_its_value(printed):
    by_name = {a.metric.name: a.metric for a in answers_of(printed)}
    found = watch.games_at(printed, by_name["margin"], [3, 4])
    table = printed.table("game")
    assert found.n == table["margin"].between(3, 4).sum()
    assert all(3 <= table["margin"][g] <= 4 for g in found.games)
    seat = watch.games_at(printed, by_name["win_by_seat"], [2])
    seats = printed.table("seat").set_index(["game", "seat"])
    assert seat.games
    assert all(seats.loc[(g, 2), "share"] == 1 for g in seat.games)
    assert watch.games_at(printed, by_name["by_axis"], ["Blue", "Blue"]) is None
    tied = watch.games_at(printed, by_name["endings"], ["caps", "caps"])
    assert tied.n == (table["tie_break"] == "caps").sum()


def test_city_powers_are_a_preset_or_a_choice_for_each_city(project):
    app = opened(project, "balance")
    preset = app.selectbox(key="set/base/rules/city_powers")
    assert preset.value == "none" and preset.options == ["none", "Grand Tour (invented)", "Boom Towns (invented)", "My own"]
    app = settled(preset.select("boom_towns").run())
    assert chips(app) == ["City powers: Boom Towns (invented) · printed none"]
    assert "New York: one more cap when collecting" in " ".join(texts(app))
    assert links.unpack(one(app.query_params["s"])).rules["city_powers"][1] == "extra_cap"
    app = settled(app.selectbox(key="set/base/rules/city_powers").select("own").run())
    app = settled(app.selectbox(key="set/base/rules/city_powers/1").select("see_night").run())
    assert links.unpack(one(app.query_params["s"])).rules["city_powers"][:2] == ("bonus_points", "see_night")
    assert app.selectbox(key="set/base/rules/city_powers").value == "own" and "your own" in chips(app)[0]
    app = settled(app.selectbox(key="set/base/rules/city_powers").select("none").run())
    assert not chips(app)


def test_games_under_other_rules_part_where_something_else_happens():
    """Not at the setup, where the view under city powers has only more to show."""
    games = [replay(Settings(players=3, rules={"city_powers": powers}), game=3) for powers in ("none", "grand_tour")]
    at = together.parting(*games)
    assert at > 10 and games[0].words(at) != games[1].words(at) and games[0].words(at - 1) == games[1].words(at - 1)
