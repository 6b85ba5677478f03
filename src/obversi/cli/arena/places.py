"""Where the games of a tournament are played."""

from collections.abc import Iterator
from dataclasses import dataclass

from obversi.arena.playing.players import Players
from obversi.arena.playing.processes import PlayersInProcesses
from obversi.cli.agent_checks import AgentCheck, core_notes
from obversi.numbers import whole_number

__all__ = ["Places"]


@dataclass(frozen=True, slots=True)
class Places:
    """Processes of this machine, or the workers of a cluster; on all cores unless told."""

    concurrency: int | None = None
    cluster: str | None = None

    def __post_init__(self) -> None:
        """Refuse to play nowhere."""
        if self.concurrency is not None:
            whole_number(self.concurrency, "the concurrency", 1)

    def players(self) -> Players:
        """Return what plays there."""
        if self.cluster is None:
            return PlayersInProcesses(self.concurrency)
        from obversi.arena.playing.cluster import ClusterPlayers  # few need it

        return ClusterPlayers(self.cluster, self.concurrency)

    def notes(self, checked: AgentCheck) -> Iterator[str]:
        """Say what there are too few cores for, here where they are known."""
        if self.cluster is None:
            yield from core_notes(checked.threads, self.concurrency or 1)
