"""Charts: numbers land where they belong, each with its interval, readable without colour, nothing sent anywhere."""

import json
import math
from types import SimpleNamespace

import pandas as pd
import pytest

from topstats.core.contract import SettingError
from topstats.figures import FIGURES, score_time
from topstats.figures.histogram import MOST_BARS, binned
from topstats.figures.theme import COLOURS, CONFIG, INKS, NBSP, png, standalone, steps

METRIC = SimpleNamespace(label="a question", unit="points")
SHARE = pd.DataFrame(
    {
        "seat": [1, 2, 3], "win_share": [0.463, 0.27, 0.267], "win_low": [0.453, 0.262, 0.259], "win_high": [0.473, 0.279, 0.275],
        "fair_share": 1 / 3, "n": 10_000,
    }
)  # fmt: skip
BY_STRATEGY = pd.DataFrame(
    {"strategy": ["greedy", "<b>x</b>&y"], "win_share": [0.6, 0.1], "win_low": [0.58, 0.09], "win_high": [0.62, 0.11], "fair_share": [0.5, 0.25], "n": 900}
)
SPREAD = pd.DataFrame(
    {
        "seat": [1, 2], "mean": [12.4, 11.0], "mean_low": [12.3, 10.9], "mean_high": [12.5, 11.1], "sd": 4.1,
        "q05": [6, 5], "q25": [10, 8], "q50": [12, 11], "q75": [15, 14], "q95": [19, 18], "n": 5000,
    }
)  # fmt: skip
PARTS = pd.DataFrame(
    [
        {"seat": s, "part": p, "mean": m, "low": m - 0.1, "high": m + 0.2, "n": 5000}
        for s, row in ((1, (4.9, 1.4, 6.1, 12.4)), (2, (4.0, 1.0, 6.0, 11.0)))
        for p, m in zip(("sole majority", "tied", "variety", "total"), row, strict=True)
    ]
)
COUNTED = pd.DataFrame(
    {"value": [0, 1, 2, 4], "games": [10, 40, 30, 20], "share": [0.1, 0.4, 0.3, 0.2], "low": [0.05, 0.3, 0.2, 0.1], "high": [0.2, 0.5, 0.4, 0.3], "n": 100}
)
ENDED = pd.DataFrame(
    {
        "category": ["normal", "stalled"], "label": "How it ended", "value": [0.98, 0.02], "low": [0.97, 0.01], "high": [0.99, 0.03],
        "n": 1000, "unit": "share",
    }
)  # fmt: skip
CAPS = pd.DataFrame(
    [
        {"seat": s, "category": c, "label": label, "value": v * s, "low": v * s - 0.5, "high": v * s + 0.5, "n": 1000, "unit": "mean"}
        for c, label, v in (("caps", "caps at the end", 5.0), ("lost", "stacks lost", 2.0))
        for s in (1, 2)
    ]
)
FOREST = pd.DataFrame(
    [
        {"setting": "B", "measure": measure, "label": label, "seat": seat, "unit": unit, "a": a, "b": a + d, "difference": d, "low": d - h, "high": d + h,
         "differs": abs(d) > h, "gain": 1.7, "paired": True, "n": 10_000}
        for measure, label, seat, unit, a, d, h in (
            ("seat.share.1", "Win share", 1, "share", 0.314, 0.023, 0.004),
            ("seat.share.2", "Win share", 2, "share", 0.249, 0.003, 0.005),
            ("seat.score.2", "Points", 2, "points", 12.0, -2.41, 0.1),
            ("game.length", "Turns", 0, "turns", 23.5, -3.31, 0.2),
            ("game.ended.stalled", "<b>End</b>: stalled", 0, "share", 0.01, 0.0, 0.002),
        )
    ]
)  # fmt: skip
FLOW = pd.DataFrame([{"setting": "B", "a": a, "b": b, "games": 100 * a + b + 7 * (a == b), "n": 1000} for a in (1, 2, 0) for b in (1, 2, 0)])
COURSE = pd.DataFrame(
    [
        {"label": label, "category": f"Round {m}", "moment": m, "seat": seat, "mean": 9 + m * (seat or 0) / 9, "low": 8.0, "high": 10.0, "n": 90, "unit": unit}
        | ({"q05": 9 - m, "q25": 8, "q50": 9, "q75": 10, "q95": 9 + m} if seat is None and unit == "discs" else {})
        for label, unit in (("<b>Discs</b>", "discs"), ("Lacks a colour", "share"))
        for m in (1, 2, 3)
        for seat in (None, 1, 2)
    ]
)
SPREADS = pd.concat([SPREAD.drop(columns="seat").assign(category=["Auction 1", "Auction 2"], label=label) for label in ("Price", "<b>Prize</b>")])
TREND = pd.DataFrame(
    [
        {
            "label": label,
            "at": at,
            "value": at * k,
            "low": at * k - 900,
            "high": at * k + 900,
            "n": at // 1000,
            "even": even,
            "at_unit": "euros",
            "unit": "euros",
        }
        for label, k, even_too in (("Prize by <b>price</b>", 0.9, True), ("Price by points", 2.0, False))
        for at in (10_000, 20_000, 50_000)
        for even in (float(at) if even_too else None,)
    ]
)
GRID = pd.DataFrame(
    [
        {who: name, "category": f"Auction {n}", "label": "Bought", "value": v, "low": v - 0.01, "high": v + 0.01, "n": 900, "unit": "share"}
        for who, names in (("strategy", ("racer", "<b>x</b>&y")),)
        for name in names
        for n, v in ((1, 0.6), (2, 0.1))
    ]
)
TABLES = {
    "share": (SHARE, BY_STRATEGY), "spread": (SPREAD, SPREADS), "parts": (PARTS,), "histogram": (COUNTED,), "bars": (ENDED, CAPS),
    "forest": (FOREST,), "flow": (FLOW,), "course": (COURSE,), "trend": (TREND,), "grid": (GRID,),
}  # fmt: skip
ALL = [(kind, table, theme) for kind, tables in TABLES.items() for table in tables for theme in ("light", "dark")]


