"""Rules: RULES.md of the game as it is played here, and the numbers that can be changed."""

from pathlib import Path
from typing import Any

import streamlit as st

import topstats
from topstats.core.contract import Mode
from topstats.dashboard import ui
from topstats.dashboard.session import SS, current


def show() -> None:
    draft = current()
    game, mode = draft.game_record, draft.mode_record
    text = (Path(topstats.__file__).parent / game.rules_file).read_text(encoding="utf-8")
    title, _, body = text.partition("\n")
    ui.headline(f"{game.label} · the rulings and the numbers", title.lstrip("# "))
    st.page_link(SS["pages"]["balance"], label="Change a rule and see what it does", icon=":material/balance:")
    with st.container(key="rules"):
        st.markdown(body.replace("\n## ", "\n### "))
    ui.small_title("What can be changed", f"{mode.label}, {draft.players} players: every number of the rulebook, as printed and as it may be.")
    st.dataframe(_numbers(mode, draft.players), hide_index=True, height="content", key="numbers")


def _numbers(mode: Mode, players: int) -> Any:
    import pandas as pd

    def row(knob: Any) -> dict[str, str]:
        return {
            "Part": knob.group,
            "Rule": knob.label,
            "Printed": knob.said(knob.printed(players)),
            "Allowed": knob.allowed,
            "Clause": knob.rule,
            "Name": knob.name,
        }

    return pd.DataFrame([row(knob) for knob in mode.knobs])
