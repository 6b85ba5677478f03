"""A thread that lives as long as its process, to start others that are to end with it.

Linux ends a process with the thread that has started it, not with the process of that thread.
"""

import os
import subprocess
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

__all__ = ["started_by_lasting_thread"]

# By the process that it is a thread of: threads do not follow into a fork.
_threads: dict[int, ThreadPoolExecutor] = {}


def started_by_lasting_thread(
    start: Callable[[], subprocess.Popen[bytes]],
) -> subprocess.Popen[bytes]:
    """Start a process in the main thread, or from others in a thread that is kept for that."""
    if threading.current_thread() is threading.main_thread():
        return start()
    if os.getpid() not in _threads:
        _threads[os.getpid()] = ThreadPoolExecutor(1, "sandbox-starter")
    return _threads[os.getpid()].submit(start).result()
