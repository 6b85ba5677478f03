"""``obversi puzzles``: list, show, solve and make puzzles."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import Result

from obversi import Board, formats
from obversi.puzzles import daily_puzzle, puzzle_file, shipped_puzzles, shipped_set
from obversi.puzzles.puzzle import read_puzzles

Command = Callable[..., Result]


def test_the_list(obversi: Command) -> None:
    rows = obversi("puzzles", "list", "--rules", "reversed", "--size", "6").stdout.splitlines()
    assert rows[0].split() == ["name", "empty", "moves", "rating", "themes"]
    first = shipped_set("reversed", 6)[0]
    assert rows[1].split()[:4] == [
        first.name,
        *map(str, (first.empties, first.moves_to_find, first.rating)),
    ]
    assert rows[-1] == "200 puzzles"
    assert len(rows) == 202


def test_one_theme_as_json(obversi: Command) -> None:
    shown = obversi("puzzles", "list", "--theme", "parity", "--json").stdout.splitlines()
    expected = [one.name for one in shipped_set("normal", 8) if "parity" in one.themes]
    assert [json.loads(row)["name"] for row in shown] == expected
    assert "solution" not in json.loads(shown[0])


def test_a_puzzle_is_shown_without_its_solution_unless_requested(obversi: Command) -> None:
    puzzle = shipped_puzzles()["r6-20"]
    shown = obversi("puzzles", "show", "r6-20").stdout
    assert puzzle.task in shown
    assert "solution" not in shown
    with_solution = obversi("puzzles", "show", "r6-20", "--solution").stdout
    assert f"solution: {' '.join(puzzle.solution)}" in with_solution
    assert all(words in with_solution for words in puzzle.theme_words())
    report = json.loads(obversi("puzzles", "show", "r6-20", "--json", "--solution").stdout)
    assert report["board"] == puzzle.start.to_string()
    assert report["solution"] == list(puzzle.solution)


def test_a_puzzle_is_solved(obversi: Command) -> None:
    puzzle = next(one for one in shipped_puzzles().values() if one.moves_to_find == 2)
    wrong = next(move for move in puzzle.start.legal_moves if move != puzzle.solution[0])
    own = [move for move in puzzle.solution if move in (puzzle.solution[0], puzzle.solution[-1])]
    answers = ["hint", "hint", "hint", "hint", "z9", wrong, *own]
    result = obversi("puzzles", "solve", puzzle.name, input="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.stdout
    assert f"The best move is {puzzle.solution[0]}." in result.stdout
    assert f"{wrong} loses" in result.stdout
    assert "'z9'" in result.stdout
    assert "solved, with 1 mistake" in result.stdout
    assert "best play goes on with" in result.stdout or result.stdout.rstrip().endswith("mistake")


@pytest.mark.parametrize("leaving", ["quit\n", "solution\n", ""])
def test_a_puzzle_that_is_left_is_not_solved(obversi: Command, leaving: str) -> None:
    result = obversi("puzzles", "solve", "n4-1", input=leaving)
    assert result.exit_code == 1
    assert ("the solution is" in result.stdout) == (leaving == "solution\n")


def test_the_puzzle_of_the_day(obversi: Command) -> None:
    days = [datetime.now(UTC).date()]
    shown = obversi("puzzles", "show", "daily", "--json").stdout
    days.append(datetime.now(UTC).date())
    assert json.loads(shown)["name"] in {daily_puzzle(day).name for day in days}


def test_puzzles_from_mistakes(obversi: Command, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("b1a1a2c1d3b4c4d4\n")
    file = tmp_path / "mine.txt"
    made = obversi("puzzles", "make", str(file), str(games), "--size", "4")
    assert made.exit_code == 0, made.stderr
    assert f"{file}: 1 puzzles" in made.stdout
    [puzzle] = read_puzzles(file.read_text().splitlines())
    assert puzzle.solution == ("d4",)
    solved = obversi("puzzles", "solve", "1", "--file", str(file), input="d4\n")
    assert solved.exit_code == 0
    assert "solved, with 0 mistakes" in solved.stdout


@pytest.mark.parametrize(("player", "number"), [("Ann", 1), ("Bert", 0), ("nobody", 0)])
def test_mistakes_of_one_player(obversi: Command, tmp_path: Path, player: str, number: int) -> None:
    games, file = tmp_path / "games.ggf", tmp_path / "mine.txt"
    moves = ["b1", "a1", "a2", "c1", "d3", "b4", "c4", "d4"]
    record = replace(formats.record_from_moves(moves, Board(4)), black="Anna", white="Bert")
    formats.write_path([record], games)
    made = obversi("puzzles", "make", str(file), str(games), "--size", "4", "--player", player)
    assert f": {number} puzzles" in made.stdout


@pytest.mark.long
def test_the_puzzles_of_the_package_are_made_by_the_command(
    obversi: Command, tmp_path: Path
) -> None:
    file = tmp_path / "new.txt"
    made = obversi("puzzles", "make", str(file), "--size", "4", "--rules", "reversed")
    assert made.stdout.startswith(f"{file}: 200 puzzles (corner 75, parity")
    # Ratings, and with them the order, depend on the evaluation.
    assert _without_ratings(file) == _without_ratings(puzzle_file("reversed", 4))


def _without_ratings(file: Path) -> set[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    return {
        (puzzle.start.to_string(), puzzle.solution, puzzle.themes)
        for puzzle in read_puzzles(file.read_text().splitlines())
    }


def test_the_engine_plays_games_for_puzzles(obversi: Command, tmp_path: Path) -> None:
    texts = []
    for name in ("a", "b"):
        file = tmp_path / name
        few = ("--size", "6", "--rules", "reversed", "--engine-games", "5", "--count", "3")
        assert obversi("puzzles", "make", str(file), *few, "--seed", "7").exit_code == 0
        texts.append(file.read_text())
    assert texts[0] == texts[1]
    assert len(texts[0].splitlines()) == 4
