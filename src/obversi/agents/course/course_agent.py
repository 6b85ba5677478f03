"""Agents that students wrote for a course, at any board where agents play."""

from collections.abc import Collection
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any, Final

from obversi.agents.course.answer import Answer, CourseFailureError
from obversi.agents.course.course_process import CourseProcess
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.preset_file import read_preset
from obversi.agents.course.squares import (
    candidate_differences,
    square_name,
    square_text,
    squares_text,
)
from obversi.agents.course.submission import Submission, read_submission
from obversi.agents.failure import Fault
from obversi.agents.thought import Thought
from obversi.board import Board
from obversi.color import color_name
from obversi.errors import ObversiError
from obversi.limit import Limit
from obversi.move import PASS, Move
from obversi.sandbox.layer import Layer
from obversi.sandbox.layers import checked_minimum, layer_names

__all__ = ["CourseAgent", "course_agent"]

_SPARE_SECONDS: Final = 0.001

# From so many times its seconds on, what an agent computed was on more than one core.
_SEVERAL_CORES: Final = 1.3
_SPARE_PROCESSOR_SECONDS: Final = 0.1


def course_agent(
    path: str, *, preset: str = "cs303", seconds: float | None = None, sandbox: str = ""
) -> "CourseAgent":
    """Make the agent of a student's file, by the rules of a course.

    `preset` is a name or a path; `seconds` are for a move, instead of the preset's. `sandbox` names
    layers without which nothing is run, such as ``strict`` or ``namespaces+seccomp``.
    """
    rules = read_preset(preset)
    if seconds is not None:
        if not (isfinite(seconds) and seconds > 0):
            raise ObversiError(f"it cannot think for {seconds} s: expected a number above 0")
        rules = replace(rules, move_seconds=seconds)
    minimum = checked_minimum([*rules.sandbox, *layer_names(sandbox)])
    return CourseAgent(
        read_submission(Path(path), rules), rules, minimum=minimum, has_own_time=seconds is not None
    )


