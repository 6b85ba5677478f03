import io
from dataclasses import replace

import pytest
from format_games import (
    FINAL_2007,
    GGF_START,
    board_after_a_pass,
    collected,
    named_games,
    transcripts,
)
from hypothesis import given, settings

import obversi as ob
from obversi.formats import GameRecord, LossWarning, PlayedMove, ggf, record_from_moves, transcript
from obversi.formats.ggf import GameType
from obversi.formats.record import BrokenGameError
from obversi.rules import Rules

SHORT = f"(;GM[Othello]PB[one]PW[two]TY[8]RE[?]{GGF_START}B[f5]W[d6];)"
ARCHIVED = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]"
    "RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]RE[+0.000]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[d3//0.01]W[c5/1.50/0.01]B[e6/-2.00]W[d2];)"
)


def test_a_game_of_the_archive() -> None:
    record = ggf.parse(ARCHIVED)
    assert (record.black, record.white) == ("Saio1200", "Saio3000")
    assert (record.place, record.date) == ("GGS/os", "2003.12.15_13:24:03.MST")
    assert record.result == 0
    assert record.start == ob.Board()
    assert record.moves == (
        PlayedMove(ob.Move("d3"), None, 0.01),
        PlayedMove(ob.Move("c5"), 1.5, 0.01),
        PlayedMove(ob.Move("e6"), -2.0),
        PlayedMove(ob.Move("d2")),
    )
    assert record.tags == {"RB": "2197.01", "RW": "2199.72", "TI": "05:00//02:00"}
    assert ggf.parse(ggf.dump(record)) == record


def test_what_is_written() -> None:
    record = replace(transcript.parse("f5d6"), black="a", white="b", place="c", date="1987")
    assert ggf.dump(record) == (
        f"(;GM[Othello]PC[c]DT[1987]PB[a]PW[b]TY[8]RE[?]{GGF_START}B[f5]W[d6];)"
    )
    assert "RE[+6.000]" in ggf.dump(transcript.parse(FINAL_2007))
    assert "RE[-6.000]" in ggf.dump(transcript.parse(FINAL_2007, rules="reversed"))


@pytest.mark.parametrize(
    ("kind", "rules", "kept"),
    [
        ("8", "normal", None),
        ("8a", "reversed", None),
        ("8A", "reversed", None),
        ("s8", "normal", "s8"),
        ("8k", "normal", "8k"),
        ("8ka", "reversed", "8ka"),
        ("s8r20", "normal", "s8r20"),
        ("s8kar14", "reversed", "s8kar14"),
    ],
)
def test_types(kind: str, rules: Rules, kept: str | None) -> None:
    record = ggf.parse(SHORT.replace("TY[8]", f"TY[{kind}]"))
    assert record.rules == rules
    assert record.tags.get("TY") == kept
    assert ggf.parse(ggf.dump(record)) == record


@pytest.mark.parametrize("size", [4, 6])
@pytest.mark.parametrize("letter", ["", "a"])
def test_smaller_boards(size: int, letter: str) -> None:
    board = ob.Board(size)
    text = f"(;GM[Othello]TY[{size}{letter}]BO[{size} {board.to_string()}];)"
    record = ggf.parse(text)
    assert record.start == ob.Board(size, "reversed" if letter else "normal")
    assert f"TY[{size}{letter}]" in ggf.dump(record)


def test_a_type_is_made_to_fit_the_game() -> None:
    record = ggf.parse(SHORT.replace("TY[8]", "TY[s8kr20]"))
    reversed_game = replace(record, start=record.start.with_rules("reversed"))
    with pytest.warns(LossWarning, match="^GGF does not keep: the tag 'TY'$"):
        assert "TY[s8kar20]" in ggf.dump(reversed_game)
    assert str(GameType.parse("8a").fitted(6, "normal")) == "6"


def test_the_type_wins_over_the_requested_rules() -> None:
    assert ggf.parse(SHORT, rules="reversed").rules == "normal"
    without = SHORT.replace("TY[8]", "")
    assert ggf.parse(without, rules="reversed").rules == "reversed"


