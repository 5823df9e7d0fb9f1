"""Files that appear whole or not at all: written beside their place, then moved there."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from topstats.core.contract import SettingError


class Unfinished(Exception):
    """What was asked is possible, but it could not be finished here; one plain sentence, exit code 1."""


class Target:
    """A file to be written once the numbers are there. It is refused at once if it could not be.

    Raises SettingError if the folder is missing, the name is a folder or a device, or writing is not allowed.
    """

    def __init__(self, option: str, name: str) -> None:
        self.option, self.name = option, name
        try:
            self.path = Path(os.path.realpath(name))
            self._look()
            handle, part = tempfile.mkstemp(prefix=f".{self.path.name[:60]}.", suffix=".part", dir=self.path.parent)
        except SettingError:
            raise
        except (OSError, ValueError) as error:  # a name with a zero byte is a ValueError
            raise self._refuse(getattr(error, "strerror", None) or str(error)) from None
        os.close(handle)
        self.part = Path(part)

    def _look(self) -> None:
        if not self.name or self.name.endswith(os.sep) or self.path.is_dir():
            raise self._refuse("it is a folder" if self.name else "the name is empty")
        if not self.path.parent.is_dir():
            raise self._refuse("its folder does not exist (folders are not created)")
        if self.path.exists() and not self.path.is_file():
            raise self._refuse("it is not an ordinary file")
        if self.path.exists() and not os.access(self.path, os.W_OK):
            raise self._refuse("it is write-protected")

    def _refuse(self, why: str) -> SettingError:
        return SettingError(f"{self.option} {self.name!r} cannot be written: {why}; allowed is a file in an existing folder that you may write to.")

    def write(self, writer: Callable[[Path], None]) -> None:
        """Let `writer` fill the temporary file; `finish` moves it to its place."""
        try:
            writer(self.part)
        except OSError as error:
            raise Unfinished(f"{self.option} {self.name!r} could not be written: {error.strerror or error}.") from None

    def finish(self) -> None:
        """Move the written file to its place, with the permissions that a new or the old file has."""
        umask = os.umask(0)
        os.umask(umask)
        mode = self.path.stat().st_mode & 0o777 if self.path.exists() else 0o666 & ~umask
        self.part.chmod(mode)
        os.replace(self.part, self.path)

    def discard(self) -> None:
        self.part.unlink(missing_ok=True)


class Folder:
    """A new folder for a saved run, in the manner of Target. Raises SettingError if it is there already or could not be written."""

    def __init__(self, option: str, name: str) -> None:
        from topstats.store import begin

        self.option, self.name = option, name
        self.path, self.part = begin(name, option)

    def write(self, writer: Callable[[Path], None]) -> None:
        """Let `writer` fill the temporary folder; `finish` moves it to its place."""
        try:
            writer(self.part)
        except OSError as error:
            raise Unfinished(f"{self.option} {self.name!r} could not be written: {error.strerror or error}.") from None

    def finish(self) -> None:
        """Move the filled folder to its place."""
        from topstats.store import settle

        settle(self.part, self.path)

    def discard(self) -> None:
        shutil.rmtree(self.part, ignore_errors=True)


@contextmanager
def targets(named: Mapping[str, str], keep: list[Target | Folder]) -> Iterator[list[Target | Folder]]:
    """The files named by options, and the folder of --save; whatever happens, nothing temporary stays behind.

    `keep` is told of them, so that whoever ends the program in mid-run can discard them too.
    """
    try:
        for option, name in named.items():
            keep.append((Folder if option == "--save" else Target)(option, name))
        if len({t.path for t in keep}) < len(keep):
            raise SettingError(f"{' and '.join(named)} name the same file: allowed is a file of its own for each.")
        yield keep
    finally:
        for target in keep:
            target.discard()
