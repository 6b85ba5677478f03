import io
import re
from dataclasses import replace

import pytest
from format_games import FINAL_2007, START, collected, games, named_games, without_thoughts
from hypothesis import given, settings

import obversi as ob
from obversi.formats import GameRecord, LossWarning, sgf, transcript
from obversi.formats.losses import ignore_loss
from obversi.formats.record import BrokenGameError
from obversi.rules import Rules


def test_a_game() -> None:
    record = replace(transcript.parse("f5d6"), black="one", white="two", place="here", date="1987")
    assert sgf.dump(record) == (
        "(;FF[4]GM[2]CA[UTF-8]SZ[8]RU[Normal]PC[here]DT[1987]PB[one]PW[two]"
        "AB[e4][d5]AW[d4][e5]PL[B]RE[?];B[f5];W[d6])"
    )


def test_results_and_rules() -> None:
    assert "RE[B+6]" in sgf.dump(transcript.parse(FINAL_2007))
    reversed_game = sgf.dump(transcript.parse(FINAL_2007, rules="reversed"))
    assert "RE[W+6]" in reversed_game
    assert "SZ[8]RU[Reversed]" in reversed_game
    assert "RE[0]" in sgf.dump(replace(transcript.parse("f5"), result=0))


def test_text_is_escaped() -> None:
    record = replace(transcript.parse("f5"), black="a]b\\c\nd[", white="\\]")
    with pytest.warns(LossWarning, match="^SGF .*: some characters of the players' names$"):
        text = sgf.dump(record)
    assert "PB[a\\]b\\\\c d[]PW[\\\\\\]]" in text


def test_an_empty_board_of_one_colour() -> None:
    board = ob.Board.parse("X" + "-" * 15 + " O")
    assert sgf.dump(GameRecord(board)) == (
        "(;FF[4]GM[2]CA[UTF-8]SZ[4]RU[Normal]PB[]PW[]AB[a1]PL[W]RE[B+16])"
    )


@settings(max_examples=40)
@given(games(from_anywhere=True))
def test_colours_alternate_and_squares_are_those_played(record: GameRecord) -> None:
    file = io.StringIO()
    assert sgf.write([record], file) == 1
    written = re.findall(r";([BW])\[(\w+)\]", file.getvalue())
    boards = list(record.boards())
    assert len(written) == len(record.moves)
    for (color, square), board in zip(written, boards, strict=False):
        assert color == ("B" if board.turn == ob.BLACK else "W")
        assert board.is_legal(square)


@pytest.mark.parametrize("size", ob.SIZES)
def test_sizes(size: int) -> None:
    assert f"SZ[{size}]" in sgf.dump(GameRecord(ob.Board(size)))


# Reading


@settings(max_examples=60)
@given(named_games(from_anywhere=True))
def test_there_and_back(record: GameRecord) -> None:
    other: Rules = "normal" if record.rules == "reversed" else "reversed"
    again = sgf.parse(sgf.dump(record, on_loss=ignore_loss), rules=other)
    assert again == replace(record, moves=without_thoughts(record), result=record.margin())


def test_tags_and_results_that_say_more_than_a_margin_are_kept() -> None:
    text = "(;FF[4]GM[2]EV[Cup]C[Two\n  lines.]RO[3]RE[B+Time];B[f5])"
    record = sgf.parse(text)
    assert record.tags == {"EV": "Cup", "C": "Two\n  lines.", "RO": "3", "RE": "B+Time"}
    assert sgf.parse(sgf.dump(record)) == record
    with pytest.warns(LossWarning, match="the tag 'TI', the tag 'RE'$"):
        text = sgf.dump(replace(record, result=-4, tags={"RE": "B+Time", "TI": "05:00"}))
    assert "RE[W+4]" in text


def test_what_sgf_cannot_have_is_rejected() -> None:
    with pytest.raises(ob.FormatError, match=r"the result 65 is impossible: .* 64 squares"):
        sgf.dump(replace(transcript.parse("f5"), result=65))
    with pytest.raises(ob.FormatError, match="no board without discs"):
        sgf.dump(GameRecord(ob.Board.parse("-" * 16 + " X")))
    with pytest.raises(ob.FormatError, match="a variation does not begin where the game begins"):
        sgf.dump(GameRecord(ob.Board()), [GameRecord(ob.Board(6))])


def test_a_variation_that_goes_on_after_the_game_is_reported() -> None:
    with pytest.warns(LossWarning, match="where the game ends"):
        sgf.dump(transcript.parse("f5"), [transcript.parse("f5d6")])


def test_what_a_game_does_not_name() -> None:
    assert sgf.parse("(;)").start == ob.Board()
    game = sgf.parse("(;GM[2];B[b3])", size=6, rules="reversed")
    assert (game.start, game.transcript()) == (ob.Board(6, "reversed"), "b3")
    assert sgf.parse("(;GM[2]SZ[4]RU[WOF])", size=6, rules="reversed").start == ob.Board(4)


