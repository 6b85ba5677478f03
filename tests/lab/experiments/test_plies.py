"""R3 by depth: what is played, its log, and what follows."""

import json
import re

import pytest

from obversi.agents import make_agent
from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.lab.experiment import Result
from obversi.lab.experiments.plies import BOTH, EXPERIMENT, FIXED, PLIES, ply_games
from obversi.lab.games import lab_openings
from obversi.play import play_game
from obversi.rules import Rules


@pytest.fixture(scope="module")
def small() -> Result:
    return EXPERIMENT(size=6, games=20, threads=2)


def test_threads_change_nothing(small: Result) -> None:
    alone = EXPERIMENT.settings(size=6, games=20, threads=1)
    for step in EXPERIMENT.steps(alone)[::3]:
        assert step.work(lambda _share: None) == json.loads(json.dumps(small.data[step.key]))


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_the_game_from_the_start_is_the_agents_own(small: Result, rules: Rules) -> None:
    r3, other = make_agent("r3:depth=3"), make_agent("positional:depth=3")
    black = play_game(r3, other, Board(6, rules)).margin(BLACK)
    white = play_game(other, r3, Board(6, rules)).margin(WHITE)
    assert small.data[f"{rules} 3 plies each, from the start, R3 black"]["margin"] == black
    assert small.data[f"{rules} 3 plies each, from the start, R3 white"]["margin"] == white


def test_the_log_has_every_board(small: Result) -> None:
    log = small.conclusion.files["plies.log"]
    games = log.split("=== ")[1:]
    assert len(games) == 2 * 2 * len(PLIES)
    assert games[0].startswith("positional (black) against R3 (white), 1 ply each, normal rules")
    for game in games:
        board = Board(6, "reversed" if "reversed" in game.splitlines()[0] else "normal")
        for line in re.finditer(r"^\d+\. (\S+) by .* score: black (\d+), white (\d+)$", game, re.M):
            board.push(line[1])
            assert (len(board.black), len(board.white)) == (int(line[2]), int(line[3]))
            assert str(board) in game
        assert board.is_over


def test_colours_and_pairs(small: Result) -> None:
    games = ply_games(small.parts[0], BOTH, 2)
    assert len(games.margins) == 20
    assert (games.margins_of(BLACK) == games.margins[::2]).all()
    assert games.margins_of(WHITE).mean() + games.margins_of(BLACK).mean() == pytest.approx(
        2 * games.margin.value
    )
    assert games.score.value == ((games.margins > 0) + (games.margins == 0) / 2).mean()
    # Two plies against two are the same games in both series.
    fixed = ply_games(small.parts[0], FIXED, 2)
    assert (fixed.margins == games.margins).all()
    assert fixed.nodes == games.nodes


def test_discs_are_those_on_the_board(small: Result) -> None:
    """Empty squares are in a margin, but they are not discs."""
    r3, other = make_agent("r3:depth=2"), make_agent("positional:depth=2")
    for part in small.parts:
        games = ply_games(part, BOTH, 2)
        openings = lab_openings(small.settings.trial(part.rules), small.settings.games, "plies")
        for number in range(0, 20, 2):
            played = play_game(r3, other, openings.boards[number // 2].copy())
            assert list(games.discs[number]) == [len(played.black), len(played.white)]
        assert list(games.discs_of(WHITE)[0]) == list(games.discs[1])
        assert games.discs.sum(axis=1).max() <= 36


def test_every_depth_has_all_games() -> None:
    steps = EXPERIMENT.steps(EXPERIMENT.settings(rules="normal", threads=1))
    keys = [step.key for step in steps]
    assert sum("5 plies each, part" in key for key in keys) == 5
    assert len(set(keys)) == len(keys)
    small = EXPERIMENT(size=4, games=10, rules="reversed", threads=1)
    for plies in PLIES:
        assert len(ply_games(small.parts[0], BOTH, plies).margins) == 10


def made_up(margins: list[int]) -> Result:
    """Conclude from made-up margins of R3 under normal rules on 8×8, alike at all depths."""
    settings = EXPERIMENT.settings(rules="normal", games=20, threads=1)
    data = {
        step.key: {"moves": [], "margin": 0, "discs": [32, 32]}
        if "start" in step.key
        else {"margins": margins, "discs": [[32, 32]] * len(margins), "nodes": [10.0, 5.0]}
        for step in EXPERIMENT.steps(settings)
    }
    return EXPERIMENT.concluded(settings, data, 0.0)


def test_the_report_can_be_right_or_wrong() -> None:
    assert made_up([4, -4] * 10).findings[0].verdict == "agrees"
    lost = made_up([-4, -8] * 10)
    assert lost.findings[0].verdict == "differs"
    assert "surely loses to the positional heuristic at 1, 2, 3, 4 and 5 plies" in lost.summary
    assert "as one of 8 tests" in lost.summary


def test_one_of_many_depths_has_to_be_surer() -> None:
    """Fifteen of twenty pairs won are sure by themselves, but not as one of eight tests."""
    margins = [4, 2] * 15 + [-4, -2] * 5
    result = made_up(margins)
    assert ply_games(result.parts[0], BOTH, 1).score.low > 0.5
    assert "neither heuristic surely beats the other" in result.summary


def test_a_ply_more_that_changes_nothing() -> None:
    lost = made_up([-4, -8] * 10)
    assert "helps it in 0 of 3 cases and surely harms it in 0" in lost.summary


def test_the_figure_has_both_colours(small: Result) -> None:
    titles = [axes.get_title() for axes in small.draw().axes]
    assert titles[0] == "normal rules, R3 white (the report's figure 1)"
    assert titles[3] == "reversed rules, R3 black"
    assert {one.verdict for one in small.findings} == {"new"}
