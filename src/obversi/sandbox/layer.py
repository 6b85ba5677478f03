"""The layers that a sandbox is made of."""

from enum import StrEnum

__all__ = ["Layer"]


class Layer(StrEnum):
    """One of the walls around code that nobody trusts; all are put up that can be."""

    PROCESS = "process"  # a process of its own, which is ended with all that it has started
    LIMITS = "limits"  # what the system lets a process have: processor time, files, memory
    NAMESPACES = (
        "namespaces"  # bubblewrap: no network, no other processes, a file system of its own
    )
    NOBODY = "nobody"  # the user that owns nothing, where the judge may choose the user
    LANDLOCK = "landlock"  # reads the system alone, writes its scratch folder alone
    SECCOMP = "seccomp"  # may ask the system for little: no sockets, no processes, no programs
    CGROUP = "cgroup"  # the system counts its memory and its threads
