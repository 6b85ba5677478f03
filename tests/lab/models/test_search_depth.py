import numpy as np
import pytest

from obversi import batch, textbook
from obversi.errors import ObversiError
from obversi.lab.models.search_depth import EvaluationDepth, middle_positions, search_depth
from obversi.lab.models.value_loss import NOTHING
from obversi.rules import Rules


@pytest.mark.parametrize(("size", "rules"), [(8, "reversed"), (6, "normal")])
def test_nodes_are_those_of_the_textbook(size: int, rules: Rules) -> None:
    found = search_depth(["r4", "r2"], 4, seconds=0.002, depth=4, size=size, rules=rules, threads=2)
    roots = middle_positions(4, size)
    for name, one in zip(("r4", "r2"), found.depths, strict=True):
        for place, position in enumerate(roots):
            board = batch.to_board(position, size=size, rules=rules)
            fixed = textbook.maximax(board, name, depth=4)
            assert (one.nodes[place], one.evaluations[place]) == (fixed.nodes, fixed.evaluations)
            assert one.minimax_nodes[place] == textbook.minimax(board, name, depth=3).nodes
            assert one.reached[place] >= 2
    ratios = np.array(found.depths[0].minimax_nodes) / np.array(found.depths[0].nodes)
    assert found.depths[0].pruning.value == pytest.approx(np.exp(np.log(ratios).mean()))
    assert found.depths[0].pruning.value > 1
    assert len(found.draw().axes) == 3


def test_who_knows_nothing_cuts_off_most() -> None:
    nothing, r4 = search_depth([NOTHING, "r4"], 6, seconds=0.001, depth=5).depths
    assert nothing.nodes_of(r4).value < 1
    assert nothing.pruning.value > r4.pruning.value
    assert EvaluationDepth.from_object(r4.to_object()) == r4


def test_more_time_gets_deeper() -> None:
    short, long = (
        search_depth(["positional"], 3, seconds=seconds, depth=2, threads=1).depths[0]
        for seconds in (0.0005, 0.05)
    )
    assert long.plies_over(short).value > 1


@pytest.mark.parametrize("size", [4, 6, 8])
def test_middle_positions(size: int) -> None:
    positions = middle_positions(9, size)
    discs = [int(own).bit_count() + int(opp).bit_count() for own, opp in positions]
    assert discs == sorted(discs)
    assert discs[0] == round(0.3 * size * size)
    assert discs[-1] == round(0.7 * size * size)
    assert (batch.legal_moves(positions, size) != 0).all()


def test_bad_input() -> None:
    with pytest.raises(ObversiError, match="cannot take 0 s"):
        search_depth(["r4"], 1, seconds=0)
    with pytest.raises(ObversiError, match="no evaluation to measure"):
        search_depth([])
