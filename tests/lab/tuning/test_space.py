from pathlib import Path

import pytest

from obversi.board import Board
from obversi.errors import EvaluationError, ObversiError
from obversi.heuristics import EVALUATIONS, Mix, Phase, evaluation, write_mix
from obversi.lab.tuning.space import Parameter, space_of
from obversi.rules import Rules

TEN = ("a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4")


def middle_board(rules: Rules = "reversed") -> Board:
    board = Board(rules=rules)
    for move in ("f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2"):
        board.push(move)
    return board


@pytest.mark.parametrize("name", list(EVALUATIONS))
def test_the_start_of_every_evaluation_is_the_evaluation_itself(name: str) -> None:
    space = space_of(name)
    made, own = space.evaluation(space.start, name), evaluation(name)
    for rules in ("normal", "reversed"):
        board = middle_board(rules)
        assert made(board) == own(board)


def test_r2_has_its_own_order_and_ranges() -> None:
    ten, sixteen = space_of("r2-position"), space_of("r2")
    assert ten.names == TEN
    assert {(each.low, each.high) for each in ten.parameters} == {(-1.0, 1.0)}
    assert sixteen.names[:10] == TEN
    assert [(each.low, each.high) for each in sixteen.parameters] == 10 * [(-20.0, 20.0)] + 6 * [
        (0.0, 1.0)
    ]
    published = EVALUATIONS["r2"].parameters["weights"].default
    assert sixteen.start == published
    assert ten.start == EVALUATIONS["r2-position"].parameters["weights"].default


def test_numbers_of_r2_mean_what_its_parameter_means() -> None:
    numbers = (*(0.05 * place - 0.3 for place in range(10)), 0.1, 0.9, 0.4, 0.7, 0.2, 0.3)
    written = ",".join(map(repr, numbers))
    board = middle_board()
    expected = evaluation(f"r2:weights={written}")(board)
    assert space_of("r2").evaluation(numbers)(board) == expected


@pytest.mark.parametrize(("size", "squares"), [(4, 3), (6, 6), (8, 10)])
def test_smaller_boards_have_fewer_squares(size: int, squares: int) -> None:
    assert len(space_of("positional", size)) == squares
    assert len(space_of("r4", size)) == squares + 3


def test_a_weight_alone_with_squares_is_not_tuned_but_alone_it_is() -> None:
    assert space_of("positional").names == TEN
    alone = Mix("alone", (Phase({"moves": 1.0}),))
    assert space_of(alone).names == ("moves",)


def test_squares_that_are_not_symmetric_are_tuned_one_by_one() -> None:
    rows = tuple(tuple(float(4 * row + column) for column in range(4)) for row in range(4))
    space = space_of(Mix("own", (Phase({"squares": 1.0}),), rows))
    assert len(space) == 16
    assert space.start == tuple(map(float, range(16)))
    made = space.evaluation(space.start)
    assert isinstance(made, Mix)
    assert made.squares == rows


def test_a_file_and_its_phases(tmp_path: Path) -> None:
    mix = Mix("two", (Phase({"moves": 2.0, "corners": 0.0}, until=20), Phase({"moves": -1.0})))
    write_mix(mix, tmp_path / "two.toml")
    for source in (tmp_path / "two.toml", str(tmp_path / "two.toml"), f"file:{tmp_path}/two.toml"):
        space = space_of(source)
        assert space.names == ("moves to 20", "corners to 20", "moves later")
        assert [(each.low, each.high) for each in space.parameters] == [(-4, 4), (-4, 4), (-2, 2)]
    made = space.evaluation((1.0, 2.0, 3.0))
    assert isinstance(made, Mix)
    assert [dict(phase.weights) for phase in made.phases] == [
        {"moves": 1.0, "corners": 2.0},
        {"moves": 3.0},
    ]


def test_a_function_with_ranges(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "def mine(corner=3.0, moves=None):\n"
        "    return lambda board: corner + moves * len(board.legal_moves)\n"
        "mine.parameters = {'corner': (0, 10), 'moves': (-1, 3)}\n"
        "def bad(x):\n"
        "    raise KeyError('no luck')\n"
        "bad.parameters = {'x': (0, 1)}\n"
        "def silent(board):\n"
        "    return 0\n"
    )
    space = space_of(f"python:{path}:mine")
    assert space.start == (3.0, 1.0)
    assert space.evaluation((5.0, 2.0), "its name")(Board()) == 13.0
    assert space.evaluation((5.0, 2.0), "its name").name == "its name"
    with pytest.raises(EvaluationError, match="made no evaluation: KeyError: 'no luck'"):
        space_of(f"python:{path}:bad").evaluation((0.5,))
    with pytest.raises(ObversiError, match="does not say what to tune"):
        space_of(f"python:{path}:silent")
    given = space_of(lambda x: lambda _board: x, parameters={"x": (2, 4)})
    assert given.start == (3.0,)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("r5", "there is no evaluation 'r5'"),
        ("python:mine", "not complete"),
        ("nowhere.toml", "nowhere.toml"),
    ],
)
def test_what_cannot_be_tuned(source: str, said: str) -> None:
    with pytest.raises((ObversiError, OSError), match=said):
        space_of(source)


@pytest.mark.parametrize("bounds", [(1,), (1, "2"), None, (3, 3), (0, float("inf"))])
def test_bad_ranges(bounds: object) -> None:
    with pytest.raises(ObversiError, match="range of 'x'"):
        space_of(lambda **_: None, parameters={"x": bounds})  # type: ignore[dict-item]


def test_a_start_outside_its_range() -> None:
    with pytest.raises(ObversiError, match=r"cannot start at 5\.0"):
        Parameter("x", 0.0, 1.0, 5.0)
    # Weights that were given are kept, and the range grows.
    wide = space_of("r2-position:weights=3,0,0,0,0,0,0,0,0,0")
    assert wide.parameters[0].high == 3.0


def test_points_and_vectors() -> None:
    space = space_of("r2")
    assert space.vector(space.point(space.start)) == pytest.approx(space.start)
    assert space.vector(space.point(space.start) * 0 + 2.0)[0] == 20.0
    with pytest.raises(ObversiError, match="16 numbers to tune, not 1"):
        space.evaluation((1.0,))
