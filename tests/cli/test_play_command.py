"""Games through the prompt."""

import itertools
import re
import subprocess
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner, Result
from hypothesis import example, given, settings, strategies as st

import obversi as ob
from obversi import formats
from obversi.agents.agent import Agent
from obversi.agents.core_agents import GreedyAgent, RandomAgent
from obversi.cli import main
from obversi.cli.drawing import Marks, draw_plain
from obversi.cli.game.prompt import COMMANDS
from obversi.play import play_game
from obversi.rules import RULES, Rules

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]


def game_with_pass(rules: Rules, size: int = 4) -> ob.Board:
    for seed in itertools.count():
        game = play_game(RandomAgent(seed), RandomAgent(seed + 1), ob.Board(size, rules))
        if ob.PASS in game.move_stack:
            return game
    raise AssertionError


def typed(moves: list[ob.Move]) -> str:
    """Return what two people type for these moves: passes are never typed."""
    return "".join(f"{move}\n" for move in moves if not move.is_pass)


class FirstMove:
    name = "first"

    def choose(self, board: ob.Board) -> ob.Move:
        return board.legal_moves[0]


@pytest.mark.parametrize("rules", RULES)
def test_two_people_play_to_the_end(obversi: Command, rules: Rules) -> None:
    game = game_with_pass(rules)
    script = typed(game.move_stack)
    result = obversi("play", "human", "human", "--size", "4", "--rules", rules, input=script)
    assert result.exit_code == 0
    assert game.status() in result.stdout
    assert result.stdout.count("has no move and passes") == game.move_stack.count(ob.PASS)
    before = game.copy()
    while before.pop() is not ob.PASS:
        pass
    passer = "black" if before.turn == ob.BLACK else "white"
    other = "white" if passer == "black" else "black"
    assert f"{passer} has no move and passes: {other} plays again" in result.stdout


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("person", [ob.BLACK, ob.WHITE])
def test_a_person_against_greedy(obversi: Command, rules: Rules, person: int) -> None:
    """The agent's seed makes its answers known, so that a whole game can be written down."""
    first = FirstMove()
    if person == ob.BLACK:
        players: tuple[Agent, Agent] = (first, GreedyAgent(seed=6))
        names = ["human", "greedy"]
    else:
        players = (GreedyAgent(seed=5), first)
        names = ["greedy", "human"]
    game = play_game(*players, ob.Board(4, rules))
    replay, own = ob.Board(4, rules), []
    for move in game.move_stack:
        if replay.turn == person:
            own.append(move)
        replay.push(move)
    arguments = [*names, "--size", "4", "--rules", rules, "--seed", "5"]
    result = obversi("play", *arguments, input=typed(own))
    assert game.status() in result.stdout
    played = re.findall(r"(?:black|white) plays (\w\d) and flips", result.stdout)
    assert played == [move for move in game.move_stack if not move.is_pass]


@pytest.mark.parametrize("rules", RULES)
def test_two_agents_are_watched(obversi: Command, rules: Rules) -> None:
    result = obversi(
        "play", "random", "greedy", "--size", "4", "--rules", rules, "--seed", "3", input=""
    )
    game = play_game(RandomAgent(3), GreedyAgent(4), ob.Board(4, rules))
    assert result.exit_code == 0
    assert "> " not in result.stdout
    assert result.stdout.startswith("black is random\nwhite is greedy\n")
    assert result.stdout.rstrip().endswith(game.status())
    placed = sum(not move.is_pass for move in game.move_stack)
    assert result.stdout.count("  a b c d\n") == placed + 1


def test_every_move_is_drawn_with_its_mark_and_the_rule(obversi: Command) -> None:
    result = obversi("play", "greedy", "--rules", "reversed", "--ascii", input="f5\n")
    board = ob.Board(rules="reversed")
    assert str(board) in result.stdout
    board.push("f5")
    drawn = result.stdout.split("black plays f5 and flips 1: e5\n")[1].splitlines()
    assert drawn[:9] == [
        "  a b c d e f g h",
        "1 - - - - - - - -",
        "2 - - - - - - - -",
        "3 - - - - - - - -",
        "4 - - - O X + - -",
        "5 - - - X X[X]- -",
        "6 - - - + - + - -",
        "7 - - - - - - - -",
        "8 - - - - - - - -",
    ]
    assert drawn[9:11] == ["white to move (fewest discs win)", "black 4, white 1, empty 59"]
    assert "white plays " in result.stdout


def test_a_mark_on_the_edge(obversi: Command) -> None:
    result = obversi("play", "human", "human", "--size", "4", "--ascii", input="a2\na1\n")
    assert "\n2[X]X X -\n" in result.stdout
    assert "\n1[O]+ - -\n" in result.stdout
    end = obversi("play", "human", "human", "--size", "4", "--ascii", input="d3\n")
    assert "\n3 - X X[X]\n" in end.stdout


