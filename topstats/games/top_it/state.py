"""The state of one game of Top It as one record, its deal, a round's beginning, and what a seat may know.

Seats, persons, tiles and terms count from 0: a term is its rank of popularity in its topic. Pins on the grid are numbered in the order in which they were laid.
"""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.machine import OWN, header
from topstats.core.quantiles import normal_of
from topstats.core.rng import DEAL, NATURE, below, game_key, next_word, seed_stream, stream_key
from topstats.games.top_it.memory import KNOWN, LETTERS, NEVER, log2, scaled, thought_us
from topstats.games.top_it.rules import FIELDS, MAX_LAID, MAX_PERSONS, MAX_SEATS, MAX_TERMS, MAX_TILES, MAX_TOPICS

MOVE = 1  # SEEK the wanted tiles, a bit each | NAME the place of a term in mind, -1: none
SEEK, NAME = 1, 2  # decisions
DEALT, PLAY, VOTE, SCORE, LAST = range(5)  # phases: what comes next
NOTHING, BEGUN, ROUND, LAID, TAKEN, DOUBTED, SCORED, FINISHED = range(8)  # events
TALLIES = ("pin_total", "row_total", "placed", "caught", "unnoticed", "voted_off", "unused", "used_up", "rows_made", "rows_broken", "rows_scored")
PIN_POINTS, ROW_POINTS, PLACED, CAUGHT, UNNOTICED, VOTED_OFF, UNUSED, USED_UP, ROWS_MADE, ROWS_BROKEN, ROWS_SCORED = range(len(TALLIES))
MIND = 8  # terms that a person keeps in mind
TABLE = np.int64(MAX_PERSONS)  # the table's own stream: ties and votes
NAMED = np.int64(1 << 30)
ALL = np.int64(511)  # every tile
P_SKILL, P_PACE, P_VOCAB, P_CUE, P_DOUBT, P_HOLD, P_PICKY = range(7)  # parameters of every strategy

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
ROWS_IN = np.array([sum(all(m >> t & 1 for t in line) for line in LINES) for m in range(512)])  # rows that are full in a mask of tiles
BITS_IN = np.array([m.bit_count() for m in range(512)])

STATE = np.dtype(
    header(MOVE)
    + FIELDS
    + [
        ("chance", np.uint64),  # key of the deals and streams of this and later rounds
        ("pile", np.int8, (MAX_TOPICS,)),  # class of each topic card, the first on top
        ("topic", np.int64),  # class of this round's topic
        ("free", np.int64),  # 1: any letter counts, nobody plays (free recall)
        ("tile", np.int8, (9,)),  # letters of the grid
        ("order", np.int8, (MAX_TILES,)),  # scratch
        ("tile_of", np.int8, (26,)),  # tile of a letter, -1: not on the grid
        ("spelling", np.uint64),  # key of the topic's letters
        ("n_persons", np.int64),
        ("seat_of", np.int8, (MAX_PERSONS,)),
        ("team", np.int32, (MAX_SEATS,)),  # a bit for each person of the seat
        ("factor", np.int64, (MAX_PERSONS,)),  # log of how much faster a person thinks and more it knows
        ("vocab", np.int64, (MAX_PERSONS,)),  # log of the vocabulary, by skill and factor
        ("pace", np.int64, (MAX_PERSONS,)),  # log of the time of a thought, by skill and factor
        ("cue", np.int64, (MAX_PERSONS,)),  # in 2^-10
        ("doubt", np.int64, (MAX_PERSONS,)),  # of 2^31
        ("memory", np.uint64, (MAX_PERSONS,)),  # key of what a person knows of the topic
        ("capacity", np.int64, (MAX_PERSONS,)),  # log of the rank that it knows with chance one half
        ("think", np.int64, (MAX_PERSONS,)),  # log of the median thought in microseconds
        ("nature", np.uint64, (MAX_PERSONS + 1, 4)),  # streams of the round
        ("wake", np.int64, (MAX_PERSONS,)),  # when its thought ends
        ("ready", np.int8, (MAX_PERSONS,)),  # 1: it wakes to name what it has in mind, without a thought
        ("mind", np.int16, (MAX_PERSONS, MIND)),
        ("n_mind", np.int64, (MAX_PERSONS,)),
        ("hand_free", np.int64, (MAX_SEATS,)),  # when the seat can name the next word
        ("now", np.int64),  # microseconds into the round
        ("end", np.int64),
        ("person", np.int64),  # who acts
        ("wanted", np.int64),  # the tiles it looked for
        ("heard", np.int32, (MAX_TERMS,)),  # a bit for each person that said or heard the term or has it in mind; NAMED: somebody said it
        ("said", np.int16, (MAX_TERMS,)),  # terms named in this round, in order
        ("n_said", np.int64),
        ("clear", np.int64),  # chance (of 2^31) that a new term contains none of them
        ("n_laid", np.int64),
        ("pin_seat", np.int8, (MAX_LAID,)),
        ("pin_term", np.int16, (MAX_LAID,)),
        ("pin_tile", np.int8, (MAX_LAID,)),
        ("pin_doubt", np.int8, (MAX_LAID,)),  # 1 doubtful, 2 voted off
        ("stack", np.int8, (9, MAX_LAID)),  # pins from the bottom
        ("height", np.int64, (9,)),
        ("left", np.int64, (MAX_SEATS,)),  # pins in hand
        ("top", np.int64, (MAX_SEATS,)),  # tiles with the seat's pin on top, a bit each
        ("own", np.int64, (MAX_SEATS,)),  # tiles with any pin of the seat
        ("next_vote", np.int64),
        ("phase", np.int64),
        ("event", np.int64),
        ("focus", np.int64),  # the pin, or the term, an event speaks of
        ("again", np.int64),  # the term was named before (1) or contains one that was (2)
        ("votes", np.int64),  # against
        ("got_pins", np.int64, (MAX_SEATS,)),  # points of the round
        ("got_rows", np.int64, (MAX_SEATS,)),
        ("tally", np.int64, (len(TALLIES), MAX_SEATS)),
        ("score", np.int64, (MAX_SEATS,)),
        ("stacked", np.int64, (MAX_SEATS,)),  # the score with stacks counted the other way
        ("rowed", np.int64, (MAX_SEATS,)),  # the score with rows counted the other way
        ("share", np.int64, (MAX_SEATS,)),
        ("share_end", np.int64, (MAX_SEATS,)),  # by the other end rule
        ("share_stack", np.int64, (MAX_SEATS,)),
        ("share_rows", np.int64, (MAX_SEATS,)),
        ("row_rounds", np.int64),  # rounds in which anybody scored a row
        ("letter_pins", np.int16, (26,)),
        ("letter_laid", np.int16, (26,)),
        ("grid_shares", np.int64),  # tenths of a percent, summed over the rounds
        ("leader", np.int64),
        ("leader_since", np.int64),
        ("lead_changes", np.int64),
    ]
)


