"""Perfect play on 6×6: the table is right, and holds what it says."""

from collections.abc import Iterator

import pytest

import obversi as ob
from obversi.perfect import best_line, known, margin
from obversi.perfect.table import Table, key_of, path_of, read_values, table_of
from obversi.rules import RULES, Rules
from obversi.symmetry import Symmetry

# With perfect play, for black; the whole games were solved apart from these tables.
START = {"normal": -4, "reversed": 2}


def games(rules: Rules, plies: int) -> Iterator[ob.Board]:
    """Yield the positions after this number of plies, one of each that are mirror images."""
    boards = {ob.Board(6, rules)}
    for _ in range(plies):
        after = set()
        for board in boards:
            for move in board.legal_moves:
                board.push(move)
                after.add(board.canonical())
                board.pop()
        boards = after
    return iter(boards)


@pytest.mark.parametrize("rules", RULES)
def test_the_start(rules: Rules) -> None:
    moves = known(ob.Board(6, rules))
    assert margin(ob.Board(6, rules)) == START[rules]
    assert moves == dict.fromkeys(ob.Board(6, rules).legal_moves, START[rules])


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("plies", range(6))
def test_the_first_plies_are_whole(rules: Rules, plies: int) -> None:
    for board in games(rules, plies):
        margins = known(board)
        assert margins is not None
        assert list(margins) == board.legal_moves
        assert max(margins.values()) == margin(board)


@pytest.mark.parametrize("rules", RULES)
def test_positions_are_worth_what_their_best_move_is(rules: Rules) -> None:
    table = table_of(rules)
    checked = 0
    for key, value in table.values.items():
        margins = table.margins(ob.Board.parse(key, rules))
        if margins is not None:
            assert value == max(margins.values()), key
            checked += 1
    assert checked > 400


@pytest.mark.parametrize("rules", RULES)
def test_what_the_table_holds(rules: Rules) -> None:
    values = table_of(rules).values
    assert len(values) > 2_000
    assert path_of(rules).stat().st_size < 200_000
    for key, value in values.items():
        board = ob.Board.parse(key, rules)
        assert board.size == 6
        assert key_of(board) == key
        assert board.is_valid
        assert abs(value) <= 36
        assert value % 2 == 0


@pytest.mark.parametrize("rules", RULES)
def test_the_solver_agrees_on_those_it_solves_soon(rules: Rules) -> None:
    values = table_of(rules).values
    few = sorted(values, key=lambda key: key.count("-"))[:3]
    with ob.Engine() as engine:
        for key in few:
            # To prove a margin takes less than to find it.
            window = (values[key] - 1, values[key] + 1)
            found = engine.solve(ob.Board.parse(key, rules), window=window)
            assert (found.margin, found.bound) == (values[key], "exact"), key


@pytest.mark.parametrize("rules", RULES)
def test_mirrored_and_turned_positions_are_known_too(rules: Rules) -> None:
    board = ob.Board(6, rules)
    board.push("c2")
    board.push("b4")
    margins = known(board)
    assert margins is not None
    assert len(set(margins.values())) > 1
    for symmetry in Symmetry:
        turned = known(board.transform(symmetry))
        assert turned == {symmetry.move(move, 6): margin for move, margin in margins.items()}


@pytest.mark.parametrize("rules", RULES)
def test_the_best_line_gives_away_nothing(rules: Rules) -> None:
    board = ob.Board(6, rules)
    line = best_line(board)
    assert len(line) >= 8
    for move in line:
        margins = known(board)
        assert margins is not None
        assert margins[move] == START[rules] * (1 if board.turn == ob.BLACK else -1)
        assert margins[move] == max(margins.values())
        board.push(move)
    assert known(board) is None


def test_what_is_not_known() -> None:
    assert known(ob.Board(8)) is None
    assert known(ob.Board(4)) is None
    assert best_line(ob.Board(4)) == []
    assert margin(ob.Board(4)) is None
    late = ob.Board(6)
    while not late.is_over:
        late.push(late.legal_moves[0])
        if 10 < len(late.empty) < 20:
            assert known(late) is None
    assert known(late) is None
    assert best_line(late) == []
    assert margin(late) is None
    with pytest.raises(ob.InvalidBoardError, match="'c2' is no board"):
        known("c2")  # type: ignore[arg-type]


def test_the_board_is_left_as_it_was() -> None:
    board = ob.Board(6)
    board.push("c2")
    known(board)
    best_line(board)
    assert board.move_stack == ["c2"]


def test_a_game_that_ends_needs_no_line_in_the_table() -> None:
    last = ob.Board.parse("-OX" + "X" * 33 + " X")
    assert Table({}).margins(last) == {"a1": 36}
    assert Table({}).best_line(last) == ["a1"]
    assert Table({}).margins(ob.Board(6)) is None


def test_lines_are_read() -> None:
    assert read_values(["% remark\n", "XO-- X +2\n", "OX-- O -4\n"]) == {"XO-- X": 2, "OX-- O": -4}
    with pytest.raises(ob.FormatError, match="line 2: 'XO-- X' is no solved position"):
        read_values(["XO-- X +2\n", "XO-- X\n"])


def test_of_positions_that_are_not_in_a_table_nothing_is_kept() -> None:
    """There is no limit to the positions that a caller can ask for."""
    table = Table({})
    board = ob.Board.parse("XOOOO-" + "X" * 30 + " X")
    assert table.best_line(board) == ["f1"]
    assert table._reach == {}
