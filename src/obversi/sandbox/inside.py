"""The script that runs first inside a sandbox: it locks its process up, then runs another script.

It is sent as text to `python -c`, so it imports the standard library only. The arguments are two
file numbers: to read messages of the host from, and to write messages to. The first message is the
plan: which locks to apply, and the script to run. Each lock returns why it failed, or "".
"""

import base64
import ctypes
import errno
import json
import os
import signal
import stat
import sys
from typing import Any

# prctl options, and the capabilities interface.
_SET_PARENT_DEATH_SIGNAL, _SET_DUMPABLE, _SET_SECCOMP = 1, 4, 22
_DROP_CAPABILITY, _SET_NO_NEW_PRIVILEGES = 24, 38
_CAPABILITY_VERSION = 0x20080522
_MAX_CAPABILITIES = 64

_SECCOMP_FILTER = 2
_INSTRUCTION_BYTES = 8

# Landlock system calls and flags.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1

# Landlock rights on files, by the version of the interface that added them.
_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_ALL_BY_VERSION = ((1, (1 << 13) - 1), (2, 1 << 13), (3, 1 << 14), (5, 1 << 15))
_TRUNCATE = 1 << 14
_EXECUTE = 1 << 0
_MAKE_DEVICES = 1 << 6 | 1 << 9 | 1 << 11  # and sockets
_ON_DEVICES = 1 << 15
_FOR_FILES = _WRITE_FILE | _READ_FILE | _TRUNCATE
_ALL_TCP = 3
_ALL_SCOPES = 3


class Channel:
    """Messages from and to the host."""

    def __init__(self, reads: int, writes: int) -> None:
        """Take the numbers of the files."""
        self._reads = reads
        self._writes = writes

    def receive(self) -> bytes:
        """Wait for a message; end the process when the host is gone."""
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


def limits(settings: dict[str, Any]) -> str:
    """Set resource limits by their names, such as CPU; they cannot be raised again."""
    import resource

    failed = []
    for name, value in settings.items():
        kind = getattr(resource, f"RLIMIT_{name}", None)
        if kind is None:
            continue
        _, hard = resource.getrlimit(kind)
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        try:
            resource.setrlimit(kind, (value, value))
        except (OSError, ValueError):
            failed.append(name)
    return f"the system does not accept limits on {', '.join(failed)}" if failed else ""


def nobody(settings: dict[str, Any]) -> str:
    """Change from root to a user and a group that own nothing, and leave all other groups."""
    os.setgroups([])
    os.setresgid(settings["group"], settings["group"], settings["group"])
    os.setresuid(settings["user"], settings["user"], settings["user"])
    return ""


def try_nobody(settings: dict[str, Any]) -> None:
    """Become nobody, and check that Python still finds its files; the host runs this once."""
    try:
        nobody(settings)
    except OSError as error:
        sys.exit(f"root may not become another user here: {error.strerror}")
    for folder in settings["folders"]:
        try:
            for entry in os.scandir(folder):
                if entry.is_dir() and entry.name != "__pycache__":
                    os.scandir(entry.path).close()
        except OSError as error:
            sys.exit(f"only root can read {error.filename}")


def privileges(settings: dict[str, Any]) -> str:
    """Drop all capabilities for good, and let the kernel end this process with its parent."""
    system = ctypes.CDLL(None, use_errno=True)
    for capability in range(_MAX_CAPABILITIES):
        system.prctl(_DROP_CAPABILITY, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    none = (ctypes.c_uint32 * 6)()
    if system.capset(ctypes.byref(header), ctypes.byref(none)):
        return f"capabilities cannot be dropped: {os.strerror(ctypes.get_errno())}"
    # Changing the user clears this flag, and without it /proc/self cannot be read.
    system.prctl(_SET_DUMPABLE, 1, 0, 0, 0)
    system.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != settings["parent"]:
        os._exit(0)  # the parent died before the line above
    if system.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        return "this kernel is too old: it has no PR_SET_NO_NEW_PRIVS"
    return ""


class LandlockRuleset(ctypes.Structure):
    """`struct landlock_ruleset_attr`: what is forbidden unless a rule allows it."""

    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class LandlockPathRule(ctypes.Structure):
    """`struct landlock_path_beneath_attr`: what a rule allows beneath a path."""

    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def landlock(settings: dict[str, Any]) -> str:
    """Give up all files but those in the settings: paths to `list`, to `read` and to `write`."""
    system = ctypes.CDLL(None, use_errno=True)
    version = system.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION_FLAG)
    if version < 1:
        return no_landlock_reason(ctypes.get_errno())
    files = sum(bits for since, bits in _ALL_BY_VERSION if version >= since)
    net, scoped = (_ALL_TCP if version >= 4 else 0), (_ALL_SCOPES if version >= 6 else 0)
    ruleset = LandlockRuleset(files, net, scoped)
    size = ctypes.sizeof(LandlockRuleset) if version >= 6 else 16 if version >= 4 else 8
    rules = system.syscall(_CREATE_RULESET, ctypes.byref(ruleset), ctypes.c_size_t(size), 0)
    if rules < 0:
        return f"the kernel creates no rule set: {os.strerror(ctypes.get_errno())}"
    read = _READ_FILE | _READ_DIR
    write = files & ~(_EXECUTE | _MAKE_DEVICES | _ON_DEVICES)
    for name, rights in (("list", _READ_DIR), ("read", read), ("write", write)):
        for path in settings[name]:
            if reason := _allow_path(system, rules, path, rights & files):
                return reason
    if system.syscall(_RESTRICT_SELF, rules, 0):
        return f"the kernel does not apply the rules: {os.strerror(ctypes.get_errno())}"
    os.close(rules)
    return ""


