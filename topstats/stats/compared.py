"""A comparison in sentences. Only differences whose simultaneous interval leaves out zero, and which Holm's step-down confirms, are named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topstats.settings import Settings
from topstats.stats.estimates import FEW as FEW
from topstats.stats.estimates import LEVEL as LEVEL
from topstats.stats.numerals import digits_of, figure

if TYPE_CHECKING:
    from topstats.stats.compare import Comparison

NAMED = 2  # differences that a sentence names
WINS = ("seat.share.", "strategy.share.", "player.share.")


def what_changes(first: Settings, other: Settings) -> list[str]:
    """How the other setting differs from the first: "Cards that trigger the end 5, not 6"."""
    found = []
    if first.mode != other.mode:
        found.append(f"{other.mode_record.label}, not {first.mode_record.label}")
    if first.players != other.players:
        found.append(f"{other.players} players, not {first.players}")
    labels = {k.name: k for k in (*first.mode_record.knobs, *other.mode_record.knobs)}
    for name, value in other.rules.items():
        before = first.rules.get(name)
        moved = other.changed.get(name) != first.changed.get(name) if first.players != other.players or first.mode != other.mode else value != before
        if name in first.rules and moved:
            found.append(f"{labels[name].label} {labels[name].said(value)}, not {labels[name].said(before)}")
    if [s.spec for s in first.seats] != [s.spec for s in other.seats] and len({*first.specs, *other.specs}) > 1:
        found.append(f"{_seats(other)}, not {_seats(first)}")
    return found


def _seats(settings: Settings) -> str:
    return f"all {settings.specs[0]}" if len(settings.specs) == 1 else ", ".join(seat.spec for seat in settings.seats)


def said(row: Any, intervals: bool = True) -> str:
    """One difference with its interval in words: games are 3.3 turns shorter (3.2 to 3.4); seat 1 wins 2.3 percentage points more (1.8 to 2.8)."""
    more, times = row.difference > 0, 100 if row.unit == "share" else 1
    size, ends = times * abs(row.difference), sorted(times * (end if more else -end) for end in (row.low, row.high))
    digits = 1 if size >= 1 and ends[1] - ends[0] >= 0.2 and abs(ends[0]) >= 0.05 else 2  # what leaves out 0 does not read 0.0
    digits = digits_of([size, *ends], digits)
    low, high = (figure(end, digits) for end in ends)
    much, between = f"{figure(size, digits)} {'percentage points' if row.unit == 'share' else row.unit}", f" ({low} to {high})" if intervals else ""
    if row.measure == "game.length":
        return f"games are {much} {'longer' if more else 'shorter'}{between}"
    if row.measure.startswith("seat.share"):
        return f"seat {row.seat} wins {much} {'more' if more else 'less'}{between}"
    about = f"{row.label}, seat {row.seat}" if row.seat else row.label
    return f"{about[0].lower()}{about[1:]}: {much} {'more' if more else 'less'}{between}"


def headline(comparison: Comparison) -> tuple[str, str]:
    """The finding without intervals for large letters, and what stands below it, with them."""
    whole = finding(comparison)
    if len(comparison.names) > 2:
        first, _, rest = whole.removesuffix(".").partition(". " if whole[:4] != "Only" else ": ")
        return first, f"{rest}." if rest else ""
    rows = _named(comparison, comparison.names[1])
    if too_few(comparison) or not rows:
        return whole.removesuffix("."), ""
    told = "; ".join(said(row) for row in rows)
    return f"{_subject(comparison, comparison.names[1])}: {'; '.join(said(row, intervals=False) for row in rows)}", f"{told[0].upper()}{told[1:]}."


def finding(comparison: Comparison, name: str | None = None) -> str:
    """What one setting does, or (None) which of them differ from A."""
    others = comparison.names[1:]
    if name is not None or len(others) == 1:
        return _one(comparison, name or others[0])
    table = comparison.differences
    few = too_few(comparison)
    if few:
        return few
    differ = [n for n in others if table.loc[table["setting"] == n, "differs"].any()]
    if not differ:
        return f"None of {', '.join(others)} differs clearly from A in anything measured in {comparison.settings[0].n_games:,} games."
    if len(differ) == 1:
        return f"Only {differ[0]} differs clearly from A: {_one(comparison, differ[0])}"
    return f"{_list(differ)} differ clearly from A. " + " ".join(_one(comparison, n) for n in differ[:2])


def _list(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]])


def too_few(comparison: Comparison) -> str:
    n = int(comparison.differences["n"].min())
    word = "rotations" if comparison.settings[0].rotate else "deals"
    return f"Too few {word} for a verdict: {n:,}, and {FEW} are the least." if n < FEW else ""


def _one(comparison: Comparison, name: str) -> str:
    if few := too_few(comparison):
        return few
    rows = _named(comparison, name)
    if not rows:
        return f"{_subject(comparison, name)} does not differ clearly from A in anything measured in {comparison.settings[0].n_games:,} games."
    return f"{_subject(comparison, name)}: {'; '.join(said(row) for row in rows)}."


def _subject(comparison: Comparison, name: str) -> str:
    changes = what_changes(comparison.settings[0], comparison.settings[comparison.names.index(name)])
    return f"{name} ({'; '.join(changes) or 'the same as A'})"


def _named(comparison: Comparison, name: str) -> list[Any]:
    """The differences that a sentence names; no win shares where other numbers of players make them differ by themselves, if there is anything else."""
    rows = comparison.differences[comparison.differences["setting"] == name]
    found = list(rows[rows["differs"]].itertuples())
    if comparison.settings[0].players != comparison.settings[comparison.names.index(name)].players:
        found = [r for r in found if not r.measure.startswith(WINS)] or found
    return _foremost(found)


def _foremost(rows: list[Any]) -> list[Any]:
    """What a designer asks first: the length, the seat or strategy whose wins move most, the winner's points, the margin; else what is clearest."""
    wins = [r for r in rows if r.measure.startswith(WINS)]
    most = max(wins, key=lambda r: abs(r.difference)).measure if wins else ""
    asked = {name: i for i, name in enumerate(("game.length", most, "winner.score", "game.margin"))}

    def rank(r: Any) -> tuple[int, float]:
        return asked.get(r.measure, len(asked)), -abs(r.difference) / (r.high - r.low)

    return sorted(rows, key=rank)[:NAMED]


