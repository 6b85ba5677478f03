import json
from collections.abc import Callable

import pytest
from click.testing import Result

import obversi as ob

Command = Callable[..., Result]


def test_the_numbers_of_the_start(obversi: Command) -> None:
    assert obversi("perft").stdout.startswith("3005288 lines of 9 plies in ")
    assert obversi("perft", "5").stdout.startswith("1396 lines of 5 plies in ")


@pytest.mark.parametrize("depth", range(6))
def test_counts_agree_with_the_library(obversi: Command, depth: int) -> None:
    positions = [
        ob.Board(),
        ob.Board(6),
        ob.Board(4),
        ob.Board.parse("XO" + 14 * "-" + " O"),
        ob.Board.parse(16 * "X" + " O"),
        ob.Board.parse("XXXXXXXOXXOO-OX- X"),
    ]
    for board in positions:
        result = obversi(
            "perft", str(depth), "--position", board.to_string(), "--by-move", "--json"
        )
        report = json.loads(result.stdout)
        assert report["leaves"] == ob.perft(board, depth)
        assert report["by_move"] == (ob.perft_by_move(board, depth) if depth else {})
        assert report["position"] == board.to_string()
        assert report["depth"] == depth
        assert report["leaves_per_second"] == report["leaves"] / report["seconds"]


def test_by_move_has_a_line_for_each(obversi: Command) -> None:
    lines = obversi("perft", "3", "--by-move", "--position", "f5").stdout.splitlines()
    board = ob.Board()
    board.push("f5")
    counted = {line.split()[0]: int(line.split()[1]) for line in lines[:-1]}
    assert counted == ob.perft_by_move(board, 3)
    assert lines[-1].startswith(f"{ob.perft(board, 3)} lines of 3 plies")


def test_size_and_rules(obversi: Command) -> None:
    report = json.loads(
        obversi("perft", "8", "--size", "4", "--rules", "reversed", "--json").stdout
    )
    assert report["leaves"] == ob.perft(ob.Board(4, "reversed"), 8)
    assert (report["size"], report["rules"]) == (4, "reversed")
    assert "by_move" not in report
