"""Settings: however they are written they are the same; what is wrong is said in one sentence."""

import json
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import settings as speed
from hypothesis import strategies as st

from topstats.core.contract import SettingError
from topstats.settings import MAX_GAMES, MAX_SEED, Seat, Settings

pytestmark = pytest.mark.usefixtures("toy")


def test_what_is_not_said_is_printed_or_default():
    s = Settings("toy")
    assert (s.mode, s.players, s.rotate, s.n_games, s.seed) == ("base", 3, False, 10_000, 0)
    assert dict(s.rules) == {"target": 30, "sides": 6, "round_limit": 40, "start": (0, 0, 0)}
    assert [seat.spec for seat in s.seats] == ["careful"] * 3
    assert s.to_dict() == {"game": "toy"} and s.changed == {}
    assert Settings("toy", players=2).rules["target"] == 40  # the rulebook's number for two


def test_text_and_values_say_the_same():
    seats = [Seat("careful", (("hold", 20.0),), 0.1), "bold", "random"]
    as_text = Settings("toy", "base", "3", ["target=25", "start=0, 1,2"], "careful:hold=20:blunder=0.10,bold:hold=25,random", "on", "500", str(MAX_SEED))
    as_values = Settings("toy", "base", 3, {"start": (0, 1, 2), "target": 25.0}, seats, True, 500.0, MAX_SEED)
    assert as_text == as_values and as_text.hash == as_values.hash and hash(as_text) == hash(as_values)
    assert as_text.changed == {"target": (25, 30), "start": ((0, 1, 2), (0, 0, 0))}
    assert as_text.specs == ("careful:hold=20:blunder=0.1", "bold", "random")


def test_each_setting_counts_in_the_hash():
    start = Settings("toy")
    others = [
        {"mode": "solo"},
        {"players": 2},
        {"rules": {"target": 31}},
        {"seats": "careful,careful,bold"},
        {"rotate": True},
        {"n_games": 1},
        {"seed": 1},
    ]
    assert len({start.hash, *(Settings("toy", **change).hash for change in others)}) == len(others) + 1


def test_hash_is_the_same_in_another_process():
    code = "from tests import toy_game; from topstats import registry; registry.GAMES['toy'] = toy_game.GAME\n"
    code += "from topstats.settings import Settings; print(Settings('toy', rules={'sides': 4}, seed=7).hash)"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert other == Settings("toy", rules={"sides": 4}, seed=7).hash


BAD = {
    "game": ({"game": "chess"}, ["chess", "top_pop"]),
    "mode": ({"mode": "grand"}, ["grand", "base, solo"]),
    "players": ({"players": 7}, ["players = 7", "2, 3 or 4"]),
    "players in words": ({"players": "four"}, ["players = four", "2, 3 or 4"]),
    "rule unknown": ({"rules": {"targett": 1}}, ["rule targett is not known (did you mean target?)", "target, sides"]),
    "rule out of range": ({"rules": {"target": 101}}, ["target = 101", "5 to 100", "PG-03"]),
    "rule not a number": ({"rules": {"target": float("nan")}}, ["target = nan", "5 to 100", "PG-03"]),
    "rule broken number": ({"rules": {"target": 30.5}}, ["target = 30.5", "whole number"]),
    "rule without value": ({"rules": ["target"]}, ["target", "name=value"]),
    "rule twice": ({"rules": ["target=20", "target=30"]}, ["target", "twice"]),
    "rules of another kind": ({"rules": 5}, ["rules = 5", "name=value"]),
    "vector too short": ({"rules": {"start": "1,2"}}, ["start = 1,2", "3 are needed", "PG-05"]),
    "rules together": ({"rules": {"start": (30, 0, 0)}}, ["start = 30,0,0", "PG-05"]),
    "strategy unknown": ({"seats": "careful,clever,random"}, ["clever", "careful, bold, random"]),
    "parameter unknown": ({"seats": "careful:holt=3,bold,random"}, ["parameter holt is not known (did you mean hold?)", "hold, think, blunder"]),
    "parameter infinite": ({"seats": "careful:hold=inf,bold,random"}, ["hold = inf", "a number from 1 to 100"]),
    "parameter without value": ({"seats": "careful:hold,bold,random"}, ["careful:hold", "name:parameter=value"]),
    "parameter twice": ({"seats": "careful:hold=3:hold=4,bold,random"}, ["hold", "twice"]),
    "blunder": ({"seats": "careful:blunder=1.5,bold,random"}, ["blunder = 1.5", "0 to 1"]),
    "one seat for all": ({"seats": "careful"}, ["careful", "3 players"]),
    "seats of another kind": ({"seats": 3}, ["seats = 3", "one strategy for each player"]),
    "seat of another kind": ({"seats": [1, 2, 3]}, ["seat 1", "text"]),
    "no name": ({"seats": ",,"}, ["careful, bold, random"]),
    "rotate": ({"rotate": "perhaps"}, ["rotate = perhaps", "on or off"]),
    "no games": ({"n_games": 0}, ["n_games = 0", "1 to 10^9"]),
    "too many games": ({"n_games": MAX_GAMES + 1}, ["n_games = 1000000001", "1 to 10^9"]),
    "half a game": ({"n_games": 1.5}, ["n_games = 1.5", "whole number"]),
    "yes games": ({"n_games": True}, ["n_games = on", "whole number"]),
    "infinite games": ({"n_games": float("inf")}, ["n_games = inf", "whole number"]),
    "seed below": ({"seed": -1}, ["seed = -1", "0 to 2^63 - 1"]),
    "seed above": ({"seed": 2**63}, ["seed = 9223372036854775808", "0 to 2^63 - 1"]),
    "seed rounded": ({"seed": 2.0**63}, ["seed", "0 to 2^63 - 1"]),
    "seed nan": ({"seed": "nan"}, ["seed = nan", "0 to 2^63 - 1"]),
    "no seed": ({"seed": None}, ["seed = None", "0 to 2^63 - 1"]),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_plain_sentence(name):
    given_, words = BAD[name]
    with pytest.raises(SettingError) as error:
        Settings(**{"game": "toy", **given_})
    text = str(error.value)
    assert all(word in text for word in words), text
    assert text.endswith(".") and "\n" not in text


def test_from_dict_is_strict():
    with pytest.raises(SettingError, match="setting gamess is not known: there are game, mode"):
        Settings.from_dict({"gamess": "toy"})
    with pytest.raises(SettingError, match="table"):
        Settings.from_dict(["toy"])


def test_nothing_can_be_changed_afterwards():
    s = Settings("toy")
    with pytest.raises(FrozenInstanceError):
        s.seed = 3
    with pytest.raises(TypeError):
        s.rules["target"] = 3


def test_replace_keeps_what_was_changed_and_no_more():
    s = Settings("toy", rules={"sides": 4}, seed=5)
    two = s.replace(players=2)
    assert (two.rules["sides"], two.rules["target"], two.seed) == (4, 40, 5)  # the target is printed again: 40 for two


def test_places_turn_with_the_games():
    s = Settings("toy", rotate=True)
    assert [s.entries(g) for g in range(4)] == [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 1, 2)]
    assert [s.deal(g) for g in range(4)] == [0, 0, 0, 1]
    for g in range(6):
        for entry in range(3):
            assert s.entries(g)[(entry + g % 3) % 3] == entry


