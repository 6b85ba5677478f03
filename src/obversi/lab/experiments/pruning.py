"""The nodes of alpha-beta compared with those of minimax."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.figures import GREEN, GREY, PURPLE, RULES, new_figure
from obversi.heuristics.catalog import evaluation
from obversi.lab import one_direction
from obversi.lab.drawing import Axes, Figure
from obversi.lab.estimate import Estimate, mean
from obversi.lab.experiment import Experiment, Result
from obversi.lab.experiments.breadth import middle_rounds
from obversi.lab.experiments.pruning_report import (
    R2_DEPTHS,
    R2_NODES,
    beside_r2_nodes,
    largest_means_table,
)
from obversi.lab.experiments.tree_growth import (
    growth,
    mean_of_means,
    power_fit,
    quotient_of_means,
    root_fit,
)
from obversi.lab.finding import Conclusion, Table, Texts, observe
from obversi.lab.one_direction import NODE_WEIGHTS
from obversi.lab.positions import Positions, each, random_positions
from obversi.lab.steps import Data, Grid, Measured, Settings, Trial, planned
from obversi.rules import Rules, checked_rules
from obversi.textbook.searches import Found, alpha_beta, maximax

Search = Callable[..., Found]
Numbers = NDArray[np.float64]


def search_nodes(
    trial: Trial,
    positions: Positions,
    rules: Rules,
    search: Search,
    judge: str,
    depth: int,
) -> list[int]:
    """Return for each position the nodes of a search to a depth, without its last ply.

    The positions of the last ply are evaluated and not searched; some searches count them as nodes.
    """
    made = evaluation(judge)

    def nodes(position: NDArray[np.uint64]) -> int:
        board = batch.to_board(position, size=trial.size, rules=rules)
        found = search(board, made, depth=depth)
        return found.nodes if search is maximax else found.nodes - found.evaluations

    return each(nodes, list(positions), trial.threads)


def nodes_by_depth(
    trial: Trial,
    positions: Positions,
    rules: Rules,
    search: Search,
    judge: str,
    depths: Sequence[int],
) -> list[list[int]]:
    """Return the nodes by position for several depths: a list for each depth."""
    found = []
    for depth in depths:
        found.append(search_nodes(trial, positions, rules, search, judge, depth))
        # A ply more takes about four times as long.
        trial.watch(4.0 ** (depth - depths[-1]))
    return found


def minimax_nodes(trial: Trial, positions: Positions, depth: int) -> list[list[int]]:
    """Return the nodes of minimax to each depth from 1 on, without their last plies."""
    sizes = batch.tree_sizes(positions, depth - 1, trial.size, trial.threads)
    counted: list[list[int]] = np.cumsum(sizes, axis=1).T.tolist()
    return counted


def least_nodes(breadth: float, depth: int) -> float:
    """Return the fewest nodes alpha-beta needs in a tree of one breadth, by Knuth and Moore.

    On ply k at least b^⌈k/2⌉ + b^⌊k/2⌋ - 1 nodes are necessary with any order of moves. The last
    ply does not count.

    >>> least_nodes(2.0, depth=3)
    6.0
    """
    return sum(breadth ** ((ply + 1) // 2) + breadth ** (ply // 2) - 1 for ply in range(depth))


_TEXTS = Texts("pruning")

_DEPTH = 8
_DEPTHS = tuple(range(1, _DEPTH + 1))
_SIXTEEN = "r2"


def _main(rule_sets: Sequence[Rules]) -> Rules:
    """Return the rule set of most measurements: the report's, if it is in the settings."""
    return "reversed" if "reversed" in rule_sets else rule_sets[0]


