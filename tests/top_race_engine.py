"""The engine of Top Race behind the same few methods as the referee, and both at one table in step."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.naive.top_race import CARS, Move, Question, Referee, data_of
from tests.naive.top_race_road import Road
from tests.naive.top_race_stocks import StocksReferee
from tests.naive.top_race_typed import Position, Table, TypedReferee, TypedStocksReferee, face_words
from tests.top_pop_engine import agree
from topstats.core.machine import NO_SUMS
from topstats.games.top_race import GAME
from topstats.games.top_race.rules import UNIT
from topstats.settings import Settings

KINDS = ("", "bid", "car", "start", "card", "effect", "joker", "space", "return", "claim", "tip", "offer", "sell", "buy")
EFFECTS = ("sprint", "breakdown")
HOW = ("play", "take", "stop", "pass")
WORDS = dict.fromkeys(("car", "joker", "tip", "sell", "buy"), CARS) | {"effect": EFFECTS, "claim": (False, True)}


class EngineGame:
    """One game on the engine, dealt from (seed, deal) or restored from a position."""

    def __init__(self, mode: str, states: Any, position: dict[str, Any] | None = None) -> None:
        self.mode, self.engine, self.states = GAME.mode(mode), GAME.mode(mode).engine(), states
        self.record = states[0]
        self.players = int(self.record.players)
        self.names = ["".join(chr(x) for x in row if x) for row in self.record.space_id[: self.record.n_spaces]] + ["finish"]
        if position is None:
            self.engine.deal(self.record)
        else:
            self.engine.restore(self.record, position)
        self.engine.advance(self.record)

    @property
    def question(self) -> Question | None:
        S = self.record
        return None if S.over else Question(KINDS[S.ask], int(S.seat), int(S.turn), int(S.decision), self.options())

    def answer(self, move: Move) -> None:
        self.record.move[:] = self.encode(move)
        assert self.engine.illegal(self.record) == 0, move
        self.engine.apply(self.record)
        self.engine.advance(self.record)

    def choose(self) -> Move:
        """What the strategy of the seat that is asked would do."""
        self.engine.choose(self.record)
        return self.decode(*self.record.move.tolist())

    def options(self) -> list[Move]:
        copy = self.states.copy()[0]
        out = np.zeros((1024, len(copy.move)), np.int16)
        n = self.engine.options(copy, out)
        return [self.decode(*move) for move in out[:n].tolist()]

    def encode(self, move: Move) -> tuple[int, int]:
        kind, value = move
        if kind == "card":
            return (-1 if value[1] is None else value[1], HOW.index(value[0]))
        return (value // UNIT if kind == "bid" else value if kind == "offer" else WORDS.get(kind, self.names).index(value), 0)

    def decode(self, value: int, how: int = 0) -> Move:
        kind = KINDS[self.record.ask]
        if kind == "bid":
            return (kind, value * UNIT)
        if kind == "card":
            return (kind, (HOW[how], None if value < 0 else value))
        return (kind, value if kind == "offer" else WORDS.get(kind, self.names)[value])

    def view(self, viewer: int | None) -> dict[str, Any]:
        """The engine's view in the referee's words."""
        seen = self.engine.view(self.record, viewer)
        auction = seen["auction"]
        cards = ("id", "lines", "pair")
        return {
            "turn": seen["turn"],
            "race": seen["race"],
            "first": seen["first"],
            "bid": None if auction is None else (auction["bid"], auction["leader"]),
            "card": None if seen["card"] is None else seen["card"]["id"],
            "discard": [{key: card[key] for key in cards} for card in seen["discard"]],
            "cars": [[car[key] for key in ("car", "owner", "status", "space", "place")] for car in seen["cars"]],
            "money": [seat["money"] for seat in seen["seats"]],
            "hands": [seat["hand"] for seat in seen["seats"]],
            "box": seen["box"],
            "waiting": [seat["waiting"] for seat in seen["seats"]],
            "stops": [seat["stops"] for seat in seen["seats"]],
            "tips": [seat["tips"] for seat in seen["seats"]],
        } | self.stocks_view(seen)

    def stocks_view(self, seen: dict[str, Any]) -> dict[str, Any]:
        if self.mode.name != "stocks":
            return {}
        return {"offer": seen["offer"], "order": seen["order"], "stocks": [seat["stocks"] for seat in seen["seats"]]}

    def row(self) -> dict[str, Any]:
        """The final rows by name of column."""
        assert self.record.over
        return rows_of(self.mode.name, self.states)[0]


def rows_of(mode_name: str, states: Any, n: int = 1, budget: int = 1_000_000) -> list[dict[str, Any]]:
    """The rows of games next_game to stop_game - 1 as play_many writes them; of a record that is over, its own."""
    mode, S = GAME.mode(mode_name), states[0]
    mode = mode.under({k.name: k.printed(int(S.players)) for k in mode.knobs} | {"races": int(S.races)}, int(S.players))
    if S.over:
        S.first_game, S.next_game, S.stop_game, S.dealt = 0, 0, 1, 1
    blocks = {per: np.zeros(mode.shape(per, n, int(S.players)), np.int16) for per in mode.blocks()}
    while S.next_game < S.stop_game:
        mode.engine().play_many(S, tuple(blocks.values()), NO_SUMS, budget)
    return [{per: _named(mode, per, block[i].tolist()) for per, block in blocks.items()} for i in range(n)]


def _named(mode: Any, per: str, row: Any) -> Any:
    if isinstance(row[0], list):
        return [_named(mode, per, inner) for inner in row]
    return dict(zip([c.name for c in mode.columns_of(per)], row, strict=True))


def compare(engine: EngineGame, referee: Referee, viewers: Sequence[int | None]) -> None:
    """Same question, same options, the same table in the eyes of the viewers (None sees all), the same final row."""
    ours, theirs = engine.question, referee.question
    assert (ours is None) == (theirs is None), (ours, theirs)
    if ours is not None and theirs is not None:
        assert ours == theirs
    else:
        agree(engine.row(), referee.row(), "rows")
    for viewer in viewers:
        agree(comparable(engine.view(viewer), ours is None), comparable(referee.view(viewer), ours is None), f"view {viewer} in turn {referee.turn}")


def comparable(view: dict[str, Any], is_over: bool) -> dict[str, Any]:
    """Once the race is over nothing is being carried out any more."""
    return {key: value for key, value in view.items() if not (is_over and key == "card")}


def games(settings: Settings, number: int = 0) -> tuple[EngineGame, Referee]:
    """Game `number` of the run on both."""
    states = settings.start(number, ("lead_changes",))
    return EngineGame(settings.mode, states), referee_of(settings, number)


def referee_of(settings: Settings, number: int) -> Referee:
    """The referee of game `number` of the run."""
    kind = StocksReferee if settings.mode == "stocks" else Referee
    return kind(settings.seed, settings.deal(number), dict(settings.rules), settings.players)


def engine_position(typed: Position) -> dict[str, Any]:
    """A typed position as the engine's plain data; cards are numbered as the referee numbers them."""
    n, sold = typed.players, typed.all_cars()
    road = Road.of(data_of("tracks", typed.full_rules["track"]))
    held = [("hand", seat + 1, words) for seat, hand in enumerate(typed.all_hands()) for words in hand]
    held += [("waiting", None, words) for cards in typed.all_waiting() for words in cards]
    held += [("box", None, words) for words in typed.box] + [("played", None, words) for words in typed.discard]
    left = [face_words(card.get("lines"), card.get("pair")) for card in sorted(data_of("decks", typed.full_rules["deck"])["cards"], key=lambda c: "pair" in c)]
    for _, _, words in held:
        left.remove(words)
    cards = [{"face": words, "where": where, "dealt_to": seat, "known": [seat] if seat else []} for where, seat, words in held]
    cards += [{"face": words, "where": "aside", "dealt_to": None, "known": []} for words in left]
    numbers = iter(range(len(held)))
    zeros = dict.fromkeys(("turn", "decision", "race", "n_turns", "lead_changes", "deal", "asked", "passes", "tipper", "bid", "bidder", "line", "points"), 0)
    return zeros | {
        "players": n, "seat": typed.seat, "phase": "turn" if typed.auction is None else "opening", "ask": "",
        "cash": typed.money(), "spent": [0] * n, "prize": [0] * n, "n_cars": [sum(words[0] == str(p + 1) for words in sold.values()) for p in range(n)],
        **{name: [0] * n for name in ("n_wins", "n_left", "bankrupt", "n_stops")}, "pits": typed.stops(),
        "n_passed": len(typed.backed[0]) if typed.backed else 0, "n_due": len(typed.backed[0]) if typed.backed else 0,
        "auction": typed.auction or 7, "opener": typed.seat, "out": [False] * n, "first": 1, "turn_seat": typed.seat,
        "auctions": [_sold(int(words[0]), name, n) for name, words in sold.items()] + [_sold(0, None, n)] * (6 - len(sold)),
        "cars": {name: _typed_car(name, sold, road) for name in CARS},
        "front": None, "cards": cards, "hands": [[next(numbers) for _ in hand] for hand in typed.all_hands()],
        "pending": False, "resume": "opening", "tip_paid": [0] * n, "tips": typed.tips(), "tip_sum": [[0] * 3 for _ in range(n)],
        "card": -1, "car": None,
        "waiting": [[next(numbers) for _ in cards] for cards in typed.all_waiting()],
        "box": [next(numbers) for _ in typed.box], "discard": [next(numbers) for _ in typed.discard],
    } | (_stocks_position(typed) if typed.mode == "stocks" else {})  # fmt: skip


