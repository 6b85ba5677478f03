"""The number of legal moves, round by round."""

from collections.abc import Iterable
from math import isfinite
from random import Random

import numpy as np
from numpy.typing import NDArray

from obversi.arena.bulk import BulkGames
from obversi.arena.statistics.elo import NORMAL_95
from obversi.figures import GREEN, GREY, PURPLE, RULES, new_figure
from obversi.lab.drawing import Axes, Figure
from obversi.lab.estimate import Estimate, mean
from obversi.lab.experiment import Data, Experiment, Measured, Result, Settings, Step, Watch
from obversi.lab.experiments.breadth_report import (
    BY_RULES,
    ONE_DIRECTION,
    R2_MEAN,
    R2_TABLE_MEAN,
    beside_r2,
    distance,
    explanation,
    share_as_far,
)
from obversi.lab.experiments.r2_tables import R2_BREADTH
from obversi.lab.finding import Conclusion, Table
from obversi.lab.games import batches_of, round_batches
from obversi.lab.one_direction import RoundCounts, count_rounds, random_games
from obversi.rules import Rules

Numbers = NDArray[np.float64]

# How positions are counted, by the names of `_breadths` and `_means`.
COUNTS = {
    "all": "a pass is a position with 0 moves, as in R2's program",
    "no passes": "passes are left out",
    "ends too": "the end of a game is one more position with 0 moves",
    "even": "only even rounds, in which mostly black moves",
    "odd": "only odd rounds, in which mostly white moves",
}


def measure_breadth(
    settings: Settings, rules: Rules, player: str, games: int, watch: Watch
) -> Measured:
    """Let a player play a random chooser in batches of games, and count their moves."""
    batches = list(round_batches(settings, rules, player, "random", games, watch))
    return _summarised(map(_counted, batches), len(batches[0]), settings.size)


def measure_one_direction(settings: Settings, games: int, watch: Watch) -> Measured:
    """Count the moves of random games by the rules of R2's program."""
    size, batches = batches_of(games)
    seed = Random(f"{settings.seed} one direction").getrandbits(62)
    counts = []
    for number in range(batches):
        counts.append(count_rounds(random_games(size, seed, first=number * size)))
        watch((number + 1) / batches)
    return _summarised(counts, size, settings.size)


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


def _steps(settings: Settings) -> list[Step]:
    # Random games are the same under both rule sets, except for their results.
    rules, games = settings.rules[0], settings.games
    steps = [Step(BY_RULES, measure_breadth, settings, rules, "random", games)]
    if settings.size == 8:
        steps.append(Step(ONE_DIRECTION, measure_one_direction, settings, games))
    for rules in settings.rules:
        for player in _PLAYERS:
            key = f"{rules} {player}"
            steps.append(Step(key, measure_breadth, settings, rules, player, settings.games // 4))
    return steps


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
    head = (f"rounds 4 to {end}", f"rounds {first} to {last}")
    as_far = ("forty games as far off as R2's",) if settings.size == 8 else ()
    return Conclusion(
        summary,
        tuple(beside_r2(data)) if settings.size == 8 else (),
        (
            Table(
                "Moves to choose from, by who plays against a random chooser",
                ("player", *head, *as_far),
                tuple(
                    (key, whole[key].text(3), middle[key].text(3), *_as_far(settings, one))
                    for key, one in data.items()
                ),
            ),
            Table(
                "The same in random games, by the way to count",
                ("way", *head),
                tuple(
                    (
                        words,
                        *(mean(data[BY_RULES][part][way]).text(3) for part in ("whole", "middle")),
                    )
                    for way, words in COUNTS.items()
                ),
            ),
        ),
        {
            "whole": {key: one.to_object() for key, one in whole.items()},
            "middle": {key: one.to_object() for key, one in middle.items()},
        },
    )


def _errors(whole: Estimate, middle: Estimate) -> str:
    if not (isfinite(whole.error) and isfinite(middle.error)):
        return ""
    return f" (standard errors {whole.error:.3f} and {middle.error:.3f})"


def _as_far(settings: Settings, one: Measured) -> tuple[str, ...]:
    if settings.size != 8:
        return ()
    share = share_as_far(one, R2_BREADTH)
    return ("" if share is None else f"{share:.1%}",)


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
    diagram.set(xlabel="round (discs on the board)", ylabel="legal moves")
    diagram.set_title("Moves to choose from, round by round")
    diagram.legend(loc="lower center")


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
    diagram.set(xlabel=f"mean breadth of {games} games", ylabel="such batches of games")
    diagram.set_title("What the chance of few games does")


def _draw_players(diagram: Axes, result: Result) -> None:
    names = [player.removesuffix(":depth=1") for player in _PLAYERS]
    for rules in result.settings.rules:
        seen = [mean(result.data[f"{rules} {player}"]["whole"]["all"]) for player in _PLAYERS]
        bars = [NORMAL_95 * one.error if isfinite(one.error) else 0.0 for one in seen]
        values = [one.value for one in seen]
        diagram.errorbar(values, names, xerr=bars, fmt="o", color=RULES[rules], label=rules)
    middle = mean(result.data[BY_RULES]["whole"]["all"]).value
    diagram.axvline(middle, color=GREEN, label="random")
    diagram.set(xlabel="mean breadth, all rounds", ylim=(-0.6, len(names) + 0.5))
    diagram.set_title("By who plays against a random chooser")
    diagram.legend(loc="upper center", ncols=3)


EXPERIMENT = Experiment(
    name="breadth",
    title="How many moves there are to choose from",
    report="R2, 4.1.1",
    question="How many legal moves has a player, round by round, and why does R2 have more?",
    unit="games",
    games=40_000,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
    seconds=6,
)
