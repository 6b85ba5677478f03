"""What a tournament is: who plays, in which form, from where, with how much time."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from math import isfinite
from typing import Any, Final

from obversi.arena.game.time_control import TimeControl
from obversi.arena.tournament.encounters import neighbours
from obversi.errors import ObversiError
from obversi.numbers import whole_number
from obversi.suggestion import suggestion

__all__ = [
    "FORMS",
    "FORMS_OF_ROUNDS",
    "MOST_ADJUDICATED",
    "Entrant",
    "Sprt",
    "TournamentSettings",
    "entrants",
]

FORMS: Final[Mapping[str, str]] = {
    "round-robin": "everyone meets everyone",
    "gauntlet": "the first agent meets each of the others",
    "neighbours": "everyone meets the four named before it, and the four after it",
    "swiss": "in each round agents meet that have done as well so far",
    "race": "in each round everyone meets the one just ahead of it",
}

# The forms in which results decide who meets next.
FORMS_OF_ROUNDS: Final = ("swiss", "race")

_MOST_ENTRANTS: Final = 1000

# Games with more empty squares take the solver longer than agents have for them.
MOST_ADJUDICATED: Final = 20


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent of a tournament, and what it is called there."""

    label: str
    description: str


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test that ends a match of two: whether A is stronger by `elo1`, or by `elo0` only.

    `alpha` is how often it may say `elo1` where `elo0` is true, `beta` the other way round.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Refuse what cannot be told apart."""
        if not (isfinite(self.elo0) and isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ObversiError(
                f"a test cannot tell {self.elo0} and {self.elo1} Elo apart: "
                "expected two numbers, the smaller one first"
            )
        for error in (self.alpha, self.beta):
            if not 0 < error < 0.5:
                raise ObversiError(f"a test cannot err by {error}: expected above 0, below 0.5")


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """All that decides which games are played.

    An encounter of two agents is `pairs` pairs of games; Swiss and a race have so many `rounds` of
    encounters, the other forms have one. `openings` says where the games begin, in words.
    """

    entrants: tuple[Entrant, ...]
    form: str
    size: int
    rules: str
    pairs: int
    time: TimeControl
    seed: int
    openings: str
    rounds: int = 1
    adjudicate: int = 0
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        """Refuse a tournament that cannot be played."""
        if self.form not in FORMS:
            raise ObversiError(f"there is no form {self.form!r}: {suggestion(self.form, FORMS)}")
        if not 2 <= len(self.entrants) <= _MOST_ENTRANTS:
            raise ObversiError(
                f"{len(self.entrants)} agents make no tournament: expected 2 to {_MOST_ENTRANTS}"
            )
        whole_number(self.pairs, "the number of pairs", 1)
        whole_number(self.rounds, "the number of rounds", 1)
        whole_number(self.adjudicate, "the number of squares to adjudicate at", 0)
        if self.adjudicate > MOST_ADJUDICATED:
            raise ObversiError(
                f"games cannot be adjudicated at {self.adjudicate} empty squares: "
                f"more than {MOST_ADJUDICATED} take too long to solve"
            )
        if self.rounds > 1 and self.form not in FORMS_OF_ROUNDS:
            raise ObversiError(f"rounds are of a Swiss tournament or a race: {self.form} has none")
        if self.sprt is not None and len(self.entrants) != 2:
            raise ObversiError(
                f"a test that ends a match is for two agents, not for {len(self.entrants)}"
            )

    @property
    def encounters_a_round(self) -> int:
        """How many times two agents meet in a round, or in the whole where there are none."""
        agents = len(self.entrants)
        if self.form in ("gauntlet", "race"):
            return agents - 1
        if self.form == "neighbours":
            return len(neighbours(agents))
        return agents // 2 if self.form == "swiss" else agents * (agents - 1) // 2

    @property
    def games_a_round(self) -> int:
        """How many games are played in a round, or in the whole where there are none."""
        return 2 * self.pairs * self.encounters_a_round

    @property
    def planned(self) -> int:
        """How many games are played, unless a test ends them before."""
        return self.games_a_round * self.rounds

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return asdict(self)

    @classmethod
    def from_object(cls, told: Mapping[str, Any]) -> "TournamentSettings":
        """Return the settings that were kept as an object."""
        return cls(
            **{
                **told,
                "entrants": tuple(Entrant(**entrant) for entrant in told["entrants"]),
                "time": TimeControl(**told["time"]),
                "sprt": None if told["sprt"] is None else Sprt(**told["sprt"]),
            }
        )


def entrants(written: Sequence[str]) -> tuple[Entrant, ...]:
    """Read agents as someone writes them: ``description``, or ``label=description``.

    Those that would be called the same get numbers.

    >>> [entrant.label for entrant in entrants(["greedy", "old=engine:depth=2", "greedy"])]
    ['greedy', 'old', 'greedy #2']
    """
    taken: set[str] = set()
    found = []
    for text in written:
        head, equals, rest = text.partition("=")
        labelled = bool(equals) and ":" not in head
        label, description = (head.strip(), rest) if labelled else (text, text)
        if not label or not description:
            raise ObversiError(f"{text!r} names no agent: expected an agent, or LABEL=AGENT")
        if not label.isprintable():
            raise ObversiError(
                f"no agent can be called {label!r}, which has characters that cannot be shown: "
                "LABEL=AGENT calls it otherwise"
            )
        numbered = (label if number == 1 else f"{label} #{number}" for number in count(1))
        unique = next(name for name in numbered if name not in taken)
        taken.add(unique)
        found.append(Entrant(unique, description))
    return tuple(found)
