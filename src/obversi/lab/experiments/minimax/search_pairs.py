"""Positions searched by minimax and by alpha-beta, and games to see how long they are."""

from functools import lru_cache
from time import thread_time
from typing import Final

import numpy as np

from obversi import batch
from obversi.heuristics import evaluation
from obversi.lab.games.round_batches import round_batches
from obversi.lab.positions.sampling import Positions, random_positions
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Watch
from obversi.lab.threads import each
from obversi.textbook import Found, alpha_beta, minimax

__all__ = [
    "PARTS",
    "SEARCHES",
    "TIMED_PARTS",
    "count_both",
    "play_itself",
    "positions",
    "time_both",
]

# By what the number of positions is divided at each depth, for nodes and for time: to seven plies
# minimax takes a second, while its nodes are counted fast.
PARTS: Final = {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 4}
TIMED_PARTS: Final = {1: 1, 2: 1, 3: 1, 4: 1, 5: 4, 6: 12, 7: 100}
SEARCHES: Final = ("minimax", "alpha-beta")
_JUDGE: Final = "r4"

# To so many plies both search a position before they are timed: whoever is first would otherwise
# pay for what the processor has not seen yet.
_WARM: Final = 3


def positions(settings: Settings, count: int) -> Positions:
    """Return positions of random games, each of a game of its own and of a round left to chance.

    So none depends on another. More positions begin with the same ones.
    """
    return _all_positions(max(2, settings.games), settings.size, settings.seed)[:count]


# Every step asks for the same.
@lru_cache(maxsize=1)
def _all_positions(count: int, size: int, seed: int) -> Positions:
    random = np.random.default_rng([seed & (1 << 64) - 1, 11])
    rounds = random.integers(4, size * size, count)
    found = np.empty((count, 2), np.uint64)
    for number in np.unique(rounds):
        here = np.flatnonzero(rounds == number)
        found[here] = random_positions(len(here), int(number), size, seed * 1009 + int(number))
    found.flags.writeable = False
    return found


def count_both(settings: Settings, rules: str, depth: int, watch: Watch) -> Measured:
    """Count the nodes of both searches, those of minimax without searching."""
    chosen = positions(settings, max(2, settings.games // PARTS[depth]))
    judge = evaluation(_JUDGE)

    def nodes(number: int) -> int:
        board = batch.to_board(chosen[number], size=settings.size, rules=rules)
        return alpha_beta(board, judge, depth).nodes

    cut = each(nodes, range(len(chosen)), settings.threads, watch)
    sizes = batch.tree_sizes(chosen, depth, settings.size, settings.threads)
    return {"minimax": sizes.sum(axis=1).tolist(), "alpha-beta": cut}


def time_both(settings: Settings, rules: str, depth: int, watch: Watch) -> Measured:
    """Search positions by both for the time of the processor that it takes, in seconds.

    They take turns in being first, and are right after each other, so that whatever else the
    machine does slows both.
    """
    chosen = positions(settings, max(2, settings.games // TIMED_PARTS[depth]))
    judge = evaluation(_JUDGE)

    def search(number: int) -> tuple[list[float], list[int], bool]:
        board = batch.to_board(chosen[number], size=settings.size, rules=rules)
        turns = [minimax, alpha_beta] if number % 2 == 0 else [alpha_beta, minimax]
        for one in turns:
            one(board, judge, min(depth, _WARM))
        found: dict[str, Found] = {}
        seconds: dict[str, float] = {}
        for one in turns:
            name = SEARCHES[one is alpha_beta]
            begin = thread_time()
            found[name] = one(board, judge, depth)
            seconds[name] = thread_time() - begin
        every, cut = (found[name] for name in SEARCHES)
        same = every.move == cut.move and every.value == cut.value
        return [seconds[name] for name in SEARCHES], [every.nodes, cut.nodes], same

    rows = each(search, range(len(chosen)), settings.threads, watch)
    return {
        "seconds": {name: [row[0][at] for row in rows] for at, name in enumerate(SEARCHES)},
        "nodes": {name: [row[1][at] for row in rows] for at, name in enumerate(SEARCHES)},
        "same": sum(row[2] for row in rows),
    }


def play_itself(settings: Settings, rules: str, player: str, watch: Watch) -> Measured:
    """Return the means of batches of games: moves of a game, and moves to choose from."""
    by_chance = player == "random"
    played = list(
        round_batches(settings, rules, player, player, settings.games, watch, from_start=by_chance)
    )
    return {
        "length": [float(one.discs.mean()) - 4 for one in played],
        "branching": [
            float(one.rounds.moves.sum() / (one.rounds.positions - one.rounds.passes).sum())
            for one in played
        ],
    }
