import io

import pytest
from format_games import (
    FINAL_2007,
    START,
    board_after_a_pass,
    collected,
    games,
    transcripts,
    without_last_pass,
)
from hypothesis import given, settings

import obversi as ob
from obversi.formats import GameRecord, pgn

PLAYOK = """\
[Event "?"]
[Site "PlayOK"]
[Date "2019.03.01"]
[Round "-"]
[Black "one"]
[White "two \\"the\\" second"]
[Result "33-31"]

1. F5 d6 2. C3 d3 3. C4 {a comment 64-0
[Black "no header"
over lines} f4 ; and another 1. a1
4. c5! $2 b3? (4... b4 (or else) 5. a1) 33-31
"""


def test_a_game() -> None:
    record = pgn.parse(PLAYOK)
    assert record.transcript() == "f5d6c3d3c4f4c5b3"
    assert (record.black, record.white) == ("one", 'two "the" second')
    assert (record.place, record.date) == ("PlayOK", "2019.03.01")
    assert record.result == 2
    assert record.tags == {"Event": "?", "Round": "-", "Result": "33-31"}
    assert transcripts(pgn.read(io.StringIO(PLAYOK))) == ["f5d6c3d3c4f4c5b3"]


@pytest.mark.parametrize(
    ("result", "normal"),
    [
        ("33-31", 2),
        ("31-33", -2),
        ("40-20", 24),  # empty squares count for the winner
        ("20-40", -24),
        ("64-0", 64),
        ("30-30", 0),
        ("1/2-1/2", 0),
        ("1-0", None),
        ("0-1", None),
        ("*", None),
        ("?", None),
    ],
)
def test_results(result: str, normal: int | None) -> None:
    text = f'[Result "{result}"]\n\n1. f5 d6'
    assert pgn.parse(text).result == normal
    assert pgn.parse(text, rules="reversed").result == (normal and -normal)


def test_a_result_after_the_moves_counts_if_there_is_no_header() -> None:
    assert pgn.parse("1. f5 d6 40-24").result == 16
    assert pgn.parse("1. f5 d6 *").result is None


@pytest.mark.parametrize("name", ["pass", "--", "PA"])
def test_passes(name: str) -> None:
    board = board_after_a_pass()
    moves = " ".join(name if move.is_pass else move.upper() for move in board.move_stack)
    assert pgn.parse(moves, size=4).board().move_stack == board.move_stack


def test_a_start_that_is_understood() -> None:
    board = ob.Board(rules="reversed")
    board.push("f5")
    record = pgn.parse(f'[FEN "{board.to_string()}"]\n1. d6', rules="reversed")
    assert record.start == board
    assert record.transcript() == "d6"


def test_a_start_that_is_not_understood_is_a_problem_and_then_ignored() -> None:
    text = '[FEN "8/8/8/3Pp3/3pP3/8/8/8 b"]\n1. f5 d6\n'
    with pytest.raises(ob.FormatError, match=r"the start '8/8.*' is not understood"):
        pgn.parse(text)
    records, problems = collected(pgn.read, io.StringIO(text))
    assert transcripts(records) == ["f5d6"]
    assert [problem.place for problem in problems] == ["record 1"]
    records, problems = collected(pgn.read, io.StringIO(text.replace("d6", "a1")))
    assert records == []
    assert [problem.place for problem in problems] == ["record 1"]
    assert "is not understood" in problems[0].reason


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no game"),
        ("{only a comment}", "there is no game"),
        ("[Event nothing]\n1. f5", r"'\[Event nothing\]\\n1. f5' is no header"),
        ("1. f5 a1", "ply 2: 'a1' cannot be played"),
        ("1. f5 {open", "a comment { is not closed"),
        ("1. f5 (2. d6", "is not closed"),
        ('[Result "40-40"]\n1. f5', "more discs than there are squares"),
        ("\0\1", "is no move"),
    ],
)
def test_bad_games_are_rejected(text: str, message: str) -> None:
    with pytest.raises(ob.FormatError, match=message):
        pgn.parse(text)


def test_good_games_around_broken_ones_are_kept() -> None:
    broken = [
        '[Event "x"]\n1. f5 a1\n',
        '[Event "y"\n1. f5 d6\n',
        '[Event "z"]\n1. f5 {never closed\n',
        '[Event "long"]\n' + ("{" + "x" * 500_000 + "\n") * 4,
    ]
    text = "".join([PLAYOK, *(bad + "\n" + PLAYOK for bad in broken)])
    records, problems = collected(pgn.read, io.StringIO(text))
    assert transcripts(records) == ["f5d6c3d3c4f4c5b3"] * 5
    assert [problem.place for problem in problems] == [f"record {n}" for n in (2, 4, 6, 8)]


def test_games_without_headers_end_with_their_results() -> None:
    text = "1. f5 d6 33-31\n1. f5 f6\n2. e6 1-0\n\n1. f5 f4 *"
    assert transcripts(pgn.read(io.StringIO(text))) == ["f5d6", "f5f6e6", "f5f4"]


def test_nothing_is_no_game() -> None:
    assert collected(pgn.read, io.StringIO(" \n\n")) == ([], [])


@settings(max_examples=40)
@given(games())
def test_games_as_edax_writes_them_are_read(record: GameRecord) -> None:
    moves = [str(played.move) for played in record.moves]
    pairs = [" ".join(moves[ply : ply + 2]) for ply in range(0, len(moves), 2)]
    text = "\n".join(f"{number}. {pair}" for number, pair in enumerate(pairs, start=1))
    again = pgn.parse(f'[Event "e"]\n\n{text}', size=record.size, rules=record.rules)
    assert again.moves == record.moves
    assert again.start == record.start


def test_a_whole_game() -> None:
    squares = [FINAL_2007[place : place + 2] for place in range(0, len(FINAL_2007), 2)]
    record = pgn.parse(f'[FEN "{START} X"]\n' + " ".join(squares) + " 35-29")
    assert record.result == record.board().margin(ob.BLACK) == 6
    assert without_last_pass(record).transcript() == FINAL_2007
