"""Games of a study: between whoever is measured and whoever that plays against."""

from collections.abc import Callable

from obversi.agents import Agent
from obversi.arena.bulk import BulkGames, play_bulk
from obversi.arena.openings import Openings
from obversi.errors import ObversiError
from obversi.lab.tuning.objective import Way

__all__ = ["play_games"]


def play_games(
    player: Agent,
    opponent: Agent,
    games: int,
    way: Way,
    openings: Openings,
    seed: int,
    threads: int | None,
    on_progress: Callable[[int], None] | None = None,
) -> BulkGames:
    """Play games on a board and with endings as `way` says; one that fails is an error."""
    played = play_bulk(
        player,
        opponent,
        games,
        size=way.size,
        rules=way.rules,
        openings=openings,
        solved=way.solved,
        seed=seed,
        threads=threads,
        on_progress=None if on_progress is None else lambda *ended: on_progress(sum(ended)),
    )
    if played.failures:
        raise ObversiError(f"it failed in a game: {played.failures[0].reason}")
    return played
