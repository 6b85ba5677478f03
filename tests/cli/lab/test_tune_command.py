import json
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

SMALL = ("--size", "4", "--games", "10", "--population", "4")


@pytest.fixture
def tune(obversi: Callable[..., Result], tmp_path: Path) -> Callable[..., Result]:
    def run(*arguments: str) -> Result:
        return obversi("lab", "tune", *arguments, *SMALL, "--out", str(tmp_path / "study"))

    return run


@pytest.mark.long
def test_a_study_from_beginning_to_end(
    tune: Callable[..., Result], obversi: Callable[..., Result], tmp_path: Path
) -> None:
    printed = tune("r2-position", "--generations", "2", "--json")
    assert printed.exit_code == 0
    found = json.loads(printed.stdout)
    assert found["settings"]["rules"] == "reversed"
    assert (found["measurements"], found["generations"]) == (8, 2)
    assert found["agent"] == f"file:{tmp_path / 'study'}/best.toml"
    best = tmp_path / "study" / "best.toml"
    changed = best.stat().st_mtime_ns
    again = obversi("lab", "study", str(tmp_path / "study"))
    assert best.stat().st_mtime_ns == changed
    assert again.exit_code == 0
    assert "after 2 generations" in again.stdout
    assert "index.html: the page" in again.stdout
    assert "win rate against a random agent, 95 % intervals" in again.stdout
    rejected = tune("r2-position", "--generations", "2", "--seed", "2")
    assert rejected.exit_code == 2
    assert "another study: seed was 1 and is 2" in rejected.stderr
    match = obversi(
        *("match", found["agent"] + ":depth=1", "random", "--games", "2"),
        *("--size", "4", "--rules", "reversed", "--json"),
    )
    assert match.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["r2-positon"], "did you mean 'r2-position'?"),
        (["r4", "--require", "winrate=1"], "did you mean 'win-rate'?"),
        (["r4", "--seconds", "0"], "'--seconds': '0' is not a number above 0"),
        (["r4", "--method", "anneal"], "'anneal'"),
        (["r4", "--solved", "40"], "'--solved': '40' is not a whole number from 0"),
        (["r4", "--objective", "value-loss", "--depth", "2"], "the depth cannot be 2"),
        (["nothing.toml"], "nothing.toml"),
    ],
)
def test_bad_input_is_reported_and_leaves_no_folder(
    tune: Callable[..., Result], tmp_path: Path, arguments: list[str], said: str
) -> None:
    rejected = tune(*arguments)
    assert rejected.exit_code == 2
    assert said in rejected.stderr
    assert not (tmp_path / "study").exists()


def test_the_final_says_how_far_it_is(
    tune: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("obversi.cli.lab.tune._SECONDS_BETWEEN_LINES", 0.0)
    printed = tune("r2-position", "--generations", "1", "--require", "neighbours=-0.4")
    assert "measuring the best again: 1 of" in printed.stderr
    assert "measuring the winner's worth: 1 of" in printed.stderr
    assert "1 generation, 40 games and 48 for what is required" in printed.stdout


@pytest.mark.long
def test_ctrl_c_keeps_what_was_measured(start_obversi: Callable[..., Any], tmp_path: Path) -> None:
    out = tmp_path / "study"
    command = ("lab", "tune", "r4", *SMALL, "--seconds", "600", "--out", str(out))
    with start_obversi(*command) as process:
        try:
            history = out / "history.jsonl"
            while not (history.exists() and history.read_bytes().count(b"\n") > 1):
                assert process.poll() is None
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=120)
        finally:
            process.kill()
    assert process.returncode == 130
    assert f"the measurements are in {out}: the same command resumes the study" in errors
    assert (out / "history.jsonl").read_text().endswith("\n")


def test_a_study_that_is_not_there(obversi: Callable[..., Result], tmp_path: Path) -> None:
    printed = obversi("lab", "study", str(tmp_path))
    assert printed.exit_code == 2
    assert "there is no study in" in printed.stderr
