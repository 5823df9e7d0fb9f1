"""A report: the numbers are the run's, the same run gives the same bytes, and what people type is never markup nor a formula."""

import base64
import csv
import io
import re
import shlex
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from html.parser import HTMLParser

import pandas as pd
import pytest

import topstats.cli
from tests import toy_game
from topstats import Result, Settings, compare, registry, simulate
from topstats.core.contract import SettingError
from topstats.report import report
from topstats.report.sheets import sheet_of
from topstats.report.words import command
from topstats.stats.compare import compare_results
from topstats.stats.compared import family, headline
from topstats.stats.metrics import metrics_of

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
CHANGED = Settings(
    n_games=400, players=4, seed=11, rotate=True, rules={"end_cards": 5, "start_caps": "2,2,1,3"}, seats="greedy,greedy,random,weighted:variety=2:blunder=0.1"
)


@pytest.fixture(scope="module")
def printed():
    return simulate(Settings(n_games=400, players=3, seed=5), workers=1, extras=("lead_changes",))


@pytest.fixture(scope="module")
def changed():
    return simulate(CHANGED, workers=1)


@pytest.fixture(scope="module")
def two_player():
    return simulate(Settings(mode="two_player", n_games=200), workers=1)


@pytest.fixture(scope="module")
def page(printed):
    return report([printed], made=NOON)


def plain(page):
    """The words of a page as a reader sees them."""
    body = re.sub(r"<(script|style).*?</\1>", " ", page, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).replace("\u00a0", " ").split())


