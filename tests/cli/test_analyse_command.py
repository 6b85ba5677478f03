import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import endgames
import pytest
from click.testing import Result

import obversi as ob
from obversi.agents.core_agents import RandomAgent
from obversi.play import play_game
from obversi.rules import RULES, Rules

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]


def objects(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


# Positions


def test_json_of_a_position(obversi: Command) -> None:
    [found] = objects(obversi("analyse", "--depth", "4", "--rules", "reversed", "--json"))
    with ob.Engine() as engine:
        analysis = engine.analyse(ob.Board(rules="reversed"), ob.Limit(depth=4))
    assert found.pop("seconds") > 0
    assert found.pop("lines") == [
        {
            "move": analysis.move,
            "margin": analysis.margin,
            "bound": "exact",
            "exact": False,
            "depth": 4,
            "selectivity": analysis.selectivity,
            "pv": analysis.pv,
        }
    ]
    assert found == {
        "position": ob.Board().to_string(),
        "size": 8,
        "rules": "reversed",
        "move": analysis.move,
        "margin": analysis.margin,
        "bound": "exact",
        "exact": False,
        "depth": 4,
        "selectivity": analysis.selectivity,
        "nodes": analysis.nodes,
        "pv": analysis.pv,
    }


@pytest.mark.parametrize("rules", RULES)
def test_every_move_of_an_endgame(obversi: Command, rules: Rules) -> None:
    board = endgames.endgame(6, rules, 2)
    margins = endgames.margins(board)
    arguments = ["analyse", board.to_string(), "--rules", rules, "--depth", "20", "--top", "all"]
    [found] = objects(obversi(*arguments, "--json"))
    assert found["exact"] is True
    assert {line["move"]: line["margin"] for line in found["lines"]} == margins
    status, head, *lines = obversi(*arguments).stdout.splitlines()
    assert status == board.status()
    assert head.startswith("exact, ")
    assert {line.split()[1]: int(line.split()[0]) for line in lines} == margins


def test_the_number_of_lines(obversi: Command) -> None:
    for top, lines in (("1", 1), ("3", 3), ("99", 4), ("all", 4)):
        [found] = objects(obversi("analyse", "--depth", "2", "--top", top, "--json"))
        assert len(found["lines"]) == lines


def test_steps_go_deeper(obversi: Command) -> None:
    steps = objects(obversi("analyse", "--size", "6", "--depth", "5", "--steps", "--json"))
    depths = [step["depth"] for step in steps]
    assert depths == sorted(depths)
    assert len(depths) > 1
    assert depths[-1] == 5
    text = obversi("analyse", "--size", "6", "--depth", "5", "--steps").stdout.splitlines()
    assert text[0] == ob.Board(6).status()
    assert [line for line in text if line.startswith("depth 5")]


def test_other_limits(obversi: Command) -> None:
    for limit in (["--seconds", "0.01"], ["--nodes", "500"]):
        [found] = objects(obversi("analyse", "--json", *limit))
        assert found["move"] in ob.Board().legal_moves


def test_several_positions(obversi: Command, tmp_path: Path) -> None:
    boards = [endgames.endgame(4, "normal", seed) for seed in range(3)]
    over = 16 * "X" + " O;"
    lines = [f"{boards[0].to_string()};", over, f"{boards[1].to_string()};", "XO X;"]
    file = tmp_path / "a.obf"
    file.write_text("\n".join([*lines, f"{boards[2].to_string()};"]) + "\n")
    result = obversi("analyse", str(file), "--depth", "20", "--json")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["margin"] for row in found] == [
        max(endgames.margins(board).values()) for board in boards
    ]
    assert result.exit_code == 1
    assert result.stderr.splitlines()[0].startswith(f"obversi: {file}: line 4: ")
    assert result.stderr.splitlines()[1] == f"obversi: {file}: position 2: the game is over"
    text = obversi("analyse", str(file), "--depth", "20").stdout
    assert text.count("to move (most discs win)") == 3
    assert text.count("\n\n") == 2


# Games


