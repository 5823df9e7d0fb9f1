"""How little a room is: a dice game, complete but for a rules page, on which the house is tested without any real game.

PG-01 On your turn throw a die of `sides` as often as you like. PG-02 A one ends the turn and loses what it brought;
else stop and keep the sum. PG-03 When a round is over and somebody has `target`, the most points win (shared if tied).
PG-04 After `round_limit` rounds the game is cut. PG-05 Seats begin with `start` points.
"""

from dataclasses import replace

import numpy as np

from topstats.core import machine, rng
from topstats.core.contract import ENDED, SEATS, SHARE, Axis, Column, Engine, Game, Knob, Mode, SettingError, Strategy
from topstats.core.jit import kernel
from topstats.core.playing import playing

FACES = Axis("face", ("One", "Two", "Three", "Four", "Five", "Six"))
THROW, BUST = 1, 2
STATE = np.dtype(
    machine.header(1)
    + [(name, np.int64) for name in ("event", "target", "sides", "round_limit", "pot", "lead", "lead_changes")]
    + [(name, np.int64, (4,)) for name in ("start", "points", "kept", "busts")]
    + [("faces", np.int64, (4, 6)), ("throws", np.int64, (4, 6))],
    align=True,
)


def new(rules, players):
    states = np.zeros(1, STATE).view(np.recarray)
    S = states[0]
    for name in ("target", "sides", "round_limit"):
        S[name] = rules[name]
    S["start"][:players], S["players"] = rules["start"], players
    return states


@kernel
def deal(S):
    S.key = rng.game_key(S.seed, S.deal)
    S.turn, S.decision, S.seat, S.ask, S.over, S.ended, S.pot, S.lead, S.lead_changes = 1, 0, 0, 1, 0, machine.NORMAL, 0, -1, 0
    for p in range(4):
        S.points[p] = S.start[p]
        S.kept[p] = S.busts[p] = 0
        for f in range(6):
            S.faces[p, f] = S.throws[p, f] = 0


@kernel
def step(S):
    """Nothing happens by itself but the end of a turn: the next seat, or the end of the game."""
    S.pot = 0
    S.decision = 0
    S.event = 1
    if S.extras & 1:
        best = np.argmax(S.points[: S.players])
        S.lead_changes += best != S.lead and S.lead >= 0
        S.lead = best
    if S.seat == S.players - 1:
        if S.points[: S.players].max() >= S.target:
            S.over = 1
            return
        if S.turn // S.players >= S.round_limit:
            S.over, S.ended = 1, machine.TRUNCATED
            return
    S.seat = (S.seat + 1) % S.players
    S.turn += 1
    S.ask = 1


@kernel
def choose(S):
    e = S.entry[S.seat]
    epoch = S.turn * 4096 + S.decision
    rng.seed_stream(S.stream, S.key, rng.SEAT, S.seat, epoch)
    for _ in range(np.int64(S.parameter[e, 1])):
        rng.next_word(S.stream)  # thinking hard
    if S.strategy[e] == machine.OWN:
        machine.ask_own(S, e)
    else:
        S.move[0] = S.pot < S.parameter[e, 0] if S.strategy[e] else rng.below(S.stream, np.int64(2))
    if S.blunder[e] > 0:
        rng.seed_stream(S.stream, S.key, rng.BLUNDER, S.seat, epoch)
        if rng.uniform(S.stream) < S.blunder[e]:
            S.move[0] = rng.below(S.stream, np.int64(2))


@kernel
def apply(S):
    p, S.event = S.seat, 1
    if S.move[0] == 0:
        S.points[p] += S.pot
        S.kept[p] += 1
        S.ask = 0
        return
    rng.seed_stream(S.stream, S.key, rng.DEAL, p, S.turn * 4096 + S.decision)
    S.decision += 1
    face = rng.below(S.stream, S.sides)
    S.faces[p, face] += face + 1
    S.throws[p, face] += 1
    S.pot += face + 1
    if face == 0:
        S.busts[p] += 1
        S.ask = 0


@kernel
def write_rows(S, i, games, seats, faces):
    P, game, seat, face = S.players, games[i], seats[i], faces[i]
    top = S.points[:P].max()
    winners = np.int64(0)
    second = np.int64(-1000)
    for p in range(P):
        winners += S.points[p] == top
    for p in range(P):
        if S.points[p] < top or winners > 1:
            second = max(second, S.points[p])
    game[0], game[1], game[2], game[3], game[4] = S.turn // P, S.ended, top - second, winners > 1, S.lead_changes
    for p in range(P):
        seat[p, 0] = SHARE // winners if S.points[p] == top else 0
        seat[p, 1], seat[p, 2], seat[p, 3] = S.points[p], S.start[p], S.points[p] - S.start[p]
        seat[p, 4], seat[p, 5], seat[p, 6] = S.busts[p], S.kept[p], S.points[p] >= S.target
        for f in range(6):
            face[p, f, 0], face[p, f, 1] = S.throws[p, f], S.faces[p, f]


PLAYING = playing(__name__, deal=deal, step=step, choose=choose, apply=apply, write_rows=write_rows)