def no_landlock_reason(error: int) -> str:
    """Explain the kernel's error number for a system without Landlock."""
    if error == errno.EOPNOTSUPP:
        return "it is switched off in this kernel"
    if error == errno.ENOSYS:
        return "this kernel does not have it (Linux 5.13 and later do)"
    return f"it is not available here: {os.strerror(error)}"


def _allow_path(system: ctypes.CDLL, rules: int, path: str, rights: int) -> str:
    """Add a rule, and return why that failed; a path that does not exist needs no rule."""
    try:
        file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return ""
    try:
        if not stat.S_ISDIR(os.fstat(file).st_mode):
            rights &= _FOR_FILES
        rule = LandlockPathRule(rights, file)
        if rights and system.syscall(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(rule), 0):
            return f"no rule for {path}: {os.strerror(ctypes.get_errno())}"
    finally:
        os.close(file)
    return ""


class SeccompProgram(ctypes.Structure):
    """`struct sock_fprog`: a filter as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def seccomp(settings: dict[str, Any]) -> str:
    """Install the host's filter of system calls; it holds until the process ends."""
    data = base64.b64decode(settings["filter"])
    program = SeccompProgram(len(data) // _INSTRUCTION_BYTES, data)
    system = ctypes.CDLL(None, use_errno=True)
    if system.prctl(_SET_SECCOMP, _SECCOMP_FILTER, ctypes.byref(program), 0, 0):
        return f"the kernel does not accept the filter: {os.strerror(ctypes.get_errno())}"
    return ""


_LOCKS = {
    "limits": limits,
    "nobody": nobody,
    "privileges": privileges,
    "landlock": landlock,
    "seccomp": seccomp,
}


def _keep_two_files(files: list[int]) -> tuple[int, int]:
    """Leave two files open, beside the standard three, and return their new numbers."""
    reads, writes = (os.dup(file) for file in files)
    os.dup2(reads, 3)
    os.dup2(writes, 4)
    os.closerange(5, max(files) + 64)  # bubblewrap may have left files open
    return 3, 4


def _apply_locks(steps: list[dict[str, Any]]) -> dict[str, str]:
    """Apply the locks in order, and return for each why it failed, or ""."""
    reasons = {}
    for step in steps:
        try:
            reasons[step["name"]] = _LOCKS[step["name"]](step["settings"])
        except OSError as error:
            reasons[step["name"]] = error.strerror or str(error)
    return reasons


def run() -> None:
    """Read the plan, apply its locks, report to the host, and run the script of the plan."""
    channel = Channel(*_keep_two_files([int(number) for number in sys.argv[1:]]))
    plan = json.loads(channel.receive())
    sys.path += plan["path"]
    sys.argv = [""]
    code = compile(base64.b64decode(plan["script"]), "<script>", "exec")
    reasons = _apply_locks(plan["steps"])
    os.chdir(plan["scratch"])
    channel.send(json.dumps(reasons).encode())
    names: dict[str, Any] = {"__name__": "script", "__builtins__": __builtins__}
    exec(code, names)
    names["main"](channel.receive, channel.send, plan["scratch"])
    os._exit(0)


if __name__ == "__main__":
    if sys.argv[1] == "try-nobody":
        try_nobody(json.loads(sys.argv[2]))
    else:
        run()
