import random
from pathlib import Path

import pytest

import obversi as ob
from obversi.formats import GameRecord, record_from_moves, sgf
from obversi.rules import RULES, Rules
from obversi.serve.gtp import GtpSession, parse_sgf
from obversi.serve.gtp_game import Clocks, TimeSettings
from obversi.serve.search import TimedEngine
from obversi.wire import gtp


class Talk:
    """A session whose answers are texts; what it rejects begins with a question mark."""

    def __init__(self, player: TimedEngine) -> None:
        self.session = GtpSession(player)

    def __call__(self, line: str) -> str:
        response = self.session.handle(line)
        assert response is not None
        return response.text if response.success else f"? {response.text}"


@pytest.fixture
def talk(engine: ob.Engine) -> Talk:
    return Talk(TimedEngine(engine, depth=1))


def test_all_that_is_required_is_known(talk: Talk) -> None:
    commands = set(talk("list_commands").split())
    assert set(gtp.REQUIRED) <= commands
    for name in commands:
        assert talk(f"known_command {name}") == "true"
        assert "unknown" not in talk(f"{name} too many words for any command")


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [4, 6])
def test_a_game_against_chance(talk: Talk, size: int, rules: Rules) -> None:
    chance, board = random.Random(size), ob.Board(size, rules)
    talk(f"boardsize {size}")
    talk(f"set_game {gtp.GAMES[rules]}")
    while not board.is_over:
        name = "black" if board.turn == ob.BLACK else "white"
        if board.turn == ob.WHITE:
            move = talk(f"genmove {name}")
        else:
            move = chance.choice(board.legal_moves)
            # A pass need not be sent.
            if move != "pass" or chance.random() < 0.5:
                assert talk(f"play {name} {move}") == ""
        board.push(move)
    outcome = board.outcome()
    assert outcome is not None
    winner = {ob.BLACK: "B+", ob.WHITE: "W+", None: ""}[outcome.winner]
    assert talk("final_score") == f"{winner}{outcome.margin}"
    assert talk("genmove b") == talk("genmove w") == "pass"
    assert talk("play b pass") == ""
    assert talk("play b a1").startswith("? illegal move: ")


def test_undo_takes_silent_passes_back(talk: Talk) -> None:
    talk("boardsize 4")
    talk("reversi-rules reversed")
    for color, move in zip("bwbwb", ["a2", "a3", "b4", "c1", "a4"], strict=True):
        talk(f"play {color} {move}")
    before = talk("showboard")
    assert talk("reg_genmove b") != "pass"
    assert talk("showboard") == before
    talk("genmove b")
    talk("undo")
    assert talk("showboard") == before
    for _ in range(5):
        assert talk("undo") == ""
    assert talk("undo") == "? cannot undo"


def test_other_rules_for_the_same_game(talk: Talk) -> None:
    talk("play b f5")
    talk("play w d6")
    talk("reversi-rules reversed")
    assert talk("showboard").startswith("black to move (fewest discs win)")
    talk("undo")
    assert talk("showboard").startswith("white to move (fewest discs win)")
    talk("set_game othello")
    assert talk("showboard").startswith("black to move (most discs win)")
    assert talk("undo") == "? cannot undo"


def test_lines_that_are_too_long_are_answered(engine: ob.Engine) -> None:
    response = GtpSession(TimedEngine(engine)).handle(
        ob.FormatError("a line has more than 9 bytes")
    )
    assert str(response) == "? syntax error: a line has more than 9 bytes\n\n"


@pytest.mark.parametrize("line", ["play \x00b\x07 f5", "play\tb\tf5", " 12  play  B  F5 # why"])
def test_odd_letters(talk: Talk, line: str) -> None:
    assert talk(line) == ""


# Clocks


def test_clocks_are_kept(engine: ob.Engine) -> None:
    talk = Talk(TimedEngine(engine, depth=60))
    for command in ("time_settings 0 0.02 1", "time_settings 0.1 0 0", "time_settings 0.1 0.02 1"):
        assert talk(command) == ""
        assert talk("reg_genmove b") in ob.Board().legal_moves
    talk("time_settings 1000 0 0")
    talk("time_left b 0 0")
    assert talk("reg_genmove b") in ob.Board().legal_moves


def settings(main: float, period: float, moves: int) -> Clocks:
    clocks = Clocks()
    clocks.set(TimeSettings(main, period, moves))
    return clocks


def test_a_time_for_each_move() -> None:
    clocks = settings(0, 10, 1)
    assert clocks.limit(ob.BLACK) == ob.Limit(seconds=9.95)
    clocks.use(ob.BLACK, 8)
    assert clocks.limit(ob.BLACK) == ob.Limit(seconds=9.95)
    clocks.set_clock(ob.BLACK, 0.1, 1)
    assert clocks.limit(ob.BLACK) == ob.Limit(seconds=0.09)


