"""A visitor as the room knows him: where he plays, what he watches, what he has asked for."""

from obversi.net.games.analyses import Analyses
from obversi.net.games.refusal import RefusedError
from obversi.net.games.room import Room
from obversi.net.games.table import Table
from obversi.net.visitor import Visitor
from obversi.wire.session import ErrorCode

__all__ = ["Guest"]


class Guest:
    """A visitor, and the tables at which he plays or watches."""

    def __init__(self, visitor: Visitor, room: Room) -> None:
        """Let somebody in who has not said who he is."""
        self.visitor = visitor
        self.greeted = False
        self.tables: dict[str, Table] = {}
        self.analyses = Analyses(visitor, room)
        self._most = room.bounds.games_of_visitor

    @property
    def is_engaged(self) -> bool:
        """Whether there is anything that he is here for."""
        return bool(self.tables) or len(self.analyses) > 0

    @property
    def has_clock(self) -> bool:
        """Whether he plays a game that a clock ends if he does nothing."""
        return any(
            table.game.clocks.setting is not None
            and not table.game.waits
            and table.audience.seat_of(self.visitor) is not None
            for table in self.tables.values()
        )

    @property
    def has_most_games(self) -> bool:
        """Whether he has as many games as a visitor may."""
        return sum(map(self._plays_at, self.tables.values())) >= self._most

    def refuse_another_game(self) -> None:
        """Refuse more games than a visitor may have."""
        if self.has_most_games:
            raise RefusedError(ErrorCode.BUSY, f"you may have {self._most} games at once")

    def refuse_another_watch(self) -> None:
        """Refuse to watch more games than a visitor may."""
        watched = len(self.tables) - sum(map(self._plays_at, self.tables.values()))
        if watched >= self._most:
            raise RefusedError(ErrorCode.BUSY, f"you may watch {self._most} games at once")

    def _plays_at(self, table: Table) -> bool:
        """Whether a game is his: he plays, or has two agents play for him."""
        audience = table.audience
        return audience.keeper is self.visitor or audience.seat_of(self.visitor) is not None
