"""R3's experiment: its heuristic against a positional one, by the depth of the search."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from obversi.color import color_name
from obversi.figures import GREEN, GREY, PURPLE, RULES, new_figure
from obversi.lab.claims.several_tests import widened
from obversi.lab.drawing.error_bars import draw_error_bars
from obversi.lab.drawing.scores import rules_look, score_axes
from obversi.lab.estimate import mean
from obversi.lab.experiment import Experiment
from obversi.lab.experiments.plies.games import (
    FIXED_PLIES,
    PLIES,
    R3_COLORS,
    PlyGames,
    game_log,
    log_text,
    ply_gain,
    ply_games,
    ply_steps,
)
from obversi.lab.finding import Finding, Verdict, observe
from obversi.lab.result import Conclusion, Result, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EXPERIMENT"]

# "Performed somewhat similarly", says the report: taken as a score within these.
_SIMILAR: Final = (0.4, 0.6)
_MOST_HALF_POINTS: Final = 4  # of a pair of games
_PLAYERS: Final = {"R3": PURPLE, "positional": GREEN}


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    findings: list[Finding] = []
    tables: list[Table] = []
    answers = []
    # All that "surely" is said of.
    tests = len(settings.rules) * (len(PLIES) + len(FIXED_PLIES) - 1)
    for rules in settings.rules:
        games = {plies: ply_games(data, rules, plies) for plies in PLIES}
        fixed = {plies: ply_games(data, rules, plies, fixed=True) for plies in FIXED_PLIES}
        answers.append(f"Under {rules} rules {_who_wins(games, tests)}; {_deeper(fixed, tests)}.")
        findings.append(_similar_finding(settings, rules, games, tests))
        findings.append(_deeper_finding(rules, fixed, tests))
        findings.append(_parity_finding(rules, games))
        tables.append(_both_table(settings, data, rules, games))
        tables.append(_fixed_table(rules, fixed))
    answers.append(f"Surely means: as one of {tests} tests, which is corrected for.")
    files = {"plies.log": log_text(settings, data)}
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables), files=files)


def _who_wins(games: Mapping[int, PlyGames], tests: int) -> str:
    scores = {plies: widened(one.score, tests) for plies, one in games.items()}
    better = [str(plies) for plies, one in scores.items() if one.low > 1 / 2]
    worse = [str(plies) for plies, one in scores.items() if one.high < 1 / 2]
    told = [
        f"surely {verb} the positional heuristic at {_listed(depths)}"
        for verb, depths in (("beats", better), ("loses to", worse))
        if depths
    ]
    if not told:
        return "neither heuristic surely beats the other at any depth"
    return "R3 " + " and ".join(told)


def _listed(plies: list[str]) -> str:
    """Return numbers of plies in words.

    >>> _listed(["1", "2", "4"])
    '1, 2 and 4 plies'
    """
    counts = plies[0] if len(plies) == 1 else f"{', '.join(plies[:-1])} and {plies[-1]}"
    return f"{counts} {'ply' if plies == ['1'] else 'plies'}"


def _deeper(fixed: Mapping[int, PlyGames], tests: int) -> str:
    """Say whether each ply more helps R3 against the same opponent."""
    gains = (ply_gain(fixed[plies - 1], fixed[plies]) for plies in FIXED_PLIES[1:])
    steps = [widened(one, tests) for one in gains]
    up, down = sum(one.low > 0 for one in steps), sum(one.high < 0 for one in steps)
    told = "looking a ply further against the same opponent surely helps it in "
    return f"{told}{up} of {len(steps)} cases and surely harms it in {down}"


def _similar_finding(
    settings: Settings, rules: str, games: Mapping[int, PlyGames], tests: int
) -> Finding:
    # All depths begin from the same openings, so that an opening is one observation.
    halves = np.mean([one.pair_half_points for one in games.values()], axis=0)
    whole = mean(halves / _MOST_HALF_POINTS)
    count = sum(len(one.margins) for one in games.values())
    what = f"score of R3 against positional, {rules} rules, all depths alike"
    told = f"In {count:,} games {_who_wins(games, tests)}."
    if rules != "normal" or settings.size != 8:
        return observe(
            what, whole, f"{told} The report is about normal 8×8.", digits=0, percent=True
        )
    low, high = _SIMILAR
    inside = whole.low >= low and whole.high <= high
    outside = whole.high < low or whole.low > high
    verdict: Verdict = "agrees" if inside else "differs" if outside else "open"
    said = {
        "agrees": "The report was right on the whole, with a score between 40 and 60 of 100",
        "differs": "The report was wrong, for the score is not between 40 and 60 of 100",
        "open": "Whether the score is between 40 and 60 of 100 stays open",
    }[verdict]
    sentence = f"{said}. {told} Its own figures are not in its text."
    ours = whole.text(0, percent=True)
    return Finding(what, "performed somewhat similarly", ours, verdict, sentence)


def _deeper_finding(rules: str, fixed: Mapping[int, PlyGames], tests: int) -> Finding:
    steps = {plies: ply_gain(fixed[plies - 1], fixed[plies]) for plies in FIXED_PLIES[1:]}
    each = "; ".join(f"{plies - 1} to {plies}: {one.text(1)}" for plies, one in steps.items())
    what = f"discs that a ply more brings R3 against two plies, {rules} rules"
    count = sum(len(games.margins) for games in fixed.values())
    told = _deeper(fixed, tests)
    sentence = f"{told[0].upper()}{told[1:]} ({count:,} games in all, {tests} tests)."
    return Finding(what, "", each, "new", sentence)


def _parity_finding(rules: str, games: Mapping[int, PlyGames]) -> Finding:
    """Tell even depths from odd ones: R3 judges whoever has just moved."""
    even, odd = (
        np.mean([games[plies].pair_margins for plies in PLIES if plies % 2 == rest], axis=0)
        for rest in (0, 1)
    )
    found = mean(even - odd)
    if found.low > 0 or found.high < 0:
        side = "even" if found.value > 0 else "odd"
        said = f"R3 is surely better off with an {side} number of plies"
    else:
        said = "Even and odd depths are not surely different for R3"
    return observe(
        f"R3's margin at even depths minus that at odd ones, {rules} rules, in discs",
        found,
        f"{said}, by the mean of {found.count:,} openings. A likely cause, which was not tested by "
        "itself: its evaluation is not the same for both sides, since it judges the player who has "
        "just moved.",
        digits=1,
    )


def _both_table(
    settings: Settings, data: Mapping[str, Measured], rules: str, games: Mapping[int, PlyGames]
) -> Table:
    rows = []
    for plies, one in games.items():
        by_color = (f"{one.margins_of(color).mean():+.1f}" for color in R3_COLORS)
        single = (f"{game_log(data, rules, plies, color)['margin']:+d}" for color in R3_COLORS)
        nodes = (f"{count:,.0f}" for count in one.nodes)
        score = one.score.text(0, percent=True)
        rows.append(
            (
                f"{plies}",
                f"{len(one.margins):,}",
                one.margin.text(1),
                score,
                *by_color,
                *single,
                *nodes,
            )
        )
    head = (
        "plies", "games", "margin of R3", "score of R3", "R3 white", "R3 black",
        "from the start, white", "from the start, black", "nodes of R3", "nodes of positional",
    )  # fmt: skip
    title = (
        f"{rules} rules, {settings.size}×{settings.size}: R3 against positional, plies alike; "
        "in a margin, empty squares are with whoever has more discs"
    )
    return Table(title, head, tuple(rows))


def _fixed_table(rules: str, fixed: Mapping[int, PlyGames]) -> Table:
    rows = []
    for plies, one in fixed.items():
        score = one.score.text(0, percent=True)
        rows.append((f"{plies}", f"{len(one.margins):,}", one.margin.text(1), score))
    title = f"{rules} rules: R3 against positional with two plies"
    return Table(title, ("plies of R3", "games", "margin of R3", "score of R3"), tuple(rows))


def _draw(result: Result) -> "Figure":
    rule_sets = result.settings.rules
    figure, axes = new_figure(len(rule_sets) + 1, 2, height=2.9)
    for row, rules in enumerate(rule_sets):
        for number, color in enumerate(R3_COLORS):
            _draw_color(axes[row, number], result, rules, color)
            if rules == "normal":
                title = axes[row, number].get_title()
                axes[row, number].set_title(f"{title} (the report's figure {number + 1})")
    _draw_deeper(axes[-1, 0], result)
    _draw_nodes(axes[-1, 1], result)
    games = len(ply_games(result.data, rule_sets[0], PLIES[0]).margins)
    figure.suptitle(
        f"R3 against a positional heuristic, {games:,} games at each depth (×: one from the start)"
    )
    return figure


def _draw_color(axes: "Axes", result: Result, rules: str, color: int) -> None:
    games = [ply_games(result.data, rules, plies).discs_of(color) for plies in PLIES]
    single = np.array([game_log(result.data, rules, plies, color)["discs"] for plies in PLIES])
    for place, (player, paint) in enumerate(_PLAYERS.items()):
        discs = [mean(one[:, place]) for one in games]
        its_color = color_name(color if player == "R3" else -color)
        label = f"{player} ({its_color})"
        draw_error_bars(axes, PLIES, discs, color=paint, marker="o", markersize=4, label=label)
        axes.plot(PLIES, single[:, place], "x", color=paint, alpha=0.8)
    goal = "most" if rules == "normal" else "fewest"
    axes.set(
        title=f"{rules} rules, R3 {color_name(color)}",
        xlabel="plies of both",
        ylabel=f"discs at the end ({goal} win)",
        xticks=PLIES,
        ylim=(0, result.settings.size**2),
    )
    axes.legend(loc="lower center", ncols=2, fontsize=7, borderaxespad=0.1)


def _draw_deeper(axes: "Axes", result: Result) -> None:
    for rules in result.settings.rules:
        games = [ply_games(result.data, rules, plies, fixed=True) for plies in FIXED_PLIES]
        draw_error_bars(axes, FIXED_PLIES, [one.score for one in games], 100, **rules_look(rules))
    axes.axhline(50, color=GREY, linewidth=1)
    axes.set_xticks(FIXED_PLIES)
    score_axes(axes, "R3 looks deeper, positional always two plies", "plies of R3")


def _draw_nodes(axes: "Axes", result: Result) -> None:
    for rules in result.settings.rules:
        nodes = np.array([ply_games(result.data, rules, plies).nodes for plies in PLIES])
        for player, style, column in (("R3", "-", nodes[:, 0]), ("positional", "--", nodes[:, 1])):
            label = f"{player}, {rules} rules"
            axes.plot(PLIES, column, style, marker=".", color=RULES[rules], label=label)
    axes.set_yscale("log")
    axes.set(title="what a move costs", xlabel="plies", ylabel="nodes a move", xticks=PLIES)
    axes.legend()


EXPERIMENT: Final = Experiment(
    name="plies",
    title="R3 against a positional heuristic, by depth",
    report="R3, 4",
    question="How does R3's final score depend on the depth of the search, and does deeper help?",
    unit="games for each depth, in both series",
    games=1000,
    seconds=89,
    steps=ply_steps,
    conclude=_conclude,
    draw=_draw,
)
