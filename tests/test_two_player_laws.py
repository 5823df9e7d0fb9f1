"""Laws of the two-player version that hold under all rules: conservation, termination, ranking, hidden cards, streams."""

import json
from collections import Counter

import numpy as np
import pytest

from tests.lanes import fewer
from tests.two_player_games import (
    ENGINE,
    PER_COMPANY,
    PER_GAME,
    PER_SEAT,
    READINGS,
    STRATEGIES,
    as_move,
    choice,
    drawn_rules,
    play,
    printed,
    rows_of,
    start,
)
from topstats.core.contract import SettingError
from topstats.games.top_pop.two_player import state

N_CONFIGURATIONS, N_GAMES, N_TRACED = 100, 500, 25


def configurations(n=N_CONFIGURATIONS, seed=11):
    draws = np.random.default_rng(seed)
    for i in range(n):
        yield i, drawn_rules(draws), tuple(draws.choice(STRATEGIES, 2)), float(draws.choice((0, 0, 0.2)))


def traced(rules, seats, seed, deal, **more):
    """The records of one game after each event."""
    S = start(rules, seats, seed, deal, **more)[0]
    out = ENGINE.new(rules, 2).repeat(400).view(np.recarray)
    n = ENGINE.trace(S, out)
    assert n < 400
    return out[:n]


def by_name(names, block):
    return {name: block[..., i].astype(int) for i, name in enumerate(names)}


