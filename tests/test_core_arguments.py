"""Calls of the extension module itself with wrong arguments: an error, and no crash.

The public functions check their arguments before; what these calls would do without checks of their
own is to read or write memory that is not theirs.
"""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from obversi import _core, batch
from obversi.board import Board

OWN, OPP = Board().bits
STARTS = batch.starts(3)
TWICE = np.full((3, 2), 1, np.uint64)  # two discs on one square
BEYOND = np.full((3, 2), (1 << 60, 1), np.uint64)  # for 6×6
FINISHED = (0xFFFF, 0)


def numbers(kind: Any, *shape: int) -> Any:
    return np.zeros(shape, kind)


def mix(size: int = 8) -> _core.Mix:
    return _core.Mix(size, False, "margin", False, ["discs"], [(64, [1.0])], [0.0] * 64)


def engine() -> _core.Engine:
    return _core.Engine(1, 1 << 20)


def start(**changes: Any) -> None:
    task: dict[str, Any] = {"own": OWN, "opp": OPP, "size": 8, "reversed": False, "depth": 1}
    engine().start(**task | changes)


def play(**changes: Any) -> None:
    arguments: dict[str, Any] = {
        "a": _core.GreedyPlayer(8, False),
        "b": _core.GreedyPlayer(8, False),
        "positions": STARTS,
        "turns": np.full(3, -1, np.int8),
        "seed": 0,
        "threads": 1,
        "solved": 0,
        "results_only": False,
        "on_progress": None,
        "games": numbers(np.int64, 2, 8),
        "rounds": numbers(np.uint64, 65, 12),
        "failures": [],
    }
    _core.play_games(**arguments | changes)


def successors(first: list[int], room: int) -> None:
    _core.batch_successors(
        *(STARTS, np.array(first, np.int64), 8, 1),
        *(numbers(np.uint8, room), numbers(np.uint64, room, 2)),
    )