def view(turn: int, *points: int) -> dict:
    return {"turn": turn, "seats": [{"colour": c.letter, "majority": p, "variety": 0} for c, p in zip(COLOURS, points, strict=False)]}


def trace(fig, name: str):
    return next(t for t in fig.data if t.name == name)


def words(fig) -> list[str]:
    return [a.text for a in fig.layout.annotations]


def plain(fig) -> dict:
    """The figure as strict JSON: fails on NaN and infinity."""
    text = fig.to_json()
    assert "NaN" not in text and "Infinity" not in text
    return json.loads(text)


def lines(fig, mode: str) -> list:
    return [t for t in fig.data if t.type == "scatter" and t.mode == mode]


def clicks(drawn) -> list[list]:
    return [list(c) for c in drawn.customdata]


def test_every_kind_has_a_figure():
    assert set(FIGURES) == set(TABLES)


@pytest.mark.parametrize(("kind", "table", "theme"), ALL)
def test_each_chart_is_complete_in_both_themes(kind, table, theme):
    fig = FIGURES[kind](table, METRIC, theme)
    plain(fig)
    assert fig.layout.template.layout.font.color == INKS[theme].ink
    assert fig.layout.template.layout.showlegend is False
    assert any(t.customdata is not None for t in fig.data)
    assert words(fig), "a chart without direct labels"
    assert all(t.marker.line.width for t in fig.data if t.type == "bar"), "a bar without an edge"


def test_nothing_is_sent_anywhere():
    assert CONFIG["showSendToCloud"] is False
    assert CONFIG["displayModeBar"] is False
    assert not CONFIG["plotlyServerURL"]
    for kind, table, theme in ALL:
        html = FIGURES[kind](table, METRIC, theme).to_html(include_plotlyjs=False, config=CONFIG)
        assert "sendChartToCloud" not in html
        assert "cloud.plotly" not in html


def test_share_stands_at_its_number_with_its_interval():
    fig = FIGURES["share"](SHARE, METRIC, "light")
    dots = trace(fig, "share")
    assert list(dots.x) == [0.463, 0.27, 0.267]
    assert list(dots.error_x.array) == pytest.approx([0.010, 0.009, 0.008])
    assert list(dots.error_x.arrayminus) == pytest.approx([0.010, 0.008, 0.008])
    assert clicks(dots) == [[1], [2], [3]]
    assert list(dots.marker.color) == [c.fill[0] for c in COLOURS[:3]]
    assert f"<b>46.3{NBSP}%</b>" in words(fig)
    assert f"fair 33.3{NBSP}%" in words(fig)
    assert "<b>B</b>" in fig.layout.yaxis.ticktext[0]
    assert "10,000 games" in dots.text[0]
    low, high = fig.layout.xaxis.range
    assert low < 0.259 and high > 0.473


