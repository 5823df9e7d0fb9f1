"""`topstats track ...`: look at the tracks of Top Race, and check one of your own."""

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Annotated, Any

import typer

from topstats.cli.files import Target, targets
from topstats.cli.run import Call
from topstats.cli.text import as_json, as_typed, columns, typed
from topstats.core.contract import SettingError, shown

app = typer.Typer(help="The tracks of Top Race: list them, draw one, check a file of your own.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Strict JSON with stable keys.")]
ENDINGS = (".svg", ".html", ".json")
MOST_SHOWN = 20  # faults that are listed


def facts(track: Any) -> dict[str, Any]:
    """What a track is like, as plain data."""
    lanes = [len({s.lane for s in track.spaces if s.row == row}) for row in range(1, track.rows + 1)]
    return {
        "name": track.name,
        "label": track.label,
        "idea": track.idea,
        "source": track.source,
        "confidence": track.confidence,
        "rows": track.rows,
        "spaces": len(track.spaces),
        "edges": sum(len(s.next) + s.is_last for s in track.spaces),
        "sideways": sum(len(s.side) for s in track.spaces),
        "most_lanes": max(lanes),
        "single_lane_rows": [row for row, n in enumerate(lanes, 1) if n == 1],
        "start_spaces": [track.spaces[i].id for i in track.start_spaces],
        "tip_lines": list(track.tip_lines),
        "fewest_steps": [int(track.road.crosses[i]) for i in track.start_spaces],
    }


def _words(fact: dict[str, Any]) -> str:
    from topstats.figures.boards.top_race_track import runs

    single = f"one lane in rows {', '.join(runs(fact['single_lane_rows']))}" if fact["single_lane_rows"] else "nowhere one lane only"
    tips = ", ".join(f"{t:g}" for t in fact["tip_lines"])
    steps = fact["fewest_steps"]
    most = f"{min(steps)} to {max(steps)}" if min(steps) < max(steps) else f"{steps[0]}"
    return (
        f"{fact['label']}: {fact['rows']} rows, {fact['spaces']} spaces, {fact['edges']} edges ({fact['sideways']} sideways), up to {fact['most_lanes']} "
        f"lanes, {single}; tip lines after rows {tips}; the shortest way from a start space across the finish takes {most} steps."
    )


@app.command("list")
def list_tracks(json: Json = False) -> None:
    """List the tracks that are built in."""
    from topstats.games.top_race.track import TRACKS, load

    found = [facts(load(name)) for name in TRACKS.names]
    if json:
        print(as_json({"tracks": found}))
        return
    rows = [(f["name"], f["rows"], f["spaces"], f["most_lanes"], len(f["single_lane_rows"]), f["confidence"], f["idea"]) for f in found]
    print(columns(("track", "rows", "spaces", "lanes", "single", "confidence", "what it is like"), rows, "lrrrr"))
    print(load(next(iter(TRACKS.names))).source + ".")


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A track file; its format is told in data/README.md.", show_default=False)], json: Json = False
) -> None:
    """Check a track file: everything that is wrong with it, each with its space."""
    from topstats.core.datafile import json_of
    from topstats.games.top_race.track import TRACKS, load
    from topstats.games.top_race.track_check import complaints

    text = TRACKS.text(file) if file in TRACKS.names else TRACKS.read(file)
    bad = complaints(json_of(text, Path(file).name))
    if json:
        print(as_json({"file": file, "possible": not bad, "complaints": bad, "track": None if bad else facts(load(text))}))
    elif bad:
        print("\n".join([*bad[:MOST_SHOWN], *([f"... and {len(bad) - MOST_SHOWN} more"] if len(bad) > MOST_SHOWN else [])]))
    else:
        print(f"{file} can be played. {_words(facts(load(text)))}")
    if bad:
        n = f"{len(bad)} fault{'s' * (len(bad) > 1)}"
        raise SettingError(f"track {shown(file)} cannot be played: it has {n}; what a track needs is told in data/README.md (rule TR-61).")


