"""Games from the start in batches, so that the spread of what is seen by round can be told."""

from collections.abc import Iterator
from random import Random

from obversi.arena.bulk import BulkGames, play_bulk
from obversi.arena.openings import random_openings
from obversi.lab.settings import Settings
from obversi.lab.step import Watch

__all__ = ["BATCH", "round_batches"]

# As many games as R2 looked at.
BATCH = 40


def round_batches(
    settings: Settings,
    rules: str,
    a: str,
    b: str,
    games: int,
    watch: Watch,
    *,
    from_start: bool = True,
) -> Iterator[BulkGames]:
    """Let two agents play in batches of forty games, or in smaller ones if that makes under ten.

    There are two batches at least. Games begin from the start, or from random openings, of which
    agents that leave nothing to chance have need.
    """
    batch = max(2, min(BATCH, games // 20 * 2))
    batches = max(2, games // batch)
    for number in range(batches):
        # Drawn rather than reckoned, so that it has no more bits than the core takes.
        seed = Random(f"{settings.seed} batch {number}").getrandbits(62)
        openings = random_openings(
            1 if from_start else batch // 2,
            size=settings.size,
            rules=rules,
            plies=0 if from_start else None,
            seed=seed,
        )
        yield play_bulk(
            a,
            b,
            batch,
            size=settings.size,
            rules=rules,
            openings=openings,
            seed=seed,
            threads=settings.threads,
        )
        watch((number + 1) / batches)
