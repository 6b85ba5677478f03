"""Each layer alone, with all others switched off: what it prevents."""

import os
import platform
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from sandbox_client import SandboxClient, alone, needs, sandboxed

from obversi.sandbox import readable
from obversi.sandbox.readable import landlock_rules, packages
from obversi.sandbox.settings import Layer

REFUSED = {"PermissionError", "OSError"}

# A file name of this test run.
NEW = f"obversi-test-{os.getpid()}"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of another user that all may read."""
    tmp_path.chmod(0o755)
    path = tmp_path / "agent.py"
    path.write_text("my best ideas")
    path.chmod(0o644)
    return path


@pytest.fixture
def port() -> Iterator[int]:
    """A port of this machine that accepts connections."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield int(server.getsockname()[1])


def connect(client: SandboxClient, port: int) -> str:
    return client.run(f"import socket; socket.create_connection(('127.0.0.1', {port}), 5)")


def test_a_process_without_layers_can_read_and_connect(secret: Path, port: int) -> None:
    # Otherwise the tests below would prove nothing.
    with sandboxed(alone()) as client:
        assert client.run(f"answer = open({str(secret)!r}).read()") == "'my best ideas'"
        assert connect(client, port) == "None"
        assert client.sandbox.layers == (Layer.PROCESS,)


# Limits


def test_limits_cannot_be_exceeded_or_raised() -> None:
    with sandboxed(alone(Layer.LIMITS), memory_mb=20, file_mb=1, open_files=30) as client:
        assert client.run("held = bytearray(10 << 30)") == "MemoryError"
        assert client.run("open('large', 'wb').write(bytes(2 << 20))") == "OSError"
        assert client.run("files = [open('small', 'w') for _ in range(40)]") == "OSError"
        client.run("files = []; import resource")
        for name in ("CPU", "DATA", "FSIZE", "NOFILE", "CORE"):
            lines = f"now = resource.getrlimit(resource.RLIMIT_{name})[1] + 1\n"
            lines += f"resource.setrlimit(resource.RLIMIT_{name}, (now, now))"
            assert client.run(lines) in {"ValueError", "PermissionError"}, name


# Namespaces


