"""The two seats of a game, and the tokens that are the keys to them."""

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Protocol

from obversi.net.store import StoredSeat
from obversi.net.visitor import Visitor

__all__ = ["Seat", "Timer", "new_game_id", "new_token", "token_digest"]

# 96 and 128 bits: neither is guessed.
_ID_BYTES: Final = 12
_TOKEN_BYTES: Final = 16


class Timer(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> object:
        """Let it not happen."""


def new_game_id() -> str:
    """Return an id that nobody has and nobody guesses."""
    return f"g-{secrets.token_urlsafe(_ID_BYTES)}"


def new_token() -> str:
    """Return a token that nobody guesses."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def token_digest(token: str) -> bytes:
    """Return what is kept of a token: who reads the file cannot take the seat."""
    return sha256(token.encode()).digest()


@dataclass(slots=True, eq=False)
class Seat:
    """A place at a game: an agent's, or a person's who may be away."""

    color: int
    who: StoredSeat
    visitor: Visitor | None = None
    absence: Timer | None = None
    excused_until: float | None = None  # who has not come back since a restart

    @property
    def is_agent(self) -> bool:
        """Whether an agent of the server plays."""
        return self.who.agent

    @property
    def is_away(self) -> bool:
        """Whether a person plays who is not there."""
        return not self.who.agent and self.visitor is None

    def opens_with(self, token: str) -> bool:
        """Whether a token is the one of this seat, found out in the same time whatever it is."""
        kept = self.who.token
        return kept is not None and hmac.compare_digest(kept, token_digest(token))

    def excuse(self, now: float) -> float:
        """Return for how many seconds the clock of one who is away has to wait."""
        if self.excused_until is None or not self.is_away:
            return 0.0
        return max(self.excused_until - now, 0.0)

    def forget_absence(self) -> None:
        """Let nothing happen for having been away."""
        if self.absence is not None:
            self.absence.cancel()
            self.absence = None
