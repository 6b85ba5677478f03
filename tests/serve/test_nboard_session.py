import itertools
import queue

import pytest
from golden_sessions import Answers

import obversi as ob
from obversi.formats import ggf
from obversi.serve.nboard import NBoardSession, ReceivedGame
from obversi.serve.search import TimedEngine


class Talk:
    """A session, and what it answers."""

    def __init__(self, player: TimedEngine, name: str | None = None) -> None:
        self.answers = Answers()
        self.session = NBoardSession(player, self.answers, name)

    def say(self, *lines: str) -> None:
        for line in lines:
            assert self.session.handle(line)


def game(moves: str = "", tags: str = "", size: int = 8, anti: str = "") -> str:
    board = ob.Board(size).to_string().replace("X", "*")
    return f"(;GM[Othello]{tags}TY[{size}{anti}]BO[{size} {board}]{moves};)"


@pytest.mark.parametrize(
    "command",
    [
        *("nboard 2", "ping 7", "set depth 60", "set contempt 3", "learn", "move f5", "f5"),
        *("hint 1", "go", "analyze", f"set game {game()}"),
    ],
)
def test_a_hint_ends_with_any_command(engine: ob.Engine, command: str) -> None:
    talk = Talk(TimedEngine(engine))
    talk.say("set depth 60", "hint 4")
    talk.answers.until("search * 0 5*")
    talk.say(command)
    # It would take years without.
    talk.answers.until("status")
    talk.say("ping 8")
    talk.answers.until("pong 8")


def test_unknown_commands_do_not_end_a_hint(engine: ob.Engine) -> None:
    talk = Talk(TimedEngine(engine))
    talk.say("set depth 7", "hint 1", "unheard of", "set depth many", "")
    talk.answers.until("search * 0 7")


def test_a_ping_ends_thinking_about_a_move(engine: ob.Engine) -> None:
    talk = Talk(TimedEngine(engine))
    talk.say("set depth 60", "go")
    talk.answers.until("search * 0 5")
    talk.say("ping 1")
    said = talk.answers.until("pong 1")
    assert not [line for line in said if line.startswith("===")]
    assert said[-2:] == ["status", "pong 1"]


def test_what_has_nothing_to_do_with_it_does_not(engine: ob.Engine) -> None:
    talk = Talk(TimedEngine(engine, seconds=0.2))
    talk.say("set depth 60", "go", "set depth 3", "set contempt 10", "unheard of", "learn")
    talk.answers.until("learned")
    talk.answers.until("=== *")


def test_the_end_of_the_lines_waits_for_a_move_only(engine: ob.Engine) -> None:
    talk = Talk(TimedEngine(engine))
    talk.say("set depth 6", "go")
    talk.session.end(finish_move=True)
    assert [line for line in talk.answers.rest if line.startswith("===")]
    talk.say("set depth 60", "hint 1")
    talk.session.end(finish_move=True)


def test_a_stopped_analysis_is_about_the_game_that_it_was(engine: ob.Engine) -> None:
    talk = Talk(TimedEngine(engine))
    talk.say("set depth 60", f"set game {game('B[f5]W[d6]')}", "analyze", "ping 1")
    assert not [line for line in talk.answers.until("pong 1") if line.startswith("analysis 0")]


@pytest.mark.parametrize("anti", ["", "a"])
def test_analyses_against_the_solver(engine: ob.Engine, anti: str) -> None:
    board = ob.Board(4, "reversed" if anti else "normal")
    talk = Talk(TimedEngine(engine))
    moves = ""
    for color in itertools.cycle("BW"):
        if board.is_over:
            break
        move = board.legal_moves[-1]
        moves += f"{color}[{'PA' if move.is_pass else move}]"
        board.push(move)
    talk.say("set depth 60", f"set game {game(moves, size=4, anti=anti)}", "analyze")
    said = talk.answers.until("status analysing") and talk.answers.until("status")[:-1]
    worth = {int(line.split()[1]): float(line.split()[2]) for line in said}
    assert list(worth) == list(range(board.ply, -1, -1))
    while True:
        margin = board.margin() if board.is_over else engine.solve(board).margin
        assert worth[board.ply] == margin
        if not board.ply:
            break
        board.pop()


