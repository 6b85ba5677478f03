"""Control characters in files of others reach neither a terminal nor a table."""

import csv
import io
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from pseudo_terminal import PseudoTerminal
from rich.table import Table
from rich.text import Text

from obversi.cli import main
from obversi.cli.console import VisibleConsole

Command = Callable[..., Result]

# Set the title of the window, hide what follows, sound the bell; and the same in one character.
EVIL = "\x1b]0;P\x07\x1b[8mX\x9b2J"
FORBIDDEN = ("\x1b]", "\x1b[8m", "\x07", "\x9b")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of tournaments and a game, full of control characters."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    command = ["arena", "run", "random", "greedy", "--size", "4", "--pairs", "1", "--seed", "1"]
    assert CliRunner().invoke(main, [*command, "--concurrency", "1"]).exit_code == 0
    with closing(sqlite3.connect("arena.db")) as connection:
        settings = json.loads(connection.execute("SELECT settings FROM tournament").fetchone()[0])
        settings["entrants"][0]["label"] += EVIL
        connection.execute(
            "UPDATE tournament SET settings = ?, name = ?, ended = ?, created = created || ?",
            (json.dumps(settings), f"evening{EVIL}", f"over{EVIL}", EVIL),
        )
        connection.execute(
            "UPDATE game SET date = ?, place = ?, fault = 'error', failed_color = -1, reason = ?",
            (EVIL, EVIL, f"broken{EVIL}"),
        )
        connection.commit()
    tags = "".join(f'[{tag} "Ann{EVIL}"]\n' for tag in ("Event", "Site", "Black", "White"))
    (tmp_path / "game.pgn").write_text(f"{tags}\n1. f5 d6 2. c3 d3 *\n")
    (tmp_path / f"bad{EVIL}.obf").write_text("nonsense")
    return tmp_path


@pytest.mark.few_cases
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["arena", "list"], "evening·"),
        (["arena", "show"], "random·"),
        (["arena", "export", "1", "games.ggf"], "evening·"),
        (["arena", "show", "9"], "evening·"),
        (["review", "game.pgn", "--seconds", "0.01"], "Ann·"),
        (["analyse", "game.pgn", "--depth", "1"], "Ann·"),
        (["solve", f"bad{EVIL}.obf"], "bad·"),
    ],
)
def test_a_terminal_gets_dots_instead(arguments: list[str], shown: str) -> None:
    with PseudoTerminal(*arguments) as terminal:
        terminal.end()
        assert shown in terminal.text
        assert not [mark for mark in FORBIDDEN if mark in terminal.raw]


def test_tables_of_games_have_none(folder: Path) -> None:
    assert CliRunner().invoke(main, ["arena", "export", "1", "games.csv"]).exit_code == 0
    text = (folder / "games.csv").read_text()
    assert not [mark for mark in FORBIDDEN if mark in text]
    first = next(csv.DictReader(io.StringIO(text)))
    assert "broken·" in first["reason"]


def test_the_console_keeps_its_own_sequences() -> None:
    output = io.StringIO()
    console = VisibleConsole(file=output, force_terminal=True, color_system="standard", width=60)
    table = Table("name")
    table.add_row(Text(f"a{EVIL}", "red"))
    console.print(table, f"b{EVIL}", f"[bold]c{EVIL.replace('[', '')}[/]")
    written = output.getvalue()
    assert "\x1b[31m" in written
    assert "\x1b[1m" in written
    assert not [mark for mark in FORBIDDEN if mark in written]


def test_echo_is_itself_again_after_a_command() -> None:
    before = click.echo
    CliRunner().invoke(main, ["--version"])
    assert click.echo is before
