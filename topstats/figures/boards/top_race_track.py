"""A track of Top Race drawn from its file alone: road, kerbs, start spaces, tip lines, finish; cars on it, or heat (TR-62).

`track_figure` is the whole picture; `layers` the same as a group that a board can place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from topstats.core.contract import SettingError
from topstats.figures.boards import track_paint as paint
from topstats.figures.boards.drawing import NARROW, WIDE, drawn, frame
from topstats.figures.boards.race_cars import PAINTS, car
from topstats.figures.boards.track_paint import Heat, Sheet
from topstats.games.top_race.track import load

TALLEST = 720  # pixels of a wide picture, so that it can be seen at once
PAGE = 760  # pixels of a picture among others on a page
STRIP = 34  # units below the circuit, for the legend
__all__ = ["Heat", "heat_map", "layers", "track_css", "track_figure", "track_words"]
track_css = paint.css


@dataclass(frozen=True)
class _Scene:
    """What is drawn: cars by colour and space number, those beside the track, heat."""

    cars: Mapping[str, int]
    beside: Mapping[str, int]
    heat: Heat | None


def track_figure(
    track: Any,
    cars: Mapping[str, int] | None = None,
    heat: Heat | None = None,
    theme: str = "auto",
    width: str | int = "both",
    beside: Mapping[str, int] | None = None,
    room: int = WIDE,
) -> str:
    """The track as SVG text, wide, narrow or both in a block that shows the one that fits.

    track : a `games.top_race.track.Track`. cars, beside : colour -> number of the space, on the track or broken down beside it.
    heat : a number for each space, with its name. room : pixels that the wide one will have.
    A space carries data-space with its id, a car data-car with its colour.
    Raises SettingError for a car or space that is not there, or a heat of another length.
    """
    scene = _checked(track, cars or {}, beside or {}, heat)
    return drawn(lambda: _framed(track, scene, theme, room), lambda: _framed(track, scene, theme, NARROW), width, theme)


def heat_map(rules: Mapping[str, Any], heat: Heat, theme: str = "auto", width: str | int = "both") -> str:
    """The track of these rules with heat, for a page."""
    return track_figure(load(rules["track"]), heat=heat, theme=theme, width=width, room=PAGE)


def layers(
    track: Any, cars: Mapping[str, int] | None = None, heat: Heat | None = None, beside: Mapping[str, int] | None = None, is_narrow: bool = False
) -> tuple[str, float, float]:
    """The drawing as the body of a group, and its width and height in units; its style sheet is `track_css`. Narrow: upright if that is larger."""
    return _layers(track, _checked(track, cars or {}, beside or {}, heat), NARROW if is_narrow else WIDE)


def _checked(track: Any, cars: Mapping[str, int], beside: Mapping[str, int], heat: Heat | None) -> _Scene:
    n = len(track.spaces)
    for colour, space in (*cars.items(), *beside.items()):
        if colour not in PAINTS:
            raise SettingError(f"car {colour!r} is not known: there are {', '.join(PAINTS)}.")
        if not 0 <= space < n:
            raise SettingError(f"space {space} of the {colour} car is not there: {track.label} has the spaces 0 to {n - 1}.")
    if heat is not None and len(heat.values) != n:
        raise SettingError(f"the heat has {len(heat.values)} numbers, and {track.label} has {n} spaces.")
    return _Scene(dict(cars), dict(beside), heat)


def _framed(track: Any, scene: _Scene, theme: str, room: int) -> str:
    body, w, h = _layers(track, scene, room)
    svg = frame(w, h, f"<style>{paint.css(theme)}</style>{body}", track_words(track, scene.cars, scene.heat, scene.beside), "tt tk")
    if room == NARROW:
        return svg
    return svg.replace("<svg ", f'<svg style="max-width:{min(room, TALLEST * w / h):.0f}px;margin:0 auto" ', 1)


def _layers(track: Any, scene: _Scene, room: int) -> tuple[str, float, float]:
    """room : pixels across; a drawing for NARROW stands upright if it is larger so."""
    sheet, under, over = _still(track, room)
    body = under + paint.cells(sheet, scene.heat) + over + paint.starts(sheet, {*scene.cars.values()}) + paint.legend(sheet, scene.heat)
    size = min(1.3, max(1.0, 0.8 / sheet.scale))  # on a phone a car may be a little wider than its lane
    for colour, space in scene.cars.items():
        body += car(*sheet.place(space), colour, size)
    for (colour, _), where in zip(scene.beside.items(), paint.beside(sheet, list(scene.beside.values())), strict=True):
        body += car(*where, colour, size, is_out=True)
    return body, sheet.width, sheet.height + STRIP


@lru_cache(maxsize=32)
def _still(track: Any, room: int) -> tuple[Sheet, str, str]:
    """The sheet of a track, and what never moves on it: under the spaces, and over them."""
    is_upright = room == NARROW and track.width > 1.15 * track.height
    w, h = (track.height, track.width) if is_upright else (track.width, track.height)
    sheet = Sheet(track, is_upright, NARROW / w if room == NARROW else min(room / w, TALLEST / h))
    return sheet, paint.ground(sheet, STRIP) + paint.road(sheet), paint.kerbs(sheet) + paint.lines(sheet) + paint.name(sheet)


def track_words(track: Any, cars: Mapping[str, int] | None = None, heat: Heat | None = None, beside: Mapping[str, int] | None = None) -> str:
    """The picture in a few sentences, for those who do not see it."""
    lanes = [len({s.lane for s in track.spaces if s.row == row}) for row in range(1, track.rows + 1)]
    single = runs([row for row, n in enumerate(lanes, 1) if n == 1])
    said = [f"{track.label}, a circuit of {track.rows} rows and {len(track.spaces)} spaces, one to {max(lanes)} lanes wide."]
    said += [f"One lane only in {'rows' if len(single) > 1 or '-' in single[0] else 'row'} {', '.join(single)}."] if single else []
    said += [f"Tip lines after rows {', '.join(f'{t:g}' for t in track.tip_lines)}."]
    for colour, space in sorted((cars or {}).items(), key=lambda c: -c[1]):
        said.append(f"{PAINTS[colour].name} on {track.spaces[space].id}.")
    said += [f"{PAINTS[colour].name} broken down beside {track.spaces[space].id}." for colour, space in (beside or {}).items()]
    if heat is not None:
        most = sorted(range(len(heat.values)), key=lambda i: -heat.values[i])[:3]
        said.append(f"{heat.label}, most: {', '.join(f'{track.spaces[i].id} {heat.said(heat.values[i])}' for i in most)}.")
    return " ".join(said)


def runs(numbers: Sequence[int]) -> list[str]:
    """Ascending numbers as runs: 25-27, 40."""
    found: list[list[int]] = []
    for n in numbers:
        if found and found[-1][1] == n - 1:
            found[-1][1] = n
        else:
            found.append([n, n])
    return [f"{a}-{b}" if a < b else str(a) for a, b in found]
