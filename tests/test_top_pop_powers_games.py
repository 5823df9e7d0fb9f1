"""Whole games with city powers (TP-50): engine and referee agree, the laws hold, nothing hidden is used, positions and results carry them."""

import json
import re
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.test_top_pop_laws import dealt_traces, obeys, redeals
from tests.test_top_pop_referee import any_legal, in_step, of_its_own, rows_agree
from tests.top_pop_drawn import HEURISTICS, Configuration, printed_game
from topstats import Settings, simulate
from topstats.core.contract import SettingError
from topstats.games.top_pop.powers import EFFECTS, PRESETS
from topstats.replay import replay
from topstats.stats.metrics import metrics_of
from topstats.table import Table

ALONE = {effect: (effect,) * 7 for effect, _ in EFFECTS[1:]}  # every city the same effect: powers of one kind add up
ASSIGNED = {preset.name: preset.value for preset in PRESETS[1:]}
TABLES = [(mode, players) for mode in ("base", "lite") for players in (2, 3, 4, 5)]
every_table = pytest.mark.parametrize(("mode", "players"), TABLES)
every_assignment = pytest.mark.parametrize("value", list(ASSIGNED.values()), ids=list(ASSIGNED))
every_effect = pytest.mark.parametrize("value", list(ALONE.values()), ids=list(ALONE))


def powered(mode: str, players: int, value: tuple[str, ...], *names: str, rotate: bool = False) -> Configuration:
    game = printed_game(mode, players, *names, rotate=rotate)
    return replace(game, rules=game.rules | {"city_powers": value})


# ---- the referee ----


@every_assignment
@every_table
def test_rows_agree(mode: str, players: int, value: tuple[str, ...]):
    rows_agree(powered(mode, players, value, "greedy", "expert", "random"), seed=21, first=0, stop=12)


@pytest.mark.nojit
@pytest.mark.bounds
@every_effect
def test_step_by_step_with_each_effect(value: tuple[str, ...]):
    for players, (mode, _) in zip((2, 3, 4, 5), TABLES[::2], strict=False):
        in_step(powered(mode, players, value, "greedy", "random", "weighted", rotate=True), 22, 1, of_its_own)


