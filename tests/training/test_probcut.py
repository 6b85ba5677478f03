"""Multi-ProbCut: what is fitted to searches, on numbers whose law is known, and on real ones."""

from math import exp, inf, nan

import numpy as np
import pytest
from numpy.typing import NDArray

from obversi.errors import ObversiError
from obversi.training import probcut
from obversi.training.probcut import BINS, Cell, cells, fit_probcut, predicted, sample

DEEPEST = 8


def deviation_of(shallow: int, deep: int) -> float:
    return exp(1.2 - 0.15 * shallow + 0.07 * deep)


def lawful_cells(bins: list[int], positions: int = 2000) -> list[Cell]:
    """Cells to a depth that follow one law, but for a mean that differs from bin to bin."""
    return [
        Cell(0, bin, shallow, deep, positions, 0.1 * bin, deviation_of(shallow, deep))
        for bin in bins
        for deep in range(3, DEEPEST + 1)
        for shallow in range(deep - 2, 0, -2)
    ]


def test_a_law_is_found_again() -> None:
    found = lawful_cells([2, 5, 6])
    model = fit_probcut(found)
    assert model.shape == (2, BINS, 6)
    for cell in found:
        mean, deviation = predicted(model, cell)
        assert deviation == pytest.approx(cell.deviation, rel=0.02)
        if cell.bin == 2:  # far from the others, of which it does not borrow
            assert mean == pytest.approx(cell.mean, abs=0.02)
    deeper = Cell(0, 5, 6, 14, 0, 0.0, 0.0)
    assert predicted(model, deeper)[1] == pytest.approx(deviation_of(6, 14), rel=0.05)


def test_what_was_not_seen_is_not_trusted() -> None:
    model = fit_probcut(lawful_cells([3]))
    assert model[0].any(axis=1).all()
    assert not model[1].any()
    with pytest.raises(ObversiError, match="no position was searched to two depths"):
        fit_probcut([])


def test_bins_without_positions_take_from_the_nearest() -> None:
    model = fit_probcut(lawful_cells([4, 9]))
    np.testing.assert_allclose(model[0, 0], model[0, 4], atol=0.02)
    np.testing.assert_allclose(model[0, 15], model[0, 9], atol=0.02)


def test_few_positions_borrow_and_many_do_not() -> None:
    noisy = [Cell(0, 4, 1, 3, 5, 9.0, 30.0)]
    model = fit_probcut([*lawful_cells([3, 5]), *noisy])
    assert predicted(model, noisy[0])[1] == pytest.approx(deviation_of(1, 3), rel=0.1)
    surely = [Cell(0, 4, s, d, 100_000, 9.0, 30.0) for s, d in ((1, 3), (2, 4), (3, 5), (4, 6))]
    model = fit_probcut([*lawful_cells([3, 5]), *surely])
    mean, deviation = predicted(model, surely[0])
    assert mean == pytest.approx(9.0, abs=0.3)
    assert deviation == pytest.approx(30.0, rel=0.15)


def test_no_model_says_that_deeper_is_worse() -> None:
    """A few cells with the wrong slopes must not lead astray at depths beyond them."""
    wrong = [
        Cell(0, 5, 1, 3, 500, 0.0, 1.0),
        Cell(0, 5, 3, 5, 500, 0.0, 2.0),
        Cell(0, 5, 1, 5, 500, 0.0, 0.5),
    ]
    model = fit_probcut(wrong)
    _, _, _, _, shallow, deep = model[0, 5]
    assert shallow <= 0 <= deep
    assert 0.3 < predicted(model, wrong[0])[1] < 3


def test_cells_compare_depths_of_the_same_parity() -> None:
    # Depths 0 to 4 and the exact margin, of two positions with 10 empty squares and one with 3.
    values = np.array(
        [
            [9, 1, 2, 3, 6, 11],
            [9, 3, 2, 9, 2, nan],
            [9, 1, 5, nan, nan, 4],
        ],
        np.float32,
    )
    found = {
        (cell.kind, cell.bin, cell.shallow, cell.deep): cell
        for cell in cells(values, np.array([10, 10, 3]))
    }
    assert set(found) == {(0, 2, 1, 3), (0, 2, 2, 4), (1, 2, 2, 10), (1, 2, 4, 10), (1, 0, 1, 3)}
    to_three = found[0, 2, 1, 3]
    assert (to_three.positions, to_three.mean) == (2, 4.0)  # 2 and 6 beyond the shallow searches
    assert to_three.deviation == pytest.approx(2 * (np.pi / 2) ** 0.5)
    assert (to_three.least_empties, to_three.most_empties) == (8, 11)
    assert found[1, 2, 2, 10].mean == 9
    assert found[1, 0, 1, 3].mean == 3


def boards(numbers: list[int]) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64]]:
    empties = np.array(numbers)
    return np.arange(len(numbers), dtype=np.uint64), empties.astype(np.uint64) + 100, empties


def test_a_sample_has_all_phases_and_no_position_twice() -> None:
    own, opp, empties = boards(50 * [3] + 4 * [7] + 2000 * [20])
    chosen = sample(own, opp, empties, each=30, seed=1)
    assert np.bincount((chosen[:, 1] - np.uint64(100)).astype(int), minlength=21)[
        [3, 7, 20]
    ].tolist() == [30, 4, 30]
    assert len(np.unique(chosen[:, 0])) == 64
    assert len(set(chosen[:20, 1].tolist())) > 1  # any beginning of it has several phases
    np.testing.assert_array_equal(chosen, sample(own, opp, empties, each=30, seed=1))
    assert not np.array_equal(chosen, sample(own, opp, empties, each=30, seed=2))


def test_wrong_samples_are_rejected() -> None:
    with pytest.raises(ObversiError, match="there are no positions"):
        sample(*boards([]), each=3, seed=1)
    with pytest.raises(ObversiError, match="the number of positions cannot be 0"):
        sample(*boards([3]), each=0, seed=1)


def test_measuring_stops_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def search_values(positions: NDArray[np.uint64], *_rest: object) -> NDArray[np.float32]:
        sizes.append(len(positions))
        return np.zeros((len(positions), 4), np.float32)

    class SomeEvaluation:
        size, reversed = 4, False

    monkeypatch.setattr("obversi._core.search_values", search_values)
    positions = np.zeros((300, 2), np.uint64)
    progress: list[tuple[int, int]] = []

    def values(seconds: float) -> NDArray[np.float32]:
        return probcut.measure(
            positions,
            SomeEvaluation(),  # type: ignore[arg-type]
            depths=2,
            exact_empties=4,
            threads=2,
            seconds=seconds,
            on_progress=lambda done, total: progress.append((done, total)),
        )

    assert len(values(inf)) == 300
    assert progress == [(128, 300), (256, 300), (300, 300)]
    assert len(values(0.0)) == 128
