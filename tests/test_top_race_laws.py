"""What must hold in every game of Top Race whatever the rules, track, players and strategies: checked in every state of traced games."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as speed
from hypothesis import strategies as st

from tests.naive.top_race import data_of
from tests.naive.top_race_road import Road
from tests.test_top_race_referee import PLAYERS, drawn, settings
from tests.top_race_engine import rows_of
from topstats.replay import replay
from topstats.settings import Settings

WAITING, RACING, BROKEN, HOME = range(4)
TRADED = 28
ASIDE, HAND, PLAYED, BOX, ON_PIT, OFFERED = range(6)


def obeys(run: Settings, game: int) -> None:
    """All laws for one game."""
    states = replay(run, game=game).records
    money_is_conserved(states, run.players)
    cards_are_conserved(states, run.players)
    races = [states[states["race"] == race] for race in range(run.rules["races"])]
    road = Road.of(data_of("tracks", run.rules["track"]))
    for race in races:
        if run.mode == "stocks":
            seats_are_an_order(race, run.players)
            stocks_are_conserved(race, run.players)
        else:
            cars_are_sold_once(race, run.players)
        nobody_stands_on_another_or_moves_back(race, road)
        places_are_a_permutation(race[-1], road)
    ranking_is_right(states[-1], run.players)


# ---- the laws ----


def money_is_conserved(states: np.ndarray, players: int) -> None:
    """TR-01: what the seats have is their capital, less what they paid the bank, plus prizes and tips; without debts never below 0."""
    cash = states["cash"][:, :players]
    got = states["prize"][:, :players] + states["tip_paid"][:, :players]
    assert (cash == states["capital"][:, None] - states["spent"][:, :players] + got).all()
    assert (states["spent"] >= 0).all() and (np.diff(states["spent"], axis=0) >= 0).all()
    assert (cash >= 0).all() or states["debts"][0] == 1
    n_over = (states["event"] == 18).sum()
    if not states["has_stocks"][0]:
        assert states["prize"][-1].sum() == n_over * states["prizes"][0].sum()
    elif n_over == 1:  # TR-56
        last = states[-1]
        assert (last.prize[:players] == last.stock[:players].astype(int) @ last.prizes[last.place - 1]).all()


def cards_are_conserved(states: np.ndarray, players: int) -> None:
    """TR-02: every face once; a card is in one hand, played or set aside, and is known to whom it may be."""
    n = int(states["n_cards"][0])
    assert (np.sort(states["face"][:, :n], axis=1) == np.arange(n)).all()
    for S in states:
        held = [card for p in range(players) for card in S.hand[p, : S.n_hand[p]]]
        where = S.where[:n]
        assert sorted(held) == np.flatnonzero(where == HAND).tolist()
        assert sorted(S.discard[: S.n_discard]) == np.flatnonzero(where == PLAYED).tolist()
        assert sorted(S.offer[: S.n_offer]) == np.flatnonzero(where == OFFERED).tolist()
        assert sorted(S.box[: S.n_box]) == np.flatnonzero(where == BOX).tolist()
        assert sorted(card for p in range(players) for card in S.waiting[p, : S.n_waiting[p]]) == np.flatnonzero(where == ON_PIT).tolist()
        everybody = (1 << players) - 1
        for p in range(players):
            assert np.isin(S.knows[S.hand[p, : S.n_hand[p]]], (1 << p, everybody)).all()
            assert S.n_waiting[p] <= S.pits[p] <= S.pit_cards
        assert (S.knows[:n][where == ASIDE] == 0).all() and (S.knows[:n][where >= PLAYED] == everybody).all()
    same = np.diff(states["race"]) == 0
    back = np.diff(states["where"][:, :n].astype(int), axis=0)[same]
    assert (back >= 0).all() or states["pit_stop"][0] == 1 or states["has_stocks"][0] == 1


def cars_are_sold_once(race: np.ndarray, players: int) -> None:
    """TR-03, TR-06: each car has one owner from its auction on, and in the end every player has a car."""
    owner = race["owner"].astype(int)
    assert ((owner[1:] == owner[:-1]) | (owner[:-1] == -1)).all()
    last = race[-1]
    assert sorted(last.sold) == list(range(6)) and (last.owner[last.sold] == last.buyer).all()
    assert set(range(players)) == set(last.owner.tolist())
    assert (last.price <= np.maximum(race["high"].max(), max(last.fixed_price, last.opening_bid))).all() and (last.price >= 0).all()


def seats_are_an_order(race: np.ndarray, players: int) -> None:
    """TR-52, TR-53: everybody has one place at the table, and at least one card of the offer; nobody owns a car."""
    for S in race:
        seat, met = 0, set()
        for _ in range(players):
            met.add(seat)
            seat = int(S.after[seat])
        assert seat == 0 and met == set(range(players)) and (S.owner == -1).all()
    last = race[-1]
    picked = last.taken[last.taken >= 0]
    assert len(set(picked)) == len(picked) and (len(picked) == players or players == 2)
    assert set(last.buyer[last.taken >= 0]) == set(range(players)) or players == 2
    order = [int(last.buyer[0])]
    while len(order) < players:
        order.append(int(last.after[order[-1]]))
    assert players == 2 or order == last.buyer[:players].tolist()


def stocks_are_conserved(race: np.ndarray, players: int) -> None:
    """TR-50, TR-54: always as many stocks as at the start, within the limits, and in a stock round no more changes hands than allowed."""
    stock, S = race["stock"][:, :players].astype(int), race[0]
    assert (stock.sum(axis=2) == 6 * S.stocks_each).all() and (stock >= S.fewest_stocks).all() and (stock <= S.most_stocks).all()
    moved = np.abs(np.diff(stock, axis=0)).sum(axis=2)
    assert (moved <= 2 * S.stock_trades).all() and (moved[race["event"][1:] != TRADED] == 0).all()
    assert (np.abs(stock - S.stocks_each) <= (race["n_traded"] + 1)[:, None, None] * S.stock_trades).all()
    is_home = race["n_home"] > 0
    assert (race["event"][is_home] != TRADED).all()
    assert race["n_traded"][-1] < max(1, race["n_rounds"][-1])


def nobody_stands_on_another_or_moves_back(race: np.ndarray, road: Road) -> None:
    """TR-11, TR-16: at most one car on a space; a car's front edge only goes ahead, but for a return to the row behind."""
    names = list(road.spaces)
    front = np.array([road.spaces[s]["front"] for s in names] + [road.spaces[names[-1]]["front"] + 1])
    for before, S in zip(race, race[1:], strict=False):
        on = S.pos[S.status == RACING]
        assert len(set(on.tolist())) == len(on) and (on < len(names)).all()
        for c in range(6):
            if before.status[c] == BROKEN and S.status[c] == RACING:
                assert road.row(names[S.pos[c]]) <= road.row(names[before.pos[c]])
            elif before.status[c] >= RACING:
                assert front[S.pos[c]] >= front[before.pos[c]] and (S.status[c] >= before.status[c])
    assert (race["n_home"] <= race["end_cars"]).all()


