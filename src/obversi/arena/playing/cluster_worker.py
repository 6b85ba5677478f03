"""What a worker of a Dask cluster does for the arena: play a game in a process of its own.

The worker itself only waits, so that it always answers the scheduler. A game that nobody waits for
any more is ended, and processes that nobody needs are too.
"""

import importlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from obversi import __version__
from obversi.agents import read_description
from obversi.agents.identity import agent_files
from obversi.arena.game.plan import GamePlan, Player
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.cores import Cores
from obversi.arena.playing.kept_processes import KeptProcesses
from obversi.errors import ObversiError

__all__ = ["VERSION", "files_of", "play_on_worker"]

VERSION: Final = __version__

# The files of both agents.
AgentFiles = tuple[Mapping[str, str], Mapping[str, str]]

# For all games on this worker, whoever asks for them.
_CORES: Final = Cores()
_PROCESSES: Final = KeptProcesses()


def play_on_worker(plan: GamePlan, files: AgentFiles) -> PlayedGame:
    """Play a game when there are cores for it; the game tells where it was played.

    The agents must be made of the same files here as those of the one who asks.
    """
    for player, expected in zip((plan.a, plan.b), files, strict=True):
        _compare(player.description, expected, files_of(plan, player))
    # Only workers need the package, and every worker has it.
    worker = importlib.import_module("distributed").get_worker()
    key, tasks = worker.get_current_task(), worker.state.tasks

    def check() -> None:
        task = tasks.get(key)
        if task is None or task.state == "cancelled":
            raise ObversiError("nobody waits for this game any more")

    with _CORES.taken(plan.threads, of=worker.state.nthreads, on_look=check):
        game = _PROCESSES.play(plan, on_look=check)
    # Those that have no name of their own have a number.
    return replace(game, place=worker.name) if isinstance(worker.name, str) else game


def files_of(plan: GamePlan, player: Player) -> dict[str, str]:
    """Return the files that an agent of a game is made of, as they are here."""
    return agent_files(player.description, plan.opening.size, plan.opening.rules)


def _compare(description: str, expected: Mapping[str, str], found: Mapping[str, str]) -> None:
    """Refuse to play with an agent that is not the one that was asked for."""
    # A program may have been made for this machine.
    is_program = read_description(description).kind.takes_command
    for name, digest in expected.items():
        if name not in found:
            raise ObversiError(f"agent {description!r}: {name} is not there")
        if found[name] != digest and not is_program:
            raise ObversiError(f"agent {description!r}: {name} is not the same")
