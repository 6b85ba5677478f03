"""benchmarks/hard_positions.py: positions are solved, kept and measured."""

import json
import sys
from pathlib import Path
from typing import Any

import hard_positions
import pytest

import obversi as ob
from obversi.formats import GameRecord, obf


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.setattr(hard_positions, "PLAYED_NODES", 200)

    def run(*arguments: str) -> None:
        options = ("--folder", str(tmp_path), "--hash-mb", "1", "--rules", "reversed")
        monkeypatch.setattr(sys, "argv", ["hard_positions.py", *arguments, *options])
        hard_positions.main()

    return run


def made(folder: Path) -> list[GameRecord]:
    with (folder / "reversed-8.obf").open() as file:
        return list(obf.read(file, rules="reversed"))


def test_positions_are_solved_and_a_second_run_adds_to_them(run: Any, tmp_path: Path) -> None:
    run("make", "--plan", "8=1")
    first = made(tmp_path)
    run("make", "--plan", "8=2", "9=2", "--concurrency", "2")
    records = made(tmp_path)
    assert records[:1] == first
    labels = {record.tags["comment"].rpartition(",")[0] for record in records}
    ends = ("8 empty, game", "9 empty, game")
    assert labels == {f"good, {end} 0" for end in ends} | {f"hard, {end} 1" for end in ends}
    assert len(records) == 4
    with ob.Engine(hash_mb=1) as engine:
        for record in records:
            lines = engine.solve(record.start, top="all").lines
            assert record.values == {str(line.move): line.margin for line in lines}


def test_what_is_not_solved_is_put_aside(run: Any, tmp_path: Path, capsys: Any) -> None:
    run("make", "--plan", "16=1", "--nodes", "1000")
    assert made(tmp_path) == []
    assert "{'good, 16 empty': 1}, 1 of them unsolved" in capsys.readouterr().out


def test_time_that_is_over_ends_the_run(run: Any, tmp_path: Path) -> None:
    run("make", "--plan", "30=2", "--minutes", "0.001")
    assert made(tmp_path) == []


def test_figures(run: Any, capsys: Any) -> None:
    run("make", "--plan", "9=2")
    capsys.readouterr()
    run("measure", "--nodes", "100000", "--plan", "9=2")
    rows = json.loads(capsys.readouterr().out)["reversed"]
    assert list(rows) == ["good", "good, 9 empty", "hard", "hard, 9 empty"]
    for row in rows.values():
        assert row["best_move"]["mean"] == 1
        assert row["discs_lost"]["mean"] == row["bias"]["mean"] == row["error"]["mean"] == 0
        assert row["reached"] == {"exact": 1}
    with pytest.raises(SystemExit, match="has no positions of this plan"):
        run("measure", "--plan", "30=1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["make", "--plan", "22"], "invalid pair value: '22'"),
        (["make", "--plan", "5=1"], "8 empty squares or more"),
        (["make", "--concurrency", "0"], "--concurrency begins at 1"),
        (["measure"], "No such file"),
    ],
)
def test_errors(run: Any, capsys: Any, arguments: list[str], message: str) -> None:
    with pytest.raises(SystemExit) as ended:
        run(*arguments)
    assert message in f"{ended.value} {capsys.readouterr().err}"
