"""Top It: laws of every game, exact values of the model, its calibration, degenerate settings."""

from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from scipy import stats

from tests.top_it_games import EngineGame, blocks_of, drawn
from topstats import Settings, simulate, strategy
from topstats.games.top_it import GAME, moves
from topstats.games.top_it import state as st
from topstats.games.top_it.memory import letter_of
from topstats.games.top_it.recall import free_recall
from topstats.games.top_it.rules import DATA, KNOBS
from topstats.replay import replay
from topstats.stats.metrics import metrics_of

rule = pytest.mark.rule
NARROW = {"topic_mix": (1, 0, 0)}
PRINTED = {k.name: k for k in KNOBS}


def run(n_games: int = 2000, players: int = 4, seats: Any = None, **rules: Any) -> Any:
    return simulate(Settings("top_it", players=players, seats=seats, rules=rules, n_games=n_games, seed=8))


def means(result: Any) -> dict[str, float]:
    """A player and round: pins, points; a round: some row; a player and round: all ten."""
    games, seats = result.table("game"), result.table("seat")
    rounds, players = games["length"].sum(), result.settings.players
    a_player = {name: seats[column].sum() / rounds / players for name, column in (("pins", "placed"), ("points", "score"), ("ten", "used_up"))}
    return a_player | {"row": games["row_rounds"].sum() / rounds, "rounds": games["length"].mean(), "minutes": games["minutes"].mean()}


# ---- laws ----


@pytest.mark.parametrize("number", range(200, 212))
def test_pins_terms_clock_and_end_of_drawn_games(number: int):
    settings = drawn(number)
    told = replay(settings, game=3)
    before = told.records[0]
    for S in told.records:
        n = settings.players
        laid = [k for t in range(9) for k in S.stack[t, : S.height[t]]]
        owners = [int(S.pin_seat[k]) for k in laid]
        assert [int(S.left[p]) + owners.count(p) for p in range(n)] == [settings.rules["pins"]] * n, "a pin is lost or won"
        terms = [int(S.pin_term[k]) for k in range(S.n_laid)]
        assert len(terms) - len(set(terms)) <= S.tally[st.UNNOTICED, :n].sum(), "a term lies twice and nobody overlooked it"
        assert all(ord("A") + letter_of(S, np.int64(S.pin_term[k])) == ord("A") + S.tile[S.pin_tile[k]] for k in laid)
        for p in range(n):
            assert S.top[p] == sum(1 << t for t in range(9) if S.height[t] and S.pin_seat[S.stack[t, S.height[t] - 1]] == p)
        assert S.turn > before.turn or S.now >= before.now, "the clock runs back"
        assert S.now <= S.end
        before = S
    assert told.records[-1].over and (S.tally[:2].sum(axis=0) == S.score).all()
    assert told.records[-1].share[: settings.players].sum() == 60
    assert told.row["game"]["length"] <= settings.rules["round_limit"]


@pytest.mark.parametrize("plan", [s.name for s in GAME.modes[0].strategies])
def test_redealing_what_a_seat_cannot_know_never_changes_its_choice(plan: str):
    settings = Settings("top_it", players=3, seats=[f"{plan}:picky=0.4"] * 3, rules={"team_size": "1,2,1"}, seed=3)
    game = EngineGame(settings)
    changed = 0
    for k in range(250):
        S = game.record
        chosen = game.choose()
        twin = EngineGame(settings)
        twin.states[:] = game.states
        twin.record.stream[:] = (k + 1, 2, 3, 1)
        twin.engine.redeal(twin.record, np.int64(S.seat))
        changed += twin.record.nature.tolist() != S.nature.tolist()
        assert twin.choose() == chosen
        assert [int(w) for w, q in zip(twin.record.wake, twin.record.seat_of, strict=True) if q == S.seat] == [
            int(w) for w, q in zip(S.wake, S.seat_of, strict=True) if q == S.seat
        ]
        game.answer(chosen)
        if game.record.over:
            break
    assert changed > 30


