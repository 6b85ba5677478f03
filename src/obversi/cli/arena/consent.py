"""Consent to run the programs that a file of tournaments names: a file may come from anyone.

A consent is remembered for the hash of the tournament: its settings, its agents and when it began,
but not its games, which are added while it is played. Agents on the command
line of `arena run` need no consent.
"""

import hashlib
import json
import os
import sys
from contextlib import suppress
from pathlib import Path

import click

from obversi.agents.description import read_description
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import Entrant
from obversi.cli.options import flag_option
from obversi.errors import InputError
from obversi.formats.lines import quoted

# Characters of a command that are shown.
_LONGEST = 2000

_PRIVATE_FOLDER = 0o700
_PRIVATE_FILE = 0o600

trust_option = flag_option("--trust", "Run the programs that the file names, without a question.")


def ask_consent(stored: StoredTournament, database: Path, *, trust: bool) -> None:
    """Show the programs of a tournament that is to be resumed, and ask whether to run them.

    Nothing is asked if there are none, or if the answer is remembered. Without a terminal to ask,
    and without `trust`, this is an `InputError`.
    """
    entrants = _with_code(stored)
    if not entrants or _digest(stored) in _remembered():
        return
    if not trust:
        click.echo(f"tournament {stored.number} of {database} runs on this machine:", err=True)
        for entrant in entrants:
            click.echo(f"  {quoted(entrant.description, _LONGEST)}", err=True)
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise InputError(
                f"{database} was not made by you here: --trust runs the programs that it names"
            )
        if not click.confirm("Run them?", err=True):
            raise InputError(f"tournament {stored.number} is not played")
    remember_consent(stored)


def remember_consent(stored: StoredTournament) -> None:
    """Note that the programs of a tournament may run; nothing is noted if there are none."""
    digest = _digest(stored)
    if not _with_code(stored) or digest in _remembered():
        return
    path = consent_file()
    with suppress(OSError):  # then the question comes again
        path.parent.mkdir(_PRIVATE_FOLDER, parents=True, exist_ok=True)
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, _PRIVATE_FILE)
        try:
            os.write(file, f"{digest}\n".encode())
        finally:
            os.close(file)


def consent_file() -> Path:
    """Return the file of the user that has the hashes."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "obversi" / "trusted-tournaments"


def _remembered() -> set[str]:
    try:
        return {*consent_file().read_text(encoding="ascii").split()}
    except (OSError, ValueError):
        return set()


def _with_code(stored: StoredTournament) -> list[Entrant]:
    """Return the agents that are programs or code of others."""
    return [
        entrant
        for entrant in stored.settings.entrants
        if read_description(entrant.description).kind.runs_code
    ]


def _digest(stored: StoredTournament) -> str:
    content = [stored.number, stored.created, stored.settings.to_object()]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()
