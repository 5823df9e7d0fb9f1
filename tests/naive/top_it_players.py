"""The strategies of Top It in plain Python, for the referee to play alone. Written from RULES.md, section Strategies."""

from typing import Any

from tests.naive.top_it import LINES, Question, Referee
from topstats.core import rng

TILES = frozenset(range(9))


def wanted(referee: Referee, seat: int, plan: str) -> frozenset[int]:
    """The tiles that a plan looks for."""
    mine, others = referee.tops(seat), [referee.tops(s) for s in referee.seats if s != seat]
    found: set[int] = set()
    if plan == "rows":
        finish = {t for line in LINES if len(line & mine) == 2 for t in line - mine}
        found = finish or {t for line in LINES if len(line & mine) == 1 for t in line - mine}
    elif plan == "spread":
        found = {t for t in TILES if all(pin.seat != seat for pin in referee.stacks[t])}
    elif plan == "cover":
        for tops in others:
            rows = {t for line in LINES if line <= tops for t in line}
            found |= rows or {t for line in LINES if len(line & tops) == 2 for t in line & tops}
        found = found or set().union(*others)
    elif plan == "towers":
        found = mine
    return frozenset(found) or TILES


def at_random(referee: Referee, q: Question, words: Any) -> Any:
    if q.kind == "seek":
        bits = 1 + words.below(511)
        return frozenset(t for t in range(9) if bits >> t & 1)
    mind = referee.persons[q.person].mind
    return mind[words.below(len(mind))]


def choose(referee: Referee, like: dict[str, Any]) -> Any:
    """What the player `like` (plan, hold_s, picky, blunder) does."""
    q = referee.question
    assert q is not None
    epoch = q.round * 2**20 + q.decision
    if like["blunder"]:
        words = referee.stream(rng.BLUNDER, q.seat, epoch)
        if words.uniform() < like["blunder"]:
            return at_random(referee, q, words)
    if like["plan"] == "random":
        return at_random(referee, q, referee.stream(rng.SEAT, q.seat, epoch))
    if q.kind == "seek":
        return wanted(referee, q.seat, like["plan"])
    mind = referee.persons[q.person].mind
    if like["hold_s"] and q.now < referee.time["round_s"] - round(like["hold_s"] * 10**6):
        return None
    if like["picky"]:
        tiles = wanted(referee, q.seat, like["plan"])
        fitting = [term for term in mind if referee.tile(term) in tiles]
        if fitting:
            return fitting[0]
        if referee.stream(rng.SEAT, q.seat, epoch).uniform() < like["picky"]:
            return None
    return mind[0]


def play_alone(referee: Referee, players: list[dict[str, Any]]) -> None:
    """The whole game, each seat by its player."""
    while referee.question is not None:
        referee.answer(choose(referee, players[referee.question.seat]))
