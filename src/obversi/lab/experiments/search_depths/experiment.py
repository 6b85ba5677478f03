"""How deep the same search gets with each evaluation, and whether that says how good it is."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from obversi.figures import RULES, new_figure
from obversi.lab.estimate import Estimate
from obversi.lab.experiment import Experiment
from obversi.lab.experiments.search_depths.report import KNOWING, ignorance, prunes_more, two_causes
from obversi.lab.models.dots import crosses, dots, name_lines
from obversi.lab.models.r2_words import where_r2_speaks
from obversi.lab.models.search_depth import EvaluationDepth, middle_positions, search_depth
from obversi.lab.models.value_loss import value_loss
from obversi.lab.models.yardsticks import NOTHING, YARDSTICKS
from obversi.lab.result import Conclusion, Result, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Step, Watch

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EXPERIMENT"]

_SECONDS: Final = 0.02
_DEPTHS: Final = {4: 4, 6: 6, 8: 6}
_POSITIONS_A_STEP: Final = 20

# How good an evaluation is, is measured by its moves on positions that can be solved.
_QUALITY_TIMES_MORE: Final = 4
_QUALITY_PLIES: Final = 2


def _steps(settings: Settings) -> list[Step]:
    parts = range(0, settings.games, _POSITIONS_A_STEP)
    return [
        step
        for rules in settings.rules
        for step in (
            *(
                Step(f"{rules} from position {first}", partial(_searches, settings, rules, first))
                for first in parts
            ),
            Step(_quality_key(rules), partial(_quality, settings, rules)),
        )
    ]


def _quality_key(rules: str) -> str:
    return f"{rules} discs lost"


def _searches(settings: Settings, rules: str, first: int, watch: Watch) -> Measured:
    roots = middle_positions(settings.games, settings.size, settings.seed)
    found = search_depth(
        list(YARDSTICKS.values()),
        roots[first : first + _POSITIONS_A_STEP],
        seconds=_SECONDS,
        depth=_DEPTHS[settings.size],
        size=settings.size,
        rules=rules,
        threads=settings.threads,
        watch=watch,
    )
    return {one.name: one.to_object() for one in found.depths}


def _quality(settings: Settings, rules: str, watch: Watch) -> Measured:
    found = value_loss(
        list(YARDSTICKS.values()),
        settings.games * _QUALITY_TIMES_MORE,
        plies=_QUALITY_PLIES,
        size=settings.size,
        rules=rules,
        seed=settings.seed,
        threads=settings.threads,
        watch=watch,
    )
    return {loss.name: loss.discs_lost.to_object() for loss in found.losses}


def _depths(data: Mapping[str, Measured], rules: str) -> dict[str, EvaluationDepth]:
    """Put the parts together."""
    parts = [told for key, told in data.items() if key.startswith(f"{rules} from")]
    return {
        name: EvaluationDepth(
            name,
            *(
                tuple(one for part in parts for one in part[name][column])
                for column in ("reached", "nodes", "evaluations", "seconds", "minimax_nodes")
            ),
        )
        for name in YARDSTICKS
    }


def _lost(data: Mapping[str, Measured], rules: str) -> dict[str, Estimate]:
    told = data[_quality_key(rules)]
    return {name: Estimate.from_object(told[name]) for name in YARDSTICKS}


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    findings = []
    tables = []
    summaries = []
    numbers = {}
    for rules in settings.rules:
        depths, lost = _depths(data, rules), _lost(data, rules)
        nothing = ignorance(rules, depths, lost)
        findings += [
            where_r2_speaks(prunes_more(rules, depths, lost), rules, settings.size),
            where_r2_speaks(nothing, rules, settings.size),
            two_causes(rules, depths),
        ]
        tables.append(_table(settings, rules, depths, lost))
        best = max(KNOWING, key=lambda name: depths[name].mean_reached.value)
        summaries.append(
            f"Of evaluations that know something {best} let the search get deepest in "
            f"{_SECONDS:g} s under {rules} rules, {depths[best].mean_reached.text(1)} plies. "
            f"{nothing.sentence}"
        )
        numbers[rules] = {
            name: {
                "reached": one.mean_reached.to_object(),
                "pruning": one.pruning.to_object(),
                "nanoseconds": one.nanoseconds.to_object(),
                "discs lost": lost[name].to_object(),
            }
            for name, one in depths.items()
        }
    return Conclusion(" ".join(summaries), tuple(findings), tuple(tables), numbers)


def _table(
    settings: Settings,
    rules: str,
    depths: Mapping[str, EvaluationDepth],
    lost: Mapping[str, Estimate],
) -> Table:
    rows = tuple(
        (
            name,
            one.mean_reached.text(2),
            f"{sum(one.nodes) / len(one.nodes):,.0f}",
            one.pruning.text(1),
            one.nanoseconds.text(0),
            lost[name].text(2),
        )
        for name, one in sorted(depths.items(), key=lambda item: -item[1].mean_reached.value)
    )
    depth = _DEPTHS[settings.size]
    return Table(
        f"{rules} rules, {len(depths[NOTHING.name].reached)} positions of the middle game",
        (
            *("evaluation", f"plies in {_SECONDS:g} s", f"nodes to depth {depth}"),
            *("times fewer than minimax", "ns of search / asked", "discs lost a move"),
        ),
        rows,
    )


def _draw(result: Result) -> "Figure":
    rules = result.settings.rules
    figure, axes = new_figure(len(rules), 3, height=3.6, width=10.0)
    for row, name in enumerate(rules):
        depths, lost = _depths(result.data, name), _lost(result.data, name)
        order = sorted(YARDSTICKS, key=lambda one: -depths[one].mean_reached.value)
        reached, cause, speed = axes[row]
        dots(reached, [depths[one].mean_reached for one in order], color=RULES[name])
        name_lines(reached, order)
        reached.set_xlabel("plies (95 % interval)")
        reached.set_title(f"Depth in {_SECONDS:g} s, {name}")
        dots(speed, [depths[one].nanoseconds for one in order], color=RULES[name])
        name_lines(speed, order)
        speed.set_xlabel("nanoseconds (95 % interval)")
        speed.set_title("Time of a search / evaluations")
        _draw_pruning(cause, name, depths, lost)
    return figure


def _draw_pruning(
    diagram: "Axes",
    rules: str,
    depths: Mapping[str, EvaluationDepth],
    lost: Mapping[str, Estimate],
) -> None:
    places = {name: (one.pruning, lost[name]) for name, one in depths.items()}
    crosses(diagram, places, color=RULES[rules])
    diagram.set_xlabel("times fewer nodes than minimax")
    diagram.set_ylabel("discs lost a move")
    diagram.set_title("Does more pruning mean better moves?")


EXPERIMENT: Final = Experiment(
    name="search-depths",
    title="Search depth in equal time",
    report="R2, 3.3.2.4",
    question="How deep does each evaluation let the same search get, and is that a measure of it?",
    unit="positions",
    games=200,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
    seconds=28,
)
