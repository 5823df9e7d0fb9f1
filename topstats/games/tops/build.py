"""The engine of Tops, put together."""

from topstats.core.contract import Engine
from topstats.core.machine import blank
from topstats.games.tops import engine, moves, policies, rules, state, views, words

ENGINE = Engine(
    new=blank(state.STATE, rules.pack),
    deal=state.deal,
    step=engine.step,
    advance=engine.advance,
    choose=policies.choose,
    apply=moves.apply,
    illegal=moves.illegal,
    options=moves.options,
    trace=engine.PLAYING.trace,
    play_many=engine.PLAYING.play_many,
    redeal=state.redeal,
    view=views.view,
    position=views.position,
    restore=views.restore,
    words=words.words,
    describe=words.describe,
    encode=words.encode,
    reasons=moves.REASONS,
    asks=moves.ASKS,
)
