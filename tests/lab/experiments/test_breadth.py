"""How many moves there are to choose from: what is measured, and what R2 made of it."""

import copy

import numpy as np
import pytest

from obversi.arena import random_openings
from obversi.arena.bulk import play_bulk
from obversi.board import Board
from obversi.lab.experiment import BOTH_RULES, Result
from obversi.lab.experiments.breadth import EXPERIMENT, share_as_far
from obversi.lab.experiments.r2_tables import R2_BREADTH
from obversi.lab.games import round_batches


@pytest.fixture(scope="module")
def result() -> Result:
    return EXPERIMENT(rules="reversed", games=1600, threads=1)


@pytest.fixture(scope="module")
def many() -> Result:
    """Batches of forty games that scatter as a thousand of them do."""
    result = EXPERIMENT(rules="reversed", games=4000, threads=2)
    random = result.data["random"]
    for part, middle, spread in (("whole", 8.5275, 0.104), ("middle", 10.743, 0.165)):
        seen = np.array(random[part]["all"])
        moved = middle + (seen - seen.mean()) * spread / seen.std(ddof=1)
        for way in ("no passes", "ends too"):
            random[part][way] = (np.array(random[part][way]) + moved - seen).tolist()
        random[part]["all"] = moved.tolist()
    return EXPERIMENT.concluded(result.settings, result.data, 0.0)


def test_the_first_rounds_are_known_exactly(result: Result) -> None:
    by_round = result.data["random"]["by round"]
    assert by_round[:4] == [None] * 4
    assert by_round[4:6] == [4, 3]
    # After the second move the mover has 4 or 5 moves: 5 after two of the three replies.
    assert by_round[6] == pytest.approx(14 / 3, abs=0.05)
    assert by_round[64] is None


def test_passes_are_counted_or_left_out() -> None:
    settings = EXPERIMENT.settings(size=4, games=2)
    whole, left_out = [], []
    for played in round_batches(settings, "normal", "greedy", "random", 2, lambda _share: None):
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


def test_what_was_wrong_with_the_report(many: Result) -> None:
    printed, table, middle, ten, counting, players = many.findings
    assert printed.verdict == "differs"
    assert "8.7678 over rounds 4 to 63" in printed.sentence
    assert "8.9495" in printed.sentence
    assert table.reported.startswith("8.77")
    assert middle.reported.startswith("11.08")
    assert ten.verdict == "agrees"
    # With several tests of the same forty games, one alone is not enough.
    assert {table.verdict, middle.verdict} <= {"open", "agrees"}
    assert "40/57" in counting.sentence
    assert "17 and " in counting.sentence
    assert players.ours == "possibly random"
    assert players.verdict == "open"
    assert "As one of 4 tests of the same games" in table.sentence
    assert "0.18 is a slip: it leaves out rounds 4 and 5" in many.summary
    assert "is not the way passes are counted" in many.summary
    assert "nor, as far as 7 others show, the choice of players: what is left" in many.summary


def test_chance_is_ruled_out_where_it_is_far_off(many: Result) -> None:
    """As if random games always had two moves more."""
    more = copy.deepcopy(dict(many.data))
    for part in ("whole", "middle"):
        more["random"][part]["all"] = [one + 2 for one in more["random"][part]["all"]]
    other = EXPERIMENT.concluded(many.settings, more, 0.0)
    _, table, *_, players = other.findings
    assert (table.verdict, players.verdict) == ("differs", "differs")
    assert players.ours == "none of those that were tried"
    assert "nor chance" in other.summary


def test_random_games_are_the_same_under_both_rules() -> None:
    normal, reversed_ = (EXPERIMENT(rules=rules, size=6, games=80) for rules in BOTH_RULES)
    assert normal.data["random"] == reversed_.data["random"]
    assert normal.data["normal greedy"] != reversed_.data["reversed greedy"]


def test_how_far_a_table_is_from_forty_games(result: Result) -> None:
    one = result.data["random"]
    usual = np.array([np.nan if value is None else value for value in one["by round"]])
    assert share_as_far(one, usual) == 1.0
    assert share_as_far(one, usual + 5) == 0.0
    found = share_as_far(one, R2_BREADTH)
    assert found is not None
    assert 0.0 < found < 0.5
    assert share_as_far({**one, "games": 10}, usual) is None


def test_other_boards_are_not_compared(result: Result) -> None:
    small = EXPERIMENT(size=6, games=2)
    assert not small.findings
    assert "R2" not in small.summary
    assert len(small.draw().axes) == len(result.draw().axes) == 3


def test_batches_begin_from_the_start_or_from_openings() -> None:
    settings = EXPERIMENT.settings(games=80)
    batches = list(round_batches(settings, "normal", "random", "random", 80, lambda _share: None))
    assert [len(played) for played in batches] == [8] * 10
    assert batches[0].openings.boards == (Board(),)
    elsewhere = next(
        round_batches(
            settings, "normal", "random", "random", 80, lambda _share: None, from_start=False
        )
    )
    assert {board.ply for board in elsewhere.openings.boards} == {8}
    start = random_openings(1, plies=0)
    same = play_bulk("random", "random", 8, openings=start, seed=batches[0].seed)
    assert same.margins.tolist() == batches[0].margins.tolist()


def test_any_seed_will_do() -> None:
    for seed in (-(10**13), -(1 << 63), (1 << 64) - 1):
        settings = EXPERIMENT.settings(games=2, size=4, seed=seed)
        played = list(round_batches(settings, "normal", "random", "random", 4, lambda _share: None))
        assert len({one.seed for one in played}) == len(played)
