"""The system calls that code in a sandbox may make, by their numbers on each architecture.

What is not in the list is refused: sockets, programs, processes, mounts, users, modules, tracing,
keys, memory that is nobody's, real-time priorities, whatever changes a file by its name but for its
place (modes, times, attributes: Landlock minds none of them), timers that send any signal, by which
it could wake itself, and all that came after Linux 5.19.
"""

from typing import Final

__all__ = ["ARCHITECTURES", "NEWEST_CALL", "call_numbers"]

# As platform.machine() names them, each with the number that Linux has for it.
ARCHITECTURES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# Numbers above it are answered as by a system that does not know them.
NEWEST_CALL: Final = 450

# Each with its numbers on the two architectures; a line is one that the second does not have.
_CALLS: Final = """
# Files that are open.
read 0 63, write 1 64, close 3 57, lseek 8 62, pread64 17 67, pwrite64 18 68, readv 19 65,
writev 20 66, preadv 295 69, pwritev 296 70, preadv2 327 286, pwritev2 328 287, dup 32 23,
dup2 33 -, dup3 292 24, flock 73 32, fsync 74 82, fdatasync 75 83, ftruncate 77 46,
fallocate 285 47, fstat 5 80, sendfile 40 71, copy_file_range 326 285, readahead 187 213,
fadvise64 221 223, sync_file_range 277 84, pipe 22 -, pipe2 293 59, close_range 436 436,
fchdir 81 50, getdents 78 -, getdents64 217 61,
# Files by their names: which of them, other layers say.
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
# Threads, and its end.
futex 202 98, futex_waitv 449 449, set_robust_list 273 99, set_tid_address 218 96, rseq 334 293,
arch_prctl 158 -, sched_yield 24 124, getcpu 309 168, exit 60 93, exit_group 231 94, wait4 61 260,
waitid 247 95,
# What it may know.
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
    """Return the calls of the list that an architecture has, with their numbers.

    >>> call_numbers("x86_64")["openat"], call_numbers("aarch64")["openat"]
    (257, 56)
    """
    column = list(ARCHITECTURES).index(machine) + 1
    lines = [line for line in _CALLS.splitlines() if line and not line.startswith("#")]
    calls = [call.split() for line in lines for call in line.split(",") if call.strip()]
    return {call[0]: int(call[column]) for call in calls if call[column] != "-"}
