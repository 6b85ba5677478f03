"""How many moves there are to choose from: what is measured, and what R2 made of it."""

import copy
from typing import Any

import numpy as np
import pytest

from obversi.arena import random_openings
from obversi.arena.bulk import play_bulk
from obversi.board import Board
from obversi.lab.experiment import Result
from obversi.lab.experiments.breadth import (
    EXPERIMENT,
    ONE_DIRECTION,
    R2_BREADTH,
    share_of_distant_batches,
)
from obversi.lab.games import round_batches
from obversi.lab.one_direction import count_rounds, random_games
from obversi.lab.steps import BOTH_RULES


@pytest.fixture(scope="module")
def result() -> Result:
    return EXPERIMENT(rules="reversed", games=1600, threads=1)


@pytest.fixture(scope="module")
def many() -> Result:
    """Batches of forty games that scatter as a thousand of them do."""
    result = EXPERIMENT(rules="reversed", games=4000, threads=2)
    _scatter(result.data["random"], whole=(8.524, 0.104), middle=(10.74, 0.17))
    _scatter(result.data[ONE_DIRECTION], whole=(8.8, 0.104), middle=(11.09, 0.17))
    return EXPERIMENT.concluded(result.settings, result.data, 0.0)


def _scatter(one: Any, **parts: tuple[float, float]) -> None:
    for part, (middle, spread) in parts.items():
        seen = np.array(one[part]["all"])
        moved = middle + (seen - seen.mean()) * spread / seen.std(ddof=1)
        for way in ("no passes", "ends too"):
            one[part][way] = (np.array(one[part][way]) + moved - seen).tolist()
        one[part]["all"] = moved.tolist()


def test_the_first_rounds_are_known_exactly(result: Result) -> None:
    by_round = result.data["random"]["by round"]
    assert by_round[:4] == [None] * 4
    assert by_round[4:6] == [4, 3]
    # After the second move the mover has 4 or 5 moves: 5 after two of the three replies.
    assert by_round[6] == pytest.approx(14 / 3, abs=0.05)
    assert by_round[64] is None


def test_passes_are_counted_or_left_out() -> None:
    trial = EXPERIMENT.settings(size=4, games=2).trial("normal")
    whole, left_out = [], []
    for played in round_batches(trial, "greedy", "random", 2):
        rounds = played.rounds
        known = rounds.positions > 0
        whole.append((rounds.moves[known] / rounds.positions[known]).mean())
        choices = rounds.positions - rounds.passes
        known = choices > 0
        left_out.append((rounds.moves[known] / choices[known]).mean())
    found = EXPERIMENT(size=4, games=2).data["normal greedy"]["whole"]
    assert found["all"] == pytest.approx(whole)
    assert found["no passes"] == pytest.approx(left_out)


def test_results_do_not_depend_on_threads() -> None:
    one, three = (EXPERIMENT(rules="reversed", size=6, games=80, threads=n) for n in (1, 3))
    assert one.data == three.data


def test_games_by_r2_s_program_are_counted_as_the_others(result: Result) -> None:
    one = result.data[ONE_DIRECTION]
    assert one["by round"][4:6] == [4, 3]
    assert one["games"] == 40
    assert len(one["whole"]["all"]) == 40
    # A flip in one direction only leaves more discs to bracket.
    whole = [np.mean(result.data[key]["whole"]["all"]) for key in ("random", ONE_DIRECTION)]
    assert 0.15 < whole[1] - whole[0] < 0.45
    assert np.mean(one["passes"]) > np.mean(result.data["random"]["passes"])
    # The first round that differs is the seventh: a flip of one disc of two.
    assert one["by round"][7] > result.data["random"]["by round"][7] + 0.2
    counts = count_rounds(random_games(40, seed=1))
    assert counts.ended.sum() == 40
    assert counts.positions[4] == 40


