"""Random streams, one for each purpose, seat and moment of each game.

A stream is four 64-bit words (SFC64, Chris Doty-Humphrey, PractRand 2010; the generator behind
`numpy.random.SFC64`), seeded by hashing (seed, deal, purpose, seat, epoch) with the finaliser of
SplitMix64 (Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195). Because each stream has a key of its own,
a different decision today does not shift tomorrow's chance. Each draw takes one word, whatever comes out.
"""

import numpy as np

from topstats.core.jit import stream_kernel

DEAL, SEAT, BLUNDER, SEARCH, HIDDEN, NATURE = (np.int64(n) for n in range(1, 7))  # purposes

_1, _3, _11, _24, _27, _30, _31, _32, _40, _52, _60 = (np.uint64(n) for n in (1, 3, 11, 24, 27, 30, 31, 32, 40, 52, 60))
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1, _M2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@stream_kernel
def mix(z):
    """Finaliser of SplitMix64: a bijection of 64-bit words that changes half of the bits."""
    z = (z ^ (z >> _30)) * _M1
    z = (z ^ (z >> _27)) * _M2
    return z ^ (z >> _31)


@stream_kernel
def game_key(seed, deal):
    """The key that all streams of one deal share; seed and deal are int64, not negative. Called from Python, wrap it: np.uint64(game_key(...))."""
    return mix(mix(np.uint64(seed) + _GOLDEN) ^ (np.uint64(deal) + _GOLDEN))


@stream_kernel
def stream_key(key, purpose, seat, epoch):
    """The key of one stream: purpose 1 to 15, seat 0 to 255, epoch below 2^52."""
    return mix(np.uint64(key) ^ ((np.uint64(purpose) << _60) | (np.uint64(seat) << _52) | np.uint64(epoch)))


@stream_kernel
def word_at(h, n):
    """Word n (from 0) of the stream with the key h, by itself: the sequence of SplitMix64. For many streams at once that are left and taken up again."""
    return mix(np.uint64(h) + (np.uint64(n) + _1) * _GOLDEN)


@stream_kernel
def seed_stream(R, key, purpose, seat, epoch):
    """Set the stream R (uint64[4]) to its beginning: purpose 1 to 15, seat 0 to 255, epoch below 2^52."""
    h = stream_key(key, purpose, seat, epoch)
    R[0] = mix(h + _GOLDEN)
    R[1] = mix(h + _GOLDEN + _GOLDEN)
    R[2] = mix(h + _GOLDEN + _GOLDEN + _GOLDEN)
    R[3] = _1


@stream_kernel
def next_word(R):
    """The next 64 random bits of R (uint64[4])."""
    out = R[0] + R[1] + R[3]
    R[3] = R[3] + _1
    R[0] = R[1] ^ (R[1] >> _11)
    R[1] = R[2] + (R[2] << _3)
    R[2] = ((R[2] << _24) | (R[2] >> _40)) + out
    return out


@stream_kernel
def word_of(a, b, c, n):
    """The next word of a stream whose four words are held in variables, for loops that draw much; and the four after it."""
    out = a + b + n
    return out, b ^ (b >> _11), c + (c << _3), ((c << _24) | (c >> _40)) + out, n + _1


@stream_kernel
def below(R, n):
    """A whole number from 0 to n - 1 (n at most 2^31): the upper half of a word, scaled; bias below n / 2^32."""
    return below_of(next_word(R), n)


@stream_kernel
def below_of(word, n):
    """The same from a word."""
    return np.int64(((word >> _32) * np.uint64(n)) >> _32)


@stream_kernel
def uniform(R):
    """A float64 in [0, 1), a multiple of 2^-53."""
    return uniform_of(next_word(R))


@stream_kernel
def uniform_of(word):
    """The same from a word."""
    return np.float64(word >> _11) * 1.1102230246251565e-16
