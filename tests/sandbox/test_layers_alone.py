"""Each layer by itself, with all others switched off: what it keeps code inside from."""

import os
import platform
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from sandbox_talk import Talk, alone, needs, talk

from obversi.sandbox import Layer, readable

REFUSED = {"PermissionError", "OSError"}

# A file that nobody else has made.
NEW = f"obversi-test-{os.getpid()}"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of someone else that everyone may read."""
    tmp_path.chmod(0o755)
    path = tmp_path / "agent.py"
    path.write_text("my best ideas")
    path.chmod(0o644)
    return path


@pytest.fixture
def port() -> Iterator[int]:
    """A door of this machine that would open to whoever knocks."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield int(server.getsockname()[1])


def connect(inside: Talk, port: int) -> str:
    return inside.ask(f"import socket; socket.create_connection(('127.0.0.1', {port}), 5)")


def test_a_process_alone_is_no_wall(secret: Path, port: int) -> None:
    # Or else the tests below would show nothing.
    with talk(alone()) as inside:
        assert inside.ask(f"answer = open({str(secret)!r}).read()") == "'my best ideas'"
        assert connect(inside, port) == "None"
        assert inside.sandbox.layers == (Layer.PROCESS,)


# Limits


def test_limits_are_kept_and_cannot_be_raised() -> None:
    with talk(alone(Layer.LIMITS), memory_mb=20, file_mb=1, open_files=30) as inside:
        assert inside.ask("held = bytearray(10 << 30)") == "MemoryError"
        assert inside.ask("open('large', 'wb').write(bytes(2 << 20))") == "OSError"
        assert inside.ask("files = [open('small', 'w') for _ in range(40)]") == "OSError"
        inside.ask("files = []; import resource")
        for name in ("CPU", "DATA", "FSIZE", "NOFILE", "CORE"):
            lines = f"now = resource.getrlimit(resource.RLIMIT_{name})[1] + 1\n"
            lines += f"resource.setrlimit(resource.RLIMIT_{name}, (now, now))"
            assert inside.ask(lines) in {"ValueError", "PermissionError"}, name


# Namespaces


