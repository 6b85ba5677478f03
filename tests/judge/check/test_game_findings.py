"""What is said about games against sparring partners."""

from dataclasses import replace
from typing import Any

import pytest

import obversi as ob
from obversi.agents.agent import FailureKind
from obversi.agents.course.preset import CoursePreset
from obversi.arena.game.played import Failure, PlayedGame
from obversi.color import Color, color_name
from obversi.formats.record import GameRecord, PlayedMove
from obversi.judge.check.game_findings import CheckGame, game_findings
from obversi.judge.finding import CheckFinding, Severity
from obversi.move import Move
from obversi.rules import Rules

PRESET = CoursePreset("test", size=4, rules="reversed")
MOVES = ("b1", "a1", "a2", "c1")


def sparring(
    color: Color,
    margin: int,
    opponent: str = "random",
    failure: Failure | None = None,
    seconds: float = 0.1,
    **notes: Any,
) -> CheckGame:
    """A game of four moves with this margin."""
    moves = tuple(PlayedMove(Move(move), seconds=seconds) for move in MOVES)
    black = margin if color == ob.BLACK else -margin
    record = GameRecord(ob.Board(4, "reversed"), moves, result=black)
    game = PlayedGame(
        1, 1, color, record, failure=failure, notes={color_name(color): notes} if notes else {}
    )
    return CheckGame(game, color, opponent)


def findings_of(*games: CheckGame, **changes: Any) -> list[CheckFinding]:
    return list(game_findings(games, replace(PRESET, **changes)))


def test_results_are_grouped_by_opponent() -> None:
    findings = findings_of(
        sparring(ob.BLACK, 4),
        sparring(ob.WHITE, 0),
        sparring(ob.BLACK, -2, "greedy"),
        sparring(ob.WHITE, -6, "greedy"),
        game_seconds=None,
    )
    assert [(one.level, one.words) for one in findings] == [
        (Severity.GOOD, "against random: won by 4 as black, a draw as white"),
        (Severity.ADVICE, "against greedy: lost by 2 as black, lost by 6 as white"),
    ]
    assert "match cs303:my_agent.py greedy --games 100 --rules reversed" in findings[1].advice


@pytest.mark.parametrize(("rules", "goal"), [("reversed", "fewest"), ("normal", "most")])
def test_losing_to_the_weakest_suggests_a_wrong_goal(rules: Rules, goal: str) -> None:
    [finding] = findings_of(sparring(ob.BLACK, -4), rules=rules, game_seconds=None)
    assert f"the {goal} discs win" in finding.advice


def test_equal_failures_are_one_finding_with_moves() -> None:
    games = [
        sparring(
            color,
            -16,
            failure=Failure(color, FailureKind.MEMORY, f"it held {color + 200} MB"),
            output="a\nb",
        )
        for color in (ob.BLACK, ob.WHITE)
    ]
    problem, result = findings_of(*games, game_seconds=None)
    assert problem.level is Severity.PROBLEM
    assert problem.words == (
        "2 times it lost by a failure, first as black against random at move 5: it held 199 MB"
    )
    assert problem.details == "its last output:\na\nb"
    assert problem.moves == "".join(MOVES)
    assert result.words.endswith("lost by a failure as black, lost by a failure as white")
    assert result.advice == "correct the failures first"


def test_a_failure_of_the_opponent_is_good() -> None:
    [finding] = findings_of(
        sparring(ob.BLACK, 16, failure=Failure(ob.WHITE, FailureKind.ERROR, "odd")),
        game_seconds=None,
    )
    assert finding.level is Severity.GOOD
    assert "won by a failure of the opponent" in finding.words


def test_wrong_lists_and_time_outs_name_the_move() -> None:
    game = sparring(
        ob.WHITE, 4, remarks=[{"ply": 3, "remark": "its candidates lack a3"}], time_outs=[1, 3]
    )
    remark, late, _ = findings_of(game, game_seconds=None)
    assert remark.level is Severity.PROBLEM
    assert remark.words == (
        "once in a call, first as white against random at move 4: its candidates lack a3"
    )
    assert remark.moves == "".join(MOVES[:3])
    assert late.level is Severity.ADVICE
    assert late.words.startswith("2 times it was interrupted at 5 s, first as white against random")
    assert len(findings_of(game, game_seconds=None, at_time_out="loses")) == 2


def test_several_cores_are_a_separate_finding() -> None:
    remark = {"ply": 1, "remark": "it computes on several cores: 4.0 s in 1.0 s"}
    finding = findings_of(sparring(ob.WHITE, 4, remarks=[remark, remark]), game_seconds=None)[0]
    assert finding.level is Severity.ADVICE
    assert finding.words.startswith("2 times in a call, first as white against random at move 2")
    assert "one core" in finding.advice


def test_long_games_get_advice() -> None:
    short, long = sparring(ob.BLACK, 4), sparring(ob.BLACK, 4, seconds=2.2)
    assert [one.level for one in findings_of(short, game_seconds=5)] == [
        Severity.GOOD,
        Severity.GOOD,
    ]
    finding = findings_of(short, long, game_seconds=5)[0]
    assert finding.level is Severity.ADVICE
    assert "4.400 s of the 5 s" in finding.words
