"""A Dask cluster: workers on other machines, or processes on this one."""

import asyncio
import gc
import importlib
import logging
import signal
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, Self

from obversi.errors import ObversiError
from obversi.extras import missing_package

# The address that means processes on this machine.
LOCAL = "local"

# Dask stops a local worker for good if it is missing at the end of this time after it died. It does
# not see that the worker came back in between and is missing only because it died again.
LOCAL_SETTINGS = {"distributed.deploy.lost-worker-timeout": "1 day"}

# A lost scheduler is tried again for longer than one that was never there.
_SECONDS_TO_CONNECT = 10.0
_SECONDS_TO_RECONNECT = 30.0
_SECONDS_WITHOUT_WORKERS = 120.0
_POLL_SECONDS = 0.5

# Types of distributed, which is imported only when a cluster is used.
Client = Any
Future = Any


class ClusterError(ObversiError):
    """A cluster that cannot be reached, or has no workers left."""


class TaskLostError(ClusterError):
    """A task whose worker has died; it can be begun again."""


class Cluster:
    """The workers of a Dask scheduler, and the tasks that they run.

    `address` is that of the scheduler; "local" starts `workers` processes on this machine with
    `threads` threads each. Workers may join and leave.
    """

    def __init__(self, address: str, workers: int, threads: int = 1) -> None:
        """Connect to the scheduler."""
        self._address = address
        self._ended: SimpleQueue[Future] = SimpleQueue()
        self._workers: dict[str, int] = {}
        self._updated = float("-inf")
        self._alone_since: float | None = None
        self._distributed = _distributed()
        with ExitStack() as resources:
            resources.enter_context(_quiet())
            target = address
            if address == LOCAL:
                resources.enter_context(self._distributed.dask.config.set(LOCAL_SETTINGS))
                target = resources.enter_context(self._local_cluster(workers, threads))
            self._client: Client = resources.enter_context(self._connection(target))
            self._resources = resources.pop_all()

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection to the scheduler; a lost one is tried again for a while."""
        return bool(self._client.status == "running")

    def workers(self) -> dict[str, int]:
        """Return the number of threads of each worker, by its address.

        A lost scheduler is an error, and so is a cluster that had no workers for a long time.
        """
        if time.monotonic() - self._updated > _POLL_SECONDS:
            self._update()
        return self._workers

    def begin(
        self,
        task: Callable[..., object],
        *arguments: object,
        worker: str | None = None,
        retries: int = 0,
    ) -> Future:
        """Begin a task, on a given worker or on any; `ended` returns it when it has ended.

        A task that raises an exception is tried again `retries` times.
        """
        options = {} if worker is None else {"workers": [worker]}
        with self._lost_scheduler_named():
            future = self._client.submit(task, *arguments, pure=False, retries=retries, **options)
        future.add_done_callback(self._ended.put)
        return future

    def run_now(self, call: Callable[..., object], *arguments: object, worker: str) -> None:
        """Make a short call on a worker, beside the tasks that it runs."""
        with self._lost_scheduler_named():
            self._client.run(call, *arguments, workers=[worker], wait=False)

    def cancel(self, futures: Sequence[Future]) -> None:
        """Cancel tasks."""
        with suppress(ClusterError), self._lost_scheduler_named():  # then they have ended anyway
            self._client.cancel(futures, force=True)

    def ended(self, seconds: float) -> list[Future]:
        """Wait at most `seconds` until a task has ended, and return all that have."""
        ended = []
        with suppress(Empty):
            ended.append(self._ended.get(timeout=max(seconds, 0.0)))
            while True:
                ended.append(self._ended.get_nowait())
        return ended

    def result(self, future: Future, worker: str | None = None) -> Any:
        """Return the result of a task that has ended, or raise its exception."""
        while True:
            try:
                return future.result(timeout=_POLL_SECONDS)
            except self._distributed.KilledWorker as error:
                raise TaskLostError(f"a task was lost: {error}") from error
            except CancelledError as error:
                self._update()  # raises if the scheduler is lost; it may also have restarted
                raise TaskLostError(f"a task was lost: {error}") from error
            except TimeoutError:
                if future.status == "error":
                    raise
                # The worker has died since. If another may repeat the task, Dask does that.
                workers = self.workers()
                if worker is not None and worker not in workers:
                    raise TaskLostError(f"a task was lost with its worker {worker}") from None

    def close(self) -> None:
        """Disconnect; a local cluster ends."""
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _update(self) -> None:
        with self._lost_scheduler_named():
            self._workers = self._client.nthreads()
        now = self._updated = time.monotonic()
        if self._workers:
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = now
        elif now - self._alone_since > _SECONDS_WITHOUT_WORKERS:
            raise ClusterError(
                f"the cluster has had no worker for {_SECONDS_WITHOUT_WORKERS:.0f} s"
            )

    @contextmanager
    def _lost_scheduler_named(self) -> Iterator[None]:
        """Raise a ClusterError for whatever a client raises that has lost its scheduler."""
        try:
            yield
        except Exception as error:
            if self._client.status == "running" and not isinstance(error, OSError):
                raise
            raise ClusterError(
                f"the Dask scheduler at {self._address!r} is lost: {error}"
            ) from error

    def _local_cluster(self, workers: int, threads: int) -> Any:
        with _interrupts_ignored():
            return self._distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=threads,
                memory_limit=None,
                dashboard_address=":0",
                silence_logs=logging.ERROR,
            )

    def _connection(self, target: Any) -> Client:
        try:
            if isinstance(target, str):
                self._check_scheduler(target)
            return self._distributed.Client(
                target, timeout=_SECONDS_TO_RECONNECT, set_as_default=False
            )
        except (OSError, ValueError) as error:
            reason = str(error) or type(error).__name__
        # A client that failed closes when it is collected. That must not happen while the next
        # client begins: it would wait for that one for ever.
        gc.collect()
        raise ClusterError(f"there is no Dask scheduler at {target!r}: {reason}")

    def _check_scheduler(self, address: str) -> None:
        """Ask a scheduler who it is, or raise an `OSError` or a `ValueError`.

        A client of Dask could not be interrupted while it connects.
        """
        kind = _InterruptibleCall(self._identity(address)).result().get("type")
        if kind in ("Worker", "Nanny"):
            raise ValueError("this is the address of a worker")

    async def _identity(self, address: str) -> dict[str, Any]:
        security = self._distributed.Security()
        scheduler = self._distributed.rpc(
            address,
            timeout=_SECONDS_TO_CONNECT,
            connection_args=security.get_connection_args("client"),
        )
        try:
            async with asyncio.timeout(_SECONDS_TO_CONNECT):
                identity: dict[str, Any] = await scheduler.identity()
                return identity
        except TimeoutError as error:
            raise OSError(f"no answer within {_SECONDS_TO_CONNECT:g} s") from error
        finally:
            await scheduler.close_rpc()


class _InterruptibleCall:
    """A coroutine that runs in a thread; Ctrl-C ends the wait for it, and the coroutine too."""

    def __init__(self, work: Coroutine[Any, Any, Any]) -> None:
        self._loop = asyncio.new_event_loop()
        self._task: asyncio.Task[Any] = self._loop.create_task(work)
        self._thread = threading.Thread(target=self._run, name="connecting", daemon=True)

    def result(self) -> Any:
        self._thread.start()
        try:
            while self._thread.is_alive():
                self._thread.join(_POLL_SECONDS)  # on Windows only a limited wait is interruptible
        except BaseException:
            self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(_POLL_SECONDS)
            raise
        return self._task.result()

    def _run(self) -> None:
        with suppress(Exception, asyncio.CancelledError):  # `result` raises it
            self._loop.run_until_complete(self._task)
        self._loop.close()


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the log messages of Dask about lost workers; what matters is raised as an error."""
    handlers, tasks = list(logging.getLogger("distributed").handlers), logging.getLogger("asyncio")
    for handler in handlers:
        handler.addFilter(_rejected)
    tasks.addFilter(_not_of_distributed)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(_rejected)
        tasks.removeFilter(_not_of_distributed)


def _rejected(_record: logging.LogRecord) -> bool:
    return False


def _not_of_distributed(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not type(error).__module__.startswith("distributed")


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise ClusterError(
            missing_package("a cluster needs the package distributed", "cluster")
        ) from error


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Let processes that are started here ignore Ctrl-C, which is meant for this process."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
