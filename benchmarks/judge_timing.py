"""Whether the right agent is blamed for the right reason on a disturbed machine.

`causes` asks agents that are late in different ways, one board at a time as in a usability test,
and counts the verdicts. `grades` judges a class in which all have handed in the same honest file:
no game may be lost by a clock, and the points may differ only as much as chance allows.
"""

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from disturbance import disturbed
from measure import options, report

from obversi.agents.agent import FailureKind
from obversi.agents.course.preset import CoursePreset, read_preset
from obversi.cli.progress import progress
from obversi.judge.contest import Contest
from obversi.judge.machine_timing import MachineTiming, measure_machine
from obversi.judge.report.state import ContestState
from obversi.judge.report.teacher_page import disturbance_lines
from obversi.judge.usability import BoardResult, Trial
from obversi.judge.usability_boards import usability_boards
from obversi.machine import core_count, keep_to_core

SECONDS = 0.2

# Boards that one process is asked; those of a process that hangs are fewer.
BOARDS = 10

AGENT = '''
import hashlib, itertools, time

def compiled(seconds):
    """Compute in one call of compiled code that holds the interpreter."""
    sum(itertools.repeat(1, int(seconds * RATE)))

def measured_rate():
    begin = time.process_time()
    sum(itertools.repeat(1, 3_000_000))
    return 3_000_000 / (time.process_time() - begin)

RATE = measured_rate()

class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        begin = time.process_time()
        self.candidate_list = LIST
        GO
'''

LEGAL = "[(2, 3), (3, 2), (4, 5), (5, 4), (5, 4)]"


@dataclass(frozen=True, slots=True)
class Kind:
    """Agents of a kind: what they do in `go`, and whether a result has the right cause."""

    go: str
    is_right: Callable[[BoardResult], bool]
    candidates: str = LEGAL


def _plays(result: BoardResult) -> bool:
    return result.passed


def _hangs(words: str) -> Callable[[BoardResult], bool]:
    return lambda result: result.failure == FailureKind.HANG and words in result.words


_LATE = """
        while time.process_time() < begin + self.time_out - 0.02: pass
        left = begin + self.time_out - time.process_time()
        compiled(left + MILLISECONDS / 1000)
"""

KINDS = {
    "endless loop": Kind("while True: begin += 1", lambda one: one.passed and one.timed_out),
    "endless loop with an empty list": Kind(
        "while True: begin += 1",
        lambda one: one.timed_out and one.words.startswith("its list is empty"),
        "[]",
    ),
    "late by 1 to 30 ms in compiled code": Kind(_LATE, _plays),
    "late by 300 ms in compiled code": Kind(
        _LATE.replace("MILLISECONDS", "300"),
        lambda one: one.failure == FailureKind.TIME and "interrupted: compiled code" in one.words,
    ),
    "late for ever, catches everything": Kind(
        """
        def stay(levels):
            while True:
                try:
                    if levels:
                        stay(levels - 1)
                    for _ in iter(int, 1): pass
                except BaseException:
                    pass
        stay(5)
""",
        _hangs("it catches the exception that ends the call in line"),
    ),
    "compiled loop that holds the interpreter": Kind(
        "sum(itertools.repeat(1))", _hangs("it lets no other thread run, as compiled code")
    ),
    "compiled loop": Kind(
        "hashlib.pbkdf2_hmac('sha256', b'', b'', 2 ** 31 - 1)",
        _hangs("it is in compiled code, called in line"),
    ),
}


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("what", choices=["causes", "grades"])
    parser.add_argument("--checks", type=int, default=200, help="checks of each kind of agent")
    parser.add_argument("--kinds", default="", help="only kinds whose names contain this")
    parser.add_argument("--runs", type=int, default=10, help="contests of the same file")
    parser.add_argument("--students", type=int, default=8)
    parser.add_argument("--size", type=int, default=6, help="of the board, in contests")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for a move")
    parser.add_argument("--load", type=int, default=8, help="busy processes")
    parser.add_argument("--steal", type=float, default=0.2, help="share of each core")
    parser.add_argument("--quota", type=float, default=0.0, help="cores for the judge")
    arguments = parser.parse_args()
    begin = time.monotonic()
    with disturbed(arguments.load, arguments.steal, arguments.quota) as disturbance:
        figures = causes(arguments) if arguments.what == "causes" else grades(arguments)
    seconds = round(time.monotonic() - begin)
    report(
        f"judge_timing_{arguments.what}",
        {"disturbance": disturbance, **figures, "seconds": seconds},
        arguments.save,
    )


# Causes


def causes(arguments: argparse.Namespace) -> dict[str, Any]:
    preset = replace(read_preset("cs303"), move_seconds=arguments.seconds, load_seconds=60.0)
    machine = measure_machine(preset)
    kinds = {name: kind for name, kind in KINDS.items() if arguments.kinds in name}
    figures = {}
    with tempfile.TemporaryDirectory() as folder, progress("kinds", len(kinds)) as step:
        for name, kind in kinds.items():
            figures[name] = verdicts(kind, preset, machine, arguments.checks, Path(folder))
            step()
    return {"machine": machine.words(arguments.seconds), "causes": figures}


