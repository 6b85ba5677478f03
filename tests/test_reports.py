"""The page about the five reports: every part has a row, and every command and call of it runs."""

import inspect
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from course_texts import QUICK_COURSE

import obversi as ob
from obversi import lab, textbook
from obversi.agents import make_agent
from obversi.cli import main

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")

# The parts of each report, as the first words of their rows.
PARTS = {
    "R0": "state, search, evaluation, adjusted matrix, original matrix, experiment 1, "
    "experiment 2, wished for: mobility, wished for: speed",
    "R1": "play: server, play: client, board, pieceValue, diskSquares, frontierValue, cornerValue, "
    "cornerCloseness, mobilityValue, total",
    "R2": "environment, 2.2.1, 2.2.2, 2.2.3, judge interface, search: deepening, "
    "search: Double-Alpha Maximax, search: the end, depth reached, evaluation 1, evaluation 2, "
    "performance model 1, performance model 2, performance model 3, performance model 4, tuning, "
    "how it was tuned, 4.1.1, 4.1.2, 4.1.3, 4.2, 4.3, wished for: MCTS, wished for: book, "
    "wished for: learning",
    "R3": "search, parity, stability, corners, mobility, total, experiment",
    "R4": "cell utility, disc parity, mobility, experiment",
}


def _rows() -> list[tuple[str, ...]]:
    """Return the report and the cells of each row with a command."""
    found = []
    for section in PAGE.split("\n## ")[1:]:
        for line in section.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            if len(cells) == 5 and cells[2].startswith("`obversi"):
                found.append((section[:2], *cells))
    return found


ROWS = _rows()


def test_every_part_has_one_row() -> None:
    for report, parts in PARTS.items():
        names = [row[1] for row in ROWS if row[0] == report]
        expected = parts.split(", ")
        assert len(names) == len(expected), report
        for name, part in zip(names, expected, strict=True):
            assert name.startswith(part)


def test_every_experiment_is_on_the_page_with_its_verdicts() -> None:
    named = {row[3].split()[-1].strip("`") for row in ROWS if " lab run " in row[3]}
    assert named == set(lab.EXPERIMENTS)
    links = set(re.findall(r"results\.html#([\w-]+)", PAGE))
    assert links >= named
    assert "@" not in PAGE.replace("mail@", "")


def test_numbers_are_those_of_the_results() -> None:
    """Numbers with a decimal point, in cells that link to one section."""
    page = (ROOT / "src" / "obversi" / "lab" / "results.html").read_text(encoding="utf-8")
    cells = [cell for line in PAGE.splitlines() for cell in line.split(" | ")]
    checked = 0
    for cell in cells:
        names = set(re.findall(r"results\.html#([\w-]+)", cell))
        if len(names) != 1:
            continue
        section = page.partition(f'<section id="{names.pop()}">')[2].partition("</section>")[0]
        said = re.sub(r"\(\.\./.*?\)", "", cell)
        for number in re.findall(r"\b\d+\.\d+\b(?!\.)", said):
            assert number in section, cell
            checked += 1
    assert checked >= 15


@pytest.mark.long
@pytest.mark.parametrize("command", sorted({row[3].strip("`") for row in ROWS}))
def test_commands_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = shlex.split(command)[1:]
    if words[0] == "serve":
        _serve(words, tmp_path)
        return
    if words[:2] == ["judge", "check"]:
        (tmp_path / "quick.toml").write_text(QUICK_COURSE)
        words += ["--preset", str(tmp_path / "quick.toml")]
    elif words[:2] == ["lab", "run"]:
        words += ["--games", "2", "--size", "4", "--threads", "1", "--out", str(tmp_path / "lab")]
    elif words[:2] == ["lab", "tune"]:
        words += ["--generations", "1", "--games", "4", "--population", "4", "--size", "4"]
        words += ["--solved", "4", "--out", str(tmp_path / "study")]
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(main, words, input="quit\n")
    assert result.exit_code == 0, result.output


def _serve(words: list[str], folder: Path) -> None:
    """Start the server, and stop it as soon as it listens."""
    arguments = [sys.executable, "-m", "obversi", *words, "--port", "0", "--db", str(folder / "db")]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        server.terminate()
    assert "127.0.0.1" in first


@pytest.mark.few_cases(7)
@pytest.mark.parametrize("call", sorted({row[4].strip("`") for row in ROWS}))
def test_calls_run(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = ob.Board(rules="reversed")
    names: dict[str, Any] = {"ob": ob, "board": board, "textbook": textbook, "lab": lab}
    names["make_agent"] = make_agent
    if call.endswith('"]()'):  # the command of the row runs it
        assert isinstance(eval(call.removesuffix("()"), names), lab.Experiment)
        return
    if call.startswith("lab.tune("):  # likewise
        names["lab"] = type("Lab", (), {"tune": inspect.signature(lab.tune).bind})
    monkeypatch.chdir(ROOT)
    assert eval(call, names) is not None or call.endswith("outcome()")
