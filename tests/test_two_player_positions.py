"""Every rule of the two-player version in a position typed in by hand, TP-40 to TP-48."""

import pytest

from tests.two_player_games import CITIES, ENGINE, options_of, play, printed, rows_of, start

rule = pytest.mark.rule
CARD = {city: i for i, city in enumerate(CITIES)}
SHORT = {"SL": "St. Louis", "NY": "New York", "SF": "San Francisco", "LV": "Las Vegas", "CH": "Chicago", "SE": "Seattle", "NO": "New Orleans"}


class Sitting:
    """A game typed in by hand: the deck's order in letters ("NY", "NY*" a night card), then moves by hand."""

    def __init__(self, order="", **changes):
        self.rules = printed(**changes)
        self.S = start(self.rules)[0]
        self._order(order.split())
        ENGINE.advance(self.S)

    def _order(self, wanted):
        """Put the wanted cards on top of the deck, in this order; all others stay below in some order."""
        S = self.S
        faces = [(int(S.city[c]), int(S.night[c])) for c in range(S.n_cards)]
        top = [(CARD[SHORT[w.rstrip("*")]], int(w.endswith("*"))) for w in wanted]
        for face in top:
            faces.remove(face)
        for c, (city, night) in enumerate(top + faces):
            S.city[c], S.night[c] = city, night

    @property
    def asked(self):
        return (int(self.S.seat) + 1, ENGINE.asks[self.S.ask]) if not self.S.over else None

    def move(self, card, company=1):
        """Make a move; companies from 1 as at the table. Returns the words of the event."""
        S = self.S
        before = S.copy()
        S.move[0], S.move[1] = card, company - 1
        broken = ENGINE.illegal(S)
        assert not broken, ENGINE.reasons[broken]
        ENGINE.apply(S)
        words = ENGINE.words(before, S)
        ENGINE.advance(S)
        return words

    def refused(self, card, company=1):
        self.S.move[0], self.S.move[1] = card, company - 1
        return ENGINE.reasons[ENGINE.illegal(self.S)]

    def play(self, company, k=0):
        """Play the k-th card of the hand under the company."""
        return self.move(int(self.S.hand[self.S.seat, k]), company)

    def set_up(self):
        """TP-42 with the first cards of each hand: seat 2 serves companies 1 and 2, seat 1 serves 3 and 4."""
        hand = self.S.hand
        for company in (1, 2, 0, 3, 4):
            if self.asked[1] == "discard":
                self.move(int(hand[1, 0]))
            if company:
                self.move(int(hand[self.S.seat, 0]), company)
        return self

    def hand(self, seat):
        return [CITIES[self.S.city[c]] for c in self.S.hand[seat - 1, : self.S.n_hand[seat - 1]]]

    def view(self, seat=None):
        return ENGINE.view(self.S, None if seat is None else seat - 1)

    def company(self, k, seat=None):
        return self.view(seat)["companies"][k - 1]

    def caps(self, seat):
        return list(self.view()["seats"][seat - 1]["caps"].values())


def scored(columns, caps=((0, 0, 0, 0), (0, 0, 0, 0)), **changes):
    """The final rows of a game in which just these cards lie under the four companies (and nothing else): stalled, then scored."""
    names = [column.split() for column in columns]
    deck = [sum(column.count(short) for column in names) for short in SHORT]
    full = [max(n, 1) for n in deck]
    spare = sum(full) - sum(deck)  # a city without a card still has one in the box: out of the game
    full[6] += max(0, 6 - spare)  # enough to deal
    rules = printed(deck=tuple(full), cities=7, night_cards=0, start_cards=(3, 3), discards=(0, 0), **({"table_cards": (0, 0, 0, 0)} | changes))
    S = start(rules)[0]
    ids, cards = {short: [] for short in SHORT}, []
    for short, city in SHORT.items():
        for _ in range(full[CARD[city]]):
            ids[short].append(len(cards))
            cards.append({"city": city, "night": False, "known": [1, 2]})
    companies = [{"colour": "BOYP"[k], "cards": [ids[s].pop(0) for s in column], "seventh": None} for k, column in enumerate(names)]
    out = [c for rest in ids.values() for c in rest]
    data = ENGINE.position(S) | {"cards": cards, "companies": companies, "hands": [[], []], "discarded": out, "drawn": len(cards), "phase": "turn", "ask": ""}
    data["caps"] = [dict(zip("BOYP", c, strict=True)) for c in caps]
    ENGINE.restore(S, data)
    ENGINE.advance(S)
    assert S.over
    return rows_of(S)


