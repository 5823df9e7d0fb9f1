"""The deck and the tip table as the project reconstructs them. Colour-symmetric: each type of card is made once for each of six turns of the colours."""

from collections.abc import Iterator
from typing import Any

from topstats.games.top_race.cards import COLOURS, DECK_FORMAT, TIPS_FORMAT, WORDS

SOURCE = (
    "RECONSTRUCTION, not the printed cards: the card types published for relatives of the game (Daytona 500: 36 cards; Detroit-Cleveland Grand Prix: "
    "39 and 6 coloured tens), fitted to the rulebook's examples; the three cards with a joker 4 alone are assumed"
)
TIPS_SOURCE = (
    "RECONSTRUCTION, not the printed table: gains as in the relative Downforce (9/6/3, 6/4/2, 3/2/1 times 10,000), which hits both gains that the rulebook "
    "prints (tip 1 on 2nd, tip 3 on 2nd); the loss of tip 2 on 5th is printed, the other losses are assumed"
)
MONEY = [[90, 60, 30, -20, -40, -70], [60, 40, 20, -10, -30, -50], [30, 20, 10, 0, -10, -20]]  # thousands

J = 6  # the joker among the steps below
# Letter of the type, spaces, and for each line how many colours it stands after the first line's, around the six; the turns make the rest. The first turn
# with the rulebook's colours gives "red 6, yellow 4, black 2, blue 1", "yellow 6, red 4, black 2" and "purple 6, yellow 4, joker 2, blue 1".
TYPES = (
    ("A", (6, 5, 4, 3, 2, 1), (0, 1, 5, 2, 4, 3)),  # of these six each colour follows each other one once
    ("B", (6, 4, 2, 1), (0, 2, 4, 1)),
    ("C", (6, 4, 2, 1), (0, 3, J, 2)),
    ("D", (6, 4, 2), (0, 4, 2)),
    ("E", (5,), (0,)),
    ("T", (10,), (0,)),
)


def deck() -> dict[str, Any]:
    """45 cards with cars and 3 sprint/breakdown cards."""
    pairs = (("blue", "red"), ("yellow", "black"), ("purple", "green"))
    special = [{"name": f"S{i}", "pair": list(pair)} for i, pair in enumerate(pairs, 1)]
    cards = [*_turned(), *_jokers(), *special]
    return {"format": DECK_FORMAT, "name": "Reconstructed deck", "source": SOURCE, "confidence": "medium", "cards": cards}


def _turned() -> Iterator[dict[str, Any]]:
    for letter, spaces, steps in TYPES:
        for turn in range(len(COLOURS)):
            colours = [WORDS[J if step == J else (turn + step) % len(COLOURS)] for step in steps]
            yield {"name": f"{letter}{turn + 1}", "lines": [list(line) for line in zip(colours, spaces, strict=True)]}


def _jokers() -> Iterator[dict[str, Any]]:
    for name, spaces, count in (("J", 5, 6), ("K", 4, 3)):
        for i in range(count):
            yield {"name": f"{name}{i + 1}", "lines": [["joker", spaces]]}


def tips() -> dict[str, Any]:
    money = [[1000 * amount for amount in row] for row in MONEY]
    return {"format": TIPS_FORMAT, "name": "Reconstructed tip table", "source": TIPS_SOURCE, "confidence": "gains: high; losses: low", "money": money}
