"""Reviews of games: the margin and the loss of each move, and the mistakes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from obversi.analysis import Analysis
from obversi.arguments import checked_type
from obversi.board import Board
from obversi.color import BLACK, WHITE, Color
from obversi.engine import Engine
from obversi.errors import InputError
from obversi.formats.record import GameRecord
from obversi.limit import Limit
from obversi.move import Move

__all__ = ["Mistake", "review"]

# The loss in discs that halves the accuracy of a move.
_DISCS_TO_HALF = 6


class Grade(StrEnum):
    """The grade of a move by its loss."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


# The least loss of each grade, in discs, the worst grade first.
_LEAST_LOSS = ((10, Grade.BLUNDER), (5, Grade.MISTAKE), (2, Grade.INACCURACY))


def grade_of(loss: int) -> Grade:
    """Return the grade of a loss in discs.

    >>> [str(grade_of(loss)) for loss in (1, 2, 5, 10)]
    ['good', 'inaccuracy', 'mistake', 'blunder']
    """
    return next((grade for least, grade in _LEAST_LOSS if loss >= least), Grade.GOOD)


def accuracy_of(loss: int) -> float:
    """Return the accuracy of a move in percent: 100 without a loss, 50 for 6 discs.

    >>> accuracy_of(0), accuracy_of(6), accuracy_of(12)
    (100.0, 50.0, 25.0)
    """
    return float(100 * 0.5 ** (loss / _DISCS_TO_HALF))


@dataclass(frozen=True, slots=True)
class PlayedMargin:
    """A move that was played, its margin for the player, and its loss against the best move.

    It is `exact` if its margin is proven.
    """

    move: Move
    margin: int
    loss: int
    exact: bool


@dataclass(frozen=True, slots=True)
class AnalysedMove:
    """A position of a game, its analysis, and the move that was played unless it is the last."""

    ply: int
    board: Board
    analysis: Analysis
    played: PlayedMargin | None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that lost discs, and a better one; margins are the mover's.

    `board` is the position before the move, `line` a better continuation, starting with the better
    move. It is `exact` if both margins are proven, and a `turning_point` if it changed the winner
    under perfect play.
    """

    ply: int
    board: Board
    move: Move
    margin: int
    better: Move
    better_margin: int
    line: tuple[Move, ...]
    exact: bool

    @property
    def color(self) -> Color:
        """The colour of the player who made it."""
        return self.board.turn

    @property
    def loss(self) -> int:
        """The lost discs."""
        return self.better_margin - self.margin

    @property
    def grade(self) -> Grade:
        """Its grade."""
        return grade_of(self.loss)

    @property
    def turning_point(self) -> bool:
        """Whether it turned a win into a draw or loss, or a draw into a loss."""
        return self.margin < 0 <= self.better_margin or self.margin <= 0 < self.better_margin


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """The moves of one player that had a choice: how many were bad, and the discs they lost.

    `accuracy` is the mean over these moves in percent, or None without any.
    """

    choices: int
    lost: int
    inaccuracies: int
    mistakes: int
    blunders: int
    accuracy: float | None


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game.

    `mistakes` has inaccuracies and worse, in the order they were played. `margins` has the margin
    of black at the start and after every move.
    """

    record: GameRecord
    moves: tuple[AnalysedMove, ...]
    mistakes: tuple[Mistake, ...]
    margins: tuple[int, ...]
    black: PlayerReview
    white: PlayerReview

    def player(self, color: Color) -> PlayerReview:
        """Return the review of black or white."""
        return self.black if color == BLACK else self.white

    def worst(self, count: int) -> list[Mistake]:
        """Return the mistakes with the largest losses, in the order they were played.

        Of equal losses later ones are preferred.
        """
        by_loss = sorted(self.mistakes, key=lambda mistake: (mistake.loss, mistake.ply))
        return sorted(by_loss[len(by_loss) - min(count, len(by_loss)) :], key=lambda m: m.ply)


# What analyses positions: an engine, or a function.
Analyser = Engine | Callable[[Board], Analysis]


def review(record: GameRecord, engine: Analyser, limit: Limit | None = None) -> Review:
    """Review a game by an engine with a limit for each position, or by a function such as `solve`.

    Without a limit the engine takes a second for each position.

    >>> from obversi.formats import record_from_moves
    >>> with Engine() as engine:
    ...     seen = review(record_from_moves(["b1", "a3"], Board(size=4)), engine)
    >>> [(mistake.move, mistake.better, mistake.loss) for mistake in seen.mistakes]
    [('a3', 'a1', 22)]
    >>> seen.margins
    (-10, -10, 12)
    """
    steps, analyse = ReviewSteps(record), _analysing(engine, limit)
    while (board := steps.board) is not None:
        steps.add(analyse(board))
    return steps.review()


def analysed_moves(
    record: GameRecord, engine: Analyser, limit: Limit | None = None
) -> Iterator[AnalysedMove]:
    """Yield the analysed moves of a game, and the last position if the game is not over.

    The engine is as in `review`. If the analysis has no line for a move, the margin of the next
    position is used, so that each position is analysed once.
    """
    steps, analyse = ReviewSteps(record), _analysing(engine, limit)
    while (board := steps.board) is not None:
        yield from steps.add(analyse(board))


