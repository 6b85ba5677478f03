"""The game server of one of several processes, which share the games of a database.

A client is connected to one process, its home. Its requests about a game go to the process that
has the game, over the bus, and the replies come back the same way. There the client has a session
of its own, as a `RemotePeer`.

Every loss of messages is handled in the same way: the affected connections are closed, their
clients reconnect and rejoin, and clocks wait for them as after a restart.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from obversi.errors import ObversiError
from obversi.net.game_server import GameServer
from obversi.net.games.context import Peer
from obversi.net.games.live_game import LiveGame
from obversi.net.games.session import Session
from obversi.net.limits import ServerLimits, TokenBuckets
from obversi.net.processes.bus import ALL, Bus, Message
from obversi.net.processes.closed_games import ClosedGames
from obversi.net.processes.heartbeat import BEAT_SECONDS, Heartbeat
from obversi.net.processes.leases import Leases
from obversi.net.processes.remote_peer import RemotePeer
from obversi.net.processes.shares import Shares
from obversi.net.processes.waiting_settings import WaitingSettings
from obversi.net.server_connection import Connection
from obversi.net.store import GameStore
from obversi.net.workers.pool import EnginePool
from obversi.sql.postgres import PostgresTables
from obversi.sqlite_file import DamageError
from obversi.wire import session as wire
from obversi.wire.session import ErrorCode, RequestEnvelope

_LOG = logging.getLogger("obversi.net")

# A request for a game without an owner is tried again for some seconds.
_RETRY_SECONDS = 0.1
_RETRIES = 50

# After this many hops a request is not passed on any more.
_MOST_HOPS = 3

# The most owners of games that are remembered.
_MOST_ROUTES = 20_000

# Games without an owner are looked for after this many beats, or when a process ends.
_BEATS_BETWEEN_SEARCHES = 20

# Lists of games are sent to other processes after this many beats.
_BEATS_BETWEEN_LISTS = 4

_AGAIN = "a part of the server has ended: connect again, and the game goes on"
_NO_BUS = "the processes of the server cannot reach each other now: try again"
_NO_OWNER = "this game is moved to another process of the server: try again"


@dataclass(slots=True)
class _StateElsewhere:
    """The state of a client of this process in another process."""

    games: int = 0
    is_engaged: bool = False
    has_clock: bool = False
    requests: int = 0  # that the other process may have received


class SharedServer(GameServer):
    """A game server that shares games, seats and limits with other processes."""

    def __init__(
        self, store: GameStore, engines: EnginePool, limits: ServerLimits, bus: str, **others: Any
    ) -> None:
        """Use a bus, and a store in PostgreSQL that several processes have open."""
        super().__init__(store, engines, limits, **others)
        assert isinstance(store.tables, PostgresTables)
        self.leases = store.leases = Leases(store.tables)
        self.heartbeat = Heartbeat(store.tables.address, self.leases.process)
        self.bus = Bus(bus, self.leases.group, self._take, self._gap, self._undelivered)
        self._live = self._handler.live_games
        self._waiting_settings = WaitingSettings(self.leases, self._live.waiting)
        self._shares = Shares()
        self._shares.add_rate("games", self._live.new_games)
        self._shares.add_counts("games", lambda: self._live.per_address, self._live.elsewhere)
        self._engines = engines
        self._shares.add_counts("jobs", engines.jobs_by_address, engines.jobs_elsewhere)
        self._closed = ClosedGames(self._handler.fair_play, self._name_of)
        self._lists: dict[str, list[wire.GameEntry]] = {}
        self._sent_list: object = None
        self._handler.lobby.elsewhere = self._listed_elsewhere
        self._routes: OrderedDict[str, str] = OrderedDict()
        self._remotes: dict[str, RemotePeer] = {}
        self._sent_states: dict[str, list[int]] = {}  # the last state of each remote peer
        self._elsewhere: dict[
            str, dict[str, _StateElsewhere]
        ] = {}  # by the client and the other process
        self._to_load: set[str] = set()
        self._unreached: set[str] = set()  # processes that did not get the last message
        self._beats = 0
        self._beating: asyncio.Task[None] | None = None

    # Start and end

    async def start(self) -> int:
        """Join the other processes, and resume the games that have no owner."""
        await self.bus.open(self.leases.process)
        self.heartbeat.start()
        is_known, self.leases.members = self.heartbeat.registered(frozenset())
        if not is_known:  # after a slow start, as others took this process for dead
            self.leases.join()
            self.heartbeat.rename(self.leases.process)
            self.bus.rename(self.leases.process)
        while taken := self.leases.adopt():
            self._load(taken)
        self._beating = asyncio.create_task(self._beat_often())
        return self.games

    async def close(self, text: str) -> None:
        """Leave all games to the other processes, and close all connections."""
        if self._beating is not None:
            self._beating.cancel()
        await super().close(text)
        self.heartbeat.stop()
        with suppress(ObversiError):
            self.leases.leave()
        await self.bus.close()

    async def _beat_often(self) -> None:
        problem = ""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._beat()
                problem = ""
            except ObversiError as error:
                if not problem:
                    _LOG.warning("process %s: %s", self.leases.process, error)
                problem = str(error)
                self.bus.send(ALL, {"kind": "beat"})  # without messages the bus would count as lost
            except Exception:
                _LOG.exception("the server failed to beat")

    async def _beat(self) -> None:
        is_known, members = self.heartbeat.registered(await self.bus.silent(self.leases.members))
        if not is_known:
            self._begin_again()
        self.bus.rename(self.leases.process)
        if not is_known:
            return
        ended, self.leases.members = self.leases.members - members, members
        if ended:
            _LOG.warning("processes have ended: %s", ", ".join(ended))
            for process in ended:
                self._shares.forget(process)
                self._lists.pop(process, None)
                self._unreached.discard(process)
                self._closed.forget(process)
                self.bus.forget(process)
            self._recover(ended)
        self._beats += 1
        if ended or self._beats % _BEATS_BETWEEN_SEARCHES == 0:
            self._to_load.update(self.leases.adopt())
        self._load(self._to_load)
        self.leases.drop_finished()
        self._waiting_settings.drop_empty()
        for remote in self._remotes.values():
            self._send_state(remote)
        self._engines.update_cluster_share()
        changes = self._shares.changes() | {"kind": "changes"}
        if self._beats % _BEATS_BETWEEN_LISTS == 0:
            changes |= self._changed_lists()
        self.bus.send(ALL, changes)

    def _changed_lists(self) -> Message:
        """Return the list of public games, if it has changed, and the changes of closed games."""
        all_of_them = self._beats % _BEATS_BETWEEN_SEARCHES == 0
        lists: Message = {"closed": self._closed.changes(all_of_them=all_of_them)}
        listed = self._handler.lobby.own_list()
        if listed != self._sent_list or all_of_them:
            self._sent_list = listed
            lists["list"] = wire.write(listed)
        return lists

    def _begin_again(self) -> None:
        """Continue as a new process, since others have taken the games of this one."""
        _LOG.warning("process %s was too slow, and others have its games", self.leases.process)
        for live in list(self._live):
            self._drop(live)
        self._gap(None)
        self.leases.join()
        self.heartbeat.rename(self.leases.process)

    # Games

    def _load(self, ids: Collection[str]) -> None:
        """Resume stored games whose lease this process has.

        If the store fails, they are loaded later.
        """
        self._to_load.update(ids)
        for id in list(ids):
            try:
                stored = self.store.game(id)
            except DamageError as error:
                _LOG.warning("%s", error)
                stored = None
            if stored is not None and stored.ending is None and self._live.get(id) is None:
                live = self._live.load(stored)
                live.resume()
                self._waiting_settings.add(live)
            self._to_load.discard(id)

    def _drop(self, live: LiveGame) -> None:
        """Remove a game that is not over; its clients have to reconnect."""
        self._live.drop(live)
        for peer in live.participants.present():
            if (session := self._sessions.get(peer.number)) is not None:
                session.live_games.pop(live.game.id, None)
            peer.close(_AGAIN, again=True)

    def _recover(self, processes: Collection[str]) -> None:
        """Handle lost messages from and to processes.

        Clients of this process that have games there reconnect. Games here whose players are
        connected there are loaded from the store again, so that no clock is charged.
        """
        for number, states in list(self._elsewhere.items()):
            if not states.keys().isdisjoint(processes) and number in self._sessions:
                self._sessions[number].peer.close(_AGAIN, again=True)
        for remote in [each for each in self._remotes.values() if each.home in processes]:
            session = self._sessions[remote.number]
            played = [
                live
                for live in session.live_games.values()
                if live.participants.seat_of(remote) is not None
            ]
            self.disconnect(remote)
            for live in played:
                self._drop(live)
                with suppress(ObversiError):
                    self._load([live.game.id])

    def _gap(self, process: str | None) -> None:
        """Handle lost messages of a process, or of all, and let these processes do the same."""
        if process is None:
            processes = {each.home for each in self._remotes.values()}
            processes |= {each for states in self._elsewhere.values() for each in states}
        else:
            processes = {process}
        self._recover(processes)
        for each in processes:
            self.bus.send(each, {"kind": "lost"})

    def _undelivered(self, process: str, message: Message) -> None:
        """Repeat a request that its receiver did not get."""
        self._unreached.add(process)
        if message["kind"] != "request":
            return
        home, number = message["home"], message["peer"]
        if home != self.leases.process:  # several processes may use the same number
            number = f"{home}-{number}"
        session = self._sessions.get(number)
        if session is not None:
            states = self._elsewhere.get(session.peer.number, {})
            if process in states:
                states[process].requests -= 1
                if not states[process].requests:
                    del states[process]
            envelope = wire.parse_request(message["text"])
            again = partial(self._route, session.peer, envelope, message["hops"] - 1)
            self._context.later(_RETRY_SECONDS, again)

    # Requests of clients

    def handle(self, peer: Peer, envelope: RequestEnvelope) -> None:
        """Handle a request here, or pass it to the process that has the game."""
        self._route(peer, envelope)

    def _route(self, peer: Peer, envelope: RequestEnvelope, hops: int = 0, tries: int = 0) -> None:
        session = self._sessions.get(peer.number)
        if session is None:
            return  # disconnected
        owner = None
        if session.greeted and self.is_open and hops < _MOST_HOPS:
            try:
                owner = self._owner(session, envelope.request)
            except ObversiError as error:
                _LOG.warning("%s: %s", peer.number, error)
                self._reject(peer, envelope, _NO_OWNER)
                return
        if owner is None:
            super().handle(peer, envelope)
            self._waiting_settings.drop_empty()
        elif owner in self.leases.members and owner not in self._unreached:
            self._forward(session, envelope, owner, hops)
        elif tries < _RETRIES:
            again = partial(self._route, peer, envelope, hops, tries + 1)
            self._context.later(_RETRY_SECONDS, again)
        else:
            self._reject(peer, envelope, _NO_OWNER)

    def _owner(self, session: Session, request: wire.Request) -> str | None:
        """Return which other process a request is for; None is this one."""
        if isinstance(request, wire.Join):
            owner = self._waiting_settings.owner(session, request)
        else:
            game = getattr(request, "game", None)
            if game is None or self._live.get(game) is not None:
                return None
            if game in self._to_load:
                return ""  # it has no owner for a moment
            owner = self._routes.get(game)
            if owner not in self.leases.members:
                owner = self.leases.owner(game)
            if owner is not None:
                self._remember(game, owner)
        return None if owner == self.leases.process else owner

    def _remember(self, game: str, owner: str) -> None:
        self._routes[game] = owner
        self._routes.move_to_end(game)
        if len(self._routes) > _MOST_ROUTES:
            self._routes.popitem(last=False)

    def _forward(self, session: Session, envelope: RequestEnvelope, owner: str, hops: int) -> None:
        peer = session.peer
        if not self.bus.is_open:
            self._reject(peer, envelope, _NO_BUS)
            return
        home, there, games = self.leases.process, peer.number, session.owned_games
        if isinstance(peer, RemotePeer):
            home, there = peer.home, peer.there
        else:
            state = self._states_elsewhere(peer).setdefault(owner, _StateElsewhere())
            state.requests += 1
            games += session.elsewhere - state.games
        self.bus.send(
            owner,
            {
                "kind": "request",
                "home": home,
                "peer": there,
                "name": peer.name,
                "address": peer.address,
                "person": session.person,
                "games": games,
                "hops": hops + 1,
                "text": wire.write(envelope.request, envelope.id),
            },
        )

    def _reject(self, peer: Peer, envelope: RequestEnvelope, text: str) -> None:
        about = wire.name_of(envelope.request)
        peer.send(wire.Error(ErrorCode.BUSY, text, about), envelope.id)

    # Clients

    def disconnect(self, peer: Peer) -> None:
        """Remove a client here, and in the processes where it has games."""
        super().disconnect(peer)
        if isinstance(peer, RemotePeer):
            self._remotes.pop(peer.number, None)
            self._sent_states.pop(peer.number, None)
        for process in self._elsewhere.pop(peer.number, {}):
            self.bus.send(process, {"kind": "gone", "peer": peer.number})

    def is_engaged(self, peer: Peer) -> bool:
        """Whether a client plays, watches or waits, here or elsewhere."""
        states = self._elsewhere.get(peer.number, {}).values()
        return super().is_engaged(peer) or any(each.is_engaged for each in states)

    def has_clock(self, peer: Peer) -> bool:
        """Whether a client plays with a clock, here or elsewhere."""
        states = self._elsewhere.get(peer.number, {}).values()
        return super().has_clock(peer) or any(each.has_clock for each in states)

    def forget(self, person: int) -> None:
        """Let a person who is deleted continue as a guest, in all processes."""
        super().forget(person)
        self.bus.send(ALL, {"kind": "forget", "person": person})

    def share(self, name: str, buckets: TokenBuckets) -> None:
        """Let a rate limit count over all processes."""
        self._shares.add_rate(name, buckets)

    def share_counts(self, name: str, own: Any, elsewhere: Counter[str]) -> None:
        """Let a limit of numbers by address count over all processes."""
        self._shares.add_counts(name, own, elsewhere)

    def _states_elsewhere(self, peer: Peer) -> dict[str, _StateElsewhere]:
        return self._elsewhere.setdefault(peer.number, {})

    def _send_state(self, remote: RemotePeer) -> None:
        """Send the state of a client to its home, if the state has changed."""
        session = self._sessions[remote.number]
        state = [session.owned_games, int(session.is_engaged), int(session.has_clock)]
        if self._sent_states.get(remote.number) != state:
            self._sent_states[remote.number] = state
            message = {"kind": "state", "peer": remote.there, "state": state}
            self.bus.send(remote.home, message)

    def _name_of(self, peer: Peer) -> str:
        """Return what other processes call a peer."""
        if isinstance(peer, RemotePeer):
            return peer.number
        return f"{self.leases.process}-{peer.number}"

    def _listed_elsewhere(self) -> list[wire.GameEntry]:
        return [entry for entries in self._lists.values() for entry in entries]

    # Messages of other processes

    def _take(self, sender: str, message: Message) -> None:
        self._unreached.discard(sender)
        match message["kind"]:
            case "request":
                self._take_request(message)
            case "reply" | "close" | "state":
                self._take_for_client(sender, message)
            case "gone":
                remote = self._remotes.get(f"{sender}-{message['peer']}")
                if remote is not None:
                    self.disconnect(remote)
            case "lost":
                self._recover({sender})
            case "forget":
                super().forget(message["person"])
            case "changes" if sender in self.leases.members:  # others would never be removed
                self._shares.take(sender, message, self._context.now())
                self._closed.take(sender, message.get("closed", {}))
                if "list" in message:
                    reply = wire.parse_reply(message["list"]).reply
                    assert isinstance(reply, wire.GameList)
                    self._lists[sender] = list(reply.games)

    def _take_request(self, message: Message) -> None:
        home, there = message["home"], message["peer"]
        if home == self.leases.process:  # the game has moved here meanwhile
            session = self._sessions.get(there)
            if session is None:
                return
            peer = session.peer
        else:
            remote = self._remotes.get(f"{home}-{there}")
            if remote is None:
                name, address = message["name"], message["address"]
                remote = RemotePeer(home, there, name, address, self.bus.send)
                self._remotes[remote.number] = remote
                self.connect(remote)
            session = self._sessions[remote.number]
            session.greeted, session.person = True, message["person"]
            session.elsewhere, peer = message["games"], remote
        try:
            envelope = wire.parse_request(message["text"])
        except wire.MessageError as error:  # of a process with a newer version
            peer.send(error.answer, error.id)
        else:
            self._route(peer, envelope, message["hops"])
        if isinstance(peer, RemotePeer) and peer.number in self._remotes:
            self._send_state(peer)

    def _take_for_client(self, sender: str, message: Message) -> None:
        session = self._sessions.get(message["peer"])
        if session is None:
            self.bus.send(sender, {"kind": "gone", "peer": message["peer"]})
            return
        states = self._states_elsewhere(session.peer)
        state = states.setdefault(sender, _StateElsewhere(requests=1))
        match message["kind"]:
            case "reply":
                if message["game"] is not None:
                    self._remember(message["game"], sender)
                assert isinstance(session.peer, Connection)
                session.peer.send_text(message["text"], urgent=message["urgent"])
            case "close":
                session.peer.close(message["text"], again=message["again"])
            case "state":
                state.games, state.is_engaged, state.has_clock = message["state"]
                session.elsewhere = sum(each.games for each in states.values())
