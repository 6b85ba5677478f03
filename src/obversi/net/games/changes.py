"""Changes of a game by its keeper: other players, and undone moves."""

from collections.abc import Callable
from dataclasses import replace

from obversi.board import Board
from obversi.color import BLACK, WHITE, Color
from obversi.net.games.context import Peer, RequestRejectedError
from obversi.net.games.game import Game, Seat
from obversi.net.games.participants import Participants
from obversi.net.games.turns import AgentTurn
from obversi.net.store import GameStore
from obversi.net.stored_game import StoredMove, StoredSeat
from obversi.wire.session import ErrorCode, Id


class GameChanges:
    """Changes of seats and moves by the only person of a game without clocks.

    Every change is stored first; then the whole game is sent to all participants.
    """

    def __init__(
        self,
        game: Game,
        participants: Participants,
        store: GameStore,
        agent: AgentTurn,
        request_move: Callable[[], None],
    ) -> None:
        """Change this game; `request_move` continues it."""
        self._game = game
        self._participants = participants
        self._store = store
        self._agent = agent
        self._request_move = request_move

    def seat(self, color: Color, who: StoredSeat, peer: Peer, id: Id | None = None) -> None:
        """Let an agent or the keeper play a colour; an agent's search may continue."""
        self._check_keeper(peer)
        game = self._game
        who = replace(who, token=game.keeper_token)
        if who != game.who(color):
            players = {each: game.who(each) for each in (BLACK, WHITE)} | {color: who}
            self._store.set_seats(game.id, players[BLACK], players[WHITE])
            game.seats[color] = Seat(color, who, None if who.agent else peer)
            if game.turn == color:
                self._agent.cancel()
                game.clocks.stop()
            if self._participants.seat_of(peer) is None:
                self._participants.add_spectator(peer)
            else:
                self._participants.remove_spectator(peer)
        self._participants.send_game(peer, id)
        if not self._agent.is_running:
            self._request_move()

    def undo(self, peer: Peer, id: Id | None = None) -> None:
        """Return to the keeper's last turn; undo one move if the keeper plays both colours."""
        earlier = self._game.before_last_turn(self._colors(peer))
        if earlier is None:
            raise RequestRejectedError(ErrorCode.REFUSED, "you have not made a move to undo")
        self._store.take_back(self._game.id, earlier.ply)
        self._go_to(earlier, peer, id)

    def redo(self, peer: Peer, id: Id | None = None) -> None:
        """Play undone moves again, up to the keeper's next turn."""
        game = self._game
        later = game.at_next_turn(self._colors(peer))
        if later is None:
            raise RequestRejectedError(ErrorCode.REFUSED, "there is no undone move to play again")
        ply = game.board.ply
        self._store.add_moves(game.id, ply, list(map(StoredMove, later.move_stack[ply:])))
        self._go_to(later, peer, id)

    def _go_to(self, board: Board, peer: Peer, id: Id | None) -> None:
        self._agent.cancel()
        self._game.go_to(board)
        self._participants.send_game(peer, id)
        self._request_move()

    def _colors(self, peer: Peer) -> list[Color]:
        """Return the colours that the keeper plays, at least one."""
        self._check_keeper(peer)
        own = [seat.color for seat in self._participants.seats_of(peer)]
        if not own:
            reason = "two agents play: take one of the seats first"
            raise RequestRejectedError(ErrorCode.REFUSED, reason)
        return own

    def _check_keeper(self, peer: Peer) -> None:
        """Reject changes by others, and in games that cannot be changed."""
        if self._participants.may_change(peer):
            return
        is_seated = self._participants.seat_of(peer) is not None
        if peer is not self._participants.keeper and not is_seated:
            raise RequestRejectedError(ErrorCode.NOT_YOURS, "this game is not yours to change")
        if self._game.is_waiting:
            reason = "this game has not begun: it waits for an opponent"
        elif self._game.clocks.setting is None:
            reason = "another person plays: seats and moves cannot be changed"
        else:
            reason = "the game has clocks: seats and moves cannot be changed"
        raise RequestRejectedError(ErrorCode.REFUSED, reason)