class CourseAgent:
    """Plays what a student's `AI` has at the end of its `candidate_list`.

    Every game has a process of its own, in a sandbox, so that no game sees anything of another. The
    agent judges its own time by the preset, as the course does: that of a move and of a game.
    """

    threads = 1
    keeps_time = False

    def __init__(
        self,
        submission: Submission,
        preset: CoursePreset,
        *,
        minimum: Collection[Layer] = (),
        without: Collection[Layer] = (),
        has_own_time: bool = True,
    ) -> None:
        """Take a file and the rules of its course; with its own time, no other is told to it."""
        self.submission = submission
        self.preset = preset
        self._has_own_time = has_own_time
        self._process = CourseProcess(submission, preset, minimum=minimum, without=without)
        self._seat: tuple[int, str, int] | None = None
        self._forget()

    @property
    def name(self) -> str:
        """What the file is called."""
        return self.submission.name

    @property
    def process(self) -> int | None:
        """The number of its process, for those who look how it gets on."""
        return self._process.process

    @property
    def seconds(self) -> float:
        """The seconds that it has for a move."""
        return self.preset.move_seconds

    @property
    def seconds_to_come(self) -> float:
        """How long it may take until it sits at a board."""
        return self._process.seconds_to_come

    def begin(self) -> None:
        """End the process of the game before."""
        self._process.end()
        self._forget()

    def sit(self, size: int, rules: str, color: int) -> None:
        """Load the file and make an `AI` of this colour; this is on no clock."""
        self.begin()
        self._process.construct(size, color, self.preset.move_seconds)
        self._seat = (size, rules, color)

    def choose(self, board: Board) -> Move:
        """Choose within the time that the preset allows."""
        return self.think(board, Limit()).move

    def think(self, board: Board, limit: Limit) -> Thought:
        """Ask for a move; where a pass is due, for the empty list."""
        if board.is_over:
            raise ObversiError(f"{self.name} has no move to choose: {board.status()}")
        seat = (board.size, board.rules, board.turn)
        if self._seat != seat:
            self.sit(*seat)
        allowed = self._allowed(limit)
        left = self._left_of_game()
        answer = self._process.go(board, max(min(allowed, left), _SPARE_SECONDS))
        self._used += answer.seconds
        self._is_first = False
        if answer.timed_out:
            self._time_outs.append(board.ply)
        self._check_time(answer, allowed, left)
        move = self._move(board, answer)
        self._remark(board, answer)
        return Thought(move)

    def close(self) -> None:
        """End the process."""
        self._process.end()

    def notes(self) -> dict[str, Any]:
        """Return what is known of this game beside its moves."""
        process = self._process
        return {
            "layers": [layer.value for layer in process.layers],
            "memory_mb": round(process.memory_mb, 1),
            "load_seconds": round(process.load_seconds, 3),
            "processor_seconds": round(process.processor_seconds, 3),
            "output": process.output,
            "output_bytes": process.output_bytes,
            "time_outs": list(self._time_outs),
            "remarks": list(self._remarks),
        }

    # Inside

    def _forget(self) -> None:
        self._seat = None
        self._used = 0.0
        self._is_first = True
        self._has_changed_board = False
        self._time_outs: list[int] = []
        self._remarks: list[dict[str, Any]] = []

    def _allowed(self, limit: Limit) -> float:
        """Return the seconds for the next move, without a look at those for the game."""
        seconds = self.preset.move_seconds
        if not self._has_own_time and limit.seconds is not None:
            seconds = limit.seconds
        if limit.clock is not None:
            seconds = min(seconds, limit.clock)
        return seconds + (self.preset.warm_up_seconds if self._is_first else 0.0)

    def _left_of_game(self) -> float:
        """Return what is left of the time for the game; the warm-up comes on top of it."""
        if self.preset.game_seconds is None:
            return float("inf")
        return self.preset.game_seconds + self.preset.warm_up_seconds - self._used

    def _check_time(self, answer: Answer, allowed: float, left: float) -> None:
        """Raise what is lost by time."""
        if answer.seconds > left or (answer.timed_out and left < allowed):
            total = self.preset.game_seconds
            reason = f"it has used up the {total:g} s that it had for the whole game"
            raise CourseFailureError(Fault.TIME, reason, line=answer.line)
        if not answer.timed_out:
            return
        where = f" (it was in line {answer.line})" if answer.line is not None else ""
        if self.preset.at_time_out == "loses":
            reason = f"it was not done after {allowed:g} s{where}"
            raise CourseFailureError(Fault.TIME, reason, line=answer.line)
        if not answer.candidates:
            reason = f"it had no candidate yet after {allowed:g} s{where}"
            raise CourseFailureError(Fault.TIME, reason, line=answer.line)

    def _move(self, board: Board, answer: Answer) -> Move:
        """Return the last candidate, if it is legal."""
        legal, size = _legal_squares(board), board.size
        if not answer.candidates:
            if not legal:
                return PASS
            words = _nothing_chosen(answer, squares_text(legal, size))
            raise CourseFailureError(Fault.ILLEGAL, words)
        last = answer.candidates[-1]
        if last not in legal:
            mover = color_name(board.turn)
            may = f"may play {squares_text(legal, size)}" if legal else "has to pass"
            where = "legal" if square_name(last, size) else "on the board"
            reason = f"its last candidate is {square_text(last, size)}, which is not {where}"
            raise CourseFailureError(Fault.ILLEGAL, f"{reason}: {mover} {may}")
        return Move.at(*last)

    def _remark(self, board: Board, answer: Answer) -> None:
        """Note what costs no game, but is not as the course wants it."""
        said = []
        if self.preset.candidates == "all" and not answer.timed_out:
            legal = _legal_squares(board)
            said.append(candidate_differences(answer.candidates, legal, board.size))
        if answer.processor_seconds > _SEVERAL_CORES * answer.seconds + _SPARE_PROCESSOR_SECONDS:
            computed, seconds = answer.processor_seconds, answer.seconds
            said.append(f"it computes on several cores: {computed:.1f} s in {seconds:.1f} s")
        if answer.changed_board and not self._has_changed_board:
            self._has_changed_board = True  # which is said once a game
            said.append("go changes the chessboard that it is given: work on chessboard.copy()")
        self._remarks += [{"ply": board.ply, "remark": words} for words in said if words]


def _legal_squares(board: Board) -> set[tuple[int, int]]:
    return {(move.row, move.column) for move in board.legal_moves if move is not PASS}


def _nothing_chosen(answer: Answer, legal: str) -> str:
    words = "its candidate_list is empty, and so it passes, but there are legal moves"
    if answer.returned:
        return f"go returns {answer.returned} but candidate_list is empty: append it there"
    if answer.output.strip():
        return "it prints, but candidate_list is empty: what is printed is no answer, append it"
    return f"{words}: {legal}"