@needs(Layer.NAMESPACES)
class TestNamespaces:
    def test_only_system_files_exist(self, secret: Path) -> None:
        with sandboxed(alone(Layer.NAMESPACES)) as client:
            assert client.run(f"open({str(secret)!r})") == "FileNotFoundError"
            assert client.run("import os; answer = os.path.exists('/home')") == "False"
            assert client.run("answer = sorted(os.listdir('/etc'))[0] == 'alternatives'") == "True"

    def test_only_scratch_can_be_written(self) -> None:
        paths = ["/x", "/usr/x", "/dev/x", "/dev/shm/x", "/proc/sys/kernel/core_pattern"]
        with sandboxed(alone(Layer.NAMESPACES)) as client:
            for path in (*paths, os.__file__):
                assert client.run(f"open({path!r}, 'a')") in REFUSED, path
            assert client.run(f"answer = open(f'{{scratch}}/{NEW}', 'w').write('mine')") == "4"
        assert not Path("/tmp", NEW).exists()

    def test_packages_elsewhere_can_be_imported(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        packages = tmp_path / "site-packages"
        packages.mkdir()
        (packages / "installed_here.py").write_text("WORD = 'found'\n")
        monkeypatch.syspath_prepend(packages)
        for known in (readable.packages, readable.readable):
            known.cache_clear()
        try:
            with sandboxed([]) as client:
                assert client.run("import installed_here as it; answer = it.WORD") == "'found'"
                assert client.run(f"answer = open(f'{{scratch}}/{NEW}', 'w').write('mine')") == "4"
        finally:
            for known in (readable.packages, readable.readable):
                known.cache_clear()

    def test_no_other_processes_and_no_network(self, port: int) -> None:
        with sandboxed(alone(Layer.NAMESPACES)) as client:
            numbers = "sorted(name for name in os.listdir('/proc') if name.isdecimal())"
            assert client.run(f"import os; answer = {numbers}, os.getppid()") == "(['1', '2'], 1)"
            assert client.run("answer = os.getuid(), os.getgid()") == "(65534, 65534)"
            assert client.run(f"os.kill({os.getpid()}, 9)") == "ProcessLookupError"
            assert connect(client, port) in {"OSError", "ConnectionRefusedError"}
            assert client.run("answer = socket.gethostname()") == "'sandbox'"
            assert platform.node() != "sandbox"

    def test_older_bubblewrap_uses_a_folder_of_the_host(
        self, monkeypatch: pytest.MonkeyPatch, secret: Path
    ) -> None:
        monkeypatch.setattr("obversi.sandbox.isolation.scratch_can_be_in_memory", lambda: False)
        for without in ([], alone(Layer.NAMESPACES)):
            with sandboxed(without) as client:
                assert client.run(f"answer = open(f'{{scratch}}/{NEW}', 'w').write('mine')") == "4"
                assert client.run(f"open({str(secret)!r})") == "FileNotFoundError"
        assert not Path("/tmp", NEW).exists()


# Nobody


@needs(Layer.NOBODY)
def test_root_becomes_nobody() -> None:
    with sandboxed() as client:
        assert client.run("import os; answer = os.getresuid(), os.getgroups()") == (
            "((65534, 65534, 65534), [])"
        )
        assert Path(f"/proc/{client.sandbox.process}").stat().st_uid == 65534
        assert client.run("os.setuid(0)") == "PermissionError"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up")
@pytest.mark.parametrize("without", [alone(), alone(Layer.NAMESPACES), []])
def test_capabilities_are_dropped(without: list[Layer]) -> None:
    with sandboxed(without) as client:
        lines = "answer = [line.split()[1] for line in open('/proc/self/status') if {} in line]"
        assert client.run(lines.format("'CapEff'")) == "['0000000000000000']"
        assert client.run(lines.format("'CapPrm'")) == "['0000000000000000']"
        assert client.run(lines.format("'NoNewPrivs'")) == "['1']"


# Landlock


@needs(Layer.LANDLOCK)
class TestLandlock:
    def test_system_files_are_readable_and_scratch_is_writable(self, secret: Path) -> None:
        with sandboxed(alone(Layer.LANDLOCK)) as client:
            assert client.run(f"open({str(secret)!r})") == "PermissionError"
            assert client.run(f"import os; os.remove({str(secret)!r})") == "PermissionError"
            assert client.run(f"os.listdir({str(secret.parent)!r})") == "PermissionError"
            assert client.run(f"open('/tmp/{NEW}', 'w')") == "PermissionError"
            assert client.run("open('/dev/shm/x', 'w')") == "PermissionError"
            assert client.run("open('/proc/sys/kernel/core_pattern', 'a')") == "PermissionError"
            assert client.run(f"open('/proc/{os.getpid()}/cmdline')") == "PermissionError"
            assert client.run(f"os.symlink({str(secret)!r}, 'link'); open('link')") == (
                "PermissionError"
            )
            assert client.run("answer = open(scratch + '/x', 'w').write('mine')") == "4"
            assert client.run("os.mkdir('y'); os.rename('x', 'y/x')") == "None"
            assert client.run("import decimal, numpy; answer = numpy.ones(2).sum()") != (
                "PermissionError"
            )
        assert secret.exists()

    def test_programs_cannot_run(self) -> None:
        with sandboxed(alone(Layer.LANDLOCK)) as client:
            assert client.run("import os; os.execv('/bin/true', ['true'])") == "PermissionError"

    def test_newer_kernels_prevent_signals_and_connections(self, port: int) -> None:
        with sandboxed(alone(Layer.LANDLOCK)) as client:
            lines = "import ctypes; answer = ctypes.CDLL(None).syscall(444, None, 0, 1)"
            version = int(client.run(lines))
            if version < 6:
                pytest.skip(f"version {version} of Landlock knows neither signals nor connections")
            assert client.run("import os; os.kill(os.getppid(), 0)") == "PermissionError"
            assert connect(client, port) == "PermissionError"


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
    def test_forbidden_calls_fail(self) -> None:
        with sandboxed(alone(Layer.SECCOMP)) as client:
            for lines in REFUSED_CALLS:
                assert client.run(lines) == "PermissionError", lines

    def test_raw_system_calls_fail(self) -> None:
        calls = {"clone3": 435, "io_uring_setup": 425, "pidfd_send_signal": 424}
        calls |= {"pidfd_getfd": 438, "open_tree": 428, "landlock": 444, "mseal": 462}
        with sandboxed(alone(Layer.SECCOMP)) as client:
            client.run("import ctypes; system = ctypes.CDLL(None, use_errno=True)")
            for name, number in calls.items():
                lines = f"answer = system.syscall({number}, 0, 0, 0, 0), ctypes.get_errno()"
                assert client.run(lines) in {"(-1, 1)", "(-1, 38)"}, name
            # The signal of the parent's death cannot be taken back.
            assert client.run("answer = system.prctl(1, 0, 0, 0, 0)") == "-1"

    def test_allowed_calls_work(self) -> None:
        with sandboxed(alone(Layer.SECCOMP)) as client:
            lines = "import concurrent.futures as futures\n"
            lines += (
                "with futures.ThreadPoolExecutor(3) as pool: answer = [*pool.map(abs, (-1, 2))]"
            )
            assert client.run(lines) == "[1, 2]"
            lines = "import os, signal, threading\n"
            lines += "signal.signal(signal.SIGUSR2, lambda *_: globals().update(answer='heard'))\n"
            lines += "signal.pthread_kill(threading.get_ident(), signal.SIGUSR2)"
            assert client.run(lines) == "'heard'"
            assert client.run("import os; answer = os.isatty(1), os.cpu_count() > 0") == (
                "(False, True)"
            )


HIDDEN = {"FileNotFoundError", "ImportError", "ModuleNotFoundError", "PermissionError"}


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another package, which is taken to be this one."""
    folder = next(path / "click" for path in packages() if (path / "click").is_dir())
    for module in ("bubblewrap", "readable"):
        monkeypatch.setattr(f"obversi.sandbox.{module}.hidden", lambda: (folder,))
    return folder


@pytest.mark.few_cases
@pytest.mark.parametrize(
    "layer",
    [
        pytest.param(Layer.NAMESPACES, marks=needs(Layer.NAMESPACES)),
        pytest.param(Layer.LANDLOCK, marks=needs(Layer.LANDLOCK)),
    ],
)
def test_an_installed_one_is_hidden(hidden: Path, layer: Layer) -> None:
    with sandboxed(alone(layer)) as client:
        assert client.run("import numpy, hypothesis") == "None"
        assert client.run("import click.core") in HIDDEN
        assert client.run(f"open({str(hidden / '__init__.py')!r})") in HIDDEN


@needs(Layer.NAMESPACES, Layer.LANDLOCK)
def test_both_layers_together(hidden: Path) -> None:
    with sandboxed() as client:
        assert client.run("import numpy, click.core") in HIDDEN
        assert hidden.is_dir()


@pytest.mark.parametrize("without", [[], [Layer.NAMESPACES]], ids=["all", "without namespaces"])
def test_this_one_is_hidden(without: list[Layer]) -> None:
    with sandboxed(without) as client:
        if not {Layer.NAMESPACES, Layer.LANDLOCK} & {*client.sandbox.layers}:
            pytest.skip("this machine has no layer that hides files")
        # An empty folder is all that may be found of it.
        assert client.run("import obversi; answer = obversi.__file__") in {*HIDDEN, "None"}
        assert client.run("import obversi._core") in HIDDEN
        assert client.run("import obversi.board") in HIDDEN


def test_landlock_rules_avoid_hidden_folders(hidden: Path) -> None:
    rules = landlock_rules("/scratch")
    assert rules["write"] == ["/scratch", "/dev/null"]
    assert str(hidden.parent.resolve()) in rules["list"]
    allowed = [Path(path) for path in rules["read"]]
    assert not any(hidden.resolve().is_relative_to(path) for path in allowed)
    assert any(path.name == "numpy" for path in allowed)
