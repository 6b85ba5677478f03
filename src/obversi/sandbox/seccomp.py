"""The seccomp filter: the system calls that code in a sandbox may make.

Calls that are not in the list are refused: sockets, programs, processes, mounts, users, modules,
tracing, keys, memory outside of any process, real-time priorities, changes of files by name other
than moving them (modes, times and attributes, which Landlock does not check), timers that send
signals, by which a stopped process could wake itself, and all calls newer than Linux 5.19. Of the
calls for memory, those are refused by which it could be held outside the counts of the process:
maps that are shared or of reserved huge pages, and advice to swap pages out or to merge them.

libseccomp could generate the program, but it would have to be installed. Every part of the program
ends with an action or continues behind itself, so jumps are short.
"""

import errno
import platform
import struct
import sys
from collections.abc import Iterable
from enum import IntEnum
from itertools import groupby

# By the names of platform.machine(), with the numbers of Linux.
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# Calls above this number fail as unknown calls.
NEWEST_CALL = 450

# Each call with its numbers on the two architectures, or a dash.
_CALLS = """
# Open files.
read 0 63, write 1 64, close 3 57, lseek 8 62, pread64 17 67, pwrite64 18 68, readv 19 65,
writev 20 66, preadv 295 69, pwritev 296 70, preadv2 327 286, pwritev2 328 287, dup 32 23,
dup2 33 -, dup3 292 24, flock 73 32, fsync 74 82, fdatasync 75 83, ftruncate 77 46,
fallocate 285 47, fstat 5 80, sendfile 40 71, copy_file_range 326 285, readahead 187 213,
fadvise64 221 223, sync_file_range 277 84, pipe 22 -, pipe2 293 59, close_range 436 436,
fchdir 81 50, getdents 78 -, getdents64 217 61,
# Files by name; other layers decide which files.
open 2 -, openat 257 56, creat 85 -, stat 4 -, lstat 6 -, newfstatat 262 79, statx 332 291,
access 21 -, faccessat 269 48, faccessat2 439 439, getcwd 79 17, chdir 80 49, rename 82 -,
renameat 264 38, renameat2 316 276, mkdir 83 -, mkdirat 258 34, rmdir 84 -, link 86 -,
linkat 265 37, unlink 87 -, unlinkat 263 35, symlink 88 -, symlinkat 266 36, readlink 89 -,
readlinkat 267 78, umask 95 166, statfs 137 43, fstatfs 138 44, getxattr 191 8, lgetxattr 192 9,
fgetxattr 193 10, listxattr 194 11, llistxattr 195 12, flistxattr 196 13,
# Waiting for files.
poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -, epoll_create1 291 20,
epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441, eventfd 284 -,
eventfd2 290 19, signalfd 282 -, signalfd4 289 74, timerfd_create 283 85, timerfd_settime 286 86,
timerfd_gettime 287 87,
# Memory.
mmap 9 222, mprotect 10 226, munmap 11 215, brk 12 214, mremap 25 216, msync 26 227,
mincore 27 232, madvise 28 233, mbind 237 235, get_mempolicy 239 236, membarrier 324 283,
pkey_mprotect 329 288, pkey_alloc 330 289, pkey_free 331 290,
# Time.
nanosleep 35 101, clock_nanosleep 230 115, clock_gettime 228 113, clock_getres 229 114,
gettimeofday 96 169, time 201 -, times 100 153, getitimer 36 102, setitimer 38 103, alarm 37 -,
pause 34 -,
# Its own signals.
rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136,
rt_sigtimedwait 128 137, rt_sigsuspend 130 133, sigaltstack 131 132, restart_syscall 219 128,
# Threads and exit.
futex 202 98, futex_waitv 449 449, set_robust_list 273 99, set_tid_address 218 96, rseq 334 293,
arch_prctl 158 -, sched_yield 24 124, getcpu 309 168, exit 60 93, exit_group 231 94, wait4 61 260,
waitid 247 95,
# Information.
getpid 39 172, getppid 110 173, gettid 186 178, getuid 102 174, geteuid 107 175, getgid 104 176,
getegid 108 177, getresuid 118 148, getresgid 120 150, getgroups 115 158, getpgid 121 155,
getpgrp 111 -, getsid 124 156, uname 63 160, sysinfo 99 179, getrusage 98 165, getrlimit 97 163,
getpriority 140 141, ioprio_get 252 31, getrandom 318 278, capget 125 90,
sched_getaffinity 204 123, sched_getparam 143 121, sched_getscheduler 145 120,
sched_getattr 315 275, sched_get_priority_max 146 125, sched_get_priority_min 147 126,
sched_rr_get_interval 148 127,
# Only with some arguments.
clone 56 220, clone3 435 435, kill 62 129, tgkill 234 131, rt_sigqueueinfo 129 138,
rt_tgsigqueueinfo 297 240, prlimit64 302 261, fcntl 72 25, ioctl 16 29, prctl 157 167,
"""


