"""What Numba has compiled, carried from one process of a submission to the next."""

import base64
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from class_agents import agent

from obversi.agents.course.compiled import compiled_files, compiled_zip, read_compiled
from obversi.agents.course.preset import read_preset
from obversi.agents.course.process import CourseProcess
from obversi.agents.course.submission import read_submission
from obversi.board import Board
from obversi.color import BLACK

PRESET = replace(read_preset("cs303"), size=4, move_seconds=30.0, load_seconds=60.0)

NUMBA = (
    "from numba import njit\n\n"
    "@njit(cache=True)\ndef score_of(row, col):\n    return row - col\n"
    + agent("score_of(row, col)").replace(
        "def go(self, chessboard):", "def go(self, chessboard):\n        self.rest(chessboard)"
    )
    + "\n    def rest(self, chessboard):\n        score_of(1, 2)\n"
    "        print('hits', sum(score_of.stats.cache_hits.values()))\n"
)


def played(path: Path, compiled: Mapping[str, bytes]) -> tuple[str, dict[str, bytes]]:
    """Play a move; return what it printed, and what it has compiled."""
    submission = replace(read_submission(path, PRESET), compiled=compiled)
    process = CourseProcess(submission, PRESET)
    try:
        process.construct(4, BLACK, PRESET.move_seconds)
        answer = process.go(Board(4, "reversed"), PRESET.move_seconds)
        return answer.output, process.compiled()
    finally:
        process.end()


@pytest.mark.long
@pytest.mark.long
def test_the_next_process_does_not_compile_again(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_text(NUMBA)
    first, compiled = played(path, {})
    assert "hits 0" in first
    assert {Path(name).suffix for name in compiled} == {".nbi", ".nbc"}
    stored = tmp_path / "compiled.zip"
    stored.write_bytes(compiled_zip(compiled))
    assert read_compiled(stored) == compiled
    second, again = played(path, read_compiled(stored))
    assert "hits 1" in second
    assert again == compiled
    # Also of a file in a folder of several.
    several = tmp_path / "several"
    (several / "inner").mkdir(parents=True)
    (several / "inner" / "main.py").write_text(NUMBA)
    (several / "other.py").write_text("")
    assert "hits 1" in played(several, played(several, {})[1])[0]
    # Another file of the same name has no use for it.
    path.write_text(NUMBA.replace("row - col", "col - row * 2"))
    assert "hits 0" in played(path, compiled)[0]


def test_a_file_without_numba_gets_no_request(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_text(agent("row"))
    assert played(path, {})[1] == {}


def answers(header: object, contents: bytes = b"", **changes: object) -> dict[str, bytes]:
    data = json.dumps(header).encode() + b"\n" + contents

    def ask(begin: int) -> dict[str, Any]:
        part = base64.b64encode(data[begin : begin + 10]).decode()
        return {"part": part, "total": len(data), **changes}

    return compiled_files(ask)


def test_parts_are_put_together() -> None:
    files = {"0/b.f-1.py311.nbi": b"0123456789" * 3, "12/c.nbc": b""}
    header = [(name, len(data)) for name, data in files.items()]
    assert answers(header, b"".join(files.values())) == files


@pytest.mark.parametrize(
    "found",
    [
        lambda: answers([("0/../a.nbi", 1)], b"x"),
        lambda: answers([("/etc/a.nbi", 1)], b"x"),
        lambda: answers([("a/../b.nbi", 1)], b"x"),
        lambda: answers([("a.py", 1)], b"x"),
        lambda: answers([("0/a.nbi\n", 1)], b"x"),
        lambda: answers([("0/a.nbi", 5)], b"x"),
        lambda: answers([("0/a.nbi", -1)], b"x"),
        lambda: answers([(f"0/{number}.nbi", 0) for number in range(501)]),
        lambda: answers("text"),
        lambda: answers(7),
        lambda: answers([("0/a.nbi", 1)], b"x", total=1 << 40),
        lambda: answers([("0/a.nbi", 1)], b"x", total="7"),
        lambda: answers([("0/a.nbi", 1)], b"x", part="?"),
        lambda: answers([("0/a.nbi", 1)], b"x", part=""),
        lambda: compiled_files(lambda _: {}),
    ],
)
def test_whatever_else_a_process_sends_is_nothing(found: Any) -> None:
    assert found() == {}


def test_stored_files_that_are_damaged_are_not_used(tmp_path: Path) -> None:
    path = tmp_path / "compiled.zip"
    assert read_compiled(path) == {}
    path.write_bytes(b"no zip")
    assert read_compiled(path) == {}
    path.write_bytes(compiled_zip({"../a.nbi": b"x", "agent.py": b"x", "0/b.nbi": b"x"}))
    assert read_compiled(path) == {"0/b.nbi": b"x"}
