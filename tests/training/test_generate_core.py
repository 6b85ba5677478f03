"""Games of the engine against itself, their positions and searches, as the extension gives them."""

import threading
from typing import Any

import numpy as np
import pytest
from interrupts import is_interrupted
from numpy.typing import NDArray

import obversi as ob
from obversi import _core, weights

Rows = NDArray[np.uint8]

RECORD = np.dtype(
    [
        ("moves", "u1", 60),
        ("values", "i1", 60),
        ("by_chance", "<u8"),
        ("number", "<u4"),
        ("exact_from", "u1"),
        ("first", "u1"),
        ("margin", "i1"),
        ("source", "u1"),
    ]
)
UNKNOWN = -128

GAMES = [(size, reversed_) for size in (4, 6, 8) for reversed_ in (False, True)]


def evaluation(size: int, reversed_: bool) -> _core.Evaluation:
    """The one that comes with the package."""
    found = weights.evaluation(size, "reversed" if reversed_ else "normal")
    assert found is not None
    return found


def generate(size: int, reversed_: bool, **changes: Any) -> Rows:
    """A few quick games."""
    settings: dict[str, Any] = {
        "evaluation": evaluation(size, reversed_),
        "depth": 2,
        "solve": 8,
        "seed": 1,
        "first_number": 0,
        "count": 8,
        "threads": 1,
        "random_least": 2,
        "random_most": size * size - 8,
        "noise": 20,
        "branches": 10,
        "siblings": 30,
    } | changes
    return _core.generate_games(size, reversed_, **settings)


def records(rows: Rows) -> NDArray[np.void]:
    """The rows with names."""
    assert rows.dtype == np.uint8
    assert rows.shape[1] == RECORD.itemsize == 136
    return rows.view(RECORD)[:, 0]


def boards(record: np.void, size: int, reversed_: bool) -> list[ob.Board]:
    """Those of a game, before each move and at the end, by the rules of the package."""
    board = ob.Board(size, "reversed" if reversed_ else "normal")
    seen = []
    for square in record["moves"]:
        if square == 255:
            break
        seen.append(board.copy())
        board.push(ob.Move.from_index(int(square)))
        if board.must_pass:
            board.push(ob.PASS)
    return [*seen, board]


@pytest.mark.parametrize(("size", "reversed_"), GAMES)
def test_games_are_legal_and_end_as_they_say(size: int, reversed_: bool) -> None:
    for record in records(generate(size, reversed_)):
        *before, last = boards(record, size, reversed_)
        assert last.is_over
        assert last.margin(ob.BLACK) == record["margin"]
        assert (record["values"][record["exact_from"] : len(before)] != UNKNOWN).all()
        assert record["source"] == 0


@pytest.mark.parametrize(("size", "reversed_"), GAMES)
def test_positions_are_those_of_the_games(size: int, reversed_: bool) -> None:
    rows = generate(size, reversed_)
    columns = _core.expand_games(rows, size, reversed_, 1, 2)
    kinds = {name: column.dtype.str for name, column in columns.items()}
    assert kinds == {
        "own": "<u8",
        "opp": "<u8",
        "margin": "<f4",
        "empties": "|u1",
        "source": "|u1",
        "game": "<u4",
    }
    end = 0
    for number, record in enumerate(records(rows)):
        end += len(_core.expand_games(rows[number : number + 1], size, reversed_, 1, 1)["own"])
        *before, _ = boards(record, size, reversed_)
        # Everything after the last move that came by chance is labelled at least.
        surely = max(int(record["first"]), int(record["by_chance"]).bit_length())
        for ply in range(surely, len(before)):
            row = {name: column[end - len(before) + ply] for name, column in columns.items()}
            board = before[ply]
            assert (row["own"], row["opp"]) == board.canonical().bits
            assert row["margin"] == (1 if board.turn == ob.BLACK else -1) * record["margin"]
            assert row["empties"] == len(board.empty)
            assert row["source"] == (0 if ply >= record["exact_from"] else 1)
            assert row["game"] == record["number"]
    assert end == len(columns["own"])


def test_games_go_by_seed_and_number() -> None:
    rows = generate(6, True, count=12)
    assert (rows == generate(6, True, count=12, threads=3)).all()
    numbers = records(rows)["number"]
    part = generate(6, True, first_number=5, count=4)
    assert (part == rows[(numbers >= 5) & (numbers < 9)]).all()
    other = generate(6, True, count=12, seed=2)
    assert rows.shape != other.shape or (rows != other).any()


def test_no_games() -> None:
    rows = generate(8, False, count=0)
    assert rows.shape == (0, 136)
    columns = _core.expand_games(rows, 8, False, 1, 1)
    assert all(column.shape == (0,) for column in columns.values())