def holds_of_a_trace(trace, rules):
    n_cards = int(trace.n_cards[0])
    where, night, knows = trace.where[:, :n_cards], trace.night[:, :n_cards], trace.knows[:, :n_cards]
    # caps and cards
    assert ((trace.stack + trace.caps.sum(axis=1)) == rules["caps_per_company"]).all()
    assert (trace.stack >= 0).all() and (trace.caps >= 0).all()
    assert (trace.city == trace.city[0]).all() and (trace.night == trace.night[0]).all()
    held = {state.IN_HAND: trace.n_hand.sum(axis=1), state.IN_COLUMN: trace.n_column.sum(axis=1), state.AS_SEVENTH: (trace.seventh >= 0).sum(axis=1)}
    for place, n in held.items():
        assert ((where == place).sum(axis=1) == n).all()
    assert ((where == state.IN_DECK).sum(axis=1) == n_cards - trace.drawn).all()
    for S in trace[:: max(1, len(trace) // 5)]:
        lies = [*S.hand[0, : S.n_hand[0]], *S.hand[1, : S.n_hand[1]], *(c for k in range(4) for c in S.column[k, : S.n_column[k]]), *S.seventh[S.seventh >= 0]]
        assert len(set(lies)) == len(lies) == (S.where[:n_cards] % 4 > 0).sum()
    # who knows what
    assert (knows[where == state.IN_DECK] == 0).all()
    assert np.isin(knows[where == state.IN_HAND], (1, 2)).all()
    assert (knows[(where == state.IN_COLUMN) & (night == 0)] == 3).all()
    assert (knows[:-1][(where[:-1] == state.AS_SEVENTH) | (where[:-1] == state.OUT)] < 3).all()
    # never backwards, and to the end
    for field in ("closed", "n_column", "turn", "drawn"):
        assert (np.diff(trace[field], axis=0) >= 0).all()
    assert trace.over[-1] == 1 and (trace.over[:-1] == 0).all()


def test_every_step_conserves_caps_cards_and_secrets():
    for i, rules, seats, blunder in configurations():
        for deal in range(N_TRACED):
            holds_of_a_trace(traced(rules, seats, i, deal, blunder=blunder), rules)


def test_rows_rank_and_add_up():
    n_stalled = 0
    for i, rules, seats, blunder in configurations():
        blocks = play(rules, seats, N_GAMES, seed=i, blunder=blunder)
        game, seat, company = (by_name(names, block) for names, block in zip((PER_GAME, PER_SEAT, PER_COMPANY), blocks, strict=True))
        assert (seat["share"].sum(axis=1) == 60).all()
        key = seat["score"] * 1000 - seat["caps"]
        assert (seat["share"][:, 0] == 30 + 30 * np.sign(key[:, 0] - key[:, 1])).all()
        assert (game["margin"] == abs(seat["score"][:, 0] - seat["score"][:, 1])).all()
        assert (game["tie_break"] == np.where(game["margin"] > 0, 0, np.where(key[:, 0] == key[:, 1], 2, 1))).all()
        assert ((company["caps"] * company["value"]).sum(axis=2) == seat["score"]).all()
        for whole, part in (("score", "points"), ("caps", "caps")):
            assert (sum(seat[f"{part}_{place}"] for place in (1, 2, 3, 4)) == seat[whole]).all()
        assert (company["caps"].sum(axis=2) == seat["caps"]).all()
        assert (company["majority"] + company["variety"] == company["points"]).all()
        points = company["points"][:, 0]
        assert (company["rank"][:, 0] == 1 + (points[:, None, :] > points[:, :, None]).sum(axis=2)).all()
        assert (company["points"][:, 0] == company["points"][:, 1]).all()
        assert (game["ended"] < 2).all()
        full = rules["column_cards"] + 1 + np.array(rules["table_cards"]) * (rules["table_cards_count"] == "extra")
        is_full = (company["cards"][:, 0] == full).all(axis=1)
        assert (is_full == (game["ended"] == 0)).all()
        n_stalled += game["ended"].sum()
    assert n_stalled > 0


@pytest.mark.parametrize(("reading", "length", "caps"), [("extra", 24, 60), ("first", 22, 52), ("closing", 22, 58)])
def test_the_three_readings_of_tp_44_differ_in_turns_and_caps(reading, length, caps):
    game, seat, _ = play(printed(table_cards_count=reading), ("random", "greedy"), 300)
    assert (by_name(PER_GAME, game)["length"] == length).all()
    assert (by_name(PER_SEAT, seat)["caps"].sum(axis=1) == caps).all()


def positions_on_the_way(seats, rules, n_games, seed=21):
    """Every record at which a decision is open, of some games."""
    for deal in range(n_games):
        S = start(rules, seats, seed, deal)[0]
        ENGINE.advance(S)
        while not S.over:
            yield S
            ENGINE.choose(S)
            ENGINE.apply(S)
            ENGINE.advance(S)


@pytest.mark.nojit
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_redealing_what_a_seat_cannot_know_leaves_its_choice_unchanged(strategy):
    n_changed = 0
    for i, S in enumerate(positions_on_the_way((strategy, strategy), printed(), fewer(15))):
        twin = S.copy()
        twin.stream[:] = np.random.default_rng(i).integers(0, 2**63, 4, dtype=np.uint64)
        ENGINE.redeal(twin, S.seat)
        n_changed += (twin.city != S.city).any()
        known = [c for c in range(S.n_cards) if S.knows[c] >> S.seat & 1]
        assert (twin.city[known] == S.city[known]).all()
        seen = np.arange(S.n_cards) <= S.drawn
        assert (twin.night[: S.n_cards][seen] == S.night[: S.n_cards][seen]).all()
        assert sorted(zip(twin.city, twin.night, strict=True)) == sorted(zip(S.city, S.night, strict=True))
        assert choice(S) == choice(S, redealt_for=S.seat, seed=i)
    assert n_changed > fewer(300)


def test_redeal_is_uniform_over_what_the_seat_cannot_know():
    """The city of an unseen day card is redealt in proportion to the day cards that the seat has not seen."""
    S = next(S for S in positions_on_the_way(("random", "random"), printed(), 1) if S.turn == 5)
    seat = int(S.seat)
    card = next(c for c in S.hand[1 - seat, : S.n_hand[1 - seat]] if not S.night[c])
    pool = Counter(int(S.city[c]) for c in range(S.n_cards) if not (S.knows[c] >> seat & 1) and not S.night[c])
    n, found = 4000, Counter()
    twin = S.copy()
    twin.stream[:] = (1, 2, 3, 4)
    deep = S.n_cards - 1  # a card deep in the deck: its back too is unknown
    n_night = 0
    for _ in range(n):
        ENGINE.redeal(twin, seat)
        found[int(twin.city[card])] += 1
        n_night += int(twin.night[deep])
    expected = {city: n * k / sum(pool.values()) for city, k in pool.items()}
    chi_square = sum((found[city] - e) ** 2 / e for city, e in expected.items())
    assert set(found) == set(pool) and chi_square < 20.5  # 5 degrees of freedom: one in a thousand
    hidden = range(int(S.drawn) + 1, S.n_cards)
    p = sum(int(S.night[c]) for c in hidden) / len(hidden)
    assert abs(n_night / n - p) < 4 * (p * (1 - p) / n) ** 0.5 + 1e-9


def test_a_hidden_card_never_shows_in_a_view():
    for S in positions_on_the_way(("random", "random"), printed(night_cards=3), 5):
        for viewer in (0, 1):
            view = ENGINE.view(S, viewer)
            cards = [c for company in view["companies"] for c in [*company["cards"], company["seventh"]] if c] + [c for s in view["seats"] for c in s["hand"]]
            assert all((c["city"] is not None) == (viewer in c["known"]) for c in cards)
            twin = S.copy()
            twin.stream[:] = (5, 6, 7, 8)
            ENGINE.redeal(twin, viewer)
            assert ENGINE.view(twin, viewer) == view
            assert json.loads(json.dumps(view)) == view


@pytest.mark.parametrize("other", STRATEGIES)
def test_another_strategy_in_seat_2_does_not_shift_the_draws_of_seat_1(other):
    def indices(seats, deal):
        S = start(printed(), seats, 31, deal)[0]
        cities, picks = S.city.copy(), []
        ENGINE.advance(S)
        while not S.over:
            ENGINE.choose(S)
            if S.seat == 0:
                picks.append((int(S.turn), S.hand[0, : S.n_hand[0]].tolist().index(S.move[0]), int(S.n_hand[0])))
            ENGINE.apply(S)
            ENGINE.advance(S)
        return cities.tolist(), picks

    for deal in range(20):
        assert indices(("random", other), deal) == indices(("random", "random"), deal)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_rows_do_not_depend_on_budget_chunk_or_number(strategy):
    rules, seats = printed(), (strategy, "random")
    want = play(rules, seats, 60)
    for budget in (1, 7):
        assert all((a == b).all() for a, b in zip(want, play(rules, seats, 60, budget=budget), strict=True))
    assert all((a == b[:60]).all() for a, b in zip(want, play(rules, seats, 120), strict=True))


def test_rotation_plays_each_deal_from_both_seats():
    plain, rotated = play(printed(), ("greedy", "random"), 50)[1], play(printed(), ("greedy", "random"), 100, rotate=1)[1]
    swapped = play(printed(), ("random", "greedy"), 50)[1]
    assert (rotated[0::2] == plain).all() and (rotated[1::2] == swapped).all()


@pytest.mark.parametrize("reading", READINGS)
def test_a_position_goes_out_and_comes_back(reading):
    rules = printed(table_cards_count=reading)
    for S in positions_on_the_way(("investor", "random"), rules, 4):
        data = json.loads(json.dumps(ENGINE.position(S)))
        twin = start(rules, ("investor", "random"), 21, int(S.deal))[0]
        ENGINE.restore(twin, data)
        assert ENGINE.position(twin) == data
        ends = []
        for record_ in (S.copy(), twin):
            while not record_.over:
                ENGINE.advance(record_)
                if record_.ask:
                    ENGINE.choose(record_)
                    ENGINE.apply(record_)
            ends.append(rows_of(record_))
        assert ends[0] == ends[1]


def spoiled():
    def change(path, value):
        def spoil(data):
            for key in path[:-1]:
                data = data[key]
            data[path[-1]] = value

        return spoil

    return {
        "a card twice": change(("hands", 0, 0), 5),
        "a card of the deck in a hand": change(("hands", 0, 0), 30),
        "a card nowhere": lambda d: d["hands"][0].pop(),
        "a city too many": change(("cards", 3, "city"), "New Orleans"),
        "another night card": lambda d: d["cards"][3].update(night=not d["cards"][3]["night"]),
        "too many caps": change(("caps", 0, "B"), 16),
        "caps of nobody": change(("caps", 0, "G"), 1),
        "no seat 3": change(("seat",), 3),
        "no companies": change(("companies",), []),
        "text for a number": change(("turn",), "two"),
        "nothing": lambda d: d.clear(),
    }


@pytest.mark.parametrize("name", spoiled())
def test_an_impossible_position_is_refused(name):
    S = next(S for S in positions_on_the_way(("random", "random"), printed(), 1) if S.turn == 4)
    data = ENGINE.position(S)
    spoiled()[name](data)
    with pytest.raises(SettingError, match="position is not possible"):
        ENGINE.restore(start(printed())[0], data)


def test_moves_as_data_go_out_and_come_back():
    for S in positions_on_the_way(("random", "random"), printed(), 3):
        out = np.zeros((64, 2), np.int16)
        for move in out[: ENGINE.options(S, out)]:
            data = ENGINE.describe(S, move)
            assert data["words"] and ENGINE.encode(S, data) == list(move)
    with pytest.raises(SettingError, match="allowed is"):
        ENGINE.encode(S, {"card": 99, "company": "B"})
    with pytest.raises(SettingError, match="allowed is B, O, Y, P"):
        ENGINE.encode(S, {"card": 1, "company": "G"})


def test_words_tell_every_event_and_hide_what_is_hidden():
    for deal in range(5):
        trace = traced(printed(), ("random", "random"), 41, deal)
        before = start(printed(), seed=41, deal=deal)[0]
        for S in trace:
            for viewer in (None, 0, 1):
                text = ENGINE.words(before, S, viewer)
                assert text
                if S.event == state.LAID and viewer is not None and not int(S.knows[S.focus]) >> viewer & 1:
                    assert "a day card" in text or "a night card" in text
            before = S


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"start_cards": (12, 12), "cities": 4, "table_cards": (2, 2, 2, 2)}, "deck has only 18"),
        ({"start_cards": (3, 3)}, "start_cards = 3 for seat 2 is too few"),
        ({"table_cards_count": "first", "column_cards": 1}, "TP-44"),
        ({"night_cards": 3, "deck": (2, 4, 5, 6, 7, 8, 9)}, "TP-03"),
    ],
)
def test_rules_that_do_not_fit_together_are_refused(changes, words):
    with pytest.raises(SettingError, match=words):
        printed(**changes)


def test_as_move_reads_a_discard_without_company():
    S = start(printed(), seed=1)[0]
    ENGINE.advance(S)
    assert as_move(S, (3, 2)) == (3, 2)


@pytest.mark.nojit
def test_the_investor_plays_the_same_compiled_and_not():
    """Points of eight games, written down from the compiled lane; whoever changes the investor reads and writes them anew."""
    _, seat, _ = play(printed(), ("investor", "investor"), 8, seed=51, blunder=0.1)
    assert seat[:, :, PER_SEAT.index("score")].tolist() == [[50, 85], [85, 50], [92, 73], [90, 75], [90, 30], [60, 75], [55, 110], [101, 64]]
