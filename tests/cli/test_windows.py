"""Commands without what Windows lacks: fcntl, resource, signals, polling of pipes."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hidden_modules import Ended, run_with_hidden_modules

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
WORK = [
    "web --help",
    "serve --help",
    "match random greedy --size 4 --games 2",
    "games random greedy --games 20",
    "arena run random greedy --size 4 --pairs 1",
    "arena show",
    "book grow book.db --size 4 --positions 5",
    "convert f5d6c3 game.ggf",
    "db import games.db game.ggf",
    "lab round-robin random greedy --size 4 --games 10",
    "training games folder --size 4 --games 2",
    "play random greedy --size 4",
]
CANNOT = {
    f"judge check {EXAMPLES / 'class' / 'chen.py'}": "there is no sandbox on this system",
    "judge sandbox": "there is no sandbox on this system",
    "match random greedy --size 4 --games 2 --concurrency 2": "games cannot have processes",
    "arena run random r4 --size 4 --pairs 1 --concurrency 2": "games cannot have processes",
    "match gtp:python random --size 4 --games 2": "other programs cannot play on this system",
}


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ended]:
    folder = tmp_path_factory.mktemp("windows")
    return run_with_hidden_modules("windows", [*WORK, *CANNOT], folder)


@pytest.mark.few_cases
@pytest.mark.parametrize("command", WORK)
def test_the_command_works(ended: dict[str, Ended], command: str) -> None:
    assert ended[command].status == 0, ended[command]


@pytest.mark.parametrize("command", CANNOT)
def test_the_command_says_what_it_needs(ended: dict[str, Ended], command: str) -> None:
    found = ended[command]
    assert (found.status, found.exception) == (1, "")
    [line] = found.stderr.splitlines()
    assert line.startswith(f"obversi: {CANNOT[command]}")
    assert line.endswith("(on Windows: WSL 2)")


SERVER = """
import asyncio

def missing(*_):
    raise NotImplementedError

asyncio.SelectorEventLoop.add_signal_handler = missing
asyncio.SelectorEventLoop.remove_signal_handler = missing
from obversi.cli import main
main(["serve", "--port", "0", "--no-web", "--quiet"])
"""


def test_a_server_ends_by_ctrl_c_without_handlers_of_its_event_loop(tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-c", SERVER]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        for line in server.stdout:
            if line.startswith("games are stored"):
                break
        server.send_signal(signal.SIGINT)
        assert server.wait() == 0
