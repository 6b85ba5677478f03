"""Games from files: those that fit are added once, the others are counted."""

import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

import obversi as ob
from obversi.errors import FormatError, ObversiError
from obversi.formats import GameRecord, record_from_moves, write_path
from obversi.formats.losses import ignore_loss
from obversi.rules import RULES, Rules
from obversi.training import from_files
from obversi.training.data_generation import generate
from obversi.training.from_files import Added, add_files
from obversi.training.game_files import ADDED, GameData


def random_game(seed: int, size: int = 8, rules: Rules = "normal", plies: int = 200) -> GameRecord:
    choose = random.Random(seed)
    board = ob.Board(size, rules)
    while not board.is_over and board.ply < plies:
        board.push(choose.choice(board.legal_moves))
    return record_from_moves(board.move_stack, ob.Board(size, rules))


def last(reports: Iterable[Added]) -> Added:
    *_, final = reports
    return final


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("name", ["games.ggf", "games.txt", "games.jsonl"])
def test_games_are_kept_as_they_were_played(
    tmp_path: Path, name: str, size: int, rules: Rules
) -> None:
    records = [random_game(seed, size, rules) for seed in range(10)]
    write_path(records, tmp_path / name, rules=rules, size=size)
    data = GameData.create(tmp_path / "games", size, rules)
    added = last(add_files(data, [tmp_path / name]))
    assert added == Added(10, {})
    games = data.read()
    assert games["number"].tolist() == list(range(ADDED, ADDED + 10))
    for game, record in zip(games, records, strict=True):
        squares = [ob.Move.from_index(int(square)) for square in game["moves"] if square != 0xFF]
        assert "".join(squares) == record.transcript()
        outcome = record.board().outcome()
        assert outcome is not None
        assert game["margin"] == outcome.margin_for(ob.BLACK)
    assert np.all(games["values"] == -128)
    assert np.all(games["by_chance"] == 0)
    assert np.all(games["exact_from"] == 60)
    assert np.all(games["first"] == 0)
    assert np.all(games["source"] == 1)


def test_wthor_is_for_normal_games_only(tmp_path: Path) -> None:
    records = [random_game(seed) for seed in range(5)]
    write_path(records, tmp_path / "games.wtb", on_loss=ignore_loss)
    normal = GameData.create(tmp_path / "normal", 8, "normal")
    assert last(add_files(normal, [tmp_path / "games.wtb"])) == Added(5, {})
    reversed_games = GameData.create(tmp_path / "reversed", 8, "reversed")
    assert last(add_files(reversed_games, [tmp_path / "games.wtb"])) == Added(0, {"other rules": 5})
    small = GameData.create(tmp_path / "small", 6, "normal")
    assert last(add_files(small, [tmp_path / "games.wtb"])) == Added(0, {"another size": 5})
    assert small.shards() == []


def test_what_does_not_fit_is_counted_by_its_reason(tmp_path: Path) -> None:
    elsewhere = ob.Board()
    elsewhere.push("f5")
    played = random_game(1)
    records = [
        played,
        random_game(2, size=6),
        random_game(3, rules="reversed"),
        random_game(4, plies=30),
        record_from_moves(played.board().move_stack[1:], elsewhere.copy(stack=False))
        if played.transcript().startswith("f5")
        else GameRecord(elsewhere),
        played,
    ]
    write_path(records, tmp_path / "games.ggf")
    with (tmp_path / "games.ggf").open("a") as file:
        file.write("(;GM[Othello]TY[8]BO[8 nonsense *]B[d3];)\n")
    data = GameData.create(tmp_path / "games")
    problems: list[FormatError] = []
    added = last(add_files(data, [tmp_path / "games.ggf"], on_problem=problems.append))
    assert added.games == 1
    assert added.skipped == {
        "another size": 1,
        "other rules": 1,
        "not finished": 1,
        "another start": 1,
        "there already": 1,
        "cannot be read": 1,
    }
    assert [problem.place for problem in problems] == [str(tmp_path / "games.ggf")]
    assert "record 7" in str(problems[0])


def test_games_are_added_once_whatever_file_they_are_in(tmp_path: Path) -> None:
    records = [random_game(seed, 6) for seed in range(6)]
    write_path(records[:4], tmp_path / "some.txt", size=6)
    write_path(records[2:], tmp_path / "others.ggf")
    data = GameData.create(tmp_path / "games", 6)
    first = last(add_files(data, [tmp_path / "some.txt"]))
    assert first == Added(4, {})
    both = last(add_files(data, [tmp_path / "some.txt", tmp_path / "others.ggf"]))
    assert both == Added(2, {"there already": 6})
    assert data.read()["number"].tolist() == list(range(ADDED, ADDED + 6))


def test_added_games_and_self_play_share_a_folder(tmp_path: Path) -> None:
    write_path([random_game(1, 4)], tmp_path / "games.txt", size=4)
    data = GameData.create(tmp_path / "games", 4)
    last(add_files(data, [tmp_path / "games.txt"]))
    *_, progress = generate(data, games=20)
    assert (progress.before, progress.played) == (0, 20)
    last(add_files(data, [tmp_path / "games.txt"]))
    numbers = set(data.read()["number"].tolist())
    assert numbers == {*range(20), ADDED}


def test_what_was_added_before_an_interruption_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(from_files, "_GAMES_A_SHARD", 4)
    monkeypatch.setattr(from_files, "_GAMES_BETWEEN_REPORTS", 1)
    write_path([random_game(seed, 6) for seed in range(9)], tmp_path / "games.txt", size=6)
    data = GameData.create(tmp_path / "games", 6)
    adding = add_files(data, [tmp_path / "games.txt"])
    for _ in range(6):
        next(adding)
    adding.close()
    assert [shard.records for shard in data.shards()] == [4, 2]
    again = last(add_files(data, [tmp_path / "games.txt"]))
    assert again == Added(3, {"there already": 6})
    assert data.read()["number"].tolist() == list(range(ADDED, ADDED + 9))


def test_a_file_that_is_not_there_is_named_before_anything_is_added(tmp_path: Path) -> None:
    write_path([random_game(1, 4)], tmp_path / "games.txt", size=4)
    data = GameData.create(tmp_path / "games", 4)
    with pytest.raises(ObversiError, match=r"there is no file .*missing\.ggf"):
        add_files(data, [tmp_path / "games.txt", tmp_path / "missing.ggf"])
    assert data.shards() == []
