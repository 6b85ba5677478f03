"""The themes once more, square by square, from the rules of `reference`."""

from collections.abc import Mapping
from typing import Any

import reference

import obversi as ob

Square = reference.Square


def themes(board: ob.Board, margins: Mapping[Any, int]) -> set[str]:
    """Return the themes of a position by the margins of its moves, which have names."""
    cells, turn = board.to_array().tolist(), board.turn
    best = max(margins, key=lambda move: margins[move])
    others = [move for move in margins if move != best]
    normal = board.rules == "normal"
    corners = {"a1", f"a{board.size}"} | {
        f"{'abcdefgh'[board.size - 1]}{n}" for n in (1, board.size)
    }
    found = set()

    replies = _replies(cells, turn, best)
    if normal and best in corners and not corners.issuperset(others):
        found.add("corner")
    if not normal and replies and replies <= corners:
        found.add("corner")

    def opens(move: str) -> bool:
        closed = corners - _legal(cells, -turn)
        return bool(_replies(cells, turn, move) & closed)

    if normal and opens(best) and not all(opens(move) for move in others):
        found.add("sacrifice")
    if not normal and best in corners and not corners.issuperset(others):
        found.add("sacrifice")

    if [move for move in margins if _is_quiet(cells, turn, move)] == [best]:
        found.add("quiet")

    good = {move for move in margins if len(_region(cells, _square(move))) % 2 == int(normal)}
    bad = set(margins) - good
    if good and bad and all(margins[one] > margins[other] for one in good for other in bad):
        found.add("parity")

    if margins[best] == board.size**2:
        found.add("wipe-out")
    return found


def _square(move: str) -> Square:
    return int(move[1]) - 1, "abcdefgh".index(move[0])


def _legal(cells: reference.Cells, turn: int) -> set[str]:
    return {reference.name(square) for square in reference.legal_squares(cells, turn)}


def _replies(cells: reference.Cells, turn: int, move: str) -> set[str]:
    return _legal(reference.successor(cells, turn, move), -turn)


def _neighbours(size: int, square: Square) -> list[Square]:
    return [
        next(reference.walk(size, square, direction))
        for direction in reference.DIRECTIONS
        if next(reference.walk(size, square, direction), None) is not None
    ]


def _is_quiet(cells: reference.Cells, turn: int, move: str) -> bool:
    after = reference.successor(cells, turn, move)
    return not any(
        after[row][column] == reference.EMPTY
        for flipped in reference.flips(cells, turn, _square(move))
        for row, column in _neighbours(len(cells), flipped)
    )


def _region(cells: reference.Cells, square: Square) -> set[Square]:
    region, waiting = {square}, [square]
    while waiting:
        for row, column in _neighbours(len(cells), waiting.pop()):
            if cells[row][column] == reference.EMPTY and (row, column) not in region:
                region.add((row, column))
                waiting.append((row, column))
    return region
