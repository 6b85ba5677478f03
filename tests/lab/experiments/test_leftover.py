"""The time that R2 leaves over; what is limited by time is another every time."""

from dataclasses import replace

import numpy as np
import pytest

from obversi import batch
from obversi.heuristics import evaluation
from obversi.lab.estimate import Estimate
from obversi.lab.experiment import Result
from obversi.lab.experiments.leftover import (
    ALL_TIME,
    AS_IS,
    EXPERIMENT,
    FIFTH,
    LEADS,
    REST,
    overruled,
    played_positions,
)
from obversi.lab.positions import random_positions
from obversi.rules import Rules
from obversi.textbook import alpha_beta


@pytest.fixture(scope="module")
def result() -> Result:
    return EXPERIMENT(rules="reversed", games=4)


def test_small_boards_of_both_rules() -> None:
    result = EXPERIMENT(size=4, games=2)
    assert result.draw().axes
    assert all(finding.verdict == "new" for finding in result.findings)


def test_a_greater_lead_changes_fewer_moves(result: Result) -> None:
    for found in result.data.values():
        for name in (FIFTH, REST):
            changed = [found["ways"][overruled(name, lead)]["changed"] for lead in LEADS]
            assert changed == sorted(changed, reverse=True)
        assert found["ways"][AS_IS]["changed"] == 0
        assert found["ways"][AS_IS]["saved"]["value"] == 0


def test_what_is_saved_is_what_is_lost_less(result: Result) -> None:
    for found in result.data.values():
        lost = found["ways"][AS_IS]["discs"]["value"]
        for way in found["ways"].values():
            assert way["saved"]["value"] == pytest.approx(lost - way["discs"]["value"])
            assert way["discs"]["value"] >= 0


def test_the_rule_is_chosen_on_other_positions_than_it_is_reported_on(result: Result) -> None:
    data = {key: dict(found) for key, found in result.data.items()}
    for key, found in data.items():
        ways = {name: dict(way) for name, way in found["ways"].items()}
        for lead in LEADS:
            best = 0.1 if "choose" in key else 0.3
            discs = dict.fromkeys(("value", "low", "high"), abs(lead - best)) | {"count": 8}
            ways[overruled(REST, lead)]["discs"] = discs
        found["ways"] = ways
    numbers = EXPERIMENT.concluded(result.settings, data, 0.0).numbers
    assert numbers["reversed end game"]["leads"][REST] == 0.1
    assert numbers["reversed end game"]["ways"][REST]["discs"]["value"] == pytest.approx(0.2)


def test_unused_time_is_compared_on_the_board_of_the_report_only(result: Result) -> None:
    reported = [one.what for one in result.findings if one.reported == "20 %"]
    assert reported == ["share of its time that R2 leaves unused (reversed rules, middle game)"]
    other = EXPERIMENT.concluded(replace(result.settings, size=6), result.data, 0.0)
    assert {one.verdict for one in other.findings} == {"new"}


def test_one_of_many_ways_has_to_be_surer(result: Result) -> None:
    """Two and a half deviations are sure of one test, but eight are made."""

    def sentence(saved: Estimate) -> str:
        data = {key: dict(found) for key, found in result.data.items()}
        for found in data.values():
            ways = {name: dict(way) for name, way in found["ways"].items()}
            ways[ALL_TIME]["saved"] = saved.to_object()
            found["ways"] = ways
        return EXPERIMENT.concluded(result.settings, data, 0.0).findings[2].sentence

    assert "own search neither surely improves nor surely spoils" in sentence(
        Estimate(0.25, 0.05, 0.45, 700)
    )
    assert "own search surely improves" in sentence(Estimate(0.4, 0.2, 0.6, 700))
    assert "own search surely spoils" in sentence(Estimate(-0.4, -0.6, -0.2, 700))


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize(("size", "empties"), [(4, 4), (6, 12), (8, 44)])
def test_all_are_alike_in_discs_and_have_a_move(size: int, empties: int, rules: Rules) -> None:
    r2 = evaluation("r2")
    found = [played_positions(6, empties, size, rules, 1, r2, 1, threads) for threads in (1, 2)]
    np.testing.assert_array_equal(found[0], found[1])
    assert found[0].shape == (6, 2)
    assert (batch.legal_moves(found[0], size) != 0).all()
    discs = batch.planes(found[0], size).sum(axis=(1, 2, 3))
    assert set(discs) == {size * size - empties}


def test_moves_are_those_of_the_search() -> None:
    r2 = evaluation("r2")
    (found,) = played_positions(1, 50, 8, "reversed", 3, r2, 2, threads=1)
    board = batch.to_board(random_positions(1, 12, 8, 3)[0], rules="reversed")
    while len(board.empty) > 50:
        board.push(alpha_beta(board, r2, 2).move)
    assert board.bits == tuple(found)
