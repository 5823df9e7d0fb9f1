"""Estimates with 95 % intervals, from whole-number sums.

An interval is never NaN, infinite or of zero width: it is honest or it is None (fewer than two units). The unit of all
intervals is the game, or with rotation the rotation of one deal. Below 30 units an estimate carries `is_few`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.95
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
FEW = 30  # units below which every table says "too few games"
QUANTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval (None: not to be had from one unit) and the observations n behind it."""

    value: float
    low: float | None
    high: float | None
    n: int
    is_few: bool


@dataclass(frozen=True)
class Units:
    """Sums over the n complete units of a run: of the unit's total and of its square; each unit has `size` observations."""

    n: int
    size: int
    total: int
    square: int

    @property
    def mean(self) -> float:
        """Per observation."""
        return self.total / (self.n * self.size)

    @property
    def variance(self) -> float:
        """Between the units' means (n - 1 in the denominator), from exact integers."""
        return (self.n * self.square - self.total**2) / (self.n * (self.n - 1) * self.size**2)


def wilson(wins: float, n: float) -> tuple[float, float]:
    """Wilson's interval for a share (Wilson 1927, doi:10.1080/01621459.1927.10502953); all of [0, 1] if n is 0.

    wins may be a sum of shares: they lie in [0, 1], so their variance is at most p (1 - p) and the interval is conservative.
    """
    if n <= 0:
        return 0.0, 1.0
    p, z2n = wins / n, Z * Z / n
    middle, half = (p + z2n / 2) / (1 + z2n), Z * sqrt(p * (1 - p) / n + z2n / (4 * n)) / (1 + z2n)
    return (0.0 if wins <= 0 else max(0.0, middle - half)), (1.0 if wins >= n else min(1.0, middle + half))


def share(total: int, n: int, units: Units, one: int = 1) -> Estimate:
    """A mean of numbers in [0, 1] over n games, given as whole numbers of 1 / one (sixtieths: one = 60).

    Units of one game: Wilson on the sum. Rotations: t on the variance between them; if that is 0, or there is but one, Wilson on the rotations.
    `units` counts, for each unit, one observation a game.
    """
    value = total / (one * n)
    if units.size == 1:
        return Estimate(value, *wilson(total / one, n), n, n < FEW)
    if units.n < 2 or units.variance == 0:
        low, high = wilson(units.total / (one * units.size), units.n)
    else:
        half = t_quantile(units.n - 1) * sqrt(units.variance / units.n) / one
        low, high = max(0.0, units.mean / one - half), min(1.0, units.mean / one + half)
    return Estimate(value, min(low, value), max(high, value), n, units.n < FEW)


def mean(total: int, n: int, units: Units) -> Estimate:
    """The mean of n whole numbers, with a t interval over the units; None with fewer than two units.

    The variance between units is taken to be at least what one unit off by one would make, so that a column which
    happened not to vary has an interval (t / n) too.
    """
    value = total / n
    if units.n < 2:
        return Estimate(value, None, None, n, True)
    variance = max(units.variance, 1 / (units.n * units.size**2))
    half = t_quantile(units.n - 1) * sqrt(variance / units.n)
    return Estimate(value, min(units.mean - half, value), max(units.mean + half, value), n, units.n < FEW)


def ratio(over: Units, under: Units, cross: int, totals: tuple[int, int]) -> Estimate | None:
    """The quotient of two sums over the same units, with the interval of a ratio of means (Cochran 1977, section 6.4); None if there was no chance.

    cross : the sum over units of the products; totals : the two sums over all games, unfinished units included. n counts the chances.
    """
    if totals[1] == 0:
        return None
    value = totals[0] / totals[1]
    if under.n < 2 or under.total == 0:
        return Estimate(value, None, None, totals[1], True)
    r = over.total / under.total
    variance = max(0.0, over.square - 2 * r * cross + r * r * under.square) * under.n / (under.n - 1)
    half = t_quantile(under.n - 1) * max(sqrt(variance), 1.0) / under.total
    return Estimate(value, min(r - half, value), max(r + half, value), totals[1], under.n < FEW)


