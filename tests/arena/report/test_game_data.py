"""The games as the page's script reads them, and the script that does."""

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from programs import needs_program

from obversi import Board
from obversi.arena.game.played import PlayedGame
from obversi.arena.report.game_data import GameData, game_data
from obversi.formats.record import GameRecord
from obversi.pages.rendering import STATIC
from obversi.rules import Rules

MakeGame = Callable[..., PlayedGame]

SCRIPT = STATIC / "positions.js"
LABELS = ("first", "second")

GAMES = [(size, rules) for size in (4, 6, 8) for rules in ("normal", "reversed")]


def cells_of(board: Board) -> str:
    return board.to_string().split()[0]


def replayed(data: dict[str, Any], game: dict[str, Any]) -> list[str]:
    """Place and turn discs as the script does, without any rules."""
    cells, mover = data["starts"][game["start"]].split()
    size = int(len(cells) ** 0.5)
    found = [cells]
    for token in game["moves"].split(","):
        discs = list(cells)
        for letter in "" if token == data["pass"] else token:
            square = data["squares"].index(letter)
            discs[size * (square // 8) + square % 8] = mover
        cells = "".join(discs)
        found.append(cells)
        mover = "O" if mover == "X" else "X"
    return found


@pytest.mark.parametrize(("size", "rules"), GAMES)
def test_moves_flip_the_discs_of_the_rules(make_game: MakeGame, size: int, rules: Rules) -> None:
    games = [make_game(number, size=size, rules=rules) for number in range(1, 6)]
    assert any(played.move.is_pass for game in games for played in game.record.moves)
    data = game_data(LABELS, games).json
    for game, written_game in zip(games, data["games"], strict=True):
        assert replayed(data, written_game) == [cells_of(board) for board in game.record.boards()]


def test_games_that_white_begins_from_a_position_of_its_own(make_game: MakeGame) -> None:
    start = Board()
    start.push("f5")
    begun = Board.parse(start.to_string(), "reversed")
    games = [make_game(1, rules="reversed"), make_game(2, rules="reversed", start=begun)]
    data = game_data(LABELS, games).json
    assert data["starts"] == [Board().to_string(), begun.to_string()]
    assert [game["start"] for game in data["games"]] == [0, 1]
    last = [cells_of(board) for board in games[1].record.boards()]
    assert replayed(data, data["games"][1]) == last


def test_data_of_each_move(make_game: MakeGame) -> None:
    game = make_game(1, opening=3)
    (written_game,) = game_data(LABELS, [game]).json["games"]
    assert written_game["opening"] == 3
    for key, own in (
        ("values", [played.value for played in game.record.moves]),
        (
            "milliseconds",
            [played.seconds and 1000 * played.seconds for played in game.record.moves],
        ),
        ("clocks", game.clocks),
        ("depths", game.depths),
    ):
        written = written_game[key].split(",")
        for text, number in zip(written, own, strict=True):
            if number is None:
                assert text == ""
            else:
                assert float(text) == pytest.approx(number, rel=0.01, abs=0.06)


def test_players_results_and_failures(make_game: MakeGame) -> None:
    fair, failed = make_game(1), replace(make_game(2, reason="no idea"), a_color=1)
    first, second = game_data(LABELS, [failed, fair]).json["games"]
    assert (first["number"], first["black"], first["white"]) == (1, 0, 1)
    assert first["margin"] == fair.record.margin()
    assert (first["ending"], "reason" in first) == ("finished", False)
    assert (second["number"], second["black"], second["white"]) == (2, 1, 0)
    assert (second["ending"], second["failed"], second["reason"]) == ("error", "white", "no idea")


def test_a_game_without_moves(make_game: MakeGame) -> None:
    empty = replace(make_game(1), record=GameRecord(Board(), result=64), clocks=(), depths=())
    (written_game,) = game_data(LABELS, [empty]).json["games"]
    assert written_game["opening"] == 0
    assert not {"moves", "values", "clocks"} & set(written_game)


def test_the_last_games_are_left_out_where_they_are_too_many(make_game: MakeGame) -> None:
    games = [make_game(number) for number in (3, 2, 1)]

    def numbers(data: GameData) -> list[int]:
        return [game["number"] for game in data.json["games"]]

    everything = game_data(LABELS, games)
    assert (numbers(everything), everything.omitted) == ([1, 2, 3], 0)
    fewer = game_data(LABELS, games, most_games=2)
    assert (numbers(fewer), fewer.omitted) == ([1, 2], 1)
    one_game = len(json.dumps(everything.json["games"][0]))
    smaller = game_data(LABELS, games, most_bytes=int(1.5 * one_game))
    assert (numbers(smaller), smaller.omitted) == ([1], 2)


@pytest.mark.few_cases(2)
@needs_program("Node.js", shutil.which("node"))
@pytest.mark.parametrize(("size", "rules"), GAMES)
def test_the_script_shows_the_positions_of_the_game(
    make_game: MakeGame, size: int, rules: Rules, tmp_path: Path
) -> None:
    games = [make_game(number, size=size, rules=rules) for number in (1, 2)]
    data = game_data(LABELS, games).json
    calls = f"""
    const data = {json.dumps(data)};
    const boards = data.games.map((game) => positions(data, game).map((step) => [
      step.discs.join(""), step.move && moveName(step), step.move && step.move.value]));
    console.log(JSON.stringify(boards));
    """
    script = tmp_path / "calls.js"
    script.write_text(SCRIPT.read_text(encoding="utf-8") + calls, encoding="utf-8")
    answer = subprocess.run(["node", script], capture_output=True, text=True, check=True).stdout
    for game, steps in zip(games, json.loads(answer), strict=True):
        boards = [cells_of(board) for board in game.record.boards()]
        assert [discs for discs, _, _ in steps] == boards
        assert [move for _, move, _ in steps] == [None, *(one.move for one in game.record.moves)]
        values = [None, *(played.value for played in game.record.moves)]
        for (_, _, shown), value in zip(steps, values, strict=True):
            assert shown == (None if value is None else pytest.approx(value, abs=0.06))
