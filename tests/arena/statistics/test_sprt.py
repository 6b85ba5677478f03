from math import exp, log

import numpy as np
import pytest
from hypothesis import given, strategies as st
from simulated_pairs import pair_frequencies

from obversi.arena.statistics.elo import Pentanomial, score_from_elo
from obversi.arena.statistics.sprt import sprt_bounds, sprt_state
from obversi.arena.tournament.settings import Sprt

counts = st.tuples(*[st.integers(0, 40)] * 5)


def test_the_bounds_are_those_of_wald() -> None:
    assert sprt_bounds(Sprt(0, 5, alpha=0.1, beta=0.05)) == pytest.approx(
        (log(0.05 / 0.9), log(9.5))
    )


def test_the_evidence_is_that_of_fishtest() -> None:
    """It gives -0.53772 for these pairs and bounds of 0 and 4 normalised Elo, which are these."""
    state = sprt_state(Sprt(0, 2.716), (13, 37, 50, 25, 3))
    assert state.llr == pytest.approx(-0.53772, abs=2e-4)


def test_the_evidence_by_hand() -> None:
    """Pairs of nothing or two are coins; of level ones, 2 · (1 - s) are left at a score s."""
    low, high = score_from_elo(0), score_from_elo(100)
    coins = 7 * log(high / low) + 3 * log((1 - high) / (1 - low))
    assert sprt_state(Sprt(0, 100), (3, 0, 0, 0, 7)).llr == pytest.approx(coins)
    level = 4 * log(2 * (1 - high))
    assert sprt_state(Sprt(0, 100), (0, 0, 4, 0, 0)).llr == pytest.approx(level)


def test_it_goes_on_and_ends_with_a_reason() -> None:
    test = Sprt(-5, 20)
    going_on = sprt_state(test, (10, 0, 20, 0, 12))
    assert going_on.decision is None
    assert "open whether A is -5 Elo over B (H0) or +20 (H1)" in going_on.reason
    stronger = sprt_state(test, (10, 0, 200, 0, 70))
    assert stronger.decision == "H1"
    assert stronger.llr > stronger.upper
    assert stronger.reason.startswith("H1 is accepted: A is +20 Elo over B rather than -5, since ")
    weaker = sprt_state(test, (70, 0, 200, 0, 10))
    assert weaker.decision == "H0"
    assert weaker.llr < weaker.lower
    assert weaker.reason.startswith("H0 is accepted: A is -5 Elo over B rather than +20, since ")


def test_nothing_played_is_no_evidence() -> None:
    state = sprt_state(Sprt(0, 10), (0, 0, 0, 0, 0))
    assert (state.llr, state.decision) == (0, None)


@given(counts)
def test_the_other_agent_sees_the_opposite(pairs: Pentanomial) -> None:
    none, half, one, more, two = pairs
    own = sprt_state(Sprt(-10, 40), pairs)
    other = sprt_state(Sprt(-40, 10), (two, more, one, half, none))
    assert other.llr == pytest.approx(-own.llr, abs=1e-6)


@pytest.mark.few_cases
@pytest.mark.parametrize(("elo", "wrong"), [(0, "H1"), (120, "H0")])
def test_error_rates_are_within_the_settings(elo: float, wrong: str) -> None:
    """Of 150 tests, each wrong in 10 of 100 cases at most, 26 are beyond three deviations."""
    random = np.random.default_rng(1)
    frequencies = pair_frequencies(score_from_elo(elo), draws=0.1, bias=0.5)
    test = Sprt(0, 120, alpha=0.1, beta=0.1)
    decisions: list[str] = []
    for _ in range(150):
        counts = np.zeros(5, np.int64)
        decision = None
        while decision is None:
            counts += random.multinomial(1, frequencies)
            none, half, one, more, two = counts.tolist()
            decision = sprt_state(test, (none, half, one, more, two)).decision
        decisions.append(decision)
    assert decisions.count(wrong) < 26


def test_evidence_is_a_likelihood_ratio() -> None:
    """A single pair won: the likelihood of it is the score, if nothing else is known."""
    ratio = score_from_elo(200) / score_from_elo(-50)
    assert exp(sprt_state(Sprt(-50, 200), (0, 0, 0, 0, 1)).llr) == pytest.approx(ratio)
