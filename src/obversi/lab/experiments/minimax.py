"""Minimax against alpha-beta, by depth."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import isfinite
from time import thread_time
from typing import Any

import numpy as np

from obversi import batch
from obversi.figures import GREY, RULES, new_figure
from obversi.heuristics.catalog import evaluation
from obversi.lab.drawing import Axes, Figure, draw_error_bars
from obversi.lab.estimate import Estimate, mean
from obversi.lab.experiment import Experiment, Result
from obversi.lab.experiments.tree_growth import branching, paired_quotient
from obversi.lab.finding import Conclusion, Finding, Table, Texts, Verdict, compare
from obversi.lab.games import round_batches
from obversi.lab.positions import Positions, each, random_positions
from obversi.lab.steps import Data, Grid, Measured, Part, Settings, Trial, parts, planned
from obversi.textbook.searches import Found, alpha_beta, minimax

_TEXTS = Texts("minimax")

# The divisors of the number of positions at each depth, for nodes and for time: minimax to seven
# plies takes a second, while its nodes are counted fast.
PARTS = {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 4}
TIMED_PARTS = {1: 1, 2: 1, 3: 1, 4: 1, 5: 4, 6: 12, 7: 100}
SEARCHES = ("minimax", "alpha-beta")
_JUDGE = "r4"

# The depth of a search by both before they are timed. Otherwise the time of the first one would
# include filling the processor's caches.
_WARM = 3


def positions(trial: Trial, count: int) -> Positions:
    """Return positions of random games, each of a game of its own and of a random round.

    So they are independent. A larger number of positions begins with the same ones.
    """
    return _all_positions(max(2, trial.games), trial.size, trial.seed)[:count]


# All steps use the same positions.
@lru_cache(maxsize=1)
def _all_positions(count: int, size: int, seed: int) -> Positions:
    random = np.random.default_rng([seed & (1 << 64) - 1, 11])
    rounds = random.integers(4, size * size, count)
    found = np.empty((count, 2), np.uint64)
    for number in np.unique(rounds):
        here = np.flatnonzero(rounds == number)
        found[here] = random_positions(len(here), int(number), size, seed * 1009 + int(number))
    found.flags.writeable = False
    return found


def count_both(trial: Trial, depth: int) -> Measured:
    """Count the nodes of both searches; those of minimax are counted without a search."""
    chosen = positions(trial, max(2, trial.games // PARTS[depth]))
    judge = evaluation(_JUDGE)

    def nodes(number: int) -> int:
        board = batch.to_board(chosen[number], size=trial.size, rules=trial.rules)
        return alpha_beta(board, judge, depth).nodes

    cut = each(nodes, range(len(chosen)), trial.threads, trial.watch)
    sizes = batch.tree_sizes(chosen, depth, trial.size, trial.threads)
    return {"minimax": sizes.sum(axis=1).tolist(), "alpha-beta": cut}


def time_both(trial: Trial, depth: int) -> Measured:
    """Search positions by both, and return the processor time of each in seconds.

    The two alternate in being first and run right after each other, so that other work of the
    machine slows both.
    """
    chosen = positions(trial, max(2, trial.games // TIMED_PARTS[depth]))
    judge = evaluation(_JUDGE)

    def search(number: int) -> tuple[list[float], list[int], bool]:
        board = batch.to_board(chosen[number], size=trial.size, rules=trial.rules)
        turns = [minimax, alpha_beta] if number % 2 == 0 else [alpha_beta, minimax]
        for one in turns:
            one(board, judge, min(depth, _WARM))
        found: dict[str, Found] = {}
        seconds: dict[str, float] = {}
        for one in turns:
            name = SEARCHES[one is alpha_beta]
            begin = thread_time()
            found[name] = one(board, judge, depth)
            seconds[name] = thread_time() - begin
        every, cut = (found[name] for name in SEARCHES)
        same = every.move == cut.move and every.value == cut.value
        return [seconds[name] for name in SEARCHES], [every.nodes, cut.nodes], same

    rows = each(search, range(len(chosen)), trial.threads, trial.watch)
    return {
        "seconds": {name: [row[0][at] for row in rows] for at, name in enumerate(SEARCHES)},
        "nodes": {name: [row[1][at] for row in rows] for at, name in enumerate(SEARCHES)},
        "same": sum(row[2] for row in rows),
    }


def play_itself(trial: Trial, player: str) -> Measured:
    """Return the means of batches of games: moves of a game, and moves to choose from."""
    by_chance = player == "random"
    played = list(round_batches(trial, player, player, trial.games, from_start=by_chance))
    return {
        "length": [float(one.discs.mean()) - 4 for one in played],
        "branching": [
            float(one.rounds.moves.sum() / (one.rounds.positions - one.rounds.passes).sum())
            for one in played
        ],
    }


_LINES = {"minimax": "--", "alpha-beta": "-"}

# The players of the games whose length is measured.
_PLAYERS = ("random", "r4:depth=3")
_R4_LENGTH, _R4_BRANCHING, _R4_PRUNED = 58.0, 10.0, 8.0


NODES = Grid("{rules} nodes {}", count_both, PARTS)
TIMES = Grid("{rules} time {}", time_both, PARTS)
GAMES = Grid("{rules} games {}", play_itself, _PLAYERS)


def _conclude(settings: Settings, data: Data) -> Conclusion:
    deepest, by_rules = max(PARTS), parts(settings, data)
    findings = [_sameness(by_rules), *(_savings(part, deepest - 1) for part in by_rules)]
    for part in by_rules:
        if part.size == 8 and part.rules == "normal":
            findings += [*_games_of_r4(part), _branching_of_r4(part)]
    saved = {part.rules: paired_quotient(*_counted(part, deepest).values()) for part in by_rules}
    summary = " ".join(
        _TEXTS.text("answer", rules=rules, depth=deepest, saved=one) for rules, one in saved.items()
    )
    return Conclusion(
        summary, tuple(findings), tuple(map(_table, by_rules)), {"times as many nodes": saved}
    )


def _sameness(by_rules: Sequence[Part]) -> Finding:
    steps = [part[TIMES, depth] for part in by_rules for depth in PARTS]
    count = sum(len(one["seconds"]["minimax"]) for one in steps)
    same = sum(one["same"] for one in steps)
    return _TEXTS.finding("same", "agrees" if same == count else "differs", same=same, count=count)


def _savings(part: Part, depth: int) -> Finding:
    """Compare time with nodes, both of the positions that were timed."""
    one = part[TIMES, depth]
    nodes, seconds = (paired_quotient(*one[what].values()) for what in ("nodes", "seconds"))
    return _TEXTS.finding(
        "time",
        "new",
        rules=part.rules,
        depth=depth,
        seconds=seconds,
        nodes=nodes.value,
        a_node=seconds.value / nodes.value,
    )


def _games_of_r4(part: Part) -> Iterator[Finding]:
    for player in _PLAYERS:
        one = part[GAMES, player]
        length, moves = mean(one["length"]), mean(one["branching"])
        opening = "" if player == "random" else " after a random opening"
        yield compare(
            f"moves of a game, {player} against itself",
            _R4_LENGTH,
            length,
            _TEXTS.text("length", apart=length.value - _R4_LENGTH),
            tolerance=1.0,
        )
        yield compare(
            f"moves to choose from, {player} against itself{opening}",
            _R4_BRANCHING,
            moves,
            _TEXTS.text("choices", times=_R4_BRANCHING / moves.value),
            tolerance=1.0,
        )


def _branching_of_r4(part: Part) -> Finding:
    factors = {depth: _branchings(part, depth) for depth in PARTS}
    ratios = {
        depth: paired_quotient(one["alpha-beta"], one["minimax"]) for depth, one in factors.items()
    }
    plain, pruned = (mean(factors[max(PARTS)][name]) for name in SEARCHES)
    reported = _R4_PRUNED / _R4_BRANCHING
    # At one ply there are no cut-offs.
    depths = [depth for depth in ratios if depth > 1]
    near = min(depths, key=lambda depth: abs(ratios[depth].value - reported))
    last = max(ratios)
    shares = [ratios[depth].value for depth in depths]
    falling = all(more > less for more, less in pairwise(shares))
    verdict: Verdict = "differs"
    if any(ratios[depth].holds(reported) for depth in depths):
        verdict = "agrees" if ratios[last].holds(reported) else "open"
    return _TEXTS.finding(
        "branching",
        verdict,
        pruned=_R4_PRUNED,
        branching=_R4_BRANCHING,
        share=reported,
        ours=pruned,
        plain=plain.value,
        goes="shrinks with every ply" if falling else "goes",
        shares=shares,
        first=depths[0],
        last=last,
        last_share=ratios[last].value,
        near=near,
        near_share=ratios[near],
    )


def _branchings(part: Part, depth: int) -> dict[str, list[float]]:
    nodes = _counted(part, depth)
    return {name: [branching(count, depth) for count in nodes[name]] for name in SEARCHES}


def _counted(part: Part, depth: int) -> dict[str, list[int]]:
    """Return the nodes of both searches, of the same positions."""
    nodes = part[NODES, depth]
    return {name: nodes[name] for name in SEARCHES}


def _table(part: Part) -> Table:
    rows = []
    for depth in PARTS:
        counted, timed, factors = (
            _counted(part, depth),
            part[TIMES, depth],
            _branchings(part, depth),
        )
        seconds = timed["seconds"]
        rows.append(
            {
                "depth": depth,
                "nodes": {name: mean(counted[name]) for name in SEARCHES},
                "counted": len(counted["minimax"]),
                "more": paired_quotient(*counted.values()),
                "factors": {name: mean(factors[name]) for name in SEARCHES},
                "timed": len(seconds["minimax"]),
                "ms": {name: 1000 * mean(seconds[name]).value for name in SEARCHES},
                "timed_more": paired_quotient(*timed["nodes"].values()),
                "longer": paired_quotient(*seconds.values()),
            }
        )
    return _TEXTS.table("table", rows, rules=part.rules)


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(1, 3, height=3.6, width=10.0)
    nodes, seconds, factors = axes[0]
    for part in result.parts:
        for name in SEARCHES:
            counted = [_counted(part, depth)[name] for depth in PARTS]
            timed = [part[TIMES, depth]["seconds"][name] for depth in PARTS]
            label = f"{name}, {part.rules}"
            look = {"color": RULES[part.rules], "ls": _LINES[name], "marker": "o", "ms": 3}
            _draw_line(nodes, [mean(one) for one in counted], label, look)
            _draw_line(seconds, [mean(one) for one in timed], label, look)
            seen = [mean(_branchings(part, depth)[name]) for depth in PARTS]
            _draw_line(factors, seen, label, look)
    _TEXTS.diagram(seconds, "seconds_diagram")
    _TEXTS.diagram(factors, "factors_diagram")
    if result.settings.size == 8:
        ends, reported = [max(PARTS) + 0.4] * 2, [_R4_BRANCHING, _R4_PRUNED]
        (report,) = factors.plot(ends, reported, "D", color=GREY, label="the report (R4)")
        factors.legend(handles=[report], loc="lower left")
    factors.set_ylim(bottom=0)
    _TEXTS.diagram(nodes, "nodes_diagram")
    return figure


def _draw_line(diagram: Axes, means: list[Estimate], label: str, look: dict[str, Any]) -> None:
    # An interval that reaches below zero cannot be drawn to a logarithmic scale.
    above = [
        replace(one, low=max(one.low, one.value / 10)) if isfinite(one.low) else one
        for one in means
    ]
    draw_error_bars(diagram, list(PARTS), above, label=label, **look)


EXPERIMENT = Experiment(
    name="minimax",
    title="Minimax against alpha-beta",
    report="R4 and R0",
    question="How much does alpha-beta save, in nodes and time, and does it find the same moves?",
    unit="positions",
    games=1000,
    steps=planned(NODES, TIMES, GAMES),
    conclude=_conclude,
    draw=_draw,
    seconds=55,
)
