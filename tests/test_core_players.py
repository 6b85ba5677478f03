"""Players inside the core, as Python sees them."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest
from interrupts import turns_meanwhile

import obversi as ob
from obversi import _core
from obversi.heuristics import evaluation
from obversi.rules import Rules

GAMES = [(size, reversed_rules) for size in ob.SIZES for reversed_rules in (False, True)]

Maker = Callable[[int, bool], _core.Player]


def heuristic(size: int, reversed_rules: bool) -> _core.Heuristic:
    return evaluation("r4").core(size, "reversed" if reversed_rules else "normal")


MAKERS: dict[str, Maker] = {
    "random": _core.RandomPlayer,
    "greedy": _core.GreedyPlayer,
    "minimax": lambda *game: _core.SearchPlayer(heuristic(*game), "minimax", 2, "root"),
    "mistaken": lambda *game: _core.SearchPlayer(heuristic(*game), "alpha_beta", 2, "mover"),
    "alpha_beta": lambda *game: _core.SearchPlayer(heuristic(*game), "alpha_beta", 2),
    "negamax": lambda *game: _core.SearchPlayer(heuristic(*game), "negamax", 2),
    "maximax": lambda *game: _core.SearchPlayer(heuristic(*game), "maximax", 2),
    "deepening": lambda *game: _core.DeepeningPlayer(heuristic(*game), 1e-3, 0.8),
    "monte_carlo": lambda size, turned: _core.MonteCarloPlayer(size, turned, 20, 0.0, 1.4),
    "leftover": lambda *game: _core.LeftoverPlayer(heuristic(*game), 1e6, 0.8, 0.0, 2, 50),
    "engine": lambda size, turned: _core.EnginePlayer(size, turned, None, 2, 0, 0.0, 1 << 16),
    "perfect": lambda *game: _core.PerfectEndingPlayer(_core.RandomPlayer(*game), 6),
}
TIMED = {"deepening"}


def played(player: _core.Player, seed: int) -> list[tuple[int, int]]:
    """What the player chose in a game against itself."""
    player.begin(seed)
    board = ob.Board(player.size, "reversed" if player.reversed else "normal")
    choices = []
    while not board.is_over:
        if board.must_pass:
            board.push(ob.PASS)
            continue
        choices.append(player.choose(*board.bits))
        board.push(ob.Move.from_index(choices[-1][0]))
    return choices


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(("size", "reversed_rules"), GAMES)
def test_every_player_plays_whole_games_that_the_seed_decides(
    name: str, size: int, reversed_rules: bool
) -> None:
    player = MAKERS[name](size, reversed_rules)
    assert isinstance(player, _core.Player)
    assert (player.size, player.reversed) == (size, reversed_rules)
    first = played(player, 1)
    assert all(nodes > 0 for _move, nodes in first)
    played(player, 2)
    if name not in TIMED:
        assert played(player, 1) == first


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_the_greedy_player_turns_most_discs_or_fewest(rules: Rules) -> None:
    board = ob.Board(8, rules)
    for move in ("f5", "d6", "c3", "d3", "c4", "f4"):
        board.push(move)
    turned = {move.square_index: len(board.flips(move)) for move in board.legal_moves}
    best = max(turned.values()) if rules == "normal" else min(turned.values())
    assert len(set(turned.values())) > 1
    player = _core.GreedyPlayer(8, rules == "reversed")
    chosen = set()
    for seed in range(100):
        player.begin(seed)
        chosen.add(player.choose(*board.bits)[0])
    assert chosen == {move for move, count in turned.items() if count == best}


def test_a_perfect_ending_keeps_the_margin_of_the_solver() -> None:
    player = _core.PerfectEndingPlayer(_core.RandomPlayer(4, False), 12)
    player.begin(1)
    board = ob.Board(4)
    with ob.Engine() as engine:
        while not board.is_over:
            best = engine.solve(board).margin
            move = ob.PASS if board.must_pass else ob.Move.from_index(player.choose(*board.bits)[0])
            mover = board.turn
            board.push(move)
            after = board.margin(mover) if board.is_over else -engine.solve(board).margin
            assert after == best


def test_where_there_is_no_move_nothing_is_chosen() -> None:
    with pytest.raises(ValueError, match="no move"):
        _core.RandomPlayer(4, False).choose(0xF, 0)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: _core.SearchPlayer(heuristic(8, False), "minmax", 2), "minmax"),
        (lambda: _core.SearchPlayer(heuristic(8, False), "minimax", 2, "leaf"), "leaf"),
        (lambda: _core.SearchPlayer(heuristic(8, False), "minimax", 0), "depth"),
        (lambda: _core.SearchPlayer(heuristic(8, False), "negamax", 2, "mover"), "alpha-beta"),
        (lambda: _core.MonteCarloPlayer(8, False, 0, 0.0, 1.4), "limit"),
        (lambda: _core.EnginePlayer(8, False, None, 0, 0, 0.0, 1 << 16), "limit"),
    ],
)
def test_wrong_settings_are_rejected(make: Callable[[], _core.Player], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        make()


class AlarmError(Exception):
    """What the signal of a test raises."""


@pytest.mark.parametrize(
    "make",
    [
        lambda: _core.SearchPlayer(heuristic(8, False), "minimax", 60),
        lambda: _core.MonteCarloPlayer(8, False, 0, 1e6, 1.4),
        lambda: _core.EnginePlayer(8, False, None, 0, 0, 1e6, 1 << 16),
        lambda: _core.PerfectEndingPlayer(_core.RandomPlayer(8, False), 60),
    ],
)
def test_signals_are_handled_while_a_player_thinks(make: Callable[[], _core.Player]) -> None:
    def interrupt(_number: int, _frame: object) -> None:
        raise AlarmError

    player = make()
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(AlarmError):
            player.choose(*ob.Board().bits)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    # And it can be used again.
    player.begin(1)


def test_threads_wait_for_each_other() -> None:
    player = _core.MonteCarloPlayer(6, False, 300, 0.0, 1.4)
    board = ob.Board(6)
    chosen: list[tuple[int, int]] = []

    def ask() -> None:
        for _ in range(5):
            chosen.append(player.choose(*board.bits))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(chosen) == 20
    assert all(board.is_legal(ob.Move.from_index(move)) for move, _nodes in chosen)


def test_a_player_that_thinks_with_a_python_function_can_be_copied() -> None:
    # A thread that waits for the player must not hold the interpreter's lock, which the player's
    # function needs. Otherwise all of Python is blocked: hence a process, which can be killed.
    program = """
import threading, time
import obversi as ob
from obversi import _core
from obversi.heuristics import evaluation

started = threading.Event()

def slow(board):
    started.set()
    time.sleep(0.01)
    return 0.0

player = _core.SearchPlayer(evaluation(slow).core(8, "normal"), "minimax", 2)
thread = threading.Thread(target=player.choose, args=ob.Board().bits)
thread.start()
started.wait()
_core.PerfectEndingPlayer(player, 6)
thread.join()
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=30)


def test_a_player_that_is_called_by_its_own_evaluation_says_so() -> None:
    players: list[_core.Player] = []

    def calls_player(board: ob.Board) -> float:
        return float(players[0].choose(*board.bits)[0])

    players.append(_core.SearchPlayer(evaluation(calls_player).core(4, "normal"), "minimax", 1))
    with pytest.raises(ob.EvaluationError, match="this player is choosing a move"):
        players[0].choose(*ob.Board(4).bits)


def test_python_goes_on_while_a_player_thinks() -> None:
    player = _core.MonteCarloPlayer(8, False, 0, 0.3, 1.4)
    assert turns_meanwhile(lambda: player.choose(*ob.Board().bits)) > 5
