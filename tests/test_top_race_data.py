"""The deck and the tip table of Top Race, and what a bad file of one's own is told."""

import copy
from collections import Counter

import pytest

from tests.making.cards import deck, tips
from topstats.core.contract import SettingError
from topstats.games.top_race import cards
from topstats.games.top_race.cards import COLOURS, JOKER
from topstats.games.top_race.track_check import _HEAD, _HEAD_MORE, _SECTION, _SECTION_MORE, _SPACE, _SPACE_MORE


@pytest.fixture(scope="module")
def standard() -> cards.Deck:
    return cards.load("standard")


@pytest.mark.rule("TR-02")
def test_the_deck_has_45_cards_with_cars_and_3_to_sprint(standard):
    kinds = Counter(tuple(n for _, n in card.lines) for card in standard.cards if card.pair is None)
    assert kinds == {(6, 5, 4, 3, 2, 1): 6, (6, 4, 2, 1): 12, (6, 4, 2): 6, (5,): 12, (4,): 3, (10,): 6}
    jokers = Counter(tuple(n for c, n in card.lines if c == JOKER) for card in standard.cards)
    assert jokers == {(): 48 - 15, (2,): 6, (5,): 6, (4,): 3}
    pairs = [{COLOURS[c] for c in card.pair} for card in standard.cards[-3:]]
    assert pairs == [{"blue", "red"}, {"yellow", "black"}, {"purple", "green"}] and len(standard.cards) == 48
    assert len({card.name for card in standard.cards}) == 48


@pytest.mark.rule("TR-02")
def test_the_deck_favours_no_colour(standard):
    """Every colour stands equally often on every line, with every number, after every other, and in every pair."""
    with_cars = [card for card in standard.cards if card.pair is None]
    lines = Counter((i, n, len(card.lines), c) for card in with_cars for i, (c, n) in enumerate(card.lines))
    for i, n, size, c in list(lines):
        if c != JOKER:
            assert {lines[i, n, size, other] for other in range(6)} == {lines[i, n, size, c]}
    spaces = Counter()
    for card in with_cars:
        for c, n in card.lines:
            spaces[c] += n
    assert [spaces[c] for c in range(6)] == [72] * 6 and spaces[JOKER] == 54
    together = Counter(
        frozenset((c, (c + step) % 6)) for card in with_cars for c, _ in card.lines for step in (1, 2, 3) for d, _ in card.lines if d == (c + step) % 6
    )
    for step in (1, 2, 3):
        assert len({together[frozenset((c, (c + step) % 6))] for c in range(6)}) == 1
    assert Counter(c for card in standard.cards if card.pair for c in card.pair) == dict.fromkeys(range(6), 1)


@pytest.mark.rule("TR-02")
def test_on_the_long_cards_each_colour_follows_each_other_once(standard):
    follow = Counter((a, b) for card in standard.cards if len(card.lines) == 6 for (a, _), (b, _) in zip(card.lines, card.lines[1:], strict=False))
    assert len(follow) == 30 and set(follow.values()) == {1}


@pytest.mark.parametrize("words", ["red 6, yellow 4, black 2, blue 1", "yellow 6, red 4, black 2", "purple 6, yellow 4, joker 2, blue 1"])
def test_the_cards_of_the_rulebooks_examples_are_there(standard, words):
    assert words in [card.words for card in standard.cards]


def test_the_deck_as_arrays(standard):
    i = [card.words for card in standard.cards].index("purple 6, yellow 4, joker 2, blue 1")
    assert standard.colour[i].tolist() == [5, 2, JOKER, 1, -1, -1] and standard.spaces[i].tolist() == [6, 4, 2, 1, 0, 0]
    assert standard.pair[i].tolist() == [-1, -1] and standard.pair[-3].tolist() == [1, 0]


@pytest.mark.rule("TR-41")
def test_the_tip_table_has_the_cells_that_the_rulebook_prints():
    table = cards.load_tips("standard")
    assert (table.money[0][1], table.money[1][4], table.money[2][1]) == (6, -3, 2)
    assert [list(row) for row in table.money] == [[9, 6, 3, -2, -4, -7], [6, 4, 2, -1, -3, -5], [3, 2, 1, 0, -1, -2]]
    assert "RECONSTRUCTION" in table.note and "losses: low" in table.note


def test_the_files_are_what_their_makers_make(standard):
    assert cards.DECKS.data("standard") == deck() and cards.TIPS.data("standard") == tips()
    assert "RECONSTRUCTION" in standard.note and "confidence: medium" in standard.note


def written(deck: cards.Deck) -> str:
    """A deck as CSV."""
    rows = ["card,line 1,line 2"]
    for card in deck.cards:
        cells = ["sprint", *(COLOURS[c] for c in card.pair)] if card.pair else [f"{(*COLOURS, 'joker')[c]} {n}" for c, n in card.lines]
        rows.append(",".join([card.name, *cells]))
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_deck_as_csv_is_the_same_deck(standard, tmp_path, mark):
    path = tmp_path / "My deck.csv"
    path.write_text("\ufeff" + written(standard).replace(",", mark), encoding="utf-8")
    own = cards.load(path)
    assert own.cards == standard.cards and (own.name, own.label, own.source) == ("own", "My deck", "a file of one's own")
    assert cards.DECKS.label(cards.DECKS.value(path)) == "My deck (own file)"
    assert cards.load(str(path)) == cards.load(cards.DECKS.value(path)) == own


