"""Getting ready: compile all engines in processes of their own, and serve the page."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from time import perf_counter
from typing import Any, NoReturn

from topstats.cli.files import Unfinished
from topstats.cli.run import Call
from topstats.core.contract import SettingError
from topstats.core.home import home

HOST = "127.0.0.1"
FIRST_PORT = 8501
COMPILE = "import sys; from topstats.cli.start import compile_mode; compile_mode(*sys.argv[1:])"


def compile_mode(game: str, mode: str) -> None:
    """Use every compiled entry of a mode once: many games, a replay, one decision by hand."""
    from topstats.replay import replay
    from topstats.settings import Settings
    from topstats.simulate import simulate
    from topstats.table import Table

    settings = Settings(game=game, mode=mode, n_games=1)
    simulate(settings, workers=1)
    replay(settings)
    table = Table(settings)
    table.apply(table.options()[0])


def compile_all(call: Call) -> tuple[float, list[dict[str, Any]]]:
    """Compile each engine in a process of its own; returns the seconds, and each mode with its own. Modes that share an engine share a process."""
    from topstats.registry import GAMES

    begin = perf_counter()
    modes = {(mode.engine, game.name): mode.name for game in GAMES.values() for mode in reversed(game.modes)}
    running = {
        (game, mode): subprocess.Popen([sys.executable, "-c", COMPILE, game, mode], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for (_, game), mode in modes.items()
    }
    try:
        took = _wait(call, running, begin)
    finally:
        for process in running.values():
            process.kill()
            process.communicate()
    shared = {(game.name, m.name): modes[m.engine, game.name] for game in GAMES.values() for m in game.modes}
    return perf_counter() - begin, [{"game": game, "mode": mode, "seconds": took[game, first]} for (game, mode), first in shared.items()]


def _wait(call: Call, running: Mapping[tuple[str, str], subprocess.Popen[str]], begin: float) -> dict[tuple[str, str], float]:
    """Seconds until each process was done. Raises SettingError with the last line of one that failed."""
    took: dict[tuple[str, str], float] = {}
    while len(took) < len(running) and not call.stop.wait(0.05):
        for name, process in running.items():
            if name in took or process.poll() is None:
                continue
            took[name] = round(perf_counter() - begin, 2)
            if process.returncode:
                assert process.stderr is not None
                last = process.stderr.read().strip().splitlines()[-1:]
                raise Unfinished(f"{' '.join(name)} could not be compiled: {''.join(last) or 'the process was stopped'}.")
    return took


def _is_free(port: int) -> bool:
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind((HOST, port))
        except OSError:
            return False
    return True


def _port(wanted: int | None) -> int:
    if wanted is None:
        return next((port for port in range(FIRST_PORT, FIRST_PORT + 100) if _is_free(port)), FIRST_PORT)
    if not _is_free(wanted):
        raise SettingError(f"--port {wanted} is in use on this machine: allowed is a free port, or none to have one chosen.")
    return wanted


def serve(port: int | None, opens_browser: bool, is_json: bool) -> NoReturn:
    """Become the server of the page; nothing is sent to anybody, and only this machine is answered."""
    page, number = home() / "app.py", _port(port)
    if not page.is_file():
        raise Unfinished(f"the page is missing: {page} should be there; install topstats again.")
    url = f"http://{HOST}:{number}"
    print(json.dumps({"url": url, "app": str(page)}) if is_json else f"Top Stats at {url} (Ctrl-C stops it)", flush=True)
    options = {
        "server.port": number,
        "server.address": HOST,
        "server.headless": str(not opens_browser).lower(),
        "server.showEmailPrompt": "false",
        "browser.gatherUsageStats": "false",
    }
    command = [sys.executable, "-m", "streamlit", "run", str(page), *(f"--{name}={value}" for name, value in options.items())]
    os.execv(sys.executable, command)
