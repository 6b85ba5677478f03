"""Rematches: finished games between two people, and the offers to play again."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from obversi.color import Color
from obversi.net.games.context import Peer, RequestRejectedError
from obversi.net.games.game import Game
from obversi.wire.session import ErrorCode, Id, Presence, RematchEvent, color_word

# The most finished games that are remembered.
_MOST = 1000


@dataclass(slots=True, eq=False)
class FinishedGame:
    """A finished game, its players and spectators that are still connected, and the offers."""

    game: Game
    players: dict[Color, Peer] = field(default_factory=dict)
    spectators: list[Peer] = field(default_factory=list)
    offers: set[Color] = field(default_factory=set)

    def color_of(self, peer: Peer) -> Color | None:
        """Return the colour that a client played, if it did."""
        return next((color for color, each in self.players.items() if each is peer), None)

    def send(
        self,
        news: Literal["asked", "declined", "begun"],
        color: Color | None,
        requester: Peer,
        id: Id | None,
        next: str | None = None,
    ) -> None:
        """Notify the players, and the spectators if a new game begins."""
        word = None if color is None else color_word(color)
        reply = RematchEvent(self.game.id, news, word, next)
        for peer in [*self.players.values(), *(self.spectators if next else ())]:
            peer.send(reply, id if peer is requester else None)

    def send_presence(self, color: Color) -> None:
        """Notify the other player that one has gone, or is back."""
        if -color in self.players:
            is_present = color in self.players
            reply = Presence(self.game.id, color_word(color), is_present, None)
            self.players[-color].send(reply)


class Rematches:
    """The last games between two people, as long as one of them is connected."""

    def __init__(self) -> None:
        """Start without games."""
        self._finished: dict[str, FinishedGame] = {}

    def add(self, game: Game, spectators: Iterable[Peer]) -> None:
        """Add a game that has just ended, if it can have a rematch."""
        players = {color: seat.peer for color, seat in game.seats.items() if seat.peer}
        if game.is_between_people and players:
            self._remember(FinishedGame(game, players, list(spectators)))

    def come_back(self, peer: Peer, game: Game, color: Color) -> None:
        """Add a player who rejoins a finished game, and send the state of the offers."""
        if not game.is_between_people:
            return
        finished = self._finished.get(game.id)
        if finished is None:
            finished = self._remember(FinishedGame(game))
        if finished.color_of(peer) == -color:  # a client cannot be both players
            del finished.players[-color]
            finished.offers.discard(-color)
        finished.players[color] = peer
        finished.send_presence(color)
        if -color in finished.offers:
            peer.send(RematchEvent(game.id, "asked", color_word(-color), None))
        elif -color not in finished.players:
            peer.send(Presence(game.id, color_word(-color), False, None))

    def players(self, id: str) -> dict[Color, Peer]:
        """Return the players of a finished game that are still connected."""
        finished = self._finished.get(id)
        return {} if finished is None else finished.players

    def depart(self, peer: Peer) -> None:
        """Remove a client from all games."""
        for id in [id for id, finished in self._finished.items() if finished.color_of(peer)]:
            self.leave(peer, id)
        for finished in self._finished.values():
            if peer in finished.spectators:
                finished.spectators.remove(peer)

    def leave(self, peer: Peer, id: str) -> bool:
        """Remove a player from a finished game; return whether the client was one."""
        finished = self._finished.get(id)
        color = None if finished is None else finished.color_of(peer)
        if finished is None or color is None:
            return False
        del finished.players[color]
        finished.offers.discard(color)
        if finished.players:
            finished.send_presence(color)
        else:
            del self._finished[id]
        return True

    def offer(self, peer: Peer, game: Game, id: Id | None) -> FinishedGame | None:
        """Offer a rematch; return the finished game if both players have offered one now."""
        finished, color = self._own(peer, game)
        if -color not in finished.players:
            raise RequestRejectedError(ErrorCode.REFUSED, "the other player has gone")
        if -color in finished.offers:
            return finished
        if color in finished.offers:
            peer.send(RematchEvent(game.id, "asked", color_word(color), None), id)
        else:
            finished.offers.add(color)
            finished.send("asked", color, peer, id)
        return None

    def decline(self, peer: Peer, game: Game, id: Id | None) -> None:
        """Decline a rematch, or withdraw an offer."""
        finished, color = self._own(peer, game)
        finished.offers.clear()
        finished.send("declined", color, peer, id)

    def started(self, finished: FinishedGame) -> None:
        """Remove a game whose rematch has started."""
        self._finished.pop(finished.game.id, None)

    def _own(self, peer: Peer, game: Game) -> tuple[FinishedGame, Color]:
        if not game.is_between_people:
            reason = "a rematch is for two people: start a new game"
            raise RequestRejectedError(ErrorCode.REFUSED, reason)
        finished = self._finished.get(game.id)
        color = None if finished is None else finished.color_of(peer)
        if finished is None or color is None:
            reason = "you have not played this game, or have left it: rejoin it first"
            raise RequestRejectedError(ErrorCode.NOT_YOURS, reason)
        return finished, color

    def _remember(self, finished: FinishedGame) -> FinishedGame:
        self._finished[finished.game.id] = finished
        if len(self._finished) > _MOST:
            del self._finished[next(iter(self._finished))]
        return finished
