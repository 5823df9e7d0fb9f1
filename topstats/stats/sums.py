"""What happens where: the numbers of a mode's `sums` (visits of each space of a track, ...), each the mean of a game with its interval.

No game is known here: the mode says what is counted, the rules say where. A result has them if it was asked (`Sums.group` among the extras).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topstats.core.contract import Column, SettingError, Sums, shown
from topstats.result import Result
from topstats.stats import columns as col
from topstats.stats import estimates as est
from topstats.stats.estimates import FEW, Units

if TYPE_CHECKING:
    import pandas as pd

HALF = 0.5


def sums_of(result: Result) -> Sums | None:
    """What this run has counted so; None if it was not asked, or the mode has none."""
    return result.settings.mode_record.sums if result.tally.sums is not None else None


def column_of(sums: Sums, name: str) -> Column:
    """The column of this name. Raises SettingError, naming all."""
    found = {c.name: c for c in sums.columns}
    if name not in found:
        raise SettingError(f"heat {shown(name)} is not known: allowed is {', '.join(found)}.")
    return found[name]


def mean_of_each(result: Result, name: str) -> pd.DataFrame:
    """One row for each entry of the axis, in its order: label, category, value, low, high, n (games), unit."""
    import pandas as pd

    sums = sums_of(result)
    assert sums is not None and result.tally.sums is not None
    column, unit_games = column_of(sums, name), col.unit_games(result)
    whole, total, square = result.tally.sums[:, sums.columns.index(column)].tolist()
    rows: list[dict[str, Any]] = []
    for i, entry in enumerate(sums.axis(result.settings.rules).labels):
        e = est.mean(whole[i], result.n_games, Units(result.tally.n_units, unit_games, total[i], square[i]))
        low = None if e.low is None else max(0.0, e.low)
        rows.append({"label": column.label, "category": entry, "value": e.value, "low": low, "high": e.high, "n": e.n, "unit": "mean"})
    table = pd.DataFrame(rows).astype({"low": float, "high": float})
    words = "rotations" if result.settings.rotate else "games"
    table.attrs |= {"units": result.tally.n_units, "unit_word": words, "entry": sums.per, "counted": column.unit}
    return table


def note_of(result: Result) -> str:
    """Whence the data are that lay out the axis, in one line; nothing if they do not say."""
    mode, rules = result.settings.mode_record, result.settings.rules
    knob = next((k for k in mode.knobs if mode.sums is not None and k.name == mode.sums.knob), None)
    return "" if knob is None or knob.file is None else knob.file.note(rules[knob.name])


def finding(table: pd.DataFrame) -> str:
    """Where there is most, with its interval, and on how few entries the half of all is found."""
    label, word = table["label"].iloc[0], table.attrs["entry"]
    values = table["value"].sort_values(ascending=False)
    if values.sum() == 0:
        return f"{label}: none in {table['n'].iloc[0]:,} games."
    top = table.loc[values.index[0]]
    n_half = int((values.cumsum() < HALF * values.sum()).sum()) + 1
    interval = "" if top["low"] != top["low"] else f" ({top['low']:.2f} to {top['high']:.2f})"
    few = f" Too few {table.attrs['unit_word']} for a verdict." if table.attrs["units"] < FEW else ""
    spread = f"half of all {values.sum():.1f} on {n_half} of {len(table)} {word}s"
    return f"{label}: most on {word} {top['category']}, {top['value']:.2f} a game{interval}; {spread}.{few}"
