"""Tracks of Top Race: the four that are built in, what a bad file is told, and random graphs."""

import copy
import json
import random

import pytest
from hypothesis import given
from hypothesis import settings as speed
from hypothesis import strategies as st

from tests.making import dump
from tests.making.designs import DESIGNS
from tests.making.random_track import random_track
from tests.making.tracks import build
from topstats.core.contract import SettingError
from topstats.core.datafile import MOST_BYTES
from topstats.games.top_race import track
from topstats.games.top_race.track_check import LAST_TIP, complaints
from topstats.settings import Settings

NAMES = tuple(track.TRACKS.names)


@pytest.fixture(scope="module")
def street() -> dict:
    return track.TRACKS.data("speed_street")


def changed(data: dict, **fields) -> dict:
    return {**copy.deepcopy(data), **fields}


def space(data: dict, name: str) -> dict:
    return next(s for s in data["spaces"] if s["id"] == name)


@pytest.mark.rule("TR-60")
@pytest.mark.parametrize("name", NAMES)
def test_a_built_in_track_is_what_the_rulebook_says_and_says_that_it_is_no_more(name):
    t = track.load(name)
    lanes = [len({s.lane for s in t.spaces if s.row == row}) for row in range(1, t.rows + 1)]
    assert len(t.start_spaces) == 6 and len(t.tip_lines) == 3 and {s.row for i in t.start_spaces for s in [t.spaces[i]]} == {1, 2}
    assert {c.kind for c in t.sections} == {"straight", "left", "right"} and max(lanes) <= (3 if name in ("speed_street", "lake_lane") else 4)
    assert 1 in lanes, "a bottleneck"
    assert any(s.side for s in t.spaces), "TR-12: a sideways change in a curve"
    assert t.source.startswith("Reconstruction, not the printed board") and t.confidence == "low" and t.source[:20] in t.note


@pytest.mark.rule("TR-60")
def test_turbo_town_is_the_longest_and_the_street_has_two_single_places():
    rows = {name: track.load(name).rows for name in NAMES}
    assert rows == {"speed_street": 54, "lake_lane": 54, "desert_drive": 54, "turbo_town": 70}
    assert Settings("top_race").rules["track"] == "speed_street", "for the first time"
    t = track.load("speed_street")
    single = [row for row in range(1, 55) if sum(s.row == row for s in t.spaces) == 1]
    assert single == [25, 26, 27, 40, 41]


@pytest.mark.rule("TR-20")
@pytest.mark.parametrize("name", NAMES)
def test_a_higher_number_is_better_placed(name):
    t = track.load(name)
    for a, b in zip(t.spaces, t.spaces[1:], strict=False):
        assert a.row <= b.row and (a.front < b.front or (a.front == b.front and a.inside > b.inside))
    for i, s in enumerate(t.spaces):
        assert all(j > i and t.spaces[j].front > s.front for j in s.next) and set(s.side) <= set(s.next)


@pytest.mark.rule("TR-11")
def test_on_a_straight_a_car_goes_ahead_or_diagonally(street):
    t = track.load("speed_street")
    ids = {s.id: s for s in t.spaces}
    assert [t.spaces[j].id for j in ids["1b"].next] == ["2a", "2b", "2c"] and ids["1b"].tips == 0
    assert {t.spaces[j].id for j in ids["1a"].next} == {"2a", "2b"} and not ids["1a"].side


@pytest.mark.rule("TR-12")
def test_in_a_curve_a_car_may_go_sideways_where_the_front_edge_is_further_ahead():
    t = track.load("speed_street")
    pairs = [(s, t.spaces[j]) for s in t.spaces for j in s.side]
    assert len(pairs) == 42
    assert all(b.front >= a.front + 0.3 - 1e-3 and b.lane != a.lane and b.back < a.front for a, b in pairs)


@pytest.mark.rule("TR-12")
def test_a_way_to_the_side_is_refused_where_the_front_edge_is_not_further_ahead(street):
    data = copy.deepcopy(street)
    for one, other in (("12b", "12c"), ("14b", "14c")):  # behind, and level
        for edges in ("next", "side"):
            space(data, one)[edges].append(other)
    found = complaints(data)
    assert any("space 12b: its edge to 12c does not lead forward (12 to 11.3333)" in one for one in found)
    assert any("space 14b: its edge to 14c does not lead forward (14 to 14)" in one for one in found)


