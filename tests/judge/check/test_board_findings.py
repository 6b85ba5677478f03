"""What is said about lists, times and memory on boards."""

from dataclasses import replace
from functools import cache

import pytest

import obversi as ob
from obversi.agents.agent import FailureKind
from obversi.agents.course.answer import legal_squares
from obversi.agents.course.preset import CoursePreset
from obversi.judge.check.answers import BoardAnswer
from obversi.judge.check.board_findings import candidate_findings
from obversi.judge.check.boards import diagnostic_boards
from obversi.judge.check.failure_advice import COMPILE_ADVICE, failure_advice, failure_group
from obversi.judge.check.limit_findings import (
    FirstCall,
    first_call_finding,
    limit_findings,
    repeat_finding,
)
from obversi.judge.check.mistakes import mistakes
from obversi.judge.finding import CheckFinding, Severity

PRESET = CoursePreset("test")


@cache
def boards() -> tuple[ob.Board, ...]:
    return diagnostic_boards(8, "reversed")


def right(board: ob.Board) -> BoardAnswer:
    """A good answer, with the choice once more at the end."""
    legal = tuple(sorted(legal_squares(board)))
    return BoardAnswer("a board", board, (*legal, *legal[:1]), seconds=0.1, memory_mb=3)


@cache
def right_answers() -> list[BoardAnswer]:
    return [right(board) for board in boards()]


def only(findings: list[CheckFinding], level: Severity) -> CheckFinding:
    [found] = [finding for finding in findings if finding.level is level]
    return found


def test_good_lists_are_one_finding() -> None:
    [finding] = candidate_findings(right_answers())
    assert finding.level is Severity.GOOD
    assert finding.words == f"on all {len(right_answers())} boards: exactly the legal squares"


def test_a_wrong_list_comes_with_the_reason_the_board_and_its_moves() -> None:
    swapped = next(mistake for mistake in mistakes() if mistake.words.startswith("row and column"))
    answers = [BoardAnswer("odd", board, tuple(swapped.squares(board))) for board in boards()]
    [finding] = candidate_findings(answers)
    assert finding.level is Severity.PROBLEM
    assert "row and column are swapped" in finding.words
    assert finding.advice == swapped.advice
    assert "missing: " in finding.details
    assert "not legal: " in finding.details
    shown = ob.Board(rules="reversed")
    for move in [finding.moves[place : place + 2] for place in range(0, len(finding.moves), 2)]:
        if shown.must_pass:
            shown.push("pass")
        shown.push(move)
    assert shown.to_string() == finding.board


def test_equal_failures_are_one_finding() -> None:
    failed = [
        BoardAnswer(
            "a board", board, failure=FailureKind.ERROR, words="ZeroDivisionError", details="line 3"
        )
        for board in boards()[:2]
    ]
    findings = list(candidate_findings([*right_answers()[2:], *failed]))
    finding = only(findings, Severity.PROBLEM)
    assert finding.words.startswith(
        f"on 2 of {len(right_answers())} boards: ZeroDivisionError (as "
    )
    assert finding.details == "line 3"
    assert finding.board == boards()[0].to_string()
    assert all(one.level is not Severity.GOOD for one in findings)


@pytest.mark.parametrize(
    ("empty", "words"),
    [
        (BoardAnswer("", ob.Board(), returned="(2, 3)"), "`go` returns (2, 3) but"),
        (BoardAnswer("", ob.Board(), output="(2, 3)\n"), "`go` prints something but"),
        (BoardAnswer("", ob.Board()), "it is empty although there are moves"),
    ],
)
def test_an_answer_outside_of_the_list_is_found(empty: BoardAnswer, words: str) -> None:
    [finding] = candidate_findings([empty])
    assert words in finding.words
    assert "append" in finding.advice


def test_an_illegal_last_entry_is_named() -> None:
    legal = tuple(legal_squares(ob.Board()))
    [finding] = candidate_findings([BoardAnswer("", ob.Board(), (*legal, (0, 0)))])
    assert "it would play (0, 0) a1, and lose the game" in finding.details


def test_a_choice_that_is_never_repeated_gets_advice() -> None:
    answers = [BoardAnswer("", board, tuple(legal_squares(board))) for board in boards()]
    advice = only(list(candidate_findings(answers)), Severity.ADVICE)
    assert "once more at the end" in advice.words


