"""The core keeps its promises: streams, compile cache, knobs."""

import re
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from topstats.core import jit, rng
from topstats.core.contract import SEATS, Axis, Knob, SettingError

MASK = 2**64 - 1


def plain_mix(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def stream(seed=1, deal=2, purpose=rng.SEAT, seat=3, epoch=4):
    R = np.zeros(4, np.uint64)
    rng.seed_stream(R, np.uint64(rng.game_key(np.int64(seed), np.int64(deal))), np.int64(purpose), np.int64(seat), np.int64(epoch))
    return R


def test_words_equal_numpys_sfc64():
    R = stream()
    theirs = np.random.SFC64()
    state = theirs.state
    state["state"]["state"] = R.copy()
    theirs.state = state
    assert [int(rng.next_word(R)) for _ in range(1000)] == [int(w) for w in theirs.random_raw(1000)]


def test_seeding_equals_plain_python():
    gold = 0x9E3779B97F4A7C15
    for seed, deal, purpose, seat, epoch in ((0, 0, 1, 0, 0), (7, 12, 2, 3, 4097), (2**63 - 1, 10**9, 3, 5, 2**40)):
        key = plain_mix(plain_mix((seed + gold) & MASK) ^ ((deal + gold) & MASK))
        h = plain_mix(key ^ (purpose << 60 | seat << 52 | epoch))
        expected = [plain_mix((h + k * gold) & MASK) for k in (1, 2, 3)] + [1]
        assert [int(w) for w in stream(seed, deal, purpose, seat, epoch)] == expected


def test_bounded_integers_and_uniforms_follow_their_words():
    R, S = stream(), stream()
    for n in (1, 2, 3, 7, 42, 10**6):
        assert int(rng.below(R, np.int64(n))) == (int(rng.next_word(S)) >> 32) * n >> 32
        assert float(rng.uniform(R)) == (int(rng.next_word(S)) >> 11) * 2.0**-53


def test_bounded_integers_are_uniform():
    R = stream(seed=11)
    counts = Counter(int(rng.below(R, np.int64(7))) for _ in range(70_000))
    assert stats.chisquare([counts[k] for k in range(7)]).pvalue > 0.001


@pytest.mark.parametrize("other", [{"seed": 2}, {"deal": 3}, {"purpose": rng.BLUNDER}, {"seat": 4}, {"epoch": 5}])
def test_streams_of_other_keys_are_unrelated(other):
    a = np.array([int(rng.next_word(R)) for R in [stream()] for _ in range(400)], dtype=np.uint64)
    b = np.array([int(rng.next_word(R)) for R in [stream(**other)] for _ in range(400)], dtype=np.uint64)
    equal_bits = np.unpackbits((~(a ^ b)).view(np.uint8)).mean()
    assert abs(equal_bits - 0.5) < 5 * 0.5 / np.sqrt(400 * 64)


def test_first_words_of_successive_deals_are_uniform():
    first = [int(rng.below(stream(seed=5, deal=d), np.int64(12))) for d in range(12_000)]
    assert stats.chisquare(np.bincount(first, minlength=12)).pvalue > 0.001


def run_python(code, **environment):
    import os

    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment}, timeout=300)


def test_cache_folder_depends_on_sources_and_settings(monkeypatch):
    plain = jit.fingerprint()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1" if "NUMBA_BOUNDSCHECK" not in jit.os.environ else "0")
    assert jit.fingerprint() != plain


CALL = "from topstats.core import rng; import numpy as np; print(int(rng.mix(np.uint64(1))), int(rng.game_key(np.int64(0), np.int64(0))))"
SAID = f"{plain_mix(1)} {plain_mix(plain_mix(0x9E3779B97F4A7C15) ^ 0x9E3779B97F4A7C15)}\n"  # the second calls the first


@pytest.mark.slow
def test_a_damaged_cache_means_compile_again(tmp_path):
    first = run_python(CALL, XDG_CACHE_HOME=str(tmp_path))
    files = [p for p in tmp_path.rglob("*") if p.suffix in {".nbi", ".nbc", ".linked"}]
    if files:  # without compilation there is no cache to damage
        for path in files:
            path.write_bytes(path.read_bytes()[:20])
    again = run_python(CALL, XDG_CACHE_HOME=str(tmp_path))
    assert again.returncode == 0, again.stderr
    assert again.stdout == first.stdout == SAID


