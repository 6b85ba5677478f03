"""Inside: the filter of system calls, which the host has written."""

import base64
import ctypes
import os
from typing import Any

__all__ = ["lock"]

_SET_SECCOMP = 22
_FILTER = 2
_INSTRUCTION_BYTES = 8


class Program(ctypes.Structure):
    """A filter as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def lock(settings: dict[str, Any]) -> str:
    """Hand the filter to the kernel; it holds until the end of the process."""
    data = base64.b64decode(settings["filter"])
    program = Program(len(data) // _INSTRUCTION_BYTES, data)
    system = ctypes.CDLL(None, use_errno=True)
    if system.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0):
        return f"the system takes no filter: {os.strerror(ctypes.get_errno())}"
    return ""
