"""What makes a track file possible (TR-61): every complaint is one sentence that names the space."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from topstats.core.contract import shown
from topstats.core.datafile import is_number, is_whole

FINISH = "FINISH"
FORMAT = "top-race-track/1"
MAX_SPACES = 256
MAX_STARTS = 12
MAX_ID = 12  # letters of the id of a space
MAX_NEXT = 6  # edges of a space
MAX_STEPS, WINDOW = 10, 64  # the longest move stays within so many places of the order
LEAST_STARTS = 6
SCENERY = ("water", "shore", "sand", "block", "stand", "tree")
LAST_TIP = 10  # rows that must lie between the third tip line and the finish

_Check = tuple[Callable[[Any], bool], str]


def _is_text(most: int) -> _Check:
    return lambda v: isinstance(v, str) and 0 < len(v.strip()) <= most and v.isprintable(), f"a text of 1 to {most} letters"


def _is_list(of: Callable[[Any], bool], low: int, high: int) -> Callable[[Any], bool]:
    return lambda v: isinstance(v, list) and low <= len(v) <= high and all(map(of, v))


def _between(low: float, high: float) -> _Check:
    return lambda v: is_number(v) and low <= v <= high, f"a number from {low:g} to {high:g}"


def _whole(low: int, high: int) -> _Check:
    return lambda v: is_whole(v) and low <= v <= high, f"a whole number from {low} to {high}"


_is_point = _is_list(lambda v: is_number(v) and -20_000 <= v <= 20_000, 2, 2)
_ids: _Check = (_is_list(lambda v: isinstance(v, str) and len(v) <= MAX_ID, 0, MAX_NEXT), f"a list of at most {MAX_NEXT} space ids")
_points: _Check = (_is_list(_is_point, 3, 64), "3 to 64 points [x, y]")
_lines: _Check = (
    lambda v: isinstance(v, dict) and len(v) <= 8 and all(len(k) <= 20 and _is_list(_is_point, 2, 2)(p) for k, p in v.items()),
    "a table of lines, each two points [x, y]",
)

_HEAD: dict[str, _Check] = {
    "name": _is_text(40),
    "source": _is_text(400),
    "confidence": _is_text(40),
    "finish": _between(12, 1000),
    "tip_lines": (_is_list(is_number, 3, 3), "three numbers"),
    "start_spaces": (_is_list(lambda v: isinstance(v, str), 0, MAX_STARTS), f"a list of {LEAST_STARTS} to {MAX_STARTS} space ids"),
    "spaces": (_is_list(lambda v: isinstance(v, dict), 1, MAX_SPACES), f"a list of at most {MAX_SPACES} tables"),
}
_HEAD_MORE: dict[str, _Check] = {
    "format": (lambda v: v == FORMAT, FORMAT),
    "idea": _is_text(200),
    "width": _between(50, 20_000),
    "height": _between(50, 20_000),
    "level_tolerance": _between(0, 0.5),
    "sections": (_is_list(lambda v: isinstance(v, dict), 0, 200), "a list of tables"),
    "lines": _lines,
    "road_edges": (_is_list(_is_list(_is_point, 3, 1000), 0, 4), "at most 4 loops of 3 to 1,000 points [x, y]"),
    "scenery": (_is_list(lambda v: isinstance(v, dict), 0, 400), "a list of at most 400 tables"),
}
_SPACE: dict[str, _Check] = {
    "id": _is_text(MAX_ID),
    "row": _whole(1, 1000),
    "front": _between(0, 1001),
    "lane": _between(-10, 10),
    "inside": _whole(0, 20),
    "next": _ids,
    "x": _between(-20_000, 20_000),
    "y": _between(-20_000, 20_000),
}
_SPACE_MORE: dict[str, _Check] = {"back": _between(-1, 1000), "side": _ids, "heading": _between(-360, 360), "shape": _points}
_SECTION: dict[str, _Check] = {
    "kind": (lambda v: v in ("straight", "left", "right"), "straight, left or right"),
    "start": _between(0, 1000),
    "end": _between(0, 1000),
    "lanes": (_is_list(lambda v: is_number(v) and -10 <= v <= 10, 1, 8), "1 to 8 lane places"),
}
_SCENERY: dict[str, _Check] = {
    "kind": (lambda v: v in SCENERY, ", ".join(SCENERY)),
    "shape": (_is_list(_is_point, 3, 200), "3 to 200 points [x, y]"),
}
_SECTION_MORE: dict[str, _Check] = {"degrees": _between(0, 360)}


def complaints(data: Any) -> list[str]:
    """All that is wrong with the data of a track file; none: it is possible. What is wrong in form hides what is wrong in the graph."""
    if not isinstance(data, Mapping):
        return ["the file is no table of fields"]
    bad = list(_fields(data, _HEAD, _HEAD_MORE, "the file"))
    if bad:
        return bad
    for i, space in enumerate(data["spaces"]):
        bad += _fields(space, _SPACE, _SPACE_MORE, f"space {shown(space.get('id', f'number {i + 1} of the list'))}")
    for i, section in enumerate(data.get("sections", ())):
        bad += _fields(section, _SECTION, _SECTION_MORE, f"section {i + 1}")
    for i, thing in enumerate(data.get("scenery", ())):
        bad += _fields(thing, _SCENERY, {}, f"scenery {i + 1}")
    if bad:
        return bad
    ids = [s["id"] for s in data["spaces"]]
    bad = [f"space {i}: this id is used twice" for i in sorted({i for i in ids if ids.count(i) > 1})]
    bad += [f"space {FINISH}: this id stands for the finish itself"] * (FINISH in ids)
    bad = bad or [*_edges(data), *_starts(data), *_tips(data)]
    return bad or [*_reached(data), *_order(data)] or list(_windows(data))


def _fields(table: Mapping[str, Any], need: Mapping[str, _Check], more: Mapping[str, _Check], where: str) -> Iterator[str]:
    for name, (is_right, allowed) in {**need, **more}.items():
        if name not in table:
            if name in need:
                yield f"{where}: the field {name} is missing"
        elif not is_right(table[name]):
            yield f"{where}: {name} is {shown(table[name])}, allowed is {allowed}"


def _back(s: Mapping[str, Any]) -> float:
    return float(s.get("back", s["row"] - 1))


def _edges(data: Mapping[str, Any]) -> Iterator[str]:
    """Extents and edges: each leads forward, to the space that begins where this one ends."""
    spaces = {s["id"]: s for s in data["spaces"]}
    tolerance, end = data.get("level_tolerance", 0.0), data["finish"]
    for i, s in spaces.items():
        if not _back(s) < s["front"] <= end + tolerance:
            yield f"space {i}: it reaches from {_back(s):g} to {s['front']:g}, allowed is forward and at most to the finish at {end:g}"
        if not s["next"]:
            yield f"space {i}: a dead end, no edge leads on and it is not at the finish"
        for n in s["next"]:
            if n == FINISH:
                if s["front"] < end - max(tolerance, 1e-6):
                    yield f"space {i}: it leads to the finish at {end:g} but ends at {s['front']:g}"
            elif n not in spaces:
                yield f"space {i}: its edge to {shown(n)} leads to no space"
            elif spaces[n]["front"] <= s["front"] + tolerance / 2:
                yield f"space {i}: its edge to {n} does not lead forward ({s['front']:g} to {spaces[n]['front']:g})"
            elif _back(spaces[n]) > s["front"] + max(tolerance, 1e-6):
                yield f"space {i}: its edge to {n} jumps over a gap ({s['front']:g} to {_back(spaces[n]):g})"
        if len(set(s["next"])) < len(s["next"]):
            yield f"space {i}: an edge is listed twice"
        yield from (f"space {i}: its sideways edge to {shown(n)} is not among its edges" for n in s.get("side", ()) if n not in s["next"])


def _starts(data: Mapping[str, Any]) -> Iterator[str]:
    ids, starts = {s["id"] for s in data["spaces"]}, data["start_spaces"]
    if len(starts) < LEAST_STARTS:
        yield f"the file: {len(starts)} start spaces, and at least {LEAST_STARTS} are needed"
    yield from (f"start space {i}: listed twice" for i in sorted({i for i in starts if starts.count(i) > 1}))
    yield from (f"start space {shown(i)}: there is no such space" for i in starts if i not in ids)


def _tips(data: Mapping[str, Any]) -> Iterator[str]:
    first, second, third = data["tip_lines"]
    lines = f"{first:g}, {second:g}, {third:g}"
    if not first < second < third:
        yield f"the file: the tip lines {lines} are out of order, allowed is rising"
    starts = [s for s in data["spaces"] if s["id"] in data["start_spaces"] and s["front"] > first]
    yield from (f"start space {s['id']}: it lies ahead of the first tip line at {first:g}" for s in starts)
    if third >= data["finish"] - LAST_TIP:
        yield f"the file: the third tip line at {third:g} lies within {LAST_TIP} rows of the finish at {data['finish']:g}"


def _reached(data: Mapping[str, Any]) -> Iterator[str]:
    """Every space on some way from a start space; from there to the finish, since edges lead forward and none is a dead end."""
    after = {s["id"]: [n for n in s["next"] if n != FINISH] for s in data["spaces"]}
    seen, todo = set(data["start_spaces"]), list(data["start_spaces"])
    while todo:
        for n in after[todo.pop()]:
            if n not in seen:
                seen.add(n)
                todo.append(n)
    yield from (f"space {i}: it cannot be reached from any start space" for i in after if i not in seen)


def rank(s: Mapping[str, Any]) -> tuple[float, int]:
    """Later is better placed (TR-20): front edge, then further inside."""
    return round(s["front"], 6), -s["inside"]


def _order(data: Mapping[str, Any]) -> Iterator[str]:
    """Any two spaces can be ranked, rows rise with the ranking, and no row is left out."""
    spaces = sorted(data["spaces"], key=rank)
    for a, b in zip(spaces, spaces[1:], strict=False):
        if rank(a) == rank(b):
            yield f"spaces {a['id']} and {b['id']}: one front edge and one inside number, so that nobody is ahead"
        elif b["row"] < a["row"]:
            yield f"space {b['id']}: it is in row {b['row']}, but {a['id']} behind it is in row {a['row']}"
        elif b["row"] > a["row"] + 1:
            yield f"space {b['id']}: it is in row {b['row']}, and no space is in row {a['row'] + 1}"
    if spaces[0]["row"] != 1:
        yield f"space {spaces[0]['id']}: it is in row {spaces[0]['row']}, and no space is in row 1"


def _windows(data: Mapping[str, Any]) -> Iterator[str]:
    """What the engine can hold: ten steps, the longest move, within a word of 64 bits."""
    spaces = sorted(data["spaces"], key=rank)
    number = {s["id"]: i for i, s in enumerate(spaces)}
    ends = [[number[n] for n in s["next"] if n != FINISH] for s in spaces]
    for i, s in enumerate(spaces):
        here, most = {i}, i
        for _ in range(MAX_STEPS):
            here = {n for h in here for n in ends[h]}
            most = max([most, *here])
        if most - i > WINDOW:
            yield f"space {s['id']}: {MAX_STEPS} steps lead {most - i} places on in the order of spaces, and at most {WINDOW} may be"


def in_order(data: Mapping[str, Any]) -> dict[str, Any]:
    """Checked data with its spaces from the worst to the best placed, without fields that mean nothing here."""
    head = {k: data[k] for k in (*_HEAD, *_HEAD_MORE) if k in data}
    spaces = [{k: s[k] for k in (*_SPACE, *_SPACE_MORE) if k in s} for s in sorted(data["spaces"], key=rank)]
    sections = [{k: s[k] for k in (*_SECTION, *_SECTION_MORE) if k in s} for s in data.get("sections", ())]
    return head | {"format": FORMAT, "spaces": spaces} | ({"sections": sections} if sections else {})
