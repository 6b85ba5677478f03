"""What agents are called where people choose among them."""

from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any, Final

from obversi.agents.description import AgentDescription, read_description

__all__ = ["agent_name"]

_NAMES: Final = {"mcts": "Monte Carlo tree search"}

_OPTIONS: Final[Mapping[str, Callable[[Any], str]]] = {
    "seconds": lambda seconds: f"{seconds:g} s a move",
    "playouts": lambda playouts: f"{playouts:,} playouts",
    "nodes": lambda nodes: f"{nodes:,} positions",
    "depth": lambda depth: f"{depth} plies deep" if depth != 1 else "1 ply deep",
    "perfect": lambda empties: f"perfect with {empties} empty squares",
}


def agent_name(description: str) -> str:
    """Return a plain name for an agent, with what its description says of how it plays.

    >>> agent_name("mcts:playouts=2000")
    'Monte Carlo tree search, 2,000 playouts'
    >>> agent_name("r2:seconds=0.5")
    'R2, 0.5 s a move'
    >>> agent_name("r1-corrected:level=3")
    'R1 corrected, level 3'
    """
    read = read_description(description)
    return ", ".join([_kind_name(read), *(_option(*each) for each in read.options.items())])


def _kind_name(read: AgentDescription) -> str:
    if read.operands:
        *path, last = read.operands
        return f"{PurePath(path[0]).stem} {last}" if path else PurePath(last).stem
    # The reports are R0 to R4.
    words = read.name.replace("-", " ")
    is_report = words[:1] == "r" and words[1:2].isdigit()
    return _NAMES.get(read.name, words.capitalize() if is_report else words)


def _option(name: str, value: Any) -> str:
    known = _OPTIONS.get(name)
    return f"{name.replace('_', ' ')} {value}" if known is None else known(value)