def test_a_strategy_of_ones_own_sees_its_mind_and_no_other():
    """It looks for the first tile and names the newest term; it would stop the run if it saw what others have in mind."""

    @strategy(idea="The first tile; the newest term.")
    def newest(S, options):
        for p in range(S.n_persons):
            if S.seat_of[p] != S.seat and S.n_mind[p] > 0:
                return -1
        return 0 if S.ask == 1 else len(options) - 1

    seats = simulate(Settings("top_it", players=3, seats=[newest, "late", "rows"], n_games=60)).table("seat")
    assert seats.groupby("seat")["placed"].mean().min() > 5


def test_another_plan_leaves_topics_grids_and_the_others_heads_alone():
    first, second = (replay(Settings("top_it", seats=seats, seed=5)) for seats in ("rows,any,any,any", "late,any,any,any"))
    rounds = [{int(S.turn): S for S in told.records if S.event == st.ROUND} for told in (first, second)]
    for turn in set(rounds[0]) & set(rounds[1]):
        a, b = (r[turn] for r in rounds)
        assert (a.tile == b.tile).all() and a.topic == b.topic and (a.nature[:4] == b.nature[:4]).all() and (a.wake[:4] == b.wake[:4]).all()


def test_equal_seats_win_equally():
    wins = run(6000).table("seat").groupby("seat")["share"].sum()
    assert stats.chisquare(wins).pvalue > 0.01


# ---- exact values ----


def test_constant_times_give_23_thoughts():
    """(60 - 1.5) / 2.5 s; with all terms known, sum over r of 1 - (1 - p_r)^23 of them are different."""
    calm = {"time_spread": 0, "person_spread": 0, "vocab_spread": 0}
    for terms, zipf in ((40, 0), (40, 0.6), (200, 0.6)):
        p = np.arange(1, terms + 1) ** -float(zipf)
        expected = (1 - (1 - p / p.sum()) ** 23).sum()
        counts = free_recall((terms, 1000, 2.5), n=4000, seconds=(60,), rules=calm | {"zipf": zipf})[0][:, 0]
        assert counts.max() <= 23
        assert counts.mean() == pytest.approx(expected, abs=4 * counts.std() / sqrt(4000)), (terms, zipf)


@rule("TI-07")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_votes_at_random_remove_as_many_pins_as_binomials_do(players: int):
    """Against 0.5: 0, 1/4, 1/8, 5/16, 3/16 of the challenged pins for 2 to 6 players."""
    voters = players - 1
    exact = sum(comb(voters, k) for k in range(players) if 2 * k > players) / 2**voters
    assert exact == {2: 0, 3: 1 / 4, 4: 1 / 8, 5: 5 / 16, 6: 3 / 16}[players]
    seats = run(400, players, pins=5, skill_doubt=(100, 100, 100), challenge=1, target=10_000, round_limit=5).table("seat")
    laid, off = seats["placed"].sum(), seats["voted_off"].sum()
    assert off / laid == pytest.approx(exact, abs=4 * sqrt(exact * (1 - exact) / laid) + 1e-9)


def test_letters_of_a_topic_are_dirichlet_multinomial():
    """Mean the share, variance p (1 - p) (V + k) / (V (k + 1)) of the share among V terms."""
    S = Settings("top_it", rules={"topics": 200} | NARROW).start(0)[0]
    st.deal(S)
    terms, k, letter = 120, 60, ord("S") - 65
    shares = []
    for deal in range(6):
        S.chance = np.uint64(deal * 7919 + 1)
        for card in range(100):
            st.open_topic(S, np.int64(card))
            shares.append(sum(letter_of(S, np.int64(r)) == letter for r in range(terms)) / terms)
    p = 120 / int(S.n_shares)
    variance = p * (1 - p) * (terms + k) / (terms * (k + 1))
    n = len(shares)
    assert np.mean(shares) == pytest.approx(p, abs=4 * sqrt(variance / n))
    assert np.var(shares) == pytest.approx(variance, rel=4 * sqrt(3 / n))


