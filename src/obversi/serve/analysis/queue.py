"""What waits to be analysed: every request gets its turn, however many positions another has."""

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition

from obversi.wire.analysis_lines import Analyse, Id, Refusal

__all__ = ["Job", "Queue"]


@dataclass(slots=True)
class Job:
    """A position of a request; `is_stopped` once nobody wants to know more of it."""

    request: Analyse
    turn: int
    is_stopped: bool = False


@dataclass(slots=True)
class _Waiting:
    request: Analyse
    turns: deque[int]


class Queue:
    """Positions of requests in turn, for one who takes them; no more than `most` wait."""

    def __init__(self, most: int) -> None:
        """Have nothing waiting."""
        self._most = most
        self._changed = Condition()
        self._requests: OrderedDict[Id, _Waiting] = OrderedDict()
        self._running: Job | None = None
        self._is_closed = False

    @property
    def running(self) -> Job | None:
        """What was taken last and is not done."""
        return self._running

    @property
    def waiting(self) -> int:
        """How many positions wait."""
        with self._changed:
            return self._count()

    def add(self, request: Analyse) -> Refusal | None:
        """Add the positions of a request, or tell why not: nobody has to wait to be heard."""
        with self._changed:
            if self._is_under_way(request.id):
                reason = f"an analysis with the id {request.id!r} is under way"
                return Refusal(request.id, reason, "id")
            waiting = self._count()
            if waiting and waiting + len(request.turns) > self._most:
                reason = f"{waiting} positions wait, and {self._most} can: ask again later"
                return Refusal(request.id, reason)
            self._requests[request.id] = _Waiting(request, deque(request.turns))
            self._changed.notify_all()
            return None

    def wait_for_room(self) -> None:
        """Wait until no more than half of what can wait does, or all is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._count() <= self._most // 2)

    def take(self) -> Job | None:
        """Wait for a position, and return it; None if there will be no more."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._requests)
            if not self._requests:
                return None
            number, waiting = self._requests.popitem(last=False)
            self._running = Job(waiting.request, waiting.turns.popleft())
            if waiting.turns:
                self._requests[number] = waiting
            self._changed.notify_all()
            return self._running

    def done(self) -> None:
        """Hear that what was taken is done."""
        with self._changed:
            self._running = None
            self._changed.notify_all()

    def remove(self, number: Id) -> list[Job] | None:
        """Take out what waits of a request, and mark what runs; None if there is neither."""
        with self._changed:
            if not self._is_under_way(number):
                return None
            waiting = self._requests.pop(number, None)
            if self._running is not None and self._running.request.id == number:
                self._running.is_stopped = True
            self._changed.notify_all()
            if waiting is None:
                return []
            return [Job(waiting.request, turn, is_stopped=True) for turn in waiting.turns]

    def wait_until_stopped(self, number: Id, remind: Callable[[], None], seconds: float) -> None:
        """Wait until nothing of a request runs; `remind` is called until then, so often.

        Nothing else can begin to run meanwhile, so that it is never what is reminded.
        """
        with self._changed:
            while self._is_running(number):
                remind()
                self._changed.wait(seconds)

    def close(self, *, at_once: bool) -> None:
        """Take no more; what waits may still be done, unless all is to end at once."""
        with self._changed:
            self._is_closed = True
            if at_once:
                self._requests.clear()
                if self._running is not None:
                    self._running.is_stopped = True
            self._changed.notify_all()

    def _count(self) -> int:
        return sum(len(waiting.turns) for waiting in self._requests.values())

    def _is_running(self, number: Id) -> bool:
        return self._running is not None and self._running.request.id == number

    def _is_under_way(self, number: Id) -> bool:
        return number in self._requests or self._is_running(number)
