"""Differences of many measures between a first setting and others, from whole-number sums, with intervals that hold together.

Settings that play the same deals form a group: their units are paired. Whatever cannot share deals is a group of its own, compared as Welch (1947)
does. The intervals are simultaneous in Dunnett's manner (1955, doi:10.1080/01621459.1955.10501294): all measures of all settings against the
first, with the correlations as they are found. Whether anything differs at all is Holm's question (1979, step-down over the p-values).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topstats.stats.estimates import LEVEL

Floats = NDArray[np.float64]
DRAWS, BATCH = 20_000, 5_000


@dataclass(frozen=True, eq=False)
class Sums:
    """Exact sums over n units of K numbers: total (K,), cross (K, K) of all products; Python's own whole numbers, which never overflow."""

    n: int
    total: NDArray[Any]
    cross: NDArray[Any]

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(self.n + other.n, self.total + other.total, self.cross + other.cross)

    @property
    def spread(self) -> NDArray[Any]:
        """(K, K) whole numbers: n (n - 1) times the covariance of two numbers of a unit."""
        return self.n * self.cross - np.outer(self.total, self.total)


def sums(units: NDArray[np.int64]) -> Sums:
    """Of some thousand units (n, K). The products are added in float64, which is exact below 2^53: of larger numbers so many at a time."""
    real = units.astype(np.float64)
    products = real.T @ real
    if len(units) > 1 and products.size and products.diagonal().max() >= 2**53:
        return sums(units[: len(units) // 2]) + sums(units[len(units) // 2 :])
    return Sums(len(units), units.sum(axis=0).astype(object), products.astype(np.int64).astype(object))


@dataclass(frozen=True, eq=False)
class Contrasts:
    """Each (J, M): J settings against the first, M measures. `low`, `high`, `p`, `holm` are NaN where a setting has fewer than two units.

    gain : variance of the difference if the deals were not shared, over that of the paired one; NaN if not paired or nothing ever differed.
    each : the error that one interval alone has so that all together have 5 %.
    """

    value: Floats
    low: Floats
    high: Floats
    p: Floats
    holm: Floats
    gain: Floats
    each: float


def contrasts(groups: Sequence[Sums], member: Sequence[tuple[int, int]], scale: Floats, one: Floats) -> Contrasts:
    """Settings 1, 2, ... against setting 0.

    groups : the sums of each group, K = its settings times M measures. member : (group, place in it) of each setting.
    scale : (settings, M) by which a unit's sum is divided for the mean of an observation. one : (M,) the least difference that counts, in units' sums.
    """
    n_measures = len(one)
    of = [slice(k * n_measures, (k + 1) * n_measures) for _, k in member]
    spreads = [g.spread for g in groups]
    mean = np.array([groups[g].total[s].astype(float) / groups[g].n for (g, _), s in zip(member, of, strict=True)]) / scale
    error, df, gain = (np.full((len(member) - 1, n_measures), np.nan) for _ in range(3))
    for j in range(1, len(member)):
        a, b = _square(groups, spreads, member[0][0], of[0], one), _square(groups, spreads, member[j][0], of[j], one)
        if member[j][0] == member[0][0]:
            error[j - 1], gain[j - 1] = _paired(groups[0].n, spreads[0], of[0], of[j], one)
            error[j - 1] /= scale[0]
            df[j - 1] = groups[0].n - 1
        else:
            error[j - 1], df[j - 1] = _welch(a / scale[0] ** 2, b / scale[j] ** 2, groups[0].n, groups[member[j][0]].n)
    each = error_of_each(_correlation(groups, spreads, member, of, scale, error))
    return _intervals(mean[1:] - mean[0], error, df, gain, each)


def _square(groups: Sequence[Sums], spreads: Sequence[NDArray[Any]], g: int, s: slice, one: Floats) -> Floats:
    """(M,) squared standard errors of the mean of a unit's sums; at least as if one unit had been off by one."""
    n = groups[g].n
    return np.full(len(one), np.nan) if n < 2 else _floored(spreads[g].diagonal()[s], n, one)


def _floored(spread: NDArray[Any], n: int, one: Floats) -> Floats:
    return np.maximum(spread.astype(float) / (n * n * (n - 1)), one**2 / n**2)


def _paired(n: int, spread: NDArray[Any], a: slice, b: slice, one: Floats) -> tuple[Floats, Floats]:
    """Standard error of the mean difference of a unit's sums, and the gain of pairing."""
    own = spread.diagonal()[a] + spread.diagonal()[b]
    both = own - 2 * spread[a, b].diagonal()
    if n < 2:
        return np.full(len(one), np.nan), np.full(len(one), np.nan)
    gain = np.array([float(u) / float(d) if d else np.nan for u, d in zip(own, both, strict=True)])
    return np.sqrt(_floored(both, n, one)), gain


def _welch(a: Floats, b: Floats, n_a: int, n_b: int) -> tuple[Floats, Floats]:
    """Standard error and degrees of freedom from the two squared errors."""
    if min(n_a, n_b) < 2:
        return np.full(len(a), np.nan), np.full(len(a), np.nan)
    return np.sqrt(a + b), (a + b) ** 2 / (a**2 / (n_a - 1) + b**2 / (n_b - 1))


def _correlation(
    groups: Sequence[Sums], spreads: Sequence[NDArray[Any]], member: Sequence[tuple[int, int]], of: Sequence[slice], scale: Floats, error: Floats
) -> Floats:
    """Of the differences whose error is known, (JM, JM) without the others; 0 with one that never varied."""
    n_settings, m = scale.shape
    cov = np.zeros((n_settings, m, n_settings, m))
    for i, (g, _) in enumerate(member):
        for j, (h, _) in enumerate(member):
            if g == h and groups[g].n > 1:
                n = groups[g].n
                cov[i, :, j] = spreads[g][of[i], of[j]].astype(float) / (n * n * (n - 1)) / np.outer(scale[i], scale[j])
    apart = cov[1:, :, 1:] - cov[1:, :, :1] - cov[:1, :, 1:] + cov[:1, :, :1]
    known = ~np.isnan(error).reshape(-1)
    apart = apart.reshape(known.size, known.size)[np.ix_(known, known)]
    size = np.sqrt(np.maximum(apart.diagonal(), 0))
    varies = size > 1e-9 * error.reshape(-1)[known]
    size[~varies] = 1
    found = np.clip(apart / np.outer(size, size), -1, 1) * np.outer(varies, varies)
    np.fill_diagonal(found, 1)
    return found


def error_of_each(correlation: Floats, level: float = LEVEL) -> float:
    """The two-sided error of one comparison at which all together keep the level.

    From 20,000 draws of the largest |z|, always the same ones; never below Bonferroni's.
    """
    from scipy.special import ndtr

    m = len(correlation)
    if m < 2:
        return 1 - level
    size, direction = np.linalg.eigh(correlation)
    root = (direction * np.sqrt(np.maximum(size, 0))).T
    chance = np.random.default_rng(0)
    largest = np.concatenate([np.abs(chance.standard_normal((BATCH, m)) @ root).max(axis=1) for _ in range(DRAWS // BATCH)])
    return max(float(2 * ndtr(-np.quantile(largest, level))), (1 - level) / m)


def holm(p: Floats) -> Floats:
    """Holm's adjusted p-values of the whole family; NaN stays NaN and does not count."""
    flat = p.reshape(-1)
    order = np.argsort(flat, kind="stable")[: int(np.isfinite(flat).sum())]
    adjusted = np.full(flat.shape, np.nan)
    if len(order):
        steps = flat[order] * np.arange(len(order), 0, -1)
        adjusted[order] = np.minimum(1, np.maximum.accumulate(steps))
    return adjusted.reshape(p.shape)


def _intervals(value: Floats, error: Floats, df: Floats, gain: Floats, each: float) -> Contrasts:
    from scipy.special import stdtr, stdtrit

    half = stdtrit(df, 1 - each / 2) * error
    p = 2 * stdtr(df, -np.abs(value) / error)
    return Contrasts(value, value - half, value + half, p, holm(p), gain, each)