@pytest.mark.nojit
def test_start_packs_rules_seats_and_chance():
    s = Settings("toy", rules={"target": 20}, seats="careful:blunder=0.25,bold,random", rotate=True, seed=9)
    S = s.start(game=4, extras=["lead_changes"])[0]
    assert (S["target"], S["seed"], S["deal"], S["extras"], S["rotate"]) == (20, 9, 1, 1, 1)
    assert S["entry"][:3].tolist() == [2, 0, 1]
    assert S["strategy"][:3].tolist() == [1, 1, 0] and S["parameter"][:3, 0].tolist() == [15, 25, 0] and S["blunder"][:3].tolist() == [0.25, 0, 0]
    with pytest.raises(SettingError, match="extras luck is not known: Pig has lead_changes"):
        s.start(extras=["luck"])


SPEC = st.one_of(
    st.just("random"),
    st.builds("{}:hold={!r}:blunder={!r}".format, st.sampled_from(["careful", "bold"]), st.floats(1, 100), st.floats(0, 1)),
    st.builds("careful:think={}".format, st.integers(0, 10**8)),
)


@st.composite
def any_settings(draw):
    players = draw(st.sampled_from([2, 3, 4]))
    rules = draw(st.fixed_dictionaries({}, optional={"target": st.integers(5, 100), "sides": st.integers(2, 6), "round_limit": st.integers(1, 400)}))
    start = draw(st.lists(st.integers(-50, 4), min_size=players, max_size=players))
    seats = draw(st.one_of(st.none(), st.lists(SPEC, min_size=players, max_size=players)))
    more = {"rotate": draw(st.booleans()), "n_games": draw(st.integers(1, MAX_GAMES)), "seed": draw(st.integers(0, MAX_SEED))}
    return Settings("toy", players=players, rules={**rules, "start": start}, seats=seats, **more)


@given(any_settings())
@speed(max_examples=150, deadline=None, derandomize=True)
def test_settings_come_back_from_all_their_forms(s):
    through_json = Settings.from_dict(json.loads(json.dumps(s.to_dict(), allow_nan=False)))
    in_full = Settings.from_dict(json.loads(json.dumps(s.to_dict(full=True), allow_nan=False)))
    assert s == through_json == in_full == pickle.loads(pickle.dumps(s)) == s.replace()
    assert s.hash == through_json.hash == in_full.hash
    assert s.to_dict() == in_full.to_dict()  # one form, however it was written
    assert Settings("toy", players=s.players, seats=",".join(seat.spec for seat in s.seats)).seats == s.seats


def test_changes_in_the_words_of_a_reader():
    changed = Settings(rules={"end_cards": 5, "start_caps": "2,2,1,3", "leader_cap": "off"})
    assert changed.changes == [
        "Caps at the start 2, 2, 1, 3 (printed 1, 2, 1, 3)",
        "A cap of the leader is needed off (printed on)",
        "Cards that trigger the end 5 (printed 6)",
    ]
    assert Settings().changes == []
