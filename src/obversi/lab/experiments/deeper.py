"""Does deeper search play better? By R2's theorem not always, by its hypothesis it does."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from obversi.agents.core_agents import SearchAgent
from obversi.figures import GREEN, GREY, PURPLE, new_figure
from obversi.heuristics import Evaluation, Mix, Phase, evaluation
from obversi.lab.drawing import Axes, Figure, draw_error_bars, rules_look
from obversi.lab.estimate import Estimate, mean, share, sure_side
from obversi.lab.experiment import Data, Experiment, Result, Settings, Step, Watch
from obversi.lab.finding import Conclusion, Finding, Table, Texts, Verdict, listed, where_r2_speaks
from obversi.lab.games import duel, estimate_of
from obversi.lab.positions import Judged, each, judged_positions
from obversi.move import Move
from obversi.rules import Rules
from obversi.textbook import alpha_beta

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


def _steps(settings: Settings) -> list[Step]:
    planned = []
    for rules in settings.rules:
        for name in EVALUATIONS:
            for depth in DEPTHS:
                key = games_key(rules, name, depth)
                planned.append(Step(key, _play, name, depth, settings, rules))
            planned.append(Step(exact_key(rules, name), _discs_lost, name, settings, rules))
    return planned


def games_key(rules: Rules, name: str, depth: int) -> str:
    """Name the games of one ply more than a depth."""
    return f"{rules} {name}, {depth + 1} plies against {depth}"


def exact_key(rules: Rules, name: str) -> str:
    """Name the choices in positions that are known."""
    return f"{rules} {name}, discs lost"


def _evaluation(name: str) -> Evaluation:
    return _DISCS if name == "discs" else evaluation(name.removesuffix("-corrected"))


def _agent(name: str, depth: int) -> SearchAgent:
    view: Any = "mover" if name == "r1" else "root"
    return SearchAgent(_evaluation(name), name=f"{name} {depth}", depth=depth, leaf_view=view)


def _play(name: str, depth: int, settings: Settings, rules: Rules, watch: Watch) -> dict[str, Any]:
    is_slow = depth >= _SLOW_DEPTH and name != "r2"
    games = settings.games // (_SLOW_SHARE if is_slow else 1)
    a, b = _agent(name, depth + 1), _agent(name, depth)
    return duel(a, b, settings, rules, "deeper", watch, max(2, games))


def _discs_lost(name: str, settings: Settings, rules: Rules, watch: Watch) -> dict[str, Any]:
    """Let searches of every depth choose in positions whose values are all known."""
    judged = judged_positions(
        settings.games,
        EMPTIES[settings.size],
        settings.size,
        rules,
        settings.seed,
        settings.threads,
    )
    judge = _evaluation(name)
    depths = EXACT_DEPTHS[settings.size]
    lost, points, chosen = [], [], []
    for number, depth in enumerate(depths):
        view: Any = "mover" if name == "r1" else "root"
        search = partial(alpha_beta, evaluation=judge, depth=depth, leaf_view=view)
        found = each(search, judged.boards, settings.threads)
        chosen.append([one.move.square_index for one in found])
        lost.append(judged.discs_lost(chosen[-1]))
        points.append(judged.points_lost(chosen[-1]))
        watch((number + 1) / len(depths))
    changes = [after - before for before, after in pairwise(lost)]
    return {
        "positions": len(judged),
        "discs": [mean(one).to_object() for one in lost],
        "points": [mean(one).to_object() for one in points],
        "worse": [share(int((change > 0).sum()), len(change)).to_object() for change in changes],
        "better": [share(int((change < 0).sum()), len(change)).to_object() for change in changes],
        "mean_worse": mean(np.mean([change > 0 for change in changes], axis=0)).to_object(),
        "mean_better": mean(np.mean([change < 0 for change in changes], axis=0)).to_object(),
        "change": [mean(change).to_object() for change in changes],
        "example": _example(judged, chosen, changes, depths),
    }


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


def _conclude(settings: Settings, data: Data) -> Conclusion:
    findings, tables, answers = [], [], []
    numbers: dict[str, Any] = {}
    # Each match could have a sure result, so all of them count as tests.
    tests = len(settings.rules) * len(EVALUATIONS) * len(DEPTHS)
    for rules in settings.rules:
        scores = {
            name: [estimate_of(data[games_key(rules, name, depth)], "score") for depth in DEPTHS]
            for name in EVALUATIONS
        }
        sides = {
            name: [sure_side(one, 1 / 2, tests) for one in found] for name, found in scores.items()
        }
        findings.append(where_r2_speaks(_theorem(data, rules), rules, settings.size))
        is_reported = (rules, settings.size) == ("reversed", 8)
        hypothesis = _hypothesis(data, rules, scores["r2"], sides["r2"], is_reported)
        findings.append(where_r2_speaks(hypothesis, rules, settings.size))
        findings += _surely_worse(rules, scores, sides)
        tables += [_games_table(data, rules), _exact_table(data, rules, settings.size)]
        all_sides = [side for found in sides.values() for side in found]
        first, last = _lost_by_r2(data, rules)
        depths = EXACT_DEPTHS[settings.size]
        answers.append(
            _TEXTS.text(
                "answer",
                rules=rules,
                won=all_sides.count(1),
                lost=all_sides.count(-1),
                matches=len(all_sides),
                first=first,
                last=last,
                depths=(depths[0], depths[-1]),
            )
        )
        numbers[rules] = {
            name: [one.to_object() for one in found] for name, found in scores.items()
        }
    answers.append(_TEXTS.text("surely", tests=tests))
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables), numbers)


def _lost_by_r2(data: Data, rules: Rules) -> tuple[Estimate, Estimate]:
    """Return the discs that a move of R2 loses at the first depth and at the last."""
    lost = data[exact_key(rules, "r2")]["discs"]
    return Estimate.from_object(lost[0]), Estimate.from_object(lost[-1])


def _theorem(data: Data, rules: Rules) -> Finding:
    """Look for a choice that one ply more makes worse. One is enough, as the values are exact."""
    found = data[exact_key(rules, "r2")]
    worse, better = (Estimate.from_object(found[f"mean_{kind}"]) for kind in ("worse", "better"))
    counts = _TEXTS.text(
        "theorem_counts",
        worse=100 * worse.value,
        better=100 * better.value,
        positions=found["positions"],
    )
    numbers = {"rules": rules, "worse": worse, "counts": counts}
    if example := found["example"]:
        return _TEXTS.finding(
            "theorem", "agrees", **numbers, deeper=example["depth"] + 1, **example
        )
    return _TEXTS.finding("theorem", "open", **numbers)


def _hypothesis(
    data: Data, rules: Rules, scores: list[Estimate], sides: list[int], is_reported: bool
) -> Finding:
    verdict: Verdict = "differs" if -1 in sides else "agrees" if all(sides) else "open"
    elos = [estimate_of(data[games_key(rules, "r2", depth)], "elo") for depth in DEPTHS]
    winning, losing = (
        listed(depth for depth, one in zip(DEPTHS, sides, strict=True) if one == side)
        for side in (1, -1)
    )
    first, last = _lost_by_r2(data, rules)
    games = listed(f"{one.count:,}" for one in scores)
    return _TEXTS.finding(
        "hypothesis",
        verdict,
        rules=rules,
        elos="; ".join(f"{depth}: {one:.0f}" for depth, one in zip(DEPTHS, elos, strict=True)),
        right="The report was right. " if is_reported else "",
        wrong="The report was wrong here. " if is_reported else "",
        winning=winning or "no depth",
        losing=losing,
        games=_TEXTS.text("hypothesis_games", games=games, first=first, last=last),
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


def _games_table(data: Data, rules: Rules) -> Table:
    rows = tuple(
        (
            name,
            *(
                f"{estimate_of(data[games_key(rules, name, depth)], 'score').text(1, True)}; "
                f"{estimate_of(data[games_key(rules, name, depth)], 'margin').value:+.1f} discs"
                for depth in DEPTHS
            ),
        )
        for name in EVALUATIONS
    )
    counts = (data[games_key(rules, EVALUATIONS[0], depth)]["games"] for depth in DEPTHS)
    head = (
        "evaluation",
        *(
            f"{depth + 1} against {depth} plies, {count:,} games"
            for depth, count in zip(DEPTHS, counts, strict=True)
        ),
    )
    most = data[games_key(rules, "r2", DEPTHS[-1])]["games"]
    title = f"{rules} rules: score of one ply more, and its margin (r2 always with {most:,} games)"
    return Table(title, head, rows)


def _exact_table(data: Data, rules: Rules, size: int) -> Table:
    rows = []
    for name in EVALUATIONS:
        found = data[exact_key(rules, name)]
        discs = (Estimate.from_object(one).text() for one in found["discs"])
        worst = ", ".join(f"{100 * one['value']:.0f}" for one in found["worse"])
        better = ", ".join(f"{100 * one['value']:.0f}" for one in found["better"])
        rows.append((name, *discs, worst, better))
    head = (
        "evaluation",
        *(f"{depth} pl{'y' if depth == 1 else 'ies'}" for depth in EXACT_DEPTHS[size]),
        "% worse by one ply more",
        "% better",
    )
    count = data[exact_key(rules, EVALUATIONS[0])]["positions"]
    title = (
        f"{rules} rules: discs lost a move with {EMPTIES[size]} empty squares, against exact play, "
        f"{count:,} positions"
    )
    return Table(title, head, tuple(rows))


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
    rule_sets = result.settings.rules
    figure, axes = new_figure(len(rule_sets) + 1, 2, height=3.3)
    for row, rules in enumerate(rule_sets):
        _draw_scores(axes[row, 0], result, rules)
        _draw_lost(axes[row, 1], result, rules)
    handles, labels = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, ncols=len(_LOOKS), loc="outside lower center")
    for column, kind in enumerate(("better", "worse")):
        _draw_share(axes[-1, column], result, kind)
    axes[-1, 1].sharey(axes[-1, 0])
    figure.suptitle("does deeper search play better?")
    return figure


def _draw_scores(axes: Axes, result: Result, rules: Rules) -> None:
    axes.axhline(50, color=GREY, linewidth=1)
    for number, (name, (color, line)) in enumerate(_LOOKS.items()):
        scores = [
            estimate_of(result.data[games_key(rules, name, depth)], "score") for depth in DEPTHS
        ]
        x = np.array(DEPTHS) + 0.04 * (number - len(_LOOKS) / 2)
        draw_error_bars(
            axes, x, scores, 100, color=color, linestyle=line, marker="o", markersize=3, label=name
        )
    games = [result.data[games_key(rules, "r4", depth)]["games"] for depth in DEPTHS]
    most = result.data[games_key(rules, "r2", DEPTHS[-1])]["games"]
    axes.set(
        title=f"{rules} rules: one ply more",
        xlabel=f"plies of the opponent (games; r2 always {most:,})",
        ylabel="points of 100",
        ylim=(-3, 103),
    )
    labels = [f"{depth} ({count:,})" for depth, count in zip(DEPTHS, games, strict=True)]
    axes.set_xticks(DEPTHS, labels)


def _draw_lost(axes: Axes, result: Result, rules: Rules) -> None:
    depths = EXACT_DEPTHS[result.settings.size]
    for number, (name, (color, line)) in enumerate(_LOOKS.items()):
        x = np.array(depths) + 0.04 * (number - len(_LOOKS) / 2)
        discs = [Estimate.from_object(one) for one in result.data[exact_key(rules, name)]["discs"]]
        draw_error_bars(axes, x, discs, color=color, linestyle=line, marker="o", markersize=3)
    axes.set(
        title=f"{rules} rules: {EMPTIES[result.settings.size]} empty squares, exact",
        xlabel=f"plies ({result.data[exact_key(rules, 'r2')]['positions']:,} positions)",
        ylabel="discs lost a move",
        xticks=depths,
        ylim=(0, None),
    )


def _draw_share(axes: Axes, result: Result, kind: str) -> None:
    depths = EXACT_DEPTHS[result.settings.size][:-1]
    for rules in result.settings.rules:
        shares = [Estimate.from_object(one) for one in result.data[exact_key(rules, "r2")][kind]]
        draw_error_bars(axes, depths, shares, 100, **rules_look(rules))
    axes.set(
        title=f"r2: one ply more chooses a {kind} move",
        xlabel="plies without the one",
        ylabel="% of positions",
        xticks=depths,
        ylim=(0, None),
    )
    axes.legend()


EXPERIMENT = Experiment(
    name="deeper",
    title="Does deeper search play better?",
    report="R2, 2.2.3 and 3.2",
    question="Does a search that looks one ply deeper play better, and is there an evaluation with "
    "which it plays worse?",
    unit="games a depth (a tenth at the last, but for r2) and positions",
    games=1000,
    seconds=99,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
)