def verdicts(
    kind: Kind, preset: CoursePreset, machine: MachineTiming, checks: int, folder: Path
) -> dict[str, Any]:
    """Return how many checks had the right cause, and which others there were."""
    numbers = count()
    board = usability_boards(8, preset.rules, 1)[0]

    def trial(checks: int) -> list[BoardResult]:
        keep_to_core(next(numbers) % core_count())
        go = kind.go.replace("MILLISECONDS", str(random.randint(1, 30)))
        file = folder / f"agent_{next(numbers)}.py"
        file.write_text(AGENT.replace("LIST", kind.candidates).replace("GO", go.strip()))
        usability = Trial(file, preset, [board] * checks, machine.grace).run()
        assert usability is not None
        return list(usability.boards)

    parts = [min(BOARDS, checks - done) for done in range(0, checks, BOARDS)]
    with ThreadPoolExecutor(core_count()) as pool:
        results = [result for part in pool.map(trial, parts) for result in part]
    wrong = Counter(
        f"{result.failure}: {result.words}" for result in results if not kind.is_right(result)
    )
    return {"checks": len(results), "right": len(results) - wrong.total(), "wrong": dict(wrong)}


# Grades

# Lists the legal moves first, and then plays random games for as long as it may, by its own clock.
HONEST = """
import random, time

class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.size, self.color, self.time_out = chessboard_size, color, time_out
        self.candidate_list = []

    def flips(self, board, color, row, column):
        found = []
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                line, r, c = [], row + down, column + right
                while 0 <= r < self.size and 0 <= c < self.size and board[r][c] == -color:
                    line.append((r, c))
                    r, c = r + down, c + right
                if line and 0 <= r < self.size and 0 <= c < self.size and board[r][c] == color:
                    found += line
        return found

    def moves(self, board, color):
        places = range(self.size)
        return [(r, c) for r in places for c in places
                if board[r][c] == 0 and self.flips(board, color, r, c)]

    def played(self, board, color, move):
        board = [list(row) for row in board]
        for r, c in [move, *self.flips(board, color, *move)]:
            board[r][c] = color
        return board

    def wins(self, board, color):
        passed = 0
        while passed < 2:
            moves = self.moves(board, color)
            passed = 0 if moves else passed + 1
            if moves:
                board = self.played(board, color, random.choice(moves))
            color = -color
        return self.color * sum(map(sum, board)) < 0  # the fewest discs win

    def go(self, chessboard):
        begin = time.time()
        board = chessboard.tolist()
        self.candidate_list = self.moves(board, self.color)
        if not self.candidate_list:
            return
        moves = list(self.candidate_list)
        wins, games = dict.fromkeys(moves, 0), 0
        while time.time() < begin + 0.9 * self.time_out:
            move = moves[games % len(moves)]
            wins[move] += self.wins(self.played(board, self.color, move), -self.color)
            games += 1
        self.candidate_list.append(max(moves, key=wins.get))
"""


def grades(arguments: argparse.Namespace) -> dict[str, Any]:
    preset = replace(
        read_preset("cs303"),
        size=arguments.size,
        move_seconds=arguments.seconds,
        load_seconds=60.0,
        usability_boards=4,
        race_rounds=1,
    )
    runs = []
    with progress("contests", arguments.runs) as step:
        for _ in range(arguments.runs):
            runs.append(one_contest(arguments, preset))
            step()
    return {
        "runs": runs,
        "clock_failures": sum(run["clock_failures"] for run in runs),
        "within_chance": sum(run["within_chance"] for run in runs),
    }


def one_contest(arguments: argparse.Namespace, preset: CoursePreset) -> dict[str, Any]:
    """Judge the same file of all students."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "class")
        folder.mkdir()
        for number in range(arguments.students):
            (folder / f"student{number}.py").write_text(HONEST)
        with Contest.open(folder, Path(name, "out"), preset) as contest:
            for _ in contest.run():
                pass
            played = [stage for stage in (contest.race, contest.round_robin) if stage is not None]
            games = [game for stage in played for game in stage.games]
            assert contest.round_robin is not None
            state = ContestState(
                "",
                contest.record,
                (),
                {one.name: test for one in contest.students if (test := contest.tried(one))},
                tuple(played),
                machine_timings=contest.folder.machine_timings(),
            )
            points = [0.0] * arguments.students
            for game in contest.round_robin.games:
                points[game.a] += game.points
                points[game.b] += 1 - game.points
            return {
                "games": len(games),
                "failures": dict(Counter(game.ending for game in games if game.failure)),
                "clock_failures": sum(
                    game.ending in (FailureKind.TIME, FailureKind.HANG) for game in games
                ),
                "boards_right": [test.passed for test in state.usability.values()],
                "grades": sorted(round(grade.grade, 1) for grade in contest.grades()),
                "points": points,
                "within_chance": is_chance(points, 2 * (arguments.students - 1)),
                "machine": list(disturbance_lines(state)),
            }


def is_chance(points: list[float], games: int) -> bool:
    """Return whether equal agents score like this in 99.9 of 100 contests.

    The scores of equal agents in a round robin, drawn from games with independent results.
    """
    rng = random.Random(1)
    students = len(points)

    def spread(scores: list[float]) -> float:
        return sum((score - games / 2) ** 2 for score in scores)

    seen = spread(points)
    more = 0
    for _ in range(2000):
        scores = [0.0] * students
        for one in range(students):
            for other in range(one):
                for _ in range(games // (students - 1)):
                    result = rng.choice((0.0, 1.0))
                    scores[one] += result
                    scores[other] += 1 - result
        more += spread(scores) >= seen
    return more > 2


if __name__ == "__main__":
    main()
