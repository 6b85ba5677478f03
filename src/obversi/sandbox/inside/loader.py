"""The first thing that runs inside: it locks the process up, then runs the guest.

Run by `python -c` with the numbers of two files, to read messages from and to write them to. It
knows the standard library alone.
"""

import base64
import json
import os
import sys
from typing import Any

__all__ = ["Channel", "lock_up", "only_files", "run"]


class Channel:
    """Messages from and to the host."""

    def __init__(self, reads: int, writes: int) -> None:
        """Take the numbers of the files."""
        self._reads = reads
        self._writes = writes

    def receive(self) -> bytes:
        """Wait for a message; without a host there is nothing to live for."""
        return self._exactly(int.from_bytes(self._exactly(4), "big"))

    def send(self, message: bytes) -> None:
        """Send a message."""
        data = memoryview(len(message).to_bytes(4, "big") + message)
        while data:
            data = data[os.write(self._writes, data) :]

    def _exactly(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            more = os.read(self._reads, min(size - len(data), 65536))
            if not more:
                os._exit(0)
            data += more
        return bytes(data)


def only_files(files: list[int]) -> tuple[int, int]:
    """Leave two files open, beside the usual three, and return their new numbers."""
    reads, writes = (os.dup(file) for file in files)
    os.dup2(reads, 3)
    os.dup2(writes, 4)
    os.closerange(5, max(files) + 64)  # what bubblewrap may have left open
    return 3, 4


def lock_up(steps: list[dict[str, Any]]) -> dict[str, str]:
    """Do one step after another, and return for each why it could not be done, or ""."""
    reasons = {}
    for step in steps:
        names: dict[str, Any] = {"__name__": step["name"]}
        try:
            exec(compile(step["source"], f"<{step['name']}>", "exec"), names)
            reasons[step["name"]] = names["lock"](step["settings"])
        except OSError as error:
            reasons[step["name"]] = error.strerror or str(error)
    return reasons


def run() -> None:
    """Read what to do from the host, do it, and hand over to the guest."""
    channel = Channel(*only_files([int(number) for number in sys.argv[1:]]))
    plan = json.loads(channel.receive())
    sys.path += plan["path"]
    sys.argv = [""]
    guest = compile(base64.b64decode(plan["guest"]), "<guest>", "exec")
    reasons = lock_up(plan["steps"])
    os.chdir(plan["scratch"])
    channel.send(json.dumps(reasons).encode())
    names: dict[str, Any] = {"__name__": "guest", "__builtins__": __builtins__}
    exec(guest, names)
    names["main"](channel.receive, channel.send, plan["scratch"])
    os._exit(0)


if __name__ == "__main__":
    run()
