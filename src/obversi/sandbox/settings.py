"""The layers of a sandbox, and the limits on what the code inside may use."""

from dataclasses import dataclass, fields
from enum import StrEnum

from obversi.errors import InputError


class Layer(StrEnum):
    """A layer of isolation; a sandbox uses all layers that the machine has."""

    PROCESS = "process"  # its own process, which is ended with all its children
    LIMITS = "limits"  # resource limits: processor time, files, memory
    NAMESPACES = "namespaces"  # bubblewrap: no network, no other processes, its own file system
    NOBODY = "nobody"  # the user that owns nothing; only root can change the user
    LANDLOCK = "landlock"  # reads system files only, writes to its scratch folder only
    SECCOMP = "seccomp"  # few system calls: no sockets, no processes, no programs
    CGROUP = "cgroup"  # the kernel limits its memory and its threads


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """Limits for the code inside, from the start of its process to the end.

    `memory_mb` is counted from what the process holds when its script is ready. `file_mb` is for
    one file, `scratch_mb` for all files together.

    >>> SandboxLimits(memory_mb=100, threads=4).threads
    4
    """

    memory_mb: float = 100.0
    processor_seconds: float = 600.0
    file_mb: float = 32.0
    scratch_mb: float = 32.0
    threads: int = 32
    output_kb: float = 1024.0
    open_files: int = 64

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0 < value < float("inf"):
                raise InputError(f"{field.name} must be more than 0, not {value!r}")
