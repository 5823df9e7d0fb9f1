"""Events and moves of Tops in words."""

from collections.abc import Mapping
from typing import Any

from topstats.core.contract import SettingError
from topstats.games.tops import state as st
from topstats.games.tops.rules import COLOURS, LETTERS, pictures


def objectives_of(S: Any, p: int) -> list[str]:
    """The objectives of a seat, as letters."""
    names = pictures(int(S.tops))
    return [names[i] for i in S.objective[p, : S.objectives]]


def _colour(c: int) -> str:
    return COLOURS[c].lower()


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _seats(which: list[int]) -> str:
    return f"Seat {which[0] + 1}" if len(which) == 1 else f"Seats {_and([str(p + 1) for p in which])}"


def _discs(counts: Any) -> str:
    return _and([f"{int(n)} {_colour(c)}" for c, n in enumerate(counts) if n] or ["no disc"])


def _spun_words(S: Any, viewer: int | None) -> str:
    seats = range(S.players) if viewer is None else [viewer]
    return f"The tops spin. {'; '.join(f'Seat {p + 1} plays for {_and(objectives_of(S, p))}' for p in seats)}."


def _at(S: Any) -> str:
    return f"At {int(S.clock) / 1e6:.1f} s"


def _disc_words(S: Any) -> str:
    who, disc, top = f"{_at(S)} seat {int(S.seat) + 1}", _colour(S.colour), f"top {int(S.focus) + 1}"
    if S.event == st.LATE:
        return f"{who} comes too late with {disc}: {top} has stopped."
    text = f"{who} puts {disc} on {top}" if S.event == st.LANDED else f"{who} drops {disc} beside {top}"
    if S.knocked >= 0:
        text += f", knocks {_colour(S.knocked)} off"
    return text + (", touches it and spins it again." if S.touched else ".")


def _result_words(S: Any) -> str:
    if S.picture < 0:
        return "A top is bare: nobody wins the round."
    shown = pictures(int(S.tops))[S.picture]
    if S.event == st.NOBODY:
        return f"{shown} is shown: nobody plays for it."
    return f"{shown} is shown: seat {int(S.winner) + 1} wins a token and has {int(S.tokens[S.winner])}."


def _end_words(S: Any) -> str:
    n = int(S.players)
    winners = [p for p in range(n) if S.share[p]]
    cut = " The round limit was reached (truncated)." if S.ended else ""
    how = " share the win" if len(winners) > 1 else " wins"
    return f"The game ends.{cut} {_seats(winners)}{how}. Tokens: {', '.join(f'seat {p + 1} {int(S.tokens[p])}' for p in range(n))}."


def words(before: Any, after: Any, viewer: int | None = None) -> str:
    """What happened between two records of a trace, as seat `viewer` (from 0; None: all open) may know it; "" for nothing to say."""
    event = after.event
    if event == st.DEALT:
        return f"Each seat gets {_discs(after.held[0])}."
    if event == st.SPUN:
        return _spun_words(after, viewer)
    if event in (st.LANDED, st.FELL, st.LATE):
        return _disc_words(after)
    if event == st.STOPPED:
        return f"{_at(after)} top {int(after.focus) + 1} stops, {_colour(after.colour) + ' on top' if after.colour >= 0 else 'bare'}."
    if event in (st.WON, st.NOBODY):
        return _result_words(after)
    if event == st.TOOK:
        return f"Seat {int(after.seat) + 1} takes {_colour(after.colour)}."
    return _end_words(after) if event == st.FINISHED else ""


def describe(S: Any, move: Any) -> dict[str, Any]:
    """A move of the open decision as plain data: tops from 1, colours by letter, and `words`."""
    if S.ask == st.TAKE:
        return {"colour": LETTERS[move[0]], "words": f"take {_colour(move[0])}"}
    if move[0] == 0:
        return {"top": None, "words": "hold"}
    return {"top": int(move[1]) + 1, "colour": LETTERS[move[2]], "words": f"place {_colour(move[2])} on top {int(move[1]) + 1}"}


def encode(S: Any, data: Mapping[str, Any]) -> list[int]:
    """The numbers of a move given as `describe` gives it. Raises SettingError if it cannot be read; whether it is legal the engine says."""
    if S.ask == st.LOOK and "top" in data and data["top"] is None:
        return [0, 0, 0]
    if data.get("colour") not in tuple(LETTERS):
        raise SettingError(f"colour = {data.get('colour')!r} is not possible: allowed is {', '.join(LETTERS)}.")
    colour = LETTERS.index(data["colour"])
    if S.ask == st.TAKE:
        return [colour, 0, 0]
    top = data.get("top")
    if isinstance(top, bool) or not isinstance(top, int) or not 1 <= top <= S.tops:
        raise SettingError(f"top = {top!r} is not possible: allowed is a whole number from 1 to {int(S.tops)}, or None to hold.")
    return [1, top - 1, colour]
