"""The steps of an experiment: its settings, and the measurements that are made in each case."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from obversi.arguments import chosen_seed, whole_number
from obversi.errors import InputError
from obversi.lab.estimate import Estimate
from obversi.lab.finding import Conclusion
from obversi.machine import core_count
from obversi.records import Record, fields_object, plain
from obversi.rules import RULES, Rules, checked_rules
from obversi.size import checked_size

# Any value of JSON.
Measured = Any

# The measurement of each step, by its key.
Data = Mapping[str, Measured]

# Called with the share of a step that is done, from 0 to 1.
Watch = Callable[[float], None]


def part_of(watch: Watch | None, number: int, parts: int) -> Watch | None:
    """Return a callback for the progress of one of several equal parts, numbered from 0."""
    return None if watch is None else lambda done: watch((number + done) / parts)


BOTH_RULES = RULES

_MOST_THREADS = 1024


@dataclass(frozen=True, slots=True)
class Settings(Record):
    """The rule sets to compare, the board, the size of the measurement, and the seed.

    `games` are the games, or the positions, of one measurement; the `unit` of an experiment names
    them. The number of threads does not change the results.
    """

    STORED = ("rules", "size", "games", "seed")

    rules: tuple[Rules, ...]
    size: int
    games: int
    seed: int
    threads: int

    @classmethod
    def of(
        cls,
        rules: Rules | Sequence[str],
        size: int,
        games: int,
        seed: int | None = 1,
        threads: int | None = None,
    ) -> "Settings":
        """Check everything; by default all cores are used."""
        return cls(
            rules=checked_rule_sets(rules),
            size=checked_size(size),
            games=whole_number(games, "the number of games", 1),
            seed=chosen_seed(seed),
            threads=core_count()
            if threads is None
            else whole_number(threads, "the number of threads", 1, most=_MOST_THREADS),
        )

    def trial(self, rules: Rules, watch: Watch = lambda _: None) -> "Trial":
        """Return a measurement under one rule set."""
        return Trial(rules, self.size, self.games, self.seed, self.threads, watch)

    def __str__(self) -> str:
        """Return them in words."""
        return (
            f"{' and '.join(self.rules)} rules, {self.size}×{self.size}, {self.games:,} each, "
            f"seed {self.seed}"
        )


def checked_rule_sets(rules: Rules | Sequence[str]) -> tuple[Rules, ...]:
    """Return the rule sets, each once; "both" means all of them.

    >>> checked_rule_sets("both"), checked_rule_sets("reversed")
    (('normal', 'reversed'), ('reversed',))
    """
    if rules == "both":
        return BOTH_RULES
    names = (rules,) if isinstance(rules, str) else tuple(rules)
    if not names:
        raise InputError("there are no rules to play by: expected normal, reversed or both")
    return tuple(dict.fromkeys(checked_rules(name) for name in names))


@dataclass(frozen=True, slots=True)
class Trial:
    """A measurement that is being made: its rule set, its settings, and a callback."""

    rules: Rules
    size: int
    games: int
    seed: int
    threads: int
    watch: Watch = field(compare=False)

    def part(self, number: int, parts: int) -> "Trial":
        """Return one of several equal parts, numbered from 0."""
        return replace(self, watch=lambda done: self.watch((number + done) / parts))

    @property
    def options(self) -> dict[str, Any]:
        """The arguments of a measurement."""
        return fields_object(self, "rules", "size", "seed", "threads")


@dataclass(frozen=True, slots=True)
class Step:
    """A part of the work; equal settings give it the same `key`.

    It takes some seconds at most, because an interrupted step begins again. Its measurement depends
    only on the settings, never on earlier steps.
    """

    key: str
    work: Callable[[Watch], Measured]


# Each is a tuple, or a single value.
Cases = Iterable[Any]


@dataclass(frozen=True, eq=False)
class Grid:
    """A measurement that is made under each rule set in each case: a step for each.

    `key` is a template of the keys of the steps, with the rule set and the case. Without the rule
    set the measurement is made once for all of them. `measure` takes a `Trial` and the case, and
    returns plain data and records. `cases` may depend on the settings and the rule set.
    """

    key: str
    measure: Callable[..., Measured]
    cases: Cases | Callable[[Settings, Rules], Cases] = ((),)

    def key_of(self, rules: Rules, *case: Any) -> str:
        """Return the key of a step."""
        return self.key.format(*case, rules=rules)

    def steps(self, settings: Settings, rules: Rules) -> Iterator[Step]:
        """Plan the measurements under a rule set."""
        for one in self.cases(settings, rules) if callable(self.cases) else self.cases:
            yield self._step(settings, rules, one if isinstance(one, tuple) else (one,))

    def _step(self, settings: Settings, rules: Rules, case: tuple[Any, ...]) -> Step:
        return Step(
            self.key_of(rules, *case),
            lambda watch: plain(self.measure(settings.trial(rules, watch), *case)),
        )


def planned(*grids: Grid) -> Callable[[Settings], list[Step]]:
    """Return the plan of an experiment with these measurements.

    >>> plan = planned(Grid("{rules} to {} plies", print, (1, 2)), Grid("start", print))
    >>> [step.key for step in plan(Settings.of("normal", 8, games=10))]
    ['normal to 1 plies', 'normal to 2 plies', 'start']
    """

    def plan(settings: Settings) -> list[Step]:
        steps: dict[str, Step] = {}
        for rules in settings.rules:
            for step in (step for grid in grids for step in grid.steps(settings, rules)):
                steps.setdefault(step.key, step)
        return list(steps.values())

    return plan


@dataclass(frozen=True, slots=True)
class Part:
    """The measurements under one rule set; those of a grid are found by their case.

    Estimates in the data are read: `part[GAMES, 4]["score"].low`.
    """

    settings: Settings
    rules: Rules
    data: Data

    @property
    def size(self) -> int:
        """The board."""
        return self.settings.size

    def __getitem__(self, wanted: Grid | tuple[Any, ...]) -> Any:
        """Return the measurement of a grid, or of its case."""
        grid, *case = wanted if isinstance(wanted, tuple) else (wanted,)
        return _with_estimates(self.data[grid.key_of(self.rules, *case)])


def parts(settings: Settings, data: Data) -> list[Part]:
    """Return the measurements by rule set."""
    return [Part(settings, rules, data) for rules in settings.rules]


def by_rules(
    conclude: Callable[[Part], Conclusion],
    overall: Callable[[Settings], Conclusion] = lambda _: Conclusion(""),
) -> Callable[[Settings, Data], Conclusion]:
    """Return the conclusion of an experiment that concludes from each rule set by itself."""
    return lambda settings, data: Conclusion.joined(
        [*map(conclude, parts(settings, data)), overall(settings)]
    )


_ESTIMATE = Estimate(0.0, 0.0, 0.0).to_object().keys()


def _with_estimates(value: Measured) -> Any:
    if isinstance(value, list):
        return [_with_estimates(one) for one in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == _ESTIMATE:
        return Estimate.from_object(value)
    return {name: _with_estimates(one) for name, one in value.items()}
