"""Log-normal draws in whole numbers: the tables are what they say, and a plain-Python twin draws the same."""

import hashlib
from math import exp, log
from statistics import NormalDist

import numpy as np
import pytest
from scipy import stats

from topstats.core import quantiles, rng

pytestmark = [pytest.mark.nojit, pytest.mark.bounds]


def stream(deal: int = 1) -> np.ndarray:
    R = np.zeros(4, np.uint64)
    rng.seed_stream(R, np.uint64(rng.game_key(np.int64(5), np.int64(deal))), rng.SEAT, np.int64(0), np.int64(0))
    return R


def draws(n: int, median: int, sd: float, deal: int = 1) -> list[int]:
    R = stream(deal)
    return [int(quantiles.log_normal_of(np.uint64(rng.next_word(R)), np.int64(median), np.int64(quantiles.spread(sd)))) for _ in range(n)]


def test_the_tables_are_the_same_on_every_machine():
    text = ",".join(map(str, [*quantiles.Z.tolist(), *quantiles.POWER.tolist()]))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "f939f35a24f3a0fc"


def test_the_tables_hold_quantiles_and_powers():
    assert quantiles.Z[0] == -quantiles.Z[-1] == -3.5 * 2**20 and quantiles.Z[512] == 0
    assert quantiles.Z[768] == round(NormalDist().inv_cdf(0.75) * 2**20) and (np.diff(quantiles.Z) > 0).all()
    assert quantiles.POWER[0] == 2**30 and quantiles.POWER[-1] == 2**31 and quantiles.POWER[512] == round(2**30.5)


def test_a_draw_is_the_quantile_of_its_word():
    """To 1e-5, with the numbers between the knots on a line."""
    R, S = stream(), stream()
    for median, sd in ((30_000_000, 0.25), (1_500_000, 0.4), (2**20, 1.0), (2**31, 4.0), (7, 0.0)):
        for _ in range(50):
            at = (int(rng.next_word(S)) >> 34) / 2**20  # knots and parts of them
            i = min(int(at), 1023)
            z = (quantiles.Z[i] + (at - i) * (quantiles.Z[i + 1] - quantiles.Z[i])) / 2**20
            found = int(quantiles.log_normal_of(np.uint64(rng.next_word(R)), np.int64(median), np.int64(quantiles.spread(sd))))
            assert found == pytest.approx(median * exp(sd * z), rel=1e-5, abs=1.1)


@pytest.mark.parametrize(("median", "sd"), [(30_000_000, 0.246), (1_500_000, 0.4), (400_000, 0.8)])
def test_draws_are_log_normal(median: int, sd: float):
    times = [log(t / median) / sd for t in draws(3_000, median, sd)]
    assert stats.kstest(times, "norm").pvalue > 0.01
    assert max(map(abs, times)) <= 3.5 + 1e-5


def test_spread_of_variation():
    assert quantiles.spread_of_variation(0.25) == quantiles.spread(log(1.0625) ** 0.5)
    assert set(draws(20, 1000, 0.0)) == {1000}
