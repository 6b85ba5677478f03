"""Moves from a book, as an engine plays them.

A book that played games (`obversi book learn`) prefers the moves that did well in them. The
expected score of a move is that of its games, together with a few games of the average score of the
position. A disc less than the best value counts as a tenth of a point. So a move with few games
has to have the best value, and one that did badly in many games is not repeated.
"""

import os
from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any

from obversi.arguments import chosen_seed, whole_number
from obversi.board import Board, checked_board
from obversi.book.book import Book, BookMove, shipped_book
from obversi.errors import InputError

#: The name of the package's own books.
DEFAULT_BOOK = "default"

# Discs that a move which did well may be worse than the best one.
_MOST_LOSS = 1
_SCORE_OF_A_DISC = 0.1
GAMES_BEFORE = 4
# Moves are equally good if their expected scores differ by less than this share of the standard
# deviation of a game's score.
_EQUAL = 0.1


def playable(book: Book, board: Board) -> list[BookMove]:
    """Return the moves that may be played if they do well in games, the best value first.

    Where the best value is proven they all have it.
    """
    moves = book.best_moves(board, _MOST_LOSS)
    if moves and moves[0].exact:
        return [move for move in moves if move.value == moves[0].value]
    return moves


def expected_scores(moves: Sequence[BookMove]) -> list[float]:
    """Return the expected score of each of the playable moves of a position, the best first."""
    games = sum(move.games for move in moves)
    points = sum(move.points for move in moves)
    average = (points + 0.5 * GAMES_BEFORE) / (games + GAMES_BEFORE)
    scores = []
    for move in moves:
        before = average - _SCORE_OF_A_DISC * (moves[0].value - move.value)
        scores.append((move.points + before * GAMES_BEFORE) / (move.games + GAMES_BEFORE))
    return scores


class BookPlayer:
    """Chooses among the best moves of a book, by chance or always the same with a seed.

    `book` is a `Book`, the name of its file, or "default": for each game the book of the package.

    >>> from obversi import Board
    >>> BookPlayer("default", seed=1).choose(Board(size=4)).move in Board(size=4).legal_moves
    True
    """

    def __init__(
        self,
        book: Book | str | os.PathLike[str],
        tolerance: int | None = None,
        seed: int | None = None,
    ) -> None:
        """Choose by the results of the book's games, or else among moves with the best value.

        With a `tolerance` games do not count: every move is accepted that is at most so many discs
        worse than the best.
        """
        if not isinstance(book, Book | str | os.PathLike) or book == "":
            raise InputError(f"{book!r} is no book: expected the name of a file, or 'default'")
        self._settings = (book, tolerance, seed)
        self._book: Book | None = None
        if isinstance(book, Book):
            self._book = book
        elif book != DEFAULT_BOOK:
            self._book = Book.open(book)
        self._tolerance = None if tolerance is None else whole_number(tolerance, "the tolerance", 0)
        self._seed = None if seed is None else chosen_seed(seed)
        self._random = Random()

    def __repr__(self) -> str:
        book, tolerance, seed = self._settings
        return f"BookPlayer({book!r}, tolerance={tolerance}, seed={seed})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the settings."""
        return BookPlayer, self._settings

    def moves(self, board: Board) -> list[BookMove]:
        """Return what the book knows of a position, the best move first."""
        book = self._book_for(board)
        return [] if book is None else book.moves(board)

    def choose(self, board: Board) -> BookMove | None:
        """Choose a move, or None if the book does not know the best one."""
        book = self._book_for(board)
        best = [] if book is None else self._accepted(book, board)
        if not best:
            return None
        random = self._random
        if self._seed is not None:
            random = Random(f"{self._seed} {board.to_string()}")
        return random.choice(best)

    def _accepted(self, book: Book, board: Board) -> list[BookMove]:
        if self._tolerance is not None:
            return book.best_moves(board, self._tolerance)
        moves = playable(book, board)
        if not any(move.games for move in moves):
            return [move for move in moves if move.value == moves[0].value]
        scores = expected_scores(moves)
        best = max(scores)
        least = best - _EQUAL * sqrt(best * (1 - best))
        return [move for move, score in zip(moves, scores, strict=True) if score >= least]

    def _book_for(self, board: Board) -> Book | None:
        checked_board(board)
        if self._book is None:
            return shipped_book(board.size, board.rules)
        self._book.check_game(board)
        return self._book
