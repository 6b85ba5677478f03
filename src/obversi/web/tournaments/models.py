"""What is answered about tournaments and their games."""

from typing import Literal

from obversi.web.models import Answer, ColorName, End, RulesName, SizeNumber

__all__ = [
    "Arena",
    "ArenaCrossing",
    "ArenaGame",
    "ArenaStanding",
    "GameLine",
    "GamesPart",
    "RatingsState",
    "TournamentAnswer",
    "TournamentLine",
    "TournamentState",
]

TournamentState = Literal["running", "finished", "stopped"]
RatingsState = Literal["ready", "pending"]


class TournamentLine(Answer):
    """A tournament in the list of all.

    It is "running" while some process plays it, and "stopped" if nobody does though it is not over.
    `ended` says why it is over, `text` how far it is, `began` is a date and time of UTC.
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


class Arena(Answer):
    """The tournaments of a database, the last one first.

    `database` is the name of the file, or null if there is none. Where there is nothing to show,
    `text` says so and `command` begins a tournament; `notes` say which cannot be read.
    """

    database: str | None
    tournaments: list[TournamentLine]
    text: str | None
    command: str | None
    notes: list[str]


class ArenaStanding(Answer):
    """How one agent did, seen by itself.

    `low` and `high` are the 95 % interval of `elo`, null where no result bounds it, or where
    nothing is known yet; `interval` says it in words. `margin` is the mean in discs, `faults` are
    games lost by a failure, `late` the moves that took longer than they might, null while ratings
    are pending.
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
    faults: int
    late: int | None


class ArenaCrossing(Answer):
    """How one agent did against another, seen by the one.

    `elo` is by how much it is stronger, null where it has no bound; `superiority` the likelihood
    that it is stronger at all; `pairs` counts pairs of games by its points, 0, ½, 1, 1½ and 2.
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


class TournamentAnswer(TournamentLine):
    """A tournament, and how it stands.

    While `ratings` are "pending", points are those of now, and ratings those after `rated_games`
    games, null if there are none yet. `scale` says what ratings mean, `test` how a test of two
    strengths stands.
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


class GameLine(Answer):
    """A game in a list.

    `result` is the margin of black; `ending` is "finished", "adjudicated" or the fault of an agent,
    and `reason` says it in words. The first `opening_plies` of the `plies` were given.
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
    opening_plies: int


class GamesPart(Answer):
    """Games by their numbers, and whether there are more after them."""

    games: list[GameLine]
    more: bool


class ArenaGame(GameLine):
    """A game to step through.

    `seconds` and `values`, which the movers thought their moves worth, have a place for each
    position after the first, passes too, null where there is none.
    """

    tournament: int
    rules: RulesName
    size: SizeNumber
    position: str
    moves: str
    date: str
    seconds: list[float | None]
    values: list[float | None] | None
    end: End
