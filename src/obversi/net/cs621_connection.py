"""A connection of the server with the protocol of CS621."""

from collections import deque
from dataclasses import dataclass

from obversi.errors import FormatError, ObversiError
from obversi.move import PASS, Move
from obversi.net.connection_limits import ConnectionLimits
from obversi.net.cs621_game import Cs621Game
from obversi.net.origin import is_http_request
from obversi.net.server_connection import Connection
from obversi.rules import Rules
from obversi.wire import cs621, session

# The course's client takes all bytes of one read for one message: a pause after START separates it
# from the next.
_PAUSE_SECONDS = 0.3

# After this time the handle of a client that does not end its line is complete.
_HANDLE_SECONDS = 1.0

# The seconds of a client for a move, and for the passes that end a game.
_MOVE_SECONDS = 600.0
_LAST_SECONDS = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cs621Settings:
    """The game of every client, since the protocol has no words for a choice.

    `color` is the client's. The protocol has neither sizes nor rules: both ends have to know them.
    """

    against: str = "engine:level=4"
    color: str = "any"
    rules: Rules = "normal"
    size: int = 8


class Cs621Connection(Connection):
    """Translates between the game server and the protocol.

    The game server is the judge. But it makes passes by itself, while a client of this protocol
    sends its own: moves of the opponent may have to wait for them.
    """

    kind = "CS621"

    def __init__(self, connections: ConnectionLimits, settings: Cs621Settings) -> None:
        """Wait for the socket, and then for the handle."""
        super().__init__(connections)
        self._settings = settings
        self._reader = cs621.Reader(handle_first=True)
        self._start: session.Start | None = None
        self._game = Cs621Game(settings.size, settings.rules)
        self._moves: deque[Move] = deque()  # of the other player, not sent yet
        self._end: session.End | None = None
        self._has_resigned = False
        self._pause_until = 0.0

    # Replies of the game server

    def send_text(self, text: str, *, urgent: bool) -> None:  # noqa: ARG002
        """Send a reply that another process has written."""
        self.send(session.parse_reply(text).reply)

    def send(self, reply: session.Reply, id: session.Id | None = None) -> None:  # noqa: ARG002
        """Send what the protocol has words for, and react to the rest."""
        if self._is_closing or self._has_resigned or isinstance(reply, session.Closing):
            return
        match reply:
            case session.Welcome():
                self._loop.call_soon(self._join)
            case session.Start():
                self._begin_game(reply)
            case session.State() if self._is_other(reply.mover):
                self._moves.append(Move(reply.move))
            case session.End():
                self._end, self.last_input = reply, self._loop.time()
            case session.Error():
                self.close(reply.text)
        self._continue()

    def _join(self) -> None:
        if self._is_closing:  # disqualified before its game
            return
        settings = self._settings
        request = session.Join(
            settings.against,
            color=settings.color,  # type: ignore[arg-type]  # checked by the game server
            rules=self._game.board.rules,
            size=settings.size,
            position=self._game.board.to_string(),
        )
        self._handle(session.RequestEnvelope(request))

    def _begin_game(self, start: session.Start) -> None:
        assert start.color is not None
        self._start = start
        color = session.color_number(start.color)
        self._pause_until = self._loop.time() + _PAUSE_SECONDS
        self._loop.call_later(_PAUSE_SECONDS, self._continue)
        self._send(cs621.Start(color))

    def _is_other(self, mover: session.Color) -> bool:
        return self._start is not None and mover != self._start.color

    @property
    def _is_client_turn(self) -> bool:
        if self._start is None or self._start.color is None:
            return False
        return self._game.turn == session.color_number(self._start.color)

    def _continue(self) -> None:
        """Send the moves that are due, and close the connection after the last."""
        if self._start is None or self._is_closing or self._loop.time() < self._pause_until:
            return
        game = self._game
        while not (game.is_over or self._is_client_turn):
            if self._moves:
                move = self._moves.popleft()
            elif game.board.is_over:
                move = PASS
            else:
                break
            game.apply(move)
            self._send(cs621.Played(move))
        is_finished = self._end is not None and self._end.reason == session.EndReason.FINISHED
        if self._end is not None and (game.is_over or not is_finished):
            self.close(self._end.text)

    # Messages of the client

    def _feed(self, data: bytes) -> None:
        try:
            self._reader.feed(data)
        except FormatError as error:
            self._disqualify(str(error))

    def _next_message(self) -> bytes | None:
        try:
            message = self._reader.next()
        except FormatError as error:
            self._disqualify(str(error))
            return None
        return None if message is None else str(message).encode()

    def _process(self, message: bytes) -> None:
        if not self._is_within_rate():
            return
        if is_http_request(message):
            self._disqualify("this is not HTTP")
            return
        if not self.name:
            self._handle(session.RequestEnvelope(session.Hello(session.VERSION, message.decode())))
            return
        match cs621.parse(message.decode()):
            case cs621.Played(move):
                self._process_move(move)
            case cs621.Close():
                self._disqualify("the client has closed the game")
            case _:
                self._disqualify(f"{message.decode()!r} is a message of a server")

    def _process_move(self, move: Move) -> None:
        if not self._is_client_turn:
            self._disqualify(f"{str(cs621.Played(move))!r} comes out of turn")
            return
        try:
            self._game.apply(move)
        except ObversiError as error:
            self._disqualify(str(error))
            return
        if self._start is not None and not move.is_pass:  # the game server makes passes by itself
            self._handle(session.RequestEnvelope(session.Play(self._start.game, str(move))))
        self._continue()

    def check(self, now: float) -> None:
        """Accept a handle without an end, and limit the time of moves."""
        if not self.name:
            if now - self.connected_at > _HANDLE_SECONDS and (handle := self._reader.handle()):
                self._process(str(handle).encode())
                self._process_input()
        elif self._end is not None and now - self.last_input > _LAST_SECONDS:
            self.close(self._end.text)
        elif self._is_client_turn and now - self.last_input > _MOVE_SECONDS:
            self._disqualify(f"no move came within {_MOVE_SECONDS:g} s")

    def connection_lost(self, exc: Exception | None) -> None:
        """Resign: the protocol has no way back to a game."""
        if not self._is_closing:
            self._resign()
        super().connection_lost(exc)

    # The end

    def _disqualify(self, reason: str) -> None:
        """Resign for a client that has left or broken the rules, and disconnect it."""
        self._resign()
        self.close(reason)

    def _resign(self) -> None:
        if self._start is not None and self._end is None and not self._has_resigned:
            self._has_resigned = True
            self._handle(session.RequestEnvelope(session.Resign(self._start.game)))

    def _send(self, message: cs621.Message) -> None:
        self._write(cs621.server_bytes(message))

    def _frame(self, text: str) -> bytes:
        return text.encode("ascii")

    def _send_close(self, text: str) -> None:
        """Send nothing: the protocol has no message for it."""

    def _send_rejection(self, text: str) -> None:
        """Send nothing: the protocol has no message for it."""
