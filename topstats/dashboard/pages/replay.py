"""Replay: one game of a run on the drawn table, step by step."""

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from topstats.core.contract import Column, SettingError
from topstats.dashboard import cards, controls, links, status, ui
from topstats.dashboard.draft import Draft
from topstats.dashboard.session import SS, current, desk, show_link
from topstats.figures.boards import BOARDS
from topstats.figures.timeline import course, score_time
from topstats.replay import Replay
from topstats.settings import MAX_GAMES, Settings

OPEN = 0  # in the list of who sees the table: everything is shown


@dataclass(frozen=True)
class Where:
    """Which game, which step of it, seen by whom (None: all cards open; seats count from 1)."""

    game: int = 0
    step: int = 0
    seat: int | None = None

    def query(self) -> dict[str, str]:
        return {name: str(value) for name, value in (("game", self.game), ("step", self.step), ("seat", self.seat)) if value is not None}


def show() -> None:
    draft = current()
    try:
        settings = draft.settings()
    except SettingError as error:
        _impossible(controls.said(str(error), draft))
        return
    if not desk().prepare().done():
        _preparing(draft)
        return
    where = _where(settings)
    played = cards.replay_of(settings.hash, where.game, settings)
    where = SS["where"] = replace(where, step=min(where.step, len(played) - 1))
    SS["shown_step"], SS["is_pressed"] = where.step, False
    show_link(settings, **where.query())
    SS["asked"] = where.query()
    status.trouble()
    _table(settings, played, where)
    _buttons(played, where)
    _strip(settings, played, where)
    ui.foot(f"Game {where.game:,} of seed {settings.seed}. {controls.game_words(settings.game_record, settings.mode_record, settings.players)}.")


def _impossible(refusal: str) -> None:
    ui.headline("Replay", "This setup cannot be played", refusal)
    st.page_link(SS["pages"]["balance"], label="Change the setup", icon=":material/tune:")


@st.fragment(run_every=0.5)
def _preparing(draft: Draft) -> None:
    if desk().prepare().done():
        st.rerun()
    ui.headline(
        controls.game_words(draft.game_record, draft.mode_record, draft.players), "Preparing the engine (once)", "10 to 20 seconds, then the table is here."
    )


def _where(settings: Settings) -> Where:
    """Where this window is; the address bar decides if it says something new."""
    asked = {name: st.query_params[name] for name in ("game", "step", "seat") if name in st.query_params}
    where: Where = SS.get("where", Where())
    if asked and asked != SS.get("asked"):
        try:
            game = links.whole(asked.get("game"), "game", 0, MAX_GAMES - 1, 0)
            step = links.whole(asked.get("step"), "step", 0, 10**6, 0)
            where = Where(game or 0, step or 0, links.whole(asked.get("seat"), "seat", 1, settings.players, None))
        except SettingError as error:
            SS["trouble"], where = f"This link cannot be followed: {error} Here is the first game instead.", Where()
    run = settings.replace(n_games=1).hash  # the same games however many are played
    if SS.get("watched", run) != run and "step" not in asked:
        where = replace(where, step=0)
    SS["watched"] = run
    return replace(where, seat=where.seat if where.seat is None or where.seat <= settings.players else None)


def _go(**change: Any) -> None:
    SS["where"] = replace(SS["where"], **change)
    SS["trouble"] = ""


def _table(settings: Settings, played: Replay, where: Where) -> None:
    """The event in words, the choices of what to see, the table."""
    frame = played.frame(where.step, where.seat)
    view = frame.view | {"event": frame.words}
    for seat, spec in zip(view["seats"], played.strategies, strict=True):
        seat["strategy"] = spec
    left, right = st.columns([5, 3], vertical_alignment="bottom", gap="medium")
    with left:
        _event(settings, played, where, frame)
    with right:
        _choices(settings, where)
    board = BOARDS.get((settings.game, settings.mode))
    if board is None:
        st.json(view)
    else:
        ui.draw(board(view, "both", "auto"), key="board")


def _event(settings: Settings, played: Replay, where: Where, frame: Any) -> None:
    game, last = settings.game_record, int(played.records[-1].turn)
    moment = "Setup" if frame.turn == 0 else f"{settings.mode_record.turn_word} {frame.turn} of {last}"
    is_by_seat = 0 < where.step < len(played) - 1 and 1 <= frame.seat <= settings.players  # nobody deals, and nobody ends the game
    mark = ui.cap(frame.view["seats"][frame.seat - 1]["colour"]) if is_by_seat else ""
    head = f"{game.label} · {settings.mode_record.label} · {settings.players} players · game {where.game:,} · {moment}"
    pill = f'<span class="s on">{ui.words(str(frame.step).replace("_", " ").title())}</span>' if frame.step else ""
    count = f'<span class="s">step {where.step} of {len(played) - 1}</span>'
    said = f'<p class="tx">{mark}{ui.words(frame.words or "Nothing happens.")}</p>'
    ui.draw(f'<div class="ts ev" aria-live="polite"><p class="ts-eye">{ui.words(head)}</p><div>{pill}{count}</div>{said}</div>', key="event")


def _choices(settings: Settings, where: Where) -> None:
    see, number = st.columns([3, 2], wrap=False, gap="xsmall", vertical_alignment="bottom")
    if SS.get("see") != (where.seat or OPEN):
        SS["see"] = where.seat or OPEN
    seats = [OPEN, *range(1, settings.players + 1)]
    see.selectbox("Cards", seats, format_func=_sight, key="see", on_change=lambda: _go(seat=SS["see"] or None))
    if SS.get("game_number") != where.game:
        SS["game_number"] = where.game
    number.number_input("Game", 0, MAX_GAMES - 1, step=1, key="game_number", on_change=_other_game, help="Any game of this run, by its number; the first is 0.")


