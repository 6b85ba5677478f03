"""Submissions: found in a folder, checked and copied, with safe names."""

import os
import zipfile
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from class_agents import agent
from hypothesis import given, strategies as st

from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.submission import Submission, read_submission
from obversi.errors import ObversiError
from obversi.judge import submissions
from obversi.judge.folder import ContestFolder
from obversi.judge.record import Student
from obversi.judge.roster import read_roster
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
    copies = {path.name for path in folder.files.iterdir()}
    assert copies == {student.copy for student in students if not student.problem}
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
        "carl",
        "carl/my agent.py",
        sha256(GOOD.encode()).hexdigest(),
        copy="carl.py",
        notes=("only its Python files are used, without notes.txt",),
    )
    assert students["dora"].problem == "there is no Python file (.py) in the folder"
    assert students["emil"].problem == (
        "2 of its files have a class 'AI', and only one can be played: one.py, two.py"
    )
    assert not students["李小龙"].problem


def test_whatever_is_handed_in_has_a_row_with_what_to_do(
    class_of: Callable[..., Path], course: CoursePreset
) -> None:
    files = class_of(anna=GOOD)
    with zipfile.ZipFile(files / "bob.zip", "w") as archive:
        archive.writestr("project/AI.py", "from helper import x\n" + GOOD)
        archive.writestr("project/helper.py", "x = 1")
        archive.writestr("project/report.pdf", "%PDF")
    (files / "cleo.ipynb").write_text("{}")
    (files / "dan.rar").write_bytes(b"Rar!")
    (files / "eve.zip").write_bytes(b"no zip")
    (files / "fay.docx").write_bytes(b"PK")
    (files / "gus").write_bytes(b"?")
    (files / "hal.PY").write_text(GOOD)
    (files / "rules.toml").write_text("")
    (files / "Thumbs.db").write_text("")
    students = all_taken(files, course)
    assert list(students) == ["anna", "bob", "cleo", "dan", "eve", "fay", "gus", "hal"]
    bob = students["bob"]
    assert (bob.file, bob.copy, bob.problem) == ("bob.zip/project/AI.py", "bob.zip", "")
    assert bob.notes == ("only its Python files are used, without project/report.pdf",)
    assert not students["hal"].problem
    for name, problem in {
        "cleo": "it is a notebook, not a Python file",
        "dan": "it is a RAR archive, not a Python file",
        "eve": "the zip cannot be read: BadZipFile: File is not a zip file",
        "fay": "it is a Word document, not a Python file",
        "gus": "it is of no known kind, not a Python file",
    }.items():
        assert students[name].problem == problem
        assert students[name].advice


def test_a_roster_names_all_students(class_of: Callable[..., Path], course: CoursePreset) -> None:
    files = class_of(**{"Anna Li_4711_assignsubmission_file_agent": GOOD, "12": GOOD, "x": GOOD})
    (files / "Max Meier_late").mkdir()
    (files / "Max Meier_late" / "a.py").write_text(GOOD)
    (files / "13.py").write_text(GOOD)
    (files / "13.zip").write_bytes(b"")
    roster = read_roster(roster_file(files.parent))
    folder = ContestFolder(files.parent / "results")
    found = find_submissions(files, folder.path, roster)
    students = {one.name: inspect_submission(one, course) for one in found}
    assert list(students) == ["Anna_Li", "owl", "Max_Meier", "Ida", "No_One", "x"]
    anna = students["Anna_Li"]
    assert (anna.id, anna.file) == ("4711", "Anna Li_4711_assignsubmission_file_agent.py")
    assert (anna.penalty_points, anna.penalty_share) == (5.0, 0.0)
    assert anna.columns == {
        "id": "4711",
        "name": "Anna Li",
        "alias": "",
        "Penalty": "5",
        "Email": "a@x.org",
    }
    assert (students["owl"].file, students["owl"].penalty_share) == ("12.py", 0.1)
    assert students["Max_Meier"].file == "Max Meier_late/a.py"
    assert students["Ida"].problem == "2 things were handed in: 13.py, 13.zip"
    assert students["No_One"].problem == "nothing was handed in"
    assert "15" in students["No_One"].advice
    assert students["x"].notes == ("x.py has no id or name of the roster",)


def roster_file(folder: Path) -> Path:
    path = folder / "roster.csv"
    path.write_text(
        "\ufeffid,name,alias,Penalty,Email\n4711,Anna Li,,5,a@x.org\n12,Bo,owl,10%,b@x.org\n"
        "14,Max Meier\n13,Ida\n\n15,No One,,,\n",
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is empty"),
        ("name,mail\nAnna,x\n", "no column 'id' in its first line: name, mail"),
        ("id\n", "no student"),
        ("id,name\n1,a\n1,b\n", "line 3: the id '1' is there twice"),
        ("id;penalty\n1;ten\n", "'ten' is not a penalty"),
        ("id,penalty\n1,-5\n", "'-5' is not a penalty"),
        ("id,penalty\n1,200%\n", "'200%' is not a penalty"),
        ("id,name\n,a\n", "line 2: the id is missing"),
        ("id,name\n1,a,b\n", "line 2: it has 3 cells, and there are 2 columns"),
        ("id,id\n1,2\n", "two columns have the same name"),
        ('id,name\n1,"a\n', "this is not CSV"),
        ("id\n\udcff\n", "not a text in UTF-8"),
    ],
)
def test_a_roster_that_cannot_be_read(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ObversiError) as caught:
        read_roster(path)
    assert words in str(caught.value)
    assert "roster.csv" in str(caught.value)


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
    (files / "d.zip").write_bytes(b"no zip" * 200_000)
    found = find_submissions(files, files / "results")[3]
    first = inspect_submission(found, course)
    (files / "d.zip").write_bytes(b"no pip" * 200_000)
    assert first.problem == inspect_submission(found, course).problem
    assert first != inspect_submission(found, course)
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
