"""The games of the house: one line each."""

from topstats.core.contract import Game, SettingError, shown

GAMES: dict[str, Game] = {g.name: g for g in ()}


def game(name: str) -> Game:
    """The game of this name; SettingError, naming all, if there is none."""
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    raise SettingError(f"game {shown(name)} is not known: there is {', '.join(GAMES)}.")
