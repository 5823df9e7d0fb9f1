"""The state of one game of Tops as one record, its deal, its clock, and what a seat may know.

All times are whole microseconds; those of a round count from its beginning. Seats, tops and colours count from 0; an objective is
the number of its multiset in `rules.pictures`.
"""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.machine import MAX_SEATS, header
from topstats.core.quantiles import ONE, log_normal_of
from topstats.core.rng import DEAL, NATURE, below, game_key, next_word, seed_stream, stream_key, word_at
from topstats.games.tops.rules import COLOURS, FIELDS, HANDS, MAX_CARDS, MAX_DISCS, MAX_PER_PLAYER, MAX_PLAYERS, MAX_TOPS, ROUNDS_KEPT

P, C, K = MAX_PLAYERS, len(COLOURS), MAX_TOPS
MOVE = 3  # LOOK 0 (hold), 0, 0 | LOOK 1, top, colour | TAKE colour, 0, 0
LOOK, TAKE = 1, 2  # decisions
SPIN, RUN, RESULT, SHARE_OUT, END = range(5)  # phases
WATCHING, REACHING, RESTING = 0, 1, 2  # what a player does: it looks next, its disc is on its way, it has no disc
NOTHING, DEALT, SPUN, LANDED, FELL, LATE, STOPPED, WON, NOBODY, TOOK, FINISHED = range(11)  # events
NEVER = np.int64(2**59)
PAUSE_LEAST, SPIN_LEAST = np.int64(50_000), np.int64(1_000)  # no pause and no spin is shorter, so that time goes on
TOP_STREAM, LOT_STREAM = np.int64(8), np.int64(16)  # "seats" of the purpose nature: 0 to 3 the hands, 8 to 11 the tops, from 16 on the lots
COURSE = 2 + C

STATE = np.dtype(
    header(MOVE)
    + FIELDS
    + [
        ("hands", np.int64, (P,)),  # child, casual, practised, of the seat
        ("n_cards", np.int64),
        ("card", np.int8, (MAX_CARDS,)),  # the objectives as shuffled in this round
        ("objective", np.int8, (P, MAX_PER_PLAYER)),
        ("held", np.int64, (P, C)),
        ("n_held", np.int64, (P,)),
        ("tokens", np.int64, (P,)),
        ("phase", np.int64),
        ("clock", np.int64),  # of the round
        ("elapsed", np.int64),  # of the game before this round
        ("started", np.int64, (K,)),
        ("stops", np.int64, (K,)),
        ("still", np.int64, (K,)),  # 1: it has stopped, and that has been seen
        ("n_still", np.int64),
        ("factor", np.int64, (P, K)),  # how the player misjudges the rest of this spin, in 2^-20
        ("stack", np.int8, (K, C * MAX_DISCS)),  # colours on a top from below
        ("n_stack", np.int64, (K,)),
        ("beside", np.int64, (C,)),
        ("pool", np.int64, (C,)),  # discs to be shared out
        ("respun", np.int64),  # re-spins in this round
        ("doing", np.int64, (P,)),
        ("acts_at", np.int64, (P,)),
        ("reach_top", np.int64, (P,)),
        ("reach_colour", np.int64, (P,)),
        ("looked", np.int64, (P,)),  # decisions of the seat in this round: the epoch of its streams
        ("hand_key", np.uint64, (P,)),  # of the stream of the hand in this round
        ("hand_drawn", np.int64, (P,)),  # words taken from it
        ("top_key", np.uint64, (K,)),
        ("top_drawn", np.int64, (K,)),
        ("next_top", np.int64),  # the top that stops next; -1: to be looked for
        ("taker", np.int64),
        ("picture", np.int64),  # the multiset shown, -1: a top is bare
        ("winner", np.int64),  # of the round, -1: nobody
        ("event", np.int64),
        ("focus", np.int64),  # the top an event speaks of, -1: none
        ("colour", np.int64),  # the disc an event speaks of, -1: none
        ("touched", np.int64),  # the event's hand touched the top, which spins again
        ("knocked", np.int64),  # colour of the disc that was knocked off, -1: none
        ("placed", np.int64, (P,)),
        ("fallen", np.int64, (P,)),
        ("touches", np.int64, (P,)),
        ("late", np.int64, (P,)),
        ("lacking", np.int64, (P,)),
        ("lacking_won", np.int64, (P,)),
        ("lacks", np.int64, (P,)),  # in this round
        ("no_winner", np.int64),
        ("bare", np.int64),
        ("leader", np.int64),  # the last seat that had most tokens alone, -1: none yet
        ("lead_changes", np.int64),
        ("shown_count", np.int16, (MAX_CARDS,)),
        ("held_count", np.int16, (P, MAX_CARDS)),
        ("won_count", np.int16, (P, MAX_CARDS)),
        ("course", np.int16, (P, ROUNDS_KEPT, COURSE)),  # discs, red, blue, yellow, lacks at the start of each round; -1: not played
        ("share", np.int64, (P,)),
        ("settled", np.int64, (P,)),  # 1: the strategy holds until a top changes, and need not be asked before (play_many, trace)
        ("may_skip", np.int64),  # looks before the first that can lead to anything may be passed over at once (play_many, trace)
        ("lot_purpose", np.int64),  # of the stream of the decision ...
        ("lot_key", np.uint64),  # ... and its key, when the first lot is drawn
        ("lot_drawn", np.int64),
        ("order", np.int64, (K,)),  # scratch of the planner: the tops by the rest it sees ...
        ("seen", np.int64, (K,)),  # ... and where in a packed count the colour stands that each shows
    ]
)


