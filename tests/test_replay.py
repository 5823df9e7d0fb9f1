"""Replay: a game of a run, told step by step. The golden games in tests/playthroughs are read before they are committed."""

import json
from pathlib import Path

import pytest

from topstats import registry
from topstats.core.contract import SettingError
from topstats.replay import replay
from topstats.settings import Settings
from topstats.table import Table

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
GAMES = [
    ("base_3_players", {"players": 3, "seed": 1, "seats": "greedy,weighted,greedy"}, 0),
    ("base_5_players_mixed", {"players": 5, "seed": 2, "seats": "greedy,random,weighted,greedy:blunder=0.2,greedy", "rotate": True}, 3),
    ("base_4_players_powers", {"players": 4, "seed": 9, "seats": "greedy,expert,greedy,night_owl", "rules": {"city_powers": "grand_tour"}}, 0),
    ("lite_2_players", {"mode": "lite", "players": 2, "seed": 3}, 0),
    ("lite_4_players_random", {"mode": "lite", "players": 4, "seed": 4, "seats": "random,greedy,random,greedy"}, 1),
    ("two_player_default", {"mode": "two_player", "seed": 5}, 0),
    ("two_player_random", {"mode": "two_player", "seed": 6, "seats": "random,random"}, 1),
]
RACES = [
    ("base_3_players", {"players": 3, "seed": 1, "seats": "racer,expert,shader"}, 0),
    ("base_4_players_mixed", {"players": 4, "seed": 2, "seats": "racer,random,striker:blunder=0.2,bargain", "rotate": True, "rules": {"races": 2}}, 5),
    ("tips_3_players", {"mode": "tips", "players": 3, "seed": 3, "seats": "racer,patriot,hedger"}, 0),
    ("tips_4_players_pit_stops", {"mode": "tips", "seed": 4, "seats": "racer,random,contrarian,expert", "rules": {"pit_stop": True, "track": "turbo_town"}}, 1),
    ("stocks_3_players", {"mode": "stocks", "players": 3, "seed": 5, "seats": "trader,follower,hedger"}, 0),
    ("stocks_2_players_series", {"mode": "stocks", "players": 2, "seed": 6, "seats": "insider,random", "rules": {"races": 2, "pit_stop": True}}, 1),
]
GOLDEN = [("top_pop", *one) for one in GAMES] + [("top_race", *one) for one in RACES]
MODES = [(game.name, mode.name) for game in map(registry.game, ("top_pop", "top_race")) for mode in game.modes]


@pytest.fixture(scope="module")
def told():
    return replay(Settings(players=3, seed=8), game=2)


@pytest.mark.parametrize(("room", "name", "given", "game"), GOLDEN, ids=[f"{g[0]} {g[1]}" for g in GOLDEN])
def test_golden_games_in_words(room, name, given, game, regenerate):
    text, path = str(replay(Settings(room, **given), game=game)), PLAYTHROUGHS / f"{room}_{name}.txt"
    if regenerate:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_every_mode_has_two_golden_games():
    played = [(room, given.get("mode", "base")) for room, _, given, _ in GOLDEN]
    assert all(played.count(mode) >= 2 for mode in MODES)


@pytest.mark.parametrize(("room", "mode"), MODES)
def test_the_last_step_is_the_end_of_the_game_played_by_hand(room, mode):
    settings = Settings(room, mode=mode, seed=8, rotate=True)
    again, table = replay(settings, game=5), Table(settings, game=5).play()
    assert again.row == table.row
    last = again.view(len(again) - 1)
    assert (last["over"], last["turn"]) == (True, again.row["game"]["length"])
    assert last["seats"] == table.view()["seats"]