# ---- material and setup ----


@rule("TP-40")
def test_the_deck_of_four_players_and_four_companies_with_15_caps():
    view = Sitting().view()
    assert [c["caps"] for c in view["companies"]] == [15, 15, 15, 15]
    assert view["deck"]["count"] == 33 - 5 - 6 - 2
    assert sorted({c["city"] for s in view["seats"] for c in s["hand"]} - set(CITIES[:6])) == []


@rule("TP-40")
def test_both_players_serve_all_companies():
    t = Sitting().set_up()
    for company in (1, 2, 3, 4):
        t.play(company)
        t.play(company)
    assert t.caps(1) == [4, 4, 4, 4]
    assert [c > 0 for c in t.caps(2)] == [True] * 4


@rule("TP-40")
def test_a_stack_pays_what_is_left():
    t = Sitting(caps_per_company=5).set_up()
    for _ in range(3):
        t.play(1)
    assert (t.caps(1)[0], t.caps(2)[0], t.company(1)["caps"]) == (4, 1, 0)


@rule("TP-41")
def test_five_and_six_cards_and_one_face_up_under_two_companies():
    t = Sitting("SL NY SF LV CH  SE SE NY NY LV SE  LV* CH")
    assert t.hand(1) == ["St. Louis", "New York", "San Francisco", "Las Vegas", "Chicago"]
    assert t.hand(2) == ["Seattle", "Seattle", "New York", "New York", "Las Vegas", "Seattle"]
    assert [[c["city"] for c in t.company(k)["cards"]] for k in (1, 2, 3, 4)] == [["Las Vegas"], ["Chicago"], [], []]


@rule("TP-41")
def test_a_night_card_from_the_deck_lies_face_up_all_the_same():
    t = Sitting("SL NY SF LV CH  SE SE NY NY LV SE  LV* CH")
    for seat in (1, 2):
        card = t.company(1, seat)["cards"][0]
        assert (card["city"], card["night"], card["face_down"]) == ("Las Vegas", True, False)


@rule("TP-42")
def test_the_second_player_lays_two_seventh_cards_and_discards_then_the_first_lays_two():
    t = Sitting()
    asked = []
    for company in (3, 1, None, 4, 2):
        asked.append(t.asked)
        t.move(int(t.S.hand[t.S.seat, 0]), company or 1)
    assert asked == [(2, "seventh"), (2, "seventh"), (2, "discard"), (1, "seventh"), (1, "seventh")]
    assert t.asked == (1, "play")
    assert (len(t.hand(1)), len(t.hand(2))) == (3, 3)


@rule("TP-42")
def test_a_company_gets_one_seventh_card():
    t = Sitting()
    t.move(5, 3)
    assert "TP-42" in t.refused(6, 3)
    t.move(6, 1)
    t.move(7)
    assert {company for _, company in options_of(t.S)} == {1, 3}
    assert "TP-42" in t.refused(0, 1)
    assert "TP-42" in t.refused(8, 2)  # a card of the other hand


@rule("TP-42")
def test_seventh_cards_and_discards_are_secret():
    t = Sitting("SL NY SF LV CH  SE SE* NY NY LV SE")
    t.move(6, 3)
    assert t.company(3, seat=2)["seventh"]["city"] == "Seattle"
    seventh = t.company(3, seat=1)["seventh"]
    assert (seventh["city"], seventh["night"], seventh["face_down"], seventh["known"]) == (None, True, True, [1])
    t.move(7, 1)
    t.move(8)
    assert t.S.knows[8] == 2
    assert 8 not in [c["id"] for s in t.view()["seats"] for c in s["hand"]]


