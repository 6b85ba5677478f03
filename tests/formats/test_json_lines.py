import io
import json
from dataclasses import replace

import pytest
from format_games import (
    FINAL_2007,
    START,
    board_after_a_pass,
    collected,
    named_games,
    transcripts,
    valued_positions,
)
from hypothesis import given, settings

import obversi as ob
from obversi.formats import GameRecord, json_lines, transcript


def test_what_is_written() -> None:
    record = replace(transcript.parse(FINAL_2007), black="Nicolet", white="Tominaga")
    value = json.loads(json_lines.dump(record))
    assert value == {
        "start": f"{START} X",
        "rules": "normal",
        "size": 8,
        "moves": [str(played.move) for played in record.moves],
        "players": {"black": "Nicolet", "white": "Tominaga"},
        "result": None,
        "outcome": {"winner": "black", "margin": 6, "black": 35, "white": 29},
    }
    reversed_game = transcript.parse(FINAL_2007, rules="reversed")
    assert json_lines.to_object(reversed_game)["outcome"]["winner"] == "white"
    assert json_lines.to_object(transcript.parse("f5"))["outcome"] is None


@pytest.mark.parametrize(
    "text",
    [
        '{"moves": ["f5", "d6", "C3"]}',
        '{"moves": "f5d6 c3"}',
        '["f5", "d6", "c3"]',
        '[{"m": "f5"}, {"m": "d6"}, {"m": "c3", "t": 1200}]',
        '[{"move": "f5"}, {"move": "d6"}, {"move": "c3"}]',
        '{"id": 1, "position": {"moves": [{"m": "f5"}, {"m": "d6"}, {"m": "c3"}]}}',
    ],
)
def test_what_other_programs_write_is_read(text: str) -> None:
    assert json_lines.parse(text).transcript() == "f5d6c3"
    assert json_lines.parse(text, rules="reversed").rules == "reversed"


def test_a_dash_is_a_pass() -> None:
    board = board_after_a_pass()
    moves = ["-" if move.is_pass else move for move in board.move_stack]
    record = json_lines.parse(json.dumps({"moves": moves, "size": 4}))
    assert record.board().move_stack == board.move_stack


def test_players_of_other_programs() -> None:
    for players in ('["a", "b"]', '[{"name": "a"}, {"name": "b"}]', '{"black": "a", "white": "b"}'):
        record = json_lines.parse(f'{{"moves": [], "players": {players}}}')
        assert (record.black, record.white) == ("a", "b")
    record = json_lines.parse('{"moves": [], "players": [1, 2, 3], "result": "won"}')
    assert (record.black, record.result) == ("", None)


def test_the_game_wins_over_the_reader() -> None:
    record = json_lines.parse('{"moves": [], "rules": "reversed", "size": 6}', size=4)
    assert record.start == ob.Board(6, "reversed")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is no JSON"),
        ("{", "this is no JSON"),
        ("[" * 100_000, "this is no JSON"),
        ('{"moves": ' + "9" * 5000 + "}", "this is no JSON"),
        ("3", "there is no game"),
        ("{}", "there is no game"),
        ('{"moves": 3}', "the moves are missing"),
        ('{"position": 3}', "the moves are missing"),
        ('{"moves": ["f5", "a1"]}', "ply 2: 'a1' cannot be played"),
        ('{"moves": ["f5", 7]}', "ply 2: the move is no text"),
        ('{"moves": [{"x": 1}]}', "ply 1: the move is no text"),
        ('{"moves": [], "size": 5}', "there is no board of size 5"),
        ('{"moves": [], "size": "8"}', "size holds something that is no number"),
        ('{"moves": [], "size": 8.5}', "size holds a number that is not whole"),
        ('{"moves": [], "size": NaN}', "size holds something that is no number"),
        ('{"moves": [], "rules": "odd"}', "there are no rules 'odd'"),
        ('{"moves": [], "rules": 1}', "rules is no text"),
        ('{"moves": [], "start": "XO X"}', "2 cells before the mover"),
        ('{"moves": [], "tags": []}', "tags is no object"),
        ('{"moves": [], "values": {"d3": 1.5}}', "not whole"),
        ('{"moves": ["f5"], "move_values": []}', "move_values is no list of 1 numbers"),
        ('{"moves": ["f5"], "move_values": [true]}', "is no number"),
        ('{"moves": ["f5"], "move_seconds": [Infinity]}', "is no number"),
        ('[{"moves": []}, {"moves": []}]', "expected one game but found 2"),
        ("[]", "expected one game but found 0"),
        (
            '{"moves": [], "size": 8, "start": "-----OX--XO----- X"}',
            "size is 8, but start is a board of 4×4",
        ),
    ],
)
def test_bad_games_are_rejected(text: str, message: str) -> None:
    with pytest.raises(ob.ObversiError, match=message):
        json_lines.parse(text)


def test_good_lines_around_broken_ones_are_kept() -> None:
    lines = ['{"moves": "f5"}', "{oh", '{"moves": "f5a1"}', "", '["f5", "d6"]', '{"moves": "f5f6"}']
    records, problems = collected(json_lines.read, io.StringIO("\n".join(lines)))
    assert transcripts(records) == ["f5", "f5d6", "f5f6"]
    assert [problem.place for problem in problems] == ["line 2", "line 3"]


@pytest.mark.parametrize("wrong", [{"moves": "zz"}, {"x": 1}, 3, "f5"])
def test_a_list_of_games_over_several_lines(wrong: object) -> None:
    text = json.dumps([{"moves": "f5"}, wrong, {"moves": ["f5", "d6"]}], indent=2)
    records, problems = collected(json_lines.read_document, text)
    assert transcripts(records) == ["f5", "f5d6"]
    assert [problem.place for problem in problems] == ["record 2"]


@pytest.mark.parametrize("text", ["[]", "[\n]\n", "[]\n[]\n"])
def test_an_empty_list_has_no_games(text: str) -> None:
    assert collected(json_lines.read_document, text) == ([], [])


def test_a_broken_document_is_one_problem() -> None:
    text = json.dumps([{"moves": ["f5"]}], indent=2)[:-4]
    records, problems = collected(json_lines.read_document, text)
    assert (records, len(problems)) == ([], 1)


@settings(max_examples=50)
@given(named_games(from_anywhere=True))
def test_round_trip_of_games(record: GameRecord) -> None:
    assert json_lines.parse(json_lines.dump(record)) == record


@settings(max_examples=50)
@given(valued_positions())
def test_round_trip_of_positions(record: GameRecord) -> None:
    file = io.StringIO()
    assert json_lines.write([record, record], file) == 2
    file.seek(0)
    assert list(json_lines.read(file)) == [record, record]
