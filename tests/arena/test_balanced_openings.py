"""Openings that are balanced, by the engine's judgement."""

import pytest

import obversi as ob
from obversi.arena import balanced_openings, read_openings
from obversi.rules import RULES, Rules


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("size", "plies"), [(6, 4), (8, 8)])
def test_openings_are_within_the_limit(size: int, plies: int, rules: Rules) -> None:
    reported: list[int] = []
    openings = balanced_openings(
        3, within=2, size=size, rules=rules, seed=1, on_found=reported.append
    )
    assert reported == [1, 2, 3]
    assert openings.origin == f"balanced within 2 discs, {plies} plies"
    assert (openings.size, openings.rules, openings.distinct) == (size, rules, 3)
    engine = ob.Engine()
    for board in openings.boards:
        assert board.ply == plies
        # A fresh engine need not agree to the disc.
        assert abs(engine.analyse(board, ob.Limit(depth=10)).margin) <= 6


@pytest.mark.parametrize("rules", RULES)
def test_small_boards_are_solved(rules: Rules) -> None:
    openings = balanced_openings(100, within=3, size=4, rules=rules, plies=4, seed=1)
    engine = ob.Engine()
    assert 0 < len(openings.boards) < 60
    assert all(abs(engine.solve(board).margin) <= 3 for board in openings.boards)


def test_the_seed_decides() -> None:
    first, same, other = (balanced_openings(2, size=6, seed=seed).boards for seed in (1, 1, 2))
    assert first == same != other


def test_missing_balanced_openings_are_an_error() -> None:
    with pytest.raises(ob.ObversiError, match="no random opening on 4×4 is balanced within 0"):
        balanced_openings(5, within=0, size=4, plies=0)
    for wrong in (-1.0, float("nan")):
        with pytest.raises(ob.ObversiError, match="balanced within"):
            balanced_openings(5, within=wrong, size=4)


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("size", "plies", "least"), [(6, 8, 75), (8, 10, 400)])
def test_the_openings_of_the_package_are_even(
    size: int, plies: int, least: int, rules: Rules
) -> None:
    openings = read_openings("balanced", size=size, rules=rules, seed=1)
    assert openings.origin == "balanced openings of the package"
    assert len(openings.boards) == openings.distinct >= least
    assert {board.ply for board in openings.boards} == {plies}
    engine = ob.Engine(threads=1)
    margins = [engine.analyse(board, ob.Limit(depth=8)).margin for board in openings.boards[:40]]
    # Most random openings are further from even.
    assert sum(map(abs, margins)) / len(margins) <= 3


def test_small_boards_have_no_balanced_openings() -> None:
    with pytest.raises(ob.ObversiError, match="no balanced openings for 4×4"):
        read_openings("balanced", size=4)
