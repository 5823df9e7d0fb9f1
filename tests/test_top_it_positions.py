"""Every rule of Top It in a position typed in by hand: what is named, what lies, what it scores."""

from typing import Any

import numpy as np
import pytest

from topstats import Settings, Table
from topstats.core import rng
from topstats.core.contract import SettingError
from topstats.games.top_it import GAME, engine, moves
from topstats.games.top_it import state as st
from topstats.games.top_it.memory import letter_of
from topstats.games.top_it.policies import wanted_tiles
from topstats.games.top_it.views import round_points
from topstats.games.top_it.words import term, words
from topstats.replay import replay

rule = pytest.mark.rule
SURE = {"hear": 1, "notice": 1, "clash": 0, "skill_doubt": (0, 0, 0), "letter_evenness": 10_000} | {
    f"{c}_terms": 512 for c in ("narrow", "middle", "broad")
}  # all is heard and noticed, nothing is doubtful, each letter has terms
COLOURS = "BOYPGS"


class Grid:
    """A round that is begun, on which words are named by hand: `name("B", "T")` names a new term with T for Blue."""

    def __init__(self, players: int = 3, **rules: Any) -> None:
        self.settings = Settings("top_it", players=players, rules=SURE | rules, seed=4)
        self.states = self.settings.start(0)
        self.S = S = self.states[0]
        st.deal(S)
        st.begin_round(S)
        self.letters = [chr(65 + x) for x in S.tile]
        self.before = self.states.copy()[0]

    def new_term(self, letter: str) -> int:
        """The most popular term with that letter that nobody has named yet."""
        return next(r for r in range(self.S.terms[self.S.topic]) if chr(65 + letter_of(self.S, r)) == letter and not self.S.heard[r])

    def name(self, colour: str, term: str | int) -> int:
        """Person of the seat names a term (a letter: a new one, or its number); returns the term."""
        p = next(q for q in range(self.S.n_persons) if self.S.seat_of[q] == COLOURS.index(colour))
        r = self.new_term(term) if isinstance(term, str) else term
        self.before = self.states.copy()[0]
        self.S.seat, self.S.person, self.S.now = self.S.seat_of[p], p, self.S.now + 1
        moves._name(self.S, p, r)
        return r

    def lay(self, *stacks: str) -> "Grid":
        """Pins on the nine tiles, each stack from the bottom: "BO" is Orange on Blue."""
        for letter, stack in zip(self.letters, stacks, strict=False):
            for colour in stack:
                self.name(colour, letter)
        return self

    def doubt(self, colour: str, letter: str) -> int:
        """A pin that everybody challenges; its number."""
        self.name(colour, letter)
        k = int(self.S.focus)
        self.S.pin_doubt[k] = 1
        return k

    def stack(self, tile: int) -> str:
        return "".join(COLOURS[self.S.pin_seat[k]] for k in self.S.stack[tile, : self.S.height[tile]])

    def vote(self, k: int) -> bool:
        """Whether the pin goes."""
        moves.vote(self.S, k)
        return bool(self.S.pin_doubt[k] == 2)

    def points(self, colour: str) -> tuple[int, int]:
        """(pins, rows) of the round, by the engine; the drawn table says the same."""
        p = COLOURS.index(colour)
        drawn = round_points(self.S, p)
        engine.score_round(self.S)
        assert drawn == (self.S.got_pins[p], self.S.got_rows[p])
        return drawn

    @property
    def told(self) -> str:
        return words(self.before, self.S)


# ---- the round ----


@rule("TI-01")
def test_ten_pins_for_two_to_six_players():
    grid = Grid(players=6)
    assert grid.S.left.tolist() == [10] * 6
    assert GAME.modes[0].players == (2, 3, 4, 5, 6)
    with pytest.raises(SettingError, match="2, 3, 4, 5 or 6"):
        Settings("top_it", players=7)


@rule("TI-01")
def test_a_team_has_one_set_of_pins_one_hand_and_hears_itself():
    grid = Grid(players=2, team_size="2,1", hear=0)
    term = grid.name("B", grid.letters[0])
    assert grid.S.left[0] == 9
    assert [bool(grid.S.heard[term] >> p & 1) for p in range(3)] == [True, True, False]
    assert grid.S.hand_free[0] == grid.S.now + 2_000_000
    grid.S.wake[:3] = (10**9, grid.S.now + 1, 10**9)  # the team-mate's thought ends while the hand is busy
    grid.S.phase = st.PLAY
    engine.step(grid.S)
    assert grid.S.ask == 0 and grid.S.wake[1] == grid.S.hand_free[0]
    engine.step(grid.S)
    assert (grid.S.ask, grid.S.person) == (st.SEEK, 1)


