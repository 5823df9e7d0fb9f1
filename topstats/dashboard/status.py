"""What is going on: a broken link, a refused setup, a run with its progress, a failure; and the offer to play more."""

from collections.abc import Callable
from time import perf_counter

import streamlit as st

from topstats.dashboard import controls, ui
from topstats.dashboard import draft as drafts
from topstats.dashboard.draft import MORE, Draft
from topstats.dashboard.jobs import Job
from topstats.dashboard.session import SS, desk, me, put

PREPARING = 15  # seconds, about, on a machine of today
PREPARING_WORDS = "Preparing the engine (once, some 10 to 20 seconds). The page stays usable."
LOOK = 0.3  # seconds between two looks at a running job


def show(draft: Draft, jobs: list[Job], refusal: str, old: Job | None) -> None:
    """`old`: a result of other settings that is still shown."""
    with st.container(key="status"):
        trouble()
        if refusal:
            refused(refusal)
        for job in jobs:
            if job.state == "failed":
                failed(job)
        if jobs and jobs[-1].is_open:
            progress(jobs[-1], _cancel)
        elif jobs and jobs[-1].state == "done":
            _more(draft)
        if old is not None:
            ui.foot(f"Shown is the last result: {_setup_words(old)}.")


def trouble() -> None:
    """A link that could not be followed."""
    if SS.get("trouble"):
        st.warning(SS["trouble"], icon=":material/link_off:")


def _setup_words(job: Job) -> str:
    settings = job.settings
    n = len(settings.changed)
    rules = "rules as printed" if not n else f"{n} rule{'s' * (n > 1)} changed"
    return f"{settings.mode_record.label}, {settings.players} players, {controls.who_plays(settings.seats)}, {rules}"


def refused(refusal: str) -> None:
    st.error(refusal, icon=":material/block:")
    if SS.get("possible") is not None:
        st.button("Back to the last possible setup", icon=":material/undo:", key="undo", on_click=lambda: put(SS["possible"]))


def failed(job: Job) -> None:
    st.error(job.error, icon=":material/error:")
    st.button("Try again", icon=":material/refresh:", key="again", on_click=desk().forget, args=(job,))


@st.fragment(run_every=LOOK)
def progress(job: Job, cancel: Callable[[Job], None]) -> None:
    """Looks after a job while it runs; when it is over the page is drawn anew."""
    if not job.is_open:
        st.rerun()
    bar, stop = st.columns([5, 1], vertical_alignment="center")
    is_preparing = not desk().prepare().done()
    share = (perf_counter() - desk().preparing_since) / PREPARING if is_preparing else job.done_share
    bar.progress(min(0.97 if is_preparing else 1.0, share), text=PREPARING_WORDS if is_preparing else _progress_words(job))
    stop.button("Cancel", icon=":material/stop_circle:", key="cancel", on_click=cancel, args=(job,), width="stretch")


def _progress_words(job: Job) -> str:
    games = f"{job.settings.n_games:,} games{' of each' if job.others else ''}"
    if job.state in ("waiting", "preparing"):
        return f"{games} wait for their turn."
    left = ui.about(job.seconds_left if job.seconds_left is not None else desk().seconds(job.settings))
    return f"Playing {games}: {100 * job.done_share:.0f}\u00a0%{f', {left} left' if left else ''}"


def _cancel(job: Job) -> None:
    """Stop this run; the setup stays, with as many games as are already played."""
    desk().leave(me(), job)
    if job.settings.n_games > drafts.QUICK:
        put(drafts.change(SS["draft"], ("n_games",), drafts.QUICK))
    elif SS.get("shown") is not None:
        put(drafts.of(SS["shown"].settings))


def _more(draft: Draft) -> None:
    """More games of the same setup: narrower intervals, and how long they take."""
    offers = [n for n in MORE if n > draft.n_games]
    if not offers:
        return
    with st.container(horizontal=True, key="more", gap="xsmall", vertical_alignment="center"):
        ui.foot("More games, narrower intervals:", width="content")
        for n in offers:
            seconds = ui.about(desk().seconds(drafts.change(draft, ("n_games",), n).settings()))
            st.button(
                f"Play {n:,}{f' · {seconds}' if seconds else ''}", key=f"more{n}", type="tertiary", icon=":material/fast_forward:", on_click=_play, args=(n,)
            )


def _play(n: int) -> None:
    put(drafts.change(SS["draft"], ("n_games",), n))
