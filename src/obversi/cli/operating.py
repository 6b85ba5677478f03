"""The options of a server for its operator: its log, its metrics and its end."""

from dataclasses import dataclass
from typing import Literal

import click

from obversi.cli import options
from obversi.cli.options import section

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
        click.option("--quiet", is_flag=True, help="Print failures only."),
    ),
)
