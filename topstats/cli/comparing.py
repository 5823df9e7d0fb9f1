"""`topstats compare`: the sides from their options, the answer as JSON and in words."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from topstats.cli import many
from topstats.cli.files import Folder, Target
from topstats.cli.many import bar
from topstats.cli.run import Call
from topstats.cli.text import OPTIONS, as_typed, columns, typed
from topstats.core.contract import SettingError, shown
from topstats.result import Result
from topstats.settings import Settings, groups
from topstats.stats import compared
from topstats.stats.compare import Comparison, compare, compare_results, letters, played
from topstats.stats.measures import LEVELS
from topstats.stats.numerals import digits_of, figure, signed
from topstats.store import write as write_run
from topstats.store import write_table

OWN = ("mode", "players", "seats")  # what a side may have of its own beside rules
SAME = {"seed": "--seed", "games": "--games", "n_games": "--games", "rotate": "--rotate", "game": "GAME"}
TABLES = ("differences", "winners", "flipped")


def sides(given: Sequence[Sequence[str] | None], common: Mapping[str, Any]) -> list[Settings]:
    """Checked settings of --a, --b, ...; `common` holds what the other options say for all sides."""
    used = [letter for letter, side in zip("abcde", given, strict=True) if side]
    wanted = "abcde"[: max((1 + "abcde".index(letter) for letter in used), default=0)]
    missing = [letter for letter in wanted[1:] if letter not in used]
    if len(wanted) < 2 or missing:
        raise SettingError(f"which settings? Allowed is --{(missing or ['b'])[0]} NAME=VALUE, one or more; without --a, A is as the other options say.")
    return [_side(letter, side or [], common) for letter, side in zip(wanted, given, strict=False)]


def _side(letter: str, given: Sequence[str], common: Mapping[str, Any]) -> Settings:
    own, rules = dict(common), []
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise SettingError(f"--{letter} {shown(text)} is not possible: it is written NAME=VALUE.")
        if name in SAME:
            raise SettingError(f"--{letter} {shown(text)} is not possible: all sides have the same {name}; allowed is {SAME[name]}.")
        if name in OWN:
            if name in own and own[name] != common.get(name):
                raise SettingError(f"--{letter} {name} is given twice: once is allowed.")
            own[name] = value
        else:
            rules.append((name, text))
    shared = [text for text in own.pop("rules", None) or [] if text.partition("=")[0].strip() not in dict(rules)]
    try:
        return Settings(**own, rules=[*shared, *(text for _, text in rules)])  # type: ignore[arg-type]
    except SettingError as error:
        mine = {name: f"--{letter} {name}=" for name in (text.partition("=")[0].strip() for text in given)}
        said = as_typed(str(error), typed(common, mine))
        raise SettingError(said if said != str(error) else f"--{letter}: {said}") from None


def check_measures(measures: str) -> None:
    if measures not in LEVELS:
        raise SettingError(f"--measures {shown(measures)} is not possible: allowed is {', '.join(LEVELS)}.")


def play(call: Call, settings: Sequence[Settings], workers: int | None, measures: str, kept: Sequence[Target | Folder]) -> Comparison:
    """`compare`, with a progress bar, until it is done or the call is stopped. Each setting is kept as a run in the folder of --save, if there is one."""
    try:
        if not kept:
            with bar() as progress:
                return compare(*settings, workers=workers, progress=progress, cancel=call.stop.is_set, measures=measures)
        results = [many.play(call, s, workers, rows=True, extras=groups(s.mode_record)) for s in played(settings)]
    except SettingError as error:
        raise SettingError(as_typed(str(error), OPTIONS)) from None
    for folder in kept:
        folder.write(lambda part: _keep(results, part))
    return compare_results(results, measures)


def _keep(results: Sequence[Result], part: Path) -> None:
    for name, result in zip(letters(len(results)), results, strict=True):
        (part / name).mkdir()
        write_run(result, part / name)


def write(comparison: Comparison, per: str, files: Sequence[Target | Folder]) -> None:
    table = getattr(comparison, per)
    for target in files:
        target.write(lambda path, option=target.option: write_table(table, path, option == "--parquet"))  # type: ignore[misc]


def data(c: Comparison) -> dict[str, Any]:
    """The comparison as plain data; what cannot be had is None."""
    from topstats.stats.estimates import LEVEL

    sides = [
        {"name": name, "settings": s.to_dict(full=True), "settings_hash": s.hash, "paired": paired}
        for name, s, paired in zip(c.names, c.settings, c.is_paired, strict=True)
    ]
    smallest = {name: rows["p_holm"].min() for name, rows in c.differences.groupby("setting")}
    return {
        "version": c.meta["version"],
        "settings": sides,
        "n_games": c.settings[0].n_games,
        "unit": "rotation" if c.settings[0].rotate else "game",
        "level": LEVEL,
        "level_of_each": 1 - c.meta["each"],
        "measures": c.meta["measures"],
        "n_comparisons": c.meta["family"],
        "findings": [{"setting": name, "finding": c.finding(name), "p_holm": _plain(smallest[name]), "pairing": _gain(c, name)} for name in c.names[1:]],
        **{per: _records(getattr(c, per)) for per in ("differences", "winners")},
        "n_flipped": {name: c.n_flipped(name) for name, paired in zip(c.names[1:], c.is_paired[1:], strict=True) if paired},
        "flipped": _records(c.flipped),
        "assumptions": list(dict.fromkeys(text for s in c.settings for text in s.mode_record.assumptions)),
        "workers": c.meta["workers"],
        "seconds": c.meta["seconds"],
        "games_per_second": c.meta["games_per_second"],
    }


def _gain(c: Comparison, name: str) -> str:
    return compared.gains(c, name)


def _records(table: Any) -> list[dict[str, Any]]:
    return [{key: _plain(value) for key, value in row.items()} for row in table.to_dict("records")]


def _plain(value: Any) -> Any:
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and value != value else value


def told(c: Comparison) -> str:
    """The comparison in words: the finding, each setting's table, how it was made."""
    first = c.settings[0]
    turned = ", every deal from each seat" if first.rotate else ""
    head = f"{first.game_record.label}: {first.n_games:,} game{'' if first.n_games == 1 else 's'} of each, seed {first.seed}{turned}"
    lines = [f"{name}: {_words(s)}" for name, s in zip(c.names, c.settings, strict=True)]
    parts = ["\n".join([head, *lines]), c.finding()]
    for name in c.names[1:]:
        rows = c.differences[c.differences["setting"] == name]
        parts.append(f"{name} against A\n" + _table(name, rows) + f"\n{compared.gains(c, name)}{_flow(c, name)}")
    assumes = dict.fromkeys(text for s in c.settings for text in s.mode_record.assumptions)
    speed = f"{c.meta['games_per_second']:,.0f} games a second, {c.meta['seconds']:.2f} seconds."
    family = f"* differs. {compared.family(c)}"
    return "\n\n".join([*parts, "\n".join([family, *(f"Assumes: {text}" for text in assumes), speed])])


