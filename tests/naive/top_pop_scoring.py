"""The numbers of the rulebook and the scoring of Top Pop, for the referee: a second statement of TP-20 to TP-24.

Seats count from 0 inside and from 1 in the row, as in the result tables.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.naive.top_pop import Referee
    from tests.naive.top_pop_powers import Powers


def printed(mode: str, players: int) -> dict[str, Any]:
    """The numbers of the rulebook (TP-01 to TP-05, TP-19 to TP-25; lite TP-30 to TP-33)."""
    lite = mode == "lite"
    return {
        "deck": (3, 4, 5, 6, 7, 8, 9),
        "cities": {2: 4, 3: 5, 4: 6, 5: 7}[players],
        "night_cards": 1,
        "caps_per_colour": 15,
        "start_caps": (1, 2, 1, 3, 2)[:players],
        "start_cards": (3, 3, 4, 3, 4)[:players],
        "start_placed": (0, 0, 1, 0, 1)[:players],
        "hands": not lite,
        "place_caps": 1,
        "collect_caps": 1,
        "leader_cap": not lite,
        "draw_cards": 1,
        "end_cards": 5 if lite else 6,
        "majority_points": 2,
        "tied_points": 1,
        "variety_points": (0, 2, 4, 6, 8, 10, 12),
        "tie_caps": "after",
        "turn_limit": 200,
        "city_powers": ("none",) * 7,
    }


def majorities(counts: list[list[int]], rules: dict[str, Any]) -> tuple[list[int], list[int]]:
    """TP-22: points of each seat from sole and from tied majorities; counts[seat][city]."""
    sole, tied = [0] * len(counts), [0] * len(counts)
    for in_city in zip(*counts, strict=True):
        most = [seat for seat, n in enumerate(in_city) if n == max(in_city)]
        for seat in most:
            if len(most) == 1:
                sole[seat] += rules["majority_points"] * in_city[seat]
            else:
                tied[seat] += rules["tied_points"] * in_city[seat]
    return sole, tied


def variety_points(own: list[int], rules: dict[str, Any]) -> int:
    """TP-23, from the number of one's cards of each city."""
    n_different = sum(n > 0 for n in own)
    return rules["variety_points"][n_different - 1] if n_different else 0


def points(counts: list[list[int]], rules: dict[str, Any], powers: "Powers") -> list[int]:
    """The score of each seat."""
    majority, tied = majorities(counts, rules)
    bonus = powers.points(counts)
    return [majority[seat] + tied[seat] + variety_points(own, rules) + bonus[seat] for seat, own in enumerate(counts)]


def row(referee: "Referee") -> dict[str, Any]:
    """The final figures: of the game, of each seat, of each seat and city."""
    counts = referee.city_counts()
    majority, tied = majorities(counts, referee.rules)
    variety = [variety_points(own, referee.rules) for own in counts]
    score = points(counts, referee.rules, referee.powers)
    caps = [sum(supply) for supply in referee.supply]
    best, winners = ranking(score, caps if referee.rules["tie_caps"] == "after" else referee.caps_before)
    seats = [
        {
            "share": 60 // len(winners) if seat in winners else 0,
            "score": score[seat],
            "majority": majority[seat],
            "tied": tied[seat],
            "variety": variety[seat],
            "cards": len(referee.won[seat]),
            "caps": caps[seat],
            "caps_received": referee.caps_received[seat],
            "caps_given": referee.caps_given[seat],
            "stacks_lost": referee.stacks_lost[seat],
            "triggered": int(seat == referee.trigger_seat),
        }
        for seat in referee.seats
    ]
    game = {
        "length": referee.turn,
        "ended": referee.ended,
        "trigger_seat": 0 if referee.trigger_seat is None else referee.trigger_seat + 1,
        "trigger_turn": referee.trigger_turn,
        "margin": max(score) - max(score[seat] for seat in referee.seats if seat != winners[0]),
        "tie_break": 0 if len(best) == 1 else 1 if len(winners) == 1 else 2,
        "lead_changes": referee.lead_changes,
    }
    found: dict[str, Any] = {"game": game, "seat": seats, "city": counts}
    return found | _of_powers(referee, found) if referee.powers.effects else found


def _of_powers(referee: "Referee", found: dict[str, Any]) -> dict[str, Any]:
    """What the row has in addition under city powers (TP-50)."""
    powers = referee.powers
    bonus, (holds, taken) = powers.points(found["city"]), powers.row()
    seats = [seat | {"power_points": bonus[i], "powers": len(powers.held(i))} for i, seat in enumerate(found["seat"])]
    return {"game": found["game"] | {"power_moves": powers.n_passed}, "seat": seats, "holds": holds, "taken": taken}


def ranking(score: list[int], caps: list[int]) -> tuple[list[int], list[int]]:
    """TP-24: the seats with the most points, and those of them with the most caps."""
    best = [seat for seat, points in enumerate(score) if points == max(score)]
    return best, [seat for seat in best if caps[seat] == max(caps[s] for s in best)]
