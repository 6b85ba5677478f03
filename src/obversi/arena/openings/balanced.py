"""Openings in which neither player has an advantage, as far as the engine sees."""

from collections.abc import Callable
from math import isfinite
from typing import Final

from obversi.arena.openings.openings import Openings, random_positions
from obversi.engine import Engine
from obversi.errors import ObversiError
from obversi.limit import Limit
from obversi.numbers import whole_number

__all__ = ["balanced_openings", "balanced_origin"]

# Even depths: where they end, the other player is to move, as at the beginning. On 4×4 every search
# goes to the end of the game.
_DEPTH: Final = {4: 16, 6: 14, 8: 10}

# After so many positions in succession that were refused there is hardly one left to find.
_REFUSED_IN_SUCCESSION: Final = 300


def balanced_openings(
    count: int,
    *,
    within: float = 2.0,
    size: int = 8,
    rules: str = "normal",
    plies: int | None = None,
    seed: int | None = None,
    on_found: Callable[[int], None] = lambda _found: None,
) -> Openings:
    """Find random openings which the engine judges to be worth `within` discs at most to anyone.

    Like `random_openings` it stops before `count` where no more can be found. `on_found` hears how
    many there are.
    """
    wanted = whole_number(count, "the number of openings", 1)
    if not (isfinite(within) and within >= 0):
        raise ObversiError(f"openings cannot be balanced within {within} discs: expected 0 or more")
    found = []
    refused = 0
    candidates = random_positions(size=size, rules=rules, plies=plies, seed=seed)
    with Engine(1, 32) as engine:
        for board in candidates:
            judged = engine.analyse(board, Limit(depth=_DEPTH[board.size]))
            if abs(judged.margin) <= within:
                found.append(board)
                on_found(len(found))
                refused = 0
            else:
                refused += 1
            if len(found) == wanted or refused == _REFUSED_IN_SUCCESSION:
                break
    if not found:
        raise ObversiError(
            f"no random opening on {size}×{size} is balanced within {within:g} discs: "
            "try more discs, or other plies"
        )
    return Openings(tuple(found), balanced_origin(within, found[0].ply))


def balanced_origin(within: float, plies: int) -> str:
    """Say in words where such openings come from."""
    return f"balanced within {within:g} discs, {plies} plies"
