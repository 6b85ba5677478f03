"""Judging a move of somebody who solves a puzzle, and answering it."""

from dataclasses import dataclass

from obversi.board import Board
from obversi.color import color_name
from obversi.move import PASS, Move
from obversi.web.games.game import board_of
from obversi.web.http.errors import RequestError
from obversi.web.models import Game
from obversi.web.services import Services
from obversi.web.study.margin_words import mover_name, result_words
from obversi.web.study.puzzle import Puzzle
from obversi.web.study.solving import exact_margins, perfect_reply

__all__ = ["Trial", "board_in", "judged", "margins_in"]


@dataclass(frozen=True, slots=True)
class Trial:
    """What a move was worth, what the best one was, and how the puzzle goes on.

    `board` has the moves that stand: those before a wrong move, and after a right one the replies
    too.
    """

    margin: int
    best: int
    board: Board
    replies: list[Move]
    text: str

    @property
    def right(self) -> bool:
        """Whether there was no better move."""
        return self.margin == self.best


def board_in(puzzle: Puzzle, moves: str) -> Board:
    """Return the position of a puzzle after some moves, of both sides, passes played."""
    start = puzzle.start
    position = start.to_string()
    return board_of(
        Game.model_construct(rules=start.rules, size=start.size, position=position, moves=moves)
    )


async def margins_in(services: Services, puzzle: Puzzle, board: Board) -> dict[Move, int]:
    """Return what every move is worth to the mover."""
    if board == puzzle.start:
        return dict(puzzle.margins)
    return await exact_margins(services, board)


async def judged(services: Services, puzzle: Puzzle, moves: str) -> Trial:
    """Judge the last move, and answer it by perfect play if it was right."""
    after = board_in(puzzle, moves)
    before, move = _before_last(after)
    if move is None:
        raise RequestError("'moves' has no move to judge", "moves")
    if before.turn != puzzle.solver:
        owner, solver = color_name(before.turn), color_name(puzzle.solver)
        raise RequestError(f"the last move, {move}, is {owner}'s: {solver} solves this", "moves")
    margins = await margins_in(services, puzzle, before)
    margin, best = margins[move], max(margins.values())
    if margin < best:
        return Trial(margin, best, before, [], _wrong_words(move, margin, best))
    words = [f"Right: {move} keeps {result_words(best)}."]
    replies = await _answered(services, puzzle, after, words)
    if after.is_over:
        words.append(f"The game is over: {after.status()}.")
    return Trial(margin, best, after, replies, " ".join(words))


def _before_last(board: Board) -> tuple[Board, Move | None]:
    """Return the position before the last move that is no pass, and that move, if there is one."""
    before = board.copy()
    while before.ply:
        move = before.pop()
        if move is not PASS:
            return before, move
    return before, None


async def _answered(
    services: Services, puzzle: Puzzle, board: Board, words: list[str]
) -> list[Move]:
    """Play replies and passes until the solver moves again or the game is over."""
    replies: list[Move] = []
    if board.peek() is PASS:
        words.append(_pass_words(-board.turn))
    while not board.is_over and board.turn != puzzle.solver:
        reply = await perfect_reply(services, board)
        words.append(f"{mover_name(board)} {'plays' if replies else 'answers'} {reply}.")
        replies.append(reply)
        board.push(reply)
        if board.must_pass:
            words.append(_pass_words(board.turn))
            board.push(PASS)
    return replies


def _pass_words(color: int) -> str:
    return f"{color_name(color).capitalize()} cannot move and passes."


def _wrong_words(move: Move, margin: int, best: int) -> str:
    lost = best - margin
    discs = "1 disc" if lost == 1 else f"{lost} discs"
    worth, better = result_words(margin), result_words(best)
    return f"{move} gives away {discs}: it leads to {worth}, and there is {better}. Try again."
