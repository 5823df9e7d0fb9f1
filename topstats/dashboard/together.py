"""The cards of a comparison: the differences, who wins instead of whom, and a game under both settings side by side."""

from typing import Any

import streamlit as st

from topstats.dashboard import cards, controls, ui
from topstats.dashboard.session import SS, link_of
from topstats.figures import FIGURES
from topstats.figures.boards import BOARDS
from topstats.replay import Replay
from topstats.settings import Settings
from topstats.stats import compared
from topstats.stats.compare import LISTED, Comparison

FIRST = ("seat.share", "winner.score", "game.length", "game.margin", "game.lead_changes", "player.share")  # measures that are drawn before "all"


def footer(c: Comparison, is_full: bool = False) -> str:
    """How the numbers were made."""
    first = c.settings[0]
    unit = "rotations of a deal" if first.rotate else "deals"
    parts = [f"{name}: {_words(s)}" for name, s in zip(c.names, c.settings, strict=True)]
    parts.append(f"{first.n_games:,} games of each, seed {first.seed}, unit: {unit}")
    parts.append("95 % intervals of all measures hold together (Dunnett's manner), and a difference is called one if Holm's test agrees")
    if not is_full:
        return " · ".join(parts) + "."
    assumptions = dict.fromkeys(text for s in c.settings for text in s.mode_record.assumptions)
    speed = f"topstats {c.meta['version']}, {c.meta['games_per_second']:,.0f} games a second"
    return " · ".join([*parts, speed]) + ". Assumptions: " + " ".join(assumptions)


def _words(s: Settings) -> str:
    changed = [f"{name} {value} (printed {printed})" for name, (value, printed) in s.changed_words.items()]
    return f"{s.mode_record.label}, {s.players} players, {controls.who_plays(s.seats)}, {', '.join(changed) or 'rules as printed'}"


@st.fragment
def differences(c: Comparison, name: str) -> None:
    """The forest of one setting against the first, and its table."""
    table = c.differences[c.differences["setting"] == name].reset_index(drop=True)
    ui.finding(
        f"What changes under {name}?",
        c.finding(name).rstrip("."),
        f"Mean difference {name} minus A, with intervals that hold together. Filled: differs from zero. Small: A → {name}.",
    )
    is_all = st.toggle("All measures", key="all_measures")
    drawn = table if is_all else table[table["measure"].str.startswith(FIRST)]
    ui.chart(f"forest/{is_all}/{name}", FIGURES["forest"](drawn, None, ui.theme_name()), f"Differences between A and {name}")
    ui.foot(compared.gains(c, name))
    box = st.expander("Table and CSV", type="compact", on_change="rerun", key="table/differences")
    if box.open:
        with box:
            table.attrs = {}  # nothing that a browser could be sent
            st.dataframe(table, hide_index=True, column_config=ui.headers(table), key="rows/differences")
            _csv(table, c, f"{name}_differences")
    ui.foot(footer(c))


def _csv(table: Any, c: Comparison, what: str) -> None:
    file = f"{c.settings[0].game}_compare_{what}_{c.settings[0].hash[:8]}.csv"
    st.download_button("CSV", ui.csv(table), file, "text/csv", key=f"csv/{what}", on_click="ignore", icon=":material/download:")


def winners(c: Comparison, name: str) -> None:
    """Who wins instead of whom; the games of a cell, one of which is chosen."""
    table = c.winners[c.winners["setting"] == name]
    n, games = c.n_flipped(name), c.settings[0].n_games
    ui.finding("Who wins instead?", f"{n:,} games have another winner", f"Winner under A (rows) and under {name} (columns), of {games:,} games.")
    event = ui.chart(f"flow/{name}", FIGURES["flow"](table, None, ui.theme_name()), f"Winners under A and under {name}", on_select="rerun")
    flipped = c.flipped[c.flipped["setting"] == name].drop(columns="setting")
    points = event.selection.points if event else []
    if points and points[0].get("customdata"):
        a, b = (int(v) for v in points[0]["customdata"][:2])
        flipped = flipped[(flipped["a"] == a) & (flipped["b"] == b)]
    flipped = flipped.reset_index(drop=True)
    if flipped.empty:
        ui.foot("No game has another winner." if not n else "No game of this kind.")
        SS["flip"] = None
        return
    full = "" if n <= LISTED else f" At most {LISTED:,} of each cell are listed."
    ui.foot(f"Click a cell for its games, the box before a row for its two replays.{full} Seat 0: a shared win.")
    _choose(flipped, c, name)


def _choose(flipped: Any, c: Comparison, name: str) -> None:
    config = st.column_config
    seat = config.NumberColumn
    picked = st.dataframe(
        flipped,
        hide_index=True,
        height=min(300, 36 * (len(flipped) + 1) + 2),
        on_select="rerun",
        selection_mode="single-row",
        key=f"flipped/{name}",
        column_config={
            "game": config.NumberColumn("Game"),
            "deal": config.NumberColumn("Deal") if c.settings[0].rotate else None,
            "a": seat("A won by seat"),
            "b": seat(f"{name} won by seat"),
            "margin_a": config.NumberColumn("Margin A"),
            "margin_b": config.NumberColumn(f"Margin {name}"),
        },
    )
    rows = picked["selection"]["rows"] or [0]
    SS["flip"] = int(flipped["game"].iloc[min(rows[0], len(flipped) - 1)])
    _csv(flipped, c, f"{name}_flipped")


@st.fragment
def replays(c: Comparison, name: str) -> None:
    """The chosen game under both settings, from the step where they part."""
    game = SS.get("flip")
    if game is None:
        return
    pair = (c.settings[0], c.settings[c.names.index(name)])
    played = [cards.replay_of(s.hash, game, s) for s in pair]
    at = parting(*played)
    with st.container(border=True, key="replays"):
        turn = int(played[0].records[min(at, len(played[0]) - 1)].turn)
        where = f"in {pair[0].mode_record.turn_word} {turn}" if turn else "at the setup"
        ui.finding(f"Game {game:,} under A and {name}", f"They part {where}, step {at}", "Both tables at the same step, cards open.")
        longest = max(map(len, played)) - 1
        step = st.slider("Step of both games", 0, longest, at, key=f"both/{name}/{game}/{pair[1].hash}")
        for column, letter, s, one in zip(st.columns(2, gap="small"), ("A", name), pair, played, strict=True):
            with column:
                _table(letter, s, one, game, min(step, len(one) - 1))


def parting(one: Replay, other: Replay) -> int:
    """The first step after which the two games are not alike, by what happened and by the table."""
    both = min(len(one), len(other))
    return next((k for k in range(both) if one.words(k) != other.words(k) or one.view(k) != other.view(k)), both - 1)


def _table(letter: str, settings: Settings, played: Replay, game: int, step: int) -> None:
    frame = played.frame(step)
    last = len(played) - 1
    ui.small_title(f"{letter}: {frame.words or 'Nothing happens.'}", f"{settings.mode_record.turn_word.capitalize()} {frame.turn}, step {step} of {last}")
    view = frame.view | {"event": frame.words}
    for seat, spec in zip(view["seats"], played.strategies, strict=True):
        seat["strategy"] = spec
    board = BOARDS.get((settings.game, settings.mode))
    if board is None:
        st.json(view)
    else:
        ui.draw(board(view, "both", "auto"), key=f"board/{letter}")
    query = link_of(settings) | {"game": str(game), "step": str(step)}
    st.page_link(SS["pages"]["replay"], label=f"Replay under {letter}", icon=":material/play_circle:", query_params=query)
