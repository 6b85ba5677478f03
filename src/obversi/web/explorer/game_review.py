"""A game by the book: the move that left it, and the moves before that were not the best."""

from dataclasses import dataclass

from obversi.board import Board
from obversi.book.book import Book, BookMove
from obversi.move import Move
from obversi.web.explorer.models import BookReview, Loss
from obversi.web.games.positions import color_of


@dataclass(frozen=True, slots=True)
class _Step:
    """A move of a game, and the book's moves in the position before it."""

    ply: int
    number: int  # the number of moves up to this one, without passes
    before: Board
    move: Move
    known: list[BookMove]
    best: list[BookMove]
    value: int

    @property
    def found(self) -> BookMove | None:
        """The move in the book."""
        return next((known for known in self.known if known.move == self.move), None)

    @property
    def is_best(self) -> bool:
        """Whether it is one of the book's best moves."""
        return self.found in self.best

    def loss(self) -> Loss:
        """Return the loss of the move."""
        lost, or_more = self._lost()
        best = [str(each.move) for each in self.best]
        mover = color_of(self.before.turn)
        return Loss(
            ply=self.ply,
            number=self.number,
            mover=mover,
            move=self.move,
            lost=lost,
            or_more=or_more,
            best=best,
            text=f"move {self.number} ({_words(mover, self.move, lost, or_more, best)})",
        )

    def _lost(self) -> tuple[int | None, bool]:
        if self.found is not None:
            return self.value - self.found.value, False
        # The book has the best one of the moves that lead out of it.
        leaf = next((known for known in self.known if not known.expanded), None)
        return (None, False) if leaf is None else (self.value - leaf.value, True)


def review_by_book(board: Board, book: Book | None) -> BookReview:
    """Follow a game through the book, from its first position."""
    shown = board.root()
    if book is None:
        text = f"There is no book for {board.rules} {board.size}×{board.size}."
        return BookReview(followed=0, left=None, losses=[], text=text)
    number = 0
    losses: list[Loss] = []
    for ply, move in enumerate(board.move_stack, start=1):
        value = book.value(shown)
        if value is None:  # only the first position: later ones are checked before
            text = "The book does not have the first position."
            return BookReview(followed=0, left=None, losses=[], text=text)
        number += not move.is_pass
        known, best = book.moves(shown), book.best_moves(shown)
        step = _Step(ply, number, shown.copy(stack=False), move, known, best, value)
        if step.found is None or not step.found.expanded:
            return _left(step, losses)
        if step.found.value < value:
            losses.append(step.loss())
        shown.push(move)
    moves = "The book has the only move" if number == 1 else f"The book has all {number} moves"
    return BookReview(followed=number, left=None, losses=losses, text=f"{moves} of the game.")


def _left(step: _Step, losses: list[Loss]) -> BookReview:
    loss = step.loss()
    followed = step.number if step.move.is_pass else step.number - 1
    if step.move.is_pass or not step.best:  # no choice of the player left the book
        text = f"The book ends after move {followed}."
    elif step.is_best:
        text = f"The book ends at move {loss.number} ({loss.mover} {loss.move}, its best move)."
    else:
        text = f"Left the book at {loss.text}."
    return BookReview(followed=followed, left=loss, losses=losses, text=text)


def _words(mover: str, move: str, lost: int | None, or_more: bool, best: list[str]) -> str:
    """Describe the loss of a move.

    >>> _words("white", "d3", 3, False, ["e3"])
    'white d3, −3; the book has e3'
    >>> _words("white", "d3", 3, True, ["e3", "f4"])
    'white d3, −3 or worse; the book has e3 or f4'
    >>> _words("white", "d3", None, False, ["e3"])
    'white d3; the book has e3'
    """
    worse = " or worse" if or_more else ""
    cost = f", −{lost}{worse}" if lost else ""
    return f"{mover} {move}{cost}; the book has {' or '.join(best) or 'no move'}"