@rule("TI-02")
def test_each_tile_lies_in_half_of_the_rounds():
    letters = run(500, round_s=0, round_limit=20).table("letter")
    laid = letters[letters["seat"] == 1].groupby("letter", observed=True)["laid"].sum()
    rounds = 500 * 20
    with_tile = laid[laid > 0]
    assert len(with_tile) == 18 and laid.sum() == 9 * rounds
    assert abs(with_tile / rounds - 0.5).max() < 4 * sqrt(0.25 / rounds)


def test_who_looks_for_one_letter_finds_it_more_often_and_any_letter_less():
    """A thought finds a word on one wanted tile rarely, but with the cue far more often than by waiting for it."""
    found = {}
    for cue in (0, 1):
        S = Settings("top_it", seats=[f"any:cue={cue}"] * 4, rules={"broad_terms": 500, "topic_mix": (0, 0, 1)}).start(0)[0]
        st.deal(S)
        n = 0
        for _ in range(300):
            st.begin_round(S)
            for p in range(4):
                r = moves.recall(S, np.int64(p), np.int64(1), np.int64(1))
                n += r >= 0 and moves.tile_for(S, r) == 0
        found[cue] = n
    assert found[1] > 1.6 * found[0] > 0


# ---- calibration ----


@pytest.mark.parametrize("name", list(DATA["fluency"]["categories"]))
def test_free_recall_meets_the_published_figures(name: str):
    """Means in 15, 30 and 60 s within 5 %, SD in 60 s within 20 %."""
    figures = DATA["fluency"]["categories"][name]
    counts, gaps = free_recall(name, n=20_000, seed=1)
    assert counts.mean(axis=0) == pytest.approx([figures["s15"], figures["s30"], figures["s60"]], rel=0.05)
    assert counts[:, 2].std() == pytest.approx(figures["sd60"], rel=0.2)
    assert 0.6 < np.log(gaps).std() < 0.82


@pytest.mark.parametrize("players", [3, 4])
def test_casual_adults_on_narrow_topics_play_as_the_anchors_say(players: int):
    """3 to 5 pins a player and round, a row in 15 to 33 % of rounds, all ten pins in under 10 %."""
    found = means(run(3000, players, **NARROW))
    assert 3 < found["pins"] < 5 and 0.15 < found["row"] < 0.33 and found["ten"] < 0.10


def test_skills_are_ordered():
    mean = {skill: free_recall("animals", n=2000, skill=skill)[0][:, 2].mean() for skill in ("child", "casual", "word_lover")}
    assert mean["child"] + 4 < mean["casual"] < mean["word_lover"] - 4


# ---- what the plans do ----


def test_plans_do_what_they_say():
    seats = run(1500, seats="rows,spread,towers,late").table("seat")
    mean = seats.groupby("strategy", observed=True)[["rows_scored", "placed", "left", "share"]].mean()
    assert mean["rows_scored"].idxmax() in ("rows", "late")
    assert mean.loc["late", "placed"] < mean.loc["rows", "placed"]
    assert mean.loc["rows", "rows_scored"] > 1.3 * mean.loc["spread", "rows_scored"]


# ---- degenerate settings ----

