"""The pencil of all drawn tables: style sheet, text, the frame around a drawing. Pure functions of plain values to SVG text.

Nothing here is cleaned by anybody later: every text goes through `escape`, every colour through `colour_class`.
"""

import math
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from topstats.core.contract import SettingError
from topstats.figures.theme import BY_LETTER, COLOURS

View = Mapping[str, Any]
WIDE, NARROW = 1240, 372  # units of the two drawings; a unit is about a pixel

_UI = {  # name: (light, dark)
    "felt": ("#E6DFCE", "#1A2026"), "zone": ("#FBFAF7", "#20272E"), "line": ("#D8D1BF", "#343D46"), "ink": ("#1D2126", "#EFEDE7"),
    "mute": ("#5A6068", "#A9B0B9"), "card": ("#FFFFFF", "#F3EFE4"), "cline": ("#BDB4A0", "#F3EFE4"), "cink": ("#1D2126", "#1D2126"),
    "cmute": ("#5A6068", "#555B63"), "icon": ("#DCD3BF", "#D5CBB4"), "night": ("#27335C", "#313F74"), "nline": ("#18213F", "#7885BD"),
    "nink": ("#F5F1DC", "#F5F1DC"), "sun": ("#C98500", "#C98500"), "back": ("#5B7686", "#4A6272"), "glow": ("#1D2126", "#FFFFFF"),
    "slot": ("#F3EFE5", "#262E36"), "cN": ("#2F4355", "#C3D3DF"), "eN": ("#1D2126", "#4A5560"), "tN": ("#FFFFFF", "#14171B"),
    "dR": ("#C62F2B", "#E5534B"), "dRt": ("#FFFFFF", "#10141A"),
}  # fmt: skip
_RULES = (
    ".tt .k,.tt .f{stroke-linecap:round}.tt .r{fill:none;opacity:.35;stroke-width:1}"
    ".tt text{fill:var(--ink);font-size:13px}.tt .m{fill:var(--mute)}.tt .b{font-weight:700}.tt .mid{text-anchor:middle}.tt .end{text-anchor:end}"
    ".tt .cap text{font-weight:700;text-anchor:middle}"
    ".ttw{container-type:inline-size}.ttw .n{display:none}@container (max-width:640px){.ttw .w{display:none}.ttw .n{display:block}}"
)


def css(theme: str = "auto") -> str:
    """The style sheet of all drawings; "auto" follows the page (light-dark() reads its color-scheme)."""
    picks: dict[str, Callable[[str, str], str]] = {"auto": lambda a, b: f"light-dark({a},{b})", "light": lambda a, b: a, "dark": lambda a, b: b}
    if theme not in picks:
        raise SettingError(f"theme {theme!r} is not known: allowed is auto, light or dark (topstats.figures.boards).")
    pick = picks[theme]
    names = "".join(f"--{k}:{pick(*pair)};" for k, pair in _UI.items())
    names += "".join(f"--c{c.letter}:{pick(*c.fill)};--t{c.letter}:{pick(*c.ink)};--e{c.letter}:{pick(*c.rim)};" for c in COLOURS)
    caps = "".join(
        f".tt .c{k} .k{{fill:var(--e{k});stroke:var(--e{k})}}.tt .c{k} .f{{fill:var(--c{k});stroke:var(--c{k})}}"
        f".tt .c{k} text{{fill:var(--t{k})}}.tt .c{k} .r{{stroke:var(--t{k})}}"
        for k in [*BY_LETTER, "N"]
    )
    return f".tt{{{names}font-family:'Source Sans',system-ui,sans-serif;display:block;width:100%;height:auto}}{caps}{_RULES}"


def colour_class(colour: object) -> str:
    """The letter by which the style sheet knows a colour; "N" (neutral) for anything else, such as the number of a seat."""
    return str(colour) if str(colour) in BY_LETTER else "N"


def colour_name(colour: object) -> str:
    """Blue for B; nothing for what is no colour."""
    return BY_LETTER[str(colour)].name if str(colour) in BY_LETTER else ""


