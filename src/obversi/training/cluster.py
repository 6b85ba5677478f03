"""Self-play on the workers of a Dask cluster."""

import time
from collections.abc import Generator
from typing import Final

from obversi.cluster import Cluster, ClusterError, Future
from obversi.errors import ObversiError
from obversi.training.schedule import Schedule
from obversi.training.self_play import SelfPlay
from obversi.training.shard import Games

__all__ = ["play_on_cluster"]

# Enough that no worker waits for the next piece while one is on its way.
_PIECES_A_THREAD: Final = 2

# So often a piece is given to another worker after a failure that a repetition may heal.
_RETRIES: Final = 3

# So often it is looked whether workers have come or gone.
_SECONDS_BETWEEN_LOOKS: Final = 0.5


def play_on_cluster(
    player: SelfPlay, schedule: Schedule, address: str, threads: int
) -> Generator[tuple[range, Games], None, None]:
    """Hand out pieces in the order in which they are done; a piece whose worker dies is done again.

    `address` is that of a scheduler, or "local" for a process a thread on this machine.
    """
    with Cluster(address, workers=threads) as cluster:
        # A task and no data that are spread: what is lost with a worker is made again.
        held = cluster.begin(_held, player)
        under_way: dict[Future, range] = {}
        while True:
            _fill(cluster, held, schedule, under_way)
            if not under_way:
                return
            for future in cluster.ended(_SECONDS_BETWEEN_LOOKS):
                if future in under_way:
                    numbers = under_way.pop(future)
                    games, seconds = _result(cluster, future, numbers)
                    schedule.learn(len(numbers), seconds)
                    yield numbers, games


def _fill(
    cluster: Cluster, held: Future, schedule: Schedule, under_way: dict[Future, range]
) -> None:
    wanted = _PIECES_A_THREAD * max(sum(cluster.workers().values()), 1)
    while len(under_way) < wanted and (numbers := schedule.take()):
        future = cluster.begin(_played, held, numbers.start, len(numbers), retries=_RETRIES)
        under_way[future] = numbers


def _held(player: SelfPlay) -> SelfPlay:
    return player


def _played(player: SelfPlay, first: int, count: int) -> tuple[Games, float]:
    """Play in a worker, which has as many tasks at once as it has threads."""
    begin = time.monotonic()
    games = player.play(first, count, threads=1)
    return games, time.monotonic() - begin


def _result(cluster: Cluster, future: Future, numbers: range) -> tuple[Games, float]:
    try:
        games, seconds = cluster.result(future)
    except ClusterError:
        raise
    except Exception as error:
        raise ObversiError(
            f"the workers could not play games {numbers.start} to {numbers.stop - 1}: "
            f"{type(error).__name__}: {error}"
        ) from error
    return games, seconds
