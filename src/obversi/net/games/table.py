"""A table: a game, those who play and watch it, and its timers.

Whatever happens is stored before anybody is told.
"""

import logging
from collections.abc import Callable
from typing import Final

from obversi.color import color_name
from obversi.errors import ObversiError
from obversi.net.games.agent_turn import AgentTurn
from obversi.net.games.audience import Audience
from obversi.net.games.changes import Changes
from obversi.net.games.ending import Ending, drawn_away, lost
from obversi.net.games.flag import Flag
from obversi.net.games.game import Following, Game
from obversi.net.games.refusal import RefusedError
from obversi.net.games.room import Room
from obversi.net.games.seats import Seat, Timer
from obversi.net.games.telling import end_of, state_of, turn_of
from obversi.net.thinkers import Asker
from obversi.net.visitor import Visitor
from obversi.wire.session import EndReason, ErrorCode, Id, Waiting

__all__ = ["Table"]

_LOG: Final = logging.getLogger("obversi.net")

# So long, in seconds, until what could not be stored is tried again.
_STORE_PAUSE: Final = 5.0


class Table:
    """A game under way, or one that waits for somebody."""

    def __init__(self, game: Game, room: Room, on_over: Callable[["Table"], None]) -> None:
        """Set a game up; `on_over` is called when all have been told that it is over."""
        self.game = game
        self._room = room
        self._on_over = on_over
        self.audience = Audience(game, room.bounds.watchers)
        self._agent = AgentTurn(room, self._agent_began, self._agent_moved, self._agent_failed)
        self._flag = Flag(game, room, self._flag_fell)
        self.changes = Changes(game, self.audience, room.store, self._agent, self.go_on)
        self._unwatched: Timer | None = None
        self._again: Timer | None = None
        self.address = ""  # from where it was begun

    # Who is there

    def watch(self, visitor: Visitor, id: Id | None = None, token: str | None = None) -> None:
        """Tell a visitor of the game from now on."""
        if self.audience.seat_of(visitor) is None:
            self.audience.add_watcher(visitor)
        self.audience.tell_game_to(visitor, id, token)
        self._wake()

    def unwatch(self, visitor: Visitor) -> None:
        """Tell a visitor nothing more."""
        self.audience.remove_watcher(visitor)
        if self.audience.keeper is visitor:
            self.audience.keeper = None
        if self.game.is_arranged and not self.audience.watchers and self.game.ending is None:
            self._sleep()

    def return_to(self, visitor: Visitor, token: str, id: Id | None = None) -> None:
        """Give a visitor what his token is the key to; who had it is sent away.

        That is his seat, or both, or a watcher's place from which he may take one.
        """
        game, audience = self.game, self.audience
        own = [seat for seat in self._persons() if seat.opens_with(token)]
        old = own[0].visitor if own else audience.keeper
        if old is not None:
            audience.remove_watcher(old)
        audience.remove_watcher(visitor)
        for seat in own:
            seat.forget_absence()
            seat.excused_until = None
            seat.visitor = visitor
        if game.keeper_token is not None:
            audience.keeper = visitor
        if game.waits:
            board, clock = game.board, game.clocks.setting
            visitor.send(Waiting(game.id, token, board.rules, board.size, clock), id)
        else:
            self.watch(visitor, id)
        if old is not None and old is not visitor:
            old.close("you have come back by another connection")
        elif old is None and own:
            audience.tell_presence(own[0], None)
        if game.mover in own:
            self._flag.run()
            visitor.send(turn_of(game))

    def depart(self, visitor: Visitor) -> None:
        """Hear that a visitor is gone; a player has some time to come back."""
        own = self.audience.seats_of(visitor)
        for seat in own:
            seat.visitor = None
        if own:
            self.expect_back(own[0])
            wait = None if self.rests else self._room.bounds.waiting_seconds
            self.audience.tell_presence(own[0], wait)
        self.unwatch(visitor)

    @property
    def rests(self) -> bool:
        """Whether it waits for its only player."""
        return self.game.can_rest and any(seat.is_away for seat in self._seats())

    def expect_back(self, seat: Seat) -> None:
        """Give a player who is away time to come back: as long as there is room, if he is alone."""
        seat.forget_absence()
        if self.game.can_rest:
            seat.absence = self._room.resting.rest(self._rested_long)
            return
        wait = self._room.bounds.waiting_seconds
        seat.absence = self._room.later(wait, lambda: self._stayed_away(seat))

    # How the game goes

    def begin(self, visitor: Visitor, token: str, id: Id | None = None) -> None:
        """Tell everybody that the game begins, and the one who sat down last his token."""
        for each in self.audience.present():
            if each is visitor:
                self.audience.tell_game_to(each, id, token)
            else:
                self.audience.tell_game_to(each)
        self.go_on()

    def go_on(self) -> None:
        """Let the mover move: tell the person, or ask the agent."""
        mover = self.game.mover
        if mover is None:
            return
        if self.game.is_arranged and not self.audience.watchers:
            self._sleep()
            return
        if mover.is_agent:
            self._agent.ask(self.game, self._asker())
            return
        if excuse := mover.excuse(self._room.now()):
            self._flag.run_after(excuse)
        else:
            self._flag.run()
        if mover.visitor is not None:
            mover.visitor.send(turn_of(self.game))

    def resume(self) -> None:
        """Go on after a restart: persons have to come back first, and their clocks wait a while."""
        away = [seat for seat in self._persons() if seat.is_away]
        for seat in away[:1] if self.game.is_with_oneself else away:
            self.expect_back(seat)
            seat.excused_until = self._room.now() + self._room.bounds.restart_seconds
        self.go_on()

    def play(self, seat: Seat, move: str, visitor: Visitor, id: Id | None = None) -> None:
        """Make a player's move."""
        if seat is not self.game.mover:
            raise RefusedError(ErrorCode.NOT_YOUR_TURN, "it is not your turn")
        if self.game.clocks.has_fallen(seat.color):
            self._end(self._out_of_time(), visitor, id)
            return
        try:
            following = self.game.following(move)
        except ObversiError as error:
            raise RefusedError(ErrorCode.ILLEGAL, str(error)) from error
        self._take(following, visitor, id)

    def resign(self, seat: Seat, visitor: Visitor, id: Id | None = None) -> None:
        """Give the game up for a player."""
        why = f"{color_name(seat.color)} has resigned"
        self._end(lost(self.game.board, seat.color, EndReason.RESIGN, why), visitor, id)

    def withdraw(self, visitor: Visitor | None = None, id: Id | None = None) -> None:
        """Take away a game that nobody has come to."""
        self._room.store.remove(self.game.id)
        text = "the game is withdrawn: nobody has come"
        self.game.ending = Ending(EndReason.WITHDRAWN, None, 0, text)
        self._over(visitor, id)

    def close(self) -> None:
        """Let nothing happen any more."""
        self._agent.cancel()
        self._flag.stop()
        for timer in (self._unwatched, self._again):
            if timer is not None:
                timer.cancel()
        self._unwatched = self._again = None
        for seat in self._seats():
            seat.forget_absence()

    # Inside

    def _seats(self) -> list[Seat]:
        return list(self.game.seats.values())

    def _persons(self) -> list[Seat]:
        """Return the seats of persons, that of the mover first."""
        persons = [seat for seat in self._seats() if not seat.is_agent]
        return sorted(persons, key=lambda seat: seat is not self.game.mover)

    def _take(self, following: Following, visitor: Visitor | None, id: Id | None) -> None:
        game = self.game
        moves = following.stored_moves()
        self._room.store.add_moves(game.id, game.board.ply, moves, following.ending)
        game.take(following)
        self._flag.stop()
        for step in following.steps:
            self.audience.tell(state_of(game, step), visitor, id)
            id = None  # the pass that follows answers nothing
        if following.ending is None:
            self.go_on()
        else:
            self._over(None, None)

    def _end(self, ending: Ending, visitor: Visitor | None, id: Id | None) -> None:
        self._room.store.end(self.game.id, ending)
        self.game.ending = ending
        self._over(visitor, id)

    def _over(self, visitor: Visitor | None, id: Id | None) -> None:
        self.close()
        reply = end_of(self.game)
        _LOG.info("%s is over: %s", self.game.id, reply.text)
        self.audience.tell(reply, visitor, id)
        self._on_over(self)

    def _end_by_itself(self, ending: Callable[[], Ending]) -> None:
        """End a game without anybody's asking, and try again later if it cannot be stored."""
        try:
            self._end(ending(), None, None)
        except ObversiError as error:
            _LOG.warning("the end of %s cannot be stored: %s", self.game.id, error)
            self._again = self._room.later(_STORE_PAUSE, lambda: self._end_by_itself(ending))

    # Time

    def _flag_fell(self) -> None:
        self._end_by_itself(self._out_of_time)

    def _out_of_time(self) -> Ending:
        turn = self.game.board.turn
        why = f"{color_name(turn)} has no time left"
        return lost(self.game.board, turn, EndReason.TIME, why)

    # Agents

    def _asker(self) -> Asker:
        """Return in whose share of the time agents think."""
        for seat in self._seats():
            if seat.visitor is not None:
                return Asker(seat.visitor.address, seat.visitor.number)
        if (keeper := self.audience.keeper) is not None:
            return Asker(keeper.address, keeper.number)
        return Asker(self.address, self.game.id)

    def _agent_began(self) -> None:
        """Run an agent's clock: it has waited for its turn to think, and is not charged for it."""
        self._flag.run()

    def _agent_moved(self, move: str) -> None:
        turn = self.game.board.turn
        if self.game.clocks.has_fallen(turn):
            self._end_by_itself(self._out_of_time)
            return
        try:
            following = self.game.following(move)
        except ObversiError as error:
            self._agent_failed(f"its move is illegal: {error}")
            return
        try:
            self._take(following, None, None)
        except ObversiError as error:
            _LOG.warning("a move of %s cannot be stored: %s", self.game.id, error)
            self._agent.ask_later(self.game, self._asker(), _STORE_PAUSE)

    def _agent_failed(self, why: str) -> None:
        mover = self.game.mover
        assert mover is not None
        reason = f"{color_name(mover.color)} ({mover.who.name}) has failed: {why}"
        _LOG.warning("%s: %s", self.game.id, reason)
        board = self.game.board
        self._end_by_itself(lambda: lost(board, mover.color, EndReason.FAILURE, reason))

    def _sleep(self) -> None:
        """Let agents rest whom nobody watches, and end their game if that stays so."""
        self._agent.cancel()
        self.game.clocks.halt()
        self._flag.stop()
        if self._unwatched is None:
            seconds = self._room.bounds.waiting_seconds
            self._unwatched = self._room.later(seconds, self._stayed_unwatched)

    def _wake(self) -> None:
        if self._unwatched is not None:
            self._unwatched.cancel()
            self._unwatched = None
            self.go_on()

    def _stayed_unwatched(self) -> None:
        self._end_by_itself(lambda: drawn_away(EndReason.DISCONNECT, "nobody watches"))

    # Those who are away

    def _stayed_away(self, seat: Seat) -> None:
        if self.game.waits:
            try:
                self.withdraw()
            except ObversiError as error:
                _LOG.warning("%s cannot be removed: %s", self.game.id, error)
                self.expect_back(seat)
            return
        if self.game.seats[-seat.color].is_away:
            self._end_by_itself(lambda: drawn_away(EndReason.DISCONNECT, "both players have gone"))
            return
        why = f"{color_name(seat.color)} has gone and not come back"
        board = self.game.board
        self._end_by_itself(lambda: lost(board, seat.color, EndReason.DISCONNECT, why))

    def _rested_long(self) -> None:
        why = "there is no room for a game whose player has long been away"
        self._end_by_itself(lambda: drawn_away(EndReason.DISCONNECT, why))