@pytest.mark.slow
def test_without_a_place_for_the_cache_it_still_runs(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    result = run_python(CALL, XDG_CACHE_HOME=str(blocked), TMPDIR=str(blocked), HOME=str(blocked))
    assert result.returncode == 0, result.stderr
    assert result.stdout == SAID


@pytest.mark.slow
def test_with_another_numba_each_kernel_is_compiled_by_itself(tmp_path):
    """What linked.py is made of may be otherwise there."""
    other = "import numba; numba.__version__ = '0.99.0'; " + CALL + "; import sys; print('topstats.core.linked' in sys.modules)"
    for _ in range(2):  # the second from the cache
        result = run_python(other, XDG_CACHE_HOME=str(tmp_path))
        assert result.returncode == 0, result.stderr
        assert result.stdout == SAID + "False\n"


ROOMS = """
import topstats.core.machine
from topstats.core.jit import room_kernel

def made(room, n):
    kernel = room_kernel(room)
    @kernel
    def inner(x):
        return x + n
    @kernel
    def outer(x):
        return 10 * inner(x)
    return outer

outers = [made(room, n) for n, room in enumerate(("topstats.core.jit", "topstats.core.machine"))]
print([outer(1) for outer in outers], [sum(outer.stats.cache_hits.values()) for outer in outers])
"""


@pytest.mark.slow
def test_kernels_that_rooms_make_of_one_source_are_cached_and_kept_apart(tmp_path):
    (tmp_path / "rooms.py").write_text(ROOMS)
    said = [run_python(f"import runpy; runpy.run_path({str(tmp_path / 'rooms.py')!r})", XDG_CACHE_HOME=str(tmp_path)).stdout for _ in range(2)]
    assert said == ["[10, 20] [0, 0]\n", "[10, 20] [1, 1]\n"]


INT = Knob(name="end_cards", label="", help="", rule="TP-20", default=6, low=1, high=15)
VECTOR = Knob(name="start_caps", label="", help="", rule="TP-05", kind="vector", axis=SEATS, default=(1, 2, 1, 3, 2), low=0, high=10)
CITY = Knob(name="deck", label="", help="", rule="TP-01", kind="vector", axis=Axis("city", ("A", "B")), default=(3, 4), low=1, high=9)


@pytest.mark.parametrize("value", [0, 16, 2.5, "six", "", None, True, float("nan"), float("inf"), "nan", [6], "1e400"])
def test_a_wrong_number_names_the_field_what_came_what_is_allowed_and_the_rule(value):
    with pytest.raises(SettingError, match=r"end_cards = .* allowed is a whole number from 1 to 15 \(rule TP-20\)"):
        INT.check(value, 4)


def test_numbers_come_from_text_and_python():
    assert INT.check("5", 4) == INT.check(5, 4) == INT.check(5.0, 4) == INT.check(np.int64(5), 4) == 5


def test_vectors_have_one_entry_a_seat_or_label():
    assert VECTOR.check("1,2,1,3", 4) == (1, 2, 1, 3) == VECTOR.printed(4)
    assert CITY.check([5, 6], 4) == (5, 6)
    with pytest.raises(SettingError, match="3 entries and 4 are needed, one for each seat"):
        VECTOR.check("1,2,1", 4)
    with pytest.raises(SettingError, match="start_caps = 1,2,99,3"):
        VECTOR.check("1,2,99,3", 4)
    with pytest.raises(SettingError):
        VECTOR.check(5, 4)


def test_switches_and_choices():
    switch = Knob(name="hands", label="", help="", rule="TP-31", kind="bool", default=True)
    assert [switch.check(v, 4) for v in ("on", "OFF", True, "no", "1", 0)] == [True, False, True, False, True, False]
    with pytest.raises(SettingError, match="allowed is on or off"):
        switch.check("perhaps", 4)
    choice = Knob(name="tie_caps", label="", help="", rule="TP-24", kind="choice", default="after", choices=(("after", ""), ("before", "")))
    assert choice.check(" before ", 4) == "before"
    with pytest.raises(SettingError, match="allowed is after or before"):
        choice.check("never", 4)


def test_the_cache_folder_covers_every_file_with_kernels():
    """A kernel in a file that the fingerprint does not read would run stale."""
    with_kernels = {path for path in jit.PACKAGE.rglob("*.py") if re.search(r"^ *@kernel$", path.read_text(encoding="utf-8"), re.MULTILINE)}
    assert with_kernels and with_kernels <= set(jit.SOURCES)
