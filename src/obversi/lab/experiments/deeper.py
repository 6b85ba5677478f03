"""Does deeper search play better? By R2's theorem not always, by its hypothesis it does."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from obversi.agents.core_agents import SearchAgent
from obversi.figures import GREEN, GREY, PURPLE, new_figure
from obversi.heuristics.catalog import evaluation
from obversi.heuristics.evaluation import Evaluation
from obversi.heuristics.mix import Mix, Phase
from obversi.lab.drawing import Axes, Figure, draw_error_bars, rules_look
from obversi.lab.estimate import Estimate, mean, share, sure_side
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import (
    Conclusion,
    Finding,
    Table,
    Texts,
    Verdict,
    is_about,
    listed,
    where_r2_speaks,
)
from obversi.lab.games import duel
from obversi.lab.positions import Judged, each, judged_positions
from obversi.lab.steps import Grid, Part, Settings, Trial, by_rules, planned
from obversi.move import Move
from obversi.rules import Rules
from obversi.textbook.searches import alpha_beta

_TEXTS = Texts("deeper")

EVALUATIONS = ("r0-adjusted", "r1", "r1-corrected", "r2", "r3", "r4", "discs")
_DISCS = Mix("discs", (Phase({"discs": 1.0}),))

# Searches of one ply more play against searches of these depths. The last match is slow, and has
# fewer games, except for R2's evaluation, because the report's hypothesis is about it.
DEPTHS = (1, 2, 3, 4)
_SLOW_DEPTH = 4
_SLOW_SHARE = 10
EXACT_DEPTHS = {4: (1, 2, 3), 6: (1, 2, 3, 4, 5, 6), 8: (1, 2, 3, 4, 5, 6)}
EMPTIES = {4: 6, 6: 12, 8: 13}


def _evaluation(name: str) -> Evaluation:
    return _DISCS if name == "discs" else evaluation(name.removesuffix("-corrected"))


def _agent(name: str, depth: int) -> SearchAgent:
    view: Any = "mover" if name == "r1" else "root"
    return SearchAgent(_evaluation(name), name=f"{name} {depth}", depth=depth, leaf_view=view)


def _play(trial: Trial, name: str, _deeper: int, depth: int) -> dict[str, Any]:
    is_slow = depth >= _SLOW_DEPTH and name != "r2"
    games = trial.games // (_SLOW_SHARE if is_slow else 1)
    a, b = _agent(name, depth + 1), _agent(name, depth)
    return duel(trial, a, b, "deeper", max(2, games))


def _discs_lost(trial: Trial, name: str) -> dict[str, Any]:
    """Let searches of every depth choose in positions whose values are all known."""
    judged = judged_positions(trial.games, EMPTIES[trial.size], **trial.options)
    judge = _evaluation(name)
    depths = EXACT_DEPTHS[trial.size]
    lost, points, chosen = [], [], []
    for number, depth in enumerate(depths):
        view: Any = "mover" if name == "r1" else "root"
        search = partial(alpha_beta, evaluation=judge, depth=depth, leaf_view=view)
        found = each(search, judged.boards, trial.threads)
        chosen.append([one.move.square_index for one in found])
        lost.append(judged.discs_lost(chosen[-1]))
        points.append(judged.points_lost(chosen[-1]))
        trial.watch((number + 1) / len(depths))
    changes = [after - before for before, after in pairwise(lost)]
    return {
        "positions": len(judged),
        "discs": [mean(one) for one in lost],
        "points": [mean(one) for one in points],
        "worse": [share(int((change > 0).sum()), len(change)) for change in changes],
        "better": [share(int((change < 0).sum()), len(change)) for change in changes],
        "mean_worse": mean(np.mean([change > 0 for change in changes], axis=0)),
        "mean_better": mean(np.mean([change < 0 for change in changes], axis=0)),
        "change": [mean(change) for change in changes],
        "example": _example(judged, chosen, changes, depths),
    }


GAMES = Grid(
    "{rules} {}, {} plies against {}",
    _play,
    [(name, depth + 1, depth) for name in EVALUATIONS for depth in DEPTHS],
)
LOST = Grid("{rules} {}, discs lost", _discs_lost, EVALUATIONS)


def _games(part: Part, name: str) -> dict[int, dict[str, Any]]:
    """Return the games of one ply more, by depth."""
    return {depth: part[GAMES, name, depth + 1, depth] for depth in DEPTHS}


def _example(
    judged: Judged, chosen: list[list[int]], changes: list[Any], depths: tuple[int, ...]
) -> dict[str, Any] | None:
    """Return the choice that one ply more made worse by most, or None if there is none."""
    step, place = (int(one) for one in np.unravel_index(np.argmax(changes), np.shape(changes)))
    if changes[step][place] <= 0:
        return None
    squares = [chosen[step][place], chosen[step + 1][place]]
    return {
        "position": judged.boards[place].to_string(),
        "depth": depths[step],
        "moves": [str(Move.from_index(square)) for square in squares],
        "margins": [int(judged.values[place, square]) for square in squares],
    }


def _tests(settings: Settings) -> int:
    """Return the number of tests: each match could have a sure result, so all of them count."""
    return len(settings.rules) * len(EVALUATIONS) * len(DEPTHS)


def _conclude(part: Part) -> Conclusion:
    rules, tests = part.rules, _tests(part.settings)
    scores = {name: [one["score"] for one in _games(part, name).values()] for name in EVALUATIONS}
    sides = {
        name: [sure_side(one, 1 / 2, tests) for one in found] for name, found in scores.items()
    }
    findings = [
        where_r2_speaks(finding, rules, part.size)
        for finding in (_theorem(part), _hypothesis(part, scores["r2"], sides["r2"]))
    ]
    findings += _surely_worse(rules, scores, sides)
    all_sides = [side for found in sides.values() for side in found]
    depths, lost = EXACT_DEPTHS[part.size], part[LOST, "r2"]["discs"]
    answer = _TEXTS.text(
        "answer",
        rules=rules,
        won=all_sides.count(1),
        lost=all_sides.count(-1),
        matches=len(all_sides),
        first=lost[0],
        last=lost[-1],
        depths=(depths[0], depths[-1]),
    )
    tables = _games_table(part), _exact_table(part)
    return Conclusion(answer, tuple(findings), tables, {rules: scores})


def _overall(settings: Settings) -> Conclusion:
    return Conclusion(_TEXTS.text("surely", tests=_tests(settings)))


def _theorem(part: Part) -> Finding:
    """Look for a choice that one ply more makes worse. One is enough, as the values are exact."""
    found = part[LOST, "r2"]
    worse, better = found["mean_worse"], found["mean_better"]
    counts = _TEXTS.text(
        "theorem_counts",
        worse=100 * worse.value,
        better=100 * better.value,
        positions=found["positions"],
    )
    numbers = {"rules": part.rules, "worse": worse, "counts": counts}
    if example := found["example"]:
        return _TEXTS.finding(
            "theorem", "agrees", **numbers, deeper=example["depth"] + 1, **example
        )
    return _TEXTS.finding("theorem", "open", **numbers)


def _hypothesis(part: Part, scores: list[Estimate], sides: list[int]) -> Finding:
    verdict: Verdict = "differs" if -1 in sides else "agrees" if all(sides) else "open"
    winning, losing = (
        listed(depth for depth, one in zip(DEPTHS, sides, strict=True) if one == side)
        for side in (1, -1)
    )
    lost = part[LOST, "r2"]["discs"]
    is_reported = is_about(part.rules, part.size)
    games = listed(f"{one.count:,}" for one in scores)
    return _TEXTS.finding(
        "hypothesis",
        verdict,
        rules=part.rules,
        elos="; ".join(f"{depth}: {one['elo']:.0f}" for depth, one in _games(part, "r2").items()),
        right="The report was right. " if is_reported else "",
        wrong="The report was wrong here. " if is_reported else "",
        winning=winning or "no depth",
        losing=losing,
        games=_TEXTS.text("hypothesis_games", games=games, first=lost[0], last=lost[-1]),
    )


def _surely_worse(
    rules: Rules, scores: Mapping[str, list[Estimate]], sides: Mapping[str, list[int]]
) -> Iterator[Finding]:
    """Report evaluations, other than R2's, that play worse with one ply more."""
    for name in EVALUATIONS:
        bad = [
            f"{depth + 1} plies score {one:.0%} against {depth}"
            for depth, one, side in zip(DEPTHS, scores[name], sides[name], strict=True)
            if side < 0
        ]
        if name != "r2" and bad:
            yield _TEXTS.finding(
                "worse",
                "new",
                name,
                name=name,
                rules=rules,
                scores=", ".join(bad),
                times=len(bad),
                matches=len(DEPTHS),
                corrected=sides["r1-corrected"].count(-1),
            )


