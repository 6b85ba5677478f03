"""Searches of the same positions by each strategy, and games of each."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import process_time, thread_time
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from obversi import batch
from obversi.agents.core_agents import SearchAgent
from obversi.agents.description import make_agent
from obversi.arena.bulk import CorePlaying
from obversi.board import Board
from obversi.heuristics import Evaluation, evaluation
from obversi.lab.estimate import elo, mean, score
from obversi.lab.experiment import Settings, Step, Watch
from obversi.lab.games import duel, lab_openings, play_openings
from obversi.lab.positions import each, random_positions
from obversi.rules import Rules
from obversi.textbook import Found, alpha_beta, deepening, maximax, minimax, negamax

_R2 = evaluation("r2")
_PURPOSE = "strategies"
DEPTHS = (1, 2, 3, 4, 5, 6)
_MINIMAX_DEPTHS = DEPTHS[:-1]  # one ply more would take as long as everything else
ANCHOR = 4  # the plies of the common opponent, which has Elo 0
_PLAYOUTS = (30, 100, 300, 1000)
LONGEST_MCTS = f"mcts:playouts={_PLAYOUTS[-1]}"
ENGINES = (1, 3)  # plies

# Squares that both sides play perfectly, to find which side is ahead before the end.
ENDING = {4: 4, 6: 10, 8: 14}

# Positions for each game; every strategy searches each of them.
_POSITIONS_SHARE = 0.6
_AGENT_POSITIONS = 60

#: The compared strategies; negamax has the same nodes as alpha-beta.
FAMILIES = ("minimax", "alpha-beta", "maximax", "deepening", "mcts", "engine")

# A time that never ends a search: only the depth ends it.
_ENDLESS_SECONDS = 1e6

# The discs in the positions of the three parts of a game: a quarter of the squares, half and three
# quarters. On 4×4 the first number is larger, because a quarter is the start, a single position.
_DISCS = {4: (6, 8, 12), 6: (9, 18, 27), 8: (16, 32, 48)}


#: The textbook's searches to a depth, by their names.
STRATEGIES: Mapping[str, Callable[[Board, Evaluation, int], Found]] = MappingProxyType(
    {
        "minimax": minimax,
        "alpha-beta": alpha_beta,
        "negamax": negamax,
        "maximax": maximax,
        "deepening": lambda board, evaluation, depth: deepening(
            board, evaluation, _ENDLESS_SECONDS, 1.0, depth=depth
        ),
    }
)


def middle_boards(count: int, size: int, rules: Rules, seed: int) -> list[Board]:
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

    Seconds are processor time, so that other programs do not count. Values, moves and nodes are
    compared with those of alpha-beta: the counts are of positions with the same value, move or
    nodes, and ("search") with all three the same.
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
    """Return the cost of a move for an agent of the core, one position after the other.

    Nothing else may run in this process meanwhile, because all its processor time is counted.
    """
    agent = cast(CorePlaying, make_agent(description))
    player = agent.core_player(boards[0].size, boards[0].rules)
    player.begin(0)
    player.choose(*boards[0].bits)  # loads what is loaded once
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


def steps(settings: Settings) -> list[Step]:
    """Plan the work."""
    planned = []
    for rules in settings.rules:
        for depth in DEPTHS:
            planned.append(Step(search_key(rules, depth), _search, depth, settings, rules))
        for name in opponents():
            planned.append(Step(games_key(rules, name), _play, name, settings, rules))
        planned.append(Step(ending_key(rules), _play_with_ending, settings, rules))
        for name in agents():
            planned.append(Step(cost_key(rules, name), _cost, name, settings, rules))
    return planned


def search_key(rules: Rules, depth: int) -> str:
    """Name the searches to a depth."""
    return f"{rules} searches of {depth} plies"


def games_key(rules: Rules, name: str) -> str:
    """Name the games against the anchor."""
    return f"{rules} games of {name}"


def ending_key(rules: Rules) -> str:
    """Name the games of MCTS against the anchor with a solved end."""
    return f"{rules} games of {LONGEST_MCTS} that end solved"


def cost_key(rules: Rules, name: str) -> str:
    """Name the cost of an agent's moves."""
    return f"{rules} cost of {name}"


def _strategies(depth: int) -> list[str]:
    """Return the strategies for a depth: minimax not at the last, deepening not at the first."""
    return [
        name
        for name in STRATEGIES
        if (name != "minimax" or depth in _MINIMAX_DEPTHS) and (name != "deepening" or depth > 1)
    ]


def agents() -> list[str]:
    """Return the descriptions of the agents that do not search with R2's evaluation."""
    return [f"mcts:playouts={playouts}" for playouts in _PLAYOUTS] + [
        f"engine:depth={depth}" for depth in ENGINES
    ]


def opponents() -> dict[str, Any]:
    """Return the opponents of the anchor; searches that find the same moves play only once."""
    depths = {
        f"alpha-beta:depth={depth}": _agent("alpha-beta", depth)
        for depth in DEPTHS
        if depth != ANCHOR
    }
    sorted_moves = {f"maximax:depth={ANCHOR}": _agent("maximax", ANCHOR)}
    return depths | sorted_moves | {name: name for name in agents()}


def _agent(search: str, depth: int) -> SearchAgent:
    return SearchAgent(_R2, name=f"{search} {depth}", depth=depth, search=search)


def _search(depth: int, settings: Settings, rules: Rules, watch: Watch) -> dict[str, Any]:
    count = max(3, round(_POSITIONS_SHARE * settings.games))
    boards = middle_boards(count, settings.size, rules, settings.seed)
    return search_costs(boards, _strategies(depth), _R2, depth, settings.threads, watch)


def _play(name: str, settings: Settings, rules: Rules, watch: Watch) -> dict[str, Any]:
    anchor = _agent("alpha-beta", ANCHOR)
    return duel(opponents()[name], anchor, settings, rules, _PURPOSE, watch)


def _play_with_ending(settings: Settings, rules: Rules, watch: Watch) -> dict[str, Any]:
    """Repeat the games of MCTS, but let both sides play the last squares perfectly."""
    openings = lab_openings(settings, rules, settings.games, _PURPOSE)
    anchor, squares = _agent("alpha-beta", ANCHOR), ENDING[settings.size]
    ending: Any = {"solved": squares, "solve_for": "result"}
    played = play_openings(LONGEST_MCTS, anchor, openings, settings, watch, **ending)
    return {"score": score(played).to_object(), "elo": elo(played).to_object()}


def _cost(name: str, settings: Settings, rules: Rules, _watch: Watch) -> dict[str, Any]:
    count = min(_AGENT_POSITIONS, max(3, settings.games))
    return agent_costs(name, middle_boards(count, settings.size, rules, settings.seed))
