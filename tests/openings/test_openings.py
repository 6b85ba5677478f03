"""The names of openings: what the list holds, and when a game has a name."""

import pytest

import obversi as ob
from obversi.openings import OPENINGS, name_of, names_along
from obversi.rules import Rules
from obversi.symmetry import Symmetry

# The usual start looks the same after these.
OF_THE_START = (
    Symmetry.IDENTITY,
    Symmetry.HALF_TURN,
    Symmetry.TRANSPOSE,
    Symmetry.ANTITRANSPOSE,
)


def played(moves: str, rules: Rules = "normal") -> ob.Board:
    board = ob.Board(rules=rules)
    for place in range(0, len(moves), 2):
        board.push(moves[place : place + 2])
    return board


def test_the_list() -> None:
    assert len(OPENINGS) >= 100
    assert len({opening.name for opening in OPENINGS}) == len(OPENINGS)
    assert all(opening.name.strip() == opening.name != "" for opening in OPENINGS)
    assert {opening.moves[0] for opening in OPENINGS} == {"f5"}


def test_no_position_has_two_names() -> None:
    positions = {opening.board.canonical() for opening in OPENINGS}
    assert len(positions) == len(OPENINGS)


# As several public lists have them.
@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("f5f6", "Diagonal"),
        ("f5f4", "Parallel"),
        ("f5d6", "Perpendicular"),
        ("c4e3f6e6f5", "Tiger"),
        ("c4e3f6e6f5c5c3", "Stephenson"),
        ("c4e3f6e6f5c5d3", "Leader's Tiger"),
        ("c4e3f4c5d6f3e6c3d3e2", "Rose"),
        ("f5d6c5f4e3c6f3", "Shaman / Danish"),
        ("f5f6e6d6c3", "Buffalo / Kenichi"),
        ("f5f6e6f4g5", "Heath / Tobidashi"),
        ("d3c3c4c5d6", "Cow"),
        ("e6f4d3c4e3", "Cat"),
    ],
)
def test_well_known_ones(moves: str, name: str) -> None:
    assert name_of(played(moves)) == name


@pytest.mark.parametrize("symmetry", OF_THE_START)
@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_every_opening_is_found_whichever_way_the_board_lies(
    rules: Rules, symmetry: Symmetry
) -> None:
    for opening in OPENINGS:
        board = played("".join(symmetry.move(move) for move in opening.moves), rules)
        assert name_of(board) == opening.name


@pytest.mark.parametrize(
    ("moves", "names"),
    [
        ("f5d6c4d3c3", [None, None, "Perpendicular", "Perpendicular", "Perpendicular", "Tiger"]),
        ("f5f4e3f6e6", [None, None, "Parallel", "Mouse", "Mouse", "Cow"]),
    ],
)
def test_another_order_of_moves_leads_to_the_same_name(moves: str, names: list[str | None]) -> None:
    assert names_along(played(moves)) == names


def test_the_name_stays_when_the_game_goes_on_and_the_longest_counts() -> None:
    board = played("f5d6c3d3c4f4f6b4")
    for _ in range(3):
        board.push(board.legal_moves[0])
    assert names_along(board) == [
        *(None, None, "Perpendicular", "Perpendicular", "Perpendicular", "Tiger"),
        *("Tiger", "Stephenson", "Kung", "Kung", "Kung", "Kung"),
    ]
    while not board.is_over:
        board.push(board.legal_moves[0])
    assert name_of(board) == "Kung"
    assert len(names_along(board)) == board.ply + 1


def test_without_a_name() -> None:
    assert name_of(ob.Board()) is None
    assert name_of(played("f5")) is None
    assert names_along(ob.Board(size=6)) == [None]
    small = ob.Board(size=6)
    small.push("b3")
    assert name_of(small) is None


def test_another_start_has_no_opening() -> None:
    tiger = played("f5d6c3d3c4")
    assert name_of(ob.Board.parse(tiger.to_string())) is None
    on_from_there = ob.Board.parse(played("f5d6c3d3").to_string())
    on_from_there.push("c4")
    assert names_along(on_from_there) == [None, None]


def test_the_board_is_left_as_it_was() -> None:
    board = played("f5d6c3d3c4")
    name_of(board)
    assert board.move_stack == ["f5", "d6", "c3", "d3", "c4"]


def test_what_is_no_board_is_rejected() -> None:
    with pytest.raises(ob.InvalidBoardError, match="'f5d6' is no board"):
        name_of("f5d6")  # type: ignore[arg-type]
