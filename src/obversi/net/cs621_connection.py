"""A visitor of the game server who speaks the wire of CS621."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from obversi.errors import FormatError, ObversiError
from obversi.move import PASS, Move
from obversi.net.connection import Connection
from obversi.net.cs621_game import Cs621Game
from obversi.net.origin import is_request_of_page
from obversi.net.reception import Reception
from obversi.wire import cs621, session

__all__ = ["Cs621Connection", "Cs621Settings"]

# The course's client takes whatever it reads at once for one message: what follows START has to
# come later.
_PAUSE_SECONDS: Final = 0.3

# A client that does not end its handle with a line has said all of it by then.
_HANDLE_SECONDS: Final = 1.0

# So long a client has for a move, and for the passes that end a game.
_MOVE_SECONDS: Final = 600.0
_LAST_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cs621Settings:
    """The game that a client gets, for it cannot say which one it would like.

    `color` is the client's. The wire has neither sizes nor rules: both ends have to know them.
    """

    against: str = "engine:level=4"
    color: str = "any"
    rules: str = "normal"
    size: int = 8


class Cs621Connection(Connection):
    """Asks the room for what the wire has no words for, and says its moves in the wire's words.

    The room is the judge. But the wire is slower than the room: a client says its own passes, of
    which the room knows already, so that what the room tells may have to wait for them.
    """

    kind = "the wire of CS621"

    def __init__(self, reception: Reception, settings: Cs621Settings) -> None:
        """Wait for the socket, and then for the handle."""
        super().__init__(reception)
        self._settings = settings
        self._reader = cs621.Reader(handle_first=True)
        self._start: session.Start | None = None
        self._game = Cs621Game(settings.size, settings.rules)
        self._answers: deque[Move] = deque()  # of the other player, not said yet
        self._end: session.End | None = None
        self._is_given_up = False
        self._silent_until = 0.0

    # What the room tells

    def send(self, reply: session.Reply, id: session.Id | None = None) -> None:  # noqa: ARG002
        """Say what the wire has words for, and do what the rest asks for."""
        if self._is_leaving or self._is_given_up or isinstance(reply, session.Closing):
            return
        match reply:
            case session.Welcome():
                self._loop.call_soon(self._join)
            case session.Start():
                self._begin_game(reply)
            case session.State() if self._is_other(reply.mover):
                self._answers.append(Move(reply.move))
            case session.End():
                self._end, self.heard_at = reply, self._loop.time()
            case session.Error():
                self.close(reply.text)
        self._go_on()

    def _join(self) -> None:
        if self._is_leaving:  # it has broken the rules before its game
            return
        settings = self._settings
        request = session.Join(
            settings.against,
            color=settings.color,  # type: ignore[arg-type]  # the room refuses what is none
            rules=self._game.board.rules,
            size=settings.size,
            position=self._game.board.to_string(),
        )
        self._ask(session.Asked(request))

    def _begin_game(self, start: session.Start) -> None:
        assert start.color is not None
        self._start = start
        color = session.color_number(start.color)
        self._silent_until = self._loop.time() + _PAUSE_SECONDS
        self._loop.call_later(_PAUSE_SECONDS, self._go_on)
        self._say(cs621.Start(color))

    def _is_other(self, mover: session.Color) -> bool:
        return self._start is not None and mover != self._start.color

    @property
    def _is_clients_turn(self) -> bool:
        if self._start is None or self._start.color is None:
            return False
        return self._game.turn == session.color_number(self._start.color)

    def _go_on(self) -> None:
        """Say what is to be said now, and hang up when nothing is left to say."""
        if self._start is None or self._is_leaving or self._loop.time() < self._silent_until:
            return
        game = self._game
        while not (game.is_over or self._is_clients_turn):
            if self._answers:
                move = self._answers.popleft()
            elif game.board.is_over:
                move = PASS
            else:
                break
            game.say(move)
            self._say(cs621.Played(move))
        is_finished = self._end is not None and self._end.reason == session.EndReason.FINISHED
        if self._end is not None and (game.is_over or not is_finished):
            self.close(self._end.text)

    # What the client says

    def _received(self, data: bytes) -> None:
        try:
            self._reader.feed(data)
        except FormatError as error:
            self._break(str(error))

    def _next_message(self) -> bytes | None:
        try:
            message = self._reader.next()
        except FormatError as error:
            self._break(str(error))
            return None
        return None if message is None else str(message).encode()

    def _hear(self, message: bytes) -> None:
        if not self._is_within_rate():
            return
        if is_request_of_page(message):
            self._break("it speaks HTTP")
            return
        if not self.name:
            self._ask(session.Asked(session.Hello(session.VERSION, message.decode())))
            return
        match cs621.parse(message.decode()):
            case cs621.Played(move):
                self._hear_move(move)
            case cs621.Close():
                self._break("it has said farewell")
            case _:
                self._break(f"{message.decode()!r} is for a server to say")

    def _hear_move(self, move: Move) -> None:
        if not self._is_clients_turn:
            self._break(f"{str(cs621.Played(move))!r} comes out of turn")
            return
        try:
            self._game.say(move)
        except ObversiError as error:
            self._break(str(error))
            return
        if self._start is not None and not move.is_pass:  # of passes the room knows
            self._ask(session.Asked(session.Play(self._start.game, str(move))))
        self._go_on()

    def look_after(self, now: float) -> None:
        """Take a handle that has no end, and do not wait for ever."""
        if not self.name:
            if now - self.came_at > _HANDLE_SECONDS and (handle := self._reader.handle()):
                self._hear(str(handle).encode())
                self._hear_some()
        elif self._end is not None and now - self.heard_at > _LAST_SECONDS:
            self.close(self._end.text)
        elif self._is_clients_turn and now - self.heard_at > _MOVE_SECONDS:
            self._break(f"it did not move for {_MOVE_SECONDS:g} s")

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the game up: there is no way back to it over this wire."""
        if not self._is_leaving:
            self._resign()
        super().connection_lost(exc)

    # The end

    def _break(self, reason: str) -> None:
        """Give the game up for a client that has left it, or broken its rules, and hang up."""
        self._resign()
        self.close(reason)

    def _resign(self) -> None:
        if self._start is not None and self._end is None and not self._is_given_up:
            self._is_given_up = True
            self._ask(session.Asked(session.Resign(self._start.game)))

    def _say(self, message: cs621.Message) -> None:
        self._write(cs621.server_bytes(message))

    def _framed(self, text: str) -> bytes:
        return text.encode("ascii")

    def _say_farewell(self, text: str) -> None:
        """Say nothing: the wire has no last words of a server."""

    def _refuse(self, text: str) -> None:
        """Say nothing: the wire has no words for that either."""
