"""The settings of a study: its objective, its method and its limits."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from obversi.arguments import chosen_seed, is_positive, whole_number
from obversi.errors import InputError
from obversi.lab.tuning.objectives import PlaySettings, objective
from obversi.lab.tuning.optimisers import method
from obversi.lab.tuning.space import Space
from obversi.records import Record
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size

# R2's sixteen weights were tuned with perfect endgames on 8×8; smaller boards are in proportion.
_SOLVED_OF_R2 = {4: 4, 6: 8, 8: 12}

# The length of a search without other limits.
_USUAL_SECONDS = 60.0

# With more solved squares a game takes minutes.
_MOST_SOLVED = 20


@dataclass(frozen=True, slots=True)
class Requirement(Record):
    """A bound for another objective, and the games that measure it."""

    objective: str
    bound: float
    games: int

    def __post_init__(self) -> None:
        """Check the name of the objective."""
        objective(self.objective)

    def violation(self, value: float) -> float:
        """Return by how much a value misses the bound, 0 if it does not."""
        other = objective(self.objective)
        return max(0.0, other.fitness(self.bound) - other.fitness(value))

    def __str__(self) -> str:
        """Return it as `read_requirement` reads it."""
        return f"{self.objective}={self.bound:g}"


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: at a target that is surely reached, or after seconds or generations.

    `patience` is a number of generations without progress.
    """

    target: float | None = None
    seconds: float | None = None
    generations: int | None = None
    patience: int | None = None

    def __post_init__(self) -> None:
        """Check the limits."""
        if self.target is not None and not isfinite(self.target):
            raise InputError(f"a target cannot be {self.target}: expected a number")
        if self.seconds is not None and not is_positive(self.seconds):
            raise InputError(f"a study cannot take {self.seconds} s: expected more than 0")
        for what, number in (
            ("the number of generations", self.generations),
            ("the patience", self.patience),
        ):
            if number is not None:
                whole_number(number, what, 1)

    @classmethod
    def of(
        cls,
        method_name: str,
        target: float | None = None,
        seconds: float | None = None,
        generations: int | None = None,
        patience: int | None = None,
    ) -> "Limits":
        """Return limits with defaults: the patience of the method, and a minute in all."""
        if seconds is None and generations is None:
            seconds = _USUAL_SECONDS
        usual = method(method_name).patience
        return cls(target, seconds, generations, usual if patience is None else patience)


@dataclass(frozen=True, slots=True)
class TuningSettings(Record):
    """The settings on which the history of a study depends.

    `games` are the games or positions for each candidate. `spread` is how far the first candidates
    are from the first point, as a share of a range. With `from_nothing` the first point is the
    middle of all ranges, otherwise the evaluation as it is.
    """

    source: str
    rules: Rules
    size: int
    method: str
    objective: str
    requirements: tuple[Requirement, ...]
    games: int
    population: int
    spread: float
    depth: int
    solved: int
    from_nothing: bool
    seed: int

    def __post_init__(self) -> None:
        """Check the settings."""
        checked_rules(self.rules)
        checked_size(self.size)
        method(self.method)
        objective(self.objective)
        whole_number(self.games, "the games", 1)
        whole_number(self.population, "the population", 4)
        if not (isfinite(self.spread) and 0 < self.spread <= 1):
            raise InputError(
                f"the spread cannot be {self.spread}: expected a share above 0, up to 1"
            )
        whole_number(self.depth, "the depth", 1)
        if whole_number(self.solved, "the number of solved squares", 0) > _MOST_SOLVED:
            raise InputError(
                f"the last {self.solved} squares cannot be solved in every game: "
                f"expected {_MOST_SOLVED} or fewer"
            )
        whole_number(self.seed, "the seed", 0)

    @classmethod
    def of(
        cls,
        space: Space,
        *,
        method_name: str = "cma",
        objective_name: str = "win-rate",
        require: str | Sequence[str] = (),
        rules: Rules | None = None,
        size: int = 8,
        games: int | None = None,
        population: int | None = None,
        spread: float | None = None,
        depth: int | None = None,
        solved: int | None = None,
        from_nothing: bool = False,
        seed: int | None = 1,
    ) -> "TuningSettings":
        """Return settings with defaults for arguments that are None."""
        chosen, goal = method(method_name), objective(objective_name)
        required = [require] if isinstance(require, str) else require
        requirements = tuple(map(read_requirement, required))
        goals = [goal, *(objective(each.objective) for each in requirements)]
        if depth is not None and not any(each.plays for each in goals):
            raise InputError(
                f"the depth cannot be {depth} for {goal.name}: that objective plays no games"
            )
        if solved is None:
            solved = _SOLVED_OF_R2[checked_size(size)] if space.source == "r2" else 0
        return cls(
            source=space.source,
            rules=space.rules if rules is None else rules,
            size=size,
            method=method_name,
            objective=goal.name,
            requirements=requirements,
            games=goal.usual_games if games is None else games,
            population=chosen.population if population is None else population,
            spread=chosen.spread if spread is None else spread,
            depth=1 if depth is None else depth,
            solved=solved,
            from_nothing=from_nothing,
            seed=chosen_seed(seed),
        )

    @property
    def play(self) -> PlaySettings:
        """How candidates play."""
        return PlaySettings(self.size, self.rules, self.depth, self.solved)


def read_requirement(text: str) -> Requirement:
    """Read a requirement such as ``win-rate=0.85``.

    >>> read_requirement("neighbours=0")
    Requirement(objective='neighbours', bound=0.0, games=2)
    """
    name, equals, number = text.partition("=")
    try:
        bound = float(number)
    except ValueError:
        bound = float("nan")
    if not equals or not isfinite(bound):
        raise InputError(
            f"{text!r} is not a requirement: expected an objective and a number, such as "
            "win-rate=0.85"
        )
    return Requirement(name, bound, objective(name).usual_games)
