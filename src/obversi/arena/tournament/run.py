"""Playing a tournament: games that are due go where there is room, and are kept as they end."""

from collections.abc import Callable, Generator

from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.players import Players
from obversi.arena.tournament.tournament import Tournament

__all__ = ["play_tournament"]

# So often someone who shows how it stands gets a chance to do so.
_SECONDS_BETWEEN_LOOKS = 1.0


def play_tournament(
    tournament: Tournament,
    players: Players,
    keep: Callable[[list[PlayedGame]], None] = lambda _games: None,
) -> Generator[list[PlayedGame], None, None]:
    """Play what is left of a tournament, and hand out the games as they end.

    There are none in what is handed out about every second. `keep` has each game before anyone
    else hears of it, so that none is told and then lost. The players are closed in the end.
    """
    try:
        while tournament.ending is None:
            while (plan := tournament.due()) is not None and players.has_room(plan):
                players.begin(tournament.take())
            games = players.finished(_SECONDS_BETWEEN_LOOKS)
            if games:
                keep(games)
                tournament.add(*games)
            yield games
    finally:
        players.close()
