"""Playing one game: each agent has its own clock, and a failure of an agent ends only this game."""

import json
import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Protocol

from obversi.agents.agent import (
    AgentFailureError,
    BaseAgent,
    FailureKind,
    SeatedAgent,
    Thought,
    think,
)
from obversi.arena.game.agent_pool import AgentPool
from obversi.arena.game.plan import GamePlan
from obversi.arena.game.played import Failure, PlayedGame
from obversi.board import Board
from obversi.color import BLACK, WHITE, Color, color_name
from obversi.core_wait import CoreWait
from obversi.errors import IllegalMoveError, MachineError
from obversi.formats.record import GameRecord, PlayedMove
from obversi.machine import moved_to_core, quietest_core
from obversi.move import PASS
from obversi.play import checked_move
from obversi.records import JsonObject

# A text may be the output of a program; there are two such notes in each of thousands of games.
_LONGEST_TEXT = 70_000
_MOST_CHARACTERS = 500_000

_LONGEST_PROBLEM = 400

# The sentence about the omitted characters is never longer.
_OMISSION_CHARACTERS = 50

_LONGEST_REASON = 400

# The machine is watched for these seconds before a game is played again: once, twice, three times.
QUIET_SECONDS = (0.2, 1.0, 3.0)

# The note of an agent with the reasons why a game was played again.
DISPUTES = "disputes"

# Seconds to make or start an agent, and again to seat it unless the agent has its own limit.
_START_SECONDS = 60.0


class TurnMonitor(Protocol):
    """Is notified of turns, to find out which agent hangs if a game does not continue."""

    def turn(self, board: Board, seconds: float | None) -> None:
        """Note that the mover starts to think, with that many seconds or without a limit."""

    def pause(self) -> None:
        """Note that no agent is thinking."""


class _NoMonitor:
    def turn(self, board: Board, seconds: float | None) -> None:
        """Do nothing."""

    def pause(self) -> None:
        """Do nothing."""


def play_planned(
    plan: GamePlan, pool: AgentPool | None = None, monitor: TurnMonitor | None = None
) -> PlayedGame:
    """Play a game to its end, or until an agent fails; without a pool agents are made for it.

    A failure of the machine is not a game: it raises `MachineError`. If the machine may be why an
    agent lost by its clock, the game is played again, on the core that is least busy.
    """
    if pool is None:
        with AgentPool() as own:
            return play_planned(plan, own, monitor)
    game = _Game(plan, pool, monitor or _NoMonitor())
    played = game.play()
    disputes: list[Failure] = []
    for seconds in QUIET_SECONDS:
        if not game.is_disputed or played.failure is None:
            break
        disputes.append(played.failure)
        with moved_to_core(quietest_core(seconds)):
            game = _Game(plan, pool, monitor or _NoMonitor())
            played = game.play()
    return _with_disputes(played, disputes)


def _with_disputes(played: PlayedGame, disputes: Sequence[Failure]) -> PlayedGame:
    """Add to the notes of an agent why the game was played again."""
    notes = dict(played.notes)
    for dispute in disputes:
        own = notes.get(color_name(dispute.color), {})
        before = own.get(DISPUTES, [])
        notes[color_name(dispute.color)] = {**own, DISPUTES: [*before, dispute.reason]}
    return replace(played, notes=notes)


def lost_game(plan: GamePlan, board: Board, failure: Failure) -> PlayedGame:
    """Return a game that an agent lost by ending or blocking its process, with its moves so far."""
    return _played(plan, board, [PlayedMove(move) for move in board.move_stack], failure)


@dataclass(slots=True)
class _Seat:
    """An agent in a game, with its clock; `limit` is its time for each move."""

    agent: BaseAgent
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
    def hang_seconds(self) -> float | None:
        """The seconds until the agent hangs; a program may need more than its time."""
        allowed = self.allowed
        return None if allowed is None else allowed + self.agent.grace_period

    def charge(self, elapsed: float, increment: float) -> None:
        """Subtract the time of a move; a late move is a failure."""
        allowed = self.allowed
        if self.strict and allowed is not None and elapsed > allowed + self.grace:
            had = "on its clock" if self.clock is not None else "for a move"
            raise AgentFailureError(
                FailureKind.TIME,
                f"it took {elapsed:.3f} s for a move and had {allowed:.3f} s {had}",
            )
        if self.clock is not None:
            self.clock = max(self.clock - elapsed, 0.0) + increment


