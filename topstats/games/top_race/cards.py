"""The deck of speed cards and the tip table, from data files (TR-02, TR-14, TR-41). The formats are told in data/README.md."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topstats.core.contract import SettingError, shown
from topstats.core.datafile import DataFile, is_whole, json_of, rows_of

COLOURS = ("red", "blue", "yellow", "green", "black", "purple")
JOKER = len(COLOURS)  # the colour number of a joker's line
WORDS = (*COLOURS, "joker")
SPECIAL = "sprint"  # first word of a sprint/breakdown card in a CSV
MOST_CARDS, LEAST_CARDS, MOST_LINES, MOST_SPACES, MOST_SPECIAL = 64, 6, 6, 10, 6
MONEY = 10_000  # the unit of all amounts inside
MOST_TIP = 10_000_000
DECK_FORMAT, TIPS_FORMAT = "top-race-deck/1", "top-race-tips/1"


@dataclass(frozen=True)
class Card:
    """A speed card: lines (colour number, spaces) from top to bottom, or as a sprint/breakdown card a pair of colours and no lines."""

    name: str
    lines: tuple[tuple[int, int], ...] = ()
    pair: tuple[int, int] | None = None

    @property
    def words(self) -> str:
        """red 6, yellow 4, joker 2; or sprint/breakdown blue-red."""
        if self.pair is not None:
            return f"sprint/breakdown {WORDS[self.pair[0]]}-{WORDS[self.pair[1]]}"
        return ", ".join(f"{WORDS[colour]} {spaces}" for colour, spaces in self.lines)


@dataclass(frozen=True)
class Deck:
    """A checked deck, sprint/breakdown cards last. name : of a built-in, else "own"; label for people."""

    name: str
    label: str
    source: str
    confidence: str
    cards: tuple[Card, ...]

    @property
    def note(self) -> str:
        """Whence, in one line."""
        return f"{self.label}: {self.source.rstrip('.')} (confidence: {self.confidence})."

    @cached_property
    def colour(self) -> NDArray[np.int8]:
        """(cards, 6): the colour of each line, JOKER for a joker, -1 where there is no line."""
        return self._lines(0, -1)

    @cached_property
    def spaces(self) -> NDArray[np.int8]:
        """(cards, 6): how far each line moves, 0 where there is none."""
        return self._lines(1, 0)

    @cached_property
    def pair(self) -> NDArray[np.int8]:
        """(cards, 2): the two colours of a sprint/breakdown card, -1 for other cards."""
        return np.array([card.pair or (-1, -1) for card in self.cards], np.int8)

    def _lines(self, part: int, empty: int) -> NDArray[np.int8]:
        rows = [[line[part] for line in card.lines] for card in self.cards]
        return np.array([row + [empty] * (MOST_LINES - len(row)) for row in rows], np.int8)


@dataclass(frozen=True)
class Tips:
    """A checked tip table: money[tip][place] in units of 10,000, gains positive."""

    name: str
    label: str
    source: str
    confidence: str
    money: tuple[tuple[int, ...], ...]

    @property
    def note(self) -> str:
        """Whence, in one line."""
        return f"{self.label}: {self.source.rstrip('.')} (confidence: {self.confidence})."


def load(given: Any) -> Deck:
    """The deck for a name ("standard"), a path (JSON or CSV), JSON text or plain data. Raises SettingError, naming the card."""
    return _deck(DECKS.value(given))


def load_tips(given: Any) -> Tips:
    """The tip table for a name ("standard"), a path (JSON or CSV), JSON text or plain data. Raises SettingError, naming tip and place."""
    return _tips(TIPS.value(given))


@lru_cache(maxsize=16)
def _deck(value: str) -> Deck:
    data = DECKS.data(value)
    cards = [Card(c["name"], tuple((WORDS.index(w), int(n)) for w, n in c.get("lines", ())), _pair(c["pair"]) if "pair" in c else None) for c in data["cards"]]
    cards.sort(key=lambda card: card.pair is not None)
    return Deck(value if value in DECKS.names else "own", data["name"], data["source"], data["confidence"], tuple(cards))


def _pair(words: list[str]) -> tuple[int, int]:
    return COLOURS.index(words[0]), COLOURS.index(words[1])


@lru_cache(maxsize=16)
def _tips(value: str) -> Tips:
    data = TIPS.data(value)
    money = tuple(tuple(int(amount) // MONEY for amount in row) for row in data["money"])
    return Tips(value if value in TIPS.names else "own", data["name"], data["source"], data["confidence"], money)


def _refused(what: str, name: str, why: str) -> SettingError:
    rule = "TR-02" if what == "deck" else "TR-41"
    return SettingError(f"{what} {Path(name).name} is not possible: {why}; the format is told in data/README.md (rule {rule}).")


def _parse_deck(text: str, name: str) -> dict[str, Any]:
    is_json = text.lstrip()[:1] in ("{", "[")
    data = json_of(text, name) if is_json else {"cards": list(_cards_of(rows_of(text, name), name))}
    data = _headed(data, "cards", "deck", name, DECK_FORMAT)
    for why in _wrong_cards(data["cards"]):
        raise _refused("deck", name, why)
    cards = [{k: c[k] for k in ("name", "lines", "pair") if k in c} for c in data["cards"]]
    return data | {"cards": cards}


def _headed(data: Any, field: str, what: str, name: str, form: str) -> dict[str, Any]:
    """Name, source and confidence of the data, those of the file if it says none; and its list `field`."""
    if not isinstance(data, Mapping) or not isinstance(data.get(field), list):
        raise _refused(what, name, f"the file has no list {field}")
    if data.get("format", form) != form:
        raise _refused(what, name, f"its format is {shown(data['format'])}, allowed is {form}")
    stem = "".join(c for c in Path(name).stem if c.isprintable())[:40] or what
    head = {"name": data.get("name", stem), "source": data.get("source", "a file of one's own"), "confidence": data.get("confidence", "as given")}
    for key, value in head.items():
        if not (isinstance(value, str) and 0 < len(value.strip()) <= 400 and value.isprintable()):
            raise _refused(what, name, f"its {key} is {shown(value)}, allowed is a text of 1 to 400 letters")
    return head | {"format": form, field: data[field]}


def _cards_of(rows: list[list[str]], name: str) -> Iterator[dict[str, Any]]:
    """Cards of CSV rows: a name, then "red 6" for each line; or a name, "sprint", and two colours."""
    for row in rows:
        card, *cells = row
        cells = [cell.lower() for cell in cells if cell]
        if row[0].lower() in ("card", "name"):
            continue
        if cells and cells[0].startswith(SPECIAL):
            yield {"name": card, "pair": cells[1:]}
            continue
        lines = [cell.rpartition(" ") for cell in cells]
        for cell, (_, _, spaces) in zip(cells, lines, strict=True):
            if not (spaces.isascii() and spaces.isdigit() and len(spaces) < 4):
                raise _refused("deck", name, f"card {shown(card)}: {shown(cell)} is no line, allowed is a car and a number: red 6")
        yield {"name": card, "lines": [[colour.strip(), int(spaces)] for colour, _, spaces in lines]}


def _wrong_cards(cards: list[Any]) -> Iterator[str]:
    """What is wrong with the cards, one sentence each."""
    if not LEAST_CARDS <= len(cards) <= MOST_CARDS:
        yield f"it has {len(cards)} cards, allowed are {LEAST_CARDS} to {MOST_CARDS}"
    names: set[str] = set()
    for i, card in enumerate(cards):
        name = card.get("name") if isinstance(card, Mapping) else None
        if not (isinstance(name, str) and 0 < len(name.strip()) <= 20 and name.isprintable()):
            yield f"card {i + 1} of the list: its name is {shown(name)}, allowed is a text of 1 to 20 letters"
            return
        if name in names:
            yield f"card {name}: this name stands twice"
        names.add(name)
        yield from (f"card {name}: {why}" for why in _wrong_card(card))
    if sum("pair" in card for card in cards) > MOST_SPECIAL:
        yield f"it has more than {MOST_SPECIAL} sprint/breakdown cards"


def _wrong_card(card: Mapping[str, Any]) -> Iterator[str]:
    if "pair" in card:
        pair = card["pair"]
        if "lines" in card:
            yield "a sprint/breakdown card has no lines"
        elif not (isinstance(pair, list) and len(pair) == 2 and all(c in COLOURS for c in pair) and pair[0] != pair[1]):
            yield f"its pair is {shown(pair)}, allowed are two different cars of {', '.join(COLOURS)}"
        return
    lines = card.get("lines")
    if not (isinstance(lines, list) and 1 <= len(lines) <= MOST_LINES and all(isinstance(line, list) and len(line) == 2 for line in lines)):
        yield f"it needs 1 to {MOST_LINES} lines, each a car and a number"
        return
    for colour, spaces in lines:
        if colour not in WORDS:
            yield f"it shows {shown(colour)}, allowed are {', '.join(WORDS)}"
        elif not (is_whole(spaces) and 1 <= spaces <= MOST_SPACES):
            yield f"it moves {colour} by {shown(spaces)}, allowed are 1 to {MOST_SPACES}"
        elif [c for c, _ in lines].count(colour) > 1:
            yield f"it shows {colour} more than once"


def _parse_tips(text: str, name: str) -> dict[str, Any]:
    is_json = text.lstrip()[:1] in ("{", "[")
    data = _headed(json_of(text, name) if is_json else {"money": _amounts(rows_of(text, name))}, "money", "tip table", name, TIPS_FORMAT)
    rows = data["money"]
    if not (len(rows) == 3 and all(isinstance(row, list) and len(row) == len(COLOURS) for row in rows)):
        raise _refused("tip table", name, f"it needs 3 rows (the tips) of {len(COLOURS)} amounts (the places)")
    for tip, row in enumerate(rows, 1):
        for place, amount in enumerate(row, 1):
            if not (is_whole(amount) and abs(amount) <= MOST_TIP and amount % MONEY == 0):
                allowed = f"a multiple of {MONEY:,} from -{MOST_TIP:,} to {MOST_TIP:,}"
                raise _refused("tip table", name, f"tip {tip}, place {place}: {shown(amount)}, allowed is {allowed}")
    return data | {"money": [[int(amount) for amount in row] for row in rows]}


def _amounts(rows: list[list[str]]) -> list[list[Any]]:
    """Amounts of CSV rows; a heading ("tip, 1, 2, ...") is left out, and a row may begin with "tip 1"."""
    rows = [row[1:] if row[0].lower().startswith("tip") else row for row in rows if row[0].lower() != "tip"]
    return [[int(cell) if re.fullmatch(r"[+-]?[0-9]{1,9}", cell) else cell for cell in row] for row in rows]


DECKS = DataFile(what="deck", names={"standard": "Reconstructed deck"}, folder="data/top_race/decks", parse=_parse_deck, endings=(".json", ".csv"))
TIPS = DataFile(what="tip table", names={"standard": "Reconstructed tip table"}, folder="data/top_race/tips", parse=_parse_tips, endings=(".json", ".csv"))
