"""What searches cost in the same positions, and whether they find the same."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import process_time, thread_time
from types import MappingProxyType
from typing import Any, Final, cast

import numpy as np

from obversi import batch
from obversi.agents.description import make_agent
from obversi.arena.bulk import CorePlaying
from obversi.board import Board
from obversi.heuristics import Evaluation
from obversi.lab.estimate import mean
from obversi.lab.positions.sampling import random_positions
from obversi.lab.step import Watch
from obversi.lab.threads import each
from obversi.textbook import Found, alpha_beta, deepening, maximax, minimax, negamax

__all__ = ["STRATEGIES", "agent_costs", "middle_boards", "search_costs"]

# Time for every depth: the depth is what ends the search.
_ENDLESS_SECONDS: Final = 1e6

# How many discs there are in the positions of a game's three parts: a quarter of the squares, half
# and three quarters. On 4×4 a quarter is the start, of which there is only one.
_DISCS: Final = {4: (6, 8, 12), 6: (9, 18, 27), 8: (16, 32, 48)}


def _deepening(board: Board, evaluation: Evaluation, depth: int) -> Found:
    return deepening(board, evaluation, _ENDLESS_SECONDS, 1.0, depth=depth)


#: The textbook's searches to a depth, by their names.
STRATEGIES: Final[Mapping[str, Callable[[Board, Evaluation, int], Found]]] = MappingProxyType(
    {
        "minimax": minimax,
        "alpha-beta": alpha_beta,
        "negamax": negamax,
        "maximax": maximax,
        "deepening": _deepening,
    }
)


def middle_boards(count: int, size: int, rules: str, seed: int) -> list[Board]:
    """Return positions of random games, a third each from the three parts of a game."""
    parts = _DISCS[size]
    return [
        batch.to_board(position, size=size, rules=rules)
        for discs in parts
        for position in random_positions(max(1, count // len(parts)), discs, size, seed)
    ]


def search_costs(
    boards: Sequence[Board],
    names: Sequence[str],
    evaluation: Evaluation,
    depth: int,
    threads: int,
    watch: Watch | None = None,
) -> dict[str, Any]:
    """Search all positions by each strategy, one after the other in every position.

    Seconds are those of the processor, so that other programs do not count. Values and moves are
    compared with those of alpha-beta, and so are nodes: how many positions have the same, one by
    one and ("search") all three.
    """
    found = each(partial(_searched, names, evaluation, depth), boards, threads, watch)
    return {
        name: {
            **{
                kind: mean([position[name][kind] for position in found]).to_object()
                for kind in ("nodes", "evaluations", "seconds")
            },
            **{
                f"same_{kind}": sum(
                    position[name][kind] == position["alpha-beta"][kind] for position in found
                )
                for kind in ("value", "move", "nodes")
            },
            "same_search": sum(
                all(
                    position[name][kind] == position["alpha-beta"][kind]
                    for kind in ("value", "move", "nodes")
                )
                for position in found
            ),
            "positions": len(found),
        }
        for name in names
    }


def _searched(
    names: Sequence[str], evaluation: Evaluation, depth: int, board: Board
) -> dict[str, dict[str, Any]]:
    found = {}
    for name in names:
        begin = thread_time()
        one = STRATEGIES[name](board, evaluation, depth)
        found[name] = {
            "seconds": thread_time() - begin,
            "nodes": one.nodes,
            "evaluations": one.evaluations,
            "value": one.value,
            "move": str(one.move),
        }
    return found


def agent_costs(description: str, boards: Sequence[Board]) -> dict[str, Any]:
    """Return what a move costs an agent of the core, one position after the other.

    Nothing else may work in this process meanwhile: all its processor time is counted.
    """
    agent = cast(CorePlaying, make_agent(description))
    player = agent.core_player(boards[0].size, boards[0].rules)
    player.begin(0)
    player.choose(*boards[0].bits)  # what is loaded only once is no part of a move
    seconds, nodes = [], []
    for board in boards:
        begin = process_time()
        nodes.append(player.choose(*board.bits)[1])
        seconds.append(process_time() - begin)
    return {
        "nodes": mean(nodes).to_object(),
        "seconds": mean(seconds).to_object(),
        "positions": int(np.size(nodes)),
    }
