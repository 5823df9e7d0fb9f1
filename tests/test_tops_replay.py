"""Tops told and drawn: two golden games in words, what a seat is told, the drawn table."""

import copy
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from topstats.figures import score_time
from topstats.figures.boards import BOARDS, PICTURES
from topstats.games.tops import GAME
from topstats.replay import replay
from topstats.settings import Settings
from topstats.table import Table

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
GOLDEN = [
    ("2_players", {"players": 2, "seed": 1}, 0),
    (
        "4_players_mixed",
        {"players": 4, "seed": 2, "seats": "planner:hands=child,random,last_moment,careless:blunder=0.05", "rotate": True, "rules": {"knock": 0.3}},
        5,
    ),
]
NASTY = "<script>alert('x')</script>&\"</svg>"
draw = BOARDS["tops", "base"]


@pytest.fixture(scope="module")
def told():
    return replay(Settings(game="tops", players=3, seed=8, seats="planner,early,last_moment"), game=2)


@pytest.mark.parametrize(("name", "given", "game"), GOLDEN, ids=[g[0] for g in GOLDEN])
def test_golden_games_in_words(name, given, game, regenerate):
    text, path = str(replay(Settings(game="tops", **given), game=game)), PLAYTHROUGHS / f"tops_base_{name}.txt"
    if regenerate:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_a_round_is_told_under_one_heading_and_the_end_in_tokens(told):
    text = str(told)
    for number in range(1, told.row["game"]["length"] + 1):
        assert text.count(f"\nRound {number}\n") == 1
    assert f"After {told.row['game']['length']} rounds (normal end):" in text and "5 tokens, wins" in text and "points" not in text
    assert [f.turn for f in told.frames] == sorted(f.turn for f in told.frames)
    assert {f.step for f in told.frames} == {"deal", "spin", "place", "stop", "result", "take", "end"} and all(f.words for f in told.frames)


def test_the_last_step_is_the_end_of_the_game_played_by_hand(told):
    table = Table(told.settings, game=2).play()
    assert told.row == table.row and told.view(len(told) - 1)["seats"] == table.view()["seats"]


def test_a_seat_is_told_and_shown_its_own_objectives_alone(told):
    k = next(k for k, f in enumerate(told.frames) if f.step == "spin")
    openly, mine = told.view(k), told.view(k, 2)
    assert [seat["objectives"] for seat in mine["seats"]] == [[None, None], openly["seats"][1]["objectives"], [None, None]]
    others = [card for p in (0, 2) for card in openly["seats"][p]["objectives"]]
    assert "Seat 2 plays for" in told.words(k, 2) and not any(card in told.words(k, 2) for card in others)
    assert all(card in told.words(k) for card in others)
    json.dumps(told.data(2), allow_nan=False)


def test_a_seat_sees_the_rest_of_a_spin_as_it_judges_it(told):
    k = next(k for k, f in enumerate(told.frames) if f.step == "place")
    S = told.records[k]
    for p in range(3):
        for t, top in enumerate(told.view(k, p + 1)["tops"]):
            left = int(S.stops[t] - S.clock)
            assert top["left_s"] == (None if left <= 0 else round((left * int(S.factor[p, t]) >> 20) / 1e6, 2))


# ---- the drawn table ----


def said(svg: str) -> list[str]:
    return ["".join(e.itertext()) for e in ET.fromstring(svg).iter() if e.tag.rsplit("}", 1)[-1] == "text"]


@pytest.mark.parametrize("width", [1240, 372])
def test_every_step_is_drawn_and_every_disc_on_a_top_once(told, width):
    for k in range(0, len(told), 7):
        view = told.view(k)
        root = ET.fromstring(draw(view, width, "light"))
        assert sum(e.get("class") == "disc" for e in root.iter()) == sum(len(top["stack"]) for top in view["tops"])
        words = said(draw(view, width, "light"))
        assert [w for w in words if w.startswith("Top ")] == ["Top 1", "Top 2", "Top 3"] and f"{view['clock_s']:.1f} s" in words[-1] + "".join(words)
        assert [w.split()[0] for w in words if w.endswith((" token", " tokens")) and w[0].isdigit()] == [str(seat["score"]) for seat in view["seats"]]


def test_what_a_seat_does_not_know_is_not_drawn(told):
    k = next(k for k, f in enumerate(told.frames) if f.step == "spin")
    assert said(draw(told.view(k, 2), 1240)).count("?") == 4 and "?" not in said(draw(told.view(k), 1240))


def test_text_is_escaped_and_the_drawing_has_words(told):
    view = copy.deepcopy(told.view(20))
    view["seats"][0]["strategy"] = view["seats"][1]["strategy"] = NASTY
    for width in (1240, 372, "both"):
        svg = draw(view, width)
        assert "<script" not in svg and "&lt;script" in svg
    label = ET.fromstring(draw(view, 1240)).get("aria-label")
    assert label.startswith(f"Tops table, round {view['turn']}") and "Seat 3:" in label
    ET.fromstring(PICTURES["tops"]())


def test_tokens_over_the_rounds(told):
    fig = score_time([f.view for f in told.frames], 10, "light", GAME.modes[0].turn_word, "tokens")
    assert fig.layout.xaxis.title.text == "round" and fig.layout.yaxis.title.text == "tokens"
    ends = [list(trace.y)[-1] for trace in fig.data if trace.type == "scatter" and trace.mode == "lines"]
    assert ends == [seat["score"] for seat in told.row["seats"]]