@rule("TP-42")
def test_the_number_of_discards_is_a_setting():
    t = Sitting(start_cards=(6, 6), discards=(1, 1)).set_up()
    assert t.asked == (1, "discard")


# ---- a turn ----


@rule("TP-43")
def test_the_column_pays_4_3_3_2_2_1():
    t = Sitting().set_up()
    paid = []
    for _ in range(6):
        before = t.company(3)["caps"]
        t.play(3)
        paid.append(before - t.company(3)["caps"])
    assert paid == [4, 3, 3, 2, 2, 1]
    assert (t.caps(1)[2], t.caps(2)[2]) == (9, 6)


@rule("TP-43")
def test_the_payout_is_a_setting():
    t = Sitting(payout=(1, 2, 3, 4, 5, 0)).set_up()
    for _ in range(4):
        t.play(4)
    assert (t.caps(1)[3], t.caps(2)[3]) == (1 + 3, 2 + 4)


@rule("TP-43")
def test_after_a_card_the_hand_is_filled_up_to_three_and_the_other_plays():
    t = Sitting("SL NY SF LV CH  SE SE NY NY LV SE  LV CH  SE*").set_up()
    assert t.hand(1) == ["San Francisco", "Las Vegas", "Chicago"]
    t.play(4)
    assert t.hand(1) == ["Las Vegas", "Chicago", "Seattle"]
    assert t.asked == (2, "play")


@rule("TP-43")
def test_the_hand_size_is_a_setting():
    t = Sitting(hand_size=5).set_up()
    t.play(3)
    assert len(t.hand(1)) == 5


@rule("TP-43")
def test_a_night_card_lies_face_down_and_only_who_laid_it_knows_it():
    t = Sitting("SL NY LV* SF CH").set_up()
    t.play(4)
    mine, other = t.company(4, seat=1)["cards"][0], t.company(4, seat=2)["cards"][0]
    assert (mine["city"], mine["face_down"], mine["known"]) == ("Las Vegas", True, [0])
    assert (other["city"], other["night"], other["face_down"]) == (None, True, True)


@rule("TP-43")
def test_a_day_card_is_seen_by_all():
    t = Sitting("SL NY LV SF CH").set_up()
    t.play(4)
    assert [t.company(4, seat)["cards"][0]["city"] for seat in (1, 2)] == ["Las Vegas"] * 2


@rule("TP-43")
def test_a_full_company_takes_no_card():
    t = Sitting().set_up()
    for _ in range(6):
        t.play(3)
    assert "TP-43" in t.refused(int(t.S.hand[t.S.seat, 0]), 3)
    assert {company for _, company in options_of(t.S)} == {0, 1, 3}


@rule("TP-43")
def test_a_player_without_a_card_is_skipped():
    t = Sitting(start_cards=(3, 5), discards=(0, 0), cities=1, deck=(10, 1, 1, 1, 1, 1, 1)).set_up()  # no deck: hands of 1 and 3
    seats = []
    while t.asked:
        seats.append(t.asked[0])
        t.play(3)
    assert seats == [1, 2, 2, 2]


@rule("TP-43")
def test_if_neither_has_a_card_what_lies_there_is_scored_and_the_game_is_stalled():
    t = Sitting(start_cards=(3, 5), discards=(0, 0), cities=1, deck=(10, 1, 1, 1, 1, 1, 1)).set_up()
    while t.asked:
        t.play(3)
    game, seats, companies = rows_of(t.S)
    assert game["ended"] == 1
    assert [c["cards"] for c in companies[0]] == [1, 1, 4, 0]  # no company closed: no seventh card
    assert [c["points"] for c in companies[0]] == [0, 0, 8, 0]
    assert seats[0]["score"] == 4 * 5 and seats[1]["score"] == (3 + 3 + 2) * 5


# ---- the end ----