class Tags(HTMLParser):
    """All elements of a page with their attributes."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def test_the_answer_comes_first_and_every_metric_with_its_finding(printed, page):
    words = plain(page)
    found = [metric.finding(metric.compute(printed)).rstrip(".") for metric in metrics_of(printed)]
    assert len(found) >= 10
    assert all(finding in words for finding in found)
    assert re.search(r"<h1[^>]*>(.*?)</h1>", page)[1].replace("\u00a0", " ") == found[0]
    assert all(text in words for text in printed.settings.mode_record.assumptions)
    assert "400 games, seed 5" in words
    assert f"topstats {printed.meta['version']}" in words
    assert "All rules as printed" in words


def test_every_number_has_its_interval_and_n(printed, page):
    """The win shares and scores of each seat stand there with what is uncertain about them."""
    words = plain(page)
    tables = {metric.name: metric.compute(printed) for metric in metrics_of(printed)}
    for r in tables["win_by_seat"].itertuples():
        assert f"Seat {r.seat} {100 * r.win_share:.1f} % {100 * r.win_low:.1f} to {100 * r.win_high:.1f} %" in words
    for r in tables["score_by_seat"].itertuples():
        assert f"Seat {r.seat} {r.mean:.2f} {r.mean_low:.2f} to {r.mean_high:.2f} {r.q05}" in words


@pytest.mark.parametrize("run", ["printed", "changed", "two_player"])
def test_a_table_leaves_no_number_without_interval_and_n(run, request):
    result = request.getfixturevalue(run)
    for metric in metrics_of(result):
        table = metric.compute(result)
        sheet = sheet_of(table, metric.kind)
        text = " ".join([sheet.note, *sheet.head])
        cells = [cell for half in sheet.halves for row in half for cell in row]
        assert re.search(r"\bn\b", text), metric.name
        intervals = sum(" to " in line for cell in cells for line in (cell.text, *cell.below))
        quantiles = 5 * len(table) if metric.kind == "spread" else 0
        assert intervals == len(table) + quantiles, metric.name
        assert all("nan" not in cell.text for cell in cells)


def test_a_long_table_is_set_in_two_halves_and_loses_no_row():
    table = pd.DataFrame({"value": range(31), "games": 1, "share": 1 / 31, "low": 0.0, "high": 0.1, "n": 31})
    sheet = sheet_of(table, "histogram")
    assert [len(half) for half in sheet.halves] == [16, 15]
    assert [row[0].text for half in sheet.halves for row in half] == [str(v) for v in range(31)]


def test_what_is_nobodys_has_a_column_of_its_own():
    seats = pd.array([1, 2, None], dtype="Int64")
    table = pd.DataFrame({"seat": seats, "category": "Blue", "label": ["Caps", "Caps", "Cards"], "value": [7.0, 8.0, 9.0], "unit": "mean"})
    sheet = sheet_of(table.assign(low=table["value"] - 1, high=table["value"] + 1, n=50), "bars")
    assert sheet.head == ("What", "Seat 1", "Seat 2", "All")
    assert [[cell.text for cell in row] for row in sheet.halves[0]] == [["Blue, Caps", "7.00", "8.00", ""], ["Blue, Cards", "", "", "9.00"]]
    assert sheet.halves[0][1][3].below == ("8.00 to 10.00",)


def test_a_kind_that_is_not_known_is_shown_as_it_is():
    sheet = sheet_of(pd.DataFrame({"seat": [1, 2], "thing_low": [0.5, float("nan")], "n": [10, 10]}), "new kind")
    assert sheet.head == ("Seat", "Thing low", "n")
    assert [[cell.text for cell in row] for row in sheet.halves[0]] == [["1", "0.500", "10"], ["2", "–", "10"]]


def test_what_is_rare_is_not_nothing():
    table = pd.DataFrame({"value": [1], "games": [1], "share": [0.00005], "low": [0.00001], "high": [0.0003], "n": [20_000]})
    assert [cell.text for cell in sheet_of(table, "histogram").halves[0][0]] == ["1", "1", "0.005 %", "0.001 to 0.030 %"]


def test_what_differs_from_the_printed_game_is_told(changed):
    text = report([changed], made=NOON)
    chips = [unescape(c).replace("\u00a0", " ") for c in re.findall(r"<li>(.*?)</li>", text.split('class="chips"')[1].split("</ul>")[0])]
    assert chips == [
        "Caps at the start: 2, 2, 1, 3 (printed 1, 2, 1, 3)",
        "Cards that trigger the end: 5 (printed 6)",
        "Seat 3: random (usual greedy)",
        "Seat 4: weighted, variety 2, 10 % mistakes (usual greedy)",
    ]
    assert text.count('<tr class="changed">') == 2
    assert "each deal played once from every seat" in plain(text)
    assert "greedy wins" in re.search(r"<h1.*?</h1>", text)[0], "with rotation the strategies come first"


def test_the_command_plays_the_same_games_again(changed, two_player, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for result in (changed, two_player):
        program, *words = shlex.split(command(result))
        assert program == "topstats"
        words[-1] = result.settings.hash
        assert topstats.cli.main(words) == 0
        again = Result.load(result.settings.hash)
        assert again.settings == result.settings
        assert again.tally.to_dict() == result.tally.to_dict()
        told = report([result], made=NOON)
        assert unescape(told).count(command(result)) == 1
    capsys.readouterr()


def test_the_commands_of_games_to_watch_tell_them(changed, capsys):
    text = report([changed], made=NOON)
    lines = [unescape(c) for c in re.findall(r"<pre>(topstats replay.*?)</pre>", text)]
    assert len(lines) == 3
    assert topstats.cli.main(shlex.split(lines[0])[1:]) == 0
    out = capsys.readouterr().out
    longest = changed.extremes(1).iloc[0]
    assert f"game {longest['game']}" in out.lower()


def test_the_same_run_gives_the_same_bytes_but_for_the_stamp(printed, tmp_path):
    again = simulate(printed.settings, workers=2, chunk=37, extras=("lead_changes",))
    one = report([Result.load(printed.save(tmp_path / "run"))], made=NOON).splitlines()
    other = report([again], made=datetime(2027, 5, 6, tzinfo=UTC)).splitlines()
    assert len(one) == len(other)
    differing = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    assert len(differing) == 1
    assert all('class="stamp"' in line for line in differing[0])
    assert report([printed], made=NOON) == report([printed], made=NOON)


def test_there_is_one_plotly_and_nothing_of_the_network(page):
    tags = Tags(page).found
    assert len(re.findall(r"plotly\.js v\d", page)) == 1
    links = [(tag, attrs[a]) for tag, attrs in tags for a in ("src", "href", "action", "data") if a in attrs]
    assert links
    assert all(tag == "a" and link.startswith(("data:text/csv", "#")) for tag, link in links)
    assert "default-src 'none'" in page
    config = re.search(r'id="config">(.*?)</script>', page)[1]
    assert '"modeBarButtonsToRemove":["sendChartToCloud"]' in config
    assert '"showSendToCloud":false' in config


def test_ids_are_told_apart(printed, changed):
    ids = [attrs["id"] for _, attrs in Tags(report([printed, changed, printed], made=NOON)).found if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert "run3-win_by_seat" in ids


HOSTILE = '</script><script>alert("x")</script><img src=x onerror=alert(1)>'


@contextmanager
def hostile_game():
    """A game whose every name was typed by somebody with bad intentions; gives the name of a strategy."""
    mode = toy_game.BASE
    bad = replace(mode.strategies[0], name="=cmd|' /C calc'!A0", idea=HOSTILE)
    columns = tuple(replace(c, label=HOSTILE) if c.name in ("length", "busts", "triggered") else c for c in mode.columns)
    knobs = (replace(mode.knobs[0], label=HOSTILE), *mode.knobs[1:])
    modes = (replace(mode, label=HOSTILE, columns=columns, knobs=knobs, strategies=(bad, *mode.strategies[1:]), assumptions=(HOSTILE,)),)
    registry.GAMES["toy"] = replace(toy_game.GAME, label=HOSTILE, modes=modes)
    try:
        yield bad.name
    finally:
        del registry.GAMES["toy"]


def hostile_page():
    """A report of that game."""
    with hostile_game() as name:
        settings = Settings(game="toy", n_games=60, seats=f"{name},bold,random", rules={"target": 20})
        return name, report([simulate(settings, workers=1)], title=HOSTILE, made=NOON)


def test_names_are_text_never_markup_and_no_formula(printed):
    name, text = hostile_page()
    usual = Tags(report([printed], title="x", made=NOON)).found
    tags = Tags(text).found
    assert sum(tag == "script" for tag, _ in tags) == sum(tag == "script" for tag, _ in usual) == 4
    assert not any(tag == "img" or any(a.startswith("on") for a in attrs) for tag, attrs in tags)
    assert plain(text).count(HOSTILE) > 5
    assert "<img" not in re.search(r'id="figures">(.*?)</script>', text, re.S)[1]
    files = [base64.b64decode(attrs["href"].split(",")[1]).decode() for tag, attrs in tags if tag == "a" and "download" in attrs]
    cells = [cell for file in files for row in csv.reader(io.StringIO(file)) for cell in row]
    assert f"'{name}" in cells
    assert not [c for c in cells if c.startswith(("=", "+", "@", "\t", "\r")) or (c.startswith("-") and not re.fullmatch(r"-[\d.e-]+", c))]


def test_few_games_have_no_interval_and_say_so():
    one = simulate(Settings(n_games=1, players=3), workers=1, rows=False)
    text = report([one], made=NOON)
    assert "Too few games" in plain(text)
    assert "nan" not in plain(text).lower().split()
    assert "Games to watch" not in text, "there are no rows to find them in"


def test_no_runs_are_refused():
    with pytest.raises(SettingError, match="at least one saved run"):
        report([])


# Comparisons

SIX = Settings(n_games=300, seed=3)
SIDES = (SIX, SIX.replace(rules={"end_cards": 5}, seats="random,greedy,greedy,greedy"), SIX.replace(players=3))


@pytest.fixture(scope="module")
def comparison():
    return compare(*SIDES, workers=1)


@pytest.fixture(scope="module")
def compared_page(comparison):
    return report([comparison], made=NOON)


def test_a_comparison_says_first_what_was_found_and_what_differs(comparison, compared_page):
    words = plain(compared_page)
    found, more = headline(comparison)
    assert re.search(r"<h1[^>]*>(.*?)</h1>", compared_page)[1].replace("\u00a0", " ") == found
    assert more in words and family(comparison) in words
    differing = words[words.index("What differs") : words.index("What changes under B?")]
    assert "Cards that trigger the end 6 5 6" in differing and "Players 4 4 3" in differing
    assert "Who plays greedy in all seats random, greedy, greedy, greedy greedy in all seats" in differing
    assert "Points a card" not in differing and "Points a card, tied for most 1 1 1 TP-22" in words  # the same everywhere: in the table of all rules
    assert "Sharing the deals was worth" in words and "C cannot share A's deals" in words
    assert "C on deals of its own" in words and all(s.hash in words for s in comparison.settings)
    assert all(text in words for text in SIX.mode_record.assumptions)


def test_every_difference_has_its_interval_and_n(comparison, compared_page):
    words = plain(compared_page)
    for name in "BC":
        table = comparison.differences[comparison.differences["setting"] == name]
        for kind, rows, n in (("forest", table, len(table)), ("flow", comparison.winners, len(comparison.winners))):
            sheet = sheet_of(rows.reset_index(drop=True), kind)
            cells = [cell for half in sheet.halves for line in half for cell in line]
            assert sum(" to " in line for cell in cells for line in (cell.text, *cell.below)) == n
            assert re.search(r"n = 300 games", sheet.note)
    length = comparison.differences.query("setting == 'B' and measure == 'game.length'").iloc[0]
    shown = f"{length['difference']:+.2f} * {length['low']:+.2f} to {length['high']:+.2f}".replace("-", "\u2212")
    assert f"Turns {length['a']:.2f} {length['b']:.2f} {shown}" in words


def test_flipped_games_are_named_with_the_commands_that_tell_them(comparison, compared_page, capsys):
    words = plain(compared_page)
    flipped = comparison.flipped[comparison.flipped["setting"] == "B"]
    first = flipped.iloc[0]
    won = [f"seat {w}" if w else "shared" for w in (first["a"], first["b"])]
    assert f"{first['game']:,} {first['deal']:,} {' '.join(won)} {first['margin_a']} {first['margin_b']}" in words
    lines = [unescape(c) for c in re.findall(r"<pre>(topstats replay.*?)</pre>", compared_page)]
    assert len(lines) == 2 and "end_cards=5" in lines[1] and "random" in lines[1]
    for line, winner in zip(lines, won, strict=True):
        assert topstats.cli.main(shlex.split(line)[1:]) == 0
        assert winner == "shared" or re.search(rf"\({winner}\): \d+ points, wins", capsys.readouterr().out)


def test_runs_on_the_same_deals_are_compared_and_told_one_by_one(comparison, printed):
    results = [simulate(s, workers=1, extras=("lead_changes",)) for s in comparison.settings]
    text = report(results, made=NOON)
    ids = [attrs["id"] for _, attrs in Tags(text).found if "id" in attrs]
    assert ids.count("comparison1") == 1 and {"run1", "run2", "run3"} <= set(ids) and len(ids) == len(set(ids))
    assert plain(text).count("B · Top Pop · Base game · 4 players") == 1
    assert headline(compare_results(results))[1] in plain(text)
    assert 'id="comparison1"' not in report([results[0], printed], made=NOON)  # other deals
    assert 'id="comparison1"' not in report([results[0], results[0]], made=NOON)


def test_the_same_comparison_gives_the_same_bytes_but_for_the_stamp(compared_page):
    other = report([compare(*SIDES, workers=2, chunk=40)], made=datetime(2027, 5, 6, tzinfo=UTC))
    differing = [(a, b) for a, b in zip(compared_page.splitlines(), other.splitlines(), strict=True) if a != b]
    assert len(differing) == 1 and all('class="stamp"' in line for line in differing[0])


def test_runs_without_the_columns_on_request_have_commands_of_their_own(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    results = [simulate(s, workers=1) for s in (SIX, SIX.replace(rules={"end_cards": 5}))]
    text = report(results, made=NOON)
    lines = next(block for block in re.findall(r"<pre>(.*?)</pre>", text, re.S) if "--save A" in block)
    for line in unescape(lines).splitlines():
        assert topstats.cli.main(shlex.split(line)[1:]) == 0
    again = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert [a for a, b in zip(text.splitlines(), again.splitlines(), strict=True) if a != b and 'class="stamp"' not in a] == []
    capsys.readouterr()


def hostile_comparison():
    """A report of a comparison in that game."""
    with hostile_game() as name:
        settings = [Settings(game="toy", n_games=60, seats=f"{name},bold,random", rules={"target": n}) for n in (20, 25)]
        return name, report([compare(*settings, workers=1)], title=HOSTILE, made=NOON)


def test_names_in_a_comparison_are_text_too(compared_page):
    name, text = hostile_comparison()
    tags = Tags(text).found
    assert sum(tag == "script" for tag, _ in tags) == sum(tag == "script" for tag, _ in Tags(compared_page).found) == 4
    assert not any(tag == "img" or any(a.startswith("on") for a in attrs) for tag, attrs in tags)
    assert plain(text).count(HOSTILE) > 5 and name in plain(text)
    assert "<img" not in re.search(r'id="figures">(.*?)</script>', text, re.S)[1]


def test_what_never_varies_is_a_sentence_without_a_picture(two_player):
    text = report([two_player], made=NOON)
    drawn = re.search(r'id="figures">(.*?)</script>', text, re.S)[1]
    assert "in every seat of each of 200 games" in plain(text)
    assert '"run1-caps"' not in drawn and '"run1-length"' not in drawn and '"run1-margin"' in drawn
    assert 'id="run1-caps"' not in text and 'id="run1-caps-t"' in text
