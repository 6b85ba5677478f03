"""Why a position cannot have come about in a game."""

from collections.abc import Iterable

from obversi.color import BLACK, Color, color_name
from obversi.move import Move
from obversi.squares import SquareSet

# Every game has at least this many moves before a player can be without one (found by a search of
# all games), so that up to here the number of discs determines the mover.
_MOVES_BEFORE_ANY_PASS = {4: 4, 6: 8, 8: 8}

_STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


def position_problems(black: SquareSet, white: SquareSet, turn: Color, size: int) -> list[str]:
    """List what makes a position impossible, in plain words; none found is an empty list.

    A position without problems need not be reachable: to be sure one would have to find a game.
    """
    discs = black | white
    if not discs:
        return ["there is no disc on the board"]
    problems = []
    if missing := _centre(size) - discs:
        problems.append(f"the centre, where every game begins, is empty on {_names(missing)}")
    if lonely := [square for square in discs - _centre(size) if not _has_line(square, discs)]:
        problems.append(f"a disc placed on {_names(lonely)} cannot have flipped another")
    mainland = next(iter(discs & _centre(size) or discs))
    if islands := discs - _joined_to(mainland, discs):
        problems.append(f"nothing joins {_names(islands)} to the other discs")
    moves = len(discs) - 4
    if moves < _MOVES_BEFORE_ANY_PASS[size] and not problems:
        due = BLACK if moves % 2 == 0 else -BLACK
        if turn != due:
            problems.append(
                f"it cannot be {color_name(turn)}'s turn: there can have been no pass "
                f"with {len(discs)} discs on the board"
            )
    return problems


def _centre(size: int) -> SquareSet:
    middle = (size // 2 - 1, size // 2)
    return SquareSet(Move.at(row, column) for row in middle for column in middle)


def _neighbours(square: Move) -> list[Move]:
    places = ((square.row + r, square.column + c) for r, c in _STEPS)
    return [Move.at(row, column) for row, column in places if 0 <= row < 8 and 0 <= column < 8]


def _has_line(square: Move, discs: SquareSet) -> bool:
    """Whether two discs follow in some direction: one to flip and one to hold the other end."""
    for row_step, column_step in _STEPS:
        row, column = square.row + 2 * row_step, square.column + 2 * column_step
        if not (0 <= row < 8 and 0 <= column < 8):
            continue
        between = Move.at(square.row + row_step, square.column + column_step)
        if between in discs and Move.at(row, column) in discs:
            return True
    return False


def _joined_to(square: Move, discs: SquareSet) -> SquareSet:
    joined, to_visit = {square}, [square]
    while to_visit:
        for neighbour in _neighbours(to_visit.pop()):
            if neighbour in discs and neighbour not in joined:
                joined.add(neighbour)
                to_visit.append(neighbour)
    return SquareSet(joined)


def _names(squares: Iterable[Move]) -> str:
    return ", ".join(squares)
