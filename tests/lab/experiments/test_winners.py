"""What winners have: corners and stable discs."""

import numpy as np
import pytest

from obversi.lab.estimate import mean
from obversi.lab.experiments.winners import EXPERIMENT
from obversi.lab.games import round_batches


def test_winners_of_random_games_swap_with_the_rules() -> None:
    result = EXPERIMENT(games=60, threads=1)
    normal, reversed_ = (result.data[f"{rules} random"] for rules in ("normal", "reversed"))
    for feature in ("corners", "stable"):
        assert normal[feature]["winner"] == reversed_[feature]["loser"]
        assert normal[feature]["winner"][60]["value"] > normal[feature]["loser"][60]["value"]
    assert "Under normal rules winners have" in result.summary
    assert len(result.findings) == 4
    assert all(finding.verdict == "new" for finding in result.findings)
    assert len(result.draw().axes) == 4


def test_means_are_those_of_the_games() -> None:
    result = EXPERIMENT(games=40, size=6, rules="reversed", threads=2)
    trial = result.settings.trial("reversed")
    batches = list(round_batches(trial, "random", "random", 40))
    means = [played.rounds.mean_winner_corners[30] for played in batches]
    found = result.data["reversed random"]["corners"]
    assert found["winner"][30] == mean(means).to_object()
    apart = [
        played.rounds.mean_winner_corners[30] - played.rounds.mean_loser_corners[30]
        for played in batches
    ]
    assert abs(found["gap"][30]["value"] - sum(apart) / len(apart)) < 1e-12
    came = np.sum([played.rounds.decided for played in batches], axis=0)
    assert result.data["reversed random"]["came so far"] == came.tolist()
    early = 1 - came[36] / came[4]
    corners = next(one for one in result.findings if one.what.startswith("corners"))
    assert f"before round 36 are left out: random {early:.1%}" in corners.sentence


def test_bands_are_the_intervals_of_their_lines() -> None:
    result = EXPERIMENT(games=200, size=6, rules="normal", threads=2)
    corners = result.draw().axes[0]
    found = result.data["normal random"]["corners"]["winner"]
    band = np.asarray(corners.collections[0].get_paths()[0].vertices, np.float64)
    for number in (20, 30):
        heights = sorted(set(band[band[:, 0] == number, 1].tolist()))
        assert heights == pytest.approx([found[number]["low"], found[number]["high"]])


def test_tiny_runs_say_that_nothing_is_sure() -> None:
    result = EXPERIMENT(games=2, size=4)
    assert result.summary.endswith("prints no numbers.")
    assert result.draw().axes
