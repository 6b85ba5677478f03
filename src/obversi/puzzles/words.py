"""Sentences about exact margins."""

from obversi.board import Board
from obversi.color import color_name
from obversi.outcome import winning_words


def result_words(margin: int) -> str:
    """Name a result by its margin.

    >>> result_words(4), result_words(0), result_words(-2)
    ('a win by 4', 'a draw', 'a loss by 2')
    """
    return "a draw" if margin == 0 else f"a {'win' if margin > 0 else 'loss'} by {abs(margin)}"


def best_words(board: Board, margin: int) -> str:
    """Describe the best result for the mover.

    >>> best_words(Board(6, "reversed"), 2)
    'Black can win by 2, with 17 discs to 19: fewest discs win.'
    """
    if margin < 0:
        reach = f"loses by {-margin} at best"
    else:
        reach = f"can win by {margin}" if margin else "can reach a draw"
    return f"{mover_name(board)} {reach}, with {_count_words(board, margin)}."


def perfect_words(board: Board, margin: int) -> str:
    """Describe the result of perfect play.

    >>> perfect_words(Board(6), -4)
    'With perfect play Black loses by 4, with 16 discs to 20: most discs win.'
    """
    end = "draws" if margin == 0 else f"{'wins' if margin > 0 else 'loses'} by {abs(margin)}"
    return f"With perfect play {mover_name(board)} {end}, with {_count_words(board, margin)}."


def discs_words(board: Board, margin: int) -> str:
    """Return the final disc counts, the mover's first; empty squares count for the winner."""
    more = margin if board.rules == "normal" else -margin
    own = (board.size**2 + more) // 2
    opponents = board.size**2 - own
    return f"{own} discs each" if own == opponents else f"{own} discs to {opponents}"


def mover_name(board: Board) -> str:
    """Return the mover's colour, capitalized."""
    return color_name(board.turn).capitalize()


def _count_words(board: Board, margin: int) -> str:
    return f"{discs_words(board, margin)}: {winning_words(board.rules)}"
