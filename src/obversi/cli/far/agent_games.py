"""An agent at a game elsewhere."""

from collections.abc import Awaitable
from contextlib import suppress
from typing import TypeVar

from obversi.errors import ObversiError
from obversi.net.agent_seat import AgentSeat
from obversi.net.client import RefusedError
from obversi.net.far_game import FarGame
from obversi.wire.session import End, Start

__all__ = ["play_by_agent"]

Result = TypeVar("Result")


async def play_by_agent(seat: AgentSeat, game: FarGame) -> End:
    """Let an agent play a game to its end; one that fails gives the game up."""
    begun: Start | None = None
    async for board in game.turns():
        start = await game.begun()
        if begun is None or (start is not begun and start.ply == 0):
            clock = None if start.clock is None else start.clock.seconds
            await _blamed(seat, game, seat.begin(board.size, board.rules, board.turn, clock))
        begun = start
        move = await _blamed(seat, game, seat.choose(board, game.seconds_left(board.turn)))
        if not (game.is_my_turn and game.board == board):
            continue  # the game is over, or another one
        try:
            await game.play(move)
        except RefusedError:
            if game.is_my_turn and game.board == board:
                raise
    return await game.finished()


async def _blamed(seat: AgentSeat, game: FarGame, doing: Awaitable[Result]) -> Result:
    """Return what an agent has done; whatever goes wrong with it is its own fault."""
    try:
        return await doing
    except Exception as error:
        with suppress(ObversiError):
            await game.resign()
        reason = str(error) or type(error).__name__
        raise ObversiError(f"agent {seat.name!r} has given the game up: {reason}") from error
