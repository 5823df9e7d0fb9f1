"""The six cars of Top Race, seen from above: colour, and as a second cue a letter."""

from dataclasses import dataclass

from topstats.figures.boards.drawing import at, text


@dataclass(frozen=True)
class Paint:
    """A car's colours, each as (light, dark): body, letters on it, outline."""

    letter: str
    name: str
    fill: tuple[str, str]
    ink: tuple[str, str]
    rim: tuple[str, str] = ("#FFFFFF", "#FFFFFF")


PAINTS = {
    "red": Paint("R", "Red", ("#D0312D", "#E5484D"), ("#FFFFFF", "#FFFFFF")),
    "blue": Paint("B", "Blue", ("#2F66DB", "#3F84F5"), ("#FFFFFF", "#FFFFFF")),
    "yellow": Paint("Y", "Yellow", ("#F2C230", "#FFDD55"), ("#14171B", "#14171B")),
    "green": Paint("G", "Green", ("#1C9F84", "#2FBF9F"), ("#14171B", "#10141A")),
    "black": Paint("K", "Black", ("#14171B", "#101215"), ("#FFFFFF", "#FFFFFF")),
    "purple": Paint("P", "Purple", ("#8C2A7C", "#A9488F"), ("#FFFFFF", "#FFFFFF")),
}
_BODY = "M-12.5-3.4-4-4.8 4-3.2 12-2Q14.5 0 12 2L4 3.2-4 4.8-12.5 3.4Z"
_WINGS = "M-14.5-6.2h3.4v12.4h-3.4zM10.4-5.8h2.4V5.8h-2.4z"
_WHEELS = "M-10-8h5.4v3h-5.4zM-10 5h5.4v3h-5.4zM5-7.4h4.6v2.6H5zM5 4.8h4.6v2.6H5z"


def css_names() -> dict[str, tuple[str, str]]:
    """Names of the style sheet: fill, ink and rim of each car, (light, dark)."""
    return {f"{kind}{p.letter}": getattr(p, part) for p in PAINTS.values() for kind, part in (("kf", "fill"), ("ki", "ink"), ("kr", "rim"))}


def car(x: float, y: float, heading: float, colour: str, scale: float = 1.0, is_out: bool = False) -> str:
    """A car at a place, looking along `heading` (degrees clockwise from the right), its letter upright; broken down with a warning sign."""
    k = PAINTS[colour]
    body = (
        f'<g transform="rotate({heading:.1f})"><path d="{_WHEELS}" class="wheel"/>'
        f'<path d="{_WINGS}{_BODY}" style="fill:var(--kf{k.letter});stroke:var(--kr{k.letter})" class="body"/></g>'
    )
    body += f'<circle r="5.6" style="fill:var(--kf{k.letter})"/>' + text(0, 3.7, k.letter, "b mid", 10.5, f"ki{k.letter}")
    if is_out:
        body += '<path d="M11-14l6 10.5H5z" class="warn"/><path d="M11-10.4v3.4M11-5.6v.2" class="warnink"/>'
    return f'<g data-car="{colour}"><title>{k.name}{", broken down" if is_out else ""}</title>{at(x, y, body, scale)}</g>'
