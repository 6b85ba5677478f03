"""``obversi judge run``, as a teacher uses it."""

import csv
import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from quick_judge import QUICK_JUDGE

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]


@pytest.mark.long
def test_a_class_is_judged_in_one_command(obversi: Command, students: Path) -> None:
    result = obversi("judge", "run", "class", "--preset", "quick.toml", "--concurrency", "1")
    assert result.exit_code == 0
    assert "usability: 2 of 2 students" in result.stderr
    assert "round robin: 2 of 2 games" in result.stderr
    lines = result.stdout.splitlines()
    heading = next(line for line in lines if "student" in line)
    assert heading.split() == ["student", "grade", "boards", "race", "robin", "W-D-L", "lost", "by"]
    rows = {line.split()[1]: line for line in lines if line.strip()[:1].isdigit()}
    assert list(rows) == ["anna", "bert", "cleo"] or list(rows) == ["bert", "anna", "cleo"]
    assert "cannot play" in rows["cleo"]
    problem = lines.index("cleo: line 1 imports 'os', which the course forbids")
    assert lines[problem + 1].startswith("    ")  # what to do
    assert max(map(len, lines[:problem])) <= 80
    results = students.parent / "class-results"
    for name in ("index.html", "grades.html", "students/anna.html", "students/cleo.html"):
        assert (results / name).exists()
        assert str(results / "index.html") in result.stdout
    with (results / "grades.csv").open(encoding="utf-8-sig") as file:
        assert {row["student"] for row in csv.DictReader(file)} == {"anna", "bert", "cleo"}

    # Once more: it is over, and all is printed again, for programs too.
    again = obversi("judge", "run", "class", "--preset", "quick.toml", "--json")
    grades = [json.loads(line) for line in again.stdout.splitlines()]
    assert [grade["student"] for grade in grades] == list(rows)
    assert grades[0]["boards_right"] == grades[0]["boards"] == 3
    assert grades[0]["round_robin"]["games"] == 2
    assert grades[2]["problem"]

    rejected = obversi("judge", "run", "class")
    assert rejected.exit_code == 2
    assert "started with other rules" in rejected.stderr


@pytest.mark.long
@pytest.mark.long
def test_a_roster_and_a_late_submission(obversi: Command, students: Path) -> None:
    rules = Path("quick.toml")
    rules.write_text(rules.read_text().replace("_boards = 3", "_boards = 1"))
    Path("roster.csv").write_text("id,name,penalty,mail\nanna,Anna,5,a@x\nzoe,Zoe,,z@x\n")
    arguments = ["judge", "run", str(students), "--preset", "quick.toml", "--out", "results"]
    arguments += ["--roster", "roster.csv", "--json"]
    first = [json.loads(line) for line in obversi(*arguments).stdout.splitlines()]
    grades = {grade["student"]: grade for grade in first}
    assert list(grades.keys()) == [grade["student"] for grade in first]
    assert grades["Anna"]["roster"]["mail"] == "a@x"
    assert grades["Anna"]["penalty"] == 5
    assert grades["Zoe"]["problem"] == "nothing was handed in"
    assert grades["bert"]["notes"] == ["bert.py has no id or name of the roster"]
    copied = (students / "anna.py").read_text().replace("self", "me") + "# mine\n"
    (students / "zoe.py").write_text(copied)
    noted = obversi(*arguments)
    assert "zoe.py was added after the start of the contest" in noted.stderr
    result = obversi(*arguments, "--update")
    assert result.exit_code == 0
    after = {grade["student"]: grade for grade in map(json.loads, result.stdout.splitlines())}
    assert after.keys() == grades.keys()
    assert after["Zoe"]["round_robin"]["games"] == 4
    assert after["Anna"]["round_robin"]["games"] == grades["Anna"]["round_robin"]["games"] + 2
    assert {"students": ["Anna", "Zoe"], "share": 1.0} in after["Zoe"]["similar"]
    assert "Similar submissions" in Path("results/index.html").read_text(encoding="utf-8")
    assert "Similar" not in Path("results/students/Zoe.html").read_text(encoding="utf-8")
    assert "Similar" not in Path("results/grades.html").read_text(encoding="utf-8")
    both = obversi(*arguments, "--update", "--new")
    assert both.exit_code == 2
    assert "give one of them" in both.stderr


def test_packages_are_tested_before_anything_is_judged(obversi: Command, students: Path) -> None:
    rules = Path("quick.toml").read_text()
    Path("more.toml").write_text(rules + '\n[file]\npackages = ["numpy", "not_installed_here"]\n')
    result = obversi("judge", "run", str(students), "--preset", "more.toml", "--out", "results")
    assert result.exit_code != 0
    assert "the course allows not_installed_here, which cannot be used here" in result.stderr
    assert "pip install not_installed_here" in result.stderr
    assert not Path("results").exists()


def test_stages_can_be_run_one_by_one(obversi: Command, students: Path) -> None:
    arguments = ["judge", "run", str(students), "--preset", "quick.toml", "--out", "results"]
    first = obversi(*arguments, "--stages", "usability")
    assert first.exit_code == 0
    assert "not over: this command without --stages resumes it" in first.stderr
    assert "20.0/20" in first.stdout
    assert "grades are those so far" in first.stdout
    assert "points race" not in first.stderr
    assert Path("results/index.html").exists()
    too_soon = obversi(*arguments[:-1], "others", "--stages", "race")
    assert too_soon.exit_code == 2
    assert "comes after the usability test" in too_soon.stderr


@pytest.mark.long
def test_ctrl_c_keeps_what_is_known_and_the_same_command_resumes(
    start_obversi: Process, students: Path, course: Path
) -> None:
    # Moves that take a while, so that there is time to press it.
    for path in students.glob("*.py"):
        path.write_text(path.read_text() + "        import time; time.sleep(0.05)\n")
    arguments = ["judge", "run", str(students), "--preset", str(course)]
    process = start_obversi(*arguments, command=QUICK_JUDGE, cwd=students.parent)
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("points race"):
            break
    process.send_signal(signal.SIGINT)
    printed, complaint = process.communicate()
    assert process.returncode == 130
    assert complaint.splitlines()[-2:] == [
        "the contest is not over: the same command resumes it",
        "obversi: interrupted",
    ]
    assert "anna" in printed
    for path in students.glob("*.py"):
        path.write_text(path.read_text().replace("0.05", "0.0"))
    usability = (*arguments, "--stages", "usability")
    again = start_obversi(*usability, command=QUICK_JUDGE, cwd=students.parent)
    printed, complaint = again.communicate()
    assert again.returncode == 0
    assert "note: anna.py was changed after the start of the contest" in complaint
    assert "usability: 2 of 2 students" in complaint


def test_wrong_input_is_one_line_and_status_2(obversi: Command, students: Path) -> None:
    for arguments, named in (
        (["missing"], "missing"),
        (["class", "--stages", "rase"], "there is no stage 'rase'"),
        (["class", "--preset", "cs330"], "cs303"),
        (["class", "--sandbox", "moat"], "there is no layer 'moat'"),
        (["class", "--concurrency", "0"], "0"),
    ):
        result = obversi("judge", "run", *arguments)
        assert result.exit_code == 2, arguments
        assert named in result.stderr.splitlines()[-1]
    (students.parent / "empty").mkdir()
    assert "there are no submissions" in obversi("judge", "run", "empty").stderr