def test_share_label_stands_away_from_the_fair_line():
    anchors = {a.text: a.xanchor for a in FIGURES["share"](SHARE, METRIC, "light").layout.annotations}
    assert anchors[f"<b>46.3{NBSP}%</b>"] == "left"
    assert anchors[f"<b>27.0{NBSP}%</b>"] == "right"


def test_strategies_have_no_seat_colour_and_their_own_fair_share():
    fig = FIGURES["share"](BY_STRATEGY, METRIC, "dark")
    dots = trace(fig, "share")
    assert not set(dots.marker.color) & {c.fill[1] for c in COLOURS}
    assert sorted({s.x0 for s in fig.layout.shapes if s.line.dash}) == [0.25, 0.5]
    assert clicks(dots) == [["greedy"], ["<b>x</b>&y"]]
    assert "&lt;b&gt;x" in fig.layout.yaxis.ticktext[1]


def test_a_missing_interval_is_no_whisker_and_no_nan():
    one = SHARE.assign(win_low=[None, math.nan, 0.259], win_high=[None, math.nan, 0.275])
    fig = FIGURES["share"](one, METRIC, "light")
    assert list(trace(fig, "share").error_x.array) == pytest.approx([0, 0, 0.008])
    plain(fig)


@pytest.mark.parametrize("kind", sorted(TABLES))
def test_no_games_is_said(kind):
    fig = FIGURES[kind](TABLES[kind][0].iloc[:0], METRIC, "light")
    assert words(fig) == ["No games to show yet."]


def test_the_course_of_a_game_shows_bands_medians_and_seats():
    fig = FIGURES["course"](COURSE, METRIC, "light")
    bands = [t for t in fig.data if t.fill == "toself"]
    assert [list(b.y) for b in bands] == [[10, 11, 12, 6, 7, 8], [10, 10, 10, 8, 8, 8]]  # nine tenths, then the middle half
    medians, shares = (t for t in fig.data if t.mode == "lines+markers")
    assert list(medians.y) == [9, 9, 9] and list(shares.y) == [9, 9, 9] and medians.customdata[1][0] == "Round 2"
    seats = [t for t in fig.data if t.mode == "lines" and t.fill is None]
    assert len(seats) == 4 and seats[1].text[2].startswith("Seat 2, Round 3: 9.67 (8.00 to 10.00)")
    assert "<b><b>" not in "".join(words(fig))


def test_a_chart_grows_with_its_rows():
    heights = [FIGURES["share"](SHARE.iloc[:n], METRIC, "light").layout.height for n in (1, 2, 3)]
    assert heights[1] - heights[0] == heights[2] - heights[1] == 46


def test_spread_shows_the_quantiles_of_the_table():
    fig = FIGURES["spread"](SPREAD, METRIC, "light")
    thin, thick, mean = trace(fig, "nine tenths of the games"), trace(fig, "half of the games"), trace(fig, "mean")
    assert list(thin.base) == [6, 5] and list(thin.x) == [13, 13]
    assert list(thick.base) == [10, 8] and list(thick.x) == [5, 6]
    assert list(mean.x) == [12.4, 11.0]
    assert list(mean.error_x.array) == pytest.approx([0.1, 0.1])
    assert [s.x0 for s in fig.layout.shapes] == [12, 11]
    assert words(fig) == ["<b>12.4</b>", "<b>11.0</b>"]
    assert fig.layout.xaxis.title.text == "points"


def test_parts_stack_to_the_total():
    fig = FIGURES["parts"](PARTS, METRIC, "light")
    assert list(trace(fig, "sole majority").x) == [4.9, 4.0]
    assert list(trace(fig, "variety").x) == [6.1, 6.0]
    whole = trace(fig, "total")
    assert list(whole.x) == [12.4, 11.0]
    assert list(whole.error_x.array) == pytest.approx([0.2, 0.2])
    assert list(whole.error_x.arrayminus) == pytest.approx([0.1, 0.1])
    assert {"<b>12.4</b>", "sole majority", "tied", "variety"} <= set(words(fig))
    assert all(t.marker.color not in {c.fill[0] for c in COLOURS} for t in fig.data), "seat colours are for seats"