def test_squares_as_on_boards_of_go_and_passes() -> None:
    game = sgf.parse("(;GM[2];B[fe];W[df];B[cc])")
    assert game.transcript() == "f5d6c3"
    for written in ("", "tt", "PA", "pass"):
        game = sgf.parse(f"(;GM[2]SZ[4]AB[a1][c1][d1]AW[b1][a2][a3]PL[W];W[{written}];B[a4])")
        assert [str(played.move) for played in game.moves] == ["pass", "a4"]


def test_of_variations_the_first_is_the_game() -> None:
    text = "(;GM[2]C[a (;B[d3\\]) comment];B[f5](;W[d6](;B[c3];W[d3])(;B[c4]))(;W[f6]))"
    assert sgf.parse(text).transcript() == "f5d6c3d3"


def test_names_and_older_words() -> None:
    game = sgf.parse("(;GaMe[2]PlayerBlack[A\\]n\\\\n]PW[Bo\\\nb] EV[a cup]RO[3]FF[3];Black[f5])")
    assert (game.black, game.white, game.transcript()) == ("A]n\\n", "Bob", "f5")
    assert dict(game.tags) == {"EV": "a cup", "RO": "3"}


def test_who_moves_first_where_discs_are_set_up() -> None:
    start = "(;GM[2]SZ[4]AB[b1]AW[a1][c1]"
    assert sgf.parse(f"{start})").start.turn == ob.BLACK
    assert sgf.parse(f"{start}PL[White])").start.turn == ob.WHITE
    assert sgf.parse("(;GM[2]SZ[4]AB[b1]AW[a1];W[c1])").start == ob.Board.parse(
        "OX" + "-" * 14 + "O"
    )


@pytest.mark.parametrize(
    ("text", "result", "kept"),
    [
        ("B+6", 6, None),
        ("W+12.00", -12, None),
        ("0", 0, None),
        ("Draw", 0, None),
        ("?", None, None),
        ("", None, None),
        ("B+Time", None, "B+Time"),
        ("W+65", None, "W+65"),
    ],
)
def test_results(text: str, result: int | None, kept: str | None) -> None:
    game = sgf.parse(f"(;GM[2]RE[{text}];B[f5])")
    assert (game.result, game.tags.get("RE")) == (result, kept)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "'' is no SGF"),
        ("f5d6", "'f5d6' is no SGF"),
        ("(;GM[1]SZ[19])", r"GM\[1\] is another game"),
        ("(;GM[2]SZ[10])", "there is no board of size"),
        ("(;GM[2]SZ[many])", "there is no board of size"),
        ("(;GM[2]AB[z9])", "'z9' is no move"),
        ("(;GM[2]SZ[4]AB[h8])", "is no square of the 4×4 board"),
        ("(;GM[2]AB[])", "is no square of the 8×8 board"),
        ("(;GM[2]AB)", r"'AB\)' cannot be read"),
        ("(;GM[2]PB[Ann", "cannot be read"),
        ("(;GM[2]", "the game is cut off"),
    ],
)
def test_what_is_no_game(text: str, problem: str) -> None:
    with pytest.raises(ob.ObversiError, match=problem):
        sgf.parse(text)


@pytest.mark.parametrize(
    ("text", "moves", "number", "problem"),
    [
        ("(;GM[2];B[f5];W[d6];B[aa];W[cc])", "f5d6", 3, "'a1' cannot be played"),
        ("(;GM[2];B[f5];B[d6])", "f5", 2, "cannot be played by black"),
        ("(;GM[2];B[f5];W[d6", "f5", None, "cannot be read"),
        ("(;GM[2];B[f5];W[d6]", "f5d6", None, "cut off"),
        ("(;GM[2];B[f5];AB[a1];W[d6])", "f5", None, "AB sets discs up after the first move"),
    ],
)
def test_of_a_broken_game_the_beginning_is_kept(
    text: str, moves: str, number: int | None, problem: str
) -> None:
    with pytest.raises(BrokenGameError, match=problem) as caught:
        sgf.parse(text)
    assert (caught.value.kept.transcript(), caught.value.number) == (moves, number)


def test_games_with_text_around_them_and_broken_ones_between() -> None:
    good = ["(;GM[2];B[f5](;W[d6])(;W[f6]))", "( ;\nFF[4]GM[2]\n;B[d3])"]
    text = f"two games:\n{good[0]} (;GM[2]PB[left open;B) {good[1]}\nthat is all"
    records, problems = collected(sgf.read, io.StringIO(text))
    assert [record.transcript() for record in records] == ["f5d6", "d3"]
    assert [problem.place for problem in problems] == ["record 2"]


def test_junk_is_a_problem_and_nothing_is_not() -> None:
    for junk in ("nothing here", "(;B[f5])", START):
        records, problems = collected(sgf.read, io.StringIO(junk))
        assert (records, [str(problem) for problem in problems]) == (
            [],
            ["there is no game in the text: expected (;GM[2]…)"],
        )
    assert collected(sgf.read, io.StringIO(" \n")) == ([], [])


@pytest.mark.parametrize("before", [*range(65500, 65540)])
def test_games_are_found_wherever_the_stream_is_cut(before: int) -> None:
    text = " " * before + "( ;\n  SZ [8]GM[2];B[f5])"
    [record] = sgf.read(io.StringIO(text))
    assert record.transcript() == "f5"
