"""Making the tables: it goes on where it was, and what was solved leads to the same table."""

import re
from itertools import chain, repeat
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from obversi.board import Board
from obversi.perfect import making
from obversi.perfect.table import key_of, path_of, table_of, written


def kept(folder: Path, missing: int) -> list[str]:
    """Write all that a run needs, but for the last few, and return what is missing.

    Positions with the fewest empty squares come last: they are solved soon.
    """
    solved = table_of("normal").values
    keys = sorted(solved, key=lambda key: -key.count("-"))
    given, left = keys[:-missing], keys[-missing:]
    folder.mkdir()
    lines = [written(key, solved[key]) for key in given]
    (folder / "normal.txt").write_text("".join(lines), encoding="utf-8")
    return left


def late_board(seed: int) -> Board:
    """Return a position that is solved in some milliseconds."""
    choose, board = Random(seed), Board(6)
    while len(board.empty) > 13:
        board.push(choose.choice(board.legal_moves))
    return board.copy(stack=False)


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(making, "path_of", lambda rules: tmp_path / f"made-{rules}.txt")
    return tmp_path / "made-normal.txt"


def test_a_run_solves_what_is_missing_and_writes_the_table(
    tmp_path: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [left] = kept(tmp_path / "work", 1)
    making.main([str(tmp_path / "work"), "--rules", "normal", "--processes", "1"])
    assert target.read_bytes() == path_of("normal").read_bytes()
    last = (tmp_path / "work" / "normal.txt").read_text(encoding="utf-8").splitlines()[-1]
    assert last + "\n" == written(left, table_of("normal").values[left])
    assert "1 of 1 are solved" in capsys.readouterr().err


def test_a_run_without_time_keeps_what_it_found(
    tmp_path: Path,
    target: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boards = list({key_of(board): board for board in map(late_board, range(80))}.values())
    monkeypatch.setattr(making, "plan", lambda _rules: making.Plan([], boards))
    # The time is up when the first position is solved; a few more were begun by then.
    readings = chain([0.0, 0.0], repeat(10.0))
    monkeypatch.setattr(making, "time", SimpleNamespace(monotonic=lambda: next(readings)))
    options = ["--rules", "normal", "--processes", "1", "--seconds", "5"]
    making.main([str(tmp_path / "work"), *options])
    text = (tmp_path / "work" / "normal.txt").read_text(encoding="utf-8")
    assert 1 <= sum(key_of(board) in text for board in boards) < len(boards)
    assert re.search(r"normal: \d+ positions are left to solve", capsys.readouterr().err)
    assert not target.exists()


def test_a_plan_opens_what_gives_away_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "ALLOWANCES", {"reversed": (99, 99, 0, 0)})
    chosen = making.plan("reversed")
    assert [len(boards) for boards in chosen.opened[:2]] == [1, 1]
    assert 1 <= len(chosen.opened[2]) < 3
    keys = [key_of(board) for boards in chosen.opened for board in boards]
    keys += [key_of(board) for board in chosen.closed]
    assert len(keys) == len(set(keys))
    for board in (board for boards in chosen.opened for board in boards):
        for move in board.legal_moves:
            after = board.copy()
            after.push(move)
            assert key_of(after) in keys