def finished_game(rules: Rules) -> ob.Board:
    """A game with passes in it, between agents without a plan."""
    games = (
        play_game(RandomAgent(seed), RandomAgent(seed + 1), ob.Board(4, rules))
        for seed in range(100)
    )
    return next(game for game in games if ob.PASS in game.move_stack)


def transcript(game: ob.Board) -> str:
    return "".join(move for move in game.move_stack if not move.is_pass)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("top", ["1", "all"])
def test_every_move_of_a_game_against_slow_code(obversi: Command, rules: Rules, top: str) -> None:
    game = finished_game(rules)
    arguments = ["analyse", transcript(game), "--size", "4", "--rules", rules]
    rows = objects(obversi(*arguments, "--depth", "20", "--top", top, "--json"))
    board = ob.Board(4, rules)
    with ob.Engine() as engine:
        for ply, (row, move) in enumerate(zip(rows, game.move_stack, strict=True), start=1):
            margins = {line.move: line.margin for line in engine.solve(board, top="all").lines}
            assert (row["ply"], row["played"]) == (ply, move)
            assert row["turn"] == ("black" if board.turn == ob.BLACK else "white")
            assert row["position"] == board.to_string()
            assert row["margin"] == max(margins.values())
            assert row["played_margin"] == margins[move]
            assert row["loss"] == row["margin"] - row["played_margin"]
            board.push(move)


def test_the_table_of_a_game(obversi: Command) -> None:
    game = finished_game("normal")
    arguments = ["analyse", transcript(game), "--size", "4", "--depth", "20"]
    rows = objects(obversi(*arguments, "--json"))
    heading, head, *lines, losses = obversi(*arguments).stdout.splitlines()
    assert heading == "black against white (most discs win)"
    assert head.split() == ["ply", "player", "move", "value", "best", "value", "loss", "depth"]
    for row, line in zip(rows, lines, strict=True):
        cells = [row["ply"], row["turn"], row["played"], f"{row['played_margin']:+d}"]
        cells += [row["move"], f"{row['margin']:+d}", row["loss"], "exact"]
        assert line.split() == [str(cell) for cell in cells]
    given = {
        turn: sum(row["loss"] for row in rows if row["turn"] == turn) for turn in ("black", "white")
    }
    assert sum(given.values()) > 0
    assert losses == f"discs given away: black {given['black']}, white {given['white']}"


def test_a_game_that_resumes_ends_with_the_best_move_now(obversi: Command) -> None:
    rows = objects(obversi("analyse", "f5d6c3", "--depth", "3", "--json"))
    assert [row.get("played") for row in rows] == ["f5", "d6", "c3", None]
    assert "loss" not in rows[-1]
    board = ob.Board()
    for move in ("f5", "d6", "c3"):
        board.push(move)
    assert rows[-1]["position"] == board.to_string()
    assert rows[-1]["move"] in board.legal_moves
    lines = obversi("analyse", "f5d6c3", "--depth", "3", "--top", "2").stdout.splitlines()
    assert len(lines) == 2 + 3 * 4 + 1


def test_names_and_several_games(obversi: Command) -> None:
    ggf = "(;GM[Othello]PB[Ann]PW[Bob]TY[4a]RE[?]BO[4 -----O*--*O----- *]B[b1]W[a1];)"
    text = obversi("analyse", "-", "--depth", "2", input=f"{ggf}\n{ggf}\n").stdout
    assert text.count("Ann against Bob (fewest discs win)") == 2
    assert text.count("\n\n") == 1


@pytest.mark.long
def test_ctrl_c_keeps_what_is_printed(start_obversi: Process) -> None:
    process = start_obversi("analyse", "f5d6c3", "--seconds", "600", "--nodes", "1", "--json")
    output, _ = process.communicate(timeout=120)
    assert len(output.splitlines()) == 4
    process = start_obversi("analyse", "--seconds", "600", "--steps", "--json")
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["depth"] >= 1
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=120)
    assert process.returncode == 130
    assert complaint.splitlines()[-1] == "obversi: interrupted"
