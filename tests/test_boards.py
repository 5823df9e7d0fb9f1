"""Drawn tables: well-formed, everything on the table drawn once, nothing hidden shown, no text that is not escaped."""

import copy
import json
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from topstats import GAMES
from topstats.core.contract import SettingError
from topstats.figures.boards import BOARDS, PICTURES, css, sparkline, top_race
from topstats.figures.theme import COLOURS

BASE, TWO = BOARDS["top_pop", "base"], BOARDS["top_pop", "two_player"]
WIDTHS = (1240, 372)
NASTY = "<script>alert('x')</script>&\"</svg>"


def card(key, city: str | None, night: bool = False, known=(), stacks=(), **more) -> dict:
    return {"id": key, "city": city, "night": night, "known": list(known), "stacks": [list(s) for s in stacks], **more}


def table(players: int, seat: int = 0, step: str = "stack") -> dict:
    """A position that uses everything: stacks, night cards known and unknown, empty fronts and hands, all colours."""
    letters = [c.letter for c in COLOURS[:players]]
    seats = [{"colour": c, "strategy": "greedy", "supply": {}, "hand": [], "won": [], "front": [], "majority": 0, "variety": 0} for c in letters]
    front = [card(1, "Chicago", stacks=["BO", "OBB"]), card(2, None, True, [0, 1]), card(3, "San Francisco", True, [0, 1], ["B"])]
    seats[0] |= {"supply": {"B": 2, "O": 11}, "hand": [card(10, "Seattle"), card(11, None), card(12, None, True)], "front": front}
    seats[1] |= {"won": [card(20, "New York"), card(21, "New York"), card(22, None, True)], "majority": 4, "variety": 2, "front": [card(30, "Las Vegas")]}
    return {
        "players": players, "turn": 7, "seat": seat, "step": step, "event": "", "focus": [2], "deck": {"count": 9, "night": True},
        "middle": {c: 3 + k for k, c in enumerate(letters)}, "seats": seats,
    }  # fmt: skip


def company(colour: str, cards=(), seventh=None, **more) -> dict:
    empty = {"caps": 15, "closed": False, "points": None, "majority": 0, "variety": 0, "rank": None}
    return {"colour": colour, "cards": list(cards), "seventh": seventh, **empty, **more}


def table_for_two(step: str = "play") -> dict:
    blue = [card(1, "Chicago", face_down=False), card(2, "San Francisco", True, [0], face_down=True), card(3, None, True, [1], face_down=True)]
    full = [card(40 + k, "Seattle", face_down=False) for k in range(7)]
    return {
        "players": 2, "turn": 3, "seat": 1, "step": step, "event": "", "focus": [2], "deck": {"count": 0, "night": False},
        "companies": [
            company("B", blue, card(4, None, False, [1], face_down=True), caps=8, pays=[0, 4, 3, 3, 2, 2, 1]),
            company("O", full, card(50, "New York", True, [0], face_down=True), caps=0, closed=True, points=11, majority=7, variety=4, rank=1),
            company("Y"),
            company("P", pays=[4, 3, 3, 2, 2, 1]),
        ],
        "seats": [
            {"colour": "1", "strategy": "investor", "caps": {"B": 4, "O": 15}, "hand": [card(5, "St. Louis", face_down=False)], "points": None},
            {"colour": "2", "strategy": "greedy", "caps": {}, "hand": [card(6, None, face_down=False)], "points": 35},
        ],
    }  # fmt: skip


def local(element: ET.Element) -> str:
    return element.tag.rsplit("}", 1)[-1]


def cards_drawn(root: ET.Element) -> Counter:
    return Counter(e.get("data-card") for e in root.iter() if e.get("data-card"))


def said(root: ET.Element) -> list[str]:
    return ["".join(e.itertext()) for e in root.iter() if local(e) == "text"]


def caps_drawn(root: ET.Element) -> list[str]:
    return [e.get("class").removeprefix("cap c") for e in root.iter() if (e.get("class") or "").startswith("cap ")]


def held(view: dict, *places: str) -> list[dict]:
    return [c for s in view["seats"] for place in places for c in s[place]]


def ids(cards: list[dict]) -> Counter:
    return Counter(str(c["id"]) for c in cards)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_card_in_sight_is_drawn_once(players, width):
    view = table(players)
    assert cards_drawn(ET.fromstring(BASE(view, width))) == ids(held(view, "front", "hand"))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("players", [2, 5])
