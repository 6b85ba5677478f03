"""Descriptions of agents that are test programs."""

import shlex
import sys
from pathlib import Path

# Options of agents whose program may be slow to start and to answer, as on a busy machine.
PATIENT = "grace=60:start=60"

PLAYER = Path(__file__).parent / "agents" / "programs" / "player.py"


def program_agent(protocol: str, *arguments: str, speaks: str = "", options: str = "") -> str:
    """Describe a program that plays by NBoard or GTP; it may speak something else.

    `arguments` are those of the program, such as ``--failure dies --after 2``; `options` those of
    the agent, such as ``grace=1:start=5``.
    """
    words = [sys.executable, str(PLAYER), speaks or protocol, *arguments]
    return ":".join([protocol, *([options] if options else []), shlex.join(words)])
