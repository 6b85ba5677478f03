"""The field: ten opponents against which R0's agent wins about half of its games."""

from collections.abc import Mapping
from typing import Final

from obversi.agents.agent import Agent
from obversi.lab.games.meeting import lab_openings, meet, points_score
from obversi.lab.result import Table
from obversi.lab.settings import Settings
from obversi.lab.step import Watch

__all__ = ["FIELD", "field_table", "play_field", "pooled"]

# R0 played against ten others of its class, ranked 41 to 50, and won 23 of 60 games. Who they were
# nobody knows. These ten were taken from 26 agents by 60 games of each against R0's agent, 4 plies
# and γ = 0.7, before any other γ was tried: it wins about half under either rules, and between a
# third and two thirds against most of them.
FIELD: Final = (
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


def play_field(
    agent: str | Agent, games: int, settings: Settings, rules: str, watch: Watch
) -> dict[str, str]:
    """Play about so many games in all, and return the half points by opponent.

    Each opponent has openings of its own, which are the same for every agent.
    """
    each = max(2, round(games / len(FIELD)))
    found = {}
    for number, opponent in enumerate(FIELD):

        def partly(share: float, before: int = number) -> None:
            watch((before + share) / len(FIELD))

        openings = lab_openings(settings, rules, each, f"field {number}")
        found[opponent] = meet(agent, opponent, openings, settings, partly)
    return found


def pooled(found: Mapping[str, str]) -> str:
    """Return the half points against all opponents, one after the other."""
    return "".join(found[opponent] for opponent in FIELD)


def field_table(title: str, what: str, agents: Mapping[str, Mapping[str, str]]) -> Table:
    """Tell the points of 100 of each agent, against all and against each opponent."""
    rows = []
    for agent, found in agents.items():
        each = (f"{100 * points_score(found[opponent]).value:.0f}" for opponent in FIELD)
        rows.append((agent, points_score(pooled(found)).text(1, percent=True), *each))
    return Table(f"{title}: points of 100 against the field", (what, "all", *FIELD), tuple(rows))
