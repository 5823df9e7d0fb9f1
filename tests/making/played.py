"""The tracks of Top Race checked by play: `python -m tests.making.played` prints the tables of data/README.md (about two minutes; a number makes fewer races).

Cars and start spaces go by lot, so that neither hands nor bidding decide who starts where; then three kinds of drivers drive: random moves, the most points
for its own cars (driver), and the advance of its own cars over the others (racer). All seats of a run play alike; a line is all three kinds together.
"""

import sys
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from topstats import Settings
from topstats.core.jit import kernel
from topstats.games.top_race.engine import PLAYING, choose, step
from topstats.games.top_race.moves import apply
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.state import TURN
from topstats.games.top_race.strategies import RANDOM
from topstats.games.top_race.track import load
from topstats.result import Result
from topstats.simulate import empty_rows
from topstats.stats.estimates import Z, wilson
from topstats.tally import empty_sums, tally

TRACKS = ("speed_street", "lake_lane", "desert_drive", "turbo_town")
PLAYERS = (2, 4, 6)
NEAR = 3  # rows before a single lane that belong to the place
N_GAMES, SEED = 8_000, 1
begin_game = PLAYING.begin_game


KINDS = ("random", "driver", "racer")


@kernel
def dealt_by_lot(S):
    """Deal the next game, cars and start spaces by lot instead of auctions, to each seat as many cars as to the others or one more; the seats drive."""
    begin_game(S)
    kinds = S.strategy.copy()
    S.strategy[:] = RANDOM
    while S.phase < TURN:
        if S.ask > 0:
            choose(S)
            apply(S)
        else:
            step(S)
    S.strategy[:] = kinds
    S.n_owned[:], S.racing[:] = 0, 0
    for a in range(N_CARS):  # the auctions, all choices by lot, have brought cars and spaces in an order by lot
        p = a % S.players
        S.owner[S.sold[a]], S.buyer[a] = p, p
        S.n_owned[p] += 1
        S.racing[p] += 1
    S.first, S.turn_seat = 0, 0


