"""Searches side by side, and games of each."""

from functools import partial
from typing import Any, Final

from obversi.agents.search_agent import SearchAgent
from obversi.arena.bulk import play_bulk
from obversi.heuristics import evaluation
from obversi.lab.estimate import elo, score
from obversi.lab.experiments.strategies.search_costs import (
    STRATEGIES,
    agent_costs,
    middle_boards,
    search_costs,
)
from obversi.lab.games.duel import duel
from obversi.lab.games.meeting import lab_openings
from obversi.lab.settings import Settings
from obversi.lab.step import Step, Watch

__all__ = [
    "ANCHOR",
    "DEPTHS",
    "ENDING",
    "ENGINES",
    "FAMILIES",
    "LONGEST_MCTS",
    "agents",
    "cost_key",
    "ending_key",
    "games_key",
    "opponents",
    "search_key",
    "steps",
]

_R2: Final = evaluation("r2")
_PURPOSE: Final = "strategies"
DEPTHS: Final = (1, 2, 3, 4, 5, 6)
_MINIMAX_DEPTHS: Final = DEPTHS[:-1]  # one ply more would take as long as all the rest
ANCHOR: Final = 4  # plies of the opponent that all are measured by, Elo 0
_PLAYOUTS: Final = (30, 100, 300, 1000)
LONGEST_MCTS: Final = f"mcts:playouts={_PLAYOUTS[-1]}"
ENGINES: Final = (1, 3)  # plies

# Squares that both sides play perfectly, to see who is ahead before.
ENDING: Final = {4: 4, 6: 10, 8: 14}

# Of the games so many positions; each is searched by all strategies.
_POSITIONS_SHARE: Final = 0.6
_AGENT_POSITIONS: Final = 60

#: What is compared; negamax is alpha-beta, node for node.
FAMILIES: Final = ("minimax", "alpha-beta", "maximax", "deepening", "mcts", "engine")


def steps(settings: Settings) -> list[Step]:
    """Plan the work."""
    planned = []
    for rules in settings.rules:
        for depth in DEPTHS:
            work = partial(_search, depth, settings, rules)
            planned.append(Step(search_key(rules, depth), work))
        for name in opponents():
            planned.append(Step(games_key(rules, name), partial(_play, name, settings, rules)))
        planned.append(Step(ending_key(rules), partial(_play_with_ending, settings, rules)))
        for name in agents():
            planned.append(Step(cost_key(rules, name), partial(_cost, name, settings, rules)))
    return planned


def search_key(rules: str, depth: int) -> str:
    """Name the searches to a depth."""
    return f"{rules} searches of {depth} plies"


def games_key(rules: str, name: str) -> str:
    """Name the games against the anchor."""
    return f"{rules} games of {name}"


def ending_key(rules: str) -> str:
    """Name the games of MCTS against the anchor that end solved."""
    return f"{rules} games of {LONGEST_MCTS} that end solved"


def cost_key(rules: str, name: str) -> str:
    """Name what the moves of an agent cost."""
    return f"{rules} cost of {name}"


def _strategies(depth: int) -> list[str]:
    """Return who searches to a depth: minimax while it can, deepening from its first depth on."""
    return [
        name
        for name in STRATEGIES
        if (name != "minimax" or depth in _MINIMAX_DEPTHS) and (name != "deepening" or depth > 1)
    ]


def agents() -> list[str]:
    """Describe those that do not search with R2's evaluation."""
    return [f"mcts:playouts={playouts}" for playouts in _PLAYOUTS] + [
        f"engine:depth={depth}" for depth in ENGINES
    ]


def opponents() -> dict[str, Any]:
    """Return who plays against the anchor; what finds the same moves as another plays once."""
    depths = {
        f"alpha-beta:depth={depth}": _agent("alpha-beta", depth)
        for depth in DEPTHS
        if depth != ANCHOR
    }
    sorted_moves = {f"maximax:depth={ANCHOR}": _agent("maximax", ANCHOR)}
    return depths | sorted_moves | {name: name for name in agents()}


def _agent(search: str, depth: int) -> SearchAgent:
    return SearchAgent(_R2, name=f"{search} {depth}", depth=depth, search=search)


def _search(depth: int, settings: Settings, rules: str, watch: Watch) -> dict[str, Any]:
    count = max(3, round(_POSITIONS_SHARE * settings.games))
    boards = middle_boards(count, settings.size, rules, settings.seed)
    return search_costs(boards, _strategies(depth), _R2, depth, settings.threads, watch)


def _play(name: str, settings: Settings, rules: str, watch: Watch) -> dict[str, Any]:
    anchor = _agent("alpha-beta", ANCHOR)
    return duel(opponents()[name], anchor, settings, rules, _PURPOSE, watch)


def _play_with_ending(settings: Settings, rules: str, watch: Watch) -> dict[str, Any]:
    """Play the games of MCTS again, but with the last squares perfect on both sides."""
    openings = lab_openings(settings, rules, settings.games, _PURPOSE)
    games = 2 * len(openings.boards)
    played = play_bulk(
        LONGEST_MCTS,
        _agent("alpha-beta", ANCHOR),
        games,
        size=settings.size,
        rules=rules,
        openings=openings,
        seed=settings.seed,
        threads=settings.threads,
        solved=ENDING[settings.size],
        solve_for="result",
        on_progress=lambda *results: watch(sum(results) / games),
    )
    return {"score": score(played).to_object(), "elo": elo(played).to_object()}


def _cost(name: str, settings: Settings, rules: str, _watch: Watch) -> dict[str, Any]:
    count = min(_AGENT_POSITIONS, max(3, settings.games))
    return agent_costs(name, middle_boards(count, settings.size, rules, settings.seed))
