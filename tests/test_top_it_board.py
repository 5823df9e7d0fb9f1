"""The drawn table of Top It: well-formed, every pin drawn once and in order, nothing hidden shown, no text that is not escaped."""

import copy
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from topstats import Settings, replay
from topstats.figures.boards import BOARDS, PICTURES

DRAW = BOARDS["top_it", "base"]
WIDTHS = (1240, 372)
NASTY = "<script>alert('x')</script>&\"</svg>"


@pytest.fixture(scope="module")
def told() -> Any:
    return replay(Settings("top_it", players=6, seats=["late"] * 6, seed=2))


@pytest.fixture
def view(told: Any) -> dict[str, Any]:
    """Late in a round, with stacks."""
    k = max(range(len(told)), key=lambda k: sum(len(t["stack"]) for t in told.view(k)["grid"]))
    return told.view(k)


def tiles(svg: str) -> dict[str, ET.Element]:
    return {e.get("data-tile"): e for e in ET.fromstring(svg).iter() if e.get("data-tile")}


def said(svg: str) -> str:
    return " ".join("".join(e.itertext()) for e in ET.fromstring(svg).iter() if e.tag.endswith("text"))


@pytest.mark.parametrize("width", WIDTHS)
def test_every_pin_of_every_stack_is_drawn_once_from_the_bottom(view: dict[str, Any], width: int):
    drawn = tiles(DRAW(view, width))
    assert list(drawn) == [t["letter"] for t in view["grid"]]
    for tile in view["grid"]:
        pins = [e.get("class").removeprefix("cap c") for e in drawn[tile["letter"]].iter() if (e.get("class") or "").startswith("cap ")]
        assert pins == [pin["colour"] for pin in tile["stack"]]
    assert sum(len(t["stack"]) for t in view["grid"]) > 10


@pytest.mark.parametrize("width", WIDTHS)
def test_clock_points_and_pins_are_said(view: dict[str, Any], width: int):
    text = said(DRAW(view, width))
    assert f"{view['clock']['left_s']:.1f} s left" in text and f"Round {view['turn']}" in text
    for seat in view["seats"]:
        assert f"{seat['score']} point" in text and f"{seat['pins']} pin" in text


@pytest.mark.parametrize("width", WIDTHS)
def test_what_others_have_in_mind_is_not_drawn(told: Any, width: int):
    k = next(k for k in range(len(told)) if sum(bool(s["mind"]) for s in told.view(k)["seats"]) > 2)
    own, hidden = told.view(k), told.view(k, 1)
    minds = [t for s in own["seats"][1:] for t in s["mind"] if all(pin["term"] != t for tile in own["grid"] for pin in tile["stack"])]
    minds = [t for t in minds if t not in own["seats"][0]["mind"]]
    assert minds and any(t in said(DRAW(own, width)) for t in minds)
    assert not any(t in said(DRAW(hidden, width)).replace(",", "").split() for t in minds)


@pytest.mark.parametrize("width", WIDTHS)
def test_names_cannot_break_out(view: dict[str, Any], width: int):
    nasty = copy.deepcopy(view)
    nasty["step"] = nasty["seats"][0]["colour"] = nasty["seats"][1]["strategy"] = nasty["topic"]["class"] = NASTY
    nasty["seats"][2]["mind"] = [NASTY]
    nasty["grid"][0] = {"letter": NASTY, "stack": [{"colour": NASTY, "term": NASTY, "doubtful": True}]}
    svg = DRAW(nasty, width)
    ET.fromstring(svg)
    assert "<script" not in svg


@pytest.mark.parametrize("width", WIDTHS)
def test_before_and_after_the_game(told: Any, width: int):
    assert "not laid" in said(DRAW(told.view(0), width))
    last = told.view(len(told) - 1)
    assert all(f"{s['score']} point" in said(DRAW(last, width)) for s in last["seats"])


def test_text_is_large_enough_to_read(view: dict[str, Any]):
    for width in WIDTHS:
        for e in ET.fromstring(DRAW(view, width)).iter():
            if e.tag.endswith("text") and "font-size" in (e.get("style") or ""):
                assert float(e.get("style").split("font-size:")[1].split("px")[0]) >= 12


def test_the_picture_and_the_words():
    assert ET.fromstring(PICTURES["top_it"]()).get("aria-label")
