"""Search strategies under one evaluation."""

from statistics import fmean

import pytest

from obversi.board import Board
from obversi.heuristics import evaluation
from obversi.lab.estimate import Estimate
from obversi.lab.experiment import Result
from obversi.lab.experiments.strategies import (
    EXPERIMENT,
    STRATEGIES,
    agent_costs,
    at_cost,
    middle_boards,
    search_costs,
)
from obversi.lab.steps import Settings
from obversi.rules import Rules
from obversi.textbook import alpha_beta, minimax


def boards_of(size: int, rules: Rules, seed: int, count: int) -> list[Board]:
    return middle_boards(Settings.of(rules, size, 1, seed).trial(rules), count)


@pytest.fixture(scope="module")
def result() -> Result:
    return EXPERIMENT(rules="normal", size=6, games=5)


@pytest.fixture(scope="module")
def reported() -> Result:
    """The game of the report."""
    return EXPERIMENT(rules="reversed", games=2)


def test_the_board_of_the_report(reported: Result) -> None:
    assert reported.draw().axes
    assert "reversed rules" in reported.summary


def test_small_boards_of_both_rules() -> None:
    result = EXPERIMENT(size=4, games=2)
    assert result.draw().axes
    assert all(finding.verdict != "differs" for finding in result.findings)


def test_nodes_are_those_of_the_searches(result: Result) -> None:
    boards = boards_of(6, "normal", 1, 3)
    seen = sum(minimax(board, evaluation("r2"), 4).nodes for board in boards)
    found = result.data["normal searches of 4 plies"]["minimax"]
    assert found["nodes"]["value"] == pytest.approx(seen / 3)
    assert "minimax" not in result.data["normal searches of 6 plies"]


def test_the_same_values_agree_with_the_report(reported: Result) -> None:
    negamax, values, *_ = reported.findings
    assert (negamax.verdict, values.verdict) == ("agrees", "agrees")
    data = {key: dict(found) for key, found in reported.data.items()}
    searched = data["reversed searches of 2 plies"]
    searched["maximax"] = searched["maximax"] | {"same_value": 0}
    searched["negamax"] = searched["negamax"] | {"same_search": 2}
    changed = EXPERIMENT.concluded(reported.settings, data, 0.0)
    assert [one.verdict for one in changed.findings[:2]] == ["differs", "differs"]
    assert "17 of 18 searches" in changed.findings[0].sentence


def test_claims_of_the_reversed_game_are_new_in_the_normal_one(result: Result) -> None:
    assert {one.verdict for one in result.findings} == {"new"}
    assert result.findings[0].sentence.startswith(
        "They find the same value, move and nodes in 18 of 18"
    )


def test_which_is_stronger_follows_from_the_elo(result: Result) -> None:
    def sentence(elo: Estimate) -> str:
        data = dict(result.data)
        key = "normal games of engine:depth=1"
        data[key] = data[key] | {"elo": elo.to_object()}
        return EXPERIMENT.concluded(result.settings, data, 0.0).findings[-1].sentence

    endless = float("inf")
    assert "surely stronger" in sentence(Estimate(endless, 200.0, endless, 300))
    assert "surely weaker" in sentence(Estimate(-100.0, -140.0, -60.0, 300))
    for elo in (Estimate(0.0, 0.0, 0.0, 300), Estimate(50.0, 5.0, 95.0, 300)):
        assert "neither surely stronger nor surely weaker" in sentence(elo)


def test_the_end_is_separated_from_the_rest_of_the_game(result: Result) -> None:
    def sentence(solved: Estimate) -> str:
        data = dict(result.data)
        whole = Estimate(0.75, 0.7, 0.8, 300)
        key = "normal games of mcts:playouts=1000"
        data[key] = data[key] | {"score": whole.to_object()}
        key = f"{key} that end solved"
        data[key] = data[key] | {"score": solved.to_object()}
        found = EXPERIMENT.concluded(result.settings, data, 0.0).findings
        (one,) = (one for one in found if "perfect on both sides" in one.what)
        return one.sentence

    assert "surely won in the last 10 squares" in sentence(Estimate(0.5, 0.45, 0.55, 300))
    assert "is not sure" in sentence(Estimate(0.7, 0.65, 0.75, 300))


def test_strength_lies_between_two_costs() -> None:
    curve = [(0.001, Estimate(-100.0, -120.0, -80.0, 10)), (0.1, Estimate(100.0, 90.0, 110.0, 10))]
    found = at_cost(curve, 0.01)
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((0.0, -15.0, 15.0))
    assert at_cost(curve, 0.1) == curve[1][1]
    assert at_cost(curve, 0.001) == curve[0][1]
    assert at_cost(curve, 0.0001) is None


def test_beyond_what_was_measured_strength_has_an_open_end() -> None:
    curve = [(0.001, Estimate(-100.0, -120.0, -80.0, 10)), (0.1, Estimate(100.0, 90.0, 110.0, 10))]
    endless = float("inf")
    assert at_cost(curve, 1.0) == Estimate(100.0, 90.0, endless, 10)
    won = [*curve, (0.4, Estimate(endless, 500.0, endless, 10))]
    assert at_cost(won, 1.0) == Estimate(endless, 500.0, endless, 10)
    between = at_cost(won, 0.2)
    assert between is not None
    ends = (between.value, between.low, between.high)
    assert ends == pytest.approx((endless, 295.0, endless))
    lost = [(0.0001, Estimate(-endless, -endless, -400.0, 10)), *won[2:]]
    assert at_cost(lost, 0.01) is None


@pytest.mark.parametrize("size", [4, 6, 8])
def test_positions_are_of_three_parts_of_a_game(size: int) -> None:
    boards = boards_of(size, "reversed", 1, 6)
    squares = size * size
    discs = [squares - len(board.empty) for board in boards]
    first = 6 if size == 4 else squares // 4  # never the start itself
    assert discs == [first] * 2 + [squares // 2] * 2 + [3 * squares // 4] * 2
    assert all(board.rules == "reversed" and not board.must_pass for board in boards)


def test_counts_are_those_of_the_searches() -> None:
    r2 = evaluation("r2")
    boards = boards_of(6, "normal", 2, 6)
    found = search_costs(boards, list(STRATEGIES), r2, 3, threads=2)
    assert found["minimax"]["nodes"].value == fmean(minimax(b, r2, 3).nodes for b in boards)
    seen = [alpha_beta(board, r2, 3).evaluations for board in boards]
    assert found["alpha-beta"]["evaluations"].value == fmean(seen)
    assert found["negamax"]["same_nodes"] == found["negamax"]["same_move"] == len(boards)
    assert {one["same_value"] for one in found.values()} == {len(boards)}
    assert found["negamax"]["same_search"] == len(boards)
    # Minimax has the nodes of alpha-beta nowhere, so that no search is the same.
    assert found["minimax"]["same_nodes"] == found["minimax"]["same_search"] == 0
    assert found["minimax"]["same_nodes"] < len(boards)
    assert all(one["seconds"].value > 0 for one in found.values())


def test_a_tree_search_has_as_many_nodes_as_playouts() -> None:
    found = agent_costs("mcts:playouts=50", boards_of(8, "normal", 1, 3))
    assert found["nodes"].value == 51
    assert found["positions"] == 3
