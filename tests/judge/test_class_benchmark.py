"""The benchmark of a whole class, as a class of three on the smallest board."""

import json
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from quick_judge import QUICK_JUDGE

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

SMALL = {
    "students": 3,
    "broken": 1,
    "size": 4,
    "kills": 0,  # they are tested where a judge is killed at a moment that matters
    "boards": 1,
    "race-rounds": 0,
    "seconds": 2,  # more than needed, even on a busy machine
}


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return import_module("judge_class")


@pytest.mark.long
def test_a_small_class(
    benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [word for name, value in SMALL.items() for word in (f"--{name}", str(value))]
    monkeypatch.setattr(sys, "argv", ["judge_class.py", *words])
    monkeypatch.setattr(benchmark, "COMMAND", QUICK_JUDGE)
    with pytest.raises(SystemExit) as ended:
        benchmark.main()
    printed = capsys.readouterr()
    assert not ended.value.code, printed.err + printed.out
    figures = json.loads(printed.out)
    assert figures["games"] == figures["planned"] == 2
    assert figures["other_games_in_other_order"] == 0


def test_different_games_are_counted(benchmark: ModuleType) -> None:
    games = {("anna", "bob"): ("d3c3", 2), ("bob", "anna"): ("d3", 4)}
    assert benchmark.differences(games, games) == 0
    assert benchmark.differences(games, games | {("anna", "bob"): ("d3c5", 2)}) == 1
    assert benchmark.differences(games, {("anna", "carl"): ("d3c3", 2)}) == 3
    assert benchmark.differences({}, games) == 2


def test_the_same_files_under_other_names(benchmark: ModuleType, tmp_path: Path) -> None:
    files = tmp_path / "class"
    files.mkdir()
    for name in ("anna", "bob"):
        (files / f"{name}.py").write_text(f"# {name}")
    names = benchmark.write_renamed(files, tmp_path / "renamed")
    assert names == {"other00": "bob", "other01": "anna"}
    assert (tmp_path / "renamed" / "other00.py").read_text() == "# bob"
    found = benchmark.Judged({("other00", "other01"): ("d3", 2)}, {"other01": {"place": "1"}}, 1.0)
    named = benchmark.with_names(found, names)
    assert named.games == {("bob", "anna"): ("d3", 2)}
    assert named.grades == {"anna": {"place": "1"}}