@rule("TI-02")
def test_nine_different_letters_of_the_eighteen_commonest():
    seen = set()
    for g in range(40):
        S = Settings("top_it").start(g)[0]
        st.deal(S)
        st.begin_round(S)
        letters = {chr(65 + x) for x in S.tile}
        assert len(letters) == 9
        seen |= letters
    assert seen == set("SABKGMPFHTERWLDVNZ")


@rule("TI-03")
def test_a_round_is_sixty_seconds_and_all_think_at_once():
    table = Table(Settings("top_it", players=4, seed=3))
    assert table.view()["clock"] == {"left_s": pytest.approx(60, abs=8), "round_s": 60}
    told = replay(Settings("top_it", players=4, seed=3))
    seconds = [60 - f.view["clock"]["left_s"] for f in told.frames if f.turn == 1 and f.step == "name"]
    assert seconds == sorted(seconds) and seconds[0] > 0 and seconds[-1] < 60
    assert {f.seat for f in told.frames if f.turn == 1 and f.step == "name"} == {1, 2, 3, 4}


@rule("TI-04")
def test_a_word_lays_a_pin_on_top_of_whatever_is_there():
    """Tennis puts a pin on T; Turnen by anybody goes on top of it, one's own too."""
    grid = Grid()
    letter = grid.letters[4]
    grid.name("B", letter)
    grid.name("O", letter)
    assert "on top of Blue" in grid.told
    grid.name("O", letter)
    assert grid.stack(4) == "BOO"
    assert grid.S.left[:3].tolist() == [9, 8, 10]


@rule("TI-04")
def test_words_at_the_same_instant_come_in_random_order():
    firsts = set()
    for g in range(40):
        S = Settings("top_it", players=3).start(g)[0]
        st.deal(S)
        st.begin_round(S)
        S.wake[:3] = 5_000_000
        firsts.add(int(moves.next_person(S)))
    assert firsts == {0, 1, 2}


@rule("TI-04")
def test_a_word_whose_hand_would_be_late_is_not_named():
    grid = Grid(players=2)
    grid.S.wake[:2] = (58_000_000, 58_000_001)
    engine.step(grid.S)
    assert (grid.S.ask, grid.S.person, grid.S.now) == (st.SEEK, 0, 58_000_000)
    grid.S.ask, grid.S.wake[0] = 0, 58_000_002
    engine.step(grid.S)
    assert (grid.S.ask, grid.S.phase, grid.S.now) == (0, st.VOTE, 60_000_000)


@rule("TI-05")
@pytest.mark.parametrize("who", ["B", "O"])
def test_a_repeat_that_is_noticed_costs_the_pin_at_once(who: str):
    grid = Grid()
    term = grid.name("B", grid.letters[0])
    grid.name(who, term)
    assert grid.stack(0) == "B" and grid.S.left[:2].tolist() == [9, 10]
    assert "was named before: the pin comes back" in grid.told
    assert grid.S.hand_free[COLOURS.index(who)] > grid.S.now  # the time is lost


@rule("TI-05")
def test_a_team_mates_word_is_a_repeat_too():
    grid = Grid(players=2, team_size="2,1")
    term = grid.name("B", grid.letters[0])
    moves._name(grid.S, 1, term)
    assert grid.stack(0) == "B" and grid.S.tally[st.CAUGHT, 0] == 1


@rule("TI-05")
def test_a_repeat_that_nobody_notices_stays_and_scores():
    grid = Grid(notice=0)
    term = grid.name("B", grid.letters[0])
    grid.name("O", term)
    assert grid.stack(0) == "BO" and "nobody notices that it was named before" in grid.told
    assert (grid.S.tally[st.UNNOTICED, 1], grid.points("O")) == (1, (1, 0))


@rule("TI-06")
def test_a_word_that_contains_an_earlier_one_is_barred_whatever_its_initial():
    """Tischtennis after Tennis; the first word contains nothing."""
    grid = Grid(clash=1)
    grid.name("B", grid.letters[0])
    grid.name("O", grid.letters[1])
    assert (grid.stack(0), grid.stack(1)) == ("B", "")
    assert "contains a term named before: the pin comes back" in grid.told


@rule("TI-06")
def test_the_guideline_can_be_switched_off():
    grid = Grid(clash=1, contained=False)
    grid.name("B", grid.letters[0])
    grid.name("O", grid.letters[1])
    assert (grid.stack(0), grid.stack(1)) == ("B", "O")


# ---- after the time ----