def test_names_of_small_parts_do_not_collide():
    fig = FIGURES["parts"](PARTS, METRIC, "light")
    lifted = {a.text: a.yshift for a in fig.layout.annotations}
    assert lifted["tied"] > lifted["sole majority"] == lifted["variety"]


def test_histogram_counts_and_marks_the_median():
    fig = FIGURES["histogram"](COUNTED, METRIC, "light")
    bars = fig.data[0]
    assert list(bars.x) == [0, 1, 2, 4]
    assert list(bars.y) == [0.1, 0.4, 0.3, 0.2]
    assert list(bars.error_y.array) == pytest.approx([0.1, 0.1, 0.1, 0.1])
    assert list(bars.error_y.arrayminus) == pytest.approx([0.05, 0.1, 0.1, 0.1])
    assert clicks(bars) == [[0, 0], [1, 1], [2, 2], [4, 4]]
    assert words(fig) == ["<b>median 1</b>"]
    assert [x for x, colour in zip(bars.x, bars.marker.color, strict=True) if colour == INKS["light"].tones[0][0]] == [1]


@pytest.mark.parametrize("span", [1, 59, 60, 61, 200, 999, 12_345])
def test_wide_ranges_are_added_up_before_they_are_drawn(span):
    bins = binned([{"value": v, "games": 2, "share": 1 / span, "low": 0.0, "high": 1.0} for v in range(7, 7 + span)])
    assert len(bins) <= MOST_BARS
    assert sum(b.games for b in bins) == 2 * span
    assert sum(b.share for b in bins) == pytest.approx(1)
    assert all(a.last < b.first for a, b in zip(bins, bins[1:], strict=False))
    assert (bins[0].low is None) == (span >= MOST_BARS)


def test_bars_of_endings_have_words_and_whiskers():
    fig = FIGURES["bars"](ENDED, METRIC, "light")
    bars = fig.data[0]
    assert list(bars.x) == [0.98, 0.02]
    assert list(bars.error_x.array) == pytest.approx([0.01, 0.01])
    assert clicks(bars) == [["normal", "normal"], ["stalled", "stalled"]]
    assert list(fig.layout.yaxis.ticktext) == ["normal", "stalled"]
    assert words(fig) == [f"<b>98.0{NBSP}%</b>", f"<b>2.0{NBSP}%</b>", "<b>How it ended</b>"]


def test_bars_of_seats_and_categories_come_in_groups_of_one_scale():
    fig = FIGURES["bars"](CAPS, METRIC, "dark")
    assert [list(t.x) for t in fig.data] == [[5.0, 10.0], [2.0, 4.0]]
    assert fig.layout.xaxis.range == fig.layout.xaxis2.range
    assert fig.layout.xaxis.range[1] > 10.5, "room for the longest whisker"
    assert {"<b>caps at the end, caps</b>", "<b>stacks lost, lost</b>", "<b>10.00</b>"} <= set(words(fig))
    assert list(fig.data[1].marker.color) == [c.fill[1] for c in COLOURS[:2]]
    assert clicks(fig.data[1]) == [[1, "lost"], [2, "lost"]]


def test_each_measure_and_each_city_has_a_group():
    by_label = FIGURES["bars"](CAPS.drop(columns="category"), METRIC, "light")
    assert {"<b>caps at the end</b>", "<b>stacks lost</b>"} <= set(words(by_label))
    assert clicks(by_label.data[1]) == [[1, "stacks lost"], [2, "stacks lost"]]
    by_city = FIGURES["bars"](CAPS.assign(label="cards"), METRIC, "light")
    (squares,) = by_city.data
    assert list(by_city.layout.yaxis.ticktext) == ["caps", "lost"] and list(by_city.layout.xaxis.ticktext) == ["<b>B</b>", "<b>O</b>"]
    assert [list(line) for line in squares.z] == [[5.0, 10.0], [2.0, 4.0]]
    assert [[list(point) for point in line] for line in squares.customdata] == [[[1, "caps"], [2, "caps"]], [[1, "lost"], [2, "lost"]]]
    assert words(by_city) == ["<b>5.00</b>", "<b>10.00</b>", "<b>2.00</b>", "<b>4.00</b>", "<b>cards</b>"]
    assert squares.text[1][1].startswith("Seat 2, cards, lost: 4.000 (3.500 to 4.500)")
    endings = FIGURES["bars"](pd.concat([ENDED, ENDED.assign(label="Decided by")]), METRIC, "light")
    assert [list(t.y) for t in endings.data] == [[1, 2], [1, 2]]
    assert {"<b>How it ended</b>", "<b>Decided by</b>"} <= set(words(endings))


