"""The folder of a contest."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from obversi.agents.course.preset import CoursePreset
from obversi.errors import ObversiError
from obversi.judge.folder import ContestFolder
from obversi.judge.record import ContestRecord, Student
from obversi.judge.usability import BoardResult, Usability

ANNA = Student("anna", "anna.py", "12ab")
USABILITY = Usability(
    (
        BoardResult("the start", "---X O", "", True, "all right", 0.25, 12.5, candidates=("d3",)),
        BoardResult(
            *("a pass", "---- X", "d3 pass", False, "it hung"),
            timed_out=True,
            failure="hang",
            details="line 3\nline 4",
            output="<b>\x1b[31m",
        ),
    ),
    ("process", "limits"),
    0.5,
)


def record(course: CoursePreset) -> ContestRecord:
    students = (ANNA, Student("bob", "bob/Ä.py", problem="it is a link"))
    return ContestRecord(
        *(course, students, "class", "2026-01-02", "0.1.0", "here", 2, ("process",)),
        missing={"cgroup": "no right to"},
    )


def test_written_files_are_read_again(tmp_path: Path, course: CoursePreset) -> None:
    folder = ContestFolder(tmp_path)
    assert not folder.has_contest()
    assert folder.read_usability(ANNA) is None
    folder.write_record(record(course))
    folder.write_usability(ANNA, USABILITY)
    assert folder.has_contest()
    assert folder.read_record() == record(course)
    assert folder.read_usability(ANNA) == USABILITY


def test_others_cannot_read_the_folder(tmp_path: Path, course: CoursePreset) -> None:
    before = os.umask(0)
    try:
        folder = ContestFolder(tmp_path / "results" / "first")
        folder.prepare()
        folder.write_usability(ANNA, USABILITY)
    finally:
        os.umask(before)
    made = [folder.path, folder.usability_file(ANNA).parent]
    assert [stat.S_IMODE(path.stat().st_mode) for path in made] == [0o700, 0o700]
    # A folder that was there keeps the mode that its owner gave it.
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o750)
    ContestFolder(shared).prepare()
    ContestFolder(shared).write_record(record(course))
    assert stat.S_IMODE(shared.stat().st_mode) == 0o750


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', '{"boards": 3}', "\x00\xff"])
def test_damage_is_named(text: str, tmp_path: Path) -> None:
    folder = ContestFolder(tmp_path)
    folder.record_file.write_text(text)
    with pytest.raises(ObversiError, match=r"contest\.json is damaged"):
        folder.read_record()
    folder.usability_file(ANNA).parent.mkdir()
    folder.usability_file(ANNA).write_text(text)
    with pytest.raises(ObversiError, match=r"anna\.json is damaged"):
        folder.read_usability(ANNA)


def test_a_contest_of_another_version_is_not_guessed_at(
    tmp_path: Path, course: CoursePreset
) -> None:
    folder = ContestFolder(tmp_path)
    folder.write_record(record(course))
    content = json.loads(folder.record_file.read_text())
    folder.record_file.write_text(json.dumps({**content, "format": 2}))
    with pytest.raises(ObversiError, match="another version of obversi"):
        folder.read_record()


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(ObversiError, match=r"thesis\.tex"):
        ContestFolder(tmp_path).prepare()


@pytest.mark.parametrize("name", ["files", "preset.toml", "contest.toml"])
def test_names_that_ours_have_too_are_no_licence(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "thesis.tex").write_text("years of work")
    with pytest.raises(ObversiError, match=f"files such as {name}"):
        ContestFolder(tmp_path).prepare()


@pytest.mark.parametrize("moved", [0, 1, 2])
def test_a_draft_is_taken_even_if_that_was_broken_off(
    moved: int, tmp_path: Path, course: CoursePreset
) -> None:
    folder = ContestFolder(tmp_path)
    draft = folder.new_draft()
    draft.write_file(ANNA, b"x")
    draft.preset_file.write_text("size = 4")
    folder.take_draft()  # it is not whole: nothing happens
    assert not folder.files.exists()
    draft.write_record(record(course))
    for part in (draft.files, draft.preset_file)[:moved]:
        part.rename(tmp_path / part.name)
    folder.prepare()
    folder.take_draft()
    assert folder.read_record() == record(course)
    assert folder.file_of(ANNA).read_bytes() == b"x"
    assert folder.preset_file.read_text() == "size = 4"
    assert not draft.path.exists()


def test_a_draft_does_not_overwrite_files(tmp_path: Path, course: CoursePreset) -> None:
    folder = ContestFolder(tmp_path)
    folder.new_draft().write_record(record(course))
    folder.files.mkdir()
    with pytest.raises(ObversiError, match="is in the way"):
        folder.take_draft()


@pytest.mark.parametrize("name", ["a:b", "fall=2026"])
def test_a_path_that_no_agent_can_name_is_rejected(name: str, tmp_path: Path) -> None:
    with pytest.raises(ObversiError, match="use another folder"):
        ContestFolder(tmp_path / name).prepare()
    assert not (tmp_path / name).exists()


def test_a_file_instead_of_the_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ObversiError, match="cannot be created"):
        ContestFolder(tmp_path / "file").prepare()


def test_an_old_contest_is_moved_aside(tmp_path: Path, course: CoursePreset) -> None:
    folder = ContestFolder(tmp_path)
    assert folder.set_aside() is None
    for number in (1, 2):
        folder.write_record(record(course))
        folder.write_usability(ANNA, USABILITY)
        assert folder.set_aside() == tmp_path / "before" / str(number)
        assert [path.name for path in tmp_path.iterdir()] == ["before"]
    assert ContestFolder(tmp_path / "before" / "1").read_record() == record(course)
    folder.prepare()  # this is still a folder for a contest


def test_one_process_judges(tmp_path: Path) -> None:
    folder = ContestFolder(tmp_path)
    with folder.locked():
        other = subprocess.run(
            [sys.executable, "-c", _LOCKING, str(tmp_path)], capture_output=True, text=True
        )
        assert "is being judged by another process (process " in other.stdout
        with pytest.raises(ObversiError, match="another process"), folder.locked():
            pass
    with folder.locked():  # it is free again
        pass


_LOCKING = """
import sys
from pathlib import Path
from obversi.judge.folder import ContestFolder
try:
    with ContestFolder(Path(sys.argv[1])).locked():
        print("free")
except ValueError as error:
    print(error)
"""
