"""Sentences made from tables. None claims a difference that the intervals do not carry.

Several seats or strategies are compared at once, so an interval is widened as Bonferroni asks before it counts as
"not fair"; two means differ if their 95 % intervals do not overlap.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from topstats.stats.estimates import FEW, LEVEL, Z
from topstats.stats.numerals import digits_of, figure, printed, signed, without_zero_sign

if TYPE_CHECKING:
    import pandas as pd


def percent(share: float, beside: float | None = None) -> str:
    """A share in percent, with as many digits as it takes to tell it from the one beside it."""
    digits = next((d for d in (1, 2, 3) if beside is None or f"{100 * share:.{d}f}" != f"{100 * beside:.{d}f}"), 1)
    return f"{without_zero_sign(f'{100 * share:.{digits}f}')} %"


def _games(n: int, what: str = "") -> str:
    return f"{n:,} {what}game{'' if n == 1 else 's'}"


def who(row: Any) -> str:
    """The one that a row is about, to begin a sentence."""
    return f"Seat {row.seat}" if hasattr(row, "seat") else str(row.strategy)


def clear_of_fair(table: pd.DataFrame) -> list[Any]:
    """Rows whose win share differs from fair, all compared at once; the farthest first."""
    widen = NormalDist().inv_cdf(1 - (1 - LEVEL) / 2 / len(table)) / Z
    clear = []
    for r in table.itertuples():
        low, high = r.win_share - widen * (r.win_share - r.win_low), r.win_share + widen * (r.win_high - r.win_share)
        if not low <= r.fair_share <= high:
            clear.append(r)
    return sorted(clear, key=lambda r: -abs(r.win_share - r.fair_share))


def off_fair(table: pd.DataFrame) -> str:
    """What the picture adds to the finding: how far each is off its fair share, in percentage points, the farthest first."""
    if few := too_few(table):
        return few
    rows = sorted(table.itertuples(), key=lambda r: -abs(r.win_share - r.fair_share))
    names = [f"seat {r.seat}" if hasattr(r, "seat") else who(r) for r in rows]
    sizes = [printed(signed(100 * (r.win_share - r.fair_share), 1)) for r in rows]
    gaps = [f"{name} {size}" for name, size in zip(names, sizes, strict=True)]
    reached = "clear of chance" if len(clear_of_fair(table)) == len(table) else "not all clear of chance" if clear_of_fair(table) else "within chance"
    return f"Percentage points off fair, {reached}: {', '.join(gaps)}."


def always(table: pd.DataFrame) -> str:
    """The sentence that stands in place of a picture in which nothing varies; nothing if something does."""
    return str(table.attrs.get("always", ""))


def too_few(table: pd.DataFrame) -> str:
    units = table.attrs["units"]
    return f"Too few {table.attrs['unit_word']} for a verdict: {units:,}, and {FEW} are the least." if units < FEW else ""


def mixed(table: pd.DataFrame) -> str:
    """What else than the seat (or the strategy) may make the difference, to end a sentence."""
    if not table.attrs["mixed"]:
        return ""
    return ", but different strategies sit in the seats" if "seat" in table else ", but they did not sit in every seat equally often"


def _span(low: float, high: float, digits: int = 1) -> str:
    digits = digits_of([low, high], digits)
    a, b = figure(low, digits), figure(high, digits)
    return a if a == b else f"{a} to {b}"


def seats(table: pd.DataFrame) -> str:
    if few := too_few(table):
        return few
    clear, fair, players = clear_of_fair(table), table["fair_share"].iloc[0], len(table)
    if not clear:
        return f"No seat differs clearly from fair, {percent(fair)}, in {_games(table.attrs['n_games'], f'{players}-player ')}{mixed(table)}."
    top = clear[0]
    return f"{who(top)} wins {percent(top.win_share, fair)} of {players}-player games; fair would be {percent(fair, top.win_share)}{mixed(table)}."


def strategies(table: pd.DataFrame) -> str:
    if len(table) == 1:
        return f"Only one strategy plays: {table['strategy'].iloc[0]} sits in every seat."
    if few := too_few(table):
        return few
    clear = clear_of_fair(table)
    if not clear:
        return f"No strategy differs clearly from its fair share in {_games(table.attrs['n_games'])}{mixed(table)}."
    top = max(clear, key=lambda r: r.win_share - r.fair_share)
    held = f"{top.seats_held} of {table['seats_held'].sum()} seats"
    won, fair = percent(top.win_share, top.fair_share), percent(top.fair_share, top.win_share)
    return f"{top.strategy} wins {won} of the games with {held}; fair would be {fair}{mixed(table)}."


def clearly_most(rows: list[Any], value: str, low: str, high: str) -> Any | None:
    """The row whose interval lies above all others; None if there is none, or no interval."""
    rows = sorted(rows, key=lambda r: -getattr(r, value))
    return rows[0] if len(rows) > 1 and all(getattr(rows[0], low) > getattr(r, high) for r in rows[1:]) else None


def clearly_least(rows: list[Any], value: str, low: str, high: str) -> Any | None:
    """The row whose interval lies below all others; None if there is none, or no interval."""
    rows = sorted(rows, key=lambda r: getattr(r, value))
    return rows[0] if len(rows) > 1 and all(getattr(rows[0], high) < getattr(r, low) for r in rows[1:]) else None


def scores(table: pd.DataFrame) -> str:
    if len(table) == 1:
        row = table.iloc[0]
        return f"{row['strategy']} makes {figure(row['mean'])} {table.attrs['unit']} on average in {_games(row['n'])}."
    if few := too_few(table):
        return few
    rows, score, aside = sorted(table.itertuples(), key=lambda r: r.mean), table.attrs["score"], mixed(table)
    what, fewest, unit = score.what, "least" if score.is_amount else "fewest", f" {score.unit}" if score.what != score.unit else ""
    others = "the other makes" if len(rows) == 2 else "the others make"
    if (top := clearly_most(rows, "mean", "mean_low", "mean_high")) is not None:
        return f"{who(top)} makes most {what}, {figure(top.mean)}{unit} on average; {others} {_span(rows[0].mean, rows[-2].mean)}{aside}."
    if (last := clearly_least(rows, "mean", "mean_low", "mean_high")) is not None:
        return f"{who(last)} makes {fewest} {what}, {figure(last.mean)}{unit} on average; {others} {_span(rows[1].mean, rows[-1].mean)}{aside}."
    return f"No clear first in {what}: {_span(rows[0].mean, rows[-1].mean)}{unit} on average{aside}."


def histogram(table: pd.DataFrame) -> str:
    """Mean with interval, and the middle half of the games."""
    mean, label = table.attrs["mean"], table.attrs["label"]
    unit = "" if table.attrs["unit"] == label.lower() else table.attrs["unit"]
    if same := always(table):
        return same
    digits = digits_of([mean.value], 2)
    interval = "" if mean.low is None else f" ({figure(mean.low, digits)} to {figure(mean.high, digits)})"
    average = f"{label}: {figure(mean.value, digits)} {unit}".rstrip() + f" on average{interval}"
    if few := too_few(table):
        return f"{average}. {few}"
    quantiles = table.attrs["quantiles"]
    return f"{average}; in at least half of the {mean.n:,} games {_span(quantiles[25], quantiles[75], 0)}."


def parts(table: pd.DataFrame) -> str:
    if few := too_few(table):
        return few
    whole, comes = table.attrs["score"].what, "comes" if table.attrs["score"].is_amount else "come"
    firsts = [clearly_most(list(rows.itertuples()), "mean", "low", "high") for _, rows in table.groupby("seat")]
    names = {first.part if first is not None else None for first in firsts}
    means = table.groupby("part", sort=False)["mean"].mean()
    if len(names) == 1 and None not in names:
        (name,) = names
        return f"In every seat most {whole} {comes} from {name}: {figure(means[name])} of {figure(means.sum())} a game."
    return f"No source of {whole} is the first in every seat: {', '.join(f'{part} {figure(value)}' for part, value in means.items())} a game."


def bars(table: pd.DataFrame) -> str:
    """For each thing, the seat that clearly has the most of it."""
    if same := always(table):
        return same
    return _firsts(table, ["label"])


def axis(table: pd.DataFrame) -> str:
    seats = table[table["seat"].notna()]
    return _firsts(seats, ["label", "category"])


def _firsts(table: pd.DataFrame, keys: list[str]) -> str:
    if few := too_few(table):
        return few
    groups = [(", ".join(names), rows) for names, rows in table.groupby(keys, sort=False)]
    tops = [(label, clearly_most(list(rows.itertuples()), "value", "low", "high")) for label, rows in groups]
    clear = [f"{label}: most in seat {top.seat} ({_often(top)})" for label, top in tops if top is not None]
    if not clear:
        return f"No seat clearly has the most of any of these{mixed(table)}."
    return "; ".join(clear[:3]) + f"{mixed(table)}."


def _often(row: Any) -> str:
    return f"{percent(row.value)} of games" if row.unit == "share" else f"{figure(row.value, 2)} a game"


def for_each(table: pd.DataFrame) -> str:
    """The most and the least, if their intervals are apart."""
    if few := too_few(table):
        return few
    rows = sorted(table[table["low"].notna()].itertuples(), key=lambda r: -r.value)
    if len(rows) < 2 or rows[0].low <= rows[-1].high:
        return "No one clearly brings more than another."
    told = [f"{r.category} {figure(r.value, 2)} ({_span(r.low, r.high, 2)})" for r in (rows[0], rows[-1])]
    return f"{rows[0].label}: most {told[0]}, least {told[1]}."


def explained(table: pd.DataFrame) -> str:
    """Each share with its interval, and in which direction it goes."""
    if table.empty:
        return "Nothing varied that could decide anything."
    if few := too_few(table):
        return few
    told = [
        f"{r.label}: {percent(r.value)} ({percent(r.low)} to {percent(r.high)}), {sign}"
        for r, sign in zip(table.itertuples(), table.attrs["signs"], strict=True)
    ]
    return "; ".join(told) + "."


def readings(table: pd.DataFrame) -> str:
    """The seat whose share another reading changes clearly: intervals apart."""
    if few := too_few(table):
        return few
    played, clear = table[table["label"] == table["label"].iloc[0]].set_index("seat"), []
    for r in table[table["label"] != table["label"].iloc[0]].itertuples():
        now = played.loc[r.seat]
        if r.low > now["high"] or r.high < now["low"]:
            clear.append(f"{r.label}: seat {r.seat} {percent(r.value)} instead of {percent(now['value'])}")
    return "; ".join(clear[:3]) + "." if clear else "By no reading does a seat win clearly more or less often."


def flags(table: pd.DataFrame) -> str:
    """How much more often than fair those win for whom the first flag holds."""
    label, win, fair = table.attrs["flag"], table.attrs["win"], table.attrs["fair_share"]
    if win is None:
        return f"{label}: in no game."
    never = f". {', '.join(table.attrs['never'])}: in no game" if table.attrs.get("never") else ""
    times, interval = "once" if win.n == 1 else f"{win.n:,} times", f"{percent(win.low)} to {percent(win.high)}"
    told = f"{label}: {times}, and won {percent(win.value)} of them ({interval})"
    if win.is_few:
        return f"{told}; too few for a verdict{never}."
    verdict = "more than" if win.low > fair else "less than" if win.high < fair else "not clearly different from"
    return f"{told}; that is {verdict} the fair {percent(fair)}{never}."


def rates(table: pd.DataFrame) -> str:
    """The rates that belong to no seat; without any, the first of the seats'."""
    whole = table[table["seat"].isna()]
    rows = list((whole if len(whole) else table.head(1)).itertuples())
    return "; ".join(f"{r.label}: {percent(r.value)} ({percent(r.low)} to {percent(r.high)}, n {r.n:,})" for r in rows[:3]) + "."


