"""``obversi lab list``, ``run``, ``all`` and ``page``, with experiments that take no time."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path

import click
import pytest
import small_experiments
from click.testing import Result
from small_experiments import coins, measured

from obversi.cli.lab import lab_command
from obversi.lab.experiment import Experiment
from obversi.lab.steps import Measured, Settings, Step, Watch

Command = Callable[..., Result]


def use(monkeypatch: pytest.MonkeyPatch, *experiments: Experiment) -> None:
    known = {one.name: one for one in experiments}
    monkeypatch.setattr("obversi.lab.experiments.EXPERIMENTS", known)
    monkeypatch.setattr("obversi.cli.lab.experiments.EXPERIMENTS", known)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Put the small experiments in place of all others, in a folder of its own."""
    use(monkeypatch, *small_experiments.EXPERIMENTS.values())
    monkeypatch.chdir(tmp_path)
    measured.clear()
    return tmp_path


def test_run_leaves_everything_and_prints_it(obversi: Command, small: Path) -> None:
    result = obversi("lab", "run", "coins", "--games", "20")
    assert result.exit_code == 0
    assert result.stderr == ""
    for printed in (
        "Coins & their sides  (R2, 9.1)",
        "normal and reversed rules, 8×8, 20 tosses, seed 1: ",
        "of <all> tosses.",
        "differs  heads: the report 0.500 (0.490 to 0.510); ours 0.0",
        "         It was wrong.",
        "Findings: 4 (agrees: 1, differs: 1, open: 1, new: 1).",
        "lab-results/index.html: a page about 1 result\n",
    ):
        assert printed in result.stdout
    assert {path.name for path in (small / "lab-results").iterdir()} == {
        *("coins.json", "coins.log", "coins.png", "coins.svg", "coins.steps.jsonl", "index.html"),
    }
    kept = json.loads((small / "lab-results" / "coins.json").read_text())
    assert kept["settings"] == {"rules": ["normal", "reversed"], "size": 8, "games": 20, "seed": 1}


def test_run_has_one_object_a_line(obversi: Command) -> None:
    options = ("--rules", "reversed", "--size", "8", "--seed", "5", "--out", "mine", "--json")
    result = obversi("lab", "run", "doors", "coins", "doors", *options)
    first, second = map(json.loads, result.stdout.splitlines())
    assert (first["experiment"], second["experiment"]) == ("doors", "coins")
    assert second["data"] == {"reversed coins": {"heads": 513}}
    assert second["settings"] == {"rules": ["reversed"], "size": 8, "games": 1000, "seed": 5}
    verdicts = [finding["verdict"] for finding in second["findings"]]
    assert verdicts == ["agrees", "differs", "open", "new"]


@pytest.mark.long
def test_what_was_measured_is_not_measured_again(obversi: Command, small: Path) -> None:
    first = obversi("lab", "run", "coins", "--json")
    assert measured == ["normal coins", "reversed coins"]
    again = obversi("lab", "run", "coins", "--json")
    assert json.loads(again.stdout)["data"] == json.loads(first.stdout)["data"]
    assert len(measured) == 2
    other = obversi("lab", "run", "coins", "--games", "7")
    assert other.exit_code == 2
    [line] = other.stderr.splitlines()
    assert "was measured with other settings" in line
    assert "games 1000" in line
    assert "--new measures again" in line
    assert obversi("lab", "run", "coins", "--games", "7", "--new").exit_code == 0
    assert len(measured) == 4
    assert (small / "lab-results" / "coins.steps.old1.jsonl").exists()


def _interrupted(settings: Settings) -> list[Step]:
    first, second = coins.steps(settings)

    def interrupt(_watch: Watch) -> Measured:
        raise KeyboardInterrupt

    return [first, replace(second, work=interrupt)]


