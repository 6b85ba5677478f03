"""Games between two people that are over, and who of them would like to play again."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from obversi.color import BLACK, WHITE
from obversi.net.games.game import Game
from obversi.net.games.refusal import RefusedError
from obversi.net.visitor import Visitor
from obversi.wire.session import ErrorCode, Id, Presence, RematchNews, color_word

__all__ = ["PlayedGame", "Rematches"]

# Of games that nobody comes back to, these are remembered.
_MOST: Final = 1000


@dataclass(slots=True, eq=False)
class PlayedGame:
    """A game that is over, the players who are still there, and what they wish."""

    game: Game
    players: dict[int, Visitor] = field(default_factory=dict)
    watchers: list[Visitor] = field(default_factory=list)
    asked: set[int] = field(default_factory=set)

    def color_of(self, visitor: Visitor) -> int | None:
        """Return the colour that a visitor played, if he did."""
        return next((color for color, each in self.players.items() if each is visitor), None)

    def tell(
        self,
        news: Literal["asked", "declined", "begun"],
        color: int | None,
        asker: Visitor,
        id: Id | None,
        next: str | None = None,
    ) -> None:
        """Tell the players, and those who have watched where there is something to watch."""
        word = None if color is None else color_word(color)
        reply = RematchNews(self.game.id, news, word, next)
        for visitor in [*self.players.values(), *(self.watchers if next else ())]:
            visitor.send(reply, id if visitor is asker else None)

    def tell_presence(self, color: int) -> None:
        """Tell the other player that one has gone, or is there again."""
        if -color in self.players:
            is_there = color in self.players
            reply = Presence(self.game.id, color_word(color), is_there, None)
            self.players[-color].send(reply)


class Rematches:
    """The last games between two people, as long as one of them is there."""

    def __init__(self) -> None:
        """Begin with none."""
        self._played: dict[str, PlayedGame] = {}

    def add(self, game: Game, watchers: Iterable[Visitor]) -> None:
        """Remember a game that has just ended; one that nobody can play again is left out."""
        there = {color: seat.visitor for color, seat in game.seats.items() if seat.visitor}
        if not _is_between_two(game) or not there:
            return
        self._keep(PlayedGame(game, there, list(watchers)))

    def come_back(self, visitor: Visitor, game: Game, color: int) -> None:
        """Let a player of a game that is over be there again, and hear how things stand."""
        if not _is_between_two(game):
            return
        played = self._played.get(game.id)
        if played is None:
            played = self._keep(PlayedGame(game))
        if played.color_of(visitor) == -color:  # nobody plays against themselves
            del played.players[-color]
            played.asked.discard(-color)
        played.players[color] = visitor
        played.tell_presence(color)
        if -color in played.asked:
            visitor.send(RematchNews(game.id, "asked", color_word(-color), None))
        elif -color not in played.players:
            visitor.send(Presence(game.id, color_word(-color), False, None))

    def depart(self, visitor: Visitor) -> None:
        """Hear that a visitor is gone, from all games."""
        for id in [id for id, played in self._played.items() if played.color_of(visitor)]:
            self.leave(visitor, id)
        for played in self._played.values():
            if visitor in played.watchers:
                played.watchers.remove(visitor)

    def leave(self, visitor: Visitor, id: str) -> bool:
        """Let a player be gone from a game that is over; return whether he was there."""
        played = self._played.get(id)
        color = None if played is None else played.color_of(visitor)
        if played is None or color is None:
            return False
        del played.players[color]
        played.asked.discard(color)
        if played.players:
            played.tell_presence(color)
        else:
            del self._played[id]
        return True

    def ask(self, visitor: Visitor, game: Game, id: Id | None) -> PlayedGame | None:
        """Ask for a rematch; return the game that was played if both want another now."""
        played, color = self._own(visitor, game)
        if -color not in played.players:
            raise RefusedError(ErrorCode.REFUSED, "the other player has gone")
        if -color in played.asked:
            return played
        if color in played.asked:
            visitor.send(RematchNews(game.id, "asked", color_word(color), None), id)
        else:
            played.asked.add(color)
            played.tell("asked", color, visitor, id)
        return None

    def decline(self, visitor: Visitor, game: Game, id: Id | None) -> None:
        """Want no rematch, or no longer."""
        played, color = self._own(visitor, game)
        played.asked.clear()
        played.tell("declined", color, visitor, id)

    def begun(self, played: PlayedGame) -> None:
        """Forget a game that is played again."""
        self._played.pop(played.game.id, None)

    def _own(self, visitor: Visitor, game: Game) -> tuple[PlayedGame, int]:
        if not _is_between_two(game):
            why = "a rematch is for two people: ask for a new game"
            raise RefusedError(ErrorCode.REFUSED, why)
        played = self._played.get(game.id)
        color = None if played is None else played.color_of(visitor)
        if played is None or color is None:
            why = "you have not played this game, or have left it: rejoin it first"
            raise RefusedError(ErrorCode.NOT_YOURS, why)
        return played, color

    def _keep(self, played: PlayedGame) -> PlayedGame:
        self._played[played.game.id] = played
        if len(self._played) > _MOST:
            del self._played[next(iter(self._played))]
        return played


def _is_between_two(game: Game) -> bool:
    seats = [game.seats.get(color) for color in (BLACK, WHITE)]
    persons = [seat for seat in seats if seat is not None and not seat.is_agent]
    return len(persons) == 2 and not game.is_with_oneself
