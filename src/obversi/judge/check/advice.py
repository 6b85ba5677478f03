"""What to do about what went wrong in a contest, in the words that a check has for it."""

from collections.abc import Iterator, Sequence

from obversi.agents.course.preset import CoursePreset
from obversi.agents.failure import Fault
from obversi.arena.game.played import Failure
from obversi.board import Board
from obversi.judge.answer_check import candidate_square
from obversi.judge.board_result import BoardResult, Usability
from obversi.judge.check.asked import Asked
from obversi.judge.check.candidate_findings import candidate_findings
from obversi.judge.check.failure_advice import failure_advice, failure_kind
from obversi.judge.check.lines import Square
from obversi.judge.finding import Finding, Level
from obversi.move import Move

__all__ = ["advice_for"]


def advice_for(
    usability: Usability | None, failures: Sequence[Failure], preset: CoursePreset
) -> tuple[Finding, ...]:
    """Say what one mistake explains the boards, and what to do about each kind of failure.

    The `failures` are those by which the agent itself lost games. What went well is not told.
    """
    boards = _asked(usability.boards, preset) if usability is not None else []
    only_last = preset.candidates == "last"
    told = candidate_findings(boards, only_last=only_last) if boards else ()
    bad = [finding for finding in told if finding.level is not Level.GOOD]
    return (*bad, *_of_games(failures))


def _asked(results: Sequence[BoardResult], preset: CoursePreset) -> list[Asked]:
    """Return the results of a usability test as answers that can be looked into."""
    asked: list[Asked] = []
    before: tuple[Square, ...] = ()
    for result in results:
        candidates = tuple(candidate_square(name) for name in result.candidates)
        # A list whose last square is not legal is an answer, which may say why.
        has_failed = bool(result.fault) and result.fault != Fault.ILLEGAL
        fault = Fault(result.fault) if has_failed else None
        asked.append(
            Asked(
                result.about,
                _board(result, preset),
                candidates=candidates,
                before=before,
                seconds=result.seconds,
                memory_mb=result.memory_mb,
                is_late=result.timed_out,
                output=result.output,
                fault=fault,
                words=result.words if fault is not None else "",
                details=result.details if fault is not None else "",
            )
        )
        before = candidates
    return asked


def _board(result: BoardResult, preset: CoursePreset) -> Board:
    """Return the board with the moves that led to it, where they are known."""
    board = Board(preset.size, preset.rules)
    for move in result.moves.split():
        board.push(Move(move))
    return board if board.to_string() == result.board else Board.parse(result.board, preset.rules)


def _of_games(failures: Sequence[Failure]) -> Iterator[Finding]:
    """Go through the failures in games, those that are alike together."""
    alike: dict[str, list[Failure]] = {}
    for failure in failures:
        alike.setdefault(failure_kind(failure.fault, failure.reason), []).append(failure)
    for same in alike.values():
        first = same[0]
        games = "one game was" if len(same) == 1 else f"{len(same)} games were"
        example = "" if len(same) == 1 else ", first"
        yield Finding(
            Level.PROBLEM,
            "games",
            f"{games} lost by a failure{example}: {first.reason}",
            failure_advice(first.fault, first.reason),
        )
