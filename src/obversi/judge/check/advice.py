"""Advice after a contest, with the findings of a check."""

from collections.abc import Iterator, Sequence

from obversi.agents.agent import FailureKind
from obversi.agents.course.answer import Square, candidate_square
from obversi.agents.course.preset import CoursePreset
from obversi.arena.game.played import Failure
from obversi.board import Board
from obversi.judge.check.answers import BoardAnswer
from obversi.judge.check.board_findings import candidate_findings
from obversi.judge.check.failure_advice import failure_advice, failure_group
from obversi.judge.finding import CheckFinding, Severity
from obversi.judge.usability import BoardResult, Usability
from obversi.move import Move


def advice_for(
    usability: Usability | None, failures: Sequence[Failure], preset: CoursePreset
) -> tuple[CheckFinding, ...]:
    """Return findings about the boards, and about each kind of failure in games.

    The `failures` are those by which the agent itself lost games. Good findings are left out.
    """
    boards = _answers(usability.boards, preset) if usability is not None else []
    only_last = preset.candidates == "last"
    findings = candidate_findings(boards, only_last=only_last) if boards else ()
    bad = [finding for finding in findings if finding.level is not Severity.GOOD]
    return (*bad, *_of_games(failures))


def _answers(results: Sequence[BoardResult], preset: CoursePreset) -> list[BoardAnswer]:
    answers: list[BoardAnswer] = []
    before: tuple[Square, ...] = ()
    for result in results:
        candidates = tuple(candidate_square(name) for name in result.candidates)
        # A list with an illegal last square is an answer too.
        has_failed = bool(result.failure) and result.failure != FailureKind.ILLEGAL
        failure = FailureKind(result.failure) if has_failed else None
        answers.append(
            BoardAnswer(
                result.about,
                _board(result, preset),
                candidates=candidates,
                before=before,
                seconds=result.seconds,
                memory_mb=result.memory_mb,
                is_late=result.timed_out,
                output=result.output,
                failure=failure,
                words=result.words if failure is not None else "",
                details=result.details if failure is not None else "",
            )
        )
        before = candidates
    return answers


def _board(result: BoardResult, preset: CoursePreset) -> Board:
    """Return the board, with the moves that led to it if they are known."""
    board = Board(preset.size, preset.rules)
    for move in result.moves.split():
        board.push(Move(move))
    return board if board.to_string() == result.board else Board.parse(result.board, preset.rules)


def _of_games(failures: Sequence[Failure]) -> Iterator[CheckFinding]:
    alike: dict[str, list[Failure]] = {}
    for failure in failures:
        alike.setdefault(failure_group(failure.kind, failure.reason), []).append(failure)
    for same in alike.values():
        first = same[0]
        games = "one game was" if len(same) == 1 else f"{len(same)} games were"
        example = "" if len(same) == 1 else ", first"
        yield CheckFinding(
            Severity.PROBLEM,
            "games",
            f"{games} lost by a failure{example}: {first.reason}",
            failure_advice(first.kind, first.reason),
        )
