"""The desk at which requests are granted: each kind of request has its method here."""

import random
from collections.abc import Mapping, Sequence

from obversi import __version__
from obversi.color import BLACK, WHITE
from obversi.errors import ObversiError
from obversi.net.games.beginning import begun_board
from obversi.net.games.game import Game
from obversi.net.games.guest import Guest
from obversi.net.games.meeting import own_color
from obversi.net.games.refusal import RefusedError
from obversi.net.games.rematches import PlayedGame, Rematches
from obversi.net.games.room import Room
from obversi.net.games.seats import Seat, new_token, token_digest
from obversi.net.games.table import Table
from obversi.net.games.tables import Tables
from obversi.net.games.telling import end_of, list_of, start_of
from obversi.net.store import StoredSeat
from obversi.wire import session
from obversi.wire.session import ErrorCode, Id, Request

__all__ = ["Desk"]


class Desk:
    """Does what guests ask for; what they cannot have is a `RefusedError`."""

    def __init__(self, room: Room, guests: Mapping[str, Guest], chance: random.Random) -> None:
        """Take the guests as they come and go, by their numbers."""
        self._room = room
        self._guests = guests
        self._chance = chance
        self.tables = Tables(room, self._forget)
        self.rematches = Rematches()

    def do(self, guest: Guest, request: Request, id: Id | None) -> None:
        """Do what a request asks for."""
        match request:
            case session.Hello():
                self._hello(guest, request, id)
            case session.Join(against=session.ANYONE):
                self._join_anyone(guest, request, id)
            case session.Join(against=session.MYSELF):
                self._join_oneself(guest, request, id)
            case session.Join():
                self._join_agent(guest, request, id)
            case session.Accept():
                self._accept(guest, request, id)
            case session.Arrange():
                self._arrange(guest, request, id)
            case session.Watch():
                self._watch(guest, request, id)
            case session.Leave():
                self._leave(guest, request, id)
            case session.Play():
                table, seat = self._own(guest, request.game)
                table.play(seat, request.move, guest.visitor, id)
            case session.Resign():
                table, seat = self._own(guest, request.game)
                table.resign(seat, guest.visitor, id)
            case session.ChangeSeat():
                self._change_seat(guest, request, id)
            case session.Undo():
                self._table(request.game).changes.undo(guest.visitor, id)
            case session.Redo():
                self._table(request.game).changes.redo(guest.visitor, id)
            case session.Rejoin():
                self._rejoin(guest, request, id)
            case session.Rematch():
                self._rematch(guest, request, id)
            case session.Decline():
                self.rematches.decline(guest.visitor, self._over(request.game), id)
            case session.ListGames():
                tables = self.tables.listed(session.MOST_LISTED)
                games = ((table.game, table.audience.watchers) for table in tables)
                guest.visitor.send(list_of(games), id)
            case session.Ping():
                guest.visitor.send(session.Pong(request.number), id)
            case session.Analyse() | session.Review():
                guest.analyses.begin(request, id)
            case session.Stop():
                guest.analyses.stop(request)

    # Coming

    def _hello(self, guest: Guest, request: session.Hello, id: Id | None) -> None:
        if request.version != session.VERSION:
            why = f"version {session.VERSION} is spoken here, not {request.version}"
            raise RefusedError(ErrorCode.VERSION, why)
        guest.greeted = True
        guest.visitor.name = request.name
        bounds = self._room.bounds
        allowance = session.Allowance(
            line=bounds.line_bytes,
            rate=bounds.messages_per_second,
            games=bounds.games_of_visitor,
            seconds=max(bounds.think_seconds, bounds.analysis_seconds),
        )
        reply = session.Welcome(
            version=session.VERSION,
            server=f"obversi {__version__}",
            visitor=guest.visitor.number,
            agents=tuple(self._room.thinkers.offers()),
            bounds=allowance,
        )
        guest.visitor.send(reply, id)

    # Games

    def _join_anyone(self, guest: Guest, request: session.Join, id: Id | None) -> None:
        guest.refuse_another_game()
        board = begun_board(request)
        if not request.private:
            fitting = self.tables.waiting.fitting(
                board, request.clock, guest.visitor, request.color
            )
            if fitting is not None:
                self._sit_down(guest, fitting, id, request.color)
                return
        color, token = self._color(request.color), new_token()
        who = StoredSeat(guest.visitor.name, token=token_digest(token))
        table = self.tables.open(
            board,
            {color: who},
            request.clock,
            guest.visitor.address,
            private=request.private,
            flexible=request.color == "any",
        )
        self._seat(guest, table, color)
        game = table.game
        reply = session.Waiting(game.id, token, board.rules, board.size, request.clock)
        guest.visitor.send(reply, id)

    def _join_agent(self, guest: Guest, request: session.Join, id: Id | None) -> None:
        guest.refuse_another_game()
        token = new_token()
        digest = token_digest(token)
        agent = self._agent(request.against, digest)
        color = self._color(request.color)
        table = self.tables.open(
            begun_board(request),
            {color: StoredSeat(guest.visitor.name, token=digest), -color: agent},
            request.clock,
            guest.visitor.address,
            private=request.private,
        )
        self._seat(guest, table, color)
        table.audience.keeper = guest.visitor
        table.begin(guest.visitor, token, id)

    def _join_oneself(self, guest: Guest, request: session.Join, id: Id | None) -> None:
        guest.refuse_another_game()
        if request.clock is not None:
            raise RefusedError(ErrorCode.REFUSED, "a game with oneself has no clocks")
        token = new_token()
        own = StoredSeat(guest.visitor.name, token=token_digest(token))
        table = self.tables.open(
            *(begun_board(request), {BLACK: own, WHITE: own}, None, guest.visitor.address),
            private=True,
        )
        for color in (BLACK, WHITE):
            self._seat(guest, table, color)
        table.audience.keeper = guest.visitor
        table.begin(guest.visitor, token, id)

    def _accept(self, guest: Guest, request: session.Accept, id: Id | None) -> None:
        table = self._table(request.game)
        if not table.game.waits:
            raise RefusedError(ErrorCode.REFUSED, "both seats of this game are taken")
        [seat] = table.game.seats.values()
        if seat.visitor is guest.visitor:
            raise RefusedError(ErrorCode.REFUSED, "you cannot play against yourself")
        if seat.is_away:
            why = "the one who waits there has gone, and may come back"
            raise RefusedError(ErrorCode.REFUSED, why)
        guest.refuse_another_game()
        self._sit_down(guest, table, id)

    def _arrange(self, guest: Guest, request: session.Arrange, id: Id | None) -> None:
        guest.refuse_another_game()
        token = new_token()
        digest = token_digest(token)
        agents = {
            BLACK: self._agent(request.black, digest),
            WHITE: self._agent(request.white, digest),
        }
        address = guest.visitor.address
        table = self.tables.open(begun_board(request), agents, request.clock, address)
        guest.tables[table.game.id] = table
        table.audience.keeper = guest.visitor
        table.watch(guest.visitor, id, token)
        table.go_on()

    def _change_seat(self, guest: Guest, request: session.ChangeSeat, id: Id | None) -> None:
        table = self._table(request.game)
        is_own = request.who == session.ME
        who = StoredSeat(guest.visitor.name) if is_own else self._agent(request.who)
        table.changes.seat(session.color_number(request.color), who, guest.visitor, id)

    def _watch(self, guest: Guest, request: session.Watch, id: Id | None) -> None:
        table = self.tables.get(request.game)
        if table is None:
            self._tell_finished(guest, self._finished(request.game), (), id)
            return
        if table.game.waits:
            raise RefusedError(ErrorCode.REFUSED, "this game has not begun: nobody has come yet")
        if request.game not in guest.tables:
            guest.refuse_another_watch()
        table.watch(guest.visitor, id)
        guest.tables[request.game] = table

    def _leave(self, guest: Guest, request: session.Leave, id: Id | None) -> None:
        if self.rematches.leave(guest.visitor, request.game):
            guest.visitor.send(session.Left(request.game), id)
            return
        table = self._table(request.game)
        if table.audience.seat_of(guest.visitor) is not None:
            if not table.game.waits:
                why = "you play this game: resign it, or finish it"
                raise RefusedError(ErrorCode.REFUSED, why)
            table.withdraw(guest.visitor, id)
            return
        if not table.audience.has_watcher(guest.visitor.number):
            raise RefusedError(ErrorCode.NOT_YOURS, "you neither play nor watch this game")
        guest.tables.pop(request.game, None)
        table.unwatch(guest.visitor)
        guest.visitor.send(session.Left(request.game), id)

    def _rejoin(self, guest: Guest, request: session.Rejoin, id: Id | None) -> None:
        table = self.tables.get(request.game)
        game = self._finished(request.game) if table is None else table.game
        seats = [seat for seat in game.seats.values() if seat.opens_with(request.token)]
        if not seats:
            raise RefusedError(ErrorCode.TOKEN, "this token is not that of a seat of this game")
        if table is None:
            own = [seat.color for seat in seats if not seat.is_agent]
            self._tell_finished(guest, game, own, id)
            if own:
                self.rematches.come_back(guest.visitor, game, own[0])
            return
        for old in (table.audience.keeper, *(seat.visitor for seat in seats)):
            if old is not None and old is not guest.visitor and old.number in self._guests:
                self._guests[old.number].tables.pop(request.game, None)
        guest.tables[request.game] = table
        table.return_to(guest.visitor, request.token, id)

    def _rematch(self, guest: Guest, request: session.Rematch, id: Id | None) -> None:
        guest.refuse_another_game()
        played = self.rematches.ask(guest.visitor, self._over(request.game), id)
        if played is not None:
            self._play_again(guest, played, id)

    # Inside

    def _play_again(self, guest: Guest, played: PlayedGame, id: Id | None) -> None:
        """Begin the same game with colours swapped; who has agreed last is answered."""
        before = played.game
        players = {-color: self._guests[each.number] for color, each in played.players.items()}
        for other in players.values():
            if other is not guest and other.has_most_games:
                raise RefusedError(ErrorCode.REFUSED, "the other player has too many games")
        tokens = {color: new_token() for color in players}
        table = self.tables.open(
            before.first_board(),
            {
                color: StoredSeat(each.visitor.name, token=token_digest(tokens[color]))
                for color, each in players.items()
            },
            before.clocks.setting,
            guest.visitor.address,
            private=before.private,
        )
        for color, each in players.items():
            self._seat(each, table, color)
        self.rematches.begun(played)
        played.tell("begun", None, guest.visitor, id, table.game.id)
        for color, each in players.items():
            table.audience.tell_game_to(each.visitor, None, tokens[color])
        table.go_on()

    def _forget(self, table: Table) -> None:
        self.rematches.add(table.game, table.audience.onlookers())
        for visitor in table.audience.present():
            if visitor.number in self._guests:
                self._guests[visitor.number].tables.pop(table.game.id, None)

    def _seat(self, guest: Guest, table: Table, color: int) -> None:
        table.game.seats[color].visitor = guest.visitor
        guest.tables[table.game.id] = table

    def _sit_down(self, guest: Guest, table: Table, id: Id | None, wish: str = "any") -> None:
        """Take the free seat, or the other if both players like that better; the game begins."""
        game, token = table.game, new_token()
        [waiting] = game.seats.values()
        color = own_color(wish, -waiting.color)
        who = StoredSeat(guest.visitor.name, token=token_digest(token))
        seats = {color: who, -color: waiting.who}
        self._room.store.set_seats(game.id, seats[BLACK], seats[WHITE])
        self.tables.waiting.discard(table)
        waiting.color = -color
        game.seats = {color: Seat(color, who), -color: waiting}
        self._seat(guest, table, color)
        table.begin(guest.visitor, token, id)

    def _color(self, wish: str) -> int:
        return own_color(wish, self._chance.choice((BLACK, WHITE)))

    def _agent(self, description: str, token: bytes | None = None) -> StoredSeat:
        try:
            return StoredSeat(self._room.thinkers.checked(description), agent=True, token=token)
        except ObversiError as error:
            raise RefusedError(ErrorCode.AGENT, str(error)) from error

    def _table(self, id: str) -> Table:
        """Return the table of a game that is not over."""
        table = self.tables.get(id)
        if table is None:
            self._finished(id)
            raise RefusedError(ErrorCode.OVER, "this game is over")
        return table

    def _own(self, guest: Guest, id: str) -> tuple[Table, Seat]:
        """Return a guest's seat at a game that has begun and is not over."""
        table = self._table(id)
        seat = table.audience.seat_of(guest.visitor)
        if seat is None:
            raise RefusedError(ErrorCode.NOT_YOURS, "you do not play this game")
        if table.game.waits:
            raise RefusedError(ErrorCode.REFUSED, "this game has not begun: nobody has come yet")
        return table, seat

    def _over(self, id: str) -> Game:
        """Return a game that has to be over."""
        if self.tables.get(id) is not None:
            raise RefusedError(ErrorCode.REFUSED, "this game is not over")
        return self._finished(id)

    def _finished(self, id: str) -> Game:
        """Return a game that is over, as it is stored."""
        stored = self._room.store.game(id)
        if stored is None or stored.ending is None:
            raise RefusedError(ErrorCode.UNKNOWN_GAME, f"there is no game {id!r}")
        return Game(stored, self._room.now, self._room.heard)

    def _tell_finished(self, guest: Guest, game: Game, own: Sequence[int], id: Id | None) -> None:
        guest.visitor.send(start_of(game, own), id)
        guest.visitor.send(end_of(game))