def test_every_cap_of_every_stack_is_drawn_once(players, width):
    view = table(players)
    groups = {e.get("data-card"): e for e in ET.fromstring(BASE(view, width)).iter() if e.get("data-card")}
    for c in held(view, "front"):
        assert caps_drawn(groups[str(c["id"])]) == [cap for stack in c["stacks"] for cap in stack]


@pytest.mark.parametrize("width", WIDTHS)
def test_after_the_game_the_piles_are_laid_out(width):
    view = table(5, step="end")
    for s in view["seats"]:
        s["front"], s["hand"] = [], []
    view["seats"][0]["won"] = [card(100 + k, "Seattle", k == 3) for k in range(40)]
    assert cards_drawn(ET.fromstring(BASE(view, width))) == ids(held(view, "won"))


def test_supplies_middle_deck_and_piles_are_counted():
    words = said(ET.fromstring(BASE(table(5), 1240)))
    assert "11" in words, "the supply of seat 1"
    assert {"3", "4", "5", "6", "7"} <= set(words), "caps in the middle"
    assert {"3 won", "NY 2", "night 1", "9"} <= set(words)
    assert "4 majority + 2 variety" in said(ET.fromstring(BASE(table(4), 1240)))


@pytest.mark.parametrize("width", WIDTHS)
def test_a_tower_in_the_middle_stays_drawable(width):
    view = table(2)
    view["middle"] = {"B": 400, "O": 0}
    root = ET.fromstring(BASE(view, width))
    assert len(caps_drawn(root)) < 40
    assert "400" in said(root)


@pytest.mark.parametrize("width", WIDTHS)
def test_what_a_viewer_may_not_see_is_not_in_the_drawing(width):
    shown = table(3)
    shown["seats"][0]["supply"] = {}
    hidden = copy.deepcopy(shown)
    shown["seats"][1]["won"][2]["city"] = "New Orleans"
    shown["seats"][0]["front"][1]["city"] = "St. Louis"
    shown["seats"][0]["hand"][1]["city"] = "Seattle"
    for city in ("New Orleans", "St. Louis"):
        assert city in BASE(shown, width)
        assert city not in BASE(hidden, width)
    assert BASE(shown, width).count("Seattle") == BASE(hidden, width).count("Seattle") + 1
    assert "city unknown" in said(ET.fromstring(BASE(hidden, width)))


def test_who_knows_a_night_card_is_said():
    view = table(3)
    view["seats"][0]["front"][1] |= {"city": "Chicago"}
    words = said(ET.fromstring(BASE(view, 1240)))
    assert "known to B O" in words
    assert "B O" in words, "with stacks on the card the letters stand beside the moon"


@pytest.mark.parametrize("draw", [BASE, TWO])
@pytest.mark.parametrize("step", ["end", NASTY], ids=["end", "nasty"])
@pytest.mark.parametrize("width", [*WIDTHS, "both"])
def test_names_cannot_break_out(draw, width, step):
    view = table(2) if draw is BASE else table_for_two()
    view |= {"step": step, "event": NASTY}
    for s in view["seats"]:
        s["strategy"], s["hand"] = NASTY, [card(70, NASTY, number=NASTY)]
    if draw is BASE:
        front = [card(NASTY, NASTY, stacks=[[NASTY]]), card(71, NASTY, True, [0])]
        view["seats"][0] |= {"colour": NASTY, "front": front, "won": [card(72, NASTY)]}
        view["seats"][1] |= {"front": [], "won": [card(73, NASTY)]}
    else:
        view["companies"][0] |= {"colour": NASTY, "cards": [card(73, NASTY, face_down=False)], "seventh": card(74, NASTY, True, face_down=True)}
    drawing = draw(view, width)
    ET.fromstring(drawing)
    assert "<script" not in drawing
    assert drawing.count("</svg>") == (2 if width == "both" else 1)


@pytest.mark.parametrize("draw", [BASE, TWO])
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_a_drawing_follows_the_page_or_stands_alone(draw, theme):
    drawing = draw(table(2) if draw is BASE else table_for_two(), 1240, theme)
    assert ("light-dark(" in drawing) == (theme == "auto")
    ET.fromstring(drawing)
    assert "http" not in drawing.replace("http://www.w3.org/2000/svg", ""), "nothing is fetched"


@pytest.mark.parametrize("draw", [BASE, TWO])
def test_both_holds_a_wide_and_a_narrow_drawing(draw):
    root = ET.fromstring(draw(table(2) if draw is BASE else table_for_two()))
    assert [e.get("viewBox").split()[2] for e in root.iter() if local(e) == "svg"] == ["1240", "372"]
    assert sum(local(e) == "style" for e in root.iter()) == 1


