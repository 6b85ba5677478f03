"""Answers of an agent on boards, and the process that gives them."""

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass
from typing import Self

from obversi.agents.agent import FailureKind
from obversi.agents.course.answer import CourseFailureError, Square, legal_squares
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.process import CourseProcess
from obversi.agents.course.submission import Submission
from obversi.board import Board
from obversi.color import Color, color_name
from obversi.judge.disputes import Disputes
from obversi.machine import on_one_core
from obversi.sandbox.layers import checked_minimum


@dataclass(frozen=True, slots=True)
class BoardAnswer:
    """The answer of an agent on a board: its list, or its failure.

    `candidates` are in the order of the agent, and `before` is its list one call earlier. `is_late`
    means that the list is the one at the time-out, `compiles` that it was compiling then, and
    `is_cut` that it was interrupted before the time of the course was over, so that the check is
    short. `is_board_changed` means that the call changed the array it was given. With a `failure`
    there is no list, and `words` and `details` explain it. `returned` is what `go` returned, and
    `output` what it printed.
    """

    about: str
    board: Board
    candidates: tuple[Square, ...] = ()
    before: tuple[Square, ...] = ()
    seconds: float = 0.0
    memory_mb: float = 0.0
    is_late: bool = False
    is_board_changed: bool = False
    returned: str = ""
    output: str = ""
    failure: FailureKind | None = None
    words: str = ""
    details: str = ""
    compiles: bool = False
    is_cut: bool = False

    @property
    def legal(self) -> Set[Square]:
        """The squares that should be in the list."""
        return legal_squares(self.board)

    @property
    def is_right(self) -> bool:
        """Whether the list has exactly the legal squares."""
        return self.failure is None and frozenset(self.candidates) == self.legal

    @property
    def is_last_legal(self) -> bool:
        """Whether the last entry can be played, or the list is empty if the mover has to pass."""
        if self.failure is not None:
            return False
        return self.candidates[-1] in self.legal if self.candidates else not self.legal

    @property
    def is_too_late(self) -> bool:
        """Whether it was interrupted with an empty list, which loses a game."""
        return self.is_late and not self.is_cut and not self.candidates and bool(self.legal)

    @property
    def is_unfinished(self) -> bool:
        """Whether it was interrupted while legal squares were still missing in its list."""
        return self.is_late and bool(self.legal - set(self.candidates))

    @property
    def place(self) -> str:
        """The board in a few words."""
        return f"as {color_name(self.board.turn)}: {self.about}"


def boards_text(count: int, of: int) -> str:
    """Write the number of boards.

    >>> boards_text(3, 20), boards_text(2, 2), boards_text(1, 1)
    ('on 3 of 20 boards', 'on all 2 boards', 'on the board')
    """
    if of == 1:
        return "on the board"
    return f"on all {of} boards" if count == of else f"on {count} of {of} boards"


# After this number of failures of one kind the other boards are skipped.
_ENOUGH_FAILURES = 3


class CheckedAgent:
    """An `AI` of one colour in its own process; after a failure a new one is made."""

    def __init__(self, submission: Submission, preset: CoursePreset, color: Color) -> None:
        """Start nothing yet."""
        self._preset = preset
        self._color = color
        self.process = CourseProcess(submission, preset, minimum=checked_minimum(preset.sandbox))
        self._is_ready = False
        self._is_new = True
        self._before: tuple[Square, ...] = ()
        self._disputes = Disputes()

    def make(self) -> None:
        """Run the file and make an `AI`; a `CourseFailureError` says why that failed."""
        with on_one_core():  # as in a contest
            self.process.construct(self._preset.size, self._color, self._preset.move_seconds)
        self._is_ready = True
        self._is_new = True
        self._before = ()

    def ask(self, about: str, board: Board, seconds: float | None = None) -> BoardAnswer:
        """Return the answer on a board, within these seconds or those of a move.

        If the machine may be why its time was not enough, the board is repeated.
        """
        return self._disputes.settled(
            lambda: self._ask_once(about, board, seconds), self._make_again
        )

    def _make_again(self) -> None:
        self._is_ready = False

    def _ask_once(
        self, about: str, board: Board, seconds: float | None
    ) -> tuple[BoardAnswer, bool]:
        """Return the answer on a board, and whether its clock is in dispute."""
        try:
            if not self._is_ready:
                self.make()
            warm_up = self._preset.warm_up_seconds if self._is_new else 0.0
            allowed = self._preset.move_seconds + warm_up
            answer = self.process.go(board, allowed if seconds is None else seconds)
        except CourseFailureError as failure:
            # Its state may be inconsistent now.
            self._is_ready = False
            failed = BoardAnswer(
                about,
                board,
                memory_mb=self.process.memory_mb,
                failure=failure.kind,
                words=str(failure),
                details=failure.details,
            )
            return failed, failure.disputed
        self._is_new = False
        before, self._before = self._before, answer.candidates
        result = BoardAnswer(
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
            compiles=answer.compiles,
            is_cut=answer.timed_out and seconds is not None and seconds < allowed,
        )
        return result, answer.is_disputed and result.is_too_late

    def ask_all(
        self,
        boards: Iterable[tuple[str, Board]],
        seconds: Callable[[], float | None] = lambda: None,
    ) -> Iterator[BoardAnswer]:
        """Yield the answers on boards; stop after several failures of one kind.

        Each has what `seconds` returns, or the time of a move.
        """
        failures: dict[FailureKind, int] = {}
        for about, board in boards:
            result = self.ask(about, board, seconds())
            yield result
            if result.failure is not None:
                failures[result.failure] = failures.get(result.failure, 0) + 1
                if failures[result.failure] >= _ENOUGH_FAILURES:
                    return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.end()
