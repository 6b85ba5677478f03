from math import tanh

import numpy as np
import pytest

from obversi import Board, batch, textbook
from obversi.errors import ObversiError
from obversi.heuristics import evaluation
from obversi.heuristics.evaluation import Evaluation
from obversi.lab.models.solved_trees import SolvedTrees, solve_trees
from obversi.lab.models.value_loss import NOTHING, ValueLoss, loss_on, value_loss
from obversi.rules import Rules


def boards(trees: SolvedTrees, level: int) -> list[Board]:
    return [
        batch.to_board(position, size=trees.size, rules=trees.rules)
        for position in trees.levels[level].positions
    ]


def true_margin(board: Board) -> int:
    """Perfect play, found without the solver of the core."""
    if (outcome := board.outcome()) is not None:
        return outcome.margin if outcome.winner == board.turn else -outcome.margin
    margins = []
    for move in board.legal_moves:
        board.push(move)
        margins.append(-true_margin(board))
        board.pop()
    return max(margins)


def estimates(board: Board, judge: Evaluation, plies: int) -> list[tuple[float, float]]:
    """The estimate and the truth of a node and all below it, the node first."""
    truth = float(np.sign(true_margin(board)))
    if plies == 0 or board.is_over:
        return [(judge(board), truth)]
    below = []
    best = -np.inf
    for move in board.legal_moves:
        board.push(move)
        nodes = estimates(board, judge, plies - 1)
        board.pop()
        best = max(best, -nodes[0][0])
        below += nodes
    return [(best, truth), *below]


@pytest.mark.parametrize(("size", "rules", "empties"), [(4, "normal", 5), (6, "reversed", 4)])
def test_every_node_is_solved(size: int, rules: Rules, empties: int) -> None:
    trees = solve_trees(12, plies=3, empties=empties, size=size, rules=rules)
    for level, nodes in enumerate(trees.levels):
        for board, margin, is_over in zip(
            boards(trees, level), nodes.margins, nodes.is_over, strict=True
        ):
            assert true_margin(board) == margin
            assert board.is_over == is_over


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("name", ["r2", "r3", "r4"])
def test_roots_are_estimated_as_by_minimax(rules: Rules, name: str) -> None:
    trees = solve_trees(20, plies=3, empties=7, rules=rules, seed=2)
    found = trees.estimates(name)
    for board, value in zip(boards(trees, 0), found[0], strict=True):
        assert value == textbook.minimax(board, name, depth=3).value


@pytest.mark.parametrize("name", ["r2-position", "positional"])
def test_the_loss_counted_slowly(name: str) -> None:
    trees = solve_trees(10, plies=2, empties=5, size=4, rules="reversed", seed=7)
    loss = loss_on(trees, name)
    judge = evaluation(name)
    by_root, totals = [], []
    for board in boards(trees, 0):
        nodes = estimates(board, judge, 2)
        scaled = [value if loss.scale is None else tanh(value / loss.scale) for value, _ in nodes]
        squares = [(one - truth) ** 2 for one, (_, truth) in zip(scaled, nodes, strict=True)]
        by_root.append(np.mean(squares))
        totals.append(np.sum(squares))
    assert loss.loss.value == pytest.approx(np.mean(by_root))
    assert loss.total.value == pytest.approx(np.mean(totals))
    assert (loss.scale is None) == (name == "r2-position")


def test_the_scale_is_the_best_one() -> None:
    trees = solve_trees(40, plies=2, empties=8)
    loss = loss_on(trees, "r4")
    assert loss.scale is not None
    expected = np.concatenate(trees.estimates("r4"))
    truth = np.concatenate([np.sign(level.margins) for level in trees.levels])
    roots = np.concatenate([level.roots for level in trees.levels])
    weights = 1 / np.bincount(roots)[roots] / trees.roots
    for factor in (0.5, 2.0):
        other = weights @ (np.tanh(expected / (factor * loss.scale)) - truth) ** 2
        assert other > loss.loss.value


def test_what_chosen_moves_lose() -> None:
    trees = solve_trees(15, plies=1, empties=6, size=6, seed=3)
    lost = []
    for board in boards(trees, 0):
        values = evaluation("r4").by_move(board)
        chosen = [move for move, value in values.items() if value == max(values.values())]
        margins = {}
        for move in board.legal_moves:
            board.push(move)
            margins[move] = -true_margin(board)
            board.pop()
        best = max(margins.values())
        lost.append(np.mean([best - margins[move] for move in chosen]))
    assert loss_on(trees, "r4").discs_lost.value == pytest.approx(np.mean(lost))


def test_who_sees_the_end_loses_nothing() -> None:
    found = value_loss(["r2", "r4"], 20, plies=7, empties=3, rules="reversed")
    r2, r4 = found.losses
    assert (r2.loss.value, r2.scale) == (0.0, None)
    assert r4.loss.value == pytest.approx(0.0, abs=1e-9)
    assert r4.discs_lost.value == 0.0
    assert r4.right_moves.value == 1.0
    # Results, not margins, are what R2 counts at the end of a game.
    assert r2.results_lost.value == 0.0


def test_nothing_known_is_the_baseline() -> None:
    found = value_loss([NOTHING, "r1"], 30, plies=2, empties=8, size=6)
    nothing, r1 = found.losses
    assert nothing.loss.value == pytest.approx(found.nothing.value)
    assert nothing.discs_lost.value == pytest.approx(found.any_move.value)
    assert r1.discs_lost.value < nothing.discs_lost.value
    assert len(r1.by_ply) == 3
    assert ValueLoss.from_object(found.to_object()) == found
    assert len(found.draw().axes) == 2


def test_threads_change_nothing() -> None:
    one, two = (value_loss(["r3"], 10, empties=7, threads=threads) for threads in (1, 2))
    assert one == two


def test_bad_input() -> None:
    with pytest.raises(ObversiError, match="never has 13 empty squares"):
        value_loss(["r4"], 1, empties=13, size=4)
    with pytest.raises(ObversiError, match="no evaluation to measure"):
        value_loss([])
    with pytest.raises(ObversiError, match="no evaluation 'r9'"):
        value_loss(["r9"])
