"""The agents that visitors of the server can play against."""

from collections.abc import Sequence
from typing import Final

from obversi.agents.description import make_agent, read_description
from obversi.agents.levels import LEVELS
from obversi.errors import ObversiError
from obversi.suggestion import suggestion
from obversi.wire.session import Offer

__all__ = ["LEVEL_PREFIX", "Offers"]

#: What a level is offered by, before its number.
LEVEL_PREFIX: Final = "engine:level="

# Up to this level a move takes some milliseconds.
_MOST_QUICK_LEVEL: Final = 8

_QUICK: Final = frozenset(
    ["random", "greedy", *(f"{LEVEL_PREFIX}{number + 1}" for number in range(_MOST_QUICK_LEVEL))]
)


class Offers:
    """Random, greedy, every level, and what the owner of the server adds."""

    def __init__(self, agents: Sequence[str] = ()) -> None:
        """Add agents by their descriptions, or refuse those that no server can run."""
        words = {name: read_description(name).kind.description for name in ("random", "greedy")}
        for level in LEVELS["normal"]:
            words[f"{LEVEL_PREFIX}{level.number}"] = f"{level.name}: {level.words}"
        for description in agents:
            words[description] = _checked(description)
        self._words = words

    def listed(self) -> list[Offer]:
        """Return what there is."""
        return [Offer(description, words) for description, words in self._words.items()]

    def checked(self, description: str) -> str:
        """Return the whole description of an agent, which may be as short as ``level=3``."""
        wanted = description.strip()
        for whole in (wanted, f"engine:{wanted}"):
            if whole in self._words:
                return whole
        raise ObversiError(
            f"this server has no agent {wanted!r}: {suggestion(wanted, self._words)}"
        )

    def is_quick(self, description: str) -> bool:
        """Whether a move takes some milliseconds only."""
        return description in _QUICK


def _checked(description: str) -> str:
    """Return what an agent of the owner's plays; it is made once to see that it can be."""
    kind = read_description(description).kind
    if kind.kept:
        raise ObversiError(
            f"the server does not run {description!r}, a program of its own: "
            f"it can join as a visitor, by `obversi connect --agent`"
        )
    make_agent(description)
    return kind.description
