"""An own strategy: a function seated like any other, which knows no more than its seat, breaks nothing, and whose errors say where."""

import copy
import json
import pickle
import subprocess
import sys

import numba
import numpy as np
import pytest

from tests.lanes import fewer
from topstats import Result, Seat, SettingError, Settings, Table, compare, replay, simulate, strategy
from topstats.core.machine import MAX_PARAMETERS
from topstats.core.rng import below
from topstats.core.watch import StrategyError
from topstats.games.top_pop import policies
from topstats.games.top_pop.strategies import GREEDY, STRATEGIES
from topstats.games.top_pop.two_player import policies as two_player_policies
from topstats.report import report

WEIGHTS = np.zeros(MAX_PARAMETERS)
WEIGHTS[: len(STRATEGIES[0].parameters)] = [k.default for k in STRATEGIES[0].parameters]
START, PLACE, COLLECT, STACK = 1, 2, 3, 4


@strategy(idea="Draws as the strategy random does.")
def like_random(S):
    policies.choose_random(S)


@strategy
def like_random_for_two(S):
    two_player_policies.choose_random(S)


@strategy
def like_greedy(S):
    e = S.entry[S.seat]
    for i in range(MAX_PARAMETERS):
        S.parameter[e, i] = WEIGHTS[i]
    policies.choose_weighted(S, e)


@strategy(idea="Takes the first legal move.")
def first(S, options):
    return 0


@strategy(idea="Takes any <b>legal</b> move.")
def anything(S, options):
    return below(S.stream, len(options))


@strategy
def passes(S):
    """Places in front of itself, collects what comes first, never stacks."""
    S.move[0] = -1
    if S.ask == PLACE or S.ask == START:
        S.move[0], S.move[1] = S.hand[S.seat, 0], S.seat
    if S.ask == COLLECT:
        for c in range(S.players):
            if S.middle[c] > 0:
                S.move[0] = c


def seated(own, players=3, others="greedy", **more) -> Settings:
    return Settings(**({"players": players, "seats": [own, *[others] * (players - 1)], "n_games": 40, "seed": 5} | more))


def rows(settings: Settings, **how):
    return simulate(settings, **how).blocks


def assert_same(one, other):
    assert all(np.array_equal(one[per], other[per]) for per in one)


# What it plays


@pytest.mark.nojit
@pytest.mark.parametrize(("mode", "players", "own"), [("base", 3, like_random), ("lite", 4, like_random), ("two_player", 2, like_random_for_two)])
def test_a_copy_of_random_brings_the_rows_of_random(mode, players, own):
    n = fewer(40)
    for spec, seat in (("random", Seat(own.name)), ("random:blunder=0.3", Seat(own.name, blunder=0.3))):
        wanted = rows(Settings(mode=mode, players=players, seats=[spec] + ["greedy"] * (players - 1), n_games=n))
        assert_same(wanted, rows(Settings(mode=mode, players=players, seats=[seat] + ["greedy"] * (players - 1), n_games=n, own=[own])))


def test_a_copy_of_greedy_brings_the_rows_of_greedy():
    assert GREEDY["cap"] == WEIGHTS[3]
    assert_same(rows(Settings(players=4, n_games=50)), rows(Settings(players=4, n_games=50, seats=[like_greedy, "greedy", like_greedy, "greedy"])))


@pytest.mark.nojit
@pytest.mark.parametrize(("mode", "players"), [("base", 3), ("lite", 2), ("two_player", 2)])
def test_the_number_returned_is_a_row_of_the_options_of_the_table(mode, players):
    settings = Settings(mode=mode, players=players, seats=[first, *["greedy"] * (players - 1)], n_games=2, seed=3)
    result = simulate(settings)
    for g in range(2):
        table = Table(settings, game=g)
        while not table.over:
            table.apply(0) if table.to_act == 1 else table.play(1)
        assert [table.row["seats"][p]["score"] for p in range(players)] == result.table("seat").query("game == @g")["score"].tolist()


def test_a_long_list_of_options_is_offered_whole():
    """More than the first buffer holds: it counts them, and takes the last."""

    def last(S, options):
        if len(options) > 256 and S.move.shape[0] == options.shape[1]:
            return len(options) - 1
        return below(S.stream, len(options))

    settings = seated(strategy(last), players=5, others="random", n_games=20)
    table, found = Table(settings), 0
    for g in range(20):
        table = Table(settings, game=g)
        while not table.over:
            if table.to_act == 1 and table._n_options() > 256:
                assert table.choose() == table.options()[-1]
                found += 1
            table.play(1)
    assert found > 3


