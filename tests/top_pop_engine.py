"""The engine of Top Pop behind the same few methods as the referee, and a table at which both play in step."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.naive.top_pop import STOP, Move, Question, Referee
from tests.naive.top_pop_scoring import printed
from tests.naive.top_pop_typed import CITIES, LETTERS, Position, Table, TypedReferee, typed_stacks
from topstats.games.top_pop import GAME
from topstats.games.top_pop.record import write_rows

KINDS = ("", "start", "place", "collect", "stack", "keep")


def columns(mode: str, per: str, has_powers: bool = False) -> list[str]:
    """Names of the columns of a block, with those of city powers if any city has one."""
    record = GAME.mode(mode)
    rules = {knob.name: knob.printed(2) for knob in record.knobs} | ({"city_powers": ("see_night",) * 7} if has_powers else {})
    return [column.name for column in record.under(rules, 2).columns_of(per)]


class EngineGame:
    """One game on the engine, dealt from (seed, deal) or restored from a typed position."""

    def __init__(self, mode: str, states: Any, position: dict[str, Any] | None = None) -> None:
        """`states` is the engine's array of one record with rules, seats, seed and deal filled in."""
        self.mode, self.engine, self.states = mode, GAME.mode(mode).engine(), states
        self.record = states[0]
        self.players = int(self.record.players)
        if position is None:
            self.engine.deal(self.record)
        else:
            self.engine.restore(self.record, position)
        self.engine.advance(self.record)

    @property
    def question(self) -> Question | None:
        S = self.record
        return None if S.over else Question(KINDS[S.ask], int(S.seat), int(S.turn), int(S.decision), self.options)

    def answer(self, move: Move) -> None:
        self.record.move[:] = encode(move, len(self.record.move))
        assert self.engine.illegal(self.record) == 0, move
        self.engine.apply(self.record)
        self.engine.advance(self.record)

    def choose(self) -> Move:
        """What the strategy of the seat that is asked would do."""
        self.engine.choose(self.record)
        return decode(KINDS[self.record.ask], self.record.move.tolist(), self.players)

    def option_array(self) -> np.ndarray:
        """All legal moves as the engine writes them."""
        copy = self.states.copy()[0]
        out = np.zeros((1024, len(copy.move)), np.int16)
        n = self.engine.options(copy, out)
        if n > len(out):
            out = np.zeros((n, len(copy.move)), np.int16)
            assert self.engine.options(copy, out) == n
        return out[:n]

    def options(self) -> list[Move]:
        kind = KINDS[self.record.ask]
        return [decode(kind, row, self.players) for row in self.option_array().tolist()]

    def kinds(self) -> list[tuple[int, bool]]:
        return [(CITIES.index(card["city"]), card["night"]) for card in self.engine.position(self.record)["cards"]]

    def view(self, viewer: int | None) -> dict[str, Any]:
        """The engine's view in the referee's words: numbers for letters."""
        seen = self.engine.view(self.record, viewer)
        return {
            "turn": seen["turn"],
            "deck": seen["deck"],
            "middle": numbers(seen["middle"], self.players),
            "seats": [
                {"supply": numbers(seat["supply"], self.players), "powers": [CITIES.index(power["city"]) for power in seat.get("powers", ())]}
                | {place: [seen_card(card) for card in seat[place]] for place in ("hand", "won", "front")}
                for seat in seen["seats"]
            ],
            "table": self.record.table[: self.record.n_table].tolist(),
        }

    def row(self) -> dict[str, Any]:
        """The final rows by name of column."""
        assert self.record.over
        rows = blocks(self.mode, 1, self.players, int(self.record.cities), bool(self.record.powers))
        write_rows(self.record, 0, *rows)
        return named(self.mode, [block[0] for block in rows])


def blocks(mode: str, n: int, players: int, n_cities: int, has_powers: bool = False) -> list[np.ndarray]:
    """Empty result blocks for n games."""
    between = {"game": (), "seat": (players,), "city": (players, n_cities)}
    return [np.zeros((n, *between[per], len(columns(mode, per, has_powers))), np.int16) for per in GAME.mode(mode).blocks()]


