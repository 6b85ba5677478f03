"""The agent that plays at a level."""

from collections.abc import Mapping
from random import Random
from typing import Final

from obversi.agents.levels.level import Level
from obversi.agents.levels.table import level
from obversi.agents.thought import Thought
from obversi.board import Board
from obversi.engine import Engine
from obversi.limit import Limit
from obversi.move import Move
from obversi.numbers import whole_number

__all__ = ["LevelAgent"]

# Enough for the few positions that a shallow search looks at, and cleared in no time.
_SHALLOW_HASH_MB: Final = 1


class LevelAgent:
    """Plays at a level: all but the highest judge a position by itself, whatever came before.

    So with a seed the same position has the same move, and nothing that someone else searched
    makes a weak level stronger. The highest uses the `engine` that it is given, if any, and may
    think for `seconds` instead of one.
    """

    def __init__(
        self,
        number: int,
        *,
        seconds: float | None = None,
        threads: int = 1,
        hash_mb: int = 16,
        seed: int | None = None,
        engine: Engine | None = None,
    ) -> None:
        """Take the level of this number; threads and memory are of use to the highest only."""
        usual = level(number)
        self.level = usual.number
        self.name = f"level {usual.number}"
        self._own_seconds = Limit(seconds=seconds).seconds
        self._most_seconds = usual.seconds
        self._seed = None if seed is None else whole_number(seed, "the seed", -(1 << 63))
        self._chance = Random()
        self._shallow = usual.depth is not None
        if self._shallow:
            engine = Engine(1, _SHALLOW_HASH_MB)
        self._engine = Engine(threads, hash_mb) if engine is None else engine

    @property
    def seconds(self) -> float:
        """The most that a move takes."""
        return self._own_seconds or self._most_seconds

    @property
    def threads(self) -> int:
        """How many cores it thinks on."""
        return self._engine.threads

    def prepare(self, size: int, rules: str) -> None:
        """Load what is known of a game, which takes longer than many a move may."""
        self._engine.evaluate(Board(size, rules))

    def stop(self) -> None:
        """End the search under way with what it has found; from any thread."""
        self._engine.stop()

    def choose(self, board: Board) -> Move:
        """Choose a move as strong as the level."""
        return self.think(board, Limit()).move

    def think(self, board: Board, limit: Limit) -> Thought:
        """Choose a move as strong as the level, within what a clock leaves."""
        if len(board.legal_moves) == 1:
            return Thought(board.legal_moves[0])
        played = level(self.level, board.rules, board.size)
        if self._shallow:
            self._engine.clear()
        limits = self._within(limit, played)
        if played.slips is None:
            found = self._engine.analyse(board, limits)
            return Thought(found.move, float(found.margin), found.depth, found.nodes)
        found = self._engine.analyse(board, limits, "all")
        margins = {line.move: float(line.margin) for line in found.lines}
        judged = played.slips.judged(board, margins)
        move = self._drawn(board, played.slips.chances(board, judged))
        return Thought(move, judged[move], found.depth, found.nodes)

    def _within(self, limit: Limit, played: Level) -> Limit:
        """Return its own limit: seconds of its description count instead of those of a match."""
        seconds = self.seconds
        if self._own_seconds is None and limit.seconds is not None:
            seconds = min(seconds, limit.seconds)
        return Limit(
            seconds=seconds, depth=played.depth, clock=limit.clock, increment=limit.increment
        )

    def _drawn(self, board: Board, chances: Mapping[Move, float]) -> Move:
        chance = self._chance
        if self._seed is not None:
            chance = Random(f"{self._seed} {board.to_string()}")
        return chance.choices(list(chances), list(chances.values()))[0]
