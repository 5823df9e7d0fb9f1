"""The table of Top It as plain data: what a seat sees, and the whole position as JSON and back."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

from topstats.core.contract import SettingError
from topstats.games.top_it import state as st
from topstats.games.top_it.memory import NEVER, letter_of
from topstats.games.top_it.moves import ASKS
from topstats.games.top_it.rules import ALPHABET, CLASSES
from topstats.games.top_it.words import LETTERS, term

PHASES = ("before a round", "play", "vote", "score", "last")
STEP_OF_EVENT = ("", "deal", "topic", "name", "name", "vote", "score", "end")
STEP_OF_PHASE = ("topic", "play", "vote", "score", "end")
PIN_STATES = ("fits", "doubtful", "voted off")
CLOCK = ("turn", "decision", "now", "end", "clear", "next_vote", "row_rounds", "grid_shares", "leader_since", "lead_changes", "wanted", "deal")
TALLIES = ("score", "stacked", "rowed", "hand_free", "got_pins", "got_rows")
PERSON = ("factor", "vocab", "pace", "cue", "doubt", "capacity", "think")
BIG = ("memory",)


def _pins(S: Any, t: int) -> list[int]:
    return [int(k) for k in S.stack[t, : S.height[t]]]


def _tile(S: Any, t: int) -> dict[str, Any]:
    stack = [{"colour": LETTERS[S.pin_seat[k]], "term": term(S, S.pin_term[k]), "doubtful": bool(S.pin_doubt[k])} for k in _pins(S, t)]
    return {"letter": ALPHABET[S.tile[t]], "stack": stack}


def round_points(S: Any, p: int) -> tuple[int, int]:
    """Points of a seat for the pins and rows on the grid as it stands (TI-10, TI-11)."""
    owners = [[int(S.pin_seat[k]) for k in _pins(S, t)] for t in range(9)]
    pins = sum(len(o) * (o[-1] == p) if S.stack_scoring else o.count(p) for o in owners if o)
    rows = sum(all(owners[t] and owners[t][-1] == p for t in line) for line in st.LINES)
    return pins * int(S.pin_points), (min(rows, 1) if S.rows_counted else rows) * int(S.row_points)


def _seat(S: Any, p: int, viewer: int | None) -> dict[str, Any]:
    is_counted = S.phase in (st.DEALT, st.LAST)
    pins, rows = round_points(S, p)
    people = [q for q in range(S.n_persons) if S.seat_of[q] == p]
    return {
        "colour": LETTERS[p],
        "strategy": "",
        "pins": int(S.left[p]),
        "people": len(people),
        "score": int(S.score[p]) + (0 if is_counted else pins + rows),
        "round_pins": pins,
        "round_rows": rows,
        "mind": [term(S, r) for q in people for r in S.mind[q, : S.n_mind[q]]] if viewer in (None, p) else None,
    }


def view(S: Any, viewer: int | None = None) -> dict[str, Any]:
    """The table as plain data, as seat `viewer` (from 0) sees it; None shows all: what people have in mind is their own."""
    is_laid = S.turn > 0
    tiles = {int(S.pin_tile[S.focus])} if S.event in (st.LAID, st.DOUBTED) else set()
    left = max(0, int(S.end) - int(S.now))
    return {
        "players": int(S.players),
        "turn": int(S.turn),
        "seat": int(S.seat),
        "step": "end" if S.over else STEP_OF_EVENT[S.event] or ASKS[S.ask] or STEP_OF_PHASE[S.phase],
        "event": "",
        "focus": sorted(tiles),
        "topic": {"card": (int(S.turn) - 1) % int(S.topics) + 1, "class": CLASSES[S.topic]} if is_laid else None,
        "clock": {"left_s": round(left / 1e6, 2), "round_s": round(int(S.end) / 1e6, 2)},
        "grid": [_tile(S, t) for t in range(9)] if is_laid else [],
        "seats": [_seat(S, p, viewer) for p in range(S.players)],
        "over": bool(S.over),
    }


def _person(S: Any, p: int) -> dict[str, Any]:
    wake = int(S.wake[p])
    return {
        "seat": int(S.seat_of[p]) + 1,
        **{name: int(S[name][p]) for name in (*PERSON, *BIG)},
        "stream": [int(w) for w in S.nature[p]],
        "wake": None if wake >= NEVER else wake,
        "ready": bool(S.ready[p]),
        "mind": [int(r) for r in S.mind[p, : S.n_mind[p]]],
    }


def position(S: Any) -> dict[str, Any]:
    """The whole state as plain JSON data: terms by rank from 0, seats and persons from 1, letters of the grid, pins in the order laid."""
    n, terms = int(S.players), int(S.terms[S.topic])
    is_laid = S.turn > 0
    return {
        "players": n,
        "seat": int(S.seat) + 1,
        "person": int(S.person) + 1,
        "phase": PHASES[S.phase],
        "ask": ASKS[S.ask],
        "leader": int(S.leader) + 1,
        **{name: int(S[name]) for name in CLOCK},
        "chance": int(S.chance),
        "spelling": int(S.spelling),
        "table_stream": [int(w) for w in S.nature[st.TABLE]],
        "topic": CLASSES[S.topic],
        "pile": "".join(CLASSES[c][0] for c in S.pile[: S.topics]),
        "grid": [ALPHABET[x] for x in S.tile] if is_laid else [],
        "persons": [_person(S, p) for p in range(S.n_persons)],
        "said": [int(r) for r in S.said[: S.n_said]],
        "heard": {str(r): [p + 1 for p in range(S.n_persons) if int(S.heard[r]) >> p & 1] for r in range(terms) if S.heard[r]},
        "pins": [{"seat": int(S.pin_seat[k]) + 1, "term": int(S.pin_term[k]), "state": PIN_STATES[S.pin_doubt[k]]} for k in range(S.n_laid)],
        "letters": {ALPHABET[x]: [int(S.letter_laid[x]), int(S.letter_pins[x])] for x in range(26) if S.letter_laid[x]},
        **{name: [int(v) for v in S[name][:n]] for name in TALLIES},
        **{name: [int(v) for v in row[:n]] for name, row in zip(st.TALLIES, S.tally, strict=True)},
    }


def wrong(what: str) -> SettingError:
    """The refusal of a position."""
    return SettingError(f"The position is not possible: {what}. What it may hold is what Table.state() gives.")


def one_of(value: Any, allowed: Iterable[Any], what: str) -> int:
    """The place of the value among those allowed."""
    allowed = list(allowed)
    if value not in allowed:
        raise wrong(f"{what} is {value!r}, allowed is {', '.join(str(a) for a in allowed)}")
    return allowed.index(value)


def whole(value: Any, what: str, low: int = 0, high: int = 2**62) -> int:
    """The value, a whole number in the span."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise wrong(f"{what} is {value!r}, allowed is a whole number from {low} to {high}")
    return value


