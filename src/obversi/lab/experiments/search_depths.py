"""The depth that a search reaches in the same time with different evaluations."""

from collections.abc import Mapping
from typing import Any

from obversi.figures import RULES, new_figure
from obversi.lab.drawing import Axes, Figure, crosses, dots, name_lines
from obversi.lab.estimate import Estimate, agreement, is_less, widened
from obversi.lab.experiment import Data, Experiment, Measured, Result, Settings, Step, Watch
from obversi.lab.finding import Conclusion, Finding, Table, Texts, Verdict, where_r2_speaks
from obversi.lab.models.search_depth import EvaluationDepth, middle_positions, search_depth
from obversi.lab.models.value_loss import NOTHING, YARDSTICKS, value_loss
from obversi.rules import Rules

_TEXTS = Texts("search_depths")

KNOWING = tuple(name for name in YARDSTICKS if name != NOTHING.name)

_SECONDS = 0.02
_DEPTHS = {4: 4, 6: 6, 8: 6}
_POSITIONS_A_STEP = 20

# The quality of an evaluation is measured by its moves in positions that can be solved.
_QUALITY_TIMES_MORE = 4
_QUALITY_PLIES = 2


def _steps(settings: Settings) -> list[Step]:
    parts = range(0, settings.games, _POSITIONS_A_STEP)
    return [
        step
        for rules in settings.rules
        for step in (
            *(
                Step(f"{rules} from position {first}", _searches, settings, rules, first)
                for first in parts
            ),
            Step(_quality_key(rules), _quality, settings, rules),
        )
    ]


def _quality_key(rules: Rules) -> str:
    return f"{rules} discs lost"


def _searches(settings: Settings, rules: Rules, first: int, watch: Watch) -> Measured:
    roots = middle_positions(settings.games, settings.size, settings.seed)
    found = search_depth(
        list(YARDSTICKS.values()),
        roots[first : first + _POSITIONS_A_STEP],
        seconds=_SECONDS,
        depth=_DEPTHS[settings.size],
        **settings.options(rules),
        watch=watch,
    )
    return {one.name: one.to_object() for one in found.depths}


def _quality(settings: Settings, rules: Rules, watch: Watch) -> Measured:
    found = value_loss(
        list(YARDSTICKS.values()),
        settings.games * _QUALITY_TIMES_MORE,
        plies=_QUALITY_PLIES,
        **settings.options(rules),
        watch=watch,
    )
    return {loss.name: loss.discs_lost.to_object() for loss in found.losses}


def _depths(data: Data, rules: Rules) -> dict[str, EvaluationDepth]:
    parts = [part for key, part in data.items() if key.startswith(f"{rules} from")]
    return {
        name: EvaluationDepth(
            name,
            *(
                tuple(one for part in parts for one in part[name][column])
                for column in EvaluationDepth.COLUMNS
            ),
        )
        for name in YARDSTICKS
    }


def _lost(data: Data, rules: Rules) -> dict[str, Estimate]:
    lost = data[_quality_key(rules)]
    return {name: Estimate.from_object(lost[name]) for name in YARDSTICKS}


def _conclude(settings: Settings, data: Data) -> Conclusion:
    findings, tables, summaries = [], [], []
    numbers: dict[str, Any] = {}
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
        answer = _TEXTS.text(
            "answer",
            best=best,
            seconds=_SECONDS,
            rules=rules,
            reached=depths[best].mean_reached,
            ignorance=nothing.sentence,
        )
        summaries.append(answer)
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


def prunes_more(
    rules: Rules, depths: Mapping[str, EvaluationDepth], lost: Mapping[str, Estimate]
) -> Finding:
    """Test the assumption of the model: a better evaluation cuts off more."""
    order = agreement(
        [depths[name].pruning.value for name in KNOWING],
        [-lost[name].value for name in KNOWING],
    )
    verdict: Verdict = "open"
    if order.is_sure:
        verdict = "agrees" if order.correlation > 0 else "differs"
    return _TEXTS.finding("prunes", verdict, rules=rules, order=order)


def ignorance(
    rules: Rules, depths: Mapping[str, EvaluationDepth], lost: Mapping[str, Estimate]
) -> Finding:
    """Test whether an evaluation without knowledge looks bad, as the model requires.

    An evaluation that surely chooses better moves, but surely reaches less depth, refutes the
    model.
    """
    nothing = depths[NOTHING.name]
    better = [name for name in KNOWING if is_less(lost[name], lost[NOTHING.name], len(KNOWING))]
    above = [name for name in KNOWING if _is_deeper(depths[name], nothing)]
    below = [name for name in KNOWING if _is_deeper(nothing, depths[name])]
    fooled = sum(name in below for name in better)
    verdict: Verdict = "open"
    if fooled:
        verdict = "differs"
    elif better and set(better) <= set(above):
        verdict = "agrees"
    counts = _TEXTS.text(
        "ignorance_counts",
        nothing=nothing.mean_reached,
        rules=rules,
        below=len(below),
        above=len(above),
        better=len(better),
        fooled=fooled,
        all=len(KNOWING),
    )
    sure = f" (95 % for all {len(KNOWING)} together)."
    return _TEXTS.finding(
        "ignorance", verdict, rules=rules, nothing=nothing.mean_reached, counts=counts, sure=sure
    )


def _is_deeper(one: EvaluationDepth, other: EvaluationDepth) -> bool:
    return widened(one.plies_over(other), len(KNOWING)).low > 0


def two_causes(rules: Rules, depths: Mapping[str, EvaluationDepth]) -> Finding:
    """Report how much evaluations differ in pruning, and how much in the time of a search."""
    calls = {
        name: sum(depths[name].evaluations) / len(depths[name].evaluations) for name in KNOWING
    }
    times = {name: depths[name].nanoseconds.value for name in KNOWING}
    pruning, speed = (max(one.values()) / min(one.values()) for one in (calls, times))
    return _TEXTS.finding(
        "causes",
        "new",
        rules=rules,
        pruning=pruning,
        speed=speed,
        slowest=max(times, key=times.__getitem__),
        quickest=min(times, key=times.__getitem__),
    )


def _table(
    settings: Settings,
    rules: Rules,
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
            *("times fewer than minimax", "ns of search / evaluation", "discs lost a move"),
        ),
        rows,
    )


def _draw(result: Result) -> Figure:
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
    diagram: Axes,
    rules: Rules,
    depths: Mapping[str, EvaluationDepth],
    lost: Mapping[str, Estimate],
) -> None:
    places = {name: (one.pruning, lost[name]) for name, one in depths.items()}
    crosses(diagram, places, color=RULES[rules])
    diagram.set_xlabel("times fewer nodes than minimax")
    diagram.set_ylabel("discs lost a move")
    diagram.set_title("Does more pruning mean better moves?")


EXPERIMENT = Experiment(
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
