"""The boards of the usability test: odd ones too, the same for everyone."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.numbers import whole_number

__all__ = ["UsabilityBoard", "usability_boards"]

# So many random games have boards of all kinds, on 4×4 too.
_GAMES: Final = 60


@dataclass(frozen=True, slots=True)
class UsabilityBoard:
    """A position that comes about in play, with the moves that led there, and what is odd in it."""

    about: str
    board: Board


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of boards: those with the highest value are the best of the kind, None is not one."""

    about: str
    color: int
    value: Callable[[Board], int | None]


def usability_boards(size: int, rules: str, count: int) -> tuple[UsabilityBoard, ...]:
    """Return so many boards of a game, both colours among them, or all that could be found.

    The first are the start and the oddest, so that a short test has those.

    >>> [one.about for one in usability_boards(8, "reversed", 3)]
    ['the start', "white's first move", 'no move is legal: the list has to stay empty']
    """
    chosen = _boards(size, rules)[: whole_number(count, "the number of boards", 0)]
    return tuple(UsabilityBoard(one.about, one.board.copy()) for one in chosen)


@cache
def _boards(size: int, rules: str) -> tuple[UsabilityBoard, ...]:
    start = Board(size, rules)
    second = start.copy()
    second.push(second.legal_moves[0])
    found = [UsabilityBoard("the start", start), UsabilityBoard("white's first move", second)]
    seen = {start, second}
    positions = list(dict.fromkeys(_positions(start)))
    for kind in _KINDS:
        best, highest = None, -1
        for board in positions:
            if board.turn != kind.color or board in seen:
                continue
            value = kind.value(board)
            if value is not None and value > highest:
                best, highest = board, value
        if best is not None:
            seen.add(best)
            found.append(UsabilityBoard(kind.about, best))
    # From here on any board is as good as another: let it be another colour each time.
    others = [board for board in positions if board not in seen and not board.must_pass]
    Random(f"{size} {rules}").shuffle(others)
    by_color = [[board for board in others if board.turn == color] for color in (BLACK, WHITE)]
    for both in zip(*by_color, strict=False):
        found += [
            UsabilityBoard(f"a board with {len(one.empty)} empty squares", one) for one in both
        ]
    return tuple(found)


def _positions(start: Board) -> Iterator[Board]:
    """Go through the positions of random games that are not over."""
    random = Random(f"usability {start.size} {start.rules}")
    for _ in range(_GAMES):
        board = start.copy()
        while not board.is_over:
            yield board.copy()
            board.push(random.choice(board.legal_moves))


def _pass_due(board: Board) -> int | None:
    return len(board.empty) if board.must_pass else None


def _one_move(board: Board) -> int | None:
    return len(board.empty) if not board.must_pass and len(board.legal_moves) == 1 else None


def _many_moves(board: Board) -> int | None:
    return None if board.must_pass else len(board.legal_moves)


def _few_empties(board: Board) -> int | None:
    """Prefer few empty squares, and several moves to choose from among them."""
    moves = len(board.legal_moves)
    return None if board.must_pass or moves < 2 else 100 - 4 * len(board.empty) + moves


def _edges(board: Board) -> int | None:
    """Prefer full edges and corners, with moves there all the same."""
    if board.must_pass:
        return None
    last = board.size - 1
    cells = board.to_array()
    discs = sum(int((cells[side] != 0).sum() + (cells[:, side] != 0).sum()) for side in (0, last))
    moves = sum(move.row in (0, last) or move.column in (0, last) for move in board.legal_moves)
    corners = sum(move.row in (0, last) and move.column in (0, last) for move in board.legal_moves)
    return discs + 2 * corners if moves else None


def _lonely(board: Board) -> int | None:
    """Prefer few discs of the mover among many of the other."""
    own, other = len(board.discs(board.turn)), len(board.discs(-board.turn))
    return max(other - 3 * own, 0) if len(board.legal_moves) > 2 else None


def _long_lines(board: Board) -> int | None:
    """Prefer a move that turns many discs, over all the board and in many directions."""
    if len(board.legal_moves) < 3:
        return None
    return max(len(board.flips(move)) for move in board.legal_moves)


_KINDS: Final = (
    _Kind("no move is legal: the list has to stay empty", WHITE, _pass_due),
    _Kind("a single move is legal", BLACK, _one_move),
    _Kind("as many moves as ever are legal", WHITE, _many_moves),
    _Kind("few squares are empty", BLACK, _few_empties),
    _Kind("edges and corners are full", WHITE, _edges),
    _Kind("no move is legal: the list has to stay empty", BLACK, _pass_due),
    _Kind("hardly a disc is its own", WHITE, _lonely),
    _Kind("a move turns discs in many directions", BLACK, _long_lines),
    _Kind("a single move is legal", WHITE, _one_move),
    _Kind("as many moves as ever are legal", BLACK, _many_moves),
    _Kind("few squares are empty", WHITE, _few_empties),
    _Kind("edges and corners are full", BLACK, _edges),
    _Kind("hardly a disc is its own", BLACK, _lonely),
    _Kind("a move turns discs in many directions", WHITE, _long_lines),
)
