"""Events and moves of the two-player version in words."""

from collections.abc import Mapping
from typing import Any

from topstats.core.contract import SettingError
from topstats.games.top_pop.rules import CITIES, COLOURS
from topstats.games.top_pop.two_player import state as st
from topstats.games.top_pop.two_player.rules import PLACE
from topstats.games.top_pop.two_player.views import COMPANIES


def _caps(n: int) -> str:
    return f"{n} cap{'s' * (n != 1)}"


def _card(S: Any, card: int, viewer: int | None) -> str:
    is_known = viewer is None or int(S.knows[card]) >> viewer & 1
    if S.night[card]:
        return f"the night card {CITIES[S.city[card]]}" if is_known else "a night card"
    return CITIES[S.city[card]] if is_known else "a day card"


def _company_of(S: Any, card: int) -> int:
    """Company under which the card lies, in the column or as its seventh card."""
    return next(k for k in range(st.K) if S.seventh[k] == card or card in S.column[k, : S.n_column[k]])


def _dealt_words(S: Any, viewer: int | None) -> str:
    laid = [f"{_card(S, c, viewer)} lies under {COLOURS[k]}" for k in range(st.K) for c in S.column[k, : S.n_column[k]]]
    return f"Seat 1 is dealt {int(S.n_hand[0])} cards, seat 2 {int(S.n_hand[1])}{''.join(f'; {text}' for text in laid)}."


def _played_words(before: Any, after: Any, viewer: int | None) -> str:
    card, p = int(after.focus), int(after.seat)
    k = _company_of(after, card)
    text = f"Seat {p + 1} plays {_card(after, card, viewer)} under {COLOURS[k]} and takes {_caps(int(after.caps[p, k] - before.caps[p, k]))}."
    return text + (f" {COLOURS[k]} is closed and gets its seventh card." if after.closed[k] else "")


def _end_words(S: Any) -> str:
    start = "Nobody has a card left (stalled)." if S.ended else "All companies are closed."
    companies = ", ".join(f"{COLOURS[k]} {int(S.majority[k] + S.variety[k])} ({int(S.value[k])} a cap, as {PLACE.labels[S.place[k] - 1]})" for k in range(st.K))
    how = ("", ", fewer caps breaking the tie", "")[S.tie_break]
    winner = "The win is shared" if S.tie_break == 2 else f"Seat {1 if S.share[0] else 2} wins{how}"
    return f"{start} Points of the companies: {companies}. {winner}: seat 1 has {int(S.score[0])} points, seat 2 {int(S.score[1])}."


def words(before: Any, after: Any, viewer: int | None = None) -> str:
    """What happened between two records of a trace, as seat `viewer` (from 0; None: all open) may know it; "" for nothing to say."""
    who, event, card = f"Seat {int(after.seat) + 1}", after.event, int(after.focus)
    if event == st.DEALT:
        return _dealt_words(after, viewer)
    if event == st.LAID:
        return f"{who} lays {_card(after, card, viewer)} face down as the seventh card of {COLOURS[_company_of(after, card)]}."
    if event == st.DISCARDED:
        return f"{who} discards {_card(after, card, viewer)} unseen."
    if event in (st.PLAYED, st.CLOSED):
        return _played_words(before, after, viewer)
    if event == st.DREW:
        n = int(after.drawn) - int(before.drawn)
        return f"{who} draws {f'{n} cards' if n > 1 else 'a night card' if after.night[card] else 'a day card'}."
    if event == st.SKIPPED:
        return f"Seat {2 - int(after.seat)} has no card and is skipped."
    return _end_words(after) if event == st.FINISHED else ""


def describe(S: Any, move: Any) -> dict[str, Any]:
    """A move of the open decision as plain data: the card's number, the company by letter, and `words`."""
    card, k = int(move[0]), int(move[1])
    name = _card(S, card, int(S.seat))
    if S.ask == st.DISCARD:
        return {"card": card, "words": f"discard {name}"}
    text = f"play {name} under {COLOURS[k]}" if S.ask == st.PLAY else f"lay {name} as the seventh card of {COLOURS[k]}"
    return {"card": card, "company": COMPANIES[k], "words": text}


def encode(S: Any, data: Mapping[str, Any]) -> list[int]:
    """The numbers of a move given as `describe` gives it. Raises SettingError if it cannot be read; whether it is legal the engine says."""
    card, company = data.get("card"), data.get("company")
    if isinstance(card, bool) or not isinstance(card, int) or not 0 <= card < S.n_cards:
        raise SettingError(f"card = {card!r} is not possible: allowed is a whole number from 0 to {int(S.n_cards) - 1}, as Table.options() lists it.")
    if S.ask == st.DISCARD:
        return [card, 0]
    if company not in tuple(COMPANIES):
        raise SettingError(f"company = {company!r} is not possible: allowed is {', '.join(COMPANIES)}.")
    return [card, COMPANIES.index(company)]