@kernel
def illegal(S):
    return 0 if S.ask > 0 and (S.move[0] == 0 or S.move[0] == 1) else 1


@kernel
def options(S, out):
    for i in range(min(2, out.shape[0])):
        out[i, 0] = i
    return 2


@kernel
def redeal(S, seat):
    """Nothing is hidden."""


def view(S, seat=None):
    return {"turn": int(S["turn"]), "seat": int(S["seat"]) + 1, "pot": int(S["pot"]), "points": S["points"][: S["players"]].tolist()}


def position(S):
    return view(S) | {"decision": int(S["decision"])}


def restore(S, position):
    if len(position["points"]) != S["players"]:
        raise SettingError("points are one for each player (rule PG-05).")
    deal(S)
    S["points"][: S["players"]] = position["points"]
    S["turn"], S["seat"], S["pot"], S["decision"] = position["turn"], position["seat"] - 1, position["pot"], position["decision"]


def words(before, after):
    return f"Seat {before['seat'] + 1} has {after['pot']} on the table." if after["pot"] != before["pot"] else ""


def describe(S, move):
    return {"throw": bool(move[0]), "words": "throw" if move[0] else "stop"}


def encode(S, data):
    return [int(data["throw"])]


ENGINE = Engine(
    new=new,
    deal=deal,
    step=step,
    advance=PLAYING.advance,
    choose=choose,
    apply=apply,
    illegal=illegal,
    options=options,
    trace=PLAYING.trace,
    play_many=PLAYING.play_many,
    redeal=redeal,
    view=view,
    position=position,
    restore=restore,
    words=words,
    describe=describe,
    encode=encode,
    reasons=("", "throw or stop (PG-01)"),
    asks=("", "throw or stop"),
)

HOLD = Knob(name="hold", label="Hold at", help="Stops with this many points.", rule="PG-01", kind="float", default=15, low=1, high=100)
THINK = Knob(name="think", label="Think", help="Draws thrown away at each decision.", rule="PG-01", default=0, low=0, high=10**8)


def check(rules, players):
    if max(rules["start"]) >= rules["target"]:
        raise SettingError(f"start = {','.join(map(str, rules['start']))} is not possible: allowed is less than target = {rules['target']} (rule PG-05).")


BASE = Mode(
    name="base",
    label="Pig",
    idea="The most points win.",
    players=(2, 3, 4),
    default_players=3,
    knobs=(
        Knob(name="target", label="Target", help="Points that end the game.", rule="PG-03", default=30, low=5, high=100, by_players={2: 40}),
        Knob(name="sides", label="Sides", help="Sides of the die.", rule="PG-01", default=6, low=2, high=6),
        Knob(name="round_limit", label="Round limit", help="The game is cut after so many.", rule="PG-04", default=40, low=1, high=400),
        Knob(name="start", label="Start", help="Points to begin with.", rule="PG-05", kind="vector", axis=SEATS, default=(0,) * 6, low=-50, high=99),
    ),
    columns=(
        Column(name="length", per="game", label="Rounds", help="Rounds played.", unit="rounds"),
        Column(name="ended", per="game", label="End", help="How the game ended.", kind="choice", choices=ENDED),
        Column(name="margin", per="game", label="Margin", help="Points between the first and the second.", unit="points"),
        Column(name="tied", per="game", label="Shared win", help="Whether several had the most points.", kind="flag"),
        Column(name="lead_changes", per="game", label="Lead changes", help="How often another seat led.", group="lead_changes"),
        Column(name="share", per="seat", label="Win", help="Share of the win.", kind="share"),
        Column(name="score", per="seat", label="Score", help="Points at the end.", unit="points"),
        Column(name="given", per="seat", label="Given", help="Points at the start.", unit="points", part_of="score"),
        Column(name="thrown", per="seat", label="Thrown", help="Points from throws.", unit="points", part_of="score"),
        Column(name="busts", per="seat", label="Busts", help="Turns lost to a one.", unit="turns"),
        Column(name="kept", per="seat", label="Kept turns", help="Turns that brought points.", unit="turns"),
        Column(name="triggered", per="seat", label="Reached the target", help="Whether this seat had the target at the end.", kind="flag"),
        Column(name="throws", per="face", label="Throws", help="How often this face came.", unit="throws"),
        Column(name="sum", per="face", label="Pips", help="Pips thrown with this face.", unit="points"),
    ),
    strategies=(
        Strategy(name="careful", idea="Throws until it has enough.", source="Neller and Presser 2004", kernel=1, parameters=(HOLD, THINK)),
        Strategy(name="bold", idea="Wants more.", source="a preset", kernel=1, parameters=(replace(HOLD, default=25), THINK)),
        Strategy(name="random", idea="Throws a coin.", source="none", kernel=0),
    ),
    default_strategy="careful",
    engine=lambda: ENGINE,
    check=check,
    axes={"face": FACES},
    assumptions=("Nobody looks at the others' points.",),
)
GAME = Game(
    name="toy",
    label="Toy",
    question="Does it pay to begin?",
    idea="A die.",
    modes=(BASE, replace(BASE, name="solo", players=(2,), default_players=2)),
    rules_file="",
)
