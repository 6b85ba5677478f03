"""Steps a second of the PettingZoo environment, the vector environment, and files as arrays."""

import random
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from measure import options, report

from obversi import batch
from obversi.env import env
from obversi.formats import LossWarning, record_from_moves, write_path, wthor_names
from obversi.game_arrays import games_to_arrays
from obversi.move import Move
from obversi.vector_env import ReversiVectorEnv

SIZES = (4, 6, 8)
ROUNDS = 30  # short ones, so that some of them are not disturbed
SINGLE_STEPS = 1_000
BOARDS = 4096
VECTOR_STEPS = 64
WTHOR_GAMES = 20_000


def single_steps(size: int) -> int:
    """Play random games as PettingZoo's own examples do, with every observation."""
    draw = random.Random(1).random
    game = env(size)
    steps = 0
    while steps < SINGLE_STEPS:
        game.reset()
        for _ in game.agent_iter():
            observation, _, termination, truncation, _ = game.last()
            if termination or truncation:
                game.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            game.step(int(legal[int(draw() * len(legal))]))
            steps += 1
    return steps


def vector_steps(games: ReversiVectorEnv, size: int) -> int:
    """Choose random moves and step, about one game long; finished games begin again."""
    for step in range(VECTOR_STEPS):
        games.step(batch.random_moves(games.positions, size, seed=step))
    return BOARDS * VECTOR_STEPS


def begun_games(size: int) -> ReversiVectorEnv:
    """Return games in which some have just begun while others end."""
    games = ReversiVectorEnv(BOARDS, size)
    games.reset(seed=1)
    vector_steps(games, size)
    return games


def write_games(path: Path) -> None:
    """Write a WTHOR file of random games, the same thousand again and again."""
    drawn = random.Random(1)
    records = []
    for _ in range(1000):
        game = env(8)
        while not game.board.is_over:
            game.board.push(drawn.choice(game.board.legal_moves))
        moves: list[Move] = game.board.move_stack
        records.append(record_from_moves(moves, result=game.board.margin(-1)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LossWarning)
        write_path(records, path)
    data = path.read_bytes()
    head, games = data[: wthor_names.HEADER_BYTES], data[wthor_names.HEADER_BYTES :]
    count = WTHOR_GAMES.to_bytes(4, "little")
    path.write_bytes(head[:4] + count + head[8:] + games * (WTHOR_GAMES // 1000))


def rates(work: Callable[[], int]) -> dict[str, float]:
    """Return the best rates of several rounds, by the clock and by the time of the processor."""
    clock, processor = 0.0, 0.0
    for _ in range(ROUNDS):
        begin, begin_processor = time.perf_counter(), time.process_time()
        done = work()
        clock = max(clock, done / (time.perf_counter() - begin))
        processor = max(processor, done / (time.process_time() - begin_processor))
    return {"a_second": clock, "a_processor_second": processor}


def main() -> None:
    save = options(__doc__).parse_args().save
    figures: dict[str, Any] = {
        "pettingzoo_steps": {f"{n}x{n}": rates(partial(single_steps, n)) for n in SIZES},
        "vector_steps": {
            f"{n}x{n}": rates(partial(vector_steps, begun_games(n), n)) for n in SIZES
        },
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.wtb")
        write_games(path)
        figures["wthor_games_to_arrays"] = rates(lambda: len(games_to_arrays(path).results))
    report("environments", {"boards": BOARDS, **figures}, save)


if __name__ == "__main__":
    main()
