"""The commands of `topstats`, their options, and what each of them calls."""

import shlex
import sys
from typing import Annotated, Any

import typer

from topstats.cli import track
from topstats.cli.files import targets
from topstats.cli.run import Call
from topstats.cli.text import as_json, as_typed, clauses, columns, game_data, knob_data, knob_table, rules_text, strategy_data, strategy_text, typed
from topstats.core.contract import SettingError, shown

app = typer.Typer(
    name="topstats",
    help="A Monte Carlo laboratory for board games: who wins from which seat, by how much, how long it takes, and what a rule changes.",
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

app.add_typer(track.app, name="track")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game of `topstats games`.", show_default=False)]
ModeName = Annotated[str | None, typer.Option("--mode", metavar="MODE", help="A mode of `topstats games`; the base game if not given.")]
Players = Annotated[str | None, typer.Option("--players", metavar="N", help="Number of players.")]
Seats = Annotated[
    str | None,
    typer.Option(
        "--seats", metavar="A,B,...", help="Who sits at each seat, as greedy,random,weighted:variety=2:blunder=0.1; the default strategy in each if not given."
    ),
]
Rules = Annotated[list[str] | None, typer.Option("--rule", metavar="NAME=VALUE", help="A changed rule of `topstats rules GAME --settings`; may be repeated.")]
Rotate = Annotated[bool, typer.Option("--rotate", help="Play every deal once from each seat.")]
Seed = Annotated[str, typer.Option("--seed", metavar="S", help="Whole number from 0 to 2^63-1; the same seed gives the same games.")]
Pdf = Annotated[str | None, typer.Option("--pdf", metavar="FILE", help="The same printed by Chromium or Chrome, if one is installed.")]
Title = Annotated[str, typer.Option("--title", metavar="TEXT", help="A name for the page.")]
Json = Annotated[bool, typer.Option("--json", help="Strict JSON with stable keys.")]


def _settings(**given: Any) -> Any:
    """Checked Settings from the options that were given as text."""
    from topstats.settings import Settings

    typed_values = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**typed_values)
    except SettingError as error:
        raise SettingError(as_typed(str(error), typed(typed_values))) from None


def _mode(game: str, mode: str | None, players: str | None) -> tuple[Any, Any, int]:
    """The records of a game and mode, and a possible number of players."""
    settings = _settings(game=game, mode=mode, players=players, rules=None)
    return settings.game_record, settings.mode_record, settings.players


@app.command()
def games(json: Json = False) -> None:
    """List the games, their modes and numbers of players."""
    from topstats.registry import GAMES

    if json:
        print(as_json({"games": [game_data(g) for g in GAMES.values()]}))
        return
    for g in GAMES.values():
        rows = [(f"  {m.name}", f"{', '.join(map(str, m.players))} players", m.idea) for m in g.modes]
        print(f"{g.name}: {g.label}. {g.question}")
        print("\n".join(columns(("", "", ""), rows).splitlines()[1:]))


@app.command()
def rules(
    game: GameName,
    settings: Annotated[bool, typer.Option("--settings", help="The numbers that can be changed, with what is allowed.")] = False,
    mode: ModeName = None,
    players: Players = None,
    json: Json = False,
) -> None:
    """Print the rules as played here, or with --settings the numbers that can be changed."""

    record, mode_record, n = _mode(game, mode, players)
    text = rules_text(record)
    if json:
        knobs = [knob_data(k, n) for k in mode_record.knobs]
        print(as_json({"game": record.name, "mode": mode_record.name, "players": n, "text": text, "clauses": clauses(text), "settings": knobs}))
    elif settings:
        print(f"{record.label}, {mode_record.label}, {n} players: change with --rule NAME=VALUE\n\n{knob_table(mode_record, n)}")
    elif sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text)


