"""Agents that someone wrote in Python: a class that chooses moves, or an evaluation to search with.

``python:my_module:name`` names them, and so does ``python:path/to/my_file.py:name``.
"""

from typing import Any

from obversi.agents.agent import Agent
from obversi.agents.search_agent import SearchAgent
from obversi.errors import ObversiError
from obversi.heuristics import evaluation
from obversi.own_code import own_code

__all__ = ["python_agent"]


def python_agent(module: str, name: str, **options: Any) -> Agent:
    """Make the agent of a module or a file.

    What chooses moves itself, by a method `choose`, is the agent; a class is made into one without
    arguments. An evaluation, or a function of a board, is searched with; `options` are those of a
    `SearchAgent`.
    """
    found = own_code(module, name)
    seed = options.pop("seed", None)
    if isinstance(found, type) and not hasattr(found, "choose"):
        raise ObversiError(f"{name!r} in {module!r} is a class without a method 'choose'")
    if not hasattr(found, "choose"):
        return SearchAgent(evaluation(found), name=name, seed=seed, **options)
    if options:
        raise ObversiError(
            f"{name!r} in {module!r} chooses its moves itself: "
            f"{', '.join(map(repr, options))} can be given to an evaluation only"
        )
    agent: Agent = _made(found, name) if isinstance(found, type) else found
    return agent if hasattr(agent, "name") else _Named(name, agent)


class _Named:
    """Someone's agent that has no name of its own."""

    def __init__(self, name: str, agent: Agent) -> None:
        self.name = name
        self.choose = agent.choose


def _made(agent: type[Any], name: str) -> Any:
    try:
        return agent()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise ObversiError(f"no agent can be made of {name!r}: {reason}") from error
