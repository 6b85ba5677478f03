"""The commands that serve other programs; what they say is in tests/serve."""

import json
import signal
import subprocess
from collections.abc import Callable

import pytest
from click.testing import Result

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]

BOARD = "(;GM[Othello]TY[4a]BO[4 -----O*--*O----- *];)"


def test_a_session_by_nboard(obversi: Command) -> None:
    lines = ["nboard 2", f"set game {BOARD}", "set depth 20", "go"]
    result = obversi("nboard", "--name", "Anna", input="\r\n".join(lines))
    assert result.exit_code == 0
    said = result.stdout.splitlines()
    assert said[:2] == ["set myname Anna", "set myname Anna"]
    # The input has ended, and the move is still printed.
    assert said[-2].startswith("=== ")
    assert said[-2].split("/")[1] == "4.00"
    assert result.stderr == ""


def test_a_session_by_gtp(obversi: Command) -> None:
    result = obversi("gtp", "--level", "1", input="name\n7 genmove b\n\nquit\nname\n")
    assert result.exit_code == 0
    name, move, farewell = result.stdout.removesuffix("\n\n").split("\n\n")
    assert name == "= Obversi"
    assert move.split()[1] in ("d3", "c4", "f5", "e6")
    assert farewell == "="
    assert result.stderr == ""


def test_requests_in_json(obversi: Command) -> None:
    requests = [{"id": 1, "limit": {"depth": 1}}, {"id": 2, "size": 4, "rules": "reversed"}]
    lines = "".join(f"{json.dumps(request)}\n" for request in requests)
    result = obversi("analyse", "--stream", "--depth", "20", "--top", "all", input=lines)
    assert result.exit_code == 0
    first, second = map(json.loads, result.stdout.splitlines())
    assert (first["id"], first["depth"], len(first["moves"])) == (1, 1, 4)
    assert (second["id"], second["exact"]) == (2, True)
    assert second["moves"][0]["score"] == 4


@pytest.mark.parametrize("command", [["nboard"], ["gtp"], ["analyse", "--stream"]])
def test_garbage_is_answered(obversi: Command, command: list[str]) -> None:
    garbage = bytes(range(256)) + b"\n" + b"[" * 70_000 + b"\n" + b'{"id":' * 9_000 + b"\n"
    result = obversi(*command, input=garbage)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "a line has more than 65536 bytes" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nboard", "--level", "13"], "13"),
        (["gtp", "--level", "3", "--depth", "4"], "a level has its own depth"),
        (["gtp", "--seconds", "0"], "'--seconds': '0' is not a number above 0"),
        (["gtp", "--seconds", "inf"], "'--seconds': 'inf' is not a number above 0"),
        (["gtp", "--name", "a\n\n= b"], "is not a name: expected printable characters"),
        (["nboard", "--name", "a\nb"], "is not a name"),
        (["nboard", "--depth", "-1"], "'--depth': '-1' is not a whole number from 1"),
        (["analyse", "--stream", "--steps"], "no --steps beside them"),
    ],
)
def test_wrong_options(obversi: Command, arguments: list[str], named: str) -> None:
    result = obversi(*arguments, input="")
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert named in line


def test_commands_are_handled_while_it_thinks(start_obversi: Process) -> None:
    process = start_obversi("nboard")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("set depth 60\nhint 1\n")
    process.stdin.flush()
    while not process.stdout.readline().startswith("search"):
        pass
    process.stdin.write("ping 5\ngo\n")
    process.stdin.flush()
    while process.stdout.readline() != "pong 5\n":
        pass
    while not process.stdout.readline().startswith("search"):
        pass
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=120)
    assert process.returncode == 130
    assert complaint == "obversi: interrupted\n"
