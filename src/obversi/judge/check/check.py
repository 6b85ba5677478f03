"""The check of a file: its text, its answers on boards, its limits, and games."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from obversi.agents.course.answer import CourseFailureError
from obversi.agents.course.preset import CoursePreset, write_preset
from obversi.agents.course.source_checks import SubmissionError
from obversi.agents.course.submission import Submission, read_submission
from obversi.arena.game.plan import TimeControl
from obversi.arena.openings import start_openings
from obversi.arena.playing.processes import PlayersInProcesses
from obversi.arena.report.wording import seconds_text
from obversi.arena.tournament.settings import Entrant, TournamentSettings
from obversi.arena.tournament.tournament import Tournament, play_tournament
from obversi.arguments import file_path
from obversi.board import Board
from obversi.color import BLACK, WHITE, Color, color_name
from obversi.errors import InputError
from obversi.judge.check.answers import BoardAnswer, CheckedAgent
from obversi.judge.check.board_findings import candidate_findings, failure_findings
from obversi.judge.check.boards import diagnostic_boards, hard_boards
from obversi.judge.check.failure_advice import failure_advice
from obversi.judge.check.game_findings import CheckGame, game_findings
from obversi.judge.check.limit_findings import (
    FirstCall,
    first_call_finding,
    limit_findings,
    repeat_finding,
)
from obversi.judge.finding import CheckFinding, Severity
from obversi.judge.submissions import safe_name
from obversi.judge.usability_boards import usability_boards
from obversi.machine import slowdown
from obversi.records import JsonObject


def play_check_games(
    submission: Submission, preset: CoursePreset, pairs: int, concurrency: int | None = None
) -> Generator[list[CheckGame], None, None]:
    """Play against each sparring partner of the course, with both colours.

    Yields games as they end, and an empty list about every second. The file is played as it was
    when it was read.
    """
    # An agent description cannot contain every path.
    with TemporaryDirectory(prefix="obversi-check-") as folder:
        name = safe_name(submission.name)
        file, rules = Path(folder, f"{name}.py"), Path(folder, "preset.toml")
        file.write_bytes(submission.data)
        write_preset(preset, rules)
        own = Entrant(name, f"cs303:{file}:preset={rules}")
        others = [Entrant(partner, partner) for partner in preset.sparring]
        openings = start_openings(preset.size, preset.rules)
        settings = TournamentSettings(
            entrants=(own, *others),
            form="gauntlet",
            size=preset.size,
            rules=preset.rules,
            pairs=pairs,
            time=TimeControl(seconds=preset.move_seconds),
            seed=1,
            openings=openings.origin,
        )
        tournament = Tournament(settings, openings)
        players = PlayersInProcesses(concurrency, one_core_a_game=True)
        with closing(play_tournament(tournament, players)) as playing:
            for games in playing:
                yield [
                    CheckGame(game, color, settings.entrants[game.agent(-color)].label)
                    for game in games
                    for color in (BLACK, WHITE)
                    if game.agent(color) == 0
                ]


# All kinds of boards of a usability test, and some more.
_BOARDS = 18
_HARD_BOARDS = 4

_BAD = (Severity.PROBLEM, Severity.FATAL)

_Agents = dict[Color, CheckedAgent]

OnFinding = Callable[[CheckFinding], None]
# The step, how much of it is done, and how much is planned.
OnProgress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The findings about a file, its games, and the layers of its sandbox."""

    name: str
    preset: CoursePreset
    findings: tuple[CheckFinding, ...]
    games: tuple[CheckGame, ...] = ()
    seconds: float = 0.0
    layers: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        """Whether there are no problems."""
        return not any(finding.level in _BAD for finding in self.findings)

    def to_object(self) -> JsonObject:
        """Return the summary for JSON, which follows the findings."""
        return {
            "file": self.name,
            "preset": self.preset.name,
            "is_good": self.is_good,
            "findings": {
                level.value: sum(finding.level is level for finding in self.findings)
                for level in Severity
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
    seconds: float | None = None,
    on_finding: OnFinding = lambda _finding: None,
    on_progress: OnProgress = lambda _step, _done, _planned: None,
) -> CheckResult:
    """Check a file under the limits of its course, and report findings as soon as they are known.

    It is read, tested on unusual and on hard boards, and plays `pairs` of games against each
    sparring partner of the course. The boards together take about `seconds`, if they are given:
    then calls are interrupted before their time is over.
    """
    file = file_path(path)
    if not isinstance(preset, CoursePreset):
        raise InputError(f"{preset!r} is no preset: expected one that read_preset returns")
    begin = time.monotonic()
    checking = _Check(preset, on_finding, on_progress, _Budget(seconds))
    checking.run(file, pairs, concurrency)
    return CheckResult(
        file.name,
        preset,
        tuple(checking.findings),
        tuple(checking.games),
        time.monotonic() - begin,
        checking.layers,
    )


# In a short check, the first and the second call have these shares of the time at most, and a board
# has at least so many seconds.
_FIRST_SHARE = 0.3
_SECOND_SHARE = 0.2
_LEAST_SECONDS = 0.1
# How busy the machine is, is measured with this much processor time.
_PROBE_SECONDS = 0.05
# The time for starting processes, which no call has.
_START_SECONDS = 2.0


class _Budget:
    """The seconds that a check may take, or None.

    Agents are charged their own time only. So on a busy machine they get less of it.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._begin = time.monotonic()
        self._slowdown = 1.0 if seconds is None else slowdown(_PROBE_SECONDS)

    @property
    def is_short(self) -> bool:
        """Whether the seconds are limited."""
        return self._seconds is not None

    @property
    def is_over(self) -> bool:
        """Whether the time for boards is over."""
        return self._left() <= 0

    def first_call(self) -> float | None:
        """Return the seconds of a first call, which may be more than in a game."""
        return None if self._seconds is None else _FIRST_SHARE * self._seconds / self._slowdown

    def second_call(self, most: float) -> float | None:
        """Return the seconds of a second call, if they are fewer than it may take."""
        if self._seconds is None:
            return None
        seconds = _SECOND_SHARE * self._seconds / self._slowdown
        return seconds if seconds < most else None

    def board(self, boards: int, most: float) -> float:
        """Return the seconds for the next of some boards."""
        if self._seconds is None:
            return most
        share = self._left() / max(boards, 1) / self._slowdown
        return min(max(share, _LEAST_SECONDS), most)

    def _left(self) -> float:
        if self._seconds is None:
            return float("inf")
        return self._begin + self._seconds - _START_SECONDS - time.monotonic()


@dataclass(slots=True)
class _Check:
    """A running check."""

    preset: CoursePreset
    on_finding: OnFinding
    on_progress: OnProgress
    budget: _Budget
    findings: list[CheckFinding] = field(default_factory=list)
    games: list[CheckGame] = field(default_factory=list)
    layers: tuple[str, ...] = ()

    def run(self, path: Path, pairs: int, concurrency: int | None) -> None:
        submission = self._read(path)
        if submission is None:
            return
        with (
            CheckedAgent(submission, self.preset, BLACK) as black,
            CheckedAgent(submission, self.preset, WHITE) as white,
        ):
            agents = {BLACK: black, WHITE: white}
            if not self._make(agents):
                return
            first, second = self._twice(submission)
            call = self._first_call(submission, first, second)
            found = None if call is None else first_call_finding(call, self.preset)
            # A cause comes before its consequences, which are left out.
            is_slow = call is not None and call.is_too_slow(self.preset)
            if is_slow and found is not None:
                self._report(found)
            answers = self._ask(agents, first, second, starts_slowly=is_slow)
        if all(one.failure is not None for one in answers):
            return
        timed = [*answers, second] if self.budget.is_short else answers
        self._report(*limit_findings(timed, self.preset, starts_slowly=is_slow))
        later = [] if is_slow else [found]
        later.append(repeat_finding(first, second))
        self._report(*(finding for finding in later if finding is not None))
        if pairs:
            self._play(submission, pairs, concurrency)

    def _report(self, *findings: CheckFinding) -> None:
        for finding in findings:
            self.findings.append(finding)
            self.on_finding(finding)

    def _read(self, path: Path) -> Submission | None:
        try:
            submission = read_submission(path, self.preset)
        except SubmissionError as error:
            self._report(
                CheckFinding(Severity.FATAL, "file", error.words, error.advice, error.details)
            )
            return None
        lines = submission.source.count("\n") + 1
        words = f"{path.name}: {lines} lines with a class AI, nothing forbidden is imported"
        self._report(CheckFinding(Severity.GOOD, "file", words))
        return submission

    def _make(self, agents: _Agents) -> bool:
        """Check that the file runs and makes an AI of each colour."""
        self.on_progress("interface", 0, 2)
        slowest = 0.0
        for done, agent in enumerate(agents.values(), start=1):
            try:
                agent.make()
            except CourseFailureError as failure:
                self._report(_unmade(failure, agent.process.output))
                return False
            self.layers = tuple(layer.value for layer in agent.process.layers)
            slowest = max(slowest, agent.process.load_seconds)
            self.on_progress("interface", done, 2)
        size, allowed = self.preset.size, self.preset.load_seconds
        words = f"AI({size}, -1, {self.preset.move_seconds:g}) took {seconds_text(slowest)}"
        words += f" of the {allowed:g} s for loading"
        self._report(CheckFinding(Severity.GOOD, "interface", words))
        return True

    def _ask(
        self, agents: _Agents, first: BoardAnswer, second: BoardAnswer, *, starts_slowly: bool
    ) -> list[BoardAnswer]:
        """Return the answers on unusual boards, and on hard ones if there was any answer.

        `first` and `second` are those at the start, where the agent had more time.
        """
        size, rules = self.preset.size, self.preset.rules
        odd = [(one.about, one.board) for one in usability_boards(size, rules, _BOARDS)]
        odd += [(f"after {board.ply} moves", board) for board in diagnostic_boards(size, rules)]
        hard = [
            (f"with {len(board.legal_moves)} moves", board)
            for board in hard_boards(size, rules, _HARD_BOARDS)
        ]
        planned = len(odd) + len(hard)
        all_answers = self._answers(agents, "unusual boards", odd, planned)
        answers = list(certain_answers(all_answers, [*all_answers, first, second]))
        only_last = self.preset.candidates == "last"
        if answers:
            findings = candidate_findings(answers, only_last=only_last, starts_slowly=starts_slowly)
            self._report(*findings)
        if answers and all(one.failure is not None for one in answers):
            return answers
        hard_answers = self._answers(agents, "hard boards", hard, len(hard))
        known = list(certain_answers(hard_answers, [*all_answers, first, second]))
        self._report(*failure_findings("hard boards", known))
        answers += known
        if len(answers) < planned and not any(one.failure is not None for one in answers):
            everything = [*all_answers, *hard_answers, first, second]
            if any(one.candidates for one in everything):
                self._report(_short_finding(planned - len(answers), planned))
            else:
                longest = max(one.seconds for one in everything)
                self._report(_empty_finding(longest, self.preset.move_seconds))
        return answers

    def _answers(
        self, agents: _Agents, step: str, boards: Sequence[tuple[str, Board]], left: int
    ) -> list[BoardAnswer]:
        """Ask the boards of a step; `left` counts those of later steps, too."""
        found: list[BoardAnswer] = []

        def seconds() -> float | None:
            move_seconds = self.preset.move_seconds
            allowed = self.budget.board(left - len(found), move_seconds)
            return allowed if allowed < move_seconds else None

        self.on_progress(step, 0, len(boards))
        for color, agent in agents.items():
            own = [(about, board) for about, board in boards if board.turn == color]
            for answer in agent.ask_all(own, seconds):
                found.append(answer)
                self.on_progress(step, len(found), len(boards))
                if self.budget.is_over:
                    break
        return found

    def _twice(
        self, submission: Submission, seconds: float | None = None
    ) -> tuple[BoardAnswer, BoardAnswer]:
        """Ask twice at the start position, in a new process, first with these seconds."""
        board = Board(self.preset.size, self.preset.rules)
        self.on_progress("first call", 0, 2)
        with CheckedAgent(submission, self.preset, BLACK) as agent:
            first = agent.ask("the start", board, seconds or self.budget.first_call())
            self.on_progress("first call", 1, 2)
            again = self.budget.second_call(self.preset.move_seconds)
            return first, agent.ask("the start", board, again)

    def _first_call(
        self, submission: Submission, first: BoardAnswer, second: BoardAnswer
    ) -> FirstCall | None:
        """Measure the first call, with more time if it was interrupted; None if it fails."""
        lists_in_time = not first.is_too_late
        seconds = self.preset.move_seconds + self.preset.warm_up_seconds
        if self.budget.is_short:
            seconds = self.budget.first_call() or seconds
        elif first.is_late:
            # An interrupted compiler starts again each time.
            seconds = max(self.preset.load_seconds, seconds)
            first, second = self._twice(submission, seconds)
        if first.failure is not None or second.failure is not None:
            return None
        compiles = first.compiles or not _COMPILERS.isdisjoint(submission.libraries)
        return FirstCall(first, second, seconds, lists_in_time, compiles)

    def _play(self, submission: Submission, pairs: int, concurrency: int | None) -> None:
        planned = 2 * pairs * len(self.preset.sparring)
        self.on_progress("games", 0, planned)
        with closing(play_check_games(submission, self.preset, pairs, concurrency)) as playing:
            for games in playing:
                self.games += games
                self.on_progress("games", len(self.games), planned)
        self.games.sort(key=lambda game: game.game.number)
        self._report(*game_findings(self.games, self.preset))


# Libraries that compile in the first call.
_COMPILERS = {"numba", "jax"}


def certain_answers(
    answers: Sequence[BoardAnswer], all_answers: Sequence[BoardAnswer]
) -> Iterator[BoardAnswer]:
    """Yield the conclusive answers, if calls were cut short.

    The list of a call that was cut short counts if it is right, or if other lists of the agent are
    there long before it ends. An empty list proves nothing about an agent that never had another
    list.
    """
    lists_early = _lists_early(all_answers)
    has_lists = any(one.candidates for one in all_answers)
    for one in answers:
        if not one.is_cut:
            yield one
        elif (one.is_right and has_lists) or (lists_early and one.candidates):
            yield replace(one, is_late=False)


def _lists_early(answers: Sequence[BoardAnswer]) -> bool:
    """Whether at the start the list was the same in a call that was cut as in a longer one."""
    start = [one for one in answers if one.board.ply == 0 and one.failure is None]
    cut = [one for one in start if one.is_cut]
    if not cut:
        return False
    shortest = min(cut, key=lambda one: one.seconds)
    longest = max(start, key=lambda one: one.seconds)
    longer = longest.seconds > 2 * shortest.seconds
    return longer and set(longest.candidates) == set(shortest.candidates)


def _short_finding(missing: int, planned: int) -> CheckFinding:
    words = f"{missing} of {planned} boards were left out, so that the check is short"
    return CheckFinding(
        Severity.ADVICE, "boards", words, "check all of them once: without --no-games"
    )


def _empty_finding(seconds: float, move_seconds: float) -> CheckFinding:
    words = (
        f"its list was empty on every board, after up to {seconds:.1f} s of the "
        f"{move_seconds:g} s for a move: if that does not change, it loses all its games"
    )
    return CheckFinding(
        Severity.ADVICE, "candidates", words, "give it all its time: check without --no-games"
    )


def _unmade(failure: CourseFailureError, output: str) -> CheckFinding:
    details = failure.details or output
    advice = failure_advice(failure.kind, str(failure))
    return CheckFinding(
        Severity.FATAL, "interface", f"the AI cannot be made: {failure}", advice, details
    )


def _game_object(sparring: CheckGame) -> JsonObject:
    failure = sparring.game.failure
    return {
        "opponent": sparring.opponent,
        "color": color_name(sparring.color),
        "margin": sparring.margin,
        "ending": sparring.game.ending,
        "reason": "" if failure is None else failure.reason,
        "moves": "".join(
            played.move for played in sparring.game.record.moves if not played.move.is_pass
        ),
        "seconds": round(sum(sparring.seconds), 3),
    }
