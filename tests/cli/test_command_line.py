"""What all commands have in common: help, errors, Ctrl-C, closed pipes, colours."""

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import obversi as ob

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]

COMMANDS = (
    "play",
    "web",
    "watch",
    "review",
    "analyse",
    "solve",
    "book",
    "db",
    "match",
    "arena",
    "judge",
    "games",
    "agents",
    "nboard",
    "gtp",
    "serve",
    "connect",
    "show",
    "explain",
    "tree",
    "convert",
    "train",
    "training",
    "lab",
    "perft",
    "bench",
)

GROUPS = {
    "arena": ("run", "list", "show", "resume", "export", "ladder"),
    "book": (
        *("add", "export", "grow", "import", "merge", "prune", "report"),
        *("show", "solve", "stats", "verify"),
    ),
    "db": ("import", "games", "position", "players", "stats", "export"),
    "judge": ("check", "run", "presets", "sandbox"),
    "training": ("games", "add", "teacher", "fit", "gate"),
    "lab": (
        *("list", "run", "all", "page"),
        *("round-robin", "win-rate", "value-loss", "search-depth"),
        *("tune", "study"),
    ),
}


def test_the_version(obversi: Command) -> None:
    assert obversi("--version").stdout == f"obversi {ob.__version__}\n"


def test_without_a_command_there_is_help(obversi: Command) -> None:
    result = obversi()
    assert result.exit_code == 0
    for command in COMMANDS:
        assert f"\n  {command} " in result.stdout


@pytest.mark.parametrize("command", GROUPS)
def test_so_there_is_without_a_command_of_a_group(obversi: Command, command: str) -> None:
    result = obversi(command)
    assert result.exit_code == 0
    for inner in GROUPS[command]:
        assert f"\n  {inner} " in result.stdout


