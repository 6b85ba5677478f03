"""What the host tells the inside to do first: which walls to put up, then which script to run."""

import base64
import json
import math
import os
import sys
from collections.abc import Collection
from typing import Any, Final

from obversi.sandbox.bubblewrap import NOBODY
from obversi.sandbox.inside import script
from obversi.sandbox.landlock import landlock_rules
from obversi.sandbox.layer import Layer
from obversi.sandbox.limits import SandboxLimits
from obversi.sandbox.readable import packages
from obversi.sandbox.seccomp import seccomp_filter
from obversi.sandbox.watch import number_inside

__all__ = ["PRIVILEGES", "environment", "plan"]

# The step that is part of no layer, since all of them need it.
PRIVILEGES: Final = "privileges"

_MEGABYTE: Final = 1 << 20
_STACK_BYTES: Final = 64 * _MEGABYTE

# More than may be, so that it is seen that there are more.
_THREADS_TO_SPARE: Final = 8

# One core for one process, whatever its libraries would like.
_LIBRARIES_WITH_THREADS: Final = ("OMP", "OPENBLAS", "MKL", "NUMBA", "VECLIB", "NUMEXPR")


def environment(scratch: str) -> dict[str, str]:
    """Return all that the process knows of its environment."""
    return {
        **{f"{library}_NUM_THREADS": "1" for library in _LIBRARIES_WITH_THREADS},
        **dict.fromkeys(("HOME", "TMPDIR", "NUMBA_CACHE_DIR", "MPLCONFIGDIR"), scratch),
        "PYTHONHASHSEED": "0",  # the same sets in every run
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
    }


def plan(
    layers: Collection[Layer], limits: SandboxLimits, process: int, scratch: str, guest: str
) -> bytes:
    """Return the first message to the inside of a process, which is `process` to the host."""
    in_namespaces = Layer.NAMESPACES in layers
    steps: list[tuple[str, dict[str, Any]]] = []
    if Layer.LIMITS in layers:
        # Threads are counted for each user together, but in a namespace for users of its own.
        counts_threads = in_namespaces and Layer.NOBODY not in layers
        steps.append((Layer.LIMITS, _system_limits(limits, counts_threads)))
    if Layer.NOBODY in layers:
        steps.append((Layer.NOBODY, {"user": NOBODY, "group": NOBODY}))
    if sys.platform == "linux":
        steps.append((PRIVILEGES, {"parent": 1 if in_namespaces else os.getpid()}))
    if Layer.LANDLOCK in layers:
        steps.append((Layer.LANDLOCK, landlock_rules(scratch)))
    if Layer.SECCOMP in layers:
        program = seccomp_filter(number_inside(process))
        steps.append((Layer.SECCOMP, {"filter": base64.b64encode(program).decode()}))
    told = {
        "path": [str(path) for path in packages()],
        "scratch": scratch,
        "guest": base64.b64encode(guest.encode()).decode(),
        "steps": [
            {"name": str(name), "source": script(name), "settings": settings}
            for name, settings in steps
        ],
    }
    return json.dumps(told).encode()


def _system_limits(limits: SandboxLimits, counts_threads: bool) -> dict[str, int]:
    """Return limits by the system's names.

    That on memory is generous, since what is counted here is what was asked for, used or not: it
    stops giants at once.
    """
    found = {
        "CPU": math.ceil(limits.processor_seconds) + 1,
        "DATA": int((4 * limits.memory_mb + 256) * _MEGABYTE),
        "FSIZE": int(limits.file_mb * _MEGABYTE),
        "NOFILE": limits.open_files,
        "STACK": _STACK_BYTES,
        **dict.fromkeys(("CORE", "MEMLOCK", "MSGQUEUE", "RTPRIO"), 0),
    }
    return {**found, "NPROC": limits.threads + _THREADS_TO_SPARE} if counts_threads else found
