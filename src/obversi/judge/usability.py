"""The usability test of one agent: does it answer as the course asks, on odd boards too."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from obversi.agents.course.answer import Answer, CourseFailureError
from obversi.agents.course.course_process import CourseProcess
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.squares import square_text
from obversi.agents.course.submission import SubmissionError, read_submission
from obversi.agents.failure import AgentFailureError, Fault
from obversi.board import Board
from obversi.judge.answer_check import answer_problem, candidate_name, legal_squares
from obversi.judge.board_result import BoardResult, Usability
from obversi.judge.usability_boards import UsabilityBoard
from obversi.sandbox.layers import checked_minimum

__all__ = ["Trial"]

# An agent that could not be made so often in succession is not tried any more.
_MOST_VAIN_STARTS: Final = 2

# What a process may use is meant for a game: after so many boards it is another one.
_BOARDS_A_PROCESS: Final = 20

_LONGEST_OUTPUT: Final = 4000


class Trial:
    """Asks one agent for its candidates on one board after another, in one process if it can."""

    def __init__(self, file: Path, preset: CoursePreset, boards: Sequence[UsabilityBoard]) -> None:
        """Take a file that is tried when `run` is called."""
        self._file = file
        self._preset = preset
        self._boards = boards
        self._vain_starts = 0
        self._asked = 0
        self._load_seconds: float | None = None
        self._stopped = False

    def stop(self) -> None:
        """Let `run` in another thread end after the board that it is at, without a result."""
        self._stopped = True

    def run(self) -> Usability | None:
        """Try all boards, and tell what the agent did; None if it was stopped.

        There is no result where it is the machine that fails: a `MachineError`.
        """
        try:
            submission = read_submission(self._file, self._preset)
        except SubmissionError as error:
            return Usability(tuple(self._refused(one, error) for one in self._boards))
        minimum = checked_minimum(self._preset.sandbox)
        process = CourseProcess(submission, self._preset, minimum=minimum)
        results: list[BoardResult] = []
        try:
            for number, one in enumerate(self._boards):
                if self._stopped:
                    return None
                if self._vain_starts >= _MOST_VAIN_STARTS:
                    results.append(_same_again(one, results[-1]))
                    continue
                if number and number % _BOARDS_A_PROCESS == 0:
                    process.end()
                results.append(self._result(process, one))
        finally:
            process.end()
        layers = tuple(str(layer) for layer in process.layers)
        return Usability(tuple(results), layers, round(self._load_seconds or 0.0, 4))

    def _result(self, process: CourseProcess, one: UsabilityBoard) -> BoardResult:
        """Ask for one board."""
        printed = process.output_bytes if process.is_running else 0
        try:
            self._make(process, one.board)
            self._vain_starts = 0
            answer = process.go(one.board, self._seconds(process))
        except AgentFailureError as error:
            return _failed(one, error, process, printed)
        self._asked += 1
        return judged(one, answer, self._preset)

    def _make(self, process: CourseProcess, board: Board) -> None:
        """Make a new AI, in a new process if the last one is gone or took long to load."""
        self._vain_starts += 1
        if process.load_seconds > self._preset.load_seconds / 2:
            process.end()  # what is left of the time for loading may be too little
        if not process.is_running:
            self._asked = 0
        process.construct(board.size, board.turn, self._preset.move_seconds)
        if self._load_seconds is None:
            self._load_seconds = process.load_seconds

    def _seconds(self, process: CourseProcess) -> float:
        """Return the time for a board; the first one of a process may have some for compilers."""
        assert process.is_running
        warm_up = 0.0 if self._asked else self._preset.warm_up_seconds
        return self._preset.move_seconds + warm_up

    @staticmethod
    def _refused(one: UsabilityBoard, error: SubmissionError) -> BoardResult:
        return _told(one, passed=False, words=str(error), fault=error.fault, details=error.details)


def judged(one: UsabilityBoard, answer: Answer, preset: CoursePreset) -> BoardResult:
    """Return what an answer is worth."""
    problem = answer_problem(one.board, answer.candidates, preset.candidates)
    fault = None
    if answer.timed_out and preset.at_time_out == "loses":
        problem, fault = f"it had no answer after {preset.move_seconds:g} s", Fault.TIME
    elif problem and not answer.candidates:
        problem += _hint(answer)
    elif problem and answer.candidates[-1] not in legal_squares(one.board):
        fault = Fault.ILLEGAL
    words = problem or _praise(one.board, answer)
    if answer.timed_out and fault is not Fault.TIME:
        words += f"; it was interrupted after {answer.seconds:.2f} s"
    size = one.board.size
    return _told(
        one,
        passed=not problem,
        words=words,
        fault=fault,
        seconds=round(answer.seconds, 4),
        memory_mb=round(answer.memory_mb, 1),
        timed_out=answer.timed_out,
        candidates=tuple(candidate_name(square, size) for square in answer.candidates),
        output=_shortened(answer.output),
    )


def _praise(board: Board, answer: Answer) -> str:
    if not answer.candidates:
        return "no candidate, as there is no legal move"
    squares = len(legal_squares(board))
    move = square_text(answer.candidates[-1], board.size)
    return f"{squares} legal square{'s' * (squares != 1)}, and it plays {move}"


def _hint(answer: Answer) -> str:
    """Say where the move may be that is not in the list."""
    if answer.returned:
        return f"; it returns {answer.returned}: the move has to be appended to candidate_list"
    if answer.output.strip():
        return "; it prints something: the move has to be appended to candidate_list"
    return ""


def _failed(
    one: UsabilityBoard, error: AgentFailureError, process: CourseProcess, printed: int
) -> BoardResult:
    return _told(
        one,
        passed=False,
        answered=False,
        words=str(error),
        fault=error.fault,
        details=error.details if isinstance(error, CourseFailureError) else "",
        memory_mb=round(process.memory_mb, 1),
        output=_shortened(process.output) if process.output_bytes > printed else "",
    )


def _same_again(one: UsabilityBoard, before: BoardResult) -> BoardResult:
    return _told(
        one,
        passed=False,
        answered=False,
        words=before.words,
        fault=before.fault,
        details=before.details,
    )


def _told(
    one: UsabilityBoard,
    *,
    passed: bool,
    words: str,
    answered: bool = True,
    fault: str | None = None,
    details: str = "",
    seconds: float = 0.0,
    memory_mb: float = 0.0,
    timed_out: bool = False,
    candidates: tuple[str, ...] = (),
    output: str = "",
) -> BoardResult:
    return BoardResult(
        about=one.about,
        board=one.board.to_string(),
        moves=" ".join(one.board.move_stack),
        passed=passed,
        words=words,
        answered=answered,
        seconds=seconds,
        memory_mb=memory_mb,
        timed_out=timed_out,
        candidates=candidates,
        fault=str(fault or ""),
        details=details,
        output=output,
    )


def _shortened(output: str) -> str:
    """Return the last of an output: what matters stands there."""
    return output if len(output) <= _LONGEST_OUTPUT else f"…{output[-_LONGEST_OUTPUT:]}"
