"""What the command prints: aligned columns, strict JSON, and the knobs, strategies and clauses of a game in words."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from topstats.core.contract import Game, Knob, Mode, Strategy, shown
from topstats.core.home import PACKAGE


def columns(head: Sequence[str], rows: Iterable[Sequence[Any]], right: str = "") -> str:
    """Rows as aligned columns; `right` names by "r" which stand flush right ("lrr")."""
    table = [[str(cell) for cell in row] for row in (head, *rows)]
    width = [max(map(len, column)) for column in zip(*table, strict=True)]
    side = right.ljust(len(width), "l")
    lines = ("  ".join(c.rjust(w) if s == "r" else c.ljust(w) for c, w, s in zip(row, width, side, strict=True)).rstrip() for row in table)
    return "\n".join(lines)


OPTIONS = {"n_games": "--games ", "players": "--players ", "seed": "--seed ", "seats": "--seats ", "measures": "--measures "}


def typed(given: Mapping[str, Any], own: Mapping[str, str] | None = None) -> dict[str, str]:
    """How each name of a setting was typed, up to its value: rules by --rule, what a side of a comparison has of its own as `own` says."""
    rules = {str(text).partition("=")[0].strip() for text in given.get("rules") or []}
    seats = {name: f"--seats {name}=" for name in re.findall(r":(\w+)=", str(given.get("seats") or ""))}
    return seats | {name: f"--rule {name}=" for name in rules} | OPTIONS | dict(own or {})


def as_typed(refusal: str, names: Mapping[str, str]) -> str:
    """A refusal that begins with the name of a setting ("n_games = 0 is not possible") in the words of the command line ("--games 0 is not possible")."""
    found = re.match(r"(\w+) = (.*?)( is not possible| names )", refusal, re.S)
    if found is None or found[1] not in names:
        return refusal
    return f"{names[found[1]]}{found[2]}{refusal[found.end(2) :]}"


def as_json(data: Any) -> str:
    """Strict JSON: no NaN, no infinity, names as they are."""
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)


def knob_data(knob: Knob, players: int) -> dict[str, Any]:
    """A knob as plain data, with its printed value for this number of players."""
    number = knob.kind in ("int", "float", "vector") and not knob.choices
    printed = knob.printed(players)
    return {
        "name": knob.name,
        "label": knob.label,
        "help": knob.help,
        "rule": knob.rule,
        "group": knob.group,
        "kind": knob.kind,
        "printed": list(printed) if isinstance(printed, tuple) else printed,
        "allowed": knob.allowed,
        "low": knob.low if number else None,
        "high": knob.high if number else None,
        "step": knob.step if number else None,
        "unit": knob.unit,
        "choices": [{"value": value, "label": words} for value, words in knob.choices],
        "presets": [{"name": preset.name, "label": preset.label, "value": list(preset.value)} for preset in knob.presets],
        "entries": None if knob.axis is None else list(knob.axis.labels[: knob.size(players)]),
        "when": None if knob.when is None else {"name": knob.when[0], "value": knob.when[1]},
    }


def knob_table(mode: Mode, players: int) -> str:
    """The knobs of a mode, by group: how they are named, what is printed, what is allowed."""
    rows: list[Sequence[Any]] = []
    for group in dict.fromkeys(k.group for k in mode.knobs):
        rows += [(k.name, k.typed(k.printed(players)), k.allowed, k.rule, k.label) for k in mode.knobs if k.group == group]
    return columns(("setting", "printed", "allowed", "rule", "what it is"), rows)


def strategy_data(strategy: Strategy, players: int) -> dict[str, Any]:
    return {
        "name": strategy.name,
        "idea": strategy.idea,
        "source": strategy.source,
        "parameters": [knob_data(k, players) for k in strategy.parameters],
    }


def strategy_text(mode: Mode) -> str:
    """The strategies of a mode with their parameters."""
    parts = []
    for s in mode.strategies:
        mark = " (the default)" if s.name == mode.default_strategy else ""
        source = f"  Source: {s.source}\n" if s.source else ""
        rows = [(f"    {k.name}", shown(k.default), k.allowed, k.label) for k in s.parameters]
        table = columns(("    parameter", "value", "allowed", "what it is"), rows) + "\n" if rows else ""
        parts.append(f"{s.name}{mark}\n  {s.idea}\n{source}{table}")
    return "\n".join(parts)


def rules_text(game: Game) -> str:
    """The rules page of a game."""
    return (PACKAGE / game.rules_file).read_text(encoding="utf-8")


def clauses(rules: str) -> list[dict[str, str]]:
    """The numbered clauses of a RULES.md ("- **TP-01** text")."""
    return [{"rule": rule, "text": " ".join(text.split())} for rule, text in re.findall(r"^- \*\*([A-Z]{2}-\d+)\*\* (.+?)(?=^- |^#|^$|\Z)", rules, re.M | re.S)]


def game_data(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "label": game.label,
        "question": game.question,
        "idea": game.idea,
        "modes": [
            {
                "name": m.name,
                "label": m.label,
                "idea": m.idea,
                "players": list(m.players),
                "default_players": m.default_players,
                "default_strategy": m.default_strategy,
            }
            for m in game.modes
        ],
    }
