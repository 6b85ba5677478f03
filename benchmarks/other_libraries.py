"""Obversi beside other libraries of Python: the same work, interleaved, in processor seconds.

rust-reversi and OpenSpiel are not dependencies; a library that is not installed is left out:

    pip install rust-reversi open-spiel
"""

import importlib
import random
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
from measure import options, report

import obversi as ob
from obversi.env import env

GAMES = 1_000
ENDINGS = 20
EMPTIES = 12
ROUNDS = 5

Work = Callable[[], int]


def main() -> None:
    save = options((__doc__ or "").partition("\n")[0]).parse_args().save
    works: dict[str, dict[str, Work]] = {"moves": {}, "steps": {}, "endings": {}}
    versions = {}
    works["moves"]["obversi"] = games_of_obversi
    works["steps"]["obversi"] = steps_of_obversi
    works["endings"]["obversi"] = endings_of_obversi()
    if rust := installed("rust_reversi"):
        versions["rust-reversi"] = version("rust-reversi")
        works["moves"]["rust-reversi"] = games_of_rust_reversi(rust)
        works["endings"]["rust-reversi"] = endings_of_rust_reversi(rust)
    if spiel := installed("pyspiel"):
        versions["open-spiel"] = version("open-spiel")
        works["moves"]["open-spiel"] = games_of_open_spiel(spiel)
        works["steps"]["open-spiel"] = steps_of_open_spiel()
    figures = {
        "games": GAMES,
        "moves_per_processor_second": most_per_second(works["moves"]),
        "steps_per_processor_second": most_per_second(works["steps"]),
        "endings": f"{ENDINGS} with {EMPTIES} empty squares, exact, one thread",
        "endings_per_processor_second": most_per_second(works["endings"]),
    }
    report("other_libraries", {"versions": versions, **figures}, save)


def installed(name: str) -> Any:
    """Return a module, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def most_per_second(works: dict[str, Work]) -> dict[str, float]:
    """Return what each does in a second, in the best of several rounds."""
    best = dict.fromkeys(works, 0.0)
    for _ in range(ROUNDS):
        for name, work in works.items():
            random.seed(0)
            begin = time.process_time()
            count = work()
            best[name] = max(best[name], count / (time.process_time() - begin))
    return {name: float(f"{rate:.3g}") for name, rate in best.items()}


# Random games, move by move


def games_of_obversi() -> int:
    plies = 0
    for _ in range(GAMES):
        board = ob.Board()
        while not board.is_over:
            board.push(random.choice(board.legal_moves))
            plies += 1
    return plies


def games_of_rust_reversi(library: Any) -> Work:
    def play() -> int:
        plies = 0
        for _ in range(GAMES):
            board = library.Board()
            while not board.is_game_over():
                if moves := board.get_legal_moves_vec():
                    board.do_move(random.choice(moves))
                else:
                    board.do_pass()
                plies += 1
        return plies

    return play


def games_of_open_spiel(library: Any) -> Work:
    game = library.load_game("othello")

    def play() -> int:
        plies = 0
        for _ in range(GAMES // 10):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
                plies += 1
        return plies

    return play


# Steps of an environment for learning, one game at a time, with all observations


def steps_of_obversi() -> int:
    steps = 0
    game = env()
    for _ in range(GAMES // 20):
        game.reset()
        for _ in game.agent_iter():
            observation, _, termination, _, _ = game.last()
            if termination:
                game.step(None)
                continue
            game.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
    return steps


def steps_of_open_spiel() -> Work:
    game = importlib.import_module("open_spiel.python.rl_environment").Environment("othello")

    def play() -> int:
        steps = 0
        for _ in range(GAMES // 20):
            step = game.reset()
            while not step.last():
                seen = step.observations
                moves = seen["legal_actions"][seen["current_player"]]
                step = game.step([random.choice(moves)])
                steps += 1
        return steps

    return play


# Exact endings


def endings() -> list[ob.Board]:
    """Return unfinished positions of random games."""
    random.seed(1)
    found: list[ob.Board] = []
    while len(found) < ENDINGS:
        board = ob.Board()
        while not board.is_over and len(board.empty) > EMPTIES:
            board.push(random.choice(board.legal_moves))
        if len(board.legal_moves) > 1:
            found.append(board)
    return found


def endings_of_obversi() -> Work:
    boards = endings()

    def solve() -> int:
        for board in boards:
            with ob.Engine(threads=1, hash_mb=16) as engine:
                engine.solve(board)
        return len(boards)

    return solve


def endings_of_rust_reversi(library: Any) -> Work:
    """Its alpha-beta search with the difference of discs, as deep as there are empty squares."""
    boards = []
    for ending in endings():
        board = library.Board()
        turn = library.Turn.BLACK if ending.turn == ob.BLACK else library.Turn.WHITE
        board.set_board(*ending.bits, turn)
        boards.append(board)
    search = library.AlphaBetaSearch(library.PieceEvaluator(), 2 * EMPTIES, 1 << 10)

    def solve() -> int:
        for board in boards:
            search.get_move(board)
        return len(boards)

    return solve


if __name__ == "__main__":
    main()
