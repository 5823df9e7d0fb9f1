"""The setup beside the results: widgets made from Mode, Knob and Strategy, and the chips of what differs from the printed game."""

import re
from typing import Any, Literal

import streamlit as st

from topstats import registry
from topstats.core.contract import Game, Knob, Mode, SettingError, Strategy
from topstats.dashboard import draft as drafts
from topstats.dashboard import ui
from topstats.dashboard.draft import Draft, Path
from topstats.dashboard.session import SS, bound, keep, put
from topstats.figures.theme import seat_colour
from topstats.settings import MAX_SEED, Seat

MISTAKES = "Of 100 decisions, so many are replaced by a random legal one: the simplest model of human skill."
SIDE_BY_SIDE = 26  # letters of all choices together that fit beside each other
APART = "\u2003" * 5  # pushes the rest of a label out of sight, for those who hear it
SLIDES = 20  # steps up to which a whole number is a slider
JUST_MOVED = 2**53 - 1  # the largest seed that a browser's number holds


def setup(draft: Draft, refusal: str, title: str = "Setup", is_popover: bool = False) -> None:
    """All controls. `refusal` says why this setup is impossible; it is shown where the last change was made.

    is_popover : whether they stand in a popover, which cannot hold another one.
    """
    mode = draft.mode_record
    ui.small_title(title, "Every change is played at once.")
    if len(registry.GAMES) > 1:
        _choice("Game", {g.name: g.label for g in registry.GAMES.values()}, ("game",), draft.game)
    _choice("Version", {m.name: m.label for m in draft.game_record.modes}, ("mode",), draft.mode)
    _choice("Players", {n: str(n) for n in mode.players}, ("players",), draft.players)
    _refused(refusal, SS.get("touched", ())[:1] in (("mode",), ("players",), ()))
    with st.container(key="seats"):  # as many rows as seats: a block of its own, so that what follows keeps its place
        st.markdown("Who sits where, and % of mistakes", help=MISTAKES)
        _seats(draft, mode, is_popover)
    for group in dict.fromkeys(k.group for k in mode.knobs):
        _group(draft, mode, group, refusal)
    _games(draft)
    st.button(
        "Reset to the printed game",
        icon=":material/restart_alt:",
        on_click=lambda: put(drafts.as_printed(draft)),
        disabled=draft.is_printed(),
        width="stretch",
        key="reset",
    )


def _choice(label: str, words: dict[Any, str], path: Path, value: Any) -> None:
    """One of a few, side by side if they fit."""

    def said(v: Any) -> str:
        return words.get(v, str(v))

    if sum(map(len, words.values())) <= SIDE_BY_SIDE:
        st.segmented_control(label, list(words), format_func=said, width="stretch", required=True, default=value, **bound(path, value))
    else:
        st.selectbox(label, list(words), list(words).index(value), format_func=said, **bound(path, value))


def _refused(refusal: str, is_here: bool) -> None:
    if refusal and is_here:
        st.error(refusal, icon=":material/block:")


def seat_name(i: int, mode: Mode) -> str:
    if not mode.seats_have_colours:
        return f"Seat {i + 1}"
    colour = seat_colour(i + 1)
    return f"**{colour.letter}** Seat {i + 1} · {colour.name}"


def _seats(draft: Draft, mode: Mode, is_popover: bool) -> None:
    strategies = {s.name: s for s in mode.strategies}
    ideas = "  \n".join(f"**{s.name}**: {s.idea}" for s in strategies.values())
    for i, seat in enumerate(draft.seats):
        st.markdown(seat_name(i, mode), help=ideas if i == 0 else None)
        with st.container(horizontal=True, gap="xxsmall", wrap=False, key=f"seat{i}"):
            bind = bound(("seats", i, "strategy"), seat.strategy, draft.mode)
            at = list(strategies).index(seat.strategy)
            st.selectbox(f"Strategy of seat {i + 1}", list(strategies), at, label_visibility="collapsed", **bind)
            _mistakes(i, seat)
            if not is_popover:
                _tuning(i, seat, strategies[seat.strategy])
        if is_popover and strategies[seat.strategy].parameters:
            changed = len(seat.parameters)
            with st.expander(f"How seat {i + 1} plays{f' · {changed} changed' if changed else ''}", key=f"tuning{i}", type="compact"):
                _parameters(i, seat, strategies[seat.strategy])