def named(mode: str, rows: list[np.ndarray]) -> dict[str, Any]:
    """The rows of one game in the referee's form."""
    game, seat, city = rows
    has_powers = city.shape[-1] > 1
    return {
        "game": dict(zip(columns(mode, "game", has_powers), game.tolist(), strict=True)),
        "seat": [dict(zip(columns(mode, "seat", has_powers), line, strict=True)) for line in seat.tolist()],
        "city": city[:, :, 0].tolist(),
        **({"holds": city[:, :, 1].tolist(), "taken": city[:, :, 2].tolist()} if has_powers else {}),
    }


def numbers(caps: dict[str, int], players: int) -> list[int]:
    return [caps.get(letter, 0) for letter in LETTERS[:players]]


def seen_card(card: dict[str, Any]) -> dict[str, Any]:
    stacks = [[LETTERS.index(letter) for letter in stack] for stack in card["stacks"]]
    city = None if card["city"] is None else CITIES.index(card["city"])
    return {"id": card["id"], "city": city, "night": card["night"], "known": card["known"], "stacks": {stack[-1]: stack for stack in stacks}}


def encode(move: Move, size: int) -> list[int]:
    """A move in the engine's numbers: card, seat or colour first; -1 to stop; counts of caps after the card."""
    flat = [-1] if move == STOP else [move[1], *(move[2] if move[0] == "stack" else move[2:])]
    return flat + [0] * (size - len(flat))


def decode(kind: str, move: list[int], players: int) -> Move:
    if kind == "place":
        return ("place", move[0], move[1])
    if kind == "stack":
        return STOP if move[0] < 0 else ("stack", move[0], tuple(move[1 : players + 1]))
    return (kind, move[0])


def engine_position(typed: Position) -> dict[str, Any]:
    """A typed position as the engine's plain data; cards are numbered as the referee numbers them, those out of the game before the deck."""
    rules, n = typed.full_rules, typed.players
    cards: list[dict[str, Any]] = []

    def add(text: str, where: str, seat: int | None) -> int:
        name, stacks = typed_stacks(text)
        owners = {LETTERS[caps[-1]]: {LETTERS[c]: caps.count(c) for c in sorted(set(caps))} for caps in stacks}
        known = [LETTERS.index(letter) + 1 for letter in typed.knows.get(name, "")] or ([seat + 1] if seat is not None else [])
        cards.append(
            {
                "city": name.rstrip("*"),
                "night": name.endswith("*"),
                "where": where,
                "seat": None if seat is None else seat + 1,
                "known": known,
                "stacks": owners,
            }
        )
        return len(cards) - 1

    by_place = {}
    for place, texts_by_seat in (("hand", typed.hands), ("won", typed.won), ("table", typed.front)):
        by_place[place] = [[add(text, place, seat) for text in texts] for seat, texts in enumerate(texts_by_seat)]
    for name in typed.out:
        add(name, "out", None)
    drawn = len(cards)
    for name in typed.deck:
        add(name, "deck", None)
    supply = [typed.supply[seat] if seat < len(typed.supply) else "" for seat in range(n)]
    used = "".join(supply) + "".join(letter * k for card in cards for caps in card["stacks"].values() for letter, k in caps.items())
    zeros = dict.fromkeys(("decision", "left", "acted", "idle", "trigger_seat", "trigger_turn", "lead_changes", "leader", "deal"), 0)
    return zeros | {
        "players": n,
        "seat": LETTERS.index(typed.to_act) + 1,
        "phase": "win" if rules["hands"] else "draw first",
        "ask": "",
        "turn": typed.whole_turn,
        "drawn": drawn,
        "middle": {letter: rules["caps_per_colour"] - used.count(letter) for letter in LETTERS[:n]},
        "supply": [{letter: caps.count(letter) for letter in LETTERS[:n]} for caps in supply],
        "cards": cards,
        "hands": [*by_place["hand"], *([] for _ in range(n - len(typed.hands)))],
        "table": [card for seat in by_place["table"] for card in seat],
        **{name: [0] * n for name in ("received", "given", "lost")},
        **powers_of(typed),
    }


def powers_of(typed: Position) -> dict[str, Any]:
    """Who holds which power in a typed position, as the engine's plain data; nothing where no city has one."""
    rules = typed.full_rules
    effects = dict(zip(CITIES[: rules["cities"]], rules["city_powers"], strict=False))
    if all(effect == "none" for effect in effects.values()):
        return {}
    seats = {city: LETTERS.index(typed.powers[city]) + 1 if city in typed.powers else 0 for city, effect in effects.items() if effect != "none"}
    return {"powers": {city: {"seat": seat, "taken": [0] * typed.players} for city, seat in seats.items()}, "passed": 0, "choice": 0}


