"""Fair play over all processes: the running games with a clock that each of them has."""

from collections.abc import Callable, Iterator
from dataclasses import astuple, fields
from typing import Any

from obversi.net.games.context import Peer
from obversi.net.games.fair_play import ClosedGame, FairPlay, closed_game

_FIELDS = len(fields(ClosedGame))


class ClosedGames:
    """The closed games of this process, as last sent to the others, and those of the others."""

    def __init__(self, fair_play: FairPlay, name: Callable[[Peer], str]) -> None:
        """Let fair play know the games of all processes; `name` returns what others call a peer."""
        self._fair_play, self._name = fair_play, name
        self._sent: dict[str, tuple[object, ClosedGame]] = {}
        self._elsewhere: dict[str, dict[str, ClosedGame]] = {}
        fair_play.elsewhere = self._all_elsewhere
        fair_play.name_elsewhere = name

    def changes(self, *, all_of_them: bool) -> dict[str, Any]:
        """Return what has changed since the last call; None is a game that is over."""
        before, self._sent = self._sent, {}
        changes: dict[str, Any] = {}
        for live in self._fair_play.closed_games():
            game = live.game
            state = game.board.ply, [(seat.peer, seat.who.person) for seat in game.seats.values()]
            known = before.pop(game.id, None)
            is_new = known is None or known[0] != state
            closed = closed_game(live, self._name) if known is None or is_new else known[1]
            self._sent[game.id] = state, closed
            if is_new or all_of_them:
                changes[game.id] = astuple(closed)
        return changes | dict.fromkeys(before)

    def take(self, process: str, changes: dict[str, Any]) -> None:
        """Take what another process has sent."""
        known = self._elsewhere.setdefault(process, {})
        for game, closed in changes.items():
            if closed is None:
                known.pop(game, None)
            else:
                known[game] = ClosedGame(*closed[:_FIELDS])  # a newer process may send more

    def forget(self, process: str) -> None:
        """Remove the games of a process that has ended."""
        self._elsewhere.pop(process, None)

    def _all_elsewhere(self) -> Iterator[ClosedGame]:
        for games in self._elsewhere.values():
            yield from games.values()
