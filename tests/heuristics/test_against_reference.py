"""Features and evaluations of the package against slow code, on thousands of positions."""

from functools import cache

import numpy as np
import pytest
from heuristics.reference_evaluations import (
    FEATURES,
    FEATURES_OF_SQUARES,
    Numbers,
    Reference,
    table,
)
from reference import Views, position_rows, random_game_views, strewn_views

from obversi import heuristics
from obversi.heuristics import Mix, Phase
from obversi.heuristics.evaluation import Evaluation
from obversi.rules import RULES, Rules

# Of 8×8 as many as ten thousand under each of the rules.
POSITIONS = {4: 2000, 6: 2000, 8: 10_000}
SQUARES = ((1.5, -2.0, 3.0, -4.25), (5.0, 0.0, 7.0, 8.0), (9.0, -10.0, 11.0, 12.0), (0.5, 1, 2, 3))


@cache
def reference(size: int) -> Reference:
    """Positions of random games, and discs strewn about."""
    generator = np.random.default_rng(20_000 + size)
    wanted = POSITIONS[size]
    played = random_game_views(generator, size, wanted // (size * size - 12))
    strewn = strewn_views(generator, size, wanted // 4)
    views = np.concatenate([strewn, generator.permutation(played)])[:wanted]
    assert len(views) == wanted
    return Reference(views)


def values(evaluation: Evaluation, views: Views, rules: Rules) -> Numbers:
    found = np.full(len(views), np.nan)
    evaluation.core(views.shape[1], rules).values(position_rows(views), 1, found)
    return found


@pytest.mark.few_cases(7)
@pytest.mark.parametrize("size", POSITIONS)
@pytest.mark.parametrize("name", FEATURES)
def test_a_feature(size: int, name: str) -> None:
    mix = Mix("one", (Phase({name: 1}),))
    expected = reference(size)
    found = values(mix, expected.views, "normal")
    np.testing.assert_allclose(found, expected.features[name], rtol=1e-12)


@pytest.mark.parametrize("size", POSITIONS)
@pytest.mark.parametrize("name", FEATURES_OF_SQUARES)
def test_a_feature_of_squares(size: int, name: str) -> None:
    mix = Mix("one", (Phase({name: 1}),), SQUARES)
    views = reference(size).views
    weights = table([list(row) for row in SQUARES], size)
    expected = FEATURES_OF_SQUARES[name](views, weights)
    np.testing.assert_allclose(values(mix, views, "normal"), expected, rtol=1e-12, atol=1e-12)


def test_every_feature_is_checked() -> None:
    assert {*FEATURES, *FEATURES_OF_SQUARES} == set(heuristics.FEATURES)


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", POSITIONS)
def test_the_reports(size: int, rules: Rules) -> None:
    expected = reference(size)
    by_name = expected.evaluations(rules)
    assert {name.partition(":")[0] for name in by_name} == set(heuristics.EVALUATIONS)
    for name, numbers in by_name.items():
        found = values(heuristics.evaluation(name), expected.views, rules)
        np.testing.assert_allclose(found, numbers, rtol=1e-12, atol=1e-8, err_msg=name)