def test_a_picture_names_what_it_shows():
    """Bars of seats say of what they are, with one group as with several; rows that are what is shown need no name above them."""
    seats = [{"seat": s, "label": "Cards left", "value": 1.3, "low": 1.2, "high": 1.4, "n": 900, "unit": "mean"} for s in (1, 2, 3)]
    assert "<b>Cards left</b>" in words(FIGURES["bars"](pd.DataFrame(seats), METRIC, "light"))
    alone = [{"label": "Tips decide who wins", "value": 0.0, "low": 0.0, "high": 0.001, "n": 4000, "unit": "share"}]
    fig = FIGURES["bars"](pd.DataFrame(alone), METRIC, "light")
    assert words(fig) == [f"<b>0.0{NBSP}%</b>"] and fig.layout.yaxis.ticktext[0].replace("<br>", " ") == "Tips decide who wins"
    assert fig.layout.xaxis.range[1] > 10 * 0.001, "the whisker of a share that never came does not fill the picture"


def test_the_numbers_of_bars_have_a_margin_of_their_own():
    """However long they are and however narrow the picture, they are not cut off; and a name above begins where the labels do."""
    long = CAPS.assign(value=3_484_498.0, low=3_484_000.0, high=3_485_000.0)
    for table in (CAPS, long, ENDED):
        fig = FIGURES["bars"](table, METRIC, "light")
        names = {f"<b>{name}</b>" for name in ("caps at the end, caps", "stacks lost, lost", "How it ended")}
        numbers = [note for note in fig.layout.annotations if note.text not in names]
        assert fig.layout.margin.r >= 8.5 * max(len(note.text) - len("<b></b>") for note in numbers) + 12
        assert all(-fig.layout.margin.l <= note.xshift < -30 for note in fig.layout.annotations if note.text in names)


def test_numbers_of_one_panel_have_the_same_digits():
    rows = [
        {"category": str(k), "label": "Profit", "value": v, "low": v - 9, "high": v + 9, "n": 900, "unit": "mean"} for k, v in enumerate((23_185.2, -299.81))
    ]
    assert words(FIGURES["bars"](pd.DataFrame(rows), METRIC, "light"))[:2] == ["<b>23,185</b>", "<b>\u2212300</b>"]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_many_categories_of_many_seats_stay_short(seats):
    """A row for each category, however many seats: bars of them would be several times as high."""
    rows = [
        {"seat": s + 1, "category": f"Car {c}", "label": label, "value": 20.0 + c, "low": 19.0, "high": 31.0, "n": 900, "unit": "mean"}
        for label in ("Bids", "Points", "Owned") for c in range(6) for s in range(seats)
    ]  # fmt: skip
    fig = FIGURES["bars"](pd.DataFrame(rows), METRIC, "light")
    assert fig.layout.height < 900 and len(fig.data) == 3
    grid = [a for a in fig.layout.annotations if a.text == ("<b>25.00</b>" if seats <= 4 else "<b>25.0</b>")]
    assert len(grid) == 3 * seats


def test_the_table_says_unit_and_median():
    table = COUNTED.copy()
    table.attrs |= {"unit": "turns", "quantiles": {50: 2}}
    fig = FIGURES["histogram"](table, None, "light")
    assert words(fig) == ["<b>median 2</b>"]
    assert fig.layout.xaxis.title.text == "turns"


def test_parts_without_a_total_end_in_their_length():
    fig = FIGURES["parts"](PARTS[PARTS["part"] != "total"], METRIC, "light")
    assert {"<b>12.4</b>", "<b>11.0</b>"} <= set(words(fig))