def shortened(words: str, room: int) -> str:
    """As much of the words as `room` letters hold; nothing when that is too little to be read."""
    if len(words) <= room:
        return words
    return words[: room - 1] + "\u2026" if room >= 6 else ""


def text(x: float, y: float, words: object, cls: str = "", size: float | None = None, fill: str = "") -> str:
    """One line of text, escaped. `cls`: b bold, m muted, mid or end anchored; `fill` one of the style sheet's names."""
    style = (f"font-size:{size}px;" if size else "") + (f"fill:var(--{fill})" if fill else "")
    return f'<text x="{x:.1f}" y="{y:.1f}"' + (f' class="{cls}"' if cls else "") + (f' style="{style}"' if style else "") + f">{escape(str(words))}</text>"


def run(x: float, y: float, *parts: tuple[str, object], size: float | None = None, end: bool = False) -> str:
    """Pieces of text (class, words) one after the other: they never collide, whatever font is there."""
    spans = ""
    for cls, words in parts:
        if words != "":
            spans += f'<tspan class="{cls}"' + (' dx="8"' if spans else "") + f">{escape(str(words))}</tspan>"
    look = (' class="end"' if end else "") + (f' style="font-size:{size}px"' if size else "")
    return f'<text x="{x:.1f}" y="{y:.1f}"{look}>{spans}</text>'


def at(x: float, y: float, body: str, scale: float = 1.0) -> str:
    """A group moved to (x, y)."""
    return f'<g transform="translate({x:.1f} {y:.1f})' + (f" scale({scale:.3f})" if scale != 1 else "") + f'">{body}</g>'


def box(x: float, y: float, w: float, h: float, rx: float, fill: str, line: str = "", width: float = 1, more: str = "") -> str:
    """A rounded rectangle; `fill` and `line` are names of the style sheet, "" for none."""
    stroke = f"stroke:var(--{line});stroke-width:{width:g}" if line else ""
    paint = f"var(--{fill})" if fill else "none"
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{rx:g}" style="fill:{paint};{stroke};{more}"/>'


def frame(w: float, h: float, body: str, label: str, cls: str = "tt", corner: int = 18) -> str:
    """The SVG element, on felt, with its words for those who do not see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{cls}" viewBox="0 0 {w:g} {h:g}" role="img" aria-label="{escape(label)}">'
        f'<rect width="{w:g}" height="{h:g}" rx="{corner}" style="fill:var(--felt)"/>{body}</svg>'
    )


def drawn(wide: Callable[[], str], narrow: Callable[[], str], width: str | int, theme: str) -> str:
    """What `draw` returns: one drawing with its style inside, or both in a block of which a container query shows the one that fits."""
    style = f"<style>{css(theme)}</style>"
    if width == "both":
        return f'<div class="ttw">{style}<div class="w">{wide()}</div><div class="n">{narrow()}</div></div>'
    if width not in (WIDE, NARROW):
        raise SettingError(f"width {width!r} is not possible: allowed is both, {WIDE} or {NARROW} (topstats.figures.boards).")
    svg = wide() if width == WIDE else narrow()
    head = svg.index(">") + 1
    return svg[:head] + style + svg[head:]


def sun() -> str:
    """The path of the sun, for day cards, around (0, 0)."""
    disc = "M0-3.2A3.2 3.2 0 1 1 0 3.2A3.2 3.2 0 1 1 0-3.2Z"
    rays = ((math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)) for k in range(8))
    return disc + "".join(f"M{4.7 * a:.1f} {4.7 * b:.1f}L{6.6 * a:.1f} {6.6 * b:.1f}" for a, b in rays)


SUN = sun()
MOON = "M2.5-5.8A6 6 0 1 0 5.8 2.5A4.8 4.8 0 0 1 2.5-5.8Z"


def sky(x: float, y: float, night: bool, scale: float, fill: str) -> str:
    """Sun or moon: what the back of a card shows to everybody."""
    pen = f"stroke:var(--{fill});stroke-width:{0 if night else 1.2}"
    return f'<path d="{MOON if night else SUN}" transform="translate({x:.1f} {y:.1f}) scale({scale:g})" style="fill:var(--{fill});{pen}"/>'
