"""Where a command finds positions; the commands' own tests have files, texts and stdin."""

from collections.abc import Callable
from pathlib import Path

import endgames
import pytest
from click.testing import Result

from obversi import suites
from obversi.formats import GameRecord, obf

Command = Callable[..., Result]


@pytest.fixture
def small_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A suite of one short position instead of the package's own."""
    monkeypatch.setattr(suites, "_FOLDER", tmp_path)
    board = endgames.endgame(6, "reversed", seed=1)
    with (tmp_path / "reversed-6x6.obf").open("w") as file:
        record = GameRecord(board, values=endgames.margins(board))
        obf.write([record], file, rules=board.rules)
    return "suite:reversed-6x6"


def test_a_suite_brings_its_rules_and_size(obversi: Command, small_suite: str) -> None:
    result = obversi("solve", small_suite)
    assert result.exit_code == 0
    assert "1 of 1 agree" in result.stdout
    shown = obversi("solve", small_suite, "--json", "--size", "8", "--rules", "normal").stdout
    assert '"rules": "reversed"' in shown
    assert '"size": 6' in shown


def test_an_unknown_suite_is_rejected(obversi: Command) -> None:
    result = obversi("solve", "suite:misere")
    assert result.exit_code == 2
    assert result.stderr.startswith("obversi: 'misere' is no suite: expected one of normal-8x8")


BOARD = "-----XO--OX-----X"


@pytest.mark.parametrize(
    "command",
    [
        *(["show"], ["analyse", "--depth", "1"], ["solve"], ["explain"], ["book"]),
        *(["book", "show"], ["convert", "--to", "board"], ["tree", "--depth", "1"]),
        ["perft", "2", "--position"],
    ],
    ids=" ".join,
)
def test_a_board_may_begin_with_an_empty_cell(obversi: Command, command: list[str]) -> None:
    assert obversi(*command, BOARD).exit_code == 0
    for cells in ("----XO X", "----\nXO\nX", "-O-X"):
        result = obversi(*command, cells)
        assert result.exit_code != 0
        assert "letters for cells and mover: expected 16, 36 or 64 cells" in result.stderr


@pytest.mark.parametrize("cells", ["----XO X", BOARD])
def test_such_a_board_is_no_game_to_review(obversi: Command, cells: str) -> None:
    result = obversi("review", cells)
    assert result.exit_code == 2
    assert "option" not in result.stderr


def test_negative_numbers_and_options_are_not_boards(obversi: Command) -> None:
    assert obversi("solve", BOARD, "--window", "-10", "10").exit_code == 0
    assert "'--deep'" in obversi("analyse", "--deep", "3").stderr
    assert "'-b'" in obversi("show", "-b").stderr
