import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

import obversi as ob
from obversi import formats
from obversi.agents.core_agents import RandomAgent
from obversi.play import play_game

Command = Callable[..., Result]


def finished_games(count: int) -> list[str]:
    games = (play_game(RandomAgent(seed), RandomAgent(seed + 1)) for seed in range(count))
    return ["".join(m for m in game.move_stack if not m.is_pass) for game in games]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.txt"
    file.write_text("".join(f"{game}\n" for game in finished_games(5)))
    return file


@pytest.mark.parametrize("ending", [".ggf", ".wtb", ".sgf", ".json", ".board"])
def test_there_and_back(obversi: Command, games: Path, tmp_path: Path, ending: str) -> None:
    other = tmp_path / f"games{ending}"
    result = obversi("convert", str(games), str(other))
    assert (result.exit_code, result.stdout) == (0, "")
    *losses, last = result.stderr.splitlines()
    assert last == "5 read, 5 written, 0 skipped"
    unknown = "that the theoretical score is unknown (the result is written) (5 times)"
    warnings = [f"obversi: WTHOR does not keep: {unknown}"]
    assert losses == (warnings if ending == ".wtb" else [])
    back = obversi("convert", str(other), "--to", "transcript")
    assert back.exit_code == 0
    assert back.stdout == games.read_text()


def test_a_text_format_goes_to_stdout(obversi: Command, games: Path) -> None:
    result = obversi("convert", str(games), "--to", "json")
    moves = [
        [m for m in json.loads(line)["moves"] if m != "pass"]
        for line in result.stdout.split("\n")
        if line
    ]
    assert ["".join(game) for game in moves] == games.read_text().split()


def test_rules_and_size_apply_if_the_input_has_none(obversi: Command) -> None:
    result = obversi("convert", "b1", "--to", "json", "--size", "4", "--rules", "reversed")
    game = json.loads(result.stdout)
    assert (game["size"], game["rules"], game["moves"]) == (4, "reversed", ["b1"])


def test_stdin_is_read_in_a_given_format(obversi: Command, games: Path, tmp_path: Path) -> None:
    wthor = tmp_path / "games.wtb"
    obversi("convert", str(games), str(wthor))
    result = obversi(
        "convert", "-", "--from", "wthor", "--to", "transcript", input=wthor.read_bytes()
    )
    assert result.exit_code == 0
    assert result.stdout == games.read_text()
    wrong = obversi("convert", "f5d6", "--from", "ggf", "--to", "transcript")
    assert wrong.exit_code == 1
    assert wrong.stdout == ""


def test_broken_games_are_reported_and_left_out(obversi: Command, tmp_path: Path) -> None:
    games, other = tmp_path / "games.txt", tmp_path / "games.ggf"
    games.write_text("f5d6c3\nf5f5\nnonsense\nf5d6\n")
    result = obversi("convert", str(games), str(other))
    assert result.exit_code == 1
    first, second, last = result.stderr.splitlines()
    assert first.startswith(f"obversi: {games}: line 2: ")
    assert "'f5'" in first
    assert second.startswith(f"obversi: {games}: line 3: ")
    assert last == "4 read, 2 written, 2 skipped"
    assert [game.transcript() for game in formats.read_path(other)] == ["f5d6c3", "f5d6"]


def test_games_that_a_format_cannot_hold_are_left_out(obversi: Command, tmp_path: Path) -> None:
    boards, other = tmp_path / "games.board", tmp_path / "games.txt"
    start = ob.Board(6).to_string()
    elsewhere = ob.Board(6)
    elsewhere.push("c2")
    boards.write_text(f"{start} c2\n{elsewhere.to_string()} b4\n{start} e4\n")
    result = obversi("convert", str(boards), str(other))
    assert (result.exit_code, other.exists()) == (1, False)
    assert "game 1: a transcript has neither size nor rules: this normal 6×6 game" in result.stderr
    result = obversi("convert", str(boards), str(other), "--size", "6")
    assert result.exit_code == 1
    problem, last = result.stderr.splitlines()
    assert problem.startswith(f"obversi: {boards}: game 2: ")
    assert last == "3 read, 2 written, 1 skipped"
    assert other.read_text() == "c2\ne4\n"


def test_games_of_another_year_are_left_out_of_wthor(obversi: Command, tmp_path: Path) -> None:
    games, other = tmp_path / "games.jsonl", tmp_path / "games.wtb"
    whole = formats.transcript.parse(finished_games(1)[0])
    dates = ("1987", "3 May 1987", "1999")
    formats.write_path([replace(whole, date=date) for date in dates], games)
    result = obversi("convert", str(games), str(other))
    assert result.exit_code == 1
    problem, loss, last = result.stderr.splitlines()
    assert problem.endswith("game 3: the game is of 1999, and this WTHOR file is for 1987")
    assert "the date, other than its year" in loss
    assert last == "3 read, 2 written, 1 skipped"
    assert [game.date for game in formats.read_path(other)] == ["1987", "1987"]


@pytest.mark.parametrize("content", ["nonsense\n", "", "f5f5\n"])
def test_where_nothing_can_be_read_a_file_stays(
    obversi: Command, tmp_path: Path, content: str
) -> None:
    games, other = tmp_path / "games.txt", tmp_path / "games.ggf"
    games.write_text(content)
    other.write_text("precious")
    result = obversi("convert", str(games), str(other))
    assert result.exit_code == 1
    assert result.stderr.endswith("0 written, 1 skipped\n")
    assert other.read_text() == "precious"


def test_where_writing_fails_a_file_stays(
    obversi: Command, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "games.wtb"
    other.write_text("precious")
    with games.open("a") as file:
        file.write("f5d6\n")
    monkeypatch.setattr("obversi.cli.convert.check_writable", lambda _game, _format, **_kind: None)
    result = obversi("convert", str(games), str(other))
    assert result.exit_code == 2
    assert result.stderr.startswith("obversi: record 6: the game is not over")
    assert other.read_text() == "precious"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.txt", "games.wtb"]


def test_a_file_is_not_written_over_itself(obversi: Command, games: Path) -> None:
    before = games.read_text()
    result = obversi("convert", str(games), str(games), "--to", "ggf")
    assert result.exit_code == 2
    assert "cannot be both INPUT and OUTPUT" in result.stderr
    assert games.read_text() == before
