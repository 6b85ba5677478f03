"""How many nodes alpha-beta leaves of minimax."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf, log, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.arena.statistics.elo import NORMAL_95
from obversi.figures import GREEN, GREY, PURPLE, RULES, new_figure
from obversi.heuristics import evaluation
from obversi.lab.drawing import Axes, Figure
from obversi.lab.estimate import Estimate, chance_of_gap, mean, sure_side, times
from obversi.lab.experiment import Data, Experiment, Measured, Result, Settings, Step, Watch
from obversi.lab.experiments.breadth import middle_rounds
from obversi.lab.experiments.r2_tables import R2_NODES
from obversi.lab.experiments.tree_growth import (
    growth,
    mean_of_means,
    paired_quotient,
    power_fit,
    quotient,
    quotient_of_means,
    root_fit,
)
from obversi.lab.finding import Conclusion, Finding, Table, Texts, compare, observe
from obversi.lab.positions import Positions, each, random_positions
from obversi.rules import Rules, checked_rules
from obversi.textbook import Found, alpha_beta, maximax

__all__ = ["EXPERIMENT", "least_nodes", "minimax_nodes", "nodes_by_depth", "search_nodes"]

Search = Callable[..., Found]
Numbers = NDArray[np.float64]


def search_nodes(
    settings: Settings,
    positions: Positions,
    rules: Rules,
    search: Search,
    judge: str,
    depth: int,
) -> list[int]:
    """Return the nodes of a search to a depth of each position, without its last ply.

    The positions of the last ply are judged and not searched; some searches count them as nodes.
    """
    made = evaluation(judge)

    def nodes(position: NDArray[np.uint64]) -> int:
        board = batch.to_board(position, size=settings.size, rules=rules)
        found = search(board, made, depth=depth)
        return found.nodes if search is maximax else found.nodes - found.evaluations

    return each(nodes, list(positions), settings.threads)


def nodes_by_depth(
    settings: Settings,
    positions: Positions,
    rules: Rules,
    search: Search,
    judge: str,
    depths: Sequence[int],
    watch: Watch | None = None,
) -> list[list[int]]:
    """Return the same for several depths: a list for each depth."""
    found = []
    for depth in depths:
        found.append(search_nodes(settings, positions, rules, search, judge, depth))
        if watch is not None:
            # A ply more takes about four times as long.
            watch(4.0 ** (depth - depths[-1]))
    return found


def minimax_nodes(settings: Settings, positions: Positions, depth: int) -> list[list[int]]:
    """Return the nodes of minimax to each depth from 1 on, without their last plies."""
    sizes = batch.tree_sizes(positions, depth - 1, settings.size, settings.threads)
    counted: list[list[int]] = np.cumsum(sizes, axis=1).T.tolist()
    return counted


def least_nodes(breadth: float, depth: int) -> float:
    """Return the fewest nodes alpha-beta needs in a tree of one breadth, by Knuth and Moore.

    On ply k there are b to the ⌈k/2⌉ and b to the ⌊k/2⌋, less one, that no order of moves avoids.
    The last ply does not count.

    >>> least_nodes(2.0, depth=3)
    6.0
    """
    return sum(breadth ** ((ply + 1) // 2) + breadth ** (ply // 2) - 1 for ply in range(depth))


_TEXTS: Final = Texts("pruning")

R2_BY_DEPTH: Final[Mapping[int, float]] = {2: 14.55, 4: 296.35, 8: 55950.05}
_R2_MINIMAX: Final = 18_402_478.675
_R2_RATIO: Final = 328.909
_R2_MEAN: Final = 26_046.6291
_R2_GAMES: Final = 20

# What chance makes less often is not taken for chance.
_UNLIKELY: Final = 0.05

# Nodes of several positions of each round.
Rounds = Sequence[Sequence[int]]

# What R2 takes for the powers of √b at depths 2, 4 and 8, and what it says h and c are.
_R2_POWERS: Final = (1.0, 65.4966, 4289.8110)
_R2_H: Final = 0.07629278861048339
_R2_C: Final = 21.33424487500785

_DEPTH: Final = 8
_DEPTHS: Final = tuple(range(1, _DEPTH + 1))
_R2: Final = "r2"
_POSITION: Final = "r2-position"


def _steps(settings: Settings) -> list[Step]:
    by_round = [
        Step(f"round {number}", _by_round, settings, number)
        for number in range(4, settings.size**2)
    ]
    names = ("minimax", "plain", *settings.rules)
    return [*by_round, *(Step(f"depths {one}", _by_depth, settings, one) for one in names)]


def _main(settings: Settings) -> Rules:
    """Return the rule set that most is measured under: the report's, if it is among them."""
    return "reversed" if "reversed" in settings.rules else settings.rules[0]


