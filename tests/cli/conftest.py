import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from click.testing import CliRunner, Result
from screen import Screen

from obversi.cli import main, progress

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A terminal on stderr, on which progress is shown at once."""
    for name, value in (("TERM", "xterm"), ("COLUMNS", "100"), ("LINES", "40")):
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(progress, "_DELAY_SECONDS", 0.0)
    screen = Screen()
    monkeypatch.setattr(progress, "_stderr", lambda: screen)
    return screen


@pytest.fixture(autouse=True)
def _no_lines_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print no lines of progress, however long a busy machine takes."""
    monkeypatch.setattr(progress, "_FIRST_LINE_SECONDS", 600.0)


@pytest.fixture
def obversi() -> Command:
    """Run a command in this process, without a terminal."""

    def run(*arguments: str, input: str | bytes = "", **env: str) -> Result:
        result = CliRunner().invoke(main, arguments, input=input, env=env)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    return run


@pytest.fixture
def start_obversi() -> Iterator[Process]:
    """Start a command as a process of its own, which does not outlive a test that fails."""
    started: list[subprocess.Popen[str]] = []

    def start(
        *arguments: str,
        command: Sequence[str] = (sys.executable, "-m", "obversi"),
        **options: Any,
    ) -> "subprocess.Popen[str]":
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        options["env"] = env | {"PYTHONUTF8": "1"} | options.get("env", {})
        process = subprocess.Popen(
            [*command, *arguments],
            text=True,
            # Where the tests run in the background, Ctrl-C is ignored, and children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            **(streams | options),
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
            process.communicate()
