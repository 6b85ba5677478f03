import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result

import obversi as ob
from obversi.rules import Rules

Command = Callable[..., Result]

START = ob.Board().to_string()


def test_the_start_is_drawn_with_its_moves(obversi: Command) -> None:
    result = obversi("show")
    assert result.exit_code == 0
    assert result.stdout.startswith(ob.Board().unicode() + "\n")
    assert "black 2, white 2, empty 60" in result.stdout
    assert "d3 flips 1, c4 flips 1, f5 flips 1, e6 flips 1" in result.stdout
    assert "cannot come about" not in result.stdout


def test_letters_rules_and_size(obversi: Command) -> None:
    result = obversi("show", "--ascii", "--size", "6", "--rules", "reversed")
    assert result.stdout.startswith(str(ob.Board(6, "reversed")) + "\n")


@pytest.mark.parametrize(
    "position",
    [START, START.replace("-", "."), "\n".join(START.split()), ".X" + START[2:], "-X" + START[2:]],
)
def test_a_board_text_may_begin_with_an_empty_cell(obversi: Command, position: str) -> None:
    shown = json.loads(obversi("show", position, "--json").stdout)
    assert shown["board"] == ob.Board.parse(position).to_string()


def test_discs_turned_are_counted(obversi: Command) -> None:
    board = ob.Board.parse("XOO-OOOO-------- X")
    shown = obversi("show", board.to_string()).stdout
    for move in board.legal_moves:
        assert f"{move} flips {len(board.flips(move))}" in shown
    assert "d1 flips 2" in shown


def test_a_game_is_shown_at_its_end(obversi: Command, tmp_path: Path) -> None:
    board = ob.Board()
    for move in ("f5", "d6", "c3"):
        board.push(move)
    file = tmp_path / "game.txt"
    file.write_text("f5d6c3\n")
    shown = [
        obversi("show", "f5d6c3"),
        obversi("show", "F5 D6 C3"),
        obversi("show", str(file)),
        obversi("show", "-", input="1. f5 d6 2. c3\n"),
    ]
    for result in shown:
        assert result.exit_code == 0
        assert result.stdout.startswith(board.unicode() + "\n")


def test_several_positions_are_all_shown(obversi: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("f5d6c3\nf5\n")
    shown = [json.loads(line) for line in obversi("show", str(file), "--json").stdout.splitlines()]
    assert [position["turn"] for position in shown] == ["white", "white"]
    assert [position["black"] for position in shown] == [5, 4]
    assert obversi("show", str(file)).stdout.count("white to move") == 2


def test_what_cannot_come_about_is_reported(obversi: Command) -> None:
    result = obversi("show", "X" + 62 * "-" + "O X")
    assert "this position is impossible in a game:" in result.stdout
    problems = ob.Board.parse("X" + 62 * "-" + "O X").problems()
    for problem in problems:
        assert f"- {problem}" in result.stdout
    assert json.loads(obversi("show", "X" + 62 * "-" + "O X", "--json").stdout)["problems"] == (
        problems
    )


def test_json_of_a_game_in_progress(obversi: Command) -> None:
    shown = json.loads(obversi("show", "--json", "--rules", "reversed").stdout)
    assert shown == {
        "board": START,
        "size": 8,
        "rules": "reversed",
        "turn": "black",
        "legal_moves": ["d3", "c4", "f5", "e6"],
        "black": 2,
        "white": 2,
        "is_over": False,
        "outcome": None,
        "problems": [],
    }


@pytest.mark.parametrize(("rules", "winner"), [("normal", "black"), ("reversed", "white")])
def test_json_and_words_of_a_game_that_is_over(obversi: Command, rules: Rules, winner: str) -> None:
    over = 5 * "X" + 11 * "-" + " O"
    shown = json.loads(obversi("show", over, "--json", "--rules", rules).stdout)
    assert shown["is_over"] is True
    assert shown["outcome"] == {"winner": winner, "margin": 16, "black": 5, "white": 0}
    assert f"{winner} wins by 16" in obversi("show", over, "--rules", rules).stdout


def test_a_draw_has_no_winner(obversi: Command) -> None:
    drawn = 8 * "X" + 8 * "O" + " X"
    assert json.loads(obversi("show", drawn, "--json").stdout)["outcome"]["winner"] is None


def test_a_due_pass_is_reported(obversi: Command) -> None:
    passing = "XO" + 14 * "-" + " O"
    assert "white must pass" in obversi("show", passing).stdout
    assert json.loads(obversi("show", passing, "--json").stdout)["legal_moves"] == ["pass"]


def test_svg_goes_to_a_file(obversi: Command, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert obversi("show", "f5", "--svg", str(picture)).exit_code == 0
    assert ElementTree.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    board = ob.Board()
    board.push("f5")
    assert picture.read_text() == board.svg() + "\n"


def test_one_picture_cannot_show_two_positions(obversi: Command, tmp_path: Path) -> None:
    result = obversi("show", "-", "--svg", str(tmp_path / "a.svg"), input="f5d6\nf5\n")
    assert result.exit_code == 2
    assert "expected one" in result.stderr
    assert not (tmp_path / "a.svg").exists()


def test_the_good_games_around_a_broken_one_are_shown(obversi: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("f5\nf5f5\nd3\n")
    result = obversi("show", str(file), "--json")
    assert [json.loads(line)["turn"] for line in result.stdout.splitlines()] == ["white", "white"]
    assert result.stderr.startswith(f"obversi: {file}: line 2: ply 2")
    assert result.exit_code == 1
