"""Takes the limits off its process, and gives itself more of the machine than others have."""

import ctypes
import os
import resource
from typing import Any

from hostile.honest import Honest, attempt

library = ctypes.CDLL(None, use_errno=True)
NO_LIMIT = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
LIMITS = ("RLIMIT_CPU", "RLIMIT_DATA", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_CORE")


def call(name: str, *arguments: int) -> None:
    if getattr(library, name)(*map(ctypes.c_long, arguments)) != 0:
        raise OSError(ctypes.get_errno(), name)


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for name in LIMITS:
            attempt(name, resource.setrlimit, getattr(resource, name), NO_LIMIT)
        attempt("a higher priority", os.setpriority, os.PRIO_PROCESS, 0, -10)
        attempt("real time", os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1))
        attempt("the groups of others", os.setgroups, [0])
        attempt("a user of one's own", call, "unshare", 0x10000000)
        attempt("a mount", call, "mount", 0, 0, 0, 0, 0)
        attempt("another root", os.chroot, ".")
        attempt("not ending with the judge", call, "prctl", 1, 0, 0, 0, 0)
        attempt("no filter any more", call, "prctl", 22, 0, 0, 0, 0)
