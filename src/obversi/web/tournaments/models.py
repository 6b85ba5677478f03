"""Models of the replies about tournaments and their games."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from obversi.web.models import ColorName, End, ReplyModel, RulesName, SizeNumber

#: The largest integer of JavaScript.
LARGEST = 2**53 - 1

_MAX_GAMES = 500
_MAX_LABEL = 2000

Label = Annotated[str, Field(max_length=_MAX_LABEL)]
TournamentState = Literal["running", "finished", "stopped"]
RatingsState = Literal["ready", "pending"]


class TournamentLine(ReplyModel):
    """A tournament in the list of all.

    It is "running" while a process plays it, and "stopped" if none does and it is not over. `ended`
    is the reason why it is over, `text` its progress, `began` a date and time in UTC.
    """

    number: int
    title: str
    form: str
    rules: RulesName
    size: SizeNumber
    agents: list[str]
    games: int
    planned: int
    state: TournamentState
    ended: str | None
    began: str
    text: str


class Arena(ReplyModel):
    """The tournaments of a database, the last one first.

    `database` is the name of the file, or null if there is none. Without tournaments, `text` says
    so and `command` starts one; `notes` name those that cannot be read.
    """

    database: str | None
    tournaments: list[TournamentLine]
    text: str | None
    command: str | None
    notes: list[str]


class ArenaStanding(ReplyModel):
    """The results of one agent.

    `low` and `high` are the 95 % interval of `elo`, null where no result bounds it or nothing is
    known yet; `interval` is its text. `margin` is the mean in discs, `failures` the games lost by a
    failure, `late` the moves over the time limit, null while ratings are pending.
    """

    place: int
    agent: str
    elo: float | None
    low: float | None
    high: float | None
    interval: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    score: float | None
    margin: float | None
    failures: int
    late: int | None


class ArenaCrossing(ReplyModel):
    """The results of one agent against another.

    `elo` is the difference in strength, null where it has no bound; `superiority` the likelihood
    that the agent is stronger; `pairs` counts pairs of games by points: 0, ½, 1, 1½ and 2.
    """

    agent: str
    against: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    score: float | None
    margin: float | None
    elo: float | None
    low: float | None
    high: float | None
    interval: str
    superiority: float | None
    pairs: list[int] | None


class TournamentReply(TournamentLine):
    """A tournament with its standings.

    While `ratings` are "pending", points are current, and ratings are those after `rated_games`
    games, null if there are none yet. `scale` explains the ratings, `test` the state of an SPRT.
    """

    time: str
    openings: str
    ratings: RatingsState
    rated_games: int | None
    scale: str | None
    test: str | None
    standings: list[ArenaStanding]
    crossings: list[ArenaCrossing]
    notes: list[str]


class GameLine(ReplyModel):
    """A game in a list.

    `result` is the margin of black; `ending` is "finished", "adjudicated" or the kind of failure,
    and `reason` its text. The first `opening_plies` of the `plies` are the opening;
    `moves_played` are the plies without passes.
    """

    number: int
    round: int
    black: str
    white: str
    result: int
    winner: ColorName | None
    ending: str
    reason: str
    plies: int
    moves_played: int
    opening_plies: int


class GamesQuery(BaseModel):
    """Which games are listed: those between two numbers, of an agent, against another.

    They are sorted by number, descending with `newest`. An empty agent means any.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    after: Annotated[int, Field(ge=0, le=LARGEST)] = 0
    before: Annotated[int, Field(ge=0, le=LARGEST)] = LARGEST
    most: Annotated[int, Field(ge=1, le=_MAX_GAMES)] = 100
    newest: bool = False
    agent: Label = ""
    against: Label = ""


class GamesPart(ReplyModel):
    """Games sorted by number, and whether there are more."""

    games: list[GameLine]
    more: bool


class ArenaGame(GameLine):
    """A game to step through.

    `seconds` and `values` (by the mover's own evaluation) have an entry for each position after the
    first, passes too, null where unknown.
    """

    tournament: int
    tournament_title: str
    rules: RulesName
    size: SizeNumber
    position: str
    moves: str
    date: str
    seconds: list[float | None]
    values: list[float | None] | None
    end: End
