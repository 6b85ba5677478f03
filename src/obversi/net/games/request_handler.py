"""The request handler: one method for each kind of request."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from obversi import __version__
from obversi.board import Board
from obversi.color import BLACK, WHITE, Color
from obversi.errors import ObversiError
from obversi.net.games.context import RequestRejectedError, ServerContext
from obversi.net.games.fair_play import FairPlay
from obversi.net.games.game import (
    Game,
    Seat,
    new_token,
    opening_board,
    played_board,
    token_digest,
)
from obversi.net.games.live_game import LiveGame
from obversi.net.games.live_games import LiveGames, requested_color
from obversi.net.games.lobby import Lobby
from obversi.net.games.participants import end_message, start_message
from obversi.net.games.phrases import Phrases
from obversi.net.games.rated_games import (
    check_rated_join,
    check_rated_players,
    load_ratings,
)
from obversi.net.games.rematches import FinishedGame, Rematches
from obversi.net.games.session import Session
from obversi.net.stored_game import StoredSeat
from obversi.wire import session as wire
from obversi.wire.session import ErrorCode, Id, Request

_NOT_BEGUN = "this game has not begun: it waits for an opponent"


class RequestHandler:
    """Handles the requests of clients, or raises a `RequestRejectedError`."""

    def __init__(
        self, context: ServerContext, sessions: Mapping[str, Session], chance: random.Random
    ) -> None:
        """Serve these sessions, which change over time, by the numbers of their peers."""
        self._context = context
        self._sessions = sessions
        self._chance = chance
        self.live_games = LiveGames(context, self._over)
        self.rematches = Rematches()
        self.fair_play = FairPlay(self.live_games)
        self.lobby = Lobby(self.live_games, context)
        self._phrases = Phrases(context, self.rematches)

    def handle(self, session: Session, request: Request, id: Id | None) -> None:
        """Handle a request."""
        match request:
            case wire.Hello():
                self._hello(session, request, id)
            case wire.Join(against=against, rated=True) if against != wire.ANYONE:
                reason = "a rated game is one of two persons"
                raise RequestRejectedError(ErrorCode.RATED, reason)
            case wire.Join(against=wire.ANYONE):
                self._join_anyone(session, request, id)
            case wire.Join(against=wire.MYSELF):
                self._join_alone(session, request, id)
            case wire.Join():
                self._join_agent(session, request, id)
            case wire.Accept():
                self._accept(session, request, id)
            case wire.Arrange():
                self._arrange(session, request, id)
            case wire.Watch():
                self._watch(session, request, id)
            case wire.Leave():
                self._leave(session, request, id)
            case wire.Play():
                live, seat = self._own_game(session, request.game)
                live.play(seat, request.move, session.peer, id)
            case wire.Resign():
                live, seat = self._own_game(session, request.game)
                live.resign(seat, session.peer, id)
            case wire.ChangeSeat():
                self._change_seat(session, request, id)
            case wire.Undo():
                self._live_game(request.game).changes.undo(session.peer, id)
            case wire.Redo():
                self._live_game(request.game).changes.redo(session.peer, id)
            case wire.Rejoin():
                self._rejoin(session, request, id)
            case wire.Rematch():
                self._rematch(session, request, id)
            case wire.Decline():
                self.rematches.decline(session.peer, self._finished_game(request.game), id)
            case wire.Say():
                self._phrases.say(session.peer, request, self.live_games.get(request.game), id)
            case wire.ListGames():
                self.lobby.send(session.peer, id, follow=request.follow)
            case wire.Ping():
                session.peer.send(wire.Pong(request.number), id)
            case wire.Analyse() | wire.Review():
                self._check_fair_play(session, request)
                session.analyses.start(request, id)
            case wire.Stop():
                session.analyses.stop(request)

    def _hello(self, session: Session, request: wire.Hello, id: Id | None) -> None:
        if request.version != wire.VERSION:
            reason = f"this server uses version {wire.VERSION}, not {request.version}"
            raise RequestRejectedError(ErrorCode.VERSION, reason)
        session.greeted = True
        session.peer.name = request.name
        person = self._context.store.persons.by_key(request.key) if request.key else None
        session.person = None if person is None else person.id
        limits = self._context.limits
        allowance = wire.Allowance(
            line=limits.line_bytes,
            rate=limits.messages_per_second,
            games=limits.games_per_client,
            seconds=max(limits.think_seconds, limits.analysis_seconds),
        )
        reply = wire.Welcome(
            version=wire.VERSION,
            server=f"obversi {__version__}",
            visitor=session.peer.number,
            agents=tuple(self._context.engines.offers()),
            bounds=allowance,
            person=None if person is None else person.name,
        )
        session.peer.send(reply, id)

    def _check_fair_play(self, session: Session, request: wire.Analyse | wire.Review) -> None:
        def board() -> Board:
            if isinstance(request, wire.Review):
                return played_board(request)
            return opening_board(request)

        peer = session.peer
        self.fair_play.check(board, peer.address, person=session.person, peer=peer)

    # Starting games

    def _join_anyone(self, session: Session, request: wire.Join, id: Id | None) -> None:
        session.check_games()
        board = opening_board(request)
        if request.rated:
            check_rated_join(request, board, session.person)
        if not request.private:
            waiting = self.live_games.waiting
            fitting = waiting.fitting(request, board, session.peer, session.person)
            if fitting is not None:
                self._take_free_seat(session, fitting, id, request.color)
                return
        color, token = self._color(request.color), new_token()
        who = session.seat(token_digest(token))
        live = self.live_games.open(
            board,
            {color: who},
            request.clock,
            session.peer.address,
            private=request.private,
            flexible=request.color == "any",
            rated=request.rated,
        )
        self._seat(session, live, color)
        reply = wire.Waiting(
            live.game.id, token, board.rules, board.size, request.clock, request.rated
        )
        session.peer.send(reply, id)

    def _join_agent(self, session: Session, request: wire.Join, id: Id | None) -> None:
        session.check_games()
        token = new_token()
        digest = token_digest(token)
        agent = self._agent(request.against, digest)
        color = self._color(request.color)
        live = self.live_games.open(
            opening_board(request),
            {color: session.seat(digest), -color: agent},
            request.clock,
            session.peer.address,
            private=request.private,
        )
        self._seat(session, live, color)
        live.participants.keeper = session.peer
        live.start(session.peer, token, id)

    def _join_alone(self, session: Session, request: wire.Join, id: Id | None) -> None:
        session.check_games()
        if request.clock is not None:
            reason = "a game of one person against itself cannot have clocks"
            raise RequestRejectedError(ErrorCode.REFUSED, reason)
        token = new_token()
        own = session.seat(token_digest(token))
        seats = {BLACK: own, WHITE: own}
        live = self.live_games.open(
            opening_board(request), seats, None, session.peer.address, private=True
        )
        for color in seats:
            self._seat(session, live, color)
        live.participants.keeper = session.peer
        live.start(session.peer, token, id)

    def _accept(self, session: Session, request: wire.Accept, id: Id | None) -> None:
        live = self._live_game(request.game)
        if not live.game.is_waiting:
            raise RequestRejectedError(ErrorCode.REFUSED, "both seats of this game are taken")
        [seat] = live.game.seats.values()
        if seat.peer is session.peer:
            raise RequestRejectedError(ErrorCode.REFUSED, "you cannot play against yourself")
        if seat.is_away:
            reason = "the player of this game has gone, and may come back"
            raise RequestRejectedError(ErrorCode.REFUSED, reason)
        session.check_games()
        if live.game.rated:
            if not request.rated:
                reason = "this game is rated: agree to that, or start another"
                raise RequestRejectedError(ErrorCode.RATED, reason)
            check_rated_players(seat.who.person, session.person)
        self._take_free_seat(session, live, id)

    def _arrange(self, session: Session, request: wire.Arrange, id: Id | None) -> None:
        session.check_games()
        token = new_token()
        digest = token_digest(token)
        agents = {
            BLACK: self._agent(request.black, digest),
            WHITE: self._agent(request.white, digest),
        }
        board = opening_board(request)
        live = self.live_games.open(board, agents, request.clock, session.peer.address)
        session.live_games[live.game.id] = live
        live.participants.keeper = session.peer
        live.watch(session.peer, id, token)
        live.request_move()

    def _rematch(self, session: Session, request: wire.Rematch, id: Id | None) -> None:
        session.check_games()
        finished = self.rematches.offer(session.peer, self._finished_game(request.game), id)
        if finished is not None:
            self._start_rematch(session, finished, id)

    def _start_rematch(self, session: Session, finished: FinishedGame, id: Id | None) -> None:
        """Start the same game with colours swapped; the last offer gets the reply."""
        before = finished.game
        players = {-color: self._sessions[each.number] for color, each in finished.players.items()}
        for other in players.values():
            if other is not session and other.has_most_games:
                reason = "the other player has too many games"
                raise RequestRejectedError(ErrorCode.REFUSED, reason)
        if before.rated:
            check_rated_players(*(each.person for each in players.values()))
        tokens = {color: new_token() for color in players}
        live = self.live_games.open(
            before.first_board(),
            {color: each.seat(token_digest(tokens[color])) for color, each in players.items()},
            before.clocks.setting,
            session.peer.address,
            private=before.private,
            rated=before.rated,
        )
        for color, each in players.items():
            self._seat(each, live, color)
        self.rematches.started(finished)
        finished.send("begun", None, session.peer, id, live.game.id)
        for color, each in players.items():
            live.participants.send_game_to(each.peer, None, tokens[color])
        live.request_move()

    # Existing games

    def _change_seat(self, session: Session, request: wire.ChangeSeat, id: Id | None) -> None:
        live = self._live_game(request.game)
        is_own = request.who == wire.ME
        who = session.seat() if is_own else self._agent(request.who)
        live.changes.seat(wire.color_number(request.color), who, session.peer, id)

    def _watch(self, session: Session, request: wire.Watch, id: Id | None) -> None:
        live = self.live_games.get(request.game)
        if live is None:
            self._send_finished(session, self._stored_game(request.game), (), id)
            return
        if live.game.is_waiting:
            raise RequestRejectedError(ErrorCode.REFUSED, _NOT_BEGUN)
        if request.game not in session.live_games:
            session.check_watched_games()
        live.watch(session.peer, id)
        session.live_games[request.game] = live

    def _leave(self, session: Session, request: wire.Leave, id: Id | None) -> None:
        if self.rematches.leave(session.peer, request.game):
            session.peer.send(wire.Left(request.game), id)
            return
        live = self._live_game(request.game)
        if live.participants.seat_of(session.peer) is not None:
            if not live.game.is_waiting:
                reason = "you play this game: resign it, or finish it"
                raise RequestRejectedError(ErrorCode.REFUSED, reason)
            live.withdraw(session.peer, id)
            return
        if not live.participants.has_spectator(session.peer):
            reason = "you neither play nor watch this game"
            raise RequestRejectedError(ErrorCode.NOT_YOURS, reason)
        session.live_games.pop(request.game, None)
        live.unwatch(session.peer)
        session.peer.send(wire.Left(request.game), id)

    def _rejoin(self, session: Session, request: wire.Rejoin, id: Id | None) -> None:
        live = self.live_games.get(request.game)
        game = self._stored_game(request.game) if live is None else live.game
        seats = [seat for seat in game.seats.values() if seat.opens_with(request.token)]
        if not seats:
            reason = "this token does not belong to a seat of this game"
            raise RequestRejectedError(ErrorCode.TOKEN, reason)
        if live is None:
            own = [seat.color for seat in seats if not seat.is_agent]
            self._send_finished(session, game, own, id)
            if own:
                self.rematches.come_back(session.peer, game, own[0])
            return
        for old in (live.participants.keeper, *(seat.peer for seat in seats)):
            if old is not None and old is not session.peer and old.number in self._sessions:
                self._sessions[old.number].live_games.pop(request.game, None)
        self._claim(session, game, seats)
        session.live_games[request.game] = live
        live.rejoin(session.peer, request.token, id)

    def _claim(self, session: Session, game: Game, seats: Sequence[Seat]) -> None:
        """Give a guest's seats to the person that the guest has become during the game."""
        own = [seat for seat in seats if not seat.is_agent and seat.who.person is None]
        if session.person is None or not own:
            return
        for seat in own:
            seat.who = replace(seat.who, person=session.person)
        if not game.is_waiting:  # the free seat of a waiting game cannot be stored this way
            self._context.store.set_seats(game.id, game.who(BLACK), game.who(WHITE))

    # Helpers

    def _over(self, live: LiveGame) -> None:
        self.rematches.add(live.game, live.participants.spectators)
        for peer in live.participants.present():
            if peer.number in self._sessions:
                self._sessions[peer.number].live_games.pop(live.game.id, None)

    def _seat(self, session: Session, live: LiveGame, color: Color) -> None:
        live.game.seats[color].peer = session.peer
        session.live_games[live.game.id] = live

    def _take_free_seat(
        self, session: Session, live: LiveGame, id: Id | None, color: str = "any"
    ) -> None:
        """Take the free seat, or draw colours if both players agree to that; the game starts."""
        game, token = live.game, new_token()
        [waiting] = game.seats.values()
        own = self._color(color) if game.flexible else requested_color(color, -waiting.color)
        who = session.seat(token_digest(token))
        seats = {own: who, -own: waiting.who}
        self._context.store.set_seats(game.id, seats[BLACK], seats[WHITE])
        self.live_games.waiting.discard(live)
        waiting.color = -own
        game.seats = {own: Seat(own, who), -own: waiting}
        load_ratings(game, self._context.store)
        self._seat(session, live, own)
        live.note_begun()
        live.start(session.peer, token, id)

    def _color(self, request: str) -> Color:
        return requested_color(request, self._chance.choice((BLACK, WHITE)))

    def _agent(self, description: str, token: bytes | None = None) -> StoredSeat:
        try:
            return StoredSeat(self._context.engines.checked(description), agent=True, token=token)
        except ObversiError as error:
            raise RequestRejectedError(ErrorCode.AGENT, str(error)) from error

    def _live_game(self, id: str) -> LiveGame:
        """Return a game that is not over."""
        live = self.live_games.get(id)
        if live is None:
            self._stored_game(id)
            raise RequestRejectedError(ErrorCode.OVER, "this game is over")
        return live

    def _own_game(self, session: Session, id: str) -> tuple[LiveGame, Seat]:
        """Return a running game that a client plays, and its seat."""
        live = self._live_game(id)
        seat = live.participants.seat_of(session.peer)
        if seat is None:
            raise RequestRejectedError(ErrorCode.NOT_YOURS, "you do not play this game")
        if live.game.is_waiting:
            raise RequestRejectedError(ErrorCode.REFUSED, _NOT_BEGUN)
        return live, seat

    def _finished_game(self, id: str) -> Game:
        """Return a game that is over."""
        if self.live_games.get(id) is not None:
            raise RequestRejectedError(ErrorCode.REFUSED, "this game is not over")
        return self._stored_game(id)

    def _stored_game(self, id: str) -> Game:
        """Load a finished game from the store."""
        stored = self._context.store.game(id)
        if stored is None or stored.ending is None:
            raise RequestRejectedError(ErrorCode.UNKNOWN_GAME, f"there is no game {id!r}")
        return Game(stored, self._context.now, self._context.input_time)

    def _send_finished(
        self, session: Session, game: Game, own: Sequence[Color], id: Id | None
    ) -> None:
        session.peer.send(start_message(game, own), id)
        session.peer.send(end_message(game))