def family(comparison: Comparison) -> str:
    """How many comparisons count together, in a sentence; and which seats are in none of them."""
    n, each = comparison.meta["family"], comparison.meta["each"]
    if n < 2:
        return f"One difference was asked for: its interval is an ordinary one of 95 %.{_left_out(comparison)}"
    alone = f"each alone would have {100 * (1 - each):.{1 if each >= 0.001 else 2}f} %"
    together = f"their 95 % intervals hold together ({alone}), and one is called a difference only if Holm's test agrees."
    return f"{n:,} differences were asked for: {together}{_left_out(comparison)}"


def _left_out(comparison: Comparison) -> str:
    players = [s.players for s in comparison.settings]
    seats = [str(seat) for seat in range(min(players) + 1, max(players) + 1)]
    if len(seats) < 2:
        return f" Seat {seats[0]} is left out: not every setting has it." if seats else ""
    return f" Seats {_list(seats)} are left out: not every setting has them."


def how(c: Comparison) -> str:
    """How it was played, and how many winners are others."""
    n = c.settings[0].n_games
    paired = [name for name, is_paired in zip(c.names[1:], c.is_paired[1:], strict=True) if is_paired]
    flipped = "; ".join(f"{_share(*c.flipped_share(name))} of the games have another winner under {name}" for name in paired)
    same = f"The same {n:,} games were dealt under each." if all(c.is_paired) else f"{n:,} games under each; where deals cannot be shared, each has its own."
    if not paired:
        same = f"{n:,} games under each, on deals of its own."
    return f"{same} {flipped}{'.' if flipped else ''}".strip()


def _share(value: float, low: float, high: float) -> str:
    return f"{100 * value:.1f} % (95 % interval {100 * low:.1f} to {100 * high:.1f} %)"


def gains(comparison: Comparison, name: str) -> str:
    """What sharing the deals brought, in a sentence; that they are not shared, if they are not."""
    i = comparison.names.index(name)
    if not comparison.is_paired[i]:
        told = f"{name} cannot share A's deals (another number of players or another deck): both play deals of their own, and the intervals are Welch's."
        a, b = comparison.settings[0].players, comparison.settings[i].players
        return (
            told if a == b else f"{told} A fair share of the wins is {100 / a:.1f} % under A and {100 / b:.1f} % under {name}: win shares differ by that alone."
        )
    gain = comparison.differences.loc[comparison.differences["setting"] == name, "gain"].dropna()
    if gain.empty:
        return f"{name} and A are the same in every game."
    middle, worst = float(gain.median()), float(gain.min())
    told = f"Sharing the deals was worth {middle:.1f} times as many games (middle measure)"
    return told + (f"; for some it cost precision (down to {worst:.2f} times)." if worst < 1 else ".")
