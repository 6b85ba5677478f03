"""A position in words, for screen readers."""

from obversi.board import Board
from obversi.color import Color, color_name
from obversi.move import Move
from obversi.outcome import winning_words
from obversi.squares import SquareSet

_NAMES = {1 << index: str(Move.from_index(index)) for index in range(64)}


def position_words(board: Board, flips: SquareSet) -> str:
    """Describe the last move, the disc counts, and the mover.

    >>> board = Board()
    >>> flips = board.flips("f5")
    >>> board.push("f5")
    >>> position_words(board, flips)
    'Black plays f5, 1 disc flips. Black 4, White 1. White has 3 moves.'
    """
    score = f"Black {len(board.black)}, White {len(board.white)}."
    last = _last_words(board.peek(), -board.turn, flips) if board.ply else "The start."
    return f"{last} {score} {_next_words(board)}"


def square_names(mask: int) -> list[str]:
    """Return the names of the squares of a bitboard.

    >>> square_names(Board().flip_bits("f5"))
    ['e5']
    """
    names = []
    while mask:
        lowest = mask & -mask
        names.append(_NAMES[lowest])
        mask ^= lowest
    return names


def count_of(number: int, one: str, more: str | None = None) -> str:
    """Return a number of things.

    >>> count_of(1, "move"), count_of(0, "move"), count_of(2, "pass", "passes")
    ('1 move', '0 moves', '2 passes')
    """
    return f"{number} {one if number == 1 else more or one + 's'}"


def _last_words(move: Move, mover: Color, flips: SquareSet) -> str:
    name = color_name(mover).capitalize()
    if move.is_pass:
        return f"{name} cannot move and passes."
    discs = count_of(len(flips), "disc")
    return f"{name} plays {move}, {discs} {'flips' if len(flips) == 1 else 'flip'}."


def _next_words(board: Board) -> str:
    outcome = board.outcome()
    name = color_name(board.turn).capitalize()
    if outcome is None:
        if board.must_pass:
            return f"{name} cannot move."
        return f"{name} has {count_of(len(board.legal_moves), 'move')}."
    rules = winning_words(board.rules)
    if outcome.winner is None:
        return f"The game is over, a draw ({rules})."
    winner = color_name(outcome.winner).capitalize()
    return f"The game is over, {winner} wins by {outcome.margin} ({rules})."