@dataclass(slots=True)
class _Game:
    """A game that is being played."""

    plan: GamePlan
    pool: AgentPool
    monitor: TurnMonitor
    board: Board = field(init=False)
    present: dict[Color, BaseAgent] = field(default_factory=dict)
    seats: dict[Color, _Seat] = field(default_factory=dict)
    moves: list[PlayedMove] = field(default_factory=list)
    clocks: list[float | None] = field(default_factory=list)
    thoughts: list[Thought | None] = field(default_factory=list)
    thinking_seconds: float = 0.0
    is_disputed: bool = False

    def __post_init__(self) -> None:
        self.board = self.plan.opening.copy()
        for move in self.board.move_stack:
            self._add(PlayedMove(move))

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
                self.monitor.pause()
                self.pool.end_game()
                raise
            except (Exception, SystemExit) as error:  # any error is a failure of the agent
                failure = Failure(self.board.turn, *_failure_cause(error))
                self.is_disputed = isinstance(error, AgentFailureError) and error.disputed
            self.monitor.pause()
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
            notes={color: note for color, note in notes.items() if note},
        )

    def _turn(self) -> None:
        board = self.board
        if board.must_pass:
            board.push(PASS)
            self._add(PlayedMove(PASS))
            return
        seat = self._seat(board.turn)
        limit, own = self.plan.time.limit(seat.clock), board.copy()
        self.monitor.turn(board, seat.hang_seconds)
        waits = CoreWait(seat.agent.process)
        begin = time.perf_counter()
        thought = think(seat.agent, own, limit)
        spent = time.perf_counter() - begin
        self.thinking_seconds += spent
        try:
            move = checked_move(seat.agent, board, thought.move)
        except IllegalMoveError as error:
            raise AgentFailureError(FailureKind.ILLEGAL, str(error)) from error
        # The agent is not charged for messages to and from its program, nor for waiting for a core.
        excused = seat.agent.latency + waits.excuse(spent, seat.threads)
        elapsed = max(spent - excused, 0.0)
        seat.charge(elapsed, self.plan.time.increment)
        played = PlayedMove(move, thought.value, round(elapsed, 6))
        board.push(move)
        self._add(played, seat.clock, thought)

    def _seat(self, color: Color) -> _Seat:
        if color not in self.seats:
            time_control = self.plan.time
            self.monitor.turn(self.board, _START_SECONDS)
            begin = time.perf_counter()
            agent = self.pool.agent(self.plan, color)
            self.present[color] = agent
            if isinstance(agent, SeatedAgent):
                self.monitor.turn(self.board, agent.start_seconds)
                agent.sit(self.board.size, self.board.rules, color)
            self.thinking_seconds += time.perf_counter() - begin
            self.seats[color] = _Seat(
                agent,
                agent.seconds_per_move(time_control.seconds),
                time_control.clock,
                time_control.grace,
                time_control.strict,
                self.plan.player(color).threads,
            )
        return self.seats[color]

    def _add(
        self, played: PlayedMove, clock: float | None = None, thought: Thought | None = None
    ) -> None:
        self.moves.append(played)
        self.clocks.append(None if clock is None else round(clock, 6))
        self.thoughts.append(thought)

    def _limit(self, color: Color) -> float | None:
        seat = self.seats.get(color)
        return self.plan.time.seconds if seat is None else seat.limit

    def _adjudicated_margin(self) -> int:
        """Return the margin of black under perfect play."""
        solved = self.pool.adjudicator().solve(self.board)
        return solved.margin if self.board.turn == BLACK else -solved.margin


def _played(
    plan: GamePlan,
    board: Board,
    moves: list[PlayedMove],
    failure: Failure | None,
    adjudicated: int | None = None,
) -> PlayedGame:
    if failure is not None:
        # Black is -1, so this is the margin of black whichever player failed.
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


def _failure_cause(error: BaseException) -> tuple[FailureKind, str]:
    """Return the kind of failure and its description in one line."""
    if isinstance(error, AgentFailureError):
        kind, reason = error.kind, str(error)
    else:
        kind, reason = FailureKind.ERROR, f"{type(error).__name__}: {error}"
    line = "".join(letter if letter.isprintable() else " " for letter in reason)
    text = " ".join(line.split()).removesuffix(":")
    return kind, text if len(text) <= _LONGEST_REASON else text[:_LONGEST_REASON] + "…"


# Notes


def notes_of(agent: BaseAgent) -> JsonObject:
    """Return the notes of an agent, as read back from JSON; most agents have none.

    If the notes cannot be had, the result has the `problem` instead, and the game still counts.
    """
    try:
        written = json.dumps(_with_short_texts(dict(agent.notes())), allow_nan=False)
        if len(written) > _MOST_CHARACTERS:
            return {"problem": f"its notes are too long: {len(written):,} characters"}
        notes: JsonObject = json.loads(written)
    except (Exception, SystemExit) as error:  # the game counts even without valid notes
        return {"problem": f"{type(error).__name__}: {error}"[:_LONGEST_PROBLEM]}
    return notes


def shortened(text: str, most: int) -> str:
    """Return the beginning and the end of a text that has more than `most` characters.

    >>> shortened("ab" * 1000, 60).splitlines()
    ['ababa', '… 1,990 characters left out …', 'babab']
    """
    if len(text) <= most:
        return text
    half = (most - _OMISSION_CHARACTERS) // 2
    omitted = len(text) - 2 * half
    return f"{text[:half]}\n… {omitted:,} characters left out …\n{text[-half:]}"


def _with_short_texts(value: Any) -> Any:
    """Shorten all texts in a value."""
    if isinstance(value, str):
        return shortened(value, _LONGEST_TEXT)
    if isinstance(value, dict):
        return {key: _with_short_texts(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_with_short_texts(inner) for inner in value]
    return value
