"""A client of servers that use the protocol of CS621."""

import asyncio
from contextlib import suppress
from typing import Self

from obversi.board import Board
from obversi.color import BLACK, WHITE, Color, color_name
from obversi.errors import FormatError, InputError, ObversiError
from obversi.move import PASS, Move
from obversi.net.client_connection import (
    ConnectionLostError,
    ProtocolError,
    open_streams,
    plain_reason,
)
from obversi.net.cs621_game import Cs621Game
from obversi.net.online_game import OnlineGame
from obversi.rules import Rules
from obversi.wire import cs621, session

# The time that the server has for the passes that end a game.
_LAST_SECONDS = 5.0

_ID = "cs621"


class Cs621Client(OnlineGame):
    """A game on a CS621 server, to be used with ``async with``.

    Its events are those of a game on our own server. Both ends check the rules: after an illegal
    move of the server the game fails with a `ProtocolError`.
    """

    def __init__(
        self, host: str, port: int, name: str = "guest", *, rules: Rules = "normal", size: int = 8
    ) -> None:
        """Set rules and size, which are not part of the protocol."""
        super().__init__()
        self._host, self._port, self._name = host, port, name
        self._rules, self._size = rules, size
        self._game = Cs621Game(size, rules)
        self._own = BLACK
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter
        self._receiving: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await open_streams(self._host, self._port)
        self._send(cs621.Handle(self._name))
        self._receiving = asyncio.create_task(self._receive_all())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._receiving is not None:
            self._receiving.cancel()
            with suppress(asyncio.CancelledError):
                await self._receiving
        if self.start is not None and self.end is None:
            self._send(cs621.Close())
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()

    # Actions of the player

    async def play(self, move: str) -> None:
        """Make a legal move when it is your turn."""
        if not self.is_my_turn:
            raise InputError("it is not your turn")
        self.board.copy().push(Move(move))  # raises for an illegal move
        self._send_move(Move(move))
        self._advance()

    async def resign(self) -> None:
        """Leave the game: the protocol has no other way to resign."""
        self._send(cs621.Close())
        loser = color_name(self._own)
        text = f"{loser} leaves, {color_name(-self._own)} wins"
        self._finish(session.EndReason.RESIGN, -self._own, self._size**2, text)

    async def undo(self) -> None:
        """Raise an error: the protocol has no undo."""
        raise InputError("the wire of CS621 knows no undo")

    # Messages of the server

    async def _receive_all(self) -> None:
        reader = cs621.Reader()
        try:
            while self.end is None:
                reader.feed(await self._data())
                while self.end is None and (message := reader.next()) is not None:
                    self._handle_message(message)
        except (ProtocolError, ConnectionLostError) as error:
            self.fail(error)
        except FormatError as error:
            self.fail(ProtocolError(f"{self._place}: {error}"))

    async def _data(self) -> bytes:
        """Wait for data; a connection closed after the last move ends the game."""
        reason = f"{self._place} has closed the connection"
        data = b""
        try:
            data = await self._reader.read(4096)
        except OSError as error:
            reason = f"{self._place}: {plain_reason(error)}"
        if not data:
            if not self._game.board.is_over:
                raise ConnectionLostError(reason)
            self._finish_by_rules()
        return data

    def _handle_message(self, message: cs621.Message) -> None:
        match message:
            case cs621.Start(color):
                self._begin_game(color)
            case cs621.Played(move) if self.start is not None and self._game.turn != self._own:
                try:
                    self._game.apply(move)
                except ObversiError as error:
                    raise ProtocolError(
                        f"{self._place} made a move that is none: {error}"
                    ) from error
                self._notify(move, -self._own)
            case cs621.Played():
                raise ProtocolError(f"{self._place} said {str(message)!r} out of turn")
            case _:
                raise ProtocolError(f"{self._place} said {str(message)!r}, as a client does")
        self._advance()

    def _begin_game(self, color: Color) -> None:
        self._game, self._own = Cs621Game(self._size, self._rules), color
        board = self._game.board
        names = {color: self._name, -color: self._place}
        self.receive(
            session.Start(
                game=_ID,
                color=_color(color),
                token=None,
                rules=board.rules,
                size=board.size,
                black=names[BLACK],
                white=names[WHITE],
                agents=(),
                clock=None,
                position=board.to_string(),
                moves="",
                ply=0,
                board=board.to_string(),
                turn="white",
                clocks=None,
                legal=tuple(map(str, board.legal_moves)),
                yours=(_color(color),),
                ahead="",
                keeper=False,
            )
        )

    # Turns

    def _advance(self) -> None:
        """Pass if there is no other move, and end the game if it is over."""
        while self._game.turn == self._own and self._game.must_pass:
            self._send_move(PASS)
        if self._game.is_over:
            self._finish_by_rules()
        elif self._game.board.is_over:
            asyncio.get_running_loop().call_later(_LAST_SECONDS, self._finish_by_rules)
        elif self._game.turn == self._own:
            self.receive(session.Turn(_ID, tuple(map(str, self._game.board.legal_moves)), None))

    def _send_move(self, move: Move) -> None:
        self._game.apply(move)
        self._send(cs621.Played(move))
        self._notify(move, self._own)

    def _notify(self, move: Move, mover: Color) -> None:
        """Send the event of a move, except for passes after the end."""
        board = self._game.board
        if board.ply == self.board.ply:
            return
        before = board.copy()
        before.pop()
        self.receive(
            session.State(
                game=_ID,
                ply=board.ply,
                move=str(move),
                mover=_color(mover),
                flips=() if move.is_pass else tuple(map(str, before.flips(move))),
                board=board.to_string(),
                turn=None if board.is_over else _color(board.turn),
                clocks=None,
                seconds=0.0,
                black_discs=len(board.black),
                white_discs=len(board.white),
            )
        )

    # The end

    def _finish_by_rules(self) -> None:
        outcome = self._game.board.outcome()
        if self.end is not None or outcome is None:
            return  # it has been sent, or another game has begun
        text = self._game.board.status()
        self._finish(session.EndReason.FINISHED, outcome.winner, outcome.margin, text)

    def _finish(
        self, reason: session.EndReason, winner: Color | None, margin: int, text: str
    ) -> None:
        board: Board = self._game.board
        self.receive(
            session.End(
                game=_ID,
                reason=reason,
                winner=None if winner is None else _color(winner),
                margin=margin,
                black_discs=len(board.black),
                white_discs=len(board.white),
                text=text,
            )
        )

    def _send(self, message: cs621.Message) -> None:
        if not self._writer.is_closing():
            self._writer.write(cs621.client_bytes(message))

    @property
    def _place(self) -> str:
        return f"{self._host} port {self._port}"


def _color(color: Color) -> session.Color:
    return "black" if color == BLACK else "white"
