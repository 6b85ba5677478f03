import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import endgames
import pytest
from boards import PASS_DUE
from click.testing import Result

import obversi as ob
from obversi.formats import GameRecord, obf
from obversi.rules import RULES, Rules

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]


def endgame_boards(rules: Rules) -> list[ob.Board]:
    return [endgames.endgame(size, rules, seed) for size in ob.SIZES for seed in range(2)]


def known(board: ob.Board) -> GameRecord:
    return GameRecord(board, values=endgames.margins(board))


def write(file: Path, *records: GameRecord) -> str:
    with file.open("w") as out:
        obf.write(records, out, rules=records[0].rules)
    return str(file)


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_every_position_of_a_file(obversi: Command, tmp_path: Path, rules: Rules) -> None:
    boards = endgame_boards(rules)
    file = write(tmp_path / "a.obf", *map(known, boards))
    result = obversi("solve", file, "--rules", rules, "--json", "--hash-mb", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    for board, solved in zip(boards, objects(result), strict=True):
        margins = endgames.margins(board)
        assert solved["position"] == board.to_string()
        assert (solved["size"], solved["rules"]) == (board.size, rules)
        assert solved["margin"] == max(margins.values()) == margins[solved["move"]]
        assert (solved["exact"], solved["bound"], solved["selectivity"]) == (True, "exact", 100)
        assert solved["pv"][0] == solved["move"]
        assert solved["nodes"] > 0
        assert solved["seconds"] > 0
        assert (solved["known_margin"], solved["agrees"]) == (solved["margin"], True)


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_every_move(obversi: Command, tmp_path: Path, rules: Rules) -> None:
    boards = endgame_boards(rules)
    file = write(tmp_path / "a.obf", *map(known, boards))
    result = obversi("solve", file, "--rules", rules, "--json", "--all-moves")
    for board, solved in zip(boards, objects(result), strict=True):
        assert {line["move"]: line["margin"] for line in solved["lines"]} == endgames.margins(board)
        assert solved["agrees"]
    text = obversi("solve", file, "--rules", rules, "--all-moves").stdout
    for board in boards:
        best_first = sorted(endgames.margins(board).values(), reverse=True)
        if len(best_first) > 1:
            assert f" {best_first[0]:+d}, " in text


def test_what_differs_is_reported(obversi: Command, tmp_path: Path) -> None:
    board = next(
        board
        for board in (endgames.endgame(6, "normal", seed) for seed in range(100))
        if len(set(endgames.margins(board).values())) > 1
    )
    margins = endgames.margins(board)
    best = max(margins.values())
    worst_move = min(margins, key=lambda move: margins[move])
    mover_is_black = board.turn == ob.BLACK
    wrong_elsewhere = margins | {worst_move: margins[worst_move] - 2}
    file = write(
        tmp_path / "a.obf",
        GameRecord(board, values=margins),
        GameRecord(board, values={move: value + 2 for move, value in margins.items()}),
        GameRecord(board, values=wrong_elsewhere),
        GameRecord(board, result=best if mover_is_black else -best),
        GameRecord(board, result=best + 2 if mover_is_black else -best - 2),
        GameRecord(board),
    )
    solved = objects(obversi("solve", file, "--json"))
    assert [row.get("agrees") for row in solved] == [True, False, True, True, False, None]
    assert solved[1]["known_margin"] == best + 2
    assert "known_margin" not in solved[-1]
    every_move = objects(obversi("solve", file, "--json", "--all-moves"))
    assert [row.get("agrees") for row in every_move] == [True, False, False, True, False, None]
    text = obversi("solve", file).stdout
    assert text.count("agrees") == 3
    assert text.count(f"{best + 2:+d} DIFFERS") == 2
    assert text.rstrip().endswith("; 3 of 5 agree with what is known")


def test_the_table(obversi: Command, tmp_path: Path) -> None:
    boards = endgame_boards("normal")
    file = write(tmp_path / "a.obf", *(GameRecord(board) for board in boards))
    result = obversi("solve", file)
    head, *rows, totals = result.stdout.splitlines()
    assert head.split() == ["#", "empty", "margin", "move", "nodes", "seconds", "Mn/s"]
    assert totals.startswith(f"{len(boards)} positions, ")
    assert "agree" not in totals
    for number, (board, row) in enumerate(zip(boards, rows[::2], strict=True), start=1):
        margins = endgames.margins(board)
        cells = row.split()
        assert cells[:2] == [str(number), str(len(board.empty))]
        assert cells[2] == f"{max(margins.values()):+d}"
        assert margins[cells[3]] == max(margins.values())
        assert len(row) <= 80
    for row, line in zip(rows[::2], rows[1::2], strict=True):
        assert line.split()[0] == row.split()[3]
    one = obversi("solve", "--size", "4", "--rules", "reversed").stdout
    assert one.splitlines()[1].split()[:3] == ["1", "12", "+4"]
    assert one.splitlines()[-1].startswith("1 position, ")


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_who_wins(obversi: Command, tmp_path: Path, rules: Rules) -> None:
    boards = [endgames.endgame(4, rules, seed) for seed in range(12)]
    file = write(tmp_path / "a.obf", *map(known, boards))
    solved = objects(obversi("solve", file, "--rules", rules, "--wld", "--json"))
    rows = obversi("solve", file, "--rules", rules, "--wld").stdout.splitlines()[1:-1:2]
    for board, found, row in zip(boards, solved, rows, strict=True):
        value = max(endgames.margins(board).values())
        word = "win" if value > 0 else "loss" if value < 0 else "draw"
        bound = {"win": "at_least", "loss": "at_most", "draw": "exact"}[word]
        assert (found["bound"], found["agrees"]) == (bound, True)
        assert row.split()[2] == word


def test_a_window(obversi: Command) -> None:
    """The margin of 4×4 is -10."""
    arguments = ["solve", "--size", "4", "--json", "--window"]
    assert objects(obversi(*arguments, "-12", "-8"))[0]["margin"] == -10
    above = objects(obversi(*arguments, "-4", "4"))[0]
    assert (above["bound"], above["margin"] <= -4) == ("at_most", True)
    below = objects(obversi(*arguments, "-16", "-14"))[0]
    assert (below["bound"], below["margin"] >= -14) == ("at_least", True)
    assert " ≤-" in obversi("solve", "--size", "4", "--window", "-4", "4").stdout


def test_positions_come_from_anywhere(obversi: Command, tmp_path: Path) -> None:
    board = endgames.endgame(6, "reversed", 1)
    margin = max(endgames.margins(board).values())
    moves = "".join(move for move in board.move_stack if not move.is_pass)
    file = tmp_path / "game.txt"
    file.write_text(moves + "\n")
    options = ["--json", "--rules", "reversed", "--size", "6"]
    for result in (
        obversi("solve", board.to_string(), *options),
        obversi("solve", moves, *options),
        obversi("solve", str(file), *options),
        obversi("solve", "-", *options, input=f"{board.to_string()};\n"),
    ):
        assert [solved["margin"] for solved in objects(result)] == [margin]


@pytest.mark.parametrize("rules", RULES)
def test_a_due_pass_is_the_move(obversi: Command, rules: Rules) -> None:
    [solved] = objects(obversi("solve", PASS_DUE[4], "--json", "--rules", rules))
    assert solved["move"] == solved["pv"][0] == "pass"
    board = ob.Board.parse(PASS_DUE[4], rules)
    assert solved["margin"] == max(endgames.margins(board).values())


def test_the_good_positions_around_broken_ones_are_solved(obversi: Command, tmp_path: Path) -> None:
    first, second = endgame_boards("normal")[:2]
    file = tmp_path / "a.obf"
    over = 16 * "X" + " O;"
    lines = [f"{first.to_string()};", "", "XO X; +3;", over, f"{second.to_string()}; Z9:+2;"]
    file.write_text("\n".join([*lines, f"{second.to_string()};"]) + "\n")
    result = obversi("solve", str(file), "--json")
    assert [row["position"] for row in objects(result)] == [first.to_string(), second.to_string()]
    problems = result.stderr.splitlines()
    assert len(problems) == 3
    assert problems[0].startswith(f"obversi: {file}: line 3: ")
    assert problems[1].startswith(f"obversi: {file}: line 5: ")
    assert problems[2] == f"obversi: {file}: position 2: the game is over"
    assert result.exit_code == 1
    assert "2 positions, " in obversi("solve", str(file)).stdout


def test_ctrl_c_keeps_what_is_printed(start_obversi: Process, tmp_path: Path) -> None:
    solvable = endgames.endgame(4, "normal", 1)
    file = write(tmp_path / "a.obf", GameRecord(solvable), GameRecord(ob.Board()))
    for arguments in (["--json"], []):
        process = start_obversi("solve", file, "--hash-mb", "1", *arguments)
        assert process.stdout is not None
        first = process.stdout.readline()
        if arguments:
            assert json.loads(first)["position"] == solvable.to_string()
        else:
            assert first.startswith("   #")
            assert process.stdout.readline().split()[0] == "1"
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=120)
        assert process.returncode == 130
        assert complaint.splitlines()[-1] == "obversi: interrupted"