def test_interrupted_answers_need_no_choice() -> None:
    answers = [
        BoardAnswer("", board, tuple(legal_squares(board)), is_late=True, seconds=5)
        for board in boards()
    ]
    [finding] = candidate_findings(answers)
    assert finding.level is Severity.GOOD


def test_a_changed_board_gets_advice() -> None:
    changed = replace(right_answers()[1], is_board_changed=True)
    advice = only(list(candidate_findings([right_answers()[0], changed])), Severity.ADVICE)
    assert advice.words.startswith("on 1 of 2 boards `go` changes the `chessboard`")
    assert "chessboard.copy()" in advice.advice
    assert advice.board == changed.board.to_string()


def test_a_mistake_that_explains_some_boards_is_a_guess() -> None:
    swapped = next(mistake for mistake in mistakes() if mistake.words.startswith("row and column"))
    answers = [BoardAnswer("odd", board, tuple(swapped.squares(board))) for board in boards()]
    wrong = sum(not one.is_right for one in answers)
    strange = BoardAnswer("strange", ob.Board(), ((0, 0),))
    [finding] = candidate_findings([strange, *answers])
    guess = f"{wrong} of these {wrong + 1} look as if row and column are swapped"
    assert guess in finding.words
    # The board that is shown is one of those.
    assert "odd" in finding.details


def test_a_course_may_look_at_the_last_entry_only() -> None:
    answers = [BoardAnswer("", board, (min(legal_squares(board)),)) for board in boards()]
    [finding] = candidate_findings(answers, only_last=True)
    assert finding.level is Severity.GOOD
    [problem] = candidate_findings([BoardAnswer("", ob.Board(), ((0, 0),))], only_last=True)
    assert "the last entry cannot be played" in problem.words


# Time and memory


def levels(answers: list[BoardAnswer], preset: CoursePreset = PRESET) -> dict[str, Severity]:
    return {finding.topic: finding.level for finding in limit_findings(answers, preset)}


def test_small_use_of_limits_is_good() -> None:
    assert levels(right_answers()) == {"time": Severity.GOOD, "memory": Severity.GOOD}


def test_close_to_a_limit_there_is_advice() -> None:
    close = [*right_answers(), replace(right_answers()[0], seconds=4.5, memory_mb=90)]
    assert levels(close) == {"time": Severity.ADVICE, "memory": Severity.ADVICE}


def test_many_slow_calls_are_too_long_for_a_game() -> None:
    slow = [replace(one, seconds=3.9) for one in right_answers()]
    preset = replace(PRESET, game_seconds=100)
    words = [finding.words for finding in limit_findings(slow, preset)]
    assert "30 calls of 3.900 s, as these were, would take 117 s" in words[1]
    assert len(list(limit_findings(slow, replace(PRESET, game_seconds=None)))) == 2


def test_the_level_of_a_time_out_depends_on_the_course() -> None:
    late = [*right_answers(), replace(right_answers()[0], seconds=5.0, is_late=True)]
    assert levels(late)["time"] is Severity.ADVICE
    assert levels(late, replace(PRESET, at_time_out="loses"))["time"] is Severity.PROBLEM


def test_few_answers_say_nothing_about_limits() -> None:
    assert not list(limit_findings([BoardAnswer("", ob.Board(), failure=FailureKind.HANG)], PRESET))
    passing = right(ob.Board.parse("-----OXX-XX-XXXO O"))
    assert not passing.legal
    failed = BoardAnswer("", ob.Board(), failure=FailureKind.ERROR)
    assert not list(limit_findings([passing, passing, failed], PRESET))


def test_an_exceeded_limit_has_no_good_finding() -> None:
    over = BoardAnswer("", ob.Board(), memory_mb=101, failure=FailureKind.MEMORY)
    assert levels([*right_answers(), over]) == {"time": Severity.GOOD}
    for kind in (FailureKind.TIME, FailureKind.HANG):
        hung = BoardAnswer("", ob.Board(), memory_mb=90, failure=kind)
        assert levels([*right_answers(), hung]) == {"memory": Severity.ADVICE}


def test_an_empty_list_at_the_time_out_is_a_problem() -> None:
    nothing = BoardAnswer("", ob.Board(), seconds=5.0, is_late=True)
    assert levels([*right_answers(), nothing]) == {"memory": Severity.GOOD}
    assert not list(limit_findings([nothing, nothing], PRESET))