@pytest.mark.rule("TR-40")
def test_a_line_is_passed_when_the_front_is_beyond_it():
    t = track.load("speed_street")
    tips = {s.id: s.tips for s in t.spaces}
    assert (tips["10a"], tips["11a"], tips["23b"], tips["24a"], tips["35c"], tips["36a"], tips["54a"]) == (0, 1, 1, 2, 2, 3, 3)


@pytest.mark.parametrize("name", DESIGNS)
def test_the_files_are_what_their_makers_make(name, tmp_path):
    dump(build(DESIGNS[name]), tmp_path / "made.json")
    made, file = json.loads((tmp_path / "made.json").read_text()), json.loads(track.TRACKS.text(name))
    drawing = ("road_edges", "scenery", "width", "height")
    assert {k: v for k, v in made.items() if k not in (*drawing, "spaces")} == {k: v for k, v in file.items() if k not in (*drawing, "spaces")}
    graph = ("id", "row", "lane", "inside", "back", "front", "next", "side")
    assert [[s[k] for k in graph] for s in made["spaces"]] == [[s[k] for k in graph] for s in file["spaces"]]
    for a, b in zip(made["spaces"], file["spaces"], strict=True):
        assert (a["x"], a["y"]) == pytest.approx((b["x"], b["y"]), abs=0.11)


# What is broken -> what the complaint must name.
def _no_way_in(d):
    for s in d["spaces"]:
        s["next"] = [n for n in s["next"] if n != "6b"]
        s["side"] = [n for n in s["side"] if n != "6b"]


BROKEN = {
    "cannot be reached": (_no_way_in, "space 6b: it cannot be reached from any start space"),
    "edge backwards": (lambda d: space(d, "5a")["next"].append("4a"), "space 5a: its edge to 4a does not lead forward (5 to 4)"),
    "edge to the side": (lambda d: space(d, "5a")["next"].append("5b"), "space 5a: its edge to 5b does not lead forward (5 to 5)"),
    "edge over a gap": (lambda d: space(d, "5a")["next"].append("7a"), "space 5a: its edge to 7a jumps over a gap"),
    "edge to nowhere": (lambda d: space(d, "5a")["next"].append("99x"), "space 5a: its edge to 99x leads to no space"),
    "edge twice": (lambda d: space(d, "5a")["next"].append("6a"), "space 5a: an edge is listed twice"),
    "five starts": (lambda d: d["start_spaces"].pop(), "5 start spaces, and at least 6 are needed"),
    "start twice": (lambda d: d["start_spaces"].append("1a"), "start space 1a: listed twice"),
    "start unknown": (lambda d: d["start_spaces"].append("7q"), "start space 7q: there is no such space"),
    "dead end": (lambda d: space(d, "5a").update(next=[]), "space 5a: a dead end"),
    "finish too early": (lambda d: space(d, "5a")["next"].append("FINISH"), "space 5a: it leads to the finish at 54 but ends at 5"),
    "tips out of order": (lambda d: d.update(tip_lines=[23.0, 10.0, 35.0]), "the tip lines 23, 10, 35 are out of order"),
    "tips equal": (lambda d: d.update(tip_lines=[10.0, 10.0, 35.0]), "out of order"),
    "third tip too late": (lambda d: d.update(tip_lines=[10.0, 23.0, 44.0]), "the third tip line at 44 lies within 10 rows of the finish at 54"),
    "tip before a start": (lambda d: d.update(tip_lines=[1.0, 23.0, 35.0]), "start space 2c: it lies ahead of the first tip line at 1"),
    "id twice": (lambda d: d["spaces"].append(dict(space(d, "5a"))), "space 5a: this id is used twice"),
    "no rank": (lambda d: space(d, "5a").update(inside=1), "spaces 5a and 5b: one front edge and one inside number"),
    "row missing": (lambda d: [s.update(row=s["row"] + 1) for s in d["spaces"] if s["row"] > 30], "in row 32, and no space is in row 31"),
    "row behind": (lambda d: space(d, "5a").update(row=4), None),
    "row ahead": (lambda d: space(d, "5a").update(row=6), "space 5b: it is in row 5, but 5a behind it is in row 6"),
    "reaches backwards": (lambda d: space(d, "5a").update(back=5.0), "space 5a: it reaches from 5 to 5"),
    "side not an edge": (lambda d: space(d, "5a").update(side=["6c"]), "space 5a: its sideways edge to 6c is not among its edges"),
    "no x": (lambda d: space(d, "5a").pop("x"), "space 5a: the field x is missing"),
    "row in words": (lambda d: space(d, "5a").update(row="five"), "space 5a: row is five, allowed is a whole number from 1 to 1000"),
    "row a yes": (lambda d: space(d, "5a").update(row=True), "space 5a: row is on"),
    "x infinite": (lambda d: space(d, "5a").update(x=float("inf")), "space 5a: x is inf"),
    "no name": (lambda d: d.update(name=" "), "the file: name is ' '"),
    "control letters": (lambda d: d.update(name="a\x1bb"), "the file: name is"),
    "no spaces": (lambda d: d.update(spaces=[]), "the file: spaces is"),
    "space no table": (lambda d: d.update(spaces=[5]), "the file: spaces is"),
    "other format": (lambda d: d.update(format="x/2"), "format is x/2, allowed is top-race-track/1"),
    "section kind": (lambda d: d["sections"][0].update(kind="up"), "section 1: kind is up"),
    "scenery kind": (lambda d: d["scenery"][0].update(kind="ufo"), "scenery 1: kind is ufo"),
    "a line of one point": (lambda d: d["lines"].update(tip1=[[1, 2]]), "lines is"),
}  # fmt: skip


