"""The tally says what the rows say, and adds up in any order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as speed
from hypothesis import strategies as st

from topstats.settings import Settings
from topstats.simulate import simulate
from topstats.tally import add, tally

pytestmark = pytest.mark.usefixtures("toy")


SEATS = "careful,bold,careful,random"


@pytest.fixture(scope="module", params=[False, True], ids=["fixed", "rotating"])
def run(request, toy):
    return simulate(Settings("toy", players=4, seats=SEATS, rotate=request.param, n_games=203, rules={"start": (0, -7, 0, 3)}))


def spread_out(values, counts):
    return sorted(np.repeat(values, counts).tolist())


@pytest.mark.nojit
@pytest.mark.bounds
def test_counts_are_those_of_the_rows(run):
    rows = run.table("seat")
    for name in ("score", "thrown", "busts", "given"):
        count = run.tally["seat", name]
        for place in range(4):
            for g, spec in enumerate(run.settings.specs):
                found = rows[(rows["seat"] == place + 1) & (rows["strategy"] == spec)][name]
                assert spread_out(count.values, count.of(place, g)) == sorted(found), (name, place, spec)
    assert run.tally["seat", "given"].low == -7
    margin = run.tally["game", "margin"]
    assert spread_out(margin.values, margin.of()) == sorted(run.table("game")["margin"])
    faces = run.tally["face", "throws"]
    third = run.table("face").query("seat == 2 and face == 'Three'")["throws"]
    assert spread_out(faces.values, faces.of(1 * 6 + 2)) == sorted(third)


@pytest.mark.nojit
@pytest.mark.bounds
def test_unit_sums_are_those_of_games_or_whole_rotations(run):
    settings, rows = run.settings, run.table("seat")
    unit = 4 if settings.rotate else 1
    assert run.tally.n_units == 203 // unit
    rows = rows[rows["deal"] < run.tally.n_units] if settings.rotate else rows
    key = "deal" if settings.rotate else "game"
    for name in ("score", "busts"):
        count = run.tally["seat", name]
        for place in range(4):
            sums = rows[rows["seat"] == place + 1].groupby(key)[name].sum()
            assert (count.total[place], count.square[place]) == (sums.sum(), (sums**2).sum())
        for g, spec in enumerate(settings.specs):
            sums = rows[rows["strategy"] == spec].groupby(key)[name].sum()
            assert (count.pool_total[g], count.pool_square[g]) == (sums.sum(), (sums**2).sum())


@pytest.mark.nojit
@pytest.mark.bounds
def test_pools_of_a_further_block_are_its_entries_and_all_of_it(run):
    unit = 4 if run.settings.rotate else 1
    throws = run.blocks["face"][..., 0].astype(int)[: 203 // unit * unit]
    by_unit = throws.reshape(-1, unit, *throws.shape[1:]).sum(axis=(1, 2))
    count = run.tally["face", "throws"]
    for pool, sums in zip(range(7), (*by_unit.T, by_unit.sum(axis=1)), strict=True):
        assert (count.pool_total[pool], count.pool_square[pool]) == (sums.sum(), (sums**2).sum())


@pytest.mark.nojit
@pytest.mark.bounds
def test_wins_of_a_flag(run):
    rows = run.table("seat")
    won = run.tally["seat", "triggered"].won
    for place in range(4):
        for g, spec in enumerate(run.settings.specs):
            chosen = rows[(rows["seat"] == place + 1) & (rows["strategy"] == spec) & rows["triggered"]]
            assert won[place, g] == round(60 * chosen["share"].sum())
    assert run.tally["seat", "busts"].won.sum() == 0


@st.composite
def cut_runs(draw):
    """Blocks of arbitrary numbers in the toy's shapes, whether to rotate, where to cut them, in which order to add the parts."""
    rotate, n = draw(st.booleans()), draw(st.integers(1, 23))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    low, high = sorted(draw(st.tuples(st.integers(-300, 300), st.integers(-300, 300))))
    blocks = [random.integers(low, high + 1, shape).astype(np.int16) for shape in ((n, 5), (n, 4, 7), (n, 4, 6, 2))]
    unit = 4 if rotate else 1
    cuts = sorted({0, n, *(c * unit for c in draw(st.lists(st.integers(0, n // unit), max_size=5)))})
    parts = draw(st.permutations(list(zip(cuts, cuts[1:], strict=False))))
    return rotate, blocks, parts


@pytest.mark.bounds
@given(cut_runs())
@speed(max_examples=120, deadline=None, derandomize=True)
def test_parts_add_up_in_any_order(case):
    rotate, blocks, parts = case
    settings = Settings("toy", players=4, seats=SEATS, rotate=rotate)
    whole = tally(settings, blocks)
    parts = [tally(settings, [b[first:stop] for b in blocks]) for first, stop in parts]
    assert add(parts).to_dict() == whole.to_dict()
    assert add(parts[::-1]).to_dict() == whole.to_dict()
    if len(parts) > 2:
        assert (parts[0] + (parts[1] + add(parts[2:]))).to_dict() == whole.to_dict()
