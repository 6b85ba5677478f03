"""Minimax against alpha-beta: nodes, time, and R4's claims."""

import numpy as np
import pytest

from obversi import batch
from obversi.lab.experiment import Result
from obversi.lab.experiments.minimax import EXPERIMENT, PARTS, positions
from obversi.lab.steps import Measured
from obversi.textbook import minimax


@pytest.fixture(scope="module")
def great() -> Result:
    """The great board, whose deep searches are made up from shallow ones."""
    settings = EXPERIMENT.settings(games=40, threads=2)
    data: dict[str, Measured] = {}
    for step in EXPERIMENT.steps(settings):
        rules, kind, *_ = step.key.split()
        depth = int(step.key.split()[-1]) if kind in ("nodes", "time") else 0
        data[step.key] = data[f"{rules} {kind} 3"] if depth > 3 else step.work(lambda _share: None)
    return EXPERIMENT.concluded(settings, data, 0.0)


def test_both_find_the_same(great: Result) -> None:
    same, *_ = great.findings
    assert same.verdict == "agrees"
    assert same.ours == f"{80 * len(PARTS)} of {80 * len(PARTS)} moves and values"


def test_nodes_are_those_of_the_searches(great: Result) -> None:
    rows = positions(great.settings.trial("normal"), 40)
    for depth in (1, 2, 3):
        nodes = great.data[f"normal nodes {depth}"]
        every = [minimax(batch.to_board(row), "r4", depth).nodes for row in rows]
        assert nodes["minimax"] == every
        assert great.data[f"normal time {depth}"]["nodes"] == nodes
        assert all(
            few <= many for few, many in zip(nodes["alpha-beta"], nodes["minimax"], strict=True)
        )
    assert great.data["normal nodes 1"] == great.data["reversed nodes 1"]


def test_positions_do_not_depend_on_each_other() -> None:
    """No position leads to another, as those of one game do: intervals would be too narrow."""
    trial = EXPERIMENT.settings(games=600, seed=-(10**18)).trial("normal")
    chosen = positions(trial, 600)
    discs = np.bitwise_count(chosen).sum(axis=1)
    assert set(discs.tolist()) == set(range(4, 64))
    # The first positions of all games are alike.
    late = chosen[discs > 12]
    after = batch.successors(late).positions
    reached = {(int(a), int(b)) for one in (after, after[:, ::-1]) for a, b in one}
    assert not reached & {(int(a), int(b)) for a, b in late}
    assert positions(trial, 7).tolist() == chosen[:7].tolist()


def test_what_r4_says_is_set_beside_ours(great: Result) -> None:
    findings = {finding.what: finding for finding in great.findings}
    length = findings["moves of a game, random against itself"]
    assert length.reported == "58.00"
    assert length.ours.startswith(("59", "60"))
    pruned = findings["pruning makes 8 of a branching of 10"]
    assert pruned.reported == "8 of 10: 80%"
    # Here all depths from 3 on have the same nodes.
    assert "The share goes from" in pruned.sentence
    assert len(great.draw().axes) == 3


def test_the_table_says_how_many_positions_were_timed(great: Result) -> None:
    first = dict(zip(great.tables[0].head, great.tables[0].rows[0], strict=True))
    assert (first["counted"], first["timed"]) == ("40", "40")
    assert first["times as many"] == first["times as many nodes of the timed"]


def test_small_boards_leave_r4_out() -> None:
    small = EXPERIMENT(size=4, games=2)
    assert [finding.verdict for finding in small.findings] == ["agrees", "new", "new"]
    assert "R4" not in small.summary
    assert small.draw().axes
