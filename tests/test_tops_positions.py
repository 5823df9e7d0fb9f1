"""Every rule of Tops in a position typed in by hand."""

from itertools import permutations
from typing import Any

import pytest

from topstats.core.contract import SettingError
from topstats.settings import Settings
from topstats.table import IllegalMove, Table

rule = pytest.mark.rule
SURE = {"land_casual": 1, "touch_casual": 0, "cost_s": 0}  # every disc lands, no hand touches, no time is lost
CARDS = ["RRR", "RRB", "RRY", "RBB", "RBY", "RYY", "BBB", "BBY", "BYY", "YYY"]
HOLD = {"top": None}


def others(*cards: str) -> list[str]:
    """The objectives that are not named."""
    return [card for card in CARDS if card not in cards]


def us(seconds: float) -> int:
    return round(seconds * 1e6)


def sit(
    tops: list[tuple[str, float]],
    clock: float = 20,
    hands: tuple[str, ...] = ("RBY", "RBY"),
    reaching: dict[int, tuple[int, str, float]] | None = None,
    cards: list[str] | None = None,
    game: int = 0,
    rules: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """A round at `clock` seconds: tops as (discs from below, when it stops), discs in hand, seat -> (top, colour, when its disc arrives).

    Seat 1 is asked if it is not reaching. The others look a second later; what is not in a hand, on a top or on its way lies beside.
    """
    n, reaching = len(hands), reaching or {}
    settings = Settings(game="tops", players=n, rules=SURE | (rules or {}))
    out = "".join([*hands, *(stack for stack, _ in tops), *(disc for _, disc, _ in reaching.values())])
    acts = [us(reaching[p][2] if p in reaching else clock if p == 1 else clock + 1) for p in range(1, n + 1)]
    position = {
        "players": n, "seat": 1, "phase": "run", "ask": "" if 1 in reaching else "look", "taker": 1, "picture": None, "winner": 0, "turn": 1,
        "clock": us(clock), "game": game, "deal": game, "cards": cards or CARDS,
        "tops": [{"stack": stack, "stops": us(stops), "still": stops <= clock} for stack, stops in tops],
        "beside": {c: total - out.count(c) for c, total in zip("RBY", settings.rules["discs"], strict=True)}, "pool": {},
        "discs": [{c: hand.count(c) for c in "RBY"} for hand in hands],
        "doing": ["reaching" if p in reaching else "watching" if hands[p - 1] else "resting" for p in range(1, n + 1)],
        "acts_at": acts,
        "reaching": [{"top": reaching[p][0], "colour": reaching[p][1]} if p in reaching else None for p in range(1, n + 1)],
        **more,
    }  # fmt: skip
    return Table(settings, position=position)


def words(table: Table) -> list[str]:
    return [option["words"] for option in table.options()]


def hold(table: Table) -> Table:
    """Everybody holds until the round is decided."""
    while table.decision == "look":
        table.apply(HOLD)
    return table


def stacks(table: Table) -> list[str]:
    return ["".join(top["stack"]) for top in table.view()["tops"]]


# ---- material and deal ----


@rule("TS-01")
@pytest.mark.parametrize(("players", "each"), [(2, 6), (3, 4), (4, 3)])
def test_every_seat_gets_the_same_discs(players: int, each: int):
    view = Table(Settings(game="tops", players=players)).view()
    assert [seat["discs"] for seat in view["seats"]] == [{"R": each, "B": each, "Y": each}] * players


@rule("TS-01")
def test_discs_that_cannot_be_dealt_evenly_are_refused():
    with pytest.raises(SettingError, match="TS-01"):
        Settings(game="tops", players=3, rules={"discs": "12,10,12"})
    with pytest.raises(SettingError, match="at least one disc"):
        Settings(game="tops", rules={"discs": "0,0,0"})


@rule("TS-02")
@pytest.mark.parametrize(("tops", "cards"), [(1, 3), (2, 6), (3, 10), (4, 15)])
def test_one_objective_for_each_multiset(tops: int, cards: int):
    state = Table(Settings(game="tops", players=2, rules={"tops": tops, "objectives": 1})).state()
    assert len(set(state["cards"])) == cards and {len(card) for card in state["cards"]} == {tops}
    if tops == 3:
        assert sorted(state["cards"]) == sorted(CARDS)


@rule("TS-03")
def test_two_objectives_each_hidden_from_the_others_and_new_in_each_round():
    table, seen = Table(Settings(game="tops", players=4)), []
    while len(seen) < 3:
        view = table.view()
        mine = [seat["objectives"] for seat in view["seats"]]
        assert len({card for cards in mine for card in cards}) == 8
        assert table.view(2)["seats"][1]["objectives"] == mine[1] and table.view(2)["seats"][0]["objectives"] == [None, None]
        seen.append(mine)
        turn = view["turn"]
        while table.view()["turn"] == turn:
            table.play(1)
    assert seen[0] != seen[1] != seen[2]


@rule("TS-03")
def test_a_player_without_discs_has_objectives_and_can_win():
    table = hold(sit([("R", 1), ("R", 2), ("B", 21)], hands=("RBY", ""), cards=["YYY", "BBB", "RRB", *others("YYY", "BBB", "RRB")]))
    assert table.view()["winner"] == 1 and table.view()["seats"][1]["discs"] == {}


@rule("TS-03")
def test_more_objectives_than_cards_are_refused():
    with pytest.raises(SettingError, match="TS-03"):
        Settings(game="tops", players=4, rules={"objectives": 3})


# ---- a round ----


@rule("TS-04")
def test_any_colour_in_hand_on_any_spinning_top():
    assert words(sit([("", 30), ("R", 12), ("BB", 31)], hands=("RRY", "B"))) == [
        "hold", "place red on top 1", "place yellow on top 1", "place red on top 3", "place yellow on top 3",
    ]  # fmt: skip


@rule("TS-04")
def test_a_top_that_is_not_spun_yet_takes_no_disc():
    table = sit([("", 30), ("", 31), ("", 32)])
    table = Table(Settings(game="tops", players=2, rules={"spin_gap_s": 10}))
    assert {option["top"] for option in table.options()} == {None, 1}


@rule("TS-05")
def test_a_top_that_stands_still_takes_no_disc():
    with pytest.raises(IllegalMove, match="TS-05"):
        sit([("", 30), ("R", 12), ("", 31)]).apply({"top": 2, "colour": "R"})


@rule("TS-05")
@pytest.mark.parametrize(("stops", "lands"), [(20.5, False), (20.6, False), (20.600001, True)])
def test_what_counts_is_when_the_disc_arrives(stops: float, lands: bool):
    """It arrives 0.6 seconds after the look."""
    table = sit([("", stops), ("R", 12), ("R", 40)], acts_at=[us(20), us(20.3)])
    table.apply({"top": 1, "colour": "B"})
    assert table.view()["seats"][0]["discs"] == {"R": 1, "Y": 1} and table.view()["seats"][0]["reaching"] == {"top": 0, "colour": "B"}
    table.apply(HOLD)  # seat 2
    assert stacks(table)[0] == ("B" if lands else "")
    assert table.view()["seats"][0]["discs"].get("B", 0) == (0 if lands else 1)
    assert table.state()["late"] == [0 if lands else 1, 0]


@rule("TS-05")
def test_two_discs_at_the_same_instant_land_in_random_order():
    found = [stacks(sit([("", 30), ("R", 12), ("R", 13)], reaching={1: (1, "R", 20.5), 2: (1, "B", 20.5)}, game=game))[0] for game in range(40)]
    assert set(found) == {"RB", "BR"} and 8 < found.count("RB") < 32


@rule("TS-06")
def test_who_touches_a_top_spins_it_again():
    table = sit([("R", 30), ("R", 12), ("R", 13)], reaching={1: (1, "B", 20.5)}, rules={"touch_casual": 1})
    state = table.state()
    assert state["touches"] == [1, 0] and stacks(table)[0] == "RB"  # the disc landed, and what lay there stays
    assert state["tops"][0]["stops"] > us(20.5 + 3 + 10) and table.view()["tops"][0]["spins"]
    assert state["acts_at"][0] > us(20.5 + 3)  # busy meanwhile


@rule("TS-06")
def test_discs_may_fall_when_a_top_is_spun_again():
    table = sit([("RY", 30), ("R", 12), ("R", 13)], reaching={1: (1, "B", 20.5)}, rules={"touch_casual": 1, "discs_fall": True})
    assert stacks(table) == ["", "R", "R"] and table.view()["beside"]["B"] == 11 - 1


@rule("TS-06")
def test_after_so_many_re_spins_touches_have_no_effect():
    table = sit([("R", 30), ("R", 12), ("R", 13)], reaching={1: (1, "B", 20.5)}, rules={"touch_casual": 1}, respun=40)
    assert table.state()["touches"] == [0, 0] and table.state()["tops"][0]["stops"] == us(30)


@rule("TS-07")
def test_a_disc_that_falls_stays_beside_until_the_round_ends():
    table = sit([("R", 30), ("R", 12), ("R", 13)], reaching={1: (1, "B", 20.5)}, rules={"land_casual": 0})
    assert stacks(table) == ["R", "R", "R"] and table.view()["beside"]["B"] == 12 - 2
    assert table.state()["fallen"] == [1, 0]
    assert hold(table).view()["pool"] == {"R": 10, "B": 10, "Y": 10}


@rule("TS-07")
def test_a_disc_may_knock_off_the_one_below():
    table = sit([("YR", 30), ("R", 12), ("", 13)], reaching={1: (1, "B", 20.5)}, rules={"knock": 1})
    assert stacks(table)[0] == "YB" and table.view()["beside"]["R"] == 12 - 3
    assert stacks(sit([("", 30), ("R", 12), ("", 13)], reaching={1: (1, "B", 20.5)}, rules={"knock": 1}))[0] == "B"


@rule("TS-08")
def test_a_bare_top_and_nobody_wins():
    table = hold(sit([("R", 21), ("R", 12), ("", 13)]))
    assert (table.view()["picture"], table.view()["winner"]) == (None, None)
    assert table.state()["bare"] == table.state()["no_winner"] == 1 and table.to_act == 1


@rule("TS-09")
@pytest.mark.parametrize("shown", sorted(set(permutations("RRB"))), ids="".join)
def test_whichever_top_shows_which_colour(shown: tuple[str, ...]):
    """Two players: 6 of each colour each. Top discs red, red, blue: the holder of red-red-blue wins a token."""
    table = hold(
        sit(
            [("Y" + shown[0], 12), (shown[1], 13), (shown[2], 21)],
            cards=["YYY", "BBB", "RBY", "RRB", *others("YYY", "BBB", "RBY", "RRB")],
        )
    )
    assert (table.view()["picture"], table.view()["winner"], table.state()["tokens"]) == ("RRB", 1, [0, 1])


@rule("TS-09")
def test_nobody_holds_it_and_nobody_wins():
    table = hold(sit([("Y", 12), ("Y", 13), ("Y", 21)]))
    assert (table.view()["picture"], table.view()["winner"], table.state()["tokens"]) == ("YYY", None, [0, 0])


@rule("TS-10")
def test_five_discs_are_shared_out_from_the_winner_on():
    """Two red, two blue, one yellow after seat 2 of 3 won: seats 2, 3, 1, 2, 3 take one each, of their choice."""
    table = sit([("R", 12), ("RB", 13), ("B", 21)], hands=("R", "B", "Y"), cards=["YYY", "BBB", "RBB", "RRB", *others("YYY", "BBB", "RBB", "RRB")],
                rules={"discs": (3, 3, 3)}, beside={"Y": 1}, discs=[{"R": 1}, {"B": 1}, {"Y": 2}])  # fmt: skip
    hold(table)
    takers = []
    for colour in "YRBRB":
        assert table.decision == "take"
        takers.append(table.to_act)
        table.apply({"colour": colour})
    assert takers == [2, 3, 1, 2, 3]
    assert [seat["discs"] for seat in table.view()["seats"]] == [{"R": 1, "B": 1}, {"R": 1, "B": 1, "Y": 1}, {"R": 1, "B": 1, "Y": 2}]
    assert table.view()["turn"] == 2  # and then new objectives


@rule("TS-10")
def test_a_colour_that_is_gone_cannot_be_taken():
    table = hold(sit([("R", 12), ("R", 13), ("R", 21)], hands=("BY", "BY"), rules={"discs": (4, 2, 2)}, beside={"R": 1}))
    assert words(table) == ["take red"]
    with pytest.raises(IllegalMove, match="TS-10"):
        table.apply({"colour": "B"})


@rule("TS-10")
@pytest.mark.parametrize(("how", "first"), [("seat1", {1}), ("rotating", {3}), ("random", {1, 2, 3})])
def test_who_takes_first_without_a_winner(how: str, first: set[int]):
    tables = [hold(sit([("", 12), ("", 13), ("R", 21)], hands=("RBY", "RBY", "RBY"), rules={"first_taker": how}, turn=3, game=game)) for game in range(20)]
    assert {table.to_act for table in tables} == first


# ---- the end ----


@rule("TS-11")
def test_five_tokens_win_at_once():
    table = hold(sit([("R", 12), ("R", 13), ("R", 21)], tokens=[4, 3]))
    assert table.over and table.scores == (5, 3) and [float(s) for s in table.shares] == [1, 0]


@rule("TS-12")
@pytest.mark.parametrize(("tokens", "shares"), [([2, 2], [0.5, 0.5]), ([1, 2], [0, 1])])
def test_a_game_is_cut_after_so_many_rounds(tokens: list[int], shares: list[float]):
    table = hold(sit([("Y", 12), ("Y", 13), ("Y", 21)], tokens=tokens, turn=7, rules={"round_limit": 7}))
    assert table.over and table.row["game"]["ended"] == 2 and [float(s) for s in table.shares] == shares


# ---- positions that cannot be ----


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"beside": {"R": 1}}, "TS-01"), ({"cards": ["RRR"] * 10}, "TS-02"), ({"ask": "take"}, "TS-10"), ({"seat": 3}, "seat is 3"),
        ({"pool": {"R": 1}}, "TS-01"),
        ({"doing": ["resting", "watching"]}, "asked to look"), ({"phase": "running"}, "phase"), ({"picture": "XYZ"}, "picture"),
        ({"acts_at": [0, 0]}, "acts at 0"), ({"discs": None}, "TypeError"), ({"turn": -1}, "turn"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_in_a_sentence(more: dict[str, Any], words: str):
    with pytest.raises(SettingError, match=words):
        sit([("", 30), ("R", 12), ("", 31)], **more)


def test_a_top_that_should_have_stopped_is_refused():
    position = sit([("", 30), ("R", 12), ("", 31)]).state()
    position["tops"][1]["still"] = False
    with pytest.raises(SettingError, match="TS-05"):
        Table(Settings(game="tops", players=2, rules=SURE), position=position)


@pytest.mark.parametrize("option", [{"top": 4, "colour": "R"}, {"top": 1, "colour": "G"}, {"top": True, "colour": "R"}, {"colour": "R"}, {}])
def test_a_move_that_cannot_be_read_is_refused(option: dict[str, Any]):
    with pytest.raises(SettingError, match="allowed is"):
        sit([("", 30), ("R", 12), ("", 31)]).apply(option)
