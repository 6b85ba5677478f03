"""Self-play: the settings, and the games by their numbers."""

import zlib
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any, Self

from obversi import _core
from obversi.arguments import seed_bits, whole_number
from obversi.errors import InputError
from obversi.rules import Rules
from obversi.training.game_files import GAME, Games
from obversi.weights import WeightsFile


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlaySettings:
    """How the engine plays against itself.

    The first moves are random: their number is the smaller of two random numbers from
    `random_least` to `random_most`; the defaults depend on the size of the board. Then moves are
    searched `depth` plies deep; with depth 0 there is no search, and mostly the move with the
    fewest replies is played. From `solve` empty squares on play is perfect. In percent: `noise`,
    the random moves among the searched ones of every second game; `branches`, the searched
    positions from which another line is played too, that begins with random moves of one side,
    because a search tree has such positions; `siblings`, the solved positions from which a second
    move is followed too.
    """

    depth: int = 0
    solve: int = 12
    seed: int | None = 0
    random_least: int | None = None
    random_most: int | None = None
    noise: int = 10
    branches: int = 0
    siblings: int = 25

    def for_size(self, size: int) -> Self:
        """Return the settings with all defaults filled in; a number out of bounds is an error.

        >>> settings = SelfPlaySettings(depth=4).for_size(6)
        >>> settings.random_least, settings.random_most
        (2, 26)
        """
        moves = size * size - 4
        most, least = self.random_most, self.random_least
        most = _within(50 * moves // 60 if most is None else most, "random_most", 0, moves - 1)
        least = min(max(4 * moves // 60, 1), most) if least is None else least
        return replace(
            self,
            depth=_within(self.depth, "depth", 0, moves),
            solve=_within(self.solve, "solve", 1, moves),
            seed=seed_bits(self.seed),
            random_least=_within(least, "random_least", 0, most),
            random_most=most,
            noise=_within(self.noise, "noise", 0, 100),
            branches=_within(self.branches, "branches", 0, 100),
            siblings=_within(self.siblings, "siblings", 0, 100),
        )

    def to_object(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        data = asdict(self)
        if not self.branches:
            del data["branches"]  # as it was stored before there were branches
        return data


@dataclass(frozen=True)
class SelfPlay:
    """Everything that games depend on except their numbers; it can be pickled."""

    size: int
    rules: Rules
    settings: SelfPlaySettings
    weights: bytes | None

    @classmethod
    def of(
        cls, size: int, rules: Rules, settings: SelfPlaySettings, weights: WeightsFile | None
    ) -> Self:
        """Check that settings and weights fit the game."""
        checked = settings.for_size(size)
        if checked.depth == 0 and checked.branches:
            raise InputError("branches need a search: expected a depth above 0")
        if checked.depth == 0:
            # Without a search no weights are needed.
            return cls(size, rules, checked, None)
        if weights is None:
            raise InputError(f"a search of {checked.depth} plies needs weights; depth 0 does not")
        if (weights.size, weights.rules) != (size, rules):
            raise InputError(f"the weights are for {weights.game}, the games {rules} {size}×{size}")
        return cls(size, rules, checked, weights.to_bytes())

    def description(self) -> dict[str, Any]:
        """Return the settings and the checksum of the weights, which a folder of games stores."""
        checksum = None if self.weights is None else f"{zlib.crc32(self.weights):08x}"
        return self.settings.to_object() | {"weights": checksum}

    def play(self, first: int, count: int, threads: int) -> Games:
        """Play `count` games from the number `first` on, with their branches."""
        rows = _core.generate_games(
            size=self.size,
            reversed=self.rules == "reversed",
            evaluation=None if self.weights is None else _evaluation(self.weights),
            first_number=first,
            count=count,
            threads=threads,
            **asdict(self.settings),
        )
        return rows.view(GAME).reshape(-1)


@lru_cache(maxsize=1)
def _evaluation(weights: bytes) -> _core.Evaluation:
    return _core.Evaluation(weights)


def _within(value: int, what: str, least: int, most: int) -> int:
    number = whole_number(value, what, least)
    if number > most:
        raise InputError(f"{what} cannot be {number}: expected {least} to {most}")
    return number
