"""Where one goes, and what for."""

import shlex
from dataclasses import dataclass

from obversi.net.client import Client, JoinedGame
from obversi.wire.session import ClockSetting

__all__ = ["Place", "Wish"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server is, and what one is called there."""

    host: str
    port: int
    name: str

    def client(self) -> Client:
        """Return a client for it."""
        return Client(self.host, self.port, self.name)

    def command(self, *options: str) -> str:
        """Return the command that goes there."""
        return shlex.join(["obversi", "connect", self.host, str(self.port), *options])


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The game that one would like: a new one, one that waits, or one's own of before."""

    against: str
    color: str
    rules: str
    size: int
    clock: ClockSetting | None
    moves: str
    private: bool
    accept: str | None
    rejoin: tuple[str, str] | None

    async def granted(self, client: Client) -> JoinedGame:
        """Ask for the game."""
        if self.rejoin is not None:
            return await client.rejoin(*self.rejoin)
        if self.accept is not None:
            return await client.accept(self.accept)
        return await client.join(
            self.against,
            color=self.color,
            rules=self.rules,
            size=self.size,
            clock=self.clock,
            moves=self.moves,
            private=self.private,
        )