def _games_table(part: Part) -> Table:
    counts = [one["games"] for one in _games(part, EVALUATIONS[0]).values()]
    heads = [
        f"{depth + 1} against {depth} plies, {count:,} games"
        for depth, count in zip(DEPTHS, counts, strict=True)
    ]
    rows = (
        {"name": name, "games": dict(zip(heads, _games(part, name).values(), strict=True))}
        for name in EVALUATIONS
    )
    return _TEXTS.table("games_table", rows, rules=part.rules, most=_most_games(part))


def _most_games(part: Part) -> int:
    return int(_games(part, "r2")[DEPTHS[-1]]["games"])


def _exact_table(part: Part) -> Table:
    rows = []
    for name in EVALUATIONS:
        found = part[LOST, name]
        plies = (f"{one} pl{'y' if one == 1 else 'ies'}" for one in EXACT_DEPTHS[part.size])
        worse, better = (
            ", ".join(f"{100 * one.value:.0f}" for one in found[kind])
            for kind in ("worse", "better")
        )
        discs = dict(zip(plies, found["discs"], strict=True))
        rows.append({"name": name, "discs": discs, "worse": worse, "better": better})
    return _TEXTS.table(
        "exact_table",
        rows,
        rules=part.rules,
        empties=EMPTIES[part.size],
        count=part[LOST, EVALUATIONS[0]]["positions"],
    )


