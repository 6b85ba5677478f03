import pytest
from hypothesis import given, strategies as st

import obversi as ob
from obversi.errors import FormatError
from obversi.wire import gtp

# What a controller and a program say to each other, and what that means.
SESSION = [
    ("1 protocol_version", "=1 2\n\n", ("protocol_version", ()), (True, "2")),
    ("2 boardsize 8", "=2\n\n", ("boardsize", ("8",)), (True, "")),
    ("3 play black F5", "=3\n\n", ("play", ("black", "F5")), (True, "")),
    ("4 play black F5", "?4 illegal move\n\n", ("play", ("black", "F5")), (False, "illegal move")),
    ("5 genmove white", "=5 D6\n\n", ("genmove", ("white",)), (True, "D6")),
    ("6 list_commands", "=6 name\nquit\n\n", ("list_commands", ()), (True, "name\nquit")),
]


@pytest.mark.parametrize(("line", "block", "command", "response"), SESSION)
def test_a_session_is_read_and_written(
    line: str, block: str, command: tuple[str, tuple[str, ...]], response: tuple[bool, str]
) -> None:
    number = int(line[0])
    assert gtp.parse_command(line) == gtp.Command(*command, id=number)
    assert str(gtp.Command(*command, id=number)) == line
    assert gtp.parse_response(block) == gtp.Response(*response, id=number)
    assert str(gtp.Response(*response, id=number)) == block


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", gtp.Command("name")),
        ("  12\tplay  b\tpass ", gtp.Command("play", ("b", "pass"), 12)),
        ("na\x07me # and more", gtp.Command("name")),
        ("quit\r\n", gtp.Command("quit")),
        ("", None),
        ("  # a comment", None),
        ("\x01", None),
    ],
)
def test_commands_are_cleaned(line: str, command: gtp.Command | None) -> None:
    assert gtp.parse_command(line) == command


def test_an_id_alone_is_no_command() -> None:
    with pytest.raises(FormatError, match="no command after the id 12"):
        gtp.parse_command("12")


@pytest.mark.parametrize(
    ("text", "response"),
    [
        ("=", gtp.Response(True)),
        ("= d3", gtp.Response(True, "d3")),
        ("=\nA\nB\n\n", gtp.Response(True, "A\nB")),
        ("?17", gtp.Response(False, "", 17)),
        ("= 5 d3", gtp.Response(True, "5 d3")),
    ],
)
def test_responses_are_read(text: str, response: gtp.Response) -> None:
    assert gtp.parse_response(text) == response


@pytest.mark.parametrize("text", ["", "d3", "=d3", "=== d3", "ok", "=1d3", "\x00= d3"])
def test_what_is_no_response_is_named(text: str) -> None:
    with pytest.raises(FormatError, match="is no response: expected = or"):
        gtp.parse_response(text)


def test_a_text_cannot_end_its_response() -> None:
    assert str(gtp.Response(True, "a\n\n\nb\tc\x07", 3)) == "=3 a\nb c\n\n"
    assert str(gtp.Command("play", ("b", "d3\nquit"))) == "play b d3quit"


def test_a_response_answers_its_command() -> None:
    command = gtp.Command("genmove", ("black",), 5)
    assert gtp.parse_response("=5 d3").answering(command).text == "d3"
    assert gtp.parse_response("= 5 d3").answering(command).text == "d3"  # so does Edax
    assert gtp.parse_response("= 5").answering(command).text == ""
    assert gtp.parse_response("= d3").answering(command).text == "d3"
    with pytest.raises(FormatError, match="it answers command 4 instead of command 5"):
        gtp.parse_response("=4 d3").answering(command)


def test_lines_become_responses() -> None:
    reader = gtp.ResponseReader()
    lines = ["", "=1 a", "b", "", "", "?2 no", "\r", "=3", ""]
    found = [response for line in lines if (response := reader.feed(line))]
    assert found == [
        gtp.Response(True, "a\nb", 1),
        gtp.Response(False, "no", 2),
        gtp.Response(True, "", 3),
    ]


def test_a_line_that_begins_no_response_is_left_out() -> None:
    reader = gtp.ResponseReader()
    with pytest.raises(FormatError):
        reader.feed("Welcome")
    assert reader.feed("=1 2") is None
    assert reader.feed("") == gtp.Response(True, "2", 1)


def test_colors() -> None:
    for black, white in (("b", "w"), ("Black", "WHITE")):
        assert (gtp.parse_color(black), gtp.parse_color(white)) == (ob.BLACK, ob.WHITE)
    with pytest.raises(FormatError, match="'red' is no colour: expected black or white"):
        gtp.parse_color("red")


def test_lists_of_commands() -> None:
    expected = {"name", "genmove", "quit"}
    assert gtp.parse_command_list("name\ngenmove\nquit") == expected
    assert gtp.parse_command_list("name\n=4 genmove\n=4 quit\n") == expected  # so does Egaroucid
    assert set(gtp.REQUIRED) == gtp.parse_command_list("\n".join(gtp.REQUIRED))


@pytest.mark.parametrize(
    ("seconds", "text", "whole"),
    [
        (0, "0", "0"),
        (0.1, "0.1", "1"),
        (60.0, "60", "60"),
        (59.9996, "60", "59"),
        (2.5, "2.5", "2"),
    ],
)
def test_times(seconds: float, text: str, whole: str) -> None:
    assert gtp.seconds_text(seconds) == text
    assert gtp.seconds_text(seconds, whole=True) == whole


words = st.text(st.characters(codec="ascii", categories=("L", "N", "P")), min_size=1).filter(
    lambda word: "#" not in word
)


@given(
    st.builds(
        gtp.Command,
        words.filter(lambda word: not word[0].isdigit()),
        st.lists(words, max_size=4).map(tuple),
        st.none() | st.integers(0, 2**31),
    )
)
def test_what_is_written_is_read(command: gtp.Command) -> None:
    assert gtp.parse_command(str(command)) == command


@given(
    st.booleans(),
    st.lists(st.lists(words, min_size=1, max_size=3).map(" ".join), max_size=4).map("\n".join),
    st.integers(0, 2**31),
)
def test_responses_that_are_written_are_read(success: bool, text: str, number: int) -> None:
    response = gtp.Response(success, text, number)
    reader = gtp.ResponseReader()
    *before, last = str(response).splitlines()
    assert [reader.feed(line) for line in before] == [None] * len(before)
    assert reader.feed(last) == response
