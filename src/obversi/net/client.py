"""A client of the game server, for programs: games to join, to watch and to play.

A lost connection is made again, and the client rejoins its games by itself.
"""

import asyncio
from typing import Self, TypeVar

from obversi.board import Board
from obversi.engine import Top
from obversi.errors import ObversiError
from obversi.formats.record import GameRecord
from obversi.limit import Limit
from obversi.net.client_connection import ConnectionLostError, ReconnectingLink, RejectedError
from obversi.net.online_game import Interruption, JoinedGame
from obversi.rules import Rules
from obversi.wire import session

AnyReply = TypeVar("AnyReply", bound=session.Reply)


class Client:
    """A client of a game server, to be used with ``async with``.

    A rejected request raises a `RejectedError`. After `reconnect_seconds` without the server every
    waiting call raises a `ConnectionLostError`.
    """

    def __init__(
        self, host: str, port: int, name: str = "guest", *, reconnect_seconds: float = 60.0
    ) -> None:
        """Use this name at the server."""
        self._games: dict[str, JoinedGame] = {}  # unfinished, or not returned to the caller yet
        self._not_handed_out: set[str] = set()
        self._rematches: dict[str, asyncio.Future[session.Reply]] = {}  # whose reply is awaited
        self._correspondence = ReconnectingLink(host, port, name, reconnect_seconds, self)

    async def __aenter__(self) -> Self:
        await self._correspondence.begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection. Unfinished games wait a while for their tokens."""
        await self._correspondence.close()

    @property
    def welcome(self) -> session.Welcome:
        """The server's reply to hello, with its agents and limits."""
        return self._correspondence.welcome

    # Requests

    async def join(
        self,
        against: str = session.ANYONE,
        *,
        color: str = "any",
        rules: Rules = "normal",
        size: int = 8,
        clock: session.ClockSetting | None = None,
        moves: str = "",
        private: bool = False,
    ) -> JoinedGame:
        """Play against ``anyone``, ``myself``, or an agent of the server such as ``level=3``.

        The game may have to wait for an opponent: `JoinedGame.begun` does.
        """
        request = session.Join(
            against,
            color=color,  # type: ignore[arg-type]  # checked by the server
            rules=rules,
            size=size,
            clock=clock,
            moves=moves,
            private=private,
        )
        return await self._taken(request)

    async def accept(self, game: str) -> JoinedGame:
        """Take the free seat of a waiting game."""
        return await self._taken(session.Accept(game))

    async def watch(self, game: str) -> JoinedGame:
        """Receive every move of a game."""
        return await self._taken(session.Watch(game))

    async def arrange(
        self, black: str, white: str, *, rules: Rules = "normal", size: int = 8, moves: str = ""
    ) -> JoinedGame:
        """Start a game of two agents of the server, and watch it."""
        request = session.Arrange(
            black,
            white,
            rules=rules,
            size=size,
            moves=moves,
        )
        return await self._taken(request)

    async def rejoin(self, game: str, token: str) -> JoinedGame:
        """Return to a seat, with the token that came with it."""
        joined = await self._taken(session.Rejoin(game, token))
        joined.token = token
        return joined

    async def rematch(self, game: JoinedGame) -> JoinedGame:
        """Offer the other person the same game again, and wait for the start.

        If the other declines or leaves, that is a `RejectedError`.
        """
        waiting = asyncio.get_running_loop().create_future()
        self._rematches[game.id] = waiting
        try:
            reply: session.Reply = await self.ask(session.Rematch(game.id), session.RematchEvent)
            if isinstance(reply, session.RematchEvent) and reply.news == "asked":
                reply = await waiting
        finally:
            del self._rematches[game.id]
        if not isinstance(reply, session.RematchEvent) or reply.next is None:
            why = "has gone" if isinstance(reply, session.Presence) else "does not want a rematch"
            text = f"the other player {why}"
            raise RejectedError(session.Error(session.ErrorCode.REFUSED, text, "rematch"))
        following = self._game(reply.next)
        self._not_handed_out.discard(following.id)
        await following.begun()
        return following

    async def games(self) -> tuple[session.GameEntry, ...]:
        """Return the games that wait or are played."""
        return (await self.ask(session.ListGames(), session.GameList)).games

    async def analyse(
        self, board: Board, limit: Limit | None = None, top: Top = 1
    ) -> session.AnalysisReport:
        """Request the analysis of a position."""
        request = session.Analyse(
            rules=board.rules, size=board.size, position=board.to_string(), limit=limit, top=top
        )
        return await self.ask(request, session.AnalysisReport)

    async def review(self, record: GameRecord, limit: Limit | None = None) -> session.ReviewReport:
        """Request the review of a game; the limit is for each position."""
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
        """Send any request and return its reply, which must be one of the expected types."""
        return await self._correspondence.ask(request, *expected, game=game)

    async def _taken(self, request: session.Request) -> JoinedGame:
        reply: session.Start | session.Waiting = await self.ask(
            request, session.Start, session.Waiting
        )
        game = self._game(reply.game)
        self._not_handed_out.discard(game.id)
        if game.end is not None:
            del self._games[game.id]
        return game

    # Replies and events

    def take(self, reply: session.Reply) -> None:
        """Pass a reply on to its game."""
        match reply:
            case (
                session.RematchEvent(news="declined" | "begun") | session.Presence(present=False)
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
        """Report a lost connection to the games; offers of a rematch are lost."""
        self._fail_rematches(ConnectionLostError(reason))
        for game in self._games.values():
            game.receive(Interruption(f"{reason}: trying to connect again"))

    async def returned(self) -> None:
        """Rejoin the games; one that cannot be rejoined fails."""
        for game in list(self._games.values()):
            game.receive(Interruption("connected again"))
            try:
                if game.token is None:
                    await self.watch(game.id)
                else:
                    await self.rejoin(game.id, game.token)
            except ConnectionLostError:
                return  # another attempt follows
            except RejectedError as error:
                self._games.pop(game.id, None)
                game.fail(error)

    def ended(self, error: ObversiError) -> None:
        """Report to the games that the connection is lost for good."""
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
