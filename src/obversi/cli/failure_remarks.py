"""Games that an agent lost without a legal move in time, in words."""

from collections.abc import Iterable, Iterator, Sequence

from obversi.arena.game.played import PlayedGame

__all__ = ["failure_remarks"]

_MOST_SHOWN = 5


def failure_remarks(games: Iterable[PlayedGame], names: Sequence[str]) -> Iterator[str]:
    """Tell the first of the games that were lost like that, by the names of the agents."""
    failed = [game for game in games if game.failure is not None]
    for game in failed[:_MOST_SHOWN]:
        assert game.failure is not None
        loser = names[game.agent(game.failure.color)]
        yield f"{loser} lost game {game.number} by {game.failure.reason}"
    if len(failed) > _MOST_SHOWN:
        yield f"{len(failed) - _MOST_SHOWN} more games were lost like that"