def checked(read: Callable[[Any, Mapping[str, Any]], None]) -> Callable[[Any, Mapping[str, Any]], None]:
    """`read`, with a SettingError for whatever data of another form makes it raise."""

    @wraps(read)
    def reading(S: Any, data: Mapping[str, Any]) -> None:
        try:
            read(S, data)
        except SettingError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
            raise wrong(f"{type(error).__name__} {error}") from None

    return reading


def _read_topic(S: Any, data: Mapping[str, Any]) -> None:
    """The topic cards and the grid."""
    if len(data["pile"]) != S.topics:
        raise wrong(f"its pile has {len(data['pile'])} cards, there are {int(S.topics)} (rule TI-12)")
    S.pile[: S.topics] = [one_of(c, "nmb", "a topic card") for c in data["pile"]]
    S.topic = one_of(data["topic"], CLASSES, "topic")
    S.chance, S.spelling = whole(data["chance"], "chance", 0, 2**64 - 1), whole(data["spelling"], "spelling", 0, 2**64 - 1)
    with_tile = [ALPHABET[x] for x in S.tile_letter[: S.tiles]]
    letters = data["grid"]
    if S.turn == 0:
        return
    if len(letters) != 9 or len(set(letters)) != 9:
        raise wrong(f"its grid has the letters {letters!r}, allowed are nine different ones (rule TI-02)")
    for t, letter in enumerate(letters):
        one_of(letter, with_tile, "a letter of the grid")
        S.tile[t] = ALPHABET.index(letter)
        S.tile_of[S.tile[t]] = t


def _read_person(S: Any, p: int, data: Mapping[str, Any]) -> None:
    if whole(data["seat"], "the seat of a person", 1, int(S.players)) != S.seat_of[p] + 1:
        raise wrong(f"person {p + 1} sits at seat {data['seat']}, but team_size says {int(S.seat_of[p]) + 1} (rule TI-01)")
    for name in PERSON:
        S[name][p] = whole(data[name], name, -(2**40), 2**40)
    S.memory[p] = whole(data["memory"], "memory", 0, 2**64 - 1)
    S.nature[p] = _stream(data["stream"])
    S.wake[p] = NEVER if data["wake"] is None else whole(data["wake"], "wake")
    S.ready[p] = bool(data["ready"])
    if len(data["mind"]) > st.MIND:
        raise wrong(f"person {p + 1} has {len(data['mind'])} terms in mind, at most {st.MIND} are kept")
    S.n_mind[p] = len(data["mind"])
    S.mind[p, : S.n_mind[p]] = [_term(S, r) for r in data["mind"]]


def _stream(given: Any) -> list[int]:
    if len(given) != 4:
        raise wrong("a stream has four words")
    return [whole(w, "a word of a stream", 0, 2**64 - 1) for w in given]


def _term(S: Any, r: Any) -> int:
    return whole(r, "a term", 0, int(S.terms[S.topic]) - 1)


