"""Advice for a student after a contest."""

from dataclasses import replace
from functools import cache

import obversi as ob
from obversi.agents.agent import FailureKind
from obversi.agents.course.answer import candidate_name, legal_squares
from obversi.agents.course.preset import CoursePreset
from obversi.arena.game.played import Failure
from obversi.judge.check.advice import advice_for
from obversi.judge.check.mistakes import KnownMistake, mistakes
from obversi.judge.finding import Severity
from obversi.judge.usability import BoardResult, Usability
from obversi.judge.usability_boards import usability_boards

PRESET = CoursePreset("test", rules="reversed")


@cache
def boards() -> list[ob.Board]:
    return [one.board for one in usability_boards(8, "reversed", 10)]


def result(board: ob.Board, squares: list[tuple[int, int]], **more: str) -> BoardResult:
    """What is kept of an answer."""
    names = tuple(candidate_name(square, 8) for square in squares)
    moves = " ".join(board.move_stack)
    kept = BoardResult("odd", board.to_string(), moves, False, "", candidates=names)
    return replace(kept, **more)  # type: ignore[arg-type]


def results(mistake: KnownMistake) -> Usability:
    return Usability(tuple(result(board, sorted(mistake.squares(board))) for board in boards()))


def test_one_mistake_explains_all_boards() -> None:
    for words in ("row and column are swapped", "counted from 1"):
        mistake = next(one for one in mistakes() if words in one.words)
        [finding] = [
            one for one in advice_for(results(mistake), [], PRESET) if one.level is Severity.PROBLEM
        ]
        assert mistake.words in finding.words
        assert finding.advice == mistake.advice
        assert finding.board in {board.to_string() for board in boards()}


def test_a_last_square_that_is_not_legal_is_an_answer_too() -> None:
    legal = sorted(legal_squares(boards()[0]))
    kept = Usability((result(boards()[0], [*legal, (8, 8)], failure="illegal"),))
    [finding] = advice_for(kept, [], PRESET)
    assert "the choice at the end is not one of them" in finding.words
    assert "it would play (8, 8)" in finding.details


def test_a_failure_on_all_boards_is_one_finding() -> None:
    words = "FileNotFoundError: weights.txt not found. (line 17)"
    kept = [
        result(board, [], failure="error", words=words, details="line 17") for board in boards()
    ]
    [finding] = advice_for(Usability(tuple(kept)), [], PRESET)
    assert finding.words.startswith(f"on all {len(boards())} boards: {words}")
    assert "empty folder" in finding.advice
    assert finding.details == "line 17"


def test_a_list_that_came_too_late_is_a_failure() -> None:
    legal = sorted(legal_squares(boards()[0]))
    kept = result(boards()[0], legal, failure="time", words="it had no answer after 5 s")
    [finding] = advice_for(Usability((kept,)), [], PRESET)
    assert "it had no answer after 5 s" in finding.words
    assert "stop the search" in finding.advice


def test_failures_in_games_are_grouped_by_kind() -> None:
    failures = [
        Failure(ob.BLACK, FailureKind.MEMORY, "it held 101 MB"),
        Failure(ob.WHITE, FailureKind.TIME, "it had no candidate yet after 5 s"),
        Failure(ob.WHITE, FailureKind.MEMORY, "it held 103 MB"),
    ]
    memory, late = advice_for(None, failures, PRESET)
    assert memory.words == "2 games were lost by a failure, first: it held 101 MB"
    assert "limit the size" in memory.advice
    assert late.words == "one game was lost by a failure: it had no candidate yet after 5 s"


def test_where_all_is_well_there_is_nothing_to_say() -> None:
    legal = [sorted(legal_squares(board)) for board in boards()]
    chosen = [
        result(board, [*squares, *squares[:1]])
        for board, squares in zip(boards(), legal, strict=True)
    ]
    assert advice_for(Usability(tuple(chosen)), [], PRESET) == ()