@app.command()
def show(
    ctx: typer.Context,
    track: Annotated[str, typer.Argument(metavar="NAME", help="A track of `topstats track list`, or a file.", show_default=False)],
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="The picture: .svg, or .html (light and dark, wide and phone); or .json, a copy to change.")
    ],
    theme: Annotated[str, typer.Option("--theme", metavar="THEME", help="Of an SVG: light or dark.")] = "light",
    heat: Annotated[
        str | None, typer.Option("--heat", metavar="WHAT", help="Colour the spaces by visits, time, blocks or lost, from games played for it.")
    ] = None,
    run: Annotated[str | None, typer.Option("--run", metavar="DIR", help="Take the games of a run saved with --extras spaces.")] = None,
    games: Annotated[str, typer.Option("--games", metavar="N", help="With --heat: how many games are played.")] = "2000",
    players: Annotated[str | None, typer.Option("--players", metavar="N", help="With --heat: how many players.")] = None,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="With --heat: the seed of the games.")] = "0",
    json: Json = False,
) -> None:
    """Draw a track into a file, with heat if asked (TR-62), or copy it."""
    from topstats.games.top_race.track import TRACKS, load

    if not out.lower().endswith(ENDINGS):
        raise SettingError(f"--out {shown(out)} is not possible: allowed is a name that ends in {', '.join(ENDINGS)}.")
    if theme not in ("light", "dark"):
        raise SettingError(f"--theme {shown(theme)} is not possible: allowed is light or dark.")
    if run is not None and heat is None:
        raise SettingError("--run says whence the heat is: allowed is together with --heat WHAT.")
    kind, call = Path(out).suffix.lower(), ctx.ensure_object(Call)
    with targets({"--out": out}, call.files) as (target,):
        assert isinstance(target, Target)
        value = TRACKS.value(track)
        record = load(value)
        found = None if heat is None else _heat(call, value, heat, run, {"players": players, "n_games": games, "seed": seed})
        text = _picture(record, theme, found) if kind == ".svg" else _page(record, found) if kind == ".html" else TRACKS.text(value)
        target.write(lambda path: _write(path, text))
        target.finish()
    told = {} if found is None else {"heat": {"what": heat, "finding": found.finding, "made": found.made, "spaces": found.rows}}
    print(as_json({"out": out, "track": facts(record)} | told) if json else f"{out}: {found.words if found else _words(facts(record))}")


@dataclass(frozen=True)
class _Heat:
    """What was counted on the spaces: as `figures` take it, in a sentence, as plain rows; and how it was made."""

    heat: Any
    finding: str
    made: str
    rows: list[dict[str, Any]]

    @property
    def words(self) -> str:
        return f"{self.finding} {self.made}"


def _heat(call: Call, track: str, what: str, folder: str | None, asked: dict[str, Any]) -> _Heat:
    """From a saved run on this track, else from games played now."""
    from topstats.cli.many import play
    from topstats.figures.boards import heat_of
    from topstats.games.top_race.columns import SPACE_SUMS
    from topstats.result import Result
    from topstats.settings import Settings
    from topstats.stats.sums import column_of, finding, mean_of_each, note_of, sums_of

    column_of(SPACE_SUMS, what)
    if folder is None:
        given = {name: value for name, value in asked.items() if value is not None}
        try:
            settings = Settings("top_race", rules={"track": track}, **given)
        except SettingError as error:
            raise SettingError(as_typed(str(error), typed(given))) from None
        result = play(call, settings, None, rows=False, extras=(SPACE_SUMS.group,))
    else:
        result = Result.load(folder)
    if sums_of(result) is None or result.settings.rules.get("track") != track:
        raise SettingError(f"run {shown(folder)} has no such numbers of this track: allowed is one of Top Race on it, saved with --extras spaces.")
    table, s = mean_of_each(result, what), result.settings
    made = f"{result.n_games:,} games of {s.players} players ({', '.join(s.specs)}), {s.mode_record.label.lower()}, seed {s.seed}. {note_of(result)}"
    return _Heat(heat_of(table), finding(table), made, table.drop(columns="unit").astype(object).where(table.notna(), None).to_dict("records"))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _picture(track: Any, theme: str, found: _Heat | None) -> str:
    from topstats.figures.boards.drawing import WIDE
    from topstats.figures.boards.top_race_track import track_figure

    return track_figure(track, theme=theme, width=WIDE, heat=found.heat if found else None)


def _page(track: Any, found: _Heat | None) -> str:
    """A page of its own, without network."""
    from topstats.figures.boards.top_race_track import track_figure

    words = f"<p>{escape(found.words)}</p>" if found else ""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(track.label)}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><style>:root{color-scheme:light dark}'
        "body{font:16px/1.5 system-ui,sans-serif;max-width:1240px;margin:0 auto;padding:16px}p{max-width:70ch}</style></head>"
        f"<body><h1>{escape(track.label)}</h1>{track_figure(track, heat=found.heat if found else None)}{words}"
        f"<p>{escape(_words(facts(track)))}</p><p>{escape(track.note)}</p></body></html>"
    )