@kernel
def _shuffle_pile(S, first):
    """Shuffle the topic cards from place `first` on with S.stream."""
    for i in range(S.topics - 1, first, -1):
        j = first + below(S.stream, i + 1 - first)
        S.pile[i], S.pile[j] = S.pile[j], S.pile[i]


@kernel
def _lay_pile(S):
    """The topic cards: their classes come in turn as the mix says, then they are shuffled (TI-03)."""
    c, left = np.int64(0), S.topic_mix[0]
    for i in range(S.topics):
        while left == 0:
            c = (c + 1) % 3
            left = S.topic_mix[c]
        S.pile[i] = c
        left -= 1
    seed_stream(S.stream, S.key, DEAL, np.int64(0), np.int64(0))
    _shuffle_pile(S, np.int64(0))


@kernel
def _seat_persons(S):
    """Who plays, and how fast and knowing each person is; in seat order."""
    n = np.int64(0)
    for p in range(S.players):
        S.team[p] = 0
        for _ in range(S.team_size[p]):
            S.seat_of[n] = p
            S.team[p] |= 1 << n
            n += 1
    S.n_persons = n
    for p in range(n):
        e = S.entry[S.seat_of[p]]
        if S.strategy[e] == OWN:  # it has no parameters: casual people
            S.parameter[e, P_SKILL] = 1
            for i in range(P_PACE, P_DOUBT + 1):
                S.parameter[e, i] = 1.0
        V = S.parameter[e]
        skill = np.int64(V[P_SKILL])
        seed_stream(S.stream, S.chance, NATURE, p, np.int64(0))
        S.factor[p] = (S.person_spread * normal_of(next_word(S.stream))) >> 20
        S.vocab[p] = S.factor[p] + log2(scaled(S.skill_vocab[skill] * V[P_VOCAB] / 100.0, 1048576.0)) - (20 << 20)
        S.pace[p] = log2(scaled(S.skill_pace[skill] * V[P_PACE] / 100.0, 1048576.0)) - (20 << 20) - S.factor[p]
        S.cue[p] = min(scaled(S.skill_cue[skill] * V[P_CUE] / 100.0, 1024.0), np.int64(1 << 30))
        S.doubt[p] = min(scaled(S.skill_doubt[skill] * V[P_DOUBT] / 100.0, 2147483648.0), np.int64(1 << 31))


