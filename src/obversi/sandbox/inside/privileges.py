"""Inside: no rights beyond those of the user, none to be had, and no life after the parent's."""

import ctypes
import os
import signal
from typing import Any

__all__ = ["lock"]

_SET_PARENT_DEATH_SIGNAL, _SET_DUMPABLE = 1, 4
_DROP_CAPABILITY, _SET_NO_NEW_PRIVILEGES = 24, 38
_CAPABILITY_VERSION = 0x20080522
_MOST_CAPABILITIES = 64


def lock(settings: dict[str, Any]) -> str:
    """Give up what can be given up; only the last of it is needed by the other layers."""
    system = ctypes.CDLL(None, use_errno=True)
    for capability in range(_MOST_CAPABILITIES):
        system.prctl(_DROP_CAPABILITY, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    none = (ctypes.c_uint32 * 6)()
    if system.capset(ctypes.byref(header), ctypes.byref(none)):
        return f"rights of root cannot be given up: {os.strerror(ctypes.get_errno())}"
    # A change of users takes it away, and what the process says of itself could not be read.
    system.prctl(_SET_DUMPABLE, 1, 0, 0, 0)
    system.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != settings["parent"]:
        os._exit(0)  # it was too late
    if system.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        return "this system is too old: programs could get rights that were given up"
    return ""
