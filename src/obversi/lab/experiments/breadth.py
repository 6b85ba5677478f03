"""The number of legal moves, round by round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import hypot, isfinite, sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from obversi.arena.bulk import BulkGames
from obversi.arena.statistics.elo import NORMAL_95
from obversi.figures import GREEN, GREY, PURPLE, RULES, new_figure
from obversi.lab.drawing import Axes, Figure
from obversi.lab.estimate import Estimate, chance_of_gap, mean, times
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Finding, Texts, compare
from obversi.lab.games import BATCH, batches_of, round_batches
from obversi.lab.one_direction import RoundCounts, count_rounds, random_games
from obversi.lab.steps import Data, Grid, Measured, Settings, Trial, planned

Numbers = NDArray[np.float64]

_TEXTS = Texts("breadth")

# R2's table (4.1.1) of the mean breadth by round, from round 4 on; the first ones are zero. Up to
# round 56 these are means over forty positions. The last ones are over more, because a pass is a
# position of its own: 0.70175439 is 40/57.
R2_BREADTH = np.array(
    (
        *(0, 0, 0, 0, 4, 3, 4.625, 5.05, 5.75, 6.075, 7.125, 7.45, 8.05, 8.125, 8.975, 8.925),
        *(9.1, 9.975, 9.725, 10.35, 11, 10.575, 11.525, 11.275, 11.4, 12.15, 11.525, 11.85),
        *(12.275, 11.975, 12.425, 11.725, 12.9, 12.25, 12.975, 12.375, 12.75, 11.725, 12.175),
        *(11.575, 12.075, 11.125, 11.6, 10.85, 10.75, 10.125, 10.5, 9.05, 9.5, 8.5, 8.475, 7.65),
        *(7.5, 6.675, 6.95, 5.55, 5.3, 4.46341463, 4.15, 3.475, 2.825, 2.11904762, 1.43478261),
        *(0.70175439, 0),
    ),
    np.float64,
)

# The steps of random games.
BY_RULES = "random"
ONE_DIRECTION = "random, one direction"
_LABELS = {BY_RULES: "by the rules", ONE_DIRECTION: "by R2's program"}

R2_MEAN = 8.9495
R2_TABLE_MEAN = float(R2_BREADTH[4:64].mean())
_R2_MIDDLE = 11.0839

# Derived from the fractions in the table. Their denominators are the positions of forty games:
# 183/41, 89/42, 66/46 and 40/57 at rounds 57, 61, 62 and 63, and 40 at all others.
_R2_PASSES = 1 + 2 + 6 + 17

# Chance does not explain events with a smaller probability.
_UNLIKELY = 0.05

_TABLE = "the table, round by round"

# How positions are counted, by the names of `_breadths` and `_means`.
COUNTS = {
    "all": "a pass is a position with 0 moves, as in R2's program",
    "no passes": "passes are left out",
    "ends too": "the end of a game is one more position with 0 moves",
    "even": "only even rounds, in which mostly black moves",
    "odd": "only odd rounds, in which mostly white moves",
}


def measure_breadth(trial: Trial, player: str, games: int) -> Measured:
    """Let a player play a random chooser in batches of games, and count their moves."""
    batches = list(round_batches(trial, player, "random", games))
    return _summarised(map(_counted, batches), len(batches[0]), trial.size)


def measure_one_direction(trial: Trial) -> Measured:
    """Count the moves of random games by the rules of R2's program."""
    size, batches = batches_of(trial.games)
    seed = Random(f"{trial.seed} one direction").getrandbits(62)
    counts = []
    for number in range(batches):
        counts.append(count_rounds(random_games(size, seed, first=number * size)))
        trial.watch((number + 1) / batches)
    return _summarised(counts, size, trial.size)


def _counted(played: BulkGames) -> RoundCounts:
    rounds = played.rounds
    ended = np.bincount(played.discs, minlength=65)
    return RoundCounts(rounds.positions, rounds.passes, rounds.moves, ended)


