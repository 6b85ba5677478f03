"""Random games of all kinds, and an empty database."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import obversi as ob
from obversi.database import GameDatabase
from obversi.formats import GameRecord, PlayedMove
from obversi.rules import Rules

Games = Callable[..., list[GameRecord]]

NAMES = ("Ann", "ANNA", "Bob", "Çelik", "Émile", "")
EVENTS = ("World Championship", "club")
DATES = ("", "1987", "2004.09.18_05:54:38.MDT", "18/3/2011")


def random_start(random: Random, size: int, rules: Rules) -> ob.Board:
    board = ob.Board(size, rules)
    for _ in range(random.randrange(1, size**2 // 2)):
        if not board.is_over:
            board.push(random.choice(board.legal_moves))
    return board.transform(random.randrange(8))


def random_game(random: Random, start: ob.Board, number: int) -> GameRecord:
    """A game, whole or broken off, with or without a result; the number is in its place."""
    board = start.copy()
    while not board.is_over:
        board.push(random.choice(board.legal_moves))
    length = board.ply if random.random() < 0.7 else random.randrange(board.ply + 1)
    squares = start.size**2
    return GameRecord(
        start,
        tuple(PlayedMove(move) for move in board.move_stack[:length]),
        black=random.choice(NAMES[:-1]),
        white=random.choice(NAMES),
        place=f"{random.choice(EVENTS)} {number}",
        date=random.choice(DATES),
        result=random.choice([None, random.randrange(-squares, squares + 1)]),
    )


@pytest.fixture
def random_games() -> Games:
    """Make different games of one kind; some do not begin at the usual start."""

    def make(
        count: int,
        *,
        size: int = 8,
        rules: Rules = "normal",
        other_starts: float = 0.0,
        seed: int = 1,
    ) -> list[GameRecord]:
        random = Random(f"{seed} {size} {rules}")
        return [
            random_game(
                random,
                random_start(random, size, rules)
                if random.random() < other_starts
                else ob.Board(size, rules),
                number,
            )
            for number in range(count)
        ]

    return make


@pytest.fixture
def database(store_place: Path | str) -> Iterator[GameDatabase]:
    """A new database, open for writing: a file, and one in PostgreSQL."""
    with GameDatabase.create(store_place) as database:
        yield database
