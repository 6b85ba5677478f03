"""Shared parts of the experiments on R0's evaluation: its variants and a field of ten opponents."""

from collections.abc import Mapping
from types import MappingProxyType

from obversi.agents.agent import Agent
from obversi.heuristics.catalog import evaluation
from obversi.heuristics.mix import Mix, Phase
from obversi.lab.finding import Table, Texts
from obversi.lab.games import lab_openings, meet, points_score
from obversi.lab.steps import Trial

_TEXTS = Texts("r0")

_NOTHING: Mapping[str, float] = MappingProxyType({})


def r0_variant(
    matrix: str = "adjusted",
    *,
    weights: Mapping[str, float] = _NOTHING,
    corner: float | None = None,
    beside: float | None = None,
) -> Mix:
    """Return R0's evaluation with other weights of features, or other numbers in its matrix.

    `weights` are added to its own, or replace them. `corner` is the weight of a corner, `beside`
    that of the squares beside it along the edges.

    >>> r0_variant(weights={"moves": 2.0}).features
    ('squares', 'stable', 'moves')
    """
    plain = evaluation(f"r0-{matrix}")
    assert isinstance(plain, Mix)
    assert plain.squares is not None
    rows = [list(row) for row in plain.squares]
    if corner is not None:
        rows[0][0] = corner
    if beside is not None:
        rows[0][1] = rows[1][0] = beside
    phases = (Phase({**plain.phases[0].weights, **weights}),)
    squares = tuple(tuple(row) for row in rows)
    return Mix(plain.name, phases, squares, plain.rules, plain.finished, plain.origin)


# R0 played against ten other agents of its class, ranked 41 to 50, and won 23 of 60 games. These
# agents are not known. The ten here were chosen from 26 agents, by 60 games of each against R0's
# agent with 4 plies and γ = 0.7, before any other γ was tried. R0's agent wins about half of the
# games under either rules, and between a third and two thirds against most of them.
FIELD = (
    "r1-corrected:level=1",
    "r2:depth=3",
    "r2-position:depth=2",
    "r3:depth=1",
    "r3:depth=3",
    "r4:depth=2",
    "r4:depth=3",
    "positional:depth=2",
    "positional:depth=3",
    "mcts:playouts=10",
)


def play_field(trial: Trial, agent: str | Agent) -> dict[str, str]:
    """Play about as many games as the trial has, and return the half points by opponent.

    Each opponent has openings of its own, which are the same for every agent.
    """
    games = max(2, round(trial.games / len(FIELD)))
    found = {}
    for number, opponent in enumerate(FIELD):
        openings = lab_openings(trial, games, f"field {number}")
        found[opponent] = meet(trial.part(number, len(FIELD)), agent, opponent, openings)
    return found


def pooled(found: Mapping[str, str]) -> str:
    """Return the half points against all opponents as one text."""
    return "".join(found[opponent] for opponent in FIELD)


def field_table(title: str, what: str, agents: Mapping[str, Mapping[str, str]]) -> Table:
    """Return the points of 100 of each agent, against all and against each opponent."""
    rows = (
        {
            "agent": agent,
            "all": points_score(pooled(found)),
            "each": {one: 100 * points_score(found[one]).value for one in FIELD},
        }
        for agent, found in agents.items()
    )
    return _TEXTS.table("field_table", rows, title=title, what=what)
