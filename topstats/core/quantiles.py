"""Log-normal times in whole numbers: two tables of constants instead of exp and log, so that every machine draws the same.

A draw takes one word of a stream. Ten bits choose a segment of the normal quantiles (1,025 knots, tails cut at 3.5 standard
deviations), twenty more lie between its ends; a power of two is read off a second table. Fixed point: z and exponents count
in 2^-20, powers in 2^-30. Whatever is left below a unit is dropped.
"""

from math import log
from statistics import NormalDist

import numpy as np

from topstats.core.jit import kernel

KNOTS = 1024
CUT = 3.5  # standard deviations
ONE = np.int64(1 << 20)  # 1 in units of 2^-20
MOST_SPREAD = 4.0  # of the logarithm; a median up to 2^31 then stays within 63 bits

Z = np.array([round(max(-CUT, min(CUT, NormalDist().inv_cdf(i / KNOTS) if 0 < i < KNOTS else CUT * (2 * i / KNOTS - 1))) * 2**20) for i in range(KNOTS + 1)])
POWER = np.array([round(2 ** (30 + i / KNOTS)) for i in range(KNOTS + 1)])
_34, _54, _BITS = np.uint64(34), np.uint64(54), np.uint64((1 << 20) - 1)


def spread(sd: float) -> int:
    """The standard deviation of the natural logarithm (0 to 4) as `log_normal_of` takes it: of the logarithm to base 2, in units of 2^-20."""
    return round(sd / log(2) * 2**20)


def spread_of_variation(cv: float) -> int:
    """The same from the coefficient of variation (standard deviation by mean) of the times themselves."""
    return spread(log(1 + cv * cv) ** 0.5)


@kernel
def normal_of(word):
    """A standard normal number in units of 2^-20, from 30 bits of a random word."""
    i, between = np.int64(word >> _54), np.int64((word >> _34) & _BITS)
    return Z[i] + (((Z[i + 1] - Z[i]) * between) >> 20)


@kernel
def log_normal_of(word, median, sd):
    """A time (or factor) around `median`, a whole number up to 2^31, from a random word; sd as `spread` gives it."""
    x = (sd * normal_of(word)) >> 20
    part = x & 1048575
    i = part >> 10
    power = POWER[i] + (((POWER[i + 1] - POWER[i]) * (part & 1023)) >> 10)
    return (median * power) >> (30 - (x >> 20))
