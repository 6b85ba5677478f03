"""Minimax against alpha-beta: nodes, time, and R4's words."""

import numpy as np
import pytest
from numpy.typing import NDArray

from obversi import batch
from obversi.lab.experiments.minimax.experiment import EXPERIMENT
from obversi.lab.experiments.minimax.search_pairs import PARTS
from obversi.lab.positions.sampling import positions_by_round
from obversi.lab.result import Result
from obversi.lab.settings import Settings
from obversi.lab.step import Measured
from obversi.textbook import minimax


@pytest.fixture(scope="module")
def great() -> Result:
    """The great board, whose deep searches are made up from shallow ones."""
    settings = EXPERIMENT.settings(games=40, threads=2)
    data: dict[str, Measured] = {}
    for step in EXPERIMENT.steps(settings):
        depth = int(step.key.split()[-1]) if " depth " in step.key else 0
        data[step.key] = (
            data[f"{step.key.split()[0]} depth 3"] if depth > 3 else step.work(lambda _share: None)
        )
    return EXPERIMENT.concluded(settings, data, 0.0)


def test_both_find_the_same(great: Result) -> None:
    same, *_ = great.findings
    assert same.verdict == "agrees"
    assert same.ours == f"{80 * len(PARTS)} of {80 * len(PARTS)} moves and values"


def test_nodes_are_those_of_the_searches(great: Result) -> None:
    for depth in (1, 2, 3):
        nodes = great.data[f"normal depth {depth}"]["nodes"]
        rows = batch_of_all(great.settings)
        every = {minimax(batch.to_board(row), "r4", depth).nodes for row in rows}
        assert set(nodes["minimax"]) <= every
        assert all(
            few <= many for few, many in zip(nodes["alpha-beta"], nodes["minimax"], strict=True)
        )
    assert great.data["normal depth 1"]["nodes"] == great.data["reversed depth 1"]["nodes"]


def test_what_r4_says_is_set_beside_ours(great: Result) -> None:
    told = {finding.what: finding for finding in great.findings}
    length = told["moves of a game, random against itself"]
    assert length.reported == "58.00"
    assert length.ours.startswith(("59", "60"))
    pruned = told["pruning makes 8 of a branching of 10"]
    assert pruned.reported == "8 of 10: 80%"
    assert len(great.draw().axes) == 3


def test_small_boards_leave_r4_out() -> None:
    small = EXPERIMENT(size=4, games=2)
    assert [finding.verdict for finding in small.findings] == ["agrees", "new", "new"]
    assert "R4" not in small.summary
    assert small.draw().axes


def batch_of_all(settings: Settings) -> list[NDArray[np.uint64]]:
    rounds = positions_by_round(2, settings.size, settings.seed)
    return [row for rows in rounds.values() for row in rows]
