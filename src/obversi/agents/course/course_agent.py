"""The agent of a student's file."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from obversi.agents.agent import FailureKind, SeatedAgent, ThinkingAgent, Thought
from obversi.agents.course.answer import (
    Answer,
    CourseFailureError,
    candidate_differences,
    legal_squares,
    square_name,
    square_text,
    squares_text,
)
from obversi.agents.course.compiled import read_compiled
from obversi.agents.course.preset import CoursePreset, read_preset
from obversi.agents.course.process import CourseProcess
from obversi.agents.course.submission import Submission, read_submission
from obversi.arguments import is_positive
from obversi.board import Board, checked_board
from obversi.color import Color, color_name
from obversi.core_wait import CoreTimes
from obversi.errors import InputError
from obversi.limit import Limit
from obversi.move import PASS, Move
from obversi.records import JsonObject
from obversi.rules import Rules
from obversi.sandbox.layers import checked_minimum, layer_names
from obversi.sandbox.settings import Layer

_SPARE_SECONDS = 0.001

# An agent that computes this many times its seconds uses more than one core.
_SEVERAL_CORES = 1.3
_SPARE_PROCESSOR_SECONDS = 0.1

_MOST_GRACE = 1.0


def course_agent(
    path: str,
    *,
    preset: str = "cs303",
    seconds: float | None = None,
    sandbox: str = "",
    grace: float = 0.0,
    compiled: str = "",
) -> "CourseAgent":
    """Make the agent of a student's file, by the rules of a course.

    `preset` is a name or a path; `seconds` replace the preset's time for a move. `sandbox` names
    layers that are required, such as ``strict`` or ``namespaces+seccomp``. Its answers may be
    `grace` seconds later than elsewhere, on a disturbed machine. `compiled` is a file with what
    Numba has compiled of it before.
    """
    rules = read_preset(preset)
    if seconds is not None:
        if not is_positive(seconds):
            raise InputError(f"it cannot think for {seconds} s: expected a number above 0")
        rules = replace(rules, move_seconds=seconds)
    if not 0 <= grace <= _MOST_GRACE:
        expected = f"expected 0 to {_MOST_GRACE:g}"
        raise InputError(f"its answers cannot be {grace} s later: {expected}")
    minimum = checked_minimum([*rules.sandbox, *layer_names(sandbox)])
    submission = read_submission(Path(path), rules)
    if compiled:
        submission = replace(submission, compiled=read_compiled(Path(compiled)))
    return CourseAgent(
        submission,
        rules,
        minimum=minimum,
        has_own_time=seconds is not None,
        grace=grace,
    )


class CourseAgent(ThinkingAgent, SeatedAgent):
    """Plays the last entry of the `candidate_list` of a student's `AI`.

    Every game has its own process in a sandbox, so that games cannot influence each other. The
    agent enforces the preset's times for a move and for a game.
    """

    def __init__(
        self,
        submission: Submission,
        preset: CoursePreset,
        *,
        minimum: Collection[Layer] = (),
        without: Collection[Layer] = (),
        has_own_time: bool = True,
        grace: float = 0.0,
    ) -> None:
        """Take a file and its rules; with `has_own_time` limits of the caller do not count."""
        self.submission = submission
        self.preset = preset
        self._has_own_time = has_own_time
        self._process = CourseProcess(
            submission, preset, minimum=minimum, without=without, grace=grace
        )
        self._seat: tuple[int, str, int] | None = None
        self._forget()

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the file without its suffix."""
        return self.submission.name

    @property
    def process(self) -> int | None:  # type: ignore[override]
        """The number of its process."""
        return self._process.process

    @property
    def seconds(self) -> float:
        """The seconds that it has for a move."""
        return self.preset.move_seconds

    @property
    def start_seconds(self) -> float:  # type: ignore[override]
        """The most seconds until it is ready for a game."""
        return self._process.start_seconds

    def seconds_per_move(self, _given: float | None) -> None:
        """Return no limit: the agent enforces the preset's times itself."""

    def begin(self) -> None:
        """End the process of the game before."""
        self._process.end()
        self._forget()

    def sit(self, size: int, rules: Rules, color: Color) -> None:
        """Load the file and make an `AI` of this colour; this is on no clock."""
        self.begin()
        self._process.construct(size, color, self.preset.move_seconds)
        self._seat = (size, rules, color)

    def think(self, board: Board, limit: Limit) -> Thought:
        """Ask for a move; if the mover has to pass, the list has to be empty."""
        if checked_board(board).is_over:
            raise InputError(f"{self.name} has no move to choose: {board.status()}")
        seat = (board.size, board.rules, board.turn)
        if self._seat != seat:
            self.sit(*seat)
        allowed = self._allowed(limit)
        left = self._left_of_game()
        answer = self._process.go(board, max(min(allowed, left), _SPARE_SECONDS))
        self._used += answer.seconds
        self._times += answer.times
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

    def notes(self) -> JsonObject:
        """Return measurements and remarks about this game."""
        process = self._process
        return {
            "layers": [layer.value for layer in process.layers],
            "memory_mb": round(process.memory_mb, 1),
            "load_seconds": round(process.load_seconds, 3),
            "processor_seconds": round(process.processor_seconds, 3),
            "output": process.output,
            "output_bytes": process.output_bytes,
            "core_times": self._times.to_object(),
            "time_outs": list(self._time_outs),
            "remarks": list(self._remarks),
        }

    # Inside

    def _forget(self) -> None:
        self._seat = None
        self._used = 0.0
        self._times = CoreTimes()
        self._is_first = True
        self._has_changed_board = False
        self._time_outs: list[int] = []
        self._remarks: list[JsonObject] = []

    def _allowed(self, limit: Limit) -> float:
        """Return the seconds for the next move, apart from those left for the game."""
        seconds = self.preset.move_seconds
        if not self._has_own_time and limit.seconds is not None:
            seconds = limit.seconds
        if limit.clock is not None:
            seconds = min(seconds, limit.clock)
        return seconds + (self.preset.warm_up_seconds if self._is_first else 0.0)

    def _left_of_game(self) -> float:
        if self.preset.game_seconds is None:
            return float("inf")
        return self.preset.game_seconds + self.preset.warm_up_seconds - self._used

    def _check_time(self, answer: Answer, allowed: float, left: float) -> None:
        if answer.seconds > left or (answer.timed_out and left < allowed):
            total = self.preset.game_seconds
            reason = f"it has used up the {total:g} s that it had for the whole game"
            disputed = self._times.is_disturbed
            raise CourseFailureError(FailureKind.TIME, reason, line=answer.line, disputed=disputed)
        if not answer.timed_out:
            return
        loses = self.preset.at_time_out == "loses"
        if loses or not answer.candidates:
            reason = _not_done(answer, allowed, loses=loses)
            raise CourseFailureError(
                FailureKind.TIME, reason, line=answer.line, disputed=answer.is_disputed
            )

    def _move(self, board: Board, answer: Answer) -> Move:
        legal, size = legal_squares(board), board.size
        if not answer.candidates:
            if not legal:
                return PASS
            words = _nothing_chosen(answer, squares_text(legal, size))
            raise CourseFailureError(FailureKind.ILLEGAL, words)
        last = answer.candidates[-1]
        if last not in legal:
            mover = color_name(board.turn)
            may = f"may play {squares_text(legal, size)}" if legal else "has to pass"
            where = "legal" if square_name(last, size) else "on the board"
            reason = f"its last candidate is {square_text(last, size)}, which is not {where}"
            raise CourseFailureError(FailureKind.ILLEGAL, f"{reason}: {mover} {may}")
        return Move.at(*last)

    def _remark(self, board: Board, answer: Answer) -> None:
        """Note what does not lose the game, but is not as the course requires."""
        remarks = []
        if self.preset.candidates == "all" and not answer.timed_out:
            legal = legal_squares(board)
            remarks.append(candidate_differences(answer.candidates, legal, board.size))
        if answer.processor_seconds > _SEVERAL_CORES * answer.seconds + _SPARE_PROCESSOR_SECONDS:
            computed, seconds = answer.processor_seconds, answer.seconds
            remarks.append(f"it computes on several cores: {computed:.1f} s in {seconds:.1f} s")
        if answer.changed_board and not self._has_changed_board:
            self._has_changed_board = True  # noted once per game
            remarks.append("go changes the chessboard that it is given: work on chessboard.copy()")
        self._remarks += [{"ply": board.ply, "remark": words} for words in remarks if words]


def _not_done(answer: Answer, allowed: float, *, loses: bool) -> str:
    """Explain what an agent was doing when its time was up."""
    if answer.compiles:
        where = f" (called in line {answer.line})" if answer.line is not None else ""
        return f"it was still compiling after {allowed:g} s{where}"
    where = f" (it was in line {answer.line})" if answer.line is not None else ""
    what = "it was not done" if loses else "it had no candidate yet"
    return f"{what} after {allowed:g} s{where}"


def _nothing_chosen(answer: Answer, legal: str) -> str:
    words = "its candidate_list is empty, and so it passes, but there are legal moves"
    if answer.returned:
        return f"go returns {answer.returned} but candidate_list is empty: append it there"
    if answer.output.strip():
        return "it prints, but candidate_list is empty: append the move to it instead"
    return f"{words}: {legal}"
