"""A rule that is a file: a name, a path or the data themselves; the run keeps the data, and a link does not carry them."""

import base64
import json
import pickle
import re
from dataclasses import replace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests import toy_game
from topstats import registry
from topstats.cli import main
from topstats.cli.text import knob_table
from topstats.core.contract import Knob, SettingError
from topstats.core.datafile import MOST_BYTES, DataFile, _checked, json_of, rows_of
from topstats.dashboard import cards, jobs, links, session
from topstats.dashboard import draft as drafts
from topstats.report import words
from topstats.result import Result
from topstats.settings import Settings
from topstats.simulate import simulate

FOUR = {"name": "Tetra", "sides": 4}


def parse(text, name):
    data = json_of(text, name)
    if not isinstance(data, dict) or data.get("sides") not in range(2, 7):
        raise SettingError(f"die {name} is not possible: allowed are 2 to 6 sides.")
    return {"name": str(data.get("name", name)), "sides": data["sides"]}


@pytest.fixture(scope="module")
def dice(tmp_path_factory):
    """The toy game with a die from a file, in the registry."""
    folder = tmp_path_factory.mktemp("dice")
    (folder / "cube.json").write_text('{"name": "Cube", "sides": 6}')
    (folder / "coin.json").write_text('{"name": "Coin", "sides": 2}')
    file = DataFile(what="die", names={"cube": "Cube", "coin": "Coin"}, folder=str(folder), parse=parse)
    knob = Knob(name="die", label="Die", help="What is thrown.", rule="PG-01", kind="file", file=file, default="cube", group="Dice")

    def new(rules, players):
        states = toy_game.new(rules, players)
        states[0]["sides"] = file.data(rules["die"])["sides"]
        return states

    mode = replace(toy_game.BASE, knobs=(*toy_game.BASE.knobs, knob), engine=lambda: replace(toy_game.ENGINE, new=new))
    registry.GAMES["dice"] = replace(toy_game.GAME, name="dice", label="Dice", modes=(mode,))
    yield file
    del registry.GAMES["dice"]


@pytest.fixture
def path(tmp_path):
    found = tmp_path / "tetra.json"
    found.write_text(json.dumps(FOUR, indent=4))
    return found


def one_of_each(path):
    return [path, str(path), FOUR, json.dumps(FOUR), {**FOUR, "unknown": 1}]


def test_however_it_is_given_it_is_one_value(dice, path):
    runs = [Settings("dice", rules={"die": given}) for given in one_of_each(path)]
    assert len({s.hash for s in runs}) == 1 and len(set(runs)) == 1
    assert runs[0] == Settings("dice", rules=[f"die={path}"])
    assert runs[0].hash != Settings("dice").hash != Settings("dice", rules={"die": "coin"}).hash
    assert json.loads(runs[0].rules["die"]) == FOUR


def test_the_hash_is_of_the_content(dice, path):
    before = Settings("dice", rules={"die": path})
    path.write_text(json.dumps(FOUR | {"sides": 5}))
    after = Settings("dice", rules={"die": path})
    assert before.hash != after.hash and before.rules["die"] != after.rules["die"]


def test_settings_keep_the_data_when_the_file_is_gone(dice, path):
    s = Settings("dice", rules={"die": path}, n_games=200)
    path.unlink()
    assert s.to_dict()["rules"] == {"die": FOUR} == {"die": s.to_dict(full=True)["rules"]["die"]}
    assert Settings.from_dict(json.loads(json.dumps(s.to_dict()))) == s == pickle.loads(pickle.dumps(s)) == s.replace(seed=0)
    assert Settings("dice").to_dict(full=True)["rules"]["die"] == "cube", "of a built-in the name"


