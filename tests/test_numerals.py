"""Numbers as they are read: what rounds to zero has no sign, numbers that are read together have the same digits, money is shown in full."""

import re

import pandas as pd
import pytest

from topstats import Settings, compare, registry, simulate
from topstats.cli.comparing import told
from topstats.dashboard import ui
from topstats.figures import FIGURES
from topstats.figures.forest import signed as on_axis
from topstats.figures.theme import number, percent
from topstats.report.sheets import sheet_of
from topstats.stats import findings
from topstats.stats.numerals import digits_of, figure, signed
from topstats.stats.told import amount

ZERO_WITH_SIGN = re.compile(r"(?<![\w.,])[-+\u2212]0(\.0+)?(?![\d.,])")
TINY = (0.0, -0.0, 1e-12, -1e-12, 0.0004, -0.0004)


@pytest.mark.parametrize("value", TINY)
def test_what_rounds_to_zero_has_no_sign(value):
    said = [figure(value), signed(value), number(value), percent(value / 100), amount(value), findings.percent(value / 100)]
    said += [on_axis(value, 1), on_axis(value, 1, plain=True), on_axis(value, 0)]
    assert all(float(text.rstrip("\u00a0 %")) == 0 for text in said)
    assert not any(set(text) & set("+-\u2212") for text in said), said


@pytest.mark.parametrize(("value", "said"), [(0.06, "+0.1"), (-0.06, "-0.1"), (-1234.5, "-1,234"), (2345.0, "+2,345")])
def test_what_does_not_keeps_it(value, said):
    assert signed(value, 1) == said


def test_numbers_that_are_read_together_have_the_same_digits():
    assert [digits_of(v, 2) for v in ([1.5, 999.9], [23_185, -299.8], [-1000.0, 0.1], [])] == [2, 0, 0, 2]


TABLES = {
    "share": pd.DataFrame({"seat": [1, 2], "win_share": [0.49999, 0.50001], "win_low": 0.4, "win_high": 0.6, "fair_share": 0.5, "n": 900}),
    "bars": pd.DataFrame({"seat": [1, 2], "label": "Profit", "value": [-0.001, 0.001], "low": -0.002, "high": 0.002, "n": 900, "unit": "mean"}),
    "forest": pd.DataFrame(
        {"setting": "B", "measure": ["seat.share.1", "seat.score.1"], "label": ["Win share", "Money"], "seat": 1, "unit": ["share", "euros"],
         "a": [0.5, 9.0], "b": [0.5, 9.0], "difference": -0.0003, "low": -0.0301, "high": 0.03, "differs": False, "gain": 1.0, "n": 900,
         "n_games": 900}
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", TABLES)
def test_no_picture_and_no_sheet_signs_a_zero(kind):
    table = TABLES[kind]
    table.attrs |= {"unit": "euros", "units": 900, "unit_word": "games", "mixed": False, "seats_have_colours": False}
    drawn = FIGURES[kind](table, None, "light")
    words = " | ".join(note.text for note in drawn.layout.annotations) + str([trace.text for trace in drawn.data])
    sheet = " | ".join(line for half in sheet_of(table, kind).halves for row in half for cell in row for line in (cell.text, *cell.below))
    said = findings.off_fair(table) if kind == "share" else ""
    for text in (words, sheet, said):
        assert not ZERO_WITH_SIGN.search(text.replace("<b>", " ").replace("</b>", " ")), text


def test_no_comparison_signs_a_zero():
    """Two settings of which only a label differs: every difference is 0."""
    text = told(compare(Settings("top_race", n_games=60), Settings("top_race", n_games=60, rules={"pit_cards": 2}), workers=1))
    assert "0.00" in text and not ZERO_WITH_SIGN.search(text), ZERO_WITH_SIGN.search(text)


@pytest.mark.parametrize(("game", "mode"), [(g.name, m.name) for g in registry.GAMES.values() for m in g.modes])
def test_margins_of_games_with_another_winner_are_those_of_the_games(game, mode):
    """In full, as everywhere: money is counted in units of 10,000 inside."""
    record = registry.game(game).mode(mode)
    other = next(s.name for s in record.strategies if s.name != record.default_strategy)
    sides = [Settings(game, mode, n_games=60, seats=seats) for seats in (None, [other] * record.default_players)]
    flipped = compare(*sides, workers=1).flipped
    assert len(flipped)
    for name, side in zip("ab", sides, strict=True):
        margins = simulate(side, workers=1).table("game")["margin"]
        assert flipped[f"margin_{name}"].tolist() == margins[flipped["game"]].tolist()


def test_a_table_on_the_page_has_its_thousands_in_groups():
    table = pd.DataFrame({"value": [23_267.933, -587.794], "low": [0.25, 0.5], "n": [4000, 4000], "share": [0.1, 0.2]})
    formats = {name: column["type_config"]["format"] for name, column in ui.headers(table.assign(other=[-12_000.0, 1.0])).items()}
    assert formats == {"value": "localized", "low": "percent", "n": "localized", "share": "percent", "other": "localized"}
    assert ui.headers(table[["low"]])["low"]["type_config"]["format"] == "%.3f"
