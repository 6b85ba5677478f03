"""How many moves there are to choose from: R2's average breadth, and where its number comes from.

R2 played forty games; here as many are played again and again, so that the spread of such a
measurement shows by itself.
"""

from collections.abc import Mapping
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Final

import numpy as np

from obversi.arena.statistics.elo import NORMAL_95
from obversi.figures import GREEN, GREY, RULES, new_figure
from obversi.lab.estimate import Estimate, mean
from obversi.lab.experiment import Experiment
from obversi.lab.experiments.breadth.counts import (
    COUNTS,
    measure_breadth,
    middle_rounds,
    share_as_far,
)
from obversi.lab.experiments.breadth.report import R2_MEAN, R2_TABLE_MEAN, beside_r2, explanation
from obversi.lab.experiments.r2_tables import R2_BREADTH
from obversi.lab.result import Conclusion, Result, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Step

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EXPERIMENT"]

_RANDOM: Final = "random"

# Who plays against a random chooser; each gets a fourth of the games that random players get.
_PLAYERS: Final = (
    "greedy",
    *(f"{name}:depth=1" for name in ("r0-adjusted", "r2-position", "r2", "r3", "r4", "positional")),
)

# Drawn round by round.
_SHOWN: Final = "r4:depth=1"


def _steps(settings: Settings) -> list[Step]:
    # Random games are the same under both rule sets: only their results are not.
    work = partial(measure_breadth, settings, settings.rules[0], _RANDOM, settings.games)
    steps = [Step(_RANDOM, work)]
    for rules in settings.rules:
        for player in _PLAYERS:
            work = partial(measure_breadth, settings, rules, player, settings.games // 4)
            steps.append(Step(f"{rules} {player}", work))
    return steps


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    whole = {key: mean(one["whole"]["all"]) for key, one in data.items()}
    middle = {key: mean(one["middle"]["all"]) for key, one in data.items()}
    (first, last), end = middle_rounds(settings.size), settings.size**2 - 1
    summary = (
        f"Over rounds 4 to {end} of random games a player has {whole[_RANDOM].value:.2f} moves to "
        f"choose from on average, and {middle[_RANDOM].value:.2f} in the middle game, rounds "
        f"{first} to {last}{_errors(whole[_RANDOM], middle[_RANDOM])}."
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
                        *(mean(data[_RANDOM][part][way]).text(3) for part in ("whole", "middle")),
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


def _draw(result: Result) -> "Figure":
    figure, axes = new_figure(2, 2)
    grid = axes[0, 0].get_gridspec()
    for diagram in axes[0]:
        diagram.remove()
    _draw_rounds(figure.add_subplot(grid[0, :]), result)
    _draw_batches(axes[1, 0], result)
    _draw_players(axes[1, 1], result)
    return figure


def _draw_rounds(diagram: "Axes", result: Result) -> None:
    diagram.patch.set_visible(False)
    one = result.data[_RANDOM]
    known = [number for number, value in enumerate(one["by round"]) if value is not None]
    middle = np.array([one["by round"][number] for number in known])
    spread = NORMAL_95 * np.array([one["spread"][number] for number in known])
    diagram.fill_between(known, middle - spread, middle + spread, color=GREEN, alpha=0.2, lw=0)
    label = f"random games; the band: 95 % of the means of {one['games']} games"
    diagram.plot(known, middle, color=GREEN, label=label)
    for rules in result.settings.rules:
        line = result.data[f"{rules} {_SHOWN}"]["by round"]
        values = [np.nan if value is None else value for value in line]
        told = f"{_SHOWN} against random, {rules}"
        diagram.plot(values, color=RULES[rules], lw=1.0, label=told)
    if result.settings.size == 8:
        diagram.plot(range(4, 64), R2_BREADTH[4:64], "D", color=GREY, ms=3, label="the report")
    diagram.set(xlabel="round (discs on the board)", ylabel="legal moves")
    diagram.set_title("Moves to choose from, round by round")
    diagram.legend(loc="lower center")


def _draw_batches(diagram: "Axes", result: Result) -> None:
    one = result.data[_RANDOM]
    values = one["whole"]["all"]
    diagram.hist(values, bins=min(30, max(5, len(values) // 10)), color=GREEN, alpha=0.6)
    if result.settings.size == 8:
        diagram.axvline(R2_TABLE_MEAN, color=GREY, lw=2, label=f"R2's table, {R2_TABLE_MEAN:.2f}")
        diagram.axvline(R2_MEAN, color=GREY, lw=2, ls=":", label=f"as printed, {R2_MEAN:.2f}")
        diagram.margins(y=0.35)
        diagram.legend(loc="upper left")
    diagram.set(xlabel=f"mean breadth of {one['games']} games", ylabel="such batches of games")
    diagram.set_title("What the chance of few games does")


def _draw_players(diagram: "Axes", result: Result) -> None:
    names = [player.removesuffix(":depth=1") for player in _PLAYERS]
    for rules in result.settings.rules:
        seen = [mean(result.data[f"{rules} {player}"]["whole"]["all"]) for player in _PLAYERS]
        bars = [NORMAL_95 * one.error if isfinite(one.error) else 0.0 for one in seen]
        values = [one.value for one in seen]
        diagram.errorbar(values, names, xerr=bars, fmt="o", color=RULES[rules], label=rules)
    middle = mean(result.data[_RANDOM]["whole"]["all"]).value
    diagram.axvline(middle, color=GREEN, label="random")
    diagram.set(xlabel="mean breadth, all rounds", ylim=(-0.6, len(names) + 0.5))
    diagram.set_title("By who plays against a random chooser")
    diagram.legend(loc="upper center", ncols=3)


EXPERIMENT: Final = Experiment(
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
