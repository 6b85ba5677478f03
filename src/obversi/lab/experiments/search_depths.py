"""The depth that a search reaches in the same time with different evaluations."""

from collections.abc import Mapping

from obversi.figures import RULES, new_figure
from obversi.lab.drawing import Axes, Figure, crosses, dots, name_lines
from obversi.lab.estimate import Estimate, agreement, is_less, widened
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Finding, Table, Texts, Verdict, where_r2_speaks
from obversi.lab.models.search_depth import EvaluationDepth, middle_positions, search_depth
from obversi.lab.models.value_loss import NOTHING, YARDSTICKS, value_loss
from obversi.lab.steps import Grid, Measured, Part, Settings, Trial, by_rules, planned
from obversi.rules import Rules

_TEXTS = Texts("search_depths")

KNOWING = tuple(name for name in YARDSTICKS if name != NOTHING.name)

_SECONDS = 0.02
_DEPTHS = {4: 4, 6: 6, 8: 6}
_POSITIONS_A_STEP = 20

# The quality of an evaluation is measured by its moves in positions that can be solved.
_QUALITY_TIMES_MORE = 4
_QUALITY_PLIES = 2


def _searches(trial: Trial, first: int) -> Measured:
    roots = middle_positions(trial.games, trial.size, trial.seed)
    found = search_depth(
        list(YARDSTICKS.values()),
        roots[first : first + _POSITIONS_A_STEP],
        seconds=_SECONDS,
        depth=_DEPTHS[trial.size],
        **trial.options,
        watch=trial.watch,
    )
    return {one.name: one for one in found.depths}


def _quality(trial: Trial) -> Measured:
    found = value_loss(
        list(YARDSTICKS.values()),
        trial.games * _QUALITY_TIMES_MORE,
        plies=_QUALITY_PLIES,
        **trial.options,
        watch=trial.watch,
    )
    return {loss.name: loss.discs_lost for loss in found.losses}


def _first_positions(settings: Settings) -> range:
    return range(0, settings.games, _POSITIONS_A_STEP)


SEARCHES = Grid(
    "{rules} from position {}", _searches, lambda settings, _: _first_positions(settings)
)
QUALITY = Grid("{rules} discs lost", _quality)


def _depths(part: Part) -> dict[str, EvaluationDepth]:
    found = [part[SEARCHES, first] for first in _first_positions(part.settings)]
    return {
        name: EvaluationDepth(
            name,
            *(
                tuple(one for searches in found for one in searches[name][column])
                for column in EvaluationDepth.COLUMNS
            ),
        )
        for name in YARDSTICKS
    }


def _conclude(part: Part) -> Conclusion:
    rules, depths, lost = part.rules, _depths(part), part[QUALITY]
    nothing = ignorance(rules, depths, lost)
    best = max(KNOWING, key=lambda name: depths[name].mean_reached.value)
    return Conclusion(
        _TEXTS.text(
            "answer",
            best=best,
            seconds=_SECONDS,
            rules=rules,
            reached=depths[best].mean_reached,
            ignorance=nothing.sentence,
        ),
        (
            where_r2_speaks(prunes_more(rules, depths, lost), rules, part.size),
            where_r2_speaks(nothing, rules, part.size),
            two_causes(rules, depths),
        ),
        (_table(part, depths, lost),),
        {
            rules: {
                name: {
                    "reached": one.mean_reached,
                    "pruning": one.pruning,
                    "nanoseconds": one.nanoseconds,
                    "discs lost": lost[name],
                }
                for name, one in depths.items()
            }
        },
    )


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
    part: Part, depths: Mapping[str, EvaluationDepth], lost: Mapping[str, Estimate]
) -> Table:
    rows = (
        {"one": one, "nodes": sum(one.nodes) / len(one.nodes), "lost": lost[one.name]}
        for one in sorted(depths.values(), key=lambda one: -one.mean_reached.value)
    )
    return _TEXTS.table(
        "table",
        rows,
        rules=part.rules,
        count=len(depths[NOTHING.name].reached),
        seconds=_SECONDS,
        depth=_DEPTHS[part.size],
    )


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(len(result.parts), 3, height=3.6, width=10.0)
    for row, part in enumerate(result.parts):
        name, depths, lost = part.rules, _depths(part), part[QUALITY]
        order = sorted(YARDSTICKS, key=lambda one: -depths[one].mean_reached.value)
        reached, cause, speed = axes[row]
        dots(reached, [depths[one].mean_reached for one in order], color=RULES[name])
        name_lines(reached, order)
        _TEXTS.diagram(reached, "reached_diagram", seconds=_SECONDS, rules=name)
        dots(speed, [depths[one].nanoseconds for one in order], color=RULES[name])
        name_lines(speed, order)
        _TEXTS.diagram(speed, "speed_diagram")
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
    _TEXTS.diagram(diagram, "pruning_diagram")


EXPERIMENT = Experiment(
    name="search-depths",
    title="Search depth in equal time",
    report="R2, 3.3.2.4",
    question="How deep does each evaluation let the same search get, and is that a measure of it?",
    unit="positions",
    games=200,
    steps=planned(SEARCHES, QUALITY),
    conclude=by_rules(_conclude),
    draw=_draw,
    seconds=28,
)
