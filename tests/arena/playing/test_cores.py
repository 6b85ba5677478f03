"""Cores that games take several of at once."""

import threading
import time

import pytest

from obversi.arena.playing import cluster_worker
from obversi.arena.playing.cluster_worker import Cores


def nothing() -> None:
    """Wait on."""


def test_cores_are_taken_at_once_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_worker, "_POLL_SECONDS", 0.001)
    cores, order, free = Cores(), [], threading.Event()

    def take(name: str, wanted: int, has_asked: threading.Event) -> None:
        with cores.taken(wanted, of=2, on_poll=has_asked.set):
            order.append(name)
            has_asked.set()
            free.wait()

    threads = []
    for name, wanted in (("one", 1), ("two", 2), ("another", 1), ("many", 9)):
        has_asked = threading.Event()
        threads.append(threading.Thread(target=take, args=(name, wanted, has_asked)))
        threads[-1].start()
        has_asked.wait()
    # There would be a core for the third, but the second was before it.
    assert order == ["one"]
    free.set()
    for thread in threads:
        thread.join()
    assert order == ["one", "two", "another", "many"]


def test_never_more_cores_than_exist_are_taken() -> None:
    cores, lock, taken, most = Cores(), threading.Lock(), 0, 0

    def take(wanted: int) -> None:
        nonlocal taken, most
        for _ in range(50):
            with cores.taken(wanted, of=4, on_poll=nothing):
                with lock:
                    taken += wanted
                    most = max(most, taken)
                time.sleep(0)
                with lock:
                    taken -= wanted

    threads = [threading.Thread(target=take, args=(wanted,)) for wanted in (1, 1, 2, 3, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (taken, most) == (0, 4)


def test_cancelled_waiter_leaves_the_queue() -> None:
    class LeavingError(Exception):
        pass

    def leave() -> None:
        raise LeavingError

    cores = Cores()
    with (
        cores.taken(1, of=1, on_poll=nothing),
        pytest.raises(LeavingError),
        cores.taken(1, of=1, on_poll=leave),
    ):
        pass
    with cores.taken(1, of=1, on_poll=leave):
        pass
