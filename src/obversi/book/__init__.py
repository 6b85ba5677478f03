"""Opening books: values of positions, each once for all its images under symmetry.

>>> from obversi import Board
>>> book = shipped_book(4, "reversed")
>>> book.value(Board(size=4, rules="reversed"))
4
"""

from obversi.book.book import Book, shipped_book
from obversi.book.player import BookPlayer

__all__ = [
    "Book",
    "BookPlayer",
    "shipped_book",
]
