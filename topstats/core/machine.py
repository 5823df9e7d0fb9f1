"""The fields that every game's state record begins with."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from topstats.core.jit import call_address, shared_kernel

MAX_SEATS = 6
MAX_PARAMETERS = 20

NORMAL, STALLED, TRUNCATED = np.int64(0), np.int64(1), np.int64(2)  # values of `ended`, in the order of contract.ENDED

NOTHING = np.int64(0)  # value of `event` in every room: no event
OWN = np.int64(-1)  # value of `strategy` for a seat whose strategy stands outside the engine, at S.slot
NO_SUMS = np.zeros((3, 0, 0), np.int64)  # for `play_many` if nothing is to be counted beside the rows


def header(move_size: int) -> list[tuple]:
    """Fields of the resumable machine, to stand first in a game's dtype.

    seed, deal, key, stream: chance. ask, seat, move: the decision that is open (ask 0: none), whose it is, and the answer.
    entry[p]: which of the run's seats sits at place p; strategy, parameter, blunder: by entry.
    slot: by entry, where the kernel of an own strategy stands (core.own); thinking: 1 while one decides.
    turn, decision: the moment (the epoch of the seats' streams is turn * 4096 + decision).
    over, ended: whether and how the game came to its end.
    next_game, first_game, stop_game, rotate, dealt, extras: the work order of play_many.
    """
    return [
        ("seed", np.int64),
        ("deal", np.int64),
        ("key", np.uint64),
        ("stream", np.uint64, (4,)),
        ("players", np.int64),
        ("ask", np.int64),
        ("seat", np.int64),
        ("move", np.int16, (move_size,)),
        ("entry", np.int64, (MAX_SEATS,)),
        ("strategy", np.int64, (MAX_SEATS,)),
        ("parameter", np.float64, (MAX_SEATS, MAX_PARAMETERS)),
        ("blunder", np.float64, (MAX_SEATS,)),
        ("slot", np.int64, (MAX_SEATS,)),
        ("thinking", np.int64),
        ("turn", np.int64),
        ("decision", np.int64),
        ("over", np.int64),
        ("ended", np.int64),
        ("next_game", np.int64),
        ("first_game", np.int64),
        ("stop_game", np.int64),
        ("rotate", np.int64),
        ("dealt", np.int64),
        ("extras", np.int64),
    ]


def blank(dtype: Any, pack: Callable[..., None]) -> Callable[..., Any]:
    """`new` of an Engine: new(rules, players) is a recarray of one record, rules packed by pack(S, rules, players), entries in their order."""

    def new(rules: Mapping[str, Any], players: int) -> Any:
        states = np.zeros(1, dtype).view(np.recarray)
        pack(states[0], rules, players)
        states[0].entry[:] = np.arange(MAX_SEATS)
        return states

    return new


@shared_kernel
def end_unit(S: Any, sums: Any) -> None:
    """A game is over: if a unit of the statistics is complete with it (with rotation a whole one), its sums are closed.

    sums : (3, columns, entries) int64: of the unit being played; of all complete units; of their squares.
    """
    if S.rotate == 1 and (S.next_game + 1) % S.players != 0:
        return
    for i in range(sums.shape[1]):
        for k in range(sums.shape[2]):
            sums[1, i, k] += sums[0, i, k]
            sums[2, i, k] += sums[0, i, k] * sums[0, i, k]
            sums[0, i, k] = 0


@shared_kernel
def ask_own(S: Any, e: Any) -> None:
    """Let the own strategy of entry e write its move into S.move; S.stream stands at the beginning of its seat's stream."""
    S.thinking = 1
    call_address(S.slot[e], S)
    S.thinking = 0


@shared_kernel
def seat_players(S: Any) -> None:
    """The deal of the next game, and who sits where: with rotation, entry e sits at place (e + g % P) % P."""
    g, turned = S.next_game, np.int64(0)
    S.deal = g
    if S.rotate == 1:
        S.deal = g // S.players
        turned = g % S.players
    for e in range(S.players):
        S.entry[(e + turned) % S.players] = e