@rule("TI-07")
@pytest.mark.parametrize(("players", "goes"), [(2, False), (3, True), (4, True), (5, True)])
def test_a_strict_majority_of_all_votes_removes_the_pin(players: int, goes: bool):
    """Everybody else votes against: one of two is a tie, two of three a majority."""
    grid = Grid(players=players, challenge=1, against=1)
    assert grid.vote(grid.doubt("B", grid.letters[0])) is goes
    assert grid.S.votes == players - 1
    assert grid.stack(0) == ("" if goes else "B")


@rule("TI-07")
def test_two_against_two_is_a_tie_and_the_pin_stays():
    """Of four players; the votes are drawn, so look for a table with just two against."""
    found = set()
    for seed in range(60):
        grid = Grid(players=4, challenge=1, against=0.5)
        k = grid.doubt("B", grid.letters[0])
        rng.seed_stream(grid.S.nature[st.TABLE], grid.S.key, rng.NATURE, np.int64(st.TABLE), np.int64(seed))
        found.add((grid.vote(k), int(grid.S.votes)))
    assert found == {(False, 0), (False, 1), (False, 2), (True, 3)}


@rule("TI-07")
def test_two_players_can_vote_a_word_down_if_the_owner_has_no_vote():
    grid = Grid(players=2, challenge=1, against=1, owner_votes=False)
    assert grid.vote(grid.doubt("B", grid.letters[0]))


@rule("TI-07")
def test_the_pins_above_move_down_and_nobody_elses_comes_back():
    grid = Grid(challenge=1, against=1)
    letter = grid.letters[0]
    grid.name("B", letter)
    k = grid.doubt("O", letter)
    grid.name("Y", letter)
    grid.name("B", letter)
    caught = grid.name("Y", int(grid.S.pin_term[k]))  # a repeat of the doubtful word
    assert grid.S.tally[st.CAUGHT, 2] == 1 and caught == grid.S.pin_term[k]
    assert grid.vote(k)
    assert grid.stack(0) == "BYB" and grid.S.left[:3].tolist() == [8, 10, 9]
    assert grid.points("O") == (0, 0)


@rule("TI-07")
def test_a_pin_voted_off_the_top_uncovers_a_row():
    grid = Grid(challenge=1, against=1).lay("B", "B", "B")
    k = grid.doubt("O", grid.letters[1])
    assert grid.S.tally[st.ROWS_BROKEN, 0] == 1
    assert grid.vote(k)
    assert grid.points("B") == (3, 5)


@rule("TI-07")
def test_a_team_has_one_vote():
    grid = Grid(players=3, team_size="4,1,1", challenge=1, against=1)
    assert grid.vote(grid.doubt("B", grid.letters[0]))
    assert grid.S.votes == 2


@rule("TI-08")
def test_who_has_laid_all_pins_is_done_the_team_together():
    grid = Grid(players=2, team_size="2,1", pins=2)
    grid.name("B", grid.letters[0])
    assert grid.S.wake[0] < 60_000_000
    grid.name("B", grid.letters[1])
    assert grid.S.wake[:2].tolist() == [1 << 62] * 2 and grid.S.tally[st.USED_UP, 0] == 1
    assert grid.S.wake[2] < 60_000_000


@rule("TI-08")
def test_a_pin_that_comes_back_may_be_used_again():
    grid = Grid(players=2, pins=1)
    term = grid.name("O", grid.letters[0])
    grid.name("B", term)
    assert grid.S.left[:2].tolist() == [1, 0] and grid.S.wake[0] < 1 << 62
    grid.name("B", grid.letters[1])
    assert grid.S.left[0] == 0


@rule("TI-09")
@pytest.mark.parametrize(("stop_s", "named"), [(0, False), (5, True)])
def test_play_goes_on_until_stop_is_called(stop_s: float, named: bool):
    grid = Grid(players=2, stop_s=stop_s)
    grid.S.wake[:2] = (62_000_000, 10**9)
    engine.step(grid.S)
    assert bool(grid.S.ask == st.SEEK) is named


# ---- points ----


@rule("TI-10")
def test_each_pin_scores_wherever_it_lies():
    grid = Grid().lay("BOY")
    assert [grid.points(c) for c in "BOY"] == [(1, 0)] * 3


@rule("TI-10")
def test_the_top_pin_takes_the_stack_in_the_english_original():
    grid = Grid(stack_scoring="top_takes_all").lay("BOY")
    assert [grid.points(c) for c in "BOY"] == [(0, 0), (0, 0), (3, 0)]


