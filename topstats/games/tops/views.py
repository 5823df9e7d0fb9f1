"""The table of Tops as plain data: what a seat sees, and the whole position as JSON and back."""

from collections.abc import Iterable, Mapping
from typing import Any

from topstats.core.contract import SettingError
from topstats.games.tops import state as st
from topstats.games.tops.moves import ASKS
from topstats.games.tops.rules import LETTERS, pictures
from topstats.games.tops.words import objectives_of

STEP_OF_EVENT = ("", "deal", "spin", "place", "place", "place", "stop", "result", "result", "take", "end")
PHASES = ("spin", "run", "result", "share out", "end")
DOING = ("watching", "reaching", "resting")
CLOCK = ("turn", "decision", "clock", "elapsed", "respun", "deal", "no_winner", "bare", "lead_changes")
TALLIES = ("tokens", "looked", "hand_drawn", "placed", "fallen", "touches", "late", "lacking", "lacking_won", "lacks")
COUNTS = ("held_count", "won_count")


def _counts(counts: Any) -> dict[str, int]:
    return {LETTERS[c]: int(n) for c, n in enumerate(counts) if n}


def _top(S: Any, k: int, viewer: int | None) -> dict[str, Any]:
    left = int(S.stops[k]) - int(S.clock)
    if viewer is not None and left > 0:
        left = left * int(S.factor[viewer, k]) >> 20
    is_spinning = S.phase == st.RUN and left > 0 and S.clock >= S.started[k]
    return {"stack": [LETTERS[c] for c in S.stack[k, : S.n_stack[k]]], "spins": bool(is_spinning), "left_s": round(left / 1e6, 2) if is_spinning else None}


def _seat(S: Any, p: int, viewer: int | None) -> dict[str, Any]:
    is_shown = viewer in (None, p)
    reach = {"top": int(S.reach_top[p]), "colour": LETTERS[S.reach_colour[p]]} if S.doing[p] == st.REACHING else None
    return {
        "colour": str(p + 1),
        "strategy": "",
        "score": int(S.tokens[p]),
        "discs": _counts(S.held[p]),
        "objectives": [name if is_shown else None for name in objectives_of(S, p)] if S.turn else [],
        "reaching": reach,
    }


def view(S: Any, viewer: int | None = None) -> dict[str, Any]:
    """The table as plain data, as seat `viewer` (from 0) sees it; None shows all.

    A seat sees its own objectives, and of the spins what it judges to be left.
    """
    return {
        "players": int(S.players),
        "turn": int(S.turn),
        "seat": int(S.seat),
        "step": "end" if S.over else STEP_OF_EVENT[S.event] or ASKS[S.ask] or "spin",
        "event": "",
        "focus": [int(S.focus)] if S.focus >= 0 else [],
        "clock_s": round(int(S.clock) / 1e6, 2),
        "tops": [_top(S, k, viewer) for k in range(S.tops)],
        "beside": _counts(S.beside),
        "pool": _counts(S.pool),
        "picture": pictures(int(S.tops))[S.picture] if S.picture >= 0 else None,
        "winner": int(S.winner) if S.winner >= 0 else None,
        "seats": [_seat(S, p, viewer) for p in range(S.players)],
        "over": bool(S.over),
    }


def position(S: Any) -> dict[str, Any]:
    """The whole state as plain JSON data: seats and tops from 1, colours and objectives by letter, times in microseconds."""
    n, names = int(S.players), pictures(int(S.tops))
    return {
        "players": n,
        "seat": int(S.seat) + 1,
        "phase": PHASES[S.phase],
        "ask": ASKS[S.ask],
        "taker": int(S.taker) + 1,
        "picture": names[S.picture] if S.picture >= 0 else None,
        "winner": int(S.winner) + 1,
        "leader": int(S.leader) + 1,
        **{name: int(S[name]) for name in CLOCK},
        "cards": [names[i] for i in S.card[: S.n_cards]] if S.turn else names,
        "tops": [_top_position(S, k) for k in range(S.tops)],
        "beside": _counts(S.beside),
        "pool": _counts(S.pool),
        "discs": [_counts(S.held[p]) for p in range(n)],
        "doing": [DOING[S.doing[p]] for p in range(n)],
        "acts_at": [None if S.doing[p] == st.RESTING else int(S.acts_at[p]) for p in range(n)],
        "reaching": [
            {"top": int(S.reach_top[p]) + 1, "colour": LETTERS[S.reach_colour[p]]} if S.doing[p] == st.REACHING else None for p in range(n)
        ],
        **{name: [int(v) for v in S[name][:n]] for name in TALLIES},
        "shown_count": [int(v) for v in S.shown_count[: S.n_cards]],
        **{name: S[name][:n, : S.n_cards].tolist() for name in COUNTS},
        "course": S.course[:n, : min(int(S.turn), S.course.shape[1])].tolist(),
    }  # fmt: skip


