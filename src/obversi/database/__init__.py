"""Databases of games: files of other programs and one's own games, searched by what happened.

>>> from tempfile import mkdtemp
>>> from obversi import Board
>>> from obversi.formats import record_from_moves
>>> games = [
...     record_from_moves(["f5", "d6", "c3"], black="Ann", white="Bob", date="2001"),
...     record_from_moves(["d3", "c5", "f6"], black="Cid", white="Ann", date="2002"),
... ]
>>> with GameDatabase.create(f"{mkdtemp()}/games.db") as database:
...     added = database.add(games, "two games").added
...     page = database.games(GameFilter(player="ann", last_year=2001))
...     [first] = database.moves(Board())
>>> added, page.total, page.games[0].record.white
(2, 1, 'Bob')
>>> first.move, first.games
('d3', 2)
"""

from obversi.database.database import GameDatabase
from obversi.database.filters import GameFilter

__all__ = [
    "GameDatabase",
    "GameFilter",
]