@pytest.mark.parametrize("text", ["tip,1,2,3,4,5,6\ntip 1,90000,60000,30000,-20000,-40000,-70000\n", "90000,60000,30000,-20000,-40000,-70000\n"])
def test_a_tip_table_as_csv(tmp_path, text):
    path = tmp_path / "tips.csv"
    path.write_text(text + "60000,40000,+20000,-10000,-30000,-50000\n\n30000,20000,10000,0,-10000,-20000\n")
    assert cards.load_tips(path).money == cards.load_tips("standard").money


BAD_CARDS = {
    "car unknown": (lambda c: c[6]["lines"].__setitem__(0, ["pink", 6]), "card B1: it shows pink, allowed are red, blue"),
    "number too large": (lambda c: c[6]["lines"].__setitem__(0, ["red", 11]), "card B1: it moves red by 11, allowed are 1 to 10"),
    "number broken": (lambda c: c[6]["lines"].__setitem__(0, ["red", 1.5]), "card B1: it moves red by 1.5"),
    "colour twice": (lambda c: c[6]["lines"].__setitem__(0, ["yellow", 6]), "card B1: it shows yellow more than once"),
    "joker twice": (lambda c: c[12]["lines"].__setitem__(0, ["joker", 6]), "card C1: it shows joker more than once"),
    "no lines": (lambda c: c[6].update(lines=[]), "card B1: it needs 1 to 6 lines"),
    "a line too long": (lambda c: c[6]["lines"].__setitem__(0, ["red", 6, 1]), "card B1: it needs 1 to 6 lines"),
    "pair of one": (lambda c: c[-1].update(pair=["red"]), "card S3: its pair is red, allowed are two different cars"),
    "pair of equals": (lambda c: c[-1].update(pair=["red", "red"]), "card S3: its pair is red,red"),
    "pair and lines": (lambda c: c[-1].update(lines=[["red", 1]]), "card S3: a sprint/breakdown card has no lines"),
    "name twice": (lambda c: c[1].update(name="A1"), "card A1: this name stands twice"),
    "no name": (lambda c: c[1].pop("name"), "card 2 of the list: its name is"),
    "no table": (lambda c: c.__setitem__(0, 5), "card 1 of the list"),
    "too few": (lambda c: c.__delitem__(slice(5, None)), "it has 5 cards, allowed are 6 to 64"),
    "too many": (lambda c: c.extend({"name": f"X{i}", "lines": [["red", 1]]} for i in range(17)), "it has 65 cards"),
    "sprints": (lambda c: c.extend({"name": f"X{i}", "pair": ["red", "blue"]} for i in range(4)), "more than 6 sprint"),
}


@pytest.mark.rule("TR-02")
@pytest.mark.parametrize("case", BAD_CARDS)
def test_a_bad_card_is_named(case):
    spoil, expected = BAD_CARDS[case]
    data = copy.deepcopy(deck())
    spoil(data["cards"])
    with pytest.raises(SettingError) as refused:
        cards.load(data)
    assert expected in str(refused.value) and "data/README.md (rule TR-02)" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A,red 6\nB,red six\n", "card B: red six is no line"),
        ("A,red\n", "card A: red is no line"),
        ('A,"red 6\n', "is no CSV"),
        ("A\n" * 8, "card A: it needs 1 to 6 lines"),
        ("", "it has 0 cards"),
        ("[1]", "the file has no list cards"),
        ('{"cards": [], "name": 5}', "its name is 5"),
        ('{"cards": [], "format": "x"}', "its format is x, allowed is top-race-deck/1"),
    ],
)
def test_a_bad_deck_file_is_refused(tmp_path, text, expected):
    path = tmp_path / "deck.csv"
    path.write_text(text)
    with pytest.raises(SettingError, match=expected):
        cards.load(path)


@pytest.mark.rule("TR-41")
@pytest.mark.parametrize(
    ("money", "expected"),
    [
        ([[0] * 6] * 2, "3 rows"),
        ([[0] * 6, [0] * 5, [0] * 6], "3 rows"),
        ([[0] * 6, [0, 0, 5, 0, 0, 0], [0] * 6], "tip 2, place 3: 5, allowed is a multiple of 10,000"),
        ([[0] * 6, [0] * 6, [0] * 5 + ["x"]], "tip 3, place 6: x"),
        ([[0] * 6, [0] * 6, [0] * 5 + [True]], "tip 3, place 6: on"),
        ([[20_000_000, 0, 0, 0, 0, 0], [0] * 6, [0] * 6], "tip 1, place 1"),
        (5, "no list money"),
    ],
)
def test_a_bad_tip_table_names_the_cell(money, expected):
    with pytest.raises(SettingError, match=expected):
        cards.load_tips(tips() | {"money": money})


def test_the_table_of_the_data_says_what_the_files_say(project):
    text = (project / "data/README.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in (*_HEAD, *_HEAD_MORE, *_SPACE, *_SPACE_MORE, *_SECTION, *_SECTION_MORE) if name != "format")
    (example,) = [block for block in text.split("```") if block.strip().startswith("card,")]
    rows = dict(line.split(",", 1) for line in example.split() if "," in line)
    assert {"C6", "S1"} <= set(rows)
    standard = {card.name: card.words for card in cards.load("standard").cards}
    path = [line for line in example.strip().splitlines() if line.startswith("C6")][0]
    assert ", ".join(path.split(",")[1:]) == standard["C6"]