def test_points_over_time_can_be_clicked_at_every_step():
    fig = score_time([view(0, 0, 0), view(1, 3, 0), view(1, 3, 2), view(2, 1, 9)], 2, "light")
    plain(fig)
    assert clicks(fig.data[0]) == [[0], [1], [2], [3]]
    assert [list(t.y) for t in lines(fig, "lines")] == [[0, 3, 3, 1], [0, 0, 2, 9]]
    assert [(t.x[0], t.y[0]) for t in lines(fig, "markers")] == [(2, 3), (2, 2)]
    assert set(words(fig)) == {f"<b>B{NBSP}1</b>", f"<b>O{NBSP}9</b>"}


def test_the_version_for_two_shows_caps_by_the_number_of_the_seat():
    views = [{"turn": k, "seats": [{"colour": "1", "caps": {"B": k}, "points": None}, {"colour": "2", "caps": {"B": 1}, "points": None}]} for k in range(3)]
    fig = score_time(views, 0, "dark")
    assert fig.layout.yaxis.title.text == "caps"
    assert set(words(fig)) == {f"<b>1{NBSP}2</b>", f"<b>2{NBSP}1</b>"}
    used = {t.line.color for t in lines(fig, "lines")}
    assert len(used) == 2 and not used & {c.fill[1] for c in COLOURS}


def test_money_over_time_has_room_for_its_long_numbers():
    views = [{"turn": k, "seats": [{"colour": "1", "money": 1_250_000 * k}, {"colour": "2", "money": 40}]} for k in range(3)]
    fig = score_time(views, 0, "light", unit="euros")
    assert set(words(fig)) == {f"<b>1{NBSP}2,500,000</b>", f"<b>2{NBSP}40</b>"}
    assert fig.layout.margin.r >= 8 * len("1 2,500,000") and "2,500,000" in fig.data[0].text[2]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0.17, 0.22), (0, 1e-6), (3, 3), (-40, 1_000), (0.2499, 0.2501)])
def test_axes_have_few_round_numbers(low, high):
    ticks = steps(low, high)
    assert len(ticks) <= 9
    assert all(low - 1e-9 <= t <= high + 1e-9 for t in ticks)


def test_a_picture_carries_finding_definition_and_footer():
    fig = FIGURES["share"](SHARE, METRIC, "light")
    made = standalone(fig, "light", "Seat 1 wins <46 %", "of all games", "n 10,000 & seed 7")
    assert "Seat 1 wins &lt;46 %" in made.layout.title.text
    assert made.layout.title.subtitle.text == "of all games"
    assert made.layout.annotations[-1].text == "n 10,000 &amp; seed 7"
    assert fig.layout.title.text is None, "the page's own figure stays as it was"


def test_a_picture_without_kaleido_is_refused_in_words(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SettingError, match="kaleido"):
        png(FIGURES["share"](SHARE, METRIC, "light"))