@pytest.mark.parametrize(
    ("text", "result", "written"),
    [
        ("+12.000", 12, "+12.000"),
        ("-56", -56, "-56.000"),
        ("0", 0, "+0.000"),
        ("-64.00:r", -64, "-64.00:r"),
        ("+64.00:t", 64, "+64.00:t"),
        ("+2.00:s", 2, "+2.00:s"),
        ("-10:l", -10, "-10:l"),
        ("+2.50", None, "+2.50"),
        ("?", None, "?"),
        ("", None, "?"),
        ("-127.000", None, "?"),
    ],
)
def test_results(text: str, result: int | None, written: str) -> None:
    record = ggf.parse(SHORT.replace("RE[?]", f"RE[{text}]"))
    assert record.result == result
    assert f"RE[{written}]" in ggf.dump(record)


def test_a_result_that_was_changed_is_written() -> None:
    record = ggf.parse(SHORT.replace("RE[?]", "RE[-64.00:r]"))
    with pytest.warns(LossWarning, match="^GGF does not keep: the tag 'RE'$"):
        assert "RE[+2.000]" in ggf.dump(replace(record, result=2))
    small = GameRecord(ob.Board(4), tags={"RE": "+64.000:r"})
    with pytest.warns(LossWarning, match="^GGF does not keep: the tag 'RE'$"):
        assert "RE[?]" in ggf.dump(small)


def test_unknown_and_repeated_tags_are_kept() -> None:
    record = ggf.parse(SHORT.replace("RE[?]", "RE[?]CO[first ;) one]XY[z]CO[second]"))
    assert record.tags == {"CO": "first ;) one\nsecond", "XY": "z"}
    assert ggf.parse(ggf.dump(record)) == record


def test_a_closing_bracket_cannot_break_out_of_a_value() -> None:
    record = replace(transcript.parse("f5"), black="x]B[a1", white="y")
    with pytest.warns(LossWarning, match="^GGF .*: some characters of the players' names$"):
        text = ggf.dump(record)
    assert ggf.parse(text).black == "x)B[a1"


def test_numbers_of_any_size_are_kept() -> None:
    moves = [PlayedMove(ob.Move("f5"), 1e25, 5e-324), PlayedMove(ob.Move("d6"), -1e308)]
    record = GameRecord(ob.Board(), tuple(moves))
    assert ggf.parse(ggf.dump(record)) == record


def test_passes_may_be_left_out() -> None:
    board = board_after_a_pass()
    record = record_from_moves(board.move_stack, ob.Board(4))
    text = ggf.dump(record)
    assert "[PA]" in text
    for color in "BW":
        text = text.replace(f"{color}[PA]", "")
    assert ggf.parse(text).moves == record.moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found none"),
        ("no game", "found none"),
        (SHORT + SHORT, "found 2"),
        (SHORT.replace(GGF_START, ""), "BO, the board before the first move, is missing"),
        (SHORT.replace("W[d6]", "W[a1]"), "ply 2: 'a1' cannot be played: white would flip"),
        (SHORT.replace("W[d6]", "B[d6]"), "ply 2: 'd6' cannot be played by black: it is the turn"),
        (SHORT.replace("W[d6]", "W[PA]"), "ply 2: white cannot pass"),
        (SHORT.replace("W[d6]", "W[]"), "ply 2: '' is no move"),
        (SHORT.replace("W[d6]", "W[d6/x]"), "ply 2: 'x' after d6 is no value and time"),
        (SHORT.replace("W[d6]", "W[d6/nan]"), "ply 2: 'nan' after d6"),
        (SHORT.replace("W[d6]", "W[d6/1/2/3]"), "ply 2: '1/2/3' after d6"),
        (SHORT.replace("W[d6]", "W[d6/1e999]"), "inf cannot be the value"),
        (SHORT.replace("TY[8]", "TY[10]"), "there is no board of type '10'"),
        (SHORT.replace("TY[8]", "TY[6]"), "the sizes differ"),
        (SHORT.replace("TY[8]", "TY[eight]"), "is no game type"),
        (SHORT.replace("BO[8 ", "BO[6 "), "the sizes differ"),
        (SHORT.replace("BO[8 ", "BO["), "cells before the mover"),
        (SHORT.replace("BO[8 --", "BO[8 -?"), r"'\?' at character 2"),
        (SHORT.replace("BO[8 --", "BO[8 -"), "the mover is missing"),
        (SHORT.replace("RE[?]", "RE[who knows]"), "is no result"),
        (SHORT.replace("GM[Othello]", "GM[2]"), r"GM\[2\] is another game"),
        (SHORT.replace("PB[one]", "PB one"), "'PB onePW.* is no tag"),
        (SHORT[:-2], "the game is cut off"),
        (SHORT[:-4], "is no tag"),
    ],
)
def test_bad_games_are_rejected(text: str, message: str) -> None:
    with pytest.raises(ob.ObversiError, match=message):
        ggf.parse(text)


