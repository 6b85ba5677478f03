"""A Dask cluster: workers on other machines, or processes on this one."""

import gc
import importlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, Final, Self

from obversi.arena.playing.interrupts import interrupts_ignored
from obversi.errors import ObversiError

__all__ = ["LOCAL", "Cluster", "ClusterError", "Future", "TaskLostError"]

# In place of the address of a scheduler.
LOCAL: Final = "local"

_SECONDS_TO_CONNECT: Final = 30.0
_SECONDS_WITHOUT_WORKERS: Final = 120.0
_SECONDS_BETWEEN_LOOKS: Final = 0.5

# Of distributed, which is imported only when a cluster is asked for.
Client = Any
Future = Any


class ClusterError(ObversiError):
    """A cluster that is not there, or has nobody left to work."""


class TaskLostError(ClusterError):
    """A task that never ends, for its worker has gone: another may do it."""


class Cluster:
    """The workers of a Dask scheduler, and the tasks that they were given.

    `address` is that of the scheduler; "local" starts `workers` processes of this machine with so
    many `threads` each. Workers may come and go.
    """

    def __init__(self, address: str, workers: int, threads: int = 1) -> None:
        """Connect to the scheduler."""
        self._address = address
        self._ended: SimpleQueue[Future] = SimpleQueue()
        self._workers: dict[str, int] = {}
        self._looked = float("-inf")
        self._alone_since: float | None = None
        self._distributed = _distributed()
        with ExitStack() as resources:
            resources.enter_context(_quiet())
            target = address
            if address == LOCAL:
                target = resources.enter_context(self._local_cluster(workers, threads))
            self._client: Client = resources.enter_context(self._connection(target))
            self._resources = resources.pop_all()

    def workers(self) -> dict[str, int]:
        """Return how many threads each worker has now, by its address.

        A scheduler that is gone is an error, and so is a cluster long without workers.
        """
        if time.monotonic() - self._looked > _SECONDS_BETWEEN_LOOKS:
            self._look()
        return self._workers

    def begin(
        self,
        task: Callable[..., object],
        *arguments: object,
        worker: str | None = None,
        retries: int = 0,
    ) -> Future:
        """Begin a task, if a worker is given on that one only; `ended` tells when it is over.

        A task that raises something is tried again so often.
        """
        options = {} if worker is None else {"workers": [worker]}
        with self._named_if_gone():
            future = self._client.submit(task, *arguments, pure=False, retries=retries, **options)
        future.add_done_callback(self._ended.put)
        return future

    def cancel(self, futures: Sequence[Future]) -> None:
        """Tell the workers that these tasks are not wanted any more."""
        with suppress(ClusterError), self._named_if_gone():  # there is nobody left to tell
            self._client.cancel(futures, force=True)

    def ended(self, seconds: float) -> list[Future]:
        """Wait for so long at most until a task is over, and return all that are."""
        over = []
        with suppress(Empty):
            over.append(self._ended.get(timeout=max(seconds, 0.0)))
            while True:
                over.append(self._ended.get_nowait())
        return over

    def result(self, future: Future, worker: str | None = None) -> Any:
        """Return what came of a task that is over, or raise what it has raised."""
        while True:
            try:
                return future.result(timeout=_SECONDS_BETWEEN_LOOKS)
            except self._distributed.KilledWorker as error:
                raise TaskLostError(f"a task was lost: {error}") from error
            except CancelledError as error:
                self._look()  # the scheduler is gone, or has begun anew
                raise TaskLostError(f"a task was lost: {error}") from error
            except TimeoutError:
                if future.status == "error":
                    raise
                # The worker has gone since. If another may do its work, that will be done soon.
                if worker is not None and worker not in self.workers():
                    raise TaskLostError(f"a task was lost with its worker {worker}") from None

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _look(self) -> None:
        with self._named_if_gone():
            self._workers = self._client.nthreads()
        now = self._looked = time.monotonic()
        if self._workers:
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = now
        elif now - self._alone_since > _SECONDS_WITHOUT_WORKERS:
            raise ClusterError(
                f"the cluster has had no worker for {_SECONDS_WITHOUT_WORKERS:.0f} s"
            )

    @contextmanager
    def _named_if_gone(self) -> Iterator[None]:
        """Name a scheduler that is gone, whatever the client raises once it has given up."""
        try:
            yield
        except Exception as error:
            if self._client.status == "running" and not isinstance(error, OSError):
                raise
            raise ClusterError(
                f"the Dask scheduler at {self._address!r} is gone: {error}"
            ) from error

    def _local_cluster(self, workers: int, threads: int) -> Any:
        with interrupts_ignored():
            return self._distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=threads,
                memory_limit=None,
                dashboard_address=":0",
                silence_logs=logging.ERROR,
            )

    def _connection(self, target: Any) -> Client:
        try:
            return self._distributed.Client(
                target, timeout=_SECONDS_TO_CONNECT, set_as_default=False
            )
        except (OSError, ValueError) as error:
            reason = str(error)
        # The client that came to nothing closes when it is collected: now, for while another begins
        # it would wait for that one for ever.
        gc.collect()
        raise ClusterError(f"there is no Dask scheduler at {target!r}: {reason}")


@contextmanager
def _quiet() -> Iterator[None]:
    """Let Dask keep to itself what it thinks of lost workers: what matters is told as an error."""
    handlers, tasks = list(logging.getLogger("distributed").handlers), logging.getLogger("asyncio")
    for handler in handlers:
        handler.addFilter(_nothing)
    tasks.addFilter(_not_of_distributed)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(_nothing)
        tasks.removeFilter(_not_of_distributed)


def _nothing(_record: logging.LogRecord) -> bool:
    return False


def _not_of_distributed(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not type(error).__module__.startswith("distributed")


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise ClusterError(
            "a cluster needs the package distributed: pip install 'obversi[cluster]'"
        ) from error
