"""The filter of system calls, run here by a machine of a few lines, for every architecture."""

import struct

import pytest

from obversi.sandbox.seccomp import (
    ARCHITECTURES,
    NEWEST_CALL,
    Action,
    call_numbers,
    filter_program,
    no_filter_reason,
    seccomp_filter,
)

PROCESS = 4321
MACHINES = [*ARCHITECTURES]
PROGRAMS = {machine: filter_program(PROCESS, machine) for machine in MACHINES}

# Numbers of x86_64 and of aarch64 for calls that are forbidden inside.
REFUSED = {
    "socket": (41, 198),
    "socketpair": (53, 199),
    "connect": (42, 203),
    "execve": (59, 221),
    "execveat": (322, 281),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "tkill": (200, 130),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "keyctl": (250, 219),
    "userfaultfd": (323, 282),
    "setuid": (105, 146),
    "setgroups": (116, 159),
    "capset": (126, 91),
    "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274),
    "sched_setaffinity": (203, 122),
    "setpriority": (141, 140),
    "setrlimit": (160, 164),
    "reboot": (169, 142),
    "init_module": (175, 105),
    "kexec_load": (246, 104),
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "vmsplice": (278, 75),
    "splice": (275, 76),
    "tee": (276, 77),
    "mknodat": (259, 33),
    "setsid": (112, 157),
    "seccomp": (317, 277),
    "personality": (135, 92),
    "sync": (162, 81),
    "setxattr": (188, 5),
    "io_uring_setup": (425, 425),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "open_tree": (428, 428),
    "openat2": (437, 437),
    "timer_create": (222, 107),
    "truncate": (76, 45),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchownat": (260, 54),
    "utimensat": (280, 88),
}


def decide(machine: str, number: int, *arguments: int, architecture: int | None = None) -> int:
    """Run the filter on a call, as the kernel would."""
    arguments = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    kind = ARCHITECTURES[machine] if architecture is None else architecture
    data = struct.pack("<IIQ6Q", number, kind, 0, *arguments)
    program = PROGRAMS[machine]
    at = value = 0
    while True:
        code, if_so, if_not, operand = program[at]
        at += 1
        if code == 0x06:
            return operand
        if code == 0x20:
            value = struct.unpack_from("<I", data, operand)[0]
            continue
        holds = {
            0x15: value == operand,
            0x25: value > operand,
            0x35: value >= operand,
            0x45: bool(value & operand),
        }[code]
        at += if_so if holds else if_not


@pytest.mark.parametrize("machine", MACHINES)
def test_plain_calls_are_allowed(machine: str) -> None:
    special = {"clone", "clone3", "kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"}
    special |= {"prlimit64", "fcntl", "ioctl", "prctl"}
    numbers = call_numbers(machine)
    assert special < numbers.keys()
    assert len({*numbers.values()}) == len(numbers) > 120
    for name, number in numbers.items():
        if name not in special:
            assert decide(machine, number) == Action.ALLOW, name


@pytest.mark.parametrize("machine", MACHINES)
def test_memory_cannot_be_shared_swapped_or_merged(machine: str) -> None:
    numbers = call_numbers(machine)
    private, shared, validated, anonymous, huge = 0x2, 0x1, 0x3, 0x20, 0x40000
    for flags in (private, private | anonymous, private | 0x4000, private | 0x10 | anonymous):
        assert decide(machine, numbers["mmap"], 0, 4096, 3, flags) == Action.ALLOW, flags
    for flags in (shared, shared | anonymous, validated, private | anonymous | huge):
        assert decide(machine, numbers["mmap"], 0, 4096, 1, flags) == Action.REFUSE, flags
    for advice in (0, 3, 4, 8, 14, 15, 16):
        assert decide(machine, numbers["madvise"], 0, 4096, advice) == Action.ALLOW, advice
    for advice in (12, 20, 21, 100, 101):
        assert decide(machine, numbers["madvise"], 0, 4096, advice) == Action.REFUSE, advice


@pytest.mark.parametrize("machine", MACHINES)
def test_all_others_are_refused(machine: str) -> None:
    allowed = {*call_numbers(machine).values()}
    for number in range(NEWEST_CALL + 1):
        if number not in allowed:
            assert decide(machine, number) == Action.REFUSE, number
    for name, numbers in REFUSED.items():
        number = numbers[MACHINES.index(machine)]
        assert decide(machine, number) == Action.REFUSE, name


