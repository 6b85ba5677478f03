"""R2's rules and search against slow code, and the number of nodes that R2 prints."""

from random import Random

import numpy as np
import pytest
import slow_one_direction as slow
from reference import BLACK, Cells, legal_squares

from obversi.heuristics import evaluation
from obversi.lab import one_direction
from obversi.lab.experiments.pruning_report import R2_NODES
from obversi.lab.one_direction import NODE_WEIGHTS, START

TEN = [9.0, 10.0, 18.0, 5.0, 19.0, 15.0, 18.0, 13.0, 8.0, 3.0]


def cells(position: np.ndarray, turn: int) -> Cells:
    own, opp = (int(bits) for bits in position)
    return [
        [turn * ((own >> 8 * r + c & 1) - (opp >> 8 * r + c & 1)) for c in range(8)]
        for r in range(8)
    ]


def position_of(board: Cells, turn: int) -> tuple[int, int]:
    own, opp = (
        sum(1 << 8 * r + c for r in range(8) for c in range(8) if board[r][c] == color)
        for color in (turn, -turn)
    )
    return own, opp


@pytest.mark.long
def test_r2_counts_4718_nodes_from_its_start() -> None:
    start = np.array([START], np.uint64)
    assert one_direction.alpha_beta_nodes(start, NODE_WEIGHTS, depth=8) == [4718]
    assert R2_NODES[4] == 4718
    assert slow.nodes(slow.start(), BLACK, 8, TEN) == 4718
    assert position_of(slow.start(), BLACK) == START


@pytest.mark.few_cases
@pytest.mark.parametrize("depth", [1, 2, 4])
def test_nodes_are_those_of_the_slow_search(depth: int) -> None:
    random = Random(depth)
    games = [one for _ in range(6) for one in slow.random_game(random)]
    passes = [(board, turn) for board, turn in games if not legal_squares(board, turn)]
    assert passes
    boards = [*games[:: 7 * depth], *passes[: 12 // depth]]
    positions = np.array([position_of(board, turn) for board, turn in boards], np.uint64)
    found = one_direction.alpha_beta_nodes(positions, NODE_WEIGHTS, depth, threads=2)
    assert found == [slow.nodes(board, turn, depth, TEN) for board, turn in boards]


def test_a_search_of_two_plies_counts_moves() -> None:
    games = one_direction.random_games(5, seed=2)
    positions, _ = one_direction.round_positions(games, 30)
    moves = [len(legal_squares(cells(one, BLACK), BLACK)) for one in positions]
    assert one_direction.alpha_beta_nodes(positions, NODE_WEIGHTS, 2) == [1 + n for n in moves]
    assert one_direction.minimax_nodes(positions, 2) == [1 + n for n in moves]
    assert one_direction.minimax_nodes(positions, 1) == [1] * len(moves)


def test_rounds_are_counted_as_in_the_slow_game() -> None:
    """The games of the core are gone through again, by slow code."""
    games = one_direction.random_games(25, seed=5)
    positions, passes, moves, ended = (np.zeros(65, int) for _ in range(4))
    for game in games:
        for discs in range(4, 65):
            if not game[discs].any():
                break
            board = cells(game[discs], BLACK)
            choices = legal_squares(board, BLACK)
            turn = BLACK
            if not choices:
                turn = -BLACK
                choices = legal_squares(board, turn)
                if not choices:
                    ended[discs] += 1
                    assert not game[discs + 1 :].any()
                    break
                passes[discs] += 1
                positions[discs] += 1
            positions[discs] += 1
            moves[discs] += len(choices)
            after = {position_of(slow.played(board, turn, one), -turn) for one in choices}
            assert tuple(game[discs + 1].tolist()) in after
    counts = one_direction.count_rounds(games)
    assert counts.positions.tolist() == positions.tolist()
    assert counts.passes.tolist() == passes.tolist()
    assert counts.moves.tolist() == moves.tolist()
    assert counts.ended.tolist() == ended.tolist()
    assert ended.sum() == 25
    for discs in (4, 30, 60, 63):
        found, numbers = one_direction.round_positions(games, discs)
        assert len(found) == len(numbers) == positions[discs]


def test_games_depend_on_the_seed_and_their_number() -> None:
    whole, part = one_direction.random_games(10, seed=3), one_direction.random_games(4, 3, first=6)
    assert (whole[6:] == part).all()
    assert (whole != one_direction.random_games(10, seed=4)).any()


def slow_result(judge: str, opponent: str | None, number: int) -> int | None:
    """Play a game of two evaluations, or return None where a random chooser would have to move."""
    core = {1: evaluation(judge), -1: None if opponent is None else evaluation(opponent)}
    board, turn, side, passes = slow.start(), BLACK, 1 if number % 2 == 0 else -1, 0
    while passes < 2:
        choices = legal_squares(board, turn)
        passes = 0 if choices else passes + 1
        if choices:
            mover = core[side]
            if mover is None:
                return None
            after = [slow.played(board, turn, one) for one in choices]
            heuristic = mover.core(8, "reversed")
            worth = [-heuristic.value(*position_of(one, -turn)) for one in after]
            board = after[worth.index(max(worth))]
        turn, side = -turn, -side
    discs = turn * sum(map(sum, board))  # of the mover, minus the opponent's
    return side * ((discs < 0) - (discs > 0))


def test_results_are_those_of_slow_games() -> None:
    other = "r2-position:weights=16,14,18,18,20,20,13,12,18,15"
    for a, b in ((NODE_WEIGHTS, other), ("r2", other), (other, "r2")):
        found = one_direction.play_games(a, b, 2)
        assert found.tolist() == [slow_result(a, b, 0), slow_result(a, b, 1)]
    assert slow_result(NODE_WEIGHTS, None, 0) is None


def test_a_random_chooser_loses_more_to_a_perfect_ending() -> None:
    plain, perfect = (
        one_direction.play_games("r2-position", None, 600, solved=solved, seed=4, threads=2)
        for solved in (0, 8)
    )
    assert 0.74 < (plain > 0).mean() < 0.88
    assert (perfect > 0).mean() > (plain > 0).mean()
    again = one_direction.play_games("r2-position", None, 300, solved=8, seed=4, first=300)
    assert (again == perfect[300:]).all()
    assert set(plain.tolist()) == {-1, 0, 1}
