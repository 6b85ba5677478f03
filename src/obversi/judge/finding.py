"""Findings of the judge about an agent."""

from dataclasses import dataclass
from enum import StrEnum

from obversi.board import Board
from obversi.records import JsonObject


class Severity(StrEnum):
    """How bad a finding is."""

    GOOD = "good"  # nothing to change
    ADVICE = "advice"  # it works, but could be better
    PROBLEM = "problem"  # it costs points
    FATAL = "fatal"  # no further tests were possible


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """The result of one test: an explanation, and advice.

    `topic` is a word or two, such as "candidates"; `details` may have several lines, such as a
    traceback. `board` is the position, as `Board.to_string` writes it, and `moves` led there.
    """

    level: Severity
    topic: str
    words: str
    advice: str = ""
    details: str = ""
    board: str = ""
    moves: str = ""

    def to_object(self) -> JsonObject:
        """Return the fields for JSON, without empty ones."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in fields.items() if value}


def board_finding(
    board: Board, level: Severity, topic: str, words: str, advice: str, details: str = ""
) -> CheckFinding:
    """Return a finding about a board, with the moves that led there."""
    moves = "".join(move for move in board.move_stack if not move.is_pass)
    return CheckFinding(level, topic, words, advice, details, board.to_string(), moves)