def _by_round(trial: Trial, number: int, rule_sets: Sequence[Rules]) -> Measured:
    """Search positions of a round to eight plies; less important searches get fewer positions."""
    count = _positions_per_round(trial)
    positions = random_positions(count, number, trial.size, trial.seed * 1009 + number)
    some, few = positions[: max(2, (count + 2) // 3)], positions[: max(2, count // 4)]
    main = _main(rule_sets)
    found: dict[str, Any] = {}
    found["minimax"] = minimax_nodes(trial, positions, _DEPTH)[-1]
    trial.watch(0.4)
    found["sixteen"] = search_nodes(trial, few, main, maximax, _SIXTEEN, _DEPTH)
    trial.watch(0.5)
    for rules in rule_sets:
        searched = positions if rules == main else some
        found[rules] = search_nodes(trial, searched, rules, maximax, NODE_WEIGHTS, _DEPTH)
    for depth in R2_DEPTHS[:-1]:
        nodes = search_nodes(trial, positions, main, maximax, NODE_WEIGHTS, depth)
        found[f"{depth} plies"] = nodes
    trial.watch(0.8)
    found["plain"] = search_nodes(trial, few, main, alpha_beta, NODE_WEIGHTS, _DEPTH)
    return found


def _positions_per_round(trial: Trial) -> int:
    return max(2, trial.games // (trial.size**2 - 4))


def _from_start(_trial: Trial) -> Measured:
    """Search R2's start by its program and by the rules."""
    start = np.array([one_direction.START], np.uint64)
    board = batch.to_board(start[0], rules="reversed")
    program, *_ = one_direction.alpha_beta_nodes(start, NODE_WEIGHTS, _DEPTH)
    return {
        "program": program,
        "rules": maximax(board, evaluation(NODE_WEIGHTS), depth=_DEPTH).nodes,
    }


def _by_program(trial: Trial, number: int) -> Measured:
    """Search the positions of a round in games by R2's program; all rounds use the same games."""
    count, threads = _positions_per_round(trial), trial.threads
    seed = Random(f"{trial.seed} pruning").getrandbits(62)
    played = 2 * count
    while True:
        games = one_direction.random_games(played, seed)
        positions, numbers = one_direction.round_positions(games, number)
        if len(positions) > 1:
            break
        played *= 2  # few games reach the last rounds
    # Each round uses other games, so that the means do not all depend on the same few games.
    few = np.roll(positions, -number * max(2, count // 4), axis=0)[: max(2, count // 4)]
    found: dict[str, Any] = {"games": numbers.tolist()}
    for depth in R2_DEPTHS:
        nodes = one_direction.alpha_beta_nodes(positions, NODE_WEIGHTS, depth, threads)
        found[str(depth)] = nodes
    trial.watch(0.7)
    found["minimax"] = one_direction.minimax_nodes(few, _DEPTH, threads)
    return found


def _by_depth(trial: Trial, name: str, rule_sets: Sequence[Rules]) -> Measured:
    """Search positions of one round, R2's 25, to all depths."""
    count, main = max(2, trial.games // 16), _main(rule_sets)
    first = middle_rounds(trial.size)[0]
    positions = random_positions(count, first, trial.size, trial.seed * 1009)
    if name == "minimax":
        return minimax_nodes(trial, positions, _DEPTH)
    some = positions if name == main else positions[: max(2, count // 2)]
    rules, search = (main, alpha_beta) if name == "plain" else (checked_rules(name), maximax)
    return nodes_by_depth(trial, some, rules, search, NODE_WEIGHTS, _DEPTHS)


# The last part of a case is not in the keys: all rule sets are measured in one step.
ROUNDS = Grid(
    "round {}",
    _by_round,
    lambda settings, _: [(number, settings.rules) for number in range(4, settings.size**2)],
)
START = Grid("start", _from_start, lambda settings, _: [()] if settings.size == 8 else [])
PROGRAM = Grid(
    "R2's program, round {}",
    _by_program,
    lambda settings, _: range(4, 64) if settings.size == 8 else [],
)
BY_DEPTH = Grid(
    "depths {}",
    _by_depth,
    lambda settings, _: [(name, settings.rules) for name in ("minimax", "plain", *settings.rules)],
)


def _depths(data: Data) -> dict[str, list[list[int]]]:
    """Return the nodes of searches by depth, by the names of the searches."""
    return {key.split()[1]: one for key, one in data.items() if key.startswith("depths ")}


def _conclude(settings: Settings, data: Data) -> Conclusion:
    depths, main = _depths(data), _main(settings.rules)
    first, last = middle_rounds(settings.size)[0], settings.size**2 - 1
    rounds = [one for key, one in data.items() if key.startswith("round ")]
    whole = {
        name: mean_of_means([one[name] for one in rounds])
        for name in (main, "minimax", "sixteen", "plain")
    }
    ratio = quotient_of_means([one["minimax"] for one in rounds], [one[main] for one in rounds])
    grown, breadth = growth(depths[main]), growth(depths["minimax"])
    summary = _TEXTS.text(
        "answer",
        depth=_DEPTH,
        cut=whole[main].value,
        last=last,
        rules=main,
        minimax=whole["minimax"].value,
        ratio=ratio,
        first=first,
        grown=grown,
        breadth=breadth.value,
        root=breadth.value**0.5,
    )
    tables = [_depth_table(settings, depths), _round_table(settings, data)]
    if settings.size == 8 and main == "reversed":
        program = [data[PROGRAM.key_of(main, number)] for number in range(4, 64)]
        findings = beside_r2_nodes(rounds, program, depths, data["start"], settings.seed)
        summary += " " + _TEXTS.text("start", findings[0].verdict == "agrees")
        tables.insert(0, largest_means_table(rounds, program, settings.seed))
    else:
        what = "minimax over alpha-beta, means over all rounds"
        findings = [observe(what, ratio, _TEXTS.text("other_games"), digits=0)]
    return Conclusion(
        summary,
        tuple(findings),
        tuple(tables),
        {
            "mean over rounds": whole,
            "ratio": ratio,
            "growth": {name: growth(nodes) for name, nodes in depths.items()},
        },
    )


def _depth_table(settings: Settings, depths: Measured) -> Table:
    main = _main(settings.rules)
    seen = [float(np.mean(nodes)) for nodes in depths[main]]
    breadth = growth(depths["minimax"]).value
    powers = [breadth ** (depth / 2) for depth in _DEPTHS]
    root, (scale, factor) = root_fit(powers, seen), power_fit(depths[main])
    fitted = root.nodes(powers)
    rows = (
        {
            "depth": depth,
            **_means(settings, {name: nodes[depth - 1] for name, nodes in depths.items()}),
            "root": fitted[depth - 1],
            "power": scale * factor**depth,
            "least": least_nodes(breadth, depth),
        }
        for depth in _DEPTHS
    )
    return _TEXTS.table(
        "depths",
        rows,
        first=middle_rounds(settings.size)[0],
        main=main,
        fit=root,
        breadth=breadth,
        scale=scale,
        factor=factor,
    )


def _means(settings: Settings, nodes: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """Return the means of a line, and the number of positions behind each."""
    return {
        "minimax": float(np.mean(nodes["minimax"])),
        "plain": float(np.mean(nodes["plain"])),
        "counts": {name: len(nodes[name]) for name in ("minimax", "plain")},
        "sorted": {
            f"{rules} ({len(nodes[rules])})": mean(nodes[rules]) for rules in settings.rules
        },
    }


def _round_table(settings: Settings, data: Data) -> Table:
    rows = []
    for number in range(4, settings.size**2):
        beside = {}
        if settings.size == 8:
            program = data[PROGRAM.key_of("reversed", number)]
            games = len(data[PROGRAM.key_of("reversed", 4)]["games"])
            beside[f"by R2's program ({games} games)"] = f"{mean(program[str(_DEPTH)]):.0f}"
            beside["the report"] = f"{R2_NODES[number]:,.0f}"
        means = _means(settings, data[ROUNDS.key_of("reversed", number)])
        rows.append({"round": number, "beside": beside, **means})
    # The head says how many positions the first round has.
    heads = list(rows[0]["sorted"])
    for row in rows:
        row["sorted"] = dict(zip(heads, row["sorted"].values(), strict=True))
    return _TEXTS.table("rounds", rows, depth=_DEPTH)


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(1, 2, height=4.0, width=9.0)
    _draw_rounds(axes[0, 0], result)
    _draw_depths(axes[0, 1], result)
    return figure


def _draw_rounds(diagram: Axes, result: Result) -> None:
    numbers = range(4, result.settings.size**2)
    data = [result.data[ROUNDS.key_of("reversed", number)] for number in numbers]
    for name, label, color in _curves(result.settings):
        _draw_means(diagram, numbers, [mean(one[name]) for one in data], label, color)
    if result.settings.size == 8:
        program = [mean(result.parts[0][PROGRAM, number][str(_DEPTH)]) for number in numbers]
        _draw_means(diagram, numbers, program, "by R2's program", GREY)
        diagram.plot(numbers, R2_NODES[4:64], "D", color=GREY, ms=3, label="the report")
        diagram.legend(loc="lower center")
    _TEXTS.diagram(diagram, "rounds_diagram", depth=_DEPTH)


def _draw_depths(diagram: Axes, result: Result) -> None:
    depths = _depths(result.data)
    for name, label, color in _curves(result.settings):
        _draw_means(diagram, _DEPTHS, [mean(nodes) for nodes in depths[name]], label, color)
    breadth = growth(depths["minimax"]).value
    least = [least_nodes(breadth, depth) for depth in _DEPTHS]
    diagram.plot(_DEPTHS, least, ls="--", color=GREY, label="least possible (Knuth and Moore)")
    _TEXTS.diagram(diagram, "depths_diagram", first=middle_rounds(result.settings.size)[0])


def _curves(settings: Settings) -> list[tuple[str, str, str]]:
    """Return the curves of both diagrams: their names in the data, labels and colours."""
    return [
        ("minimax", "minimax, counted", PURPLE),
        ("plain", f"alpha-beta, {_main(settings.rules)}", GREEN),
        *((rules, f"with sorted moves, {rules}", RULES[rules]) for rules in settings.rules),
    ]


def _draw_means(
    diagram: Axes, across: Sequence[int], means: list[Estimate], label: str, color: str
) -> None:
    values = np.array([one.value for one in means])
    # An interval that reaches below zero cannot be drawn to a logarithmic scale. Matplotlib leaves
    # out intervals with an open end.
    low = np.array([max(one.low, one.value / 10) for one in means])
    high = np.array([min(one.high, 10 * one.value) if one.high < inf else inf for one in means])
    diagram.plot(across, values, color=color, label=label)
    diagram.fill_between(across, low, high, color=color, alpha=0.2, lw=0)


EXPERIMENT = Experiment(
    name="pruning",
    title="What alpha-beta saves",
    report="R2, 4.1.2",
    question="How many nodes has alpha-beta, by round and by depth, and how many has minimax?",
    unit="positions",
    games=1020,
    steps=planned(ROUNDS, START, PROGRAM, BY_DEPTH),
    conclude=_conclude,
    draw=_draw,
    seconds=110,
)