class InStep:
    """The engine and the referee at the same table: each move is made by both, and they must agree on all that can be seen."""

    def __init__(self, engine: EngineGame, referee: Referee) -> None:
        self.engine, self.referee, self.players = engine, referee, engine.players
        self.compare()

    @property
    def question(self) -> Question | None:
        return self.engine.question

    def answer(self, move: Move) -> None:
        self.engine.answer(move)
        self.referee.answer(move)
        self.compare()

    def compare(self) -> None:
        compare(self.engine, self.referee, (None, *range(self.players)))

    def kinds(self) -> list[tuple[int, bool]]:
        return self.engine.kinds()

    def view(self, viewer: int | None) -> dict[str, Any]:
        return self.engine.view(viewer)

    def row(self) -> dict[str, Any]:
        return self.engine.row()


def compare(engine: EngineGame, referee: Referee, viewers: Sequence[int | None], most_options: int = 20_000) -> None:
    """Same question, same options, the same table in the eyes of the viewers (None sees all, and who knows what), the same final row."""
    ours, theirs = engine.question, referee.question
    assert (ours is None) == (theirs is None), (ours, theirs)
    if ours is not None and theirs is not None:
        assert (ours.kind, ours.seat, ours.turn, ours.decision) == (theirs.kind, theirs.seat, theirs.turn, theirs.decision)
        if len(engine.option_array()) <= most_options:
            assert ours.options() == theirs.options()
    else:
        row, expected = engine.row(), referee.row()
        agree({name: n for name, n in row["game"].items() if name in expected["game"]}, expected["game"], "game row")
        agree(row["seat"], expected["seat"], "seat rows")
        for per in ("city", "holds", "taken"):
            if per in expected:
                agree(row[per], expected[per], f"{per} rows")
    for viewer in viewers:
        agree(comparable(engine.view(viewer), ours is None), comparable(referee.view(viewer), ours is None), f"view {viewer} in turn {referee.turn}")


def agree(engine: Any, referee: Any, what: str) -> None:
    """Equal, or an AssertionError that names the first place where they differ."""
    if engine == referee:
        return
    if isinstance(engine, dict) and isinstance(referee, dict) and engine.keys() == referee.keys():
        for key in engine:
            agree(engine[key], referee[key], f"{what}, {key}")
    if isinstance(engine, list) and isinstance(referee, list) and len(engine) == len(referee):
        for i, (one, other) in enumerate(zip(engine, referee, strict=True)):
            agree(one, other, f"{what}, {i}")
    raise AssertionError(f"{what}: the engine has {engine}, the referee {referee}")


def comparable(view: dict[str, Any], is_over: bool) -> dict[str, Any]:
    """Leaves out what the rules page leaves open: the order inside a pile or a stack, and what becomes of hands, deck and unled cards at the end."""
    seats = []
    for seat in view["seats"]:
        plain = {
            place: [card | {"stacks": {owner: sorted(caps) for owner, caps in card["stacks"].items()}} for card in seat[place]]
            for place in ("hand", "won", "front")
        }
        plain["won"].sort(key=lambda card: card["id"])
        seats.append({"supply": seat["supply"], "powers": seat["powers"]} | ({"won": plain["won"]} if is_over else plain))
    return {"middle": view["middle"], "seats": seats} if is_over else view | {"seats": seats}


def sit(**typed: Any) -> Table:
    """A table in a typed position, the engine and the referee in step."""
    position = Position(**typed)
    states = GAME.mode(position.mode).engine().new(position.full_rules, position.players)
    engine = EngineGame(position.mode, states, engine_position(position))
    return Table(InStep(engine, TypedReferee(position)))


def deal(players: int = 3, mode: str = "base", seed: int = 1, deal: int = 0, **rules: Any) -> Table:
    """A freshly dealt table, the engine and the referee in step."""
    full = printed(mode, players) | rules
    states = GAME.mode(mode).engine().new(full, players)
    states[0].seed, states[0].deal = seed, deal
    return Table(InStep(EngineGame(mode, states), Referee(seed, deal, full, players)))
