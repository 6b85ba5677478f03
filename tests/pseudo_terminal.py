"""A command in a real pseudo-terminal: what it shows is read, and lines are typed."""

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Self

# Long enough for any machine: it is waited no longer than needed.
_TIMEOUT_SECONDS = 60.0

READ_BYTES = 65536

# What would make another terminal of it.
_UNSET = ("NO_COLOR", "COLORTERM", "FORCE_COLOR", "COLUMNS", "LINES")

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


class PseudoTerminal:
    """Runs ``obversi`` in a window with the given columns and rows.

    `raw` is all that was shown, with its colours; `text` the same without them.
    """

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Start the command, with additional environment variables."""
        self._own, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {name: value for name, value in os.environ.items() if name not in _UNSET}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "obversi", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment | {"PYTHONUTF8": "1", "TERM": "xterm-256color"} | dict(env),
            # It must be its terminal, or Ctrl-C would not reach it.
            preexec_fn=lambda: os.login_tty(theirs),
        )
        os.close(theirs)
        self.raw = ""
        # What is read may end within a character.
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._seen = 0

    @property
    def text(self) -> str:
        """What was shown, without colours."""
        return _CONTROL.sub("", self.raw)

    def wait_for(self, words: str) -> str:
        """Wait until words are shown after those waited for before; return what came with them."""
        deadline = time.monotonic() + _TIMEOUT_SECONDS
        while words not in self.text[self._seen :]:
            if time.monotonic() > deadline or not self._read(deadline):
                raise AssertionError(f"{words!r} was not shown in {self.text[self._seen :]!r}")
        end = self.text.index(words, self._seen) + len(words)
        shown, self._seen = self.text[self._seen : end], end
        return shown

    def enter(self, line: str) -> None:
        """Type a line and the Enter key."""
        os.write(self._own, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        """Press a key, such as Ctrl-C."""
        os.write(self._own, key)

    def end(self) -> int:
        """Read all that is left, and return the exit status."""
        deadline = time.monotonic() + _TIMEOUT_SECONDS
        while self._read(deadline):
            pass
        return self.process.wait(_TIMEOUT_SECONDS)

    def __enter__(self) -> Self:
        """Be ended at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the command, if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._own)

    def _read(self, deadline: float) -> bool:
        """Read what is there, and return False at the end."""
        ready, _, _ = select.select([self._own], [], [], max(deadline - time.monotonic(), 0))
        try:
            part = os.read(self._own, READ_BYTES) if ready else b""
        except OSError:  # how Linux says that the other end is closed
            part = b""
        self.raw += self._decoder.decode(part, final=not part)
        return bool(part)
