"""A folder of games: what is written is read again, and damage is reported."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from obversi.errors import FormatError, ObversiError
from obversi.rules import RULES, Rules
from obversi.training.game_files import GAME, GameData, Games


def games_of(first: int, count: int) -> Games:
    """Records that differ in everything, two for each number."""
    chance = np.random.default_rng(first)
    content = chance.integers(0, 256, 2 * count * GAME.itemsize, dtype=np.uint8)
    games = content.view(GAME)
    games["number"] = np.repeat(np.arange(first, first + count), 2)
    return games


def folder_with_games(folder: Path) -> GameData:
    data = GameData.create(folder, 6, "reversed")
    with data.writing() as writer:
        writer.append(games_of(10, 5), 10, 5)
        writer.append(games_of(0, 10), 0, 10)
    return data


def test_a_record_has_the_bytes_that_the_core_gives_it() -> None:
    assert GAME.itemsize == 136
    assert GAME.fields is not None
    assert {name: place for name, (_, place, *_) in GAME.fields.items()} == {
        "moves": 0,
        "values": 60,
        "by_chance": 120,
        "number": 128,
        "exact_from": 132,
        "first": 133,
        "margin": 134,
        "source": 135,
    }


def test_games_are_read_by_their_numbers(tmp_path: Path) -> None:
    written = folder_with_games(tmp_path / "deep" / "games")
    data = GameData.open(written.folder)
    assert (data.size, data.rules, data.settings) == (6, "reversed", {})
    assert np.array_equal(data.read(), np.concatenate([games_of(0, 10), games_of(10, 5)]))
    listed = [
        (shard.path.name, shard.first, shard.numbers, shard.records) for shard in data.shards()
    ]
    assert listed == [("games-0000000000.obg", 0, 10, 20), ("games-0000000010.obg", 10, 5, 10)]
    assert [len(part) for part in data.parts()] == [20, 10]


def test_a_folder_without_games_has_none(tmp_path: Path) -> None:
    data = GameData.create(tmp_path)
    assert len(data.read()) == 0
    assert data.read().dtype == GAME


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [4, 6, 8])
def test_a_folder_is_of_one_game(tmp_path: Path, size: int, rules: Rules) -> None:
    GameData.create(tmp_path, size, rules)
    for other_size in (4, 6, 8):
        for other_rules in RULES:
            if (other_size, other_rules) == (size, rules):
                opened = GameData.open_or_create(tmp_path, size, rules)
                assert (opened.size, opened.rules) == (size, rules)
                continue
            with pytest.raises(ObversiError, match=f"has {rules} {size}×{size} games, not"):
                GameData.open_or_create(tmp_path, other_size, other_rules)


def test_settings_are_kept_and_others_rejected(tmp_path: Path) -> None:
    data = GameData.create(tmp_path)
    for _ in range(2):
        data.store_settings({"depth": 4, "weights": None})
        assert data.settings == GameData.open(tmp_path).settings == {"depth": 4, "weights": None}
    with pytest.raises(ObversiError, match=r"have depth 4 instead of 6: take another folder"):
        data.store_settings({"depth": 6, "weights": None})
    with pytest.raises(ObversiError, match="noise None instead of 1"):
        data.store_settings({"depth": 4, "weights": None, "noise": 1})
    assert data.settings == {"depth": 4, "weights": None}


def test_a_folder_is_begun_once(tmp_path: Path) -> None:
    GameData.create(tmp_path)
    with pytest.raises(ObversiError, match="has games already"):
        GameData.create(tmp_path)


def test_games_without_a_description_are_not_guessed_at(tmp_path: Path) -> None:
    data = folder_with_games(tmp_path)
    (data.folder / "data.json").unlink()
    with pytest.raises(ObversiError, match=r"games but no data\.json"):
        GameData.open_or_create(tmp_path, 6, "reversed")
    with pytest.raises(ObversiError, match="is not a folder of games"):
        GameData.open(tmp_path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it does not describe games"),
        ("[]", "it does not describe games"),
        ('{"format": 1, "size": 8}', "it does not describe games"),
        ('{"format": 2}', "have format 2"),
        ('{"format": 1, "size": 5, "rules": "normal", "settings": {}}', "no board of size 5"),
        ('{"format": 1, "size": 4, "rules": "odd", "settings": {}}', "no rules 'odd'"),
        (
            '{"format": 1, "size": 4, "rules": "normal", "settings": 1}',
            "it does not describe games",
        ),
    ],
)
def test_a_broken_description_is_named(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "data.json").write_text(text)
    with pytest.raises(FormatError, match=rf"data\.json: .*{reason}"):
        GameData.open(tmp_path)


# Damage


def damaged_copies(content: bytes) -> list[bytes]:
    changed = []
    without_meaning = (14, 15)
    places = [place for place in range(32) if place not in without_meaning]
    for place in (*places, 33, len(content) // 2, len(content) - 1):
        copy = bytearray(content)
        copy[place] ^= 0x40
        changed.append(bytes(copy))
    return [*changed, b"", content[:20], content[:32], content[:-1], content[:-5]]


def test_every_damage_is_found(tmp_path: Path) -> None:
    data = folder_with_games(tmp_path)
    path = tmp_path / "games-0000000000.obg"
    whole = path.read_bytes()
    for content in damaged_copies(whole):
        path.write_bytes(content)
        with pytest.raises(FormatError, match=r"games-0000000000\.obg: "):
            data.read()
        problems: list[FormatError] = []
        assert np.array_equal(data.read(problems.append), games_of(10, 5))
        assert len(problems) == 1


def test_a_damaged_file_says_what_to_do(tmp_path: Path) -> None:
    data = folder_with_games(tmp_path)
    path = tmp_path / "games-0000000000.obg"
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(FormatError, match=r"damaged, .*: delete it and .* --skip-damaged"):
        data.read()


def test_a_file_of_another_game_is_rejected(tmp_path: Path) -> None:
    other = folder_with_games(tmp_path / "other")
    data = GameData.create(tmp_path / "games", 6, "normal")
    (other.folder / "games-0000000000.obg").rename(data.folder / "games-0000000000.obg")
    with pytest.raises(FormatError, match="has reversed 6×6 games, the folder normal 6×6 ones"):
        data.read()


def test_a_file_of_a_later_version_is_not_called_damaged(tmp_path: Path) -> None:
    data = folder_with_games(tmp_path)
    path = tmp_path / "games-0000000000.obg"
    content = bytearray(path.read_bytes())
    content[8] = 2
    path.write_bytes(content)
    with pytest.raises(FormatError, match="have version 2, this program reads version 1"):
        data.shards()


# Writing


def test_games_of_other_numbers_are_not_written(tmp_path: Path) -> None:
    data = GameData.create(tmp_path)
    with data.writing() as writer:
        for first, count in ((1, 5), (0, 4)):
            with pytest.raises(ObversiError, match="other numbers"):
                writer.append(games_of(0, 5), first, count)
    assert data.shards() == []


def test_leftovers_of_a_killed_run_are_neither_read_nor_kept(tmp_path: Path) -> None:
    data = folder_with_games(tmp_path)
    leftover = tmp_path / "games-0000000015.obg.part"
    leftover.write_bytes(b"obversig")
    assert len(data.read()) == 30
    assert leftover.exists()  # a run that is alive may be writing it
    with data.writing():
        assert not leftover.exists()


def test_one_run_writes_at_a_time(tmp_path: Path) -> None:
    data = GameData.create(tmp_path)
    with (
        data.writing(),
        pytest.raises(ObversiError, match="another run is writing"),
        GameData.open(tmp_path).writing(),
    ):
        pass
    with data.writing() as writer:
        writer.append(games_of(0, 1), 0, 1)
    assert len(data.read()) == 2


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ObversiError, match=r"file/games cannot be made: Not a directory"):
        GameData.create(tmp_path / "file" / "games")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    data = folder_with_games(tmp_path)
    path = tmp_path / "games-0000000000.obg"
    path.unlink()
    path.mkdir()
    with pytest.raises(ObversiError, match=r"games-0000000000\.obg cannot be read: Is a directory"):
        data.read()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to this user")
def test_a_forbidden_folder_is_named(tmp_path: Path) -> None:
    data = GameData.create(tmp_path)
    tmp_path.chmod(0o500)
    try:
        with (
            pytest.raises(ObversiError, match="cannot be written: Permission denied"),
            data.writing(),
        ):
            pass
    finally:
        tmp_path.chmod(0o700)


FULL = """
import resource, sys
import numpy as np
from obversi.errors import ObversiError
from obversi.training.game_files import GAME, GameData

data = GameData.open(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
games = np.random.default_rng(1).integers(0, 256, 100 * GAME.itemsize, dtype=np.uint8).view(GAME)
games["number"] = 20
with data.writing() as writer:
    try:
        writer.append(games, 20, 1)
    except ObversiError as error:
        print(error)
"""


def test_a_full_disk_is_reported_and_leaves_no_part_of_a_file(tmp_path: Path) -> None:
    data = folder_with_games(tmp_path)
    before = sorted(path.name for path in tmp_path.iterdir())
    command = [sys.executable, "-c", FULL, str(tmp_path)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert output == f"{tmp_path}/games-0000000020.obg cannot be written: File too large\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert len(data.read()) == 30


def test_a_description_is_json(tmp_path: Path) -> None:
    GameData.create(tmp_path, 4, "normal")
    data = json.loads((tmp_path / "data.json").read_text())
    assert data == {"format": 1, "size": 4, "rules": "normal", "settings": {}}
