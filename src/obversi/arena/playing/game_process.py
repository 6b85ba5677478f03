"""A process that plays one game after another, and its supervisor.

An agent that hangs or ends its process does no harm to other games. The process is started by a
command and not forked: a fork would inherit locks held by threads that it does not have, and a Dask
worker may not have children of the multiprocessing module.
"""

import json
import mmap
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from multiprocessing.connection import Connection

from obversi.agents.agent import FailureKind
from obversi.arena.game.agent_pool import AgentPool
from obversi.arena.game.plan import GamePlan
from obversi.arena.game.play import lost_game, play_planned
from obversi.arena.game.played import Failure, PlayedGame
from obversi.board import Board
from obversi.errors import MachineError, ObversiError
from obversi.machine import keep_to_core
from obversi.move import Move

# An agent hangs if it is late by this many seconds, or has no limit and has not moved in an hour.
# Agents that are programs have shorter limits of their own.
GRACE_SECONDS = 15.0
_UNLIMITED_SECONDS = 3700.0

# A process may have been killed by accident, so its game is played once more.
_ATTEMPTS = 2

_SECONDS_TO_END = 3.0

_POLL_SECONDS = 0.5

_STANDARD_ERROR = 2

# The layout of the shared memory.
_DEADLINE_BYTES = 8
_MOST_MOVES = 130
_PASS = 64


class SharedGame:
    """The moves of a game and the deadline of its mover, in memory shared by two processes.

    So a move needs no message, and the moves outlive the process that played them. The deadline, in
    `time.monotonic`, is written atomically; it is infinite while no agent is thinking. The number
    of moves and the moves follow it, and are written while it is infinite.
    """

    def __init__(self, file: int) -> None:
        """Map the memory of a file that both processes have open."""
        self._memory = mmap.mmap(file, self.size())
        self._deadline = memoryview(self._memory)[:_DEADLINE_BYTES].cast("d")

    @staticmethod
    def size() -> int:
        """Return the number of shared bytes."""
        return _DEADLINE_BYTES + 1 + _MOST_MOVES

    def clear(self) -> None:
        """Record that no agent is thinking."""
        self._deadline[0] = inf

    def set_turn(self, board: Board, seconds: float) -> None:
        """Record the game and that its mover has that many seconds."""
        self._deadline[0] = inf
        moves = bytes(_PASS if move.is_pass else move.square_index for move in board.move_stack)
        self._memory[_DEADLINE_BYTES] = len(moves)
        self._memory[_DEADLINE_BYTES + 1 : _DEADLINE_BYTES + 1 + len(moves)] = moves
        self._deadline[0] = time.monotonic() + seconds

    @property
    def deadline(self) -> float:
        """The time, by `time.monotonic`, from which on the mover hangs."""
        return self._deadline[0]

    def board(self, start: Board) -> Board | None:
        """Return the game so far, or None if no agent is thinking."""
        if self.deadline == inf:
            return None
        board = start.copy()
        count = self._memory[_DEADLINE_BYTES]
        for code in self._memory[_DEADLINE_BYTES + 1 : _DEADLINE_BYTES + 1 + count]:
            board.push(Move.from_index(code))
        return board

    def board_after_deadline(self, start: Board) -> Board | None:
        """Return the game if its mover hangs, or None if it has moved meanwhile."""
        deadline = self.deadline
        try:
            board = self.board(start)
        except ObversiError:  # the moves are being written
            return None
        return board if self.deadline == deadline < time.monotonic() else None

    def close(self) -> None:
        """Unmap the memory."""
        self._deadline.release()
        self._memory.close()


