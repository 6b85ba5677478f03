"""Tournaments and random games for tests of the store."""

from dataclasses import replace
from random import Random
from typing import Any

from obversi import Board
from obversi.agents.agent import FailureKind
from obversi.arena import TimeControl, TournamentSettings, random_openings
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.openings import Openings
from obversi.arena.store.store import Store
from obversi.arena.tournament.settings import Entrant
from obversi.color import BLACK, WHITE
from obversi.formats.record import GameRecord, PlayedMove
from obversi.rules import Rules

SETTINGS = TournamentSettings(
    entrants=(
        Entrant("one", "greedy"),
        Entrant('two; "quoted", <b>]', "engine:depth=2"),
        Entrant("três ●", "random"),
    ),
    form="round-robin",
    size=8,
    rules="normal",
    pairs=50,
    time=TimeControl(clock=60, increment=2),
    seed=7,
    openings="random, 8 plies",
)
IDENTITIES = [
    {"description": entrant.description, "options": {"depth": 2, "noise": 0.25}, "version": None}
    for entrant in SETTINGS.entrants
]


def openings_of(settings: TournamentSettings) -> Openings:
    return random_openings(5, size=settings.size, rules=settings.rules, seed=3)


def add_tournament(store: Store, name: str | None = None, **changes: Any) -> int:
    settings = replace(SETTINGS, **changes)
    identities = IDENTITIES[: len(settings.entrants)]
    return store.add_tournament(settings, openings_of(settings), identities, name)


def game_of_number(number: int, *, size: int = 8, rules: Rules = "normal") -> PlayedGame:
    """Make a random game, the same for the same number; every third one ends by a failure."""
    random = Random(number)
    board = Board(size, rules)
    failure = None
    while not board.is_over and failure is None:
        board.push(random.choice(board.legal_moves))
        if number % 3 == 0 and random.random() < 1 / 12:
            failure = Failure(
                board.turn, random.choice(list(FailureKind)), f'line 1,\n"{number}" [✗]'
            )
    a, b = random.sample(range(len(SETTINGS.entrants)), 2)
    opening = random.randrange(4)
    plies = range(board.ply)
    thoughts = [
        (None, None) if ply < opening else (random.uniform(-64, 64), random.random() / 7)
        for ply in plies
    ]
    return PlayedGame(
        number=number,
        pair=(number + 1) // 2,
        a_color=BLACK if number % 2 else WHITE,
        record=GameRecord(
            board.root(),
            tuple(
                PlayedMove(move, *thought)
                for move, thought in zip(board.move_stack, thoughts, strict=True)
            ),
            black="greedy",
            white="engine:depth=2",
            place="obversi",
            date=f"2026.01.02_03:04:{number % 60:02}.UTC",
            result=failure.color * size**2 if failure else board.margin(BLACK),
            tags={"CO": failure.reason} if failure else {},
        ),
        a=a,
        b=b,
        round=1 + number % 4,
        a_limit=random.choice([None, random.random()]),
        b_limit=random.choice([None, random.random()]),
        failure=failure,
        clocks=tuple(random.choice([None, 60 * random.random()]) for _ in plies),
        depths=tuple(random.choice([None, random.randrange(60)]) for _ in plies),
        nodes=tuple(random.choice([None, random.getrandbits(70)]) for _ in plies),
        seconds_taken=random.random() * 100,
        overhead=random.random(),
        place=f"machine {number % 2}",
        notes={"white": {"output": f"\x1b[1m{number}\n", "layers": ["process"]}}
        if number % 2
        else {},
    )
