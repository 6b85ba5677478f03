"""How a game is played: each agent has its own clock, and a fault of one ends this game only."""

import platform
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final, Protocol

from obversi.agents.agent import Agent, SeatedAgent
from obversi.agents.failure import AgentFailureError, Fault
from obversi.agents.thought import Thought, think
from obversi.arena.game.agent_pool import AgentPool
from obversi.arena.game.notes import notes_of
from obversi.arena.game.plan import GamePlan
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.game.time_control import TimeControl
from obversi.board import Board
from obversi.color import BLACK, WHITE, color_name
from obversi.core_wait import CoreWait
from obversi.errors import IllegalMoveError, MachineError
from obversi.formats.record import GameRecord, PlayedMove
from obversi.move import PASS
from obversi.play import checked_move

__all__ = ["Watch", "lost_game", "play_planned"]

_LONGEST_REASON: Final = 400

# To be made, or started, an agent has so long, and then again to take its seat, unless it says how
# long that takes.
_SECONDS_TO_COME: Final = 60.0


class Watch(Protocol):
    """Sees whose fault it is if a game does not go on."""

    def turn(self, board: Board, seconds: float | None) -> None:
        """Hear that the mover begins to think, for so many seconds at most if that is limited."""

    def pause(self) -> None:
        """Hear that no agent is thinking."""


class _Nobody:
    def turn(self, board: Board, seconds: float | None) -> None:
        """Let it pass."""

    def pause(self) -> None:
        """Let it pass."""


def play_planned(
    plan: GamePlan, pool: AgentPool | None = None, watch: Watch | None = None
) -> PlayedGame:
    """Play a game to its end, or until an agent fails; without a pool, with agents of its own.

    There is no game if it is the machine that fails: a `MachineError`.
    """
    if pool is None:
        with AgentPool() as own:
            return play_planned(plan, own, watch)
    return _Game(plan, pool, watch or _Nobody()).play()


def lost_game(plan: GamePlan, board: Board, failure: Failure) -> PlayedGame:
    """Return a game that was lost where nobody could watch it, as far as it came."""
    return _played(plan, board, [PlayedMove(move) for move in board.move_stack], failure)


@dataclass(slots=True)
class _Seat:
    """An agent at the board, with its clock; `limit` is what it has for each move."""

    agent: Agent
    limit: float | None
    clock: float | None
    grace: float
    strict: bool
    threads: int

    @property
    def allowed(self) -> float | None:
        """The seconds for the next move, if they are limited."""
        return self.limit if self.clock is None else self.clock

    @property
    def patience(self) -> float | None:
        """How long it is waited for; a program may ask for more than its time."""
        allowed = self.allowed
        return None if allowed is None else allowed + getattr(self.agent, "patience", 0.0)

    def charge(self, elapsed: float, increment: float) -> None:
        """Take the time of a move; one that comes too late is a failure."""
        allowed = self.allowed
        if self.strict and allowed is not None and elapsed > allowed + self.grace:
            had = "on its clock" if self.clock is not None else "for a move"
            raise AgentFailureError(
                Fault.TIME, f"it took {elapsed:.3f} s for a move and had {allowed:.3f} s {had}"
            )
        if self.clock is not None:
            self.clock = max(self.clock - elapsed, 0.0) + increment


