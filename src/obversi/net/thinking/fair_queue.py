"""Work of many askers in an order that is fair: round and round, whoever asks most."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from obversi.net.thinkers import Asker

__all__ = ["FairQueue"]

Work = TypeVar("Work")
Key = TypeVar("Key", Asker, str)


class FairQueue(Generic[Work]):
    """What waits to be done, by who asked for it.

    Addresses take turns, and those who come from the same address take its turns in turn. One
    whose work is being done waits as long as another one has none done.

    >>> queue = FairQueue[str]()
    >>> for address, visitor in ("a1", "a1", "a2", "b3"):
    ...     queue.add(Asker(address, visitor), f"work of {visitor}")
    >>> [queue.take()[1] for _ in range(4)]
    ['work of 1', 'work of 3', 'work of 2', 'work of 1']
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        # By address and by asker, both in the order of turns.
        self._waiting: dict[str, dict[Asker, deque[Work]]] = {}
        self._under_way: Counter[Asker | str] = Counter()
        self._length = 0

    def __len__(self) -> int:
        """Return how much waits."""
        return self._length

    def __iter__(self) -> Iterator[Work]:
        """Go through what waits, in no order that means anything."""
        for askers in self._waiting.values():
            for waiting in askers.values():
                yield from waiting

    def add(self, asker: Asker, work: Work) -> None:
        """Let something wait for its turn."""
        askers = self._waiting.setdefault(asker.address, {})
        askers.setdefault(asker, deque()).append(work)
        self._length += 1

    def take(self) -> tuple[Asker, Work] | None:
        """Take what is next, which is under way until `done`, or None if nothing waits."""
        if not self._waiting:
            return None
        address = self._next(self._waiting)
        askers = self._waiting.pop(address)
        asker = self._next(askers)
        waiting = askers.pop(asker)
        work = waiting.popleft()
        self._length -= 1
        if waiting:
            askers[asker] = waiting  # behind all others of the address
        if askers:
            self._waiting[address] = askers  # behind all others
        self._under_way.update((address, asker))
        return asker, work

    def done(self, asker: Asker) -> None:
        """Hear that something that was taken is done."""
        for key in (asker.address, asker):
            self._under_way[key] -= 1
            if not self._under_way[key]:
                del self._under_way[key]

    def remove(self, asker: Asker, work: Work) -> bool:
        """Forget something that waits; False if it does not wait any more."""
        askers = self._waiting.get(asker.address, {})
        waiting = askers.get(asker)
        if waiting is None or work not in waiting:
            return False
        waiting.remove(work)
        self._length -= 1
        if not waiting:
            del askers[asker]
        if not askers:
            del self._waiting[asker.address]
        return True

    def _next(self, keys: Iterable[Key]) -> Key:
        """Return whose turn it is: the first who has nothing under way, or the first of all."""
        # Few have work under way: there are not more of them than those who do the work.
        idle = (key for key in keys if not self._under_way[key])
        return next(idle, next(iter(keys)))
