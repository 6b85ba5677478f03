"""Ctrl-C is for the process that has begun others, not for those."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["interrupts_ignored"]


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Let new processes ignore Ctrl-C from their first moment: it is for the one that has begun."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