def _by_round(settings: Settings, number: int, watch: Watch) -> Measured:
    """Search positions of a round to eight plies; what is beside the question gets fewer."""
    count = max(2, settings.games // (settings.size**2 - 4))
    positions = random_positions(count, number, settings.size, settings.seed * 1009 + number)
    some, few = positions[: max(2, (count + 2) // 3)], positions[: max(2, count // 4)]
    main = _main(settings)
    found: dict[str, Any] = {}
    found["minimax"] = minimax_nodes(settings, positions, _DEPTH)[-1]
    watch(0.4)
    found["position"] = search_nodes(settings, few, main, maximax, _POSITION, _DEPTH)
    watch(0.5)
    for rules in settings.rules:
        searched = positions if rules == main else some
        found[rules] = search_nodes(settings, searched, rules, maximax, _R2, _DEPTH)
    watch(0.8)
    found["plain"] = search_nodes(settings, few, main, alpha_beta, _R2, _DEPTH)
    return found


def _by_depth(settings: Settings, name: str, watch: Watch) -> Measured:
    """Search positions of one round, R2's 25, to all depths."""
    count, main = max(2, settings.games // 16), _main(settings)
    first = middle_rounds(settings.size)[0]
    positions = random_positions(count, first, settings.size, settings.seed * 1009)
    if name == "minimax":
        return minimax_nodes(settings, positions, _DEPTH)
    some = positions if name == main else positions[: max(2, count // 2)]
    rules, search = (main, alpha_beta) if name == "plain" else (checked_rules(name), maximax)
    return nodes_by_depth(settings, some, rules, search, _R2, _DEPTHS, watch)


def _depths(data: Data) -> dict[str, list[list[int]]]:
    """Return the nodes of searches by depth, by the names of what was searched."""
    return {key.split()[1]: one for key, one in data.items() if key.startswith("depths ")}


def _conclude(settings: Settings, data: Data) -> Conclusion:
    depths, main = _depths(data), _main(settings)
    first, last = middle_rounds(settings.size)[0], settings.size**2 - 1
    rounds = [one for key, one in data.items() if key.startswith("round ")]
    whole = {
        name: mean_of_means([one[name] for one in rounds])
        for name in (main, "minimax", "position", "plain")
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
    if settings.size == 8 and main == "reversed":
        findings = beside_r2_nodes(rounds, depths)
    else:
        what = "minimax over alpha-beta, means over all rounds"
        findings = [observe(what, ratio, _TEXTS.text("other_games"), digits=0)]
    return Conclusion(
        summary,
        tuple(findings),
        (_depth_table(settings, depths), _round_table(settings, data)),
        {
            "mean over rounds": {name: one.to_object() for name, one in whole.items()},
            "ratio": ratio.to_object(),
            "growth": {name: growth(nodes).to_object() for name, nodes in depths.items()},
        },
    )


def beside_r2_nodes(
    rounds: Sequence[Mapping[str, Sequence[int]]],
    depths: Mapping[str, Sequence[Sequence[int]]],
) -> list[Finding]:
    """Compare R2's numbers with ours, all of reversed rules on 8×8.

    `rounds` have, for each round from 4 to 63, the nodes of minimax, of alpha-beta with R2's
    sixteen numbers ("reversed") and with its ten ("position"). `depths` are the nodes at round 25.
    """
    every, at_25 = [one["minimax"] for one in rounds], depths["minimax"][-1]
    return [
        _mean_nodes([one["reversed"] for one in rounds], [one["position"] for one in rounds]),
        *(_at_depth(depth, depths["reversed"][depth - 1]) for depth in R2_BY_DEPTH),
        _minimax(mean_of_means(every), _of_twenty_games(_R2_MINIMAX, every), at_25),
        *_ratios(rounds, depths),
        _root(depths),
        _fit(),
    ]


def _mean_nodes(sixteen: Rounds, ten: Rounds) -> Finding:
    ours, other = mean_of_means(sixteen), mean_of_means(ten)
    theirs = _of_twenty_games(_R2_MEAN, sixteen)
    between = min(ours.value, other.value) <= _R2_MEAN <= max(ours.value, other.value)
    starts = sixteen[0][0], ten[0][0]
    sentence = _TEXTS.text(
        "mean_nodes",
        uncertain=theirs.high / theirs.value - 1,
        ours=ours,
        times=_R2_MEAN / ours.value,
        ten=other,
        ten_times=_R2_MEAN / other.value,
        between=", so that it lies between the two" if between else "",
        r2_start=R2_NODES[4],
        start=starts[0],
        ten_start=starts[1],
        same="are" if R2_NODES[4] in starts else "are not quite",
    )
    what = "nodes to 8 plies, mean over rounds 4 to 63"
    return compare(what, theirs, ours, sentence, digits=0)


def _of_twenty(value: float, nodes: Sequence[int]) -> Estimate:
    """Return a mean over twenty positions with their interval, by the spread of ours."""
    half = NORMAL_95 * float(np.std(nodes, ddof=1)) / sqrt(_R2_GAMES)
    return Estimate(value, value - half, value + half, _R2_GAMES)


def _of_twenty_games(value: float, rounds: Rounds) -> Estimate:
    """Return a mean over all rounds of twenty games with the widest interval that these have.

    The rounds of a game depend on each other: if wholly, a game is no more than one position.
    """
    deviation = float(np.mean([np.std(nodes, ddof=1) for nodes in rounds]))
    half = NORMAL_95 * deviation / sqrt(_R2_GAMES)
    return Estimate(value, value - half, value + half, _R2_GAMES)


def _at_depth(depth: int, nodes: Sequence[int]) -> Finding:
    ours = mean(nodes)
    theirs = _of_twenty(R2_BY_DEPTH[depth], nodes)
    chance, tests = chance_of_gap(theirs, ours), len(R2_BY_DEPTH)
    is_last = depth == max(R2_BY_DEPTH)
    sentence = _TEXTS.text(
        "at_depth",
        times=theirs.value / ours.value,
        count=ours.count,
        chance=times(chance),
        tests=tests,
        limit=20 * tests,
        reading="" if is_last else " That its round is 25 too is our reading.",
    )
    what = f"nodes to {depth} plies at round 25"
    finding = compare(what, theirs, ours, sentence, digits=0 if is_last else 2)
    if finding.verdict == "differs" and tests * chance >= _UNLIKELY:
        return replace(finding, verdict="open")
    return finding


def _minimax(ours: Estimate, theirs: Estimate, nodes: Sequence[int]) -> Finding:
    at_25 = mean(nodes)
    chance = chance_of_gap(_of_twenty(_R2_MINIMAX, nodes), at_25)
    finding = compare("nodes of minimax to 8 plies", theirs, ours, "", digits=0)
    fits = "does not fit" if finding.verdict == "differs" else "fits"
    sentence = _TEXTS.text(
        "minimax", count=ours.count, fits=fits, at_25=at_25.value, chance=times(chance)
    )
    return replace(finding, sentence=sentence)


def _ratios(
    rounds: Sequence[Mapping[str, Sequence[int]]], depths: Mapping[str, Sequence[Sequence[int]]]
) -> list[Finding]:
    every, cut = [one["minimax"] for one in rounds], [one["reversed"] for one in rounds]
    last = depths["reversed"][-1]
    all_rounds = _of_twenty_games(_R2_MINIMAX, every)
    printed = quotient(all_rounds, _of_twenty(R2_BY_DEPTH[8], last))
    whole, at_25 = quotient_of_means(every, cut), paired_quotient(depths["minimax"][-1], last)
    # Means of the same games rise and fall together, so that their quotient is surer than this.
    derived = quotient(all_rounds, _of_twenty_games(_R2_MEAN, cut))
    apart = chance_of_gap(derived, whole) < _UNLIKELY
    than = {1: "more", -1: "less", 0: "not surely more or less"}[sure_side(whole, _R2_RATIO)]
    return [
        compare(
            "“dropped down by 328.909 times”",
            replace(printed, value=_R2_RATIO),
            quotient(mean_of_means(every), mean(last)),
            _TEXTS.text("ratio", at_25=at_25),
            digits=0,
        ),
        observe(
            "minimax over alpha-beta, both as means over all rounds",
            whole,
            _TEXTS.text(
                "ratio_of_means",
                derived=derived,
                differs="differs" if apart else "does not surely differ",
                than=than,
                printed=_R2_RATIO,
            ),
            digits=0,
        ),
    ]


def _root(depths: Mapping[str, Sequence[Sequence[int]]]) -> Finding:
    """Test the hypothesis position by position: the factor a ply over the root of minimax's."""
    cut, every = (np.array(depths[name], np.float64) for name in ("reversed", "minimax"))
    ours, breadth = growth(cut.tolist()), growth(every.tolist())
    over = growth((cut / np.sqrt(every)).tolist())
    return _TEXTS.finding(
        "root",
        "agrees" if over.holds(1.0) else "differs",
        breadth=breadth.value,
        root=sqrt(breadth.value),
        ours=ours,
        factor=ours.value,
        over=over,
        power=log(ours.value) / log(breadth.value),
        after_8=over.value**8,
    )


def _fit() -> Finding:
    nodes = list(R2_BY_DEPTH.values())
    swapped, right = root_fit(nodes, _R2_POWERS), root_fit(_R2_POWERS, nodes)
    return _TEXTS.finding(
        "fit",
        "differs" if abs(swapped.h - _R2_H) < abs(right.h - _R2_H) else "agrees",
        r2_h=_R2_H,
        r2_c=_R2_C,
        right=right,
        swapped=swapped,
        nodes=right.nodes(_R2_POWERS)[0],
    )


def _depth_table(settings: Settings, depths: Measured) -> Table:
    main = _main(settings)
    seen = [float(np.mean(nodes)) for nodes in depths[main]]
    breadth = growth(depths["minimax"]).value
    powers = [breadth ** (depth / 2) for depth in _DEPTHS]
    root, (scale, factor) = root_fit(powers, seen), power_fit(depths[main])
    rows = [
        (
            str(depth),
            f"{np.mean(depths['minimax'][depth - 1]):,.0f}",
            f"{np.mean(depths['plain'][depth - 1]):,.0f}",
            *(mean(depths[rules][depth - 1]).text(0) for rules in settings.rules),
            f"{R2_BY_DEPTH[depth]:,.2f}" if depth in R2_BY_DEPTH and settings.size == 8 else "",
            f"{root.nodes(powers)[depth - 1]:,.0f}",
            f"{scale * factor**depth:,.0f}",
            f"{least_nodes(breadth, depth):,.0f}",
        )
        for depth in _DEPTHS
    ]
    return Table(
        f"Nodes by depth at round {middle_rounds(settings.size)[0]}; fits of {main} rules",
        (
            *_head(settings, "depth", {name: len(nodes[0]) for name, nodes in depths.items()}),
            f"{root.h:.3g}·√{breadth:.2f}^d {root.c:+,.0f}",
            f"{scale:.3g}·{factor:.2f}^d",
            "least possible",
        ),
        tuple(rows),
    )


def _round_table(settings: Settings, data: Data) -> Table:
    rows = [
        (
            str(number),
            f"{np.mean(one['minimax']):,.0f}",
            f"{np.mean(one['plain']):,.0f}",
            *(mean(one[rules]).text(0) for rules in settings.rules),
            f"{R2_NODES[number]:,.0f}" if settings.size == 8 else "",
        )
        for number in range(4, settings.size**2)
        for one in (data[f"round {number}"],)
    ]
    counts = {name: len(nodes) for name, nodes in data["round 4"].items()}
    head = _head(settings, "round", counts)
    return Table(f"Nodes to {_DEPTH} plies, by round", head, tuple(rows))


def _head(settings: Settings, first: str, counts: Mapping[str, int]) -> tuple[str, ...]:
    """Name the columns, and say how many positions each number of them rests on."""
    return (
        first,
        f"minimax ({counts['minimax']} positions)",
        f"alpha-beta, unsorted ({counts['plain']})",
        *(f"sorted, {rules} ({counts[rules]})" for rules in settings.rules),
        "the report",
    )


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(1, 2, height=4.0, width=9.0)
    _draw_rounds(axes[0, 0], result)
    _draw_depths(axes[0, 1], result)
    return figure


def _draw_rounds(diagram: Axes, result: Result) -> None:
    numbers = range(4, result.settings.size**2)
    data = [result.data[f"round {number}"] for number in numbers]
    for name, label, color in _curves(result.settings):
        _draw_means(diagram, numbers, [mean(one[name]) for one in data], label, color)
    if result.settings.size == 8:
        diagram.plot(numbers, R2_NODES[4:64], "D", color=GREY, ms=3, label="the report")
    diagram.set(yscale="log", xlabel="round (discs on the board)", ylabel="nodes")
    diagram.set_title(f"Nodes to {_DEPTH} plies, by round")


def _draw_depths(diagram: Axes, result: Result) -> None:
    depths = _depths(result.data)
    for name, label, color in _curves(result.settings):
        _draw_means(diagram, _DEPTHS, [mean(nodes) for nodes in depths[name]], label, color)
    breadth = growth(depths["minimax"]).value
    least = [least_nodes(breadth, depth) for depth in _DEPTHS]
    diagram.plot(_DEPTHS, least, ls="--", color=GREY, label="least possible (Knuth and Moore)")
    if result.settings.size == 8:
        diagram.plot(
            list(R2_BY_DEPTH), list(R2_BY_DEPTH.values()), "D", color=GREY, label="the report"
        )
    diagram.set(yscale="log", xlabel="depth (plies)", ylabel="nodes")
    diagram.set_title(f"Nodes by depth, at round {middle_rounds(result.settings.size)[0]}")
    diagram.legend(loc="upper left")


def _curves(settings: Settings) -> list[tuple[str, str, str]]:
    """Return what is drawn in both diagrams: its name in the data, its label and its colour."""
    return [
        ("minimax", "minimax, counted", PURPLE),
        ("plain", f"alpha-beta, {_main(settings)}", GREEN),
        *((rules, f"with sorted moves, {rules}", RULES[rules]) for rules in settings.rules),
    ]


def _draw_means(
    diagram: Axes, across: Sequence[int], means: list[Estimate], label: str, color: str
) -> None:
    values = np.array([one.value for one in means])
    # An interval that reaches below nothing cannot be drawn to a logarithmic scale; Matplotlib
    # leaves out what has an open end.
    low = np.array([max(one.low, one.value / 10) for one in means])
    high = np.array([min(one.high, 10 * one.value) if one.high < inf else inf for one in means])
    diagram.plot(across, values, color=color, label=label)
    diagram.fill_between(across, low, high, color=color, alpha=0.2, lw=0)


EXPERIMENT: Final = Experiment(
    name="pruning",
    title="What alpha-beta saves",
    report="R2, 4.1.2",
    question="How many nodes has alpha-beta, by round and by depth, and how many has minimax?",
    unit="positions",
    games=1020,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
    seconds=78,
)
