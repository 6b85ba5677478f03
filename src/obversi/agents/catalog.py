"""The agents that can be asked for by a text, such as ``random:seed=7``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from obversi.agents.agent import Agent
from obversi.agents.engine_agent import EngineAgent
from obversi.agents.greedy_agent import GreedyAgent
from obversi.agents.random_agent import RandomAgent
from obversi.agents.suggestion import suggestion
from obversi.errors import ObversiError

__all__ = ["AGENTS", "AgentKind", "AgentOption", "make_agent"]


@dataclass(frozen=True, slots=True)
class AgentOption:
    """A setting of an agent: what it does, and how its value is read (refused by a ValueError).

    With one that is a limit an agent needs no time from outside.
    """

    description: str
    read: Callable[[str], object]
    expected: str
    is_limit: bool = False


@dataclass(frozen=True, slots=True)
class AgentKind:
    """A kind of agent: a line about it, its options by name, and what makes one of them."""

    description: str
    make: Callable[..., Agent]
    options: Mapping[str, AgentOption] = field(default_factory=dict)


_SEED: Final = AgentOption("repeats the same choices in every run", int, "a whole number")
_ENGINE_OPTIONS: Final = {
    "seconds": AgentOption("thinks so long about a move", float, "a number", is_limit=True),
    "depth": AgentOption("looks so many plies ahead", int, "a whole number", is_limit=True),
    "nodes": AgentOption("looks at so many positions", int, "a whole number", is_limit=True),
    "threads": AgentOption("searches on so many cores", int, "a whole number"),
    "hash_mb": AgentOption("remembers positions in so many megabytes", int, "a whole number"),
}

AGENTS: Final[Mapping[str, AgentKind]] = MappingProxyType(
    {
        "random": AgentKind("any legal move", RandomAgent, {"seed": _SEED}),
        "greedy": AgentKind("the best margin right after the move", GreedyAgent, {"seed": _SEED}),
        "engine": AgentKind("the best move that a search finds", EngineAgent, _ENGINE_OPTIONS),
    }
)


def make_agent(description: str, *, seed: int | None = None, seconds: float | None = None) -> Agent:
    """Make the agent of a description: a name, or ``name:option=value:option=value``.

    `seed` is for an agent that takes one and whose description has none; `seconds`, the time for a
    move, for one that can be limited and whose description does not limit it.

    >>> make_agent("greedy:seed=7").name
    'greedy'
    """
    name, *settings = description.split(":")
    if name not in AGENTS:
        raise ObversiError(f"there is no agent {name!r}: {suggestion(name, AGENTS)}")
    kind = AGENTS[name]
    values: dict[str, Any] = {}
    for setting in settings:
        option, value = _read_setting(description, kind, setting)
        if option in values:
            raise ObversiError(f"agent {description!r} has the option {option!r} twice")
        values[option] = value
    if seed is not None and "seed" in kind.options:
        values.setdefault("seed", seed)
    limited = any(kind.options[option].is_limit for option in values)
    if seconds is not None and "seconds" in kind.options and not limited:
        values["seconds"] = seconds
    return kind.make(**values)


def _read_setting(description: str, kind: AgentKind, setting: str) -> tuple[str, object]:
    option, equals, text = setting.partition("=")
    if not equals:
        raise ObversiError(f"{setting!r} in agent {description!r} is no option=value")
    if option not in kind.options:
        advice = suggestion(option, kind.options)
        raise ObversiError(f"agent {description!r} has no option {option!r}: {advice}")
    known = kind.options[option]
    try:
        return option, known.read(text)
    except ValueError as error:
        raise ObversiError(
            f"{text!r} for {option!r} in agent {description!r}: expected {known.expected}"
        ) from error
