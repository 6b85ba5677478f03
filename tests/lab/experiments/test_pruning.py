"""What alpha-beta saves: nodes by round and by depth, and R2's numbers of them."""

from typing import Any

import numpy as np
import pytest

from obversi import batch
from obversi.lab.experiment import Result
from obversi.lab.experiments.pruning import (
    EXPERIMENT,
    least_nodes,
    minimax_nodes,
    nodes_by_depth,
    search_nodes,
)
from obversi.lab.experiments.pruning_report import R2_NODES, _of_games, _of_positions
from obversi.lab.experiments.tree_growth import (
    branching,
    growth,
    mean_of_means,
    paired_quotient,
    power_fit,
    quotient_of_means,
    root_fit,
)
from obversi.lab.positions import random_positions
from obversi.lab.steps import Settings
from obversi.textbook import alpha_beta, maximax, minimax


@pytest.fixture(scope="module")
def small() -> Result:
    return EXPERIMENT(size=4, games=2, threads=1)


def test_small_boards_have_no_report_beside_them(small: Result) -> None:
    assert [finding.verdict for finding in small.findings] == ["new"]
    assert small.data["depths minimax"][0] == [1, 1]
    assert small.data == EXPERIMENT(size=4, games=2, threads=3).data
    assert len(small.draw().axes) == 2


def test_late_rounds_of_the_great_board_are_as_the_report_counts() -> None:
    settings = EXPERIMENT.settings(games=600)
    steps = {step.key: step for step in EXPERIMENT.steps(settings)}
    last = steps["round 63"].work(lambda _share: None)
    # A position and the one after it; the report's has passes among its twenty-four.
    assert set(last["reversed"]) == {2}
    assert R2_NODES[63] == pytest.approx((20 * 2 + 4 * 3) / 24)
    before = steps["round 58"].work(lambda _share: None)
    assert len(before["reversed"]) == len(before["minimax"]) == 10
    assert len(before["normal"]) == 4
    assert all(few <= many for few, many in zip(before["reversed"], before["minimax"], strict=True))
    moves = [count - 1 for count in before["2 plies"]]
    assert len(moves) == len(before["4 plies"]) == 10
    assert 2 < np.mean(moves) < 6


def test_rounds_by_r2_s_program() -> None:
    settings = EXPERIMENT.settings(games=600, threads=2)
    steps = {step.key: step for step in EXPERIMENT.steps(settings)}
    assert steps["start"].work(lambda _share: None)["program"] == R2_NODES[4]
    first, late, last = (
        steps[f"R2's program, round {number}"].work(lambda _share: None) for number in (4, 57, 63)
    )
    # Twenty games, which all begin alike; a game that passes has two positions in a round.
    assert first["8"] == 20 * [4718]
    assert sorted(set(late["games"])) == late["games"][: len(set(late["games"]))]
    assert len(last["games"]) >= len(set(last["games"]))
    # A whole game is searched in every round, so that the numbers of games fit together.
    assert set(last["games"]) <= set(range(20))
    assert set(last["8"]) <= {2, 3}
    assert all(two <= four <= eight for two, four, eight in zip(*_by_depth(late), strict=True))
    assert len(late["minimax"]) == 2


def _by_depth(measured: dict[str, list[int]]) -> list[list[int]]:
    return [measured[depth] for depth in ("2", "4", "8")]


def test_the_report_beside_what_was_measured() -> None:
    settings = EXPERIMENT.settings(games=1020)
    result = _made_up(settings, factor=1.0)
    findings = {one.what: one for one in result.findings}
    start = findings["nodes to 8 plies from the start"]
    assert (start.verdict, start.reported) == ("agrees", "4,718")
    assert "4,718 nodes from the start come out exactly" in result.summary
    for label in ("by the rules", "by R2's program"):
        mean = findings[f"nodes to 8 plies, mean over rounds 4 to 63, {label}"]
        assert mean.reported.startswith("26,047 (")
        assert mean.verdict == "agrees"
        minimax = findings[f"nodes of minimax to 8 plies, mean over rounds 4 to 63, {label}"]
        assert minimax.reported.startswith("18,402,479 (")
        assert minimax.verdict == "agrees"
        assert "whole number of fortieths" in minimax.sentence
        largest = findings[f"nodes to 8 plies, largest mean of a round, {label}"]
        assert largest.reported == "55,950"
    ratio = findings["“dropped down by 328.909 times”"]
    assert (ratio.reported, ratio.verdict) == ("329", "differs")
    assert "by R2's two means it would be 707" in ratio.sentence
    fit = findings["R2's fit: nodes = h·√b^depth + c"]
    assert fit.verdict == "differs"
    assert "-265 nodes" in fit.sentence
    others = {one.what: one for one in _made_up(settings, factor=3.0).findings}
    for what in (
        "nodes to 8 plies, largest mean of a round, by the rules",
        "nodes to 8 plies, largest mean of a round, by R2's program",
        "nodes to 8 plies, mean over rounds 4 to 63, by R2's program",
    ):
        assert others[what].verdict == "differs"


