"""Results on disk: a run as a folder that is there whole or not at all, a table as a file in which no text is a formula.

A saved run is meta.json (settings, version, speed; the sums if the rows were not kept) and games.parquet: one row for each game,
whole numbers as the engine counts them, columns "game.length", "seat.share.1" (place 1, in sixtieths of a win), "city.won.1.Paris".
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from topstats.core.contract import SettingError, shown
from topstats.core.machine import NO_SUMS
from topstats.core.own import gather
from topstats.settings import Settings, check_extras
from topstats.split import live_splits
from topstats.tally import Ints, Tally, empty_sums, live_columns, tally, tally_from, whole

if TYPE_CHECKING:
    from topstats.result import Result

FORMAT, SHAPE = "topstats run", 2  # SHAPE grows when a saved run looks different
META, GAMES = "meta.json", "games.parquet"
BATCH = 262_144  # games written or read at a time
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would compute a text that begins so

Blocks = dict[str, NDArray[np.int16]]


def save(result: Result, folder: str | Path) -> Path:
    """Write the run into a new folder; returns where. Raises SettingError if it is there already or cannot be written."""
    place, part = begin(folder)
    try:
        write(result, part)
        return settle(part, place)
    except OSError as error:
        raise _refuse(folder, "folder", error.strerror or str(error)) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)


def begin(folder: str | Path, what: str = "folder") -> tuple[Path, Path]:
    """The place of the new folder, and an empty one beside it to be filled: whatever cannot be written is refused here."""
    try:
        place = Path(os.path.abspath(folder))
        if not str(folder).strip():
            raise _refuse(folder, what, "the name is empty")
        if _is_there(place):
            raise _refuse(folder, what, "it exists already")
        if not place.parent.is_dir():
            raise _refuse(folder, what, "the folder it should stand in does not exist")
        return place, Path(tempfile.mkdtemp(prefix=f".{place.name[:60]}.", suffix=".part", dir=place.parent))
    except SettingError:
        raise
    except (OSError, ValueError) as error:
        raise _refuse(folder, what, getattr(error, "strerror", None) or str(error)) from None


def _is_there(place: Path) -> bool:
    """Whether there is anything of this name, a broken link too; OSError if there never can be."""
    try:
        os.lstat(place)
    except FileNotFoundError:
        return False
    return True


def settle(part: Path, place: Path) -> Path:
    """Move the filled folder to its place, with the permissions of a new one."""
    umask = os.umask(0)
    os.umask(umask)
    part.chmod(0o777 & ~umask)
    if _is_there(place):
        raise _refuse(place, "folder", "it exists by now")
    os.replace(part, place)
    return place


def _refuse(folder: str | Path, what: str, why: str) -> SettingError:
    return SettingError(f"{what} {str(folder)!r} cannot be written: {why}; allowed is a new name in an existing folder that you may write to.")


def write(result: Result, part: Path) -> None:
    """The two files of a run into an empty folder."""
    rows = None
    if result.blocks is not None:
        _write_rows(result, part / GAMES)
        rows = {"file": GAMES, "sha256": _digest(part / GAMES)}
    data = {
        "format": FORMAT,
        "shape": SHAPE,
        "settings": result.settings.to_dict(full=True),
        "meta": result.meta,
        "rows": rows,
        "tally": result.tally.to_dict() if rows is None else None,
    }
    if rows is not None and result.tally.sums is not None:
        data["sums"] = result.tally.sums.tolist()  # no row tells them
    (part / META).write_text(json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8")


def _write_rows(result: Result, path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    assert result.blocks is not None
    names = [name for name, _, _ in _columns(result.settings, result.meta["extras"])]
    schema = pa.schema([(name, pa.int16()) for name in names])
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for first in range(0, result.n_games, BATCH):
            part = {per: block[first : first + BATCH] for per, block in result.blocks.items()}
            arrays = [np.ascontiguousarray(part[per][at]) for _, per, at in _columns(result.settings, result.meta["extras"])]
            writer.write_table(pa.Table.from_arrays([pa.array(a) for a in arrays], schema=schema))


def _columns(settings: Settings, extras: list[str]) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    """For each column of games.parquet its name, its block, and where in the block it lies."""
    mode, every = settings.mode_record, slice(None)
    for per in mode.blocks():
        for cell in np.ndindex(*mode.shape(per, 1, settings.players)[1:-1]):
            where = [str(place + 1) for place in cell[:1]] + [mode.axes[per].labels[entry] for entry in cell[1:]]
            for i, column in live_columns(mode, per, extras):
                yield ".".join([per, column.name, *where]), per, (every, *cell, i)


def load(folder: str | Path, own: Any = ()) -> Result:
    """A run that was saved, equal to what it was. Raises SettingError, saying what is wrong with the folder.

    own : the functions of the own strategies in it, needed only to play on; each must have the text that it had.
    """
    from topstats.result import Result

    place = Path(folder)
    try:
        data = _read_meta(place)
        settings = with_functions(Settings.from_dict(data["settings"]), own)
        meta = _meta(data["meta"], settings)
        if data["rows"] is None:
            return Result(settings, meta, _sums(settings, meta, data["tally"]), None)
        blocks = _read_rows(place / GAMES, settings, meta, data["rows"])
        total = tally(settings, list(blocks.values()), meta["extras"])
        total = replace(total, sums=_of_run(data.get("sums"), settings, meta))
    except SettingError as error:
        raise SettingError(f"run {shown(str(folder))} cannot be read: {error}") from None
    return Result(settings, meta, total, blocks)


def with_functions(settings: Settings, own: Any) -> Settings:
    """The same settings with the functions of their own strategies. Raises SettingError if one has another text than it had."""
    given, _ = gather(own, None)
    for name, one in given.items():
        if name not in settings.own:
            raise SettingError(f"own strategy {name} does not play in it; there is {', '.join(settings.own) or 'none'}.")
        if one.hash != settings.own[name].hash:
            raise SettingError(f"own strategy {name} is not the one that played: its text has the hash {one.hash}, and that had {settings.own[name].hash}.")
    return settings.replace(own={**settings.own, **given})


def _read_meta(place: Path) -> dict[str, Any]:
    """What meta.json says, if it is one of ours and of this shape."""
    try:
        data = json.loads((place / META).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        missing = "there is no such folder" if not place.is_dir() else f"{META} is missing or damaged"
        raise SettingError(f"{missing}; a run is a folder made by --save or Result.save.") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SettingError(f"{META} is not of a topstats run; a run is a folder made by --save or Result.save.")
    if data.get("shape") != SHAPE:
        raise SettingError(
            f"it was saved in shape {shown(data.get('shape'))}, and this version of topstats reads shape {SHAPE}; use the version that saved it."
        )
    if lacking := [name for name in ("settings", "meta", "rows", "tally") if name not in data]:
        raise SettingError(f"{META} lacks {', '.join(lacking)}.")
    return data


def _meta(data: Any, settings: Settings) -> dict[str, Any]:
    """Version, seconds, ... of the run, each of its own type."""
    numbers = ("seconds", "prepare_seconds", "games_per_second", "workers")
    is_sound = isinstance(data, Mapping) and isinstance(data.get("version"), str) and isinstance(data.get("extras"), list)
    if not is_sound or not all(isinstance(data.get(n), (int, float)) and math.isfinite(data[n]) for n in numbers):
        raise SettingError(f"the part meta of {META} is damaged.")
    return dict(data) | {"extras": list(check_extras(data["extras"], settings.mode_record))}


def _sums(settings: Settings, meta: dict[str, Any], data: Any) -> Tally:
    """The tally of a run without rows, if it has the columns and shapes that its settings ask for."""
    mode = settings.mode_record
    wanted = {
        (per, column.name): (int(np.prod(mode.shape(per, 1, settings.players)[1:-1], dtype=int)), 1 if per == "game" else len(settings.specs))
        for per in mode.blocks()
        for _, column in live_columns(mode, per, meta["extras"])
    }
    try:
        found = tally_from(data)
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError):
        raise SettingError(f"the sums in {META} are damaged.") from None
    units = settings.n_games // (settings.players if settings.rotate else 1)
    if (found.n_games, found.n_units) != (settings.n_games, units):
        raise SettingError(f"the sums in {META} are of {found.n_games} games in {found.n_units} units, and its settings ask for {settings.n_games} in {units}.")
    splits = {key for per in mode.blocks() for _, _, key in live_splits(per, live_columns(mode, per, meta["extras"]))}
    if {key: count.counts.shape[:2] for key, count in found.columns.items()} != wanted or set(found.splits) != splits:
        raise SettingError(f"the sums in {META} are of other columns than {mode.label} has in this version of topstats.")
    return replace(found, sums=_of_run(found.sums, settings, meta))


def _of_run(data: Any, settings: Settings, meta: dict[str, Any]) -> Ints | None:
    """What is summed per run only, if it has the shape that the settings ask for; None if it was not asked for."""
    wanted = empty_sums(settings, meta["extras"])
    try:
        found = None if data is None else whole(data)
    except (TypeError, ValueError, OverflowError):
        raise SettingError(f"the sums in {META} are damaged.") from None
    if (NO_SUMS if found is None else found).shape != wanted.shape or (found is not None and (found < 0).any()):
        raise SettingError(f"the sums in {META} are damaged.")
    return found


def _read_rows(path: Path, settings: Settings, meta: dict[str, Any], rows: Any) -> Blocks:
    """The blocks of a run, if the file is the one that was saved and has the columns of the mode."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        if _digest(path) != rows["sha256"]:
            raise SettingError(f"{GAMES} is not the file that was saved with {META}.")
        file = pq.ParquetFile(path)
    except (OSError, TypeError, KeyError, pa.ArrowException):
        raise SettingError(f"{GAMES} is missing or damaged.") from None
    with file:
        columns = list(_columns(settings, meta["extras"]))
        if file.schema_arrow != pa.schema([(name, pa.int16()) for name, _, _ in columns]):
            raise SettingError(f"{GAMES} has other columns than {settings.mode_record.label} has in this version of topstats.")
        if file.metadata.num_rows != settings.n_games:
            raise SettingError(f"{GAMES} has {file.metadata.num_rows} games, and its settings ask for {settings.n_games}.")
        mode = settings.mode_record
        blocks = {per: np.zeros(mode.shape(per, settings.n_games, settings.players), np.int16) for per in mode.blocks()}
        first = 0
        for batch in file.iter_batches(BATCH):
            for name, per, (_, *at) in columns:
                blocks[per][(slice(first, first + len(batch)), *at)] = batch.column(name).to_numpy(zero_copy_only=False)
            first += len(batch)
    return blocks


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_table(table: Any, path: Path, is_parquet: bool) -> None:
    """A DataFrame to a file. In a CSV no text is taken for a formula by a spreadsheet: an apostrophe goes before it."""
    import pyarrow as pa

    if is_parquet:
        import pyarrow.parquet

        pyarrow.parquet.write_table(pa.Table.from_pandas(table, preserve_index=False), path)
        return
    import pyarrow.csv

    data = pa.Table.from_pandas(harmless(table), preserve_index=False)  # some ten times faster than DataFrame.to_csv
    pyarrow.csv.write_csv(data, path, pyarrow.csv.WriteOptions(quoting_style="needed"))


def harmless(table: Any) -> Any:
    """The table with an apostrophe before each text, name or category that a spreadsheet would compute; numbers stay numbers."""
    texts = {}
    for name, column in table.items():
        if column.dtype == "category":
            texts[name] = column.cat.rename_categories(_quoted)
        elif column.dtype in ("str", "object"):
            texts[name] = column.map(_quoted)
    return table.assign(**texts).rename(columns=_quoted)


def _quoted(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