def test_without_search_no_evaluation_is_needed() -> None:
    found = records(generate(4, True, evaluation=None, depth=0))
    assert set(found["number"]) == set(range(8))
    exact = [
        record["values"][record["exact_from"]] for record in found if record["exact_from"] < 60
    ]
    assert UNKNOWN not in exact


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"depth": -1}, "depth must be from 0 to 32, not -1"),
        ({"depth": 33}, "depth must be from 0 to 32, not 33"),
        ({"solve": 0}, "solve must be from 1 to 32, not 0"),
        ({"threads": 0}, "threads must be from 1 to 1024, not 0"),
        ({"random_most": 32}, "random_most must be from 0 to 31, not 32"),
        ({"random_least": 9, "random_most": 8}, "random_least must be from 0 to 8, not 9"),
        ({"noise": 101}, "noise must be from 0 to 100, not 101"),
        ({"branches": 101}, "branches must be from 0 to 100, not 101"),
        ({"siblings": -5}, "siblings must be from 0 to 100, not -5"),
        ({"count": -1}, "count must be from 0 to 4294967296, not -1"),
        ({"first_number": -1}, "first_number must be from 0 to 4294967295, not -1"),
        ({"first_number": 2**32 - 1, "count": 2}, "count must be from 0 to 1, not 2"),
        ({"evaluation": None}, "searching to a depth needs an evaluation"),
        ({"evaluation": evaluation(8, False)}, "the evaluation is for another size or other rules"),
        ({"evaluation": evaluation(6, True)}, "the evaluation is for another size or other rules"),
    ],
)
def test_settings_that_cannot_be(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        generate(6, False, **changes)


@pytest.mark.parametrize("td_lambda", [-0.1, 1.5, float("nan")])
def test_a_lambda_that_cannot_be(td_lambda: float) -> None:
    with pytest.raises(ValueError, match="td_lambda must be from 0 to 1"):
        _core.expand_games(np.zeros((0, 136), np.uint8), 8, False, td_lambda, 1)


def test_a_size_that_cannot_be() -> None:
    for call in (
        lambda: _core.generate_games(5, False, None, 0, 8, 1, 0, 1, 1, 1, 2, 0, 0, 0),
        lambda: _core.expand_games(np.zeros((0, 136), np.uint8), 5, False, 1, 1),
        lambda: _core.search_values(
            np.zeros((0, 2), np.uint64), 5, False, evaluation(8, False), 1, 1, 1
        ),
    ):
        with pytest.raises(ValueError, match=r"^size must be 4, 6 or 8, not 5$"):
            call()


def test_damaged_records_are_named() -> None:
    rows = generate(8, True)
    rows[3, 0] = 0
    with pytest.raises(ValueError, match=r"^game record 3 is damaged: an illegal move at ply 0$"):
        _core.expand_games(rows, 8, True, 1, 2)
    with pytest.raises(ValueError, match="is damaged"):
        _core.expand_games(generate(8, False), 8, True, 1, 2)
    with pytest.raises(ValueError, match="is damaged"):
        _core.expand_games(generate(8, False), 6, False, 1, 2)
    with pytest.raises(TypeError):
        _core.expand_games(rows[:, 1:], 8, True, 1, 2)


def test_records_may_begin_anywhere() -> None:
    rows = generate(4, False)
    shifted = np.zeros(rows.size + 1, np.uint8)[1:].reshape(rows.shape)
    shifted[:] = rows
    expected = _core.expand_games(rows, 4, False, 1, 1)
    for name, column in _core.expand_games(shifted, 4, False, 1, 1).items():
        assert (column == expected[name]).all()


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(("size", "reversed_"), GAMES)
def test_values_of_searches(size: int, reversed_: bool) -> None:
    columns = _core.expand_games(generate(size, reversed_, count=3), size, reversed_, 1, 1)
    positions = np.stack([columns["own"], columns["opp"]], axis=1)
    found = _core.search_values(positions, size, reversed_, evaluation(size, reversed_), 3, 8, 2)
    assert found.dtype == np.float32
    assert found.shape == (len(positions), 5)
    for depth in range(4):
        assert (np.isnan(found[:, depth]) == (columns["empties"] <= depth)).all()
    assert (np.isnan(found[:, 4]) == (columns["empties"] > 8)).all()
    exact = columns["source"] == 0
    assert (found[exact, 4] == columns["margin"][exact]).all()
    assert (np.abs(found[~np.isnan(found)]) <= size * size).all()


def test_positions_that_cannot_be_searched() -> None:
    def search(*positions: tuple[int, int], **changes: Any) -> None:
        settings = {"depths": 2, "exact_empties": 4, "threads": 1} | changes
        rows = np.array(positions, np.uint64).reshape(-1, 2)
        _core.search_values(rows, 6, False, evaluation(6, False), **settings)

    good = ob.Board(6).bits
    search(good)
    for bad, message in (
        ((1, 1), "position 1: discs beyond the board, or two on one square"),
        ((1 << 63, 2), "position 1: discs beyond the board, or two on one square"),
        ((1, 0), "position 1: the game is over"),
    ):
        with pytest.raises(ValueError, match=f"^{message}$"):
            search(good, bad)
    for changes in ({"depths": -1}, {"depths": 33}, {"exact_empties": -1}, {"threads": 0}):
        with pytest.raises(ValueError, match=" must be from "):
            search(good, **changes)
    with pytest.raises(ValueError, match="another size"):
        _core.search_values(np.array([good], np.uint64), 8, False, evaluation(6, False), 2, 4, 1)


def test_python_goes_on_while_games_are_played() -> None:
    playing = threading.Thread(target=generate, args=(6, False), kwargs={"count": 300})
    playing.start()
    steps = 0
    while playing.is_alive():
        steps += 1
        playing.join(0.001)
    assert steps > 3


@pytest.mark.few_cases
@pytest.mark.parametrize("threads", ["1", "3"])
def test_ctrl_c_ends_the_games(threads: str) -> None:
    assert is_interrupted(
        """
        from obversi import _core
        print("working", flush=True)
        _core.generate_games(
            8, False, None, 0, 10, 1, 0, 300_000, int(sys.argv[1]), 4, 50, 10, 0, 25
        )
        """.replace("\n        ", "\n"),
        threads,
    )


def test_ctrl_c_ends_the_searches() -> None:
    assert is_interrupted(
        """
        import numpy as np
        from obversi import _core, weights
        rows = np.tile(np.array([ob.Board().bits], np.uint64), (100_000, 1))
        print("working", flush=True)
        _core.search_values(rows, 8, False, weights.evaluation(8, "normal"), 8, 0, 2)
        """.replace("\n        ", "\n")
    )
