"""The app as a process of its own, to be killed and started again."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


class AppProcess:
    """``obversi web`` on a free port, and where it is."""

    def __init__(
        self,
        database: Path,
        *options: str,
        program: Sequence[str] = (sys.executable, "-m", "obversi"),
    ) -> None:
        self._arguments = [
            *(*program, "web", "--no-open", "--workers", "1"),
            *("--db", str(database)),
            *options,
        ]
        self._start("--port", "0")

    def _start(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*self._arguments, *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONUTF8": "1"},
            # Where the tests run in the background, Ctrl-C is ignored, and children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        assert self.process.stdout is not None
        self.address = _address(self.process.stdout.fileno())

    def kill(self) -> None:
        """End it at once, as ``kill -9`` does."""
        self.process.kill()
        self.process.communicate()

    def start_again(self) -> None:
        """Start it where it was, with the same games, after it was killed."""
        self._start("--port", self.address.rpartition(":")[2])


def _address(output: int) -> str:
    """Read until the app has printed its address, and leave the rest to `communicate`."""
    printed = b""
    while letter := os.read(output, 1):
        printed += letter
        found = re.search(rb"(http://[^\s/]+:\d+)/?\s", printed)
        if found:
            return found[1].decode()
    raise AssertionError(f"the app has not printed its address, only {printed.decode()!r}")


@contextmanager
def app_process(database: Path, *options: str) -> Iterator[AppProcess]:
    """Have the app until the end of the block."""
    app = AppProcess(database, *options)
    try:
        yield app
    finally:
        app.kill()
