"""What all commands have in common: errors, Ctrl-C, closed pipes, colours."""

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

import obversi as ob
from obversi.core_variant import VARIANT

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]


def test_the_version(obversi: Command) -> None:
    assert obversi("--version").stdout == f"obversi {ob.__version__}, core {VARIANT}\n"


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
