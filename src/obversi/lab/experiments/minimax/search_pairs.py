"""Positions searched by minimax and by alpha-beta, and games to see how long they are."""

from time import thread_time
from typing import Final

import numpy as np

from obversi import batch
from obversi.heuristics import evaluation
from obversi.lab.games.round_batches import round_batches
from obversi.lab.positions.sampling import Positions, positions_by_round
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Watch
from obversi.lab.threads import each
from obversi.textbook import alpha_beta, minimax

__all__ = ["PARTS", "SEARCHES", "play_itself", "search_both"]

# By what the number of positions is divided at each depth, for nodes and for time: to seven plies
# minimax takes seconds, while its nodes are counted fast.
PARTS: Final = {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: 6, 7: 6}
_TIMED_PARTS: Final = {**PARTS, 7: 100}
SEARCHES: Final = ("minimax", "alpha-beta")
_JUDGE: Final = "r4"


def _positions(settings: Settings, count: int) -> Positions:
    """Return positions from all rounds of random games, in an order left to chance."""
    rounds = settings.size**2 - 4
    games = -(-settings.games // rounds) + 1
    found = np.concatenate(list(positions_by_round(games, settings.size, settings.seed).values()))
    random = np.random.default_rng([settings.seed & (1 << 64) - 1, 11])
    return found[random.permutation(len(found))[:count]]


def search_both(settings: Settings, rules: str, depth: int, watch: Watch) -> Measured:
    """Search positions by minimax and by alpha-beta, some of them for the time it takes.

    Time is that of the processor, in seconds.
    """
    positions = _positions(settings, max(2, settings.games // PARTS[depth]))
    timed = max(2, settings.games // _TIMED_PARTS[depth])
    judge = evaluation(_JUDGE)

    def search(number: int) -> list[float]:
        board = batch.to_board(positions[number], size=settings.size, rules=rules)
        begin = thread_time()
        other = alpha_beta(board, judge, depth)
        seconds = thread_time() - begin
        if number >= timed:
            return [other.nodes, seconds, 0.0, 0.0]
        # Right after the other, so that whatever else the machine does slows both.
        begin = thread_time()
        one = minimax(board, judge, depth)
        same = one.move == other.move and one.value == other.value
        return [other.nodes, seconds, thread_time() - begin, same]

    rows = each(search, range(len(positions)), settings.threads, watch)
    nodes, seconds, minimax_seconds, same = np.array(rows).T
    sizes = batch.tree_sizes(positions, depth, settings.size, settings.threads)
    return {
        "nodes": {"minimax": sizes.sum(axis=1).tolist(), "alpha-beta": nodes.tolist()},
        "seconds": {
            "minimax": minimax_seconds[:timed].tolist(),
            "alpha-beta": seconds[:timed].tolist(),
        },
        "same": int(same.sum()),
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
