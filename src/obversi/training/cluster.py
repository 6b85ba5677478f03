"""Self-play on the workers of a Dask cluster."""

import gc
import importlib
import logging
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from obversi.arena.interrupts import interrupts_ignored
from obversi.errors import ObversiError
from obversi.training.schedule import Schedule
from obversi.training.self_play import SelfPlay
from obversi.training.shard import Games

__all__ = ["play_on_cluster"]

# Enough that no worker waits for the next piece while one is on its way.
_PIECES_A_THREAD: Final = 2

# So often a piece is given to another worker after a failure that a repetition may heal.
_RETRIES: Final = 3

_SECONDS_TO_CONNECT: Final = 30.0
_SECONDS_WITHOUT_WORKERS: Final = 120.0
_SECONDS_BETWEEN_LOOKS: Final = 0.5

# Of distributed, which is imported only when a cluster is asked for.
Client = Any
Future = Any


def play_on_cluster(
    player: SelfPlay, schedule: Schedule, address: str, threads: int
) -> Generator[tuple[range, Games], None, None]:
    """Hand out pieces in the order in which they are done; a piece whose worker dies is done again.

    `address` is that of a scheduler, or "local" for a process a thread on this machine.
    """
    with _client(address, threads) as client:
        # A task and no data that are spread: what is lost with a worker is made again.
        held = client.submit(_held, player, pure=False)
        under_way: dict[Future, range] = {}
        while True:
            with _connected(address):
                _fill(client, held, schedule, under_way)
                done = _done(client, list(under_way))
            if not done:
                return
            for future in done:
                numbers = under_way.pop(future)
                games, seconds = _result(future, numbers)
                schedule.learn(len(numbers), seconds)
                yield numbers, games


def _fill(client: Client, held: Future, schedule: Schedule, under_way: dict[Future, range]) -> None:
    wanted = _PIECES_A_THREAD * max(sum(client.nthreads().values()), 1)
    while len(under_way) < wanted and (numbers := schedule.take()):
        future = client.submit(
            _played, held, numbers.start, len(numbers), pure=False, retries=_RETRIES
        )
        under_way[future] = numbers


def _held(player: SelfPlay) -> SelfPlay:
    return player


def _played(player: SelfPlay, first: int, count: int) -> tuple[Games, float]:
    """Play in a worker, which has as many tasks at once as it has threads."""
    begin = time.monotonic()
    games = player.play(first, count, threads=1)
    return games, time.monotonic() - begin


def _done(client: Client, futures: list[Future]) -> list[Future]:
    """Wait for the first that are done, without any worker not for ever; none if there are none."""
    distributed = _distributed()
    alone_since = time.monotonic()
    while futures:
        try:
            done = distributed.wait(
                futures, timeout=_SECONDS_BETWEEN_LOOKS, return_when="FIRST_COMPLETED"
            ).done
            return [future for future in futures if future in done]
        except TimeoutError:
            if client.nthreads():
                alone_since = time.monotonic()
            elif time.monotonic() - alone_since > _SECONDS_WITHOUT_WORKERS:
                raise ObversiError(
                    f"the cluster has had no worker for {_SECONDS_WITHOUT_WORKERS:.0f} s"
                ) from None
    return []


def _result(future: Future, numbers: range) -> tuple[Games, float]:
    try:
        games, seconds = future.result()
    except Exception as error:
        raise ObversiError(
            f"the workers could not play games {numbers.start} to {numbers.stop - 1}: "
            f"{type(error).__name__}: {error}"
        ) from error
    return games, seconds


@contextmanager
def _client(address: str, threads: int) -> Iterator[Client]:
    distributed = _distributed()
    with ExitStack() as stack:
        target = address
        if address == "local":
            with interrupts_ignored():
                cluster = distributed.LocalCluster(
                    n_workers=threads,
                    threads_per_worker=1,
                    memory_limit=None,
                    dashboard_address=":0",
                    silence_logs=logging.ERROR,
                )
            target = stack.enter_context(cluster)
        yield stack.enter_context(_connection(target))


def _connection(target: Any) -> Client:
    try:
        return _distributed().Client(target, timeout=_SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        reason = str(error)
    # The client that came to nothing closes when it is collected: now, for while another begins it
    # would wait for that one for ever.
    gc.collect()
    raise ObversiError(f"there is no Dask scheduler at {target!r}: {reason}")


@contextmanager
def _connected(address: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ObversiError(f"the Dask scheduler at {address!r} is gone: {error}") from error


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise ObversiError(
            "a cluster needs the package distributed: pip install 'obversi[cluster]'"
        ) from error
