"""A process that plays one game after another, and the one that watches it.

Agents that hang or take their process with them are ended here without harm to other games. The
process is started by its command, not forked: a fork would have the locks of threads that it does
not have, and a Dask worker may not have children of Python's own making.
"""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from multiprocessing.connection import Connection
from typing import Final

from obversi.agents.failure import Fault
from obversi.arena.game.agent_pool import AgentPool
from obversi.arena.game.plan import GamePlan
from obversi.arena.game.play import lost_game, play_planned
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.playing.under_way import UnderWay
from obversi.board import Board
from obversi.errors import MachineError, ObversiError
from obversi.machine import keep_to_core

__all__ = ["PATIENCE", "GameProcess"]

# An agent hangs if it has not moved so many seconds after it should have, and one without limits if
# it has not moved in an hour. Programs are watched more closely by those who speak with them.
PATIENCE: Final = 15.0
_UNLIMITED_SECONDS: Final = 3700.0

# A process that ends may have been killed by accident: its game is played once more.
_ATTEMPTS: Final = 2

_SECONDS_TO_END: Final = 3.0

_STANDARD_ERROR: Final = 2


class GameProcess:
    """Plays games elsewhere, one at a time: `begin` one, and `poll` until it is there."""

    def __init__(self, patience: float = PATIENCE, core: int | None = None) -> None:
        """Start the process; an agent hangs that moves so many seconds too late.

        With the place of a core, it and its agents have that one alone.
        """
        self._core = core
        self.plan: GamePlan | None = None
        self._patience = patience
        self._attempts = 0
        self._start()

    def begin(self, plan: GamePlan) -> None:
        """Begin a game."""
        self.plan, self._attempts = plan, 1
        self._send()

    @property
    def connection(self) -> Connection:
        """What is readable when the game is there, or the process is gone."""
        return self._connection

    @property
    def deadline(self) -> float:
        """When the mover has thought too long, by `time.monotonic`."""
        return inf if self.plan is None else self._under_way.deadline

    def poll(self) -> PlayedGame | None:
        """Return the game if it is over; one in which an agent hangs is over for it."""
        plan = self.plan
        if plan is None:
            return None
        game = None
        if self._connection.poll():
            game = self._received(plan)
        elif time.monotonic() > self._under_way.deadline:
            game = self._hanging(plan)
        if game is not None:
            self.plan = None
        return game

    def play(self, plan: GamePlan) -> PlayedGame:
        """Play a game to its end."""
        self.begin(plan)
        while (game := self.poll()) is None:
            wait = min(max(self.deadline - time.monotonic(), 0.0), 1.0)
            self._connection.poll(wait)
        return game

    def terminate(self) -> None:
        """Ask the process to end, with the programs that it has started, and do not wait for it."""
        with suppress(OSError):
            self._process.terminate()

    def close(self) -> None:
        """End the process, whatever it does."""
        self._end()
        self._connection.close()
        self._under_way.close()

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
            shared.write(bytes(UnderWay.size()))  # which says it if the disk is full
            shared.flush()
            self._under_way = UnderWay(shared.fileno())
            self._under_way.clear()
            files = (theirs.fileno(), shared.fileno())
            self._process = subprocess.Popen(
                [*_PROGRAM, json.dumps(sys.path), str(self._patience), *map(str, files)],
                stdin=subprocess.DEVNULL,
                stdout=_STANDARD_ERROR,  # what agents print must not get into a result
                pass_fds=files,
                start_new_session=True,  # Ctrl-C is for us
            )
            if self._core is not None:
                keep_to_core(self._core, self._process.pid)
        theirs.close()
        self._connection = Connection(ours.detach())

    def _send(self) -> None:
        self._under_way.clear()
        with suppress(OSError):  # that it is gone is noticed where its answer is read
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
        """Play the game again in a new process; if that ends too, the mover has ended both."""
        status = self._process.wait()
        board = self._under_way.board(plan.opening.root())
        self._restart()
        if self._attempts < _ATTEMPTS:
            self._attempts += 1
            self._send()
            return None
        if board is None:
            raise ObversiError(
                f"the process that played game {plan.number} ended by itself, {_ended(status)}"
            )
        reason = f"the process that it ran in ended {self._attempts} times, {_ended(status)}"
        return lost_game(plan, board, Failure(board.turn, Fault.DEATH, reason))

    def _hanging(self, plan: GamePlan) -> PlayedGame | None:
        """End a process in which an agent hangs, unless it has moved at the last moment."""
        board = self._under_way.board_after_deadline(plan.opening.root())
        if board is None:
            return None
        self._restart()
        reason = f"it has not moved {self._patience:g} s after it should have"
        return lost_game(plan, board, Failure(board.turn, Fault.HANG, reason))

    def _restart(self) -> None:
        self.close()
        self._start()


def _ended(status: int) -> str:
    return f"with status {status}" if status >= 0 else f"by signal {-status}"


# What the process does

_PROGRAM: Final = (
    *(sys.executable, "-c"),
    "import json, sys; sys.path[:] = json.loads(sys.argv[1])\n"
    "from obversi.arena.playing.game_process import work\n"
    "work(float(sys.argv[2]), *map(int, sys.argv[3:]))",
)


class _Ended(BaseException):
    """The end of the process, in whatever an agent is doing."""


class _Ending:
    """Ends what is inside its `with` when the process is asked to end.

    The one who sends games may ask, and `_end_when_alone` at any time: what comes before the `with`
    ends it as it begins, and what comes after it finds nothing to end.
    """

    def __init__(self) -> None:
        """Listen from now on."""
        self._asked = self._inside = False
        signal.signal(signal.SIGTERM, self._hear)

    def __enter__(self) -> None:
        """Begin what can be ended."""
        self._inside = True
        if self._asked:
            raise _Ended

    def __exit__(self, *_: object) -> None:
        """End nothing any more."""
        self._inside = False

    def _hear(self, _signal: int, _frame: object) -> None:
        self._asked = True
        if self._inside:
            raise _Ended


@dataclass(frozen=True, slots=True)
class _Watch:
    """Tells the other process what it has to know."""

    under_way: UnderWay
    patience: float

    def turn(self, board: Board, seconds: float | None) -> None:
        """Tell whose turn it is, and until when it is waited for it."""
        allowed = _UNLIMITED_SECONDS if seconds is None else seconds + self.patience
        self.under_way.tell(board, allowed)

    def pause(self) -> None:
        """Tell that no agent is thinking."""
        self.under_way.clear()


def work(patience: float, connection_file: int, shared_file: int) -> None:
    """Play the games that are sent, until the process is ended or nobody is left to send some."""
    ending = _Ending()
    for file in (connection_file, shared_file):
        os.set_inheritable(file, False)  # what an agent leaves behind must not keep them open
    connection, under_way = Connection(connection_file), UnderWay(shared_file)
    threading.Thread(target=_end_when_alone, args=(connection_file,), daemon=True).start()

    watch = _Watch(under_way, patience)
    with suppress(_Ended, EOFError, OSError), AgentPool() as pool, ending:
        while True:
            connection.send(_played(connection.recv(), pool, watch))
            under_way.clear()


def _played(plan: GamePlan, pool: AgentPool, watch: _Watch) -> PlayedGame | MachineError:
    try:
        return play_planned(plan, pool, watch)
    except MachineError as error:  # which is told where somebody can mend it
        return error


def _end_when_alone(connection_file: int) -> None:
    """Wait until the one who sends games is gone, and end then, gently at first."""
    hearing = select.poll()
    hearing.register(connection_file, select.POLLRDHUP)
    hearing.poll()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_SECONDS_TO_END)
    os._exit(1)
