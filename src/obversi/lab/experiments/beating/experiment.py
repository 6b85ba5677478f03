"""Who beats whom: R2's round robin, and the cycles that make it no order."""

from collections.abc import Mapping
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Final

from obversi.figures import new_figure
from obversi.lab.experiment import Experiment
from obversi.lab.experiments.beating.report import (
    cycles_text,
    transitive,
    two_games,
    who_takes_part,
)
from obversi.lab.models.r2_words import where_r2_speaks
from obversi.lab.models.round_robin import Encounter, RoundRobin, encounter
from obversi.lab.models.round_robin_figure import graph_panel, score_panel
from obversi.lab.result import Conclusion, Result, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Step, Watch

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["EXPERIMENT"]

# They were chosen on other games, out of forty, for the cycles that they might have.
_AGENTS: Final = (
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

_R2_GAMES: Final = 2
_SEED_APART: Final = 7000  # from the seeds of other experiments, whose openings are others
_CYCLES_TOLD: Final = 10


def _steps(settings: Settings) -> list[Step]:
    many = [
        Step(f"{rules} {agent}", partial(_meetings, settings, rules, agent))
        for rules in settings.rules
        for agent in _AGENTS[:-1]
    ]
    few = [Step(_r2_key(rules), partial(_r2_meetings, settings, rules)) for rules in settings.rules]
    return [*many, *few]


def _r2_key(rules: str) -> str:
    return f"{rules} as R2 does it"


def _meetings(settings: Settings, rules: str, agent: str, watch: Watch) -> Measured:
    """Let an agent play all that come after it."""
    others = _AGENTS[_AGENTS.index(agent) + 1 :]
    found = {}
    for number, other in enumerate(others):
        met = encounter(
            *(agent, other, settings.games),
            size=settings.size,
            rules=rules,
            seed=settings.seed + _SEED_APART,
            threads=settings.threads,
        )
        found[other] = list(met.pairs)
        watch((number + 1) / len(others))
    return found


def _r2_meetings(settings: Settings, rules: str, watch: Watch) -> Measured:
    """Let every pair play two games from the start, one with either colour."""
    pairs = list(combinations(_AGENTS, 2))
    found = []
    for number, (a, b) in enumerate(pairs):
        met = encounter(
            *(a, b, _R2_GAMES),
            size=settings.size,
            rules=rules,
            plies=0,
            seed=settings.seed,
            threads=1,
        )
        found.append([a, b, list(met.pairs)])
        watch((number + 1) / len(pairs))
    return found


def _table_of(settings: Settings, data: Mapping[str, Measured], rules: str) -> RoundRobin:
    met = [
        Encounter(agent, other, tuple(pairs))
        for agent in _AGENTS[:-1]
        for other, pairs in data[f"{rules} {agent}"].items()
    ]
    return RoundRobin(rules, settings.size, _AGENTS, tuple(met))


def _r2_table(settings: Settings, data: Mapping[str, Measured], rules: str) -> RoundRobin:
    met = (Encounter(a, b, tuple(pairs)) for a, b, pairs in data[_r2_key(rules)])
    return RoundRobin(rules, settings.size, _AGENTS, tuple(met))


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    findings = []
    tables = []
    summaries = []
    numbers = {}
    for rules in settings.rules:
        table = _table_of(settings, data, rules)
        cycle = transitive(table)
        findings += [
            where_r2_speaks(cycle, rules, settings.size),
            two_games(table, _r2_table(settings, data, rules)),
            where_r2_speaks(who_takes_part(table), rules, settings.size),
        ]
        tables += [_points_table(table), _cycle_table(table)]
        summaries.append(cycle.sentence)
        numbers[rules] = {
            "points": table.points,
            "cycles": [one.to_object() for one in table.cycles[:_CYCLES_TOLD]],
        }
    return Conclusion(" ".join(summaries), tuple(findings), tuple(tables), numbers)


def _points_table(table: RoundRobin) -> Table:
    rows = []
    for agent, points in table.points.items():
        met = [table.encounter(agent, other) for other in table.agents if other != agent]
        beaten = sum(one.score.value > 0.5 for one in met)
        sure = sum(one.score.low > 0.5 for one in met)
        rows.append((agent, f"{100 * points:.1f} %", str(beaten), str(sure)))
    head = ("agent", "points", "agents beaten", "of these surely (95 % each)")
    return Table(f"Round robin, {table.rules} rules", head, tuple(rows))


def _cycle_table(table: RoundRobin) -> Table:
    rows = tuple(
        (
            str(cycle),
            ", ".join(score.text(1, percent=True) for score in cycle.scores),
            "yes" if cycle.is_sure else "no",
            f"{cycle.doubt:.2g}",
        )
        for cycle in table.cycles[:_CYCLES_TOLD]
    )
    head = ("cycle", "scores", "sure", "chance of luck, at most")
    return Table(
        f"{cycles_text(len(table.cycles))}, the surest first, {table.rules} rules", head, rows
    )


def _draw(result: Result) -> "Figure":
    rules = result.settings.rules
    figure, axes = new_figure(len(rules), 2, height=4.2, width=10.0)
    for row, name in enumerate(rules):
        table = _table_of(result.settings, result.data, name)
        graph_panel(axes[row, 0], table)
        score_panel(axes[row, 1], table)
    return figure


EXPERIMENT: Final = Experiment(
    name="beating",
    title="Who beats whom, and in circles",
    report="R2, 2.2.2 and 3.3.2.1",
    question="Is “beats” an order, or are there agents that beat each other in a circle?",
    unit="games of each pair",
    games=1200,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
    seconds=34,
)