@rule("TI-11")
@pytest.mark.parametrize("line", [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)])
def test_three_own_pins_on_top_in_a_row(line: tuple[int, ...]):
    grid = Grid().lay(*("OB" if t in line else "" for t in range(9)))
    assert grid.points("B") == (3, 5) and grid.points("O") == (3, 0)
    assert grid.S.tally[st.ROWS_MADE, 0] == 1


@rule("TI-11")
def test_a_covered_pin_makes_no_row():
    grid = Grid().lay("B", "BO", "B")
    assert grid.points("B") == (3, 0)


@rule("TI-11")
@pytest.mark.parametrize(("counted", "points"), [("each", 40), ("one", 5)])
def test_ten_pins_with_all_tops_are_fifty_points_or_fifteen(counted: str, points: int):
    """One on each of the nine tops and one below."""
    grid = Grid(rows_counted=counted).lay("BB", *"BBBBBBBB")
    assert grid.points("B") == (10, points)


@rule("TI-11")
def test_rows_and_pins_are_counted_after_the_votes():
    grid = Grid(challenge=1, against=1).lay("B", "B", "")
    grid.doubt("B", grid.letters[2])
    grid.S.phase = st.VOTE
    while grid.S.phase != st.SCORE:
        engine.step(grid.S)
    engine.step(grid.S)
    assert grid.S.score[0] == 2


# ---- rounds and the end ----


@rule("TI-12")
def test_pins_come_back_the_grid_is_laid_anew_and_the_next_topic_comes():
    grid = Grid().lay("BO", "Y")
    first = list(grid.letters)
    grid.S.phase = st.DEALT
    engine.step(grid.S)
    assert grid.S.turn == 2 and grid.S.left[:3].tolist() == [10] * 3 and grid.S.height.sum() == 0 and grid.S.n_said == 0
    assert [chr(65 + x) for x in grid.S.tile] != first
    assert grid.S.topic == grid.S.pile[1]


@rule("TI-12")
def test_the_grid_may_stay():
    grid = Grid(new_grid=False)
    engine.begin_round(grid.S)
    assert [chr(65 + x) for x in grid.S.tile] == grid.letters


@rule("TI-12")
def test_76_topics_and_then_the_same_again():
    grid = Grid(topics=3)
    letters = [int(letter_of(grid.S, r)) for r in range(100)]
    engine.begin_round(grid.S)
    other = [int(letter_of(grid.S, r)) for r in range(100)]
    engine.begin_round(grid.S)
    engine.begin_round(grid.S)
    assert [int(letter_of(grid.S, r)) for r in range(100)] == letters != other
    assert Settings("top_it").rules["topics"] == 76


@rule("TI-12")
def test_letters_are_of_the_language():
    grid = Grid(language="english", letter_evenness=100_000, broad_terms=512)
    shares = {"S": 110, "C": 98, "K": 12}
    counts = [0] * 26
    for card in range(60):
        st.open_topic(grid.S, card)
        for r in range(512):
            counts[letter_of(grid.S, r)] += 1
    for letter, share in shares.items():
        assert counts[ord(letter) - 65] / sum(counts) == pytest.approx(share / 989, abs=0.012)


def ended(scores: tuple[int, ...], **rules: Any) -> Any:
    """The game after a round that leaves these scores."""
    grid = Grid(players=len(scores), **rules)
    grid.S.score[: len(scores)] = grid.S.tally[st.PIN_POINTS, : len(scores)] = scores
    grid.S.stacked[: len(scores)] = grid.S.rowed[: len(scores)] = scores
    grid.S.phase = st.SCORE
    engine.step(grid.S)
    engine.step(grid.S)
    return grid.S


@rule("TI-13")
def test_most_points_win_when_somebody_has_fifty():
    S = ended((50, 53, 20))
    assert S.over and S.share[:3].tolist() == [0, 60, 0]


@rule("TI-13")
def test_equal_points_share():
    assert ended((55, 55, 50)).share[:3].tolist() == [30, 30, 0]


@rule("TI-13")
def test_below_fifty_it_goes_on():
    S = ended((49, 49, 49))
    assert not S.over and S.turn == 2


@rule("TI-13")
def test_or_all_who_have_fifty_share():
    S = ended((50, 53, 20), end_rule="target")
    assert S.share[:3].tolist() == [30, 30, 0] and S.share_end[:3].tolist() == [0, 60, 0]


@rule("TI-14")
def test_a_game_is_cut_at_the_round_limit():
    S = ended((12, 7, 12), round_limit=1)
    assert (S.over, S.ended, S.share[:3].tolist()) == (1, 2, [30, 0, 30])


# ---- the table by hand ----


