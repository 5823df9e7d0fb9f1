"""The page: `make app`, `topstats app`, or `streamlit run app.py`."""

import streamlit as st

from topstats.dashboard import ui
from topstats.dashboard.pages import balance, compare, home, replay, rules
from topstats.report import report

st.set_page_config(page_title="topstats", page_icon="🎲", layout="wide", initial_sidebar_state=st.session_state.pop("drawer", 348))
ui.style()
PAGES = {
    "home": st.Page(home.show, title="Games", url_path="games", default=True),
    "balance": st.Page(balance.show, title="Balance", url_path="balance"),
    "compare": st.Page(compare.show, title="Compare", url_path="compare"),
    "replay": st.Page(replay.show, title="Replay", url_path="replay"),
    "rules": st.Page(rules.show, title="Rules", url_path="rules"),
}
st.session_state["pages"] = PAGES
st.session_state["reporter"] = report  # the pages do not know who makes it
st.navigation(list(PAGES.values()), position="top").run()
