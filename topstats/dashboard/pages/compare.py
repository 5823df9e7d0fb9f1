"""Compare: two to five settings on the same deals, the answer first."""

from typing import Any

import streamlit as st

from topstats.core.contract import SettingError
from topstats.dashboard import cards, controls, sides, status, together, ui
from topstats.dashboard import draft as drafts
from topstats.dashboard.draft import MORE, QUICK, Draft
from topstats.dashboard.jobs import Job
from topstats.dashboard.session import SS, desk, me, put
from topstats.dashboard.sides import LETTERS
from topstats.settings import Settings
from topstats.stats import compared
from topstats.stats.compare import Comparison
from topstats.stats.measures import LEVELS

PATIENCE = 1.2  # seconds that the page waits for a quick comparison before it shows what it has


def show() -> None:
    every = sides.all_sides()
    settings, refusals = _checked(every)
    jobs = []
    if settings is not None:
        sides.show_link(settings)
        jobs = _ask(settings)
    shown = next((job for job in reversed(jobs) if job.comparison is not None), None)
    if shown is not None:
        SS["compared"] = shown
    _head(every, settings, SS.get("compared"), jobs)
    _cards(every, settings, refusals)
    _status(every, refusals, jobs)
    job = SS.get("compared")
    if job is not None and not (settings is not None and _is_idle(settings)):
        _answer(job)


def _checked(every: list[Draft]) -> tuple[list[Settings] | None, dict[int, str]]:
    """The settings of all sides, or why some cannot be."""
    found, refusals = [], {}
    for i, draft in enumerate(every):
        try:
            found.append(draft.settings())
        except SettingError as error:
            refusals[i] = controls.said(str(error), draft)
    return (None if refusals else found), refusals


def _is_idle(settings: list[Settings]) -> bool:
    """Whether there is nothing to compare yet."""
    return len(set(settings)) == 1


def _ask(settings: list[Settings]) -> list[Job]:
    """The comparison wanted, and before it a quick one of the same settings."""
    if _is_idle(settings):
        desk().ask(me())
        return []
    quick = tuple(s if s.n_games <= QUICK else s.replace(n_games=QUICK) for s in settings)
    jobs = desk().ask(me(), *dict.fromkeys((quick, tuple(settings))))
    jobs[0].finished.wait(PATIENCE)
    return jobs


def _head(every: list[Draft], settings: list[Settings] | None, job: Job | None, jobs: list[Job]) -> None:
    where = f"{every[0].game_record.label} · what does a change do?"
    if settings is not None and _is_idle(settings):
        ui.headline(where, "What would you change?", "All settings are still the same. Change B: both are then played on the same deals.")
        with st.container(horizontal=True, gap="small", key="suggestions"):
            for knob, value, changed in sides.suggestions(every[1]):
                words = f"B: {knob.label} {knob.said(value)}, not {knob.said(every[1].value(knob))}"
                st.button(words, key=f"try/{knob.name}", icon=":material/science:", on_click=_try, args=(changed,))
        return
    if job is None or job.comparison is None:
        ui.headline(where, "What does the change do?", f"{every[0].n_games:,} games of each setting are being played to find out." if jobs else "")
        return
    comparison = _seen(job)
    is_old = job not in jobs
    found, more = compared.headline(comparison)
    ui.headline(f"Last result · {where}" if is_old else where, found, f"{more} {compared.how(comparison)}".strip())


def _seen(job: Job) -> Comparison:
    """The comparison with as many measures as are asked for: only what is shown counts together."""
    assert job.comparison is not None
    level = SS.get("measures") or LEVELS[0]
    if level not in job.views:
        job.views[level] = job.comparison.about(level)
    return job.views[level]


def _try(changed: Draft) -> None:
    sides.edit(1)
    put(changed)


def _paired(c: Comparison) -> list[str]:
    return [name for name, paired in zip(c.names[1:], c.is_paired[1:], strict=True) if paired]


def _cards(every: list[Draft], settings: list[Settings] | None, refusals: dict[int, str]) -> None:
    """A card for each side: what it is, its chips, and the way to change it."""
    grid = st.grid(min(len(every), 3), min_column_width=300, gap="small", border=True, key="sides")
    for i, draft in enumerate(every):
        with grid.cell():
            _side(i, draft, every, settings, refusals.get(i, ""))
    if len(every) < len(LETTERS):
        st.button(f"Add {LETTERS[len(every)]}", icon=":material/add:", type="tertiary", key="add_side", on_click=sides.add)


