"""The settings of a tournament: agents, form, openings, time, stopping rule."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any

from obversi.analysis import count_text
from obversi.arena.game.plan import TimeControl
from obversi.arguments import (
    checked_type,
    checked_values,
    is_finite,
    is_positive,
    suggestion,
    whole_number,
)
from obversi.errors import InputError
from obversi.records import JsonObject
from obversi.rules import Rules

FORMS: Mapping[str, str] = {
    "round-robin": "all agents meet each other",
    "gauntlet": "the first agent meets each of the others",
    "neighbours": "each agent meets the four before it and the four after it in the list",
    "swiss": "in each round agents with similar points meet",
    "race": "in each round each agent meets the next better one",
}

# The forms in which results decide the next encounters.
FORMS_OF_ROUNDS = ("swiss", "race")

# In the form "neighbours" agents that are further apart do not meet: one would win nearly all.
FARTHEST_NEIGHBOUR = 4

_MOST_ENTRANTS = 1000

# With more empty squares solving takes longer than the agents would.
MOST_ADJUDICATED = 20


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent of a tournament, with its label there."""

    label: str
    description: str


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test that ends a match: whether A is stronger by `elo1`, or only by `elo0`.

    `alpha` is the probability to accept `elo1` if `elo0` is true, `beta` the reverse.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Reject values that cannot be tested."""
        if not (is_finite(self.elo0) and is_finite(self.elo1) and self.elo0 < self.elo1):
            raise InputError(
                f"a test cannot distinguish {self.elo0!r} and {self.elo1!r} Elo: "
                "expected two numbers, the smaller one first"
            )
        for error in (self.alpha, self.beta):
            if not (is_positive(error) and error < 0.5):
                raise InputError(f"{error!r} is not an error rate: expected above 0, below 0.5")


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """Everything that decides which games are played.

    An encounter of two agents has `pairs` pairs of games. Swiss and race have `rounds` rounds of
    encounters, the other forms have one. `openings` describes the openings. `encounters` of a race
    are those of its first rounds, if they were decided before: agents that are not in them meet one
    of the others in each of these rounds.
    """

    entrants: tuple[Entrant, ...]
    form: str
    size: int
    rules: Rules
    pairs: int
    time: TimeControl
    seed: int
    openings: str
    rounds: int = 1
    adjudicate: int = 0
    sprt: Sprt | None = None
    encounters: tuple[tuple[tuple[int, int], ...], ...] = ()

    def __post_init__(self) -> None:
        """Reject a tournament that cannot be played."""
        checked_type(self.time, TimeControl, "time control")
        if self.sprt is not None:
            checked_type(self.sprt, Sprt, "test")
        if self.form not in FORMS:
            raise InputError(f"there is no form {self.form!r}: {suggestion(self.form, FORMS)}")
        if not 2 <= len(self.entrants) <= _MOST_ENTRANTS:
            raise InputError(
                f"a tournament of {count_text(len(self.entrants), 'agent')} cannot be played: "
                f"expected 2 to {_MOST_ENTRANTS}"
            )
        whole_number(self.pairs, "the number of pairs", 1)
        whole_number(self.rounds, "the number of rounds", 1)
        whole_number(self.adjudicate, "the number of squares to adjudicate at", 0)
        if self.adjudicate > MOST_ADJUDICATED:
            raise InputError(
                f"games cannot be adjudicated at {self.adjudicate} empty squares: "
                f"more than {MOST_ADJUDICATED} take too long to solve"
            )
        if self.rounds > 1 and self.form not in FORMS_OF_ROUNDS:
            raise InputError(f"only swiss and race have rounds: {self.form} has none")
        if self.sprt is not None and len(self.entrants) != 2:
            raise InputError(f"SPRT is for two agents, not for {len(self.entrants)}")
        if self.encounters and self.form != "race":
            raise InputError(f"only a race has encounters that were decided before: {self.form}")
        places = range(len(self.entrants))
        for encounter in (each for encounters in self.encounters for each in encounters):
            if not (encounter[0] in places and encounter[1] in places):
                raise InputError(f"there is no encounter {encounter}: {len(places)} agents play")

    @property
    def encounters_a_round(self) -> int:
        """The number of encounters in a round, or in all if there are no rounds."""
        agents = len(self.entrants)
        if self.form in ("gauntlet", "race"):
            return agents - 1
        if self.form == "neighbours":
            return sum(agents - gap for gap in range(1, min(agents, FARTHEST_NEIGHBOUR + 1)))
        return agents // 2 if self.form == "swiss" else agents * (agents - 1) // 2

    @property
    def games_a_round(self) -> int:
        """The number of games in a round, or in all if there are no rounds."""
        return 2 * self.pairs * self.encounters_a_round

    @property
    def planned(self) -> int:
        """The number of games, unless a test ends the tournament before."""
        return self.games_a_round * self.rounds

    def to_object(self) -> JsonObject:
        """Return an object for JSON."""
        return asdict(self)

    @classmethod
    def from_object(cls, stored: Mapping[str, Any]) -> "TournamentSettings":
        """Return the settings of a stored object."""
        return cls(
            **{
                **stored,
                "entrants": tuple(Entrant(**entrant) for entrant in stored["entrants"]),
                "time": TimeControl(**stored["time"]),
                "sprt": None if stored["sprt"] is None else Sprt(**stored["sprt"]),
                "encounters": tuple(
                    tuple((a, b) for a, b in encounters)
                    for encounters in stored.get("encounters", ())
                ),
            }
        )


def entrants(written: Sequence[str]) -> tuple[Entrant, ...]:
    """Read agents: ``description``, or ``label=description``; equal labels get numbers.

    >>> [entrant.label for entrant in entrants(["greedy", "old=engine:depth=2", "greedy"])]
    ['greedy', 'old', 'greedy #2']
    """
    taken: set[str] = set()
    agents = []
    for text in checked_values(written, str, "agent"):
        head, equals, rest = text.partition("=")
        labelled = bool(equals) and ":" not in head
        label, description = (head.strip(), rest) if labelled else (text, text)
        if not label or not description:
            raise InputError(f"{text!r} is not an agent: expected AGENT or LABEL=AGENT")
        if not label.isprintable():
            raise InputError(
                f"{label!r} is not a label, since it has characters that cannot be shown: "
                "use LABEL=AGENT to choose another"
            )
        numbered = (label if number == 1 else f"{label} #{number}" for number in count(1))
        unique = next(name for name in numbered if name not in taken)
        taken.add(unique)
        agents.append(Entrant(unique, description))
    return tuple(agents)
