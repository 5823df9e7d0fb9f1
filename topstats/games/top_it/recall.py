"""Free recall: one person names all that comes to mind for a topic, as in the studies to which the model is fitted."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from topstats.core.contract import SettingError
from topstats.core.jit import kernel
from topstats.games.top_it.engine import PLAYING
from topstats.games.top_it.memory import recall, thought_us
from topstats.games.top_it.rules import CLASSES, DATA, KNOBS, SKILLS, US
from topstats.games.top_it.state import ALL, begin_round

begin_game = PLAYING.begin_game
N_GAPS = 64  # gaps between terms that are kept of each list


@kernel
def _recall_many(S: Any, horizons: Any, counts: Any, gaps: Any) -> None:
    """So many lists as counts has rows: terms by each horizon (microseconds, rising), and the gaps between them (0: none)."""
    last = horizons.shape[0] - 1
    for g in range(counts.shape[0]):
        begin_game(S)
        begin_round(S)
        n, before = np.int64(0), np.int64(0)
        while S.wake[0] < horizons[last]:
            r = recall(S, np.int64(0), ALL, np.int64(9))
            if r >= 0:
                S.heard[r] |= 1
                for h in range(last + 1):
                    if S.wake[0] < horizons[h]:
                        counts[g, h] += 1
                if 0 < n <= gaps.shape[1]:
                    gaps[g, n - 1] = S.wake[0] - before
                n, before = n + 1, S.wake[0]
            S.wake[0] += thought_us(S, np.int64(0))
        S.next_game += 1


def free_recall(
    topic: str | tuple[int, float, float] = "animals",
    *,
    n: int = 20_000,
    seconds: Sequence[float] = (15, 30, 60),
    skill: str = "casual",
    rules: Mapping[str, Any] | None = None,
    seed: int = 0,
) -> tuple[Any, Any]:
    """Counts (n, len(seconds)) of the terms named by so many seconds, and the gaps between successive terms in seconds (one array, all lists).

    topic : a category of the data (`DATA["fluency"]`), a class of topics, or (terms, half, think_s). rules : other values of the model's knobs.
    Raises SettingError for a topic or skill that is not known.
    """
    from topstats.games.top_it.build import ENGINE

    known = {**DATA["topics"], **DATA["fluency"]["categories"]}
    if isinstance(topic, str) and topic not in known:
        raise SettingError(f"topic {topic} is not known: there are {', '.join(known)}.")
    if skill not in SKILLS:
        raise SettingError(f"skill {skill} is not known: there are {', '.join(SKILLS)}.")
    terms, half, think_s = topic if isinstance(topic, tuple) else (known[topic][key] for key in ("terms", "half", "think_s"))
    values = {k.name: k.printed(2) for k in KNOBS} | dict(rules or {}) | {"topic_mix": (1, 0, 0)}
    values |= {f"{CLASSES[0]}_{key}": value for key, value in (("terms", terms), ("half", half), ("think_s", think_s))}
    states = ENGINE.new(values, 2)
    S = states[0]
    S.seed, S.free = seed, 1
    S.parameter[:, 0] = SKILLS.index(skill)
    S.parameter[:, 1:5] = 1.0
    counts, gaps = np.zeros((n, len(seconds)), np.int64), np.zeros((n, N_GAPS), np.int64)
    _recall_many(S, np.array([round(s * US) for s in seconds], np.int64), counts, gaps)
    return counts, gaps[gaps > 0] / US
