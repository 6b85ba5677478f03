"""The reliability of a book: a sample of its positions is searched deeper."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from obversi import batch
from obversi.arguments import chosen_seed, whole_number
from obversi.board import Board
from obversi.book.book import Book
from obversi.engine import Engine
from obversi.limit import Limit
from obversi.move import Move


@dataclass(frozen=True, slots=True)
class Verified:
    """A position of a book, and the result of a deeper search."""

    board: Board
    value: int  # by the book
    move: Move
    searched: int
    searched_move: Move
    loss: int  # what the book's move loses by the deeper search

    @property
    def change(self) -> int:
        """The difference of both values."""
        return abs(self.value - self.searched)


def verify(
    book: Book, engine: Engine, count: int, deeper: int = 6, seed: int | None = 1
) -> Iterator[Verified]:
    """Search `count` positions of a book that are not proven `deeper` plies deeper than before.

    The value of a position in the book may come from positions further on.
    """
    whole_number(count, "the number of positions", 1)
    graph = book.graph()
    rows = [row for row in range(len(graph)) if not graph.exact[row]]
    for row in Random(chosen_seed(seed)).sample(rows, min(count, len(rows))):
        board = batch.to_board(graph.positions[row], size=book.size, rules=book.rules)
        if not (moves := book.moves(board)):
            continue  # a book of another program may know only the value
        known = moves[0]
        limit = Limit(depth=int(graph.leaves["depth"][row]) + deeper)
        found = engine.analyse(board, limit)
        loss = 0
        if found.move != known.move:
            own = engine.analyse(board, limit, moves=[known.move])
            loss = max(found.margin - own.margin, 0)
        yield Verified(board, known.value, known.move, found.margin, found.move, loss)
