"""Bottle caps from above: one cap, a stack on a card, a pile in the middle, a supply."""

import math
from collections.abc import Mapping, Sequence
from html import escape

from topstats.figures.boards.drawing import colour_class, text


def cap(x: float, y: float, colour: str, r: float = 13.0, letter: bool = True, crescent: bool = False) -> str:
    """A cap: 21 crimps (a round-dotted stroke), a rim, its letter. `crescent`: the letter at the lower edge, for caps inside a stack."""
    wide, crimp = r * 0.3, 2 * math.pi * r / 21
    s = (
        f'<g class="cap c{colour_class(colour)}" transform="translate({x:.1f} {y:.1f})">'
        f'<circle class="k" r="{r:.1f}" stroke-width="{wide + 2.2:.1f}" stroke-dasharray="0 {crimp:.3f}"/>'
        f'<circle class="f" r="{r:.1f}" stroke-width="{wide:.1f}" stroke-dasharray="0 {crimp:.3f}"/>'
    )
    if not crescent:
        s += f'<circle class="r" r="{r * 0.74:.1f}"/>'
    if letter:
        down, size = (r + 0.4, r * 0.58) if crescent else (r * 0.36, r)
        s += f'<text y="{down:.1f}" style="font-size:{size:.1f}px">{escape(str(colour))}</text>'
    return s + "</g>"


def stack(x: float, base: float, caps: Sequence[str], r: float = 13.0, room: float = 62, leads: bool = False) -> str:
    """A stack, bottom first: lower caps show as crescents, the owner's lies on top, its height above it (dark: the tallest)."""
    n = len(caps)
    step = min(r * 0.74, (room - 2 * r - 4) / (n - 1)) if n > 1 else 0.0
    s = "".join(cap(x, base - r - i * step, c, r, crescent=i < n - 1, letter=i == n - 1 or step >= r * 0.55) for i, c in enumerate(caps))
    top = base - 2 * r - (n - 1) * step - 5
    if leads:
        s += f'<rect x="{x - 9:.1f}" y="{top - 12.5:.1f}" width="18" height="14.5" rx="7.2" style="fill:var(--cink)"/>'
    return s + text(x, top - 1.3, n, "b mid", 12, "card" if leads else "cmute")


def pile(x: float, base: float, colour: str, n: int, r: float = 13.5) -> str:
    """Caps of one colour in the middle, as a tower (at most 15 drawn) with their number below."""
    drawn = min(n, 15)
    s = "".join(cap(x, base - q * r * 0.237, colour, r, crescent=q < drawn - 1, letter=q == drawn - 1) for q in range(drawn))
    if not n:
        s = f'<circle cx="{x:.1f}" cy="{base:.1f}" r="{r}" style="fill:none;stroke:var(--mute);stroke-dasharray:4 3"/>' + text(x, base + 4, colour, "m mid", 12)
    return s + text(x, base + r + 20, n, "b mid", 14)


def supply(x: float, y: float, held: Mapping[str, int], order: Sequence[str], per_row: int, r: float = 12) -> tuple[str, float]:
    """One cap and a number for each colour held; returns the drawing and where its first row ends."""
    shown = [(c, held[c]) for c in order if held.get(c)]
    if not shown:
        return text(x - r, y + 5, "no caps", "m", 13), x + 30
    pitch, s = r * 2 + (23 if max(n for _, n in shown) < 10 else 30), ""
    for j, (colour, n) in enumerate(shown):
        left, top = x + pitch * (j % per_row), y + 31 * (j // per_row)
        s += cap(left, top, colour, r) + text(left + r + 5, top + 5, n, "b", 14)
    return s, x + pitch * min(per_row, len(shown))
