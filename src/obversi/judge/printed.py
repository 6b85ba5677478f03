"""How much is kept and shown of what agents print."""

from typing import Final

from obversi.arena.game.notes import shortened

__all__ = ["shortened_output"]

# So many characters of a game: there are thousands of games.
_MOST_OF_A_GAME: Final = 20_000


def shortened_output(text: str) -> str:
    """Return what an agent printed in a game, without the middle if it is long."""
    return shortened(text, _MOST_OF_A_GAME)
