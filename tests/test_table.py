"""Table: one game by hand, on the same kernels as many games."""

import json
from copy import deepcopy
from fractions import Fraction

import pytest

from topstats import table as table_module
from topstats.core.contract import SettingError
from topstats.settings import Settings
from topstats.simulate import simulate
from topstats.table import IllegalMove, Table

RUNS = [
    pytest.param(Settings(players=3, seed=5), id="base"),
    pytest.param(Settings(mode="lite", players=5, seed=5, rotate=True), id="lite, rotated"),
    pytest.param(Settings(seed=5, rotate=True, seats="greedy,random,weighted:variety=2,random:blunder=0.5"), id="mixed, rotated"),
]


@pytest.fixture
def table() -> Table:
    """A table in mid-game: the first decision to stack."""
    t = Table(Settings(players=3, seed=5), game=1)
    while t.decision != "stack":
        t.apply(t.choose())
    return t


def numbers(row):
    return {name: int(value) for name, value in row.items()}


@pytest.mark.parametrize("settings", RUNS)
def test_a_game_by_hand_is_the_game_of_the_run(settings):
    n = settings.players + 1
    result = simulate(settings.replace(n_games=n), workers=1)
    games, seats = result.table("game"), result.blocks["seat"]
    for game in range(n):
        by_hand = Table(settings, game=game)
        while not by_hand.over:
            by_hand.apply(by_hand.choose())
        assert by_hand.row == Table(settings, game=game).play().row
        assert list(by_hand.row["game"]) == [name for name in games if name not in ("game", "deal")]  # nothing that was not counted
        assert list(by_hand.row["game"].values()) == result.blocks["game"][game].tolist()[: len(by_hand.row["game"])]
        assert [list(seat.values()) for seat in by_hand.row["seats"]] == seats[game].tolist()


@pytest.mark.parametrize("settings", RUNS)
def test_a_position_is_plain_json_and_comes_back_at_every_decision(settings):
    t = Table(settings, game=2)
    while not t.over:
        again = Table(settings, position=json.loads(json.dumps(t.state(), allow_nan=False)))
        assert again.state() == t.state()
        assert (again.to_act, again.decision, again.options(), again.choose()) == (t.to_act, t.decision, t.options(), t.choose())
        assert again.view(1) == t.view(1)
        t.apply(t.choose())
    assert Table(settings, position=t.state()).row == t.row


def test_the_choice_is_among_the_options_and_nothing_is_moved_by_asking(table):
    before = table.state()
    assert table.choose() in table.options()
    assert table.state() == before
    assert all(option["words"] for option in table.options())


def test_an_option_may_be_named_by_its_index(table):
    twin = Table(table.settings, position=table.state())
    table.apply(table.options()[-1])
    twin.apply(len(twin.options()) - 1)
    assert table.state() == twin.state()


def test_every_option_is_legal_and_leads_on(table):
    for option in table.options():
        twin = Table(table.settings, position=table.state())
        twin.apply(option)
        assert twin.state() != table.state()


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ({"card": "hand", "caps": {"B": 1}}, ("TP-14",)),
        ({"caps": {"B": 99}, "card": "table"}, ("TP-14",)),
        ({"caps": {}, "card": "table"}, ("TP-14", "TP-17")),
    ],
)
def test_an_illegal_move_names_its_rule_and_changes_nothing(table, move, rule):
    before = table.state()
    move = move | {"card": before["table"][0] if move["card"] == "table" else before["hands"][0][0]}
    with pytest.raises(IllegalMove, match="is not possible") as error:
        table.apply(move)
    assert error.value.rule == rule
    assert table.state() == before
    assert table.choose() in table.options()


@pytest.mark.parametrize("move", [-1, 10**6, True, 1.5, None, "stop", [], {"card": "x"}, {"card": 10**9}, {"card": 3, "caps": {"Z": 1}}, {"caps": 5}])
def test_a_move_that_cannot_be_read_is_refused_in_one_sentence(table, move):
    before = table.state()
    with pytest.raises(SettingError) as error:
        table.apply(move)
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)
    assert table.state() == before


def test_after_the_end_nobody_acts(table):
    assert (table.scores, table.shares, table.row) == (None, None, None)
    table.play()
    assert (table.over, table.to_act, table.decision, table.options()) == (True, None, None, [])
    assert sum(table.shares) == Fraction(1)
    assert len(table.scores) == 3
    for late in (lambda: table.apply(0), table.choose):
        with pytest.raises(IllegalMove, match="the game is over"):
            late()


def test_play_stops_after_so_many_decisions(table):
    twin = Table(table.settings, position=table.state())
    twin.play(2)
    for _ in range(2):
        table.apply(table.choose())
    assert twin.state() == table.state()


