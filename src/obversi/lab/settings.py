"""What an experiment is made with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from obversi.board import checked_rules
from obversi.errors import ObversiError
from obversi.machine import core_count
from obversi.numbers import whole_number
from obversi.size import checked_size

__all__ = ["BOTH_RULES", "Settings", "checked_rule_sets"]

BOTH_RULES: Final = ("normal", "reversed")

_MOST_THREADS: Final = 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """The rule sets that are set side by side, the board, how much is measured, and the chance.

    `games` are the games, or the positions, of one measurement: an experiment says which. The
    number of threads is no part of what is measured, but of how fast.
    """

    rules: tuple[str, ...]
    size: int
    games: int
    seed: int
    threads: int

    @classmethod
    def of(
        cls,
        rules: str | Sequence[str],
        size: int,
        games: int,
        seed: int = 1,
        threads: int | None = None,
    ) -> "Settings":
        """Check everything, and take all cores if nothing is said."""
        return cls(
            rules=checked_rule_sets(rules),
            size=checked_size(size),
            games=whole_number(games, "the number of games", 1),
            seed=whole_number(seed, "the seed", -(1 << 63)),
            threads=core_count()
            if threads is None
            else whole_number(threads, "the number of threads", 1, most=_MOST_THREADS),
        )

    def to_object(self) -> dict[str, Any]:
        """Return what results depend on, as JSON keeps it."""
        return {
            "rules": list(self.rules),
            "size": self.size,
            "games": self.games,
            "seed": self.seed,
        }

    def __str__(self) -> str:
        """Tell them in words."""
        return (
            f"{' and '.join(self.rules)} rules, {self.size}×{self.size}, {self.games:,} each, "
            f"seed {self.seed}"
        )


def checked_rule_sets(rules: str | Sequence[str]) -> tuple[str, ...]:
    """Return the rule sets, each once; "both" is a name for all there are.

    >>> checked_rule_sets("both"), checked_rule_sets("reversed")
    (('normal', 'reversed'), ('reversed',))
    """
    if rules == "both":
        return BOTH_RULES
    names = (rules,) if isinstance(rules, str) else tuple(rules)
    if not names:
        raise ObversiError("there are no rules to play by: expected normal, reversed or both")
    return tuple(dict.fromkeys(checked_rules(name) for name in names))
