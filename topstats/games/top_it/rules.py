"""The numbers of the Top It rulebook and of the model of its players, each a Knob, and how they are packed for the kernels."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from topstats.core.contract import SEATS, Axis, Knob, SettingError
from topstats.core.home import home

DATA = json.loads((home() / "data" / "top_it" / "words.json").read_text(encoding="utf-8"))
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CLASSES = ("narrow", "middle", "broad")
SKILLS = ("child", "casual", "word_lover")
MAX_SEATS, MAX_TEAM, MAX_PINS, MAX_TERMS, MAX_TOPICS, MAX_TILES = 6, 4, 20, 512, 200, 22
MAX_PERSONS = MAX_SEATS * MAX_TEAM
MAX_LAID = MAX_SEATS * MAX_PINS  # pins on the grid
MOST = 32_767  # what a row of the result holds

LETTER = Axis("letter", tuple(ALPHABET))
TOPIC = Axis("class of topic", CLASSES)
SKILL = Axis("skill", SKILLS)
MODEL = "Model: "  # groups that no rulebook prints

RULES = (
    Knob(name="pins", label="Pins", help="Pins of each seat (or team).", rule="TI-01", default=10, low=0, high=MAX_PINS, unit="pins", group="Round"),
    Knob(name="team_size", label="People a seat", help="People who play one colour together: they recall together and speak through one hand.",
         rule="TI-01", kind="vector", axis=SEATS, default=(1,) * MAX_SEATS, low=1, high=MAX_TEAM, unit="people", group="Round"),
    Knob(name="tiles", label="Letter tiles", help="Tiles of which nine are laid: the commonest letters of the language.", rule="TI-02", default=18, low=9,
         high=MAX_TILES, unit="tiles", group="Round"),
    Knob(name="language", label="Language", help="Whose letters are on the tiles, and how common they are.", rule="TI-12", kind="choice", default="german",
         choices=(("german", "German"), ("english", "English")), group="Round"),
    Knob(name="round_s", label="Hourglass", help="How long a round is.", rule="TI-03", kind="float", default=60, low=0, high=600, step=5, unit="s",
         group="Round"),
    Knob(name="stop_s", label="Until Stop is called", help="Seconds after the hourglass in which play goes on.", rule="TI-09", kind="float", default=0, low=0,
         high=60, step=0.5, unit="s", group="Round"),
    Knob(name="topics", label="Topic cards", help="Topics before the first comes again.", rule="TI-12", default=76, low=1, high=MAX_TOPICS, unit="topics",
         group="Round"),
    Knob(name="new_grid", label="A new grid each round", help="Off: the nine letters of the first round stay.", rule="TI-12", kind="bool", default=True,
         group="Round"),
    Knob(name="contained", label="No contained words", help="A term that contains one already named does not count (house guideline).", rule="TI-06",
         kind="bool", default=True, group="Round"),
    Knob(name="owner_votes", label="The one who named it votes", help="Off: only the others vote on a doubtful term.", rule="TI-07", kind="bool", default=True,
         group="Round"),
    Knob(name="pin_points", label="Points a pin", help="Points for each pin on a tile.", rule="TI-10", default=1, low=0, high=10, unit="points",
         group="Scoring"),
    Knob(name="stack_scoring", label="Who scores a stack", help="Every pin for its owner, or the whole stack for the owner of its top pin.", rule="TI-10",
         kind="choice", default="each_pin", choices=(("each_pin", "each pin for its owner"), ("top_takes_all", "the top pin takes all")), group="Scoring"),
    Knob(name="row_points", label="Points a row", help="Points for three own pins on top in a row.", rule="TI-11", default=5, low=0, high=30, unit="points",
         group="Scoring"),
    Knob(name="rows_counted", label="Rows counted", help="Every row, or at most one a round.", rule="TI-11", kind="choice", default="each",
         choices=(("each", "every row"), ("one", "at most one a round")), group="Scoring"),
    Knob(name="target", label="Points that end the game", help="The game ends after the round in which a seat has so many.", rule="TI-13", default=50, low=0,
         high=10_000, step=5, unit="points", group="End of the game"),
    Knob(name="end_rule", label="Who wins", help="Most points, or everybody who has the target at the end of that round.", rule="TI-13", kind="choice",
         default="most", choices=(("most", "most points"), ("target", "all who have reached the target")), group="End of the game"),
    Knob(name="round_limit", label="Round limit", help="Rounds after which a game is cut and counted as truncated.", rule="TI-14", default=100, low=1,
         high=200, unit="rounds", group="End of the game"),
)  # fmt: skip

_WORDS = {
    "terms": ("Terms", "How many terms there are.", "terms", 1, 1, MAX_TERMS),
    "half": ("Known to half", "The rank of popularity that half of casual adults know.", "rank", 0.5, 0, 1000),
    "think_s": ("A thought", "Median time until the next word comes to mind.", "s", 0.1, 0, 60),
}


def _topic(name: str) -> tuple[Knob, ...]:
    """The three numbers of a class of topics."""
    values = DATA["topics"][name]
    return tuple(
        Knob(name=f"{name}_{key}", label=f"{label}, {name} topics", help=f"{help} ({values['what']})", rule="RULES.md, The model", default=values[key],
             kind="int" if key == "terms" else "float", low=low, high=high, step=step, unit=unit, group=f"{MODEL}topics (assumed)")
        for key, (label, help, unit, step, low, high) in _WORDS.items()
    )  # fmt: skip


def _model(group: str, **more: Any) -> Knob:
    return Knob(**{"rule": "RULES.md, The model", "kind": "float", "group": MODEL + group, **more})


def _skill(name: str, label: str, help: str, values: tuple[int, ...], unit: str, high: int) -> Knob:
    return _model("skills (casual fitted, others assumed)", name=name, label=label, help=help, kind="vector", axis=SKILL, default=values, high=high, unit=unit)


MEMORY, TALK = "memory (fitted to published word-naming data)", "table talk (assumed)"
KNOBS = (
    *RULES,
    _model("topics (assumed)", name="topic_mix", label="Mix of topics", help="How many cards of each class come in turn, shuffled after.", kind="vector",
           axis=TOPIC, default=(3, 2, 1), high=20, unit="cards"),
    *(knob for name in CLASSES for knob in _topic(name)),
    _model(MEMORY, name="zipf", label="Popularity", help="Term r comes to mind in proportion to r to the power of minus this.", default=0.6, high=5, step=0.1),
    _model(MEMORY, name="vocab_spread", label="How differently people know", help="Log-SD of the personal rank up to which a term is known.", default=2,
           high=4, step=0.1),
    _model(MEMORY, name="time_spread", label="Spread of a thought", help="Log-SD of the time of a thought.", default=0.45, high=2, step=0.05),
    _model(MEMORY, name="person_spread", label="How people differ", help="Log-SD of the factor by which a person thinks faster and knows more.",
           default=0.37, high=2, step=0.05),
    _model(MEMORY, name="start_s", label="Before the first thought", help="Seconds until thinking begins.", default=1.5, high=100, step=0.1, unit="s"),
    _model("letters (assumed)", name="letter_evenness", label="Evenness of a topic's letters",
           help="The higher, the nearer are a topic's letters to those of the language (assumed).", kind="int", default=60, low=1,
           high=100_000, step=10),
    _model(TALK, name="hand_s", label="Naming and placing", help="Seconds that a person (or team) needs for saying a word and placing the pin.", default=2,
           high=60, step=0.1, unit="s"),
    _model(TALK, name="hear", label="Heard", help="Chance that a person hears a word that another seat names.", default=0.95, high=1, step=0.05),
    _model(TALK, name="notice", label="Repeats noticed", help="Chance that a repeated term is noticed.", default=0.8, high=1, step=0.05),
    _model(TALK, name="clash", label="Contained words", help="Chance that a term contains a certain one named before.", default=0.001, high=1, step=0.001),
    _model(TALK, name="challenge", label="Challenges", help="Chance that a doubtful term is challenged.", default=0.5, high=1, step=0.05),
    _model(TALK, name="against", label="Votes against", help="Chance that another seat votes against a challenged term.", default=0.5, high=1, step=0.05),
    _model(TALK, name="break_s", label="Between two rounds", help="Scoring, taking pins back, laying the grid: counts for the minutes only.", default=120,
           high=3600, step=10, unit="s"),
    _skill("skill_pace", "Time of a thought by skill", "In percent of the topic's.", (140, 100, 80), "%", 10_000),
    _skill("skill_vocab", "Vocabulary by skill", "In percent of the casual adult's.", (50, 100, 200), "%", 1_000_000),
    _skill("skill_cue", "Looking on by skill",
           "In hundredths: c of m letters wanted means looking on at once with c / (c + m) after a word that does not fit.", (100, 225, 500), "1/100", 100_000),
    _skill("skill_doubt", "Doubtful terms by skill", "Percent of terms that do not clearly fit.", (10, 5, 3), "%", 100),
)  # fmt: skip
KNOBS = tuple(replace(k, default=float(k.default)) if k.kind == "float" else k for k in KNOBS)


def check(rules: Mapping[str, Any], players: int) -> None:
    """What spans several knobs. Raises SettingError with the rule id."""
    if not sum(rules["topic_mix"]):
        raise SettingError("topic_mix = 0,0,0 is not possible: at least one class of topics must have a card (rule TI-03).")
    letters = len(DATA["letters"][rules["language"]]["shares"])
    if rules["tiles"] > letters:
        raise SettingError(f"tiles = {rules['tiles']} is not possible: the {rules['language']} data have {letters} letters (rule TI-02).")
    most = (rules["pins"] * players * rules["pin_points"] + 8 * rules["row_points"]) * rules["round_limit"]
    if most > MOST:
        raise SettingError(
            f"row_points = {rules['row_points']} with pins = {rules['pins']}, pin_points = {rules['pin_points']} and round_limit = {rules['round_limit']} "
            f"could bring {most:,} points: allowed are at most {MOST:,} in a game (rules TI-10, TI-11 and TI-14)."
        )


US = 1_000_000  # microseconds in a second
TIMES = ("round_s", "stop_s", "start_s", "hand_s", "break_s")
CHANCES = ("hear", "notice", "clash", "challenge", "against")
SPREADS = ("vocab_spread", "time_spread", "person_spread")
_SKIPPED = {*TIMES, *CHANCES, *SPREADS, "zipf", "language", *(f"{c}_{key}" for c in CLASSES for key in _WORDS)}
FIELDS: list[tuple] = [
    *((k.name, np.int64, (k.size(MAX_SEATS),)) for k in KNOBS if k.kind == "vector"),
    *((k.name, np.int64) for k in KNOBS if k.kind != "vector" and k.name not in _SKIPPED),
    *((name.replace("_s", "_us"), np.int64) for name in TIMES),
    *((name, np.int64) for name in CHANCES),  # of 2^31
    *((name, np.int64) for name in SPREADS),  # of the logarithm to base 2, in 2^-20
    ("terms", np.int64, (3,)),
    ("half_log", np.int64, (3,)),  # logarithm to base 2, in 2^-20
    ("think_log", np.int64, (3,)),  # the same of microseconds
    ("popularity", np.int64, (3, MAX_TERMS)),  # alias table: threshold of 2^22, times 512, and the alias
    ("n_shares", np.int64),
    ("share_letter", np.int8, (1024,)),  # a letter for each tenth of a percent
    ("share_of", np.int64, (26,)),  # of a letter, in tenths of a percent
    ("tile_letter", np.int8, (MAX_TILES,)),
]


def alias_table(terms: int, zipf: float) -> list[int]:
    """Popularity r^-zipf of terms 1, 2, ... for draws in two looks (Vose 1991), in whole numbers; see RULES.md, The model."""
    weights = [round(2**30 * (r + 1) ** -zipf) for r in range(terms)]
    total, left = sum(weights), [w * terms for w in weights]
    table = [(1 << 22) - 1 << 9 | r for r in range(terms)]
    small, large = ([r for r in range(terms) if (left[r] < total) == is_small] for is_small in (True, False))
    while small and large:
        s, rich = small.pop(), large[-1]
        table[s] = (left[s] << 22) // total << 9 | rich
        left[rich] -= total - left[s]
        if left[rich] < total:
            small.append(large.pop())
    return table


def pack(S: Any, rules: Mapping[str, Any], players: int) -> None:
    """Write checked rules into the fields of the record S."""
    from topstats.core.quantiles import spread
    from topstats.games.top_it.memory import log2_of

    S.players = players
    for knob in KNOBS:
        value = rules[knob.name]
        if knob.kind == "vector":
            S[knob.name][: len(value)] = value
        elif knob.name not in _SKIPPED:
            S[knob.name] = int(knob.packed(value))
    for name in TIMES:
        S[name.replace("_s", "_us")] = round(rules[name] * US)
    for name in CHANCES:
        S[name] = round(rules[name] * 2**31)
    for name in SPREADS:
        S[name] = spread(rules[name])
    for c, name in enumerate(CLASSES):
        terms = rules[f"{name}_terms"]
        S.terms[c] = terms
        S.popularity[c, :terms] = alias_table(terms, rules["zipf"])
        S.half_log[c] = log2_of(round(rules[f"{name}_half"] * 2**20)) - (20 << 20)
        S.think_log[c] = log2_of(round(rules[f"{name}_think_s"] * US))
    shares = DATA["letters"][rules["language"]]["shares"]
    pack_letters(S, shares, sorted(shares, key=lambda x: -shares[x])[: rules["tiles"]])


def pack_letters(S: Any, shares: Mapping[str, int], tiles: list[str]) -> None:
    """Letters by share, and those that have a tile, the commonest first (of equal ones the first in the data)."""
    spelled = [ALPHABET.index(letter) for letter, n in shares.items() for _ in range(n)]
    S.n_shares = len(spelled)
    S.share_letter[: len(spelled)] = spelled
    S.share_of[:] = [shares.get(letter, 0) for letter in ALPHABET]
    S.tile_letter[: len(tiles)] = [ALPHABET.index(letter) for letter in tiles]
