import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import obversi as ob
from obversi.heuristics import EVALUATIONS, Mix, Phase, write_mix

Command = Callable[..., Result]


def test_features_and_moves(obversi: Command) -> None:
    result = obversi("explain", "f5", "--evaluation", "r4", "--evaluation", "positional")
    assert result.exit_code == 0
    board = ob.Board()
    board.push("f5")
    assert result.stdout.startswith(board.unicode() + "\n")
    # By hand: white has d4, black e4, d5, e5 and f5; three moves each.
    lines = [line.rstrip() for line in result.stdout.splitlines()[10:]]
    assert lines == [
        "",
        "the position, as white sees it",
        "",
        "r4          value  weight   points   positional  value  weight  points",
        "──────────────────────────────────   ─────────────────────────────────",
        "squares        10       1  +10.000   squares         4       1      +4",
        "disc_share   -0.6       1   -0.600   ─────────────────────────────────",
        "move_share      0       1   +0.000                                  +4",
        "──────────────────────────────────",
        "                            +9.400",
        "",
        "right after each move, as white sees it; * marks the best",
        "",
        "move       r4  positional",
        "─────────────────────────",
        "f4     +0.000         *+0",
        "d6     -0.111         *+0",
        "f6    *+1.111         *+0",
        "",
    ]


def test_one_move(obversi: Command) -> None:
    result = obversi("explain", "f5", "--evaluation", "r4", "--move", "F6", "--rules", "reversed")
    assert result.exit_code == 0
    lines = [line.rstrip() for line in result.stdout.splitlines()[11:]]
    assert lines == [
        "right after f6, as white sees it",
        "",
        "r4           value  weight  points",
        "──────────────────────────────────",
        "squares          1      -1  -1.000",
        "disc_share       0      -1  +0.000",
        "move_share  0.1111       1  +0.111",
        "──────────────────────────────────",
        "                            -0.889",
        "",
    ]


def test_a_pass(obversi: Command) -> None:
    result = obversi("explain", "OX--------------X", "--evaluation", "r4", "--move", "pass")
    assert result.exit_code == 0
    assert "right after pass, as black sees it" in result.stdout


@pytest.mark.parametrize("columns", [60, 80, 120, 200])
def test_everything_is_shown_in_any_width(obversi: Command, columns: int) -> None:
    result = obversi("explain", "f5d6c3d3c4", COLUMNS=str(columns))
    assert max(map(len, result.stdout.splitlines())) <= columns
    board = ob.Board()
    for move in ("f5", "d6", "c3", "d3", "c4"):
        board.push(move)
    for name in EVALUATIONS:
        assert result.stdout.count(f"{name} ") + result.stdout.count(f"{name}\n") >= 2, name
    for feature in {
        feature.name for each in ob.explain(board).position for feature in each.features
    }:
        assert feature in result.stdout
    tables = [line for line in result.stdout.splitlines() if line.startswith("b3 ")]
    assert "".join(tables).count("*") == 5  # r0 twice, r2, r2-position and r4
    assert (len(tables) == 1) == (columns >= 120)


def test_json(obversi: Command) -> None:
    board = ob.Board(6, "reversed")
    options = ["--size", "6", "--rules", "reversed", "--json"]
    printed = json.loads(obversi("explain", *options).stdout)
    assert printed == ob.explain(board).to_object()
    assert [each["evaluation"] for each in printed["evaluations"]] == list(EVALUATIONS)
    assert [each["move"] for each in printed["moves"]] == [str(move) for move in board.legal_moves]


def test_json_of_one_move(obversi: Command) -> None:
    printed = json.loads(obversi("explain", "--move", "c4", "--evaluation", "r4", "--json").stdout)
    assert [each["move"] for each in printed["moves"]] == ["c4"]


def test_several_positions(obversi: Command, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("f5\nf5d6\n")
    lines = obversi("explain", str(games), "--evaluation", "r4", "--json").stdout.splitlines()
    assert [json.loads(line)["turn"] for line in lines] == ["white", "black"]
    shown = obversi("explain", str(games), "--evaluation", "r4").stdout
    assert shown.count("as white sees it") == shown.count("as black sees it") == 2


def test_a_broken_game_among_others_is_reported(obversi: Command, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("f5\nf5f5\n")
    result = obversi("explain", str(games), "--evaluation", "r4", "--json")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 1
    [line] = result.stderr.splitlines()
    assert line.startswith(f"obversi: {games}: ")


def test_a_finished_game(obversi: Command) -> None:
    result = obversi("explain", "XOXXXXXXXXXXXXX-X", "--evaluation", "r4")
    assert result.exit_code == 0
    assert "finished" in result.stdout
    assert "after each move" not in result.stdout


def test_weights_of_your_own(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    write_mix(Mix("[mine]", (Phase({"bias": 2.5}),)), path)
    shown = obversi("explain", "--evaluation", str(path)).stdout
    assert "[mine]" in shown
    assert "+2.500" in shown
    module = tmp_path / "my_code.py"
    module.write_text("def three(board):\n    return 3\n")
    printed = json.loads(
        obversi("explain", "--evaluation", f"python:{module}:three", "--json").stdout
    )
    assert printed["evaluations"][0]["value"] == 3


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--evaluation", "r44"], "there is no evaluation 'r44': did you mean 'r4'?"),
        (["--evaluation", "r4:gamma=1"], "has no option 'gamma'"),
        (["--evaluation", "missing.toml"], "missing.toml: No such file"),
        (["--evaluation", "python:missing_module:name"], "there is no module 'missing_module'"),
        (["--move", "a1"], "'a1' cannot be played: black would flip no disc there"),
        (["--move", "z9"], "'z9' is no move"),
        (["--move", "pass"], "black cannot pass"),
        (["f5f5"], "ply 2"),
    ],
)
def test_wrong_input(obversi: Command, arguments: list[str], named: str) -> None:
    result = obversi("explain", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    [line] = result.stderr.splitlines()
    assert line.startswith("obversi: ")
    assert named in line


def test_failing_code_is_named(obversi: Command, tmp_path: Path) -> None:
    module = tmp_path / "failing_code.py"
    module.write_text("def failing(board):\n    return 1 / 0\n")
    result = obversi("explain", "--evaluation", f"python:{module}:failing")
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert "failing" in line
    assert "division by zero" in line
