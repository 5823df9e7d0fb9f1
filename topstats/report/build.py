"""From runs and comparisons to one HTML file: what is said is gathered here, how it looks stands in templates/.

The same runs give the same bytes, but for the one line of class "stamp": when it was made and how long the games took.
"""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from html import escape
from typing import Any

from topstats.core.contract import SettingError
from topstats.core.home import PACKAGE
from topstats.figures import FIGURES
from topstats.figures.boards import MAPS, map_of
from topstats.figures.theme import CONFIG, NBSP
from topstats.report import words
from topstats.report.charts import Chart, csv_link
from topstats.report.comparison import both_of
from topstats.report.sheets import sheet_of
from topstats.result import Result
from topstats.stats.compare import Comparison, comparable, compare_results, letters
from topstats.stats.findings import always, ends
from topstats.stats.metrics import Metric, metrics_of
from topstats.stats.sums import finding, mean_of_each, note_of, sums_of

TEMPLATES = PACKAGE / "report" / "templates"


@dataclass(frozen=True)
class Run:
    """One run as it is told. `rules`: label, value, printed value, clause and whether it was changed. `own`: name, hash and text
    of strategies that are not of this package. `watch`: why, game, command."""

    id: str
    where: str
    finding: str
    sub: str
    chips: list[str]
    facts: list[tuple[str, str]]
    seats: list[tuple[str, str, str]]
    rules: list[tuple[str, str, str, str, bool]]
    assumptions: tuple[str, ...]
    again: str
    command: str
    own: list[tuple[str, str, str]]
    footer: str
    charts: list[Chart]
    watch: list[tuple[str, str, str]]


def report(parts: Sequence[Result | Comparison], title: str = "", made: datetime | None = None) -> str:
    """The page of these runs and comparisons (at least one) as HTML. Runs of one game on the same deals are compared, too.

    title : a name for the page; it is text, never markup. made : the time on the stamp, now if not given.
    """
    if not parts:
        raise SettingError("a report of no runs is not possible: name at least one saved run.")
    results = [p for p in parts if isinstance(p, Result)]
    comparisons = [p for p in parts if isinstance(p, Comparison)] + ([compare_results(results)] if comparable(results) else [])
    boths = [both_of(f"comparison{i}", c) for i, c in enumerate(comparisons, 1)]
    names = letters(len(results)) if comparable(results) else ()
    runs = [_run(f"run{i}", result, names[i - 1] if names else "") for i, result in enumerate(results, 1)]
    charts = [chart for both in boths for a in both.against for chart in a.charts] + [chart for run in runs for chart in run.charts]
    figures = _json({chart.id: chart.figure for chart in charts if chart.figure is not None})
    draw = _text("report.js")
    first = boths[0].finding if boths else runs[0].finding
    return (
        _environment()
        .get_template("report.html")
        .render(
            title=title.strip() or (first if boths or len(runs) == 1 else f"{len(runs)} runs"),
            name=title.strip(),
            boths=boths,
            runs=runs,
            n_parts=len(boths) + len(runs),
            css=_text("report.css"),
            plotly=_plotly(),
            draw=draw,
            figures=figures,
            config=_json(CONFIG | {"modeBarButtonsToRemove": ["sendChartToCloud"]}),
            sources=" ".join(f"'sha256-{_digest(code)}'" for code in (_plotly(), draw)),
            stamp=_stamp(parts, made or datetime.now(UTC)),
        )
    )


def _stamp(parts: Sequence[Result | Comparison], made: datetime) -> str:
    """All that differs when the same games are played again."""
    games = sum(p.n_games if isinstance(p, Result) else p.settings[0].n_games * len(p.settings) for p in parts)
    at, seconds = made.astimezone(UTC), sum(p.meta["seconds"] for p in parts)
    return f"Made on {at:%Y-%m-%d} at {at:%H:%M} UTC; {words.count(games, 'game')} played in {seconds:.1f} seconds."


