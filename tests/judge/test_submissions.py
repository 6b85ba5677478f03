"""What students hand in, of all kinds."""

import os
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from class_agents import agent

from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.submission import Submission, read_submission
from obversi.errors import ObversiError
from obversi.judge import submissions
from obversi.judge.folder import ContestFolder
from obversi.judge.student import Student
from obversi.judge.submissions import handed_in, looked_at, taken

GOOD = agent("0")


def all_taken(files: Path, course: CoursePreset) -> dict[str, Student]:
    folder = ContestFolder(files.parent / "results")
    folder.files.mkdir(parents=True)
    found = handed_in(files, folder.path)
    students = [taken(one, course, folder) for one in found]
    copies = {path.stem for path in folder.files.iterdir()}
    assert copies == {student.name for student in students if not student.problem}
    return {student.name: student for student in students}


def test_one_strange_file_keeps_nobody_from_being_judged(
    class_of: Callable[..., Path], course: CoursePreset, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(path: Path, preset: CoursePreset) -> Submission:
        if path.stem == "bob":
            raise RuntimeError("nobody thought of that")
        return read_submission(path, preset)

    monkeypatch.setattr(submissions, "read_submission", read)
    students = all_taken(class_of(anna=GOOD, bob=GOOD), course)
    assert students["bob"].problem == "it cannot be read: RuntimeError: nobody thought of that"
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
        "there are 2 Python files, and only one can be played: one.py, two.py"
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


def test_a_name_that_is_no_text_is_no_obstacle(
    class_of: Callable[..., Path], course: CoursePreset
) -> None:
    files = class_of()
    odd = os.fsencode(files) + b"/b\xff.py"
    with open(odd, "w") as file:  # noqa: PTH123 - a path is no bytes
        file.write(GOOD)
    students = all_taken(files, course)
    assert students["b"].file == "b\ufffd.py"
    assert not students["b"].problem


def test_what_cannot_be_played_is_a_row_and_no_stop(
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
    before = [looked_at(one, course) for one in handed_in(files, files / "results")]
    (files / "a.py").write_text("x = 2")
    after = [looked_at(one, course) for one in handed_in(files, files / "results")]
    assert before[1:] == after[1:]
    assert before[0] != after[0]
    larger = replace(course, file_kb=4000)
    assert looked_at(handed_in(files, files / "results")[2], larger) != before[2]


def test_results_of_contests_are_no_students(class_of: Callable[..., Path]) -> None:
    files = class_of(a=GOOD)
    for name in ("results", "last week", "sly"):
        (files / name).mkdir()
        (files / name / "contest.json").write_text("{}")
    for name in ("results", "sly"):
        (files / name / "agent.py").write_text(GOOD)
    assert [one.name for one in handed_in(files, files / "results")] == ["a", "sly"]


@pytest.mark.parametrize("name", ["empty", "missing"])
def test_a_folder_without_files_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ObversiError, match=name):
        handed_in(tmp_path / name, tmp_path / "results")
