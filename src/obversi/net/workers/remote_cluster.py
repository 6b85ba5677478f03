"""The workers of a Dask cluster that search for a server; they may join and leave."""

import logging
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import Any

from obversi.cluster import Cluster, ClusterError, TaskLostError
from obversi.errors import ObversiError
from obversi.net.operations.events import event
from obversi.net.workers.job import WorkerLostError
from obversi.net.workers.remote_tasks import WrongVersionError, stop

_LOG = logging.getLogger("obversi.net")

# Seconds between reads of the list of workers, and between attempts to reach a lost scheduler.
_POLL_SECONDS = 0.5
_RETRY_SECONDS = 5.0

# If connecting takes longer than this, it is logged.
_SILENT_SECONDS = 2.0

# The time to disconnect at the end.
_CLOSE_SECONDS = 3.0

# A worker without a reply this long after the time of its task counts as lost.
_LATE_SECONDS = 30.0


class NoWorkersError(ObversiError):
    """There is no cluster now, or it has no workers."""


class RemoteCluster:
    """Calls functions on the workers that are least busy for this server.

    A thread reads the list of workers, and reconnects to a lost scheduler.
    """

    def __init__(self, address: str) -> None:
        """Connect, or raise a `ClusterError`."""
        self._address = address
        with _slowness_logged(address):
            self._cluster: Cluster | None = Cluster(address, workers=0)
        self._lock = threading.Lock()
        self._busy: Counter[str] = Counter()
        self._excluded: set[str] = set()  # workers that cannot be used
        self._stops: SimpleQueue[tuple[str, str] | None] = SimpleQueue()
        self._stopping: set[tuple[str, str]] = set()
        self._closed = threading.Event()
        self._threads: dict[str, int] = self._cluster.workers()
        self._watcher = threading.Thread(target=self._watch, name="cluster", daemon=True)
        self._stopper = threading.Thread(target=self._send_stops, name="stops", daemon=True)
        self._watcher.start()
        self._stopper.start()

    @property
    def capacity(self) -> int:
        """The number of searches that all usable workers can do at once."""
        with self._lock:
            return sum(self._usable().values())

    def take(self, preferred: str) -> str:
        """Return the worker for the next call: the preferred one if it has an idle thread.

        Raises `NoWorkersError`.
        """
        with self._lock:
            usable = self._usable()
            if not usable:
                raise NoWorkersError(f"the cluster at {self._address} has no workers")
            if self._busy[preferred] >= usable.get(preferred, 0):
                names = random.sample(list(usable), len(usable))  # several servers use them
                preferred = min(names, key=lambda name: self._busy[name] / usable[name])
            self._busy[preferred] += 1
            return preferred

    def call(
        self, worker: str, seconds: float | None, task: Callable[..., Any], *arguments: object
    ) -> Any:
        """Run a task that takes about `seconds` on a worker from `take`.

        Raises `WorkerLostError`, `NoWorkersError`, or what the task raises.
        """
        try:
            return self._result(seconds, worker, task, *arguments)
        except WrongVersionError as error:
            self.exclude(worker, str(error))
            raise NoWorkersError(str(error)) from error
        except TaskLostError as error:
            raise WorkerLostError(str(error)) from error
        except ClusterError as error:
            raise NoWorkersError(str(error)) from error
        finally:
            with self._lock:
                self._busy[worker] -= 1

    def exclude(self, worker: str, reason: str) -> None:
        """Stop using a worker."""
        with self._lock:
            is_new = worker not in self._excluded
            self._excluded.add(worker)
        if is_new:
            _LOG.warning("the worker %s is not used: %s", worker, ClusterError(reason))

    def stop(self, worker: str, caller: str) -> None:
        """Let a worker stop the task of a caller soon, without waiting for that."""
        if (worker, caller) not in self._stopping:  # stops are repeated
            self._stopping.add((worker, caller))
            self._stops.put((worker, caller))

    def close(self) -> None:
        """Disconnect, without stopping the tasks that run."""
        self._closed.set()
        self._stops.put(None)
        cluster, self._cluster = self._cluster, None
        if cluster is not None:
            _close(cluster).join(_CLOSE_SECONDS)

    def _usable(self) -> dict[str, int]:
        if self._cluster is None or not self._cluster.is_connected:
            return {}
        return {name: n for name, n in self._threads.items() if name not in self._excluded}

    def _result(
        self, seconds: float | None, worker: str, task: Callable[..., Any], *arguments: object
    ) -> Any:
        cluster, done = self._cluster, threading.Event()
        if cluster is None:
            raise NoWorkersError(f"the cluster at {self._address} is lost")
        future = cluster.begin(task, *arguments, worker=worker)
        future.add_done_callback(lambda _future: done.set())
        deadline = time.monotonic() + (seconds or _LATE_SECONDS) + _LATE_SECONDS
        while not done.wait(_POLL_SECONDS):
            reason = ""
            if worker not in self._threads or not cluster.is_connected:
                reason = "is lost"
            elif time.monotonic() > deadline:
                reason = "does not answer"
                self.exclude(worker, reason)
            if reason:
                if cluster.is_connected:
                    cluster.cancel([future])
                raise WorkerLostError(f"the worker {worker} {reason}")
        cluster.ended(0)  # otherwise all ended futures would be kept
        return cluster.result(future, worker)

    def _watch(self) -> None:
        while not self._closed.wait(_POLL_SECONDS):
            cluster = self._cluster
            if cluster is None:
                self._connect_again()
                continue
            try:
                if not cluster.is_connected:
                    raise ClusterError(f"the Dask scheduler at {self._address} is lost")
                self._threads = cluster.workers()
            except ClusterError as error:
                _LOG.warning("searches run here, without the cluster: %s", error)
                with self._lock:
                    self._threads, self._cluster = {}, None
                _close(cluster)

    def _connect_again(self) -> None:
        if self._closed.wait(_RETRY_SECONDS):
            return
        with suppress(ClusterError):
            cluster = Cluster(self._address, workers=0)
            with self._lock:
                self._excluded.clear()
                self._cluster = cluster
            if self._closed.is_set():
                _close(cluster)
                return
            _LOG.warning("the cluster at %s is back", self._address)

    def _send_stops(self) -> None:
        while (request := self._stops.get()) is not None:
            worker, caller = request
            self._stopping.discard(request)
            if self._cluster is not None:
                with suppress(Exception):  # a lost worker has stopped already
                    self._cluster.run_now(stop, caller, worker=worker)


@contextmanager
def _slowness_logged(address: str) -> Iterator[None]:
    """Log that the server still connects, if it takes a while."""

    def log() -> None:
        _LOG.info("connecting to %s", address, extra=event("connecting", address=address))

    timer = threading.Timer(_SILENT_SECONDS, log)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _close(cluster: Cluster) -> threading.Thread:
    """Disconnect in a thread, since this waits for a lost scheduler."""

    def close() -> None:
        with suppress(Exception):
            cluster.close()

    closing = threading.Thread(target=close, name="end of a cluster", daemon=True)
    closing.start()
    return closing
