"""Commands with the packages of a plain install only: NumPy, click and rich."""

import json
from pathlib import Path

import click
import pytest
from hidden_modules import Ended, base_packages, run_with_hidden_modules

from obversi.cli import main
from obversi.extras import install_command

WORK = [
    "agents",
    "analyse f5d6c3 --depth 4",
    "analyse --stream",
    "arena --help",
    "book show f5d6c3",
    "convert f5d6c3 game.ggf",
    "db import games.db game.ggf",
    "explain f5d6c3",
    "games random greedy --games 20",
    "gtp",
    "judge --help",
    "lab --help",
    "match random greedy --size 4 --games 4",
    "nboard",
    "perft 5",
    "play --level 0 --size 4",
    "play random greedy --size 4",
    "puzzles list",
    "review f5d6c3d3c4 --depth 2",
    "show f5d6c3",
    "solve --size 4",
    "training games folder --size 4 --games 2",
    "tree f5d6c3 --depth 2",
    "watch random greedy --size 4",
    *(f"{name} --help" for name in main.list_commands(click.Context(main))),
]
NEED_EXTRAS = {
    "arena list": "arena",
    "judge check file.py": "arena",
    "lab list": "lab",
    "train --size 4 --out weights.obw": "train",
    "training fit folder --out weights.obw": "train",
    "training fit folder --out weights.obw --page page.html": "train",
    "connect localhost": "web",
    "serve": "web",
    "web": "web",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("plain")


@pytest.fixture(scope="module")
def ended(folder: Path) -> dict[str, Ended]:
    return run_with_hidden_modules("base", [*WORK, *NEED_EXTRAS], folder)


def test_a_plain_install_has_few_packages() -> None:
    packages = base_packages()
    assert {"obversi", "numpy", "click", "rich"} <= packages
    assert len(packages) <= 8


@pytest.mark.few_cases(4)
@pytest.mark.parametrize("command", WORK)
def test_the_command_works(ended: dict[str, Ended], command: str) -> None:
    assert ended[command].status == 0, ended[command]


@pytest.mark.parametrize("command", NEED_EXTRAS)
def test_the_command_says_what_to_install(
    ended: dict[str, Ended], folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(folder)
    found = ended[command]
    assert (found.status, found.exception) == (2, "")
    [line] = found.stderr.splitlines()
    assert line.startswith("obversi: ")
    assert line.endswith(f", which is not installed: run {install_command(NEED_EXTRAS[command])}")


def test_requests_in_json_are_answered(tmp_path: Path) -> None:
    request = '{"id": "a", "moves": "f5d6", "limit": {"depth": 2}}\n'
    found = run_with_hidden_modules("base", ["analyse --stream"], tmp_path, request)
    answer = json.loads(found["analyse --stream"].stdout)
    assert (answer["id"], answer["final"], answer["depth"]) == ("a", True, 2)
