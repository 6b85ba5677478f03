"""Playing a whole game between two agents."""

from collections.abc import Callable

from obversi.agents.agent import Agent, agent_name, checked_agent
from obversi.board import Board, checked_board
from obversi.color import BLACK, color_name
from obversi.errors import IllegalMoveError, ObversiError
from obversi.move import PASS, Move

__all__ = ["play_game"]


def play_game(
    black: Agent,
    white: Agent,
    board: Board | None = None,
    *,
    on_move: Callable[[Board, Move], None] | None = None,
) -> Board:
    """Play from a board, or from the start, to the end of the game and return the final board.

    Passes are played automatically. `on_move` is called after each move and pass, with a copy of
    the board.

    >>> from obversi.agents import make_agent
    >>> play_game(make_agent("greedy"), make_agent("random"), Board(size=4)).is_over
    True
    """
    game = Board() if board is None else checked_board(board).copy()
    while not game.is_over:
        move = next_move(black if game.turn == BLACK else white, game)
        game.push(move)
        if on_move is not None:
            on_move(game.copy(), move)
    return game


def next_move(agent: Agent, board: Board) -> Move:
    """Return a pass if it is the only move, or else the checked choice of an agent."""
    if checked_board(board).must_pass:
        return PASS
    return checked_move(agent, board, checked_agent(agent).choose(board.copy()))


def checked_move(agent: Agent, board: Board, choice: object) -> Move:
    """Return the choice of an agent if it is a legal move, or raise IllegalMoveError."""
    trial = board.copy(stack=False)
    try:
        # An agent that forgets to return a move returns None, which is not a str.
        trial.push(choice if isinstance(choice, str) else repr(choice))
    except ObversiError as error:
        player = f"agent {agent_name(agent)!r} playing {color_name(board.turn)}"
        raise IllegalMoveError(f"{player} chose an illegal move: {error}") from None
    return trial.peek()
