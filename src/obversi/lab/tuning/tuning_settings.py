"""What a study is made with: what it searches, how, and when it ends."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any, Final

from obversi.board import checked_rules
from obversi.errors import ObversiError
from obversi.lab.tuning.kept_values import kept_number, kept_whole_number
from obversi.lab.tuning.methods import method
from obversi.lab.tuning.objective import Way
from obversi.lab.tuning.objectives import objective
from obversi.lab.tuning.space import Space
from obversi.numbers import whole_number
from obversi.size import checked_size

__all__ = ["Limits", "Requirement", "TuningSettings", "read_requirement"]

# R2's sixteen weights were tuned with perfect endgames; elsewhere in proportion.
_SOLVED_OF_R2: Final = {4: 4, 6: 8, 8: 12}

# How long a study takes if nothing is said of its end.
_USUAL_SECONDS: Final = 60.0

# More take minutes for a single game.
_MOST_SOLVED: Final = 20


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a candidate has to be worth by another objective, measured by so many games."""

    objective: str
    bound: float
    games: int

    def violation(self, value: float) -> float:
        """Return by how much a value misses the bound, 0 if it does not."""
        other = objective(self.objective)
        return max(0.0, other.fitness(self.bound) - other.fitness(value))

    def __str__(self) -> str:
        """Tell it as it is written."""
        return f"{self.objective}={self.bound:g}"


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: at a target that is surely reached, after a time, or generations.

    `patience` is after how many generations without progress, None for as long as it takes.
    """

    target: float | None = None
    seconds: float | None = None
    generations: int | None = None
    patience: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no limit."""
        if self.target is not None and not isfinite(self.target):
            raise ObversiError(f"a target cannot be {self.target}: expected a number")
        if self.seconds is not None and not (isfinite(self.seconds) and self.seconds > 0):
            raise ObversiError(f"a study cannot take {self.seconds} s: expected more than 0")
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
        """Return limits with what is usual: the patience of the method, and a minute in all."""
        if seconds is None and generations is None:
            seconds = _USUAL_SECONDS
        usual = method(method_name).patience
        return cls(target, seconds, generations, usual if patience is None else patience)


@dataclass(frozen=True, slots=True)
class TuningSettings:
    """All that the history of a study depends on.

    `games` are the games, or the positions, of one candidate. `spread` is how far the first
    candidates are from where it begins, as a share of a range. With `from_nothing` that is the
    middle of all ranges, otherwise what the evaluation has.
    """

    source: str
    rules: str
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
        """Refuse what makes no study."""
        checked_rules(self.rules)
        checked_size(self.size)
        method(self.method)
        objective(self.objective)
        whole_number(self.games, "the games", 1)
        whole_number(self.population, "the population", 4)
        if not (isfinite(self.spread) and 0 < self.spread <= 1):
            raise ObversiError(
                f"the spread cannot be {self.spread}: expected a share above 0, up to 1"
            )
        whole_number(self.depth, "the depth", 1)
        if whole_number(self.solved, "the number of solved squares", 0) > _MOST_SOLVED:
            raise ObversiError(
                f"the last {self.solved} squares cannot be played perfectly in so many games: "
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
        rules: str | None = None,
        size: int = 8,
        games: int | None = None,
        population: int | None = None,
        spread: float | None = None,
        depth: int | None = None,
        solved: int | None = None,
        from_nothing: bool = False,
        seed: int = 1,
    ) -> "TuningSettings":
        """Take what is usual for whatever is not said."""
        way, goal = method(method_name), objective(objective_name)
        required = [require] if isinstance(require, str) else require
        requirements = tuple(map(read_requirement, required))
        goals = [goal, *(objective(each.objective) for each in requirements)]
        if depth is not None and not any(each.plays for each in goals):
            raise ObversiError(
                f"the depth cannot be {depth} for {goal.name}: nothing is played there that could "
                "look ahead"
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
            population=way.population if population is None else population,
            spread=way.spread if spread is None else spread,
            depth=1 if depth is None else depth,
            solved=solved,
            from_nothing=from_nothing,
            seed=seed,
        )

    @property
    def way(self) -> Way:
        """How candidates play."""
        return Way(self.size, self.rules, self.depth, self.solved)

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        told["requirements"] = [
            {"objective": each.objective, "bound": each.bound, "games": each.games}
            for each in self.requirements
        ]
        return told

    @classmethod
    def from_object(cls, told: dict[str, Any]) -> "TuningSettings":
        """Read what `to_object` returned."""
        requirements = tuple(
            Requirement(
                objective(each["objective"]).name,
                kept_number(each["bound"]),
                kept_whole_number(each["games"]),
            )
            for each in told["requirements"]
        )
        return cls(**(told | {"source": str(told["source"]), "requirements": requirements}))


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
        raise ObversiError(
            f"{text!r} is no requirement: expected an objective and a number, such as win-rate=0.85"
        )
    return Requirement(name, bound, objective(name).usual_games)
