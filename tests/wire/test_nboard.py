from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

import obversi as ob
from obversi.errors import FormatError, InvalidMoveError, ObversiError
from obversi.formats import GameRecord, PlayedMove
from obversi.wire import nboard

START = "-" * 27 + "O*------*O" + "-" * 27
GGF = f"(;GM[Othello]PC[]PB[]PW[]TI[05:00/00:00/00:00]TY[8a]RE[?]BO[8 {START} *]B[f5]W[d6];)"
GAME = GameRecord(
    ob.Board(rules="reversed"),
    (PlayedMove(ob.Move("f5")), PlayedMove(ob.Move("d6"))),
    tags={"TI": "05:00/00:00/00:00"},
)

COMMANDS = [
    ("nboard 2", nboard.Hello(2)),
    ("set depth 6", nboard.SetDepth(6)),
    (f"set game {GGF}", nboard.SetGame(GAME)),
    ("set contempt -25", nboard.SetContempt(-25)),
    ("ping 1", nboard.Ping(1)),
    ("go", nboard.Go()),
    ("move C3/-1.00/0.25", nboard.Play(ob.Move("c3"), -1.0, 0.25)),
    ("move PA", nboard.Play(ob.PASS)),
    ("move F4//1.20", nboard.Play(ob.Move("f4"), None, 1.2)),
    ("hint 4", nboard.Hint(4)),
    ("learn", nboard.Learn()),
    ("analyze", nboard.Analyze()),
    ("quit", nboard.Quit()),
]

REPLIES = [
    ("set myname Tester6", nboard.MyName("Tester6")),
    ("pong 1", nboard.Pong(1)),
    ("status thinking hard", nboard.Status("thinking hard")),
    ("status", nboard.Status()),
    ("nodestats 35805 0.10", nboard.NodeStats(35805, 0.1)),
    (
        "search F5-D6-PA -1.50 0 12 depth 12 done",
        nboard.Line((ob.Move("f5"), ob.Move("d6"), ob.PASS), -1.5, "12", text="depth 12 done"),
    ),
    (
        "book F5 2.00 17 100%W",
        nboard.Line((ob.Move("f5"),), 2.0, "100%W", games=17, from_book=True),
    ),
    ("=== D6/-1.00/0.00", nboard.Best(ob.Move("d6"), -1.0, 0.0)),
    ("=== D6", nboard.Best(ob.Move("d6"))),
    ("analysis 12 3.50", nboard.Analysis(12, 3.5)),
    ("learned", nboard.Learned()),
]


def moves(text: str) -> tuple[ob.Move, ...]:
    return tuple(ob.Move(text[place : place + 2]) for place in range(0, len(text), 2))


@pytest.mark.parametrize(("line", "command"), COMMANDS, ids=[line[:12] for line, _ in COMMANDS])
def test_commands_are_read_and_written(line: str, command: nboard.Command) -> None:
    assert str(command) == line
    assert nboard.parse_command(line) == command
    assert nboard.parse_command(f"  {line}\r\n") == command


@pytest.mark.parametrize(("line", "reply"), REPLIES, ids=[line[:12] for line, _ in REPLIES])
def test_replies_are_read_and_written(line: str, reply: nboard.Reply) -> None:
    assert str(reply) == line
    assert nboard.parse_reply(line) == reply
    assert nboard.parse_reply(f"{line}\r\n") == reply


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("=== f5 2.00 0.1", nboard.Best(ob.Move("f5"), 2.0, 0.1)),  # so does Edax
        ("===\tF5/2/", nboard.Best(ob.Move("f5"), 2.0)),
        ("=== F5//1.5", nboard.Best(ob.Move("f5"), None, 1.5)),
        ("=== PA", nboard.Best(ob.PASS)),
        ("=== F5/-2,2", nboard.Best(ob.Move("f5"), 0.0)),
        ("nodestats 1.2e9 3", nboard.NodeStats(1_200_000_000, 3.0)),
        ("nodestats 12", nboard.NodeStats(12)),
        ("search F5d6C3 1 0 14@98%", nboard.Line(moves("f5d6c3"), 1.0, "14@98%")),
        ("search F5?? 1 0 3", nboard.Line(moves("f5"), 1.0, "3")),
        ("", None),
        ("warning Must pick a depth", None),
        ("set colour red", None),
        ("set", None),
    ],
)
def test_replies_of_others_are_read(line: str, reply: nboard.Reply | None) -> None:
    assert nboard.parse_reply(line) == reply