def test_frames_tell_every_step_in_order(told):
    frames = told.frames
    assert len(frames) == len(told) == len(told.records)
    assert (frames[0].turn, frames[0].words) == (0, "Caps and cards are dealt.")
    assert [f.turn for f in frames] == sorted(f.turn for f in frames)
    assert {f.step for f in frames} >= {"deal", "win", "place", "collect", "stack", "draw", "end"}
    assert all(f.words for f in frames if f.step != "stack")  # to stop stacking needs no words
    names = told.settings.game_record.seat_colours
    assert all(f.words.startswith(names[f.seat - 1]) for f in frames if f.words and f.step not in ("deal", "end"))


def test_text_holds_every_step_once_under_its_turn(told):
    text = str(told)
    steps = [line.strip() for line in text.splitlines() if line.startswith("  ")]
    assert steps[: -told.settings.players] == [frame.words for frame in told.frames if frame.words]
    for turn in range(1, told.row["game"]["length"] + 1):
        assert text.count(f"\nTurn {turn}, ") == 1
    assert text.startswith("Top Pop, Base game, 3 players: seed 8, game 2.\nBlue (seat 1) plays greedy.\n")
    assert all(f"{seat['score']} points" in text for seat in told.row["seats"])


def test_a_seat_is_told_and_shown_only_what_it_knows(told):
    hidden = 0
    for k in range(len(told) - 1):
        for p, seat in enumerate(told.view(k, 1)["seats"]):
            for card in (*seat["hand"], *seat["front"], *seat["won"]):
                open_card = next(c for s in told.view(k)["seats"] for c in (*s["hand"], *s["front"], *s["won"]) if c["id"] == card["id"])
                is_secret = p != 0 if card in seat["hand"] else open_card["night"] and 0 not in open_card["known"]
                assert card["city"] == (None if is_secret else open_card["city"])
                hidden += is_secret
                if is_secret and open_card["night"] and card["id"] in told.view(k)["focus"] and told.frames[k].step != "draw":
                    assert open_card["city"] not in told.words(k, 1)
                    assert open_card["city"] in told.words(k)
    assert hidden > 0
    assert told.view(len(told) - 1, 1) == told.view(len(told) - 1)  # scoring opens the piles (TP-11)
    assert "Told as seat 1 knows it." in told.text(1)
    assert told.text(1) != told.text()


def test_rotation_turns_the_seats_not_the_deal():
    settings = Settings(players=3, seed=8, rotate=True, seats="greedy,random,weighted")
    games = [replay(settings, game=g) for g in (3, 4, 5)]
    assert [g.strategies for g in games] == [("greedy", "random", "weighted"), ("weighted", "greedy", "random"), ("random", "weighted", "greedy")]
    first = [[card["city"] for card in g.view(0)["seats"][0]["hand"]] for g in games]
    assert first[0] == first[1] == first[2]


def test_data_is_strict_json(told):
    data = json.loads(json.dumps(told.data(2), allow_nan=False))
    assert list(data) == ["settings", "game", "deal", "ended", "length", "seats", "as_seat", "frames"]
    assert (data["game"], data["as_seat"], len(data["frames"])) == (2, 2, len(told))
    assert list(data["frames"][0]) == ["k", "turn", "seat", "step", "words", "view"]
    assert sum(seat["win_share"] for seat in data["seats"]) == pytest.approx(1)
    assert data["frames"][9]["view"] == told.view(9, 2)


@pytest.mark.parametrize("seat", [0, 4, "x", 1.0, True])
def test_a_seat_that_is_not_at_the_table_is_refused(told, seat):
    for ask in (told.text, told.data, lambda s: told.view(0, s), lambda s: told.words(0, s)):
        with pytest.raises(SettingError, match="allowed is a whole number from 1 to 3"):
            ask(seat)


@pytest.mark.parametrize("game", [-1, 10**9, "x", 0.5, None])
def test_a_game_that_cannot_be_is_refused(game):
    with pytest.raises(SettingError, match="allowed is a whole number from 0"):
        replay(Settings(), game=game)


def test_a_changed_rule_is_named():
    text = str(replay(Settings(players=2, rules={"end_cards": 2})))
    assert "Changed rule: end_cards = 2 (printed 6)." in text
    assert "the end begins: hands and deck leave the game" in text
