"""What came of one call of an agent."""

from collections.abc import Set
from dataclasses import dataclass

from obversi.agents.failure import Fault
from obversi.board import Board
from obversi.color import color_name
from obversi.judge.answer_check import legal_squares
from obversi.judge.check.lines import Square

__all__ = ["Asked", "boards_text", "moves_text"]


@dataclass(frozen=True, slots=True)
class Asked:
    """An agent was asked on a board: its list, or its failure.

    `candidates` are in the order of the agent, and `before` is its list one call earlier; `is_late`
    tells that the list is the one at the time-out, and `is_board_changed` that the call wrote on
    the array that it was given. With a `fault` there is no list, `words` say why and `details` have
    more. `returned` is what `go` returned, if it did, and `output` what was printed.
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
    fault: Fault | None = None
    words: str = ""
    details: str = ""

    @property
    def legal(self) -> Set[Square]:
        """The squares that should be in the list."""
        return legal_squares(self.board)

    @property
    def is_right(self) -> bool:
        """Whether all legal squares are in the list and nothing else."""
        return self.fault is None and frozenset(self.candidates) == self.legal

    @property
    def is_last_legal(self) -> bool:
        """Whether the last entry can be played, or the list is empty where a pass is due."""
        if self.fault is not None:
            return False
        return self.candidates[-1] in self.legal if self.candidates else not self.legal

    @property
    def is_too_late(self) -> bool:
        """Whether it was interrupted before it had listed anything, which loses a game."""
        return self.is_late and not self.candidates and bool(self.legal)

    @property
    def place(self) -> str:
        """Say which board it is, in a few words."""
        return f"as {color_name(self.board.turn)}: {self.about}"


def boards_text(count: int, of: int) -> str:
    """Write on how many boards something was seen.

    >>> boards_text(3, 20), boards_text(2, 2), boards_text(1, 1)
    ('on 3 of 20 boards', 'on all 2 boards', 'on the board')
    """
    if of == 1:
        return "on the board"
    return f"on all {of} boards" if count == of else f"on {count} of {of} boards"


def moves_text(board: Board) -> str:
    """Write the moves that led to a board as one text."""
    return "".join(move for move in board.move_stack if not move.is_pass)
