"""Everybody who hears of a game: the players who are there, and those who watch."""

from obversi.net.games.game import Game
from obversi.net.games.refusal import RefusedError
from obversi.net.games.seats import Seat
from obversi.net.games.telling import start_of
from obversi.net.visitor import Visitor
from obversi.wire.session import ErrorCode, Id, Presence, Reply, color_word

__all__ = ["Audience"]


class Audience:
    """Those to whom a game is told."""

    def __init__(self, game: Game, most: int) -> None:
        """Begin with the players alone; so many may watch."""
        self._game = game
        self._most = most
        self._watchers: dict[str, Visitor] = {}

    @property
    def watchers(self) -> int:
        """How many watch."""
        return len(self._watchers)

    def has_watcher(self, number: str) -> bool:
        """Whether the visitor with a number watches."""
        return number in self._watchers

    def add_watcher(self, visitor: Visitor) -> None:
        """Let somebody watch; there is an end to how many do."""
        if self.watchers >= self._most and not self.has_watcher(visitor.number):
            raise RefusedError(ErrorCode.BUSY, "too many watch this game already")
        self._watchers[visitor.number] = visitor

    def remove_watcher(self, visitor: Visitor) -> None:
        """Let somebody watch no longer, if he did."""
        self._watchers.pop(visitor.number, None)

    def present(self) -> list[Visitor]:
        """Return the players who are there, then those who watch; nobody twice."""
        seats = self._game.seats.values()
        seated = {seat.visitor.number: seat.visitor for seat in seats if seat.visitor}
        return list((seated | self._watchers).values())

    def seat_of(self, visitor: Visitor) -> Seat | None:
        """Return the seat of a visitor; of one who has both, that of the mover."""
        own = [seat for seat in self._game.seats.values() if seat.visitor is visitor]
        return next((seat for seat in own if seat is self._game.mover), own[0] if own else None)

    # Telling

    def tell(self, reply: Reply, asker: Visitor | None = None, id: Id | None = None) -> None:
        """Tell everybody; for the one who asked it has his id."""
        for visitor in self.present():
            visitor.send(reply, id if visitor is asker else None)

    def tell_game(self, asker: Visitor | None = None, id: Id | None = None) -> None:
        """Tell everybody the whole game as it is now."""
        for visitor in self.present():
            self.tell_game_to(visitor, id if visitor is asker else None)

    def tell_game_to(self, visitor: Visitor, id: Id | None = None) -> None:
        """Tell one visitor the whole game as it is now."""
        seat = self.seat_of(visitor)
        visitor.send(start_of(self._game, seat.color if seat else None), id)

    def tell_presence(self, seat: Seat, seconds: float | None) -> None:
        """Tell all others that a player is gone, and for how long he may be, or is there again."""
        is_there = seat.visitor is not None
        reply = Presence(self._game.id, color_word(seat.color), is_there, seconds)
        for visitor in self.present():
            if visitor is not seat.visitor:
                visitor.send(reply)