@pytest.mark.parametrize("how", [{"workers": 1}, {"workers": 2, "chunk": 7}, {"workers": 3, "chunk": 1}])
def test_rows_do_not_depend_on_workers_and_chunks(how):
    settings = seated(anything, n_games=60, rotate=True)
    assert_same(rows(settings), rows(settings, **how))


def test_table_replay_and_run_play_the_same_games():
    settings = seated(anything, n_games=4, rotate=True)
    result = simulate(settings).table("seat")
    for g in range(4):
        wanted = result[result["game"] == g]["score"].tolist()
        assert list(Table(settings, game=g).play().scores) == wanted
        told = replay(settings, game=g)
        assert [s["score"] for s in told.row["seats"]] == wanted
        assert "plays anything." in str(told)


def test_several_own_strategies_sit_together_and_beside_a_search():
    settings = Settings(players=4, seats=[anything, passes, like_greedy, "search:playouts=2:told=on"], n_games=6)
    assert_same(rows(settings, workers=1), rows(settings, workers=2, chunk=1))
    assert simulate(settings).table("seat")["strategy"].unique().tolist() == ["anything", "passes", "like_greedy", "search:playouts=2:told=on"]


def test_the_engine_is_not_compiled_again():
    from topstats.games.top_pop.engine import PLAYING

    def another(S, options):
        return len(options) // 2

    simulate(seated(first))
    before = [len(k.signatures) for k in (PLAYING.play_many, PLAYING.trace, policies.choose)]
    compiled_before = sum(PLAYING.play_many.stats.cache_misses.values())
    simulate(seated(strategy(another)))
    assert [len(k.signatures) for k in (PLAYING.play_many, PLAYING.trace, policies.choose)] == before
    assert before[0] == 1
    assert sum(PLAYING.play_many.stats.cache_misses.values()) == compiled_before


def test_it_is_compared_on_the_same_deals():
    both = compare(seated(anything, n_games=300), seated(like_greedy, n_games=300))
    assert both.is_paired == (True, True)
    share = both.differences.query("measure == 'share' and seat == 1") if "share" in both.differences["measure"].tolist() else both.differences
    assert len(share) > 0

    def other(S, options):
        return len(options) - 1

    with pytest.raises(SettingError, match="two strategies are called anything"):
        compare(seated(anything), seated(strategy(other, name="anything")))


def test_a_game_without_progress_ends_by_the_rules():
    assert set(simulate(Settings(players=2, seats=[passes, passes], n_games=20)).table()["ended"]) == {"stalled"}


def test_any_room_can_seat_one(toy):
    """A game that never reaches its target is cut by its limit of rounds; one that throws once keeps what it threw."""

    def stops(S):
        S.move[0] = 0

    def once(S, options):
        return 1 if S.pot == 0 else 0

    cut = simulate(Settings(game="toy", players=2, seats=[stops, stops], n_games=20))
    assert set(cut.table()["ended"]) == {"truncated"}
    played = simulate(Settings(game="toy", players=2, seats=[once, "careful"], n_games=50)).table("seat")
    assert played[played["strategy"] == "once"]["kept"].min() > 0


# What it sees


def test_it_does_not_see_what_its_seat_cannot_know():
    """The last card of the deck: right no more often than by chance, whatever it reads; no way back to the deal, and not who the others are."""

    def spy(S):
        policies.choose_random(S)
        if S.ask == COLLECT:
            colours = 0
            for c in range(S.players):
                colours += S.middle[c] > 0
            wanted = S.city[S.n_cards - 1] % colours
            for c in range(S.players):
                if S.middle[c] > 0:
                    if wanted == 0:
                        S.move[0] = c
                    wanted -= 1
        if S.seed != 0 or S.deal != 0 or S.strategy[1] != 0 or S.parameter[1, 0] != 0:
            S.move[0] = -5

    settings = seated(strategy(spy), players=2, seed=9)
    right = n = 0
    for g in range(150):
        table = Table(settings, game=g)
        while not table.over:
            S = table._S
            colours = [c for c in range(2) if S.middle[c] > 0]
            if table.to_act == 1 and table.decision == "collect" and len(colours) == 2 and int(S.n_cards) - 1 > int(S.drawn):
                table._ask(S)
                right += int(S.move[0]) == colours[S.city[S.n_cards - 1] % 2]
                n += 1
            table.play(1)
    assert n > 400
    assert abs(right / n - 0.5) < 0.12


