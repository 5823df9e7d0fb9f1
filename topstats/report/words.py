"""What a run was, in words: where, who, what was changed, and the command that plays it again."""

import shlex
from collections.abc import Sequence
from typing import Any

from topstats.core.contract import shown
from topstats.result import Result
from topstats.settings import Seat, Settings
from topstats.stats.summary import ended


def where(settings: Settings) -> str:
    return f"{settings.game_record.label} · {settings.mode_record.label} · {settings.players} players"


def count(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def seat_words(seat: Seat) -> str:
    """Who sits there: weighted, variety 2, 10 % mistakes."""
    parts = [seat.strategy, *(f"{name} {value:.10g}" if isinstance(value, (int, float)) else f"{name} {value}" for name, value in seat.parameters)]
    return ", ".join(parts + ([f"{100 * seat.blunder:g} % mistakes"] if seat.blunder else []))


def who_plays(seats: Sequence[Seat]) -> str:
    """greedy in all seats, or the list."""
    words = [seat_words(seat) for seat in seats]
    return f"{words[0]} in all seats" if len(set(words)) == 1 else ("; " if any("," in w for w in words) else ", ").join(words)


def chips(settings: Settings) -> list[str]:
    """What differs from the printed game with its usual players."""
    mode = settings.mode_record
    knobs = {k.name: k for k in mode.knobs}
    idle = {name: f"; no effect while {knobs[other].label} is {knobs[other].said(settings.rules[other])}" for name, other in settings.idle.items()}
    changed = [(knobs[name], value, printed) for name, (value, printed) in settings.changed.items()]
    found = [f"{knob.label}: {knob.said(value)} (printed {knob.said(printed)}{idle.get(knob.name, '')})" for knob, value, printed in changed]
    usual = Seat(mode.default_strategy)
    return found + [f"Seat {i}: {seat_words(seat)} (usual {usual.spec})" for i, seat in enumerate(settings.seats, 1) if seat != usual]


def settings_words(settings: Settings) -> str:
    """What was changed, in a line."""
    return f"changed: {'; '.join(settings.changes)}" if settings.changes else "rules as printed"


def footer(result: Result) -> str:
    """How a number was made, in a line."""
    s = result.settings
    parts = [where(s), who_plays(s.seats), f"{count(result.n_games, 'game')}, seed {s.seed}"]
    parts += ["every deal played from each seat"] if s.rotate else []
    return " · ".join([*parts, settings_words(s), f"topstats {result.meta['version']}"])


def facts(result: Result) -> list[tuple[str, str]]:
    """The run as a list of names and values."""
    s = result.settings
    units = count(result.tally.n_units, "rotation" if s.rotate else "game")
    turned = f"{units}, each deal played once from every seat" if s.rotate else f"{units}, each its own deal"
    ends = ", ".join(f"{n:,} {word}" for word, n in ended(result).items())
    return [
        ("Game", where(s)),
        ("Games", f"{result.n_games:,} ({ends})"),
        ("Seed", str(s.seed)),
        ("Intervals", f"95 %, from {turned}"),
        ("Version", f"topstats {result.meta['version']}, settings {s.hash}"),
    ]


def command(result: Result) -> str:
    """The command that plays the same games again and keeps them. With an own strategy: in Python."""
    return simulate_command(result.settings, result.meta["extras"], "run")


def simulate_command(s: Settings, extras: Sequence[str], folder: str) -> str:
    """The command that plays the games of these settings and keeps them in a folder, as a shell needs it; with an own strategy in Python."""
    if s.own:
        more = f", extras={list(extras)!r}" if extras else ""
        return f'from topstats import Settings, simulate\nsimulate({in_python(s)}{more}).save("{folder}")'
    parts = ["topstats", "simulate", s.game, "--mode", s.mode, "--players", str(s.players), "--games", str(s.n_games), "--seed", str(s.seed)]
    parts += _table(s) + (["--extras", ",".join(extras)] if extras else [])
    return " ".join(map(shlex.quote, [*parts, "--save", folder]))


def replay_command(settings: Settings, game: int) -> str:
    """The command that tells one game of the run; with an own strategy in Python."""
    if settings.own:
        return f"from topstats import Settings, replay\nprint(replay({in_python(settings)}, game={game}))"
    parts = ["topstats", "replay", settings.game, "--mode", settings.mode, "--players", str(settings.players), "--seed", str(settings.seed)]
    return " ".join(map(shlex.quote, [*parts, *_table(settings), "--game", str(game)]))


def _table(s: Settings) -> list[str]:
    """Who sits where, by which rules, as options of the command."""
    rules = [part for rule in typed_rules(s) for part in ("--rule", rule)]
    return [*(["--rotate"] if s.rotate else []), "--seats", ",".join(seat.spec for seat in s.seats), *rules]


def typed_rules(s: Settings) -> list[str]:
    """The changed rules as they are typed."""
    return [f"{name}={shown(value)}" for name, value in _rules(s).items()]


def _rules(s: Settings) -> dict[str, Any]:
    """The changed rules; a file of one's own stands as FILE, to be filled in from meta.json."""
    files = {k.name: k.file.names for k in s.mode_record.knobs if k.file is not None}
    return {name: "FILE" if name in files and value not in files[name] else value for name, (value, _) in s.changed.items()}


def in_python(s: Settings) -> str:
    """The settings as they are written in Python; the functions of own strategies are to be given."""
    data = {name: value for name, value in s.to_dict().items() if name not in ("own", "rules")} | ({"rules": _rules(s)} if s.changed else {})
    return f"Settings({', '.join(f'{name}={value!r}' for name, value in data.items())}, own=[{', '.join(s.own)}])"


def own_texts(settings: Sequence[Settings]) -> list[tuple[str, str, str]]:
    """Name, hash and text of each strategy that does not come with topstats."""
    return list(dict.fromkeys((one.name, one.hash, one.source) for s in settings for one in s.own.values()))


def again(settings: Sequence[Settings]) -> str:
    """What stands above the command."""
    own = [name for name, _, _ in own_texts(settings)]
    return f"The same games again, in Python: {' and '.join(own)} must be given, as written below" if own else "The same games again"
