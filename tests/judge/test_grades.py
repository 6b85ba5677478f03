"""Grades of a class, from invented boards and games."""

import csv
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest

import obversi as ob
from obversi.agents.agent import FailureKind
from obversi.agents.course.preset import CoursePreset, GradeParts, Points
from obversi.arena import TimeControl
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import Entrant, TournamentSettings
from obversi.color import BLACK, WHITE
from obversi.formats import GameRecord
from obversi.judge.grades import COLUMNS, GamesRecord, StudentGrade, grades, grades_csv
from obversi.judge.record import Student
from obversi.judge.similarity import Similarity
from obversi.judge.stages import PlayedStage
from obversi.judge.usability import BoardResult, Usability

ANNA, BOB, CARL = (Student(name, f"{name}.py", "12") for name in ("anna", "bob", "carl"))
BROKEN = Student("dora", "=dora.py", problem="it is\na link")


def boards(passed: int, of: int = 4) -> Usability:
    results = (
        BoardResult("any", "-", "", place < passed, "words", candidates=("d3",))
        for place in range(of)
    )
    return Usability(tuple(results))


def stage(students: Sequence[Student], results: Sequence[tuple[int, int, int]]) -> PlayedStage:
    """Games of black and white, by their places, with black's margins."""
    settings = TournamentSettings(
        entrants=tuple(Entrant(student.name, "cs303:x.py") for student in students),
        form="round-robin",
        size=4,
        rules="reversed",
        pairs=1,
        time=TimeControl(seconds=1),
        seed=0,
        openings="the start",
    )
    stored = StoredTournament(1, "round robin", settings, "today", "0", None, len(results))
    games = [
        PlayedGame(number, (number + 1) // 2, BLACK, record(margin), black, white)
        for number, (black, white, margin) in enumerate(results, start=1)
    ]
    return PlayedStage(stored, games)


def record(margin: int) -> GameRecord:
    return GameRecord(ob.Board(4, "reversed"), result=margin)


def by_name(made: Sequence[StudentGrade]) -> dict[str, StudentGrade]:
    return {one.student.name: one for one in made}


def test_parts_are_earned_by_shares(course: CoursePreset) -> None:
    preset = replace(course, grade=GradeParts(20, 30, 50), points=Points(5, 0, -5))
    race = stage([BOB, ANNA], [(0, 1, 4), (1, 0, 0)])
    all_games = stage([ANNA, BOB], [(0, 1, 2), (1, 0, -2)])
    tried = {"anna": boards(4), "bob": boards(2)}
    found = grades([ANNA, BOB, BROKEN], preset, tried, race, all_games)
    assert [(one.student.name, one.place) for one in found] == [
        ("anna", 1),
        ("bob", 2),
        ("dora", 3),
    ]
    anna, bob, dora = found
    assert anna.grade == pytest.approx(20 + 30 * 0.25 + 50)
    assert bob.grade == pytest.approx(10 + 30 * 0.75)
    assert (dora.grade, dora.plays, dora.problem) == (0, False, "it is\na link")
    assert anna.race == GamesRecord(0, 1, 1, -5)
    assert anna.round_robin == GamesRecord(2, 0, 0, 10)
    assert anna.total == GamesRecord(2, 1, 1, 5)
    assert bob.race == GamesRecord(1, 1, 0, 5)
    assert anna.rating is not None
    assert bob.rating is not None
    assert anna.rating > bob.rating
    assert None not in (anna.low, anna.high)
    assert dora.rating is None


def test_the_same_grade_shares_a_place(course: CoursePreset) -> None:
    tried = {"anna": boards(3), "bob": boards(3), "carl": boards(1)}
    found = grades([CARL, BOB, ANNA, BROKEN], course, tried, None, None)
    places = [(one.student.name, one.place) for one in found]
    assert places == [("anna", 1), ("bob", 1), ("carl", 3), ("dora", 4)]


def test_an_agent_without_a_right_board_is_last(course: CoursePreset) -> None:
    tried = {"anna": boards(0), "bob": boards(1)}
    games = stage([BOB, CARL], [(0, 1, -2), (1, 0, 2)])
    found = grades([ANNA, BOB, CARL], course, {**tried, "carl": boards(4)}, None, games)
    assert [one.student.name for one in found] == ["carl", "bob", "anna"]
    assert not found[2].plays
    assert found[2].problem.endswith("was right in the usability test; the first result: words")
    assert by_name(found)["bob"].plays


def test_points_make_the_grade(course: CoursePreset) -> None:
    """A draw is worth what the course says: here less than half a win."""
    preset = replace(course, grade=GradeParts(0, 0, 60), points=Points(3, 1, 0))
    drawn = [(0, 1, 0)] * 10
    won = [(2, 3, 2)] * 4 + [(2, 3, -2)] * 6
    games = stage([ANNA, BOB, CARL, Student("emil", "emil.py")], drawn + won)
    tried = {name: boards(4) for name in ("anna", "bob", "carl", "emil")}
    students = [ANNA, BOB, CARL, Student("emil", "emil.py")]
    found = grades(students, preset, tried, None, games, intervals=False)
    assert [(one.student.name, one.place, round(one.grade, 9)) for one in found] == [
        ("emil", 1, 36.0),  # 18 points of 30
        ("carl", 2, 24.0),
        ("anna", 3, 20.0),
        ("bob", 3, 20.0),
    ]


def test_before_the_games_only_the_boards_are_earned(course: CoursePreset) -> None:
    found = by_name(grades([ANNA, BOB, BROKEN], course, {"anna": boards(4)}, None, None))
    assert (found["anna"].grade, found["anna"].possible) == (20, 20)
    assert not found["anna"].is_whole
    assert (found["bob"].grade, found["bob"].possible) == (0, 0)
    assert found["bob"].plays
    assert (found["bob"].passed, found["bob"].boards) == (0, course.usability_boards)
    # Who will not play knows the grade.
    assert (found["dora"].grade, found["dora"].possible, found["dora"].is_whole) == (0, 100, True)


def test_a_student_without_games_is_not_behind(course: CoursePreset) -> None:
    tried = {"anna": boards(4), "bob": boards(4), "carl": boards(4)}
    games = stage([ANNA, BOB, CARL], [(0, 1, 2)])
    skipped = ["points race"]
    found = grades([ANNA, BOB, CARL], course, tried, None, games, skipped=skipped)
    assert [(one.student.name, one.place) for one in found] == [
        ("anna", 1),
        ("carl", 1),
        ("bob", 3),
    ]
    carl = by_name(found)["carl"]
    assert carl.grade == carl.possible == pytest.approx(100 * 20 / 70)
    assert by_name(found)["anna"].is_whole


def test_places_are_by_grades_alone(course: CoursePreset) -> None:
    """Who plays no games may have more than one who loses all of them."""
    silent = Usability(
        tuple(replace(one, candidates=()) for one in boards(2).boards),
    )
    tried = {"anna": silent, "bob": boards(1), "carl": boards(4)}
    games = stage([BOB, CARL], [(0, 1, -2), (1, 0, 2)])
    found = grades([ANNA, BOB, CARL], course, tried, games, games, intervals=False)
    assert [(one.student.name, one.place, one.grade) for one in found] == [
        ("carl", 1, 100),
        ("anna", 2, 10),
        ("bob", 3, 5),
    ]
    assert not found[1].plays


def test_failures_and_time_outs_are_counted(course: CoursePreset) -> None:
    games = stage([ANNA, BOB], [(0, 1, 16), (1, 0, 16)])
    first = replace(games.games[0], failure=Failure(WHITE, FailureKind.HANG, "it hung"))
    notes: dict[str, Any] = {"black": {"time_outs": [1, 2]}, "white": {"time_outs": [0, 3, 4]}}
    games.games[:] = [first, replace(games.games[1], notes=notes)]
    tried = {"anna": boards(4), "bob": boards(4)}
    found = by_name(grades([ANNA, BOB], course, tried, games, games))
    assert found["bob"].failures == {"hang": 2}
    assert found["anna"].failures == {}
    assert (found["bob"].time_outs, found["anna"].time_outs) == (4, 6)


def test_the_order_of_students_does_not_matter(course: CoursePreset) -> None:
    tried = {"anna": boards(4), "bob": boards(3), "carl": boards(4)}
    one = stage([ANNA, BOB, CARL], [(0, 1, 2), (1, 0, 4), (0, 2, -2), (2, 0, 0), (1, 2, 6)])
    other = stage([CARL, ANNA, BOB], [(1, 2, 2), (2, 1, 4), (1, 0, -2), (0, 1, 0), (2, 0, 6)])
    first = grades([ANNA, BOB, CARL], course, tried, None, one, intervals=False)
    second = grades([CARL, ANNA, BOB], course, tried, None, other, intervals=False)
    for a, b in zip(first, second, strict=True):
        assert replace(a, rating=None) == replace(b, rating=None)
        assert a.rating == pytest.approx(b.rating)
        assert a.low is None


def test_a_spreadsheet_reads_the_table(course: CoursePreset) -> None:
    games = stage([ANNA, BOB], [(0, 1, 2), (1, 0, -2)])
    tried = {"anna": boards(4), "bob": boards(1)}
    text = grades_csv(grades([ANNA, BOB, BROKEN], course, tried, None, games))
    rows = list(csv.DictReader(StringIO(text)))
    assert tuple(rows[0]) == COLUMNS
    assert [row["student"] for row in rows] == ["anna", "bob", "dora"]
    assert rows[0]["round_robin_points"] == "10"
    assert rows[0]["rating_high"] == ""  # nothing bounds it
    assert rows[1]["boards_right"] == "1"
    # The parts are there, and who is in no game has no points, not even 0.
    assert [rows[0][part] for part in ("usability_part", "race_part", "round_robin_part")] == [
        *("20.00", "", "50.00")
    ]
    assert (rows[0]["grade"], rows[0]["grade_of"]) == ("70.00", "70")
    assert (rows[2]["round_robin_points"], rows[2]["round_robin_wins"]) == ("", "")
    # Nothing of what students write is computed, and a row is a line.
    assert rows[2]["file"] == "'=dora.py"
    assert rows[2]["problem"] == "it is a link"
    assert len(text.splitlines()) == 4


def test_the_table_has_no_control_characters(course: CoursePreset) -> None:
    evil = "\x1b[8mX\x07\x9b2J"
    strange = Student(f"eve{evil}", f"eve{evil}.py", problem=f"it is a link{evil}")
    text = grades_csv(grades([ANNA, BOB, strange], course, {"anna": boards(4)}, None, None))
    assert not {"\x1b", "\x07", "\x9b"} & {*text}
    [row] = [row for row in csv.DictReader(StringIO(text)) if row["student"].startswith("eve")]
    assert row["problem"] == "it is a link·[8mX··2J"


def test_late_penalties_and_the_columns_of_a_roster(course: CoursePreset) -> None:
    preset = replace(course, grade=GradeParts(100, 0, 0))
    anna = replace(ANNA, penalty_points=15, columns={"id": "1", "mail": "a@x", "grade": "=1"})
    bob = replace(BOB, penalty_share=0.1, columns={"id": "2", "mail": "b@x"}, notes=("a", "b"))
    carl = replace(CARL, penalty_points=500)
    tried = {"anna": boards(4), "bob": boards(4), "carl": boards(4)}
    similar = [Similarity(("anna", "bob", "carl"), 0.987)]
    found = grades([anna, bob, carl], preset, tried, None, None, similar=similar)
    assert [(one.student.name, one.grade, one.penalty) for one in found] == [
        ("bob", 90, 10),
        ("anna", 85, 15),
        ("carl", 0, 500),
    ]
    rows = list(csv.DictReader(StringIO(grades_csv(found))))
    assert list(rows[0]) == [*COLUMNS, "id", "mail", "roster_grade"]
    assert [(row["student"], row["grade"], row["penalty"]) for row in rows] == [
        ("bob", "90.00", "10.00"),
        ("anna", "85.00", "15.00"),
        ("carl", "0.00", "500.00"),
    ]
    assert [row["mail"] for row in rows] == ["b@x", "a@x", ""]
    assert rows[1]["roster_grade"] == "'=1"  # no formula
    assert rows[0]["similar_to"] == "anna carl (98 %)"
    assert rows[0]["notes"] == "a; b"


def test_games_of_a_submission_that_was_replaced_do_not_count(course: CoursePreset) -> None:
    played = stage([ANNA, BOB], [(0, 1, 4), (1, 0, 0)])
    played.files = {"anna": "another", "bob": BOB.sha256}
    tried = {"anna": boards(4), "bob": boards(4)}
    found = by_name(grades([ANNA, BOB], course, tried, None, played))
    assert (found["anna"].round_robin.games, found["bob"].round_robin.games) == (0, 2)
