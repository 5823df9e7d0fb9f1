"""A comparison for the page: what differs between the settings, what each does, which games have another winner."""

import json
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from topstats.figures import FIGURES
from topstats.report import words
from topstats.report.charts import Chart, csv_link
from topstats.report.sheets import sheet_of
from topstats.settings import Settings, groups
from topstats.stats import compared
from topstats.stats.compare import Comparison, played

NAMED = 12  # games with another winner that are named, of each setting


@dataclass(frozen=True)
class Against:
    """One setting against A. flips: game, deal, winners and margins; commands: of the first of them, under A and under it."""

    name: str
    charts: list[Chart]
    gains: str
    flips: list[tuple[str, ...]]
    commands: list[tuple[str, str]]


@dataclass(frozen=True)
class Both:
    """A comparison as it is told. differing and rules: label, value under each setting, clause, whether they differ; seats: by setting."""

    id: str
    where: str
    finding: str
    sub: str
    names: tuple[str, ...]
    differing: list[tuple[str, list[str]]]
    against: list[Against]
    facts: list[tuple[str, str]]
    rules: list[tuple[str, list[str], str, bool]]
    seats: list[tuple[str, list[str]]]
    assumptions: tuple[str, ...]
    again: str
    command: str
    own: list[tuple[str, str, str]]
    footer: str


def both_of(name: str, c: Comparison) -> Both:
    first = c.settings[0]
    found, more = compared.headline(c)
    rules, seats = _rules(c), _seats(c)
    return Both(
        id=name,
        where=f"{first.game_record.label} · what does the change do?",
        finding=found,
        sub=f"{more} {compared.how(c)}".strip(),
        names=c.names,
        differing=_tables(c) + [(label, values) for label, values, _, differs in rules if differs],
        against=[_against(name, c, other) for other in c.names[1:]],
        facts=_facts(c),
        rules=rules,
        seats=seats,
        assumptions=tuple(dict.fromkeys(text for s in c.settings for text in s.mode_record.assumptions)),
        again=words.again(c.settings),
        command=command(c),
        own=words.own_texts(c.settings),
        footer=footer(c),
    )


def _tables(c: Comparison) -> list[tuple[str, list[str]]]:
    """Version, players and who plays, where they are not the same everywhere."""
    asked: list[tuple[str, Callable[[Settings], str]]] = [
        ("Version", lambda s: s.mode_record.label),
        ("Players", lambda s: str(s.players)),
        ("Who plays", lambda s: words.who_plays(s.seats)),
    ]
    rows = [(label, [say(s) for s in c.settings]) for label, say in asked]
    return [(label, values) for label, values in rows if len(set(values)) > 1]


def _rules(c: Comparison) -> list[tuple[str, list[str], str, bool]]:
    """All rules of all versions; a dash where a version has none of this name."""
    knobs = {k.name: k for s in c.settings for k in s.mode_record.knobs}
    rows = []
    for name, knob in knobs.items():
        values = [knob.said(s.rules[name]) if name in s.rules else "–" for s in c.settings]
        rows.append((knob.label, values, knob.rule, len(set(values)) > 1))
    return rows


def _seats(c: Comparison) -> list[tuple[str, list[str]]]:
    most = max(s.players for s in c.settings)
    return [(f"Seat {i + 1}", [words.seat_words(s.seats[i]) if i < s.players else "–" for s in c.settings]) for i in range(most)]


def _against(page: str, c: Comparison, name: str) -> Against:
    charts = [_forest(page, c, name)]
    paired = c.is_paired[c.names.index(name)]
    flipped = c.flipped[c.flipped["setting"] == name].head(NAMED)
    if paired:
        charts.append(_flow(page, c, name))
    flips = [_flip(r) for r in flipped.itertuples()]
    sides = ((letter, c.settings[c.names.index(letter)]) for letter in (c.names[0], name))
    commands = [(letter, words.replay_command(s, int(flipped["game"].iloc[0]))) for letter, s in sides] if flips else []
    return Against(name, charts, compared.gains(c, name), flips, commands)


def _flip(r: Any) -> tuple[str, ...]:
    return f"{r.game:,}", f"{r.deal:,}", _winner(r.a), _winner(r.b), f"{r.margin_a:,}", f"{r.margin_b:,}"


def _winner(seat: Any) -> str:
    return f"seat {int(seat)}" if seat else "shared"


