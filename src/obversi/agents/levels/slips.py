"""How a weak level errs: like people, who lose some discs by a slip and rarely a whole game."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp

from obversi.board import Board
from obversi.move import Move

__all__ = ["Slips"]


@dataclass(frozen=True, slots=True)
class Slips:
    """What a level takes for good, and the chance that it plays something else.

    A share of its judgement, the `greed`, is the discs on the board right after a move, as of
    someone who is new to the game. Of two moves the one that costs as many discs as the
    `temperature` is chosen e times less often, and none that costs more than `most`. Both are for
    the beginning of a game, and fall with every square that is filled, to the share `left` at the
    end.
    """

    temperature: float
    most: float
    left: float
    greed: float = 0.0

    def share(self, board: Board) -> float:
        """Return what the temperature and the most discs are multiplied by, from 1 to `left`."""
        empty = len(board.empty) / (board.size**2 - 4)
        return self.left + (1 - self.left) * min(empty, 1.0)

    def most_lost(self, board: Board) -> float:
        """Return how many discs a slip may cost on this board, by the level's own judgement."""
        return self.most * self.share(board)

    def judged(self, board: Board, margins: Mapping[Move, float]) -> dict[Move, float]:
        """Return what the level takes moves for that are worth these margins to the mover."""
        if not self.greed:
            return dict(margins)
        own, other = board.bits
        lead = own.bit_count() - other.bit_count() + 1
        sign = 1 if board.rules == "normal" else -1
        return {
            move: (1 - self.greed) * margin
            + self.greed * sign * (lead + 2 * board.flip_bits(move).bit_count())
            for move, margin in margins.items()
        }

    def chances(self, board: Board, judged: Mapping[Move, float]) -> dict[Move, float]:
        """Return how often each move is chosen of those that the level takes for so much.

        >>> slips = Slips(temperature=4.0, most=10.0, left=0.5)
        >>> chances = slips.chances(Board(), {Move("d3"): 6, Move("c4"): 2, Move("f5"): -6})
        >>> [round(chance, 2) for chance in chances.values()]
        [0.73, 0.27, 0.0]
        """
        best, most = max(judged.values()), self.most_lost(board)
        temperature = self.temperature * self.share(board)
        weights = {
            move: exp((value - best) / temperature) if best - value <= most else 0.0
            for move, value in judged.items()
        }
        total = sum(weights.values())
        return {move: weight / total for move, weight in weights.items()}