@rule("TP-44")
@pytest.mark.parametrize(
    ("reading", "paid_with_a_table_card", "paid_without", "cards"),
    [
        ("extra", [4, 3, 3, 2, 2, 1], [4, 3, 3, 2, 2, 1], 8),
        ("first", [3, 3, 2, 2, 1], [4, 3, 3, 2, 2, 1], 7),
        ("closing", [4, 3, 3, 2, 2], [4, 3, 3, 2, 2, 1], 7),
    ],
)
def test_what_the_cards_from_the_deck_count_for(reading, paid_with_a_table_card, paid_without, cards):
    for company, want in ((1, paid_with_a_table_card), (4, paid_without)):
        t = Sitting(table_cards_count=reading).set_up()
        paid = []
        while not t.company(company)["closed"]:
            before = t.company(company)["caps"]
            t.play(company)
            paid.append(before - t.company(company)["caps"])
        assert paid == want
    game, _, companies = play(printed(table_cards_count=reading), n=1)
    assert game[0, 0] == (24 if reading == "extra" else 22)
    assert companies[0, 0, :, 1].tolist() == [cards, cards, 7, 7]


@rule("TP-45")
def test_the_sixth_card_closes_the_company_and_adds_its_seventh_face_down():
    t = Sitting().set_up()
    words = [t.play(3) for _ in range(6)]
    assert [("closed" in w) for w in words] == [False] * 5 + [True]
    company = t.company(3, seat=2)
    assert company["closed"] and company["seventh"]["city"] is None
    assert t.company(3, seat=1)["seventh"]["city"] is not None


@rule("TP-45")
def test_how_many_cards_close_a_company_is_a_setting():
    t = Sitting(column_cards=2).set_up()
    t.play(3)
    assert not t.company(3)["closed"]
    t.play(3)
    assert t.company(3)["closed"]


@rule("TP-45")
@rule("TP-46")
def test_the_seventh_card_counts():
    """Blue's seventh card is its second St. Louis and takes that city; Plum's seventh card ties Orange's New York."""
    t = Sitting("NY SF SF LV CH  SL SL SE SE CH CH  SL* NY  LV", column_cards=1)
    t.move(5, 1)
    t.move(6, 2)
    t.move(7)  # seat 2: St. Louis under Blue and Orange, Seattle out of the game
    t.move(0, 4)
    t.move(1, 3)  # seat 1: New York under Plum, San Francisco under Yellow
    t.move(2, 4)  # San Francisco
    t.move(8, 1)  # Seattle
    t.move(3, 2)  # Las Vegas
    t.move(9, 3)  # Chicago
    assert t.asked is None
    want = {"Blue": ("SL SE SL", 4 + 2 + 2), "Orange": ("NY LV SL", 1 + 2 + 4), "Yellow": ("CH SF", 2 + 1 + 2), "Plum": ("SF NY", 1 + 1 + 2)}
    assert [c["points"] for c in t.view()["companies"]] == [points for _, points in want.values()]


@rule("TP-46")
def test_all_closed_is_the_end_and_shows_everything():
    t = Sitting().set_up()
    while t.asked:
        t.play(next(company + 1 for _, company in options_of(t.S)))
    view = t.view(1)
    assert view["step"] == "end" and t.S.turn == 24
    assert [len(c["cards"]) for c in view["companies"]] == [7, 7, 6, 6]
    assert all(card["city"] for c in view["companies"] for card in [*c["cards"], c["seventh"]])


@rule("TP-46")
def test_companies_are_scored_by_majority_and_variety():
    """Rulebook examples: 4 New York, 3 or fewer elsewhere: 8 points; 2 Seattle each: 2 points each; four cities: 6 points."""
    _, _, companies = scored(["NY NY NY NY", "NY NY NY", "SE SE", "SE SE CH LV SF"])
    assert [c["majority"] for c in companies[0]] == [8, 0, 2, 2 + 2 + 2 + 2]
    assert [c["variety"] for c in companies[0]] == [0, 0, 0, 6]
    _, _, companies = scored(["NY NY NY CH CH SE SL", "NY", "", ""], table_cards=(2, 0, 0, 0))
    assert [c["variety"] for c in companies[0]] == [6, 0, 0, 0]


