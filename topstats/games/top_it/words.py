"""Events and moves of Top It in words. A term is named by its first letter and its rank of popularity in the topic: T12."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from topstats.core.contract import SettingError
from topstats.games.top_it import state as st
from topstats.games.top_it.memory import letter_of
from topstats.games.top_it.rules import ALPHABET, CLASSES

LETTERS = "BOYPGS"
COLOURS = ("Blue", "Orange", "Yellow", "Plum", "Green", "Slate")
REPEAT = ("", "was named before", "contains a term named before")


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _n(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def term(S: Any, r: int) -> str:
    """The name of a term."""
    return f"{ALPHABET[letter_of(S, np.int64(r))]}{r + 1}"


def tile_letters(S: Any, mask: int) -> list[str]:
    """Letters of the tiles in a mask, in grid order."""
    return [ALPHABET[S.tile[t]] for t in range(9) if mask >> t & 1]


def _round_words(S: Any) -> str:
    topic = CLASSES[S.topic]
    return f"A topic is turned up, {'an' if topic[0] in 'aeiou' else 'a'} {topic} one. The grid: {' '.join(tile_letters(S, 511))}."


def _when(S: Any) -> str:
    return f"At {int(S.now) / 1e6:.2f} s"


def _laid_words(before: Any, S: Any) -> str:
    seat, k = int(S.seat), int(S.focus)
    tile = int(S.pin_tile[k])
    under = int(S.height[tile]) - 2
    on = f", on top of {COLOURS[S.pin_seat[S.stack[tile, under]]]}" if under >= 0 else ""
    doubt = "; it does not clearly fit" if S.pin_doubt[k] else ""
    repeat = f"; nobody notices that it {REPEAT[S.again]}" if S.again else ""
    made = int(S.tally[st.ROWS_MADE, seat]) - int(before.tally[st.ROWS_MADE, seat])
    row = f" It makes {_n(made, 'row')}." if made else ""
    broken = [f" {COLOURS[q]}'s row is broken." for q in range(S.players) if S.tally[st.ROWS_BROKEN, q] > before.tally[st.ROWS_BROKEN, q]]
    return f"{_when(S)} {COLOURS[seat]} names {term(S, int(S.pin_term[k]))}: a pin on {ALPHABET[S.tile[tile]]}{on}{doubt}{repeat}.{row}{''.join(broken)}"


def _doubted_words(S: Any) -> str:
    k = int(S.focus)
    what = "the pin goes" if S.pin_doubt[k] == 2 else "the pin stays"
    name, owner = term(S, int(S.pin_term[k])), COLOURS[S.pin_seat[k]]
    return f"{owner}'s {name} is challenged: {_n(int(S.votes), 'vote')} against it, {what}."


def _scored_words(S: Any) -> str:
    points = ", ".join(
        f"{COLOURS[p]} {int(S.got_pins[p] + S.got_rows[p])}" + (f" ({int(S.got_rows[p])} for rows)" if S.got_rows[p] else "") for p in range(S.players)
    )
    return f"The round is over. Points: {points}. In all: {', '.join(f'{COLOURS[p]} {int(S.score[p])}' for p in range(S.players))}."


def _end_words(S: Any) -> str:
    winners = [COLOURS[p] for p in range(S.players) if S.share[p]]
    cut = " The round limit was reached (truncated)." if S.ended == 2 else ""
    shared = ", sharing the win" if len(winners) > 1 else ""
    points = ", ".join(f"{COLOURS[p]} {int(S.score[p])}" for p in range(S.players))
    return f"The game ends.{cut} {_and(winners)} win{'s' * (len(winners) == 1)}{shared}. Points: {points}."


def words(before: Any, after: Any, viewer: int | None = None) -> str:
    """What happened between two records of a trace; "" for nothing to say. All that is said and laid is public."""
    event = after.event
    if event == st.BEGUN:
        return f"The topic cards are shuffled; everybody has {_n(int(after.pins), 'pin')}."
    if event == st.ROUND:
        return _round_words(after)
    if event == st.LAID:
        return _laid_words(before, after)
    if event == st.TAKEN:
        return f"{_when(after)} {COLOURS[after.seat]} names {term(after, int(after.focus))}, which {REPEAT[after.again]}: the pin comes back."
    if event == st.DOUBTED:
        return _doubted_words(after)
    if event == st.SCORED:
        return _scored_words(after)
    return _end_words(after) if event == st.FINISHED else ""


def describe(S: Any, move: Any) -> dict[str, Any]:
    """A move of the open decision as plain data: letters of tiles or the term, and `words`."""
    value = int(move[0])
    if S.ask == st.SEEK:
        letters = tile_letters(S, value)
        return {"letters": letters, "words": "look for any letter" if value == st.ALL else f"look for {' or '.join(letters)}"}
    if value < 0:
        return {"term": None, "words": "keep silent"}
    name = term(S, int(S.mind[S.person, value]))
    return {"term": name, "words": f"name {name}"}


def encode(S: Any, data: Mapping[str, Any]) -> list[int]:
    """The number of a move given as `describe` gives it. Raises SettingError if it cannot be read."""
    if S.ask == st.SEEK:
        grid, letters = tile_letters(S, 511), data.get("letters")
        if not isinstance(letters, (list, tuple)) or not all(letter in grid for letter in letters) or len(set(letters)) < len(letters):
            raise SettingError(f"letters = {letters!r} is not possible: allowed are some of {', '.join(grid)}, each once.")
        return [sum(1 << grid.index(letter) for letter in letters)]
    names = [term(S, int(r)) for r in S.mind[S.person, : S.n_mind[S.person]]]
    if "term" in data and data["term"] is None:
        return [-1]
    if data.get("term") not in names:
        raise SettingError(f"term = {data.get('term')!r} is not possible: in mind is {', '.join(names)}; None keeps silent.")
    return [names.index(data["term"])]
