"""A rule that matters only under another one says so where that one is off; and there it does nothing."""

import pytest

from topstats import Settings, registry, simulate
from topstats.cli.told import told
from topstats.dashboard import controls
from topstats.dashboard.draft import Draft
from topstats.report.words import chips
from topstats.stats.summary import summary

KNOBS = [(g.name, m.name, k) for g in registry.GAMES.values() for m in g.modes for k in m.knobs if k.when is not None]


def other_value(knob, players):
    """One that is not printed."""
    printed = knob.printed(players)
    if knob.kind == "bool":
        return not printed
    if knob.kind == "choice":
        return next(value for value, _ in knob.choices if value != printed)
    if knob.kind == "vector":
        return (_moved(knob, printed[0]), *printed[1:])
    return _moved(knob, printed)


def _moved(knob, value):
    step = type(value)(knob.step)
    return value - step if value - step >= knob.low else value + step


def idle_run(game, mode, knob):
    """The rule changed, the other one turned off; and the same with the rule as printed."""
    players = registry.game(game).mode(mode).default_players
    name, needed = knob.when
    other = next(k for k in registry.game(game).mode(mode).knobs if k.name == name)
    rules = {} if other.printed(players) != needed else {name: other_value(other, players)}
    return [Settings(game, mode, n_games=30, rules=r) for r in (rules | {knob.name: other_value(knob, players)}, rules)]


@pytest.mark.parametrize(("game", "mode", "knob"), KNOBS, ids=[f"{g}-{m}-{k.name}" for g, m, k in KNOBS])
def test_what_has_no_effect_says_so_and_has_none(game, mode, knob):
    idle, plain = idle_run(game, mode, knob)
    assert idle.idle == {knob.name: knob.when[0]} and plain.idle == {}
    result = simulate(idle, workers=1)
    for per in idle.mode_record.blocks():
        assert result.table(per).equals(simulate(plain, workers=1).table(per))
    assert sum("no effect while" in line for line in idle.changes) == 1
    assert sum("no effect while" in line for line in chips(idle)) == 1
    line = next(line for line in told(result, summary(result)).splitlines() if line.startswith(f"Changed: {knob.name} = "))
    assert f"; no effect while {knob.when[0]} = " in line
    draft = Draft(game=game, mode=mode, players=idle.players, rules={name: value for name, (value, _) in idle.changed.items()}, seats=idle.seats)
    assert [knob.label in words for words, _ in controls.differing(draft) if "no effect" in words] == [True]


def test_with_the_other_rule_it_is_an_ordinary_change():
    on = Settings("top_race", rules={"pit_stop": True, "pit_cards": 2})
    assert on.idle == {} and not any("no effect" in line for line in [*on.changes, *chips(on)])
    assert on.changes == ["Pit stops on (printed off)", "Pit-stop cards 2 (printed 3)"]


def test_large_numbers_are_read_in_groups_and_typed_without():
    rich = Settings("top_race", rules={"capital": 5_000_000})
    assert rich.changes == ["Capital at the start 5,000,000 (printed 200,000)"]
    assert rich.changed_words == {"capital": ("5000000", "200000")}
    knob = next(k for k in rich.mode_record.knobs if k.name == "capital")
    assert knob.allowed == "a whole number from 0 to 5000000"
    for game in registry.GAMES.values():
        for mode in game.modes:
            knobs = [*mode.knobs, *(k for s in mode.strategies for k in s.parameters)]
            assert not any("e+" in k.allowed for k in knobs)
