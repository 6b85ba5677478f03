"""The game server: all games and sessions, without sockets."""

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from obversi.board import Board
from obversi.errors import ObversiError
from obversi.net.games.context import (
    Later,
    PausedGames,
    Peer,
    RequestRejectedError,
    ServerContext,
    call_later,
)
from obversi.net.games.request_handler import RequestHandler
from obversi.net.games.session import Session
from obversi.net.limits import ServerLimits, TokenBuckets
from obversi.net.operations.events import event
from obversi.net.operations.measures import Measures
from obversi.net.store import GameStore
from obversi.net.workers.job import BusyError
from obversi.net.workers.pool import EnginePool
from obversi.wire import session as wire
from obversi.wire.session import ErrorCode, RequestEnvelope

_LOG = logging.getLogger("obversi.net")

# The result of a request that is not rejected.
_OK = "ok"

_STORE_FAILED = "the server cannot store or read this game now: try again"


class GameServer:
    """The games of a server, and the sessions of the clients that play and watch them.

    Everything is called in one event loop, and nothing here waits.
    """

    def __init__(
        self,
        store: GameStore,
        engines: EnginePool,
        limits: ServerLimits,
        *,
        now: Callable[[], float] = time.monotonic,
        input_time: Callable[[], float] | None = None,
        later: Later = call_later,
        chance: random.Random | None = None,
    ) -> None:
        """Start without clients; `chance` draws the colours that players leave open."""
        self.store = store
        paused = PausedGames(limits.paused_games)
        self._context = ServerContext(store, engines, limits, paused, now, input_time or now, later)
        self._sessions: dict[str, Session] = {}
        self._handler = RequestHandler(
            self._context, self._sessions, chance or random.SystemRandom()
        )
        self._is_draining = False
        self._closing = ""

    @property
    def measures(self) -> Measures:
        """What is counted and timed for the operator."""
        return self._context.measures

    @property
    def is_ready(self) -> bool:
        """Whether clients may come; not so while the server drains and closes."""
        return not (self._is_draining or self._closing)

    @property
    def sessions(self) -> int:
        """The number of connected clients."""
        return len(self._sessions)

    @property
    def games(self) -> int:
        """The number of games that wait or are played."""
        return len(self._handler.live_games)

    @property
    def waiting_games(self) -> int:
        """The number of games among them that wait for an opponent."""
        return len(self._handler.live_games.waiting)

    @property
    def is_open(self) -> bool:
        """Whether requests are handled."""
        return not self._closing

    def share(self, name: str, buckets: TokenBuckets) -> None:
        """Let a rate limit count over all processes, if there are several."""

    def share_counts(
        self, name: str, own: Callable[[], Mapping[str, int]], elsewhere: Counter[str]
    ) -> None:
        """Let a limit of numbers by address count over all processes, if there are several."""

    def connect(self, peer: Peer) -> None:
        """Add a client, which has to say hello first."""
        self._sessions[peer.number] = Session(peer, self._context)

    def disconnect(self, peer: Peer) -> None:
        """Remove a client; a second call does nothing."""
        session = self._sessions.pop(peer.number, None)
        if session is None or self._closing:
            return
        session.analyses.cancel()
        for live in list(session.live_games.values()):
            live.depart(peer)
        self._handler.rematches.depart(peer)
        self._handler.lobby.depart(peer)

    def is_engaged(self, peer: Peer) -> bool:
        """Whether a client plays, watches or waits, and is not idle."""
        session = self._sessions.get(peer.number)
        return session is not None and session.is_engaged

    def has_clock(self, peer: Peer) -> bool:
        """Whether a client plays with a clock, which limits its silence."""
        session = self._sessions.get(peer.number)
        return session is not None and session.has_clock

    def check_fair_play(self, board: Board, address: str, person: int | None) -> None:
        """Raise a `RequestRejectedError` if a client may not ask an engine or a book now."""
        self._handler.fair_play.check(lambda: board, address, person=person)

    def forget(self, person: int) -> None:
        """Continue as guests what a person plays, who is going to be deleted."""
        for session in self._sessions.values():
            if session.person == person:
                session.person = None
        for live in self._handler.live_games:
            for seat in live.game.seats.values():
                if seat.who.person == person:
                    seat.who = replace(seat.who, person=None)

    def remove_old_games(self) -> None:
        """Limit the size of the store; a call removes only some of the oldest games."""
        most = self._context.limits.stored_games
        try:
            removed = self._context.store.remove_oldest(most)
        except ObversiError as error:
            _LOG.warning("old games cannot be removed: %s", error)
            return
        if removed:
            _LOG.info("%d old games are removed: the last %d are stored", removed, most)

    def handle(self, peer: Peer, envelope: RequestEnvelope) -> None:
        """Handle a request, or reply with an error that gives the reason."""
        session = self._sessions.get(peer.number)
        if session is None:
            return  # disconnected
        about = wire.name_of(envelope.request)
        try:
            self._check_hello(session, envelope)
            self._handler.handle(session, envelope.request, envelope.id)
        except RequestRejectedError as error:
            code, text = error.code, str(error)
        except BusyError as error:
            code, text = ErrorCode.BUSY, str(error)
        except ObversiError as error:
            # An error of the store, whose text is for the owner of the server.
            _LOG.warning("%s: %s", peer.number, error)
            code, text = ErrorCode.REFUSED, _STORE_FAILED
        else:
            self._measure(about, _OK)
            return
        self._measure(about, code.value)
        peer.send(wire.Error(code, wire.plain(text), about), envelope.id)

    async def start(self) -> int:
        """Continue the unfinished games, and return their number."""
        return self.restore()

    def restore(self) -> int:
        """Continue the unfinished games of the store, and return their number."""
        games, problems = self._handler.live_games.restore()
        for problem in problems:
            _LOG.warning("%s", problem)
        for live in games:
            live.resume()
        return len(games)

    def drain(self) -> None:
        """Report from now on that no more clients should come."""
        self._is_draining = True

    async def close(self, text: str) -> None:
        """Stop all searches and close all connections with a reason; games stay in the store."""
        self._closing = text or "the server shuts down"
        for live in self._handler.live_games:
            live.close()
        self._handler.lobby.close()
        for session in list(self._sessions.values()):
            session.analyses.cancel()
            session.peer.close(self._closing, again=True)
        await asyncio.sleep(0)  # lets cancelled futures call back

    def _measure(self, kind: str, result: str) -> None:
        """Count and log an answer."""
        context = self._context
        seconds = max(context.now() - context.input_time(), 0.0)
        context.measures.answers[kind, result] += 1
        context.measures.answer_seconds.add(kind, seconds)
        if _LOG.isEnabledFor(logging.DEBUG):
            milliseconds = round(1000 * seconds, 3)
            fields = event("request", kind=kind, result=result, milliseconds=milliseconds)
            _LOG.debug("%s: %s", kind, result, extra=fields)

    def _check_hello(self, session: Session, envelope: RequestEnvelope) -> None:
        if self._closing:
            raise RequestRejectedError(ErrorCode.CLOSING, self._closing)
        if isinstance(envelope.request, wire.Hello) == session.greeted:
            reason = "you have said hello already" if session.greeted else "say hello first"
            raise RequestRejectedError(ErrorCode.HELLO, reason)