@pytest.mark.nojit
def test_it_cannot_change_the_game_but_by_its_move():
    def robs(S):
        policies.choose_random(S)
        for c in range(S.players):
            S.supply[S.seat, c] = 50
            S.seen[S.seat, S.seat, c] = 9
        S.n_won[S.seat], S.turn, S.seat, S.key = 9, 0, 0, 7
        S.over = 1

    assert_same(rows(seated("random", n_games=3)), rows(seated(strategy(robs), n_games=3)))


# What is refused


def made(body: str, arguments: str = "S", **more):
    names: dict = {}
    exec(f"def bad({arguments}):\n" + "".join(f"    {line}\n" for line in body.split("\n")), globals() | {"above": above}, names)
    return strategy(**more)(names["bad"])


def above(S):
    return S.turn > 3


LISTED = "S, options"
WRONG_MOVES = [
    ("return len(options)", LISTED, r"returned \d+, asked to place, and there are \d+ options, numbered from 0 to \d+"),
    ("return -1", LISTED, r"returned -1, asked to place, and there are \d+ options, numbered from 0 to \d+"),
    ("S.move[0] = 99", "S", r"made an illegal move, asked to place: the card is not in that hand \(rules TP-05 and TP-10\)"),
    ("S.move[0], S.move[1] = S.hand[S.seat, 0], 7", "S", r"made an illegal move, asked to place: there is no such seat \(rule TP-10\)"),
    ("S.move[0] = S.hand[S.seat, S.turn + 90]", "S", r"raised IndexError \(index is out of bounds\)"),
    ("return 1 // (S.turn - S.turn)", LISTED, r"raised ZeroDivisionError \(integer division by zero\)"),
    ("raise ValueError('oh dear')", "S", r"raised ValueError \(oh dear\)"),
]


@pytest.mark.parametrize(("body", "arguments", "what"), WRONG_MOVES)
def test_a_wrong_move_is_told_with_strategy_seed_game_and_turn(body, arguments, what):
    settings = seated(made(body, arguments), seed=11)
    where = r": seed 11, game \d+, turn 1, seat 1\.$"
    for play in (simulate, lambda s: Table(s).play(), replay):
        with pytest.raises(StrategyError, match=f"^strategy bad {what}{where}") as caught:
            play(settings)
        assert (caught.value.strategy, caught.value.seed, caught.value.turn, caught.value.seat) == ("bad", 11, 1, 1)
    assert isinstance(caught.value, SettingError)


def test_the_game_and_the_turn_are_those_of_the_error():
    settings = seated(made("if S.turn == 7:\n    return -3\nreturn 0", LISTED), seed=2, rotate=True)
    with pytest.raises(StrategyError) as caught:
        simulate(settings, workers=1, chunk=3)
    found = caught.value
    assert found.turn == 7
    for g in range(found.game):
        Table(settings, game=g).play()
    table = Table(settings, game=found.game)
    with pytest.raises(StrategyError, match=f"game {found.game}, turn 7, seat {found.seat}"):
        table.play()
    assert table.to_act == found.seat


def test_a_table_goes_on_after_an_error():
    table = Table(seated(made("return -1", LISTED)))
    with pytest.raises(StrategyError):
        table.play()
    assert table.to_act == 1
    table.apply(0)
    assert len(table.options()) > 0


UNPLAYABLE = [
    ("return 1.5", LISTED, "it returns float64; allowed is a whole number, the row of options that it takes, from 0"),
    ("return np.nan", LISTED, "it returns float64; allowed is a whole number"),
    ("return above(S)", LISTED, "bool|has no|compile"),
    ("pass", LISTED, "it returns nothing; allowed is a whole number"),
    ("if S.turn > 3:\n    return 1", LISTED, r"it returns OptionalType\(int64\); allowed"),
    ("return 1", "S", r"with S alone it writes S\.move and returns nothing"),
    ("S.move[0] = S.card", "S", "numba cannot compile it: S has no field card"),
    ("S.move[0] = unknown(S)", "S", "numba cannot compile it: NameError: name 'unknown' is not defined"),
    ("S.move[0] = 'a'", "S", r"numba cannot compile it: it has no setitem\(.*\) \(line 2\)"),
    ("import os", "S", r"numba cannot compile it: Use of unsupported opcode \(IMPORT_NAME\) found"),
]