def _stocks_position(typed: Position) -> dict[str, Any]:
    """What stocks add: the first race round is on, nobody has traded."""
    zeros = dict.fromkeys(("trader", "deals", "n_traded"), 0)
    return zeros | {
        "n_rounds": int(any(typed.hands)), "is_new": 1, "offer": [], "taken": [-1] * 6, "specials": [0] * typed.players,
        "auctions": [_sold(0, None, typed.players)] * 6, "order": typed.clockwise(), "seated": typed.clockwise()[-1], "stocks": typed.all_stocks(),
    }  # fmt: skip


def _sold(buyer: int, car: str | None, players: int) -> dict[str, Any]:
    return {"opened": 0, "buyer": buyer, "price": 0, "car": car, "bids": [0] * players}


def _typed_car(name: str, sold: dict[str, list[str]], road: Road) -> dict[str, Any]:
    if name not in sold:
        return {"status": "waiting", "space": None, "owner": 0}
    owner, *words = sold[name]
    start = road.starts[list(sold).index(name)]
    if words[0] == "home":
        return {"status": "home", "owner": int(owner), "place": int(words[1]), "start": start}
    if words[0] == "beside":
        broke = int(words[3]) if len(words) > 3 else 1 + [car for car, words in sold.items() if words[1] == "beside"].index(name)
        return {"status": "broken", "space": words[1], "owner": int(owner), "waits_for": words[2], "broke": broke, "start": start}
    return {"status": "racing", "space": words[0], "owner": int(owner), "start": start}


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

    def refusal(self, move: Move) -> str:
        """Why the engine refuses the move, "" if it does not; the referee must agree. A number stands for itself, however far it is from any answer."""
        kind, value = move
        states = self.engine.states.copy()
        states[0].move[:] = (value, 0) if isinstance(value, int) and kind != "bid" else self.engine.encode(move)
        broken = int(self.engine.engine.illegal(states[0]))
        assert (broken == 0) == self.referee.is_legal(move), (move, broken)
        return self.engine.engine.reasons[broken]

    def compare(self) -> None:
        compare(self.engine, self.referee, (None, *range(self.players)))

    def view(self, viewer: int | None) -> dict[str, Any]:
        return self.engine.view(viewer)

    def row(self) -> dict[str, Any]:
        return self.engine.row()


def sit(**typed: Any) -> Table:
    """A table in a typed position, the engine and the referee in step."""
    position = Position(**typed)
    run = Settings("top_race", position.mode, position.players, rules=position.rules)
    states = run.start(0, ("lead_changes",))
    return Table(InStep(EngineGame(position.mode, states, engine_position(position)), typed_referee(position)))


def typed_referee(position: Position) -> TypedReferee:
    return TypedStocksReferee(position) if position.mode == "stocks" else TypedReferee(position)


def deal(players: int = 4, number: int = 0, mode: str = "base", **rules: Any) -> Table:
    """A freshly dealt table, the engine and the referee in step."""
    return Table(InStep(*games(Settings("top_race", mode, players, rules=rules, seed=1), number)))
