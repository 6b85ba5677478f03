"""Submissions: found in a folder, checked and copied, with safe names."""

import os
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from class_agents import agent
from hypothesis import given
from hypothesis import strategies as st

from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.submission import Submission, read_submission
from obversi.errors import ObversiError
from obversi.judge import submissions
from obversi.judge.folder import ContestFolder
from obversi.judge.record import Student
from obversi.judge.submissions import (
    copy_submission,
    find_submissions,
    inspect_submission,
    safe_name,
    unique_names,
)

GOOD = agent("0")


def all_taken(files: Path, course: CoursePreset) -> dict[str, Student]:
    folder = ContestFolder(files.parent / "results")
    folder.files.mkdir(parents=True)
    found = find_submissions(files, folder.path)
    students = [copy_submission(one, course, folder) for one in found]
    copies = {path.stem for path in folder.files.iterdir()}
    assert copies == {student.name for student in students if not student.problem}
    return {student.name: student for student in students}


def test_a_strange_file_does_not_stop_the_contest(
    class_of: Callable[..., Path], course: CoursePreset, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(path: Path, preset: CoursePreset) -> Submission:
        if path.stem == "bob":
            raise RuntimeError("an unexpected error")
        return read_submission(path, preset)

    monkeypatch.setattr(submissions, "read_submission", read)
    students = all_taken(class_of(anna=GOOD, bob=GOOD), course)
    assert students["bob"].problem == "it cannot be read: RuntimeError: an unexpected error"
    assert not students["anna"].problem


def test_files_and_folders_of_students_are_found(
    class_of: Callable[..., Path], course: CoursePreset
) -> None:
    files = class_of(anna=GOOD, Bob=GOOD)
    for name in ("carl", "dora", "emil", "__pycache__", ".git", "李小龙"):
        (files / name).mkdir()
    (files / "carl" / "my agent.py").write_text(GOOD)
    (files / "carl" / "notes.txt").write_text("what I did")
    (files / "emil" / "one.py").write_text(GOOD)
    (files / "emil" / "two.py").write_text(GOOD)
    (files / "李小龙" / "ai.py").write_text(GOOD)
    (files / ".hidden.py").write_text(GOOD)
    (files / "readme.md").write_text("our class")
    students = all_taken(files, course)
    assert list(students) == ["anna", "Bob", "carl", "dora", "emil", "李小龙"]
    assert students["carl"] == Student(
        "carl", "carl/my agent.py", sha256(GOOD.encode()).hexdigest()
    )
    assert students["dora"].problem == "there is no Python file (.py) in the folder"
    assert students["emil"].problem == (
        "there are 2 Python files, but only one can be played: one.py, two.py"
    )
    assert not students["李小龙"].problem


def test_names_that_are_alike_or_unsafe_get_names_of_their_own(
    class_of: Callable[..., Path], course: CoursePreset
) -> None:
    files = class_of(ai=GOOD, AI=GOOD)
    (files / "a i").mkdir()
    (files / "a i" / "a i.py").write_text(GOOD)
    (files / "a:i.py").write_text(GOOD)
    assert list(all_taken(files, course)) == ["a_i", "a_i-2", "AI", "ai-2"]


def test_a_file_name_that_is_not_utf8(class_of: Callable[..., Path], course: CoursePreset) -> None:
    files = class_of()
    odd = os.fsencode(files) + b"/b\xff.py"
    with open(odd, "w") as file:  # noqa: PTH123 - a path is no bytes
        file.write(GOOD)
    students = all_taken(files, course)
    assert students["b"].file == "b\ufffd.py"
    assert not students["b"].problem


def test_unplayable_files_are_problems_of_students(
    class_of: Callable[..., Path], course: CoursePreset, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.py"
    secret.write_text(GOOD)
    files = class_of(
        broken="def go(:",
        empty="",
        forbidden="import os\n" + GOOD,
        large="#" * 2_000_000,
        no_class="x = 1",
        right=GOOD,
        wrong=GOOD.replace("chessboard_size, color, time_out", "color"),
    )
    (files / "link.py").symlink_to(secret)
    (files / "nowhere.py").symlink_to(tmp_path / "nowhere")
    (files / "folder.py").mkdir()
    (files / "linked").symlink_to(tmp_path)
    (files / "binary.py").write_bytes(b"\x00\x01\xff")
    os.mkfifo(files / "pipe.py")
    students = all_taken(files, course)
    problems = {name: student.problem for name, student in students.items()}
    assert not problems.pop("right")
    for name, word in {
        "broken": "line 1",
        "empty": "AI",
        "forbidden": "os",
        "large": "KB",
        "no_class": "AI",
        "wrong": "__init__",
        "link": "link",
        "nowhere": "link",
        "binary": "NUL",
        "pipe": "pipe",
        "folder.py": "no Python file",
        "linked": "it is a link to a folder",
    }.items():
        assert word in problems.pop(name), name
    assert not problems
    assert not any("\n" in student.problem for student in students.values())


def test_a_file_that_changes_is_noticed_even_if_it_cannot_be_played(
    class_of: Callable[..., Path], course: CoursePreset
) -> None:
    files = class_of(a="x = 1", b="y = 1", c="#" * 2_000_000)
    before = [inspect_submission(one, course) for one in find_submissions(files, files / "results")]
    (files / "a.py").write_text("x = 2")
    after = [inspect_submission(one, course) for one in find_submissions(files, files / "results")]
    assert before[1:] == after[1:]
    assert before[0] != after[0]
    larger = replace(course, file_kb=4000)
    assert inspect_submission(find_submissions(files, files / "results")[2], larger) != before[2]


def test_results_of_contests_are_no_students(class_of: Callable[..., Path]) -> None:
    files = class_of(a=GOOD)
    for name in ("results", "last week", "sly"):
        (files / name).mkdir()
        (files / name / "contest.json").write_text("{}")
    for name in ("results", "sly"):
        (files / name / "agent.py").write_text(GOOD)
    assert [one.name for one in find_submissions(files, files / "results")] == ["a", "sly"]


@pytest.mark.parametrize("name", ["empty", "missing"])
def test_a_folder_without_files_is_rejected(name: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ObversiError, match=name):
        find_submissions(tmp_path / name, tmp_path / "results")


@pytest.mark.parametrize(
    ("written", "safe"),
    [
        ("anna", "anna"),
        ("李小龙", "李小龙"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),  # the same letter, written as two
        ("José María", "José_María"),
        ("../../etc/passwd", "etc_passwd"),
        ("a:b=c", "a_b_c"),
        ("<script>alert(1)</script>", "script_alert_1_script"),
        ("=1+1", "1_1"),
        ("-rf", "rf"),
        (".hidden", "hidden"),
        ("🙂", "student"),
        ("", "student"),
        ("a\udcff", "a"),  # a byte that is no UTF-8
        ("\u202eevil", "evil"),  # would be shown from right to left
        ("x" * 300, "x" * 60),
        ("अनुष्का", "अनुष्का"),
    ],
)
def test_a_name_is_safe(written: str, safe: str) -> None:
    assert safe_name(written) == safe


@given(st.lists(st.text(max_size=80), max_size=12))
def test_names_are_safe_and_no_two_are_alike(texts: list[str]) -> None:
    names = unique_names(texts)
    assert len({name.casefold() for name in names}) == len(texts)
    for name in names:
        assert name == safe_name(name)
        assert len(name.encode()) < 200


def test_a_number_that_someone_has_is_not_given_again() -> None:
    assert unique_names(["a", "a-2", "A"]) == ["a", "a-2", "A-3"]
