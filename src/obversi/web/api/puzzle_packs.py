"""Packs of puzzles that browsers keep, to be solved without the server."""

import gzip
from collections.abc import Iterator
from functools import cache
from itertools import islice

from fastapi import APIRouter, Request
from starlette.responses import Response

from obversi.board import Board
from obversi.engine import Engine
from obversi.puzzles.puzzle import Puzzle
from obversi.puzzles.solution import Margins, margins_by, run_steps
from obversi.puzzles.trying import STEPS, hint_steps, trial_steps
from obversi.rules import Rules
from obversi.web.api.puzzles import (
    HintReply,
    PuzzleReply,
    TryReply,
    hint_reply,
    puzzle_reply,
    try_reply,
)
from obversi.web.http.etags import NOT_MODIFIED, constant_json, etag_of
from obversi.web.models import ReplyModel, RulesName
from obversi.web.puzzles.collection import board_in, listed_puzzles
from obversi.web.services import InjectedServices

router = APIRouter()

_PUZZLES = 30
_SIZE = 8


class PackedPuzzle(ReplyModel):
    """A puzzle, the replies to every try, and the hints, both by the moves so far."""

    puzzle: PuzzleReply
    tries: dict[str, TryReply]
    hints: dict[str, list[HintReply]]


class PuzzlePack(ReplyModel):
    """Puzzles of one rule set, from easy to hard."""

    puzzles: list[PackedPuzzle]


@router.get("/api/puzzles/pack", responses=NOT_MODIFIED, response_model=PuzzlePack)
async def puzzle_pack(
    request: Request, services: InjectedServices, rules: RulesName = "normal"
) -> Response:
    """Return puzzles on 8×8 with all that is needed to solve them without the server."""
    return constant_json(request, *await services.run_slow(_pack, rules))


@cache
def _pack(rules: Rules) -> tuple[bytes, bytes, str]:
    """Return a pack as JSON, the same compressed, and its ETag; all are constant."""
    found = [
        puzzle
        for puzzle in listed_puzzles().values()
        if puzzle.start.rules == rules and puzzle.start.size == _SIZE and puzzle.solution
    ]
    chosen = islice(found, 0, None, max(1, len(found) // _PUZZLES))
    with Engine(threads=1, hash_mb=1) as engine:
        pack = PuzzlePack(
            puzzles=[packed_puzzle(engine, puzzle) for puzzle in islice(chosen, _PUZZLES)]
        )
    content = pack.model_dump_json().encode()
    return content, gzip.compress(content, mtime=0), etag_of(content)


def packed_puzzle(engine: Engine, puzzle: Puzzle) -> PackedPuzzle:
    """Return a puzzle with the replies to every try."""
    known: dict[Board, Margins] = {}

    def margins(board: Board) -> Margins:
        if board not in known:
            known[board.copy(stack=False)] = margins_by(engine, board)
        return known[board]

    tries, hints = {}, {}
    for moves, board in _questions(puzzle):
        for move in board.legal_moves:
            played = board_in(puzzle, moves + move)
            tries[moves + move] = try_reply(run_steps(trial_steps(puzzle, played), margins))
        hints[moves] = [
            hint_reply(step, run_steps(hint_steps(puzzle, board, step), margins))
            for step in range(1, STEPS + 1)
        ]
    return PackedPuzzle(puzzle=puzzle_reply(puzzle), tries=tries, hints=hints)


def _questions(puzzle: Puzzle) -> Iterator[tuple[str, Board]]:
    """Yield the positions of the solution that ask for a move, with the moves so far."""
    for number in range(len(puzzle.solution)):
        moves = "".join(puzzle.solution[:number])
        board = board_in(puzzle, moves)
        if board.turn == puzzle.solver:
            yield moves, board
