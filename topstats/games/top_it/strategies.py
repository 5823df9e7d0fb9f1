"""The strategies of Top It as data: plans, skills, parameters. The kernels stand in policies.py."""

from topstats.core.contract import Knob, Strategy
from topstats.games.top_it.rules import SKILLS

ANY, ROWS, SPREAD, COVER, TOWERS, RANDOM = range(6)


def _knob(name: str, label: str, help: str, default: float, high: float, unit: str = "", step: float = 0.1) -> Knob:
    return Knob(name=name, label=label, help=help, rule="RULES.md, Strategies", kind="float", default=float(default), high=high, step=step, unit=unit,
                group="Strategy")  # fmt: skip


def parameters(hold_s: float = 0) -> tuple[Knob, ...]:
    """How a person is and plays, in the order of the kernels."""
    return (
        Knob(
            name="skill",
            label="Skill",
            help="How fast and how much the people of this seat know (the rules skill_pace, skill_vocab, skill_cue, skill_doubt).",
            rule="RULES.md, The model",
            kind="choice",
            default="casual",
            choices=tuple((s, s.replace("_", "-")) for s in SKILLS),
            group="Strategy",
        ),
        _knob("pace", "Time of a thought", "Times that of its skill.", 1, 1000),
        _knob("vocab", "Vocabulary", "Times that of its skill.", 1, 1_000_000),
        _knob("cue", "Looking on", "Times that of its skill.", 1, 1_000_000),
        _knob("doubt", "Doubtful terms", "Times those of its skill.", 1, 100),
        _knob("hold_s", "Waits for the last seconds", "Keeps up to eight terms in mind until so many seconds are left; 0: not.", hold_s, 600, "s", 1),
        _knob("picky", "Refuses other tiles", "Chance of keeping a term in mind that is not on a wanted tile.", 0, 1, "", 0.05),
    )


def _plan(name: str, idea: str, kernel: int, source: str = "topstats", hold_s: float = 0) -> Strategy:
    return Strategy(name=name, idea=idea, source=source, kernel=kernel, parameters=parameters(hold_s))


STRATEGIES = (
    _plan("rows", "Looks for the tiles that finish or build a row of three; names any word that fits.", ROWS, "the tip of the Top It rulebook"),
    _plan("any", "Names whatever word comes.", ANY),
    _plan("spread", "Looks for tiles where it has no pin yet.", SPREAD),
    _plan("cover", "Looks for the tops of the others' rows, finished or nearly.", COVER),
    _plan("towers", "Looks for the tiles that it tops already.", TOWERS),
    _plan("late", "As rows, but keeps its words until the last 12 seconds.", ROWS, hold_s=12),
    _plan("random", "Looks for tiles at random; names any word that it has in mind.", RANDOM, "RULES.md, section Strategies"),
)
