"""The strategies random and planner of Tops a second time, in plain Python, so that the referee can play alone.

A player is None (random) or the parameters of the planner by name; `blunder` comes beside it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tests.naive.tops import COLOURS, HOLD, Move, Referee, Stream, micro

SEAT, BLUNDER = 2, 3
Plan = dict[str, Any]


def play_alone(referee: Referee, players: Sequence[Plan | None], blunders: Sequence[float]) -> list[Move]:
    """Play to the end; returns the moves."""
    moves = []
    while (question := referee.question) is not None:
        move = choose(referee, players[question.seat], blunders[question.seat])
        referee.answer(move)
        moves.append(move)
    return moves


def choose(referee: Referee, player: Plan | None, blunder: float) -> Move:
    """The move of the seat that is asked."""
    q = referee.question
    assert q is not None
    epoch = q.turn * 2**20 + q.decision
    if blunder > 0:
        lots = referee.stream(BLUNDER, q.seat, epoch)
        if lots.uniform() < blunder:
            return any_move(referee, lots)
    lots = referee.stream(SEAT, q.seat, epoch)
    if player is None:
        return any_move(referee, lots)
    return planned_take(referee, player, lots) if q.kind == "take" else planned_look(referee, player, lots)


def any_move(referee: Referee, lots: Stream) -> Move:
    options = [move for move in referee.question.options() if move != HOLD]
    if not options or options[0][0] == "take":
        return options[lots.below(len(options))] if options else HOLD
    tops, colours = (sorted({move[i] for move in options}) for i in (1, 2))
    return ("place", tops[lots.below(len(tops))], colours[lots.below(len(colours))])


def least(things: Sequence[Any], value: Callable[[Any], int], lots: Stream) -> Any:
    """The thing of least value, equal ones by lot as the rules page says."""
    best, n = things[0], 1
    for thing in things[1:]:
        if value(thing) < value(best):
            best, n = thing, 1
        elif value(thing) == value(best):
            n += 1
            if lots.below(n) == 0:
                best = thing
    return best


def planned_take(referee: Referee, player: Plan, lots: Stream) -> Move:
    colours = [move[1] for move in referee.question.options()]
    if player["take"] == "random":
        return ("take", colours[lots.below(len(colours))])
    hand = referee.players[referee.question.seat].hand
    return ("take", least(colours, lambda c: hand[c] if player["take"] == "scarcest" else referee.pool[c], lots))


def planned_look(referee: Referee, player: Plan, lots: Stream) -> Move:
    seat = referee.question.seat
    hand, tops, now = referee.players[seat].hand, referee.tops, referee.clock

    def rest(k: int) -> int:
        return (tops[k].stops - now) * tops[k].factors[seat] >> 20

    def may(k: int) -> bool:
        return tops[k].started <= now < tops[k].stops and (rest(k) <= micro(player["wait"]) or sum(hand) > player["reserve"])

    if not any(may(k) for k in range(len(tops))):
        return HOLD
    still = [k for k in range(len(tops)) if tops[k].stops <= now]
    spinning = sorted((k for k in range(len(tops)) if k not in still), key=lambda k: (rest(k), k))
    seen = {o: distance(o, [(tops[k].colour, k) for k in still], [(tops[k].colour, k) for k in spinning], hand) for o in referee.players[seat].objectives}
    objective = aim(referee, player, {o: found for o, found in seen.items() if found is not None}, lots)
    move = HOLD
    if objective is not None:
        asked, wrong = seen[objective]
        if asked and may(wrong):
            colours = [c for c in range(3) if asked[COLOURS[c]]]
            move = ("place", wrong, least(colours, lambda c: 0, lots))
    elif player["defend"] and spinning and may(spinning[0]):
        others = [c for c in range(3) if hand[c] and c != tops[spinning[0]].colour]
        move = ("place", spinning[0], least(others, lambda c: -hand[c], lots)) if others else HOLD
    if move != HOLD and player["blind"] > 0 and lots.uniform() < player["blind"]:
        return any_move(referee, lots)
    return move


def distance(objective: str, still: list, spinning: list, hand: list[int]) -> tuple[Counter, int | None] | None:
    """The colours still asked for and the top to change; None if the objective is not possible."""
    asked, wrong = Counter(objective), None
    for colour, k in still + spinning:
        if colour is not None and asked[COLOURS[colour]]:
            asked[COLOURS[colour]] -= 1
        elif (colour, k) in still:
            return None
        elif wrong is None:
            wrong = k
    asked = +asked
    return None if any(n > hand[COLOURS.index(c)] for c, n in asked.items()) else (asked, wrong)


def aim(referee: Referee, player: Plan, possible: dict[str, Any], lots: Stream) -> str | None:
    """The objective to play for."""
    seat = referee.question.seat
    mine = referee.players[seat].objectives
    if player["plan"] == "steady":
        first = referee.stream(SEAT, seat, referee.turn * 2**20 + 2**20 - 1).below(len(mine))
        return next((o for o in mine[first:] + mine[:first] if o in possible), None)
    if not possible:
        return None
    return least([o for o in mine if o in possible], lambda o: possible[o][0].total() if player["plan"] == "nearest" else 0, lots)
