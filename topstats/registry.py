"""The games of the house: one line each."""

from topstats.core.contract import Game, SettingError, shown
from topstats.games import top_it, top_pop, top_race, tops

_ROOMS = (top_pop, top_race, tops, top_it)

GAMES: dict[str, Game] = {room.GAME.name: room.GAME for room in _ROOMS}


def game(name: str) -> Game:
    """The game of this name; SettingError, naming all, if there is none."""
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    raise SettingError(f"game {shown(name)} is not known: there is {', '.join(GAMES)}.")
