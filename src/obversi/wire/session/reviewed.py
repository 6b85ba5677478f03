"""What a review says of moves and of players."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple

from obversi.wire.session.parts import Choice, Flag, ListOf, Nullable, Number, Text, Whole
from obversi.wire.session.values import Ply, Side, Square

__all__ = ["LONGEST_GAME", "ReviewMargin", "ReviewedMove", "ReviewedPlayer"]

#: No game has more moves and passes.
LONGEST_GAME: Final = 128

_GRADES: Final = ("good", "inaccuracy", "mistake", "blunder")
_Margin = Annotated[int, Whole(-64, 64)]
_Loss = Annotated[int, Whole(0, 128)]
_Count = Annotated[int, Whole(0)]


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move that was played, and the best one, with their margins for the mover.

    `ply` counts the moves and passes with this one. It is a `turning_point` if it changed who wins
    when both go on perfectly. `pv` is how the game could have gone on with the best move.
    """

    ply: Ply
    move: Square
    mover: Side
    margin: _Margin
    best: Square
    best_margin: _Margin
    loss: _Loss
    grade: Annotated[Literal["good", "inaccuracy", "mistake", "blunder"], Choice(*_GRADES)]
    exact: Annotated[bool, Flag()]
    turning_point: Annotated[bool, Flag()]
    pv: Annotated[tuple[str, ...], ListOf(Text(10, least=1), 128)]


class ReviewMargin(NamedTuple):
    """What a game is worth to black after so many plies, and whether that is proven."""

    ply: int
    margin: int
    exact: bool


@dataclass(frozen=True, slots=True)
class ReviewedPlayer:
    """How a player did in the moves with a choice; the accuracy is in percent."""

    choices: _Count
    lost: _Count
    inaccuracies: _Count
    mistakes: _Count
    blunders: _Count
    accuracy: Annotated[float | None, Nullable(Number(0, 100))]
