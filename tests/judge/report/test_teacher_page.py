"""The teacher's page and the one to publish."""

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import unquote

from page_reader import Reader

from obversi.agents.agent import FailureKind
from obversi.arena.game.played import PlayedGame
from obversi.color import BLACK, WHITE
from obversi.judge.report.state import ContestState
from obversi.judge.report.student_page import student_page
from obversi.judge.report.teacher_page import grades_page, teacher_page
from obversi.judge.similarity import Similarity

MakeGame = Callable[..., PlayedGame]
MakeState = Callable[..., ContestState]


def failing(make_game: MakeGame) -> Callable[[list[PlayedGame]], list[PlayedGame]]:
    """The first game is lost by an error of its white player."""

    def changed(games: list[PlayedGame]) -> list[PlayedGame]:
        failed = make_game(
            1, kind=FailureKind.ERROR, reason="ZeroDivisionError (line 12)", failed=WHITE
        )
        return [failed, *games[1:]]

    return changed


def test_the_teacher_sees_everything(make_state: MakeState, make_game: MakeGame) -> None:
    state = make_state(games=failing(make_game))
    reader = Reader(teacher_page(state, {"round robin": "round-robin.html"}))
    body = " ".join(reader.texts("main"))
    for text in (
        "4 students, of whom 3 play",
        "ben.py has changed since",
        "it has no class AI",
        "ben: an error: ZeroDivisionError (line 12) (game 1)",
        "all games are played",
        "1× error",
        "does not play",
        "Allowed: 5 s per move, 180 s per game, 100 MB.",
        "process, limits, namespaces: 16 times",
        "namespaces is missing: bubblewrap is not installed",
        "lab with 2 cores",
        "forbidden imports",
    ):
        assert text in body, text


def test_names_link_to_the_pages_of_students(make_state: MakeState) -> None:
    names = ("anna", "李小龙", "50%_of_me")
    reader = Reader(teacher_page(make_state(names), {}))
    links = {unquote(one.attributes["href"] or "") for one in reader.named("a")}
    assert links == {"grades.html", *(f"students/{name}.html" for name in (*names, "zoe"))}


def test_the_cross_table_has_all_players(make_state: MakeState) -> None:
    state = make_state()
    reader = Reader(teacher_page(state, {}))
    cells = [
        one for one in reader.named("span") if " against " in (one.attributes.get("title") or "")
    ]
    assert len(cells) == 6
    for cell in cells:
        assert sum(map(int, "".join(cell.text).split("-"))) == 2
    better = [one for one in cells if one.attributes.get("class") == "better"]
    assert len(better) == len([one for one in cells if one.attributes.get("class") == "worse"])


def test_a_contest_without_results(make_state: MakeState) -> None:
    state = replace(make_state(is_over=False), stages=(), usability={}, notes=())
    body = " ".join(Reader(teacher_page(state, {})).texts("main"))
    assert "running" in body


def test_failures_of_one_kind_are_listed_once(make_state: MakeState, make_game: MakeGame) -> None:
    def failing(games: list[PlayedGame]) -> list[PlayedGame]:
        held = [
            make_game(
                number, kind=FailureKind.MEMORY, reason=f"it held 10{number} MB", failed=color
            )
            for number, color in ((1, WHITE), (2, BLACK))
        ]
        return [*held, *games[2:]]

    body = " ".join(Reader(teacher_page(make_state(games=failing), {})).texts("li"))
    assert "ben: used too much memory: it held 101 MB (2 games, first game 1)" in body
    assert "102 MB" not in body


def test_the_public_page_shows_grades_and_no_failures(
    make_state: MakeState, make_game: MakeGame
) -> None:
    state = make_state(games=failing(make_game))
    page = grades_page(state)
    reader = Reader(page)
    rows = [row.text for row in reader.named("tr")][1:]
    assert [row[1] for row in rows] == [grade.student.name for grade in state.grades]
    body = " ".join(reader.texts("main"))
    assert "not over" not in body
    for own in ("ZeroDivisionError", "no class AI", "printed by", "remark on", "has changed since"):
        assert own not in page, own
    for wrong in ("error", "does not play", "time-outs", "lost by"):
        assert wrong not in body
    assert not reader.named("a")
    assert not reader.named("script")
    assert not reader.named("details")


def test_ids_and_similar_submissions_are_for_the_teacher_only(make_state: MakeState) -> None:
    state = make_state()
    grades = tuple(
        replace(one, student=replace(one.student, id=f"id-{one.student.name}"))
        for one in state.grades
    )
    similar = (Similarity(("anna", "ben"), same_bytes=True), Similarity(("anna", "zoe"), 0.81))
    state = replace(state, grades=grades, similar=similar)
    body = " ".join(Reader(teacher_page(state, {})).texts("main"))
    for text in ("id-ben", "are the same", "share at least 81 % of their code"):
        assert text in body, text
    pages = [grades_page(state), *(student_page(state, one) for one in grades)]
    assert not any("share at least" in page or "Similar" in page for page in pages)
    assert "id-ben" not in pages[0]
