"""A game at a server of Obversi, as a client plays or watches it."""

from typing import Protocol, TypeVar

from obversi.net.far_game import FarGame
from obversi.wire import session

__all__ = ["Asker", "JoinedGame"]

AnyReply = TypeVar("AnyReply", bound=session.Reply)


class Asker(Protocol):
    """Whoever sends requests and waits for their answers."""

    async def ask(
        self, request: session.Request, *expected: type[AnyReply], game: str | None = None
    ) -> AnyReply:
        """Send a request and return its answer."""


class JoinedGame(FarGame):
    """A game at a server; `token` is the key to one's seat, and None for who merely watches."""

    def __init__(self, asker: Asker, id: str) -> None:
        """Wait for what is told of the game."""
        super().__init__()
        self.id = id
        self.token: str | None = None
        self._asker = asker

    async def play(self, move: str) -> None:
        """Make a move, and wait until it was made; one that is refused is an error.

        If the connection is lost meanwhile, a move that had not arrived is sent again.
        """
        await self._act(session.Play(self.id, str(move)))

    async def resign(self) -> None:
        """Give the game up."""
        await self._act(session.Resign(self.id))

    async def undo(self) -> None:
        """Go back to one's last turn, without a clock and if no other person plays."""
        await self._act(session.Undo(self.id))

    async def redo(self) -> None:
        """Play again what was taken back, up to one's next turn."""
        await self._act(session.Redo(self.id))

    async def seat(self, color: int, who: str = session.ME) -> None:
        """Play a colour oneself from now on, or let an agent of the server play it.

        That is for the one who began the game, without a clock and if no other person plays.
        """
        request = session.ChangeSeat(self.id, session.color_word(color), who)
        await self._asker.ask(request, session.Start)

    async def leave(self) -> None:
        """Watch the game no longer, or withdraw it if it waits."""
        await self._asker.ask(session.Leave(self.id), session.Left, session.End, game=self.id)

    async def _act(self, request: session.Request) -> None:
        before = self.board.to_string()
        changes = (session.Start, session.State, session.End)
        while True:
            told: session.Reply = await self._asker.ask(request, *changes, game=self.id)
            # Where nothing has changed, the seat was taken again, and the request had been lost.
            if not (isinstance(told, session.Start) and told.board == before):
                return

    def take(
        self, reply: session.Waiting | session.Start | session.State | session.Turn | session.End
    ) -> None:
        """Take what the server says of the game."""
        if isinstance(reply, session.Waiting):
            self.token = reply.token
            return
        if isinstance(reply, session.Start) and reply.token is not None:
            self.token = reply.token
        self.hear(reply)
