"""Pages about one agent: the results of a student, and a check before the file is handed in.

They have findings, games, clocks and output, which other students do not see.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from obversi.agents.course.answer import candidate_square, square_text
from obversi.agents.course.preset import CoursePreset
from obversi.arena.game.played import PlayedGame
from obversi.board import Board
from obversi.color import Color
from obversi.judge.check.advice import advice_for
from obversi.judge.finding import CheckFinding, Severity
from obversi.judge.grades import StudentGrade
from obversi.judge.report.own_games import own_games
from obversi.judge.report.page import judge_page
from obversi.judge.report.replays import Replay, replay_data, replay_of_board
from obversi.judge.report.state import ContestState
from obversi.judge.report.tables import most_noted, seconds_of
from obversi.judge.seen_games import own_game
from obversi.judge.usability import BoardResult, Usability

_MOST_CANDIDATES = 40


@dataclass(frozen=True, slots=True)
class _BoardCard:
    """A board of the usability test; `group` is "right", "wrong", or "same" as one before."""

    number: int
    result: BoardResult
    group: str
    line: Replay | None


def student_page(state: ContestState, grade: StudentGrade) -> str:
    """Return the page of a student.

    Of other students it contains only names, moves and the kinds of their failures.
    """
    name, preset = grade.student.name, state.preset
    usability = state.usability.get(name)
    games = state.own_games(name)
    boards = list(_board_cards(usability, preset, len(games))) if usability else []
    failures = [own.own_failure for own in games if own.own_failure is not None]
    lines = [card.line for card in boards if card.line is not None]
    loads = [most_noted(games, "load_seconds"), usability.load_seconds if usability else None]
    layers = {tuple(own.notes["layers"]) for own in games if "layers" in own.notes}
    if usability is not None:
        layers.add(tuple(usability.layers))
    return judge_page(
        "student.html",
        name,
        preset,
        replays=replay_data(name, games, lines, preset.move_seconds),
        state=state,
        grade=grade,
        usability=usability,
        longest=max(seconds_of(games), default=None),
        memory=most_noted(games, "memory_mb"),
        loading=max((load for load in loads if load is not None), default=None),
        layers="; or ".join(", ".join(held) for held in sorted(layers) if held),
        findings=advice_for(usability, failures, preset),
        boards=boards,
        own_games=own_games(games, preset),
        candidates_text=_candidates_text,
    )


def _board_cards(usability: Usability, preset: CoursePreset, games: int) -> Iterator[_BoardCard]:
    """Return the boards of the test; their replays are numbered after the games."""
    failures = set()
    for number, result in enumerate(usability.boards, start=1):
        replay = replay_of_board(
            result.board,
            result.moves,
            rules=preset.rules,
            number=games + number,
            title=f"Board {number}: {result.about}",
            words=result.words,
        )
        failure = (result.failure, result.words)
        is_same = failure in failures and not result.answered
        group = "right" if result.passed else "same" if is_same else "wrong"
        failures.add(failure)
        yield _BoardCard(number, result, group, replay)


def _candidates_text(result: BoardResult) -> str:
    if not result.candidates:
        return "Its candidate_list was empty."
    size = Board.parse(result.board).size
    shown = [candidate_square(name) for name in result.candidates[:_MOST_CANDIDATES]]
    squares = ", ".join(square_text(square, size) for square in shown)
    more = len(result.candidates) - _MOST_CANDIDATES
    return f"Its candidates: {squares}" + (f" and {more} more." if more > 0 else ".")


@dataclass(frozen=True, slots=True)
class _Card:
    number: int
    finding: CheckFinding
    line: Replay | None


def check_page(
    name: str,
    preset: CoursePreset,
    findings: Sequence[CheckFinding],
    games: Sequence[tuple[PlayedGame, Color, str]] = (),
) -> str:
    """Return a page with the findings about an agent, and replays of its games.

    A game comes with the colour of the agent and the name of its opponent.
    """
    own = [
        own_game(number, "sparring", game, color, opponent)
        for number, (game, color, opponent) in enumerate(games, start=1)
    ]
    cards = [
        _Card(number, finding, _replay(number, finding, preset, len(own)))
        for number, finding in enumerate(findings, start=1)
    ]
    levels = [finding.level for finding in findings]
    lines = [card.line for card in cards if card.line is not None]
    return judge_page(
        "check.html",
        f"Check of {name}",
        preset,
        replays=replay_data(name, own, lines, preset.move_seconds),
        findings=cards,
        problems=levels.count(Severity.PROBLEM) + levels.count(Severity.FATAL),
        advice=levels.count(Severity.ADVICE),
        good=levels.count(Severity.GOOD),
        own_games=own_games(own, preset),
    )


def _replay(number: int, finding: CheckFinding, preset: CoursePreset, games: int) -> Replay | None:
    return replay_of_board(
        finding.board,
        finding.moves,
        rules=preset.rules,
        number=games + number,
        title=f"Finding {number}: {finding.topic}",
        words=finding.words,
    )
