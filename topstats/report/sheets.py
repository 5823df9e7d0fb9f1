"""The table under a chart: every number with its interval and its n, in columns that fit a printed page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from topstats.stats.numerals import digits_of, figure, printed, signed

WIDE = 5  # columns; a table of fewer and many rows is set in two halves side by side
LONG = 14  # rows


@dataclass(frozen=True)
class Cell:
    """A number and the lines below it (its interval, its n), or with `is_name` a word."""

    text: str
    below: tuple[str, ...] = ()
    is_name: bool = False


@dataclass(frozen=True)
class Sheet:
    """head: a name for each column. halves: the rows, in one or two tables side by side. note: what holds for all numbers."""

    head: tuple[str, ...]
    halves: tuple[tuple[tuple[Cell, ...], ...], ...]
    note: str


Record = Mapping[str, Any]


def sheet_of(table: Any, kind: str) -> Sheet:
    """The table of a metric of this kind (see stats.metric.Metric); of a kind that is not known all columns as they are."""
    records = [{k: v.item() if hasattr(v, "item") else v for k, v in r.items()} for r in table.astype(object).where(table.notna(), None).to_dict("records")]
    head, rows, note = _KINDS.get(kind, _plain)(records, table.attrs)
    is_long = len(rows) > LONG and len(head) <= WIDE
    middle = -(-len(rows) // 2)
    halves = (rows[:middle], rows[middle:]) if is_long else (rows,)
    return Sheet(tuple(head), tuple(tuple(map(tuple, half)) for half in halves), note)


def _number(value: Any, digits: int = 2) -> str:
    if value is None or (isinstance(value, float) and not isfinite(value)):
        return "–"
    return printed(f"{value:,}" if isinstance(value, int) else figure(value, digits))


def _percent(value: Any) -> str:
    """With more digits for what is rare: one game in 20,000 is not 0.0 %."""
    return "–" if value is None or not isfinite(value) else f"{100 * value:.{3 if 0 < value < 0.001 else 1}f} %"


def _between(low: Any, high: Any, said: Callable[[Any], str]) -> str:
    """The interval; a dash where it cannot be had."""
    if low is None or high is None or not (isfinite(low) and isfinite(high)):
        return "–"
    return f"{said(low).removesuffix(' %')} to {said(high)}"


def _who(record: Record) -> tuple[str, Cell]:
    if "seat" in record:
        return "Seat", Cell(f"Seat {record['seat']}")
    name = "strategy" if "strategy" in record else "category"
    what = f"{record['label']}, " if "label" in record else ""
    return name.replace("category", "kind").capitalize(), Cell(f"{what}{record[name]}")


Parts = tuple[Sequence[str], list[Sequence[Cell]], str]


def _shares(records: Sequence[Record], attrs: Record) -> Parts:
    has_seats = "seats_held" in records[0]
    rows = [
        (
            _who(r)[1],
            Cell(_percent(r["win_share"])),
            Cell(_between(r["win_low"], r["win_high"], _percent)),
            Cell(_percent(r["fair_share"])),
            *([Cell(f"{r['seats_held']}{'' if r['balanced'] else ' *'}")] if has_seats else []),
            Cell(_number(r["n"])),
        )
        for r in records
    ]
    p = attrs.get("p_value")
    note = (
        ""
        if p is None
        else f"If the seats were equal, differences as large would come in {'fewer than 0.1' if p < 0.001 else f'{100 * p:.1f}'} % of such runs."
    )
    note += " * Not in every seat equally often: the seat is in the number too." if has_seats and not all(r["balanced"] for r in records) else ""
    return (_who(records[0])[0], "Wins", "95 % interval", "Fair", *(["Seats"] if has_seats else []), "n (games)"), list(rows), note.strip()


def _spreads(records: Sequence[Record], attrs: Record) -> Parts:
    bounds = attrs.get("quantile_intervals") or [{}] * len(records)
    names = ("q05", "q25", "q50", "q75", "q95")
    rows = []
    for r, bound in zip(records, bounds, strict=True):
        ends = [bound.get(q, (None, None)) for q in names]
        quantiles = [Cell(_number(r[q]), (_between(low, high, _whole),)) for q, (low, high) in zip(names, ends, strict=True)]
        rows.append((_who(r)[1], Cell(_number(r["mean"]), (_between(r["mean_low"], r["mean_high"], _number),)), *quantiles, Cell(_number(r["n"]))))
    head = (_who(records[0])[0], "Mean", *(f"{int(q[1:])} %" if q != "q50" else "Median" for q in names), "n")
    unit = str(attrs.get("unit", "")).capitalize()
    return head, list(rows), f"{unit}; below each number its 95 % interval. 5 % means: so many games in a hundred do not exceed it."


def _whole(value: float) -> str:
    return _number(int(value))


def _parts(records: Sequence[Record], attrs: Record) -> Parts:
    said = [{**r, "label": r["part"], "value": r["mean"], "unit": "mean"} for r in records]
    return _across(said, "Source", f"{str(attrs.get('unit', '')).capitalize()}, mean of a game")


def _counts(records: Sequence[Record], attrs: Record) -> Parts:
    rows = [(Cell(_number(r["value"])), Cell(_number(r["games"])), Cell(_percent(r["share"])), Cell(_between(r["low"], r["high"], _percent))) for r in records]
    return (str(attrs.get("label", "Value")), "Games", "Share", "95 % interval"), list(rows), f"Shares of n = {_number(records[0]['n'])} games."


def _bars(records: Sequence[Record], attrs: Record) -> Parts:
    if "seat" in records[0]:
        return _across(records, "What", "Shares" if all(r["unit"] == "share" for r in records) else "Means of a game")
    heads = {"label": "What", "category": "Kind", "strategy": "Strategy"}
    names = [k for k in heads if k in records[0]]
    is_share = all(r["unit"] == "share" for r in records)
    rows = [(*(Cell(str(r[k]), is_name=True) for k in names), *_estimate(r)) for r in records]
    return (*(heads[k] for k in names), "Share" if is_share else "Mean", "95 % interval", "n (games)"), list(rows), ""


def _trend(records: Sequence[Record], attrs: Record) -> Parts:
    rows = [(Cell(str(r["label"]), is_name=True), Cell(f"{_whole(r['at'])} {r['at_unit']}".rstrip()), *_estimate(r)) for r in records]
    return ("What", "At", "Mean", "95 % interval", "n"), list(rows), ""


def _grid(records: Sequence[Record], attrs: Record) -> Parts:
    """A row for each entry of the axis, a column for each seat or strategy."""
    heads = list(dict.fromkeys(_of(r) for r in records))
    cells = {(r["category"], _of(r)): r for r in records}
    rows = []
    for category in dict.fromkeys(r["category"] for r in records):
        line = [_estimate(cells[category, head]) for head in heads]
        rows.append((Cell(str(category)), *(Cell(value.text, (interval.text,)) for value, interval, _ in line)))
    return (str(records[0]["label"]), *heads), list(rows), f"Shares, below each its 95 % interval; n = {_number(records[0]['n'])} games for each number."


def _of(r: Record) -> str:
    return f"Seat {r['seat']}" if "seat" in r else str(r["strategy"])


def _estimate(r: Record) -> tuple[Cell, ...]:
    said = _percent if r.get("unit") == "share" else _number
    return Cell(said(r["value"])), Cell(_between(r["low"], r["high"], said)), Cell(_number(r["n"]))


def _across(records: Sequence[Record], first: str, words: str) -> Parts:
    """A row for each thing, a column for each seat (and one for what is nobody's); n stands once if it is the same for all numbers."""
    seats = sorted({r["seat"] for r in records}, key=lambda seat: (seat is None, seat))
    lines: dict[tuple[str, ...], dict[int | None, Record]] = {}
    for r in records:
        lines.setdefault(tuple(str(r[k]) for k in ("category", "label") if r.get(k) is not None), {})[r["seat"]] = r
    is_one = len({key[-1] for key in lines}) == 1
    ns = {r["n"] for r in records}
    rows = [(Cell(key[0] if is_one else ", ".join(key)), *(_across_cell(line.get(seat), len(ns) == 1) for seat in seats)) for key, line in lines.items()]
    note = f"{words}, below each its 95 % interval{f'; n = {_number(ns.pop())} games for each number' if len(ns) == 1 else ' and its n games'}."
    return (first, *("All" if seat is None else f"Seat {seat}" for seat in seats)), list(rows), note


def _across_cell(r: Record | None, is_same_n: bool) -> Cell:
    if r is None:
        return Cell("")
    value, interval, n = _estimate(r)
    return Cell(value.text, (interval.text,) if is_same_n else (interval.text, f"n {n.text}"))


def _forest(records: Sequence[Record], attrs: Record) -> Parts:
    name, rows = records[0]["setting"], []
    for r in records:
        said, times = (_percent, 100) if r["unit"] == "share" else (_number, 1)
        ends = [] if r["low"] is None else [times * r["low"], times * r["high"]]
        digits = digits_of([times * r["difference"], *ends], 2)
        difference = _signed(times * r["difference"], digits) + (" *" if r["differs"] else "")
        between = " to ".join(_signed(end, digits) for end in ends) or "–"
        about = f"{r['label']}, seat {r['seat']}" if r["seat"] else str(r["label"])
        rows.append((Cell(about), Cell(said(r["a"])), Cell(said(r["b"])), Cell(difference), Cell(between), Cell(_number(r["gain"], 1))))
    n, games = records[0]["n"], records[0]["n_games"]
    note = (
        f"n = {_number(n)} {'games' if n == games else f'rotations or more ({_number(games)} games)'} of each setting; shares differ in percentage points. "
        "* differs: its interval leaves out 0, and so says Holm's test. Gain: so many times as many games it would take on deals that are not shared."
    )
    return ("Measure", "A", str(name), "Difference", "95 % together", "Gain"), list(rows), note


def _most(records: Sequence[Record], attrs: Record) -> Parts:
    """Those with most; there may be hundreds."""
    first = sorted(records, key=lambda r: -r["value"])[:LONG]
    rows = [(Cell(str(r["category"])), *_estimate(r)) for r in first]
    word = str(attrs["entry"])
    more = f" The {len(first)} {word}s with most, of {len(records)}; the file has all." if len(first) < len(records) else ""
    return (word.capitalize(), "A game", "95 % interval", "n (games)"), list(rows), f"{records[0]['label']}, mean of a game.{more}"


def _signed(value: float, digits: int) -> str:
    return printed(signed(value, digits))


def _flow(records: Sequence[Record], attrs: Record) -> Parts:
    order = list(dict.fromkeys(r["a"] for r in records))
    cells = {(r["a"], r["b"]): r for r in records}
    rows = []
    for a in order:
        line = [cells[a, b] for b in order]
        rows.append((Cell(_seat(a)), *(Cell(_number(r["games"]), (_between(r["low"], r["high"], _percent),)) for r in line)))
    n, name = _number(records[0]["n"]), records[0]["setting"]
    note = f"Games, below each the 95 % interval of its share; n = {n} games. Rows: winner under A, columns: under {name}."
    return ("Winner", *map(_seat, order)), list(rows), note


def _seat(seat: int) -> str:
    return f"Seat {seat}" if seat else "Shared"


def _plain(records: Sequence[Record], attrs: Record) -> Parts:
    head = [str(name).replace("_", " ").capitalize() if name != "n" else "n" for name in records[0]]
    return head, [[Cell(_number(v, 3) if v is None or isinstance(v, (int, float)) else str(v)) for v in r.values()] for r in records], ""


_KINDS: dict[str, Callable[[Sequence[Record], Record], Parts]] = {
    "share": _shares,
    "spread": _spreads,
    "parts": _parts,
    "histogram": _counts,
    "bars": _bars,
    "trend": _trend,
    "grid": _grid,
    "forest": _forest,
    "flow": _flow,
    "map": _most,
}
