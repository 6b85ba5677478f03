"""A session: what the server knows about a client."""

import logging

from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.errors import ObversiError
from obversi.net.games.analyses import Analyses
from obversi.net.games.context import Peer, RequestRejectedError, ServerContext
from obversi.net.games.live_game import LiveGame
from obversi.net.stored_game import StoredSeat
from obversi.review import Review
from obversi.wire.session import ErrorCode

_LOG = logging.getLogger("obversi.net")


class Session:
    """A client, the games that it plays or watches, and its analyses."""

    def __init__(self, peer: Peer, context: ServerContext) -> None:
        """Start before hello."""
        self.peer = peer
        self.greeted = False
        self.person: int | None = None  # the id of a person that has sent a key
        self.live_games: dict[str, LiveGame] = {}
        self.elsewhere = 0  # the games that the client has in other processes
        self.analyses = Analyses(peer, context, self._reviewed)
        self._store = context.store
        self._most = context.limits.games_per_client

    def seat(self, token: bytes | None = None) -> StoredSeat:
        """Return a seat of this client."""
        return StoredSeat(self.peer.name, token=token, person=self.person)

    @property
    def is_engaged(self) -> bool:
        """Whether the client plays, watches, waits or has an analysis."""
        return bool(self.live_games) or len(self.analyses) > 0

    @property
    def has_clock(self) -> bool:
        """Whether the client plays a game that a clock ends."""
        return any(
            live.game.clocks.setting is not None
            and not live.game.is_waiting
            and live.participants.seat_of(self.peer) is not None
            for live in self.live_games.values()
        )

    @property
    def has_most_games(self) -> bool:
        """Whether the client has the maximum of games."""
        return self.owned_games + self.elsewhere >= self._most

    @property
    def owned_games(self) -> int:
        """The number of games that the client plays or has arranged."""
        return sum(map(self._owns, self.live_games.values()))

    def check_games(self) -> None:
        """Reject another game beyond the maximum."""
        if self.has_most_games:
            raise RequestRejectedError(ErrorCode.BUSY, f"you may have {self._most} games at once")

    def check_watched_games(self) -> None:
        """Reject another watched game beyond the maximum."""
        watched = len(self.live_games) - self.owned_games
        if watched >= self._most:
            raise RequestRejectedError(ErrorCode.BUSY, f"you may watch {self._most} games at once")

    def _reviewed(self, board: Board, review: Review) -> None:
        """Store the accuracy of both players, if the person has played this game."""
        if self.person is None:
            return
        black, white = (review.player(color).accuracy for color in (BLACK, WHITE))
        try:
            self._store.person_games.set_accuracy(self.person, board, black, white)
        except ObversiError as error:  # the review itself is still shown
            _LOG.warning("the accuracy of a game cannot be stored: %s", error)

    def _owns(self, live: LiveGame) -> bool:
        """Whether the client plays a game, or has arranged it between two agents."""
        participants = live.participants
        return participants.keeper is self.peer or participants.seat_of(self.peer) is not None