# The colour and the line style of each evaluation.
_LOOKS: Mapping[str, tuple[str, str]] = {
    "r0-adjusted": ("#8c564b", "-"),
    "r1": ("#c8443c", ":"),
    "r1-corrected": ("#c8443c", "-"),
    "r2": (GREEN, "-"),
    "r3": (PURPLE, "-"),
    "r4": ("#2ca7b8", "-"),
    "discs": (GREY, "--"),
}


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(len(result.parts) + 1, 2, height=3.3)
    for row, part in enumerate(result.parts):
        _draw_scores(axes[row, 0], part)
        _draw_lost(axes[row, 1], part)
    handles, labels = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, ncols=len(_LOOKS), loc="outside lower center")
    for column, kind in enumerate(("better", "worse")):
        _draw_share(axes[-1, column], result, kind)
    axes[-1, 1].sharey(axes[-1, 0])
    figure.suptitle("does deeper search play better?")
    return figure


def _draw_lines(
    axes: Axes, x: Sequence[int], found: Mapping[str, list[Estimate]], scale: float = 1.0
) -> None:
    """Draw a line for each evaluation, a little beside each other."""
    for number, (name, (color, line)) in enumerate(_LOOKS.items()):
        places = np.array(x) + 0.04 * (number - len(_LOOKS) / 2)
        look = {"color": color, "linestyle": line, "marker": "o", "markersize": 3, "label": name}
        draw_error_bars(axes, places, found[name], scale, **look)


def _draw_scores(axes: Axes, part: Part) -> None:
    axes.axhline(50, color=GREY, linewidth=1)
    games = {name: _games(part, name).values() for name in _LOOKS}
    _draw_lines(
        axes, DEPTHS, {name: [one["score"] for one in found] for name, found in games.items()}, 100
    )
    _TEXTS.diagram(axes, "scores_diagram", rules=part.rules, most=_most_games(part))
    counts = (one["games"] for one in games["r4"])
    labels = [f"{depth} ({count:,})" for depth, count in zip(DEPTHS, counts, strict=True)]
    axes.set_xticks(DEPTHS, labels)


def _draw_lost(axes: Axes, part: Part) -> None:
    depths = EXACT_DEPTHS[part.size]
    _draw_lines(axes, depths, {name: part[LOST, name]["discs"] for name in _LOOKS})
    axes.set(xticks=depths)
    _TEXTS.diagram(
        axes,
        "lost_diagram",
        rules=part.rules,
        empties=EMPTIES[part.size],
        positions=part[LOST, "r2"]["positions"],
    )


def _draw_share(axes: Axes, result: Result, kind: str) -> None:
    depths = EXACT_DEPTHS[result.settings.size][:-1]
    for part in result.parts:
        draw_error_bars(axes, depths, part[LOST, "r2"][kind], 100, **rules_look(part.rules))
    axes.set(xticks=depths)
    _TEXTS.diagram(axes, "share_diagram", kind=kind)


EXPERIMENT = Experiment(
    name="deeper",
    title="Does deeper search play better?",
    report="R2, 2.2.3 and 3.2",
    question="Does a search that looks one ply deeper play better, and is there an evaluation with "
    "which it plays worse?",
    unit="games a depth (a tenth at the last, but for r2) and positions",
    games=1000,
    seconds=99,
    steps=planned(GAMES, LOST),
    conclude=by_rules(_conclude, _overall),
    draw=_draw,
)