def _forest(page: str, c: Comparison, name: str) -> Chart:
    table = c.differences[c.differences["setting"] == name].reset_index(drop=True)
    return Chart(
        id=f"{page}-differences-{name}",
        question=f"What changes under {name}?",
        finding=c.finding(name).rstrip("."),
        definition=f"Mean difference {name} minus A, with intervals that hold together. Filled: differs from zero. Small: A → {name}. "
        "Drawn is what is asked first; the table has all.",
        figure=_plain(FIGURES["forest"](table[table["measure"].isin(c.first)], None, "light")),
        sheet=sheet_of(table, "forest"),
        csv=csv_link(table),
        file=f"{c.settings[0].game}_compare_{name}_differences_{c.settings[0].hash}.csv",
    )


def _flow(page: str, c: Comparison, name: str) -> Chart:
    table = c.winners[c.winners["setting"] == name].reset_index(drop=True)
    n, games = c.n_flipped(name), c.settings[0].n_games
    return Chart(
        id=f"{page}-winners-{name}",
        question="Who wins instead?",
        finding=f"{n:,} of {games:,} games have another winner under {name}",
        definition=f"Winner under A (rows) and under {name} (columns); a seat counts where it wins alone.",
        figure=_plain(FIGURES["flow"](table, None, "light")),
        sheet=sheet_of(table, "flow"),
        csv=csv_link(table),
        file=f"{c.settings[0].game}_compare_{name}_winners_{c.settings[0].hash}.csv",
    )


def _plain(figure: Any) -> dict[str, Any]:
    return dict(json.loads(figure.to_json()))


def _facts(c: Comparison) -> list[tuple[str, str]]:
    first = c.settings[0]
    seeds = ", ".join(f"{name} {s.seed}" for name, s in zip(c.names, c.settings, strict=True) if s.seed != first.seed)
    unit = "rotation, each deal played once from every seat" if first.rotate else "game, each its own deal"
    hashes = ", ".join(f"{name} {s.hash}" for name, s in zip(c.names, c.settings, strict=True))
    apart = [name for name, paired in zip(c.names, c.is_paired, strict=True) if not paired]
    deals = f"{' and '.join(apart)} on deals of {'their' if len(apart) > 1 else 'its'} own (other seed); the others on A's" if apart else "the same for all"
    return [
        ("Game", first.game_record.label),
        ("Games", f"{first.n_games:,} of each"),
        ("Seed", f"{first.seed}{f' ({seeds})' if seeds else ''}"),
        ("Deals", deals),
        ("Unit", f"the {unit}"),
        ("Intervals", compared.family(c)),
        ("Version", f"topstats {c.meta['version']}, settings {hashes}"),
    ]


def footer(c: Comparison) -> str:
    """How a number was made, in a line."""
    parts = [f"{name}: {_side(s)}" for name, s in zip(c.names, c.settings, strict=True)]
    first = c.settings[0]
    turned = ["every deal played from each seat"] if first.rotate else []
    return " · ".join([first.game_record.label, *parts, f"{first.n_games:,} games of each, seed {first.seed}", *turned, f"topstats {c.meta['version']}"])


def _side(s: Settings) -> str:
    return f"{s.mode_record.label}, {s.players} players, {words.who_plays(s.seats)}, {words.settings_words(s)}"


def command(c: Comparison) -> str:
    """The commands that play the same games again and make this page."""
    first = c.settings[0]
    if words.own_texts(c.settings):
        sides = "".join(f"    {words.in_python(s)},\n" for s in c.settings)
        return (
            "from pathlib import Path\n\nfrom topstats import Settings, compare\nfrom topstats.report import report\n\n"
            f"both = compare(\n{sides})\nPath('report.html').write_text(report([both]), encoding='utf-8')"
        )
    again = played([s.replace(seed=first.seed) for s in c.settings]) == c.settings
    is_whole = all(tuple(extras) == groups(s.mode_record) for extras, s in zip(c.meta["extras"], c.settings, strict=True))
    if not again or not is_whole or len(c.settings) > 5:
        lines = [words.simulate_command(s, extras, name) for name, s, extras in zip(c.names, c.settings, c.meta["extras"], strict=True)]
        return "\n".join([*lines, shlex.join(["topstats", "report", *c.names, "--out", "report.html"])])
    parts = ["topstats", "compare", first.game, "--games", str(first.n_games), "--seed", str(first.seed)]
    parts += ["--rotate"] if first.rotate else []
    parts += ["--measures", c.meta["measures"]] if c.meta["measures"] != "all" else []
    for name, s in zip(c.names, c.settings, strict=True):
        own = [f"mode={s.mode}", f"players={s.players}", f"seats={','.join(seat.spec for seat in s.seats)}"]
        own += words.typed_rules(s)
        parts += [word for text in own for word in (f"--{name.lower()}", text)]
    return shlex.join([*parts, "--out", "report.html"])