DEGENERATE = {
    "pace 0": ({"skill_pace": (0, 0, 0)}, ""),
    "no hand time": ({"hand_s": 0}, ""),
    "all at once": ({"hand_s": 0, "start_s": 0, "skill_pace": (0, 0, 0), "time_spread": 0}, ""),
    "no word known": ({"skill_vocab": (0, 0, 0)}, ""),
    "half known 0": ({"narrow_half": 0, "middle_half": 0, "broad_half": 0}, ""),
    "one term": ({"narrow_terms": 1, "middle_terms": 1, "broad_terms": 1, "contained": False}, ""),
    "a round of one second": ({"round_s": 1}, ""),
    "no time": ({"round_s": 0}, ""),
    "no pins": ({"pins": 0}, ""),
    "target 0": ({"target": 0}, ""),
    "no target": ({"target": 10_000}, ""),
    "nobody hears, all is noticed": ({"hear": 0, "notice": 1}, ""),
    "all clash": ({"clash": 1}, ""),
    "every pin goes": ({"skill_doubt": (100, 100, 100), "challenge": 1, "against": 1}, ""),
    "start after the end": ({"start_s": 100}, ""),
    "steep": ({"zipf": 5}, ""),
    "flat": ({"zipf": 0}, ""),
    "uneven letters": ({"letter_evenness": 1}, ""),
    "infinite skill": ({"letter_evenness": 10_000}, "any:pace=0:vocab=1000000:cue=1000000"),
    "very picky": ({}, "rows:picky=1"),
    "waits for the last ten minutes of one": ({}, "rows:hold_s=600"),
    "waits for nothing": ({}, "any:hold_s=0.001"),
    "doubtful": ({}, "any:doubt=100"),
    "teams of four": ({"team_size": (4, 4, 4)}, ""),
}


@pytest.mark.bounds
@pytest.mark.parametrize("name", list(DEGENERATE))
def test_degenerate_settings_end_properly_and_are_counted(name: str):
    rules, seat = DEGENERATE[name]
    settings = Settings("top_it", players=3, rules={"round_limit": 12} | rules, seats=[seat or "rows"] * 3, n_games=20)
    games, seats, _ = blocks_of(settings, 0, 20)
    assert (seats[:, :, 0].sum(axis=1) == 60).all() and (games[:, 0] <= 12).all() and (games[:, 0] >= 1).all()
    assert set(games[:, 1]) <= {0, 2}
    if name in ("no word known", "half known 0", "a round of one second", "no time", "no pins", "start after the end", "every pin goes"):
        assert (seats[:, :, 1] == 0).all() and (games[:, 1] == 2).all(), "nobody can score, so every game is cut and counted as truncated"
    if name == "infinite skill":
        assert (seats[:, :, 7] == 10 * games[:, :1]).all(), "all pins of all rounds are laid"


def test_no_points_at_all_can_be_shown():
    result = simulate(Settings("top_it", rules={"round_s": 1, "round_limit": 3}, n_games=50))
    for metric in metrics_of(result):
        assert metric.finding(metric.compute(result))


# ---- knobs ----


def test_numbers_of_the_model_stand_apart_from_those_of_the_rulebook():
    for knob in KNOBS:
        is_model = knob.group.startswith("Model: ")
        assert is_model == (knob.rule == "RULES.md, The model"), knob.name
        assert knob.help and (knob.unit or knob.kind in ("bool", "choice") or is_model), knob.name
    groups = {k.group for k in KNOBS if k.group.startswith("Model: ")}
    assert any("fitted" in g for g in groups) and any("assumed" in g for g in groups)
    assert any("terms and think_s" in a for a in GAME.modes[0].assumptions)


def test_readings_are_counted_on_the_same_rounds():
    """Who would win by the other readings; counting the other way twice is counting as printed."""
    plain = run(400)
    other = run(400, stack_scoring="top_takes_all", target=10_000, round_limit=4).table("seat")
    same = run(400, target=10_000, round_limit=4).table("seat")
    assert (other["share_stack"] == same["share"]).all() and (same["share_stack"] == other["share"]).all()
    assert (other["share"] != same["share"]).any()
    seats, games = plain.table("seat"), plain.table("game")
    reached = seats[seats["score"] >= 50].groupby("game").size()
    assert (seats.groupby("game")["share_end"].max() == 1 / reached).all()
    assert ((games["by_end_rule"] == "another") == (reached.to_numpy() != (seats["share"] > 0).groupby(seats["game"]).sum().to_numpy())).all()