def test_a_file_of_matches_with_text_around_them() -> None:
    two = SHORT.replace("W[d6]", "W[f6]")
    text = f"archive of (; games ;)\n\n1 {SHORT}\n2 {two}{SHORT}\nend (;-)\n"
    records, problems = collected(ggf.read, io.StringIO(text))
    assert transcripts(records) == ["f5d6", "f5f6", "f5d6"]
    assert problems == []


def test_a_game_over_several_lines() -> None:
    text = ARCHIVED.replace("]", "]\n ").replace("-------- ", "--------\n")
    assert transcripts(ggf.read(io.StringIO(text))) == ["d3c5e6d2"]


def test_good_games_around_broken_ones_are_kept() -> None:
    broken = [
        SHORT.replace("W[d6]", "W[d7]"),
        SHORT.replace("W[d6];)", "W[d6"),  # an open bracket
        SHORT[:30],
        SHORT.replace("W[d6]", "W[" + "x" * 3_000_000 + "]"),
    ]
    text = "\n".join([SHORT, *(bad + "\n" + SHORT for bad in broken)])
    records, problems = collected(ggf.read, io.StringIO(text))
    assert transcripts(records) == ["f5d6"] * 5
    assert [problem.place for problem in problems] == [f"record {n}" for n in (2, 4, 6, 8)]
    assert problems[0].reason.startswith("ply 2: 'd7' cannot be played")


def test_junk_is_a_problem_and_nothing_is_not() -> None:
    assert collected(ggf.read, io.StringIO("")) == ([], [])
    assert collected(ggf.read, io.StringIO("\n\n")) == ([], [])
    records, problems = collected(ggf.read, io.StringIO("junk " * 100_000))
    assert records == []
    assert [problem.reason[:16] for problem in problems] == ["there is no game"]


def test_bytes_that_are_no_text_are_a_problem() -> None:
    file = io.TextIOWrapper(io.BytesIO(b"\xff\xfe" * 9000), encoding="utf-8")
    assert "this is not text" in collected(ggf.read, file)[1][0].reason


@settings(max_examples=60)
@given(named_games(from_anywhere=True))
def test_round_trip(record: GameRecord) -> None:
    file = io.StringIO()
    assert ggf.write([record, record], file) == 2
    file.seek(0)
    expected = replace(record, result=record.margin())
    assert list(ggf.read(file)) == [expected, expected]


@pytest.mark.parametrize("before", range(8))
def test_games_are_found_wherever_the_stream_is_cut(before: int) -> None:
    class Drop(io.StringIO):
        def read(self, count: int | None = -1) -> str:
            return super().read(min(count or 0, 7))

    text = " ".join(["x" * before, SHORT, "text", SHORT])
    assert transcripts(ggf.read(Drop(text))) == ["f5d6", "f5d6"]


@pytest.mark.parametrize("seconds", [1.9e-05, 0.123456, 12.5, 1e-7])
def test_small_times_are_written_without_an_exponent(seconds: float) -> None:
    record = GameRecord(ob.Board(), (PlayedMove(ob.Move("f5"), None, seconds),))
    text = ggf.dump(record)
    assert "e-" not in text
    assert ggf.parse(text).moves[0].seconds == seconds


@pytest.mark.parametrize(
    ("broken", "moves", "number"),
    [
        (SHORT.replace("W[d6]", "W[a1]"), "f5", 2),
        (SHORT.replace(";)", ""), None, None),
        (SHORT.replace(";)", "B[c4"), None, None),
    ],
)
def test_of_a_broken_game_the_beginning_is_kept(
    broken: str, moves: str | None, number: int | None
) -> None:
    with pytest.raises(BrokenGameError) as caught:
        ggf.parse(broken)
    whole = ggf.parse(SHORT)
    kept = caught.value.kept
    assert kept.transcript() == (whole.transcript() if moves is None else moves)
    assert (kept.black, kept.white, kept.start) == (whole.black, whole.white, whole.start)
    assert caught.value.number == number
