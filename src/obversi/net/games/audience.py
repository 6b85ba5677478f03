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
        self.keeper: Visitor | None = None  # the only person who has a hand in it, if there is one

    @property
    def watchers(self) -> int:
        """How many watch."""
        return len(self._watchers)

    def has_watcher(self, number: str) -> bool:
        """Whether the visitor with a number watches."""
        return number in self._watchers

    def add_watcher(self, visitor: Visitor) -> None:
        """Let somebody watch; there is an end to how many do."""
        is_welcome = visitor is self.keeper or self.has_watcher(visitor.number)
        if self.watchers >= self._most and not is_welcome:
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

    def onlookers(self) -> list[Visitor]:
        """Return those who watch."""
        return list(self._watchers.values())

    def seats_of(self, visitor: Visitor) -> list[Seat]:
        """Return the seats of a visitor; of one who has both, that of the mover first."""
        own = [seat for seat in self._game.seats.values() if seat.visitor is visitor]
        return sorted(own, key=lambda seat: seat is not self._game.mover)

    def seat_of(self, visitor: Visitor) -> Seat | None:
        """Return the seat of a visitor; of one who has both, that of the mover."""
        return next(iter(self.seats_of(visitor)), None)

    def may_change(self, visitor: Visitor) -> bool:
        """Whether a visitor may change seats and take moves back: the keeper, without clocks."""
        game = self._game
        return visitor is self.keeper and game.clocks.setting is None and game.ending is None

    # Telling

    def tell(self, reply: Reply, asker: Visitor | None = None, id: Id | None = None) -> None:
        """Tell everybody; for the one who asked it has his id."""
        for visitor in self.present():
            visitor.send(reply, id if visitor is asker else None)

    def tell_game(self, asker: Visitor | None = None, id: Id | None = None) -> None:
        """Tell everybody the whole game as it is now."""
        for visitor in self.present():
            self.tell_game_to(visitor, id if visitor is asker else None)

    def tell_game_to(
        self, visitor: Visitor, id: Id | None = None, token: str | None = None
    ) -> None:
        """Tell one visitor the whole game as it is now, and the token that is his from now on."""
        own = [seat.color for seat in self.seats_of(visitor)]
        keeper = self.may_change(visitor)
        visitor.send(start_of(self._game, own, keeper=keeper, token=token), id)

    def tell_presence(self, seat: Seat, seconds: float | None) -> None:
        """Tell all others that a player is gone, and for how long he may be, or is there again."""
        is_there = seat.visitor is not None
        reply = Presence(self._game.id, color_word(seat.color), is_there, seconds)
        for visitor in self.present():
            if visitor is not seat.visitor:
                visitor.send(reply)
