"""Who sits at the board: people, and agents by their descriptions."""

from dataclasses import dataclass
from typing import Final

from obversi.agents.agent import Agent, KeptAgent
from obversi.agents.catalog import AGENTS
from obversi.agents.description import make_agent
from obversi.agents.levels import LevelAgent, level
from obversi.errors import ObversiError
from obversi.suggestion import suggestion

__all__ = ["PERSON", "Player", "level_player", "player_of"]

_PERSON_NAME: Final = "human"
_SHORT_LEVEL: Final = "level="


@dataclass(frozen=True, slots=True)
class Player:
    """A person at this terminal, or an agent."""

    agent: Agent | None

    @property
    def is_person(self) -> bool:
        """Whether someone has to be asked for the moves."""
        return self.agent is None

    @property
    def name(self) -> str:
        """The name to call the player by."""
        return _PERSON_NAME if self.agent is None else self.agent.name

    def introduction(self, rules: str, size: int) -> str:
        """Return the name, and of a level what it is like."""
        if not isinstance(self.agent, LevelAgent):
            return self.name
        played = level(self.agent.level, rules, size)
        return f"{self.name}, {played.name}: {played.words}"

    def begin(self) -> None:
        """Tell an agent that has to know it that another game begins."""
        if isinstance(self.agent, KeptAgent):
            self.agent.begin()

    def close(self) -> None:
        """Let a program end."""
        if isinstance(self.agent, KeptAgent):
            self.agent.close()


#: Whoever types at the prompt.
PERSON: Final = Player(None)


def player_of(description: str, seed: int | None = None) -> Player:
    """Return the player of a description: ``human``, an agent, or ``level=3`` for short."""
    if description == _PERSON_NAME:
        return PERSON
    if description.startswith(_SHORT_LEVEL):
        description = f"engine:{description}"
    name = description.partition(":")[0]
    if name not in AGENTS and not name.endswith((".py", ".toml")):
        known = [_PERSON_NAME, *AGENTS]
        raise ObversiError(f"there is no player {name!r}: {suggestion(name, known)}")
    return Player(make_agent(description, seed=seed))


def level_player(number: int, seed: int | None = None) -> Player:
    """Return the player of a level; one that is not there is refused."""
    return Player(LevelAgent(number, seed=seed))
