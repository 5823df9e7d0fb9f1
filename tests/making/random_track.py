"""Tracks that nobody designed: random pieces, one to four lanes wide, with curves and sideways edges. Open lines: only the graph matters."""

import random
from typing import Any

from tests.making.designs import LANES, Design, Piece
from tests.making.tracks import build


def random_track(rng: random.Random, rows: int = 30) -> dict[str, Any]:
    """The data of a possible track of about so many rows."""
    lanes = rng.choice((3, 4))
    pieces = [Piece("straight", 3, LANES[lanes])]
    while sum(p.rows for p in pieces) < rows:
        lanes = rng.choice([n for n in LANES if abs(n - lanes) < 3])  # every lane of one piece is beside a lane of the next
        kind = rng.choice(("straight", "straight", "left", "right"))
        n = rng.randint(1, 4) if kind == "straight" else rng.randint(3, 6)
        pieces.append(Piece(kind, n, LANES[lanes], 0 if kind == "straight" else rng.randint(20, 90)))
    end = sum(p.rows for p in pieces)
    tips = sorted(rng.sample(range(2, end - 10), 3))
    first = [(1, lane) for lane in pieces[0].lanes]  # all of the first row, or it could not be reached
    starts = first + rng.sample([(2, lane) for lane in pieces[0].lanes], 6 - len(first))
    design = Design(
        label=f"Random {rng.randint(0, 9999)}",
        idea="random pieces",
        scenery="",
        tips=(float(tips[0]), float(tips[1]), float(tips[2])),
        starts=tuple(rng.sample(starts, 6)),
        pieces=tuple(pieces),
    )
    return build(design, is_closed=False)
