"""What is said about lists, times and memory on boards."""

from dataclasses import replace

import pytest

import obversi as ob
from obversi.agents.course.preset import CoursePreset
from obversi.agents.failure import Fault
from obversi.judge.answer_check import legal_squares
from obversi.judge.check.asked import Asked
from obversi.judge.check.candidate_findings import candidate_findings
from obversi.judge.check.failure_advice import failure_advice, failure_kind
from obversi.judge.check.first_call import FirstCall, first_call_finding
from obversi.judge.check.limit_findings import limit_findings, repeat_finding
from obversi.judge.check.mistakes import mistakes
from obversi.judge.check.odd_boards import odd_boards
from obversi.judge.finding import Finding, Level

PRESET = CoursePreset("test")
BOARDS = odd_boards(8, "reversed")


def right(board: ob.Board) -> Asked:
    """A good answer, with the choice once more at the end."""
    legal = tuple(sorted(legal_squares(board)))
    return Asked("a board", board, (*legal, *legal[:1]), seconds=0.1, memory_mb=3)


RIGHT = [right(board) for board in BOARDS]


def only(findings: list[Finding], level: Level) -> Finding:
    [found] = [finding for finding in findings if finding.level is level]
    return found


def test_good_lists_are_told_in_one_line() -> None:
    [finding] = candidate_findings(RIGHT)
    assert finding.level is Level.GOOD
    assert finding.words == f"on all {len(RIGHT)} boards: exactly the legal squares"


def test_a_wrong_list_comes_with_the_reason_the_board_and_its_moves() -> None:
    swapped = next(mistake for mistake in mistakes() if mistake.words.startswith("row and column"))
    asked = [Asked("odd", board, tuple(swapped.squares(board))) for board in BOARDS]
    [finding] = candidate_findings(asked)
    assert finding.level is Level.PROBLEM
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


def test_failures_that_are_alike_are_told_once() -> None:
    failed = [
        Asked("a board", board, fault=Fault.ERROR, words="ZeroDivisionError", details="line 3")
        for board in BOARDS[:2]
    ]
    findings = list(candidate_findings([*RIGHT[2:], *failed]))
    finding = only(findings, Level.PROBLEM)
    assert finding.words.startswith(f"on 2 of {len(RIGHT)} boards: ZeroDivisionError (as ")
    assert finding.details == "line 3"
    assert finding.board == BOARDS[0].to_string()
    assert all(one.level is not Level.GOOD for one in findings)


@pytest.mark.parametrize(
    ("empty", "words"),
    [
        (Asked("", ob.Board(), returned="(2, 3)"), "`go` returns (2, 3) but"),
        (Asked("", ob.Board(), output="(2, 3)\n"), "`go` prints something but"),
        (Asked("", ob.Board()), "it stays empty although there are moves"),
    ],
)
def test_an_empty_list_is_told_where_the_answer_is(empty: Asked, words: str) -> None:
    [finding] = candidate_findings([empty])
    assert words in finding.words
    assert "append" in finding.advice


def test_an_illegal_last_entry_is_told() -> None:
    legal = tuple(legal_squares(ob.Board()))
    [finding] = candidate_findings([Asked("", ob.Board(), (*legal, (0, 0)))])
    assert "it would play (0, 0) a1, and lose the game by it" in finding.details


def test_a_choice_that_is_never_repeated_is_no_problem_but_advice() -> None:
    asked = [Asked("", board, tuple(legal_squares(board))) for board in BOARDS]
    advice = only(list(candidate_findings(asked)), Level.ADVICE)
    assert "once more at the end" in advice.words


def test_who_was_interrupted_may_have_been_about_to_choose() -> None:
    asked = [
        Asked("", board, tuple(legal_squares(board)), is_late=True, seconds=5) for board in BOARDS
    ]
    [finding] = candidate_findings(asked)
    assert finding.level is Level.GOOD


def test_a_board_that_is_changed_is_told() -> None:
    changed = replace(RIGHT[1], is_board_changed=True)
    advice = only(list(candidate_findings([RIGHT[0], changed])), Level.ADVICE)
    assert advice.words.startswith("on 1 of 2 boards `go` changes the `chessboard`")
    assert "chessboard.copy()" in advice.advice
    assert advice.board == changed.board.to_string()


