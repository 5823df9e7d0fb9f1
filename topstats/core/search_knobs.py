"""The knobs of the searching strategies of all games."""

from topstats.core.contract import Knob, Strategy


def search_knobs(playout: tuple[Strategy, ...], width: int, playouts: int, margin: float, unit: str = "a point") -> tuple[Knob, ...]:
    """The knobs of a searching strategy in the order of its parameters; playout : whom it may play out with; unit : what `margin` is the worth of."""
    rule = "RULES.md, Strategies"
    return (
        Knob(name="width", label="Moves tried", help="Moves tried at each decision, at most.", rule=rule, default=width, low=2, high=16, group="Strategy"),
        Knob(name="playouts", label="Playouts", help="Games played to the end for each move tried, on average.", rule=rule, default=playouts, low=1, high=1000,
             group="Strategy"),
        Knob(name="playout", label="Plays out like", help="How all seats play in the playouts, its own too.", rule=rule, kind="choice",
             default=playout[0].name, choices=tuple((s.name, s.name) for s in playout), group="Strategy"),
        Knob(name="margin", label=f"{unit[0].upper()}{unit[1:]} ahead", help=f"What {unit} ahead of the best other counts next to the win, which counts 1.",
             rule=rule, kind="float", default=margin, low=0, high=1, step=0.01, group="Strategy"),
        Knob(name="told", label="Knows the others", help="In the playouts the others play by their own strategies (not by searches or functions).", rule=rule,
             kind="bool", default=False, group="Strategy"),
    )  # fmt: skip