def test_wrong_width_and_theme_are_refused_in_words():
    with pytest.raises(SettingError, match="both, 1240 or 372"):
        BASE(table(2), 500)
    with pytest.raises(SettingError, match="auto, light or dark"):
        BASE(table(2), 1240, "pink")
    with pytest.raises(SettingError, match="auto, light or dark"):
        css("pink")


@pytest.mark.parametrize("draw", [BASE, TWO])
def test_drawing_changes_nothing_and_is_the_same_each_time(draw):
    view = table(4) if draw is BASE else table_for_two()
    before = json.dumps(view)
    assert draw(view) == draw(view)
    assert json.dumps(view) == before


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_narrow_drawing_begins_with_the_seat_that_acts(players):
    for seat in range(players):
        words = said(ET.fromstring(BASE(table(players, seat), 372)))
        assert next(w for w in words if w.startswith("Seat ")).startswith(f"Seat {seat + 1}")
        assert words.count("Stack") == 1
    assert "Stack" not in said(ET.fromstring(BASE(table(players, 0, "end"), 372)))


@pytest.mark.parametrize("draw", [BASE, TWO])
@pytest.mark.parametrize("width", WIDTHS)
def test_text_is_large_enough_to_read(draw, width):
    root = ET.fromstring(draw(table(5) if draw is BASE else table_for_two(), width))
    on_caps = {id(t) for e in root.iter() if (e.get("class") or "").startswith("cap ") for t in e.iter()}
    styles = {t.text: t.get("style") for t in root.iter() if id(t) not in on_caps and "font-size" in (t.get("style") or "")}
    sizes = {words: float(style.split("font-size:")[1].split("px")[0]) for words, style in styles.items()}
    assert len(sizes) > 10
    assert min(sizes.values()) >= 12


def test_the_table_is_described_in_words():
    label = ET.fromstring(BASE(table(3), 1240)).get("aria-label")
    assert "Seat 2 Orange: 6 points, cards in front 1, won 3." in label
    assert "seat 1 at step stack" in label


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_city_powers_stand_at_their_seat(players, width):
    view = table(players)
    power = {"city": "Chicago", "effect": "extra_cap", "brief": "+1 cap", "words": f"one more cap {NASTY}"}
    for seat in view["seats"]:
        seat |= {"powers": [], "bonus": 0}
    view["seats"][1] |= {"powers": [power, {**power, "city": "Las Vegas"}], "bonus": 3}
    view["powers"] = [{**power, "city": "Seattle"}]
    view["seats"][0]["front"][0]["leader"] = "O"
    root = ET.fromstring(BASE(view, width))
    words = said(root)
    assert words.count("Chi +1 cap") == words.count("LV +1 cap") == 1 and "Sea +1 cap" not in words
    assert "9 points" in words and bool({"4 majority + 2 variety + 3 powers", "4 + 2 + 3"} & set(words))
    label = root.get("aria-label")
    assert "won 3, power of Chicago: one more cap" in label and "Nobody has the power of Seattle." in label
    plain = ET.fromstring(BASE(table(players), width))
    assert float(root.get("viewBox").split()[3]) > float(plain.get("viewBox").split()[3])


def test_many_city_powers_fit_a_narrow_seat():
    view = table(3)
    cities = ("St. Louis", "New York", "Chicago", "Seattle", "Las Vegas")
    held = [{"city": city, "effect": "see_night", "brief": "sees night", "words": "looks"} for city in cities]
    view |= {"powers": []}
    view["seats"][1] |= {"powers": held, "bonus": 0}
    words = said(ET.fromstring(BASE(view, 372)))
    assert {"StL", "NY", "Chi", "Sea", "LV"} <= set(words) and not any("sees night" in w for w in words)


@pytest.mark.parametrize("width", WIDTHS)
def test_two_player_cards_caps_and_payouts(width):
    view = table_for_two()
    root = ET.fromstring(TWO(view, width))
    assert cards_drawn(root) == ids([c for k in view["companies"] for c in (*k["cards"], k["seventh"]) if c] + held(view, "hand"))
    words = said(root)
    assert words.count("seventh card") == 4
    standing = {"11 points \u00b7 1st", "7 majority + 4 variety", "35 points", "19 caps"}
    assert standing | {"no caps", "4 caps", "1 cap", "empty", "by seat 1"} <= set(words)
    assert words.count("15") == 3, "two full stacks, and the caps of orange at seat 1"
    assert Counter(caps_drawn(root))["Y"] == 15 + 1


