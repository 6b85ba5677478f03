"""How a match stands, on stderr while it goes on."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from obversi.arena.game.played import PlayedGame
from obversi.cli.standing_progress import standing_progress

__all__ = ["match_progress"]


@contextmanager
def match_progress(total: int) -> Iterator[Callable[[Sequence[PlayedGame]], None]]:
    """Hand out what shows the score of the games played so far, of `total`."""
    with standing_progress(total) as show:

        def show_games(games: Sequence[PlayedGame]) -> None:
            points = [game.points for game in games]
            show(points.count(1), points.count(0.5), points.count(0))

        yield show_games
