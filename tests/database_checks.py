"""A check that a database has some games, and nothing of others."""

import sqlite3
from contextlib import closing
from pathlib import Path

import obversi as ob
from obversi.database import GameDatabase, GameFilter
from obversi.formats import GameRecord


def check_whole(place: Path | str, games: list[GameRecord]) -> None:
    """Check that a database has these games, and nothing of others."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with GameDatabase.open(place) as database:
        assert [game.record for game in database.each_game()] == games
        assert database.moves(ob.Board()).games == len(games)
        for game in games:
            found = database.games(GameFilter(position=game.board())).games
            assert game in [one.record for one in found]