def test_a_time_for_several_moves() -> None:
    clocks = settings(0, 30, 3)
    assert clocks.limit(ob.WHITE) == ob.Limit(seconds=9.95)
    clocks.use(ob.WHITE, 20)
    assert clocks.limit(ob.WHITE) == ob.Limit(seconds=4.95)
    clocks.use(ob.WHITE, 4)
    clocks.use(ob.WHITE, 4)
    assert clocks.limit(ob.WHITE) == ob.Limit(seconds=9.95)


def test_a_game_time_without_clock_messages() -> None:
    clocks = settings(60, 0, 0)
    clocks.use(ob.BLACK, 15)
    assert clocks.limit(ob.BLACK) == ob.Limit(clock=45)
    assert clocks.limit(ob.WHITE) == ob.Limit(clock=60)
    clocks.use(ob.BLACK, 50)
    assert clocks.limit(ob.BLACK) == ob.Limit(clock=0.01)
    clocks.start()
    assert clocks.limit(ob.BLACK) == ob.Limit(clock=60)


def test_periods_after_the_time_for_the_game() -> None:
    clocks = settings(60, 10, 2)
    assert clocks.limit(ob.BLACK) == ob.Limit(clock=60, increment=5)
    clocks.use(ob.BLACK, 61)
    assert clocks.limit(ob.BLACK) == ob.Limit(seconds=4.95)


@pytest.mark.parametrize("without", [(0, 1, 0), (100, 5, 0), (0, 0, 0), (0, 0, 5)])
def test_no_clocks(without: tuple[float, float, int]) -> None:
    clocks = settings(*without)
    clocks.use(ob.BLACK, 1000)
    assert clocks.limit(ob.BLACK) == ob.Limit()


# SGF


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [4, 6, 8])
def test_games_as_they_are_written(size: int, rules: Rules) -> None:
    chance, board = random.Random(size), ob.Board(size, rules)
    while not board.is_over:
        board.push(chance.choice(board.legal_moves))
    record = record_from_moves(
        board.move_stack, ob.Board(size, rules), black="a\\b]c", white="(;)", place="x"
    )
    boards = parse_sgf(sgf.dump(record))
    assert boards == list(record.boards())
    assert boards[-1].move_stack == board.move_stack


def test_other_beginnings() -> None:
    board = ob.Board.parse("XXXXXO--XOO-X--- X")
    assert parse_sgf(sgf.dump(GameRecord(board))) == [board]
    assert parse_sgf("(;GM[2]SZ[6] ; B[b3] ;W [d2] C[well\\]done])")[-1].ply == 2
    assert parse_sgf("(;)") == [ob.Board()]


def test_a_game_that_breaks_off_after_the_moves_wanted() -> None:
    broken = "(;GM[2];B[f5];W[d6];B[a1])"
    assert [board.ply for board in parse_sgf(broken, 2)] == [0, 1, 2]
    with pytest.raises(ob.FormatError, match="a1"):
        parse_sgf(broken, 3)


def test_a_long_file_is_read_once() -> None:
    """Each part is looked at once, and not all of the rest for each."""
    assert parse_sgf(f"({300_000 * ';'}GM[2])") == [ob.Board()]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is no SGF"),
        ("f5d6", "is no SGF"),
        ("(;GM[1]SZ[19])", "is another game"),
        ("(;GM[2]SZ[10])", "there is no board of size"),
        ("(;GM[2]SZ[many])", "there is no board of size"),
        ("(;GM[2];B[f5];B[d6])", "ply 2: 'd6' cannot be played by black"),
        ("(;GM[2];B[a1])", "ply 1: 'a1' cannot be played"),
        ("(;GM[2]AB[z9])", "'z9' is no move"),
        ("(;GM[2]SZ[4]AB[h8])", "is no square of the 4×4 board"),
        ("(;GM[2]AB)", "cannot be read"),
    ],
)
def test_what_is_no_such_game(text: str, problem: str) -> None:
    with pytest.raises(ob.ObversiError, match=problem):
        parse_sgf(text)


def test_files(talk: Talk, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(sgf.dump(record_from_moves(["f5", "d6", "c3"], ob.Board(rules="reversed"))))
    assert talk(f"loadsgf {file}") == ""
    assert talk("showboard").startswith("white to move (fewest discs win)")
    assert talk("undo") == ""
    assert talk("play b c4") == ""
    assert talk(f"loadsgf {file} 2") == ""
    assert talk("play w d6") == ""
    file.write_text("(;GM[2]SZ[5])")
    assert talk(f"loadsgf {file}").startswith("? cannot load file: ")
    assert talk("undo") == ""
    for no_file in (tmp_path, "/dev/zero"):
        assert talk(f"loadsgf {no_file}").endswith(": it is no file")
    file.write_bytes(b"(" * (1 << 21))
    assert "it has more than" in talk(f"loadsgf {file}")
    assert talk("loadsgf nothing\0here").startswith("? cannot load file")
