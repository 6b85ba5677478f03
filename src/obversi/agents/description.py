"""Agents by description: a text such as ``random:seed=7``, the same everywhere."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from obversi.agents.agent import AgentKind, BaseAgent
from obversi.agents.catalog import AGENTS
from obversi.arguments import checked_text, read_settings, suggestion
from obversi.errors import FormatError, InputError, MachineError, ObversiError
from obversi.heuristics.reports import ALIASES

# A command cannot begin like this, because no shell is there to set a variable.
_OPTION = re.compile(r"[a-z_]+=[^\s/]*")


@dataclass(frozen=True, slots=True)
class AgentDescription:
    """The parts of a description: the name of a kind of agent, its operands and its options."""

    text: str
    name: str
    operands: tuple[str, ...]
    options: Mapping[str, Any]

    @property
    def kind(self) -> AgentKind:
        """The kind of agent."""
        return AGENTS[self.name]


def read_description(text: str) -> AgentDescription:
    """Read a description without making the agent: a name, or ``name:option=value:option=value``.

    Some names need operands before the options: ``file:path``, ``cs303:path`` and
    ``python:module:name``. After ``nboard:`` and ``gtp:`` come options, and then the command that
    starts a program. ``r0`` is short for ``r0-adjusted``.

    >>> read_description("nboard:depth=8:edax -nboard").operands
    ('edax -nboard',)
    """
    name, *parts = checked_text(text, "an agent description").split(":")
    name = ALIASES.get(name, name)
    if name not in AGENTS:
        raise InputError(f"there is no agent {name!r}: {_advice(text, name)}")
    kind = AGENTS[name]
    divide = _command if kind.takes_command else _operands
    operands, settings = divide(text, name, kind, parts)
    values = read_settings(f"agent {text!r}", settings, kind.options)
    return AgentDescription(text, name, tuple(operands), values)


def make_agent(
    description: str, *, seed: int | None = None, seconds: float | None = None
) -> BaseAgent:
    """Make the agent of a description, such as `read_description` reads.

    `seed` is for an agent that takes one and whose description has none; `seconds`, the time for a
    move, for one that is timed and whose description does not limit it.

    >>> make_agent("greedy:seed=7").name
    'greedy'
    """
    read = read_description(description)
    kind, values = read.kind, dict(read.options)
    if seed is not None and "seed" in kind.options:
        values.setdefault("seed", seed)
    limited = any(kind.options[option].is_limit for option in values)
    if seconds is not None and kind.timed and not limited:
        values["seconds"] = seconds
    try:
        return kind.make(*read.operands, **values)
    except (FormatError, MachineError):
        raise  # the error names the file, or is not about this agent
    except ObversiError as error:
        # A match has two agents, so the message names the one with the error.
        raise InputError(f"agent {description!r}: {error}") from error.__cause__


def _advice(description: str, name: str) -> str:
    """Return a suggestion for a name that no agent has."""
    if name == "human":
        return "a person plays by `obversi play` only"
    if name.endswith(".toml"):
        return f"did you mean 'file:{description}'?"
    if name.endswith(".py"):
        # A file with a name after it is a user's agent; a file alone is an agent of a course.
        kind = "python" if ":" in description else "cs303"
        return f"did you mean '{kind}:{description}'?"
    return suggestion(name, AGENTS)


def description_form(name: str, kind: AgentKind) -> str:
    """Return what a description of this kind needs, such as ``file:PATH``."""
    return ":".join([name, *(operand.upper() for operand in kind.operands)])


def _incomplete(description: str, name: str, kind: AgentKind) -> InputError:
    form = description_form(name, kind)
    return InputError(f"agent {description!r} is not complete: expected {form}")


def _command(
    description: str, name: str, kind: AgentKind, parts: list[str]
) -> tuple[list[str], list[str]]:
    """Divide the text after the name into the command and the options before it."""
    settings = list(takewhile(_OPTION.fullmatch, parts))
    command = ":".join(parts[len(settings) :]).strip()
    if not command:
        raise _incomplete(description, name, kind)
    return [command], settings


def _operands(
    description: str, name: str, kind: AgentKind, parts: list[str]
) -> tuple[list[str], list[str]]:
    """Divide the text after the name into the operands and the options after them.

    The first operand may contain colons, as paths do on some systems.
    """
    wanted = len(kind.operands)
    if not wanted:
        return [], parts
    first_option = next((i for i, part in enumerate(parts) if "=" in part), len(parts))
    given, settings = parts[:first_option], parts[first_option:]
    if len(given) < wanted or not all(given):
        raise _incomplete(description, name, kind)
    path_parts = len(given) - wanted + 1
    return [":".join(given[:path_parts]), *given[path_parts:]], settings
