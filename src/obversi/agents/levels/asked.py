"""The engine as descriptions ask for it: with limits of its own, or at a level."""

from obversi.agents.engine_agent import EngineAgent
from obversi.agents.levels.level_agent import LevelAgent
from obversi.errors import ObversiError

__all__ = ["engine_or_level"]


def engine_or_level(
    level: int | None = None,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    hash_mb: int = 16,
    weights: str | None = None,
    seed: int | None = None,
) -> EngineAgent | LevelAgent:
    """Make the agent; without a level nothing is left to chance, so that a seed is of no use."""
    if level is None:
        return EngineAgent(seconds, depth, nodes, threads, hash_mb, weights)
    for option, value in (("depth", depth), ("nodes", nodes), ("weights", weights)):
        if value is not None:
            raise ObversiError(f"a level has its own {option}: leave {option!r} or 'level' out")
    return LevelAgent(level, seconds=seconds, threads=threads, hash_mb=hash_mb, seed=seed)
