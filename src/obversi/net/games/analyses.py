"""The analyses and the reviews that a visitor has asked for."""

from typing import Protocol

from obversi.net.games.refusal import RefusedError
from obversi.net.games.room import Room
from obversi.net.games.running_analysis import RunningAnalysis
from obversi.net.games.running_review import RunningReview
from obversi.net.thinkers import Asker
from obversi.net.visitor import Visitor
from obversi.wire.session import Analyse, ErrorCode, Id, Reply, Review, Stop

__all__ = ["Analyses"]


class _UnderWay(Protocol):
    def begin(self) -> None:
        """Begin, or raise an error that says why not."""

    def stop(self) -> None:
        """End it soon, and tell what was found."""


class Analyses:
    """The analyses and reviews of one visitor that are under way, by their ids."""

    def __init__(self, visitor: Visitor, room: Room) -> None:
        """Begin with none."""
        self._visitor = visitor
        self._room = room
        self._under_way: dict[Id, _UnderWay] = {}

    def __len__(self) -> int:
        """How many are under way."""
        return len(self._under_way)

    def begin(self, request: Analyse | Review, id: Id | None) -> None:
        """Begin one; what is found is told under its id."""
        if id is None:
            raise RefusedError(ErrorCode.FORMAT, "the field 'id' is missing: answers repeat it")
        if id in self._under_way:
            raise RefusedError(ErrorCode.REFUSED, f"the analysis {id!r} is still under way")
        most = self._room.bounds.analyses_of_visitor
        if len(self._under_way) >= most:
            raise RefusedError(ErrorCode.BUSY, f"you may have {most} analyses under way at once")

        def tell(reply: Reply, *, last: bool) -> None:
            if self._under_way.get(id) is under_way:
                if last:
                    del self._under_way[id]
                self._visitor.send(reply, id)

        asker = Asker(self._visitor.address, self._visitor.number)
        under_way: _UnderWay = (
            RunningReview(request, asker, self._room, tell)
            if isinstance(request, Review)
            else RunningAnalysis(request, asker, self._room, tell)
        )
        self._under_way[id] = under_way
        try:
            under_way.begin()
        except BaseException:
            self._under_way.pop(id, None)
            raise

    def stop(self, request: Stop) -> None:
        """End one; it tells what it found so far."""
        under_way = self._under_way.get(request.target)
        if under_way is None:
            why = f"there is no analysis {request.target!r} under way"
            raise RefusedError(ErrorCode.REFUSED, why)
        under_way.stop()

    def cancel(self) -> None:
        """End all, and tell nothing."""
        ended, self._under_way = self._under_way, {}
        for under_way in ended.values():
            under_way.stop()
