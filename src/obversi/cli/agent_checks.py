"""Agents are made once before the first game, so that one that is not there stops it all."""

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import Any, Final

from obversi.agents.agent import Agent, PreparedAgent
from obversi.agents.description import make_agent
from obversi.agents.identity import identity
from obversi.arena.tournament.settings import Entrant, TournamentSettings
from obversi.cli.progress import progress
from obversi.cli.sandbox_warning import warn_of_open_files
from obversi.errors import ObversiError, ObversiWarning
from obversi.machine import core_count

__all__ = ["AgentCheck", "check_agents", "core_notes"]

_OF_COURSES: Final = "cs303:"


@dataclass(frozen=True, slots=True)
class AgentCheck:
    """What is known of agents once they were made: their threads, and exactly which they are.

    `notes` say what they cannot have.
    """

    threads: tuple[int, ...]
    identities: tuple[dict[str, Any], ...]
    notes: tuple[str, ...]


def check_agents(settings: TournamentSettings) -> AgentCheck:
    """Make each agent of a tournament as it is made for a game.

    What code of others prints meanwhile goes to stderr: stdout is for results. Agents of courses
    run in a sandbox, and there is a warning if it is a weak one.
    """
    if any(entrant.description.startswith(_OF_COURSES) for entrant in settings.entrants):
        warn_of_open_files()
    threads: list[int] = []
    identities: list[dict[str, Any]] = []
    notes: list[str] = []
    with (
        redirect_stdout(sys.stderr),
        progress("making the agents", len(settings.entrants)) as step,
    ):
        for entrant in settings.entrants:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", ObversiWarning)
                agent = make_agent(
                    entrant.description, seconds=settings.time.steady_seconds(settings.size)
                )
            notes += (f"{entrant.label}: {warning.message}" for warning in caught)
            with _named_failure(entrant), _closing(agent):
                if isinstance(agent, PreparedAgent):
                    agent.prepare(settings.size, settings.rules)
                threads.append(getattr(agent, "threads", 1))
                known = identity(entrant.description, agent, settings.size, settings.rules)
                identities.append(known)
            step()
    return AgentCheck(tuple(threads), tuple(identities), tuple(notes))


def core_notes(threads: Sequence[int], concurrency: int) -> Iterator[str]:
    """Say what there are too few cores for."""
    cores, needed = core_count(), max(threads)
    if needed > cores:
        yield (
            f"{needed} threads at a time are more than the {cores} cores: "
            "agents get less out of their time"
        )
    elif concurrency * min(threads) > cores:
        yield (
            f"{concurrency} games at a time are too many for the cores ({cores}): fewer are played"
        )


@contextmanager
def _named_failure(entrant: Entrant) -> Iterator[None]:
    """Refuse an agent that cannot play this game at all, whatever its own code raises."""
    try:
        yield
    except ObversiError as error:
        raise ObversiError(f"agent {entrant.description!r}: {error}") from error
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise ObversiError(f"agent {entrant.description!r}: {reason}") from error


@contextmanager
def _closing(agent: Agent) -> Iterator[None]:
    """End an agent that has something to end."""
    try:
        yield
    finally:
        close = getattr(agent, "close", None)
        if close is not None:
            close()
