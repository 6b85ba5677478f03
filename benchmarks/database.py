"""A database of random games: how long an import takes, and each kind of answer.

The games prefer some moves of the opening, so that many share their first positions. Of each kind
of answer several are timed, each three times: the shortest time counts, and of these the longest.
`--place postgresql://…` measures a database without games in PostgreSQL, which then has them.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
from measure import options, peak_megabytes, report, seconds_of
from numpy.typing import NDArray

from obversi import Board, batch
from obversi.database import GameDatabase, GameFilter
from obversi.database.results import ORDERS
from obversi.formats import GameRecord, record_from_moves, write_path
from obversi.move import Move

OPENING_PLIES = 20
PLAYERS, EVENTS, FIRST_YEAR, YEARS = 3000, 500, 1980, 40
NO_MOVE = 255


def random_moves(count: int, seed: int = 1) -> NDArray[np.uint8]:
    """Play random games, all at the same time: a row of moves for each, filled up by 255."""
    random = np.random.default_rng(seed)
    positions = batch.starts(count)
    running = np.arange(count)
    plies: list[NDArray[np.uint8]] = []
    while len(running):
        legal = batch.legal_moves(positions)
        squares = np.unpackbits(legal.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
        chosen = (squares * random.random(squares.shape)).argmax(axis=1)
        if len(plies) < OPENING_PLIES:
            usual = random.random(len(running)) < 0.7
            chosen[usual] = squares.argmax(axis=1)[usual]
        chosen[legal == 0] = 64
        swapped = np.ascontiguousarray(positions[:, ::-1])
        going_on = (legal != 0) | (batch.legal_moves(swapped) != 0)
        running, chosen = running[going_on], chosen[going_on].astype(np.uint8)
        positions = batch.play(positions[going_on], chosen)
        column = np.full(count, NO_MOVE, np.uint8)
        column[running] = chosen
        plies.append(column)
    return np.array(plies).T


def records(count: int) -> Iterator[GameRecord]:
    moves = [Move.from_index(number) for number in range(65)]
    for number, row in enumerate(random_moves(count).tolist()):
        yield record_from_moves(
            [moves[move] for move in row if move < len(moves)],
            black=f"Player {number * 7 % PLAYERS}",
            white=f"Player {number * 11 % (PLAYERS - 1)}",
            place=f"Event {number % EVENTS}",
            date=str(FIRST_YEAR + number % YEARS),
        )


def boards_of_game(database: GameDatabase) -> list[Board]:
    """Positions of a game, early and late."""
    [game] = database.games(offset=database.games(limit=0).total // 2, limit=1).games
    return list(game.record.boards())[::5]


def questions(database: GameDatabase) -> dict[str, list[Callable[[], object]]]:
    boards = boards_of_game(database)
    filters = [
        GameFilter(),
        GameFilter(player="player 12"),
        GameFilter(player="r", event="1", first_year=1990, last_year=2005, result="black"),
        GameFilter(opening="tiger", least_margin=2, most_margin=20),
        *(GameFilter(position=board) for board in boards),
    ]
    return {
        "games": [partial(database.games, wanted) for wanted in filters],
        "last_page": [partial(database.games, offset=database.games(limit=0).total - 50)],
        "moves": [partial(database.moves, board) for board in boards],
        "movers": [partial(database.movers, board, by=by) for board in boards for by in ORDERS],
        "players": [database.players],
        "stats": [database.stats],
    }


def milliseconds(work: Callable[[], object], rounds: int = 3) -> float:
    return round(1000 * seconds_of(work, rounds), 1)


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--ending", default="ggf", help="the format of the file: ggf, json, wtb …")
    parser.add_argument("--place", help="the address of a PostgreSQL database instead of a file")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source, path = Path(folder, f"games.{arguments.ending}"), Path(folder, "games.db")
        place = arguments.place or path
        write_path(records(arguments.games), source)
        begin = time.perf_counter()
        with GameDatabase.create(place) as database:
            imported = database.add_file(source)
        import_seconds = time.perf_counter() - begin
        begin = time.perf_counter()
        with GameDatabase.open(place, writing=True) as database:
            again = database.add_file(source)
        again_seconds = time.perf_counter() - begin
        assert (again.added, again.duplicates) == (0, imported.added + imported.duplicates)
        opening = milliseconds(lambda: GameDatabase.open(place).close())
        with GameDatabase.open(place) as database:
            first = milliseconds(lambda: database.moves(Board()), rounds=1)
            answers = {
                name: max(milliseconds(work) for work in works)
                for name, works in questions(database).items()
            }
        figures = {
            "games": imported.added,
            "duplicates": imported.duplicates,
            "format": arguments.ending,
            "place": "PostgreSQL" if arguments.place else "file",
            "import_seconds": round(import_seconds, 1),
            "import_again_seconds": round(again_seconds, 1),
            "database_megabytes": None if arguments.place else round(path.stat().st_size / 1e6, 1),
            "memory_megabytes": round(peak_megabytes(), 1),
            "milliseconds": {"open": opening, "first_moves": first, **answers},
        }
    report("database", figures, arguments.save)


if __name__ == "__main__":
    main()
