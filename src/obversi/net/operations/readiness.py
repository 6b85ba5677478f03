"""Whether a server is ready for clients: its store answers, and it is not about to end."""

import time

from obversi.errors import ObversiError
from obversi.net.game_server import GameServer

# The store is read at most once in this time, however many requests arrive.
_SECONDS = 0.5

_DRAINING = "the server is about to end"
# An id that games do not have.
_NO_GAME = "none"

_NO_STORE = "the store does not answer"


class Readiness:
    """Checks whether clients should come to this server."""

    def __init__(self, game_server: GameServer) -> None:
        """Read the store at the first call."""
        self._game_server = game_server
        self._checked_at = float("-inf")
        self._answers = False

    def problem(self) -> str:
        """Return why the server is not ready, or an empty text."""
        if not self._game_server.is_ready:
            return _DRAINING
        now = time.monotonic()
        if now - self._checked_at > _SECONDS:
            self._checked_at, self._answers = now, self._store_answers()
        return "" if self._answers else _NO_STORE

    def _store_answers(self) -> bool:
        """Whether the store can be read; games report whether it can be written to."""
        try:
            self._game_server.store.game(_NO_GAME)
        except ObversiError:
            return False
        return True
