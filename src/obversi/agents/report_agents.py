"""The agents of the reports: each searches as its report says, with its own evaluation."""

from typing import Any

from obversi.agents.search_agent import SearchAgent
from obversi.errors import ObversiError
from obversi.heuristics import EVALUATIONS, evaluation
from obversi.numbers import whole_number

__all__ = ["r1_agent", "r2_agent", "r3_agent", "report_agent"]

_HIGHEST_LEVEL = 4
_R2_SECONDS = 5.0


def report_agent(name: str, **options: Any) -> SearchAgent:
    """Search by a named evaluation; its parameters are among the options."""
    kind = EVALUATIONS[name]
    parameters = {key: options.pop(key) for key in kind.parameters if key in options}
    return SearchAgent(kind.make(**parameters), name=name, **options)


def r1_agent(name: str, level: int = _HIGHEST_LEVEL, perfect: int = 0) -> SearchAgent:
    """Search with R1's levels; as published each leaf is judged for whoever is to move there."""
    if level not in range(1, _HIGHEST_LEVEL + 1):
        raise ObversiError(f"the level cannot be {level}: expected 1 to {_HIGHEST_LEVEL}")
    return SearchAgent(
        evaluation("r1"),
        name=name,
        depth=level,
        leaf_view="mover" if name == "r1" else "root",
        perfect=perfect,
    )


def r2_agent(
    name: str, seconds: float | None = None, depth: int | None = None, **options: Any
) -> SearchAgent:
    """Search with R2's maximax to a depth, or deepening: for five seconds unless told otherwise."""
    if depth is None:
        return report_agent(name, seconds=_R2_SECONDS if seconds is None else seconds, **options)
    if seconds is None:
        options["search"] = "maximax"
    return report_agent(name, seconds=seconds, depth=depth, **options)


def r3_agent(depth: int = 4, search: str = "negamax", perfect: int = 0) -> SearchAgent:
    """Search with R3's negamax; its evaluation weighs discs and corners by the depth."""
    ply = whole_number(depth, "the depth", 1)
    return SearchAgent(
        evaluation(f"r3:ply={ply}"), name="r3", depth=ply, search=search, perfect=perfect
    )
