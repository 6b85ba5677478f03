"""R2's round robin: which agent beats which, and whether there are cycles."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb, erfc, sqrt

import numpy as np
from numpy.typing import NDArray

from obversi.arena.statistics.elo import PAIR_SCORES, Pentanomial
from obversi.figures import new_figure
from obversi.lab.drawing import Figure
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Finding, Table, Texts, where_r2_speaks
from obversi.lab.models.round_robin import (
    Encounter,
    RoundRobin,
    encounter,
    graph_panel,
    score_panel,
)
from obversi.lab.steps import Grid, Measured, Part, Trial, by_rules, planned

_TEXTS = Texts("beating")

# They were chosen out of forty, by other games, as likely to form cycles.
_AGENTS = (
    "greedy",
    "random:perfect=12",
    "r0-adjusted:depth=1",
    "r0-adjusted:depth=3",
    "r1-corrected:level=1",
    "r2:depth=3",
    "r2-position:depth=1",
    "r3:depth=2",
    "r4:depth=2",
    "positional:depth=3",
)
_R2_GAMES = 2
_SEED_OFFSET = 7000  # so that the openings differ from those of other experiments
_CYCLES_SHOWN = 10


def _meetings(trial: Trial, agent: str) -> Measured:
    """Let an agent play all agents that come after it."""
    others = _AGENTS[_AGENTS.index(agent) + 1 :]
    found = {}
    for number, other in enumerate(others):
        options = trial.options | {"seed": trial.seed + _SEED_OFFSET}
        found[other] = list(encounter(agent, other, trial.games, **options).pairs)
        trial.watch((number + 1) / len(others))
    return found


def _r2_meetings(trial: Trial) -> Measured:
    """Let every pair play two games from the start, one with either colour."""
    pairs = list(combinations(_AGENTS, 2))
    found = []
    for number, (a, b) in enumerate(pairs):
        met = encounter(a, b, _R2_GAMES, plies=0, **trial.options | {"threads": 1})
        found.append([a, b, list(met.pairs)])
        trial.watch((number + 1) / len(pairs))
    return found


MEETINGS = Grid("{rules} {}", _meetings, _AGENTS[:-1])
R2_MEETINGS = Grid("{rules} as R2 does it", _r2_meetings)


def _round_robin(part: Part) -> RoundRobin:
    met = (
        Encounter(agent, other, tuple(pairs))
        for agent in _AGENTS[:-1]
        for other, pairs in part[MEETINGS, agent].items()
    )
    return RoundRobin(part.rules, part.size, _AGENTS, tuple(met))


def _r2_round_robin(part: Part) -> RoundRobin:
    met = (Encounter(a, b, tuple(pairs)) for a, b, pairs in part[R2_MEETINGS])
    return RoundRobin(part.rules, part.size, _AGENTS, tuple(met))


def _conclude(part: Part) -> Conclusion:
    table = _round_robin(part)
    cycle = _transitive(table)
    cycles = table.cycles[:_CYCLES_SHOWN]
    findings = (
        where_r2_speaks(cycle, part.rules, part.size),
        _two_games(table, _r2_round_robin(part)),
        where_r2_speaks(selection_matters(table), part.rules, part.size),
    )
    rows = (
        {
            "cycle": one,
            "scores": ", ".join(f"{score:.1%}" for score in one.scores),
            "sure": "yes" if one.is_sure else "no",
        }
        for one in cycles
    )
    shown = _TEXTS.table("cycles", rows, rules=part.rules, count=_cycles_text(table))
    numbers = {"points": table.points, "cycles": cycles}
    return Conclusion(
        cycle.sentence, findings, (_points_table(table), shown), {part.rules: numbers}
    )


def _transitive(table: RoundRobin) -> Finding:
    """Test R2's theorem that beating is not an order, by cycles that luck does not explain."""
    numbers = {"rules": table.rules, "games": table.encounters[0].score.count}
    if not table.cycles:
        return _TEXTS.finding("transitive", "open", "none", **numbers, cycles="no cycle")
    best = table.cycles[0]
    steps = zip(best.agents, (*best.agents[1:], best.agents[0]), best.scores, strict=True)
    return _TEXTS.finding(
        "transitive",
        "agrees" if best.is_sure else "open",
        **numbers,
        cycles=_cycles_text(table),
        cycle=", ".join(f"{a} beats {b} with {score.value:.0%}" for a, b, score in steps),
        doubt=_chance(best.doubt),
    )


def _cycles_text(table: RoundRobin) -> str:
    return "1 cycle" if len(table.cycles) == 1 else f"{len(table.cycles)} cycles"


def _chance(doubt: float) -> str:
    return f"{doubt:.3f}" if doubt >= 0.001 else "one in a thousand"


