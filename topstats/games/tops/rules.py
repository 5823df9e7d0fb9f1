"""The numbers of the Tops rulebook and of the model of hands and tops, each a Knob, and how they are packed for the kernels."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from topstats.core.contract import Axis, Knob, SettingError

COLOURS = ("Red", "Blue", "Yellow")
LETTERS = "RBY"
MAX_PLAYERS = 4
MAX_TOPS = 4
MAX_CARDS = 15  # multisets of three colours on four tops
MAX_DISCS = 64  # of one colour
MAX_PER_PLAYER = 7  # objectives: seven for each of two players with four tops
ROUNDS_KEPT = 20
HANDS = ("child", "casual", "practised")
FIRST_TAKERS = (("seat1", "seat 1, as the youngest"), ("rotating", "each seat in turn"), ("random", "a seat by lot"))


def pictures(n_tops: int) -> list[str]:
    """The multisets of so many colours, in the order of their numbers: RRR, RRB, RRY, RBB, ..."""
    return ["R" * (n_tops - m) + "B" * (m - y) + "Y" * y for m in range(n_tops + 1) for y in range(m + 1)]


COLOUR = Axis("colour", COLOURS)
PICTURE = Axis("picture", tuple(pictures(3)))
ROUND = Axis("round", tuple(f"Round {i}" for i in range(1, ROUNDS_KEPT + 1)), is_time=True)

RULES = (
    Knob(name="discs", label="Discs of each colour", help="Discs in the box by colour; each colour is dealt out evenly.", rule="TS-01", kind="vector",
         axis=COLOUR, default=(12, 12, 12), low=0, high=MAX_DISCS, unit="discs", group="Material"),
    Knob(name="tops", label="Tops", help="Tops that are spun; an objective shows as many colours.", rule="TS-02", default=3, low=1, high=MAX_TOPS, unit="tops",
         group="Material"),
    Knob(name="objectives", label="Objectives drawn", help="Objective cards that each player draws in each round.", rule="TS-03", default=2, low=1,
         high=MAX_PER_PLAYER, unit="cards", group="Material"),
    Knob(name="spin_gap_s", label="Between two spins", help="Seconds between the spins of one top and the next, at the start of a round.", rule="TS-04",
         kind="float", default=0, low=0, high=30, step=0.5, unit="s", group="Play"),
    Knob(name="discs_fall", label="Discs fall when a top is touched", help="Whether the discs on a top that is spun again fall beside it.", rule="TS-06",
         kind="bool", default=False, group="Play"),
    Knob(name="respins", label="Re-spins a round", help="After so many re-spins in a round touches have no effect.", rule="TS-06", default=40, low=0, high=1000,
         unit="spins", group="Play"),
    Knob(name="knock", label="Knocks a disc off", help="Probability that a disc that lands knocks off the one below it.", rule="TS-07", kind="float", default=0,
         low=0, high=1, step=0.05, group="Play"),
    Knob(name="first_taker", label="Takes first without a winner", help="Who begins sharing out the discs when nobody won the round.", rule="TS-10",
         kind="choice", default="seat1", choices=FIRST_TAKERS, group="Play"),
    Knob(name="target", label="Tokens to win", help="The first player with so many tokens wins.", rule="TS-11", default=5, low=1, high=20, unit="tokens",
         group="End of the game"),
    Knob(name="round_limit", label="Round limit", help="After so many rounds a game is cut and counted as truncated.", rule="TS-12", default=500, low=1,
         high=500, unit="rounds", group="End of the game"),
)  # fmt: skip

_TOPS, _HANDS = "Model: tops", "Model: hands"


def _model(name: str, label: str, help: str, default: float, high: float, group: str, low: float = 0, step: float = 0.1, unit: str = "s") -> Knob:
    return Knob(name=name, label=label, help=f"{help} Assumed.", rule="RULES.md, Model", kind="float", default=default, low=low, high=high, step=step,
                unit=unit, group=group)  # fmt: skip


def _by_hands(name: str, label: str, help: str, values: tuple[float, ...], high: float, step: float = 0.1, unit: str = "s") -> tuple[Knob, ...]:
    return tuple(_model(f"{name}_{who}", f"{label}, {who}", help, v, high, _HANDS, step=step, unit=unit) for who, v in zip(HANDS, values, strict=True))


MODEL = (
    _model("spin_s", "Spin time", "Median seconds that a top spins. Launcher-wound tops measured 65 and 71; by hand less.", 30, 600, _TOPS, low=0.001, step=1),
    _model("spin_cv", "Spread of spin times", "Standard deviation of the spin times by their mean. Measured: 0.08 and 0.12; by hand wider.", 0.25, 3, _TOPS,
           step=0.05, unit=""),
    _model("cost_s", "Time a disc costs", "Median seconds that a disc that lands takes off the rest of the spin.", 0.4, 1000, _TOPS),
    _model("cost_sd", "Spread of that", "Standard deviation of its logarithm.", 0.8, 3, _TOPS, unit=""),
    _model("respin_s", "Spinning again", "Seconds that a player who touched a top is busy spinning it again.", 3, 60, _TOPS, step=0.5),
    _model("break_s", "Before each round", "Seconds for cards, discs and winding up; only the minutes of a game depend on it.", 30, 600, _TOPS, step=5),
    _model("judge_sd", "Misjudging", "How far players misjudge the time that a top has left: standard deviation of the logarithm, one error a player and spin.",
           0.3, 2, _TOPS, unit=""),
    _model("gap_sd", "Spread of pauses", "Standard deviation of the logarithm of the pauses.", 0.4, 3, _HANDS, unit=""),
    *_by_hands("gap", "Pause", "Median seconds from one act to the next look.", (2.5, 1.5, 1.0), 60),
    *_by_hands("react", "Reach", "Seconds from a look until the disc arrives: the age of what the player saw.", (0.9, 0.6, 0.45), 100, step=0.05),
    *_by_hands("land", "Lands", "Probability that a disc lands on the top; else it falls beside it.", (0.65, 0.8, 0.92), 1, step=0.05, unit=""),
    *_by_hands("touch", "Touches", "Probability that the hand touches the top while placing.", (0.06, 0.03, 0.01), 1, step=0.01, unit=""),
)  # fmt: skip

KNOBS = RULES + MODEL


def check(rules: Mapping[str, Any], players: int) -> None:
    """What spans several knobs. Raises SettingError with the rule id."""
    for colour, n in zip(COLOURS, rules["discs"], strict=True):
        if n % players:
            raise SettingError(f"discs = {n} of {colour} is not possible: {players} players cannot share them evenly; allowed is a multiple (rule TS-01).")
    if not sum(rules["discs"]):
        raise SettingError("discs = 0,0,0 is not possible: allowed is at least one disc a player (rule TS-01).")
    n_cards = len(pictures(rules["tops"]))
    if rules["objectives"] * players > n_cards:
        raise SettingError(
            f"objectives = {rules['objectives']} is not possible: {players} players draw {rules['objectives'] * players} cards, "
            f"and with {rules['tops']} tops there are {n_cards} (rule TS-03)."
        )


US = 1_000_000  # microseconds: the unit of all times in the record
FIELDS: list[tuple] = [
    ("discs", np.int64, (len(COLOURS),)),
    *[(name, np.int64) for name in ("tops", "objectives", "discs_fall", "respins", "first_taker", "target", "round_limit")],
    *[(name, np.int64) for name in ("spin_gap_us", "spin_us", "spin_sd", "cost_us", "cost_sd", "respin_us", "break_us", "judge_sd", "gap_sd")],
    ("shows", np.int64, (MAX_CARDS,)),  # what an objective asks for: tops of each colour, packed (red + blue << 8 + yellow << 16)
    ("knock", np.float64),
    ("gap_us", np.int64, (len(HANDS),)),
    ("react_us", np.int64, (len(HANDS),)),
    ("land", np.float64, (len(HANDS),)),
    ("touch", np.float64, (len(HANDS),)),
]


def pack(S: Any, rules: Mapping[str, Any], players: int) -> None:
    """Write checked rules into the record S: seconds as microseconds, spreads as `core.quantiles` takes them."""
    from topstats.core.quantiles import spread, spread_of_variation

    S.players = players
    S.discs[:] = rules["discs"]
    for name in ("tops", "objectives", "discs_fall", "respins", "target", "round_limit", "knock"):
        S[name] = rules[name]
    names = pictures(int(S.tops))
    S.shows[: len(names)] = [sum(name.count(letter) << 8 * c for c, letter in enumerate(LETTERS)) for name in names]
    S.first_taker = [name for name, _ in FIRST_TAKERS].index(rules["first_taker"])
    for name in ("spin_gap", "spin", "cost", "respin", "break"):
        S[f"{name}_us"] = round(rules[f"{name}_s"] * US)
    for name in ("cost_sd", "judge_sd", "gap_sd"):
        S[name] = spread(rules[name])
    S.spin_sd = spread_of_variation(rules["spin_cv"])
    for i, who in enumerate(HANDS):
        S.gap_us[i], S.react_us[i] = round(rules[f"gap_{who}"] * US), round(rules[f"react_{who}"] * US)
        S.land[i], S.touch[i] = rules[f"land_{who}"], rules[f"touch_{who}"]
