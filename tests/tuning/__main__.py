"""How the weights of the presets were found: `python -m tests.tuning PRESET [--generations N] [--population N] [--games N] [--seed N]`.

Differential evolution (Storn, Price 1997; scipy.optimize.differential_evolution) over weights of the kernel `weighted`. A candidate is
worth the mean, over the tables of FIELD, of its share of the win times the number of players (1: an even share), it alone against the
others, seats rotated, each table's games on the same deals for all candidates. Of `expert` all weights are searched; of the others
those of BOUNDS["common"], and those that make their character in narrow bounds. The figures at the end are from other deals.
The weights of `expert` are those of --generations 32 --population 32 --games 1200, the others' those of the defaults.
"""

import argparse
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from scipy.optimize import differential_evolution

from topstats import Settings, simulate
from topstats.core.contract import SHARE

START = {"majority": 1, "variety": 0.5, "cap": 0.4, "own": 2, "other": 0.4, "key": 0.1, "show": 0.4, "home": 1}  # the weights of `weighted`
FIELD = (
    ("base", ("greedy",)),
    ("base", ("weighted",)),
    ("base", ("weighted", "greedy")),
    ("base", ("weighted", "weighted", "greedy")),
    ("base", ("weighted", "greedy", "weighted", "greedy")),
    ("lite", ("weighted",)),
    ("lite", ("weighted", "greedy", "weighted")),
)
CUSHION = (-0.49, 1.49)  # rounded
BOUNDS = {
    "common": {"cap": (0.0, 2.0), "own": (0.0, 4.0), "other": (0.0, 3.0), "show": (-1.5, 1.5), "home": (-1.0, 4.0), "key": (0.0, 1.0)},
    "expert": {
        "variety": (0.0, 2.0), "deny": (-0.5, 1.0), "gift": (-0.5, 0.5), "cushion": CUSHION, "card": (-1.0, 3.0), "contest": (-1.0, 4.0),
        "hurt": (0.0, 1.0), "night": (-1.0, 2.0), "early": (-1.0, 2.0), "rent": (-1.0, 1.5),
    },
    "majority_hunter": {"majority": (1.5, 3.0), "variety": (0.0, 0.3)},
    "variety_collector": {"majority": (0.0, 0.3), "variety": (1.0, 3.0)},
    "bargain_bidder": {"contest": (1.5, 4.0), "cap": (0.4, 1.0)},
    "raider": {"hurt": (0.6, 2.0), "deny": (0.0, 0.3)},
    "hoarder": {"early": (1.0, 3.0), "card": (0.0, 2.0)},
    "landlord": {"home": (3.0, 5.0), "rent": (0.7, 1.5)},
    "partner": {"home": (-1.0, 0.0), "other": (0.5, 3.0)},
    "rusher": {"card": (1.0, 3.0)},
    "night_owl": {"majority": (1.0, 2.0), "night": (1.0, 3.0), "home": (3.0, 5.0)},
}  # fmt: skip


def spec(names: Iterable[str], weights: Sequence[float]) -> str:
    """The candidate as a seat is typed; what is not searched is as in greedy."""
    given = dict(zip(names, weights, strict=True))
    return "greedy:" + ":".join(f"{name}={round(w) if name == 'cushion' else round(w, 2)}" for name, w in given.items())


def share(mode: str, player: str, others: Sequence[str], games: int, seed: int) -> tuple[float, float]:
    """The player's mean share of the win (seat rotated) and the standard error; the rotation of a deal is the unit."""
    P = 1 + len(others)
    settings = Settings(mode=mode, players=P, seats=[player, *others], rotate=True, n_games=games // P * P, seed=seed)
    result = simulate(settings, workers=1)
    won = result.blocks["seat"][:, :, 0].reshape(-1, P, P) / SHARE  # rotation, game in it, place
    units = np.mean([won[:, turn, turn] for turn in range(P)], axis=0)  # in game g of a rotation entry 0 sits at place g
    return float(units.mean()), float(units.std(ddof=1) / np.sqrt(len(units)))


def worth(player: str, games: int, seed: int) -> float:
    """The mean over the field of the share of the win, in even shares."""
    return float(np.mean([(1 + len(others)) * share(mode, player, others, games, seed)[0] for mode, others in FIELD]))


def population(bounds: Mapping[str, tuple[float, float]], n: int, seed: int) -> np.ndarray:
    """The first candidates: the weights of `weighted`, brought within the bounds, and others drawn around them."""
    low, high = np.array(list(bounds.values())).T
    start = np.array([START.get(name, 0) for name in bounds])
    drawn = start + np.random.default_rng(seed).normal(0, 0.15, (n, len(bounds))) * (high - low)
    drawn[0] = start
    return np.clip(drawn, low, high)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("preset", choices=[name for name in BOUNDS if name != "common"])
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument("--games", type=int, default=900)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    bounds = BOUNDS["common"] | BOUNDS[asked.preset]

    def loss(weights: Sequence[float]) -> float:
        return -worth(spec(bounds, weights), asked.games, asked.seed)

    def tell(weights: Sequence[float], convergence: float) -> None:
        print(f"{-loss(weights):.4f}  {spec(bounds, weights)}", flush=True)

    first = population(bounds, asked.population, asked.seed)
    found = differential_evolution(loss, list(bounds.values()), maxiter=asked.generations, seed=asked.seed, polish=False, init=first, callback=tell, tol=0)
    best = spec(bounds, found.x)
    print(f"\n{asked.preset}: {best}\n{found.nfev} candidates; worth {-found.fun:.3f} on the deals of the search")
    for mode, others in FIELD:
        mean, error = share(mode, best, others, 20 * asked.games, asked.seed + 1_000_003)
        print(f"{mode}, against {', '.join(others)}: {mean:.3f} ± {1.96 * error:.3f} (even share {1 / (1 + len(others)):.3f}), fresh deals")


if __name__ == "__main__":
    main()