def test_what_explains_a_part_of_the_boards_is_a_guess() -> None:
    swapped = next(mistake for mistake in mistakes() if mistake.words.startswith("row and column"))
    asked = [Asked("odd", board, tuple(swapped.squares(board))) for board in BOARDS]
    wrong = sum(not one.is_right for one in asked)
    strange = Asked("strange", ob.Board(), ((0, 0),))
    [finding] = candidate_findings([strange, *asked])
    guess = f"{wrong} of these {wrong + 1} look as if row and column are swapped"
    assert guess in finding.words
    # The board that is shown is one of those.
    assert "odd" in finding.details


def test_a_course_may_look_at_the_last_entry_only() -> None:
    asked = [Asked("", board, (min(legal_squares(board)),)) for board in BOARDS]
    [finding] = candidate_findings(asked, only_last=True)
    assert finding.level is Level.GOOD
    [problem] = candidate_findings([Asked("", ob.Board(), ((0, 0),))], only_last=True)
    assert "the last entry cannot be played" in problem.words


# Time and memory


def levels(asked: list[Asked], preset: CoursePreset = PRESET) -> dict[str, Level]:
    return {finding.topic: finding.level for finding in limit_findings(asked, preset)}


def test_what_is_well_inside_the_limits_is_good() -> None:
    assert levels(RIGHT) == {"time": Level.GOOD, "memory": Level.GOOD}


def test_close_to_a_limit_there_is_advice() -> None:
    close = [*RIGHT, replace(RIGHT[0], seconds=4.5, memory_mb=90)]
    assert levels(close) == {"time": Level.ADVICE, "memory": Level.ADVICE}


def test_many_slow_calls_are_too_long_for_a_game() -> None:
    slow = [replace(one, seconds=3.9) for one in RIGHT]
    preset = replace(PRESET, game_seconds=100)
    words = [finding.words for finding in limit_findings(slow, preset)]
    assert "30 calls of 3.900 s, as these were, would take 117 s" in words[1]
    assert len(list(limit_findings(slow, replace(PRESET, game_seconds=None)))) == 2


def test_a_time_out_is_as_bad_as_the_course_says() -> None:
    late = [*RIGHT, replace(RIGHT[0], seconds=5.0, is_late=True)]
    assert levels(late)["time"] is Level.ADVICE
    assert levels(late, replace(PRESET, at_time_out="loses"))["time"] is Level.PROBLEM


def test_few_answers_say_nothing_about_limits() -> None:
    assert not list(limit_findings([Asked("", ob.Board(), fault=Fault.HANG)], PRESET))
    passing = right(ob.Board.parse("-----OXX-XX-XXXO O"))
    assert not passing.legal
    failed = Asked("", ob.Board(), fault=Fault.ERROR)
    assert not list(limit_findings([passing, passing, failed], PRESET))


def test_what_is_over_a_limit_is_not_told_to_be_within_it() -> None:
    over = Asked("", ob.Board(), memory_mb=101, fault=Fault.MEMORY)
    assert levels([*RIGHT, over]) == {"time": Level.GOOD}
    for fault in (Fault.TIME, Fault.HANG):
        hung = Asked("", ob.Board(), memory_mb=90, fault=fault)
        assert levels([*RIGHT, hung]) == {"memory": Level.ADVICE}


def test_who_has_no_candidate_at_the_time_out_is_not_told_that_it_is_allowed() -> None:
    nothing = Asked("", ob.Board(), seconds=5.0, is_late=True)
    assert levels([*RIGHT, nothing]) == {"memory": Level.GOOD}
    assert not list(limit_findings([nothing, nothing], PRESET))


def test_there_is_one_time_to_aim_at() -> None:
    close = replace(RIGHT[0], seconds=4.5)
    for slow in (close, replace(close, is_late=True)):
        assert "end at about 4 s" in next(limit_findings([*RIGHT, slow], PRESET)).advice


def test_time_outs_of_a_compiler_are_told_as_such() -> None:
    late = [*RIGHT, replace(RIGHT[0], seconds=5.0, is_late=True)]
    [time, _] = limit_findings(late, PRESET, compiles=True)
    assert "`first call`" in time.advice
    assert "clock" not in time.advice


# The first call


def first_call(seconds: float, preset: CoursePreset = PRESET) -> Finding:
    call = FirstCall(replace(RIGHT[0], seconds=seconds), RIGHT[0], 30)
    finding = first_call_finding(call, preset)
    assert finding is not None
    assert call.is_too_slow(preset) is (finding.level is Level.PROBLEM)
    return finding


