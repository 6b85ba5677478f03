"""How often evaluations beat a random chooser, and what R2's way to measure that is worth."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from obversi.figures import GREEN, GREY, PURPLE, RULES, new_figure
from obversi.heuristics import EVALUATIONS
from obversi.lab.estimate import Estimate
from obversi.lab.experiment import Experiment
from obversi.lab.experiments.win_rates.report import (
    R2_RATES,
    SIXTEEN,
    TEN,
    WAYS,
    beside_r2,
    rule_key,
    score_of,
    stops_of,
)
from obversi.lab.finding import Finding
from obversi.lab.models.dots import dots, legend_below, name_lines
from obversi.lab.models.win_rate import win_rate, win_rates
from obversi.lab.result import Conclusion, Result, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Step, Watch

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EXPERIMENT"]

_JUDGES: Final = (*EVALUATIONS, "greedy")

# Games without a perfect ending are quick, and R2's rule needs hundreds for one measurement.
_PLAIN_TIMES_MORE: Final = 20


def _steps(settings: Settings) -> list[Step]:
    steps = [
        Step(f"{rules} {way}", partial(_all_rates, settings, rules, solved))
        for rules in settings.rules
        for solved, way in WAYS.items()
    ]
    if _has_report(settings):
        steps += [Step(rule_key(name), partial(_by_rule, settings, name)) for name in R2_RATES]
    return steps


def _all_rates(settings: Settings, rules: str, solved: int, watch: Watch) -> Measured:
    found = win_rates(
        _JUDGES,
        settings.games,
        size=settings.size,
        rules=rules,
        solved=solved,
        seed=settings.seed,
        threads=settings.threads,
        watch=watch,
    )
    return {rate.name: rate.to_object() for rate in found.rates}


def _by_rule(settings: Settings, name: str, watch: Watch) -> Measured:
    _, solved, rule = R2_RATES[name]
    return win_rate(
        name,
        settings.games * (1 if solved else _PLAIN_TIMES_MORE),
        size=settings.size,
        rules="reversed",
        solved=solved,
        r2_rule=rule,
        seed=settings.seed + 1,
        threads=settings.threads,
        watch=watch,
    ).to_object()


def _has_report(settings: Settings) -> bool:
    """Say whether R2's numbers are about these games."""
    return settings.size == 8 and "reversed" in settings.rules


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    summary = " ".join(_best(data, rules) for rules in settings.rules)
    findings: tuple[Finding, ...] = ()
    if _has_report(settings):
        findings = tuple(beside_r2(data))
        summary += " " + " ".join(finding.sentence for finding in findings[:2])
    return Conclusion(
        summary,
        findings,
        tuple(_table(data, rules) for rules in settings.rules),
        {
            f"{rules} {way}": {
                name: score_of(data, rules, way, name).to_object() for name in _JUDGES
            }
            for rules in settings.rules
            for way in WAYS.values()
        },
    )


def _best(data: Mapping[str, Measured], rules: str) -> str:
    told = []
    for way in WAYS.values():
        best = max(_JUDGES, key=lambda name: score_of(data, rules, way, name).value)
        rate = score_of(data, rules, way, best)
        told.append(f"{best} with {rate.text(1, percent=True)} ({way})")
    return f"Under {rules} rules {' and '.join(told)} scored most against a random chooser."


def _table(data: Mapping[str, Measured], rules: str) -> Table:
    rows = []
    for name in sorted(_JUDGES, key=lambda one: -score_of(data, rules, WAYS[12], one).value):
        cells = [name]
        for way in WAYS.values():
            told = data[f"{rules} {way}"][name]
            colors = (told[color]["score"] for color in ("as_black", "as_white"))
            cells += [
                score_of(data, rules, way, name).text(1, percent=True),
                f"{100 * told['wins']['value']:.1f} %",
                " / ".join(f"{100 * score:.1f}" for score in colors),
                f"{told['margin']['value']:+.1f}",
            ]
        rows.append(tuple(cells))
    columns = ("score", "won", "as black / white", "margin")
    head = ("evaluation", *(f"{column}, {way}" for way in WAYS.values() for column in columns))
    return Table(f"Against a random chooser, {rules} rules", head, tuple(rows))


def _draw(result: Result) -> "Figure":
    settings, report = result.settings, _has_report(result.settings)
    figure, axes = new_figure(1, len(settings.rules) + report, height=4.4, width=10.0)
    for place, rules in enumerate(settings.rules):
        _draw_rates(axes[0, place], result, rules)
    if report:
        _draw_luck(axes[0, -1], result)
    return figure


def _draw_rates(diagram: "Axes", result: Result, rules: str) -> None:
    names = sorted(_JUDGES, key=lambda one: -score_of(result.data, rules, WAYS[12], one).value)
    for (solved, way), color in zip(WAYS.items(), (GREEN, RULES[rules]), strict=True):
        rates = [score_of(result.data, rules, way, name) for name in names]
        dots(diagram, rates, color=color, label=way, lift=0.15 if solved else -0.15)
        if rules == "reversed" and _has_report(result.settings):
            for name, (reported, meant, _) in R2_RATES.items():
                if meant == solved:
                    label = "the report" if name == TEN else None
                    place = names.index(name) - (0.15 if solved else -0.15)
                    diagram.plot(reported, place, "D", color=GREY, ms=6, label=label)
    diagram.axvline(0.5, color=GREY, lw=0.8)
    name_lines(diagram, names)
    diagram.set_xlabel("points a game (95 % intervals)")
    diagram.set_title(f"Against a random chooser, {rules}")
    legend_below(diagram)


def _draw_luck(diagram: "Axes", result: Result) -> None:
    bins = [share / 50 for share in range(30, 51)]
    for name, color in ((TEN, GREEN), (SIXTEEN, PURPLE)):
        stops = stops_of(result.data, name)
        truth = Estimate.from_object(result.data[rule_key(name)]["score"])
        reported, _, rule = R2_RATES[name]
        if stops.estimates:
            weights = [100 / len(stops.estimates)] * len(stops.estimates)
            label = f"{name}, rule {rule:g}: {stops.mean_games:.0f} games"
            diagram.hist(
                stops.estimates, bins, weights=weights, color=color, alpha=0.5, label=label
            )
        diagram.axvline(truth.value, color=color, lw=2)
        only_once = "the report" if name == TEN else None
        diagram.plot(reported, 1.5, "D", color=GREY, ms=7, label=only_once)
    diagram.set_xlabel("win rate by R2's rule (lines: the truth)")
    diagram.set_ylabel("% of measurements")
    diagram.set_title("What R2's rule leaves to luck")
    legend_below(diagram, columns=1)


EXPERIMENT: Final = Experiment(
    name="win-rates",
    title="Win rate against a random chooser",
    report="R2, 3.3.2.2 and 4.2",
    question="How often do the reports' evaluations beat a random chooser, and do R2's rates hold?",
    unit="games of each evaluation",
    games=2000,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
    seconds=14,
)