@kernel
def deal(S):
    """Set up the game (S.seed, S.deal): every seat gets its discs (TS-01)."""
    S.key = game_key(S.seed, S.deal)
    S.n_cards = (S.tops + 1) * (S.tops + 2) // 2
    S.ask, S.over, S.ended, S.seat = 0, 0, 0, 0
    S.turn, S.decision, S.phase, S.clock, S.elapsed, S.may_skip = 0, 0, SPIN, 0, 0, 0
    S.event, S.focus, S.colour, S.touched, S.knocked = DEALT, -1, -1, 0, -1
    S.picture, S.winner, S.taker, S.respun, S.no_winner, S.bare, S.n_still, S.next_top = -1, -1, 0, 0, 0, 0, 0, -1
    S.leader, S.lead_changes = -1, 0
    for k in range(K):
        S.n_stack[k], S.started[k], S.stops[k], S.still[k], S.top_drawn[k] = 0, 0, 0, 0, 0
    for c in range(C):
        S.beside[c], S.pool[c] = 0, 0
    for i in range(MAX_CARDS):
        S.shown_count[i] = 0
    for p in range(S.players):
        S.hands[p] = min(max(np.int64(S.parameter[S.entry[p], 0]), np.int64(0)), np.int64(len(HANDS) - 1))
        S.tokens[p], S.share[p], S.n_held[p], S.doing[p], S.acts_at[p] = 0, 0, 0, RESTING, NEVER
        S.placed[p], S.fallen[p], S.touches[p], S.late[p], S.looked[p], S.hand_drawn[p] = 0, 0, 0, 0, 0, 0
        S.lacking[p], S.lacking_won[p], S.lacks[p], S.reach_top[p], S.reach_colour[p], S.settled[p] = 0, 0, 0, 0, 0, 0
        for c in range(C):
            S.held[p, c] = S.discs[c] // S.players
            S.n_held[p] += S.held[p, c]
        for i in range(MAX_CARDS):
            S.held_count[p, i], S.won_count[p, i] = 0, 0
        for r in range(ROUNDS_KEPT):
            for j in range(COURSE):
                S.course[p, r, j] = -1


@kernel
def draw_objectives(S):
    """All objectives are shuffled, each seat draws its own (TS-03)."""
    for i in range(S.n_cards):
        S.card[i] = i
    seed_stream(S.stream, S.key, DEAL, np.int64(0), S.turn)
    for i in range(S.n_cards - 1, 0, -1):
        j = below(S.stream, i + 1)
        a = S.card[i]
        S.card[i] = S.card[j]
        S.card[j] = a
    hand_out(S)


@kernel
def hand_out(S):
    """The objectives of the seats, off the shuffled cards: seat 1 takes the first ones."""
    for p in range(S.players):
        for i in range(S.objectives):
            S.objective[p, i] = S.card[p * S.objectives + i]


@kernel
def hand_word(S, p):
    """The next random word of the player's hands."""
    word = word_at(S.hand_key[p], S.hand_drawn[p])
    S.hand_drawn[p] += 1
    return word