def test_older_calls_that_make_processes_are_refused() -> None:
    for number in (57, 58):  # fork and vfork, which only x86_64 has
        assert decide("x86_64", number) == Action.REFUSE


@pytest.mark.parametrize("machine", MACHINES)
def test_other_architectures_are_killed(machine: str) -> None:
    for other in (0x40000003, 0x40000028, *ARCHITECTURES.values()):  # 32 bits, and each other
        if other != ARCHITECTURES[machine]:
            assert decide(machine, 0, architecture=other) == Action.KILL
    for number in (NEWEST_CALL + 1, 0x40000000, 0x40000000 | 59, 0xFFFFFFFF):
        assert decide(machine, number) == Action.UNKNOWN


@pytest.mark.parametrize("machine", MACHINES)
def test_threads_but_no_processes_and_no_namespaces(machine: str) -> None:
    number = call_numbers(machine)["clone"]
    thread = 0x3D0F00  # as the C library starts them
    assert decide(machine, number, thread) == Action.ALLOW
    assert decide(machine, number, 0x01200011) == Action.REFUSE  # as it forks
    assert decide(machine, number, 0x4111) == Action.REFUSE  # and spawns
    for bit in (7, 17, 25, 26, 27, 28, 29, 30):
        assert decide(machine, number, thread | 1 << bit) == Action.REFUSE, bit
    assert decide(machine, call_numbers(machine)["clone3"]) == Action.UNKNOWN


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("name", ["kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"])
def test_signals_are_for_itself(machine: str, name: str) -> None:
    number = call_numbers(machine)[name]
    thread = [PROCESS + 7] if name in {"tgkill", "rt_tgsigqueueinfo"} else []
    assert decide(machine, number, PROCESS, *thread, 9) == Action.ALLOW
    for other in (0, 1, PROCESS + 1, -1 & 0xFFFFFFFF, -PROCESS & 0xFFFFFFFFFFFFFFFF):
        assert decide(machine, number, other, *thread, 9) == Action.REFUSE
    for go_on in (18, 18 | 1 << 32):  # only the host lets it go on
        assert decide(machine, number, PROCESS, *thread, go_on) == Action.REFUSE


@pytest.mark.parametrize("machine", MACHINES)
def test_files_that_are_only_read_stay_as_they_are(machine: str) -> None:
    for name, place in (("openat", 2), ("open", 1)):
        number = call_numbers(machine).get(name)
        if number is None:
            continue
        for flags in (0, 1, 2, 0x241, 0x242, 0x80000):
            assert decide(machine, number, *[7] * place, flags) == Action.ALLOW
        for flags in (0x200, 0x240, 0x80200):
            assert decide(machine, number, *[7] * place, flags) == Action.REFUSE


@pytest.mark.parametrize("machine", MACHINES)
def test_commands_are_chosen(machine: str) -> None:
    numbers = call_numbers(machine)
    assert decide(machine, numbers["prlimit64"], 0) == Action.ALLOW
    assert decide(machine, numbers["prlimit64"], PROCESS) == Action.ALLOW
    assert decide(machine, numbers["prlimit64"], 1) == Action.REFUSE
    assert decide(machine, numbers["fcntl"], 3, 1) == Action.ALLOW
    for command in (8, 10, 15, 1031):
        assert decide(machine, numbers["fcntl"], 3, command) == Action.REFUSE
    assert decide(machine, numbers["ioctl"], 1, 0x5401) == Action.ALLOW
    assert decide(machine, numbers["ioctl"], 1, 0x5412) == Action.NO_TERMINAL  # typing for others
    assert decide(machine, numbers["prctl"], 15) == Action.ALLOW
    for command in (1, 4, 22, 38, 59):  # what was given up, and dispatch of calls to itself
        assert decide(machine, numbers["prctl"], command) == Action.REFUSE


def test_the_program_is_one_that_kernels_take() -> None:
    for machine in MACHINES:
        program = filter_program(PROCESS, machine)
        assert len(seccomp_filter(PROCESS, machine)) == 8 * len(program) < 8 * 4096
        assert all(0 <= skip < 256 for _, *skips, _ in program for skip in skips)


def test_machines_without_a_filter_have_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert "riscv64" in no_filter_reason()
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert no_filter_reason() == ""
