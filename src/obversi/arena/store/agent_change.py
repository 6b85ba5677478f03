"""An agent that is no longer what it was in the first games of a tournament."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["AgentChange", "differences"]


@dataclass(frozen=True, slots=True)
class AgentChange:
    """What an agent is since so many games of a tournament were there.

    `agent` is its place among the entrants, and `what` names what is different.
    """

    agent: int
    games: int
    what: str
    identity: Mapping[str, Any]


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """Name what is different between two identities, as far down as there are names.

    >>> list(differences({"version": "1", "files": {"a": 0}}, {"version": "1", "files": {"a": 5}}))
    ['files: a']
    """
    for key in sorted(old.keys() | new.keys()):
        before, after = old.get(key), new.get(key)
        if isinstance(before, dict) and isinstance(after, dict):
            yield from (f"{key}: {inner}" for inner in differences(before, after))
        elif before != after:
            yield key
