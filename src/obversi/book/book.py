"""A book of openings: values of moves without a search."""

import os
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from obversi import _core, batch
from obversi.arguments import whole_number
from obversi.board import Board, checked_board
from obversi.book.file import BookFile, read
from obversi.book.graph import NO_MOVE, Graph
from obversi.errors import InputError
from obversi.move import Move
from obversi.rules import Rules, checked_rules

_FOLDER = Path(__file__).parent

# The most positions that are examined to find a long line.
_MOST_OF_LINES = 300
_NO_GAMES = (0, 0.0)


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move, its value for the mover in discs, and how sure the value is.

    `exact` is true if the value is proven. Otherwise it comes from searches of `depth` plies with
    `selectivity` percent, passed up by minimax. A move that is not `expanded` leads out of the
    book; the book knows only the best of these. `points` is its score in the `games` that were
    played with the book, if there were any: 1 for a win, 0.5 for a draw.
    """

    move: Move
    value: int
    exact: bool
    depth: int
    selectivity: int
    expanded: bool
    games: int = 0
    points: float = 0.0

    @property
    def certainty(self) -> str:
        """How sure the value is, in words: ``exact``, ``18``, or ``18 at 73%``."""
        if self.exact:
            return "exact"
        return f"{self.depth}" + (f" at {self.selectivity}%" if self.selectivity < 100 else "")


class Book:
    """Positions of one game with their values, each for all its images under symmetry.

    >>> book = shipped_book(4, "normal")
    >>> book.value(Board(size=4))
    -10
    """

    def __init__(self, file: BookFile, path: str) -> None:
        """Use the content of a file, which `open` reads."""
        self._file = file
        self._path = path

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "Book":
        """Open the compact file of a book, in milliseconds."""
        return cls(read(Path(path)), os.fspath(path))

    @property
    def size(self) -> int:
        """The squares along an edge of the boards."""
        return self._file.size

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._file.rules

    @property
    def about(self) -> str:
        """How the book was made."""
        return self._file.about

    def __len__(self) -> int:
        return len(self._file.own)

    def __contains__(self, board: object) -> bool:
        return isinstance(board, Board) and self._row(board) is not None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the path."""
        return Book.open, (self._path,)

    def __repr__(self) -> str:
        return f"<Book of {len(self)} positions of {self.rules} {self.size}×{self.size}>"

    def value(self, board: Board) -> int | None:
        """Return the value of a position for its mover, or None if the book does not have it."""
        row = self._row(board)
        return None if row is None else int(self._file.records["value"][row])

    def is_exact(self, board: Board) -> bool:
        """Whether the book has a proven value of a position."""
        row = self._row(board)
        return row is not None and bool(self._file.records["is_exact"][row])

    def moves(self, board: Board) -> list[BookMove]:
        """Return the moves with values in the book, the best first; none for an unknown position.

        They are the moves to other positions of the book, and the best of the others.
        """
        row = self._row(board)
        if row is None or board.is_over:
            return []
        records = self._file.records
        leaf, leaf_key = records["leaf"][row], self._leaf_key(row)
        found = []
        for move in board.legal_moves:
            after = position_after(board, move)
            key = position_key(after)
            played = self._results.get(key, _NO_GAMES)
            if after.is_over:
                found.append(BookMove(move, -after.margin(), True, 0, 100, True, *played))
            elif (child := self._find(key)) is not None:
                record = records[child]
                below, exact = record["leaf"], bool(record["is_exact"])
                depth, selectivity = int(below["depth"]) + 1, int(below["selectivity"])
                value = -int(record["value"])
                found.append(BookMove(move, value, exact, depth, selectivity, True, *played))
            elif key == leaf_key:
                depth, selectivity = int(leaf["depth"]), int(leaf["selectivity"])
                value, exact = int(leaf["value"]), bool(leaf["exact"])
                found.append(BookMove(move, value, exact, depth, selectivity, False, *played))
        return sorted(found, key=lambda known: (-known.value, not known.expanded))

    def best_moves(self, board: Board, tolerance: int = 0) -> list[BookMove]:
        """Return the moves at most `tolerance` discs worse than the best.

        There are none where the book does not know the best move.
        """
        tolerance = whole_number(tolerance, "the tolerance", 0)
        known = self.moves(board)
        if not known or known[0].value != self.value(board):
            return []
        return [move for move in known if move.value >= known[0].value - tolerance]

    def margins(self, board: Board) -> dict[Move, int] | None:
        """Return the proven margin of every move for the mover, or None if one is not known.

        >>> book = shipped_book(6, "normal")
        >>> {str(move): margin for move, margin in book.margins(Board(size=6)).items()}
        {'c2': -4, 'b3': -4, 'e4': -4, 'd5': -4}
        """
        known = {move.move: move.value for move in self.moves(board) if move.exact}
        if not known or len(known) < len(board.legal_moves):
            return None
        return {move: known[move] for move in board.legal_moves}

    def line(self, board: Board) -> list[Move]:
        """Return best moves of both sides from here on: one of the longest lines of the book."""
        plies: dict[tuple[int, int], int] = {}
        moves = []
        shown = checked_board(board).copy(stack=False)
        while best := self.best_moves(shown):
            after = {known.move: position_after(shown, known.move) for known in best}
            chosen = max(after, key=lambda move: self._plies(after[move], plies))
            moves.append(chosen)
            shown.push(chosen)
        return moves

    def check_game(self, board: Board) -> None:
        """Raise an InputError unless the book is for the game of this board."""
        if (board.size, board.rules) != (self.size, self.rules):
            raise InputError(
                f"{self._path} is for {self.rules} {self.size}×{self.size}, "
                f"not for {board.rules} {board.size}×{board.size}"
            )

    def graph(self) -> Graph:
        """Return the positions as a graph, to work on all of them."""
        positions = np.stack([self._file.own, self._file.opp], axis=1)
        leaves, results = self._file.records["leaf"], self._file.results
        return Graph(positions, leaves, self.size, self.rules, results)

    @cached_property
    def _results(self) -> dict[tuple[int, int], tuple[int, float]]:
        """The games and the points of the side that moved, by the position after its move."""
        rows = self._file.results.tolist()
        return {(own, opp): (games, half_points / 2) for own, opp, games, half_points in rows}

    def _plies(self, board: Board, found: dict[tuple[int, int], int]) -> int:
        """Return the plies of best play known from here; `found` caches a limited number."""
        key = position_key(board)
        if key not in found and len(found) < _MOST_OF_LINES:
            found[key] = 0
            after = (position_after(board, best.move) for best in self.best_moves(board))
            found[key] = max((1 + self._plies(each, found) for each in after), default=0)
        return found.get(key, 0)

    def _row(self, board: Board) -> int | None:
        """Return the row of a position, or None."""
        if (checked_board(board).size, board.rules) != (self.size, self.rules):
            return None
        return self._find(position_key(board))

    def _find(self, key: tuple[int, int]) -> int | None:
        own, opp = key
        columns = self._file
        row = int(columns.own.searchsorted(np.uint64(own)))
        if row == len(columns.own) or columns.own[row] != own:
            return None
        if columns.opp[row] != opp:
            last = int(columns.own.searchsorted(np.uint64(own), "right"))
            row += int(columns.opp[row:last].searchsorted(np.uint64(opp)))
            if row == last or columns.opp[row] != opp:
                return None
        return row

    def _leaf_key(self, row: int) -> tuple[int, int] | None:
        """Return the position after the leaf's move, or None if there is no leaf."""
        number = int(self._file.records["leaf"]["move"][row])
        if number >= NO_MOVE:
            return None
        after = batch.to_board(
            np.array([self._file.own[row], self._file.opp[row]]), size=self.size, rules=self.rules
        )
        after.push(Move.from_index(number))
        return position_key(after)


def position_after(board: Board, move: Move) -> Board:
    """Return the position after a move, without a history."""
    after = board.copy(stack=False)
    after.push(move)
    return after


def position_key(board: Board) -> tuple[int, int]:
    """Return the discs of the mover and of the opponent in the canonical image."""
    own, opp = board.bits
    symmetry, size = board.canonical_symmetry, board.size
    return _core.transform(own, symmetry, size), _core.transform(opp, symmetry, size)


@cache
def shipped_book(size: int, rules: Rules) -> Book | None:
    """Return the book of the package for a game, or None if there is none."""
    path = shipped_book_path(size, rules)
    return None if path is None else Book.open(path)


def shipped_book_path(size: int, rules: Rules) -> Path | None:
    """Return the file of the package's book for a game, or None if there is none."""
    path = _FOLDER / f"{size}x{size}-{checked_rules(rules)}.obb"
    return path if path.exists() else None