def test_names(engine: ob.Engine) -> None:
    for player, name, expected in (
        (TimedEngine(engine), None, "Obversi9"),
        (TimedEngine(engine, level=3), None, "Obversi level 3"),
        (TimedEngine(engine, level=3), "Anna", "Anna"),
    ):
        talk = Talk(player, name)
        talk.say("set depth 9")
        assert talk.answers.next() == f"set myname {expected}"


def test_a_level_moves(engine: ob.Engine) -> None:
    talk = Talk(TimedEngine(engine, level=1))
    talk.say("set depth 60", f"set game {game(size=4, anti='a')}", "go")
    [line] = [line for line in talk.answers.until("=== *") if line.startswith("===")]
    assert line.split()[1].split("/")[0].lower() in ob.Board(4, "reversed").legal_moves
    assert talk.answers.next() == "status"


def test_a_closed_output_ends_the_session(engine: ob.Engine) -> None:
    said: queue.Queue[str] = queue.Queue()

    def say(reply: object) -> None:
        said.put(str(reply))
        if str(reply).startswith("search"):
            raise BrokenPipeError

    session = NBoardSession(TimedEngine(engine), say)
    session.handle("hint 1")
    while not said.get(timeout=60).startswith("search"):
        pass
    with pytest.raises(BrokenPipeError):
        session.handle("ping 1")
    session.end()


# Clocks


@pytest.mark.parametrize(
    ("tags", "moves", "clock", "increment"),
    [
        ("TI[05:00//02:00]", "", 300, 0),
        ("TI[05:00//02:00]", "B[f5//10]W[d6//20]", 290, 0),
        ("TI[05:00//02:00]", "B[f5//10]W[d6//20]B[c3/1.5/7]", 280, 0),
        ("TI[01:00/00:10]", "B[f5//4]W[d6]", 66, 10),
        ("TI[1:00:00]", "", 3600, 0),
        ("TI[90]", "", 90, 0),
        ("TI[05:00]TB[00:30]", "", 30, 0),
        ("TI[05:00]TB[00:30]", "B[f5]", 300, 0),
        ("TI[00:05]", "B[f5//9]W[d6]", 0.1, 0),
        ("TI[00:00/00:02]", "", 0.1, 2),
        ("", "", None, 0),
        ("TI[whenever]", "", None, 0),
        ("TI[00:00]", "", None, 0),
    ],
)
def test_clocks(tags: str, moves: str, clock: float | None, increment: float) -> None:
    sent_game = ReceivedGame(ggf.parse(game(moves, tags)))
    assert sent_game.clock() == ob.Limit(clock=clock, increment=increment)


def test_a_move_is_found_within_the_clock(engine: ob.Engine) -> None:
    talk = Talk(TimedEngine(engine))
    talk.say("set depth 60", f"set game {game(tags='TI[00:02]')}", "go")
    # The depth alone would take years.
    talk.answers.until("=== *")


def test_received_moves_take_clock_time() -> None:
    sent_game = ReceivedGame(ggf.parse(game("", "TI[01:00]")))
    sent_game = sent_game.after(ob.Move("f5"), None, 2.5).after(ob.Move("d6"), 1.0, 4.0)
    assert sent_game.clock() == ob.Limit(clock=57.5)
    assert sent_game.board.move_stack == ["f5", "d6"]


def test_a_pass_may_be_left_out() -> None:
    sent_game = ReceivedGame(ggf.parse(game("B[a2]W[a3]B[b4]W[c1]B[a4]", size=4, anti="a")))
    assert sent_game.board.must_pass
    after = sent_game.after(ob.Move("d1"), None, None)
    assert after.board.move_stack[-2:] == ["pass", "d1"]
    with pytest.raises(ob.FormatError, match="there is a disc already"):
        sent_game.after(ob.Move("a4"), None, None)