@app.command()
def strategies(game: GameName, mode: ModeName = None, json: Json = False) -> None:
    """List the strategies of a game with their parameters."""
    record, chosen, _ = _mode(game, mode, None)
    modes = [m for m in record.modes if mode is None or m is chosen]
    if json:
        data = [
            {
                "mode": m.name,
                "players": m.default_players,
                "default": m.default_strategy,
                "strategies": [strategy_data(s, m.default_players) for s in m.strategies],
            }
            for m in modes
        ]
        print(as_json({"game": record.name, "modes": data}))
        return
    told: dict[str, list[str]] = {}
    for m in modes:
        told.setdefault(strategy_text(m), []).append(m.name)
    for text, names in told.items():
        print(f"{record.label}, {' and '.join(names)}: --seats NAME:parameter=value:blunder=0.1,NAME,...\n\n{text}")
    print("Every seat also takes blunder, 0 to 1: the share of its decisions that is replaced by a random legal one.")


@app.command()
def replay(
    game: GameName,
    number: Annotated[str, typer.Option("--game", metavar="G", help="Which game of the run; the first is 0.")] = "0",
    as_seat: Annotated[str | None, typer.Option("--as-seat", metavar="N", help="Tell only what this seat knows.")] = None,
    mode: ModeName = None,
    players: Players = None,
    seats: Seats = None,
    rule: Rules = None,
    rotate: Rotate = False,
    seed: Seed = "0",
    json: Json = False,
) -> None:
    """Tell one game of a run in words."""
    from topstats.replay import replay as play_again

    settings = _settings(game=game, mode=mode, players=players, seats=seats, rules=rule, rotate=rotate, seed=seed)
    told = play_again(settings, game=number)
    print(as_json(told.data(as_seat)) if json else told.text(as_seat))


def _whole(option: str, value: str | None, low: int, high: int) -> int | None:
    """A whole number given as text; None stays None."""
    if value is None:
        return None
    digits = value.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and low <= int(digits) <= high):
        raise SettingError(f"{option} {shown(value)} is not possible: allowed is a whole number from {low} to {high}.")
    return int(digits)


def _table_of(settings: Any, per: str | None, is_written: bool, extras: tuple[str, ...]) -> str:
    """The result table that a file holds."""
    sums = settings.mode_record.sums
    names = (*settings.mode_record.blocks(), *([sums.per] if sums is not None and sums.group in extras else []))
    if per is not None and not is_written:
        raise SettingError("--per says what a file holds: allowed is together with --csv FILE or --parquet FILE.")
    if per is not None and per not in names:
        raise SettingError(f"--per {shown(per)} is not possible: allowed is {', '.join(names)}.")
    return per or "seat"


