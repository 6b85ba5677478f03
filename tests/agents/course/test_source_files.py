"""Submissions of several files: folders and zips, their main file, and what is rejected."""

import io
import json
import struct
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from class_agents import agent

from obversi.agents.agent import AgentFailureError, FailureKind
from obversi.agents.course.course_agent import CourseAgent
from obversi.agents.course.preset import CoursePreset, read_preset
from obversi.agents.course.source_checks import SubmissionError
from obversi.agents.course.source_files import zip_bytes
from obversi.agents.course.submission import read_submission
from obversi.board import Board

PRESET = read_preset("cs303")
GOOD = agent("row")
SPLIT = "from squares import score_of\n" + agent("score_of(row, col)")
SQUARES = "def score_of(row, col):\n    return row\n"


def in_folder(place: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = place / "anna" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return place / "anna"


def in_zip(place: Path, files: dict[str, str]) -> Path:
    path = place / "anna.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


@pytest.mark.parametrize("made", [in_folder, in_zip])
def test_one_python_file_among_others_is_the_submission(
    tmp_path: Path, made: Callable[[Path, dict[str, str]], Path]
) -> None:
    files = {
        "work/agent.py": GOOD,
        "report.pdf": "%PDF",
        "__MACOSX/._agent.py": "",
        ".git/a.py": "",
    }
    found = read_submission(made(tmp_path, files), PRESET)
    assert (found.name, found.data, found.files) == ("anna", GOOD.encode(), {})
    assert found.left_out == ("report.pdf",)


@pytest.mark.parametrize("made", [in_folder, in_zip])
@pytest.mark.parametrize(
    ("files", "main"),
    [
        ({"a.py": SPLIT, "squares.py": SQUARES}, "a.py"),
        ({"p/my agent.py": SPLIT, "p/squares.py": SQUARES, "test.py": "x ="}, "p/my agent.py"),
        ({"main.py": GOOD, "older.py": GOOD}, "main.py"),
        ({"AI.py": GOOD, "AI_old.py": GOOD}, "AI.py"),
    ],
)
def test_the_file_with_the_class_is_the_main_one(
    tmp_path: Path,
    made: Callable[[Path, dict[str, str]], Path],
    files: dict[str, str],
    main: str,
) -> None:
    found = read_submission(made(tmp_path, files), PRESET)
    assert found.main == main
    assert {name: data.decode() for name, data in found.files.items()} == files
    # The copy is a zip that is read as the same submission.
    copy = tmp_path / "copy.zip"
    copy.write_bytes(found.data)
    again = read_submission(copy, PRESET)
    assert (again.main, again.files, again.sha256) == (found.main, found.files, found.sha256)


@pytest.mark.parametrize(
    ("files", "words", "advice"),
    [
        ({"one.py": GOOD, "two.py": GOOD}, "2 of its files have a class 'AI'", "main.py"),
        ({"one.py": "x = 1", "two.py": "y = 1"}, "none of its 2 Python files", "class AI"),
        ({"one.py": GOOD.replace("AI", "Me"), "two.py": ""}, "is called 'Me'", "Call it AI"),
        ({"a.py": SPLIT, "squares.py": "import os\n" + SQUARES}, "squares.py: line 1", "without"),
        ({"a.txt": GOOD}, "there is no Python file", "Hand in a Python file"),
        ({"a.ipynb": "{}"}, "there is no Python file", "nbconvert"),
        ({"inner.zip": "PK"}, "there is no Python file", "what is inside inner.zip"),
        ({"a.py": GOOD, "b.py": "#" * 600_000}, "larger than the 512 KB", "code only"),
        ({f"f{number}.py": "" for number in range(101)}, "more than 100", "only the files"),
    ],
)
@pytest.mark.parametrize("made", [in_folder, in_zip])
def test_what_cannot_be_played_says_what_to_do(
    tmp_path: Path,
    made: Callable[[Path, dict[str, str]], Path],
    files: dict[str, str],
    words: str,
    advice: str,
) -> None:
    path = made(tmp_path, files)
    with pytest.raises(SubmissionError) as caught:
        read_submission(path, PRESET)
    # A single file in a folder has the limit of its own.
    assert words in str(caught.value) or "b.py: it is" in str(caught.value)
    assert advice in caught.value.advice


@pytest.mark.parametrize(
    "name", ["../agent.py", "/etc/agent.py", "a/../../agent.py", "C:\\agent.py", "..\\agent.py"]
)
def test_a_path_that_leads_out_of_the_zip(tmp_path: Path, name: str) -> None:
    with pytest.raises(SubmissionError, match="unusual path") as caught:
        read_submission(in_zip(tmp_path, {name: GOOD}), PRESET)
    assert caught.value.kind == FailureKind.FORBIDDEN
    assert not (tmp_path.parent / "agent.py").exists()


def test_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text(GOOD)
    folder = in_folder(tmp_path, {"readme.txt": ""})
    (folder / "agent.py").symlink_to(tmp_path / "secret.py")
    with pytest.raises(SubmissionError, match=r"agent.py is a link"):
        read_submission(folder, PRESET)
    link = zipfile.ZipInfo("agent.py")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "link.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(SubmissionError, match=r"agent.py is a link"):
        read_submission(tmp_path / "link.zip", PRESET)


@pytest.mark.long
def test_a_zip_that_would_fill_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("agent.py", b"#" * (200 << 20))
    assert path.stat().st_size < 1 << 20
    with pytest.raises(SubmissionError, match="larger than the 512 KB"):
        read_submission(path, PRESET)
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as archive:
        for number in range(3000):
            archive.writestr(f"{number}.txt", "")
    path.write_bytes(many.getvalue())
    with pytest.raises(SubmissionError, match="more than 2000 files"):
        read_submission(path, PRESET)


def test_zips_that_are_damaged_encrypted_or_unusual(tmp_path: Path) -> None:
    path = in_zip(tmp_path, {"agent.py": GOOD})
    whole = path.read_bytes()
    entry = whole.index(b"PK\x01\x02")
    encrypted = bytearray(whole)
    struct.pack_into("<H", encrypted, entry + 8, 1)
    for data, words in (
        (b"", "cannot be read"),
        (b"not a zip", "cannot be read"),
        (whole[: len(whole) // 2], "cannot be read"),
        (whole.replace(whole[60:80], b"\xff" * 20), "cannot be read"),
        (bytes(encrypted), "password"),
    ):
        path.write_bytes(data)
        with pytest.raises(SubmissionError, match=words):
            read_submission(path, PRESET)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("agent.py", GOOD)
    with pytest.raises(SubmissionError, match="unusual compression"):
        read_submission(path, PRESET)


@pytest.mark.parametrize(("suffix", "kind"), [("ipynb", "a notebook"), ("rar", "a RAR archive")])
def test_other_kinds_are_rejected_by_name(tmp_path: Path, suffix: str, kind: str) -> None:
    path = tmp_path / f"agent.{suffix}"
    path.write_text(json.dumps({"cells": []}))
    with pytest.raises(SubmissionError, match=kind) as caught:
        read_submission(path, PRESET)
    assert ".py" in caught.value.advice or "nbconvert" in caught.value.advice


def played(path: Path, preset: CoursePreset = PRESET) -> str:
    preset = replace(preset, move_seconds=2.0, size=6)
    playing = CourseAgent(read_submission(path, preset), preset)
    try:
        return str(playing.choose(Board(6, "reversed")))
    finally:
        playing.close()


def test_files_import_each_other_in_the_sandbox(tmp_path: Path) -> None:
    packed = {
        "p/main.py": "from search.squares import score_of\nimport p.search\n"
        + agent("score_of(row, col)"),
        "p/search/__init__.py": "",
        "p/search/squares.py": "from .more import factor\n"
        "def score_of(row, col):\n    return factor * row\n",
        "p/search/more.py": "factor = -1\n",
    }
    assert played(in_zip(tmp_path, packed)) == played(
        in_folder(tmp_path / "one", {"a.py": agent("-row")})
    )


def test_imports_of_other_files_obey_the_course_too(tmp_path: Path) -> None:
    hidden = "name = 'o' + 's'\n__import__(name)\n" + SQUARES
    with pytest.raises(AgentFailureError, match="'os', which the course forbids"):
        played(in_zip(tmp_path, {"main.py": SPLIT, "squares.py": hidden}))


def test_an_error_in_another_file_names_it(tmp_path: Path) -> None:
    broken = "def score_of(row, col):\n    return row / 0\n"
    with pytest.raises(AgentFailureError) as caught:
        played(in_zip(tmp_path, {"main.py": SPLIT, "squares.py": broken}))
    assert "squares.py, line 2, in score_of" in getattr(caught.value, "details", "")


def test_a_zip_of_the_same_files_has_the_same_bytes() -> None:
    assert zip_bytes({"a.py": b"1", "b.py": b"2"}) == zip_bytes({"b.py": b"2", "a.py": b"1"})
