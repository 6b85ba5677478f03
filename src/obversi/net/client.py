"""A client of the game server, for programs: games to join, to watch and to play.

A connection that is lost is made again, and the seats at the games are taken again, without the
players' doing.
"""

import asyncio
from typing import Self, TypeVar

from obversi.board import Board
from obversi.engine import Top
from obversi.errors import ObversiError
from obversi.formats import GameRecord
from obversi.limit import Limit
from obversi.net.correspondence import Correspondence, RefusedError
from obversi.net.far_game import Interruption
from obversi.net.joined_game import JoinedGame
from obversi.net.link import ConnectionLostError
from obversi.wire import session

__all__ = ["Client", "ConnectionLostError", "JoinedGame", "RefusedError"]

AnyReply = TypeVar("AnyReply", bound=session.Reply)


class Client:
    """A visitor of a game server, to be used with ``async with``.

    What the server refuses is a `RefusedError`. If it cannot be reached for `patience` seconds, all
    who wait get a `ConnectionLostError`.
    """

    def __init__(
        self, host: str, port: int, name: str = "guest", *, patience: float = 60.0
    ) -> None:
        """Be called by this name."""
        self._games: dict[str, JoinedGame] = {}  # that are not over, or were not handed out yet
        self._not_handed_out: set[str] = set()
        self._rematches: dict[str, asyncio.Future[session.Reply]] = {}  # that are waited for
        self._correspondence = Correspondence(host, port, name, patience, self)

    async def __aenter__(self) -> Self:
        await self._correspondence.begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up. Games that are not over wait for a while for those who have their tokens."""
        await self._correspondence.close()

    @property
    def welcome(self) -> session.Welcome:
        """What the server said of itself, with the agents that it offers."""
        return self._correspondence.welcome

    # What can be asked

    async def join(
        self,
        against: str = session.ANYONE,
        *,
        color: str = "any",
        rules: str = "normal",
        size: int = 8,
        clock: session.ClockSetting | None = None,
        moves: str = "",
        private: bool = False,
    ) -> JoinedGame:
        """Play against anyone, ``myself``, or an agent that the server offers such as ``level=3``.

        The game may have to wait for somebody: `JoinedGame.begun` does.
        """
        request = session.Join(
            against,
            color=color,  # type: ignore[arg-type]  # what is no colour the server refuses
            rules=rules,  # type: ignore[arg-type]
            size=size,
            clock=clock,
            moves=moves,
            private=private,
        )
        return await self._taken(request)

    async def accept(self, game: str) -> JoinedGame:
        """Take the free seat of a game that waits."""
        return await self._taken(session.Accept(game))

    async def watch(self, game: str) -> JoinedGame:
        """Hear of every move of a game."""
        return await self._taken(session.Watch(game))

    async def arrange(
        self, black: str, white: str, *, rules: str = "normal", size: int = 8, moves: str = ""
    ) -> JoinedGame:
        """Let two agents of the server play, and watch them."""
        request = session.Arrange(
            black,
            white,
            rules=rules,  # type: ignore[arg-type]
            size=size,
            moves=moves,
        )
        return await self._taken(request)

    async def rejoin(self, game: str, token: str) -> JoinedGame:
        """Take a seat again, with the token that came with it."""
        joined = await self._taken(session.Rejoin(game, token))
        joined.token = token
        return joined

    async def rematch(self, game: JoinedGame) -> JoinedGame:
        """Ask the other person for the same game again, and wait until both want it.

        One who declines or goes refuses it.
        """
        waiting = asyncio.get_running_loop().create_future()
        self._rematches[game.id] = waiting
        try:
            told: session.Reply = await self.ask(session.Rematch(game.id), session.RematchNews)
            if isinstance(told, session.RematchNews) and told.news == "asked":
                told = await waiting
        finally:
            del self._rematches[game.id]
        if not isinstance(told, session.RematchNews) or told.next is None:
            why = "has gone" if isinstance(told, session.Presence) else "does not want a rematch"
            text = f"the other player {why}"
            raise RefusedError(session.Error(session.ErrorCode.REFUSED, text, "rematch"))
        following = self._game(told.next)
        self._not_handed_out.discard(following.id)
        await following.begun()
        return following

    async def games(self) -> tuple[session.GameEntry, ...]:
        """Return the games that wait or are played."""
        return (await self.ask(session.ListGames(), session.GameList)).games

    async def analyse(
        self, board: Board, limit: Limit | None = None, top: Top = 1
    ) -> session.AnalysisReport:
        """Ask what the moves of a position are worth."""
        request = session.Analyse(
            rules=board.rules, size=board.size, position=board.to_string(), limit=limit, top=top
        )
        return await self.ask(request, session.AnalysisReport)

    async def review(self, record: GameRecord, limit: Limit | None = None) -> session.ReviewReport:
        """Ask what each move of a game gave away; the limit is for each position."""
        request = session.Review(
            rules=record.rules,
            size=record.size,
            position="" if record.begins_as_usual else record.start.to_string(),
            moves=record.transcript(),
            limit=limit,
        )
        return await self.ask(request, session.ReviewReport)

    async def ask(
        self, request: session.Request, *expected: type[AnyReply], game: str | None = None
    ) -> AnyReply:
        """Send any request and return its answer, if it is one of those that are expected."""
        return await self._correspondence.ask(request, *expected, game=game)

    async def _taken(self, request: session.Request) -> JoinedGame:
        told: session.Start | session.Waiting = await self.ask(
            request, session.Start, session.Waiting
        )
        game = self._game(told.game)
        self._not_handed_out.discard(game.id)
        if game.end is not None:
            del self._games[game.id]
        return game

    # What is told

    def take(self, reply: session.Reply) -> None:
        """Tell a game what the server says of it."""
        match reply:
            case (
                session.RematchNews(news="declined" | "begun") | session.Presence(present=False)
            ) if reply.game in self._rematches:
                waiting = self._rematches[reply.game]
                if not waiting.done():
                    waiting.set_result(reply)
            case session.Waiting() | session.Start():
                self._game(reply.game).take(reply)
            case session.State() | session.Turn() | session.End() if reply.game in self._games:
                self._games[reply.game].take(reply)
        match reply:
            case session.End() | session.Left() if reply.game not in self._not_handed_out:
                self._games.pop(reply.game, None)

    def interrupted(self, reason: str) -> None:
        """Tell the players that the connection is being made again; the server forgets wishes."""
        self._fail_rematches(ConnectionLostError(reason))
        for game in self._games.values():
            game.hear(Interruption(f"{reason}: trying to connect again"))

    async def returned(self) -> None:
        """Take the seats again; a game that has none for us is lost."""
        for game in list(self._games.values()):
            game.hear(Interruption("connected again"))
            try:
                if game.token is None:
                    await self.watch(game.id)
                else:
                    await self.rejoin(game.id, game.token)
            except ConnectionLostError:
                return  # and this begins again
            except RefusedError as error:
                self._games.pop(game.id, None)
                game.fail(error)

    def ended(self, error: ObversiError) -> None:
        """Tell the players that there is no server any more."""
        self._fail_rematches(error)
        for game in self._games.values():
            game.fail(error)

    def _fail_rematches(self, error: ObversiError) -> None:
        for waiting in self._rematches.values():
            if not waiting.done():
                waiting.set_exception(error)

    def _game(self, id: str) -> JoinedGame:
        if id not in self._games:
            self._games[id] = JoinedGame(self, id)
            self._not_handed_out.add(id)
        return self._games[id]
