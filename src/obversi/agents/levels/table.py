"""The twelve levels of each game: their names, and the numbers that make them."""

from collections.abc import Mapping
from operator import index
from types import MappingProxyType
from typing import Final

from obversi.agents.levels.level import Level
from obversi.agents.levels.slips import Slips
from obversi.board import checked_rules
from obversi.errors import ObversiError
from obversi.size import checked_size

__all__ = ["LEVELS", "level"]

# No level takes longer for a move, unless it is told to.
_SECONDS: Final = 1.0

# Of a slip's temperature: the most discs that one may cost. And what is left of both in the end.
_MOST: Final = 2.5
_LEFT: Final = 0.3

_WORDS: Final = (
    ("beginner", "Goes by the discs that it sees: a player who only counts them is its equal."),
    ("novice", "Begins to see what a move leads to, and still counts discs too much."),
    ("learner", "Knows good squares from bad ones, and often plays the second best."),
    ("casual", "Thinks of your answer too, but errs in every opening."),
    ("hobbyist", "Gives you several chances in a game, few of them in its last moves."),
    ("regular", "No longer minds the discs on the board; slips now and then."),
    ("club player", "Looks a little further, and its mistakes are smaller."),
    ("strong club player", "Rarely errs by more than a few discs, and hardly ever at the end."),
    ("expert", "Never plays what it knows to be worse, and sees some moves ahead."),
    ("master", "Sees further than most people do: you need a plan against it."),
    ("grandmaster", "Reads far ahead, and plays the last moves of a game perfectly."),
    ("champion", "The engine with all it has, for a second a move."),
)

# Of each level the plies that it looks ahead, its greed, and the temperature of its slips in discs.
# They were found by tournaments: the steps from level to level are about as large in rating.
_Row = tuple[int | None, float, float]
_ROWS: Final[Mapping[tuple[str, int], tuple[_Row, ...]]] = {
    ("normal", 8): (
        *((1, 0.97, 6.0), (1, 0.77, 6.0), (1, 0.6, 5.5), (2, 0.52, 5.0), (2, 0.39, 4.5)),
        *((2, 0, 4.5), (3, 0, 4.0), (4, 0, 2.9), (4, 0, 0), (6, 0, 0), (9, 0, 0), (None, 0, 0)),
    ),
    ("reversed", 8): (
        *((1, 0.84, 6.0), (1, 0.44, 4.0), (1, 0.1, 3.5), (2, 0.1, 3.2), (2, 0, 2.3), (2, 0, 1.1)),
        *((3, 0, 1.3), (4, 0, 1.1), (4, 0, 0), (6, 0, 0), (9, 0, 0), (None, 0, 0)),
    ),
    ("normal", 6): (
        *((1, 0.96, 3.9), (1, 0.85, 3.9), (1, 0.74, 3.6), (1, 0.65, 3.2), (2, 0.62, 2.9)),
        *((2, 0.48, 2.9), (2, 0.16, 2.6), (3, 0.13, 2.3), (3, 0, 0), (4, 0, 0), (6, 0, 0)),
        (None, 0, 0),
    ),
    ("reversed", 6): (
        *((1, 0.72, 3.9), (1, 0.48, 2.6), (1, 0.25, 2.3), (1, 0, 1.9), (2, 0, 2.6), (2, 0, 1.5)),
        *((2, 0, 0.8), (3, 0, 0.7), (4, 0, 0), (6, 0, 0), (9, 0, 0), (None, 0, 0)),
    ),
    # On this board who sees a few plies sees nearly all: there is little room for the upper levels.
    ("normal", 4): (
        *((1, 0.98, 2.1), (1, 0.9, 2.1), (1, 0.82, 2.1), (1, 0.74, 2.0), (1, 0.65, 1.8)),
        *((1, 0.5, 1.7), (1, 0.28, 1.6), (3, 0.1, 1.2), (3, 0, 0), (5, 0, 0), (7, 0, 0)),
        (None, 0, 0),
    ),
    ("reversed", 4): (
        *((1, 0.95, 2.1), (1, 0.88, 1.6), (1, 0.82, 1.4), (1, 0.75, 1.3), (1, 0.68, 1.2)),
        *((1, 0.45, 1.1), (1, 0.2, 0.8), (3, 0.1, 0.8), (3, 0, 0), (5, 0, 0), (7, 0, 0)),
        (None, 0, 0),
    ),
}


def _level(rules: str, size: int, number: int) -> Level:
    name, words = _WORDS[number - 1]
    depth, greed, temperature = _ROWS[rules, size][number - 1]
    slips = Slips(temperature, _MOST * temperature, _LEFT, greed) if temperature else None
    return Level(number, name, words, depth, _SECONDS, slips)


_LEVELS: Final = {
    game: {number: _level(*game, number) for number in range(1, len(_WORDS) + 1)} for game in _ROWS
}

#: The levels on 8×8 from the weakest to the strongest, by the rules.
LEVELS: Final[Mapping[str, tuple[Level, ...]]] = MappingProxyType(
    {rules: tuple(_LEVELS[rules, 8].values()) for rules in ("normal", "reversed")}
)


def level(number: int, rules: str = "normal", size: int = 8) -> Level:
    """Return the level of this number in one of the six games.

    >>> level(12).name
    'champion'
    """
    try:
        return _LEVELS[checked_rules(rules), checked_size(size)][index(number)]
    except (KeyError, TypeError):
        raise ObversiError(
            f"there is no level {number!r}: expected one from 1 to {len(_WORDS)}"
        ) from None
