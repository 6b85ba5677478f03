"""Each agent is made once before the first game, so that a missing one is reported early."""

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass

import click

from obversi.agents.agent import Agent, BaseAgent
from obversi.agents.description import make_agent
from obversi.agents.identity import identity
from obversi.arena.tournament.settings import Entrant, TournamentSettings
from obversi.cli.progress import progress
from obversi.errors import InputError, ObversiError, ObversiWarning
from obversi.machine import core_count
from obversi.records import JsonObject
from obversi.sandbox.layers import open_files_reason


def warn_of_open_files() -> None:
    """Warn that agents can read and write files, if neither of two layers works."""
    if why := open_files_reason():
        click.echo(f"warning: these agents can read and write all your files: {why}", err=True)


_OF_COURSES = "cs303:"


@dataclass(frozen=True, slots=True)
class AgentCheck:
    """The results of checks of agents: their threads, their identities, and warnings about them."""

    threads: tuple[int, ...]
    identities: tuple[JsonObject, ...]
    notes: tuple[str, ...]


def check_agents(settings: TournamentSettings, *, identify: bool = True) -> AgentCheck:
    """Make each agent of a tournament as for a game.

    Output of its code goes to stderr, since stdout is for results. Agents of courses run in a
    sandbox, and there is a warning if that is weak. Without `identify` there are no identities, and
    no files are hashed.
    """
    if any(entrant.description.startswith(_OF_COURSES) for entrant in settings.entrants):
        warn_of_open_files()
    threads: list[int] = []
    identities: list[JsonObject] = []
    notes: list[str] = []
    with redirect_stdout(sys.stderr), progress("making the agents", len(settings.entrants)) as step:
        for entrant in settings.entrants:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", ObversiWarning)
                agent = make_agent(
                    entrant.description, seconds=settings.time.steady_seconds(settings.size)
                )
            notes += (f"{entrant.label}: {warning.message}" for warning in caught)
            with _named_failure(entrant), _closing(agent):
                if isinstance(agent, BaseAgent):
                    agent.prepare(settings.size, settings.rules)
                threads.append(getattr(agent, "threads", 1))
                if identify:
                    known = identity(entrant.description, agent, settings.size, settings.rules)
                    identities.append(known)
            step()
    return AgentCheck(tuple(threads), tuple(identities), tuple(notes))


def core_notes(threads: Sequence[int], concurrency: int) -> Iterator[str]:
    """Return notes about too few cores."""
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
    """Turn any exception of an agent into an input error with its description."""
    try:
        yield
    except ObversiError as error:
        raise InputError(f"agent {entrant.description!r}: {error}") from error
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise InputError(f"agent {entrant.description!r}: {reason}") from error


@contextmanager
def _closing(agent: Agent) -> Iterator[None]:
    try:
        yield
    finally:
        close = getattr(agent, "close", None)
        if close is not None:
            close()