def _mistakes(i: int, seat: Seat) -> None:
    percent = round(100 * seat.blunder)
    label = f"Mistakes of seat {i + 1}, %"
    st.number_input(label, 0, 100, percent, 5, label_visibility="collapsed", width=84, **bound(("seats", i, "mistakes"), percent))


def _tuning(i: int, seat: Seat, strategy: Strategy) -> None:
    about = f"How {strategy.name} weighs its moves" if strategy.parameters else f"{strategy.name} has nothing to set"
    look: Literal["primary", "secondary"] = "primary" if seat.parameters else "secondary"
    name = f"How seat {i + 1} plays"
    box = st.popover(name, icon=":material/tune:", type=look, key=f"tune{i}", disabled=not strategy.parameters, help=about, on_change="rerun")
    if not box.open:  # what is closed is not there in the browser either, and would open with values of its own
        return
    with box:
        ui.small_title(f"Seat {i + 1}: {strategy.name}", strategy.idea)
        _parameters(i, seat, strategy)


def _parameters(i: int, seat: Seat, strategy: Strategy) -> None:
    given = dict(seat.parameters)
    for knob in strategy.parameters:
        path = ("seats", i, "parameters", knob.name)
        _single(knob, given.get(knob.name, knob.printed(0)), knob.printed(0), path, strategy.name)


def _group(draft: Draft, mode: Mode, group: str, refusal: str) -> None:
    knobs = [k for k in mode.knobs if k.group == group]
    n = sum(k.name in draft.rules for k in knobs)
    touched = SS.get("touched", ())
    is_touched = touched[:1] == ("rules",) and touched[1] in {k.name for k in knobs}
    with st.expander(f"{group}  ·  {n} changed" if n else group, key=f"group/{group}", expanded=is_touched):
        for knob in knobs:
            _rule(draft, knob)
            _refused(refusal, is_touched and touched[1] == knob.name)


def _rule(draft: Draft, knob: Knob) -> None:
    value, printed = draft.value(knob), knob.printed(draft.players)
    off = is_off(draft, knob)
    if knob.kind == "vector":
        _vector(draft, knob, value, printed, off)
    else:
        _single(knob, value, printed, ("rules", knob.name), draft.mode, off)
    if knob.file is not None and not off:
        _upload(knob, ("rules", knob.name))


def is_off(draft: Draft, knob: Knob) -> bool:
    """Whether another rule makes this one matter, and does not here."""
    return knob.when is not None and draft.value(_named(draft, knob.when[0])) != knob.when[1]


def _named(draft: Draft, name: str) -> Knob:
    return next(k for k in draft.mode_record.knobs if k.name == name)


def about(knob: Knob, printed: Any) -> str:
    """What a control's question mark says."""
    rule = f" Rule {knob.rule}." if re.search(r"\d", knob.rule) else ""
    return f"{knob.help} Printed: {knob.said(printed)}.{rule}"


def _single(knob: Knob, value: Any, printed: Any, path: Path, scope: str, is_off: bool = False) -> None:
    common = {"help": about(knob, printed), "disabled": is_off, **bound(path, value, scope)}
    if knob.kind == "bool":
        st.toggle(knob.label, value, **common)
    elif knob.kind == "choice":
        words = dict(knob.choices)
        st.selectbox(knob.label, list(words), list(words).index(value), format_func=lambda v: words[v], **common)
    elif knob.file is not None:
        known = list(dict.fromkeys((*knob.file.names, value)))
        st.selectbox(knob.label, known, known.index(value), format_func=knob.file.label, **common)
    elif knob.kind == "int" and (knob.high - knob.low) / knob.step <= SLIDES:
        st.slider(knob.label, int(knob.low), int(knob.high), int(value), int(knob.step), **common)
    else:
        number = float if knob.kind == "float" else int
        form = "%g" if number is float else None
        st.number_input(knob.label, number(knob.low), number(knob.high), number(value), number(knob.step), format=form, **common)


