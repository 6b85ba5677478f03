"""What those see of a database who only look."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from stored_games import IDENTITIES, SETTINGS, add_tournament, game_of_number, openings_of

from obversi.arena import standings
from obversi.arena.game.played import PlayedGame
from obversi.arena.store.store import Store
from obversi.arena.store.watching import WatchedStore
from obversi.arena.tournament.settings import Entrant
from obversi.errors import ObversiError
from obversi.sqlite_file import DamageError, NotFoundError, ProcessLock, is_locked

GAMES = [game_of_number(number) for number in range(1, 41)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "arena.db"
    with Store.open(path) as store:
        add_tournament(store)
        store.add_games(1, GAMES)
    return path


def test_reading_writes_nothing(path: Path) -> None:
    before = path.read_bytes()
    with WatchedStore.watch(path) as store:
        with pytest.raises(ObversiError, match="it is read-only"):
            store.end(1, "over")
        assert store.games(1) == GAMES
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(ObversiError, match="there is no such file"):
        WatchedStore.watch(tmp_path / "arena.db")
    assert list(tmp_path.iterdir()) == []


def test_playing_process_is_visible(path: Path) -> None:
    with Store.open(path) as store, WatchedStore.watch(path) as watched:
        add_tournament(store)
        assert watched.played_now() == set()
        with store.playing(2):
            assert watched.played_now() == {2}
            with store.playing(1):
                assert watched.played_now() == {1, 2}
        assert watched.played_now() == set()


def test_a_mark_that_a_killed_process_left_is_not_one_of_playing(path: Path) -> None:
    left = path.with_name(f"{path.name}-playing-1")
    left.write_text("1\n")
    with WatchedStore.watch(path) as watched:
        assert watched.played_now() == set()
    path.with_name(f"{path.name}-playing-x").touch()
    with Store.open(path) as store, WatchedStore.watch(path) as watched, store.playing(1):
        assert watched.played_now() == {1}


def test_reading_a_lock_does_not_block_others(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.touch()
    assert not is_locked(path)
    lock = ProcessLock(path, "it is held")
    assert is_locked(path)
    lock.release()
    assert not is_locked(path)
    assert not is_locked(tmp_path / "other")


def test_games_by_their_numbers(path: Path) -> None:
    with WatchedStore.watch(path) as store:
        stored = store.tournament(1)
        assert sorted(store.game_numbers(1)) == list(range(1, 41))
        assert list(store.games_of_numbers(stored, [3, 7, 99])) == [GAMES[2], GAMES[6]]
        assert store.game(stored, 40) == GAMES[-1]
        with pytest.raises(NotFoundError, match=r"has no game 41: 40 of 300 games are played"):
            store.game(stored, 41)


def test_games_of_agents(path: Path) -> None:
    def agents(game: PlayedGame) -> set[int]:
        return {game.a, game.b}

    with WatchedStore.watch(path) as store:
        stored = store.tournament(1)
        assert store.some_games(stored, after=10, most=3) == GAMES[10:13]
        of_one = [game for game in GAMES if 1 in agents(game)]
        assert store.some_games(stored, after=0, most=99, agent=1) == of_one
        of_two = [game for game in GAMES if agents(game) == {0, 1}]
        assert 0 < len(of_two) < len(of_one)
        assert store.some_games(stored, after=0, most=99, agent=1, against=0) == of_two
        assert store.some_games(stored, after=40, most=99) == []
        assert store.some_games(stored, after=3, before=7, most=99) == GAMES[3:6]
        newest = store.some_games(stored, after=0, most=3, newest=True)
        assert newest == GAMES[:-4:-1]


def test_tallies_are_those_of_the_standings(path: Path) -> None:
    whole = standings(SETTINGS.entrants, GAMES, replicates=1)
    with WatchedStore.watch(path) as store:
        found = store.tallies(1)
    for (a, b), crossing in whole.cross.items():
        met = [found[both].tally for both in ((a, b),) if both in found]
        turned = [found[both].tally for both in ((b, a),) if both in found]
        wins = sum(one.wins for one in met) + sum(one.losses for one in turned)
        margins = sum(one.margins for one in met) - sum(one.margins for one in turned)
        games = sum(one.games for one in (*met, *turned))
        assert (wins, margins, games) == (
            crossing.tally.wins,
            crossing.tally.margins,
            crossing.tally.games,
        )
    failures = [0, 0, 0]
    for (a, b), meeting in found.items():
        failures[a] += meeting.a_failures
        failures[b] += meeting.b_failures
    assert failures == [row.failures for row in sorted(whole.rows, key=lambda row: row.agent)]
    assert sum(failures) > 0


def test_texts_with_lone_surrogates_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    odd = replace(
        SETTINGS,
        entrants=(Entrant("b\udcffd", "x\udc00"), *SETTINGS.entrants[1:]),
        openings="of \udcff.obf",
    )
    with Store.open(path) as store:
        store.add_tournament(odd, openings_of(SETTINGS), IDENTITIES)
    with WatchedStore.watch(path) as watched:
        settings = watched.tournament(1).settings
    assert (settings.entrants[0], settings.openings) == (Entrant("b?d", "x?"), "of ?.obf")


def test_damaged_parts_are_named(path: Path) -> None:
    with Store.open(path) as store:
        add_tournament(store)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE tournament SET settings = '[]' WHERE number = 2")
        connection.execute("UPDATE game SET a = 7 WHERE number = 5")
        connection.commit()
    with WatchedStore.watch(path) as watched:
        found, damaged = watched.whole_and_damaged()
        assert [stored.number for stored in found] == [1]
        assert [str(error).partition(":")[0] for error in damaged] == [
            f"tournament 2 in {path} is damaged"
        ]
        with pytest.raises(DamageError, match=r"game 5 of tournament 1 .* there is no agent 7"):
            watched.some_games(found[0], after=0, most=10)