def call_numbers(machine: str) -> dict[str, int]:
    """Return the numbers of the allowed calls on an architecture, by name.

    >>> call_numbers("x86_64")["openat"], call_numbers("aarch64")["openat"]
    (257, 56)
    """
    column = list(ARCHITECTURES).index(machine) + 1
    lines = [line for line in _CALLS.splitlines() if line and not line.startswith("#")]
    calls = [call.split() for line in lines for call in line.split(",") if call.strip()]
    return {call[0]: int(call[column]) for call in calls if call[column] != "-"}


# An operation code, the instructions to skip if it is true and if not, and an operand.
Instruction = tuple[int, int, int, int]

_LOAD = 0x20
_JUMP_EQUAL = 0x15
_JUMP_GREATER = 0x25
_JUMP_AT_LEAST = 0x35
_JUMP_ANY_BIT = 0x45
_RETURN = 0x06

# Offsets in the data of a call: its number, the architecture, six arguments of 64 bits.
_NUMBER_AT = 0
_ARCHITECTURE_AT = 4
_ARGUMENTS_AT = 16


class Action(IntEnum):
    """What the kernel does with a call."""

    ALLOW = 0x7FFF0000
    KILL = 0x80000000
    REFUSE = 0x00050000 | errno.EPERM
    UNKNOWN = 0x00050000 | errno.ENOSYS
    NO_TERMINAL = 0x00050000 | errno.ENOTTY


def action(what: Action) -> list[Instruction]:
    """Return from the program with an action."""
    return [(_RETURN, 0, 0, what)]


def load_number() -> list[Instruction]:
    """Load the number of the call."""
    return [(_LOAD, 0, 0, _NUMBER_AT)]


def load_argument(index: int) -> list[Instruction]:
    """Load the lower half of an argument, in which flags and process numbers fit."""
    return [(_LOAD, 0, 0, _ARGUMENTS_AT + 8 * index)]


def only_on(architecture: int) -> list[Instruction]:
    """Kill a process that uses the calls of another architecture, with other numbers."""
    return [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_JUMP_EQUAL, 1, 0, architecture),
        *action(Action.KILL),
    ]


def case(values: Iterable[int], then: list[Instruction]) -> list[Instruction]:
    """Run `then`, which ends with an action, if the loaded number is one of the values."""
    return [
        instruction
        for value in values
        for instruction in ((_JUMP_EQUAL, 0, len(then), value), *then)
    ]


def case_any_bit(bits: int, then: list[Instruction]) -> list[Instruction]:
    """Run `then`, which ends with an action, if any of these bits is set."""
    return [(_JUMP_ANY_BIT, 0, len(then), bits), *then]


def case_above(value: int, then: list[Instruction]) -> list[Instruction]:
    """Run `then`, which ends with an action, for larger numbers."""
    return [(_JUMP_GREATER, 0, len(then), value), *then]


def allow_between(first: int, last: int) -> list[Instruction]:
    """Allow a range of numbers; refuse those below it, and continue with those above."""
    return [
        (_JUMP_GREATER, 3, 0, last),
        (_JUMP_AT_LEAST, 0, 1, first),
        *action(Action.ALLOW),
        *action(Action.REFUSE),
    ]


def bytes_of(program: Iterable[Instruction]) -> bytes:
    """Return a program in the format of the kernel."""
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in program)


# Flags to open a file: for writing, and with truncation.
_WRITE_FLAGS = 0x3
_TRUNCATE_FLAG = 0x200

# SIGCONT resumes a stopped process; only the host may send it.
_SIGCONT = 18

_NEW_THREAD = 0x00010000

# New namespaces of all kinds; the first is for time, the second for mounts.
_NEW_NAMESPACES = 0x00000080 | 0x00020000 | 0x7E000000

# Signals for events of files, leases, notifications, sizes of pipes.
_REFUSED_FILE_COMMANDS = (8, 10, 15, 1024, 1026, 1031)

