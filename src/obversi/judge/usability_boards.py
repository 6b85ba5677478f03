"""The boards of the usability test, with unusual ones; they are the same for all agents."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from obversi.arguments import whole_number
from obversi.board import Board
from obversi.color import BLACK, WHITE, Color
from obversi.rules import Rules

# This number of random games contains boards of all kinds, even on 4×4.
_GAMES = 60


@dataclass(frozen=True, slots=True)
class UsabilityBoard:
    """A position of a game, with the moves that led there, and a description."""

    about: str
    board: Board


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of board: the highest value is the best example, None is not an example."""

    about: str
    color: Color
    value: Callable[[Board], int | None]


def usability_boards(size: int, rules: Rules, count: int) -> tuple[UsabilityBoard, ...]:
    """Return `count` boards of both colours, or fewer if there are not as many.

    The first are the start and the most unusual boards, so that a short test contains those.

    >>> [one.about for one in usability_boards(8, "reversed", 3)]
    ['the start', "white's first move", 'no move is legal: the list has to stay empty']
    """
    chosen = _boards(size, rules)[: whole_number(count, "the number of boards", 0)]
    return tuple(UsabilityBoard(one.about, one.board.copy()) for one in chosen)


@cache
def _boards(size: int, rules: Rules) -> tuple[UsabilityBoard, ...]:
    start = Board(size, rules)
    second = start.copy()
    second.push(second.legal_moves[0])
    found = [UsabilityBoard("the start", start), UsabilityBoard("white's first move", second)]
    seen = {start, second}
    positions = list(dict.fromkeys(positions_of_games(start, _GAMES, f"usability {size} {rules}")))
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
    # The other boards alternate between the colours.
    others = [board for board in positions if board not in seen and not board.must_pass]
    Random(f"{size} {rules}").shuffle(others)
    by_color = [[board for board in others if board.turn == color] for color in (BLACK, WHITE)]
    for both in zip(*by_color, strict=False):
        found += [
            UsabilityBoard(f"a board with {len(one.empty)} empty squares", one) for one in both
        ]
    return tuple(found)


def positions_of_games(start: Board, games: int, seed: int | str) -> Iterator[Board]:
    """Yield all positions of some random games."""
    random = Random(seed)
    for _ in range(games):
        board = start.copy()
        while not board.is_over:
            yield board.copy()
            board.push(random.choice(board.legal_moves))


def _must_pass(board: Board) -> int | None:
    return len(board.empty) if board.must_pass else None


def _one_move(board: Board) -> int | None:
    return len(board.empty) if not board.must_pass and len(board.legal_moves) == 1 else None


def _many_moves(board: Board) -> int | None:
    return None if board.must_pass else len(board.legal_moves)


def _few_empties(board: Board) -> int | None:
    """Prefer few empty squares, with several legal moves."""
    moves = len(board.legal_moves)
    return None if board.must_pass or moves < 2 else 100 - 4 * len(board.empty) + moves


def _edges(board: Board) -> int | None:
    """Prefer full edges and corners, with legal moves there."""
    if board.must_pass:
        return None
    last = board.size - 1
    cells = board.to_array()
    discs = sum(int((cells[side] != 0).sum() + (cells[:, side] != 0).sum()) for side in (0, last))
    moves = sum(move.row in (0, last) or move.column in (0, last) for move in board.legal_moves)
    corners = sum(move.row in (0, last) and move.column in (0, last) for move in board.legal_moves)
    return discs + 2 * corners if moves else None


def _few_own_discs(board: Board) -> int | None:
    """Prefer few discs of the mover among many of the opponent."""
    own, other = len(board.discs(board.turn)), len(board.discs(-board.turn))
    return max(other - 3 * own, 0) if len(board.legal_moves) > 2 else None


def _many_flips(board: Board) -> int | None:
    """Prefer a move that flips many discs, in many directions."""
    if len(board.legal_moves) < 3:
        return None
    return max(len(board.flips(move)) for move in board.legal_moves)


_KINDS = (
    _Kind("no move is legal: the list has to stay empty", WHITE, _must_pass),
    _Kind("a single move is legal", BLACK, _one_move),
    _Kind("very many moves are legal", WHITE, _many_moves),
    _Kind("few squares are empty", BLACK, _few_empties),
    _Kind("edges and corners are full", WHITE, _edges),
    _Kind("no move is legal: the list has to stay empty", BLACK, _must_pass),
    _Kind("very few discs are its own", WHITE, _few_own_discs),
    _Kind("a move flips discs in many directions", BLACK, _many_flips),
    _Kind("a single move is legal", WHITE, _one_move),
    _Kind("very many moves are legal", BLACK, _many_moves),
    _Kind("few squares are empty", WHITE, _few_empties),
    _Kind("edges and corners are full", BLACK, _edges),
    _Kind("very few discs are its own", BLACK, _few_own_discs),
    _Kind("a move flips discs in many directions", WHITE, _many_flips),
)