def _summarised(counts: Iterable[RoundCounts], games: int, size: int) -> Measured:
    """Return the means of batches of games by their counts; each batch has as many games."""
    batches = list(counts)
    counted = [_breadths(one) for one in batches]
    tables = np.array([one["all"] for one in counted])
    by_round, spread = _mean_and_spread(tables)
    return {
        "games": games,
        "whole": _means(counted, 4, size * size - 1),
        "middle": _means(counted, *middle_rounds(size)),
        "passes": [int(one.passes.sum()) for one in batches],
        "by round": [None if np.isnan(value) else value for value in by_round.tolist()],
        "spread": spread.tolist(),
        "distances": [distance(table, by_round, spread) for table in tables],
    }


def _breadths(counts: RoundCounts) -> dict[str, Numbers]:
    """Return the mean number of moves by round, counted in three ways."""
    positions = {
        "all": counts.positions,
        "no passes": counts.positions - counts.passes,
        "ends too": counts.positions + counts.ended,
    }
    return {
        way: np.divide(counts.moves, count, out=np.full(65, np.nan), where=count > 0)
        for way, count in positions.items()
    }


def _means(counted: list[dict[str, Numbers]], first: int, last: int) -> dict[str, list[float]]:
    """Return each batch's means over some rounds; rounds that no game reached do not count."""
    means = {
        way: [float(np.nanmean(one[way][first : last + 1])) for one in counted]
        for way in counted[0]
    }
    for start, name in ((first + first % 2, "even"), (first + (first + 1) % 2, "odd")):
        means[name] = [float(np.nanmean(one["all"][start : last + 1 : 2])) for one in counted]
    return means


def _mean_and_spread(tables: Numbers) -> tuple[Numbers, Numbers]:
    """Return the mean of each round over the batches, and the standard deviation of one batch."""
    known = ~np.isnan(tables)
    counts = known.sum(axis=0)
    by_round, squares = np.full(tables.shape[1], np.nan), np.zeros(tables.shape[1])
    np.divide(np.where(known, tables, 0).sum(axis=0), counts, out=by_round, where=counts > 0)
    apart = np.where(known, tables - by_round, 0) ** 2
    np.divide(apart.sum(axis=0), counts - 1, out=squares, where=counts > 1)
    return by_round, np.sqrt(squares)


def middle_rounds(size: int) -> tuple[int, int]:
    """Return the first and the last round of the middle game, which are 25 and 52 in R2."""
    return 25 * size**2 // 64, 52 * size**2 // 64


# The players against a random chooser; each gets a fourth of the games of random players.
_PLAYERS = (
    "greedy",
    *(f"{name}:depth=1" for name in ("r0-adjusted", "r2-position", "r2", "r3", "r4", "positional")),
)

# Drawn round by round.
_SHOWN = "r4:depth=1"


