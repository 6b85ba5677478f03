"""An engine and agents in this process, which the jobs of a worker use."""

from obversi.agents.agent import Agent
from obversi.agents.description import make_agent
from obversi.agents.levels import LevelAgent
from obversi.engine import Engine

#: The description of a level, before its number.
LEVEL_PREFIX = "engine:level="


class LocalContext:
    """An engine, and agents that are kept from job to job; levels use the engine."""

    def __init__(self, hash_mb: int) -> None:
        """Make the engine."""
        self.engine = Engine(hash_mb=hash_mb)
        self._agents: dict[str, Agent] = {}

    def agent(self, description: str, attempt: int = 1) -> Agent:  # noqa: ARG002
        """Return the agent of a description."""
        if description not in self._agents:
            number = description.removeprefix(LEVEL_PREFIX)
            self._agents[description] = (
                LevelAgent(int(number), engine=self.engine)
                if number.isdecimal()
                else make_agent(description)
            )
        return self._agents[description]

    def close(self) -> None:
        """Release the memory of the engine."""
        self.engine.close()