def _analysing(engine: Analyser, limit: Limit | None) -> Callable[[Board], Analysis]:
    """Return what analyses a position."""
    if isinstance(engine, Engine):
        return lambda board: engine.analyse(board, limit)
    if not callable(engine):
        raise InputError(f"{engine!r} cannot analyse positions: expected an Engine or a function")
    if limit is not None:
        raise InputError(f"{limit!r} is for an engine: a function has its own limit")
    return engine


class ReviewSteps:
    """A review that is made position by position, for callers that cannot wait for all of it.

    >>> from obversi.engine import Engine
    >>> from obversi.formats import record_from_moves
    >>> steps = ReviewSteps(record_from_moves(["b1", "a3"], Board(size=4)))
    >>> with Engine() as engine:
    ...     [[move.played and move.played.loss for move in steps.add(engine.solve(steps.board))]
    ...         for _ in range(steps.count)]
    [[], [0], [22, None]]
    """

    def __init__(self, record: GameRecord) -> None:
        """Start before the first position."""
        self._record = checked_type(record, GameRecord, "game")
        self._boards = list(record.boards())
        self._analyses: list[Analysis] = []
        self._moves: list[AnalysedMove] = []

    @property
    def count(self) -> int:
        """The number of positions to analyse: all but the end of a game."""
        return len(self._boards) - self._boards[-1].is_over

    @property
    def done(self) -> int:
        """The number of analysed positions."""
        return len(self._analyses)

    @property
    def board(self) -> Board | None:
        """The position to analyse next, or None if none is left."""
        return None if self.done == self.count else self._boards[self.done]

    def add(self, analysis: Analysis) -> list[AnalysedMove]:
        """Add the analysis of the next position, and return the moves that are now complete.

        The last position is among them if the game is not over there.
        """
        self._analyses.append(analysis)
        known = []
        if self.done > 1:
            known.append(self._analysed(self.done - 2))
        if self.done == self.count:
            known.append(self._analysed(self.done - 1))
        self._moves += known
        return known

    def review(self) -> Review:
        """Return the review of the game up to the last analysed position."""
        moves = tuple(self._moves)
        record = self._record
        if 0 < self.done < self.count:
            moves += (
                AnalysedMove(self.done, self._boards[self.done - 1], self._analyses[-1], None),
            )
            record = replace(record, moves=record.moves[: self.done - 1], result=None)
        return Review(
            record,
            moves,
            mistakes=tuple(_mistakes(moves)),
            margins=tuple(self._margins()),
            black=_player(moves, BLACK),
            white=_player(moves, WHITE),
        )

    def _analysed(self, at: int) -> AnalysedMove:
        """Return a position by its number, with the move that was played there, if any."""
        before, analysis = self._boards[at], self._analyses[at]
        if at + 1 == len(self._boards):
            return AnalysedMove(at + 1, before, analysis, None)
        after, move = self._boards[at + 1], self._record.moves[at].move
        if after.is_over:
            margin, exact = -after.margin(), True
        else:
            margin, exact = -self._analyses[at + 1].margin, self._analyses[at + 1].exact
        same = after.canonical()
        for line in analysis.lines:
            # An image of the move under a symmetry of the board has the same margin.
            if line.move == move or _after(before, line.move).canonical() == same:
                margin, exact = line.margin, line.exact
        loss = max(analysis.margin - margin, 0)
        return AnalysedMove(at + 1, before, analysis, PlayedMargin(move, margin, loss, exact))

    def _margins(self) -> Iterator[int]:
        for board, analysis in zip(self._boards, self._analyses, strict=False):
            yield analysis.margin if board.turn == BLACK else -analysis.margin
        if self.board is None and self._boards[-1].is_over:
            yield self._boards[-1].margin(BLACK)


def _after(board: Board, move: Move) -> Board:
    after = board.copy()
    after.push(move)
    return after


def _mistakes(moves: tuple[AnalysedMove, ...]) -> Iterator[Mistake]:
    for analysed in moves:
        played, analysis = analysed.played, analysed.analysis
        if played is not None and grade_of(played.loss) is not Grade.GOOD:
            yield Mistake(
                analysed.ply,
                analysed.board,
                played.move,
                played.margin,
                analysis.move,
                analysis.margin,
                tuple(analysis.pv),
                analysis.exact and played.exact,
            )


def _player(moves: tuple[AnalysedMove, ...], color: Color) -> PlayerReview:
    losses = [
        analysed.played.loss
        for analysed in moves
        if analysed.played is not None
        and analysed.board.turn == color
        and len(analysed.board.legal_moves) > 1
    ]
    grades = [grade_of(loss) for loss in losses]
    return PlayerReview(
        choices=len(losses),
        lost=sum(losses),
        inaccuracies=grades.count(Grade.INACCURACY),
        mistakes=grades.count(Grade.MISTAKE),
        blunders=grades.count(Grade.BLUNDER),
        accuracy=sum(map(accuracy_of, losses)) / len(losses) if losses else None,
    )
