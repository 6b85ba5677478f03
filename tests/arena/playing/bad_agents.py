"""Agents that do harm to the process they are in."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import obversi as ob
from obversi.errors import MachineError


class Hanging:
    """Never moves, after its first move."""

    moves = 0

    def choose(self, board: ob.Board) -> ob.Move:
        self.moves += 1
        while self.moves > 1:
            time.sleep(0.01)
        return board.legal_moves[0]


class Deadly:
    """Ends its process."""

    def choose(self, board: ob.Board) -> ob.Move:
        os.kill(os.getpid(), signal.SIGSEGV)
        return board.legal_moves[0]


class Unlucky:
    """Is on a machine that does not give it what it needs."""

    def choose(self, board: ob.Board) -> ob.Move:
        raise MachineError(f"no sandbox can be started for {board.turn}")


class DeadlyOnce:
    """Ends its process once; a file named by an environment variable marks that it did."""

    def choose(self, board: ob.Board) -> ob.Move:
        marker = Path(os.environ["DEADLY_ONCE"])
        if not marker.exists():
            marker.touch()
            os._exit(7)
        return board.legal_moves[0]


class Printing:
    """Prints where results are printed."""

    def choose(self, board: ob.Board) -> ob.Move:
        print("I think")
        return board.legal_moves[0]


class Stubborn:
    """Moves in the end, whatever is done to make it stop."""

    def choose(self, board: ob.Board) -> ob.Move:
        end = time.monotonic() + 0.8
        while time.monotonic() < end:
            with suppress(BaseException):
                time.sleep(0.05)
        return board.legal_moves[0]


class LeavingChildren:
    """Ends its process, but not all that it has started there."""

    def choose(self, board: ob.Board) -> ob.Move:
        subprocess.Popen(["sleep", "20"], close_fds=False)
        os._exit(5)
        return board.legal_moves[0]
