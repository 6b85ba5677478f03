"""Phrases: what the two persons of a game say to each other, a few at a time."""

from obversi.color import Color
from obversi.net.games.context import Peer, RequestRejectedError, ServerContext
from obversi.net.games.live_game import LiveGame
from obversi.net.games.rematches import Rematches
from obversi.net.limits import TokenBuckets
from obversi.wire.session import ErrorCode, Id, Said, Say, color_word


class Phrases:
    """Sends phrases between the persons of a game, during it and after it; spectators get none."""

    def __init__(self, context: ServerContext, rematches: Rematches) -> None:
        """Start with full token buckets."""
        limits = context.limits
        self._context = context
        self._rematches = rematches
        self._rate = TokenBuckets(limits.phrases_per_minute / 60, limits.phrases_at_once)

    def say(self, peer: Peer, request: Say, live: LiveGame | None, id: Id | None) -> None:
        """Send a phrase to both persons; `live` is the game, or None if it is over."""
        players = self._players(request.game, live)
        color = next((color for color, each in players.items() if each is peer), None)
        if color is None:
            reason = "phrases are for the two persons of a game: you are not one of them"
            raise RequestRejectedError(ErrorCode.NOT_YOURS, reason)
        if not self._rate.take(f"{request.game} {color}", self._context.now()):
            reason = "you have said much already: try again in a moment"
            raise RequestRejectedError(ErrorCode.RATE, reason)
        said = Said(request.game, color_word(color), request.phrase)
        for each in players.values():
            each.send(said, id if each is peer else None)

    def _players(self, game: str, live: LiveGame | None) -> dict[Color, Peer]:
        if live is None:
            return self._rematches.players(game)
        if not live.game.is_between_people:
            return {}
        return {color: seat.peer for color, seat in live.game.seats.items() if seat.peer}
