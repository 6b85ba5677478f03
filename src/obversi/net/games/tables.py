"""All tables of a server: opened, found, and taken away when their games are over."""

import logging
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.net.games.game import Game
from obversi.net.games.meeting import WaitingTables
from obversi.net.games.refusal import RefusedError
from obversi.net.games.room import Room
from obversi.net.games.seats import new_game_id
from obversi.net.games.table import Table
from obversi.net.rate import Rates
from obversi.net.store import StoredGame, StoredMove, StoredSeat
from obversi.wire.session import ClockSetting, ErrorCode

__all__ = ["Tables"]

_LOG: Final = logging.getLogger("obversi.net")


class Tables:
    """The games that wait or are played, within the bounds of a server."""

    def __init__(self, room: Room, on_over: Callable[[Table], None]) -> None:
        """Begin with none; `on_over` hears of each table that is taken away."""
        self._room = room
        self._on_over = on_over
        self._tables: dict[str, Table] = {}
        self._of_address: dict[str, int] = {}
        bounds = room.bounds
        self._new_games = Rates(bounds.new_games_a_minute / 60, bounds.new_games_at_once)
        self.waiting = WaitingTables()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        """Go through them, the oldest first."""
        return iter(self._tables.values())

    def get(self, id: str) -> Table | None:
        """Return the table of a game, if it is not over."""
        return self._tables.get(id)

    def open(
        self,
        board: Board,
        seats: dict[int, StoredSeat],
        clock: ClockSetting | None,
        address: str,
        *,
        private: bool = False,
        flexible: bool = False,
    ) -> Table:
        """Set a table up for a game from a board, for somebody at an address."""
        self._refuse_too_many(address)
        stored = StoredGame(
            id=new_game_id(),
            position=board.root().to_string(),
            rules=board.rules,
            black=seats.get(BLACK),
            white=seats.get(WHITE),
            moves=tuple(map(StoredMove, board.move_stack)),
            opening=board.ply,
            clock=clock,
            private=private,
            flexible=flexible,
        )
        self._room.store.add(stored)
        names = [seats[color].name if color in seats else "nobody yet" for color in (BLACK, WHITE)]
        size = f"{board.size}×{board.size}"
        _LOG.info("%s: %s against %s, %s rules, %s", stored.id, *names, board.rules, size)
        return self._keep(stored, address)

    def restore(self) -> tuple[list[Table], list[str]]:
        """Set up all games of the store that are not over; return them and what is wrong."""
        games, problems = self._room.store.unfinished()
        return [self._keep(stored) for stored in games], problems

    def listed(self, most: int) -> list[Table]:
        """Return what everybody may know of: those that wait first, then the newest."""
        waiting = self.waiting.listed()[:most]
        played = (
            table
            for table in reversed(self._tables.values())
            if not (table.game.waits or table.game.private or table.rests)
        )
        return waiting + list(islice(played, most - len(waiting)))

    def _keep(self, stored: StoredGame, address: str = "") -> Table:
        game = Game(stored, self._room.now, self._room.heard)
        table = Table(game, self._room, self._over)
        table.address = address
        self._tables[stored.id] = table
        self._of_address[address] = self._of_address.get(address, 0) + 1
        if table.game.waits:
            self.waiting.add(table)
        return table

    def _over(self, table: Table) -> None:
        del self._tables[table.game.id]
        self.waiting.discard(table)
        self._of_address[table.address] -= 1
        if not self._of_address[table.address]:
            del self._of_address[table.address]
        self._on_over(table)

    def _refuse_too_many(self, address: str) -> None:
        bounds = self._room.bounds
        if len(self) >= bounds.games:
            raise RefusedError(ErrorCode.BUSY, f"there are {len(self)} games, and no room for more")
        if self._of_address.get(address, 0) >= bounds.games_of_address:
            raise RefusedError(ErrorCode.BUSY, "too many games were begun from your address")
        if not self._new_games.take(address, self._room.now()):
            most = f"{bounds.new_games_a_minute:g} games a minute can be begun from your address"
            raise RefusedError(ErrorCode.BUSY, f"{most}: try again a little later")