@rule("TP-46")
def test_points_for_majority_and_variety_are_settings():
    _, _, companies = scored(["NY NY", "SE", "SE", "LV SF"], majority_points=5, tied_points=3, variety_points=(1, 7, 0, 0, 0, 0, 0))
    assert [(c["majority"], c["variety"]) for c in companies[0]] == [(10, 1), (3, 1), (3, 1), (10, 7)]


@rule("TP-46")
def test_caps_break_no_tie_between_companies():
    _, _, companies = scored(["NY NY", "LV LV", "SE", ""], caps=((9, 1, 0, 0), (0, 0, 0, 0)))
    assert [c["rank"] for c in companies[0]] == [1, 1, 3, 4]


@rule("TP-47")
def test_a_cap_is_worth_5_3_2_1_by_rank():
    _, _, companies = scored(["SE", "NY NY NY NY", "CH CH CH", "LV LV"])
    assert [c["value"] for c in companies[0]] == [1, 5, 3, 2]


@rule("TP-47")
@pytest.mark.parametrize(
    ("columns", "values"),
    [
        (["NY NY", "LV LV", "SE", ""], [3, 3, 2, 1]),  # two tied for 1st: the value of 2nd
        (["NY NY", "LV", "SE", "CH"], [5, 1, 1, 1]),  # three tied for 2nd: the value of 4th
        (["NY NY NY", "LV LV", "SE SE", "CH"], [5, 2, 2, 1]),  # two tied for 2nd: the value of 3rd
        (["NY", "LV", "SE", "CH"], [1, 1, 1, 1]),  # all tied
        (["NY NY", "LV LV", "SE SE", "CH"], [2, 2, 2, 1]),  # three tied for 1st
        (["NY NY", "LV LV", "SE", "CH"], [3, 3, 1, 1]),  # twice two
    ],
)
def test_ties_shift_down(columns, values):
    _, _, companies = scored(columns)
    assert [c["value"] for c in companies[0]] == values


@rule("TP-47")
def test_the_values_are_a_setting():
    _, seats, _ = scored(["NY NY NY", "LV LV", "SE", ""], caps=((1, 0, 0, 0), (0, 1, 1, 1)), rank_values=(10, 6, 4, 2))
    assert [s["score"] for s in seats] == [10, 12]


@rule("TP-48")
def test_seven_caps_of_the_first_placed_company_are_35_points():
    game, seats, _ = scored(["NY NY NY", "LV LV", "SE", ""], caps=((7, 0, 0, 0), (0, 7, 0, 0)))
    assert [s["score"] for s in seats] == [35, 21]
    assert [s["share"] for s in seats] == [60, 0]
    assert (game["margin"], game["tie_break"]) == (14, 0)


@rule("TP-48")
def test_points_are_added_up_over_companies():
    _, seats, _ = scored(["NY NY NY", "LV LV", "SE", ""], caps=((4, 3, 2, 1), (0, 0, 0, 9)))
    assert [s["score"] for s in seats] == [4 * 5 + 3 * 3 + 2 * 2 + 1 * 1, 9]


@rule("TP-48")
def test_a_tie_goes_to_the_fewest_caps():
    game, seats, _ = scored(["NY NY NY", "LV LV", "SE", ""], caps=((0, 5, 0, 0), (3, 0, 0, 0)))
    assert [s["score"] for s in seats] == [15, 15]
    assert [s["share"] for s in seats] == [0, 60]
    assert game["tie_break"] == 1


@rule("TP-48")
def test_still_tied_the_win_is_shared():
    game, seats, _ = scored(["NY NY NY", "LV LV", "SE", ""], caps=((2, 2, 0, 0), (2, 2, 0, 0)))
    assert [s["share"] for s in seats] == [30, 30]
    assert game["tie_break"] == 2