@app.command()
def simulate(
    ctx: typer.Context,
    game: GameName,
    number: Annotated[str, typer.Option("--games", metavar="N", help="How many games.")] = "10000",
    mode: ModeName = None,
    players: Players = None,
    seats: Seats = None,
    rule: Rules = None,
    rotate: Rotate = False,
    seed: Seed = "0",
    workers: Annotated[
        str | None, typer.Option("--workers", metavar="N", help="Threads; all processors if not given. The numbers do not depend on it.")
    ] = None,
    csv: Annotated[str | None, typer.Option("--csv", metavar="FILE", help="Write every row to this file.")] = None,
    parquet: Annotated[str | None, typer.Option("--parquet", metavar="FILE", help="Write every row to this file.")] = None,
    per: Annotated[
        str | None, typer.Option("--per", metavar="TABLE", help="What a row of the file is: seat (one for each seat of each game), game, ...")
    ] = None,
    save: Annotated[str | None, typer.Option("--save", metavar="DIR", help="Keep the whole run in this new folder, for `topstats report`.")] = None,
    rows: Annotated[bool, typer.Option("--rows/--no-rows", help="What --save keeps: every game, or the sums only (ten million games fit).")] = True,
    extras: Annotated[str | None, typer.Option("--extras", metavar="A,B,...", help="What to compute too, at a cost: lead_changes, spaces.")] = None,
    json: Json = False,
) -> None:
    """Play many games and say who wins, by how much, and how long it takes."""
    from topstats.settings import check_extras

    call = ctx.ensure_object(Call)
    settings = _settings(game=game, mode=mode, players=players, seats=seats, rules=rule, rotate=rotate, n_games=number, seed=seed)
    threads = _whole("--workers", workers, 1, 256)
    names = {option: name for option, name in (("--csv", csv), ("--parquet", parquet)) if name is not None}
    groups = check_extras(extras.split(",") if extras else (), settings.mode_record)
    per = _table_of(settings, per, bool(names), groups)
    if not rows and (names or save is None):
        raise SettingError("--no-rows says what --save keeps: allowed is together with --save DIR, without --csv and --parquet.")
    with targets(names | ({} if save is None else {"--save": save}), call.files) as files:
        from topstats.cli.many import play, write_files
        from topstats.cli.told import told
        from topstats.stats.summary import summary

        result = play(call, settings, threads, rows=bool(files) and rows, extras=groups)
        write_files(result, per, files)
        answer = as_json(summary(result)) if json else told(result, summary(result))
        for target in files:
            target.finish()
    if save is not None and not json:
        answer += f"\nSaved in {save}; `topstats report {shlex.quote(save)}` makes one page of it."
    print(answer)


def _side(letter: str, about: str) -> Any:
    return typer.Option(f"--{letter}", metavar="NAME=VALUE", help=about)


SIDE_A = "What A has of its own: a rule, mode=..., players=... or seats=...; may be repeated. The others are held against A."


@app.command()
def compare(
    ctx: typer.Context,
    game: GameName,
    a: Annotated[list[str] | None, _side("a", SIDE_A)] = None,
    b: Annotated[list[str] | None, _side("b", "What B has of its own; may be repeated.")] = None,
    c: Annotated[list[str] | None, _side("c", "The same for C.")] = None,
    d: Annotated[list[str] | None, _side("d", "The same for D.")] = None,
    e: Annotated[list[str] | None, _side("e", "The same for E.")] = None,
    number: Annotated[str, typer.Option("--games", metavar="N", help="How many games of each.")] = "10000",
    mode: ModeName = None,
    players: Players = None,
    seats: Seats = None,
    rule: Rules = None,
    rotate: Rotate = False,
    seed: Seed = "0",
    workers: Annotated[str | None, typer.Option("--workers", metavar="N", help="Threads; all processors if not given.")] = None,
    csv: Annotated[str | None, typer.Option("--csv", metavar="FILE", help="Write the table of --per to this file.")] = None,
    parquet: Annotated[str | None, typer.Option("--parquet", metavar="FILE", help="Write the table of --per to this file.")] = None,
    per: Annotated[str | None, typer.Option("--per", metavar="TABLE", help="differences (if not given), winners or flipped.")] = None,
    measures: Annotated[
        str, typer.Option("--measures", metavar="WHICH", help="main (what is asked first), all, or seats (all, and each for every seat); all shown count.")
    ] = "all",
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help="Make one page of it, as `topstats report` does.")] = None,
    pdf: Pdf = None,
    title: Title = "",
    save: Annotated[str | None, typer.Option("--save", metavar="DIR", help="Keep each setting as a run, DIR/A, DIR/B, ..., in this new folder.")] = None,
    json: Json = False,
) -> None:
    """Play two to five settings on the same deals and say what differs. Mode, players, seats and rules given without a letter hold for all."""
    from topstats.cli import comparing
    from topstats.cli.page import browser_for, write_page

    call = ctx.ensure_object(Call)
    common = {"game": game, "mode": mode, "players": players, "seats": seats, "rules": rule, "rotate": rotate, "n_games": number, "seed": seed}
    _settings(game=game)  # an unknown game is refused before its sides are
    settings = comparing.sides((a, b, c, d, e), {name: value for name, value in common.items() if value is not None})
    threads = _whole("--workers", workers, 1, 256)
    names = {option: name for option, name in (("--csv", csv), ("--parquet", parquet)) if name is not None}
    if per is not None and (per not in comparing.TABLES or not names):
        raise SettingError(f"--per {shown(per)} is not possible: allowed is {', '.join(comparing.TABLES)}, together with --csv FILE or --parquet FILE.")
    comparing.check_measures(measures)
    if out is None and (pdf is not None or title):
        raise SettingError("--pdf and --title are about the page: allowed is together with --out FILE.")
    program = browser_for(str(out)) if pdf is not None else None
    pages = {option: name for option, name in (("--out", out), ("--pdf", pdf)) if name is not None}
    with targets(pages | names | ({} if save is None else {"--save": save}), call.files) as files:
        result = comparing.play(call, settings, threads, measures, files[len(pages) + len(names) :])
        if pages:
            write_page([result], title, files[: len(pages)], program)
        comparing.write(result, per or "differences", files[len(pages) : len(pages) + len(names)])
        answer = as_json(comparing.data(result)) if json else comparing.told(result)
        for target in files:
            target.finish()
    if not json:
        answer += "".join(f"\nWritten: {name}." for name in pages.values())
        answer += "" if save is None else f"\nSaved in {save}; `topstats report {shlex.quote(save)}` makes one page of it."
    print(answer)


