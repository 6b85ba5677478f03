"""Settings of the browser app."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from obversi.book.book import Book
from obversi.net.limits import ServerLimits
from obversi.net.origin import LOOPBACK
from obversi.sql.interface import Place

#: Agents in the menu besides random, greedy and the levels: fast ones.
DEFAULT_AGENTS = (
    "r0-adjusted",
    "r1-corrected",
    "r2:seconds=0.5",
    "r3",
    "r4",
    "positional",
    "mcts:playouts=2000",
)

# On the loopback the only user may use the whole machine.
_LOOPBACK_SECONDS = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class AppSettings:
    """Where the app listens, its host names, its agents and the results that it shows.

    The `proxies`, by address or network, send the addresses of their clients.
    A port of 0 means any free port; with `lines_port` programs can connect by lines of JSON too.
    `arena` is the arena's database and `lab` the folder of the lab; they need not exist. Each of
    the `books` replaces that of the package for its game. The explorer counts the games of
    the file or database `game_database`. Studies are stored in the file or database `studies`, or
    in memory without one.
    `bus` is the address of a Redis or Valkey, if several processes share the games; `engine` that
    of a Dask scheduler whose workers search.
    With `allow_runs` browsers may start tournaments and experiments.
    """

    host: str = "127.0.0.1"
    port: int = 8064
    lines_port: int | None = None
    sites: Sequence[str] = ()
    proxies: Sequence[str] = ()
    agents: Sequence[str] = DEFAULT_AGENTS
    workers: int | None = None
    hash_mb: int = 16
    arena: Path | None = None
    lab: Path | None = None
    books: Sequence[Book] = ()
    game_database: Place = None
    allow_runs: bool = False
    studies: Place = None
    bus: str | None = None
    engine: str | None = None
    limits: ServerLimits = field(default_factory=ServerLimits)


def default_limits(host: str) -> ServerLimits:
    """Return the limits for clients of an app that listens on a host.

    >>> default_limits("127.0.0.1").analysis_seconds, default_limits("0.0.0.0").analysis_seconds
    (30.0, 10.0)
    """
    if host.lower() in LOOPBACK:
        return ServerLimits(analysis_seconds=_LOOPBACK_SECONDS)
    return ServerLimits()
