"""The positions of a game as pages show them: all that a view needs to know."""

from collections.abc import Iterator
from typing import Final

from obversi.board import Board
from obversi.color import BLACK
from obversi.move import Move
from obversi.openings import names_along
from obversi.squares import SquareSet
from obversi.web.games.words import position_words
from obversi.web.models import ColorName, End, Legal, Node

__all__ = ["color_of", "end_of", "nodes_of"]

_NAMES: Final = {1 << index: str(Move.from_index(index)) for index in range(64)}


def nodes_of(board: Board, since: int = 0) -> Iterator[Node]:
    """Go through the positions of a game, from a ply on; the first is the root."""
    shown = board.root()
    flips = SquareSet()
    openings = names_along(board)
    for ply, move in enumerate([None, *board.move_stack]):
        if move is not None:
            flips = SquareSet() if move.is_pass else shown.flips(move)
            shown.push(move)
        if ply >= since:
            yield _node(shown, flips, openings[ply])


def color_of(color: int) -> ColorName:
    """Return the word for a colour in answers."""
    return "black" if color == BLACK else "white"


def end_of(board: Board) -> End | None:
    """Return how a game ended, or None while it goes on."""
    outcome = board.outcome()
    if outcome is None:
        return None
    winner = None if outcome.winner is None else color_of(outcome.winner)
    return End(winner=winner, margin=outcome.margin, text=board.status())


def _node(board: Board, flips: SquareSet, opening: str | None) -> Node:
    played = board.peek() if board.ply else None
    black, white = len(board.black), len(board.white)
    # What is made here needs no check, and a page may ask for a whole game.
    return Node.model_construct(
        ply=board.ply,
        move=played,
        mover=None if played is None else color_of(-board.turn),
        flips=list(flips),
        board=board.to_string()[:-2],
        turn=None if board.is_over else color_of(board.turn),
        legal=[
            Legal.model_construct(move=move, flips=_names(board.flip_bits(move)))
            for move in board.legal_moves
            if not move.is_pass
        ],
        black=black,
        white=white,
        empties=board.size**2 - black - white,
        opening=opening,
        end=end_of(board),
        text=position_words(board, flips),
    )


def _names(mask: int) -> list[str]:
    names = []
    while mask:
        lowest = mask & -mask
        names.append(_NAMES[lowest])
        mask ^= lowest
    return names
