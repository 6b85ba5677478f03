"""Runs command lines in a process in which modules are hidden, as on another machine.

``python tests/hidden_modules.py base`` hides every package that a plain install does not bring, and
``windows`` what Windows does not have. The command lines are read from stdin as JSON, and the
results written to stdout.
"""

import importlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent

UNIX_MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
UNIX_SIGNALS = (
    *("SIGALRM", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGRTMAX", "SIGSTOP", "SIGUSR1"),
    *("SIGUSR2", "setitimer", "pidfd_send_signal", "pthread_sigmask"),
)
UNIX_FUNCTIONS = (
    *("chown", "fork", "geteuid", "getuid", "killpg", "nice", "pidfd_open", "setsid", "statvfs"),
    *("sched_getaffinity", "sched_setaffinity", "set_blocking", "setpriority", "sysconf"),
    *("waitid", "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_PATH"),
)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command line ended."""

    status: int
    stdout: str
    stderr: str
    exception: str


def run_with_hidden_modules(
    hidden: str, commands: list[str], folder: Path, text: str = ""
) -> dict[str, Ended]:
    """Run command lines one after another in one process, each with this text on stdin."""
    done = subprocess.run(
        [sys.executable, __file__, hidden],
        input=json.dumps([commands, text]),
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {command: Ended(**ended) for command, ended in json.loads(done.stdout).items()}


def base_packages() -> set[str]:
    """Return the packages that a plain install brings, in small letters."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found, waiting = {"obversi"}, list(project["dependencies"])
    while waiting:
        name = re.match(r"[\w.-]+", waiting.pop())
        assert name is not None
        if name[0].lower() not in found:
            found.add(name[0].lower())
            needed = requires(name[0]) or []
            waiting += [line for line in needed if not re.search("extra|Windows|win32", line)]
    return found


class _Hider(MetaPathFinder):
    def __init__(self, modules: set[str]) -> None:
        self.modules = modules

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:  # noqa: ARG002
        if name.partition(".")[0] in self.modules:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _hide_extras() -> None:
    base = base_packages()
    hidden = {
        module
        for module, packages in packages_distributions().items()
        if not base & {package.lower() for package in packages}
    }
    sys.meta_path.insert(0, _Hider(hidden))


def _hide_unix() -> None:
    # Other packages find out at their import where they are.
    standard = ("asyncio", "multiprocessing.connection", "multiprocessing.spawn")
    for package in (*standard, "fastapi", "jinja2", "matplotlib.figure", "numpy", "scipy.optimize"):
        importlib.import_module(package)
    for place, names in ((os, UNIX_FUNCTIONS), (signal, UNIX_SIGNALS), (select, ("poll", "epoll"))):
        for name in names:
            vars(place).pop(name, None)
    for module in UNIX_MODULES:
        sys.modules.pop(module, None)
    sys.meta_path.insert(0, _Hider(set(UNIX_MODULES)))


def _main() -> None:
    commands, text = json.load(sys.stdin)
    {"base": _hide_extras, "windows": _hide_unix}[sys.argv[1]]()
    from click.testing import CliRunner

    from obversi.cli import main

    if sys.argv[1] == "windows":
        sys.platform = "win32"
    found = {}
    for command in commands:
        result = CliRunner().invoke(main, command.split(), input=text)
        error = result.exception
        found[command] = {
            "status": result.exit_code,
            "stdout": result.stdout,
            "stderr": result.stderr,
            "exception": "" if error is None or isinstance(error, SystemExit) else repr(error),
        }
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    _main()
