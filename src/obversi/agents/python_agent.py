"""Agents that users write in Python: a class that chooses moves, or an evaluation to search with.

``python:my_module:name`` names them, and so does ``python:path/to/my_file.py:name``.
"""

import inspect
from collections.abc import Callable
from typing import Any

from obversi.agents.agent import BaseAgent, ThinkingAgent, Thought
from obversi.agents.core_agents import SearchAgent
from obversi.board import Board
from obversi.errors import InputError
from obversi.heuristics.catalog import evaluation
from obversi.limit import Limit
from obversi.user_code import load_user_object


def python_agent(module: str, name: str, **options: Any) -> BaseAgent:
    """Make the agent of a module or a file.

    An object with a method `choose` is the agent; a class is called without arguments. The method
    gets the board, and the `Limit` of its time too if it takes two arguments; it returns a move, or
    a `Thought`. With an evaluation, or a function of a board, the agent is a `SearchAgent` with
    these `options`.
    """
    found = load_user_object(module, name)
    seed = options.pop("seed", None)
    if isinstance(found, type) and not hasattr(found, "choose"):
        raise InputError(f"{name!r} in {module!r} is a class without a method 'choose'")
    if not hasattr(found, "choose"):
        return SearchAgent(evaluation(found), name=name, seed=seed, **options)
    if options:
        raise InputError(
            f"{name!r} in {module!r} chooses its moves itself: "
            f"{', '.join(map(repr, options))} can be given to an evaluation only"
        )
    return OwnAgent(_made(found, name) if isinstance(found, type) else found, name)


class OwnAgent(ThinkingAgent):
    """A user's agent: only its method `choose` is used.

    Two attributes are used too: its `name`, and `threads`, the number of cores that it uses.
    """

    def __init__(self, agent: Any, name: str) -> None:
        """Take an agent, and a name for it if it has none of its own."""
        self._choose: Callable[..., Any] = agent.choose
        self._takes_limit = _takes_two(agent.choose)
        own_name = getattr(agent, "name", None)
        self.name = own_name if isinstance(own_name, str) else name
        threads = getattr(agent, "threads", 1)
        self.threads = threads if isinstance(threads, int) and threads > 0 else 1

    def think(self, board: Board, limit: Limit) -> Thought:
        """Return the move of the user's agent, which gets the limit if it takes two arguments."""
        found = self._choose(board, limit) if self._takes_limit else self._choose(board)
        return found if isinstance(found, Thought) else Thought(found)


def _takes_two(method: Callable[..., Any]) -> bool:
    """Whether a method requires a second argument."""
    try:
        parameters = inspect.signature(method).parameters.values()
    except (TypeError, ValueError):  # some that are written in C have no signature
        return False
    places = [
        parameter
        for parameter in parameters
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    return len(places) >= 2 and places[1].default is inspect.Parameter.empty


def _made(agent: type[Any], name: str) -> Any:
    try:
        return agent()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise InputError(f"no agent can be made of {name!r}: {reason}") from error
