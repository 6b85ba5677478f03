"""How a game on the server ended."""

from dataclasses import dataclass

from obversi.board import Board
from obversi.color import color_name
from obversi.wire.session import EndReason, plain

__all__ = ["Ending", "drawn_away", "finished", "lost"]


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a game is over, who won, by how many discs, and all that in a sentence."""

    reason: EndReason
    winner: int | None
    margin: int
    text: str


def finished(board: Board) -> Ending | None:
    """Return how a game ended in which nobody can move, or None while somebody can."""
    outcome = board.outcome()
    if outcome is None:
        return None
    return Ending(EndReason.FINISHED, outcome.winner, outcome.margin, board.status())


def lost(board: Board, loser: int, reason: EndReason, why: str) -> Ending:
    """Return the end of a game that was not finished: who is to blame has lost all squares."""
    text = plain(f"{color_name(-loser)} wins: {why}")
    return Ending(reason, -loser, board.size**2, text)


def drawn_away(reason: EndReason, why: str) -> Ending:
    """Return the end of a game that nobody is there to win."""
    return Ending(reason, None, 0, f"nobody wins: {why}")
