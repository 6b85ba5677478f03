"""Games that wait for somebody, and who fits them."""

from collections.abc import Hashable

from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.net.games.table import Table
from obversi.net.visitor import Visitor
from obversi.wire.session import ClockSetting

__all__ = ["WaitingTables", "own_color"]


def own_color(wish: str, default: int) -> int:
    """Return the colour that a player wishes for, or another if any will do."""
    return {"black": BLACK, "white": WHITE}.get(wish, default)


class WaitingTables:
    """The tables with a free seat, found by what is to be played there."""

    def __init__(self) -> None:
        """Begin with none."""
        self._by_settings: dict[Hashable, dict[str, Table]] = {}

    def add(self, table: Table) -> None:
        """Let a table be found."""
        game = table.game
        settings = _settings(game.board, game.clocks.setting)
        self._by_settings.setdefault(settings, {})[game.id] = table

    def discard(self, table: Table) -> None:
        """Let a table not be found any more, if it was."""
        settings = _settings(table.game.board, table.game.clocks.setting)
        tables = self._by_settings.get(settings, {})
        tables.pop(table.game.id, None)
        if not tables:
            self._by_settings.pop(settings, None)

    def listed(self) -> list[Table]:
        """Return those that everybody may know of: not private, and somebody waits there."""
        tables = [table for alike in self._by_settings.values() for table in alike.values()]
        return [table for table in tables if not table.game.private and not _is_away(table)]

    def fitting(
        self, board: Board, clock: ClockSetting | None, visitor: Visitor, wish: str
    ) -> Table | None:
        """Return the table where such a game waits longest for a visitor with such a wish.

        Nobody meets themselves, nor one who is away.
        """
        for table in self._by_settings.get(_settings(board, clock), {}).values():
            [seat] = table.game.seats.values()
            if table.game.private or seat.visitor is None or seat.visitor is visitor:
                continue
            if table.game.flexible or own_color(wish, -seat.color) != seat.color:
                return table
        return None


def _settings(board: Board, clock: ClockSetting | None) -> Hashable:
    return board.root().to_string(), board.rules, tuple(board.move_stack), clock


def _is_away(table: Table) -> bool:
    return any(seat.is_away for seat in table.game.seats.values())
