"""One game of a match: what is planned, how it is played, what is kept of it."""

import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from obversi.agents.agent import Agent
from obversi.agents.description import make_agent
from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.errors import ObversiWarning
from obversi.formats.record import GameRecord, played_moves
from obversi.play import next_move

__all__ = ["Failure", "GamePlan", "PlayedGame", "Player", "play_planned"]

_LONGEST_REASON = 400


@dataclass(frozen=True, slots=True)
class Player:
    """An agent to be made for one game; `seconds` a move count if it has no limit of its own."""

    description: str
    seconds: float
    seed: int

    def make(self) -> Agent:
        """Make the agent, with nothing left in it from other games."""
        with warnings.catch_warnings():
            # What it cannot have was told before the first game.
            warnings.simplefilter("ignore", ObversiWarning)
            return make_agent(self.description, seed=self.seed, seconds=self.seconds)


@dataclass(frozen=True, slots=True)
class GamePlan:
    """A game to play: the first agent of the match, A, has the colour `a_color`."""

    number: int
    pair: int
    opening: Board
    a: Player
    b: Player
    a_color: int

    def player(self, color: int) -> Player:
        """Return who plays a colour."""
        return self.a if color == self.a_color else self.b


@dataclass(frozen=True, slots=True)
class Failure:
    """What an agent did instead of a legal move."""

    color: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a match, with the seconds of each move in its record.

    `a_limit` and `b_limit` are the seconds that the agents had for a move, or None where time was
    no matter. An agent that fails has lost all squares of the board.
    """

    number: int
    pair: int
    a_color: int
    record: GameRecord
    a_limit: float | None = None
    b_limit: float | None = None
    failure: Failure | None = None

    @property
    def margin(self) -> int:
        """The margin of A, in discs."""
        black = self.record.margin() or 0
        return black if self.a_color == BLACK else -black

    @property
    def points(self) -> float:
        """1 if A won, 0.5 after a draw, 0 if A lost."""
        return 0.5 if self.margin == 0 else float(self.margin > 0)

    def seconds(self, color: int) -> Sequence[float]:
        """Return how long the moves of one player took; those of the opening are not counted."""
        first = self.record.start.turn
        return [
            played.seconds
            for ply, played in enumerate(self.record.moves)
            if played.seconds is not None and color == (-first if ply % 2 else first)
        ]


def play_planned(plan: GamePlan) -> PlayedGame:
    """Play a game to its end, or until an agent fails."""
    board = plan.opening.copy()
    agents: dict[int, Agent] = {}
    thoughts: dict[int, tuple[float | None, float | None]] = {}
    failure = None
    while not board.is_over:
        mover = board.turn
        try:
            if mover not in agents:
                agents[mover] = plan.player(mover).make()
            begin = time.perf_counter()
            move = next_move(agents[mover], board)
            elapsed = time.perf_counter() - begin
        except (Exception, SystemExit) as error:  # whatever goes wrong, the match goes on
            failure = Failure(mover, _reason(error))
            break
        if not move.is_pass:
            thoughts[board.ply] = (None, round(elapsed, 6))
        board.push(move)
    return PlayedGame(
        number=plan.number,
        pair=plan.pair,
        a_color=plan.a_color,
        record=_record(plan, board, thoughts, failure),
        a_limit=_seconds_limit(agents.get(plan.a_color), plan.a),
        b_limit=_seconds_limit(agents.get(-plan.a_color), plan.b),
        failure=failure,
    )


def _seconds_limit(agent: Agent | None, player: Player) -> float | None:
    """Return the seconds for a move that an agent says it has, or those that it was given."""
    limit: float | None = getattr(agent, "seconds", player.seconds)
    return limit


def _record(
    plan: GamePlan,
    board: Board,
    thoughts: dict[int, tuple[float | None, float | None]],
    failure: Failure | None,
) -> GameRecord:
    return GameRecord(
        board.root(),
        played_moves(board, thoughts),
        black=plan.player(BLACK).description,
        white=plan.player(WHITE).description,
        place="obversi match",
        date=datetime.now(UTC).strftime("%Y.%m.%d_%H:%M:%S.UTC"),
        # Black is -1, so that this is black's margin whoever lost the board.
        result=board.margin(BLACK) if failure is None else failure.color * board.size**2,
        tags={} if failure is None else {"CO": failure.reason},
    )


def _reason(error: BaseException) -> str:
    text = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    return text if len(text) <= _LONGEST_REASON else text[:_LONGEST_REASON] + "…"
