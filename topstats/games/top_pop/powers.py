"""City powers (TP-50) as data: the effects that the engine knows, assignments that have a name, the columns they add."""

from topstats.core.contract import Axis, Column, Knob, Preset

EFFECTS = (
    ("none", "no power"),
    ("extra_cap", "one more cap when collecting"),
    ("draw_two", "draws two cards, keeps one"),
    ("one_taller", "own stacks count one taller"),
    ("no_leader_cap", "needs no leader's cap"),
    ("bonus_points", "+1 point for each card of the city"),
    ("keep_caps", "gets the caps of its winning stacks back"),
    ("see_night", "looks at the night cards on the table"),
)
BRIEF = ("", "+1 cap", "draws 2", "taller", "any caps", "+1 point", "caps back", "sees night")  # on the drawn table
NO_POWER, EXTRA_CAP, DRAW_TWO, ONE_TALLER, NO_LEADER_CAP, BONUS_POINTS, KEEP_CAPS, SEE_NIGHT = range(len(EFFECTS))
NONE = ("none",) * 7

PRESETS = (
    Preset(name="none", label="none", value=NONE),
    Preset(
        name="grand_tour",
        label="Grand Tour (invented)",  # each city another effect: the strong ones where cards are many and powers move often
        value=("see_night", "draw_two", "no_leader_cap", "keep_caps", "extra_cap", "one_taller", "bonus_points"),
    ),
    Preset(
        name="boom_towns",
        label="Boom Towns (invented)",  # money and points: caps from some cities, points from the others
        value=("bonus_points", "extra_cap", "bonus_points", "keep_caps", "extra_cap", "bonus_points", "keep_caps"),
    ),
)

COLUMNS = (
    Column(
        name="power_moves",
        per="game",
        label="Powers moved",
        help="How often a power went from one seat to another (TP-50); the first time a seat takes it is not counted.",
        unit="times",
    ),
    Column(name="power_points", per="seat", label="City powers", help="Points from powers held at the end (TP-50).", unit="points", part_of="score"),
    Column(name="powers", per="seat", label="Powers at the end", help="City powers held at the end (TP-50).", unit="powers"),
    Column(name="holds", per="city", label="Holds the power", help="Whether this seat holds the power of the city at the end (TP-50).", kind="flag"),
    Column(name="taken", per="city", label="Took the power", help="How often this seat took the power of the city (TP-50).", unit="times"),
)


def knob(axis: Axis) -> Knob:
    """Which effect the power of each city has."""
    return Knob(
        name="city_powers",
        label="City powers",
        help="The effect of each city's power, held by the last winner of a card of that city; a city that is not in play has none. "
        "The rulebook prints no effects: all of them are inventions.",
        rule="TP-50",
        kind="vector",
        axis=axis,
        default=NONE,
        choices=EFFECTS,
        presets=PRESETS,
        group="City powers",
        columns=COLUMNS,
        assumption="The rulebook prints no texts for the city powers: their effects here, and the named assignments of them, are inventions (TP-50).",
    )