def test_what_was_wrong_with_the_report(many: Result) -> None:
    found = {finding.what: finding for finding in many.findings}
    printed, ten = (
        found[what]
        for what in (
            "mean breadth over rounds 4 to 63, as printed",
            "“approximately 10” in the middle game",
        )
    )
    assert printed.verdict == "differs"
    assert "8.7678 over rounds 4 to 63" in printed.sentence
    assert "8.9495" in printed.sentence
    assert ten.verdict == "agrees"
    for what, reported in (
        ("mean breadth of R2's table, rounds 4 to 63", "8.77"),
        ("mean breadth over rounds 25 to 52", "11.08"),
        ("passes in forty games", "26.00"),
    ):
        rules, program = (found[f"{what}, {by}"] for by in ("by the rules", "by R2's program"))
        assert rules.reported.startswith(reported)
        assert program.reported.startswith(reported)
        # With several tests of the same forty games, one alone is not enough.
        assert rules.verdict == "open"
        assert program.verdict in ("agrees", "open")
        assert "+2." in rules.sentence or "+1." in rules.sentence
        assert "standard deviations away" in program.sentence
    table = found["mean breadth of R2's table, rounds 4 to 63, by the rules"]
    assert "As one of 4 tests of the same games" in table.sentence
    assert found["R2's table, round by round"].verdict == "agrees"
    assert "40/57" in found["the way to count passes"].sentence
    assert "0.18 is a slip: it leaves out rounds 4 and 5" in many.summary
    assert "The other 0.24 comes from R2's published program" in many.summary
    assert "random games by that program have 8.80" in many.summary


@pytest.mark.parametrize(
    ("steps", "cause"),
    [
        ((ONE_DIRECTION,), "is not explained by R2's published program either"),
        (("random", ONE_DIRECTION), "is not explained by R2's published program either"),
        (("random",), "comes from R2's published program"),
    ],
)
def test_what_does_not_fit_is_not_taken_for_a_cause(
    many: Result, steps: tuple[str, ...], cause: str
) -> None:
    """As if games always had two moves more."""
    more = copy.deepcopy(dict(many.data))
    for key in steps:
        for part in ("whole", "middle"):
            more[key][part]["all"] = [one + 2 for one in more[key][part]["all"]]
    other = EXPERIMENT.concluded(many.settings, more, 0.0)
    assert cause in other.summary
    labels = {"random": "by the rules", ONE_DIRECTION: "by R2's program"}
    for key, label in labels.items():
        what = f"mean breadth over rounds 25 to 52, {label}"
        (finding,) = (one for one in other.findings if one.what == what)
        assert (finding.verdict == "differs") == (key in steps)


def test_random_games_are_the_same_under_both_rules() -> None:
    normal, reversed_ = (EXPERIMENT(rules=rules, size=6, games=80) for rules in BOTH_RULES)
    assert normal.data["random"] == reversed_.data["random"]
    assert normal.data["normal greedy"] != reversed_.data["reversed greedy"]


def test_how_far_a_table_is_from_forty_games(result: Result) -> None:
    one = result.data["random"]
    usual = np.array([np.nan if value is None else value for value in one["by round"]])
    assert share_of_distant_batches(one, usual) == 1.0
    assert share_of_distant_batches(one, usual + 5) == 0.0
    found = share_of_distant_batches(one, R2_BREADTH)
    assert found is not None
    assert 0.0 < found < 0.5
    assert share_of_distant_batches({**one, "games": 10}, usual) is None


@pytest.mark.long
def test_other_boards_are_not_compared(result: Result) -> None:
    small = EXPERIMENT(size=6, games=2)
    assert not small.findings
    assert "R2" not in small.summary
    assert ONE_DIRECTION not in small.data
    assert len(small.draw().axes) == len(result.draw().axes) == 3


def test_batches_begin_from_the_start_or_from_openings() -> None:
    trial = EXPERIMENT.settings(games=80).trial("normal")
    batches = list(round_batches(trial, "random", "random", 80))
    assert [len(played) for played in batches] == [8] * 10
    assert batches[0].openings.boards == (Board(),)
    elsewhere = next(round_batches(trial, "random", "random", 80, from_start=False))
    assert {board.ply for board in elsewhere.openings.boards} == {8}
    start = random_openings(1, plies=0)
    same = play_bulk("random", "random", 8, openings=start, seed=batches[0].seed)
    assert same.margins.tolist() == batches[0].margins.tolist()


def test_any_seed_will_do() -> None:
    for seed in (-(10**13), -(1 << 63), (1 << 64) - 1):
        trial = EXPERIMENT.settings(games=2, size=4, seed=seed).trial("normal")
        played = list(round_batches(trial, "random", "random", 4))
        assert len({one.seed for one in played}) == len(played)