def _upload(knob: Knob, path: Path) -> None:
    """A file of one's own instead: checked at once, kept by this process, never written to a disk."""
    file = knob.file
    assert file is not None
    key = f"upload/{knob.name}/{SS.get('uploads', 0)}"  # a new name after each, so that the widget is empty again

    def take() -> None:
        given = SS.get(key)
        if given is None:
            return
        SS["uploads"], SS["refused_file"] = SS.get("uploads", 0) + 1, None
        try:
            value = file.uploaded(given.getvalue(), given.name)
        except SettingError as error:
            SS["refused_file"], SS["touched"] = (knob.name, str(error)), path
            return
        keep(value)
        put(drafts.change(SS["draft"], path, value), path)

    label = f"{knob.label}: a file of your own"
    help = f"Allowed is {file.allowed}. It stays in this program, and links to this page do not carry it."
    st.file_uploader(label, [ending[1:] for ending in file.endings], key=key, on_change=take, help=help, max_upload_size=1)
    refused = SS.get("refused_file")
    _refused(refused[1] if refused else "", refused is not None and refused[0] == knob.name)


def _vector(draft: Draft, knob: Knob, value: Any, printed: Any, is_off: bool) -> None:
    """One small number for each entry, side by side; or a preset and one choice for each entry."""
    assert knob.axis is not None
    if knob.choices:
        _choices(draft, knob, value, printed)
        return
    st.markdown(knob.label, help=about(knob, printed))
    with st.container(horizontal=True, gap="xxsmall", key=f"vector/{knob.name}"):
        for i, (entry, label) in enumerate(zip(value, knob.axis.labels, strict=False)):
            width = min(64, max(46, 248 // len(value) - 4)) if knob.axis.per_seat else 76
            mark = f"{seat_colour(i + 1).letter} {i + 1}" if draft.mode_record.seats_have_colours else str(i + 1)
            short = f"{mark}{APART}{knob.label}" if knob.axis.per_seat else label
            bind = bound(("rules", knob.name, i), entry, draft.mode)
            st.number_input(short, int(knob.low), int(knob.high), int(entry), int(knob.step), width=width, disabled=is_off, **bind)


OWN = "own"


def _choices(draft: Draft, knob: Knob, value: Any, printed: Any) -> None:
    """A vector of choices: one of the presets, or each entry by itself."""
    assert knob.axis is not None
    preset, words = knob.preset(value), dict(knob.choices)
    is_own = preset is None or SS.get(f"own/{knob.name}") == value
    labels = {p.name: p.label for p in knob.presets} | {OWN: "My own"}
    key = f"set/{draft.mode}/rules/{knob.name}"
    shown = OWN if is_own else preset.name if preset else OWN
    if SS.get(key) != shown:
        SS[key] = shown

    def take() -> None:
        chosen = next((p for p in knob.presets if p.name == SS.get(key)), None)
        SS[f"own/{knob.name}"] = value if chosen is None else None
        put(drafts.change(SS["draft"], ("rules", knob.name), value if chosen is None else chosen.value[: len(value)]), ("rules", knob.name))

    st.selectbox(knob.label, list(labels), format_func=lambda name: labels[name], key=key, on_change=take, help=about(knob, printed))
    if not is_own:
        for label, v in zip(knob.axis.labels, value, strict=False):
            if v != knob.choices[0][0]:
                ui.foot(f"{label}: {words[v]}")
        return
    for i, (entry, label) in enumerate(zip(value, knob.axis.labels, strict=False)):
        st.selectbox(label, list(words), format_func=lambda v: words[v], **bound(("rules", knob.name, i), entry, draft.mode))


def _games(draft: Draft) -> None:
    with st.expander("Games and seed", key="group/games"):
        _choice("Games", {n: ui.short_count(n) for n in sorted({*drafts.MORE, draft.n_games})}, ("n_games",), draft.n_games)
        seed = min(draft.seed, JUST_MOVED)
        st.number_input(
            "Seed", 0, min(MAX_SEED, JUST_MOVED), seed, 1, help="The same seed deals the same cards: a run can be repeated exactly.", **bound(("seed",), seed)
        )
        help = "Each deal is played as often as there are players, everybody moving on one seat: luck of the deal and strength of a strategy are told apart."
        st.toggle("Play every deal from each seat", draft.rotate, help=help, **bound(("rotate",), draft.rotate))


def differing(draft: Draft) -> list[tuple[str, Path]]:
    """What differs from the printed game: words for a chip, and the field that it resets."""
    found: list[tuple[str, Path]] = []
    for knob in draft.mode_record.knobs:
        if knob.name in draft.rules:
            idle = f" · no effect: see {_named(draft, knob.when[0]).label}" if knob.when is not None and is_off(draft, knob) else ""
            found.append((chip(knob, draft.rules[knob.name], knob.printed(draft.players)) + idle, ("rules", knob.name)))
    usual = Seat(draft.mode_record.default_strategy)
    found += [(f"Seat {i + 1}: {seat_words(seat)} · usual {usual.spec}", ("seats", i)) for i, seat in enumerate(draft.seats) if seat != usual]
    return found


def seat_words(seat: Seat) -> str:
    """Who sits there: weighted, variety 2, 10 % mistakes."""
    parts = [seat.strategy, *(f"{name} {value:.10g}" if isinstance(value, (int, float)) else f"{name} {value}" for name, value in seat.parameters)]
    return ", ".join(parts + ([f"{100 * seat.blunder:g}\u00a0% mistakes"] if seat.blunder else []))


def chip(knob: Knob, value: Any, printed: Any) -> str:
    """End at card 5 · printed 6; of a vector only the entries that differ, of choices how many."""
    if knob.kind != "vector":
        return f"{knob.label}: {knob.said(value)} · printed {knob.said(printed)}"
    assert knob.axis is not None
    if knob.choices and knob.preset(value) is None:
        own = [label for label, v in zip(knob.axis.labels, value, strict=False) if v != knob.choices[0][0]]
        return f"{knob.label}: {knob.said(value) if len(own) == 1 else f'your own for {len(own)} of them'} · printed {knob.said(printed)}"
    if knob.choices:
        return f"{knob.label}: {knob.said(value)} · printed {knob.said(printed)}"
    entries = [(label, a, b) for label, a, b in zip(knob.axis.labels, value, printed, strict=False) if a != b]
    if len(entries) == 1:
        label, a, b = entries[0]
        return f"{knob.label}, {label}: {a} · printed {b}"
    return f"{knob.label}: {knob.said(value)} · printed {knob.said(printed)}"


def chips(draft: Draft) -> None:
    """A button for each difference; one click resets it."""
    found = differing(draft)
    with st.container(horizontal=True, key="chips", gap="xsmall", vertical_alignment="center"):
        if not found:
            ui.foot("All rules as printed, the usual players.", width="content")
        for i, (words, path) in enumerate(found):
            st.button(words, icon=":material/close:", icon_position="right", key=f"chip{i}", on_click=_reset, args=(path,), help="Back to the printed game")
        if len(found) > 1:
            st.button("Reset all", type="tertiary", icon=":material/restart_alt:", key="reset_all", on_click=_reset, args=((),))


def _reset(path: Path) -> None:
    put(drafts.as_printed(SS["draft"], path), path)


def said(refusal: str, draft: Draft) -> str:
    """A refusal in the words of the page: labels for the names of the rules."""
    for knob in draft.mode_record.knobs:
        refusal = re.sub(rf"\b{knob.name}\b(?! of| and)", f"“{knob.label}”", refusal)
    return refusal


def who_plays(seats: tuple[Seat, ...]) -> str:
    """greedy in all seats, or the list."""
    words = [seat_words(seat) for seat in seats]
    return f"{words[0]} in all seats" if len(set(words)) == 1 else ", ".join(words)


def game_words(game: Game, mode: Mode, players: int) -> str:
    return f"{game.label} · {mode.label} · {players} players"