def test_there_is_one_time_to_aim_at() -> None:
    close = replace(right_answers()[0], seconds=4.5)
    for slow in (close, replace(close, is_late=True)):
        assert "end at about 4 s" in next(limit_findings([*right_answers(), slow], PRESET)).advice


def test_time_outs_of_a_slow_start_are_left_out() -> None:
    late = replace(right_answers()[0], seconds=5.0, is_late=True)
    [time, _] = limit_findings([*right_answers(), late], PRESET, starts_slowly=True)
    assert time.level is Severity.GOOD
    empty = replace(late, candidates=(), compiles=True)
    [lists] = candidate_findings([*right_answers(), late, empty], starts_slowly=True)
    assert lists.level is Severity.GOOD
    [problem] = candidate_findings([*right_answers(), late, empty])
    assert "the list was empty when it was interrupted" in problem.words


def test_calls_that_were_cut_short_say_nothing_about_time() -> None:
    cut = replace(right_answers()[0], seconds=0.3, is_late=True, is_cut=True)
    [time, _] = limit_findings([*right_answers(), cut], PRESET)
    assert time.level is Severity.GOOD


def test_a_list_that_the_clock_cut_is_no_other_mistake() -> None:
    answers = [
        replace(answer, candidates=answer.candidates[:1], is_late=True)
        for answer in right_answers()
        if len(answer.legal) > 1
    ]
    [finding] = candidate_findings(answers)
    assert finding.level is Severity.PROBLEM
    first = answers[0]
    words = f"interrupted at the time-out: it had 1 of {len(first.legal)} squares"
    assert words in finding.words
    assert "before anything that takes long" in finding.advice


def test_wrong_lists_of_a_changed_board_have_one_cause() -> None:
    others = {answer.board: answer.candidates for answer in right_answers()}
    lists = [*others.values()]
    answers = [
        replace(answer, candidates=lists[place - 1], is_board_changed=True)
        for place, answer in enumerate(right_answers())
    ]
    [finding] = candidate_findings(answers)
    assert finding.level is Severity.PROBLEM
    assert "`go` changes the `chessboard` that it was given, and the list is wrong" in finding.words
    assert finding.advice == "try moves on a copy: `chessboard.copy()`"


def test_a_known_mistake_is_named_even_if_the_board_is_changed() -> None:
    swapped = next(mistake for mistake in mistakes() if mistake.words.startswith("row and column"))
    answers = [
        BoardAnswer("odd", board, tuple(swapped.squares(board)), is_board_changed=True)
        for board in boards()
    ]
    first = next(iter(candidate_findings(answers)))
    assert "row and column are swapped" in first.words


# The first call


def first_call(
    seconds: float, preset: CoursePreset = PRESET, *, compiles: bool = False
) -> CheckFinding:
    slow = replace(right_answers()[0], seconds=seconds)
    call = FirstCall(slow, right_answers()[0], 30, compiles=compiles)
    finding = first_call_finding(call, preset)
    assert finding is not None
    assert call.is_too_slow(preset) is (finding.level is Severity.PROBLEM)
    return finding


def test_a_first_call_like_the_others_is_good() -> None:
    assert first_call(0.15).level is Severity.GOOD


def test_time_of_compilers_gets_advice() -> None:
    finding = first_call(3.1, compiles=True)
    assert finding.level is Severity.ADVICE
    assert "3.000 s are lost to compiling" in finding.words
    assert finding.advice == COMPILE_ADVICE


def test_a_slow_first_call_without_a_compiler_is_not_called_compiling() -> None:
    for seconds in (3.1, 9.0):
        finding = first_call(seconds)
        assert "needed once" in finding.words
        assert "compil" not in finding.words + finding.advice


def test_a_compiler_that_does_not_end_is_named() -> None:
    late = replace(right_answers()[0], seconds=30.0, is_late=True, compiles=True)
    call = FirstCall(late, replace(late, seconds=5.0), 30)
    finding = first_call_finding(call, PRESET)
    assert finding is not None
    assert finding.level is Severity.PROBLEM
    assert "still compiling after 30 s, and has 5 s" in finding.words
    assert call.is_too_slow(PRESET)


def test_a_first_call_that_is_too_long_is_a_problem_unless_there_is_a_warm_up() -> None:
    finding = first_call(9)
    assert finding.level is Severity.PROBLEM
    assert "the last candidate so far is played" in finding.words
    assert "that loses the game" in first_call(9, replace(PRESET, at_time_out="loses")).words
    warm = first_call(9, replace(PRESET, warm_up_seconds=20))
    assert warm.level is Severity.ADVICE
    assert "25 s (20 s of them to warm up)" in warm.words


