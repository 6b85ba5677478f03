"""Whole checks of files, in the sandbox that this machine has."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from course_texts import GOOD, with_mistake

import obversi as ob
from obversi.agents.course.answer import legal_squares
from obversi.agents.course.preset import CoursePreset
from obversi.judge.check.answers import BoardAnswer
from obversi.judge.check.check import CheckResult, certain_answers, check
from obversi.judge.finding import CheckFinding, Severity

Check = Callable[..., CheckResult]


@pytest.fixture
def checked(tmp_path: Path, course: CoursePreset) -> Check:
    """Check a text as a file, by default without games."""

    def run(source: str | bytes, pairs: int = 0, **changes: object) -> CheckResult:
        path = tmp_path / "agent.py"
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        preset = replace(course, sparring=("random",), **changes)  # type: ignore[arg-type]
        return check(path, preset, pairs=pairs, concurrency=1)

    return run


def bad(result: CheckResult) -> list[CheckFinding]:
    return [one for one in result.findings if one.level in (Severity.PROBLEM, Severity.FATAL)]


def test_a_good_file_has_no_problem_and_plays(checked: Check) -> None:
    one_core = (
        "        import os\n"
        "        if hasattr(os, 'sched_getaffinity'):\n"
        "            assert len(os.sched_getaffinity(0)) == 1, 'as in a contest'\n"
    )
    result = checked(GOOD + one_core, pairs=1, forbidden_imports=())
    assert result.is_good
    assert bad(result) == []
    topics = {finding.topic for finding in result.findings}
    assert {"file", "interface", "candidates", "time", "memory", "first call"} <= topics
    assert [game.color for game in result.games] == [ob.BLACK, ob.WHITE]
    assert all(game.opponent == "random" for game in result.games)
    assert "process" in result.layers
    content = result.to_object()
    assert content["is_good"] is True
    assert [game["color"] for game in content["games"]] == ["black", "white"]


def test_nothing_is_run_without_the_layers_of_the_course(checked: Check) -> None:
    with pytest.raises(ob.ObversiError, match="there is no layer 'moat'"):
        checked(GOOD, sandbox=("moat",))


def test_a_file_that_cannot_be_read_stops_it_all(checked: Check) -> None:
    result = checked("class AI(object:\n")
    [finding] = result.findings
    assert (finding.level, finding.topic) == (Severity.FATAL, "file")
    assert "line 1" in finding.words
    assert not result.is_good


def test_what_is_no_file_or_no_preset_is_rejected(course: CoursePreset) -> None:
    with pytest.raises(ob.InputError, match="'' is not a file name"):
        check("", course)
    with pytest.raises(ob.InputError, match="'cs303' is no preset: expected one that read_preset"):
        check("agent.py", "cs303")  # type: ignore[arg-type]


def test_a_constructor_that_fails_stops_the_check(checked: Check) -> None:
    result = checked(with_mistake("color, time_out\n", "color, [][8]\n"))
    finding = result.findings[-1]
    assert (finding.level, finding.topic) == (Severity.FATAL, "interface")
    assert "IndexError" in finding.words
    assert "[][8]" in finding.details


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("= chessboard_size, color,", "= chessboard_size, -1,", "it always plays black"),
        (
            "= []\n        self.candidate_list.ext",
            "+= []\n        self.candidate_list.ext",
            "call before",
        ),
        ("self.candidate_list.extend(self.legal", "print(self.legal", "`go` prints something"),
    ],
)
def test_a_mistake_is_named(checked: Check, right: str, wrong: str, words: str) -> None:
    [finding] = bad(checked(with_mistake(right, wrong)))
    assert finding.topic == "candidates"
    assert words in finding.words
    assert finding.advice
    assert finding.board


def test_an_error_on_some_boards_is_found_with_its_line(checked: Check) -> None:
    failing = with_mistake("(self.candidate_list[:1])", "([self.candidate_list[0]])")
    [finding] = bad(checked(failing))
    assert "IndexError" in finding.words
    assert "(line " in finding.words


def test_an_agent_that_fails_everywhere_plays_no_game(checked: Check) -> None:
    result = checked(
        with_mistake("self.candidate_list.extend(self.legal", "self.nothing(self.legal"), pairs=1
    )
    [finding] = bad(result)
    assert "AttributeError" in finding.words
    assert result.games == ()


@pytest.mark.long
def test_a_failure_in_a_game_comes_with_its_moves(checked: Check) -> None:
    # It fails only where all the boards before were its own game.
    late = with_mistake(
        "        self.candidate_list = []\n        self",
        "        self.calls = getattr(self, 'calls', []) + [int((chessboard != 0).sum())]\n"
        "        if self.calls[:1] in ([4], [5]) and len(self.calls) == 3 and self.calls[2] < 12:\n"
        "            print('here I am')\n"
        "            raise RuntimeError('the third move')\n"
        "        self.candidate_list = []\n        self",
    )
    result = checked(late, pairs=1)
    failures = [one for one in bad(result) if one.topic == "games"]
    [finding] = failures
    assert "RuntimeError: the third move" in finding.words
    assert "here I am" in finding.details
    assert len(finding.moves) >= 8


@pytest.mark.long
@pytest.mark.usefixtures("long_grace")
def test_an_agent_that_is_always_interrupted_gets_advice(checked: Check) -> None:
    endless = GOOD + "        import time\n        time.sleep(100 * self.time_out)\n"
    result = checked(endless, move_seconds=0.05, load_seconds=2.5)
    assert bad(result) == []
    [time] = [one for one in result.findings if one.topic == "time"]
    assert time.level is Severity.ADVICE
    assert "interrupted at 0.05 s" in time.words
    # What is slow each time is no compiler.
    [first] = [one for one in result.findings if one.topic == "first call"]
    assert "did not end by itself within 2.5 s" in first.words


@pytest.mark.long
@pytest.mark.usefixtures("long_grace")
def test_a_slow_first_call_is_found(checked: Check) -> None:
    slow = with_mistake(
        "        self.candidate_list = []\n        self",
        "        self.candidate_list = []\n"
        "        if not hasattr(self, 'compiled'):\n"
        "            import time\n"
        "            self.compiled = True\n"
        "            time.sleep(0.6)\n"
        "        self",
    )
    result = checked(slow, move_seconds=0.3)
    [finding] = [one for one in result.findings if one.topic == "first call"]
    assert finding.level is Severity.PROBLEM
    assert "with no candidate yet" in finding.words
    # It is the only problem: what follows from it is left out, and there is no compiler.
    assert bad(result) == [finding]
    assert "compil" not in finding.words + finding.advice


@pytest.mark.long
@pytest.mark.usefixtures("long_grace")
def test_a_short_check_cuts_calls_and_blames_nobody_for_it(
    tmp_path: Path, course: CoursePreset
) -> None:
    path = tmp_path / "agent.py"
    path.write_text(GOOD + "        import time\n        time.sleep(0.8 * self.time_out)\n")
    result = check(path, replace(course, move_seconds=2.0), pairs=0, seconds=2.5)
    assert bad(result) == []
    assert not any("interrupted" in one.words for one in result.findings)
    [short] = [one for one in result.findings if one.topic == "boards"]
    assert "boards were left out, so that the check is short" in short.words


@pytest.mark.long
@pytest.mark.usefixtures("long_grace")
def test_a_short_check_says_that_no_list_was_seen(tmp_path: Path, course: CoursePreset) -> None:
    path = tmp_path / "agent.py"
    endless = (
        "        self.candidate_list = []\n        while True:\n            pass\n        self"
    )
    path.write_text(with_mistake("        self.candidate_list = []\n        self", endless))
    result = check(path, replace(course, move_seconds=2.0), pairs=0, seconds=2.5)
    [lists] = [one for one in result.findings if one.topic == "candidates"]
    assert lists.level is Severity.ADVICE
    assert "its list was empty on every board" in lists.words
    assert not any(one.topic == "boards" for one in result.findings)


def answer(seconds: float, *squares: tuple[int, int], is_cut: bool, ply: int = 0) -> BoardAnswer:
    """An answer at the start, or later, with these squares."""
    board = ob.Board(rules="reversed")
    for _ in range(ply):
        board.push(board.legal_moves[0])
    return BoardAnswer("", board, squares, seconds=seconds, is_late=is_cut, is_cut=is_cut)


def test_lists_of_calls_that_were_cut_count_if_the_agent_lists_early() -> None:
    wrong = answer(0.1, (0, 0), is_cut=True, ply=5)
    start = answer(0.1, (3, 2), (2, 3), is_cut=True)
    longer = answer(2.0, (2, 3), (3, 2), (2, 3), is_cut=False)
    # At the start its list was there after 0.1 s, so the other list is what it wants to say.
    assert list(certain_answers([wrong], [wrong, start, longer])) == [replace(wrong, is_late=False)]
    # But here it was not, or nothing is known.
    unfinished = answer(0.1, (3, 2), is_cut=True)
    assert list(certain_answers([wrong], [wrong, unfinished, longer])) == []
    assert list(certain_answers([wrong], [wrong, start])) == []


def test_right_lists_and_whole_calls_count_always() -> None:
    legal = tuple(legal_squares(ob.Board(rules="reversed")))
    right, whole = answer(0.1, *legal, is_cut=True), answer(0.1, (0, 0), is_cut=False)
    found = list(certain_answers([right, whole], [right, whole]))
    assert found == [replace(right, is_late=False), whole]


@pytest.mark.long
def test_a_board_that_is_written_on_is_found(checked: Check) -> None:
    [finding] = [
        one
        for one in checked(GOOD + "        chessboard[0][0] = self.color\n").findings
        if one.level is Severity.ADVICE
    ]
    assert "`go` changes the `chessboard`" in finding.words


def test_findings_are_reported_at_once(tmp_path: Path, course: CoursePreset) -> None:
    path = tmp_path / "agent.py"
    path.write_text(with_mistake("append((r, c))", "append((c, r))"))
    reported: list[CheckFinding] = []
    steps: list[tuple[str, int, int]] = []
    result = check(
        path,
        course,
        pairs=0,
        on_finding=reported.append,
        on_progress=lambda *step: steps.append(step),
    )
    assert tuple(reported) == result.findings
    assert [step for step, _, _ in steps[:1]] == ["interface"]
    assert {"unusual boards", "hard boards", "first call"} <= {step for step, _, _ in steps}
    assert all(0 <= done <= planned for _, done, planned in steps)