GRIDS = (
    # Random games are the same under both rule sets, except for their results.
    Grid(BY_RULES, lambda trial: measure_breadth(trial, "random", trial.games)),
    Grid(
        ONE_DIRECTION,
        measure_one_direction,
        lambda settings, _: [()] if settings.size == 8 else [],
    ),
    Grid(
        "{rules} {}",
        lambda trial, player: measure_breadth(trial, player, trial.games // 4),
        _PLAYERS,
    ),
)


def _conclude(settings: Settings, data: Data) -> Conclusion:
    whole = {key: mean(one["whole"]["all"]) for key, one in data.items()}
    middle = {key: mean(one["middle"]["all"]) for key, one in data.items()}
    (first, last), end = middle_rounds(settings.size), settings.size**2 - 1
    summary = (
        f"Over rounds 4 to {end} of random games a player has {whole[BY_RULES].value:.2f} moves to "
        f"choose from on average, and {middle[BY_RULES].value:.2f} in the middle game, rounds "
        f"{first} to {last}{_errors(whole[BY_RULES], middle[BY_RULES])}."
    )
    summary += f" {explanation(data)}" if settings.size == 8 else ""
    common = {"end": end, "first": first, "last": last}
    players = (
        {
            "player": key,
            "whole": whole[key],
            "middle": middle[key],
            "as_far": {"forty games as far off as R2's": _as_far(one)}
            if settings.size == 8
            else {},
        }
        for key, one in data.items()
    )
    ways = (
        {"way": words} | {part: mean(data[BY_RULES][part][way]) for part in ("whole", "middle")}
        for way, words in COUNTS.items()
    )
    return Conclusion(
        summary,
        tuple(beside_r2(data)) if settings.size == 8 else (),
        (_TEXTS.table("players", players, **common), _TEXTS.table("ways", ways, **common)),
        {"whole": whole, "middle": middle},
    )


def _errors(whole: Estimate, middle: Estimate) -> str:
    if not (isfinite(whole.error) and isfinite(middle.error)):
        return ""
    return f" (standard errors {whole.error:.3f} and {middle.error:.3f})"


def _as_far(one: Measured) -> str:
    share = share_of_distant_batches(one, R2_BREADTH)
    return "" if share is None else f"{share:.1%}"


# The findings about R2's numbers


def distance(table: Numbers, by_round: Numbers, spread: Numbers) -> float:
    """Return how far a table is from the means: squared standard deviations, mean over rounds."""
    known = (spread > 0) & ~np.isnan(table)
    return float((((table - by_round)[known] / spread[known]) ** 2).mean()) if known.any() else 0.0


def share_of_distant_batches(one: Measured, table: Numbers) -> float | None:
    """Return the share of batches that are as far from the means as a table of forty games.

    Distances are taken round by round, in standard deviations of such batches. It is None if the
    batches are smaller.
    """
    if one["games"] != BATCH:
        return None
    by_round = np.array([np.nan if value is None else value for value in one["by round"]])
    far = distance(table, by_round, np.array(one["spread"]))
    return float(np.mean(np.array(one["distances"]) >= far))


@dataclass(frozen=True, slots=True)
class _Number:
    """A number of R2's forty games with its interval, and the same number of our batches."""

    what: str
    theirs: Estimate
    ours: Estimate

    @property
    def deviations(self) -> float:
        """The difference of R2's number from ours, in standard deviations."""
        return (self.theirs.value - self.ours.value) / hypot(self.theirs.error, self.ours.error)

    @property
    def chance(self) -> float:
        """How often forty games differ as much."""
        return chance_of_gap(self.theirs, self.ours)


def _numbers(one: Measured) -> list[_Number]:
    passes = [BATCH / one["games"] * count for count in one["passes"]]
    compared: list[tuple[str, float, Sequence[float]]] = [
        ("mean breadth of R2's table, rounds 4 to 63", R2_TABLE_MEAN, one["whole"]["all"]),
        ("mean breadth over rounds 25 to 52", _R2_MIDDLE, one["middle"]["all"]),
        ("passes in forty games", _R2_PASSES, passes),
    ]
    return [
        _Number(what, _mean_of_forty_games(value, batches, one["games"]), mean(batches))
        for what, value, batches in compared
    ]


def _mean_of_forty_games(value: float, batches: Sequence[float], games: int) -> Estimate:
    """Return a mean over forty games with their interval, by the spread of our batches."""
    half = NORMAL_95 * float(np.std(batches, ddof=1)) * sqrt(games / BATCH)
    return Estimate(value, value - half, value + half, BATCH)


def _chances(one: Measured) -> dict[str, float]:
    """Return how often forty games differ as much as R2's, by several tests."""
    found = {number.what: number.chance for number in _numbers(one)}
    share = share_of_distant_batches(one, R2_BREADTH)
    return found if share is None else {**found, _TABLE: share}


def _strictest_chance(one: Measured) -> float:
    """Return how often forty games are as unusual as R2's by the strictest test.

    The result is corrected for the number of tests.
    """
    tests = _chances(one)
    return min(1.0, len(tests) * min(tests.values()))


def explanation(data: Data) -> str:
    """Explain in three sentences why R2 has more moves: a slip, and the rules of its program."""
    by_rules, one_direction = (data[key] for key in _LABELS)
    ours, program = (mean(one["whole"]["all"]).value for one in (by_rules, one_direction))
    odd, odd_by_program = _strictest_chance(by_rules), _strictest_chance(one_direction)
    cause = "neither"
    if odd_by_program >= _UNLIKELY:
        cause = "program" if odd_by_program > odd else "either"
    return _TEXTS.text(
        "explanation",
        printed=R2_MEAN,
        gap=R2_MEAN - ours,
        slip=R2_MEAN - R2_TABLE_MEAN,
        table=R2_TABLE_MEAN,
        rest=R2_TABLE_MEAN - ours,
        cause=_TEXTS.text("causes", cause, program=program),
        tests=len(_chances(by_rules)),
        odd=_often(odd),
        odd_by_program=_often(odd_by_program),
    )


def _often(probability: float) -> str:
    return "more often than not" if probability > 1 / 2 else times(probability)


def beside_r2(data: Data) -> list[Finding]:
    """Compare R2's numbers with random games: by the rules, and by those of R2's program."""
    by_rules = data[BY_RULES]
    whole, middle = (mean(by_rules[part]["all"]) for part in ("whole", "middle"))
    slip = _TEXTS.text("slip", table=R2_TABLE_MEAN, printed=R2_BREADTH[6:64].mean())
    apart = middle.value - 10
    return [
        compare("mean breadth over rounds 4 to 63, as printed", R2_MEAN, whole, slip, digits=4),
        *_both_ways(data),
        _round_by_round(data),
        compare(
            "“approximately 10” in the middle game",
            10.0,
            middle,
            _TEXTS.text("approximately", abs(apart) <= 1, apart=apart),
            tolerance=1.0,
        ),
        _of_counting(by_rules),
    ]


def _both_ways(data: Data) -> list[Finding]:
    numbers = {key: _numbers(data[key]) for key in _LABELS}
    tests = {key: _chances(data[key]) for key in _LABELS}
    findings = []
    for place in range(len(numbers[BY_RULES])):
        for key, label in _LABELS.items():
            number, games = numbers[key][place], len(data[key]["distances"]) * data[key]["games"]
            sentence = _TEXTS.text(
                "number",
                key == ONE_DIRECTION,
                deviations=number.deviations,
                times=times(number.chance),
                games=games,
            )
            found = compare(f"{number.what}, {label}", number.theirs, number.ours, sentence)
            findings.append(_corrected(found, tests[key], number.what))
    return findings


def _corrected(finding: Finding, tests: Mapping[str, float], name: str) -> Finding:
    """Make a finding open if it differs by a single test, but not corrected for all tests."""
    if finding.verdict != "differs" or len(tests) * tests[name] < _UNLIKELY:
        return finding
    note = _TEXTS.text("one_of_tests", tests=len(tests), limit=len(tests) / _UNLIKELY)
    return replace(finding, verdict="open", sentence=finding.sentence + note)


def _round_by_round(data: Data) -> Finding:
    """Return how often a table of forty games is as far from the means as R2's, by both rules."""
    by_rules, one_direction = (share_of_distant_batches(data[key], R2_BREADTH) for key in _LABELS)
    if by_rules is None or one_direction is None:
        return _TEXTS.finding("table", "open", "too_few", by_rules="unknown", program="unknown")
    return _TEXTS.finding(
        "table",
        "agrees" if one_direction >= _UNLIKELY else "differs",
        by_rules=times(by_rules),
        program=times(one_direction),
    )


def _of_counting(one: Measured) -> Finding:
    base = mean(one["whole"]["all"]).value
    moved = {way: mean(one["whole"][way]).value - base for way in ("no passes", "ends too")}
    most = max(abs(change) for change in moved.values())
    gap = R2_TABLE_MEAN - base
    return _TEXTS.finding(
        "counting",
        "new",
        last=R2_BREADTH[63],
        fraction=Fraction(R2_BREADTH[63]).limit_denominator(99),
        no_passes=moved["no passes"],
        ends_too=moved["ends too"],
        most=most,
        gap=gap,
        explains="does not explain" if most < abs(gap) / 2 else "may be a part of",
    )


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(2, 2)
    grid = axes[0, 0].get_gridspec()
    for diagram in axes[0]:
        diagram.remove()
    _draw_rounds(figure.add_subplot(grid[0, :]), result)
    _draw_batches(axes[1, 0], result)
    _draw_players(axes[1, 1], result)
    return figure


def _draw_rounds(diagram: Axes, result: Result) -> None:
    diagram.patch.set_visible(False)
    one = result.data[BY_RULES]
    known = [number for number, value in enumerate(one["by round"]) if value is not None]
    middle = np.array([one["by round"][number] for number in known])
    spread = NORMAL_95 * np.array([one["spread"][number] for number in known])
    diagram.fill_between(known, middle - spread, middle + spread, color=GREEN, alpha=0.2, lw=0)
    label = f"random games; the band: 95 % of the means of {one['games']} games"
    diagram.plot(known, middle, color=GREEN, label=label)
    if ONE_DIRECTION in result.data:
        values = [np.nan if one is None else one for one in result.data[ONE_DIRECTION]["by round"]]
        diagram.plot(values, color=PURPLE, lw=1.5, label="random games by R2's program")
    for rules in result.settings.rules:
        line = result.data[f"{rules} {_SHOWN}"]["by round"]
        values = [np.nan if value is None else value for value in line]
        label = f"{_SHOWN} against random, {rules}"
        diagram.plot(values, color=RULES[rules], lw=1.0, label=label)
    if result.settings.size == 8:
        diagram.plot(range(4, 64), R2_BREADTH[4:64], "D", color=GREY, ms=3, label="the report")
    _TEXTS.diagram(diagram, "rounds_diagram")


def _draw_batches(diagram: Axes, result: Result) -> None:
    drawn = [(BY_RULES, "by the rules", GREEN), (ONE_DIRECTION, "by R2's program", PURPLE)]
    for key, label, color in drawn:
        if key in result.data:
            values = result.data[key]["whole"]["all"]
            bins = min(30, max(5, len(values) // 10))
            diagram.hist(values, bins=bins, color=color, alpha=0.5, label=label)
    if result.settings.size == 8:
        diagram.axvline(R2_TABLE_MEAN, color=GREY, lw=2, label=f"R2's table, {R2_TABLE_MEAN:.2f}")
        diagram.axvline(R2_MEAN, color=GREY, lw=2, ls=":", label=f"as printed, {R2_MEAN:.2f}")
        diagram.margins(y=0.5)
        diagram.legend(loc="upper left")
    games = result.data[BY_RULES]["games"]
    _TEXTS.diagram(diagram, "batches_diagram", games=games)


def _draw_players(diagram: Axes, result: Result) -> None:
    names = [player.removesuffix(":depth=1") for player in _PLAYERS]
    for rules in result.settings.rules:
        seen = [mean(result.data[f"{rules} {player}"]["whole"]["all"]) for player in _PLAYERS]
        bars = [NORMAL_95 * one.error if isfinite(one.error) else 0.0 for one in seen]
        values = [one.value for one in seen]
        diagram.errorbar(values, names, xerr=bars, fmt="o", color=RULES[rules], label=rules)
    middle = mean(result.data[BY_RULES]["whole"]["all"]).value
    diagram.axvline(middle, color=GREEN, label="random")
    diagram.set(ylim=(-0.6, len(names) + 0.5))
    _TEXTS.diagram(diagram, "players_diagram")


EXPERIMENT = Experiment(
    name="breadth",
    title="How many moves there are to choose from",
    report="R2, 4.1.1",
    question="How many legal moves has a player, round by round, and why does R2 have more?",
    unit="games",
    games=40_000,
    steps=planned(*GRIDS),
    conclude=_conclude,
    draw=_draw,
    seconds=6,
)