@pytest.mark.bounds
@every_assignment
@every_table
def test_moves_drawn_from_all_legal_ones(mode: str, players: int, value: tuple[str, ...]):
    for number in range(6 // players):
        in_step(powered(mode, players, value, "random"), 23, number, any_legal(Random(players)), most_moves=120)


@pytest.mark.slow
@pytest.mark.parametrize("name", HEURISTICS)
@every_table
def test_many_rows_of_each_strategy(mode: str, players: int, name: str):
    for value in (*ASSIGNED.values(), *ALONE.values()):
        rows_agree(powered(mode, players, value, name), seed=24, first=0, stop=5)


@pytest.mark.slow
@every_effect
@every_table
def test_many_moves_drawn_from_all_legal_ones(mode: str, players: int, value: tuple[str, ...]):
    random = Random(players)
    for number in range(15 // players):
        in_step(powered(mode, players, value, "random"), 25, number, any_legal(random))


# ---- the laws ----


@pytest.mark.bounds
@pytest.mark.parametrize("value", [*ASSIGNED.values(), *ALONE.values()], ids=[*ASSIGNED, *ALONE])
def test_laws(value: tuple[str, ...]):
    for mode, players in TABLES:
        game = powered(mode, players, value, "greedy", "random", "raider")
        for states in dealt_traces(game, seed=26, n_games=4):
            obeys(states, game, f"{mode}, {players} players, deal {states['deal'][0]}")


@pytest.mark.bounds
@pytest.mark.parametrize("value", [*ASSIGNED.values(), *ALONE.values()], ids=[*ASSIGNED, *ALONE])
def test_a_choice_does_not_depend_on_what_the_seat_cannot_know(value: tuple[str, ...]):
    figures = np.array([redeals(27, 2, 2, powered(mode, 3, value, "expert", "night_owl", "random")) for mode in ("base", "lite")])
    n_asked, n_changed = figures.sum(axis=0)
    assert n_changed > 0.6 * n_asked > 10


def test_ties_happen_and_are_resolved():
    """The law about ties has something to look at."""
    game = powered("base", 4, ALONE["one_taller"], "greedy", "random", "raider")
    n_tied = sum(int((states["lead"][:, : states["n_cards"][0]] == -2).any()) for states in dealt_traces(game, seed=28, n_games=40))
    assert n_tied > 5


@every_assignment
def test_search_plays_under_powers_and_uses_nothing_hidden(value: tuple[str, ...]):
    settings = Settings(players=3, rules={"city_powers": value}, seats="search:playouts=2,greedy,search:playouts=2:playout=expert", n_games=3)
    assert simulate(settings).table("seat")["score"].sum() > 0
    table = Table(settings, game=1)
    while not table.over:
        move = table.choose()
        assert move in table.options()
        S = table._states.copy()[0]
        table.engine.redeal(S, int(S.seat))
        table.engine.choose(S)
        assert table.engine.describe(S, S.move)["words"] == move["words"]
        table.play(3)


# ---- settings, positions, results ----


def test_a_preset_and_its_list_are_the_same_setting():
    named = Settings(players=3, rules={"city_powers": "grand_tour"})
    listed = Settings(players=3, rules=["city_powers=" + ", ".join(ASSIGNED["grand_tour"])])
    assert named == listed and named.hash == listed.hash and named.rules["city_powers"] == ASSIGNED["grand_tour"]
    assert Settings.from_dict(json.loads(json.dumps(named.to_dict()))) == named
    assert Settings(rules={"city_powers": "none"}) == Settings()


@pytest.mark.parametrize("value", ["grand_tours", "none,extra_cap", "flying," * 6 + "flying", ["none"] * 6 + [1], 3, ("none",) * 8])
def test_what_is_no_assignment_is_refused_in_one_sentence(value: Any):
    with pytest.raises(
        SettingError, match=r"city_powers = .* is not possible.*none, grand_tour, boom_towns, or for each city.*extra_cap.*\(rule TP-50\)"
    ) as error:
        Settings(rules={"city_powers": value})
    assert "\n" not in str(error.value)


@pytest.mark.rule("TP-50")
def test_powers_do_not_go_with_the_two_player_version():
    with pytest.raises(SettingError, match=r"^city_powers = boom_towns is not possible: city powers do not go with the two-player version.*\(rule TP-50\)\.$"):
        Settings(mode="two_player", rules={"city_powers": "boom_towns"})


def test_a_result_that_rests_on_powers_says_that_they_are_invented():
    settings = Settings(players=2, rules={"city_powers": "boom_towns"}, n_games=5)
    assert any("inventions (TP-50)" in text for text in settings.mode_record.assumptions)
    assert not any("TP-50" in text for text in Settings().mode_record.assumptions)
    assert "invented" in next(k for k in settings.mode_record.knobs if k.name == "city_powers").said(settings.rules["city_powers"])


def test_tables_tell_who_held_what_and_how_often_it_moved():
    result = simulate(Settings(players=3, rules={"city_powers": "boom_towns"}, n_games=200))
    game, seat, city = (result.table(per) for per in ("game", "seat", "city"))
    assert (seat["score"] == seat[["majority", "tied", "variety", "power_points"]].sum(axis=1)).all() and seat["power_points"].sum() > 0
    held = city.groupby(["game", "city"], observed=True)[["holds", "taken"]].sum()
    assert held["holds"].isin((0, 1)).all() and (held["holds"].eq(1) == held["taken"].gt(0)).all()
    assert (held["taken"].sub(held["holds"]).groupby("game").sum() == game.set_index("game")["power_moves"]).all()
    assert (seat.groupby("game")["powers"].sum() == held["holds"].groupby("game").sum()).all()
    printed = simulate(Settings(players=3, n_games=10))
    assert not {"power_points", "powers"} & set(printed.table("seat")) and "holds" not in printed.table("city")


@every_assignment
@pytest.mark.parametrize("mode", ["base", "lite"])
def test_a_position_carries_the_powers(mode: str, value: tuple[str, ...]):
    """At every decision: out as JSON, back in, the same state and the same end."""
    settings = Settings(mode=mode, players=3, rules={"city_powers": value})
    table, n_held = Table(settings, game=4), 0
    while not table.over:
        state = json.loads(json.dumps(table.state()))
        twin = Table(settings, position=state)
        assert twin.state() == table.state() and twin.options() == table.options() and twin.view(2) == table.view(2)
        n_held = max(n_held, sum(power["seat"] > 0 for power in state["powers"].values()))
        table.play(1)
    assert n_held > 2 and twin.play().row == table.row


SPOILED = {
    "a power of nobody's city": lambda s: s["powers"].update(Paris={"seat": 0, "taken": [0, 0, 0]}),
    "a city without its power": lambda s: s["powers"].pop("Chicago"),
    "a holder who is not there": lambda s: s["powers"]["Chicago"].update(seat=4),
    "a holder without a card": lambda s: [card.update(seat=1) for card in s["cards"] if card["where"] == "won"] and s["powers"]["Chicago"].update(seat=3),
    "a count below 0": lambda s: s["powers"]["Chicago"].update(taken=[0, -1, 0]),
    "a choice out of nothing": lambda s: s.update(choice=2, phase="collect"),
    "no word of powers": lambda s: s.pop("powers"),
    "how often they moved in words": lambda s: s.update(passed="often"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_position_with_impossible_powers_is_refused(name: str):
    settings = Settings(players=3, rules={"city_powers": "grand_tour"})
    state = Table(settings, game=4).play(60).state()
    Table(settings, position=state)
    SPOILED[name](state)
    with pytest.raises(SettingError, match="position is not possible") as error:
        Table(settings, position=state)
    assert "\n" not in str(error.value)


def test_events_tell_when_a_power_moves_and_to_whom():
    told = replay(Settings(players=3, rules={"city_powers": "grand_tour"}, seed=9), game=0)
    lines = [frame.words for frame in told.frames]
    assert any("takes the power of Chicago: one more cap when collecting." in line for line in lines)
    moved = [words for line in lines for words in re.findall(r" takes the power of [\w. ]+ from [A-Z]", line)]
    assert len(moved) == told.row["game"]["power_moves"] > 0
    k = next(i for i, line in enumerate(lines) if line.endswith("leaves the game unshown."))
    owner = told.frames[k].seat
    other = told.words(k, owner % 3 + 1)
    assert " keeps a day card;" in other or " keeps a night card;" in other


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
def test_the_view_shows_who_holds_which_power(viewer: int | None):
    table = Table(Settings(players=3, rules={"city_powers": "boom_towns"}), game=2).play(70)
    view = table.view(viewer)
    held = {power["city"]: seat for seat, entry in enumerate(view["seats"], 1) for power in entry["powers"]}
    state = table.state()["powers"]
    assert held == {city: power["seat"] for city, power in state.items() if power["seat"]}
    assert {power["city"] for power in view["powers"]} == {city for city, power in state.items() if not power["seat"]}


def test_typed_on_the_command_line_a_preset_keeps_its_name():
    settings = Settings(players=3, rules=["city_powers=boom_towns"])
    assert settings.changed_words == {"city_powers": ("boom_towns", "none")}
    own = Settings(players=3, rules=["city_powers=none,none,none,none,keep_caps,none,none"])
    assert own.changed_words["city_powers"] == ("none,none,none,none,keep_caps,none,none", "none")
    knob = next(k for k in own.mode_record.knobs if k.name == "city_powers")
    assert knob.said(own.rules["city_powers"]) == "Chicago: gets the caps of its winning stacks back" and knob.said(("none",) * 7) == "none"


def test_metrics_show_who_holds_what_and_how_often_it_moves():
    result = simulate(Settings(players=3, rules={"city_powers": "boom_towns"}, n_games=400))
    answers = {m.name: m for m in metrics_of(result)}
    held = answers["flags_by_axis"].compute(result)
    assert set(held["label"]) == {"Holds the power"} and held["unit"].eq("share").all()
    assert held.groupby("category")["value"].sum().le(1 + 1e-9).all() and held["value"].sum() > 4
    assert set(answers["by_axis"].compute(result)["label"]) == {"Cards won"}
    moves = answers["power_moves"].compute(result)
    assert (moves["value"] * moves["share"]).sum() == pytest.approx(result.table("game")["power_moves"].mean())
    assert not {"flags_by_axis", "power_moves"} & {m.name for m in metrics_of(simulate(Settings(players=3, n_games=10)))}