def test_an_unknown_theme_is_refused_in_words():
    with pytest.raises(SettingError, match="light or dark"):
        FIGURES["share"](SHARE, METRIC, "pink")


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """Contrast of WCAG 2, 1 to 21."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_and_edges_are_seen(theme):
    ink = INKS[theme]
    assert contrast(ink.ink, ink.paper) > 12
    assert contrast(ink.mute, ink.paper) > 4.5
    for c in COLOURS:
        assert contrast(c.ink[ink.side], c.fill[ink.side]) > 4, c.name
        assert max(contrast(c.fill[ink.side], ink.paper), contrast(c.edge[ink.side], ink.paper)) > 3, c.name
    for fill, on in ink.tones:
        assert contrast(fill, on) > 4.5


def test_seats_without_colours_are_numbered_and_neutral():
    """Where colours are something else (companies), a seat must not wear one."""
    table = pd.DataFrame({"seat": [1, 2], "win_share": [0.5, 0.5], "win_low": [0.4, 0.4], "win_high": [0.6, 0.6], "fair_share": [0.5] * 2, "n": [100] * 2})
    table.attrs["seats_have_colours"] = False
    figure = FIGURES["share"](table, None, "light")
    assert list(figure.layout.yaxis.ticktext) == [f"Seat{NBSP}1", f"Seat{NBSP}2"]
    drawn = str([trace.to_plotly_json() for trace in figure.data])
    assert not any(colour.fill[0] in drawn for colour in COLOURS)


def test_a_forest_shows_differences_in_points_filled_where_they_differ():
    fig = FIGURES["forest"](FOREST, METRIC, "light")
    wins, points, turns, ends = fig.data
    assert list(wins.x) == pytest.approx([2.3, 0.3]) and list(wins.error_x.array) == pytest.approx([0.4, 0.5])
    assert list(wins.marker.color) == [INKS["light"].ink, INKS["light"].paper]
    assert [list(point) for point in wins.customdata] == [["seat.share.1", "B"], ["seat.share.2", "B"]]
    said = [note.text for note in fig.layout.annotations]
    assert said == ["<b>+2.3</b>", "<b>+0.3</b>", "<b>\u22122.4</b>", "<b>\u22123.3</b>", "<b>0.00</b>"]
    assert fig.layout.yaxis.ticktext[0] == f"<b>B</b>{NBSP}{NBSP}Seat{NBSP}1<br>31.4 \u2192 33.7"
    titles = [getattr(fig.layout, f"xaxis{k}").title.text for k in ("", 2, 3, 4)]
    assert [t.replace("<br>", " ") for t in titles] == ["percentage points of win share", "points", "turns", "percentage points"]
    assert "&lt;b&gt;End" in fig.layout.yaxis4.ticktext[0]
    low, high = fig.layout.xaxis.range
    assert low < -2.7 and high > 2.7 and 0 in fig.layout.xaxis.tickvals


def test_the_numbers_of_a_forest_have_a_margin_of_their_own():
    """However long they are and however narrow the picture: none stands on a diamond."""
    money = FOREST.assign(
        measure="winner.score", label="Winner's money", unit="euros", a=300_560.0, b=450_192.0, difference=149_632.0, low=147_000.0, high=152_000.0
    )
    for table in (FOREST, money, pd.concat([FOREST, money])):
        fig = FIGURES["forest"](table, METRIC, "light")
        longest = max(len(note.text) - len("<b></b>") for note in fig.layout.annotations)
        assert fig.layout.margin.r >= 8 * longest + 12
        assert all(note.xanchor == "right" and 0 < note.xshift < fig.layout.margin.r for note in fig.layout.annotations)
        alone = standalone(fig, "light", "Finding", "Definition", "Footer")
        assert alone.layout.margin.r >= fig.layout.margin.r and alone.layout.margin.l >= fig.layout.margin.l


def test_several_settings_are_named_in_their_rows():
    both = pd.concat([FOREST, FOREST.assign(setting="C")])
    labels = FIGURES["forest"](both, METRIC, "dark").layout.yaxis.ticktext
    assert [label[:3] for label in labels] == ["B: ", "B: ", "C: ", "C: "]


def test_a_forest_without_intervals():
    none = FOREST.assign(low=math.nan, high=math.nan, differs=False)
    fig = FIGURES["forest"](none, METRIC, "light")
    assert list(fig.data[0].error_x.array) == [0, 0] and "nan" not in fig.to_json().lower().replace("nance", "")


def test_the_flow_of_winners():
    fig = FIGURES["flow"](FLOW, METRIC, "light")
    heat, squares = fig.data
    assert [list(line) for line in heat.z] == [[None, 102, 100], [201, None, 200], [1, 2, None]]
    assert [list(point) for point in squares.customdata] == [[1, 2], [1, 0], [2, 1], [2, 0], [0, 1], [0, 2]]
    assert squares.text[0] == "Seat 1 wins before, Seat 2 wins now: 102 of 1,000 games"
    assert "same<br>108" in " ".join(note.text for note in fig.layout.annotations)
    assert fig.layout.yaxis.range[0] > fig.layout.yaxis.range[1]  # the first winner stands on top


def test_a_comparison_of_seats_without_colours():
    forest, flow = FOREST.copy(), FLOW.copy()
    forest.attrs["seats_have_colours"] = flow.attrs["seats_have_colours"] = False
    assert FIGURES["forest"](forest, METRIC, "light").layout.yaxis.ticktext[0].startswith(f"Seat{NBSP}1<br>")
    assert FIGURES["forest"](forest, METRIC, "light").layout.yaxis2.ticktext[0].startswith("<b>2</b>")
    assert list(FIGURES["flow"](flow, METRIC, "light").layout.xaxis.ticktext) == [f"Seat{NBSP}1", f"Seat{NBSP}2", "shared"]
