"""What comes while a call works: turns of other threads, Ctrl-C and kill -9."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

# Where the tests run in the background Ctrl-C is ignored, and children inherit that.
_BEGIN = """
import os, signal, sys
import obversi as ob
signal.signal(signal.SIGINT, signal.default_int_handler)
"""


# So many tries has a thread to run: a busy machine may not let it while the work takes.
_TRIES = 50


def turns_meanwhile(work: Callable[[], object], enough: int = 5) -> int:
    """Return how often this thread runs while another works, in the best of several tries."""
    turns = 0
    for _ in range(_TRIES):
        turns = 0
        thread = threading.Thread(target=work)
        thread.start()
        while thread.is_alive():
            turns += 1
            time.sleep(0.001)
        if turns > enough:
            break
    return turns


def output_after_ctrl_c(program: str, *arguments: str) -> tuple[str, str]:
    """Run a program that works without end once it has printed a line, and interrupt it.

    What it prints after that, and its errors, are returned.
    """
    command = [sys.executable, "-c", _BEGIN + program, *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as working:
        assert working.stdout is not None
        assert working.stdout.readline() == "working\n"
        time.sleep(0.3)
        assert working.poll() is None
        working.send_signal(signal.SIGINT)
        try:
            return working.communicate(timeout=30)
        finally:
            working.kill()


def is_interrupted(program: str, *arguments: str) -> bool:
    """Whether Ctrl-C ends such a program at once, as it ends Python."""
    _, errors = output_after_ctrl_c(program, *arguments)
    return errors.rstrip().endswith("KeyboardInterrupt")


def kill_while_working(program: str, *arguments: str) -> None:
    """Run a program until it prints "working" and reads a line, and kill it as it goes on."""
    command = [sys.executable, "-c", program, *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == b"working\n"
        process.stdin.write(b"\n")
        process.stdin.flush()
        process.kill()