def test_a_first_call_that_does_not_end_gets_advice() -> None:
    endless = replace(right_answers()[0], seconds=30.0, is_late=True)
    call = FirstCall(endless, replace(endless, seconds=5.0), 30)
    finding = first_call_finding(call, PRESET)
    assert finding is not None
    assert finding.words == "the first call of a game did not end by itself within 30 s"
    assert not call.is_too_slow(PRESET)


def test_the_same_board_twice() -> None:
    other = replace(right_answers()[0], candidates=right_answers()[0].candidates[:-1])
    same, different = (
        repeat_finding(right_answers()[0], right_answers()[0]),
        repeat_finding(right_answers()[0], other),
    )
    assert same is not None
    assert different is not None
    assert (same.level, different.level) == (Severity.GOOD, Severity.ADVICE)
    assert (
        repeat_finding(right_answers()[0], BoardAnswer("", ob.Board(), failure=FailureKind.ERROR))
        is None
    )
    nothing = BoardAnswer("", ob.Board(), is_late=True)
    assert repeat_finding(nothing, nothing) is None


@pytest.mark.parametrize(
    ("kind", "words", "advice"),
    [
        (FailureKind.ERROR, "ModuleNotFoundError: No module named 'x' (line 1)", "one file"),
        (FailureKind.ERROR, "FileNotFoundError: weights.txt not found. (line 17)", "empty folder"),
        (FailureKind.ERROR, "EOFError: EOF when reading a line (line 9)", "`input()`"),
        (FailureKind.ERROR, "IndexError (line 9)", "size less 1"),
        (
            FailureKind.ERROR,
            "AttributeError: 'AI' object has no attribute 'candidate_list' (line 9)",
            "self.candidate_list = []",
        ),
        (FailureKind.ERROR, "it ended itself in go, by sys.exit or the like", "exit"),
        (FailureKind.PROTOCOL, "it has no candidate_list", "self.candidate_list = []"),
        (FailureKind.PROTOCOL, "candidate_list is a set: expected a list of", "a list"),
        (FailureKind.PROTOCOL, "candidate_list holds 'd3' (str): expected two", "whole numbers"),
        (
            FailureKind.ILLEGAL,
            "its candidate_list is empty, and so it passes",
            "append every legal",
        ),
        (FailureKind.ILLEGAL, "its last candidate is (0, 0) a1, which is not legal", "only legal"),
        (
            FailureKind.HANG,
            "it was not ready after 30 s: it was still busy in AI.__init__",
            "do less",
        ),
        (FailureKind.TIME, "it has used up the 180 s that it had for the whole game", "add up"),
    ],
)
def test_advice_fits_the_words_of_a_failure(kind: FailureKind, words: str, advice: str) -> None:
    assert advice in failure_advice(kind, words)


def test_there_is_advice_for_every_failure() -> None:
    assert all(failure_advice(kind, "it failed") for kind in FailureKind)


def test_failures_of_one_kind_may_differ_in_squares_and_amounts_only() -> None:
    held = [failure_group(FailureKind.MEMORY, f"it held {mb} MB") for mb in (101, 103)]
    assert held[0] == held[1]
    empty = failure_group(FailureKind.ILLEGAL, "its candidate_list is empty, and so it passes")
    assert empty != failure_group(FailureKind.ILLEGAL, "its last candidate is (0, 0) a1")
    assert failure_group(FailureKind.ERROR, "IndexError (line 3)") != failure_group(
        FailureKind.ERROR, "IndexError (line 4)"
    )
    for texts in (
        ("KeyError: (3, 4) (line 9)", "KeyError: (0, 1) (line 9)"),
        ("OSError: no file '/tmp/a1/x' (line 9)", "OSError: no file '/tmp/b2/x' (line 9)"),
        ("TypeError: <AI at 0x7f12> (line 9)", "TypeError: <AI at 0x7f34> (line 9)"),
    ):
        assert len({failure_group(FailureKind.ERROR, words) for words in texts}) == 1
    named = "ModuleNotFoundError: No module named 'a'"
    assert failure_group(FailureKind.ERROR, named) != failure_group(FailureKind.ERROR, f"{named}b")