def _top_position(S: Any, k: int) -> dict[str, Any]:
    return {
        "stack": "".join(LETTERS[c] for c in S.stack[k, : S.n_stack[k]]),
        "started": int(S.started[k]),
        "stops": int(S.stops[k]),
        "still": bool(S.still[k]),
        "drawn": int(S.top_drawn[k]),
        "factor": [int(f) for f in S.factor[: S.players, k]],
    }


def _wrong(what: str) -> SettingError:
    return SettingError(f"The position is not possible: {what}. What it may hold is what Table.state() gives.")


def _one_of(value: Any, allowed: Iterable[Any], what: str) -> int:
    allowed = list(allowed)
    if value not in allowed:
        raise _wrong(f"{what} is {value!r}, allowed is {', '.join(str(a) for a in allowed)}")
    return allowed.index(value)


def _whole(value: Any, what: str, most: int = 10**15) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise _wrong(f"{what} is {value!r}, allowed is a whole number from 0 on")
    return value


def _read_counts(field: Any, counts: Mapping[str, Any], what: str) -> None:
    field[:] = 0
    for letter, n in counts.items():
        field[_one_of(letter, LETTERS, f"a colour of {what}")] = _whole(n, what, 1000)


def _read_top(S: Any, k: int, data: Mapping[str, Any]) -> None:
    stack = data["stack"]
    if len(stack) > S.stack.shape[1]:
        raise _wrong(f"top {k + 1} has {len(stack)} discs")
    S.n_stack[k] = len(stack)
    for i, letter in enumerate(stack):
        S.stack[k, i] = _one_of(letter, LETTERS, f"a disc on top {k + 1}")
    S.started[k], S.stops[k] = _whole(data.get("started", 0), "started"), _whole(data["stops"], "stops")
    S.still[k] = bool(data["still"])
    S.factor[: S.players, k] = [_whole(f, "a factor", 2**30) for f in data.get("factor", [2**20] * int(S.players))]
    if (S.factor[: S.players, k] < 1).any():
        raise _wrong("a factor is 0, allowed is a whole number from 1 on")
    S.top_drawn[k] = _whole(data.get("drawn", 0), "drawn", 10**6)
    if S.phase == st.RUN and bool(S.still[k]) != (S.stops[k] <= S.clock) and not (S.stops[k] == S.clock):
        raise _wrong(f"top {k + 1} stops at {int(S.stops[k])} and the clock says {int(S.clock)}, which does not fit still = {bool(S.still[k])} (rule TS-05)")


def _read_seat(S: Any, p: int, data: Mapping[str, Any]) -> None:
    _read_counts(S.held[p], data["discs"][p], f"the discs of seat {p + 1}")
    S.n_held[p] = S.held[p].sum()
    S.doing[p] = _one_of(data["doing"][p], DOING, f"what seat {p + 1} does")
    S.reach_top[p], S.reach_colour[p], S.acts_at[p] = 0, 0, st.NEVER
    if S.doing[p] != st.RESTING:
        S.acts_at[p] = _whole(data["acts_at"][p], "acts_at")
        if S.acts_at[p] < S.clock:
            raise _wrong(f"seat {p + 1} acts at {int(S.acts_at[p])}, and the clock says {int(S.clock)}")
    if S.doing[p] == st.REACHING:
        reach = data["reaching"][p]
        S.reach_top[p] = _one_of(reach["top"], range(1, int(S.tops) + 1), "the top reached for")
        S.reach_colour[p] = _one_of(reach["colour"], LETTERS, "the disc on its way")
    for name in TALLIES:
        S[name][p] = _whole(data.get(name, [0] * int(S.players))[p], name, 10**9)