@pytest.mark.parametrize(
    ("player", "advice"),
    [("humn", "'human'"), ("gredy", "'greedy'"), ("my.toml:depth=2", "'file:my.toml:depth=2'")],
)
def test_a_player_that_is_not_there_is_named(obversi: Command, player: str, advice: str) -> None:
    result = obversi("play", player, "random")
    assert result.exit_code == 2
    assert f"did you mean {advice}?" in result.stderr


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [
        ("a1", "'a1' cannot be played: black would flip no disc there"),
        ("b2", "'b2' cannot be played: there is a disc already"),
        ("e5", "'e5' is no square of the 4×4 board"),
        ("pass", "black cannot pass while there is a move such as b1"),
        ("undoo", "'undoo' is neither a square nor a command: did you mean 'undo'?"),
        ("z9", "'z9' is neither a square nor a command: type 'help' for the commands"),
        ("save", "'save' needs a file name after it, such as game.ggf"),
        ("save game.doc", "the ending of 'game.doc' names no format to write"),
        ("save /missing/game.ggf", "there is no folder /missing"),
        ("undo", "there is no turn of yours to go back to"),
    ],
)
def test_a_wrong_answer_gets_one_line_and_the_prompt_again(
    obversi: Command, wrong: str, answer: str
) -> None:
    result = obversi("play", "human", "human", "--size", "4", input=f"{wrong}\nb1\n")
    assert result.exit_code == 0
    _, printed, *rest = re.split(r"black> .*\n", result.stdout)
    assert answer in printed
    assert printed.count("\n") == 1
    assert "black plays b1" in rest[0]


def test_the_moves_with_what_they_turn(obversi: Command) -> None:
    position = "XOO-OOOO--------X"
    result = obversi("play", "--position", position, input="moves\nquit\n")
    board = ob.Board.parse(position)
    listed = re.search(r"black> moves\n(.*)\n", result.stdout)
    assert listed
    assert listed[1].split(", ") == [
        f"{move} flips {len(board.flips(move))}" for move in board.legal_moves
    ]


def test_undo_goes_back_to_one_s_own_turn(obversi: Command) -> None:
    script = "b1\nundo\na2\nshow\nundo\nundo\n"
    result = obversi("play", "greedy", "--size", "4", "--ascii", input=script)
    parts = re.split(r"black> .*\n", result.stdout)
    start = str(ob.Board(4))
    assert parts[2].startswith(start)
    assert "black plays a2" in parts[3]
    assert "white plays" in parts[3]
    assert parts[5].startswith(start)
    assert parts[6].startswith("there is no turn of yours to go back to")


def test_undo_goes_back_over_passes_and_from_the_end(obversi: Command) -> None:
    game = game_with_pass("normal")
    last = [move for move in game.move_stack if not move.is_pass][-1]
    script = typed(game.move_stack) + f"undo\n{last}\n"
    result = obversi("play", "human", "human", "--size", "4", input=script)
    assert result.stdout.count(game.status()) == 2
    whole = obversi(
        "play", "human", "human", "--size", "4", input=typed(game.move_stack) + 20 * "undo\n"
    )
    assert whole.stdout.count("there is no turn of yours") == 20 - len(typed(game.move_stack)) // 3


def test_undo_stays_after_the_moves_to_begin_with(obversi: Command) -> None:
    result = obversi("play", "greedy", "--moves", "f5d6", input="undo\n")
    assert "there is no turn of yours to go back to" in result.stdout


@pytest.mark.parametrize("rules", RULES)
def test_a_game_is_saved_with_its_passes(obversi: Command, tmp_path: Path, rules: Rules) -> None:
    game = game_with_pass(rules)
    for ending in ("ggf", "json"):
        file = tmp_path / f"my game.{ending}"
        script = typed(game.move_stack) + f"save {file}\n"
        result = obversi("play", "human", "human", "--size", "4", "--rules", rules, input=script)
        assert f"saved to {file}\n" in result.stdout
        [record] = formats.read_path(file)
        assert record.board() == game
        assert record.board().move_stack == game.move_stack
        assert (record.black, record.white) == ("human", "human")