@dataclass(frozen=True)
class Share:
    """A part of n, with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} ({100 * self.low:.1f} to {100 * self.high:.1f})"


@dataclass(frozen=True)
class Played:
    """The races of one line of the tables, an entry each; starts: the start number of the winning car."""

    track: str
    home: Any
    lost: Any
    points: Any
    starts: Any
    near: float  # share of the points lost that was lost at single lanes
    leads: Any
    winners: Any  # who won, by turn order: 0 for the starter

    def cars_home(self) -> str:
        half = Z * self.home.std(ddof=1) / len(self.home) ** 0.5
        return f"{self.home.mean():.2f} ± {half:.2f}"

    def lost_share(self) -> str:
        """Lost of all points of cars on the track, as a ratio of means."""
        ratio = self.lost.sum() / self.points.sum()
        half = Z * (self.lost - ratio * self.points).std(ddof=1) / len(self.lost) ** 0.5 / self.points.mean()
        return f"{100 * ratio:.1f} ± {100 * half:.1f} %"

    def wins(self, *numbers: int) -> Share:
        """Of the races, won from one of these start spaces, for each of them."""
        return share_of(self.starts, *numbers)

    def wins_in_turn(self, *turns: int) -> Share:
        """Of the races, won by whoever has one of these turns, 0 for the starter, for each of them."""
        return share_of(self.winners, *turns)


def share_of(found: Any, *values: int) -> Share:
    """How often one of the values was found, for each of them."""
    n_found, n = int(np.isin(found, values).sum()), len(found)
    return Share(*(x / len(values) for x in (n_found / n, *wilson(n_found, n))))


def together(parts: list[Played]) -> Played:
    """Several lines as one, each counting by its races."""
    joined = {name: np.concatenate([getattr(p, name) for p in parts]) for name in ("home", "lost", "points", "starts", "leads", "winners")}
    near = sum(p.near * p.lost.sum() for p in parts) / joined["lost"].sum()
    return Played(track=parts[0].track, near=float(near), **joined)


@cache
def near_single_lanes(name: str) -> Any:
    """For each space whether it is in a row of one lane, or at most NEAR rows before one."""
    spaces = load(name).spaces
    rows = {row for row in {s.row for s in spaces} if len({s.lane for s in spaces if s.row == row}) == 1}
    return np.array([any(row in rows for row in range(s.row, s.row + NEAR + 1)) for s in spaces])


def races(run: Settings, extras: tuple[str, ...]) -> Result:
    """The games of the run, cars and start spaces by lot."""
    engine, blocks, sums, states = run.mode_record.engine(), empty_rows(run, run.n_games), empty_sums(run, extras), run.start(0, extras)
    S = states[0]
    S.first_game, S.next_game = 0, 0
    for game in range(run.n_games):
        dealt_by_lot(S)
        S.stop_game = game + 1
        engine.play_many(S, tuple(blocks), sums, 2**40)
    meta = {"version": "", "seconds": 1.0, "prepare_seconds": 0.0, "games_per_second": 1.0, "workers": 1, "extras": list(extras)}
    return Result(run, meta, tally(run, blocks, extras, sums), dict(zip(run.mode_record.blocks(), blocks, strict=True)))


def play(track: str, players: int, kind: str, pit_stop: bool = False, n_games: int = N_GAMES, seed: int = SEED) -> Played:
    run = Settings("top_race", players=players, seats=[kind] * players, rules={"track": track, "pit_stop": pit_stop}, n_games=n_games, seed=seed)
    result = races(run, ("lead_changes", "spaces"))
    game, seat, car = result.table("game"), result.table("seat"), result.table("car").query("seat == 1")
    by_game = car.groupby("game")[["moved", "lost"]].sum()
    lost = result.table("space")["lost"].to_numpy()
    return Played(
        track=track,
        home=game["cars_home"].to_numpy(),
        lost=by_game["lost"].to_numpy(),
        points=(by_game["moved"] + by_game["lost"]).to_numpy(),
        starts=car.loc[car["place"] == 1, "start"].to_numpy(),
        near=float(lost[near_single_lanes(track)].sum() / lost.sum()),
        leads=game["lead_changes"].to_numpy(),
        winners=seat.loc[seat["races_won"] == 1, "seat"].to_numpy() - 1,  # seat 1 starts
    )


def grid(track: str) -> list[list[int]]:
    """The start numbers of each row of the grid, the front row first; inside a row from the inside out."""
    t = load(track)
    numbers = {space: k for k, space in enumerate(t.start_spaces, 1)}
    rows = sorted({t.spaces[s].row for s in numbers}, reverse=True)
    return [sorted((k for s, k in numbers.items() if t.spaces[s].row == row), key=lambda k: t.spaces[t.start_spaces[k - 1]].inside) for row in rows]


def sides(track: str, one: Played) -> str:
    """The largest gap between the inner and the outer space of a row of the grid, in percentage points."""
    gaps = []
    for row in grid(track):
        inner, outer = one.wins(row[0]).value, one.wins(row[-1]).value
        half = Z * ((inner + outer - (inner - outer) ** 2) / len(one.starts)) ** 0.5
        gaps.append((abs(inner - outer), f"{100 * (inner - outer):+.1f} ± {100 * half:.1f}"))
    return max(gaps)[1].replace("-", "\u2212")


def line(track: str, players: int, pit_stop: bool, parts: list[Played]) -> str:
    """A row of the first table."""
    one, label = together(parts), load(track).label + (", pit stops" if pit_stop else "")
    kinds = " / ".join(f"{p.home.mean():.2f}" for p in parts)
    lost = f"{one.lost_share()} | {100 * one.near:.0f} %"
    return f"| {label} | {players} | {len(one.home):,} | {one.cars_home()} | {kinds} | {lost} | {one.leads.mean():.1f} |"


def turns(track: str, parts: list[Played]) -> str:
    """A row of the third table, from races of six: each has one car."""
    label, kinds = load(track).label, dict(zip(KINDS, parts, strict=True))
    wins = [" / ".join(str(kinds[kind].wins_in_turn(k)) for k in range(N_CARS)) for kind in ("racer", "random")]
    return f"| {label} | {len(parts[0].home):,} | {' | '.join(wins)} |"


def tables(n_games: int = N_GAMES, seed: int = SEED) -> str:
    """The three tables as Markdown."""
    first = [
        "| track | players | races | cars home | random / driver / racer | points lost | of these at single lanes | lead changes |",
        "|---|---|---|---|---|---|---|---|",
    ]
    second = [
        "| track | races | wins by start space, front row first, each row from the inside | a row | inner less outer |",
        "|---|---|---|---|---|",
    ]
    third = [
        "| track | races a kind | wins by turn order, the starter first: racers | random moves |",
        "|---|---|---|---|",
    ]
    for track in TRACKS:
        every = []
        for players in PLAYERS:
            for pit_stop in (False, True) if track == "turbo_town" else (False,):
                parts = [play(track, players, kind, pit_stop, n_games, seed) for kind in KINDS]
                every += [] if pit_stop else parts
                first.append(line(track, players, pit_stop, parts))
                if players == N_CARS and not pit_stop:
                    third.append(turns(track, parts))
        one, rows = together(every), grid(track)
        spaces = " / ".join("; ".join(f"{k}: {one.wins(k)}" for k in row) for row in rows)
        means = " / ".join(str(one.wins(*row)) for row in rows)
        second.append(f"| {load(track).label} | {len(one.home):,} | {spaces} | {means} | {sides(track, one)} |")
    return "\n".join([*first, "", *second, "", *third])


if __name__ == "__main__":
    print(tables(int(sys.argv[1]) if len(sys.argv) > 1 else N_GAMES))
