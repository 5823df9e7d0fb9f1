"""Balance: the setup beside what it does, the answer first."""

import streamlit as st

from topstats.core.contract import SettingError
from topstats.dashboard import cards, controls, panels, status, ui
from topstats.dashboard.draft import QUICK, Draft
from topstats.dashboard.jobs import Answer, Job, keeps_rows
from topstats.dashboard.session import SS, current, desk, me, show_link
from topstats.settings import Settings
from topstats.stats.findings import ends

PATIENCE = 0.9  # seconds that a page waits for a quick run before it shows what it has


def show() -> None:
    draft = current()
    settings, refusal = _checked(draft)
    with st.sidebar:
        controls.setup(draft, refusal)
    jobs = _ask(settings) if settings is not None else []
    shown = _shown(jobs)
    if shown is None:
        _nothing_yet(draft, jobs, refusal)
        return
    _answer(draft, shown, jobs, refusal)


def _checked(draft: Draft) -> tuple[Settings | None, str]:
    """The settings of the draft, or why they cannot be."""
    try:
        settings = draft.settings()
    except SettingError as error:
        return None, controls.said(str(error), draft)
    show_link(settings)
    return settings, ""


def _ask(settings: Settings) -> list[Job]:
    """The run wanted, and before it a quick one of the same setup: an answer at once, and rows to find games in."""
    quick = settings if keeps_rows(settings) else settings.replace(n_games=QUICK)
    jobs = desk().ask(me(), *dict.fromkeys((quick, settings)))
    jobs[0].finished.wait(PATIENCE)
    return jobs


def _shown(jobs: list[Job]) -> Job | None:
    """The best result there is: of this setup, else the last one of this window."""
    done = [job for job in jobs if job.result is not None]
    if done:
        SS["shown"], SS["rows"] = done[-1], done[0]
    return SS.get("shown")


def _nothing_yet(draft: Draft, jobs: list[Job], refusal: str) -> None:
    """The first seconds, or a first setup that cannot be played."""
    where = controls.game_words(draft.game_record, draft.mode_record, draft.players)
    ui.headline(where, draft.game_record.question, f"{draft.n_games:,} games are being played to find out." if jobs else "")
    _phone()
    controls.chips(draft)
    status.show(draft, jobs, refusal, None)


def _phone() -> None:
    """On a phone the setup is a drawer; this opens it."""
    with st.container(horizontal=True, key="phone"):
        if st.button("Change the setup", icon=":material/tune:", type="primary", width="stretch", key="open_setup"):
            SS["drawer"] = "expanded"
            st.rerun()


def _answer(draft: Draft, shown: Job, jobs: list[Job], refusal: str) -> None:
    assert shown.result is not None
    settings, is_old = shown.settings, shown not in jobs
    where = controls.game_words(settings.game_record, settings.mode_record, settings.players)
    first = next((a for a in shown.answers if a.metric.name == "win_by_strategy" and settings.rotate), shown.answers[0])
    ui.headline(
        f"Last result · {where}" if is_old else where,
        first.finding.rstrip("."),
        f"{ends(first.table)} {shown.result.n_games:,} games, {controls.who_plays(settings.seats)}.",
    )
    _phone()
    controls.chips(draft)
    status.show(draft, jobs, refusal, shown if is_old else None)
    cards.to_publish(shown.result, f"{settings.game}_{settings.mode}_{settings.players}p_{settings.hash}.html")
    _body(shown, SS["rows"], first)
    cards.to_watch(shown, SS["rows"])
    ui.foot(cards.footer(shown, is_full=True))


def _body(shown: Job, rows: Job, first: Answer) -> None:
    """The pictures: first those of the headline, then what this kind of result has of its own, then all others."""
    assert shown.result is not None
    own = panels.panels_of(shown.result)
    answers = [a for a in shown.answers if not any(a.metric.name in panel.metrics for panel in own)]
    n = cards.COLUMNS if own else len(answers)
    cards.grid_of(shown, rows, first, answers[:n], "cards")
    for panel in own:
        with st.container(border=True, key=f"panel/{panel.name}"):
            panel.show(shown, rows)
    cards.grid_of(shown, rows, first, answers[n:], "more_cards")
