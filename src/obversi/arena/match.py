"""A match between two agents: pairs of games, each pair from one opening with colours swapped."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from math import isfinite
from random import Random

from obversi.arena.game import GamePlan, PlayedGame, Player, play_planned
from obversi.arena.openings import Openings
from obversi.arena.processes import play_in_processes
from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.errors import ObversiError
from obversi.numbers import whole_number

__all__ = ["Match", "play_match"]


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom, from where, how often and with how many seconds a move.

    The seed decides what is left to chance in every game, but each game gets a seed of its own.
    """

    a: str
    b: str
    openings: Openings
    pairs: int
    seconds: float = 0.1
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse a match without games or without time."""
        whole_number(self.pairs, "the number of pairs", 1)
        if not (isfinite(self.seconds) and self.seconds > 0):
            raise ObversiError(f"a move cannot take {self.seconds} s: expected a number above 0")

    def plans(self) -> Iterator[GamePlan]:
        """Go through the games: each opening first with A as black, then as white."""
        for pair, opening in enumerate(self.openings.take(self.pairs)):
            yield self._plan(2 * pair + 1, pair + 1, opening, BLACK)
            yield self._plan(2 * pair + 2, pair + 1, opening, WHITE)

    def _plan(self, number: int, pair: int, opening: Board, a_color: int) -> GamePlan:
        # Seeded by a text, whose every letter counts, games have nothing in common.
        seeds = Random(f"{self.seed} {number}")
        a, b = (
            Player(description, self.seconds, seeds.getrandbits(32))
            for description in (self.a, self.b)
        )
        return GamePlan(number, pair, opening, a, b, a_color)


def play_match(match: Match, concurrency: int = 1) -> Generator[PlayedGame, None, None]:
    """Play the games, so many of them at a time, and hand out each as it ends.

    Those played at the same time have processes of their own; to close the generator ends them.

    >>> from obversi.arena import random_openings
    >>> match = Match("greedy", "random", random_openings(2, size=4, seed=1), pairs=2)
    >>> [game.number for game in play_match(match)]
    [1, 2, 3, 4]
    """
    if whole_number(concurrency, "the concurrency", 1) > 1:
        yield from play_in_processes(match.plans(), concurrency)
    else:
        yield from map(play_planned, match.plans())
