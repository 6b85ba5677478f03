"""Options that the servers share: for their operator, their agents, and limits for clients.

With the limits no client takes what all clients need.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import click

from obversi.cli import options
from obversi.cli.options import section
from obversi.net.limits import ServerLimits

LogFormat = Literal["text", "json"]

_DRAIN_SECONDS = 5.0
_MOST_DRAIN_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Operating:
    """The settings of the operator."""

    log_format: LogFormat = "text"
    metrics_port: int | None = None
    drain_seconds: float = _DRAIN_SECONDS
    quiet: bool = False


operating_options = section(
    "Operating",
    options.grouped(
        "operating",
        Operating,
        click.option(
            "--log-format",
            type=click.Choice(["text", "json"]),
            default="text",
            help="Print events as text, or as JSON without names and addresses.",
        ),
        options.port_option("--metrics-port", "Also show metrics for Prometheus on this port."),
        click.option(
            "--drain",
            "drain_seconds",
            type=options.FiniteRange(0, _MOST_DRAIN_SECONDS),
            default=_DRAIN_SECONDS,
            help="Seconds for running searches and requests after SIGTERM.",
        ),
        options.flag_option("--quiet", "Print failures only."),
    ),
)


_USUAL = ServerLimits()


def _limit(flag: str, name: str, words: str) -> Callable[[Any], Any]:
    """Return an option for a limit, which is a count or a time like its default."""
    usual = getattr(_USUAL, name)
    kind = (
        options.BILLION
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


def named_option(flag: str, name: str, metavar: str, words: str) -> Callable[[Any], Any]:
    """Return an option that may be given several times."""
    return click.option(flag, name, multiple=True, metavar=metavar, help=words)
