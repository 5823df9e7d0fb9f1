"""What a run was, in words: where, who, what was changed, and the command that plays it again."""

import shlex
from collections.abc import Sequence

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
    parts = [seat.strategy, *(f"{name} {value:g}" if isinstance(value, (int, float)) else f"{name} {value}" for name, value in seat.parameters)]
    return ", ".join(parts + ([f"{100 * seat.blunder:g} % mistakes"] if seat.blunder else []))


def who_plays(seats: Sequence[Seat]) -> str:
    """greedy in all seats, or the list."""
    words = [seat_words(seat) for seat in seats]
    return f"{words[0]} in all seats" if len(set(words)) == 1 else ("; " if any("," in w for w in words) else ", ").join(words)


def chips(settings: Settings) -> list[str]:
    """What differs from the printed game with its usual players."""
    mode = settings.mode_record
    knobs = {k.name: k for k in mode.knobs}
    found = [f"{knobs[name].label}: {knobs[name].said(value)} (printed {knobs[name].said(printed)})" for name, (value, printed) in settings.changed.items()]
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
    """The command that plays the same games again and keeps them; every argument as a shell needs it."""
    return simulate_command(result.settings, result.meta["extras"], "run")


def simulate_command(s: Settings, extras: Sequence[str], folder: str) -> str:
    """The command that plays the games of these settings and keeps them in a folder."""
    parts = ["topstats", "simulate", s.game, "--mode", s.mode, "--players", str(s.players), "--games", str(s.n_games), "--seed", str(s.seed)]
    parts += ["--rotate"] if s.rotate else []
    parts += ["--seats", ",".join(seat.spec for seat in s.seats)]
    parts += _rules(s)
    parts += ["--extras", ",".join(extras)] if extras else []
    return " ".join(map(shlex.quote, [*parts, "--save", folder]))


def _rules(settings: Settings) -> list[str]:
    """The options of the changed rules."""
    return [part for rule in typed_rules(settings) for part in ("--rule", rule)]


def typed_rules(settings: Settings) -> list[str]:
    """The changed rules as they are typed; a file of one's own stands as FILE, to be filled in from meta.json."""
    files = {k.name: k.file.names for k in settings.mode_record.knobs if k.file is not None}
    return [f"{name}={'FILE' if name in files and value not in files[name] else shown(value)}" for name, (value, _) in settings.changed.items()]


def replay_command(settings: Settings, game: int) -> str:
    """The command that tells one game of the run."""
    parts = ["topstats", "replay", settings.game, "--mode", settings.mode, "--players", str(settings.players), "--seed", str(settings.seed)]
    parts += ["--rotate"] if settings.rotate else []
    parts += ["--seats", ",".join(seat.spec for seat in settings.seats)]
    parts += _rules(settings)
    return " ".join(map(shlex.quote, [*parts, "--game", str(game)]))