@pytest.mark.rule("TR-61")
@pytest.mark.parametrize("case", BROKEN)
def test_a_bad_file_is_told_what_is_wrong_and_where(street, case):
    data = copy.deepcopy(street)
    spoil, expected = BROKEN[case]
    spoil(data)
    found = complaints(data)
    if expected is None:  # a row that is level with the one before breaks no promise
        assert not found
        return
    assert any(expected in one for one in found), found
    if case != "x infinite":  # which is no JSON
        with pytest.raises(SettingError, match="TR-61") as refused:
            track.load(data)
        assert str(refused.value).count(".") >= 1 and found[0] in str(refused.value)


@pytest.mark.rule("TR-61")
def test_a_tail_without_a_way_to_the_finish_is_named(street):
    data = copy.deepcopy(street)
    for s in data["spaces"]:
        if s["id"] == "54a":
            s["next"] = ["54b"]
    assert any("space 54a: its edge to 54b does not lead forward" in one for one in complaints(data))


@pytest.mark.rule("TR-61")
def test_the_longest_move_must_fit_the_engine():
    wide = random_track(random.Random(1))
    lanes = 8
    spaces = [
        {"id": f"{row}{'abcdefgh'[k]}", "row": row, "front": float(row), "lane": k, "inside": k, "x": row * 30, "y": k * 18, "next": []}
        for row in range(1, 31)
        for k in range(lanes)
    ]
    by = {s["id"]: s for s in spaces}
    for s in spaces:
        k = "abcdefgh".index(s["id"][-1])
        ends = [f"{s['row'] + 1}{'abcdefgh'[j]}" for j in (k - 1, k, k + 1) if 0 <= j < lanes]
        s["next"] = ends if ends[0] in by else ["FINISH"]
    data = {k: wide[k] for k in ("name", "source", "confidence")} | {"finish": 30, "tip_lines": [5, 10, 15], "spaces": spaces}
    found = complaints(data | {"start_spaces": [f"1{c}" for c in "abcdefgh"]})
    assert any(one.startswith("space 1a: 10 steps lead 80 places on") or "10 steps lead" in one for one in found) and all("64" in one for one in found)


@given(st.integers(0, 2**32), st.sampled_from((24, 40, 60)))
@speed(max_examples=60)
def test_random_tracks_are_possible_and_stay_themselves(seed, rows):
    data = random_track(random.Random(seed), rows)
    assert complaints(data) == []
    value = track.TRACKS.value(data)
    t = track.load(value)
    assert track.TRACKS.value(json.dumps(data, indent=3)) == value and track.load(json.loads(value)) == t
    random.Random(seed).shuffle(data["spaces"])  # the order of the file does not matter
    assert track.TRACKS.value(data) == value
    road = t.road
    for i, s in enumerate(t.spaces):
        assert [i + 1 + k for k in range(64) if int(road.first[i]) >> k & 1] == list(s.next)
        assert road.is_last[i] == s.is_last and road.crosses[i] == (1 if s.is_last else 1 + min(road.crosses[j] for j in s.next))