def rate(over: Units, under: Units, cross: int, totals: tuple[int, int], one: int = 1) -> Estimate | None:
    """How often in how many chances, where the chances of one unit may hang together; arguments as in `ratio`. None without a chance, or above 1.

    Wilson's interval for so many independent chances as have the variance of the ratio, at most the chances that there were
    (Franco, Little, Louis, Slud 2019, doi:10.1093/jssam/smy019). Where it never happened, or always, each unit counts as one chance.
    What is counted may be whole numbers of 1 / one (sixtieths of a win: one = 60).
    """
    count, chances = totals
    if not 0 <= count <= one * chances or not chances:
        return None
    value = count / (one * chances)
    if under.n < 2 or under.total == 0:
        return Estimate(value, None, None, chances, True)
    r = over.total / under.total
    variance = max(0.0, over.square - 2 * r * cross + r * r * under.square) * under.n / (under.n - 1) / under.total**2 / one**2
    r /= one
    n = min(under.total, r * (1 - r) / variance if variance > 0 and 0 < r < 1 else under.n)
    low, high = wilson(r * n, n)
    return Estimate(value, min(low, value), max(high, value), chances, under.n < FEW)


def correlation(one: Units, other: Units, cross: int) -> Estimate | None:
    """The correlation of two columns over units, with Fisher's interval (Fisher 1921); None if either did not vary, or with fewer than four units."""
    n = one.n
    spreads = [n * u.square - u.total**2 for u in (one, other)]
    if n < 4 or min(spreads) <= 0:
        return None
    r = (n * cross - one.total * other.total) / sqrt(spreads[0] * spreads[1])
    middle, half = atanh(max(-1 + 1e-12, min(1 - 1e-12, r))), Z / sqrt(n - 3)
    return Estimate(r, tanh(middle - half), tanh(middle + half), n, n < FEW)


def deviation(values: NDArray[np.int64], counts: NDArray[np.int64]) -> float | None:
    """Standard deviation of single observations; None from one."""
    n = int(counts.sum())
    if n < 2:
        return None
    total, square = _dot(values, counts), _dot(values * values, counts)
    return sqrt((n * square - total**2) / (n * (n - 1)))


def quantile(values: NDArray[np.int64], counts: NDArray[np.int64], percent: float, units: int) -> Estimate:
    """The smallest value that at least so many percent do not exceed, with the interval of order statistics.

    A whole number stands for itself and half a step to either side, so the interval runs from half a step below its lower value to half a step above
    its upper one. An end which so few units cannot hold is None. `units`: how many observations are taken to be independent.
    """
    q, n = percent / 100, int(counts.sum())
    cumulative = np.cumsum(counts)

    def at(share: float) -> int:
        return int(values[np.searchsorted(cumulative, max(1.0, np.ceil(share * n - 1e-9)))])

    tail = (1 - LEVEL) / 2
    lower, upper = _binomial_rank(units, q, tail), _binomial_rank(units, q, 1 - tail) + 1
    value = at(q)
    low = min(at(lower / units), value) - 0.5 if lower >= 1 else None
    high = max(at(upper / units), value) + 0.5 if upper <= units else None
    return Estimate(value, low, high, n, units < FEW)


def seats_differ(totals: Sequence[int], squares: Sequence[int], n: int) -> float | None:
    """P-value of "all seats win equally often" against any difference; None if the units are too few for it (fewer than 5 a seat).

    The permutation test in its chi-square form: were seats alike, the wins of a unit could as well be dealt to the seats in any order. The sum of squared
    deviations of the seats' totals, over its variance under such dealing, is about chi-square with P - 1 degrees of freedom. Without shared wins it is
    Pearson's multinomial chi-square; with ranks for wins it would be Friedman's (1937, doi:10.1080/01621459.1937.10503522).

    totals, squares : by place, sums over the n units of the unit's win and of its square.
    """
    places = len(totals)
    if n < 5 * places:
        return None
    middle = sum(totals) / places
    spread = (sum(squares) - sum(totals) ** 2 / (n * places)) / (places - 1)
    if spread <= 0:
        return 1.0
    from scipy.special import chdtrc

    return float(chdtrc(places - 1, sum((t - middle) ** 2 for t in totals) / spread))


def t_quantile(df: float) -> float:
    """Student's t, two-sided 95 %."""
    from scipy.special import stdtrit

    return float(stdtrit(df, 0.5 + LEVEL / 2))


def _binomial_rank(n: int, p: float, level: float) -> int:
    """The smallest k with P(X <= k) >= level for X binomial (n, p)."""
    from scipy.special import bdtr

    return _bisect(lambda k: bool(bdtr(k, n, p) >= level), 0, n)


def _bisect(holds: Callable[[int], bool], low: int, high: int) -> int:
    """The first whole number from low to high that holds; high if none before it does."""
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def _dot(values: NDArray[np.int64], counts: NDArray[np.int64]) -> int:
    return sum(int(v) * int(c) for v, c in zip(values, counts, strict=True))
