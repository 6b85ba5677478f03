"""Trying a puzzle: the check of a move, the replies to it, and hints."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from obversi.board import Board
from obversi.color import Color, color_name
from obversi.errors import InputError
from obversi.move import PASS, Move
from obversi.puzzles.puzzle import Puzzle
from obversi.puzzles.solution import Margins, SolverSteps, best_moves, reply_steps
from obversi.puzzles.words import best_words, mover_name, result_words

#: Number of hints: the margin, the theme and the area, the squares.
STEPS = 3


@dataclass(frozen=True, slots=True)
class PuzzleHint:
    """A text, the squares that it names, and the data for the text.

    `margin` is the best one. From the second hint on, `right` of the `legal` moves reach it, which
    are in these `areas` of the board, and `lessons` are about the themes.
    """

    text: str
    squares: tuple[Move, ...] = ()
    margin: int = 0
    right: int | None = None
    legal: int | None = None
    areas: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()


def hint_steps(puzzle: Puzzle, board: Board, step: int) -> SolverSteps[PuzzleHint]:
    """Find a hint for a position of the puzzle by its number, from 1."""
    if board.is_over or board.turn != puzzle.solver:
        why = "the game is over" if board.is_over else f"{mover_name(board)} is to reply"
        raise InputError(f"there is no hint: {why}")
    margins = yield from _margins(puzzle, board)
    return hint(board, margins, step, list(puzzle.theme_words()) if board == puzzle.start else [])


def hint(board: Board, margins: Margins, step: int, themes: Sequence[str] = ()) -> PuzzleHint:
    """Return a hint by its number, given the margins of the moves and sentences about themes."""
    right = best_moves(margins)
    margin = margins[right[0]]
    if step == 1:
        return PuzzleHint(best_words(board, margin), margin=margin)
    areas = _areas(right, board.size)
    known = PuzzleHint("", margin=margin, right=len(right), legal=len(margins), areas=areas)
    if step == 2:
        verb = "keeps" if len(right) == 1 else "keep"
        count = f"{len(right)} of the {len(margins)} moves {verb} the best margin"
        text = f"{count}: look at the {_listed(areas)} of the board."
        return replace(known, text=" ".join([text, *themes]), lessons=tuple(themes))
    moves = f"move is {right[0]}" if len(right) == 1 else f"moves are {_listed(right)}"
    return replace(known, text=f"The best {moves}.", squares=tuple(right))


def _margins(puzzle: Puzzle, board: Board) -> SolverSteps[Margins]:
    if puzzle.margins and board == puzzle.start:
        return puzzle.margins
    return (yield board)


def _areas(moves: Sequence[Move], size: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_quarter(move, size) for move in moves))


def _quarter(move: Move, size: int) -> str:
    rows = "upper" if 2 * move.row < size else "lower"
    columns = "left" if 2 * move.column < size else "right"
    return f"{rows} {columns}"


def _listed(parts: Sequence[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


@dataclass(frozen=True, slots=True)
class Trial:
    """The margin of a move, the best margin, and how the puzzle continues.

    `board` is before a wrong move, and after a right one with its replies. When the puzzle is
    `done`, `rest` is best play from there to the end of the game, without passes, and `lessons`
    explain the themes; they are also a part of the text.
    """

    margin: int
    best: int
    board: Board
    text: str
    replies: tuple[Move, ...] = ()
    done: bool = False
    rest: tuple[Move, ...] = ()
    lessons: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """Whether the move is a best one."""
        return self.margin == self.best


def trial_steps(puzzle: Puzzle, played: Board) -> SolverSteps[Trial]:
    """Check the last move on a board that began with the puzzle; reply if it is right."""
    before, move = _before_last(played)
    if move is None:
        raise InputError("there is no move to check")
    if before.turn != puzzle.solver:
        owner, solver = color_name(before.turn), color_name(puzzle.solver)
        raise InputError(f"the last move, {move}, is {owner}'s: {solver} solves this")
    moves = _squares(played)
    if puzzle.solution and moves[:-1] != puzzle.solution[: len(moves) - 1]:
        raise InputError("these moves leave the solution of the puzzle before the last one")
    margins = yield from _margins(puzzle, before)
    margin, best = margins[move], max(margins.values())
    if margin < best:
        return Trial(margin, best, before, _wrong_words(move, margin, best))
    board = played.copy()
    words = [f"Right: {move} keeps {result_words(best)}."]
    if puzzle.solution and len(moves) >= len(puzzle.solution):
        lessons = tuple(puzzle.theme_words())
        text = " ".join([words[0], *lessons])
        rest = yield from _best_play(board)
        return Trial(margin, best, board, text, done=True, rest=rest, lessons=lessons)
    replies = yield from _replies(puzzle, board, words)
    if board.is_over:
        words.append(f"The game is over: {board.status()}.")
    return Trial(margin, best, board, " ".join(words), replies, board.is_over)


def _before_last(board: Board) -> tuple[Board, Move | None]:
    """Return the position before the last move other than a pass, and that move, or None."""
    before = board.copy()
    while before.ply:
        move = before.pop()
        if move is not PASS:
            return before, move
    return before, None


def _squares(board: Board) -> tuple[Move, ...]:
    return tuple(move for move in board.move_stack if not move.is_pass)


def _replies(puzzle: Puzzle, board: Board, words: list[str]) -> SolverSteps[tuple[Move, ...]]:
    """Play replies and passes until the solver moves again or the game is over."""
    replies: list[Move] = []
    if board.peek() is PASS:
        words.append(_pass_words(-board.turn))
    while not board.is_over and board.turn != puzzle.solver:
        number = len(_squares(board))
        if number < len(puzzle.solution):
            reply = puzzle.solution[number]
        else:
            reply = yield from reply_steps(board)
        words.append(f"{mover_name(board)} {'plays' if replies else 'replies'} {reply}.")
        replies.append(reply)
        board.push(reply)
        if board.must_pass:
            words.append(_pass_words(board.turn))
            board.push(PASS)
    return tuple(replies)


def _best_play(board: Board) -> SolverSteps[tuple[Move, ...]]:
    """Play best moves of both sides to the end of the game."""
    shown = board.copy(stack=False)
    while not shown.is_over:
        if shown.must_pass:
            shown.push(PASS)
        elif len(shown.legal_moves) == 1:
            shown.push(shown.legal_moves[0])
        else:
            shown.push(best_moves((yield shown))[0])
    return _squares(shown)


def _pass_words(color: Color) -> str:
    return f"{color_name(color).capitalize()} cannot move and passes."


def _wrong_words(move: Move, margin: int, best: int) -> str:
    lost = best - margin
    discs = "1 disc" if lost == 1 else f"{lost} discs"
    worth, better = result_words(margin), result_words(best)
    return f"{move} loses {discs}: it leads to {worth}, the best move to {better}. Try again."
