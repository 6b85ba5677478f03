"""Boards that several tests use, and what a board shows of itself."""

from obversi import Board
from obversi.rules import Rules

SIZES = (4, 6, 8)

# A black disc beside a white one in the corner: black can turn nothing, white can.
PASS_DUE = {size: "OX" + (size * size - 2) * "-" + " X" for size in SIZES}


def state(board: Board) -> tuple[object, ...]:
    """Everything a board shows, so that what an error left behind can be compared."""
    return (
        board.to_string(),
        board.size,
        board.rules,
        board.move_stack,
        board.ply,
        board.legal_moves,
        board.is_over,
    )


def played(*moves: str, size: int = 8, rules: Rules = "normal") -> Board:
    board = Board(size, rules)
    for move in moves:
        board.push(move)
    return board


def finished_with_pass(rules: Rules) -> Board:
    """Return the end of a game on 4×4 with a pass, with all its moves."""
    for choice in range(100):
        board = Board(4, rules)
        while not board.is_over:
            legal = board.legal_moves
            board.push(legal[choice % len(legal)])
        if "pass" in board.move_stack:
            return board
    raise AssertionError("no game with a pass was found")
