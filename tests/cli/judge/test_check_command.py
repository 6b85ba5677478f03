"""``obversi judge check``, as a student uses it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import obversi.cli.judge.check as check_module
from obversi.agents.course import process as course_process
from obversi.agents.course.preset import CoursePreset
from obversi.judge.check.check import CheckResult
from obversi.judge.finding import CheckFinding, Severity
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.sandbox import Sandbox

Command = Callable[..., Result]


@pytest.mark.long
def test_a_good_file_gets_a_page_and_status_0(obversi: Command, agent: Path, course: Path) -> None:
    result = obversi("judge", "check", str(agent), "--preset", str(course), "--html", "check.html")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith(
        "agent.py by quick: reversed 4×4, 2 s per move, 60 s per game, 100 MB"
    )
    for topic in ("file", "interface", "candidates", "time", "memory", "first call", "games"):
        assert any(line.startswith(f"ok       {topic} ") for line in lines), topic
    assert "no problem" in result.stdout
    assert "against random: " in result.stdout
    assert "sandbox: process" in result.stdout
    assert "with replays: check.html" in result.stdout
    page = Path("check.html").read_text()
    assert "Check of agent" in page
    assert "sparring" in page


def test_a_problem_is_reported_with_advice_a_board_and_its_replay(
    obversi: Command, swapped: Path, course: Path
) -> None:
    result = obversi("judge", "check", str(swapped), "--preset", str(course), "--no-games")
    assert result.exit_code == 1
    words = " ".join(result.stdout.split())
    assert "problem candidates on " in words
    assert "row and column are swapped" in words
    assert "→ an entry is (row, column)" in words
    assert "a b c d" in words
    assert "1 problem" in words
    assert "against random" not in words
    assert all(len(line) <= 80 for line in result.stdout.splitlines() if "obversi show" not in line)
    if "obversi show" in words:
        command = next(line for line in result.stdout.splitlines() if "obversi show" in line)
        shown = obversi(*command.split()[1:])
        assert shown.exit_code == 0
        assert " to move (fewest discs win)" in shown.stdout


def test_json_has_a_line_for_each_finding_and_one_at_the_end(
    obversi: Command, swapped: Path, course: Path
) -> None:
    result = obversi(
        "judge", "check", str(swapped), "--preset", str(course), "--no-games", "--json"
    )
    assert result.exit_code == 1
    *findings, end = [json.loads(line) for line in result.stdout.splitlines()]
    assert {finding["level"] for finding in findings} >= {"good", "problem"}
    assert end["is_good"] is False
    assert end["findings"]["problem"] == 1
    assert end["games"] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"class AI(object:\n", "line 1"),
        (b"", "no class 'AI'"),
        (b"class Agent:\n    def go(self, board): pass\n", "is called 'Agent' (line 1)"),
        (b"class AI:\n    def __init__(self): pass\n    def go(self, b): pass\n", "__init__"),
        (b"import os\nclass AI: pass\n", "line 1 imports 'os', which the course forbids"),
        (b"\xff\xfe\x00", "NUL"),
        (b"x" * 600_000, "586 KB large"),
    ],
)
def test_a_file_that_cannot_be_played_is_one_finding(
    obversi: Command, course: Path, text: bytes, words: str
) -> None:
    Path("broken.py").write_bytes(text)
    result = obversi("judge", "check", "broken.py", "--preset", str(course))
    assert result.exit_code == 1
    printed = " ".join(result.stdout.split())
    assert "stop file" in printed
    assert words in printed
    assert "1 problem found" in printed


def test_layers_are_demanded_of_boards_and_games(
    obversi: Command, agent: Path, course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    demanded = []

    def check(_file: Path, preset: CoursePreset, **_: object) -> CheckResult:
        demanded.append(preset.sandbox)
        return CheckResult("agent.py", preset, (CheckFinding(Severity.GOOD, "file", "fine"),))

    monkeypatch.setattr(check_module, "check", check)
    arguments = ["judge", "check", str(agent), "--preset", str(course)]
    assert obversi(*arguments, "--sandbox", "process,limits").exit_code == 0
    assert obversi(*arguments).exit_code == 0
    assert obversi(*arguments, "--sandbox", "process+limits").exit_code == 0
    assert demanded == [("process", "limits"), (), ("process", "limits")]


def test_an_error_of_the_machine_has_a_status_of_its_own(
    obversi: Command, agent: Path, course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(_sandbox: Sandbox, _seconds: float) -> None:
        raise SandboxError(Cause.START, "there are too many open files")

    monkeypatch.setattr(Sandbox, "start", start)
    monkeypatch.setattr(course_process, "_SECONDS_BETWEEN_STARTS", 0.0)
    result = obversi("judge", "check", str(agent), "--preset", str(course))
    assert result.exit_code == 1
    assert "no sandbox can be started: there are too many open files" in result.stderr


def test_a_link_is_not_followed(obversi: Command, agent: Path, course: Path) -> None:
    link = agent.with_name("link.py")
    link.symlink_to(agent)
    result = obversi("judge", "check", str(link), "--preset", str(course))
    assert result.exit_code == 1
    assert "it is a link to" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["missing.py"], "missing.py: No such file"),
        (["agent.py", "--preset", "cs330"], "did you mean 'cs303'?"),
        (["agent.py", "--preset", "missing.toml"], "missing.toml"),
        (["agent.py", "--seconds", "0"], "'--seconds': '0' is not a number above 0"),
        (["agent.py", "--games", "0"], "0"),
        (["agent.py", "--sandbox", "moat"], "there is no layer 'moat'"),
        (["agent.py", "--html", "missing/check.html"], "missing"),
        ([], "FILE"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(
    obversi: Command, agent: Path, arguments: list[str], named: str
) -> None:
    assert agent.exists()
    result = obversi("judge", "check", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    [line] = result.stderr.splitlines()
    assert named in line
