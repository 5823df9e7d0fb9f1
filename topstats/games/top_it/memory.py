"""What comes to whose mind, and when: the model of RULES.md in whole numbers. No rule of the game stands here.

Times are microseconds; logarithms are to base 2 in units of 2^-20. What a person knows, and the letter of a term, is read off a
hash of topic, person and term: nothing is stored, and no order of asking changes it.
"""

from math import log2 as _log2

import numpy as np

from topstats.core.jit import kernel, stream_kernel
from topstats.core.quantiles import KNOTS, POWER, normal_of
from topstats.core.rng import below_of, mix, next_word, word_of
from topstats.games.top_it.rules import MAX_TERMS

KNOWN, LETTERS = np.int64(7), np.int64(8)  # purposes of hashes, beside those of the streams
LEAST_US = np.int64(50_000)  # no thought is shorter
MOST_DRAWS = 64  # words that may come to mind in one thought
NEVER = np.int64(1 << 62)
LOG_OF_RANK = np.array([round(_log2(r) * 2**20) for r in range(1, MAX_TERMS + 1)])
LOG_OF_PART = np.array([round(_log2(1 + i / KNOTS) * 2**20) for i in range(KNOTS + 1)])

_10, _32, _33 = (np.uint64(n) for n in (10, 32, 33))
_LOW32 = np.uint64((1 << 32) - 1)


def log2_of(n):
    """Logarithm to base 2 of a whole number (int64), in units of 2^-20; of 0 or less: -64."""
    if n <= 0:
        return np.int64(-64 << 20)
    e = np.int64(0)
    while (n >> e) > 1:
        e += 1
    m = n << (30 - e) if e <= 30 else n >> (e - 30)  # between 2^30 and 2^31
    i, between = (m >> 20) - 1024, m & 1048575
    return (e << 20) + LOG_OF_PART[i] + (((LOG_OF_PART[i + 1] - LOG_OF_PART[i]) * between) >> 20)


log2 = kernel(log2_of)


@kernel
def power(x):
    """Two to the power of x (in units of 2^-20), a whole number; beyond 2^45 cut."""
    x = min(x, np.int64(45 << 20))
    e = x >> 20
    if e < -1:
        return np.int64(0)
    part = x & 1048575
    i = part >> 10
    p = POWER[i] + (((POWER[i + 1] - POWER[i]) * (part & 1023)) >> 10)
    return p >> (30 - e) if e <= 30 else p << (e - 30)


@kernel
def happens(R, chance):
    """Whether something of this chance (of 2^31) happens: one word of the stream."""
    return np.int64(next_word(R) >> _33) < chance


@kernel
def scaled(value, parts):
    """A positive number in units of 2^-parts."""
    return np.int64(value * parts + 0.5)


@kernel
def thought_us(S, p):
    """How long the next thought of person p takes."""
    return max(LEAST_US, power(S.think[p] + ((S.time_spread * normal_of(next_word(S.nature[p]))) >> 20)))


@kernel
def drawn_term(S, word):
    """A term of the round's topic (its rank, from 0), by popularity, from a random word."""
    r = np.int64(((word >> _32) * np.uint64(S.terms[S.topic])) >> _32)
    entry = S.popularity[S.topic, r]
    return r if np.int64((word & _LOW32) >> _10) < (entry >> 9) else entry & 511


@kernel
def knows_term(S, p, r):
    """Whether person p knows the term: it does if its rank is within p's capacity times a log-normal factor of p and the term."""
    z = normal_of(mix(S.memory[p] ^ np.uint64(r)))
    return (S.vocab_spread * z) >> 20 >= LOG_OF_RANK[r] - S.capacity[p]


@kernel
def letter_of(S, r):
    """The first letter of a term: a letter of the language, or that of an earlier term (Hoppe's urn), by hash."""
    while True:
        h = mix(S.spelling ^ np.uint64(r))
        x = np.int64(((h >> _32) * np.uint64(S.letter_evenness + r)) >> _32)
        if x < S.letter_evenness:
            return np.int64(S.share_letter[np.int64(((h & _LOW32) * np.uint64(S.n_shares)) >> _32)])
        r = x - S.letter_evenness


@kernel
def tile_for(S, r):
    """The tile of the grid with the term's first letter, -1 if there is none."""
    return np.int64(0) if S.free == 1 else np.int64(S.tile_of[letter_of(S, r)])


@stream_kernel
def recall(S, p, wanted, n_wanted):
    """The term that comes to person p, who looks for words on the wanted tiles (a bit each); -1 if none comes.

    Terms not known pass by; one that was heard or said, or that p has in mind, costs the thought and what was found in it; after one that does not fit
    p may look on.
    """
    bit, spare, found = np.int64(1) << p, np.int64(-1), np.int64(-1)
    R = S.nature[p]
    a, b, c, n = R[0], R[1], R[2], R[3]
    for _ in range(MOST_DRAWS):
        word, a, b, c, n = word_of(a, b, c, n)
        r = drawn_term(S, word)
        if not knows_term(S, p, r):
            continue
        if np.int64(S.heard[r]) & bit:
            spare = np.int64(-1)
            break
        tile = tile_for(S, r)
        if tile >= 0:
            if (wanted >> tile) & 1:
                found = r
                break
            if spare < 0:
                spare = r
        word, a, b, c, n = word_of(a, b, c, n)
        if below_of(word, S.cue[p] + 1024 * n_wanted) >= S.cue[p]:
            break
    R[0], R[1], R[2], R[3] = a, b, c, n
    return found if found >= 0 else spare