def _side(i: int, draft: Draft, every: list[Draft], settings: list[Settings] | None, refusal: str) -> None:
    letter = LETTERS[i]
    if i == 0:
        title = "the printed game" if draft.is_printed() else "what the others are held against"
    else:
        title = "; ".join(compared.what_changes(settings[0], settings[i])) if settings is not None else ""
    ui.small_title(f"{letter}: {title or 'the same as A so far'}", controls.game_words(draft.game_record, draft.mode_record, draft.players))
    with st.container(horizontal=True, key=f"chips{letter}", gap="xsmall", vertical_alignment="center"):
        for k, (words, path) in enumerate(controls.differing(draft)):
            st.button(
                words,
                icon=":material/close:",
                icon_position="right",
                key=f"chip{letter}{k}",
                on_click=sides.reset,
                args=(i, path),
                help="Back to the printed game",
            )
    with st.container(horizontal=True, key=f"change{letter}", gap="xsmall", vertical_alignment="center"):
        box = st.popover(f"Change {letter}", icon=":material/tune:", key=sides.opener(i), on_change="rerun")
        if box.open and SS["side"] == i:  # what is closed is not there in the browser either
            with box:
                controls.setup(draft, refusal, f"Setup of {letter}", is_popover=True)
        if i and len(every) > 2:
            st.button(f"Remove {letter}", icon=":material/delete:", type="tertiary", key=f"remove{letter}", on_click=sides.remove, args=(i,))


def _status(every: list[Draft], refusals: dict[int, str], jobs: list[Job]) -> None:
    """A broken link, refused setups, a run with its progress, a failure; and the offer to play more."""
    with st.container(key="status"):
        status.trouble()
        for i, refusal in refusals.items():
            if i == SS["side"]:
                status.refused(f"{LETTERS[i]}: {refusal}")
            else:
                st.error(f"{LETTERS[i]}: {refusal}", icon=":material/block:")
        for job in jobs:
            if job.state == "failed":
                status.failed(job)
        if jobs and jobs[-1].is_open:
            status.progress(jobs[-1], _cancel)
        elif jobs and jobs[-1].comparison is not None:
            _more(every[0], jobs[-1].comparison)


def _cancel(job: Job) -> None:
    """Stop this run. What is shown stays; a longer run goes back to a quick number of games, a first one to A alone."""
    desk().leave(me(), job)
    if job.settings.n_games > QUICK:
        put(drafts.change(SS["draft"], ("n_games",), QUICK))
        return
    last = SS.get("compared")
    found = [drafts.of(s) for s in (last.settings, *last.others)] if last is not None else [SS["sides"][0]] * 2
    SS["sides"] = found
    sides.edit(min(SS["side"], len(found) - 1))


def _more(first: Draft, c: Comparison) -> None:
    """More games, narrower intervals, and how long they take."""
    offers = [n for n in MORE if n > first.n_games]
    if offers:
        with st.container(horizontal=True, key="more", gap="xsmall", vertical_alignment="center"):
            ui.foot("More games, narrower intervals:", width="content")
            for n in offers:
                seconds = ui.about(n * len(c.settings) / c.meta["games_per_second"])
                st.button(f"Play {n:,} of each · {seconds}", key=f"more{n}", type="tertiary", icon=":material/fast_forward:", on_click=_play, args=(n,))


def _play(n: int) -> None:
    put(drafts.change(SS["draft"], ("n_games",), n))


def _answer(job: Job) -> None:
    c = _seen(job)
    cards.to_publish(c, f"{c.settings[0].game}_compare_{c.settings[0].hash}.html")
    name = _against(c)
    if name not in _paired(c):
        with st.container(border=True, key="forest_card"):
            together.differences(c, name)
    else:
        left, right = st.columns([7, 6], gap="small")
        with left, st.container(border=True, key="forest_card"):
            together.differences(c, name)
        with right, st.container(border=True, key="flow_card"):
            together.winners(c, name)
        together.replays(c, name)
    ui.foot(together.footer(c, is_full=True))


def _against(c: Comparison) -> str:
    """Which of the others is looked at."""
    others: list[Any] = list(c.names[1:])
    if len(others) == 1:
        return str(others[0])
    chosen = st.segmented_control("Against A", others, format_func=lambda name: f"{name} against A", key="against", default=others[0], required=True)
    return str(chosen if chosen in others else others[0])
