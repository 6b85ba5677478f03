from collections.abc import Callable

import numpy as np
import pytest

from obversi.errors import ObversiError
from obversi.lab.tuning.optimisers import METHODS, Optimiser, method
from obversi.lab.tuning.space import Point

SUMMIT = np.array([0.2, 0.7, 0.5, 0.9])


def height(point: Point) -> float:
    """A hill that is ten times as steep in one direction as in the others."""
    return -float(np.sum(np.array([10, 1, 1, 1]) * (point - SUMMIT) ** 2))


def made(name: str, start: Point | None = None, seed: int = 3) -> Optimiser:
    known = METHODS[name]
    return known.make(start, len(SUMMIT), known.population, known.spread, seed)


def climb(
    optimiser: Optimiser, generations: int, value: Callable[[Point], float] = height
) -> list[Point]:
    tried = []
    for _ in range(generations):
        points = optimiser.ask()
        tried += points
        optimiser.tell([value(point) for point in points])
    return tried


@pytest.mark.few_cases
@pytest.mark.parametrize("name", list(METHODS))
def test_the_summit_is_found(name: str) -> None:
    optimiser = made(name)
    climb(optimiser, 60)
    assert height(optimiser.guess) > -0.01
    assert optimiser.spread < METHODS[name].spread + 0.1


@pytest.mark.parametrize("name", list(METHODS))
def test_noise_does_not_lead_away(name: str) -> None:
    random = np.random.default_rng(5)
    optimiser = made(name)
    climb(optimiser, 60, lambda point: height(point) + 0.05 * random.normal())
    assert height(optimiser.guess) > -0.06


@pytest.mark.parametrize("name", list(METHODS))
def test_all_points_are_in_the_cube_and_depend_on_the_seed_alone(name: str) -> None:
    first = climb(made(name), 5)
    assert all(np.all((point >= 0) & (point <= 1)) for point in first)
    assert np.array_equal(first, climb(made(name), 5))
    assert not np.array_equal(first, climb(made(name, seed=4), 5))


@pytest.mark.parametrize("name", list(METHODS))
def test_a_start_is_begun_with(name: str) -> None:
    optimiser = made(name, start=SUMMIT)
    assert min(np.abs(point - SUMMIT).max() for point in optimiser.ask()) < 0.5
    assert np.abs(made(name, start=SUMMIT).guess - SUMMIT).max() < 1e-12


@pytest.mark.parametrize("name", list(METHODS))
def test_constant_fitness_keeps_points_in_the_cube(name: str) -> None:
    optimiser = made(name)
    climb(optimiser, 5, lambda _point: 0.0)
    assert np.all(np.isfinite(optimiser.guess))


def test_better_parents_survive() -> None:
    optimiser = made("genetic")
    first = optimiser.ask()
    assert len(first) == 20
    optimiser.tell([height(point) for point in first])
    best = max(first, key=height)
    second = optimiser.ask()
    assert len(second) == 40
    assert np.array_equal(second[0], best)
    # A parent that was only lucky does not.
    optimiser.tell([-1.0 if np.array_equal(point, best) else 0.0 for point in second])
    assert not np.array_equal(optimiser.guess, best)


def test_a_misspelt_method() -> None:
    with pytest.raises(ObversiError, match="did you mean 'genetic'"):
        method("genetics")
