"""The four tracks as lists of pieces. Row counts were tuned by a small search so that the centre line closes with under 5 % stretch."""

from dataclasses import dataclass

LANES = {4: (1.5, 0.5, -0.5, -1.5), 3: (1, 0, -1), 2: (0.5, -0.5), 1: (0,)}  # lateral places in lanes, positive to the left


@dataclass(frozen=True)
class Piece:
    """A straight, or a curve to the left or right of so many degrees, `rows` long on the centre line."""

    kind: str
    rows: int
    lanes: tuple[float, ...]
    degrees: int = 0


@dataclass(frozen=True, kw_only=True)
class Design:
    """heading : of the start, degrees from the right against the clock. starts : (row, lane) of the numbered start spaces."""

    label: str
    idea: str
    scenery: str
    tips: tuple[float, float, float]
    starts: tuple[tuple[int, float], ...]
    pieces: tuple[Piece, ...]
    heading: float = 0


def S(rows: int, lanes: int) -> Piece:
    return Piece("straight", rows, LANES[lanes])


def L(degrees: int, rows: int, lanes: int) -> Piece:
    return Piece("left", rows, LANES[lanes], degrees)


def R(degrees: int, rows: int, lanes: int) -> Piece:
    return Piece("right", rows, LANES[lanes], degrees)


DESIGNS = {
    "speed_street": Design(
        label="Speed Street",
        idea="fast: long straights, wide curves, two single-lane places",
        scenery="stands",
        tips=(10.0, 23.0, 35.0),
        starts=((2, -1), (2, 0), (2, 1), (1, -1), (1, 0), (1, 1)),
        pieces=(
            S(10, 3), R(90, 4, 3), S(3, 3), R(90, 4, 3), S(2, 3), S(1, 2), S(3, 1), S(1, 2), L(35, 3, 2), R(35, 2, 3), S(3, 3), R(60, 2, 3),
            S(1, 2), S(2, 1), S(1, 2), R(120, 7, 3), S(5, 3),
        ),
    ),
    "lake_lane": Design(
        label="Lake Lane",
        idea="long sweeping curves around a lake",
        scenery="lake",
        heading=8,
        tips=(12.0, 22.0, 35.0),
        starts=((2, 1), (2, 0), (2, -1), (1, 1), (1, 0), (1, -1)),
        pieces=(
            S(3, 3), L(105, 5, 3), S(1, 2), R(80, 2, 3), S(1, 2), S(1, 1), S(1, 2), L(150, 7, 3), S(1, 2), S(2, 1), S(1, 2), R(50, 2, 2),
            L(115, 8, 3), S(5, 3), L(120, 12, 3), S(2, 3),
        ),
    ),
    "desert_drive": Design(
        label="Desert Drive",
        idea="wide desert straights broken by four chicanes",
        scenery="desert",
        tips=(13.0, 22.0, 36.0),
        starts=((2, 0.5), (2, -0.5), (1, 1.5), (1, 0.5), (1, -0.5), (1, -1.5)),
        pieces=(
            S(4, 4), L(40, 2, 2), S(1, 1), R(40, 2, 2), S(1, 3), R(90, 3, 3), S(2, 3), R(35, 2, 2), S(1, 1), L(35, 2, 2), S(2, 3), R(110, 4, 3),
            S(4, 3), L(40, 2, 2), S(1, 1), R(40, 3, 2), S(4, 3), R(100, 4, 3), S(1, 3), R(35, 2, 2), S(1, 1), L(35, 2, 2), R(60, 2, 3), S(2, 3),
        ),
    ),
    "turbo_town": Design(
        label="Turbo Town",
        idea="city blocks, tight right angles, many bottlenecks; the longest, for pit stops",
        scenery="town",
        tips=(14.0, 26.0, 41.0),
        starts=((2, -0.5), (2, 0.5), (1, -1.5), (1, -0.5), (1, 0.5), (1, 1.5)),
        pieces=(
            S(5, 4), S(1, 3), R(90, 2, 2), S(1, 2), S(1, 1), R(90, 3, 2), S(2, 3), L(90, 3, 2), S(1, 2), S(1, 1), S(1, 2), L(90, 2, 2), S(3, 3),
            R(90, 2, 2), S(1, 1), S(1, 2), R(90, 4, 3), S(4, 3), S(1, 2), S(2, 1), S(1, 2), S(3, 3), R(90, 4, 2), S(5, 2), R(90, 3, 2), S(1, 1),
            S(1, 2), L(90, 3, 2), S(3, 3), R(90, 4, 3), S(1, 3),
        ),
    ),
}  # fmt: skip
