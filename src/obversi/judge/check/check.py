"""What a student wants to know of a file before handing it in."""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from obversi.agents.course.answer import CourseFailureError
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.submission import Submission, SubmissionError, read_submission
from obversi.arena.report.wording import seconds_text
from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.judge.check.asked import Asked
from obversi.judge.check.candidate_findings import candidate_findings, failure_findings
from obversi.judge.check.failure_advice import failure_advice
from obversi.judge.check.first_call import FirstCall, first_call_finding
from obversi.judge.check.game_findings import SparringGame, game_findings
from obversi.judge.check.interview import Interview
from obversi.judge.check.limit_findings import limit_findings, repeat_finding
from obversi.judge.check.odd_boards import hard_boards, odd_boards
from obversi.judge.check.sparring import play_sparring
from obversi.judge.finding import Finding, Level
from obversi.judge.usability_boards import usability_boards

__all__ = ["CheckResult", "OnFinding", "OnProgress", "check"]

# All the kinds of boards that a usability test can have, and some more.
_BOARDS: Final = 18
_HARD_BOARDS: Final = 4

_BAD: Final = (Level.PROBLEM, Level.FATAL)

_Agents = dict[int, Interview]

OnFinding = Callable[[Finding], None]
# The step, and how much of how much of it is done.
OnProgress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What was found out about a file, and the games that it played; `layers` held meanwhile."""

    name: str
    preset: CoursePreset
    findings: tuple[Finding, ...]
    games: tuple[SparringGame, ...] = ()
    seconds: float = 0.0
    layers: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        """Whether no problem was found."""
        return not any(finding.level in _BAD for finding in self.findings)

    def to_object(self) -> dict[str, Any]:
        """Return what JSON tells at the end, after the findings."""
        return {
            "file": self.name,
            "preset": self.preset.name,
            "is_good": self.is_good,
            "findings": {
                level.value: sum(finding.level is level for finding in self.findings)
                for level in Level
            },
            "games": [_game_object(game) for game in self.games],
            "layers": list(self.layers),
            "seconds": round(self.seconds, 3),
        }


def check(
    path: str | Path,
    preset: CoursePreset,
    *,
    pairs: int = 1,
    concurrency: int | None = None,
    on_finding: OnFinding = lambda _finding: None,
    on_progress: OnProgress = lambda _step, _done, _planned: None,
) -> CheckResult:
    """Try a file under the limits of its course, and tell what was found as soon as it is known.

    It is read, asked on odd and on hard boards, and plays so many `pairs` of games against each
    sparring partner of the course.
    """
    begin = time.monotonic()
    checking = _Check(preset, on_finding, on_progress)
    checking.run(Path(path), pairs, concurrency)
    return CheckResult(
        Path(path).name,
        preset,
        tuple(checking.findings),
        tuple(checking.games),
        time.monotonic() - begin,
        checking.layers,
    )


@dataclass(slots=True)
class _Check:
    """A check under way."""

    preset: CoursePreset
    on_finding: OnFinding
    on_progress: OnProgress
    findings: list[Finding] = field(default_factory=list)
    games: list[SparringGame] = field(default_factory=list)
    layers: tuple[str, ...] = ()

    def run(self, path: Path, pairs: int, concurrency: int | None) -> None:
        """Go from step to step, as far as they make sense."""
        submission = self._read(path)
        asked = self._answers(submission) if submission is not None else []
        if submission is None or all(one.fault is not None for one in asked):
            return
        first, second = self._twice(submission)
        call = self._first_call(submission, first, second)
        compiles = call is not None and call.is_too_slow(self.preset)
        self._tell(limit_findings(asked, self.preset, compiles=compiles))
        found = [] if call is None else [first_call_finding(call, self.preset)]
        found.append(repeat_finding(first, second))
        self._tell(finding for finding in found if finding is not None)
        if pairs:
            self._play(submission, pairs, concurrency)

    def _tell(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.findings.append(finding)
            self.on_finding(finding)

    def _read(self, path: Path) -> Submission | None:
        try:
            submission = read_submission(path, self.preset)
        except SubmissionError as error:
            self._tell([Finding(Level.FATAL, "file", error.words, error.advice, error.details)])
            return None
        lines = submission.source.count("\n") + 1
        words = f"{path.name}: {lines} lines with a class AI, nothing forbidden is imported"
        self._tell([Finding(Level.GOOD, "file", words)])
        return submission

    def _answers(self, submission: Submission) -> list[Asked]:
        """Ask an agent of either colour on boards; nothing comes of it if there is none."""
        with (
            Interview(submission, self.preset, BLACK) as black,
            Interview(submission, self.preset, WHITE) as white,
        ):
            agents = {BLACK: black, WHITE: white}
            return self._ask(agents) if self._make(agents) else []

    def _make(self, agents: _Agents) -> bool:
        """See that the file can be run and makes an AI of either colour."""
        self.on_progress("interface", 0, 2)
        slowest = 0.0
        for done, agent in enumerate(agents.values(), start=1):
            try:
                agent.make()
            except CourseFailureError as failure:
                self._tell([_unmade(failure, agent.output)])
                return False
            self.layers = tuple(layer.value for layer in agent.layers)
            slowest = max(slowest, agent.load_seconds)
            self.on_progress("interface", done, 2)
        size, allowed = self.preset.size, self.preset.load_seconds
        words = f"AI({size}, -1, {self.preset.move_seconds:g}) is made in {seconds_text(slowest)}"
        self._tell(
            [Finding(Level.GOOD, "interface", f"{words}, of {allowed:g} s that it may take")]
        )
        return True

    def _ask(self, agents: _Agents) -> list[Asked]:
        """Ask on odd boards, and then on hard ones if there was any answer."""
        size, rules = self.preset.size, self.preset.rules
        odd = [(one.about, one.board) for one in usability_boards(size, rules, _BOARDS)]
        odd += [(f"after {board.ply} moves", board) for board in odd_boards(size, rules)]
        hard = [
            (f"with {len(board.legal_moves)} moves", board)
            for board in hard_boards(size, rules, _HARD_BOARDS)
        ]
        asked = self._asked(agents, "odd boards", odd)
        only_last = self.preset.candidates == "last"
        self._tell(candidate_findings(asked, only_last=only_last))
        if all(one.fault is not None for one in asked):
            return asked
        hard_asked = self._asked(agents, "hard boards", hard)
        self._tell(failure_findings("hard boards", hard_asked))
        return [*asked, *hard_asked]

    def _asked(
        self, agents: _Agents, step: str, boards: Sequence[tuple[str, Board]]
    ) -> list[Asked]:
        found: list[Asked] = []
        self.on_progress(step, 0, len(boards))
        for color, agent in agents.items():
            own = [(about, board) for about, board in boards if board.turn == color]
            for asked in agent.ask_all(own):
                found.append(asked)
                self.on_progress(step, len(found), len(boards))
        return found

    def _twice(self, submission: Submission, seconds: float | None = None) -> tuple[Asked, Asked]:
        """Ask twice on the start, in a new process, the first time for so many seconds."""
        board = Board(self.preset.size, self.preset.rules)
        self.on_progress("first call", 0, 2)
        with Interview(submission, self.preset, BLACK) as agent:
            first = agent.ask("the start", board, seconds)
            self.on_progress("first call", 1, 2)
            return first, agent.ask("the start", board)

    def _first_call(self, submission: Submission, first: Asked, second: Asked) -> FirstCall | None:
        """Find out how long a first call takes that may be interrupted; None if it fails."""
        lists_in_time = not first.is_too_late
        seconds = self.preset.move_seconds + self.preset.warm_up_seconds
        if first.is_late:
            # A compiler that is interrupted begins again each time.
            seconds = max(self.preset.load_seconds, seconds)
            first, second = self._twice(submission, seconds)
        if first.fault is not None or second.fault is not None:
            return None
        return FirstCall(first, second, seconds, lists_in_time)

    def _play(self, submission: Submission, pairs: int, concurrency: int | None) -> None:
        planned = 2 * pairs * len(self.preset.sparring)
        self.on_progress("games", 0, planned)
        with closing(play_sparring(submission, self.preset, pairs, concurrency)) as playing:
            for games in playing:
                self.games += games
                self.on_progress("games", len(self.games), planned)
        self.games.sort(key=lambda game: game.game.number)
        self._tell(game_findings(self.games, self.preset))


def _unmade(failure: CourseFailureError, output: str) -> Finding:
    details = failure.details or output
    advice = failure_advice(failure.fault, str(failure))
    return Finding(Level.FATAL, "interface", f"there is no AI to ask: {failure}", advice, details)


def _game_object(sparring: SparringGame) -> dict[str, Any]:
    failure = sparring.game.failure
    return {
        "opponent": sparring.opponent,
        "color": "black" if sparring.color == BLACK else "white",
        "margin": sparring.margin,
        "ending": sparring.game.ending,
        "reason": "" if failure is None else failure.reason,
        "moves": "".join(
            played.move for played in sparring.game.record.moves if not played.move.is_pass
        ),
        "seconds": round(sum(sparring.seconds), 3),
    }