@kernel
def deal(S):
    """Set up the game (S.seed, S.deal): topic cards and persons; the first round is not begun."""
    S.key = game_key(S.seed, S.deal)
    S.chance = S.key
    _lay_pile(S)
    _seat_persons(S)
    S.ask, S.over, S.ended, S.turn, S.decision, S.seat = 0, 0, 0, 0, 0, 0
    S.phase, S.event, S.focus, S.person, S.again, S.votes = DEALT, BEGUN, -1, 0, 0, 0
    S.leader, S.leader_since, S.lead_changes, S.row_rounds, S.grid_shares = -1, 0, 0, 0, 0
    S.n_said, S.n_laid, S.now, S.end, S.topic = 0, 0, 0, 0, 0
    for t in range(9):
        S.tile[t], S.height[t] = -1, 0
    for x in range(26):
        S.tile_of[x], S.letter_laid[x], S.letter_pins[x] = -1, 0, 0
    for p in range(S.players):
        S.left[p], S.top[p], S.own[p], S.got_pins[p], S.got_rows[p] = S.pins, 0, 0, 0, 0
        S.score[p], S.stacked[p], S.rowed[p] = 0, 0, 0
        for i in range(S.tally.shape[0]):
            S.tally[i, p] = 0


@kernel
def _lay_grid(S):
    """Nine of the tiles, one after the other (TI-02, TI-12)."""
    for i in range(S.tiles):
        S.order[i] = S.tile_letter[i]
    seed_stream(S.stream, S.chance, DEAL, np.int64(0), S.turn)
    for t in range(9):
        j = below(S.stream, S.tiles - t)
        S.tile[t] = S.order[j]
        S.order[j] = S.order[S.tiles - 1 - t]


@kernel
def open_topic(S, card):
    """Turn up a topic card: its letters, and what everybody knows of it."""
    S.topic = np.int64(S.pile[card])
    S.spelling = stream_key(S.chance, LETTERS, np.int64(0), card)
    for p in range(S.n_persons):
        S.capacity[p] = S.half_log[S.topic] + S.vocab[p]
        S.think[p] = S.think_log[S.topic] + S.pace[p]
        S.memory[p] = stream_key(S.chance, KNOWN, p, card)


@kernel
def start_streams(S):
    """The streams of the round, one for each person, one for the table; and the first thoughts."""
    for p in range(S.n_persons):
        seed_stream(S.nature[p], S.chance, NATURE, p, S.turn)
        S.wake[p] = S.start_us + thought_us(S, p) if S.pins > 0 else NEVER
    seed_stream(S.nature[TABLE], S.chance, NATURE, TABLE, S.turn)


@kernel
def begin_round(S):
    """The next round: pins back, topic and grid, and everybody begins to think (TI-03, TI-12)."""
    S.turn += 1
    S.decision, S.now, S.end = 0, 0, S.round_us + S.stop_us
    if S.turn == 1 or S.new_grid == 1:
        for t in range(9):
            if S.tile[t] >= 0:
                S.tile_of[S.tile[t]] = -1
        _lay_grid(S)
        for t in range(9):
            S.tile_of[S.tile[t]] = t
    open_topic(S, (S.turn - 1) % S.topics)
    for r in range(S.terms[S.topic]):
        S.heard[r] = 0
    S.n_said, S.n_laid, S.next_vote, S.clear = 0, 0, 0, 1 << 31
    for p in range(S.players):
        S.left[p], S.top[p], S.own[p], S.hand_free[p], S.got_pins[p], S.got_rows[p] = S.pins, 0, 0, 0, 0, 0
    start_streams(S)
    for p in range(S.n_persons):
        S.n_mind[p], S.ready[p] = 0, 0
    for t in range(9):
        S.height[t] = 0
        S.letter_laid[S.tile[t]] += 1
        S.grid_shares += S.share_of[S.tile[t]]
    S.phase, S.event = PLAY, ROUND


@kernel
def redeal(S, seat):
    """Draw afresh, from S.stream, all that the seat cannot know: what comes to anybody's mind from now on, later topics and grids, what the
    people of other seats know of this topic, and when their thoughts end; they have nothing in mind."""
    S.chance = next_word(S.stream)
    if S.turn < S.topics:
        _shuffle_pile(S, S.turn)
    for p in range(S.n_persons + 1):
        for i in range(4):
            S.nature[p if p < S.n_persons else TABLE, i] = next_word(S.stream)
    for p in range(S.n_persons):
        if S.seat_of[p] == seat:
            continue
        S.memory[p] = next_word(S.stream)
        S.n_mind[p] = 0
        if S.phase == PLAY and S.wake[p] < NEVER:
            S.wake[p], S.ready[p] = S.now + thought_us(S, p), 0
