"""A thread that searches, and that another can stop."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Final

from obversi.engine import Engine

__all__ = ["SECONDS_BETWEEN_STOPS", "SearchThread"]

#: So often a search is told to stop: it may not have begun the first time.
SECONDS_BETWEEN_STOPS: Final = 0.01


class SearchThread:
    """Does a piece of work with an engine, which nothing else searches with meanwhile."""

    def __init__(self, engine: Engine, work: Callable[[], None]) -> None:
        """Begin the work."""
        self._engine = engine
        self._work = work
        self._failure: Exception | None = None
        # A thread whose `join` was interrupted by Ctrl-C counts as ended while it still runs.
        self._has_ended = Event()
        self._thread = Thread(target=self._run, name="searching")
        self._thread.start()

    def stop(self) -> None:
        """Stop every search of the work until that has ended, and raise what it failed by.

        Ctrl-C is heard after that: with a search under way the interpreter cannot end.
        """
        interrupt = None
        while not self._has_ended.is_set():
            try:
                self._engine.stop()
                self._has_ended.wait(SECONDS_BETWEEN_STOPS)
            except KeyboardInterrupt as error:
                interrupt = error
        if interrupt is not None:
            raise interrupt
        self.finish()

    def finish(self) -> None:
        """Wait until the work has come to its own end, and raise what it failed by."""
        self._has_ended.wait()
        self._thread.join()
        self.check()

    def check(self) -> None:
        """Raise what the work failed by, once."""
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _run(self) -> None:
        try:
            self._work()
        except Exception as error:
            # It is raised where someone can do something about it: such as that nobody listens.
            self._failure = error
        finally:
            self._has_ended.set()