class GameProcess:
    """Plays games in another process, one at a time: `begin` one, and `poll` for its result."""

    def __init__(self, grace_seconds: float = GRACE_SECONDS, core: int | None = None) -> None:
        """Start the process; an agent hangs if it is `grace_seconds` late.

        The process and its agents run on that core only, if one is given.
        """
        self._core = core
        self.plan: GamePlan | None = None
        self._grace_seconds = grace_seconds
        self._attempts = 0
        self._start()

    def begin(self, plan: GamePlan) -> None:
        """Start a game."""
        self.plan, self._attempts = plan, 1
        self._send()

    @property
    def connection(self) -> Connection:
        """Readable when the game is over or the process has ended."""
        return self._connection

    @property
    def deadline(self) -> float:
        """The time, by `time.monotonic`, from which on the mover hangs."""
        return inf if self.plan is None else self._shared.deadline

    def poll(self) -> PlayedGame | None:
        """Return the game if it is over; an agent that hangs loses it."""
        plan = self.plan
        if plan is None:
            return None
        game = None
        if self._connection.poll():
            game = self._received(plan)
        elif time.monotonic() > self._shared.deadline:
            game = self._hanging(plan)
        if game is not None:
            self.plan = None
        return game

    def play(self, plan: GamePlan, on_poll: Callable[[], None] = lambda: None) -> PlayedGame:
        """Play a game to its end; `on_poll` is called regularly meanwhile."""
        self.begin(plan)
        while (game := self.poll()) is None:
            on_poll()
            left = self.deadline - time.monotonic()
            self._connection.poll(min(max(left, 0.0), _POLL_SECONDS))
        return game

    def keep_to(self, core: int) -> None:
        """Let the process and its agents run on that core only from now on."""
        self._core = core
        keep_to_core(core, self._process.pid)

    def terminate(self) -> None:
        """Signal the process to end with its programs, without waiting for it."""
        with suppress(OSError):
            self._process.terminate()

    def close(self) -> None:
        """End the process, by force if needed."""
        self._end()
        self._connection.close()
        self._shared.close()

    def _end(self) -> None:
        self.terminate()
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        with tempfile.TemporaryFile() as shared:
            shared.write(bytes(SharedGame.size()))  # fails here if the disk is full
            shared.flush()
            self._shared = SharedGame(shared.fileno())
            self._shared.clear()
            files = (theirs.fileno(), shared.fileno())
            self._process = subprocess.Popen(
                [*_PROGRAM, json.dumps(sys.path), str(self._grace_seconds), *map(str, files)],
                stdin=subprocess.DEVNULL,
                stdout=_STANDARD_ERROR,  # output of agents must not mix with results
                pass_fds=files,
                start_new_session=True,  # Ctrl-C is for this process only
            )
            if self._core is not None:
                keep_to_core(self._core, self._process.pid)
        theirs.close()
        self._connection = Connection(ours.detach())

    def _send(self) -> None:
        self._shared.clear()
        with suppress(OSError):  # the end of the process is noticed by `poll`
            self._connection.send(self.plan)

    def _received(self, plan: GamePlan) -> PlayedGame | None:
        try:
            game = self._connection.recv()
        except (EOFError, OSError):
            return self._after_death(plan)
        if isinstance(game, MachineError):
            self.plan = None
            raise game
        assert isinstance(game, PlayedGame)
        return game

    def _after_death(self, plan: GamePlan) -> PlayedGame | None:
        """Repeat the game in a new process; if that ends too, the mover is the cause."""
        status = self._process.wait()
        board = self._shared.board(plan.opening.root())
        self._restart()
        if self._attempts < _ATTEMPTS:
            self._attempts += 1
            self._send()
            return None
        if board is None:
            raise MachineError(
                f"the process of game {plan.number} ended unexpectedly, {_status_text(status)}"
            )
        reason = f"the process that it ran in ended {self._attempts} times, {_status_text(status)}"
        return lost_game(plan, board, Failure(board.turn, FailureKind.DEATH, reason))

    def _hanging(self, plan: GamePlan) -> PlayedGame | None:
        """End a process in which an agent hangs, unless it has moved meanwhile."""
        board = self._shared.board_after_deadline(plan.opening.root())
        if board is None:
            return None
        self._restart()
        reason = f"it has not moved {self._grace_seconds:g} s after it should have"
        return lost_game(plan, board, Failure(board.turn, FailureKind.HANG, reason))

    def _restart(self) -> None:
        self.close()
        self._start()


def _status_text(status: int) -> str:
    return f"with status {status}" if status >= 0 else f"by signal {-status}"


# Inside the process

_PROGRAM = (
    *(sys.executable, "-c"),
    "import json, sys; sys.path[:] = json.loads(sys.argv[1])\n"
    "from obversi.arena.playing.game_process import work\n"
    "work(float(sys.argv[2]), *map(int, sys.argv[3:]))",
)


class _EndError(BaseException):
    """The process has to end, whatever an agent is doing."""


class _EndOnSignal:
    """Ends the block inside its `with` on SIGTERM.

    The signal comes from the supervisor, or from `_end_when_alone`. One that comes before the block
    ends it at its start, and one that comes after it has no effect.
    """

    def __init__(self) -> None:
        """Handle the signal from now on."""
        self._requested = self._inside = False
        signal.signal(signal.SIGTERM, self._on_signal)

    def __enter__(self) -> None:
        """Start the block."""
        self._inside = True
        if self._requested:
            raise _EndError

    def __exit__(self, *_: object) -> None:
        """Leave the block."""
        self._inside = False

    def _on_signal(self, _signal: int, _frame: object) -> None:
        self._requested = True
        if self._inside:
            raise _EndError


@dataclass(frozen=True, slots=True)
class _SharedMonitor:
    """Records turns for the supervisor."""

    shared: SharedGame
    grace_seconds: float

    def turn(self, board: Board, seconds: float | None) -> None:
        """Record the game and the deadline of its mover."""
        allowed = _UNLIMITED_SECONDS if seconds is None else seconds + self.grace_seconds
        self.shared.set_turn(board, allowed)

    def pause(self) -> None:
        """Record that no agent is thinking."""
        self.shared.clear()


def work(grace_seconds: float, connection_file: int, shared_file: int) -> None:
    """Play the games that the supervisor sends, until it ends this process or itself."""
    end_on_signal = _EndOnSignal()
    for file in (connection_file, shared_file):
        os.set_inheritable(file, False)  # a program that outlives its agent must not keep them open
    connection, shared = Connection(connection_file), SharedGame(shared_file)
    threading.Thread(target=_end_when_alone, args=(connection_file,), daemon=True).start()

    monitor = _SharedMonitor(shared, grace_seconds)
    with suppress(_EndError, EOFError, OSError), AgentPool() as pool, end_on_signal:
        while True:
            connection.send(_played(connection.recv(), pool, monitor))
            shared.clear()


def _played(plan: GamePlan, pool: AgentPool, monitor: _SharedMonitor) -> PlayedGame | MachineError:
    try:
        return play_planned(plan, pool, monitor)
    except MachineError as error:  # raised again by the supervisor
        return error


def _end_when_alone(connection_file: int) -> None:
    """Wait until the supervisor is gone, then end this process, by force if needed."""
    hang_up = select.poll()
    # Linux says so when the other end is closed, other systems when both are.
    hang_up.register(connection_file, getattr(select, "POLLRDHUP", select.POLLHUP))
    hang_up.poll()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_SECONDS_TO_END)
    os._exit(1)
