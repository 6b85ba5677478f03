"""The page of a student: all that is the student's own, and nothing of others."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from page_reader import Reader, game_data_of

from obversi.agents.agent import FailureKind
from obversi.agents.course.preset import CoursePreset
from obversi.arena.game.played import PlayedGame
from obversi.color import BLACK, WHITE
from obversi.judge.grades import StudentGrade
from obversi.judge.report.state import ContestState
from obversi.judge.report.student_page import student_page
from obversi.rules import Rules

MakeGame = Callable[..., PlayedGame]
MakeState = Callable[..., ContestState]


def grade_of(state: ContestState, name: str) -> StudentGrade:
    return next(grade for grade in state.grades if grade.student.name == name)


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_the_page_shows_everything_about_an_agent(
    make_state: MakeState, size: int, rules: Rules
) -> None:
    state = make_state(preset=CoursePreset("course", size=size, rules=rules, move_seconds=7.0))
    grade = grade_of(state, "anna")
    reader = Reader(student_page(state, grade))
    assert reader.texts("h1") == ["anna"]
    body = " ".join(reader.texts("main"))
    for text in (
        f"{size}×{size}, {rules} rules",
        f"place {grade.place}",
        "3 of 4 boards right: 15.0 of 20 for the grade",
        f"{grade.round_robin.points:g} points, of −20 to 20".replace("-", "−"),
        f"{grade.round_robin_part.earned:.1f} of 50 for the grade",
        "two squares are missing, says the judge to anna",
        "Its candidates: (9, 9), (0, 0) a1.",
        "Traceback of anna",
        "test of anna",
        "printed by anna",
        "limit 7 s per move",
        "process, limits, namespaces",
        "of 100 MB",
        "anna.py",
    ):
        assert text in body, text
    games = game_data_of(reader)["games"]
    assert [game["stage"] for game in games if "stage" in game] == [
        *("points race", "points race"),
        *("round robin",) * 4,
    ]
    # Every board but the start can be seen coming about.
    assert len([game for game in games if "title" in game]) == 3
    shown = {int(one.attributes["data-game"] or 0) for one in reader.named("button")}
    assert shown == {game["number"] for game in games}


def test_the_page_shows_nothing_of_other_students(
    make_state: MakeState, make_game: MakeGame
) -> None:
    def failing(games: list[PlayedGame]) -> list[PlayedGame]:
        first = make_game(1, 0, 1, kind=FailureKind.MEMORY, reason="secret of ben", failed=WHITE)
        second = make_game(2, 0, 1, kind=FailureKind.ERROR, reason="secret of anna", failed=WHITE)
        return [first, second, *games[2:]]

    state = make_state(games=failing, problem="secret of zoe")
    for grade in state.grades:
        name = grade.student.name
        page = student_page(state, grade)
        for other in {"anna", "ben", "cleo", "zoe"} - {name}:
            for own in ("printed by", "remark on", "secret of", "test of", "Traceback of", "to"):
                assert f"{own} {other}" not in page, (name, own, other)
            assert f"{other}.py" not in page
        assert "href" not in page
    anna = student_page(state, grade_of(state, "anna"))
    assert "secret of anna" in anna
    assert "the other: used too much memory" in anna
    assert "ben" in anna


def test_times_of_others_are_not_in_the_games(make_state: MakeState) -> None:
    state = make_state()
    data = game_data_of(Reader(student_page(state, grade_of(state, "ben"))))
    me = data["agents"].index("ben")
    for game in data["games"]:
        if "title" in game:
            continue
        own = 0 if game["black"] == me else 1
        times = game["milliseconds"].split(",")
        assert all(times[own::2])
        assert not any(times[1 - own :: 2])


def test_a_file_that_cannot_play_is_explained(make_state: MakeState) -> None:
    state = make_state(problem="line 3: <b>unexpected</b> indent\n    retrun 1")
    reader = Reader(student_page(state, grade_of(state, "zoe")))
    assert reader.texts("pre") == ["line 3: <b>unexpected</b> indent\n    retrun 1"]
    assert not reader.named("script")


def test_a_file_that_cannot_play_gets_advice(make_state: MakeState) -> None:
    state = make_state()
    zoe = grade_of(state, "zoe")
    advised = replace(zoe, student=replace(zoe.student, advice="call it AI"))
    assert "What to do: call it AI" in " ".join(Reader(student_page(state, advised)).texts("main"))


def test_advice_covers_boards_and_games(make_state: MakeState, make_game: MakeGame) -> None:
    def failing(games: list[PlayedGame]) -> list[PlayedGame]:
        first = make_game(1, 0, 1, kind=FailureKind.FLOOD, reason="it printed 2 MB", failed=BLACK)
        second = make_game(2, 0, 1, kind=FailureKind.FLOOD, reason="it printed 3 MB", failed=WHITE)
        return [first, second, *games[2:]]

    state = make_state(games=failing)
    text = " ".join(Reader(student_page(state, grade_of(state, "anna"))).texts("main"))
    improve = text[text.index("What to improve") : text.index("Usability")]
    assert "2 games were lost by a failure, first: it printed 2 MB" in improve
    assert improve.count("What to do: ") >= 2
    assert "candidates" in improve


def test_boards_without_an_answer_show_no_list(make_state: MakeState) -> None:
    state = make_state()
    tried = state.usability["anna"]
    failed = [
        replace(one, passed=False, answered=False, words=words, failure="error", candidates=())
        for one, words in zip(tried.boards, ("line 3", "line 3", "line 3", "line 4"), strict=True)
    ]
    state = replace(state, usability={"anna": replace(tried, boards=tuple(failed))}, stages=())
    body = " ".join(Reader(student_page(state, grade_of(state, "anna"))).texts("main"))
    usability = body[body.index("0 of 4 boards were answered right") :]
    assert "was empty" not in body
    assert "0.00 ms" not in body
    assert "2 boards on which it failed in the same way" in usability


def test_grades_of_a_running_contest_are_marked(make_state: MakeState) -> None:
    state = replace(make_state(is_over=False), is_over=False)
    anna = grade_of(state, "anna")
    anna = replace(anna, round_robin_part=replace(anna.round_robin_part, earned=None))
    body = " ".join(Reader(student_page(state, anna)).texts("main"))
    assert "The contest is not over yet" in body
    assert "of 50 so far" in body


def test_a_contest_without_results(make_state: MakeState) -> None:
    state = replace(make_state(), stages=(), usability={})
    reader = Reader(student_page(state, grade_of(state, "anna")))
    assert "anna.py" in " ".join(reader.texts("main"))
    assert not reader.named("script")


def test_long_output_is_shortened(make_state: MakeState) -> None:
    def chatty(games: list[PlayedGame]) -> list[PlayedGame]:
        loud = {"output": "y" * 60_000, "output_bytes": 1_000_000}
        return [replace(game, notes={"black": loud, "white": loud}) for game in games]

    state = make_state(games=lambda games: chatty(games) * 12)
    page = student_page(state, grade_of(state, "anna"))
    assert len(page) < 1_500_000
    assert "40,050 characters left out " in page
    assert "1,000,000 bytes" in page
    assert "more games is left out here" in page


def test_colours_of_results(make_state: MakeState) -> None:
    state = make_state()
    reader = Reader(student_page(state, grade_of(state, "cleo")))
    results = [
        one.text[0] for one in reader.named("b") if "is-" in (one.attributes.get("class") or "")
    ]
    games = state.own_games("cleo")
    assert [result.split(" ")[0] for result in results] == [own.result for own in games]
    assert {own.color for own in games} == {BLACK, WHITE}
