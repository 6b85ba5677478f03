"""A page in Markdown about openings, with the values of books."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from obversi.analysis import margin_text
from obversi.board import Board
from obversi.book.book import Book, BookMove
from obversi.book.editing import root_of
from obversi.book.graph import Graph
from obversi.color import BLACK
from obversi.openings import OPENINGS, name_of
from obversi.outcome import winning_words

# The weight of a lost disc if only best play is of interest: any loss is too much.
_NO_LOSS = 1e6
_SHOWN_MOVES = 4
_LONGEST_LINE = 24

_HEAD = """\
# Openings

What the books of the package say of the openings on 8×8, in both games. `obversi book report`
makes this page. All values are discs for Black: +2 means that Black wins by 2 if both sides play as
well as the book knows. [The page on books](books.md) says how they are made.

**Proven and believed.** {proven}
All other values are believed: they come from searches that leave moves out, passed up by minimax,
and a deeper search can change them. For comparison: that the normal game is a draw was shown by
Hiroki Takizawa in 2023 ("Othello is Solved"). Of the reversed game nothing is proven on 8×8.
"""


@dataclass(frozen=True)
class _Theory:
    """A book, its graph, and the costs of best play alone."""

    book: Book
    graph: Graph

    @property
    def best_play(self) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """The positions that are reached if neither side gives anything away."""
        costs = self.graph.costs(root_of(self.graph), strict=_NO_LOSS, lenient=_NO_LOSS)
        return np.asarray(costs.least < _NO_LOSS)


def openings_page(books: Sequence[Book]) -> str:
    """Return the page about books of 8×8."""
    theories = [_Theory(book, book.graph()) for book in books]
    proven = "\n".join(map(_proven, theories))
    parts = [_HEAD.format(proven=proven)]
    for theory in theories:
        parts.append(_game(theory))
    return "\n".join(parts)


def _proven(theory: _Theory) -> str:
    graph = theory.graph
    count = int(graph.exact.sum())
    start = "is" if graph.exact[root_of(graph)] else "is not"
    return (
        f"In the {graph.rules} game {count:,} of {len(graph):,} positions have a proven value; "
        f"that of the start {start} proven."
    )


def _game(theory: _Theory) -> str:
    book, graph = theory.book, theory.graph
    start = Board(rules=book.rules)
    depths = graph.leaves["depth"][graph.has_leaf]
    lines = [
        f"## The {book.rules} game ({winning_words(book.rules)})",
        "",
        f"The book has {len(book):,} positions, searched {int(depths.min())} to "
        f"{int(depths.max())} plies deep. The start is worth {_value(start, book)} to Black.",
        "",
        "The four first moves are images of each other. After f5 White has three replies:",
        "",
        "| reply | name | value | Black's best answers |",
        "| --- | --- | --- | --- |",
        *_replies(theory),
        "",
        f"**The longest line of best play** in the book: {_line(book)}.",
        "",
        "**Equal lines.** Positions that are reached if neither side gives a disc away, by ply:",
        "",
        *_equal_lines(theory),
        "",
        "### Openings with a name",
        "",
        "| name | moves | value | plies that the book goes on |",
        "| --- | --- | --- | --- |",
        *_named(theory),
        "",
    ]
    return "\n".join(lines)


def _replies(theory: _Theory) -> Iterator[str]:
    board = Board(rules=theory.book.rules)
    board.push("f5")
    for reply in theory.book.moves(board):
        after = board.copy()
        after.push(reply.move)
        answers = theory.book.moves(after)[:_SHOWN_MOVES]
        shown = ", ".join(f"{answer.move} {_text(after, answer)}" for answer in answers)
        yield f"| {reply.move} | {name_of(after) or ''} | {_text(board, reply)} | {shown} |"


def _line(book: Book) -> str:
    board = Board(rules=book.rules)
    board.push("f5")
    moves = ["f5", *book.line(board)]
    shown = " ".join(moves[:_LONGEST_LINE])
    return f"{shown} … ({len(moves)} plies)" if len(moves) > _LONGEST_LINE else shown


def _equal_lines(theory: _Theory) -> Iterator[str]:
    plies = np.bincount(60 - theory.graph.empties[theory.best_play])
    yield "| ply | " + " | ".join(str(ply) for ply in range(len(plies))) + " |"
    yield "| --- |" + " --- |" * len(plies)
    yield "| positions | " + " | ".join(f"{count:,}" for count in plies) + " |"


def _named(theory: _Theory) -> Iterator[str]:
    for opening in OPENINGS:
        board = Board(rules=theory.book.rules)
        for move in opening.moves:
            board.push(move)
        if (value := theory.book.value(board)) is not None:
            moves = "".join(opening.moves)
            further = len(theory.book.line(board))
            shown = margin_text(value if board.turn == BLACK else -value)
            yield f"| {opening.name} | {moves} | {shown} | {further} |"


def _value(board: Board, book: Book) -> str:
    value = book.value(board)
    assert value is not None
    return margin_text(value if board.turn == BLACK else -value)


def _text(board: Board, move: BookMove) -> str:
    """Return the value of a move for Black."""
    return margin_text(move.value if board.turn == BLACK else -move.value)