def test_a_first_call_like_the_others_is_good() -> None:
    assert first_call(0.15).level is Level.GOOD


def test_time_lost_to_compilers_is_told_with_what_to_do() -> None:
    finding = first_call(3.1)
    assert finding.level is Level.ADVICE
    assert "3.000 s are lost" in finding.words
    assert "cache=True does not help" in finding.advice


def test_a_first_call_that_is_too_long_is_a_problem_unless_there_is_a_warm_up() -> None:
    finding = first_call(9)
    assert finding.level is Level.PROBLEM
    assert "the last candidate so far is played" in finding.words
    assert "that loses the game" in first_call(9, replace(PRESET, at_time_out="loses")).words
    warm = first_call(9, replace(PRESET, warm_up_seconds=20))
    assert warm.level is Level.ADVICE
    assert "25 s (20 s of them to warm up)" in warm.words


def test_a_first_call_that_never_ends_is_told() -> None:
    endless = replace(RIGHT[0], seconds=30.0, is_late=True)
    call = FirstCall(endless, replace(endless, seconds=5.0), 30)
    finding = first_call_finding(call, PRESET)
    assert finding is not None
    assert finding.words == "the first call of a game did not end by itself within 30 s"
    assert not call.is_too_slow(PRESET)


def test_the_same_board_twice() -> None:
    other = replace(RIGHT[0], candidates=RIGHT[0].candidates[:-1])
    same, different = repeat_finding(RIGHT[0], RIGHT[0]), repeat_finding(RIGHT[0], other)
    assert same is not None
    assert different is not None
    assert (same.level, different.level) == (Level.GOOD, Level.ADVICE)
    assert repeat_finding(RIGHT[0], Asked("", ob.Board(), fault=Fault.ERROR)) is None
    nothing = Asked("", ob.Board(), is_late=True)
    assert repeat_finding(nothing, nothing) is None


@pytest.mark.parametrize(
    ("fault", "words", "advice"),
    [
        (Fault.ERROR, "ModuleNotFoundError: No module named 'x' (line 1)", "one file"),
        (Fault.ERROR, "FileNotFoundError: weights.txt not found. (line 17)", "empty folder"),
        (Fault.ERROR, "EOFError: EOF when reading a line (line 9)", "`input()`"),
        (Fault.ERROR, "IndexError (line 9)", "size less 1"),
        (
            Fault.ERROR,
            "AttributeError: 'AI' object has no attribute 'candidate_list' (line 9)",
            "self.candidate_list = []",
        ),
        (Fault.ERROR, "it ended itself in go, by sys.exit or the like", "exit"),
        (Fault.PROTOCOL, "it has no candidate_list", "self.candidate_list = []"),
        (Fault.PROTOCOL, "candidate_list is a set: expected a list of", "a list"),
        (Fault.PROTOCOL, "candidate_list holds 'd3' (str): expected two", "whole numbers"),
        (Fault.ILLEGAL, "its candidate_list is empty, and so it passes", "append every legal"),
        (Fault.ILLEGAL, "its last candidate is (0, 0) a1, which is not legal", "only legal"),
        (Fault.HANG, "it was not ready after 30 s: it was still busy in AI.__init__", "do less"),
        (Fault.TIME, "it has used up the 180 s that it had for the whole game", "sum up"),
    ],
)
def test_advice_fits_the_words_of_a_failure(fault: Fault, words: str, advice: str) -> None:
    assert advice in failure_advice(fault, words)


def test_there_is_advice_for_every_fault() -> None:
    assert all(failure_advice(fault, "it failed") for fault in Fault)


def test_failures_of_one_kind_may_differ_in_squares_and_amounts_only() -> None:
    held = [failure_kind(Fault.MEMORY, f"it held {mb} MB") for mb in (101, 103)]
    assert held[0] == held[1]
    empty = failure_kind(Fault.ILLEGAL, "its candidate_list is empty, and so it passes")
    assert empty != failure_kind(Fault.ILLEGAL, "its last candidate is (0, 0) a1")
    assert failure_kind(Fault.ERROR, "IndexError (line 3)") != failure_kind(
        Fault.ERROR, "IndexError (line 4)"
    )
