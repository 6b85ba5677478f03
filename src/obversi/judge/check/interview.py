"""A file that is asked about one board after another, whatever it does."""

from collections.abc import Iterable, Iterator
from typing import Final, Self

from obversi.agents.course.answer import CourseFailureError
from obversi.agents.course.course_process import CourseProcess
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.submission import Submission
from obversi.agents.failure import Fault
from obversi.board import Board
from obversi.judge.check.asked import Asked
from obversi.judge.check.lines import Square
from obversi.machine import on_one_core
from obversi.sandbox.layer import Layer
from obversi.sandbox.layers import checked_minimum

__all__ = ["Interview"]

# Who fails so often in the same way does so on every board.
_ENOUGH_FAILURES: Final = 3


class Interview:
    """An `AI` of one colour in a process of its own; after a failure there is a new one."""

    def __init__(
        self,
        submission: Submission,
        preset: CoursePreset,
        color: int,
    ) -> None:
        """Start nothing yet."""
        self._preset = preset
        self._color = color
        self._process = CourseProcess(submission, preset, minimum=checked_minimum(preset.sandbox))
        self._is_ready = False
        self._is_new = True
        self._before: tuple[Square, ...] = ()

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers of the sandbox that hold."""
        return self._process.layers

    @property
    def load_seconds(self) -> float:
        """How long the file took until there was an `AI`."""
        return self._process.load_seconds

    @property
    def output(self) -> str:
        """What it printed since it was loaded."""
        return self._process.output

    def make(self) -> None:
        """Run the file and make an `AI`; a `CourseFailureError` says why there is none."""
        with on_one_core():  # as in a contest: threads make nothing quicker
            self._process.construct(self._preset.size, self._color, self._preset.move_seconds)
        self._is_ready = True
        self._is_new = True
        self._before = ()

    def ask(self, about: str, board: Board, seconds: float | None = None) -> Asked:
        """Ask on a board, for so many seconds or for those of a move."""
        try:
            if not self._is_ready:
                self.make()
            answer = self._process.go(board, self._seconds() if seconds is None else seconds)
        except CourseFailureError as failure:
            # What it remembers may be anything now.
            self._is_ready = False
            return Asked(
                about,
                board,
                memory_mb=self._process.memory_mb,
                fault=failure.fault,
                words=str(failure),
                details=failure.details,
            )
        self._is_new = False
        before, self._before = self._before, answer.candidates
        return Asked(
            about,
            board,
            candidates=answer.candidates,
            before=before,
            seconds=answer.seconds,
            memory_mb=answer.memory_mb,
            is_late=answer.timed_out,
            is_board_changed=answer.changed_board,
            returned=answer.returned,
            output=answer.output,
        )

    def _seconds(self) -> float:
        """Return the time of a move; the first one may have some for compilers."""
        warm_up = self._preset.warm_up_seconds if self._is_new else 0.0
        return self._preset.move_seconds + warm_up

    def ask_all(self, boards: Iterable[tuple[str, Board]]) -> Iterator[Asked]:
        """Ask on board after board; who fails in the same way again and again is asked no more."""
        failures: dict[Fault, int] = {}
        for about, board in boards:
            asked = self.ask(about, board)
            yield asked
            if asked.fault is not None:
                failures[asked.fault] = failures.get(asked.fault, 0) + 1
                if failures[asked.fault] >= _ENOUGH_FAILURES:
                    return

    def __enter__(self) -> Self:
        """Use it as a context, to have the process ended."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._process.end()