def test_the_engine_plays_with_it_and_a_saved_run_comes_back(dice, path, tmp_path):
    result = simulate(Settings("dice", rules={"die": path}, n_games=300))
    assert result.blocks["face"][:, :, 4:, 0].sum() == 0 < result.blocks["face"][:, :, 3, 0].sum(), "no throw of five or six"
    result.save(tmp_path / "run")
    path.unlink()
    again = Result.load(tmp_path / "run")
    assert again.settings == result.settings and np.array_equal(simulate(again.settings).blocks["face"], result.blocks["face"])
    assert json.loads((tmp_path / "run/meta.json").read_text())["settings"]["rules"]["die"] == FOUR


def test_in_words_it_is_its_name(dice, path):
    s = Settings("dice", rules={"die": path})
    assert s.changed_words == {"die": ("Tetra (own file)", "cube")}
    assert Settings("dice", rules={"die": "coin"}).changed_words == {"die": ("coin", "cube")}
    assert words.chips(s)[0] == "Die: Tetra (own file) (printed Cube)"
    result = simulate(s.replace(n_games=100))
    assert "--rule die=FILE" in words.command(result) and "--rule die=FILE" in words.replay_command(s, 3)
    assert "Die Tetra (own file) (printed Cube)" in words.footer(result)


def test_on_the_command_line_it_is_a_path(dice, path, capsys):
    assert main(["simulate", "dice", "--games", "100", "--rule", f"die={path}"]) == 0
    assert "Changed: die = Tetra (own file) (printed cube)" in capsys.readouterr().out
    assert main(["simulate", "dice", "--games", "100", "--json", "--rule", f"die={path}"]) == 0
    assert json.loads(capsys.readouterr().out)["settings"]["rules"]["die"] == FOUR
    assert "cube, coin or a file of one's own (JSON, at most 1,000,000 bytes)" in knob_table(registry.GAMES["dice"].modes[0], 3)
    assert main(["compare", "dice", "--games", "200", "--a", "die=coin", "--b", f"die={path}"]) == 0
    assert "die = Tetra (own file) (printed cube)" in capsys.readouterr().out
    assert main(["simulate", "dice", "--rule", "die=none.json"]) == 2
    assert "die none.json is not possible: there is no such file; allowed is cube, coin" in capsys.readouterr().err


