"""What one browser window has: the draft, its name at the desk, the last result; and the link that stands for the view."""

from typing import Any
from uuid import uuid4

import streamlit as st

from topstats import registry
from topstats.core.contract import SettingError
from topstats.dashboard import draft as drafts
from topstats.dashboard import links
from topstats.dashboard.draft import Draft
from topstats.dashboard.jobs import Desk
from topstats.settings import Settings

SS = st.session_state
LINK = "s"
MOST_FILES = 100  # that a process remembers, each of a megabyte at most


@st.cache_resource
def desk() -> Desk:
    """The desk of this process."""
    return Desk()


@st.cache_resource
def files() -> dict[str, str]:
    """The files that were last given to this process, by digest: links within it find them."""
    return {}


def keep(value: str) -> None:
    """Remember a file for links, and forget the oldest when there are too many."""
    kept = files()
    kept[links.digest(value)] = value
    while len(kept) > MOST_FILES:
        kept.pop(next(iter(kept)), None)


def me() -> str:
    """The name of this window at the desk."""
    return str(SS.setdefault("me", uuid4().hex))


def first_game() -> str:
    return next(iter(registry.GAMES))


def current() -> Draft:
    """The draft of this window. A link in the address bar that is new replaces it; a broken one is told in `SS.trouble`."""
    link = st.query_params.get(LINK)
    if link is not None and link != SS.get("link"):
        SS["link"] = link
        try:
            SS["draft"] = drafts.of(links.unpack(link, files()))
            SS["trouble"] = ""
        except SettingError as error:
            SS["draft"] = drafts.printed(first_game())
            SS["trouble"] = f"This link cannot be followed: {error} Here is the printed game instead."
    if "draft" not in SS:
        SS["draft"] = drafts.printed(first_game())
    return SS["draft"]


def link_of(settings: Settings) -> dict[str, str]:
    """The query parameter of these settings; none for the printed game as it is first shown."""
    is_plain = settings == drafts.printed(settings.game).settings() and settings.game == first_game()
    return {} if is_plain else {LINK: links.pack(settings)}


def show_link(settings: Settings, **more: str) -> None:
    """Let the address bar say what is shown, and remember this setup as one that can be played."""
    wanted = link_of(settings) | more
    SS["link"], SS["possible"] = wanted.get(LINK), SS["draft"]
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)


def take(path: drafts.Path, key: str, scope: str) -> None:
    """A widget was moved: its value goes into the draft. A slow browser may still tell of one that is gone since; that is not heard."""
    value = SS.get(key)
    if value is not None and key == _key(path, scope) and drafts.has(SS["draft"], path, scope):
        put(drafts.change(SS["draft"], path, value), path)


def put(draft: Draft, path: drafts.Path = ()) -> None:
    """A new draft; `path` is the field that was touched, where a refusal is shown."""
    SS["draft"], SS["touched"], SS["trouble"], SS["refused_file"] = draft, path, "", None


def bound(path: drafts.Path, value: Any, scope: str = "") -> dict[str, Any]:
    """Key and callback of a widget that begins with `value`, a field of the draft. The draft is the truth: where it says something else than the widget,
    a new widget takes its place. What a browser still tells of the old one cannot be taken for a change.

    scope : what the field belongs to, see `drafts.has`.
    """
    key = _key(path, scope)
    if key in SS and SS[key] != value:
        renewed = SS.setdefault("renewed", {})
        renewed[scope, path] = renewed.get((scope, path), 0) + 1
        key = _key(path, scope)
    return {"key": key, "on_change": take, "args": (path, key, scope)}


def _key(path: drafts.Path, scope: str) -> str:
    """The name of the widget of a field, with how often it was renewed."""
    n = SS.get("renewed", {}).get((scope, path), 0)
    return "/".join(map(str, ("set", scope, *path, *([f"renewed{n}"] if n else []))))
