"""Thinking in the background, so that a session hears what comes meanwhile."""

from collections.abc import Callable
from threading import Event

from obversi.engine import Engine
from obversi.serve.search_thread import SearchThread

__all__ = ["Thinking"]


class Thinking:
    """One piece of work at a time, which can be stopped."""

    def __init__(self, engine: Engine) -> None:
        """Have nothing to do yet; the engine is what the work searches with."""
        self._engine = engine
        self._thread: SearchThread | None = None
        self._stop = Event()

    @property
    def is_stopped(self) -> bool:
        """Whether the work is to end: what it finds from now on is wanted by nobody."""
        return self._stop.is_set()

    def begin(self, work: Callable[[], None]) -> None:
        """Stop the work that is under way, and begin another."""
        self.stop()
        self._stop.clear()
        self._thread = SearchThread(self._engine, work)

    def stop(self) -> None:
        """Stop the work that is under way, and wait until it has ended."""
        self._stop.set()
        if self._thread is not None:
            self._thread.stop()

    def finish(self) -> None:
        """Wait until the work has come to its own end."""
        if self._thread is not None:
            self._thread.finish()
