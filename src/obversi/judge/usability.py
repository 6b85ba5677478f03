"""The usability test of one agent: whether it follows the course, also on unusual boards."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from obversi.agents.agent import AgentFailureError, FailureKind
from obversi.agents.course.answer import (
    Answer,
    CourseFailureError,
    Square,
    candidate_differences,
    candidate_name,
    legal_squares,
    square_text,
    squares_text,
)
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.process import CourseProcess
from obversi.agents.course.source_checks import SubmissionError
from obversi.agents.course.source_files import Files
from obversi.agents.course.submission import read_submission
from obversi.board import Board
from obversi.core_wait import CoreTimes
from obversi.judge.disputes import Disputes
from obversi.judge.usability_boards import UsabilityBoard
from obversi.records import Record
from obversi.sandbox.layers import checked_minimum


def answer_problem(board: Board, candidates: Sequence[Square], required: str) -> str:
    """Return what is wrong with a list of candidates, or "".

    The course requires "all" legal squares, or only a legal "last" one.

    >>> answer_problem(Board(), [(2, 3), (3, 2), (2, 3)], "all")
    'its candidates lack (4, 5) f5, (5, 4) e6'
    """
    legal, size = legal_squares(board), board.size
    if not candidates:
        return f"its list is empty, but it can play {squares_text(legal, size)}" if legal else ""
    given = set(candidates)
    if not legal:
        listed = squares_text(given, size)
        return f"no move is legal, but its list has {listed}: it has to stay empty"
    last = candidates[-1]
    if last not in legal:
        return f"its last candidate, {square_text(last, size)}, is not legal"
    if required == "last" or given == legal:
        return ""
    return candidate_differences(given, legal, size)


@dataclass(frozen=True, slots=True)
class BoardResult(Record):
    """The result on one board of the test.

    `about` describes the board. `board` is the position as `Board.to_string` writes it, and `moves`
    led there from the start, such as "d3 c3 c4". `words` explain the result in one sentence,
    `failure` is the kind of failure if there was one, and `details` may be a traceback.
    `candidates` are names of squares, or pairs of numbers beyond the board; unless the agent has
    `answered`, they and its time are unknown. `output` is what it printed, for its author and the
    teacher only.
    """

    about: str
    board: str
    moves: str
    passed: bool
    words: str
    seconds: float = 0.0
    memory_mb: float = 0.0
    timed_out: bool = False
    candidates: tuple[str, ...] = ()
    failure: str = ""
    details: str = ""
    output: str = ""
    answered: bool = True


@dataclass(frozen=True, slots=True)
class Usability(Record):
    """The results on all boards of one student, with the layers of the sandbox.

    `load_seconds` is the time to load the file. `repeats` counts how often a board was asked again,
    because the machine may have been why its clock ran out; `times` are those of all calls.
    """

    STORED = ("layers", "load_seconds", "repeats", "times", "boards")
    ADDED = ("repeats", "times")

    boards: tuple[BoardResult, ...]
    layers: tuple[str, ...] = ()
    load_seconds: float = 0.0
    repeats: int = 0
    times: CoreTimes = field(default_factory=CoreTimes)

    @property
    def passed(self) -> int:
        """The number of boards that were answered right."""
        return sum(result.passed for result in self.boards)

    @property
    def can_play(self) -> bool:
        """Whether any board with a legal move was right; otherwise the agent plays no games."""
        return any(result.passed and result.candidates for result in self.boards)


# After this number of failed starts in a row an agent is not tested any more.
_MOST_FAILED_STARTS = 2

# The limits of a process are meant for one game: after this number of boards it is replaced.
_BOARDS_PER_PROCESS = 20

_LONGEST_OUTPUT = 4000


class Trial:
    """Tests one agent on several boards, in one process if possible."""

    def __init__(
        self,
        file: Path,
        preset: CoursePreset,
        boards: Sequence[UsabilityBoard],
        grace: float = 0.0,
    ) -> None:
        """Take a file; `run` tests it. On this machine answers may be `grace` s later.

        After it `compiled` has the files of Numba, for the games.
        """
        self._grace = grace
        self._disputes = Disputes()
        self._times = CoreTimes()
        self._file = file
        self._preset = preset
        self._boards = boards
        self._failed_starts = 0
        self._answered = 0
        self._load_seconds: float | None = None
        self._stopped = False
        self.compiled: Files = {}

    def stop(self) -> None:
        """Make `run`, in another thread, return None after the current board."""
        self._stopped = True

    def run(self) -> Usability | None:
        """Return the results on all boards, or None if it was stopped.

        A failure of the machine raises `MachineError`.
        """
        try:
            submission = read_submission(self._file, self._preset)
        except SubmissionError as error:
            why = {"words": str(error), "failure": error.kind, "details": error.details}
            return Usability(tuple(_made_result(one, passed=False, **why) for one in self._boards))
        minimum = checked_minimum(self._preset.sandbox)
        process = CourseProcess(submission, self._preset, minimum=minimum, grace=self._grace)
        results: list[BoardResult] = []
        try:
            for number, one in enumerate(self._boards):
                if self._stopped:
                    return None
                if self._failed_starts >= _MOST_FAILED_STARTS:
                    results.append(_same_again(one, results[-1]))
                    continue
                if number and number % _BOARDS_PER_PROCESS == 0:
                    process.end()
                ask = partial(self._ask_once, process, one)
                results.append(self._disputes.settled(ask, process.end))
            self.compiled = process.compiled()
        finally:
            process.end()
        layers = tuple(str(layer) for layer in process.layers)
        loading = round(self._load_seconds or 0.0, 4)
        return Usability(tuple(results), layers, loading, self._disputes.repeats, self._times)

    def _ask_once(self, process: CourseProcess, one: UsabilityBoard) -> tuple[BoardResult, bool]:
        """Return the result of a board, and whether its clock is in dispute."""
        printed = process.output_bytes if process.is_running else 0
        try:
            self._make(process, one.board)
            self._failed_starts = 0
            # The first board of a process has the warm-up too.
            warm_up = 0.0 if self._answered else self._preset.warm_up_seconds
            answer = process.go(one.board, self._preset.move_seconds + warm_up)
        except AgentFailureError as error:
            return _failed(one, error, process, printed), error.disputed
        self._answered += 1
        self._times += answer.times
        result = board_result(one, answer, self._preset)
        return result, answer.timed_out and answer.is_disputed and not result.passed

    def _make(self, process: CourseProcess, board: Board) -> None:
        """Make a new AI, in a new process if the old one has ended or took long to load."""
        self._failed_starts += 1
        if process.load_seconds > self._preset.load_seconds / 2:
            process.end()  # the remaining time for loading may be too short
        if not process.is_running:
            self._answered = 0
        process.construct(board.size, board.turn, self._preset.move_seconds)
        if self._load_seconds is None:
            self._load_seconds = process.load_seconds


def board_result(one: UsabilityBoard, answer: Answer, preset: CoursePreset) -> BoardResult:
    """Return the result of an answer."""
    problem = answer_problem(one.board, answer.candidates, preset.candidates)
    failure = None
    if answer.timed_out and answer.compiles and problem:
        problem, failure = (
            f"it was still compiling after {preset.move_seconds:g} s",
            FailureKind.TIME,
        )
    elif answer.timed_out and preset.at_time_out == "loses":
        problem, failure = f"it had no answer after {preset.move_seconds:g} s", FailureKind.TIME
    elif problem and not answer.candidates:
        problem += _hint(answer)
    elif problem and answer.candidates[-1] not in legal_squares(one.board):
        failure = FailureKind.ILLEGAL
    words = problem or _right_text(one.board, answer)
    if answer.timed_out and failure is not FailureKind.TIME:
        words += f"; it was interrupted after {answer.seconds:.2f} s"
    size = one.board.size
    return _made_result(
        one,
        passed=not problem,
        words=words,
        failure=failure,
        seconds=round(answer.seconds, 4),
        memory_mb=round(answer.memory_mb, 1),
        timed_out=answer.timed_out,
        candidates=tuple(candidate_name(square, size) for square in answer.candidates),
        output=_shortened(answer.output),
    )


def _right_text(board: Board, answer: Answer) -> str:
    if not answer.candidates:
        return "no candidate, as there is no legal move"
    squares = len(legal_squares(board))
    move = square_text(answer.candidates[-1], board.size)
    return f"{squares} legal square{'s' * (squares != 1)}, it plays {move}"


def _hint(answer: Answer) -> str:
    """Return where the move may be if it is not in the list."""
    if answer.returned:
        return f"; it returns {answer.returned}: the move has to be appended to candidate_list"
    if answer.output.strip():
        return "; it prints something: the move has to be appended to candidate_list"
    return ""


def _failed(
    one: UsabilityBoard, error: AgentFailureError, process: CourseProcess, printed: int
) -> BoardResult:
    return _made_result(
        one,
        passed=False,
        answered=False,
        words=str(error),
        failure=error.kind,
        details=error.details if isinstance(error, CourseFailureError) else "",
        memory_mb=round(process.memory_mb, 1),
        output=_shortened(process.output) if process.output_bytes > printed else "",
    )


def _same_again(one: UsabilityBoard, before: BoardResult) -> BoardResult:
    return _made_result(
        one,
        passed=False,
        answered=False,
        words=before.words,
        failure=before.failure,
        details=before.details,
    )


def _made_result(one: UsabilityBoard, *, failure: str | None = None, **values: Any) -> BoardResult:
    moves = " ".join(one.board.move_stack)
    return BoardResult(
        one.about, one.board.to_string(), moves, failure=str(failure or ""), **values
    )


def _shortened(output: str) -> str:
    """Return the end of an output, which matters most."""
    return output if len(output) <= _LONGEST_OUTPUT else f"…{output[-_LONGEST_OUTPUT:]}"