def test_after_ctrl_c_the_same_command_resumes(
    obversi: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        use(patch, replace(coins, steps=_interrupted))
        stopped = obversi("lab", "run", "coins")
        assert stopped.exit_code == 130
        kept, last = stopped.stderr.splitlines()
        assert kept == ("finished steps are stored in lab-results: the same command resumes")
        assert last == "obversi: interrupted"
        assert "without --new" in obversi("lab", "run", "coins", "--new").stderr
        assert "begun" in obversi("lab", "list").stdout
    measured.clear()
    assert obversi("lab", "run", "coins").exit_code == 0
    assert measured == ["reversed coins"]


def test_all_makes_what_suits_the_board(obversi: Command, small: Path) -> None:
    result = obversi("lab", "all", "--quick", "--rules", "reversed")
    assert result.exit_code == 0
    assert "reversed rules, 8×8, 100 tosses" in result.stdout
    assert "reversed rules, 8×8, 4 doors" in result.stdout
    assert "lab-results/index.html: a page about 2 results\n" in result.stdout
    assert (small / "lab-results" / "index.html").read_text().count("<svg") == 2
    smaller = obversi("lab", "all", "--size", "6", "--games", "3", "--quick", "--out", "smaller")
    assert smaller.stderr == "doors is left out: it is not for 6×6\n"
    assert "6×6, 2 tosses" in smaller.stdout
    assert "a page about 1 result\n" in smaller.stdout


def test_list_prints_what_was_made(obversi: Command) -> None:
    result = obversi("lab", "list")
    assert "Do coins fall on both sides?" in result.stdout
    assert "1,000" in result.stdout
    obversi("lab", "run", "doors")
    first, second = map(json.loads, obversi("lab", "list", "--json").stdout.splitlines())
    assert first == {
        "name": "coins",
        "title": "Coins & their sides",
        "question": "Do coins fall on both sides?",
        "report": "R2, 9.1",
        "games": 1000,
        "unit": "tosses",
        "rules": ["normal", "reversed"],
        "sizes": [4, 6, 8],
        "seconds": 10,
        "made": "",
    }
    assert second["made"] == "in 0 s"


def test_page_is_about_the_stored_results(obversi: Command, small: Path) -> None:
    obversi("lab", "run", "coins", "doors", "--rules", "reversed")
    steps = small / "lab-results" / "doors.steps.jsonl"
    steps.write_text(steps.read_text().replace('"version": "', '"version": "0.'))
    (small / "lab-results" / "index.html").unlink()
    result = obversi("lab", "page")
    assert result.stdout == "lab-results/index.html: a page about 1 result\n"
    assert result.stderr.startswith("left out of the page: ")
    assert "Coins" in (small / "lab-results" / "index.html").read_text()
    assert "not readable" in " ".join(obversi("lab", "list").stdout.split())


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["run"], "NAME"),
        (["run", "coinz"], "there is no experiment 'coinz': did you mean 'coins'?"),
        (["run", "coins", "elephant"], "'elephant': expected coins or doors"),
        (["run", "doors", "--size", "6"], "'doors' says nothing about 6×6: expected 8×8"),
        (["run", "coins", "--size", "5"], "'5'"),
        (["run", "coins", "--rules", "misere"], "misere"),
        (["run", "coins", "--games", "0"], "'--games': '0' is not a whole number from 1"),
        (["run", "coins", "--threads", "0"], "'--threads': '0' is not a whole number from 1"),
        (["run", "coins", "--out", "file"], "file"),
        (["run", "coins", "--out", "file/inside"], "results cannot be stored in file/inside"),
        (["all", "--games", "some"], "some"),
        (["page"], "lab-results has no finished results: obversi lab run makes some"),
        (["page", "--out", "missing"], "missing has no finished results"),
    ],
)
def test_wrong_input_is_one_line(
    obversi: Command, small: Path, arguments: list[str], named: str
) -> None:
    (small / "file").touch()
    result = obversi("lab", *arguments)
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert line.startswith("obversi: ")
    assert named in line
    assert measured == []
    assert not (small / "lab-results").exists()


def test_without_matplotlib_the_page_says_why_there_are_no_figures(
    obversi: Command, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = small / "lab-results" / "index.html"
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "matplotlib", None)
        for arguments in (["run", "coins"], ["all"], ["page"]):
            result = obversi("lab", *arguments)
            assert result.exit_code == 0
            assert "lab-results/index.html: a page about" in result.stdout
            text = unescape(page.read_text())
            assert "drawing needs Matplotlib, which is not installed." in text
            assert "<svg" not in text
            if arguments != ["page"]:
                [line] = result.stderr.splitlines()
                assert line.startswith("obversi: figures are left out: drawing needs Matplotlib")
                assert line.endswith("`obversi lab page` adds them")
    done = len(measured)
    assert obversi("lab", "page").exit_code == 0
    assert "<svg" in page.read_text()
    assert "Matplotlib" not in page.read_text()
    assert len(measured) == done


def test_other_commands_do_not_wait_for_the_laboratory() -> None:
    program = "import sys, obversi.cli; print([m for m in sys.modules if 'obversi.lab' in m])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_every_command_of_the_laboratory_is_there(obversi: Command) -> None:
    commands = lab_command.list_commands(click.Context(lab_command))
    assert len(commands) == 10
    for name in commands:
        assert f"Usage: obversi lab {name} " in obversi("lab", name, "--help").stdout
