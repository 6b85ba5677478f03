"""Models of the runs, and of what can be run, for JSON."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from obversi.agents.levels import LEVELS
from obversi.net.workers.local_context import LEVEL_PREFIX
from obversi.web.models import GameRequest, ReplyModel, RequestModel, RulesName, SizeNumber
from obversi.web.settings import DEFAULT_AGENTS

#: The most games of a tournament.
MAX_GAMES = 400

#: The built-in agents, without those that an option of the server added. The last two search as
#: long as the seconds per move allow.
AGENTS = (
    *("random", "greedy"),
    *(f"{LEVEL_PREFIX}{level.number}" for level in LEVELS["normal"]),
    *DEFAULT_AGENTS,
    *("engine", "mcts"),
)

RunState = Literal["waiting", "running", "finished", "cancelled", "failed", "interrupted"]


def _checked_agent(agent: str) -> str:
    if agent not in AGENTS:
        raise PydanticCustomError("agent", "it is not one of the agents of this list")
    return agent


def _checked_name(name: str) -> str:
    if not name.isprintable():
        raise PydanticCustomError("name", "it has characters that cannot be shown")
    if name.strip().isdigit():
        raise PydanticCustomError("name", "it needs a letter")
    return name.strip()


class TournamentRun(RequestModel):
    """A tournament to play: a round robin of built-in agents."""

    name: Annotated[str, Field(max_length=60), AfterValidator(_checked_name)] = ""
    agents: Annotated[
        list[Annotated[str, AfterValidator(_checked_agent)]], Field(min_length=2, max_length=8)
    ]
    rules: RulesName = "normal"
    size: SizeNumber = 8
    pairs: Annotated[int, Field(ge=1, le=50)] = 1
    seconds: Annotated[float, Field(ge=0.01, le=1.0)] = 0.05

    @field_validator("pairs")
    @classmethod
    def _check_games(cls, pairs: int, info: ValidationInfo) -> int:
        agents = len(info.data.get("agents", ()))
        games = pairs * agents * (agents - 1)
        if games > MAX_GAMES:
            words = "{games} games are too many: expected at most {most}"
            raise PydanticCustomError("games", words, {"games": games, "most": MAX_GAMES})
        return pairs

    @property
    def title(self) -> str:
        """Its name, or else its agents."""
        return self.name or ", ".join(self.agents)


class LabRun(RequestModel):
    """An experiment to run; with `new` everything is measured again."""

    experiment: Annotated[str, Field(max_length=60)]
    new: bool = False

    @property
    def title(self) -> str:
        """The title of the experiment, which must exist."""
        from obversi.lab.experiments import EXPERIMENTS  # it takes long to import

        return EXPERIMENTS[self.experiment].title


class Experiment(ReplyModel):
    """An experiment that can be run; `seconds` is about how long it takes with all its games."""

    name: str
    title: str
    question: str
    seconds: int


class RunGame(GameRequest):
    """The game that is being played, with its number in the tournament."""

    number: int
    black: str
    white: str


class RunReply(ReplyModel):
    """A run: its progress, and how it ended."""

    id: int
    kind: Literal["tournament", "lab"]
    title: str
    state: RunState = "waiting"
    share: float = 0.0
    text: str = ""
    tournament: int | None = None
    game: RunGame | None = None


class StoredRun(ReplyModel):
    """A run with all that is needed to make or resume it."""

    reply: RunReply
    spec: TournamentRun | LabRun


class Runs(ReplyModel):
    """All runs, the last one first, and what can be run."""

    allowed: bool
    text: str | None
    runs: list[RunReply]
    agents: list[str]
    experiments: list[Experiment]
    max_games: int
