"""What an agent tells of a game beside its moves, in a form and a size that can be kept."""

import json
from typing import Any, Final

from obversi.agents.agent import Agent, TellingAgent

__all__ = ["notes_of", "shortened"]

# A text may be the output of a program. There are two such notes a game, and thousands of games.
_LONGEST_TEXT: Final = 70_000
_MOST_CHARACTERS: Final = 500_000

_LONGEST_PROBLEM: Final = 400

# What is said of the rest of a text is never longer.
_ROOM_FOR_WORDS: Final = 50


def notes_of(agent: Agent) -> dict[str, Any]:
    """Return the notes of an agent as JSON gives them back; most agents have none.

    An agent that fails to tell has lost nothing: instead of its notes there is the `problem`.
    """
    if not isinstance(agent, TellingAgent):
        return {}
    try:
        written = json.dumps(_kept(dict(agent.notes())), allow_nan=False)
        if len(written) > _MOST_CHARACTERS:
            return {"problem": f"its notes are too long: {len(written):,} characters"}
        told: dict[str, Any] = json.loads(written)
    except (Exception, SystemExit) as error:  # whatever goes wrong, the game is played
        return {"problem": f"{type(error).__name__}: {error}"[:_LONGEST_PROBLEM]}
    return told


def shortened(text: str, most: int) -> str:
    """Return a text of so many characters at most: of a longer one the beginning and the end.

    >>> shortened("ab" * 1000, 60).splitlines()
    ['ababa', '… 1,990 characters left out …', 'babab']
    """
    if len(text) <= most:
        return text
    half = (most - _ROOM_FOR_WORDS) // 2
    left_out = len(text) - 2 * half
    return f"{text[:half]}\n… {left_out:,} characters left out …\n{text[-half:]}"


def _kept(value: Any) -> Any:
    """Return a value without the middle of long texts."""
    if isinstance(value, str):
        return shortened(value, _LONGEST_TEXT)
    if isinstance(value, dict):
        return {key: _kept(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_kept(inner) for inner in value]
    return value
