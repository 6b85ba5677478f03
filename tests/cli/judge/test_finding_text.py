"""Findings on terminals of any width."""

import pytest

import obversi as ob
from obversi.cli.judge.check import show_finding
from obversi.cli.terminal import open_terminal
from obversi.judge.finding import CheckFinding, Severity

BOARD = ob.Board(4, "reversed")
BOARD.push("b1")

FINDING = CheckFinding(
    Severity.PROBLEM,
    "candidates",
    "on 3 of 20 boards the list differs from the legal squares: row and column are swapped",
    "an entry is (row, column), both from 0 at the upper left",
    'line 3, in go\n    raise ValueError("a rather long line that \x1b[31mhas to be broken")',
    BOARD.to_string(),
    "b1",
)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    monkeypatch.setenv("COLUMNS", "80")
    show_finding(open_terminal(unicode=True), FINDING, "reversed")
    return capsys.readouterr().out.splitlines()


def test_words_stand_beside_their_topic(shown: list[str]) -> None:
    assert shown[0] == (
        "problem  candidates   on 3 of 20 boards the list differs from the legal squares:"
    )
    assert shown[1] == "                      row and column are swapped"
    assert shown[2] == 22 * " " + "→ an entry is (row, column), both from 0 at the upper left"
    assert shown[3] == 22 * " " + "line 3, in go"
    assert shown[4].startswith(26 * " " + "raise ValueError(")
    assert "·[31mhas" in " ".join(shown)
    assert max(map(len, shown)) <= 80


def test_the_board_comes_with_the_command_that_shows_it(shown: list[str]) -> None:
    drawing = BOARD.unicode().split("\n")
    place = shown.index(drawing[0])
    assert shown[place : place + len(drawing)] == drawing
    assert shown[place + len(drawing) :] == ["obversi show b1 --rules reversed --size 4", ""]


@pytest.mark.parametrize("unicode", [True, False])
def test_a_narrow_terminal_has_room_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], unicode: bool
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    show_finding(open_terminal(unicode=unicode), FINDING, "reversed")
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["problem  candidates", "  on 3 of 20 boards the list differs"]
    assert f"  {'→' if unicode else '>'} an entry is (row, column), both from" in lines
    assert max(len(line) for line in lines if not line.startswith("obversi show")) <= 40


def test_a_long_output_is_cut_in_the_middle(capsys: pytest.CaptureFixture[str]) -> None:
    long = CheckFinding(Severity.FATAL, "interface", "no", details="\n".join(map(str, range(1000))))
    show_finding(open_terminal(unicode=True), long, "normal")
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "… 976 lines left out …" in lines
    assert lines[-2] == "999"
    assert len(lines) == 27
