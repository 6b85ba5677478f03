import copy
import pickle
from dataclasses import FrozenInstanceError, replace

import pytest
from format_games import FINAL_2007, board_after_a_pass, games, named_games
from hypothesis import given, settings

import obversi as ob
from obversi.formats import GameRecord, PlayedMove, record_from_moves, transcript
from obversi.formats.lines import placed
from obversi.formats.record import BrokenGameError


def test_a_pass_left_out_is_added() -> None:
    board = board_after_a_pass()
    written = record_from_moves(board.move_stack, ob.Board(4))
    left_out = record_from_moves([m for m in board.move_stack if not m.is_pass], ob.Board(4))
    assert written == left_out
    assert [played.move for played in left_out.moves] == board.move_stack


def test_a_pass_that_is_not_due_is_rejected() -> None:
    with pytest.raises(ob.FormatError, match=r"ply 2: white cannot pass") as caught:
        record_from_moves(["f5", "pass"])
    assert caught.value.place == "ply 2"


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (["f5", "a1"], "ply 2: 'a1' cannot be played: white would flip no disc there"),
        (["f5", "z9"], "ply 2: 'z9' is no move"),
        (["f5", "d6", "x" * 5000], "ply 3: 'xxxxxxxxxxxxxxxxxxxx…' is no move"),
        (["d4"], "ply 1: 'd4' cannot be played: there is a disc already"),
    ],
)
def test_errors_name_ply_and_move(moves: list[str], message: str) -> None:
    with pytest.raises(ob.FormatError) as caught:
        record_from_moves(moves)
    assert str(caught.value).startswith(message)


def test_boards_go_from_the_start_to_the_end() -> None:
    record = record_from_moves(["f5", "d6", "c3"])
    boards = list(record.boards())
    assert boards[0] == ob.Board()
    assert [board.ply for board in boards] == [0, 1, 2, 3]
    assert boards[-1] == record.board()
    assert record.board().move_stack == ["f5", "d6", "c3"]


def test_nothing_that_was_given_or_handed_out_changes_a_record() -> None:
    start = ob.Board(6, "reversed")
    tags = {"a": "b"}
    record = GameRecord(start, tags=tags)
    start.push(start.legal_moves[0])
    tags["a"] = "c"
    record.board().push("b3")
    for board in record.boards():
        board.push("b3")
    assert record.start == ob.Board(6, "reversed")
    assert record.tags == {"a": "b"}
    with pytest.raises(TypeError):
        record.tags["a"] = "c"  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        record.black = "x"  # type: ignore[misc]


def test_the_start_has_no_moves_on_its_stack() -> None:
    board = ob.Board()
    board.push("f5")
    assert GameRecord(board).start.ply == 0
    assert record_from_moves(["d6"], board).start.ply == 0


def test_the_margin_is_the_recorded_one_or_else_the_played_one() -> None:
    game = transcript.parse(FINAL_2007)
    assert game.result is None
    assert game.margin() == 35 - 29
    assert transcript.parse(FINAL_2007, rules="reversed").margin() == 29 - 35
    assert replace(game, result=64).margin() == 64
    assert transcript.parse("f5d6").margin() is None


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_value_must_be_a_number_that_files_can_hold(number: float) -> None:
    with pytest.raises(ob.ObversiError, match="value or the time of f5"):
        PlayedMove(ob.Move("f5"), value=number)


@settings(max_examples=20)
@given(named_games(from_anywhere=True))
def test_records_can_be_pickled_and_copied(record: GameRecord) -> None:
    assert pickle.loads(pickle.dumps(record)) == record
    assert copy.deepcopy(record) == record
    assert replace(record, black="x").black == "x"


@settings(max_examples=30)
@given(games(from_anywhere=True))
def test_passes_are_found_again_without_being_written(record: GameRecord) -> None:
    if record.moves and record.moves[-1].move.is_pass:
        return
    squares = [played.move for played in record.moves if not played.move.is_pass]
    assert record_from_moves(squares, record.start) == record


def test_a_game_that_breaks_off_keeps_what_came_before() -> None:
    with pytest.raises(BrokenGameError) as caught:
        record_from_moves(["f5", "d6", "a1", "c3"], black="Ann", result=4)
    broken = caught.value
    assert broken.kept == record_from_moves(["f5", "d6"], black="Ann", result=4)
    assert (broken.number, broken.place) == (3, "ply 3")
    assert broken.why == broken.reason == "'a1' cannot be played: black would flip no disc there"


def test_it_does_so_in_any_place() -> None:
    broken = BrokenGameError("a reason", "ply 3", record_from_moves(["f5", "d6"]), 3)
    inner = placed(broken, "line 7")
    assert isinstance(inner, BrokenGameError)
    assert str(inner) == "line 7: ply 3: a reason"
    assert (inner.kept, inner.number, inner.why) == (broken.kept, 3, "a reason")
    copied = pickle.loads(pickle.dumps(inner))
    assert (str(copied), copied.kept, copied.number) == (str(inner), inner.kept, 3)


def test_a_written_pass_counts_as_a_move() -> None:
    with pytest.raises(BrokenGameError) as caught:
        record_from_moves(["b1", "c1", "d3", "a1", "pass", "d1"], ob.Board(4))
    assert caught.value.number == 6
    assert len(caught.value.kept.moves) == 5