def _check_discs(S: Any) -> None:
    """Every disc is there once (TS-01, TS-10)."""
    for c, letter in enumerate(LETTERS):
        on_tops = sum(int(S.stack[k, i] == c) for k in range(S.tops) for i in range(S.n_stack[k]))
        reaching = sum(int(S.doing[p] == st.REACHING and S.reach_colour[p] == c) for p in range(S.players))
        total = int(S.held[: S.players, c].sum()) + int(S.beside[c]) + int(S.pool[c]) + on_tops + reaching
        if total != S.discs[c]:
            raise _wrong(f"it has {total} discs of {letter}, the box has {int(S.discs[c])} (rules TS-01 and TS-10)")


def _read_cards(S: Any, names: list[str], cards: Any) -> None:
    """The objectives of the round in the order of the shuffled cards: seat 1 holds the first ones, seat 2 the next."""
    if sorted(cards) != sorted(names):
        raise _wrong(f"its cards are {', '.join(map(str, cards))}; allowed is each objective once (rule TS-02)")
    S.card[: len(cards)] = [names.index(card) for card in cards]
    for p in range(S.players):
        S.objective[p, : S.objectives] = S.card[p * S.objectives : (p + 1) * S.objectives]


def restore(S: Any, data: Mapping[str, Any]) -> None:
    """Write a position into the record S, whose rules are packed already. Raises SettingError; S is then of no use."""
    try:
        _restore(S, data)
    except SettingError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise _wrong(f"{type(error).__name__} {error}") from None


def _restore(S: Any, data: Mapping[str, Any]) -> None:
    n = int(S.players)
    st.deal(S)
    names = pictures(int(S.tops))
    if data["players"] != n or len(data["tops"]) != S.tops:
        raise _wrong(f"it is for {data['players']} players and {len(data['tops'])} tops, the settings are for {n} and {int(S.tops)}")
    S.seat, S.taker = _one_of(data["seat"], range(1, n + 1), "seat"), _one_of(data["taker"], range(1, n + 1), "taker")
    S.phase, S.ask = _one_of(data["phase"], PHASES, "phase"), _one_of(data["ask"], ASKS, "ask")
    S.winner = _one_of(data["winner"], range(n + 1), "winner") - 1
    S.leader = _one_of(data.get("leader", 0), range(n + 1), "leader") - 1
    S.picture = _one_of(data["picture"], [None, *names], "picture") - 1
    for name in CLOCK:
        S[name] = _whole(data.get(name, 0), name)
    _read_cards(S, names, data["cards"])
    st.seed_round(S)
    _read_counts(S.beside, data["beside"], "the discs beside the tops")
    _read_counts(S.pool, data["pool"], "the discs to be shared out")
    for k, top in enumerate(data["tops"]):
        _read_top(S, k, top)
    for p in range(n):
        _read_seat(S, p, data)
    S.n_still = S.still[: S.tops].sum()
    _check_discs(S)
    _check_ask(S)
    S.shown_count[: len(names)] = data.get("shown_count", [0] * len(names))
    for name in COUNTS:
        S[name][:n, : len(names)] = data.get(name, [[0] * len(names)] * n)
    for p, rounds in enumerate(data.get("course", ())):
        for r, row in enumerate(rounds):
            S.course[p, r] = row
    S.over, S.ended, S.event, S.focus, S.colour, S.may_skip = 0, 0, st.NOTHING, -1, -1, 0


def _check_ask(S: Any) -> None:
    """The open question belongs to the moment."""
    if S.ask == st.LOOK and not (S.phase == st.RUN and S.doing[S.seat] == st.WATCHING and S.acts_at[S.seat] == S.clock):
        raise _wrong(f"seat {int(S.seat) + 1} is asked to look, but it does not watch at {int(S.clock)} of a running round")
    if S.ask == st.TAKE and not (S.phase == st.SHARE_OUT and S.taker == S.seat and S.pool.sum()):
        raise _wrong(f"seat {int(S.seat) + 1} is asked to take, but it is not its turn to share out (rule TS-10)")
    if S.phase == st.RUN and S.pool.sum() or S.phase in (st.SPIN, st.SHARE_OUT) and (S.beside.sum() or S.n_stack[: S.tops].sum()):
        raise _wrong("discs lie where none can be at this moment (rule TS-10)")
