"""Replies about openings."""

from obversi.web.models import ColorName, ReplyModel


class ValueInBook(ReplyModel):
    """What a position is worth to its mover by the book; the depth is null if it is unknown."""

    value: int
    exact: bool
    depth: int | None
    selectivity: int | None


class MoveInBook(ReplyModel):
    """What a move is worth by the book, and whether the book follows it further.

    `points` is the mover's score in the `games` that the engine played to learn the book.
    """

    value: int
    exact: bool
    depth: int
    selectivity: int
    expanded: bool
    games: int
    points: float


class Played(ReplyModel):
    """The games of the database in which a move was played; results are the mover's."""

    games: int
    wins: int
    draws: int
    losses: int
    mean_margin: float | None


class ExplorerMove(ReplyModel):
    """A legal move; what the book or the database does not have is null."""

    move: str
    opening: str | None
    best: bool
    book: MoveInBook | None
    played: Played | None


class Explored(ReplyModel):
    """A position with its legal moves: the best by the book first, then the most popular.

    Lines have no passes. `games` is null without a database, and if it cannot be read: `problem`
    says why.
    """

    turn: ColorName | None
    opening: str | None
    book: ValueInBook | None
    games: int | None
    moves: list[ExplorerMove]
    best_line: list[str]
    popular_line: list[str]
    problem: str | None


class Loss(ReplyModel):
    """A move that is not the book's, the discs that it lost, and the best moves of the book.

    `number` counts moves without passes. With `or_more` the move lost at least these discs.
    """

    ply: int
    number: int
    mover: ColorName
    move: str
    lost: int | None
    or_more: bool
    best: list[str]
    text: str


class BookReview(ReplyModel):
    """A game by the book: how many moves it follows, the move that left it, and losses before."""

    followed: int
    left: Loss | None
    losses: list[Loss]
    text: str
