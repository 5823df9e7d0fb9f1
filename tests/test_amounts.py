"""Money is spoken of as money, points as points: every heading and sentence takes its words from the column."""

import re

import pytest

from topstats import Settings, simulate
from topstats.cli import main
from topstats.cli.told import told
from topstats.figures import FIGURES
from topstats.figures.theme import number
from topstats.games.top_race.track import TRACKS, load
from topstats.stats.metrics import METRICS, metrics_of
from topstats.stats.numerals import figure, signed
from topstats.stats.summary import summary


@pytest.fixture(scope="module")
def runs():
    games = {"top_race": ["racer", "random", "saver", "striker"], "top_pop": None, "tops": None}
    return {game: simulate(Settings(game, seats=seats, n_games=60), extras=("spaces",) if game == "top_race" else ()) for game, seats in games.items()}


def words_of(result, *names):
    """Label, definition and finding of these metrics."""
    found = {m.name: m for m in metrics_of(result)}
    return {name: " ".join((found[name].label, found[name].definition, found[name].finding(found[name].compute(result)))) for name in names}


def test_money_is_no_number_of_points(runs):
    words = words_of(runs["top_race"], "score_by_seat", "score_by_strategy", "margin")
    assert words["score_by_seat"].startswith("How much money does each seat make? Money at the end of all games")
    assert words["score_by_strategy"].startswith("How much money does each strategy make?")
    assert words["margin"].startswith("How close are the games? Money of the winner ahead")
    assert all("oint" not in text.replace("percentage points", "") for text in words.values())
    assert re.search(r"makes (most|least) money, \d{2,3},\d{3} euros on average", words["score_by_strategy"])
    assert not re.search(r"\d{4}", " ".join(words.values())), words  # thousands in groups


def test_points_and_tokens_are_counted(runs):
    assert words_of(runs["top_pop"], "score_by_seat", "points_by_source")["score_by_seat"].startswith("How many points does each seat make? Points at the end")
    assert words_of(runs["top_pop"], "points_by_source")["points_by_source"].startswith("Where do the points come from? Mean points of each source")
    assert words_of(runs["tops"], "score_by_seat")["score_by_seat"].startswith("How many tokens does each seat make? Tokens at the end")


def test_no_word_of_the_metrics_is_left_open(runs):
    for result in runs.values():
        assert not any("{" in m.label + m.definition for m in metrics_of(result))
    assert any("{what}" in m.label for m in METRICS)


def test_the_table_of_the_command_line_is_headed_by_the_column(runs):
    for game, what in (("top_race", "money"), ("top_pop", "points"), ("tops", "tokens")):
        data = summary(runs[game])
        assert data["score"]["what"] == what
        text = told(runs[game], data)
        head = next(line for line in text.splitlines() if line.split()[:2] == ["seat", "strategy"])
        assert what in head.split() and (what == "points" or "points" not in head)
    assert not re.search(r"\d{4,}", told(runs["top_race"], summary(runs["top_race"])).split("Ended")[0].split("Game")[-1].replace("seed", ""))


def test_large_numbers_are_whole_and_in_groups():
    assert [figure(v, 2) for v in (212544.04, 999.994, -1000.4, 0.126)] == ["212,544", "999.99", "-1,000", "0.13"]
    assert [number(v) for v in (212544.04, 12.04, -1000.4)] == ["212,544", "12.0", "\u22121,000"]


def test_a_number_beside_its_bar_has_room(runs):
    metric = next(m for m in metrics_of(runs["top_race"]) if m.name == "score_by_seat")
    table = metric.compute(runs["top_race"])
    drawn = FIGURES[metric.kind](table, metric, "light")
    low, high = drawn.layout.xaxis.range
    longest = max(len(a.text) - len("<b></b>") for a in drawn.layout.annotations)
    bars = max(table["q95"].max(), table["mean_high"].max())
    assert (high - bars) / (high - low) > 0.04 * longest - 0.02


def test_a_comparison_of_money_is_whole_and_in_groups(capsys):
    assert [signed(v) for v in (0.0, 1.234, -9250.4, 12345.6)] == ["0.00", "+1.23", "-9,250", "+12,346"]
    assert main(["compare", "top_race", "--games", "60", "--b", "fixed_price=100000"]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("Money, seat 1 (euros)"))
    assert re.search(r"\d{3},\d{3} +\d{3},\d{3} +[+-]", line) and ".00" not in line.split("to")[0]


# ---- whence the data are ----


def test_what_rests_on_a_data_file_says_whence_it_is(tmp_path):
    """Track, deck and tip table, built in or one's own, in a line each among the assumptions of whatever is shown."""
    built_in = Settings("top_race", "tips", rules={"track": "lake_lane"}).mode_record.assumptions
    assert [line.split(":")[0] for line in built_in[:3]] == ["Lake Lane", "Reconstructed deck", "Reconstructed tip table"]
    assert all(re.search(r"[Rr](econstruction|ECONSTRUCTION), not the printed .* \(confidence: .+\)\.$", line) for line in built_in[:3])
    assert load("lake_lane").note == built_in[0]
    mine = tmp_path / "mine.csv"
    mine.write_text("90000,60000,30000,-20000,-40000,-70000\n60000,40000,20000,-10000,-30000,-50000\n30000,20000,10000,0,-10000,-20000\n")
    own = Settings("top_race", "tips", rules={"tip_table": str(mine)}, n_games=30)
    assert "mine: a file of one's own (confidence: as given)." in own.mode_record.assumptions
    assert "Assumes: mine: a file of one's own (confidence: as given)." in told(simulate(own), summary(simulate(own)))
    data = TRACKS.data("turbo_town") | {"name": "Ring", "source": "my playtest", "confidence": "fair"}
    assert "Ring: my playtest (confidence: fair)." in Settings("top_race", rules={"track": data}).mode_record.assumptions
    assert not any("confidence" in line for line in Settings().mode_record.assumptions)
