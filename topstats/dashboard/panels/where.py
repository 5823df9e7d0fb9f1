"""What happens where (visits, blockages, ... of each space of a track): a map with a choice of what it shows, and the same as a table."""

import streamlit as st

from topstats.core.contract import Column
from topstats.dashboard import cards, ui
from topstats.dashboard.jobs import Job
from topstats.dashboard.session import SS
from topstats.figures.boards import MAPS, map_of
from topstats.result import Result
from topstats.stats.sums import column_of, finding, mean_of_each, note_of, sums_of

FIRST = "lost"  # is shown first, if there is such a column


def applies(result: Result) -> bool:
    """Whether such numbers were counted, and there is a map for them."""
    return sums_of(result) is not None and result.settings.game in MAPS


@st.fragment
def show(job: Job, rows: Job) -> None:
    """Drawn by itself when another number is chosen."""
    assert job.result is not None
    sums = sums_of(job.result)
    assert sums is not None
    labels = {c.name: c.label for c in sums.columns}
    key = f"heat/{sums.per}"
    SS.setdefault(key, FIRST if FIRST in labels else next(iter(labels)))
    chosen = st.session_state[key] or next(iter(labels))
    column = column_of(sums, chosen)
    table = mean_of_each(job.result, chosen)
    ui.finding(sums.label, finding(table).rstrip("."), f"{column.help} Mean of all games.")
    st.segmented_control("What is shown", list(labels), format_func=lambda name: labels[name], key=key, label_visibility="collapsed")
    ui.draw(_map(job.settings.hash, chosen, job.result), key=f"map/{sums.per}")
    ui.foot(f"{note_of(job.result)} {cards.footer(job)}")
    _table(job, column, table)


@st.cache_data(max_entries=64, show_spinner=False)
def _map(settings_hash: str, name: str, _result: Result) -> str:
    return map_of(_result.settings, mean_of_each(_result, name))


def _table(job: Job, column: Column, table: object) -> None:
    """The numbers with their intervals, most first."""
    box = st.expander("Table and CSV", type="compact", on_change="rerun", key="table/where")
    if not box.open:
        return
    with box:
        shown = table.sort_values("value", ascending=False, kind="stable").rename(columns={"category": column.per})  # type: ignore[attr-defined]
        shown.attrs = {}
        st.dataframe(shown, hide_index=True, column_config=ui.headers(shown), key=f"rows/where/{column.name}")
        file = f"{job.settings.game}_{job.settings.mode}_{job.settings.players}p_{column.name}_{job.settings.hash}.csv"
        st.download_button("CSV", ui.csv(shown), file, "text/csv", key=f"csv/where/{column.name}", on_click="ignore", icon=":material/download:")
        ui.foot(cards.footer(job, is_full=True))