def test_two_player_seats_are_numbers_and_the_one_who_acts_is_marked():
    drawing = TWO(table_for_two(), 1240)
    words = said(ET.fromstring(drawing))
    assert "Play" in words
    assert {"Seat 1investor", "Seat 2greedy"} <= set(words)
    assert "N" not in caps_drawn(ET.fromstring(drawing)), "no seat has a cap of its own"
    assert "Play" not in said(ET.fromstring(TWO(table_for_two("end"), 1240)))


@pytest.mark.parametrize("width", WIDTHS)
def test_two_player_hides_what_a_seat_may_not_see(width):
    view = table_for_two()
    assert "St. Louis" in TWO(view, width) and "San Francisco" in TWO(view, width)
    view["seats"][0]["hand"][0]["city"] = view["companies"][0]["cards"][1]["city"] = None
    assert "St. Louis" not in TWO(view, width) and "San Francisco" not in TWO(view, width)


def test_small_pictures_are_well_formed():
    assert set(PICTURES) == set(GAMES)
    for picture in PICTURES.values():
        assert ET.fromstring(picture()).get("aria-label")
    line = ET.fromstring(sparkline(table(3), [[0, 0, 4], [0, 2, 2], [0, 0, 0]]))
    assert sum(local(e) == "path" for e in line.iter()) == 3
    assert caps_drawn(line) == ["B", "O", "Y"], "the highest on top"


def test_lite_is_drawn_by_the_same_hand():
    assert BOARDS["top_pop", "lite"] is BASE


# ---- Top Race ----


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("mode", ["base", "tips", "stocks"])
@pytest.mark.parametrize(("step", "pit"), [(0, False), (40, False), (120, False), (-1, False), (120, True), (200, True)])
def test_a_race_is_drawn_with_every_car_and_card_once_and_nothing_hidden(width, theme, step, pit, mode):
    from topstats import Settings, replay

    seats = "trader,striker,random,gambler" if mode == "stocks" else "racer,striker,random,expert"
    told = replay(Settings("top_race", mode, players=4, seats=seats, seed=4, rules={"pit_stop": pit}), game=2)
    k = step % len(told)
    for seat in (None, 2):
        view = told.view(k, seat)
        view["seats"][0]["strategy"] = NASTY
        root = ET.fromstring(BOARDS["top_race", mode](view, width, theme))
        hands = [c for s in view["seats"] for c in s["hand"]]
        now = [view["card"]] if view["card"] else []
        piles = [c for s in view["seats"] for c in s["waiting"]] + view["box"] + (view["discard"][-1:] if pit else [])
        piles += view.get("offer", [])
        assert cards_drawn(root) == ids(hands + now + piles)
        drawn = Counter(e.get("data-car") for e in root.iter() if e.get("data-car"))
        on_track = [c["car"] for c in view["cars"] if c["status"] in ("racing", "broken")]
        placed, owned = [c["car"] for c in view["cars"] if c["place"]], [c["car"] for c in view["cars"] if c["owner"] is not None]
        assert drawn == Counter(on_track + placed + owned)
        hidden = sum(c["lines"] is None and c["pair"] is None for c in hands)
        others = sum(len(s["hand"]) for i, s in enumerate(view["seats"]) if i + 1 != seat)
        if mode == "stocks":  # what came from the offer is known, and there may be nothing else
            assert hidden == 0 if seat is None or view["over"] else hidden <= others
        else:
            assert hidden == 0 if seat is None else 0 < hidden <= others if pit else hidden == others  # what came by a stop is known
        if mode == "stocks":
            shown = [s["stocks"] for s in view["seats"]]
            assert all((held is None) == (seat not in (None, i + 1) and not view["over"]) for i, held in enumerate(shown))
            said = root.get("aria-label")
            assert [f"stocks Red {held[0]}, " in said for held in shown if held] == [True] * sum(held is not None for held in shown)
            assert said.count("stocks") == sum(held is not None for held in shown) and "Order of play: seats " in said
            assert sum(e.text == "?" for e in root.iter()) >= 6 * sum(held is None for held in shown)
        assert f"Seat 1 has {view['seats'][0]['money']:,}" in root.get("aria-label")


@pytest.mark.parametrize("held", [[15] * 6, None])
@pytest.mark.parametrize("w", [top_race.SIDE, top_race.NARROW - 2 * top_race.GAP])
def test_stocks_stand_within_their_panel(held, w):
    """Two digits for each of six cars, wide and on a phone."""
    drawn = ET.fromstring(f"<svg>{top_race._stocks(held, w)}</svg>")
    ends = [float(e.get("x")) + 8 * len(e.text) for e in drawn.iter("text")]
    assert len(ends) == 13 and max(ends) <= w - 6 and ends[1::2] == sorted(ends[1::2])