def _words(s: Settings) -> str:
    rules = [f"{name} = {value} (printed {printed})" for name, (value, printed) in s.changed_words.items()]
    seats = f"all {s.specs[0]}" if len(s.specs) == 1 else ",".join(seat.spec for seat in s.seats)
    return f"{s.mode_record.label}, {s.players} players, {seats}; {', '.join(rules) or 'rules as printed'}"


def _table(name: str, rows: Any) -> str:
    head = ("measure", "A", name, "difference", "95 % together", "", "gain", "n")
    body = []
    for r in rows.itertuples():
        pp = 100 if r.unit == "share" else 1
        unit = "%" if r.unit == "share" else r.unit
        label = f"{r.label}, seat {r.seat}" if r.seat else r.label
        ends = [] if r.low != r.low else [pp * r.low, pp * r.high]
        digits = digits_of([pp * r.difference, *ends], 2)
        numbers = [figure(pp * v, 2) for v in (r.a, r.b)] + [signed(pp * r.difference, digits)]
        between = " to ".join(signed(end, digits) for end in ends)
        body.append((f"{label} ({unit})", *numbers, between, "*" if r.differs else "", "" if r.gain != r.gain else f"{r.gain:.2f}", f"{r.n:,}"))
    return columns(head, body, "lrrrrlrr")


def _flow(c: Comparison, name: str) -> str:
    if not c.is_paired[c.names.index(name)]:
        return ""
    n, flipped = c.settings[0].n_games, c.n_flipped(name)
    seen = f" (the first: game {int(c.flipped.loc[c.flipped['setting'] == name, 'game'].iloc[0])})" if flipped else ""
    return f"\n{flipped:,} of {n:,} games have another winner under {name}{seen}."
