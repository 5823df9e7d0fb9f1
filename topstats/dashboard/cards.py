"""The results as cards: for every metric its finding, its figure, its table; and the games to watch."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from topstats.dashboard import controls, ui, watch
from topstats.dashboard.jobs import Answer, Job
from topstats.dashboard.session import SS, link_of
from topstats.figures import FIGURES
from topstats.figures.theme import can_export, png, standalone
from topstats.replay import Replay, replay
from topstats.result import Result
from topstats.stats.compare import Comparison
from topstats.stats.findings import always

COLUMNS = 2  # of cards, where there is room for them


def grid_of(job: Job, rows: Job, first: Answer, answers: Sequence[Answer], key: str) -> None:
    """A card for each of these answers of a run; `rows` is a run of the same setup whose games can be looked up, `first` the answer in the headline."""
    if not answers:
        return
    grid = st.grid(COLUMNS, min_column_width=330, gap="small", border=True, key=key)
    for answer in answers:
        with grid.cell():
            _card(answer, job, rows, answer is first)


@st.fragment
def _card(answer: Answer, job: Job, rows: Job, is_first: bool) -> None:
    """Drawn by itself when its bars or its table are touched. A picture in which nothing varies is left out: its sentence says it all."""
    metric = answer.metric
    said = metric.beside(answer.table) if is_first else answer.finding
    ui.finding(metric.label, said.rstrip("."), metric.definition)
    figure = None if always(answer.table) else _figure(answer, ui.theme_name())
    if figure is not None:
        _picture(answer, figure, said)
    below = st.container(key=f"below/{metric.name}")
    ui.foot(footer(job))
    table = st.expander("Table, games and CSV", type="compact", on_change="rerun", key=f"table/{metric.name}")
    point = SS.get(f"point/{metric.name}")
    if point is not None and not table.open:
        with below:
            _behind(rows, answer, point, job)
    if table.open:
        with table:
            if figure is not None:
                _choose(answer, figure, rows, job)
            _table(answer, job, figure)


def _picture(answer: Answer, figure: Any, said: str) -> None:
    """The figure; a click on a bar chooses it, as the list in the box below does for those who use no mouse."""
    name = answer.metric.name
    key, chosen = f"figure/{name}", f"point/{name}"

    def picked() -> None:
        points = SS[key].selection.points
        data = points[0].get("customdata") if points else None
        SS[chosen] = (tuple(data) if isinstance(data, (list, tuple)) else (data,)) if data is not None else None

    ui.chart(key, figure, f"{answer.metric.label} {said} The table below says the same.", on_select=picked)


def _choose(answer: Answer, figure: Any, rows: Job, job: Job) -> None:
    """The bars and points of the picture as a list, and the games behind the chosen one."""
    assert rows.result is not None
    chosen = f"point/{answer.metric.name}"
    words: dict[str, tuple[Any, ...]] = {}
    for point in points_of(figure):
        found = watch.games_at(rows.result, answer.metric, point)
        if found is not None and found.n:
            words.setdefault(found.words, point)
    labels = {point: label for label, point in words.items()}
    if not labels:
        return
    if SS.get(chosen) not in labels:
        SS[chosen] = next((p for p in labels if SS.get(chosen) is not None and p[0] == SS[chosen][0]), None)
    st.selectbox("Games to watch", list(labels), None, format_func=lambda p: labels[p], key=chosen, placeholder="A bar or point of the picture")
    if SS[chosen] is not None:
        _behind(rows, answer, SS[chosen], job)


def points_of(figure: Any) -> list[tuple[Any, ...]]:
    """What a click on each mark of a figure would give, each once."""
    return list(dict.fromkeys(point for trace in figure.data if trace.customdata is not None for row in trace.customdata for point in _points(row)))


def _points(row: Any) -> list[tuple[Any, ...]]:
    """A mark's data, or those of a row of squares."""
    if not (isinstance(row, (list, tuple)) or hasattr(row, "tolist")):
        return [(row,)]
    return [point for cell in row if cell is not None for point in _points(cell)] if _is_row_of_squares(row) else [tuple(row)]


def _is_row_of_squares(row: Any) -> bool:
    return any(isinstance(cell, (list, tuple)) or hasattr(cell, "tolist") and cell.ndim for cell in row)


def _figure(answer: Answer, theme: str) -> Any:
    if theme not in answer.figures:
        answer.figures[theme] = FIGURES[answer.metric.kind](answer.table, answer.metric, theme)
    return answer.figures[theme]