def _sight(seat: int) -> str:
    return "All cards open" if seat == OPEN else f"As seat {seat} sees it"


def _other_game() -> None:
    if SS["game_number"] is not None:
        _go(game=int(SS["game_number"]), step=0)


def _buttons(played: Replay, where: Where) -> None:
    """Steps and turns at the foot of the window; the arrow keys step."""
    k, last = where.step, len(played) - 1
    turns = [j for j in range(last + 1) if j == 0 or played.records[j].turn != played.records[j - 1].turn]
    word = played.settings.mode_record.turn_word
    with st.bottom, st.container(key="steps"):
        left, right = st.columns([5, 7], vertical_alignment="center", gap="medium")
        with left, st.container(horizontal=True, vertical_alignment="center", gap="xsmall", wrap=False, key="stepbar"):
            st.button(
                word.capitalize(),
                icon=":material/skip_previous:",
                on_click=_turn,
                args=(turns, -1),
                key="turn_back",
                help=f"To the {word} before",
                disabled=k == 0,
            )
            st.button("Step", icon=":material/chevron_left:", on_click=_move, args=(-1,), key="step_back", shortcut="Left", disabled=k == 0)
            st.button(
                "Step",
                icon=":material/chevron_right:",
                icon_position="right",
                on_click=_move,
                args=(1,),
                key="step_on",
                type="primary",
                shortcut="Right",
                disabled=k == last,
            )
            st.button(
                word.capitalize(),
                icon=":material/skip_next:",
                icon_position="right",
                on_click=_turn,
                args=([*turns, last], 1),
                key="turn_on",
                help=f"To the next {word}",
                disabled=k == last,
            )
        key = f"slider/{played.settings.hash}/{where.game}"
        if SS.get(key) != k:
            SS[key] = k
        right.slider("Step of the game", 0, max(1, last), key=key, label_visibility="collapsed", on_change=_slid, args=(key,))


def _step(k: int) -> None:
    _go(step=k)


def _move(by: int) -> None:
    """So many steps on from what the window shows: a key may come before the buttons of that step are drawn."""
    _pressed(max(0, SS["shown_step"] + by))


def _turn(turns: list[int], side: int) -> None:
    """To the next of these steps on one side."""
    now = SS["shown_step"]
    _pressed(min((j for j in turns if j > now), default=turns[-1]) if side > 0 else max((j for j in turns if j < now), default=0))


def _pressed(k: int) -> None:
    SS["shown_step"], SS["is_pressed"] = k, True
    _step(k)


def _slid(key: str) -> None:
    """The slider was moved; one that comes with a button is a slow browser's, which still tells of the step before."""
    if not SS["is_pressed"]:
        _step(SS[key])


@st.cache_data(max_entries=32, show_spinner=False)
def _views(settings_hash: str, game: int, seat: int | None, _played: Replay) -> list[dict[str, Any]]:
    return [_played.view(k, seat) for k in range(len(_played))]


def _strip(settings: Settings, played: Replay, where: Where) -> None:
    """Points over the whole game, as the seat knows them that looks; what is said about the game is what happened. A click goes there."""
    views, openly = (_views(settings.hash, where.game, seat, played) for seat in (where.seat, None))
    ends = [int(seat["score"]) for seat in played.row["seats"]]
    shares = [seat["share"] for seat in played.row["seats"]]
    winners = [i for i, share in enumerate(shares) if share == max(shares)]
    score = next(c for c in settings.mode_record.columns_of("seat") if c.name == "score")
    with st.container(border=True, key="strip_card"):
        ui.small_title(_story(openly, winners, ends, settings.mode_record.turn_word), f"{_counted(openly, where.seat, ends, score)} Click to go there.")
        figure = score_time(views, where.step, ui.theme_name(), settings.mode_record.turn_word, score.unit)
        ui.chart("strip", figure, f"{score.what.capitalize()} over the steps of the game, by seat", on_select=_picked)


def _counted(views: list[dict[str, Any]], seat: int | None, ends: list[int], score: Column) -> str:
    """What the lines are about; `views` with all cards open."""
    what = score.what
    if score.is_amount:
        return f"{what.capitalize()} that each seat has; what is paid out at the end comes with the last step."
    if [line[-1] for line in course(views)] != ends:
        return f"What each seat has earned so far; the end decides the {what}."
    known = "" if seat is None else f", as far as seat {seat} knows the cards"
    return f"{what.capitalize()} that each seat would have if the game ended now{known}."


def _story(views: list[dict[str, Any]], winners: list[int], ends: list[int], turn_word: str) -> str:
    """Who led from when on, and who won with how much."""
    if len(winners) > 1:
        return f"Seats {', '.join(str(i + 1) for i in winners)} share the win with {ends[winners[0]]:,}"
    winner = winners[0]
    lines = course(views)
    behind = [k for k in range(len(views)) if any(line[k] >= lines[winner][k] for i, line in enumerate(lines) if i != winner)]
    if behind and behind[-1] == len(views) - 1:
        return (
            f"Seat {winner + 1} wins a tie with {ends[winner]:,}"
            if max(ends) == ends[winner] and ends.count(max(ends)) > 1
            else f"Seat {winner + 1} wins with {ends[winner]:,}"
        )
    since = views[behind[-1] + 1]["turn"] if behind else 0
    return f"Seat {winner + 1} leads alone from {turn_word} {since} on and wins with {ends[winner]:,}"


def _picked() -> None:
    points = SS["strip"]["selection"]["points"]
    if points and points[0].get("customdata") is not None:
        data = points[0]["customdata"]
        _step(int(data[0] if isinstance(data, (list, tuple)) else data))
