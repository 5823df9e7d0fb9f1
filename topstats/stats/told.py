"""Sentences made from tables of amounts: what a thing costs and brings, who has it, how one goes with the other. As careful as `findings`."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from topstats.stats.estimates import LEVEL, Z
from topstats.stats.findings import clearly_most, mixed, percent, too_few
from topstats.stats.numerals import printed, without_zero_sign

if TYPE_CHECKING:
    import pandas as pd


STRETCHES = 4  # of a line above and below break-even that a sentence tells


def amount(value: float, unit: str = "") -> str:
    """A number with its unit: money in full, small numbers with decimals, a real minus sign."""
    return f"{printed(without_zero_sign(f'{value:,.{0 if abs(value) >= 100 else 2}f}'))} {unit}".rstrip()


def _told(row: Any, unit: str) -> str:
    """A value of a bars table with its interval."""
    if row.unit == "share":
        return printed(f"{percent(row.value)} ({percent(row.low)} to {percent(row.high)})")
    return f"{amount(row.value, unit)} ({amount(row.low)} to {amount(row.high)})"


def _or(rows: list[Any], first: Any, low: str, high: str, name: str) -> str:
    """The name of a row, and of those whose intervals meet its own: which of them has most (or least) is not clear."""
    met = [r for r in rows if getattr(r, low) <= getattr(first, high) and getattr(r, high) >= getattr(first, low)]
    names = [str(getattr(r, name)) for r in met]
    return " or ".join(names) if len(names) <= 3 else f"{getattr(first, name)} or {len(names) - 1} others"


def most_and_least(table: pd.DataFrame) -> str:
    """For each thing that is told the most and the least, if their intervals are apart; of one row alone its number."""
    if few := too_few(table):
        return few
    unit, told = table.attrs.get("unit", ""), []
    for label, group in table[table["low"].notna()].groupby("label", sort=False):
        rows = sorted(group.itertuples(), key=lambda r: -r.value)
        name = "strategy" if "strategy" in table else "category"
        if len(rows) == 1:
            told.append(f"{label}: {_told(rows[0], unit)}")
        elif rows[0].low > rows[-1].high:
            first, last = (f"for {_or(rows, r, 'low', 'high', name)}, {_told(r, unit)}" for r in (rows[0], rows[-1]))
            told.append(f"{label}: most {first}, least {last}")
        else:
            told.append(f"{label}: no clear difference")
    aside = mixed(table) if "strategy" in table else ", but different strategies sit in the seats" if table.attrs["mixed"] else ""
    return f"{'; '.join(told)}{aside}." if told else "No value came often enough."


def spread_of_groups(table: pd.DataFrame) -> str:
    """Of the first thing that is told the largest and the smallest mean, if their intervals are apart; else the span of the means."""
    if few := too_few(table):
        return few
    label, unit = table["label"].iloc[0], table.attrs["unit"]
    rows = sorted(table[table["label"] == label].itertuples(), key=lambda r: -r.mean)
    name = "category" if "category" in table else "strategy"
    most, least = (f"{amount(r.mean, unit)} on average ({amount(r.mean_low)} to {amount(r.mean_high)})" for r in (rows[0], rows[-1]))
    if len(rows) == 1:
        return f"{label}: {most}."
    if rows[0].mean_low > rows[-1].mean_high:
        first, last = (_or(rows, r, "mean_low", "mean_high", name) for r in (rows[0], rows[-1]))
        return f"{label}: most in {first}, {most}; least in {last}, {least}."
    return f"{label}: {amount(rows[-1].mean)} to {amount(rows[0].mean, unit)} on average, no clear first."


def along(table: pd.DataFrame) -> str:
    """Of a line beside break-even up to where it is above and from where on below; else where the first line begins and ends."""
    if few := too_few(table):
        return few
    if table.empty:
        return "No value came often enough."
    even = table[table["even"].notna()]
    label = (even if len(even) else table)["label"].iloc[0]
    rows = list(table[table["label"] == label].itertuples())
    if len(even):
        return f"{label}: {_break_even(rows)}."
    ends = [f"{amount(r.value, r.unit)} ({amount(r.low)} to {amount(r.high)}) at {_at(r.at, r.at_unit)}" for r in (rows[0], rows[-1])]
    return f"{label}: {', '.join(ends[: len(rows)])}."


def _at(value: float, unit: str) -> str:
    return f"{printed(without_zero_sign(f'{value:,.0f}'))} {unit}".rstrip()


def _break_even(rows: list[Any]) -> str:
    """Up to which value it clearly brings more than it takes, and from which on clearly less; all values are compared at once."""
    widen = NormalDist().inv_cdf(1 - (1 - LEVEL) / 2 / len(rows)) / Z
    over = [r.at for r in rows if r.value - widen * (r.value - r.low) > r.even]
    under = [r.at for r in rows if r.value + widen * (r.high - r.value) < r.even]
    if over and under and max(over) > min(under):
        return _stretches(rows, {*over}, {*under})
    told = [f"above break-even up to {_at(max(over), rows[0].at_unit)}"] if over else []
    told += [f"below {'it' if over else 'break-even'} from {_at(min(under), rows[0].at_unit)} on"] if under else []
    return f"clearly {' and '.join(told)}" if told else "nowhere clearly off break-even"


def _stretches(rows: list[Any], over: set[float], under: set[float]) -> str:
    """Where it is above and where below, in the order of the values; what is neither parts two of a kind only if there is another between them."""
    runs: list[tuple[str, list[float]]] = []
    for r in rows:
        side = "above" if r.at in over else "below" if r.at in under else ""
        if side and runs and runs[-1][0] == side:
            runs[-1][1].append(r.at)
        elif side:
            runs.append((side, [r.at]))
    if len(runs) > STRETCHES:
        return "clearly above break-even at some values and below it at others"
    unit, told = rows[0].at_unit, []
    for i, (side, at) in enumerate(runs):
        span = f"at {_at(at[0], unit)}" if len(at) == 1 else f"from {_at(at[0], '')} to {_at(at[-1], unit)}"
        where = f"up to {_at(at[-1], unit)}" if i == 0 else f"from {_at(at[0], unit)} on" if i == len(runs) - 1 else span
        told.append(f"{side} {'break-even' if i == 0 else 'it'} {where}")
    return f"clearly {', '.join(told[:-1])} and {told[-1]}"


def having(table: pd.DataFrame) -> str:
    """For each thing who has which entry most often, if intervals are apart."""
    if few := too_few(table):
        return few
    name = "strategy" if "strategy" in table else "seat"
    told = []
    for category, group in table.groupby("category", sort=False):
        top = clearly_most(list(group.itertuples()), "value", "low", "high")
        if top is not None:
            told.append(f"{category}: {'seat ' if name == 'seat' else ''}{getattr(top, name)} ({percent(top.value)})")
    label = table["label"].iloc[0]
    return f"{label} most often: {'; '.join(told)}{mixed(table)}." if told else f"{label}: nobody clearly has any of them more often than all others."


def in_how_many(table: pd.DataFrame) -> str:
    """How often each comes."""
    told = []
    for r in table.itertuples():
        often = (
            f"none of {r.n:,} games (at most {percent(r.high)})"
            if not r.value
            else f"{percent(r.value)} ({percent(r.low)} to {percent(r.high)}) of {r.n:,} games"
        )
        told.append(f"{r.label} in {often}")
    return "; ".join(told) + "."
