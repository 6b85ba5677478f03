"""Files of games as arrays: against the records of the same files, in every format."""

import random
from pathlib import Path

import numpy as np
import pytest

import obversi as ob
from obversi.formats import GameRecord, read_path, record_from_moves, write_path
from obversi.formats.detect import FORMATS
from obversi.game_arrays import NO_MOVE, NO_RESULT, GameArrays, games_to_arrays
from obversi.rules import Rules

WRITTEN = [name for name, info in FORMATS.items() if info.can_write]


def random_games(count: int, size: int = 8, rules: Rules = "normal") -> list[GameRecord]:
    """Return finished games with their results, and some of them with passes."""
    choose = random.Random(size)
    records = []
    for _ in range(count):
        board = ob.Board(size, rules)
        while not board.is_over:
            board.push(choose.choice(board.legal_moves))
        start = ob.Board(size, rules)
        records.append(record_from_moves(board.move_stack, start, result=board.margin(ob.BLACK)))
    return records


def check(arrays: GameArrays, records: list[GameRecord]) -> None:
    """Compare arrays with records, game by game and row by row."""
    assert len(arrays.results) == len(records)
    assert len(arrays.first_rows) == len(records) + 1
    assert arrays.first_rows[-1] == len(arrays.moves) == len(arrays.positions)
    assert [array.dtype for array in arrays] == ["u8", "u1", "i1", "i4", "i8", "i1", "u1", "?"]
    for number, record in enumerate(records):
        rows = slice(arrays.first_rows[number], arrays.first_rows[number + 1])
        boards = list(record.boards())
        moves = [played.move.square_index for played in record.moves]
        assert arrays.moves[rows].tolist() == [*moves, NO_MOVE]
        assert arrays.positions[rows].tolist() == [list(board.bits) for board in boards]
        assert arrays.turns[rows].tolist() == [board.turn for board in boards]
        assert set(arrays.games[rows].tolist()) == {number}
        margin = record.margin()
        assert arrays.results[number] == (NO_RESULT if margin is None else margin)
        assert arrays.sizes[number] == record.size
        assert arrays.is_reversed[number] == (record.rules == "reversed")


@pytest.mark.few_cases(3)
@pytest.mark.filterwarnings("ignore::obversi.formats.LossWarning")
@pytest.mark.parametrize("name", WRITTEN)
def test_every_format_gives_the_games_of_its_records(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"games{FORMATS[name].extensions[0]}"
    games = random_games(30)
    write_path([GameRecord(g.start) for g in games] if name == "obf" else games, path)
    records = list(read_path(path))
    assert len(records) == 30
    check(games_to_arrays(path), records)


def test_pgn_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Event "x"]\n\n1. f5 d6 2. c3 *\n')
    check(games_to_arrays(path), list(read_path(path)))


def test_some_games_have_passes() -> None:
    moves = [played.move for record in random_games(30) for played in record.moves]
    assert ob.PASS in moves


def test_sizes_rules_and_unfinished_games_may_be_mixed(tmp_path: Path) -> None:
    records = [
        *random_games(5, 6, "reversed"),
        record_from_moves(["f5", "d6"]),
        *random_games(5, 4),
        GameRecord(ob.Board(6)),
        *random_games(5, 8, "reversed"),
    ]
    unknown = [GameRecord(record.start, record.moves) for record in records]
    path = tmp_path / "games.jsonl"
    write_path(unknown, path)
    arrays = games_to_arrays(path)
    check(arrays, records)
    labels = -arrays.turns * arrays.results[arrays.games]
    finals = arrays.first_rows[1:] - 1
    for number, row in enumerate(finals):
        if arrays.results[number] != NO_RESULT:
            board = records[number].board()
            assert labels[row] == board.margin(board.turn)


def test_rules_and_size_are_used_where_the_file_does_not_say(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("b3b2\n")
    arrays = games_to_arrays(path, rules="reversed", size=6)
    check(arrays, list(read_path(path, rules="reversed", size=6)))
    with pytest.raises(ob.ObversiError, match="odd"):
        games_to_arrays(path, rules="odd")  # type: ignore[arg-type]


def damaged_wthor(folder: Path) -> Path:
    """Write 40 games, of which some have an illegal move, a bad byte, a gap or too many discs."""
    path = folder / "games.wtb"
    games = random_games(40)
    write_path(games, path)
    data = bytearray(path.read_bytes())
    for number, place, byte in ((3, 8, 11), (7, 20, 99), (11, 30, 0), (20, 6, 65), (39, 9, 56)):
        data[16 + 68 * number + place] = byte
    data[16 + 68 * 25 + 40 : 16 + 68 * 26] = bytes(28)  # a game that was not finished
    path.write_bytes(data)
    return path


@pytest.mark.filterwarnings("ignore::obversi.formats.LossWarning")
def test_broken_games_of_wthor_are_reported_and_left_out(tmp_path: Path) -> None:
    path = damaged_wthor(tmp_path)
    expected: list[ob.FormatError] = []
    records = list(read_path(path, on_problem=expected.append))
    problems: list[ob.FormatError] = []
    arrays = games_to_arrays(path, on_problem=problems.append)
    check(arrays, records)
    assert [str(problem) for problem in problems] == [str(problem) for problem in expected]
    assert len(problems) == 5
    with pytest.raises(ob.FormatError, match="record 4"):
        games_to_arrays(path)


@pytest.mark.filterwarnings("ignore::obversi.formats.LossWarning")
def test_a_wthor_file_that_is_cut_is_read_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "games.wtb"
    write_path(random_games(4), path)
    path.write_bytes(path.read_bytes()[:-10])
    problems: list[ob.FormatError] = []
    arrays = games_to_arrays(path, on_problem=problems.append)
    assert len(arrays.results) == 3
    assert problems
    with pytest.raises(ob.FormatError, match="record 4"):
        games_to_arrays(path)


def test_an_empty_file_of_games(tmp_path: Path) -> None:
    path = tmp_path / "games.wtb"
    write_path([], path)
    arrays = games_to_arrays(path)
    check(arrays, [])
    assert arrays.positions.shape == (0, 2)


def test_arrays_can_be_written_to(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("f5d6\n")
    arrays = games_to_arrays(path)
    for array in arrays:
        assert array.flags.writeable
        assert array.flags.c_contiguous
    assert np.from_dlpack(arrays.positions).shape == (3, 2)
