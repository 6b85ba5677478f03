"""A game server as a process of its own, to be killed."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


class ServerProcess:
    """``obversi serve`` on free ports, and where it listens; `program` may be another version."""

    def __init__(
        self, database: Path | None, *options: str, program: Sequence[str] = ("-m", "obversi")
    ) -> None:
        self._arguments = [
            *(sys.executable, *program, "serve"),
            *(() if database is None else ("--db", str(database))),
            *("--port", "0", "--web-port", "0", "--workers", "1", "--hash-mb", "1"),
            *options,
        ]
        self._start()

    def _start(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*self._arguments, *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUTF8": "1"},
            # Where the tests run in the background, Ctrl-C is ignored, and children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        assert self.process.stdout is not None
        self.first_line = _first_line(self.process.stdout.fileno())
        found = re.findall(r"(\S+:\d+) \((\w+)\)", self.first_line)
        self.addresses = {kind: address for address, kind in found}

    def start_again(self) -> None:
        """Start it where it was, after it was killed."""
        self._start("--port", self.addresses["lines"].rpartition(":")[2])

    def kill(self) -> None:
        """End it at once, as ``kill -9`` does."""
        self.process.kill()
        self.process.communicate()


def _first_line(output: int) -> str:
    """Read a line and nothing after it, which is left for `communicate`."""
    line = b""
    while not line.endswith(b"\n") and (letter := os.read(output, 1)):
        line += letter
    return line.decode()


@contextmanager
def server_process(
    database: Path | None, *options: str, program: Sequence[str] = ("-m", "obversi")
) -> Iterator[ServerProcess]:
    """Have a server until the end of the block."""
    server = ServerProcess(database, *options, program=program)
    try:
        yield server
    finally:
        server.kill()
