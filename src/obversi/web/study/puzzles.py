"""Puzzles: endgames of the suites, hints for them, and the check of a move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from obversi import suites
from obversi.board import Board
from obversi.color import Color, color_name
from obversi.formats.record import GameRecord
from obversi.move import PASS, Move
from obversi.web.games.positions import board_of
from obversi.web.http.errors import RequestError
from obversi.web.models import Game
from obversi.web.services import Services
from obversi.web.study.solving import (
    best_moves,
    best_words,
    exact_margins,
    mover_name,
    perfect_reply,
    result_words,
)

__all__ = [
    "STEPS",
    "Hint",
    "Puzzle",
    "Trial",
    "board_in",
    "check_move",
    "hint",
    "margins_in",
    "puzzles",
]

# Positions with more take longer than a second to solve.
_MAX_EMPTIES: Final = 18


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position whose best moves are to be found, and the margins of its moves.

    Its name is the suite and the number in it, from 1.
    """

    name: str
    start: Board
    margins: Mapping[Move, int]

    @property
    def empties(self) -> int:
        """The number of empty squares, a measure of the difficulty."""
        return len(self.start.empty)

    @property
    def solver(self) -> Color:
        """The colour to find moves for; the other side plays perfectly."""
        return self.start.turn


@cache
def puzzles() -> Mapping[str, Puzzle]:
    """Return all puzzles by name, the easiest first."""
    found = [
        Puzzle(f"{suite}-{number}", record.start, _margins(record))
        for suite in suites.SUITES
        for number, record in enumerate(suites.read(suite), start=1)
        if len(record.start.empty) <= _MAX_EMPTIES
    ]
    return {puzzle.name: puzzle for puzzle in sorted(found, key=lambda puzzle: puzzle.empties)}


def _margins(record: GameRecord) -> dict[Move, int]:
    return {move: record.values[move] for move in record.start.legal_moves}


#: Number of hints: the margin, the area, the squares.
STEPS: Final = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """A text, and the squares that it names."""

    text: str
    squares: tuple[Move, ...] = ()


def hint(board: Board, margins: Mapping[Move, int], step: int) -> Hint:
    """Return a hint by its number, from 1, given the margins of the moves."""
    right = best_moves(margins)
    if step == 1:
        return Hint(best_words(board, margins[right[0]]))
    if step == 2:
        verb = "keeps" if len(right) == 1 else "keep"
        count = f"{len(right)} of the {len(margins)} moves {verb} the best margin"
        return Hint(f"{count}: look at {_places(right, board.size)}.")
    if len(right) == 1:
        return Hint(f"The best move is {right[0]}.", tuple(right))
    return Hint(f"The best moves are {_listed(right)}.", tuple(right))


def _places(moves: Sequence[Move], size: int) -> str:
    quarters = dict.fromkeys(_quarter(move, size) for move in moves)
    return f"the {_listed(list(quarters))} of the board"


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

    `board` is before a wrong move, and after a right one with its replies.
    """

    margin: int
    best: int
    board: Board
    replies: list[Move]
    text: str

    @property
    def right(self) -> bool:
        """Whether the move is a best one."""
        return self.margin == self.best


def board_in(puzzle: Puzzle, moves: str) -> Board:
    """Return the position of a puzzle after moves of both sides; passes are added."""
    start = puzzle.start
    position = start.to_string()
    return board_of(
        Game.model_construct(rules=start.rules, size=start.size, position=position, moves=moves)
    )


async def margins_in(services: Services, puzzle: Puzzle, board: Board) -> dict[Move, int]:
    """Return the exact margin of every move, for the mover."""
    if board == puzzle.start:
        return dict(puzzle.margins)
    return await exact_margins(services, board)


async def check_move(services: Services, puzzle: Puzzle, moves: str) -> Trial:
    """Check the last move, and reply with perfect play if it is right."""
    after = board_in(puzzle, moves)
    before, move = _before_last(after)
    if move is None:
        raise RequestError("'moves' has no move to check", "moves")
    if before.turn != puzzle.solver:
        owner, solver = color_name(before.turn), color_name(puzzle.solver)
        raise RequestError(f"the last move, {move}, is {owner}'s: {solver} solves this", "moves")
    margins = await margins_in(services, puzzle, before)
    margin, best = margins[move], max(margins.values())
    if margin < best:
        return Trial(margin, best, before, [], _wrong_words(move, margin, best))
    words = [f"Right: {move} keeps {result_words(best)}."]
    replies = await _play_replies(services, puzzle, after, words)
    if after.is_over:
        words.append(f"The game is over: {after.status()}.")
    return Trial(margin, best, after, replies, " ".join(words))


def _before_last(board: Board) -> tuple[Board, Move | None]:
    """Return the position before the last move other than a pass, and that move, or None."""
    before = board.copy()
    while before.ply:
        move = before.pop()
        if move is not PASS:
            return before, move
    return before, None


async def _play_replies(
    services: Services, puzzle: Puzzle, board: Board, words: list[str]
) -> list[Move]:
    """Play replies and passes until the solver moves again or the game is over."""
    replies: list[Move] = []
    if board.peek() is PASS:
        words.append(_pass_words(-board.turn))
    while not board.is_over and board.turn != puzzle.solver:
        reply = await perfect_reply(services, board)
        words.append(f"{mover_name(board)} {'plays' if replies else 'replies'} {reply}.")
        replies.append(reply)
        board.push(reply)
        if board.must_pass:
            words.append(_pass_words(board.turn))
            board.push(PASS)
    return replies


def _pass_words(color: Color) -> str:
    return f"{color_name(color).capitalize()} cannot move and passes."


def _wrong_words(move: Move, margin: int, best: int) -> str:
    lost = best - margin
    discs = "1 disc" if lost == 1 else f"{lost} discs"
    worth, better = result_words(margin), result_words(best)
    return f"{move} loses {discs}: it leads to {worth}, the best move to {better}. Try again."