@dataclass(slots=True)
class _Game:
    """A game under way."""

    plan: GamePlan
    pool: AgentPool
    watch: Watch
    board: Board = field(init=False)
    present: dict[int, Agent] = field(default_factory=dict)
    seats: dict[int, _Seat] = field(default_factory=dict)
    moves: list[PlayedMove] = field(default_factory=list)
    clocks: list[float | None] = field(default_factory=list)
    thoughts: list[Thought | None] = field(default_factory=list)
    thinking_seconds: float = 0.0

    def __post_init__(self) -> None:
        self.board = self.plan.opening.copy()
        for move in self.board.move_stack:
            self._keep(PlayedMove(move))

    def play(self) -> PlayedGame:
        begin = time.perf_counter()
        failure, margin = None, None
        while not self.board.is_over:
            if len(self.board.empty) <= self.plan.adjudicate:
                margin = self._adjudicated_margin()
                break
            try:
                self._turn()
            except MachineError:
                self.watch.pause()
                self.pool.end_game()
                raise
            except (Exception, SystemExit) as error:  # whatever goes wrong, the others go on
                failure = Failure(self.board.turn, *_blame(error))
            self.watch.pause()
            if failure is not None:
                break
        taken = time.perf_counter() - begin
        notes = {color_name(color): notes_of(agent) for color, agent in self.present.items()}
        self.pool.end_game()
        return replace(
            _played(self.plan, self.board, self.moves, failure, margin),
            a_limit=self._limit(self.plan.a_color),
            b_limit=self._limit(-self.plan.a_color),
            clocks=tuple(self.clocks),
            depths=tuple(None if thought is None else thought.depth for thought in self.thoughts),
            nodes=tuple(None if thought is None else thought.nodes for thought in self.thoughts),
            seconds_taken=taken,
            overhead=max(taken - self.thinking_seconds, 0.0),
            notes={color: told for color, told in notes.items() if told},
        )

    def _turn(self) -> None:
        board = self.board
        if board.must_pass:
            board.push(PASS)
            self._keep(PlayedMove(PASS))
            return
        seat = self._seat(board.turn)
        limit, own = self.plan.time.limit(seat.clock), board.copy()
        self.watch.turn(board, seat.patience)
        waits = CoreWait(getattr(seat.agent, "process", None))
        begin = time.perf_counter()
        thought = think(seat.agent, own, limit)
        spent = time.perf_counter() - begin
        self.thinking_seconds += spent
        try:
            move = checked_move(seat.agent, board, thought.move)
        except IllegalMoveError as error:
            raise AgentFailureError(Fault.ILLEGAL, str(error)) from error
        # The way to a program and back is not the program's fault, nor that others had the cores.
        excused = getattr(seat.agent, "latency", 0.0) + waits.excuse(spent, seat.threads)
        elapsed = max(spent - excused, 0.0)
        seat.charge(elapsed, self.plan.time.increment)
        played = PlayedMove(move, thought.value, round(elapsed, 6))
        board.push(move)
        self._keep(played, seat.clock, thought)

    def _seat(self, color: int) -> _Seat:
        if color not in self.seats:
            time_control = self.plan.time
            self.watch.turn(self.board, _SECONDS_TO_COME)
            begin = time.perf_counter()
            agent = self.pool.agent(self.plan, color)
            self.present[color] = agent
            if isinstance(agent, SeatedAgent):
                patience = getattr(agent, "seconds_to_come", _SECONDS_TO_COME)
                self.watch.turn(self.board, patience)
                agent.sit(self.board.size, self.board.rules, color)
            self.thinking_seconds += time.perf_counter() - begin
            self.seats[color] = _Seat(
                agent,
                _seconds_limit(agent, time_control),
                time_control.clock,
                time_control.grace,
                time_control.strict,
                self.plan.player(color).threads,
            )
        return self.seats[color]

    def _keep(
        self, played: PlayedMove, clock: float | None = None, thought: Thought | None = None
    ) -> None:
        self.moves.append(played)
        self.clocks.append(None if clock is None else round(clock, 6))
        self.thoughts.append(thought)

    def _limit(self, color: int) -> float | None:
        seat = self.seats.get(color)
        return self.plan.time.seconds if seat is None else seat.limit

    def _adjudicated_margin(self) -> int:
        """Return what perfect play would bring black."""
        solved = self.pool.adjudicator().solve(self.board)
        return solved.margin if self.board.turn == BLACK else -solved.margin


def _seconds_limit(agent: Agent, control: TimeControl) -> float | None:
    """Return the seconds for a move that an agent says it has, or those that it was given.

    Who cannot be told of seconds a move cannot be held to them.
    """
    if not getattr(agent, "keeps_time", True):
        return None
    limit: float | None = getattr(agent, "seconds", control.seconds)
    return limit


def _played(
    plan: GamePlan,
    board: Board,
    moves: list[PlayedMove],
    failure: Failure | None,
    adjudicated: int | None = None,
) -> PlayedGame:
    if failure is not None:
        # Black is -1, so that this is black's margin whoever lost the board.
        result, comment = failure.color * board.size**2, failure.reason
    elif adjudicated is not None:
        result = adjudicated
        comment = f"adjudicated by perfect play with {len(board.empty)} empty squares"
    else:
        result, comment = board.margin(BLACK), ""
    record = GameRecord(
        board.root(),
        tuple(moves),
        black=plan.player(BLACK).description,
        white=plan.player(WHITE).description,
        place="obversi",
        date=datetime.now(UTC).strftime("%Y.%m.%d_%H:%M:%S.UTC"),
        result=result,
        tags={"CO": comment} if comment else {},
    )
    return PlayedGame(
        number=plan.number,
        pair=plan.pair,
        a_color=plan.a_color,
        record=record,
        a=plan.a.agent,
        b=plan.b.agent,
        round=plan.round,
        failure=failure,
        adjudicated=adjudicated is not None,
        place=platform.node(),
    )


def _blame(error: BaseException) -> tuple[Fault, str]:
    """Return what an agent is to be blamed for, in a word and in a sentence."""
    if isinstance(error, AgentFailureError):
        fault, reason = error.fault, str(error)
    else:
        fault, reason = Fault.ERROR, f"{type(error).__name__}: {error}"
    line = "".join(letter if letter.isprintable() else " " for letter in reason)
    text = " ".join(line.split()).removesuffix(":")
    return fault, text if len(text) <= _LONGEST_REASON else text[:_LONGEST_REASON] + "…"