def test_words_that_cannot_be_are_refused_and_change_nothing():
    table = Table(Settings("top_it", seed=2))
    before = table.state()
    for bad in ({"letters": []}, {"letters": ["?"]}, {"letters": 3}, {"term": "T12"}):
        with pytest.raises(SettingError, match=r"TI-04|allowed are some of"):
            table.apply(bad)
    assert table.state() == before and table.decision == "seek"


def test_a_word_in_mind_can_be_named_or_kept():
    table = Table(Settings("top_it", players=2, seed=2))
    while table.decision != "name":
        table.apply({"letters": [x["letter"] for x in table.view()["grid"]]})
    seat, mind = table.to_act, table.view(table.to_act)["seats"][table.to_act - 1]["mind"]
    assert [o["words"] for o in table.options()] == ["keep silent", *(f"name {t}" for t in mind)]
    assert table.view(3 - seat)["seats"][seat - 1]["mind"] is None
    table.apply({"term": None})
    with pytest.raises(SettingError, match="in mind is|letters"):
        table.apply({"term": "Q1"})
    while not (table.decision == "name" and table.to_act == seat):
        table.apply({"letters": [table.view()["grid"][0]["letter"]]} if table.decision == "seek" else {"term": None})
    assert mind[0] in table.view(seat)["seats"][seat - 1]["mind"]
    table.apply({"term": mind[0]})
    assert any(pin["term"] == mind[0] for tile in table.view()["grid"] for pin in tile["stack"])


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"grid": list("AABCDEFGH")}, "nine different ones"),
        ({"grid": list("SABKGMPFX")}, "a letter of the grid"),
        ({"players": 9}, "settings are for 4"),
        ({"pile": "nm"}, "76"),
        ({"ask": "vote"}, "allowed is"),
        ({"said": [3, 3]}, "TI-05"),
        ({"score": [1, 1, 1, 1]}, "TI-10"),
        ({"pins": [{"seat": 1, "term": 119, "state": "fits"}]}, "TI-04"),
        ({"now": 10**9}, "TI-03"),
        ({"person": 2}, "does not sit"),
        ({"persons": 3}, "TypeError"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], match: str):
    table = Table(Settings("top_it", seed=2))
    with pytest.raises(SettingError, match=match):
        Table(table.settings, position=table.state() | change)


def test_more_pins_than_there_are_is_refused():
    table = Table(Settings("top_it", players=2, seed=2, rules={"pins": 2}))
    table.play(60)
    state = table.state()
    pins = state["pins"]
    with pytest.raises(SettingError, match="TI-01"):
        Table(table.settings, position=state | {"pins": [{**pins[0], "seat": 1}] * 3})


def test_terms_are_named_by_letter_and_rank():
    grid = Grid()
    r = grid.new_term(grid.letters[0])
    assert term(grid.S, r) == f"{grid.letters[0]}{r + 1}"


# ---- what the plans look for ----

WISHES = [
    ("any", ("B", "B"), {0, 1, 2, 3, 4, 5, 6, 7, 8}),
    ("rows", ("B", "B"), {2}),  # finish the first row
    ("rows", ("B", "B", "O"), {2}),  # though another is on top there
    ("rows", ("", "B"), {0, 2, 4, 7}),  # build the row or the column
    ("rows", ("O", "O"), {0, 1, 2, 3, 4, 5, 6, 7, 8}),
    ("spread", ("B", "BO", "O"), {2, 3, 4, 5, 6, 7, 8}),
    ("cover", ("O", "O", "O", "Y", "Y"), {0, 1, 2, 3, 4}),  # a row of Orange, two of Yellow
    ("cover", ("O", "", "", "", "", "Y"), {0, 5}),
    ("towers", ("B", "BO", "OB"), {0, 2}),
    ("towers", ("BO",), {0, 1, 2, 3, 4, 5, 6, 7, 8}),
]


@pytest.mark.parametrize(("plan", "stacks", "tiles"), WISHES)
def test_plans_look_for_the_tiles_that_their_words_say(plan: str, stacks: tuple[str, ...], tiles: set[int]):
    grid = Grid().lay(*stacks)
    grid.S.seat = 0
    mask = wanted_tiles(grid.S, np.int64(GAME.modes[0].strategy(plan).kernel))
    assert {t for t in range(9) if mask >> t & 1} == tiles


def test_late_names_nothing_before_its_last_seconds():
    table = Table(Settings("top_it", players=2, seats="late,late", seed=6))
    while not (table.decision == "name" and table.view()["clock"]["left_s"] > 12):
        table.apply(table.choose())
    assert table.choose()["term"] is None
    while not (table.decision == "name" and table.view()["clock"]["left_s"] < 12):
        table.apply(table.choose())
    assert table.choose()["term"] is not None
