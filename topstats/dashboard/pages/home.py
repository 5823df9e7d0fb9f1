"""Games: a card for each, with its question and where to go."""

import streamlit as st

from topstats import registry
from topstats.core.contract import Game, SettingError
from topstats.dashboard import draft as drafts
from topstats.dashboard import ui
from topstats.dashboard.session import SS, current, desk, link_of
from topstats.figures.boards import PICTURES


def show() -> None:
    desk().prepare()  # the engines may be ready by the time somebody has chosen
    ui.headline("topstats", "What do your rules do to the people at the table?", "Play a game a hundred thousand times, change one rule, see who gains.")
    games = list(registry.GAMES.values())
    grid = st.grid(min(2, len(games)), min_column_width=330, gap="medium", border=True)
    for game in games:
        with grid.cell():
            _card(game, is_alone=len(games) == 1)
    ui.foot("Nothing leaves this machine. Numbers carry their interval and their number of games; every view has a link.")


def _card(game: Game, is_alone: bool) -> None:
    """Picture, question and where to go; the only game of the house has room beside its picture."""
    picture, text = st.columns([5, 4], gap="medium", vertical_alignment="center") if is_alone else (st.container(), st.container())
    with picture:
        if game.name in PICTURES:
            ui.draw(PICTURES[game.name](), key=f"picture/{game.name}")
    with text:
        ui.question(game.label, game.question, game.idea)
        _links(game)
        for mode in game.modes[1:]:
            link = link_of(drafts.printed(game.name, mode.name).settings())
            st.page_link(SS["pages"]["balance"], label=f"**{mode.label}**: {mode.idea}", icon=":material/alt_route:", query_params=link)


def _links(game: Game) -> None:
    """To the pages, with the setup that is being edited if it is one of this game."""
    draft, plain = current(), drafts.printed(game.name)
    try:
        link = link_of((draft if draft.game == game.name else plain).settings())
    except SettingError:  # an impossible setup in the making
        link = link_of(plain.settings())
    pages = SS["pages"]
    with st.container(horizontal=True, gap="small", key=f"links/{game.name}"):
        st.page_link(pages["balance"], label="Balance", icon=":material/balance:", query_params=link)
        st.page_link(pages["compare"], label="Compare", icon=":material/compare_arrows:", query_params=link)
        st.page_link(pages["replay"], label="Watch a game", icon=":material/play_circle:", query_params=link)
        st.page_link(pages["rules"], label="Rules", icon=":material/menu_book:", query_params=link)