def _run(name: str, result: Result, letter: str = "") -> Run:
    settings, mode = result.settings, result.settings.mode_record
    answers = [(metric, metric.compute(result)) for metric in metrics_of(result)]
    first, table = next((a for a in answers if a[0].name == "win_by_strategy" and settings.rotate), answers[0])
    ideas = {seat.strategy: settings.strategy(seat).idea for seat in settings.seats}
    return Run(
        id=name,
        where=f"{letter}{letter and ' · '}{words.where(settings)}",
        finding=first.finding(table).rstrip("."),
        sub=f"{ends(table)} {words.count(result.n_games, 'game')}, {words.who_plays(settings.seats)}.".strip(),
        chips=words.chips(settings),
        facts=words.facts(result),
        seats=[(f"Seat {i}", words.seat_words(seat), ideas[seat.strategy]) for i, seat in enumerate(settings.seats, 1)],
        rules=[(k.label, k.said(settings.rules[k.name]), k.said(k.printed(settings.players)), k.rule, k.name in settings.changed) for k in mode.knobs],
        assumptions=mode.assumptions,
        again=words.again([settings]),
        command=words.command(result) + ("" if settings.own else "\ntopstats report run --out report.html"),
        own=words.own_texts([settings]),
        footer=words.footer(result),
        charts=[_chart(name, metric, table, settings, metric is first) for metric, table in answers] + _maps(name, result),
        watch=_watch(result),
    )


def _chart(run: str, metric: Metric, table: Any, settings: Any, is_headline: bool) -> Chart:
    figure = None if always(table) else FIGURES[metric.kind](table, metric, "light")
    return Chart(
        id=f"{run}-{metric.name}",
        question=metric.label,
        finding=(metric.beside if is_headline else metric.finding)(table).rstrip("."),
        definition=metric.definition,
        figure=None if figure is None else json.loads(figure.to_json()),
        sheet=sheet_of(table, metric.kind),
        csv=csv_link(table),
        file=f"{settings.game}_{settings.mode}_{settings.players}p_{metric.name}_{settings.hash}.csv",
    )


def _maps(run: str, result: Result) -> list[Chart]:
    """What happens where, a map for each number that was counted."""
    sums, settings = sums_of(result), result.settings
    tables = [] if sums is None or settings.game not in MAPS else [(sums, c, mean_of_each(result, c.name)) for c in sums.columns]
    return [
        Chart(
            id=f"{run}-where-{column.name}",
            question=sums.label,
            finding=finding(table).rstrip("."),
            definition=f"{column.help} Mean of all games. {note_of(result)}",
            figure=None,
            sheet=sheet_of(table, "map"),
            csv=csv_link(table),
            file=f"{settings.game}_{settings.mode}_{settings.players}p_{column.name}_{settings.hash}.csv",
            picture=map_of(settings, table, "light"),
        )
        for sums, column, table in tables
    ]


def _watch(result: Result) -> list[tuple[str, str, str]]:
    """Why a game is worth watching, its number, and the command that tells it; none if the rows were not kept."""
    if result.blocks is None:
        return []
    found = result.extremes(1).to_dict("records")
    return [(f"The {r['why']} game ({r['value']})", f"{r['game']:,}", words.replay_command(result.settings, r["game"])) for r in found]


def _json(data: Any) -> str:
    """JSON that may stand inside a script element: nothing in it can end the element."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _text(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _digest(code: str) -> str:
    """For the content security policy: only scripts with these digests may run."""
    return base64.b64encode(sha256(code.encode()).digest()).decode()


@cache
def _plotly() -> str:
    from plotly.offline import get_plotlyjs

    return str(get_plotlyjs())


@cache
def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    found = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    found.filters["words"] = _no_break
    return found


def _no_break(text: str) -> Any:
    """Escaped text with no-break spaces where a number and its unit stand together."""
    from markupsafe import Markup

    return Markup(escape(text).replace(" %", f"{NBSP}%"))
