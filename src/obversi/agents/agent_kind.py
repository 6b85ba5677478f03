"""Kinds of agents: what they are, where they come from, and the options of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from obversi.agents.agent import Agent
from obversi.settings import Setting

__all__ = ["AgentKind", "AgentOption"]


@dataclass(frozen=True, slots=True)
class AgentOption(Setting):
    """A setting of an agent; with one that is a limit it needs no time from outside."""

    is_limit: bool = False


@dataclass(frozen=True, slots=True)
class AgentKind:
    """A kind of agent: a line about it, what makes one of them, and its options by name.

    `operands` are what a description has to name before its options, such as a path. An agent that
    is `timed` thinks as long as it is told from outside, unless its description limits it; one that
    `reads_clocks` shares the time of a whole game out by itself. One that is `kept` is a
    `KeptAgent`. One that `takes_command` has its options before its operand, which is all the rest
    of the description. `evaluation` names what it judges positions by, if that has a name.
    """

    description: str
    make: Callable[..., Agent]
    options: Mapping[str, AgentOption] = field(default_factory=dict)
    origin: str = ""
    operands: tuple[str, ...] = ()
    timed: bool = False
    reads_clocks: bool = False
    kept: bool = False
    takes_command: bool = False
    evaluation: str = ""
    example: str = ""
