"""The drawn track: everything that its file has, once; cars where they stand; heat with its numbers; and `topstats track`."""

import json
import random
import re
import xml.etree.ElementTree as ET

import pytest

from tests.making.random_track import random_track
from topstats import Settings, simulate
from topstats.cli import main
from topstats.core.contract import SettingError
from topstats.figures.boards.drawing import css
from topstats.figures.boards.race_cars import PAINTS
from topstats.figures.boards.top_race_track import Heat, layers, runs, track_css, track_figure, track_words
from topstats.games.top_race import track
from topstats.games.top_race.cards import COLOURS

NAMES = tuple(track.TRACKS.names)
WIDTHS = (1240, 372)
NASTY = "<b>&\"'</svg>"


def local(e: ET.Element) -> str:
    return e.tag.rsplit("}", 1)[-1]


def drawn(t: track.Track, width=1240, **more) -> ET.Element:
    return ET.fromstring(track_figure(t, theme="light", width=width, **more))


def spaces(root: ET.Element) -> list[str]:
    return [e.get("data-space") for e in root.iter() if e.get("data-space")]


def said(root: ET.Element) -> list[str]:
    return ["".join(e.itertext()) for e in root.iter() if local(e) == "text"]


def painted(root: ET.Element, look: str) -> int:
    """How many shapes have this in their style."""
    return sum(look in e.get("style", "") for e in root.iter() if local(e) == "path")


def titles(root: ET.Element) -> dict[str, str]:
    return {e.get("data-space"): e[0].text for e in root.iter() if e.get("data-space")}


@pytest.mark.rule("TR-62")
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_every_space_line_and_number_is_drawn_once(name, width):
    t = track.load(name)
    root = drawn(t, width)
    assert sorted(spaces(root)) == sorted(s.id for s in t.spaces)
    words = said(root)
    assert [w for w in words if re.fullmatch(r"Tip \d", w)] == ["Tip 1", "Tip 2", "Tip 3"]
    assert [w for w in words if w.isdigit()] == ["1", "2", "3", "4", "5", "6"]
    assert t.label in words and "Reconstruction, not the printed board" in " ".join(words)


@pytest.mark.rule("TR-62")
@pytest.mark.parametrize("name", NAMES)
def test_road_kerbs_tip_lines_start_spaces_and_finish_are_drawn(name):
    root, bare = drawn(track.load(name)), drawn(track.load(without_drawing(name)))
    looks = {"stroke:var(--tip)": 3, "stroke:var(--cell)": 6, "fill:var(--chess)": 1, "stroke:var(--kerb)": 1, "fill:none;stroke:var(--verge)": 1}
    assert {look: painted(root, look) for look in looks} == looks
    assert painted(bare, "stroke:var(--verge)") == 1, "of a file without edges a line around its spaces"