def _behind(rows: Job, answer: Answer, point: Any, job: Job) -> None:
    """Games behind a bar or point, each a link to its replay. They are looked up in `rows`, the first games of the run."""
    assert rows.result is not None
    found = watch.games_at(rows.result, answer.metric, point)
    if found is None:
        ui.foot("A mean over all games: no games of its own.")
        return
    ui.foot(f"{found.words}: {found.n:,} of {rows.result.n_games:,} games. {'Watch one:' if found.n else ''}")
    with st.container(horizontal=True, gap="xsmall", key=f"behind/{answer.metric.name}"):
        for game in found.games:
            watch_link(job, game, f"Game {game:,}")


def watch_link(job: Job, game: int, label: str) -> None:
    st.page_link(SS["pages"]["replay"], label=label, icon=":material/play_circle:", query_params=link_of(job.settings) | {"game": str(game)})


def _table(answer: Answer, job: Job, figure: Any) -> None:
    name, table = answer.metric.name, answer.table.copy()
    table.attrs = {}  # what the finding's words needed: nothing that a browser could be sent
    st.dataframe(table, hide_index=True, column_config=ui.headers(table), key=f"rows/{name}")
    file = f"{job.settings.game}_{job.settings.mode}_{job.settings.players}p_{name}_{job.settings.hash}"
    with st.container(horizontal=True, gap="small", key=f"files/{name}"):
        st.download_button("CSV", ui.csv(table), f"{file}.csv", "text/csv", key=f"csv/{name}", on_click="ignore", icon=":material/download:")
        if figure is not None and can_export():
            picture = standalone(figure, ui.theme_name(), answer.finding, answer.metric.definition, footer(job, is_full=True))
            st.download_button("Picture", lambda: png(picture), f"{file}.png", "image/png", key=f"png/{name}", on_click="ignore", icon=":material/image:")
    ui.foot(footer(job, is_full=True))


def footer(job: Job, is_full: bool = False) -> str:
    """How a number was made: game, players, n, seed, what was changed; in full with the assumptions and the speed."""
    assert job.result is not None
    s, result = job.settings, job.result
    parts = [controls.game_words(s.game_record, s.mode_record, s.players), controls.who_plays(s.seats), f"{result.n_games:,} games, seed {s.seed}"]
    parts += ["every deal played from each seat"] if s.rotate else []
    parts += [f"changed: {'; '.join(s.changes)}" if s.changes else "rules as printed"]
    if not is_full:
        return " · ".join(parts) + "."
    speed = f"topstats {result.meta['version']}, {result.meta['games_per_second']:,.0f} games a second"
    return " · ".join([*parts, speed]) + ". Assumptions: " + " ".join(s.mode_record.assumptions)


@st.cache_resource(max_entries=32, show_spinner=False)
def replay_of(settings_hash: str, game: int, _settings: Any) -> Replay:
    """A game of a run, played again once for all windows."""
    return replay(_settings, game=game)


@st.cache_data(max_entries=200, show_spinner=False)
def _course(settings_hash: str, game: int, _settings: Any) -> str:
    return watch.course(replay_of(settings_hash, game, _settings))


def to_watch(job: Job, rows: Job) -> None:
    """The longest, the closest and the most one-sided game, each with the course of its points."""
    assert rows.result is not None
    if rows.result.blocks is None:
        return
    which = "" if rows is job else "the first "
    what = next(c.what for c in job.settings.mode_record.columns_of("seat") if c.name == "score").capitalize()
    ui.small_title("Games to watch", f"Three of {which}{rows.result.n_games:,} games, each a click from the drawn table.")
    grid = st.grid(3, min_column_width=260, gap="small", border=True, key="watch")
    for why, value, game in watch.titles(rows.result):
        with grid.cell():
            ui.small_title(f"{why}: {value}", f"Game {game:,}. {what} of each seat over the turns.")
            ui.draw(_course(rows.settings.hash, game, rows.settings), key=f"course/{why}")
            watch_link(job, game, "Watch it")


def to_publish(answer: Result | Comparison, name: str) -> None:
    """The whole answer as one page to keep or send, a file of this name. Who makes it is told by app.py: a page does not know the report."""
    make = SS["reporter"]
    words = "One page with all charts, tables, settings and the command that plays it again. It opens without network and prints well."
    look: dict[str, Any] = {"type": "tertiary", "icon": ":material/description:", "on_click": "ignore", "key": "publish/report"}
    with st.container(horizontal=True, key="publish"):
        st.download_button("Report to keep or send", lambda: make([answer]).encode(), name, "text/html", help=words, **look)
