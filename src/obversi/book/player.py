"""Moves from a book, as an engine plays them."""

import os
from random import Random
from typing import Any, Final

from obversi.arguments import whole_number
from obversi.board import Board
from obversi.book.book import Book, BookMove, shipped_book
from obversi.errors import InputError

__all__ = ["DEFAULT_BOOK", "BookPlayer"]

#: The name of the package's own books.
DEFAULT_BOOK: Final = "default"


class BookPlayer:
    """Chooses among the best moves of a book, by chance or always the same with a seed.

    `book` is a `Book`, the name of its file, or "default": for each game the book of the package.

    >>> from obversi import Board
    >>> BookPlayer("default", seed=1).choose(Board(size=4)).move in Board(size=4).legal_moves
    True
    """

    def __init__(
        self, book: Book | str | os.PathLike[str], tolerance: int = 0, seed: int | None = None
    ) -> None:
        """Accept moves at most `tolerance` discs worse than the best."""
        if not isinstance(book, Book | str | os.PathLike):
            raise InputError(f"{book!r} is no book: expected the name of a file, or 'default'")
        self._settings = (book, tolerance, seed)
        self._book: Book | None = None
        if isinstance(book, Book):
            self._book = book
        elif book != DEFAULT_BOOK:
            self._book = Book.open(book)
        self._tolerance = whole_number(tolerance, "the tolerance", 0)
        self._seed = None if seed is None else whole_number(seed, "the seed", -(1 << 63))
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
        best = [] if book is None else book.best_moves(board, self._tolerance)
        if not best:
            return None
        random = self._random
        if self._seed is not None:
            random = Random(f"{self._seed} {board.to_string()}")
        return random.choice(best)

    def _book_for(self, board: Board) -> Book | None:
        if self._book is None:
            return shipped_book(board.size, board.rules)
        self._book.check_game(board)
        return self._book