def test_only_a_game_s_own_file_is_saved_over(obversi: Command, tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.txt", tmp_path / "other.txt"
    other.write_text("precious")
    script = f"f5\nsave {other}\nsave {mine}\nd6\nsave {mine}\n"
    result = obversi("play", "human", "human", input=script)
    assert f"{other} exists already: choose another name" in result.stdout
    assert other.read_text() == "precious"
    assert mine.read_text() == "f5d6\n"


def test_a_game_begins_at_a_position_and_after_moves(obversi: Command) -> None:
    start = ob.Board(6).to_string()
    result = obversi("play", "--position", start, "--moves", "c2", "--ascii", input="")
    board = ob.Board(6)
    board.push("c2")
    assert draw_plain(board, False, Marks.of(board, ob.Move("c2"))) in result.stdout


def test_resign_quit_and_help(obversi: Command) -> None:
    resigned = obversi("play", "human", "human", input="f5\nresign\nf4\nundo\nf4\nquit\n")
    _, after = resigned.stdout.split("white resigns, black wins\n")
    assert after.startswith("game over> f4\nthe game is over\ngame over> undo\n")
    assert "white plays f4" in after
    again = obversi("play", "human", "human", input="f5\nundo\nresign\nredo\nundo\nredo\n")
    _, after = again.stdout.split("black resigns, white wins\n")
    assert after.startswith("game over> redo\nthe game was resigned: undo takes that back\n")
    assert after.count("game over>") == 2
    left = obversi("play", input="QUIT\nf5\n")
    assert left.stdout.endswith("black> QUIT\n")
    helped = obversi("play", input="help\n").stdout
    for command in COMMANDS.values():
        assert f"\n{command.name} {command.operand}".rstrip() + " " in helped
        assert command.words in helped
    assert (resigned.exit_code, left.exit_code) == (0, 0)


@pytest.mark.parametrize(("moves", "result"), [("", "-16"), ("b1\n", "+16")])
def test_a_saved_game_says_who_has_resigned(
    obversi: Command, tmp_path: Path, moves: str, result: str
) -> None:
    file = tmp_path / "game.ggf"
    obversi("play", "human", "human", "--size", "4", input=f"{moves}resign\nsave {file}\n")
    assert f"RE[{result}" in file.read_text()
    assert "resigns" in file.read_text()


def test_what_makes_no_sense_after_the_end(obversi: Command) -> None:
    script = "moves\nhint\nresign\na1\nsave\neval\nquit\n"
    result = obversi("play", "--position", 16 * "X" + "O", input=script)
    assert result.exit_code == 0
    assert result.stdout.count("the game is over\n") == 4
    assert "'save' needs a file name" in result.stdout
    assert "game over> quit\n" in result.stdout


def test_the_end_of_the_input_is_polite(start_obversi: Process) -> None:
    process = start_obversi("play")
    output, complaint = process.communicate("f5\n")
    assert process.returncode == 0
    # A busy machine may take so long that it says so.
    assert all(line.startswith("white thinks, ") for line in complaint.splitlines())
    assert output.endswith("black> \nend of input: the game stops here\n")
    nothing = start_obversi("play", stdin=subprocess.DEVNULL)
    assert nothing.communicate()[0].endswith("black> \nend of input: the game stops here\n")
    assert nothing.returncode == 0


def test_an_answer_that_is_no_text(obversi: Command) -> None:
    result = obversi("play", input=b"\xff\xfe\nmoves\n")
    assert result.exit_code == 0
    assert "is neither a square nor a command" in result.stdout
    assert "d3 flips 1" in result.stdout


def test_a_seed_repeats_a_game(obversi: Command) -> None:
    games = [obversi("play", "random", "random", "--seed", seed).stdout for seed in ("1", "1", "2")]
    assert games[0] == games[1] != games[2]


ANSWERS = st.one_of(
    st.sampled_from(
        [
            *(*ob.Board().legal_moves, "pass", "moves", "hint", "hint 3", "hint all", "hint 0"),
            *("eval", "undo", "redo", "show", "game", "help", "?", "level", "level 2", "level 99"),
            *("swap", "go", "new", "new reversed 4", "new 5", "load", "load .", "save", "resign"),
        ]
    ),
    st.text(max_size=8).filter(lambda text: text.strip().lower() not in ("quit", "exit")),
    st.text(st.characters(exclude_characters="/~"), max_size=4).map(
        lambda text: f"save {text}.txt"
    ),
)


@given(st.lists(ANSWERS, max_size=8))
@example(["d3", "resign", "save 0.txt"])
@settings(max_examples=30)
def test_whatever_is_typed_the_game_resumes(answers: list[str]) -> None:
    script = "".join(f"{answer}\n" for answer in answers).encode(errors="surrogatepass")
    with TemporaryDirectory() as folder, chdir(folder):
        arguments = ["play", "--level", "1", "--hint-seconds", "0.001"]
        result = CliRunner().invoke(main, arguments, input=script)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code == 0
    lost = "obversi: a transcript does not keep: the players' names"
    assert all(line.startswith(lost) for line in result.stderr.splitlines())
    assert result.stdout.rstrip().endswith(("the game stops here", "game over>"))
