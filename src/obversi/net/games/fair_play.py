"""Fair play: no help by the server's engine in one's own running game with a clock."""

from collections.abc import Callable, Iterator
from typing import Final

from obversi.board import Board
from obversi.net.games.context import Peer, RequestRejectedError
from obversi.net.games.live_game import LiveGame
from obversi.net.games.live_games import LiveGames
from obversi.wire.session import ErrorCode

__all__ = ["FairPlay"]

_OWN: Final = "analysis is closed until your game with a clock is over"
_POSITION: Final = (
    "this position is that of a running game with a clock: analysis is closed until it is over"
)

# Before this ply many games are the same, and everybody may look at their positions.
_FIRST_PLY: Final = 8


class FairPlay:
    """Rejects analyses by the players of a running game between people with a clock.

    A player is known by the connection that has the seat, or by a person's key: then no position
    is analysed. Without either, the position of the game is not analysed for other connections
    from the player's address.
    """

    def __init__(self, live_games: LiveGames) -> None:
        """Watch over these games, which change over time."""
        self._live_games = live_games

    def check(
        self,
        board: Callable[[], Board],
        address: str,
        *,
        person: int | None = None,
        peer: Peer | None = None,
    ) -> None:
        """Raise a `RequestRejectedError` if this client may not analyse a position now."""
        close = []
        for live in self._closed_games():
            seats = live.game.seats.values()
            is_known = person is not None and any(seat.who.person == person for seat in seats)
            if is_known or (peer is not None and any(seat.peer is peer for seat in seats)):
                raise RequestRejectedError(ErrorCode.REFUSED, _OWN)
            if live.game.board.ply >= _FIRST_PLY and any(
                (seat.peer.address if seat.peer else seat.last_address) == address for seat in seats
            ):
                close.append(live.game.board)
        if close and _goes_through(board(), close):
            raise RequestRejectedError(ErrorCode.REFUSED, _POSITION)

    def _closed_games(self) -> Iterator[LiveGame]:
        """Go through the games of two people with a clock, except those that wait."""
        for live in self._live_games:
            game = live.game
            if game.clocks.setting is None or game.is_waiting or game.outcome is not None:
                continue
            if not any(seat.is_agent for seat in game.seats.values()):
                yield live


def _goes_through(board: Board, games: list[Board]) -> bool:
    """Whether a line reaches the position of one of these games, in any symmetry."""
    wanted = {_position(game) for game in games}
    line = board.copy()
    while _position(line) not in wanted:
        if not line.ply:
            return False
        line.pop()
    return True


def _position(board: Board) -> tuple[str, str]:
    return board.rules, board.copy(stack=False).canonical().to_string()