def test_a_seat_sees_its_own_hand_and_not_the_others(table):
    view = table.view(2)
    assert all(card["city"] for card in view["seats"][1]["hand"])
    assert not any(card["city"] for card in view["seats"][0]["hand"])
    assert all(card["city"] for seat in table.view()["seats"] for card in seat["hand"])


@pytest.mark.parametrize("seat", [0, 4, -1, True, 1.0, "x", ""])
def test_a_seat_that_is_not_at_the_table_is_refused(table, seat):
    with pytest.raises(SettingError, match="allowed is a whole number from 1 to 3"):
        table.view(seat)


@pytest.mark.parametrize("game", [-1, 10**9, 1.5, True, None, "x", float("nan"), float("inf")])
def test_a_game_number_that_cannot_be_is_refused(game):
    with pytest.raises(SettingError, match="allowed is a whole number from 0 to 999,999,999"):
        Table(Settings(), game=game)


def spoiled(state, change):
    state = deepcopy(state)
    change(state)
    return state


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s["middle"].update(B=s["middle"]["B"] + 1),  # a cap too many (TP-04)
        lambda s: s["supply"][0].update(B=-1),
        lambda s: s["cards"].pop(),
        lambda s: s["cards"][0].update(city="Atlantis"),
        lambda s: s["cards"][0].update(where="nowhere"),
        lambda s: s["table"].append(s["table"][0]),
        lambda s: s["hands"][0].pop(),
        lambda s: s["hands"].pop(),
        lambda s: s.update(hands=[]),
        lambda s: s["cards"][s["table"][0]].update(leader="O" if s["cards"][s["table"][0]]["leader"] != "O" else "B"),
        lambda s: s.update(trigger_seat=1, trigger_turn=s["turn"]),  # with cards in the deck and in hands (TP-20)
        lambda s: s.update(players=4),
        lambda s: s.update(seat=0),
        lambda s: s.update(phase="dessert"),
        lambda s: s.update(turn="one"),
        lambda s: s.update(turn=-1),
        lambda s: s.update(drawn=10**6),
        lambda s: s.update(ask="place", left=0, decision=0),
        lambda s: s.update(game=-1),
        lambda s: s.update(cards=None),
        lambda s: s.pop("seat"),
        lambda s: s.clear(),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_sentence(table, change):
    with pytest.raises(SettingError) as error:
        Table(table.settings, position=spoiled(table.state(), change))
    assert "\n" not in str(error.value)


def test_a_last_round_that_is_over_is_no_position():
    t = Table(Settings(players=3, seed=1), game=2)
    while not t.state()["trigger_seat"]:
        t.play(1)
    state = t.state()
    assert Table(t.settings, position=state).state() == state
    for turn in (state["trigger_turn"] - 1, state["trigger_turn"] + 3):
        with pytest.raises(SettingError, match="the last round is not being played"):
            Table(t.settings, position={**state, "turn": turn})


def test_who_knows_a_card_may_be_named_twice(table):
    state = table.state()
    twice = {**state, "cards": [{**card, "known": card["known"] * 2} for card in state["cards"]]}
    assert Table(table.settings, position=twice).state() == state


@pytest.mark.parametrize("name", ["turn", "decision", "left", "lead_changes", "drawn", "deal"])
@pytest.mark.parametrize("value", [-1, 1.5, True, "1", None, 10**9])
@pytest.mark.parametrize("mode", ["base", "two_player"])
def test_the_clock_of_a_position_has_whole_numbers(mode, name, value):
    t = Table(Settings(mode=mode)).play(6)
    with pytest.raises(SettingError, match=f"{name} is"):
        Table(t.settings, position={**t.state(), name: value})


@pytest.mark.parametrize("position", [[], "start", 7])
def test_a_position_is_a_dict(position):
    with pytest.raises(SettingError, match=r"such as Table\.state\(\) gives"):
        Table(Settings(), position=position)


def test_a_position_of_other_rules_is_refused(table):
    with pytest.raises(SettingError, match="TP-04"):
        Table(table.settings.replace(rules={"caps_per_colour": 20}), position=table.state())


def test_more_options_than_are_listed_is_an_error_that_says_what_to_do(table, monkeypatch):
    most = len(table.options()) - 1
    again = Table(table.settings, position=table.state())
    monkeypatch.setattr(table_module, "MOST_OPTIONS", most)
    with pytest.raises(SettingError, match=r"at most \d+ are listed: give apply\(\) the move itself"):
        again.options()
    again.apply(table.options()[-1])


def test_long_lists_of_options_are_complete():
    """A hand full of caps: more moves than the first guess of their number holds."""
    settings = Settings(players=2, rules={"start_caps": "10,10", "collect_caps": 5})
    t = Table(settings)
    while t.decision != "stack" or len(t.options()) <= 256:
        t.apply(t.options()[0])
    options = t.options()
    assert len({json.dumps(o, sort_keys=True) for o in options}) == len(options)
    assert "words" in options[-1]