# Terminal or not and its size, bytes to read, close-on-exec, non-blocking.
_ALLOWED_DEVICE_COMMANDS = (0x5401, 0x5413, 0x541B, 0x5450, 0x5451, 0x5421)

# Names of threads and of memory, and queries.
_ALLOWED_PROCESS_COMMANDS = (3, 15, 16, 21, 23, 29, 30, 39, 51, 0x53564D41)

# Maps that are shared (MAP_SHARED, MAP_SHARED_VALIDATE), or of huge pages (MAP_HUGETLB). There is
# no other process to share with, and pages of a shared map stay when the process gives them up.
_REFUSED_MAPS = 0x1 | 0x40000

# To merge equal pages, to swap pages out, to break pages of the machine.
_REFUSED_ADVICE = (12, 20, 21, 100, 101)


def no_filter_reason() -> str:
    """Return why there is no filter for this machine, or ""."""
    if sys.platform != "linux":
        return "only Linux has it"
    if platform.machine() not in ARCHITECTURES:
        known = " and ".join(ARCHITECTURES)
        return f"there is no filter for {platform.machine()}, only for {known}"
    return ""


def seccomp_filter(process: int, machine: str = "") -> bytes:
    """Return the filter for a process, by its number inside its own namespace."""
    return bytes_of(filter_program(process, machine or platform.machine()))


def filter_program(process: int, machine: str) -> list[Instruction]:
    """Return the filter as a list of instructions."""
    numbers = call_numbers(machine)
    allow, refuse = action(Action.ALLOW), action(Action.REFUSE)
    special = {
        "openat": _opening(2),
        "clone": [
            *load_argument(0),
            *case_any_bit(_NEW_NAMESPACES, refuse),
            *case_any_bit(_NEW_THREAD, allow),
            *refuse,
        ],
        # Filters cannot see its flags, which are in memory; callers fall back to clone.
        "clone3": action(Action.UNKNOWN),
        "kill": _signal_to(process, 1),
        "tgkill": _signal_to(process, 2),
        "rt_sigqueueinfo": _signal_to(process, 1),
        "rt_tgsigqueueinfo": _signal_to(process, 2),
        "prlimit64": [*load_argument(0), *case([0, process], allow), *refuse],
        "fcntl": [*load_argument(1), *case(_REFUSED_FILE_COMMANDS, refuse), *allow],
        "ioctl": [
            *load_argument(1),
            *case(_ALLOWED_DEVICE_COMMANDS, allow),
            *action(Action.NO_TERMINAL),
        ],
        "mmap": [*load_argument(3), *case_any_bit(_REFUSED_MAPS, refuse), *allow],
        "madvise": [*load_argument(2), *case(_REFUSED_ADVICE, refuse), *allow],
        "prctl": [*load_argument(0), *case(_ALLOWED_PROCESS_COMMANDS, allow), *refuse],
    }
    if "open" in numbers:
        special["open"] = _opening(1)
    program = [*only_on(ARCHITECTURES[machine]), *load_number()]
    program += case_above(NEWEST_CALL, action(Action.UNKNOWN))
    for name, part in special.items():
        program += case([numbers.pop(name)], part)
    for first, last in _ranges(sorted(numbers.values())):
        program += allow_between(first, last)
    return program + refuse


def _opening(flags: int) -> list[Instruction]:
    """Allow opening files, except truncation of a file that is opened for reading.

    Linux does truncate it, and Landlock does not check that before Linux 6.2.
    """
    allow, refuse = action(Action.ALLOW), action(Action.REFUSE)
    parts = (
        load_argument(flags),
        case_any_bit(_WRITE_FLAGS, allow),
        case_any_bit(_TRUNCATE_FLAG, refuse),
    )
    return [*(instruction for part in parts for instruction in part), *allow]


def _signal_to(process: int, signal: int) -> list[Instruction]:
    """Allow all signals but SIGCONT to a process; `signal` is the index of that argument."""
    allow, refuse = action(Action.ALLOW), action(Action.REFUSE)
    chosen = [*load_argument(signal), *case([_SIGCONT], refuse), *allow]
    return [*load_argument(0), *case([process], chosen), *refuse]


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """Return the first and the last number of each run without a gap."""
    runs = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    found = [[number for _, number in run] for _, run in runs]
    return [(run[0], run[-1]) for run in found]