@pytest.mark.parametrize(("body", "arguments", "why"), UNPLAYABLE)
def test_what_cannot_be_compiled_is_refused_in_a_sentence(body, arguments, why):
    with pytest.raises(SettingError, match=rf"^strategy bad cannot be played: .*({why})") as caught:
        simulate(seated(made(body, arguments)))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 320


@pytest.mark.parametrize("wrong", [lambda: 0, lambda S, a, b: 0, lambda *S: 0, lambda S, *, o: 0, 3, "greedy", len])
def test_only_a_function_of_one_or_two_arguments_can_be_a_strategy(wrong):
    with pytest.raises(SettingError, match="it is a function of S, or of S and options"):
        strategy(wrong)


NAMES = [{"name": "my strategy"}, {"name": "a:b"}, {"name": "=1"}, {"seconds": 0}, {"seconds": float("nan")}]


@pytest.mark.parametrize("how", NAMES)
def test_a_name_or_time_that_cannot_be_is_refused(how):
    field, value = next(iter(how.items()))
    with pytest.raises(SettingError, match=f"^{field} (= )?{value} "):
        strategy(**how)(above)


def test_a_name_is_given_once():
    with pytest.raises(SettingError, match="cannot be called greedy: Base game has one of this name"):
        seated(strategy(above, name="greedy"))
    with pytest.raises(SettingError, match="two strategies are called first"):
        Settings(players=2, seats=[first, strategy(above, name="first")])
    with pytest.raises(SettingError, match="own = 3 is not possible"):
        Settings(own=3)
    with pytest.raises(SettingError, match="strategy elsewhere is not known"):
        Settings(players=2, seats="elsewhere,greedy", own=[first])


LOOP = """
import time
from topstats import Settings, Table, replay, simulate, strategy
from topstats.core.watch import StrategyError
from topstats.simulate import Cancelled

@strategy(seconds=0.5)
def stuck(S, options):
    n = 0
    while S.turn > 4:
        n += 1
    return 0

settings = Settings(players=3, seats=["greedy", stuck, "greedy"], seed=6, n_games=50)
for play in (simulate, replay, lambda s: Table(s).play()):
    try:
        play(settings)
    except StrategyError as error:
        print(error)

began = time.monotonic()
try:
    simulate(settings.replace(own=[strategy(stuck.function, name="stuck", seconds=1000)]), cancel=lambda: time.monotonic() > began + 0.5)
except Cancelled as error:
    print(error)
"""