@needs(Layer.NAMESPACES)
class TestNamespaces:
    def test_there_are_no_files_but_the_systems(self, secret: Path) -> None:
        with talk(alone(Layer.NAMESPACES)) as inside:
            assert inside.ask(f"open({str(secret)!r})") == "FileNotFoundError"
            assert inside.ask("import os; answer = os.path.exists('/home')") == "False"
            assert inside.ask("answer = sorted(os.listdir('/etc'))[0] == 'alternatives'") == "True"

    def test_nothing_can_be_written_but_scratch(self) -> None:
        paths = ["/x", "/usr/x", "/dev/x", "/dev/shm/x", "/proc/sys/kernel/core_pattern"]
        with talk(alone(Layer.NAMESPACES)) as inside:
            for path in (*paths, os.__file__):
                assert inside.ask(f"open({path!r}, 'a')") in REFUSED, path
            assert inside.ask(f"answer = open(f'{{scratch}}/{NEW}', 'w').write('mine')") == "4"
        assert not Path("/tmp", NEW).exists()

    def test_packages_are_seen_wherever_they_are(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        packages = tmp_path / "site-packages"
        packages.mkdir()
        (packages / "installed_here.py").write_text("WORD = 'found'\n")
        monkeypatch.syspath_prepend(packages)
        for known in (readable.packages, readable.readable):
            known.cache_clear()
        try:
            with talk([]) as inside:
                assert inside.ask("import installed_here as it; answer = it.WORD") == "'found'"
                assert inside.ask(f"answer = open(f'{{scratch}}/{NEW}', 'w').write('mine')") == "4"
        finally:
            for known in (readable.packages, readable.readable):
                known.cache_clear()

    def test_there_is_nobody_else_and_no_network(self, port: int) -> None:
        with talk(alone(Layer.NAMESPACES)) as inside:
            numbers = "sorted(name for name in os.listdir('/proc') if name.isdecimal())"
            assert inside.ask(f"import os; answer = {numbers}, os.getppid()") == "(['1', '2'], 1)"
            assert inside.ask("answer = os.getuid(), os.getgid()") == "(65534, 65534)"
            assert inside.ask(f"os.kill({os.getpid()}, 9)") == "ProcessLookupError"
            assert connect(inside, port) in {"OSError", "ConnectionRefusedError"}
            assert inside.ask("answer = socket.gethostname()") == "'sandbox'"
            assert platform.node() != "sandbox"

    def test_older_ones_write_to_a_folder_of_the_host(
        self, monkeypatch: pytest.MonkeyPatch, secret: Path
    ) -> None:
        monkeypatch.setattr("obversi.sandbox.cell.scratch_can_be_in_memory", lambda: False)
        for without in ([], alone(Layer.NAMESPACES)):
            with talk(without) as inside:
                assert inside.ask(f"answer = open(f'{{scratch}}/{NEW}', 'w').write('mine')") == "4"
                assert inside.ask(f"open({str(secret)!r})") == "FileNotFoundError"
        assert not Path("/tmp", NEW).exists()


# Nobody


@needs(Layer.NOBODY)
def test_root_becomes_nobody_for_all_to_see() -> None:
    with talk() as inside:
        assert inside.ask("import os; answer = os.getresuid(), os.getgroups()") == (
            "((65534, 65534, 65534), [])"
        )
        assert Path(f"/proc/{inside.sandbox.process}").stat().st_uid == 65534
        assert inside.ask("os.setuid(0)") == "PermissionError"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up")
@pytest.mark.parametrize("without", [alone(), alone(Layer.NAMESPACES), []])
def test_rights_of_root_are_given_up(without: list[Layer]) -> None:
    with talk(without) as inside:
        lines = "answer = [line.split()[1] for line in open('/proc/self/status') if {} in line]"
        assert inside.ask(lines.format("'CapEff'")) == "['0000000000000000']"
        assert inside.ask(lines.format("'CapPrm'")) == "['0000000000000000']"
        assert inside.ask(lines.format("'NoNewPrivs'")) == "['1']"


# Landlock


@needs(Layer.LANDLOCK)
class TestLandlock:
    def test_only_the_system_is_read_and_only_scratch_is_written(self, secret: Path) -> None:
        with talk(alone(Layer.LANDLOCK)) as inside:
            assert inside.ask(f"open({str(secret)!r})") == "PermissionError"
            assert inside.ask(f"import os; os.remove({str(secret)!r})") == "PermissionError"
            assert inside.ask(f"os.listdir({str(secret.parent)!r})") == "PermissionError"
            assert inside.ask(f"open('/tmp/{NEW}', 'w')") == "PermissionError"
            assert inside.ask("open('/dev/shm/x', 'w')") == "PermissionError"
            assert inside.ask("open('/proc/sys/kernel/core_pattern', 'a')") == "PermissionError"
            assert inside.ask(f"open('/proc/{os.getpid()}/cmdline')") == "PermissionError"
            assert inside.ask(f"os.symlink({str(secret)!r}, 'link'); open('link')") == (
                "PermissionError"
            )
            assert inside.ask("answer = open(scratch + '/x', 'w').write('mine')") == "4"
            assert inside.ask("os.mkdir('y'); os.rename('x', 'y/x')") == "None"
            assert inside.ask("import decimal, numpy; answer = numpy.ones(2).sum()") != (
                "PermissionError"
            )
        assert secret.exists()

    def test_no_program_is_run(self) -> None:
        with talk(alone(Layer.LANDLOCK)) as inside:
            assert inside.ask("import os; os.execv('/bin/true', ['true'])") == "PermissionError"

    def test_newer_kernels_keep_it_from_others_and_the_network(self, port: int) -> None:
        with talk(alone(Layer.LANDLOCK)) as inside:
            lines = "import ctypes; answer = ctypes.CDLL(None).syscall(444, None, 0, 1)"
            version = int(inside.ask(lines))
            if version < 6:
                pytest.skip(f"version {version} of Landlock knows neither signals nor connections")
            assert inside.ask("import os; os.kill(os.getppid(), 0)") == "PermissionError"
            assert connect(inside, port) == "PermissionError"


# Seccomp


REFUSED_CALLS = [
    "import socket; socket.socket()",
    "import socket; socket.socketpair()",
    "import socket; socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "import os; os.fork()",
    "import os; os.execv('/bin/true', ['true'])",
    "import os; os.posix_spawn('/bin/true', ['true'], {})",
    "import subprocess; subprocess.run(['/bin/true'])",
    "import os; os.kill(os.getppid(), 0)",
    "import os; os.kill(0, 0)",
    "import os; os.kill(-1, 0)",
    "import os; os.killpg(0, 0)",
    "import os, signal; os.kill(os.getpid(), signal.SIGCONT)",
    "import os; os.pidfd_open(os.getpid())",
    "import os; os.setuid(os.getuid())",
    "import os; os.setsid()",
    "import os; os.memfd_create('x')",
    "import os; os.mkfifo('x')",
    "import os; os.sched_setaffinity(0, {0})",
    "import os; os.nice(1)",
    "import os; os.setxattr('.', 'user.x', b'x')",
    "import os; os.chroot('.')",
    "import os; os.chmod('.', 0o700)",
    "import os; os.utime('.')",
    "import os; os.truncate('x', 0)",
    "import os; os.open('x', os.O_RDONLY | os.O_TRUNC)",
    "import os; os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))",
    "import resource; resource.prlimit(1, resource.RLIMIT_NOFILE)",
    "import fcntl; fcntl.fcntl(0, fcntl.F_SETOWN, 1)",
    "import fcntl; fcntl.fcntl(1, 1031, 1 << 20)",
]


@needs(Layer.SECCOMP)
class TestSeccomp:
    def test_what_is_refused(self) -> None:
        with talk(alone(Layer.SECCOMP)) as inside:
            for lines in REFUSED_CALLS:
                assert inside.ask(lines) == "PermissionError", lines

    def test_no_call_of_the_kernels_gets_around_it(self) -> None:
        calls = {"clone3": 435, "io_uring_setup": 425, "pidfd_send_signal": 424}
        calls |= {"pidfd_getfd": 438, "open_tree": 428, "landlock": 444, "mseal": 462}
        with talk(alone(Layer.SECCOMP)) as inside:
            inside.ask("import ctypes; system = ctypes.CDLL(None, use_errno=True)")
            for name, number in calls.items():
                lines = f"answer = system.syscall({number}, 0, 0, 0, 0), ctypes.get_errno()"
                assert inside.ask(lines) in {"(-1, 1)", "(-1, 38)"}, name
            # The signal of the parent's death cannot be taken back.
            assert inside.ask("answer = system.prctl(1, 0, 0, 0, 0)") == "-1"

    def test_what_is_allowed(self) -> None:
        with talk(alone(Layer.SECCOMP)) as inside:
            lines = "import concurrent.futures as futures\n"
            lines += (
                "with futures.ThreadPoolExecutor(3) as pool: answer = [*pool.map(abs, (-1, 2))]"
            )
            assert inside.ask(lines) == "[1, 2]"
            lines = "import os, signal, threading\n"
            lines += "signal.signal(signal.SIGUSR2, lambda *_: globals().update(answer='heard'))\n"
            lines += "signal.pthread_kill(threading.get_ident(), signal.SIGUSR2)"
            assert inside.ask(lines) == "'heard'"
            assert inside.ask("import os; answer = os.isatty(1), os.cpu_count() > 0") == (
                "(False, True)"
            )
