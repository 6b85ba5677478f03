"""The interface of agents: requests, answers and failures."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite
from typing import Any, Protocol, runtime_checkable

from obversi.arguments import Setting
from obversi.board import Board
from obversi.color import Color
from obversi.errors import InputError, ObversiError
from obversi.limit import Limit
from obversi.move import Move
from obversi.rules import Rules

_START_SECONDS = 60.0


class Agent(Protocol):
    """A program, a person or a remote player that chooses moves."""

    @property
    def name(self) -> str:
        """The name to show for this agent."""

    def choose(self, board: Board) -> Move:
        """Choose a legal move of a game that is not over.

        The board is the agent's own copy, to play on as it likes.
        """


@dataclass(frozen=True, slots=True)
class Thought:
    """A move; its value is the margin that the agent expects, in discs, for the mover.

    >>> Thought(Move("d3"), value=2.0)
    Thought(move='d3', value=2.0, depth=None, nodes=None)
    """

    move: Move
    value: float | None = None
    depth: int | None = None
    nodes: int | None = None


class BaseAgent(ABC):
    """What a game may request of an agent, with defaults; the package's agents inherit from it.

    Subclasses have to add only `name` and `choose`.

    >>> class First(BaseAgent):
    ...     name = "first"
    ...
    ...     def choose(self, board):
    ...         return board.legal_moves[0]
    >>> First().choose(Board())
    'd3'
    """

    name: str

    #: The cores that it uses.
    threads: int = 1
    #: The number of its process, if it has one.
    process: int | None = None
    #: The seconds for a message to its process and back, which are not charged to its clock.
    latency: float = 0.0
    #: The seconds after its deadline for which the game still waits for its move.
    grace_period: float = 0.0
    #: The seconds that it may need to take its seat at a board.
    start_seconds: float = _START_SECONDS

    @abstractmethod
    def choose(self, board: Board) -> Move:
        """Choose a legal move of a game that is not over."""

    def think(self, board: Board, limit: Limit) -> Thought:  # noqa: ARG002 - for those who use it
        """Choose a legal move within the limit: `seconds` for the move, or what the clock shows."""
        return Thought(self.choose(board))

    def seconds_per_move(self, given: float | None) -> float | None:
        """Return the limit for its moves in a match that gives this limit."""
        return given

    def prepare(self, size: int, rules: Rules) -> None:  # noqa: B027 - nothing by default
        """Do slow preparations before a game, so that they take no time from the first move."""

    def begin(self) -> None:  # noqa: B027 - nothing by default
        """Start a new game, and forget the one before."""

    def close(self) -> None:  # noqa: B027 - nothing by default
        """Release everything: there are no more games."""

    def notes(self) -> Mapping[str, Any]:
        """Return what is to be stored about the game, beside its moves, for JSON."""
        return {}


class ThinkingAgent(BaseAgent):
    """An agent that observes the limits of its moves, or reports more than its move."""

    def choose(self, board: Board) -> Move:
        """Choose a legal move without a limit from a game."""
        return self.think(board, Limit()).move

    @abstractmethod
    def think(self, board: Board, limit: Limit) -> Thought:
        """Choose a legal move within the limit: `seconds` for the move, or what the clock shows."""


class SeatedAgent(BaseAgent):
    """An agent that has to know its colour before its first move; it serves one game only."""

    @abstractmethod
    def sit(self, size: int, rules: Rules, color: Color) -> None:
        """Take a seat at one of the six games, as black or as white; no clock runs."""


@runtime_checkable
class StoppableAgent(Agent, Protocol):
    """An agent that can be made to move at once."""

    def stop(self) -> None:
        """End the running search with its result so far; any thread may call this."""


@runtime_checkable
class Thinker(Protocol):
    """An agent that uses its time limit, and reports the value of its move."""

    def think(self, board: Board, limit: Limit) -> Thought:
        """Choose a legal move within the limit: `seconds` for the move, or what the clock shows."""


def checked_agent(agent: Agent) -> Agent:
    """Return what can choose moves."""
    if not callable(getattr(agent, "choose", None)):
        raise InputError(f"{agent!r} is no agent: expected one such as make_agent('greedy')")
    return agent


def agent_name(agent: object) -> str:
    """Return the name of an agent: its own, or that of its class."""
    name = getattr(agent, "name", None)
    return name if isinstance(name, str) else type(agent).__name__


def think(agent: Agent, board: Board, limit: Limit) -> Thought:
    """Request the move of an agent; an agent that does not know clocks chooses without a limit.

    Its value, depth and nodes are checked; the caller checks whether the move is legal.
    """
    if not isinstance(agent, Thinker):
        return Thought(checked_agent(agent).choose(board))
    thought = agent.think(board, limit)
    if not isinstance(thought, Thought):
        raise InputError(f"{thought!r} is not a thought about a move")
    value = thought.value
    if not (value is None or (isinstance(value, int | float) and isfinite(value))):
        raise InputError(f"{value!r} is not the value of a move")
    for number in (thought.depth, thought.nodes):
        if not (number is None or isinstance(number, int)):
            raise InputError(f"{number!r} is not a depth or a number of positions")
    return thought


# Failures


class FailureKind(StrEnum):
    """Why an agent loses a game that is not over."""

    TIME = "time"  # it moved too late
    HANG = "hang"  # it did not move at all
    ILLEGAL = "illegal"  # the rules do not allow its move
    ERROR = "error"  # it reported that it cannot move, or its code raised an error
    DEATH = "death"  # its program, or the process that it ran in, ended
    PROTOCOL = "protocol"  # its answer does not follow the protocol
    FLOOD = "flood"  # it printed more than is read
    MEMORY = "memory"  # it used more memory than allowed
    FORBIDDEN = "forbidden"  # it uses or does what its course does not allow


class AgentFailureError(ObversiError):
    """An agent that does not move, with the cause.

    If it is `disputed`, a clock decided, and the machine may be the cause.
    """

    def __init__(self, kind: FailureKind, reason: str, *, disputed: bool = False) -> None:
        """Store the cause, for counts of each."""
        super().__init__(reason)
        self.kind = kind
        self.disputed = disputed

    def __reduce__(self) -> tuple[type["AgentFailureError"], tuple[FailureKind, str]]:
        """Pickle both, since games are played in other processes too."""
        return AgentFailureError, (self.kind, str(self))


# Kinds


@dataclass(frozen=True, slots=True)
class AgentOption(Setting):
    """A setting of an agent; if a limit is set, the agent needs no time from outside."""

    is_limit: bool = False


@dataclass(frozen=True, slots=True)
class AgentKind:
    """A kind of agent: a line about it, the function that makes one, and its options by name.

    `operands` are the values that a description must have before its options, such as a path. An
    agent that is `timed` gets its seconds for a move from outside, unless its description limits
    it; one that `reads_clocks` divides the time of a whole game by itself. One that is `kept` plays
    many games, and `begin` starts each. One that `takes_command` has its options before its
    operand, which is the rest of the description. One that `runs_code` is a program or code of
    others. `evaluation` names its evaluation, if that has a name.
    """

    description: str
    make: Callable[..., BaseAgent]
    options: Mapping[str, AgentOption] = field(default_factory=dict)
    origin: str = ""
    operands: tuple[str, ...] = ()
    timed: bool = False
    reads_clocks: bool = False
    kept: bool = False
    takes_command: bool = False
    runs_code: bool = False
    evaluation: str = ""
    example: str = ""
