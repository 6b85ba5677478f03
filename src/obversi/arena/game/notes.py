"""What an agent tells of a game beside its moves, in a form and a size that can be kept."""

import json
from typing import Any, Final

from obversi.agents.agent import Agent, TellingAgent

__all__ = ["notes_of"]

# A text may be the output of a program. There are two such notes a game, and thousands of games.
_LONGEST_TEXT: Final = 70_000
_MOST_CHARACTERS: Final = 500_000

_LONGEST_PROBLEM: Final = 400


def notes_of(agent: Agent) -> dict[str, Any]:
    """Return the notes of an agent as JSON gives them back; most agents have none.

    An agent that fails to tell has lost nothing: instead of its notes there is the `problem`.
    """
    if not isinstance(agent, TellingAgent):
        return {}
    try:
        written = json.dumps(_shortened(dict(agent.notes())), allow_nan=False)
        if len(written) > _MOST_CHARACTERS:
            return {"problem": f"its notes are too long: {len(written):,} characters"}
        told: dict[str, Any] = json.loads(written)
    except (Exception, SystemExit) as error:  # whatever goes wrong, the game is played
        return {"problem": f"{type(error).__name__}: {error}"[:_LONGEST_PROBLEM]}
    return told


def _shortened(value: Any) -> Any:
    """Return a value whose long texts have a beginning and an end only."""
    if isinstance(value, str) and len(value) > _LONGEST_TEXT:
        half = _LONGEST_TEXT // 2
        left_out = len(value) - 2 * half
        return f"{value[:half]}\n… {left_out:,} characters left out …\n{value[-half:]}"
    if isinstance(value, dict):
        return {key: _shortened(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_shortened(inner) for inner in value]
    return value
