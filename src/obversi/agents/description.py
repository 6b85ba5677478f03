"""Agents by description: a text such as ``random:seed=7``, the same everywhere."""

from obversi.agents.agent import Agent
from obversi.agents.agent_kind import AgentKind
from obversi.agents.catalog import AGENTS
from obversi.errors import FormatError, ObversiError
from obversi.settings import read_settings
from obversi.suggestion import suggestion

__all__ = ["make_agent"]


def make_agent(description: str, *, seed: int | None = None, seconds: float | None = None) -> Agent:
    """Make the agent of a description: a name, or ``name:option=value:option=value``.

    Some names want more before the options: ``file:path`` and ``python:module:name``. `seed` is for
    an agent that takes one and whose description has none; `seconds`, the time for a move, for one
    that is timed and whose description does not limit it.

    >>> make_agent("greedy:seed=7").name
    'greedy'
    """
    name, *parts = description.split(":")
    if name not in AGENTS:
        raise ObversiError(f"there is no agent {name!r}: {_advice(description, name)}")
    kind = AGENTS[name]
    operands, settings = _operands(description, name, kind, parts)
    values = read_settings(f"agent {description!r}", settings, kind.options)
    if seed is not None and "seed" in kind.options:
        values.setdefault("seed", seed)
    limited = any(kind.options[option].is_limit for option in values)
    if seconds is not None and kind.timed and not limited:
        values["seconds"] = seconds
    try:
        return kind.make(*operands, **values)
    except FormatError:
        raise  # which names the file
    except ObversiError as error:
        # Two agents are asked for in a match: the message tells which of them is wrong.
        raise ObversiError(f"agent {description!r}: {error}") from error


def _advice(description: str, name: str) -> str:
    """Say what may have been meant by a name that no agent has."""
    if name == "human":
        return "a person plays by `obversi play` only"
    for ending, kind in ((".toml", "file"), (".py", "python")):
        if name.endswith(ending):
            return f"did you mean '{kind}:{description}'?"
    return suggestion(name, AGENTS)


def _operands(
    description: str, name: str, kind: AgentKind, parts: list[str]
) -> tuple[list[str], list[str]]:
    """Divide what follows the name into what must be named and the options after that.

    The last of them but one may contain colons, as paths do on some systems.
    """
    wanted = len(kind.operands)
    if not wanted:
        return [], parts
    first_option = next((i for i, part in enumerate(parts) if "=" in part), len(parts))
    given, settings = parts[:first_option], parts[first_option:]
    if len(given) < wanted or not all(given):
        form = ":".join([name, *(operand.upper() for operand in kind.operands)])
        raise ObversiError(f"agent {description!r} is not complete: expected {form}")
    path_parts = len(given) - wanted + 1
    return [":".join(given[:path_parts]), *given[path_parts:]], settings
