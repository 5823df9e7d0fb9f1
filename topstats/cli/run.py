"""One call of the command: hears Ctrl-C at any moment, turns refusals into one sentence, leaves nothing half-written."""

import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from topstats.cli.files import Folder, Target, Unfinished
from topstats.core.contract import SettingError

INTERRUPTED = 130
GRACE_S = 0.7  # a run in its kernels stops within this time; a compilation cannot be stopped, so it is left behind


@dataclass
class Call:
    """What a command shares with the thread that waits for it: whether to stop, and the files under way."""

    stop: threading.Event = field(default_factory=threading.Event)
    files: list[Target | Folder] = field(default_factory=list)


def guarded(command: Callable[[Call], int]) -> int:
    """The exit code of `command`, run in a thread of its own while this one waits for Ctrl-C.

    Python hears Ctrl-C only between two steps of its main thread; inside a compilation that can take
    seconds, here it takes at most GRACE_S.
    """
    call, done = Call(), threading.Event()
    outcome: list[int | BaseException] = []

    def work() -> None:
        try:
            outcome.append(command(call))
        except BaseException as error:  # carried over to the waiting thread
            outcome.append(error)
        done.set()

    try:
        threading.Thread(target=work, name="command", daemon=True).start()
        while not done.wait(0.2):  # not Thread.join: when interrupted that one believes the thread has ended
            pass
    except KeyboardInterrupt:
        _stopped(call, done)
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


def _stopped(call: Call, done: threading.Event) -> NoReturn:
    """End the process with code 130, without waiting for threads that do not listen."""
    try:
        call.stop.set()
        done.wait(GRACE_S)
    except KeyboardInterrupt:
        pass
    for target in call.files:
        target.discard()
    if sys.stderr.isatty():
        sys.stderr.write("\x1b[?25h")  # the cursor that a progress bar hides
    print("\nStopped.", file=sys.stderr, flush=True)
    os._exit(INTERRUPTED)


def refused(command: Callable[[], int | None], path: str) -> int:
    """The exit code of a typer command run with standalone_mode=False; what it refuses goes to standard error in one sentence.

    path : the command as it is typed ("topstats simulate").
    """
    try:
        code = command()
        sys.stdout.flush()
    except SettingError as error:
        return _say(str(error), 2)
    except Unfinished as error:
        return _say(str(error), 1)
    except SystemExit as error:  # typer's own answer to a closed pipe
        return _close(error.code if isinstance(error.code, int) else 1)
    except MemoryError:
        return _say("there is not enough memory for this many games: ask for fewer, or leave out --csv and --parquet.", 1)
    except BrokenPipeError:
        return _close(1)
    except OSError as error:
        return _close(_say(f"this could not be finished: {error.strerror or error}.", 1))
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        return _say(_usage(error, path), 2)
    return code or 0


def _usage(error: Any, path: str) -> str:
    """What typer refuses, in the house's words where its own do not say what is allowed."""
    message = error.format_message().strip().rstrip(".")
    if getattr(getattr(error, "param", None), "name", "") == "game":
        return f"which game? {_games()}."
    if message.startswith("No such command"):
        return f"{message}: allowed is {', '.join(error.ctx.command.commands)}."
    return f"{message}: `{path} --help` shows what is allowed."


def _games() -> str:
    from topstats.registry import GAMES

    return f"Allowed is {', '.join(GAMES)}"


def _say(sentence: str, code: int) -> int:
    print(f"topstats: {' '.join(sentence.split())}", file=sys.stderr)
    return code


def _close(code: int) -> int:
    """Nobody reads standard output any more: keep Python from complaining about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