@kernel
def top_word(S, k):
    """The next random word of the top."""
    word = word_at(S.top_key[k], S.top_drawn[k])
    S.top_drawn[k] += 1
    return word


@kernel
def seed_round(S):
    """The streams of hands and tops begin anew with each round."""
    for p in range(S.players):
        S.hand_drawn[p], S.looked[p] = 0, 0
        S.hand_key[p] = stream_key(S.key, NATURE, p, S.turn)
    for k in range(S.tops):
        S.top_drawn[k] = 0
        S.top_key[k] = stream_key(S.key, NATURE, TOP_STREAM + k, S.turn)


@kernel
def top_changed(S):
    """What stops next, and what the players do about it, is to be thought of again."""
    S.next_top = -1
    for p in range(S.players):
        S.settled[p] = 0


@kernel
def spin(S, k, at):
    """Top k is spun at this time: when it will stop, and how each player misjudges that (TS-04, TS-06)."""
    S.stops[k] = at + max(SPIN_LEAST, log_normal_of(top_word(S, k), S.spin_us, S.spin_sd))
    for p in range(S.players):
        S.factor[p, k] = max(np.int64(1), log_normal_of(top_word(S, k), ONE, S.judge_sd))
    top_changed(S)


@kernel
def watch_from(S, p, at):
    """The player looks again after a pause from this time on; without discs it rests until the round is over."""
    if S.n_held[p] == 0:
        S.doing[p], S.acts_at[p] = RESTING, NEVER
        return
    S.doing[p], S.acts_at[p] = WATCHING, at + max(PAUSE_LEAST, log_normal_of(hand_word(S, p), S.gap_us[S.hands[p]], S.gap_sd))


@kernel
def note_round(S):
    """Count what the seats hold at the start of a round."""
    for p in range(S.players):
        lacks = np.int64(0)
        for c in range(C):
            if S.discs[c] > 0 and S.held[p, c] == 0:
                lacks = np.int64(1)
        S.lacks[p] = lacks
        S.lacking[p] += lacks
        for i in range(S.objectives):
            S.held_count[p, S.objective[p, i]] += 1
        if S.turn <= ROUNDS_KEPT:
            row = S.course[p, S.turn - 1]
            row[0], row[1 + C] = S.n_held[p], lacks
            for c in range(C):
                row[1 + c] = S.held[p, c]


@kernel
def colour_on(S, k):
    """The colour that a top shows, -1 if it is bare."""
    return np.int64(S.stack[k, S.n_stack[k] - 1]) if S.n_stack[k] > 0 else np.int64(-1)


@kernel
def is_moving(S, k):
    """Whether discs may be placed on the top now (TS-05)."""
    return S.started[k] <= S.clock and S.clock < S.stops[k]


@kernel
def _redeal_objectives(S, seat):
    """The seat's own cards to the front, the others shuffled, and its own back to their place."""
    own = S.objectives
    for turn in range(2):
        for i in range(own):
            a = S.card[i]
            S.card[i] = S.card[seat * own + i]
            S.card[seat * own + i] = a
        if turn == 0:
            for i in range(S.n_cards - 1, own, -1):
                j = own + below(S.stream, i + 1 - own)
                a = S.card[i]
                S.card[i] = S.card[j]
                S.card[j] = a
    hand_out(S)


@kernel
def redeal(S, seat):
    """Draw afresh, from S.stream, all that the seat cannot know: the objectives of the others, how long spins last, what comes next.

    The seat takes what it sees of a spin for its true rest; how the others judge it and when they look again is drawn anew, and so is all chance.
    """
    _redeal_objectives(S, seat)
    for k in range(S.tops):
        left = S.stops[k] - S.clock
        if S.phase == RUN and left > 0:
            S.stops[k] = S.clock + max(np.int64(1), (left * S.factor[seat, k]) >> 20)
            for p in range(S.players):
                S.factor[p, k] = ONE if p == seat else max(np.int64(1), log_normal_of(next_word(S.stream), ONE, S.judge_sd))
        S.top_key[k] = next_word(S.stream)
    for p in range(S.players):
        S.hand_key[p] = next_word(S.stream)
        if p != seat and S.doing[p] == WATCHING:
            watch_from(S, p, S.clock)
    top_changed(S)


assert MAX_SEATS >= P and TOP_STREAM >= P and LOT_STREAM >= TOP_STREAM + K
