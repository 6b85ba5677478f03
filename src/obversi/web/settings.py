"""Where the browser app listens, and what it shows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from obversi.net.bounds import Bounds
from obversi.net.origin import LOOPBACK

__all__ = ["USUAL_AGENTS", "AppSettings", "usual_bounds"]

#: Agents that are offered beside random, greedy and the levels: those of the reports that take a
#: moment for a move.
USUAL_AGENTS: Final = (
    "r0-adjusted",
    "r1-corrected",
    "r2:seconds=0.5",
    "r3",
    "r4",
    "positional",
    "mcts:playouts=2000",
)

# Who has a machine for himself may use it.
_SECONDS_AT_HOME: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class AppSettings:
    """Where the app listens, for which sites it stands, and which results it shows.

    A port of 0 is any free one; with `lines_port` programs can come by lines of JSON too. `arena`
    is the arena's database and `lab` the folder of the lab, whether they exist yet or not.
    """

    host: str = "127.0.0.1"
    port: int = 8064
    lines_port: int | None = None
    sites: Sequence[str] = ()
    agents: Sequence[str] = USUAL_AGENTS
    workers: int | None = None
    hash_mb: int = 16
    arena: Path | None = None
    lab: Path | None = None
    bounds: Bounds = field(default_factory=Bounds)


def usual_bounds(host: str) -> Bounds:
    """Return what visitors may do at an app that listens on a host.

    >>> usual_bounds("127.0.0.1").analysis_seconds, usual_bounds("0.0.0.0").analysis_seconds
    (30.0, 10.0)
    """
    if host.lower() in LOOPBACK:
        return Bounds(analysis_seconds=_SECONDS_AT_HOME)
    return Bounds()
