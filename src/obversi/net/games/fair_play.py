"""Fair play: no help by the server's engine in one's own running game with a clock."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from obversi.board import Board
from obversi.net.games.context import Peer, RequestRejectedError
from obversi.net.games.live_game import LiveGame
from obversi.net.games.live_games import LiveGames
from obversi.wire.session import ErrorCode

_OWN = "analysis is closed until your game with a clock is over"
_POSITION = (
    "this position is that of a running game with a clock: analysis is closed until it is over"
)

# Before this ply many games are the same, and anyone may analyse their positions.
_FIRST_PLY = 8


@dataclass(frozen=True, slots=True)
class ClosedGame:
    """A running game between people with a clock in another process: its players and addresses.

    The position is None while many games are the same.
    """

    peers: Sequence[str]
    persons: Sequence[int]
    addresses: Sequence[str]
    position: Sequence[str] | None


class FairPlay:
    """Rejects analyses by the players of a running game between people with a clock.

    A player is known by the connection that has the seat, or by a person's key: then no position
    is analysed. Without either, the position of the game is not analysed for other connections
    from the player's address.
    """

    def __init__(self, live_games: LiveGames) -> None:
        """Watch over these games, which change over time."""
        self._live_games = live_games
        #: The games of other processes, and the name that they use for a peer of this one.
        self.elsewhere: Callable[[], Iterable[ClosedGame]] = tuple
        self.name_elsewhere: Callable[[Peer], str] = lambda peer: peer.number

    def check(
        self,
        board: Callable[[], Board],
        address: str,
        *,
        person: int | None = None,
        peer: Peer | None = None,
    ) -> None:
        """Raise a `RequestRejectedError` if this client may not analyse a position now."""
        close = set()
        for live in self.closed_games():
            seats = live.game.seats.values()
            is_known = person is not None and any(seat.who.person == person for seat in seats)
            if is_known or (peer is not None and any(seat.peer is peer for seat in seats)):
                raise RequestRejectedError(ErrorCode.REFUSED, _OWN)
            if live.game.board.ply >= _FIRST_PLY and any(
                (seat.peer.address if seat.peer else seat.last_address) == address for seat in seats
            ):
                close.add(_position(live.game.board))
        for game in self.elsewhere():
            is_peer = peer is not None and self.name_elsewhere(peer) in game.peers
            if is_peer or person in game.persons:
                raise RequestRejectedError(ErrorCode.REFUSED, _OWN)
            if game.position is not None and address in game.addresses:
                close.add((game.position[0], game.position[1]))
        if close and _goes_through(board(), close):
            raise RequestRejectedError(ErrorCode.REFUSED, _POSITION)

    def closed_games(self) -> Iterator[LiveGame]:
        """Go through the games of two people with a clock, except those that wait."""
        for live in self._live_games:
            game = live.game
            if game.clocks.setting is None or game.is_waiting or game.outcome is not None:
                continue
            if not any(seat.is_agent for seat in game.seats.values()):
                yield live


def closed_game(live: LiveGame, name: Callable[[Peer], str]) -> ClosedGame:
    """Return the data for other processes; `name` returns their name of a peer."""
    seats = live.game.seats.values()
    board = live.game.board
    return ClosedGame(
        [name(seat.peer) for seat in seats if seat.peer],
        [seat.who.person for seat in seats if seat.who.person is not None],
        [seat.peer.address if seat.peer else seat.last_address for seat in seats],
        _position(board) if board.ply >= _FIRST_PLY else None,
    )


def _goes_through(board: Board, wanted: set[tuple[str, str]]) -> bool:
    """Whether a line reaches one of these positions, in any symmetry."""
    line = board.copy()
    while _position(line) not in wanted:
        if not line.ply:
            return False
        line.pop()
    return True


def _position(board: Board) -> tuple[str, str]:
    return board.rules, board.copy(stack=False).canonical().to_string()