def without_drawing(name):
    return {k: v for k, v in track.TRACKS.data(name).items() if k not in ("road_edges", "lines", "scenery")}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_lies_outside_the_picture(name, width):
    t = track.load(name)
    n = len(t.spaces)
    root = drawn(t, width, cars={"red": 0, "blue": n - 1}, beside={"green": n // 2, "black": n // 2, "yellow": n // 3})
    _, _, w, h = map(float, root.get("viewBox").split())
    for e in root.iter():
        if local(e) == "path" and e.get("data-space"):
            for x, y in re.findall(r"([\d.-]+) ([\d.-]+)", e.get("d")):
                assert 0 < float(x) < w and 0 < float(y) < h
        if local(e) == "text" and e.get("x"):
            assert 0 <= float(e.get("x")) < w and 0 <= float(e.get("y")) <= h
    for e in root.iter():
        if e.get("data-car"):
            x, y = re.search(r"translate\(([\d.-]+) ([\d.-]+)\)", e[1].get("transform")).groups()
            assert 0 < float(x) < w and 0 < float(y) < h


def place(root: ET.Element, colour: str) -> tuple[float, float]:
    (car,) = [e for e in root.iter() if e.get("data-car") == colour]
    x, y = re.search(r"translate\(([\d.-]+) ([\d.-]+)\)", car[1].get("transform")).groups()
    return float(x), float(y)


@pytest.mark.rule("TR-62")
def test_a_car_stands_in_the_middle_of_its_space_and_a_broken_one_off_the_road():
    t = track.load("lake_lane")
    root = drawn(t, cars={"red": 40, "purple": 77}, beside={"green": 77})
    assert place(root, "red") == (t.spaces[40].x, t.spaces[40].y)
    x, y = place(root, "green")
    assert min(max(abs(x - u), abs(y - v)) for s in t.spaces for u, v in s.shape) > 7
    assert "Green, broken down" in ["".join(e.itertext()) for e in root.iter() if local(e) == "title"]
    aside = place(drawn(t, beside={"green": 77, "blue": 76}), "blue")
    assert abs(aside[0] - x) + abs(aside[1] - y) > 15, "two beside one row do not cover each other"


def test_a_start_number_makes_room_for_a_car():
    t = track.load("speed_street")
    words = said(drawn(t, cars={"red": t.start_spaces[4]}))
    assert "5" not in words and "R" in words and {"1", "2", "3", "4", "6"} <= set(words)


def test_a_long_track_stands_upright_on_a_phone():
    t = track.load("speed_street")
    wide, narrow = (list(map(float, drawn(t, w).get("viewBox").split()))[2:] for w in WIDTHS)
    assert wide[0] > wide[1] and narrow[0] < narrow[1]
    assert place(drawn(t, 372, cars={"red": 9}), "red") == (pytest.approx(t.height - t.spaces[9].y, abs=0.1), t.spaces[9].x)


@pytest.mark.rule("TR-62")
def test_heat_says_each_number_and_colours_by_it():
    t = track.load("desert_drive")
    values = [float(i == 5) * 400 + float(i == 6) * 100 for i in range(len(t.spaces))]
    root = drawn(t, heat=Heat("Blocked", values, unit="times"))
    told = titles(root)
    assert told[t.spaces[5].id].replace("\u00a0", " ") == f"Space {t.spaces[5].id}: 400 times"
    fills = {e.get("data-space"): e.get("style") for e in root.iter() if e.get("data-space")}
    assert fills[t.spaces[0].id] == "fill:var(--asphalt)", "nothing happened there"
    assert len({fills[t.spaces[i].id] for i in (0, 5, 6)}) == 3
    words = [w.replace("\u00a0", " ") for w in said(root)]
    assert {"Blocked", "0 times", "100 times", "400 times"} <= set(words), "the legend"
    assert f"Blocked, most: {t.spaces[5].id} 400 times, {t.spaces[6].id} 100 times" in root.get("aria-label").replace("\u00a0", " ")


def test_heat_without_anything_is_still_a_picture():
    t = track.load("speed_street")
    assert len(spaces(drawn(t, heat=Heat("Visits", [0] * len(t.spaces))))) == len(t.spaces)


def test_the_picture_is_told_in_words():
    t = track.load("speed_street")
    words = track_words(t, {"red": 3, "blue": 40}, None, {"green": 7})
    assert "54 rows and 145 spaces, one to 3 lanes wide. One lane only in rows 25-27, 40-41." in words
    assert words.index(f"Blue on {t.spaces[40].id}") < words.index(f"Red on {t.spaces[3].id}") and "Green broken down beside" in words
    assert drawn(t, cars={"red": 3}).get("role") == "img" and "Red on" in drawn(t, cars={"red": 3}).get("aria-label")
    assert runs([1, 2, 3, 5, 8, 9]) == ["1-3", "5", "8-9"] and runs([]) == []


def test_both_widths_and_both_themes():
    t = track.load("turbo_town")
    both = track_figure(t)
    assert both.count("<svg") == 2 and "light-dark(" in both
    light, dark = (track_figure(t, theme=theme, width=1240) for theme in ("light", "dark"))
    assert light != dark and "light-dark(" not in light + dark


def test_every_colour_of_the_drawing_is_in_its_style_sheet():
    for name in NAMES:
        body, w, h = layers(track.load(name), {c: 10 + i for i, c in enumerate(COLOURS)}, beside={"red": 3}, is_narrow=True)
        assert set(re.findall(r"var\(--(\w+)\)", body)) <= set(re.findall(r"--(\w+):", css() + track_css())) and w > 0 < h
    assert tuple(PAINTS) == COLOURS


def test_a_track_written_by_hand_or_by_chance_can_be_drawn():
    for seed in range(3):
        data = random_track(random.Random(seed))
        bare = {k: data[k] for k in ("name", "source", "confidence", "finish", "tip_lines", "level_tolerance", "start_spaces")}
        bare["spaces"] = [{k: s[k] for k in ("id", "row", "front", "back", "lane", "inside", "next", "x", "y")} for s in data["spaces"]]
        for one in (data, bare):
            for width in WIDTHS:
                assert len(spaces(drawn(track.load(one), width))) == len(data["spaces"])


def test_text_of_a_file_is_escaped():
    data = random_track(random.Random(5)) | {"name": NASTY, "source": NASTY}
    root = drawn(track.load(data))
    assert NASTY in said(root) and not [e for e in root.iter() if local(e) == "b"]


@pytest.mark.parametrize(
    "more",
    [{"cars": {"pink": 1}}, {"cars": {"red": 145}}, {"beside": {"red": -1}}, {"heat": Heat("x", [1, 2])}, {"theme": "pink"}, {"width": 5}],
)
def test_what_cannot_be_drawn_is_refused(more):
    with pytest.raises(SettingError):
        track_figure(track.load("speed_street"), **more)


@pytest.fixture
def run(capsys):
    def call(*args):
        code = main(["track", *map(str, args)])
        out, err = capsys.readouterr()
        if code == 2:
            assert err.startswith("topstats: ") and err.endswith(".\n") and err.count("\n") == 1
            assert err.lower().count("allowed is") + err.count("shows what is allowed") <= 1 and err.count("possible") <= 1
        return code, out, err

    return call


def test_tracks_are_listed(run):
    code, out, _ = run("list")
    assert code == 0 and re.search(r"turbo_town +70 ", out) and "Reconstruction, not the printed board" in out
    data = json.loads(run("list", "--json")[1])["tracks"]
    assert [t["name"] for t in data] == list(NAMES) and data[0]["single_lane_rows"] == [25, 26, 27, 40, 41] and data[3]["rows"] == 70
    assert run()[0] == 0, "topstats track alone says what it can"


@pytest.mark.rule("TR-61")
def test_a_file_is_checked(run, tmp_path):
    data = track.TRACKS.data("speed_street")
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data))
    code, out, _ = run("check", path)
    assert code == 0 and "can be played. Speed Street: 54 rows" in out
    data["tip_lines"] = [10, 23, 50]
    data["start_spaces"] = data["start_spaces"][:5]
    path.write_text(json.dumps(data))
    code, out, err = run("check", path)
    assert code == 2 and "5 start spaces" in out and "third tip line at 50" in out and "2 faults" in err
    code, out, _ = run("check", path, "--json")
    told = json.loads(out)
    assert code == 2 and not told["possible"] and len(told["complaints"]) == 2 and told["track"] is None
    assert run("check", tmp_path / "none.json")[0] == 2 and run("check", "speed_street")[0] == 0 and run("check")[0] == 2


