"""Small pictures: a game on the home page, the course of one game. They need the style sheet `css` on the page."""

from collections.abc import Sequence
from typing import Any

from topstats.figures.boards.caps import cap
from topstats.figures.boards.cards import city_card
from topstats.figures.boards.drawing import View, at, colour_class, frame

W, H = 640, 230


def top_pop() -> str:
    """City cards with stacks of caps, for the home page."""
    table: list[dict[str, Any]] = [
        {"id": 0, "city": "New York", "night": False, "known": [], "stacks": [["B", "O", "O"], ["O", "B"]]},
        {"id": 1, "city": "Seattle", "night": False, "known": [], "stacks": [["O", "P", "G", "O", "P"]]},
        {"id": 2, "city": "Chicago", "night": True, "known": [], "stacks": [["Y"]]},
        {"id": 3, "city": "San Francisco", "night": False, "known": [], "stacks": []},
    ]
    body = ""
    for i, (card, turn) in enumerate(zip(table, (-3, 1.5, -1, 3), strict=True)):
        body += f'<g transform="translate({26 + i * 128} 28) rotate({turn} 60 84) scale(1.26)">{city_card(card, 0, 0, "BOYPG")}</g>'
    body += cap(568, 56, "G", 24) + cap(606, 122, "Y", 24) + cap(568, 184, "B", 24)
    return frame(W, H, body, "City cards with stacks of bottle caps", "tt pic", 10)


def sparkline(view: View, lines: Sequence[Sequence[int]]) -> str:
    """Points over the steps of one game (`timeline.course`), each line ending in its seat's cap."""
    n, top = len(lines[0]), max(max(map(max, lines)), 1)
    marks = [str(s["colour"]) for s in view["seats"]]

    def x(k: int) -> float:
        return 6 + 330 * k / max(1, n - 1)

    def y(v: float) -> float:
        return 78 - 66 * v / top

    body = "".join(_steps(line, marks[i], x, y) for i, line in reversed(list(enumerate(lines))))
    above = -40.0
    for value, i in sorted(((line[-1], i) for i, line in enumerate(lines)), key=lambda e: -e[0]):
        above = max(y(value), above + 18)
        body += cap(352, above, marks[i], 7.5)
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="tt" viewBox="0 0 366 104" role="img" aria-label="points over time">{at(0, 0, body)}</svg>'


def _steps(line: Sequence[int], mark: str, x: Any, y: Any) -> str:
    path, last = f"M{x(0):.0f} {y(line[0]):.0f}", line[0]
    for k, value in enumerate(line):
        if value != last:
            path += f"H{x(k):.0f}V{y(value):.0f}"
            last = value
    return f'<path d="{path}H{x(len(line) - 1):.0f}" style="fill:none;stroke:var(--c{colour_class(mark)});stroke-width:2.5;stroke-linejoin:round"/>'