@pytest.mark.parametrize(
    "command", [*COMMANDS, *(f"{group} {inner}" for group in GROUPS for inner in GROUPS[group])]
)
def test_help_has_examples_line_by_line(obversi: Command, command: str) -> None:
    lines = obversi(*command.split(), "--help").stdout.splitlines()
    examples = lines[lines.index("  Examples:") + 1 :]
    assert 2 <= len(examples) <= 4
    for example in examples:
        assert example.startswith(f"    obversi {command}")
        assert len(example) <= 80


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["shwo"], "shwo"),
        (["--nonsense"], "--nonsense"),
        (["show", "--sise", "4"], "--sise"),
        (["show", "--size", "5"], "'5'"),
        (["show", "--rules", "misere"], "misere"),
        (["show", "nonsense"], "nonsense"),
        (["show", "f5f5"], "ply 2"),
        (["show", "missing.ggf"], "missing.ggf: No such file"),
        (["show", "./missing"], "missing: No such file"),
        (["show", "/"], "/: Is a directory"),
        (["show", "--svg", "missing/board.svg"], "missing/board.svg: No such file"),
        (["show", ""], "empty"),
        (["show", "one", "two"], "two"),
        (["convert"], "INPUT"),
        (["convert", "missing.ggf", "--to", "json"], "missing.ggf: No such file"),
        (["convert", "f5d6"], "--to"),
        (["convert", "f5d6", "game.doc"], "game.doc"),
        (["convert", "f5d6", "--to", "wthor"], "wthor"),
        (["convert", "f5d6", "--to", "pgn"], "pgn"),
        (["convert", "f5d6", "--to", "json", "--from", "svg"], "svg"),
        (["perft", "many"], "many"),
        (["perft", "--", "-1"], "-1"),
        (["perft", "3", "--position", "f5f5"], "f5"),
        (["bench", "--slow"], "--slow"),
        (["solve"], "the start of 8×8 is too far from the end"),
        (["solve", "nonsense"], "nonsense"),
        (["solve", "missing.obf"], "missing.obf: No such file"),
        (["solve", "f5f5"], "ply 2"),
        (["solve", "XXXX------------X"], "position 1: the game is over"),
        (["solve", "--size", "4", "--wld", "--window", "-2", "2"], "--wld is a window itself"),
        (["solve", "--size", "4", "--window", "2", "-2"], "(2, -2) is no window"),
        (["solve", "--size", "4", "--window", "2"], "--window"),
        (
            ["solve", "--size", "4", "--threads", "0"],
            "'--threads': '0' is not a whole number from 1",
        ),
        (
            ["solve", "--size", "4", "--hash-mb", "-5"],
            "'--hash-mb': '-5' is not a whole number from 1",
        ),
        (["solve", "--size", "4", "--hash-mb", "many"], "many"),
        (["analyse", "nonsense"], "nonsense"),
        (["analyse", "--seconds", "0"], "'--seconds': '0' is not a number above 0"),
        (["analyse", "--seconds", "nan"], "'--seconds': 'nan' is not a number above 0"),
        (["analyse", "--depth", "-1"], "'--depth': '-1' is not a whole number from 1"),
        (["analyse", "--nodes", "0"], "'--nodes': '0' is not a whole number from 1"),
        (["analyse", "--top", "0"], "'0' is neither a number above 0 nor 'all'"),
        (["analyse", "--top", "some"], "'some' is neither a number above 0 nor 'all'"),
        (["analyse", "XXXX------------X"], "position 1: the game is over"),
        (["analyse", "f5d6", "--steps"], "--steps is for positions"),
        (["analyse", "f5d6", "--stream"], "no position beside them"),
        (["games", "greedy", "gredy"], "did you mean 'greedy'?"),
        (
            ["games", "greedy", "random", "--games", "0"],
            "'--games': '0' is not a whole number from 1",
        ),
        (
            ["games", "greedy", "random", "--threads", "0"],
            "'--threads': '0' is not a whole number from 1",
        ),
        (["games", "greedy", "random", "--time", "0"], "'--time': '0' is not a number above 0"),
        (["games", "greedy", "random", "--openings", "missing.ggf"], "missing.ggf: No such file"),
        (["games", "greedy", "random", "--openings", "balanced", "--size", "4"], "no balanced"),
        (["games", "greedy", "random", "--rounds", "few"], "few"),
        (
            ["games", "greedy", "random", "--balanced", "-1"],
            "'--balanced': '-1' is not a number from 0",
        ),
        (["arena", "runn"], "runn"),
        (["play", "human", "engine:second=1"], "did you mean 'seconds'?"),
        (["play", "human", "engine:seconds=0"], "the limit 'seconds' cannot be 0"),
        (["play", "humn"], "did you mean 'human'?"),
        (["play", "human", "gredy"], "did you mean 'greedy'?"),
        (["play", "human", "random:sede=1"], "did you mean 'seed'?"),
        (["play", "--position", "XO"], "XO"),
        (["play", "--moves", "f5f5"], "f5"),
        (["play", "--seed", "x"], "'x'"),
        (["web", "--book", "missing.obb"], "missing.obb cannot be read"),
        (["web", "--game-database", "missing.db"], "missing.db"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(
    obversi: Command, arguments: list[str], named: str
) -> None:
    result = obversi(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    [line] = result.stderr.splitlines()
    assert line.startswith("obversi: ")
    assert named in line


def test_a_process_fails_like_that_too(start_obversi: Process) -> None:
    process = start_obversi("show", "nonsense")
    output, complaint = process.communicate()
    assert (process.returncode, output) == (2, "")
    assert complaint.startswith("obversi: 'nonsense'")
    assert complaint.count("\n") == 1


def test_ctrl_c_is_one_line_and_status_130(start_obversi: Process) -> None:
    process = start_obversi("play", "--size", "4")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("black is human")
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate()
    assert process.returncode == 130
    assert complaint == "obversi: interrupted\n"


def test_a_closed_pipe_ends_quietly(start_obversi: Process, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("f5d6c3\n" * 5000)
    for arguments in (["show", str(games)], ["convert", str(games), "--to", "json"]):
        process = start_obversi(*arguments, stdin=subprocess.DEVNULL)
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        process.stderr.close()
        assert process.wait() == 1


def test_a_pipe_closed_before_the_first_line_ends_quietly(start_obversi: Process) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    process = start_obversi("show", stdout=write_end)
    os.close(write_end)
    assert process.communicate()[1] == ""


def on_a_terminal(start_obversi: Process, *arguments: str, **env: str) -> str:
    """Return what a command shows on a terminal."""
    ours, theirs = pty.openpty()
    process = start_obversi(*arguments, stdout=theirs, env=env)
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    process.communicate()
    assert process.returncode == 0
    return shown.decode()


def test_what_is_clamped_is_reported_in_one_line(obversi: Command) -> None:
    for arguments in (
        ["solve", "--size", "4", "--threads", "999", "--json"],
        ["analyse", "--depth", "2", "--threads", "999", "--json"],
        ["play", "random", "engine:depth=1:threads=999", "--size", "4"],
    ):
        result = obversi(*arguments)
        assert result.exit_code == 0
        [line] = result.stderr.splitlines()
        assert line.startswith("obversi: 999 threads are more than the cores there are")
        # As a number of its own: the last digits of some time may well be 999.
        assert re.search(r"(?<![\d.])999\b", result.stdout) is None


def test_colours_only_where_they_can_be_shown(start_obversi: Process) -> None:
    colored = on_a_terminal(start_obversi, "show", TERM="xterm-256color")
    assert "\x1b[" in colored
    assert "black to move (most discs win)" in colored
    for env in ({"TERM": "xterm-256color", "NO_COLOR": "1"}, {"TERM": "dumb"}):
        plain = on_a_terminal(start_obversi, "show", **env)
        assert ob.Board().unicode() in plain.replace("\r\n", "\n")
        assert "\x1b" not in plain
    piped, _ = start_obversi("show", env={"TERM": "xterm-256color"}).communicate()
    assert "\x1b" not in piped


def test_a_terminal_without_the_letters_gets_others(start_obversi: Process) -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    letters, _ = start_obversi("show", env=ascii_only).communicate()
    assert str(ob.Board()) in letters
    forced = start_obversi("show", "--unicode", env=ascii_only)
    assert forced.communicate()[0]
    assert forced.returncode == 0


def test_the_library_does_without_the_command_s_packages() -> None:
    check = (
        "import sys, obversi, obversi.play, obversi.agents; "
        "print([name for name in ('click', 'rich') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
