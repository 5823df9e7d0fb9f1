"""Numbers as they are read: digits after the point, thousands in groups, a sign. What rounds to zero has no sign."""

from collections.abc import Iterable

THOUSANDS = 1000.0
MINUS = "\u2212"


def figure(value: float, digits: int = 1) -> str:
    """A number with so many digits after the point; of thousands none, in groups: 12.3, 212,544."""
    return without_zero_sign(f"{value:,.{digits_of([value], digits)}f}")


def signed(value: float, digits: int = 2) -> str:
    """The same with its sign: +12.30, -9,250; 0.00 has none."""
    return without_zero_sign(f"{value:+,.{digits_of([value], digits)}f}")


def digits_of(values: Iterable[float], digits: int) -> int:
    """Digits after the point for numbers that are read together: none if one of them is in the thousands."""
    return 0 if any(abs(value) >= THOUSANDS for value in values) else digits


def printed(text: str) -> str:
    """With a real minus sign, as it is set in print."""
    return text.replace("-", MINUS)


def without_zero_sign(text: str) -> str:
    """A number in words that may read -0.0: as 0.0."""
    return text if any(digit in text for digit in "123456789") else text.lstrip("+-")