NAN = float("nan")
WRONG: dict[str, Callable[[], object]] = {
    # Boards
    "size of a game": lambda: _core.Game(5, False),
    "size of a position": lambda: _core.Game(7, False, 0, 0, -1),
    "two discs on one square": lambda: _core.Game(8, False, 1, 1, -1),
    "disc beyond the board": lambda: _core.Game(4, False, 1 << 60, 1, -1),
    "turn": lambda: _core.Game(8, False, 1, 2, 0),
    "too few moves": lambda: _core.set_move_objects([]),
    "moves that are no texts": lambda: _core.set_move_objects([1] * 65),  # type: ignore[list-item]
    "symmetry": lambda: _core.transform(1, 8, 8),
    "size of a symmetry": lambda: _core.transform(1, 0, 3),
    # Batches
    "legal_moves: size": lambda: _core.batch_legal_moves(STARTS, 5, 1, numbers(np.uint64, 3)),
    "legal_moves: threads": lambda: _core.batch_legal_moves(STARTS, 8, 0, numbers(np.uint64, 3)),
    "legal_moves: room": lambda: _core.batch_legal_moves(STARTS, 8, 1, numbers(np.uint64, 2)),
    "legal_moves: discs": lambda: _core.batch_legal_moves(TWICE, 8, 1, numbers(np.uint64, 3)),
    "margins: room": lambda: _core.batch_margins(STARTS, 8, False, 1, numbers(np.int8, 2)),
    "margins: discs": lambda: _core.batch_margins(BEYOND, 6, False, 1, numbers(np.int8, 3)),
    "canonical: room": lambda: _core.batch_canonical(STARTS, 8, 1, numbers(np.uint64, 2, 2)),
    "planes: room": lambda: _core.batch_planes(STARTS, 8, 1, numbers(np.uint8, 3 * 128 - 1)),
    "move_masks: room": lambda: _core.batch_move_masks(STARTS, 8, 1, numbers(np.int8, 3 * 64)),
    "random_moves: room": lambda: _core.batch_random_moves(STARTS, 8, 1, 1, numbers(np.uint8, 2)),
    "play: too few moves": lambda: _core.batch_play(
        STARTS, numbers(np.uint8, 2), 8, 1, numbers(np.uint64, 3, 2)
    ),
    "play: room": lambda: _core.batch_play(
        STARTS, numbers(np.uint8, 3), 8, 1, numbers(np.uint64, 2, 2)
    ),
    "count_successors: room": lambda: _core.batch_count_successors(
        STARTS, 8, 1, numbers(np.int64, 2)
    ),
    "successors: too few beginnings": lambda: successors([0, 4], 12),
    "successors: room": lambda: successors([0, 4, 8], 11),
    "successors: before the first": lambda: successors([-1, 4, 8], 12),
    "successors: far away": lambda: successors([0, 4, 1 << 62], 12),
    "playouts: room": lambda: _core.batch_playouts(
        STARTS, 8, False, 0, 0, 1, numbers(np.int8, 3), numbers(np.uint8, 2)
    ),
    "exact_margins: room": lambda: _core.batch_exact_margins(
        STARTS, 8, False, 1, numbers(np.int8, 2)
    ),
    "exact_margins: threads": lambda: _core.batch_exact_margins(
        STARTS, 8, False, -1, numbers(np.int8, 3)
    ),
    "tree_sizes: depth": lambda: _core.batch_tree_sizes(STARTS, 8, -1, 1, numbers(np.uint64, 3, 0)),
    "tree_sizes: room": lambda: _core.batch_tree_sizes(STARTS, 8, 2, 1, numbers(np.uint64, 3, 2)),
    "perft: depth": lambda: _core.perft(OWN, OPP, 8, -1),
    "perft: size": lambda: _core.perft(OWN, OPP, 9, 1),
    # The engine
    "engine: threads": lambda: _core.Engine(0, 1 << 20),
    "engine: many threads": lambda: _core.Engine(1 << 30, 1 << 20),
    "engine: hash": lambda: _core.Engine(1, 0),
    "start: size": lambda: start(size=5),
    "start: discs": lambda: start(own=OPP),
    "start: the game is over": lambda: start(own=FINISHED[0], opp=FINISHED[1]),
    "start: seconds": lambda: start(seconds=NAN),
    "start: depth": lambda: start(depth=-1),
    "start: lines": lambda: start(lines=0),
    "start: window": lambda: start(lower=5, upper=5),
    "start: no legal move": lambda: start(moves=1),
    "wait: seconds": lambda: engine().wait(NAN),
    "engine.evaluate": lambda: engine().evaluate(OWN, OWN, 8, False),
    "engine.evaluate: size": lambda: engine().evaluate(OWN, OPP, 2, False),
    # Evaluations and searches
    "mix: size": lambda: mix(5),
    "mix: weights": lambda: _core.Mix(8, False, "margin", False, ["discs"], [(64, [])], [0.0] * 64),
    "mix: squares": lambda: _core.Mix(8, False, "margin", False, ["discs"], [(64, [1.0])], []),
    "value": lambda: mix().value(OWN, OWN),
    "finished_value": lambda: mix(6).finished_value(1 << 63, 0),
    "terms": lambda: mix().terms(OWN, OWN),
    "values: threads": lambda: mix().values(STARTS, 0, numbers(np.float64, 3)),
    "values: room": lambda: mix().values(STARTS, 1, numbers(np.float64, 2)),
    "values: discs": lambda: mix(6).values(BEYOND, 1, numbers(np.float64, 3)),
    "python evaluation: size": lambda: _core.PythonHeuristic(
        5, False, "margin", "mine", lambda _: 0.0, Board
    ),
    "machine code at no address": lambda: _core.NativeHeuristic(
        8, False, "margin", "mine", 0, lambda *_: 0.0
    ),
    "minimax: depth": lambda: _core.minimax(mix(), OWN, OPP, 0),
    "alpha_beta: discs": lambda: _core.alpha_beta(mix(), OWN, OWN, 1),
    "negamax: the game is over": lambda: _core.negamax(mix(), *FINISHED, 1),
    "maximax: depth": lambda: _core.maximax(mix(), OWN, OPP, 1 << 30),
    "deepening: seconds": lambda: _core.deepening(mix(), OWN, OPP, NAN, 0.8, 4),
    "deepening: q": lambda: _core.deepening(mix(), OWN, OPP, 1.0, NAN, 4),
    "traced_search": lambda: _core.traced_search(mix(), OWN, OWN, "minimax", 1, 10),
    "mcts: size": lambda: _core.mcts(
        *(OWN, OPP, 3, False), playouts=1, seconds=0, seed=0, exploration=1, most_nodes=10
    ),
    "mcts: exploration": lambda: _core.mcts(
        *(OWN, OPP, 8, False), playouts=9, seconds=0, seed=0, exploration=NAN, most_nodes=10
    ),
    "traced_mcts": lambda: _core.traced_mcts(
        *(OWN, OWN, 8, False), playouts=1, seed=0, exploration=1
    ),
    "perfect": lambda: _core.perfect(*FINISHED, 8, False),
    # Players and their games
    "player: size": lambda: _core.RandomPlayer(3, False),
    "player: discs": lambda: _core.GreedyPlayer(8, False).choose(OWN, OWN),
    "search player: depth": lambda: _core.SearchPlayer(mix(), "minimax", 1 << 30),
    "deepening player": lambda: _core.DeepeningPlayer(mix(), NAN, 0.8),
    "monte carlo player": lambda: _core.MonteCarloPlayer(8, False, 1, 0, NAN),
    "leftover player": lambda: _core.LeftoverPlayer(mix(), 1, 0.8, NAN),
    "engine player: hash": lambda: _core.EnginePlayer(8, False, None, 1, 0, 0, 0),
    "engine player: depth": lambda: _core.EnginePlayer(8, False, None, -1, 0, 1, 1 << 20),
    "perfect ending": lambda: _core.PerfectEndingPlayer(_core.RandomPlayer(8, False), 65),
    "play_games: threads": lambda: play(threads=0),
    "play_games: discs": lambda: play(positions=TWICE),
    "play_games: turns": lambda: play(turns=numbers(np.int8, 3)),
    "play_games: too few turns": lambda: play(turns=np.full(2, -1, np.int8)),
    "play_games: solved": lambda: play(solved=-1),
    "play_games: rounds": lambda: play(rounds=numbers(np.uint64, 64, 12)),
    # R2's program
    "one direction: size": lambda: _core.one_direction_alpha_beta(
        mix(6), STARTS, 1, 1, numbers(np.float64, 3), numbers(np.uint64, 3)
    ),
    "one direction: room": lambda: _core.one_direction_alpha_beta(
        mix(), STARTS, 1, 1, numbers(np.float64, 2), numbers(np.uint64, 3)
    ),
    "one direction: depth": lambda: _core.one_direction_minimax_nodes(
        STARTS, 0, 1, numbers(np.uint64, 3)
    ),
    "one direction: threads": lambda: _core.one_direction_games(
        mix(), None, 0, 0, 0, 0, numbers(np.int8, 3)
    ),
    "one direction: shape": lambda: _core.one_direction_random_games(
        0, 0, numbers(np.uint64, 3, 64, 2)
    ),
    # Weights
    "weights: size": lambda: _core.pattern_set(5, "full"),
    "pattern: size": lambda: _core.pattern_features(5, 1),
    "move counts: size": lambda: _core.move_counts(np.zeros((1, 2), np.uint64), 5),
    "weight_of_index": lambda: _core.weight_of_index(4, 1 << 63),
}


@pytest.mark.parametrize("call", WRONG.values(), ids=WRONG)
def test_wrong_arguments(call: Callable[[], object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        call()


# Those without numbers that could be wrong, and those that have tests of their own.
OTHERS = {"features", "square_features", "kernel_speeds", "read_weights", "write_weights"}
TESTED_ELSEWHERE = {"generate_games", "expand_games", "search_values"}  # test_generate_core.py


def test_all_functions_are_called() -> None:
    functions = {name for name, _ in inspect.getmembers(_core, callable) if name.islower()}
    source = inspect.getsource(inspect.getmodule(start))  # type: ignore[arg-type]
    called = {name for name in functions if f"_core.{name}(" in source}
    assert functions - called == OTHERS | TESTED_ELSEWHERE


def test_numbers_that_are_not_wrong_are_accepted() -> None:
    start(seconds=1e300, depth=64, lower=-64, upper=64, lines=64)
    play()
    successors([0, 4, 8], 12)