def places_are_a_permutation(last: np.record, road: Road) -> None:
    """TR-18, TR-20: places 1 to 6 once each; home before those still out, those by front edge."""
    assert sorted(last.place) == [1, 2, 3, 4, 5, 6]
    assert sorted(last.place[last.status == HOME]) == list(range(1, last.n_home + 1))
    out = sorted((c for c in range(6) if last.status[c] != HOME), key=lambda c: last.place[c])
    fronts = [road.spaces[list(road.spaces)[last.pos[c]]]["front"] for c in out]
    assert fronts == sorted(fronts, reverse=True)


def ranking_is_right(last: np.record, players: int) -> None:
    """TR-21."""
    cash, share = last.cash[:players], last.share[:players]
    if last.has_stocks:  # TR-56: ties are broken
        assert sorted(share) == [0] * (players - 1) + [60] and cash[share == 60] == cash.max()
    else:
        assert last.over and share.sum() in (60, 60 - 60 % players) and ((share > 0) == (cash == cash.max())).all()


@pytest.mark.bounds
@pytest.mark.parametrize("players", PLAYERS)
def test_laws_in_printed_games(players: int):
    for game in range(3):
        obeys(settings(players, "racer", "striker", "random", "blocker", seed=20, rotate=True), game)
        obeys(settings(players, "trader", "follower", "random", "gambler", mode="stocks", seed=20, rotate=True, rules={"pit_stop": game == 2}), game)


@given(st.integers(1000, 10**9))
@speed(max_examples=25)
def test_laws_with_any_rules_and_tracks(number: int):
    obeys(drawn(number), number % 100)


@pytest.mark.slow
@given(st.integers(10**9, 10**12))
@speed(max_examples=300)
def test_laws_with_many_rules_and_tracks(number: int):
    obeys(drawn(number), number % 100)