def test_few_positions_leave_it_open() -> None:
    found = _made_up(EXPERIMENT.settings(games=2), factor=3.0, repeated=1).findings
    nodes = [one for one in found if "mean" in one.what and "minimax" not in one.what]
    assert len(nodes) == 8
    assert {one.verdict for one in nodes} == {"open"}


def test_the_largest_mean_is_not_that_of_a_lucky_round() -> None:
    """Alike rounds: the largest of sixty means of twenty positions is well above the mean."""
    random = np.random.default_rng(2)
    games = 400
    nodes = random.gamma(4.0, 1000.0, (60, games))
    program = [{"games": list(range(games)), "8": row.tolist()} for row in nodes]
    found = _of_games(program, 8, 20, seed=1)
    assert found.ours.mean() == pytest.approx(4000, rel=0.02)
    seen = random.gamma(4.0, 1000.0, (1000, 60, 20)).mean(axis=2).max(axis=1)
    assert found.largest.value == pytest.approx(seen.mean(), rel=0.03)
    assert found.largest.low == pytest.approx(np.quantile(seen, 0.025), rel=0.05)
    assert found.largest.high == pytest.approx(np.quantile(seen, 0.975), rel=0.06)
    # The same if the positions of a round have nothing to do with those of another.
    alone = _of_positions(nodes.tolist(), 20, seed=1)
    assert alone.largest.value == pytest.approx(seen.mean(), rel=0.03)
    assert alone.over_rounds.holds(4000)


def test_a_whole_game_is_drawn_at_once() -> None:
    """Rounds that depend on each other make a mean over rounds as uncertain as one round."""
    scale = np.random.default_rng(3).gamma(4.0, 250.0, 100)
    program = [{"games": list(range(100)), "8": scale.tolist()} for _ in range(60)]
    few = _of_games(program, 8, 20, seed=1).of_few(1000.0)
    assert few.high - 1000 == pytest.approx(1.96 * scale.std() / 20**0.5, rel=0.08)


@pytest.mark.long
def test_the_root_is_judged_by_one_rule() -> None:
    settings = EXPERIMENT.settings(games=1020)
    for breadth, verdict, words in (
        (16.0, "agrees", "nothing speaks"),
        (12.0, "differs", "b^0.56"),
    ):
        found = _made_up(settings, factor=1.0, breadth=breadth).findings
        root = next(one for one in found if "squarely rooted" in one.what)
        assert root.verdict == verdict
        assert words in root.sentence


def test_tables_say_how_many_positions_they_rest_on() -> None:
    largest, by_depth, by_round = _made_up(EXPERIMENT.settings(games=1020), factor=1.0).tables
    for table in (by_depth, by_round):
        assert table.head[1:3] == ("minimax (15 positions)", "alpha-beta, unsorted (15)")
    assert by_round.head[-2:] == ("by R2's program (15 games)", "the report")
    assert largest.head == ("depth", "by the rules", "by R2's program", "the report")
    assert [row[0] for row in largest.rows] == ["2", "4", "8"]