BAD = {
    "a name that is not there": "sphere",
    "a folder": ".",
    "nothing": "",
    "no text": None,
    "a number": 6,
    "bad data": {"sides": 7},
    "a list": [4],
    "no finite number": {"sides": float("nan")},
    "no data": {"sides": {1, 2}},
    "bad JSON": '{"sides": 4',
    "a device": "/dev/zero",
    "too large": '{"name": "' + "x" * MOST_BYTES + '"}',
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_file_of_its_kind_is_refused(dice, case):
    with pytest.raises(SettingError) as refused:
        Settings("dice", rules={"die": BAD[case]})
    assert str(refused.value).endswith(".") and "\n" not in str(refused.value) and len(str(refused.value)) < 300


def test_an_upload_is_its_content(dice):
    assert dice.uploaded(json.dumps(FOUR).encode(), "x.json") == dice.value(FOUR)
    for content in (b"\xff\xff", b" " * (MOST_BYTES + 1), b"[]", b""):
        with pytest.raises(SettingError):
            dice.uploaded(content, "x.json")


def test_a_link_does_not_carry_it_and_says_so(dice):
    s = Settings("dice", rules={"die": FOUR, "target": 25})
    text = links.pack(s)
    assert len(text) < 400 and b"sides" not in base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    with pytest.raises(SettingError, match="die = Tetra .own file. is a file of its own, which does not travel in a link"):
        links.unpack(text)
    assert links.unpack(text, {links.digest(s.rules["die"]): s.rules["die"]}) == s, "but this process has it"
    assert links.unpack(links.pack(Settings("dice", rules={"die": "coin"}))).rules["die"] == "coin"


@pytest.mark.parametrize("value", ["PATH", FOUR, json.dumps(FOUR), 5, None, ["x"], {"file": ["x"]}, {"file": {}}])
def test_a_link_makes_nobody_read_a_file(dice, path, value):
    value = str(path) if value == "PATH" else value
    for rules in ({"die": value}, [f"die={value}"]):
        text = base64.urlsafe_b64encode(json.dumps({"game": "dice", "rules": rules}).encode()).decode()
        with pytest.raises(SettingError):
            links.unpack(text)


def test_a_draft_keeps_it(dice):
    draft = drafts.change(drafts.printed("dice"), ("rules", "die"), dice.value(FOUR))
    assert drafts.of(draft.settings()) == draft
    assert drafts.change(draft, ("players",), 2).rules["die"] == draft.rules["die"]
    assert not drafts.as_printed(draft, ("rules", "die")).rules


def test_equal_data_are_checked_once(dice):
    """Settings are copied at every turn of the page; a file must not be parsed each time."""
    value = dice.value({"name": "Once", "sides": 3})
    s = Settings("dice", rules={"die": value})
    seen = _checked.cache_info().misses
    for _ in range(20):
        s = s.replace(seed=s.seed + 1)
    assert _checked.cache_info().misses == seen


def test_csv_is_read_with_any_usual_mark():
    for mark in ",;\t":
        assert rows_of(f"a{mark} b\n\n{mark}\nc{mark}d\n", "x") == [["a", "b"], ["c", "d"]]


@pytest.fixture
def page(project, dice, monkeypatch):
    """The Balance page of the game with the die."""
    monkeypatch.setattr(jobs, "compile_engines", lambda: None)
    monkeypatch.setattr(cards, "to_watch", lambda job, rows: None)  # a game without a drawn table
    session.desk.clear()
    session.files.clear()
    app = AppTest.from_file(str(project / "app.py"), default_timeout=300).run()
    app._page_hash = app.session_state["pages"]["balance"]._script_hash
    app.query_params["s"] = links.pack(Settings("dice", n_games=200))
    return settled(app.run())


def settled(app):
    for job in list(session.desk()._jobs.values()):
        job.finished.wait(300)
    app.run()
    assert not app.exception
    return app


def given(app, content: bytes, name: str = "mine.json"):
    (box,) = app.file_uploader
    return settled(box.upload(name, content, "application/json").run())


def texts(app):
    return " ".join(re.sub(r"<[^>]+>", " ", part.proto.body) for part in app.get("html")).replace("\u00a0", " ")


def test_on_the_page_it_is_an_upload(page, dice):
    given(page, json.dumps(FOUR).encode())
    assert [b.label for b in page.button if b.key.startswith("chip")] == ["Die: Tetra (own file) · printed Cube"]
    assert "Tetra (own file)" in texts(page)
    link = page.query_params["s"]
    link = link[0] if isinstance(link, list) else link
    with pytest.raises(SettingError, match="does not travel in a link"):
        links.unpack(link)
    assert links.unpack(link, session.files()).rules["die"] == dice.value(FOUR)
    (die,) = (box for box in page.selectbox if box.label == "Die")
    assert die.value == dice.value(FOUR)
    settled(die.set_value("coin").run())
    assert [b.label for b in page.button if b.key.startswith("chip")] == ["Die: Coin · printed Cube"]


def test_on_the_page_a_bad_upload_is_refused_where_it_was_given(page):
    given(page, b'{"sides": 9}')
    assert [e.value for e in page.error] == ["die mine.json is not possible: allowed are 2 to 6 sides."]
    assert not [b for b in page.button if b.key.startswith("chip")], "nothing is changed"
    given(page, json.dumps(FOUR).encode())
    assert not page.error


def test_a_link_to_a_file_that_is_gone_says_so(page):
    page.query_params["s"] = links.pack(Settings("dice", rules={"die": FOUR}))
    settled(page.run())
    assert "does not travel in a link: choose it again in the setup" in page.warning[0].value


def test_this_process_remembers_so_many_files(dice, monkeypatch):
    monkeypatch.setattr(session, "MOST_FILES", 3)
    session.files.clear()
    values = [dice.value({"name": str(i), "sides": 4}) for i in range(5)]
    for value in values:
        session.keep(value)
    assert list(session.files().values()) == values[2:]