@pytest.mark.rule("TR-62")
@pytest.mark.parametrize("ending", ["svg", "html"])
def test_a_track_is_drawn_into_a_file(run, tmp_path, ending):
    out = tmp_path / f"x.{ending}"
    code, said, _ = run("show", "lake_lane", "--out", out)
    text = out.read_text(encoding="utf-8")
    assert code == 0 and "Lake Lane: 54 rows" in said and text.count("<svg") == (1 if ending == "svg" else 2)
    assert not re.search(r'(?:src|href)="|@import|url\(', text), "needs no network"
    assert [p.name for p in tmp_path.iterdir()] == [out.name]
    if ending == "svg":
        ET.fromstring(text)
        assert json.loads(run("show", "lake_lane", "--out", out, "--theme", "dark", "--json")[1])["track"]["label"] == "Lake Lane"
        assert out.read_text(encoding="utf-8") != text
    else:
        assert "confidence: low" in text


@pytest.mark.parametrize(
    "args", [("monza", "--out", "x.svg"), ("lake_lane", "--out", "x.png"), ("lake_lane", "--out", "x.svg", "--theme", "pink"), ("lake_lane",)]
)
def test_what_cannot_be_shown_is_refused(run, tmp_path, monkeypatch, args):
    monkeypatch.chdir(tmp_path)
    assert run("show", *args)[0] == 2 and not list(tmp_path.iterdir())


def test_a_copy_is_the_track(run, tmp_path):
    assert run("show", "turbo_town", "--out", tmp_path / "mine.json")[0] == 0
    copied = track.load(tmp_path / "mine.json")
    assert copied.spaces == track.load("turbo_town").spaces and copied.name == "own"


# ---- heat from games ----


def test_track_show_heat_draws_what_simulate_finds(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["track", "show", "lake_lane", "--heat", "lost", "--games", "60", "--players", "3", "--seed", "2", "--out", "x.svg", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["heat"]
    run = simulate(Settings("top_race", players=3, rules={"track": "lake_lane"}, n_games=60, seed=2), extras=("spaces",))
    lost = run.table("space").set_index("space")["lost"]
    assert {r["category"]: r["value"] * 60 for r in said["spaces"]} == pytest.approx(lost.to_dict())
    assert "60 games of 3 players (racer)" in said["made"] and "confidence: low" in said["made"]
    titles = re.findall(r"<title>Space (\w+): ([\d.]+)</title>", (tmp_path / "x.svg").read_text())
    assert {space: float(n) for space, n in titles} == pytest.approx((lost / 60).round(2).to_dict(), abs=0.006)
    assert "Points lost a game, n 60" in (tmp_path / "x.svg").read_text()


def test_track_show_heat_of_a_saved_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run = simulate(Settings("top_race", n_games=40), extras=("spaces",))
    run.save("asked")
    simulate(Settings("top_race", n_games=5)).save("plain")
    assert main(["track", "show", "speed_street", "--heat", "visits", "--run", "asked", "--out", "y.html"]) == 0
    assert "40 games of 4 players" in capsys.readouterr().out
    assert "Visits a game, n 40" in (tmp_path / "y.html").read_text()
    refused = [
        (["--heat", "visits", "--run", "plain"], "saved with --extras spaces"),
        (["--heat", "visits", "--run", "nowhere"], "cannot be read"),
        (["--run", "asked"], "together with --heat"),
        (["--heat", "warmth"], "allowed is visits, time, blocks, lost"),
        (["--heat", "lost", "--games", "no"], "--games no is not possible"),
        (["--heat", "lost", "--players", "9"], "--players"),
    ]
    for options, why in refused:
        assert main(["track", "show", "speed_street", *options, "--out", "z.svg"]) == 2
        assert why in capsys.readouterr().err
        assert not (tmp_path / "z.svg").exists()
    assert main(["track", "show", "lake_lane", "--heat", "visits", "--run", "asked", "--out", "z.svg"]) == 2
    assert "no such numbers of this track" in capsys.readouterr().err
