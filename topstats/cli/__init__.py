"""The command `topstats`: look up games, rules and strategies, simulate, replay, report, open the page.

Every command takes `--json` (strict JSON on standard output, stable keys):

games       games: [name, label, question, idea, modes: [name, label, idea, players, default_players, default_strategy]]
rules       game, mode, players, text, clauses: [rule, text], settings: [name, label, help, rule, group, kind, printed, allowed,
            low, high, step, unit, choices: [value, label], entries, when]
strategies  game, modes: [mode, players, default, strategies: [name, idea, source, parameters: [as settings above]]]
simulate    settings, settings_hash, version, n_games, unit: {what, n}, level (of the intervals, 0.95), seats_p_value, score: {label, what, unit},
            seats: [seat, strategy, n, win_share, win_low, win_high, fair_share, too_few_games, score_n, score_mean, score_low, score_high,
            score_sd, score_quantiles: {q05, q25, q50, q75, q95}, score_quantile_intervals: {q05: [low, high], ...}],
            by_strategy: [as seats, without seat, with seats_held and balanced],
            length and margin: {n, mean, low, high, sd, quantiles, quantile_intervals}, ended: {normal, stalled, truncated},
            assumptions, workers, seconds, prepare_seconds, games_per_second. Shares are fractions of 1; null is what cannot be had.
            With --rotate the strategy of a seat is null unless all are equal.
compare     version, settings: [name, settings, settings_hash, paired], n_games, unit, level, level_of_each, measures, n_comparisons,
            findings: [setting, finding, p_holm, pairing],
            differences: [setting, measure, label, seat, unit, a, b, difference, low, high, p, p_holm, differs, gain, paired, n, n_games],
            winners: [setting, a, b, games, low, high, n] (0: a shared win), n_flipped: {setting: games},
            flipped: [setting, game, deal, a, b, margin_a, margin_b],
            assumptions, workers, seconds, games_per_second. low and high bound intervals that hold together.
replay      settings, game, deal, ended, length, seats: [seat, strategy, score, win_share], as_seat,
            frames: [k, turn, seat, step, words, view]
report      out, pdf, runs: [folder, settings_hash, n_games], compared
track list  tracks: [name, label, idea, source, confidence, rows, spaces, edges, sideways, most_lanes, single_lane_rows, start_spaces, tip_lines,
            fewest_steps (from each start space across the finish)]
track check file, possible, complaints, track (as above, null if it is not possible)
track show  out, track (as above); with --heat heat: {what, finding, made, spaces: [label, category, value, low, high, n]}
warmup      seconds, modes: [game, mode, seconds]
app         url, app (one line, then the page is served)

Exit codes: 0 done, 1 it could not be finished, 2 bad input (one sentence on standard error), 130 stopped by Ctrl-C.
"""

import os
import sys
from collections.abc import Sequence

from topstats.cli.run import Call, guarded, refused


def main(args: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started the command
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        if hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="replace")  # a terminal that lacks a letter shows "?"
    given = list(sys.argv[1:] if args is None else args) or ["--help"]
    given += ["--help"] if given == ["track"] else []
    typed = given[: 2 if given[0] == "track" else 1]
    path = " ".join(["topstats", *(word for word in typed if not word.startswith("-"))])
    return guarded(lambda call: refused(lambda: _command(given, call), path))


def _command(args: Sequence[str], call: Call) -> int | None:
    from topstats.cli.commands import app  # late, so that Ctrl-C is heard from the beginning

    return app(args, prog_name="topstats", standalone_mode=False, obj=call)