@app.command()
def report(
    ctx: typer.Context,
    folders: Annotated[list[str], typer.Argument(metavar="DIR...", help="Runs kept by --save of simulate or compare.", show_default=False)],
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The page; it opens from disk, without network.")] = "report.html",
    pdf: Pdf = None,
    title: Title = "",
    json: Json = False,
) -> None:
    """Make one page of saved runs: findings, charts with their tables, and how they were made. Runs on the same deals are compared."""
    from topstats.cli.page import browser_for, runs_in, write_page
    from topstats.result import Result
    from topstats.stats.compare import comparable

    call = ctx.ensure_object(Call)
    program = browser_for(out) if pdf is not None else None
    with targets({"--out": out} | ({} if pdf is None else {"--pdf": pdf}), call.files) as files:
        folders = [run for folder in folders for run in runs_in(folder)]
        results = [Result.load(folder) for folder in folders]
        write_page(results, title, files, program)
        for target in files:
            target.finish()
    names = " and ".join(target.name for target in files)
    runs = [{"folder": f, "settings_hash": r.settings.hash, "n_games": r.n_games} for f, r in zip(folders, results, strict=True)]
    compared = comparable(results)
    told = f"{names}: {len(runs)} run{'s' * (len(runs) > 1)}{', compared with the first' if compared else ''}."
    if len(runs) > 1 and not compared:
        told += " They are not compared: for that they differ, are of one game with all rows, on the same deals, as `topstats compare --save DIR` keeps them."
    print(as_json({"out": out, "pdf": pdf, "runs": runs, "compared": compared}) if json else told)


@app.command()
def warmup(ctx: typer.Context, json: Json = False) -> None:
    """Compile all games once, so that the first run starts at once."""
    from topstats.cli.start import compile_all

    seconds, modes = compile_all(ctx.ensure_object(Call))
    if json:
        print(as_json({"seconds": seconds, "modes": modes}))
    else:
        names = ", ".join(f"{m['game']} {m['mode']}" for m in modes)
        print(f"Ready after {seconds:.1f} seconds: {names}.")


@app.command(name="app")
def page(
    port: Annotated[str | None, typer.Option("--port", metavar="N", help="1024 to 65535; the first free one from 8501 if not given.")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser window.")] = True,
    json: Json = False,
) -> None:
    """Serve the page on this machine and open it in the browser."""
    from topstats.cli.start import serve

    serve(_whole("--port", port, 1024, 65535), browser, json)
