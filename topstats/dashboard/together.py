"""The cards of a comparison: the differences, who wins instead of whom, and a game under both settings side by side."""

from functools import partial
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


def footer(c: Comparison, is_full: bool = False) -> str:
    """How the numbers were made."""
    first = c.settings[0]
    unit = "rotations of a deal" if first.rotate else "deals"
    parts = [f"{name}: {_words(s)}" for name, s in zip(c.names, c.settings, strict=True)]
    parts.append(f"{first.n_games:,} games of each, seed {first.seed}, unit: {unit}")
    if not is_full:
        return " · ".join(parts) + "."
    assumptions = dict.fromkeys(text for s in c.settings for text in s.mode_record.assumptions)
    speed = f"topstats {c.meta['version']}, {c.meta['games_per_second']:,.0f} games a second"
    return " · ".join([*parts, speed]) + ". Assumptions: " + " ".join(assumptions)


def _words(s: Settings) -> str:
    return f"{s.mode_record.label}, {s.players} players, {controls.who_plays(s.seats)}, {'; '.join(s.changes) or 'rules as printed'}"


def differences(c: Comparison, name: str) -> None:
    """The forest of one setting against the first, and its table."""
    table = c.differences[c.differences["setting"] == name].reset_index(drop=True)
    ui.finding(
        f"What changes under {name}?",
        c.finding(name).rstrip("."),
        f"Mean difference {name} minus A, with intervals that hold together. Filled: differs from zero. Small: A → {name}.",
    )
    words = {"main": "Asked first", "all": "All measures", "seats": "Each seat"}
    st.segmented_control("Measures", list(words), format_func=lambda k: words[k], default="main", required=True, key="measures", label_visibility="collapsed")
    ui.chart(f"forest/{name}", FIGURES["forest"](table, None, ui.theme_name()), f"Differences between A and {name}: {c.finding(name)}")
    ui.foot(f"{compared.family(c)} {compared.gains(c, name)}")
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
    chart, chosen = f"flow/{name}", f"cell/{name}"
    ui.chart(chart, FIGURES["flow"](table, None, ui.theme_name()), f"Winners under A and under {name}", on_select=partial(_cell_picked, chart, chosen))
    flipped = c.flipped[c.flipped["setting"] == name].drop(columns="setting")
    cells = {(int(r.a), int(r.b)): int(r.games) for r in table.itertuples() if r.a != r.b and r.games}
    words = {cell: f"{_winner(cell[0])} under A, {_winner(cell[1]).lower()} under {name} ({games_of:,})" for cell, games_of in cells.items()}
    if SS.get(chosen) not in cells:
        SS[chosen] = None
    everything = f"All with another winner ({n:,})"
    cell = st.selectbox("Games to list", list(cells), None, format_func=lambda k: words[k], key=chosen, placeholder=everything)
    if cell is not None:
        flipped = flipped[(flipped["a"] == cell[0]) & (flipped["b"] == cell[1])]
    flipped = flipped.reset_index(drop=True)
    if flipped.empty:
        ui.foot("No game has another winner." if not n else "No game of this kind.")
        SS["flip"] = None
        return
    full = "" if n <= LISTED else f" At most {LISTED:,} of each cell are listed."
    ui.foot(f"A click on a cell lists its games; the box before a row (or Shift and space in it) shows its two replays.{full} Seat 0: a shared win.")
    _choose(flipped, c, name)


def _winner(seat: int) -> str:
    return f"Seat {seat}" if seat else "Shared"


def _cell_picked(chart: str, chosen: str) -> None:
    """A click on a cell of the picture chooses it, a click beside it all games."""
    points = SS[chart].selection.points
    SS[chosen] = tuple(int(v) for v in points[0]["customdata"][:2]) if points and points[0].get("customdata") else None


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
            "margin_a": config.NumberColumn("Margin A", format="localized"),
            "margin_b": config.NumberColumn(f"Margin {name}", format="localized"),
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
    return next((k for k in range(both) if one.words(k) != other.words(k) or not _alike(one.view(k), other.view(k))), both - 1)


def _alike(one: Any, other: Any) -> bool:
    """Whether two views show the same, as far as both show it: a rule may add something to be shown."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_alike(one[key], other[key]) for key in one.keys() & other.keys())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    return bool(one == other)


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