def _made_up(settings: Settings, factor: float, breadth: float = 12.0, repeated: int = 5) -> Result:
    """Conclude from numbers like the report's, or `factor` times as large."""
    wobble = (0.9, 1.0, 1.1) * repeated
    names = ("normal", "reversed", "sixteen", "plain")
    data: dict[str, Any] = {"start": {"program": 4718, "rules": 2357}}
    for number in range(4, 64):
        nodes = [factor * R2_NODES[number] * one for one in wobble]
        data[f"round {number}"] = {
            **dict.fromkeys((*names, "2 plies", "4 plies"), nodes),
            "minimax": [707 * one for one in nodes],
        }
        data[f"R2's program, round {number}"] = {
            "games": list(range(len(nodes))),
            **dict.fromkeys(("2", "4", "8"), nodes),
            "minimax": [707 * one for one in nodes],
        }
    by_depth = [
        [factor * 55950.05 * 4.0 ** (depth - 8) * one for one in wobble] for depth in range(1, 9)
    ]
    for name in (*names[:2], *names[3:]):
        data[f"depths {name}"] = by_depth
    data["depths minimax"] = [
        [breadth ** (depth + one / 10) for one in wobble] for depth in range(8)
    ]
    return EXPERIMENT.concluded(settings, data, 0.0)


TRIAL = EXPERIMENT.settings(games=2, threads=2).trial("normal")


def test_all_searches_leave_out_the_last_ply() -> None:
    positions = random_positions(3, discs=20, seed=5)
    counted = minimax_nodes(TRIAL, positions, 4)
    assert counted[0] == [1, 1, 1]
    for depth in (1, 2, 3, 4):
        for rules in ("normal", "reversed"):
            every = search_nodes(TRIAL, positions, rules, minimax, "r2", depth)
            assert every == counted[depth - 1]
            for search in (alpha_beta, maximax):
                cut = search_nodes(TRIAL, positions, rules, search, "r2", depth)
                assert all(0 < few <= many for few, many in zip(cut, every, strict=True))
    # To two plies nothing is cut that is a node: the first position, and one for each move.
    moves = [len(batch.to_board(position).legal_moves) for position in positions]
    found = nodes_by_depth(TRIAL, positions, "normal", maximax, "r2", [2])
    assert found == [[1 + count for count in moves]]


def test_the_least_tree_of_knuth_and_moore() -> None:
    # With the best order, plies 0 to 3 of an even tree of breadth 3 have 1, 3, 5 and 11 nodes.
    assert least_nodes(3.0, depth=4) == 1 + 3 + 5 + 11


def test_growth_of_an_even_tree() -> None:
    nodes = [[3.0**depth, 5.0 * 3.0**depth] for depth in range(1, 9)]
    assert growth(nodes).value == pytest.approx(3.0)
    scale, factor = power_fit(nodes)
    assert scale == pytest.approx(5.0**0.5)
    assert factor == pytest.approx(3.0)
    assert branching(sum(4.0**ply for ply in range(6)), 5) == pytest.approx(4.0)
    assert branching(1, 3) == pytest.approx(0.0, abs=1e-6)


def test_the_fit_of_r2_has_its_axes_swapped() -> None:
    nodes, powers = [14.55, 296.35, 55950.05], [1, 65.4966, 4289.8110]
    swapped = root_fit(nodes, powers)
    assert swapped.h == pytest.approx(0.07629278861048339, rel=1e-6)
    assert swapped.c == pytest.approx(21.33424487500785, rel=1e-5)
    right = root_fit(powers, nodes)
    assert right.h == pytest.approx(np.polyfit(powers, nodes, 1)[0])


def test_quotients_have_intervals_above_zero() -> None:
    found = paired_quotient([10.0, 1.0], [1.0, 1.0])
    assert found.value == 5.5
    assert 0 < found.low < 1 < 30 < found.high


def test_means_of_rounds_hold_the_truth() -> None:
    """In 95 of 100 cases, however few positions a round has."""
    random = np.random.default_rng(3)
    scales = np.exp(np.arange(20) / 3)[:, None]
    held = held_quotient = 0
    for _ in range(150):
        above = (scales * random.gamma(2.0, size=(20, 4))).tolist()
        below = (np.array(above) * random.gamma(9.0, size=(20, 4))).tolist()
        held += mean_of_means(above).holds(2.0 * scales.mean())
        held_quotient += quotient_of_means(below, above).holds(9.0)
    assert 0.9 <= held / 150 <= 0.99
    assert 0.9 <= held_quotient / 150 <= 0.99