def beside_chance(table: pd.DataFrame) -> str:
    """The kind that is farthest from what chance alone would bring, all compared at once."""
    chance = table[table["low"].isna()].set_index("category")["value"]
    found = table[table["low"].notna() & table["category"].isin(chance.index)].drop_duplicates("category")
    if not len(found):
        return f"{table['label'].iloc[0]}: {percent(table['value'].iloc[0])} for {table['category'].iloc[0]}."
    widen = NormalDist().inv_cdf(1 - (1 - LEVEL) / 2 / len(found)) / Z
    off = [r for r in found.itertuples() if not r.value - widen * (r.value - r.low) <= chance[r.category] <= r.value + widen * (r.high - r.value)]
    if not off:
        return f"Nothing differs clearly from chance in {found['n'].iloc[0]:,}."
    far = max(off, key=lambda r: abs(r.value - chance[r.category]))
    fair = chance[far.category]
    told = f"{far.category} comes {percent(far.value, fair)} of the time ({percent(far.low)} to {percent(far.high)})"
    return f"{told}; by chance alone it would be {percent(fair, far.value)}."


def course(table: pd.DataFrame) -> str:
    """Where all seats together stand at the first and at the last moment that enough games reach."""
    told = []
    for label, rows in table[table["seat"].isna()].groupby("label", sort=False):
        first, last = rows.iloc[0], rows.iloc[-1]
        if first["unit"] == "share":
            ends = " and ".join(f"{percent(r['mean'])} ({percent(r['low'])} to {percent(r['high'])}) in {r['category']}" for r in (first, last))
            told.append(f"{label}: {ends}")
        else:
            told.append(f"{label}: nine tenths of the seats between {figure(last['q05'], 0)} and {figure(last['q95'], 0)} in {last['category']}")
    return "; ".join((told[:1] + told[-1:]) if len(told) > 2 else told) + "."


