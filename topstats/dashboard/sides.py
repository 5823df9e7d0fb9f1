"""The settings side by side: two to five drafts, one of which is the one being edited (`SS.draft`, as on the other pages)."""

from dataclasses import replace
from typing import Any

import streamlit as st

from topstats.core.contract import Knob, SettingError
from topstats.dashboard import draft as drafts
from topstats.dashboard import links
from topstats.dashboard.draft import Draft
from topstats.dashboard.session import SS, current, files, put
from topstats.settings import Settings

LETTERS = "ABCDE"
SHARED = ("rotate", "n_games", "seed")
SUGGESTED = 3


def all_sides() -> list[Draft]:
    """The sides of this window, as the address bar says or as they were last edited; the first visit begins from the draft of the other pages."""
    linked = tuple(st.query_params[letter.lower()] for letter in LETTERS if letter.lower() in st.query_params)
    if linked and linked != SS.get("sides_link"):
        SS["sides_link"] = linked
        _follow(linked)
    if "sides" not in SS:
        draft = current()
        SS["sides"], SS["side"] = [drafts.as_printed(draft), draft], 1
    SS["sides"] = _together(SS["sides"], SS["side"], current())
    opened = [i for i in range(len(SS["sides"])) if SS.get(opener(i))]
    if opened and SS["side"] not in opened:
        edit(opened[-1])
    return list(SS["sides"])


def opener(i: int) -> str:
    """The key of the popover with the setup of side i; the side whose popover is open is the one that is edited."""
    return f"change/{LETTERS[i]}"


def _follow(linked: tuple[str, ...]) -> None:
    """The sides of a link; a broken one is told, and the printed game shown."""
    try:
        if len(linked) < 2:
            raise SettingError("it has one setup, and to compare it takes two to five.")
        found = [drafts.of(links.unpack(text, files())) for text in linked]
        SS["trouble"] = ""
    except SettingError as error:
        found = [current(), current()]
        SS["trouble"] = f"This link cannot be followed: {error} Here is the game as it was instead."
    SS["sides"], SS["side"], SS["draft"] = [_like(side, found[0]) for side in found], 1, _like(found[1], found[0])


def _together(sides: list[Draft], at: int, draft: Draft) -> list[Draft]:
    """The sides with the draft in its place; what all share (game, games, seed, rotation) follows it."""
    return [draft if i == at else _like(side, draft) for i, side in enumerate(sides)]


def _like(side: Draft, draft: Draft) -> Draft:
    if side.game != draft.game:
        side = drafts.printed(draft.game)
    return replace(side, **{name: getattr(draft, name) for name in SHARED})


def edit(i: int) -> None:
    """Side i is the one that is edited."""
    SS["side"], SS["draft"] = i, SS["sides"][i]
    SS["touched"], SS["possible"] = (), SS["draft"] if is_possible(SS["draft"]) else None


def add() -> None:
    """One more side, like the last, to be changed."""
    SS["sides"] = [*SS["sides"], SS["sides"][-1]]
    edit(len(SS["sides"]) - 1)


def remove(i: int) -> None:
    SS["sides"] = [side for k, side in enumerate(SS["sides"]) if k != i]
    edit(min(SS["side"], len(SS["sides"]) - 1) if SS["side"] != i else min(i, len(SS["sides"]) - 1))


def reset(i: int, path: drafts.Path) -> None:
    """One difference of side i goes back to the printed game."""
    edit(i)
    put(drafts.as_printed(SS["draft"], path), path)


def show_link(settings: list[Settings]) -> None:
    """Let the address bar say what is shown, and remember that it can be played."""
    packed = [links.pack(s) for s in settings]
    wanted = {letter.lower(): text for letter, text in zip(LETTERS, packed, strict=False)}
    SS["sides_link"], SS["link"], SS["possible"] = tuple(packed), None, SS["draft"]
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)


def suggestions(draft: Draft) -> list[tuple[Knob, Any, Draft]]:
    """A few changes to begin with: one step of the last numbers of the rulebook's groups, where that is a possible game."""
    found = []
    for group in reversed(dict.fromkeys(k.group for k in draft.mode_record.knobs)):
        for knob in (k for k in draft.mode_record.knobs if k.group == group and k.kind in ("int", "bool")):
            value = not draft.value(knob) if knob.kind == "bool" else draft.value(knob) - int(knob.step)
            changed = drafts.change(draft, ("rules", knob.name), value)
            if is_possible(changed):
                found.append((knob, value, changed))
                break
    return found[:SUGGESTED]


def is_possible(draft: Draft) -> bool:
    """Whether its rules go together."""
    try:
        draft.settings()
    except SettingError:
        return False
    return True