def _read_terms(S: Any, data: Mapping[str, Any]) -> None:
    """What was named, and who heard or has in mind what."""
    if len(set(data["said"])) < len(data["said"]):
        raise wrong("a term stands twice among those named (rule TI-05)")
    S.n_said = len(data["said"])
    S.said[: S.n_said] = [_term(S, r) for r in data["said"]]
    S.heard[:] = 0
    for r, persons in data["heard"].items():
        for q in persons:
            S.heard[_term(S, int(r))] |= 1 << (whole(q, "who heard a term", 1, int(S.n_persons)) - 1)
    for r in data["said"]:
        S.heard[r] |= st.NAMED
    for p in range(S.n_persons):
        for r in S.mind[p, : S.n_mind[p]]:
            S.heard[r] |= 1 << p


def _read_pins(S: Any, data: Mapping[str, Any]) -> None:
    """Pins in the order laid: stacks, tops and what is left follow from them."""
    S.n_laid = 0
    S.height[:], S.top[:], S.own[:] = 0, 0, 0
    S.left[:] = S.pins
    for k, pin in enumerate(data["pins"]):
        seat, r = whole(pin["seat"], "the seat of a pin", 1, int(S.players)) - 1, _term(S, pin["term"])
        state, tile = one_of(pin["state"], PIN_STATES, "the state of a pin"), int(S.tile_of[letter_of(S, r)])
        if tile < 0:
            raise wrong(f"pin {k + 1} lies for {term(S, r)}, a letter that is not on the grid (rule TI-04)")
        if r not in data["said"]:
            raise wrong(f"pin {k + 1} lies for {term(S, r)}, which nobody has named (rule TI-04)")
        S.pin_seat[k], S.pin_term[k], S.pin_tile[k], S.pin_doubt[k] = seat, r, tile, state
        S.n_laid += 1
        if state == 2:
            continue
        S.left[seat] -= 1
        S.stack[tile, S.height[tile]] = k
        S.height[tile] += 1
        S.own[seat] |= 1 << tile
    if min(S.left[: S.players]) < 0:
        raise wrong(f"a seat has laid more than its {int(S.pins)} pins (rule TI-01)")
    for t in range(9):
        if S.height[t]:
            S.top[S.pin_seat[S.stack[t, S.height[t] - 1]]] |= 1 << t


def _read_moment(S: Any, data: Mapping[str, Any]) -> None:
    n = int(S.players)
    S.seat = one_of(data["seat"], range(1, n + 1), "seat")
    S.person = one_of(data["person"], range(1, int(S.n_persons) + 1), "person")
    S.phase, S.ask = one_of(data["phase"], PHASES, "phase"), one_of(data["ask"], ASKS, "ask")
    S.leader = one_of(data["leader"], range(n + 1), "leader") - 1
    for name in CLOCK:
        S[name] = whole(data[name], name)
    if S.ask and S.phase != st.PLAY:
        raise wrong(f"ask is {data['ask']}, which does not belong to phase {data['phase']}")
    if S.ask and S.seat_of[S.person] != S.seat:
        raise wrong(f"person {data['person']} does not sit at seat {data['seat']} (rule TI-01)")
    if S.now > S.end or not 0 <= S.turn <= S.round_limit:
        raise wrong(f"the clock stands at {data['now']} of {data['end']} in round {data['turn']} (rules TI-03 and TI-14)")


@checked
def restore(S: Any, data: Mapping[str, Any]) -> None:
    """Write a position into the record S, which is dealt. Raises SettingError; S is then of no use."""
    n = int(S.players)
    if data["players"] != n or len(data["persons"]) != S.n_persons:
        raise wrong(f"it is for {data['players']} players and {len(data['persons'])} persons, the settings are for {n} and {int(S.n_persons)}")
    _read_moment(S, data)
    _read_topic(S, data)
    for p, person in enumerate(data["persons"]):
        _read_person(S, p, person)
    S.nature[st.TABLE] = _stream(data["table_stream"])
    _read_terms(S, data)
    _read_pins(S, data)
    for name, row in [*((name, S[name]) for name in TALLIES), *zip(st.TALLIES, S.tally, strict=True)]:
        values = [whole(v, name) for v in data[name]]
        if len(values) != n:
            raise wrong(f"{name} has {len(values)} entries for {n} players")
        row[:n] = values
    if list(S.score[:n]) != list(S.tally[st.PIN_POINTS, :n] + S.tally[st.ROW_POINTS, :n]):
        raise wrong("score is not pin_total and row_total together (rules TI-10 and TI-11)")
    S.letter_laid[:], S.letter_pins[:] = 0, 0
    for letter, (laid, pins) in data["letters"].items():
        S.letter_laid[ALPHABET.index(letter)], S.letter_pins[ALPHABET.index(letter)] = whole(laid, "letters"), whole(pins, "letters")
    S.over, S.ended, S.event, S.focus = 0, 0, st.NOTHING, -1
