"""Waiting settings: players who want the same game against any opponent meet in one process.

The process with the first player holds the lease of these settings while players wait there.
"""

from hashlib import sha256

from obversi.net.games.context import RequestRejectedError
from obversi.net.games.game import opening_board
from obversi.net.games.live_game import LiveGame
from obversi.net.games.live_games import WaitingGames, game_settings
from obversi.net.games.session import Session
from obversi.net.processes.leases import Leases
from obversi.wire.session import ANYONE, Join


class WaitingSettings:
    """The settings of games that players wait for, and which process has which of them."""

    def __init__(self, leases: Leases, waiting: WaitingGames) -> None:
        """Start without any."""
        self._leases, self._waiting = leases, waiting
        self._held: dict[str, object] = {}

    def owner(self, session: Session, request: Join) -> str | None:
        """Return the process where a player may find an opponent; None is this one."""
        if request.against != ANYONE or request.private:
            return None
        try:
            board = opening_board(request)
        except RequestRejectedError:
            return None  # the handler reports the error
        if self._waiting.fitting(request, board, session.peer, session.person) is not None:
            return None
        return self._take(game_settings(board, request.clock, request.rated))

    def add(self, live: LiveGame) -> None:
        """Let players find a waiting game that came from another process."""
        game = live.game
        if game.is_waiting and not game.private:
            self._take(game_settings(game.first_board(), game.clocks.setting, game.rated))

    def drop_empty(self) -> None:
        """Give up the leases of settings for which no player waits."""
        for name, settings in list(self._held.items()):
            if not self._waiting.has(settings):
                del self._held[name]
                self._leases.drop(name)

    def _take(self, settings: object) -> str:
        name = f"join:{sha256(repr(settings).encode()).hexdigest()[:32]}"
        owner = self._leases.take_or_owner(name)
        if owner == self._leases.process:
            self._held[name] = settings
        return owner
