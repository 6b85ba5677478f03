import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from obversi.arena import LocalPlayers
from obversi.cli import main
from obversi.cli.arena import playing

Printed = Callable[..., dict[str, Any]]


@dataclass(frozen=True)
class Result:
    exit_code: int
    stdout: str
    stderr: str


Command = Callable[..., Result]


@pytest.fixture(autouse=True)
def _state_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leave the user's list of trusted tournaments alone."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))


@pytest.fixture
def arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Command:
    """Run a command of the arena in a folder of its own.

    Games are played in this process, without the time to start others, except with the environment
    variable PROCESSES. The output of processes counts too.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OBVERSI_ARENA", raising=False)

    def run(*arguments: str, **env: str) -> Result:
        with monkeypatch.context() as context:
            for name, value in env.items():
                context.setenv(name, value)
            if "PROCESSES" not in env:
                context.setattr(playing, "PlayersInProcesses", lambda _concurrency: LocalPlayers())
            with pytest.raises(SystemExit) as ended:
                main(["arena", *arguments])
        code = ended.value.code
        assert isinstance(code, int)
        return Result(code, *capfd.readouterr())

    return run


@pytest.fixture
def printed(arena: Command) -> Printed:
    """Run a command that works, and return the object that it prints."""

    def run(*arguments: str, **env: str) -> dict[str, Any]:
        result = arena(*arguments, "--json", **env)
        assert result.exit_code == 0, result.stderr
        found: dict[str, Any] = json.loads(result.stdout)
        return found

    return run
