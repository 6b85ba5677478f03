"""What strangers may do at most, so that one does not take what all need."""

from dataclasses import dataclass, fields
from math import isfinite

from obversi.errors import ObversiError

__all__ = ["Bounds"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The bounds of a server; times are in seconds."""

    connections: int = 600
    connections_of_address: int = 400
    line_bytes: int = 4096
    unsent_bytes: int = 256 * 1024  # of a visitor who does not read
    messages_per_second: float = 30.0
    burst: int = 120  # messages that may come at once: a program plays quickly
    hello_seconds: float = 10.0
    idle_seconds: float = 900.0  # of a visitor without a game
    silent_seconds: float = 3600.0  # of one who plays without a clock, waits or watches
    games: int = 5000
    games_of_address: int = 1000  # that were begun from there and are not over
    new_games_a_minute: float = 600.0  # from an address
    new_games_at_once: int = 600
    kept_games: int = 1_000_000  # in the file
    games_of_visitor: int = 20  # to play, and as many to watch
    watchers: int = 200  # of a game
    waiting_seconds: float = 600.0  # for a player who is gone, if others or clocks wait for him
    resting_games: int = 500  # that wait for their only player
    restart_seconds: float = 60.0  # until clocks run again after a restart
    think_seconds: float = 10.0
    analysis_seconds: float = 10.0
    review_seconds: float = 2.0  # for each position of a game
    analyses_of_visitor: int = 2  # with the reviews

    def __post_init__(self) -> None:
        """Refuse what leaves nothing."""
        for field in fields(self):
            value = getattr(self, field.name)
            if not (value > 0 and isfinite(value)):
                raise ObversiError(
                    f"the bound {field.name!r} cannot be {value}: expected a number above 0"
                )
