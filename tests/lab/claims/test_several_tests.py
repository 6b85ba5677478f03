import math

import numpy as np
import pytest

from obversi.lab.claims.several_tests import is_less, widened
from obversi.lab.estimate import Estimate, mean


def test_all_intervals_hold_together() -> None:
    random = np.random.default_rng(3)
    samples = random.normal(size=(400, 8, 5))
    held = [all(widened(mean(one), 8).holds(0.0) for one in rows) for rows in samples]
    alone = [all(mean(one).holds(0.0) for one in rows) for rows in samples]
    assert np.mean(held) == pytest.approx(0.95, abs=0.03)
    assert np.mean(alone) < 0.8


def test_one_number_tells_nothing() -> None:
    assert widened(Estimate(5.0, 5.0, 5.0, 1), 3).high == math.inf
    assert not is_less(mean([1.0]), mean([2.0]), 1)


def test_less_is_harder_to_show_in_many_tests() -> None:
    one, other = Estimate(1.0, 0.5, 1.5, 100), Estimate(1.8, 1.3, 2.3, 100)
    assert is_less(one, other, 1)
    assert not is_less(one, other, 10)
    assert not is_less(other, one, 1)
