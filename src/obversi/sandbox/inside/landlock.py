"""Inside: Landlock, by which a process gives up files, connections and signals for good.

The numbers are those of the kernel's interface; what a kernel does not know yet is left out.
"""

import ctypes
import errno
import os
import stat
from typing import Any

__all__ = ["lock"]

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1

# Rights on files, by the version of the interface that brought them.
_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_ALL_BY_VERSION = ((1, (1 << 13) - 1), (2, 1 << 13), (3, 1 << 14), (5, 1 << 15))
_TRUNCATE = 1 << 14
_EXECUTE = 1 << 0
_MAKE_DEVICES = 1 << 6 | 1 << 9 | 1 << 11  # and sockets
_ON_DEVICES = 1 << 15
_FOR_FILES = _WRITE_FILE | _READ_FILE | _TRUNCATE

_ALL_TCP = 3
_ALL_SCOPES = 3


class Ruleset(ctypes.Structure):
    """What is given up unless a rule allows it."""

    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class Beneath(ctypes.Structure):
    """What a rule allows beneath a path."""

    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def lock(settings: dict[str, Any]) -> str:
    """Give up all but what the settings name: paths to `list`, to `read` and to `write`."""
    system = ctypes.CDLL(None, use_errno=True)
    version = system.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION_FLAG)
    if version < 1:
        return reason_without(ctypes.get_errno())
    files = sum(bits for since, bits in _ALL_BY_VERSION if version >= since)
    net, scoped = (_ALL_TCP if version >= 4 else 0), (_ALL_SCOPES if version >= 6 else 0)
    ruleset = Ruleset(files, net, scoped)
    size = ctypes.sizeof(Ruleset) if version >= 6 else 16 if version >= 4 else 8
    rules = system.syscall(_CREATE_RULESET, ctypes.byref(ruleset), ctypes.c_size_t(size), 0)
    if rules < 0:
        return f"the kernel makes no rules: {os.strerror(ctypes.get_errno())}"
    read = _READ_FILE | _READ_DIR
    write = files & ~(_EXECUTE | _MAKE_DEVICES | _ON_DEVICES)
    for name, rights in (("list", _READ_DIR), ("read", read), ("write", write)):
        for path in settings[name]:
            if reason := allow(system, rules, path, rights & files):
                return reason
    if system.syscall(_RESTRICT_SELF, rules, 0):
        return f"the kernel does not keep its rules: {os.strerror(ctypes.get_errno())}"
    os.close(rules)
    return ""


def reason_without(error: int) -> str:
    """Say why there is no Landlock, from what the kernel answered."""
    if error == errno.EOPNOTSUPP:
        return "it is switched off in this kernel"
    if error == errno.ENOSYS:
        return "this kernel does not have it (Linux 5.13 and later do)"
    return f"it may not be asked for here: {os.strerror(error)}"


def allow(system: ctypes.CDLL, rules: int, path: str, rights: int) -> str:
    """Add a rule; return why it could not be done. A path that is not there needs none."""
    try:
        file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return ""
    try:
        if not stat.S_ISDIR(os.fstat(file).st_mode):
            rights &= _FOR_FILES
        rule = Beneath(rights, file)
        if rights and system.syscall(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(rule), 0):
            return f"no rule for {path}: {os.strerror(ctypes.get_errno())}"
    finally:
        os.close(file)
    return ""
