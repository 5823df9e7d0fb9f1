"""Top It told and played by hand: golden games, positions that come back, the same game in every way."""

import json
from pathlib import Path

import pytest

from topstats import Settings, Table, replay, simulate

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
GOLDEN = [
    ("3_players", {"players": 3, "seed": 1, "seats": "rows,any,cover"}, 0),
    ("teams_and_plans", {"players": 4, "seed": 3, "seats": "late,rows:skill=child,random:blunder=0.5,spread:skill=word_lover", "rotate": True,
                         "rules": {"team_size": "1,2,1,1", "target": 30}}, 2),
]  # fmt: skip
RUNS = [Settings("top_it", players=3, seed=5), Settings("top_it", **GOLDEN[1][1])]


@pytest.mark.parametrize(("name", "given", "game"), GOLDEN, ids=[g[0] for g in GOLDEN])
def test_golden_games_in_words(name, given, game, regenerate):
    text, path = str(replay(Settings("top_it", **given), game=game)), PLAYTHROUGHS / f"top_it_base_{name}.txt"
    if regenerate:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("settings", RUNS, ids=["plain", "teams"])
def test_a_position_is_plain_json_and_comes_back_at_every_decision(settings: Settings):
    table, k = Table(settings, game=2), 0
    while not table.over:
        if k % 9 == 0:
            again = Table(settings, position=json.loads(json.dumps(table.state(), allow_nan=False)))
            assert again.state() == table.state()
            assert (again.to_act, again.decision, again.options(), again.choose()) == (table.to_act, table.decision, table.options(), table.choose())
            assert again.view(1) == table.view(1)
        table.apply(table.choose())
        k += 1
    assert Table(settings, position=table.state()).row == table.row == replay(settings, game=2).row


@pytest.mark.parametrize("settings", RUNS, ids=["plain", "teams"])
def test_a_game_by_hand_is_the_game_of_the_run(settings: Settings):
    n = settings.players + 1
    result = simulate(settings.replace(n_games=n), workers=1)
    for game in range(n):
        row = Table(settings, game=game).play().row
        assert list(row["game"].values()) == result.blocks["game"][game].tolist()[: len(row["game"])]
        assert [list(seat.values()) for seat in row["seats"]] == result.blocks["seat"][game].tolist()


def test_the_words_say_when_and_by_whom_and_views_count_the_points():
    told = replay(RUNS[0])
    for k, frame in enumerate(told.frames):
        if frame.step == "name":
            clock = frame.view["clock"]
            assert frame.words.startswith(f"At {clock['round_s'] - clock['left_s']:.2f} s {told.settings.game_record.seat_colours[frame.seat - 1]} names ")
        if frame.step == "score":
            points = ", ".join(f"{c} {s['score']}" for c, s in zip(("Blue", "Orange", "Yellow"), frame.view["seats"], strict=True))
            assert f"In all: {points}." in frame.words
            before = told.view(k - 1)["seats"]
            assert [s["score"] for s in before] == [s["score"] for s in frame.view["seats"]], "counting changes no points that lie on the table"
    assert [s["score"] for s in told.view(len(told) - 1)["seats"]] == [s["score"] for s in told.row["seats"]]
