"""What the keeper of a game may change: who plays, and what was played."""

from collections.abc import Callable
from dataclasses import replace

from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.net.games.agent_turn import AgentTurn
from obversi.net.games.audience import Audience
from obversi.net.games.game import Game
from obversi.net.games.refusal import RefusedError
from obversi.net.games.seats import Seat
from obversi.net.store import Store, StoredMove, StoredSeat
from obversi.net.visitor import Visitor
from obversi.wire.session import ErrorCode, Id

__all__ = ["Changes"]


class Changes:
    """Changes of seats and moves, by the only person who has a hand in a game without clocks.

    Whatever is changed is stored first; then everybody is told the whole game again.
    """

    def __init__(
        self,
        game: Game,
        audience: Audience,
        store: Store,
        agent: AgentTurn,
        go_on: Callable[[], None],
    ) -> None:
        """Take the game and those who hear of it; `go_on` lets the mover move."""
        self._game = game
        self._audience = audience
        self._store = store
        self._agent = agent
        self._go_on = go_on

    def seat(self, color: int, who: StoredSeat, visitor: Visitor, id: Id | None = None) -> None:
        """Let an agent or the keeper himself play a colour; an agent may be thinking on."""
        self._refuse_others(visitor)
        game = self._game
        who = replace(who, token=game.keeper_token)
        if who != game.who(color):
            players = {each: game.who(each) for each in (BLACK, WHITE)} | {color: who}
            self._store.set_seats(game.id, players[BLACK], players[WHITE])
            game.seats[color] = Seat(color, who, None if who.agent else visitor)
            if game.turn == color:
                self._agent.cancel()
                game.clocks.halt()
            if self._audience.seat_of(visitor) is None:
                self._audience.add_watcher(visitor)
            else:
                self._audience.remove_watcher(visitor)
        self._audience.tell_game(visitor, id)
        if not self._agent.is_asked:
            self._go_on()

    def undo(self, visitor: Visitor, id: Id | None = None) -> None:
        """Go back to the keeper's last turn; the last move goes if he plays both colours."""
        earlier = self._game.before_last_turn(self._colors(visitor))
        if earlier is None:
            raise RefusedError(ErrorCode.REFUSED, "there is no move of yours to take back")
        self._store.take_back(self._game.id, earlier.ply)
        self._go_to(earlier, visitor, id)

    def redo(self, visitor: Visitor, id: Id | None = None) -> None:
        """Play again what was taken back, up to the keeper's next turn."""
        game = self._game
        later = game.at_next_turn(self._colors(visitor))
        if later is None:
            raise RefusedError(ErrorCode.REFUSED, "there is no move to play again")
        ply = game.board.ply
        self._store.add_moves(game.id, ply, list(map(StoredMove, later.move_stack[ply:])))
        self._go_to(later, visitor, id)

    def _go_to(self, board: Board, visitor: Visitor, id: Id | None) -> None:
        self._agent.cancel()
        self._game.go_to(board)
        self._audience.tell_game(visitor, id)
        self._go_on()

    def _colors(self, visitor: Visitor) -> list[int]:
        """Return the colours that the keeper plays, at least one."""
        self._refuse_others(visitor)
        own = [seat.color for seat in self._audience.seats_of(visitor)]
        if not own:
            raise RefusedError(ErrorCode.REFUSED, "two agents play: take one of the seats first")
        return own

    def _refuse_others(self, visitor: Visitor) -> None:
        if self._audience.may_change(visitor):
            return
        is_seated = self._audience.seat_of(visitor) is not None
        if visitor is not self._audience.keeper and not is_seated:
            raise RefusedError(ErrorCode.NOT_YOURS, "this game is not yours to change")
        if self._game.waits:
            raise RefusedError(ErrorCode.REFUSED, "this game has not begun: nobody has come yet")
        why = "another person plays" if self._game.clocks.setting is None else "there are clocks"
        raise RefusedError(ErrorCode.REFUSED, f"{why}: the seats and the moves stay as they are")