@pytest.mark.slow
def test_an_endless_loop_is_left_behind_and_python_ends():
    run = subprocess.run([sys.executable, "-c", LOOP], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    told = run.stdout.splitlines()
    end = r"turn 5, seat 2. The thread it runs in cannot be stopped until Python ends."
    assert len(told) == 4
    assert all(line.startswith("strategy stuck has not decided in 0.5 seconds: seed 6, game ") and line.endswith(end) for line in told[:3])
    assert told[3].startswith("stopped after ")


# What is kept of it


def test_settings_name_it_and_tell_versions_apart():
    settings = seated(anything).replace(seats=[Seat("anything", blunder=0.25), "greedy", "greedy"])
    assert settings.seats[0].spec == "anything:blunder=0.25"
    assert settings == Settings(seats="anything:blunder=0.25,greedy,greedy", own={"anything": anything}, players=3, n_games=40, seed=5)
    assert dict(settings.own) == {"anything": anything}
    assert settings.replace(seats="greedy,greedy,greedy") == seated("greedy"), "what is not seated is not kept"

    def anything_else(S, options):
        return below(S.stream, len(options)) * 1

    other = seated(strategy(anything_else, name="anything"))
    same = seated(anything)
    assert other != same
    assert other.hash != same.hash
    assert same.hash == seated(strategy(anything.function, idea=anything.idea)).hash
    assert seated("greedy").hash == Settings.from_dict(seated("greedy").to_dict()).hash
    assert "own" not in seated("greedy").to_dict(full=True)


def test_settings_go_out_and_back():
    settings = seated(anything)
    data = json.loads(json.dumps(settings.to_dict()))
    assert data["own"]["anything"] == {"idea": "Takes any <b>legal</b> move.", "seconds": 10.0, "source": anything.source, "hash": anything.hash}
    back = Settings.from_dict(data)
    assert back == settings
    assert back.hash == settings.hash
    assert pickle.loads(pickle.dumps(settings)) == settings
    for twin in (settings.replace(seed=8), copy.deepcopy(settings).replace(seed=8)):
        assert_same(rows(twin), rows(seated(anything, seed=8)))
    with pytest.raises(SettingError, match=r"strategy anything is somebody's own and only its text was kept: to play on, give the function"):
        simulate(back)
    assert_same(rows(back.replace(own=[anything])), rows(settings))


@pytest.mark.parametrize(
    "damage",
    [{"hash": "0" * 16}, {"source": "import os"}, {"idea": 3}, {"seconds": "x"}, {"seconds": None}, {"more": 1}],
)
def test_a_text_that_is_not_the_one_is_refused(damage):
    data = seated(anything).to_dict()
    data["own"]["anything"] |= damage
    with pytest.raises(SettingError):
        Settings.from_dict(data)


def factor(n):
    return n * LIMIT


LIMIT = 3


def test_the_text_holds_what_the_function_uses():
    def make(k):
        def mine(S, options):
            return min(factor(k), len(options) - 1)

        return strategy(mine)

    two, three = make(2), make(3)
    assert "LIMIT = 3" in two.source
    assert "def factor(n):" in two.source
    assert two.source.index("k = 2") < two.source.index("def mine(S, options):")
    assert two != three
    assert "def below" not in anything.source


def test_a_function_of_numba_or_a_plain_one_can_be_seated():
    @numba.njit
    def compiled(S, options):
        return 0

    def plain(S, options):
        return 0

    wanted = rows(seated(first))
    assert_same(wanted, rows(seated(compiled)))
    assert_same(wanted, rows(seated(plain)))


def test_a_saved_run_has_its_text_and_its_tables(tmp_path):
    result = simulate(seated(anything))
    result.save(tmp_path / "run")
    loaded = Result.load(tmp_path / "run")
    assert loaded.settings == result.settings
    assert loaded.table("seat").equals(result.table("seat"))
    assert loaded.settings.own["anything"].source == anything.source
    for play in (simulate, replay, Table):
        with pytest.raises(SettingError, match="give the function"):
            play(loaded.settings)
    again = Result.load(tmp_path / "run", own=[anything])
    assert_same(rows(again.settings), result.blocks)
    with pytest.raises(SettingError, match="is not the one that played: its text has the hash"):
        Result.load(tmp_path / "run", own=[strategy(above, name="anything")])
    with pytest.raises(SettingError, match="own strategy first does not play in it; there is anything"):
        Result.load(tmp_path / "run", own=[first])


def test_the_report_says_that_it_must_be_given_and_prints_it(tmp_path, monkeypatch):
    import re
    from html import unescape

    result = simulate(seated(anything, rules={"end_cards": 5}, rotate=True), extras=["lead_changes"])
    result.save(tmp_path / "run")
    text = report([Result.load(tmp_path / "run")])
    assert "Takes any <b>legal" not in text
    assert f"text {anything.hash}" in text
    said = unescape(text)
    assert anything.source in said
    assert "The same games again, in Python: anything must be given, as written below" in said
    commands = [unescape(c) for c in re.findall(r"<pre>(from topstats.*?)</pre>", text, re.DOTALL)]
    assert len(commands) > 2
    monkeypatch.chdir(tmp_path)
    names = {"anything": anything}
    exec(commands[0].replace('"run"', '"again"'), names)
    assert Result.load("again").tally.to_dict() == result.tally.to_dict()
    exec(commands[1], names)


def test_a_comparison_says_how_to_play_it_again_in_python(tmp_path, monkeypatch):
    import re
    from html import unescape

    text = report([compare(seated(anything), seated(anything, rules={"end_cards": 5}))])
    assert anything.source in unescape(text)
    assert "in Python: anything must be given" in unescape(text)
    commands = [unescape(c) for c in re.findall(r"<pre>(from pathlib.*?)</pre>", text, re.DOTALL)]
    again = next(c for c in commands if "compare(" in c)
    monkeypatch.chdir(tmp_path)
    names = {"anything": anything}
    exec(again, names)
    assert anything.source in unescape((tmp_path / "report.html").read_text())
    assert names["both"].differences["b"].equals(compare(seated(anything), seated(anything, rules={"end_cards": 5})).differences["b"])


NO_TEXT = """
from topstats import Settings, simulate, strategy
def mine(S, options):
    return 0
print(simulate(Settings(players=2, seats=[mine, 'greedy'], n_games=3)).settings.own['mine'].source)
"""


@pytest.mark.slow
def test_it_plays_without_a_text():
    run = subprocess.run([sys.executable, "-c", NO_TEXT], capture_output=True, text=True, timeout=200)
    assert run.stdout.startswith("# mine: no text; byte code "), run.stderr
