"""The lobby: the list of games, and the clients that follow its changes."""

from collections.abc import Callable, Sequence

from obversi.net.games.context import Peer, RequestRejectedError, ServerContext, Timer
from obversi.net.games.live_games import LiveGames
from obversi.net.games.participants import list_message, merged_list
from obversi.wire.session import MOST_LISTED, ErrorCode, GameEntry, GameList, Id

# Seconds between two looks at the list, while it has followers.
_PAUSE = 1.0


class Lobby:
    """Sends the list of games, and sends it again to followers when games come or go.

    The plies and spectators of running games change all the time: they alone are no reason to send
    it.
    """

    def __init__(self, live_games: LiveGames, context: ServerContext) -> None:
        """Start without followers."""
        self._live_games = live_games
        self._context = context
        self._followers: dict[str, Peer] = {}
        self._timer: Timer | None = None
        self._sent: object = None  # the list that followers have
        #: The games of other processes.
        self.elsewhere: Callable[[], Sequence[GameEntry]] = tuple

    def send(self, peer: Peer, id: Id | None, *, follow: bool) -> None:
        """Send the list to a client, which follows it from now on, or no longer."""
        if not follow:
            self.depart(peer)
        elif peer.number not in self._followers:
            if len(self._followers) >= self._context.limits.followers:
                reason = "too many clients follow the list of games: request it without 'follow'"
                raise RequestRejectedError(ErrorCode.BUSY, reason)
            self._followers[peer.number] = peer
        listed = self._list()
        peer.send(listed, id)
        if follow and self._timer is None:
            self._sent = _important(listed)
            self._timer = self._context.later(_PAUSE, self._look)

    def depart(self, peer: Peer) -> None:
        """Remove a follower, if the client is one."""
        self._followers.pop(peer.number, None)
        if not self._followers:
            self.close()

    def close(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        self._timer = self._context.later(_PAUSE, self._look)
        listed = self._list()
        important = _important(listed)
        if important == self._sent:
            return
        self._sent = important
        for peer in list(self._followers.values()):
            peer.send(listed)

    def _list(self) -> GameList:
        return merged_list(self.own_list(), self.elsewhere())

    def own_list(self) -> GameList:
        """Return the list of the games of this process."""
        listed = self._live_games.listed(MOST_LISTED)
        return list_message((live.game, len(live.participants.spectators)) for live in listed)


def _important(listed: GameList) -> object:
    return [(entry.game, entry.black, entry.white, entry.agents) for entry in listed.games]
