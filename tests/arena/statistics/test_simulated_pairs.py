import numpy as np
import pytest
from simulated_pairs import (
    pair_frequencies,
    simulated_davidson_tournament,
    simulated_tournament,
)

from obversi.arena.statistics.elo import score_from_elo


@pytest.mark.parametrize("bias", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("draws", [0.0, 0.5, 1.0])
def test_bias_and_draws_do_not_change_the_score(bias: float, draws: float) -> None:
    frequencies = pair_frequencies(0.7, draws=draws, bias=bias)
    assert frequencies.sum() == pytest.approx(1)
    assert frequencies @ np.arange(5) / 4 == pytest.approx(0.7)


def test_scores_are_those_of_elo() -> None:
    """Of 40,000 games; three deviations of the mean of 20,000 pairs are less than 0.008."""
    played = simulated_tournament([0, 200], 20_000, np.random.default_rng(1))
    score = (played.wins + played.draws / 2) / played.games
    assert score == pytest.approx(score_from_elo(-200), abs=0.008)


@pytest.mark.parametrize("mirrored", [0.0, 0.5, 1.0])
def test_games_are_those_of_davidson(mirrored: float) -> None:
    random = np.random.default_rng(1)
    played = simulated_davidson_tournament(
        [0, 0, 200], 20_000, random, draws=0.3, mirrored=mirrored
    )
    shares = np.stack([played.wins, played.draws, played.losses], axis=1) / played.games[:, None]
    assert shares[0] == pytest.approx([0.35, 0.3, 0.35], abs=0.01)
    # 200 Elo are 10^(1/2) wins for each loss, and draws are as Davidson says.
    root = 10**0.25
    chances = np.array([1 / root, 0.3 / 0.35, root]) / (1 / root + 0.3 / 0.35 + root)
    assert shares[1] == pytest.approx(chances, abs=0.01)
    assert shares[2] == pytest.approx(chances, abs=0.01)


def test_mirrored_pairs_of_equals_are_level() -> None:
    random = np.random.default_rng(1)
    played = simulated_davidson_tournament([0, 0], 100, random, draws=0.3, mirrored=1)
    none, half, split, drawn, more, two = played.counts[0].tolist()
    assert (none, half, more, two) == (0, 0, 0, 0)
    assert split > drawn > 0