@pytest.mark.parametrize(
    ("depth", "plies"), [("12", 12), ("14@98%", 14), ("100%", None), ("100%W", None), ("x", None)]
)
def test_a_depth_contains_plies(depth: str, plies: int | None) -> None:
    assert nboard.Line((ob.Move("f5"),), 0.0, depth).plies == plies


def test_a_move_alone_is_a_command_of_the_first_version() -> None:
    assert nboard.parse_command("F5") == nboard.Play(ob.Move("f5"))
    assert nboard.parse_command("pa") == nboard.Play(ob.PASS)


@pytest.mark.parametrize("line", ["", "dance", "set colour red", "set", "zz", "moves f5"])
def test_unknown_commands_are_left_out(line: str) -> None:
    assert nboard.parse_command(line) is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nboard two", "'two' is no version: expected a whole number"),
        ("nboard", "'' is no version"),
        ("set depth -1", "'-1' is no depth: expected 0 or more"),
        ("set game (;GM[Chess];)", "another game"),
        ("set game", "expected one game"),
        ("ping 99999999999999999999999999", "is no number of a ping: expected at most 18 digits"),
        ("move F5/high", "'high' is no value"),
        ("move F5/1/2/3", "has more than a move, its value and its time"),
        ("move", "there is no move after 'move'"),
    ],
)
def test_what_is_wrong_in_a_command_is_named(line: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        nboard.parse_command(line)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "line",
    ["===", "=== F5/1e999", "pong", "pong x", "nodestats", "search F5", "search ?? 1 0 3", "book"],
)
def test_what_is_wrong_in_a_reply_is_rejected(line: str) -> None:
    with pytest.raises(FormatError):
        nboard.parse_reply(line)


def test_a_text_that_is_no_move_is_another_mistake() -> None:
    with pytest.raises(InvalidMoveError, match="'z9' is no move"):
        nboard.parse_reply("=== z9/1/2")
    with pytest.raises(InvalidMoveError):
        nboard.parse_command("move z9")


@given(st.from_type(ob.Board), st.text(max_size=20))
def test_any_game_can_be_sent(board: ob.Board, name: str) -> None:
    moves = tuple(PlayedMove(move) for move in board.move_stack)
    line = str(nboard.SetGame(GameRecord(board.root(), moves, black=name)))
    assert "\n" not in line
    assert "\r" not in line
    command = nboard.parse_command(line)
    assert isinstance(command, nboard.SetGame)
    parsed = command.game.board()
    assert parsed == board
    assert parsed.move_stack == board.move_stack


@given(st.text(max_size=40))
def test_no_text_ends_its_line(text: str) -> None:
    for message in (nboard.MyName(text), nboard.Status(text)):
        assert not {"\n", "\r"} & set(str(message))
        assert type(nboard.parse_reply(str(message))) is type(message)


PIECES = [
    *("=== ", "F5", "pass", "PA", "/", "1.5", "-", " ", "\t", "search ", "book ", "nodestats "),
    *("pong ", "set ", "myname ", "game ", "(;GM[Othello]", ";)", "BO[8 ", START, "]", "B[f5]"),
    *(
        "move ",
        "ping ",
        "9" * 30,
        "1e999",
        "1e99",
        ",",
        "x",
        "é",
        "\0",
        "analysis ",
        "depth ",
        "nboard ",
    ),
]


@given(st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_line_is_read_or_rejected(line: str) -> None:
    for parse in (nboard.parse_command, nboard.parse_reply):
        message = None
        with suppress(ObversiError):
            message = parse(line)
        assert message is None or type(parse(str(message))) is type(message)