def _two_games(many: RoundRobin, few: RoundRobin) -> Finding:
    """Count how often two games from the start have another winner than many openings."""
    sure = [one for one in many.encounters if not one.score.holds(0.5)]
    leads = [(few.encounter(one.a, one.b).score.value - 0.5, one.score.value - 0.5) for one in sure]
    wrong = sum(lead * true < 0 for lead, true in leads)
    undecided = sum(lead == 0 for lead, _ in leads)
    return _TEXTS.finding(
        "two_games",
        "new",
        rules=many.rules,
        sure=len(sure),
        wrong=wrong,
        undecided=undecided,
        unsettled=wrong + undecided,
        few=_cycles_text(few),
        many=_cycles_text(many),
    )


def selection_matters(table: RoundRobin) -> Finding:
    """Test whether the order of two agents depends on the other agents, as R2 warns."""
    seen = swaps(table)
    sure = len({(one.above, one.below) for one in seen if one.is_sure})
    return _TEXTS.finding(
        "selection",
        "agrees" if sure else "open",
        rules=table.rules,
        pairs=len(table.encounters),
        changed=len({(one.above, one.below) for one in seen}),
        sure=sure,
        best=seen[0] if sure else None,
        doubt=_chance(seen[0].doubt) if sure else "",
    )


@dataclass(frozen=True, slots=True)
class Swap:
    """Two agents: the first has more points than the second with a third agent, fewer without it.

    `doubt` bounds the probability that such a swap occurs by luck anywhere in the table, from 0 to
    1: that of the less sure of the two orders, times the number of possible swaps.
    """

    above: str
    below: str
    left_out: str
    doubt: float

    @property
    def is_sure(self) -> bool:
        """Whether luck explains such a swap 1 time in 20 or less."""
        return self.doubt <= 0.05


def swaps(table: RoundRobin) -> list[Swap]:
    """Return all observed swaps, the surest first."""
    return sorted(_swaps(table), key=lambda one: one.doubt)


def _swaps(table: RoundRobin) -> Iterator[Swap]:
    agents = len(table.agents)
    possible = comb(agents, 2) * (agents - 2)
    variances = _variances(table)
    for pair in combinations(range(agents), 2):
        a, b = sorted(pair, key=lambda place: -float(table.scores[place].sum()))
        leads = table.scores[a] - table.scores[b]
        lead, variance = float(leads.sum()), float((variances[a] + variances[b]).sum())
        # One of these two agents wins what the other loses, so their own games count twice.
        variance += 2 * float(variances[a, b])
        for third in set(range(agents)) - {a, b}:
            without = lead - float(leads[third])
            if lead > 0 > without:
                less = variance - float(variances[a, third] + variances[b, third])
                luck = max(_luck(lead, variance), _luck(without, less))
                above, below, left_out = (table.agents[place] for place in (a, b, third))
                yield Swap(above, below, left_out, min(1.0, possible * luck))


def _variances(table: RoundRobin) -> NDArray[np.float64]:
    """Return the variance of the score of each agent against each other one."""
    found = np.zeros(table.scores.shape)
    for one in table.encounters:
        a, b = table.agents.index(one.a), table.agents.index(one.b)
        found[a, b] = found[b, a] = _variance(one.pairs)
    return found


def _variance(pairs: Pentanomial) -> float:
    """Return the variance of the true score, given these pairs.

    Half a pair of each kind is added (Jeffreys), so that a few equal pairs prove nothing.
    """
    counts = np.array(pairs) + 0.5
    shares = counts / counts.sum()
    scores = np.array(PAIR_SCORES)
    return float(shares @ scores**2 - (shares @ scores) ** 2) / float(counts.sum() + 1)


def _luck(lead: float, variance: float) -> float:
    """Return how often two equal agents have such a lead in this direction by luck."""
    return erfc(abs(lead) / sqrt(2 * variance)) / 2


def _points_table(table: RoundRobin) -> Table:
    rows = []
    for agent, points in table.points.items():
        met = [table.encounter(agent, other) for other in table.agents if other != agent]
        beaten = sum(one.score.value > 0.5 for one in met)
        sure = sum(one.score.low > 0.5 for one in met)
        rows.append({"agent": agent, "points": 100 * points, "beaten": beaten, "sure": sure})
    return _TEXTS.table("points", rows, rules=table.rules)


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(len(result.parts), 2, height=4.2, width=10.0)
    for row, part in enumerate(result.parts):
        table = _round_robin(part)
        graph_panel(axes[row, 0], table)
        score_panel(axes[row, 1], table)
    return figure


EXPERIMENT = Experiment(
    name="beating",
    title="Who beats whom, and in circles",
    report="R2, 2.2.2 and 3.3.2.1",
    question="Is “beats” an order, or are there agents that beat each other in a circle?",
    unit="games of each pair",
    games=1200,
    steps=planned(MEETINGS, R2_MEETINGS),
    conclude=by_rules(_conclude),
    draw=_draw,
    seconds=34,
)
