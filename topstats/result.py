"""What a run brought: its tally, and if they were kept its rows as tidy tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from topstats.core.contract import PART, SHARE, Column, SettingError, shown
from topstats.settings import Settings
from topstats.tally import Tally, live_columns, seat_groups

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """A finished run.

    meta : version, seconds, games_per_second, prepare_seconds (compiling), workers, extras.
    blocks : per -> int16 array, None if the rows were not kept.
    """

    settings: Settings
    meta: dict[str, Any]
    tally: Tally
    blocks: dict[str, NDArray[np.int16]] | None

    def __repr__(self) -> str:
        rows = "summaries only" if self.blocks is None else f"tables {', '.join(self.blocks)}"
        return f"<Result of {self.n_games:,} games: {self.settings.mode_record.label}, {self.settings.players} players, seed {self.settings.seed}; {rows}>"

    @property
    def n_games(self) -> int:
        return self.tally.n_games

    def save(self, folder: str | Path) -> Path:
        """Keep the run in a new folder: meta.json and, if the rows were kept, games.parquet; whole or not at all.

        Raises SettingError if the folder is there already or cannot be written.
        """
        from topstats.store import save

        return save(self, folder)

    @staticmethod
    def load(folder: str | Path, own: Any = ()) -> Result:
        """A run that was saved. Raises SettingError, saying what is wrong, for a folder that holds none of this version's shape.

        own : the functions of own strategies in it; without them there are tables, and no playing on.
        """
        from topstats.store import load

        return load(folder, own)

    def table(self, per: str = "game") -> pd.DataFrame:
        """One row for each game ("game"), game and seat ("seat"), or game, seat and entry of an axis ("city").

        Keys first: game and deal (from 0), seat (the place at the table, from 1), strategy (who sits there),
        the axis. Shares are fractions of a win, flags are True or False, nobody's seat is missing.
        What is summed per run only ("space") has one row for each entry of its axis: sums over all games.
        """
        import pandas as pd

        sums = self.settings.mode_record.sums
        if sums is not None and per == sums.per:
            if self.tally.sums is None:
                raise SettingError(f"table {shown(per)} was not asked for: simulate with extras=({sums.group!r},).")
            labels = sums.axis(self.settings.rules).labels
            return pd.DataFrame({per: list(labels)} | {c.name: self.tally.sums[0, i] for i, c in enumerate(sums.columns)})
        block = self._block(per)
        columns = live_columns(self.settings.mode_record, per, self.meta["extras"])
        return pd.DataFrame(self._keys(per, block) | {c.name: _values(c, block[..., i].reshape(-1)) for i, c in columns})

    def extremes(self, n: int = 3) -> pd.DataFrame:
        """Games to watch: the n longest, closest and most one-sided of those that ended normally (why, game, deal, value)."""
        import pandas as pd

        games = self.table("game")
        games = games[games["ended"] == "normal"]
        found = []
        for why, column, rising in (("longest", "length", False), ("closest", "margin", True), ("most one-sided", "margin", False)):
            if column in games:
                top = games.sort_values(column, ascending=rising, kind="stable").head(n)
                found.append(pd.DataFrame({"why": why, "game": top["game"], "deal": top["deal"], "value": top[column]}))
        return pd.concat(found, ignore_index=True)

    def _block(self, per: str) -> NDArray[np.int16]:
        pers = self.settings.mode_record.blocks()
        if per not in pers:
            raise SettingError(f"table {shown(per)} is not known: there are {', '.join(pers)}.")
        if self.blocks is None:
            raise SettingError("the rows of this run were not kept: simulate with rows=True for tables.")
        return self.blocks[per]

    def _keys(self, per: str, block: NDArray[np.int16]) -> dict[str, Any]:
        import pandas as pd

        s, n = self.settings, len(block)
        inner = block[0, ..., 0].size  # rows of one game
        game = np.arange(n)
        keys: dict[str, Any] = {"game": np.repeat(game, inner), "deal": np.repeat(game // s.players if s.rotate else game, inner)}
        if per == "game":
            return keys
        groups = seat_groups(s)
        group = groups[game % len(groups)]
        axis = inner // s.players  # entries of the axis, 1 for seats
        keys["seat"] = np.tile(np.repeat(np.arange(1, s.players + 1), axis), n)
        keys["strategy"] = pd.Categorical.from_codes(np.repeat(group, axis), list(s.specs))
        if per != "seat":
            labels = list(s.mode_record.axes[per].labels[:axis])
            keys[per] = pd.Categorical.from_codes(np.tile(np.arange(axis), n * s.players), labels)
        return keys


def _values(column: Column, raw: NDArray[np.int16]) -> Any:
    import pandas as pd

    if column.kind == "share":
        return raw / SHARE
    if column.kind == "part":
        return raw / PART
    if column.kind == "flag":
        return raw == 1
    if column.kind == "choice":
        return pd.Categorical.from_codes(raw, list(column.choices))
    if column.kind == "seat":
        return pd.arrays.IntegerArray(raw.astype(np.int16), raw == 0)
    return raw.astype(np.int64) * column.scale  # sums of small integers would overflow
