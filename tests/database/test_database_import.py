"""Adding games: every format, the package's own databases, duplicates and broken records."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from stored_games import add_tournament, game_of_number

import obversi as ob
from obversi.arena.store.schema import SCHEMA as ARENA_SCHEMA
from obversi.arena.store.store import Store
from obversi.database import GameDatabase, GameFilter, importing as importing_module
from obversi.database.importing import Imported, Problem
from obversi.database.sources import ARENA, SERVER, check_source
from obversi.errors import InputError
from obversi.formats import GameRecord, PlayedMove, read_path, record_from_moves, write_path
from obversi.formats.losses import ignore_loss
from obversi.net.store import SCHEMA as SERVER_SCHEMA, GameStore
from obversi.net.stored_game import (
    StoredMove,
    StoredSeat,
    StoredServerGame,
    abandoned_outcome,
    finished_outcome,
    lost_outcome,
)
from obversi.rules import RULES, Rules
from obversi.sqlite_file import Schema
from obversi.wire.session import EndReason

Games = Callable[..., list[GameRecord]]


def stored(database: GameDatabase) -> list[GameRecord]:
    return [game.record for game in database.each_game()]


def finished(games: list[GameRecord]) -> list[GameRecord]:
    """The games that ended, with their results."""
    ended = [game for game in games if game.board().is_over]
    return [replace(game, result=game.board().margin(ob.BLACK)) for game in ended]


# Formats


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("ending", ["ggf", "sgf", "json", "board", "txt", "wtb"])
def test_games_of_every_format(
    database: GameDatabase, random_games: Games, tmp_path: Path, ending: str
) -> None:
    games = [replace(game, date="2001") for game in finished(random_games(20))]
    path = tmp_path / f"games.{ending}"
    write_path(games, path, on_loss=ignore_loss)
    assert database.add_file(path) == Imported(len(games), 0)
    assert stored(database) == list(read_path(path))
    assert [game.transcript() for game in stored(database)] == [g.transcript() for g in games]
    assert {game.source for game in database.each_game()} == {str(path)}
    # A second time nothing is new.
    assert database.add_file(path) == Imported(0, len(games))
    assert database.games().total == len(games)


def test_pgn(database: GameDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Site "club"]\n[Black "Ann"]\n[Date "1999.01.02"]\n\n1. f5 d6 2. c3 33-31\n')
    assert database.add_file(path).added == 1
    [game] = database.games().games
    assert (game.record.black, game.record.place, game.year) == ("Ann", "club", 1999)
    assert (game.record.transcript(), game.margin) == ("f5d6c3", 2)


def test_rules_and_size_of_files_that_do_not_say(database: GameDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("b3b2c2\n")
    assert database.add_file(path, rules="reversed", size=6).added == 1
    [record] = stored(database)
    assert (record.rules, record.size) == ("reversed", 6)
    imported = database.add_file(path, size=4)
    assert imported.added == 0
    assert "cannot be played" in imported.problems[0].reason


def test_records_that_cannot_be_stored_are_problems(database: GameDatabase) -> None:
    game = record_from_moves(["f5"], black="Ann")
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"date": 1999}, "the date cannot be 1999: expected a text"),
        ({"black": 3}, "the name of black cannot be 3"),
        ({"result": "x"}, "the result cannot be 'x': expected an int"),
        ({"result": 1000}, "the result 1000 is more than the board has squares"),
        ({"tags": {"CO": b"x"}}, "the tag 'CO' cannot be b'x'"),
    ]
    records: list[Any] = [*(replace(game, **changes) for changes, _ in wrong), 3]
    imported = database.add([game, *records], "mixed")
    assert imported.added == 1
    reasons = [*(reason for _, reason in wrong), "3 is no game: expected a GameRecord"]
    for reason, problem in zip(reasons, imported.problems, strict=True):
        assert problem.reason.startswith(reason)
    assert stored(database) == [game]


def test_wrong_arguments_of_imports(database: GameDatabase) -> None:
    game = record_from_moves(["f5"])
    with pytest.raises(InputError, match="a single GameRecord is no list of games"):
        database.add(game, "one")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="the source cannot be 3: expected a text"):
        database.add([game], 3)  # type: ignore[arg-type]


def test_everything_about_a_game_is_kept(database: GameDatabase) -> None:
    start = ob.Board(6, "reversed")
    start.push("b3")
    game = GameRecord(
        start,
        (PlayedMove(ob.Move("b2"), 1.5, 0.25), PlayedMove(ob.Move("b1"), None, 3.0)),
        black="Ann\n",
        white='O\'Neill "Wíll"; \x01',
        place="[club]",
        date="May 1, 2003",
        result=-7,
        tags={"CO": "a comment", "é": ""},
        values={"b2": 4},
    )
    database.add([game], "one")
    [found] = database.games().games
    assert found.record == game
    assert found.record.moves == game.moves
    assert (dict(found.record.tags), dict(found.record.values)) == (game.tags, game.values)
    assert (found.number, found.margin, found.opening, found.year) == (1, -7, "", 2003)


@pytest.mark.parametrize("character", ["\ud800", "\0"])
def test_characters_that_no_database_stores(database: GameDatabase, character: str) -> None:
    game = record_from_moves(
        ["f5"], black=character, place=character, date=character, tags={"CO": character}
    )
    for _ in range(2):
        database.add([game], character)
    [found] = database.games(GameFilter(black=character, event=character)).games
    assert (found.record.black, found.record.place, found.record.date) == ("?", "?", "?")
    assert (found.source, found.record.tags) == ("?", game.tags)


def test_long_names(database: GameDatabase) -> None:
    name = "".join(map(chr, Random(1).choices(range(0x4E00, 0x9FFF), k=10_000)))
    games = [record_from_moves(["f5"], black=name), record_from_moves(["f5"], black=name + "a")]
    assert database.add(games[:1], name).added == 1
    assert database.add(games, name) == Imported(1, 1)
    assert [game.record.black for game in database.each_game()] == [name, name + "a"]
    assert database.games(GameFilter(black="A")).total == 1


# Duplicates


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_images_of_games_are_duplicates(
    database: GameDatabase, random_games: Games, size: int, rules: Rules
) -> None:
    games = random_games(10, size=size, rules=rules, other_starts=0.5)
    images = [
        replace(
            game,
            start=game.start.transform(way),
            moves=tuple(PlayedMove(way.move(played.move, size)) for played in game.moves),
        )
        for game in games
        for way in ob.Symmetry
    ]
    assert database.add(images, "images") == Imported(10, 70)
    assert database.add(games, "games") == Imported(0, 10)


def test_what_makes_games_different(database: GameDatabase) -> None:
    game = record_from_moves(["f5", "d6", "c3"], black="Ann", white="Bob", place="c", date="1999")
    others = [
        replace(game, black="Cid"),
        replace(game, black="Bob", white="Ann"),
        replace(game, place="d"),
        replace(game, date="1999.1.1"),
        replace(game, moves=game.moves[:2]),
        replace(game, start=game.start.with_rules("reversed")),
    ]
    assert database.add([game, *others], "").added == 7
    same = [
        replace(game, black=" ANN "),
        replace(game, place="C"),
        replace(game, result=8, tags={"CO": "annotated"}),
    ]
    assert database.add(same, "") == Imported(0, 3)
    assert database.add([game, game], "").duplicates == 2


# Many games


def test_games_in_several_parts_and_blocks(
    database: GameDatabase, random_games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing_module, "_PART", 7)
    monkeypatch.setattr("obversi.database.tables._BLOCK_GAMES", 10)
    games = [
        game
        for pair in zip(random_games(40, size=6), random_games(40, size=4), strict=True)
        for game in pair
    ]
    counts: list[int] = []
    for begin, end in ((0, 1), (1, 2), (2, 23), (23, 23), (23, 80)):
        assert (
            database.add(games[begin:end], "part", on_progress=counts.append).added == end - begin
        )
    assert stored(database) == games
    for size in (4, 6):
        of_size = [game for game in games if game.size == size]
        assert database.moves(ob.Board(size)).games == sum(game.begins_as_usual for game in of_size)
    board = games[70].board()
    assert games[70] in [game.record for game in database.games(GameFilter(position=board)).games]


# Broken records


def test_broken_records_are_reported_and_skipped(database: GameDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\nf5f5\nnonsense\nf5f4\n")
    imported = database.add_file(path)
    assert (imported.added, imported.duplicates) == (2, 0)
    assert [(problem.source, problem.place) for problem in imported.problems] == [
        (str(path), "line 2"),
        (str(path), "line 3"),
    ]
    assert str(imported.problems[0]) == (
        f"{path}: line 2: ply 2: 'f5' cannot be played: there is a disc already"
    )


def test_records_that_are_no_games(database: GameDatabase) -> None:
    illegal = GameRecord(ob.Board(), (PlayedMove(ob.Move("a1")),))
    games = [
        GameRecord(ob.Board()),
        illegal,
        record_from_moves(["f5"], result=65),
        record_from_moves(["f5"]),
        GameRecord(ob.Board(), black="Ann", result=64),
    ]
    imported = database.add(games, "mine")
    assert imported.added == 2
    assert imported.problems == (
        Problem("mine", "game 1", "it is a position without moves, not a game"),
        Problem("mine", "game 2", "'a1' cannot be played: black would flip no disc there"),
        Problem("mine", "game 3", "the result 65 is more than the board has squares"),
    )


def test_a_wthor_file_that_is_cut(
    database: GameDatabase, random_games: Games, tmp_path: Path
) -> None:
    path = tmp_path / "games.wtb"
    games = [replace(game, date="2001") for game in finished(random_games(20))]
    write_path(games, path, on_loss=ignore_loss)
    path.write_bytes(path.read_bytes()[:-30])
    imported = database.add_file(path)
    assert imported.added == len(games) - 1
    assert "the file ends after 38 of 68 bytes" in str(imported.problems[0])
    assert stored(database)[0].black == games[0].black


# Databases of the package


def test_the_games_of_an_arena(database: GameDatabase, tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    played = [game_of_number(number) for number in range(1, 13)]
    with Store.open(path) as store:
        store.add_games(add_tournament(store, "cup"), played[:6])
        store.add_games(add_tournament(store), played[6:])
        expected = [
            replace(game.record, black=labels[0], white=labels[1], place=stored.title)
            for stored in store.tournaments()
            for game in store.games(stored.number)
            for labels in [stored.labels(game)]
        ]
    assert database.add_file(path) == Imported(12, 0)
    assert stored(database) == expected
    assert {game.place for game in stored(database)} == {"cup", "tournament 2"}
    assert database.add_file(path) == Imported(0, 12)


def test_a_damaged_game_of_an_arena(database: GameDatabase, tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with Store.open(path) as store:
        store.add_games(add_tournament(store), map(game_of_number, (1, 2, 4)))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE game SET moves = 'f5 f5' WHERE number = 2")
        connection.execute("UPDATE game SET tags = '{' WHERE number = 4")
    imported = database.add_file(path)
    assert imported.added == 1
    assert [problem.place for problem in imported.problems] == [
        "game 2 of tournament 1",
        "game 4 of tournament 1",
    ]
    assert "it is damaged" in imported.problems[0].reason


def server_game(id: str, moves: str, **more: object) -> StoredServerGame:
    played = tuple(StoredMove(ob.Move(move), 0.5) for move in moves.split())
    seats = {"black": StoredSeat("Ann"), "white": StoredSeat("level:3", agent=True)}
    start = "-----OX--XO----- X"
    return StoredServerGame(id, start, "reversed", moves=played, **(seats | more))  # type: ignore[arg-type]


def test_the_games_of_a_server(database: GameDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.db3"
    lost = lost_outcome(ob.Board(4), ob.WHITE, EndReason.RESIGN, "white has resigned")
    gone = abandoned_outcome(EndReason.WITHDRAWN, "both have left")
    board = ob.Board(4, "reversed")
    while not board.is_over:
        board.push(board.legal_moves[0])
    whole = finished_outcome(board)
    with GameStore.open(path) as store:
        store.add(server_game("g-1", "b1 c1", ending=lost))
        store.add(server_game("g-2", "b1", ending=gone, private=True))
        store.add(server_game("g-3", " ".join(board.move_stack), ending=whole))
        store.add(server_game("g-4", "b1"))  # goes on
        store.add(server_game("g-5", "", white=None))  # has not begun
        expected = list(store.records())[:3]
        assert database.add_file(path) == Imported(3, 0)  # while the server runs
    assert stored(database) == [expected[0], replace(expected[1], result=None), expected[2]]
    assert [game.margin for game in database.each_game()] == [16, None, board.margin(ob.BLACK)]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM move WHERE game = 1 AND ply = 0")
    problem = Problem(str(path), "game g-1", "it is damaged: a move is missing")
    assert database.add_file(path) == Imported(0, 2, (problem,))


def test_another_game_database(database: GameDatabase, random_games: Games, tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    games = random_games(20, size=6, other_starts=0.5)
    with GameDatabase.create(path) as other:
        other.add(games, "random")
        assert database.add(games[:5], "some").added == 5
        assert database.add_file(path) == Imported(15, 5)
    assert stored(database) == games


@pytest.mark.parametrize(("ours", "theirs"), [(ARENA, ARENA_SCHEMA), (SERVER, SERVER_SCHEMA)])
def test_the_readers_know_the_current_tables(ours: Schema, theirs: Schema) -> None:
    # A new version of these tables needs a look at `sources.py`.
    assert ours.application == theirs.application
    assert ours.version == theirs.version
    assert ours.migrations.keys() == theirs.migrations.keys()


def test_sources_that_cannot_be_read(database: GameDatabase, tmp_path: Path) -> None:
    missing = tmp_path / "missing.ggf"
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection, connection:
        connection.execute("CREATE TABLE game (number)")
    newer = tmp_path / "newer.db"
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute(f"PRAGMA application_id = {ARENA.application}")
        connection.execute("PRAGMA user_version = 99")
        connection.execute("CREATE TABLE game (number)")
    for path, message in (
        (missing, "missing.ggf cannot be read: No such file"),
        (tmp_path, "cannot be read: Is a directory"),
        (foreign, r"foreign\.db cannot be imported: it is a database without games"),
        (newer, r"newer\.db cannot be used: it is from a newer version of obversi"),
    ):
        with pytest.raises(InputError, match=message):
            database.add_file(path)
        if path != newer:
            with pytest.raises(InputError, match=message):
                check_source(path)
    imported = database.add_file(Path(__file__))
    assert (imported.added, len(imported.problems)) == (0, 1)
    assert database.games().total == 0
    assert database.stats().sources == ()


def test_an_error_of_a_source_is_not_blamed_on_the_database(database: GameDatabase) -> None:
    def broken() -> Iterator[GameRecord]:
        yield record_from_moves(["f5"])
        raise OSError(5, "Input/output error")

    with pytest.raises(InputError, match=r"^tape cannot be read: Input/output error"):
        database.add(broken(), "tape")
    assert database.games().total == 0