# ---- what a seat knows ----


TIPPERS = [("tips", name) for name in ("racer", "burner", "saver", "random")]
TRADERS = [("stocks", name) for name in ("trader", "follower", "hedger", "gambler", "burner", "random")]


@pytest.mark.parametrize(("mode", "name"), TIPPERS + TRADERS)
def test_what_a_seat_cannot_know_does_not_change_its_choice(mode: str, name: str):
    """Re-dealing the hidden cards, tips and stocks leaves every choice, and everything that the seat knows, as it is."""
    run = settings(3, name, mode=mode, seed=31, rules={"cards_each": 12})
    engine = run.mode_record.engine()
    n_changed = n_stocks = 0
    for record in replay(run, game=1).records[::3]:
        states = np.array([record]).view(np.recarray)
        S = states[0]
        engine.advance(S)
        if S.over:
            break
        seat, twin = int(S.seat), states.copy()[0]
        twin.stream[:] = (1, 2, 3, int(S.turn))
        engine.redeal(twin, np.int64(seat))
        assert engine.view(S, seat) == engine.view(twin, seat)
        n_changed += (S.face != twin.face).any()
        n_stocks += (S.stock != twin.stock).any()
        assert (S.stock[seat] == twin.stock[seat]).all()
        for one in (S, twin):
            engine.choose(one)
        assert (S.move == twin.move).all()
    assert n_changed > 5 and (n_stocks > 5) == (mode == "stocks")


def test_hidden_stocks_are_drawn_anew_within_the_limits_and_within_reach():
    """After two stock rounds another seat holds 30 stocks, at most 4 more or fewer of any car; each car comes up and down about as often."""
    run = settings(3, "trader", mode="stocks", seed=34)
    engine, record = run.mode_record.engine(), next(S for S in replay(run, game=0).records if S.n_traded == 2 and S.event != TRADED)
    states, found = np.array([record]).view(np.recarray), []
    S = states[0]
    for _ in range(2000):
        engine.redeal(S, np.int64(0))
        found.append(S.stock[1:3].astype(int).copy())
    stock = np.array(found)
    assert (stock.sum(axis=2) == 30).all() and (np.abs(stock - 5) <= 4).all() and stock.max() == 9 and stock.min() == 1
    assert np.abs(stock.mean(axis=0) - 5).max() < 0.15  # 0.03 is one standard error
    assert (S.stock[0] == record.stock[0]).all()


def test_hidden_cards_are_dealt_anew_evenly():
    """Each of the cards that seat 1 does not know comes to seat 2's first place about equally often."""
    run = settings(2, "random", seed=32, rules={"cards_each": 20})
    engine, states = run.mode_record.engine(), run.start(0)
    S = states[0]
    engine.deal(S)
    counts = np.zeros(48)
    for _ in range(2800):
        engine.redeal(S, np.int64(0))
        counts[S.face[20]] += 1
    hidden = np.setdiff1d(np.arange(48), S.face[:20])
    assert counts[S.face[:20]].sum() == 0 and counts[hidden].sum() == 2800
    assert ((counts[hidden] - 100) ** 2 / 100).sum() < 55  # chi-square with 27 degrees of freedom, 0.1 %


# ---- symmetry and sanity ----


def test_more_points_for_a_car_in_hand_and_its_owner_wins_more():
    run = settings(4, "racer", "random", seed=33, n_games=400)
    rows = rows_of("base", _to_play(run), run.n_games)
    shares = np.array([[seat["share"] for seat in row["seat"]] for row in rows]).mean(axis=0) / 60
    assert shares[0] > shares[1] and shares[2] > shares[3]


def _to_play(run: Settings):
    states = run.start(0)
    states[0].first_game, states[0].next_game, states[0].stop_game = 0, 0, run.n_games
    return states


def test_a_position_comes_back_as_it_was():
    from json import dumps, loads

    from topstats.table import Table

    numbers = [next(n for n in range(100) if drawn(n).mode == mode) for mode in ("base", "tips", "stocks")]
    for number in numbers:
        run, random = drawn(number), Random(number)
        table = Table(run, game=number)
        for _ in range(100):
            if table.over:
                break
            again = Table(run, position=loads(dumps(table.state())))
            assert again.state() == table.state() and again.options() == table.options() and again.view(1) == table.view(1)
            options = table.options()
            table.apply(options[random.randrange(len(options))])
