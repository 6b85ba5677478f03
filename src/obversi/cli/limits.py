"""The options for the limits of a server, so that no client takes what all clients need."""

from collections.abc import Callable
from typing import Any

import click

from obversi.cli import options
from obversi.net.limits import ServerLimits

_USUAL = ServerLimits()


def _limit(flag: str, name: str, words: str) -> Callable[[Any], Any]:
    """Return an option for a limit, which is a count or a time like its default."""
    usual = getattr(_USUAL, name)
    kind = (
        options.WholeRange(1, 1_000_000_000)
        if isinstance(usual, int)
        else options.FiniteRange(0, 1_000_000, min_open=True)
    )
    return click.option(flag, name, type=kind, default=usual, help=words)


def limit_options(make: Callable[..., Any]) -> Callable[[Any], Any]:
    """Return a decorator for the options; `make` gets their values, and makes the argument."""
    return options.grouped(
        "limits",
        make,
        _limit("--connections", "connections", "Maximum number of clients."),
        _limit("--per-address", "connections_per_address", "Maximum number from one address."),
        _limit("--games", "games", "Maximum number of games."),
        _limit("--new-games", "new_games_per_minute", "New games per minute of an address."),
        _limit("--keep", "stored_games", "Store this number of finished games, the last ones."),
        _limit("--rate", "messages_per_second", "Messages per second of a client."),
        _limit("--think", "think_seconds", "Seconds after which an agent's search is stopped."),
        _limit("--wait", "absence_seconds", "Seconds to wait for a disconnected player."),
    )