def endings(table: pd.DataFrame) -> str:
    if same := always(table):
        return same
    first = table[table["label"] == table["label"].iloc[0]]
    counts = [f"{round(r.value * r.n):,} {r.category}" for r in first.itertuples()]
    return f"{first['label'].iloc[0]} of {_games(first['n'].iloc[0])}: {', '.join(counts)}."


def ends(table: pd.DataFrame) -> str:
    """The most and the least with their intervals, in a sentence; nothing if there are none."""
    if "win_low" not in table or table["win_low"].isna().any():
        return ""
    rows = sorted(table.to_dict("records"), key=lambda r: -r["win_share"])
    if not clear_of_fair(table):
        return f"All shares lie between {100 * rows[-1]['win_share']:.1f} and {100 * rows[0]['win_share']:.1f} % (95 % intervals: {_reach(rows)} %)."
    most, least = (f"{100 * r['win_share']:.1f} % (95 % interval {100 * r['win_low']:.1f} to {100 * r['win_high']:.1f} %)" for r in (rows[0], rows[-1]))
    first, last = (f"Seat {r['seat']}" if "seat" in r else str(r["strategy"]) for r in (rows[0], rows[-1]))
    return f"{first} wins most, {most}; {last} least, {least}."


def _reach(rows: list[dict[str, Any]]) -> str:
    """From the lowest end of the intervals to the highest."""
    return f"{100 * min(r['win_low'] for r in rows):.1f} to {100 * max(r['win_high'] for r in rows):.1f}"
