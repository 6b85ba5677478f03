"""The two rule sets."""

from typing import Literal

from obversi.errors import InvalidBoardError

#: The name of a rule set: under normal rules most discs win, under reversed rules fewest.
Rules = Literal["normal", "reversed"]

# Both rule sets.
RULES: tuple[Rules, Rules] = ("normal", "reversed")


def checked_rules(rules: str) -> Rules:
    """Return the rule set of this name; raise `InvalidBoardError` for any other text."""
    for known in RULES:
        if rules == known:
            return known
    raise InvalidBoardError(f"there are no rules {rules!r}: expected 'normal' or 'reversed'")
