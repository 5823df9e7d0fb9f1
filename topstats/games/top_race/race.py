"""A speed card of Top Race carried out line by line: who moves where, who breaks down and comes back, who is backed."""

import numpy as np

from topstats.core.jit import kernel
from topstats.games.top_race.road import front_car, is_due, list_ends, list_returns, list_sprint
from topstats.games.top_race.rules import JOKER, N_CARS, N_TIPS
from topstats.games.top_race.state import (
    BREAKDOWN,
    BROKE,
    BROKEN,
    CLAIMING,
    EFFECT,
    HOME,
    JOKER_CAR,
    LINE,
    MOVED,
    MOVING,
    NO_EFFECT,
    PAYING,
    RACING,
    RETURN,
    RETURNED,
    RETURNING,
    SPACE,
    SPRINTED,
    STUCK,
    TIPPED,
    TIPPING,
    WASTED,
    is_named,
    line_of,
)
from topstats.games.top_race.turns import next_claim


@kernel
def is_end(S, space):
    """Whether S.ends lists this space."""
    for i in range(S.n_ends):
        if S.ends[i] == space:
            return True
    return False


@kernel
def behind_and_ahead(S):
    """The cars of the sprint/breakdown card being carried out, the one behind first (by row, TR-15); -1, -1 if it has no effect (TR-17)."""
    a, b = np.int64(S.pair[S.face[S.card], 0]), np.int64(S.pair[S.face[S.card], 1])
    if S.status[a] != RACING or S.status[b] != RACING or S.row[S.pos[a]] == S.row[S.pos[b]]:
        return np.int64(-1), np.int64(-1)
    if S.row[S.pos[a]] < S.row[S.pos[b]]:
        return a, b
    return b, a


@kernel
def _note_front(S):
    """Count a lead change if another car than before is in front."""
    if S.extras & 1:
        front = front_car(S)
        if front != S.ahead_car:
            S.ahead_car = front
            S.lead_changes += 1


@kernel
def end_line(S):
    """After a car's move: the end of the race, cars that come back, the next line (TR-16, TR-19)."""
    S.line += 1
    S.phase = LINE
    if S.n_home >= S.end_cars:
        S.phase = PAYING
        return
    if S.n_broke > 0:
        for c in range(N_CARS):
            if is_due(S, c):
                S.phase = RETURNING


@kernel
def effect(S, effect):
    behind, ahead = behind_and_ahead(S)
    if effect == BREAKDOWN:
        S.status[ahead], S.partner[ahead] = BROKEN, behind
        S.n_broke += 1
        S.broke[ahead] = S.n_broke
        S.event, S.focus = BROKE, ahead
        S.line, S.phase = 1, LINE
        _note_front(S)
        return
    S.car, S.left = behind, 0
    list_sprint(S, behind, np.int64(S.row[S.pos[ahead]]))
    S.event, S.focus, S.phase = SPRINTED, behind, MOVING


@kernel
def start_line(S, car):
    """Begin to move a car by the points of the line; what it can do is listed (TR-11, TR-13, TR-14)."""
    S.car, S.left = car, np.int64(S.line_points[S.face[S.card], S.line])
    if S.status[car] != RACING:
        S.event, S.focus = WASTED, car
        end_line(S)
        return
    list_ends(S, car, S.left)
    if S.n_ends == 0:
        S.event, S.focus = STUCK, car
        S.blocked[car] += S.left
        end_line(S)
    else:
        S.phase = MOVING


@kernel
def move_car(S, end):
    """The car being moved goes to a space that S.ends lists, or over the finish (TR-18); tips come first or right after (TR-40)."""
    car = S.car
    if S.has_tips == 1 and end == S.n_spaces and S.n_due < N_TIPS:
        S.pending, S.n_due, S.resume, S.phase = end, N_TIPS, MOVING, TIPPING
        return
    S.event, S.focus = MOVED, car
    if S.left > 0:
        S.moved[car] += S.reached
        S.blocked[car] += S.left - S.reached
    else:
        S.moved[car] += S.row[end] - S.row[S.pos[car]]  # a sprint, told in rows
    S.pos[car] = end
    if end == S.n_spaces:
        S.n_home += 1
        S.status[car], S.place[car] = HOME, S.n_home
        if S.owner[car] >= 0:
            S.racing[S.owner[car]] -= 1
    _note_front(S)
    end_line(S)
    if S.has_tips == 1 and end < S.n_spaces and S.tips[end] > S.n_due:
        S.n_due, S.resume, S.phase = np.int64(S.tips[end]), S.phase, TIPPING


@kernel
def return_car(S, space):
    """A broken-down car comes back; others may be due too (TR-16)."""
    S.status[S.car], S.pos[S.car] = RACING, space
    S.event, S.focus, S.phase = RETURNED, S.car, LINE
    for c in range(N_CARS):
        if is_due(S, c):
            S.phase = RETURNING
    _note_front(S)


@kernel
def back_car(S, seat, car):
    """A seat backs a car in secret; when all have, the race goes on (TR-40)."""
    S.tip[seat, S.n_passed] = car
    S.event, S.focus = TIPPED, car
    S.tipper += 1
    if S.tipper == S.players:
        S.tipper = 0
        S.n_passed += 1
        if S.n_passed == S.n_due:
            S.phase = S.resume


@kernel
def move_or_ask(S):
    S.seat = S.turn_seat
    if S.pending >= 0:  # over the third tip line and the finish in one move
        end = S.pending
        S.pending = -1
        move_car(S, end)
    elif S.n_ends > 1:
        S.ask = SPACE
    else:
        move_car(S, np.int64(S.ends[0]))


@kernel
def next_line(S):
    """The next line of the card, or the next player's turn."""
    S.seat = S.turn_seat
    if S.line >= S.n_lines[S.face[S.card]]:
        S.asked, S.phase = 0, CLAIMING
        if S.pit_stop == 0:
            next_claim(S)
        return
    car = line_of(S)
    if car == JOKER:
        n = np.int64(0)
        for c in range(N_CARS):
            if is_named(S, c):
                n += 1
                car = np.int64(c)
        if n > 1:
            S.ask = JOKER_CAR
            return
    start_line(S, car)
    if S.phase == MOVING:
        move_or_ask(S)


@kernel
def choose_effect(S):
    """Sprint or breakdown, if the card has an effect (TR-17)."""
    behind, ahead = behind_and_ahead(S)
    if behind >= 0:
        S.ask = EFFECT
    else:
        S.event, S.phase, S.line = NO_EFFECT, LINE, 1


@kernel
def choose_return(S):
    """The first of the cars that come back; its owner chooses where (TR-16), else the player whose turn it is (TR-55)."""
    for c in range(N_CARS):
        if is_due(S, c):
            S.car, S.seat = c, S.owner[c] if S.owner[c] >= 0 else S.turn_seat
            list_returns(S, np.int64(c))
            if S.n_ends > 1:
                S.ask = RETURN
            else:
                return_car(S, np.int64(S.ends[0]))
            return