def _damage(data: dict, rng: random.Random) -> str:
    """Break one thing that a track needs; what it was."""
    s = rng.choice(data["spaces"])
    kind = rng.choice(("edge", "front", "drop", "starts", "tips", "field"))
    if kind == "edge":
        behind = [o["id"] for o in data["spaces"] if o["front"] <= s["front"]]
        s["next"] = [*s["next"], rng.choice(behind)][-5:]
    elif kind == "front":
        s["front"] = s.get("back", 0) - rng.random()
    elif kind == "drop":
        data["spaces"].remove(s)
        if not any(s["id"] in o["next"] for o in data["spaces"]) and s["id"] not in data["start_spaces"]:
            return ""  # an end that nobody drove to
    elif kind == "starts":
        data["start_spaces"] = data["start_spaces"][: rng.randint(0, 5)]
    elif kind == "tips":
        data["tip_lines"] = rng.choice((data["tip_lines"][::-1], [*data["tip_lines"][:2], data["finish"] - rng.uniform(0, LAST_TIP)]))
    else:
        s[rng.choice(("id", "row", "front", "lane", "inside", "next", "x", "y"))] = rng.choice((None, [], {}, "", -1e12, [[]], True))
    return kind


@pytest.mark.rule("TR-61")
@given(st.integers(0, 2**32))
@speed(max_examples=150)
def test_no_damage_escapes_the_check_and_none_breaks_it(seed):
    rng = random.Random(seed)
    data = random_track(rng, 24)
    kind = _damage(data, rng)
    found = complaints(data)
    assert bool(found) == bool(kind) or kind == "field", (kind, found)
    assert all(":" in one and "\n" not in one for one in found)
    if found:
        with pytest.raises(SettingError):
            track.load(data)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=5), lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text(max_size=5), v)))
@speed(max_examples=60)
def test_whatever_is_no_track_is_refused_in_words(data):
    assert complaints(data)
    if isinstance(data, (dict, list)):
        with pytest.raises(SettingError):
            track.load(data)


@pytest.mark.rule("TR-61")
def test_a_track_written_by_hand_needs_only_what_matters():
    def one(row, lane, *ends):
        return {"id": f"{row}{'ab'[lane]}", "row": row, "front": row, "lane": lane, "inside": lane, "x": 30 * row, "y": 20 * lane, "next": list(ends)}

    spaces = [one(row, lane, f"{row + 1}a", f"{row + 1}b") for row in range(1, 20) for lane in (0, 1)] + [one(20, k, "FINISH") for k in (0, 1)]
    head = {"name": "Two lanes", "source": "mine", "confidence": "sure", "finish": 20, "tip_lines": [4, 6, 9]}
    t = track.load(head | {"start_spaces": ["1a", "1b", "2a", "2b", "3a", "3b"], "spaces": spaces})
    assert (t.name, t.label, t.rows, len(t.spaces)) == ("own", "Two lanes", 20, 40)
    assert t.spaces[0].id == "1b" and t.spaces[0].back == 0 and t.spaces[0].heading == 0 and len(t.spaces[0].shape) == 4, "drawn though it has no outline"


def test_files_that_are_no_track_are_refused(tmp_path):
    cases = {
        "none.json": (None, "there is no such file"),
        "text.txt": (b"{}", r"a file ends with \.json"),
        "bytes.json": (b"\xff\xfe\x00", "is no text"),
        "comma.json": (b'{"a": 1,}', "is no JSON"),
        "nan.json": (b'{"a": NaN}', "NaN is no number"),
        "twice.json": (b'{"a": 1, "a": 2}', "the field a stands twice"),
        "deep.json": (b"[" * 50 + b"]" * 50, "nested too deeply"),
        "deeper.json": (b"[" * 90_000, "is no JSON"),
        "large.json": (b" " * (MOST_BYTES + 1), "too large"),
        "list.json": (b"[1]", "the file is no table"),
    }
    for name, (content, expected) in cases.items():
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(SettingError, match=expected):
            track.load(path)
    for other in ("monza", "", None, 5, tmp_path, "/dev/zero", "a\0b.json"):
        with pytest.raises(SettingError):
            track.load(other)
