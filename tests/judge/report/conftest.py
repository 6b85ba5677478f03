"""Contests that were never played: students, boards and games as the judge keeps them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from obversi import Board
from obversi.agents.agent import FailureKind
from obversi.agents.course.preset import CoursePreset
from obversi.arena.game.plan import TimeControl
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import Entrant, TournamentSettings
from obversi.color import BLACK, WHITE, Color
from obversi.formats.record import GameRecord, played_moves
from obversi.judge.grades import grades
from obversi.judge.record import ContestRecord, Student
from obversi.judge.report.state import ContestState
from obversi.judge.stages import RACE, ROUND_ROBIN, PlayedStage
from obversi.judge.usability import BoardResult, Usability
from obversi.judge.usability_boards import usability_boards
from obversi.rules import Rules

MakeGame = Callable[..., PlayedGame]
MakeState = Callable[..., ContestState]


def notes_of(name: str, random: Random) -> dict[str, Any]:
    """The notes of a student's agent about a game; every text in them is the student's own."""
    return {
        "layers": ["process", "limits", "namespaces"],
        "memory_mb": round(random.uniform(15, 60), 2),
        "load_seconds": 0.25,
        "processor_seconds": 1.5,
        "output": f"printed by {name}\nsecond line\n",
        "output_bytes": 30,
        "time_outs": [4, 5],
        "remarks": [{"ply": ply, "remark": f"remark on {name}"} for ply in (6, 7)],
    }


@pytest.fixture(scope="session")
def make_game() -> MakeGame:
    def make(
        number: int,
        a: int = 0,
        b: int = 1,
        names: Sequence[str] = ("anna", "ben"),
        *,
        size: int = 8,
        rules: Rules = "reversed",
        kind: FailureKind | None = None,
        reason: str = "",
        failed: Color = WHITE,
    ) -> PlayedGame:
        """A random game of two students, with times of all moves and notes of both agents."""
        random = Random(f"{number} {a} {b}")
        board = Board(size, rules)
        while not board.is_over:
            board.push(random.choice(board.legal_moves))
        plies = range(len(board.move_stack))
        thoughts: dict[int, tuple[float | None, float | None]] = {
            ply: (None, random.uniform(0.1, 4.9)) for ply in plies
        }
        a_color = BLACK if number % 2 else WHITE
        black, white = (a, b) if a_color == BLACK else (b, a)
        failure = None if kind is None else Failure(failed, kind, reason)
        result = board.margin(BLACK) if failure is None else failed * size * size
        return PlayedGame(
            number=number,
            pair=(number + 1) // 2,
            a_color=a_color,
            record=GameRecord(board.root(), played_moves(board, thoughts), result=result),
            a=a,
            b=b,
            failure=failure,
            notes={
                "black": notes_of(names[black], random),
                "white": notes_of(names[white], random),
            },
        )

    return make


@pytest.fixture(scope="session")
def make_state(make_game: MakeGame) -> MakeState:
    def make(
        names: Sequence[str] = ("anna", "ben", "cleo"),
        *,
        preset: CoursePreset | None = None,
        is_over: bool = True,
        problem: str = "it has no class AI",
        games: Callable[[list[PlayedGame]], list[PlayedGame]] = lambda games: games,
    ) -> ContestState:
        """A contest of students who have all played all, and of one whose file is of no use."""
        preset = CoursePreset("cs303", forbidden_imports=("os",)) if preset is None else preset
        students = [
            Student(name, f"{name}.py", f"{number:064x}") for number, name in enumerate(names)
        ]
        everyone = (*students, Student("zoe", "zoe/agent.py", problem=problem))
        usability = {name: tried(name, preset) for name in names}
        pairs = list(combinations(range(len(names)), 2))
        rounds = [
            make_game(2 * place + game, a, b, names, size=preset.size, rules=preset.rules)
            for place, (a, b) in enumerate(pairs)
            for game in (1, 2)
        ]
        race = stage_of(RACE, names, preset, rounds[:2], is_over=True)
        round_robin = stage_of(ROUND_ROBIN, names, preset, games(rounds), is_over=is_over)
        record = ContestRecord(
            preset=preset,
            students=everyone,
            folder="class",
            created="2026-11-15 15:04:02 UTC",
            version="0.1.0",
            machine="lab",
            cores=2,
            layers=("process", "limits"),
            missing={"namespaces": "bubblewrap is not installed"},
        )
        return ContestState(
            title="Contest of class",
            record=record,
            grades=grades(everyone, preset, usability, race, round_robin, intervals=False),
            usability=usability,
            stages=(race, round_robin),
            notes=("ben.py has changed since",),
        )

    return make


def tried(name: str, preset: CoursePreset) -> Usability:
    """The test of a student, of which the last board is wrong."""
    boards = usability_boards(preset.size, preset.rules, 4)
    results = [
        BoardResult(
            about=one.about,
            board=one.board.to_string(),
            moves=" ".join(one.board.move_stack),
            passed=True,
            words="all legal squares, and one of them at the end",
            seconds=0.5,
            memory_mb=12.5,
            candidates=tuple(str(move) for move in one.board.legal_moves if not move.is_pass),
            output=f"test of {name}",
        )
        for one in boards
    ]
    wrong = replace(
        results[-1],
        passed=False,
        words=f"two squares are missing, says the judge to {name}",
        candidates=("(9, 9)", "a1"),
        details=f"Traceback of {name}",
    )
    return Usability((*results[:-1], wrong), ("process", "limits"), 0.75)


def stage_of(
    name: str,
    names: Sequence[str],
    preset: CoursePreset,
    games: list[PlayedGame],
    *,
    is_over: bool,
) -> PlayedStage:
    settings = TournamentSettings(
        entrants=tuple(Entrant(one, f"cs303:files/{one}.py") for one in names),
        form="round-robin",
        size=preset.size,
        rules=preset.rules,
        pairs=1,
        time=TimeControl(seconds=preset.move_seconds),
        seed=0,
        openings="the start",
    )
    ended = "all games are played" if is_over else None
    created = "2026-11-15 15:05:00"
    stored = StoredTournament(1, name, settings, created, "0.1.0", ended, len(games))
    return PlayedStage(stored, games)
