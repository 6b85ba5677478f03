"""How often evaluations beat a random chooser."""

from collections.abc import Iterator
from dataclasses import replace
from math import hypot, inf, isfinite, sqrt
from typing import Any

from obversi.arena.statistics.elo import NORMAL_95
from obversi.figures import GREEN, GREY, PURPLE, RULES, new_figure
from obversi.heuristics.reports import EVALUATIONS
from obversi.lab import one_direction
from obversi.lab.drawing import Axes, Figure, dots, legend_below, name_lines
from obversi.lab.estimate import Estimate, share
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Finding, Table, Texts, Verdict, compare
from obversi.lab.models.win_rate import EarlyStops, early_stops, win_rate, win_rates
from obversi.lab.steps import Data, Grid, Measured, Part, Settings, Trial, parts, planned

_TEXTS = Texts("win_rates")

# The ways to play, by the number of squares that both play perfectly at the end.
WAYS = {0: "plain", 12: "perfect ending"}

# R2's claims for its ten and its sixteen numbers: the rate, the perfect squares, the rule to stop.
TEN = "r2-position"
SIXTEEN = "r2"
R2_RATES = {TEN: (0.85345, 0, 0.001), SIXTEEN: (0.93, 12, 0.01)}
_WORDS = {TEN: "R2's ten weights", SIXTEEN: "R2's sixteen numbers"}

# The squares that both play perfectly in games by R2's program. For the sixteen numbers it is 12 in
# the report and 9 or fewer in the code, which counts rounds and leaves out moves without a choice.
PROGRAM_SQUARES = {TEN: (0,), SIXTEEN: (12, 9)}

# R2 calls one rate far better than the other. With an error of half the difference, no verdict
# would be possible.
_RESOLUTION = (R2_RATES[SIXTEEN][0] - R2_RATES[TEN][0]) / 2


def score_of(part: Part, way: str, name: str) -> Estimate:
    """Return the score of an evaluation for a way to play."""
    found: Estimate = part[RATES, way][name]["score"]
    return found


def stops_of(part: Part, *case: Any) -> EarlyStops:
    """Return the measurements by R2's rule of a step."""
    return EarlyStops.from_object(part[case]["early_stops"])


def wins_of(part: Part, *case: Any) -> Estimate:
    """Return the share of games won in a step, which R2 counts too."""
    found: Estimate = part[case]["wins"]
    return found


_JUDGES = (*EVALUATIONS, "greedy")

# Games without a perfect ending are quick, and R2's rule needs hundreds for one measurement.
_PLAIN_TIMES_MORE = 20

# Progress is reported after this number of games by R2's program.
_AT_ONCE = 500


def _all_rates(trial: Trial, way: str) -> Measured:
    solved = next(squares for squares, words in WAYS.items() if words == way)
    found = win_rates(_JUDGES, trial.games, solved=solved, watch=trial.watch, **trial.options)
    return {rate.name: rate for rate in found.rates}


def _by_rule(trial: Trial, name: str) -> Measured:
    _, solved, rule = R2_RATES[name]
    options = trial.options | {"seed": trial.seed + 1, "rules": "reversed", "solved": solved}
    games = _games_of(trial, solved)
    return win_rate(name, games, r2_rule=rule, watch=trial.watch, **options)


def _by_program(trial: Trial, name: str, solved: int) -> Measured:
    """Play by the rules of R2's program."""
    games = _games_of(trial, solved)
    results = []
    for first in range(0, games, _AT_ONCE):
        results += one_direction.play_games(
            *(name, None, min(_AT_ONCE, games - first)),
            solved=solved,
            seed=trial.seed,
            first=first,
            threads=trial.threads,
        ).tolist()
        trial.watch(len(results) / games)
    won = [result > 0 for result in results]
    return {
        "wins": share(sum(won), games),
        "draws": results.count(0),
        "early_stops": early_stops(won, R2_RATES[name][2]),
    }


RATES = Grid("{rules} {}", _all_rates, WAYS.values())
BY_RULE = Grid(
    "{} by R2's rule", _by_rule, lambda settings, _: R2_RATES if _has_report(settings) else ()
)
BY_PROGRAM = Grid(
    "{} by R2's program, {} squares perfect",
    _by_program,
    lambda settings, _: [
        (name, solved)
        for name, numbers in PROGRAM_SQUARES.items()
        for solved in numbers
        if _has_report(settings)
    ],
)


def _games_of(trial: Trial, solved: int) -> int:
    return trial.games * (1 if solved else _PLAIN_TIMES_MORE)


def _has_report(settings: Settings) -> bool:
    """Return whether R2's numbers are about these games."""
    return settings.size == 8 and "reversed" in settings.rules


def _conclude(settings: Settings, data: Data) -> Conclusion:
    return Conclusion.joined(
        [
            *map(_conclude_part, parts(settings, data)),
            *(_beside_r2(part) for part in parts(settings, data) if _is_reported(part)),
        ]
    )


def _is_reported(part: Part) -> bool:
    return part.rules == "reversed" and _has_report(part.settings)


def _conclude_part(part: Part) -> Conclusion:
    numbers = {
        RATES.key_of(part.rules, way): {name: score_of(part, way, name) for name in _JUDGES}
        for way in WAYS.values()
    }
    return Conclusion(_best(part), tables=(_table(part),), numbers=numbers)


def _beside_r2(part: Part) -> Conclusion:
    explained = " ".join(_explained(part, name) for name in R2_RATES)
    return Conclusion(explained, tuple(beside_r2(part)))


def beside_r2(part: Part) -> Iterator[Finding]:
    """Yield the findings about R2's numbers; the first ones compare its two rates with ours."""
    for name, numbers in PROGRAM_SQUARES.items():
        yield _beside_report(part, (BY_RULE, name), "by the rules")
        for solved in numbers:
            ending = f", the last {solved} squares perfect" if solved else ""
            label = f"by R2's program{ending}"
            finding = _beside_report(part, (BY_PROGRAM, name, solved), label)
            note = _TEXTS.text("program", str(solved))
            yield replace(finding, sentence=f"{finding.sentence} {note}")
    yield from (_other_way(part, name) for name in R2_RATES)
    yield _ten_or_sixteen(part)
    yield from (found for name in R2_RATES if (found := _luck(part, name)) is not None)


def _explained(part: Part, name: str) -> str:
    """Report how much of the gap to R2's rate the rules of its program explain."""
    reported, solved, _ = R2_RATES[name]
    rules = wins_of(part, BY_RULE, name).value
    program = wins_of(part, BY_PROGRAM, name, solved).value
    gap, rest = abs(reported - rules), abs(reported - program)
    return _TEXTS.text(
        "explained",
        gap > rest,
        words=_WORDS[name],
        rules=100 * rules,
        program=100 * program,
        reported=100 * reported,
        gap=100 * gap,
        explained=100 * (gap - rest),
    )


def _beside_report(part: Part, case: tuple[Any, ...], label: str) -> Finding:
    """Compare R2's rate with ours, with the uncertainty of its own rule."""
    name = case[1]
    reported, solved, _ = R2_RATES[name]
    ours = wins_of(part, *case)
    theirs, luck = _with_luck(reported, stops_of(part, *case))
    what = f"{_WORDS[name]}, {WAYS[solved]}, {label}"
    found = compare(what, theirs, ours, "", digits=1, percent=True, resolution=_RESOLUTION)
    apart = 100 * (reported - ours.value)
    sentence = _TEXTS.text(
        "rate",
        found.verdict,
        words=_WORDS[name],
        label=label,
        ours=ours,
        reported=100 * reported,
        apart=abs(apart),
        more="more" if apart > 0 else "less",
        luck=luck,
    )
    # A rate cannot exceed 1, but this does not reduce the uncertainty.
    shown = replace(theirs, high=min(1.0, theirs.high)) if isfinite(theirs.high) else theirs
    return replace(found, reported=f"{shown:.1%}", sentence=sentence)


def _with_luck(reported: float, stops: EarlyStops) -> tuple[Estimate, str]:
    """Return R2's rate with the interval by its rule, and the uncertainty in words."""
    if stops.deviation is None or stops.mean_games is None:
        return Estimate(reported, -inf, inf), _TEXTS.text("no_luck")
    from scipy.special import stdtrit

    count = len(stops.estimates)
    reach = float(stdtrit(count - 1, 0.975)) * stops.deviation * sqrt(1 + 1 / count)
    luck = _TEXTS.text("luck", games=stops.mean_games, error=100 * stops.deviation)
    return Estimate(reported, reported - reach, reported + reach, round(stops.mean_games)), luck


def _other_way(part: Part, name: str) -> Finding:
    """Report the score in the other way to play, for which R2 has no number."""
    reported, solved, _ = R2_RATES[name]
    way = next(words for squares, words in WAYS.items() if squares != solved)
    ours = score_of(part, way, name)
    apart = 100 * (ours.value - reported)
    more = "more" if apart > 0 else "less"
    return _TEXTS.finding(
        "other_way", "new", words=_WORDS[name], way=way, ours=ours, apart=abs(apart), more=more
    )


def _ten_or_sixteen(part: Part) -> Finding:
    """Test whether the sixteen numbers are far better than the ten, as R2 says."""
    ten, sixteen = (score_of(part, WAYS[12], name) for name in (TEN, SIXTEEN))
    more = 100 * (sixteen.value - ten.value)
    reach = 100 * NORMAL_95 * hypot(ten.error, sixteen.error)
    verdict: Verdict = "open" if abs(more) <= reach else "agrees" if more > 0 else "differs"
    return _TEXTS.finding("ten_or_sixteen", verdict, more=more, low=more - reach, high=more + reach)


def _luck(part: Part, name: str) -> Finding | None:
    """Compare R2's rule with the true rate, or return None if it did not end often enough."""
    reported, _, rule = R2_RATES[name]
    stops = stops_of(part, BY_RULE, name)
    as_many = stops.share_at_least(reported)
    if as_many is None or stops.mean is None or stops.deviation is None:
        return None
    truth = wins_of(part, BY_RULE, name)
    count = len(stops.estimates)
    reach = NORMAL_95 * stops.deviation / count**0.5
    return _TEXTS.finding(
        "r2_rule",
        "new",
        name=name,
        middle=Estimate(stops.mean, stops.mean - reach, stops.mean + reach, count),
        rule=rule,
        share=100 * as_many,
        reported=100 * reported,
        apart=100 * (stops.mean - truth.value),
    )


def _best(part: Part) -> str:
    best = []
    for way in WAYS.values():
        name = max(_JUDGES, key=lambda judge: score_of(part, way, judge).value)
        best.append(_TEXTS.text("best", name=name, rate=score_of(part, way, name), way=way))
    return _TEXTS.text("answer", rules=part.rules, best=" and ".join(best))


def _ranked(part: Part) -> list[str]:
    """Return the evaluations, the best with a perfect ending first."""
    return sorted(_JUDGES, key=lambda one: -score_of(part, WAYS[12], one).value)


def _table(part: Part) -> Table:
    rows = []
    for name in _ranked(part):
        cells: dict[str, str] = {}
        for way in WAYS.values():
            rate = part[RATES, way][name]
            black, white = (100 * rate[color]["score"] for color in ("as_black", "as_white"))
            cells |= {
                f"score, {way}": f"{rate['score']:.1%}",
                f"won, {way}": f"{100 * rate['wins'].value:.1f} %",
                f"as black / white, {way}": f"{black:.1f} / {white:.1f}",
                f"margin, {way}": f"{rate['margin'].value:+.1f}",
            }
        rows.append({"name": name, "ways": cells})
    return _TEXTS.table("table", rows, rules=part.rules)


def _draw(result: Result) -> Figure:
    reported = [part for part in result.parts if _is_reported(part)]
    figure, axes = new_figure(1, len(result.parts) + len(reported), height=4.4, width=10.0)
    for place, part in enumerate(result.parts):
        _draw_rates(axes[0, place], part)
    for part in reported:
        _draw_luck(axes[0, -1], part)
    return figure


def _draw_rates(diagram: Axes, part: Part) -> None:
    names = _ranked(part)
    for (solved, way), color in zip(WAYS.items(), (GREEN, RULES[part.rules]), strict=True):
        rates = [score_of(part, way, name) for name in names]
        dots(diagram, rates, color=color, label=way, lift=0.15 if solved else -0.15)
        for name, (reported, meant, _) in R2_RATES.items() if _is_reported(part) else ():
            if meant == solved:
                label = "the report" if name == TEN else None
                place = names.index(name) - (0.15 if solved else -0.15)
                diagram.plot(reported, place, "D", color=GREY, ms=6, label=label)
                program = wins_of(part, BY_PROGRAM, name, meant).value
                label = "won by R2's program" if name == TEN else None
                diagram.plot(program, place, "s", color=PURPLE, ms=6, mfc="none", label=label)
    diagram.axvline(0.5, color=GREY, lw=0.8)
    name_lines(diagram, names)
    _TEXTS.diagram(diagram, "rates_diagram", rules=part.rules)
    legend_below(diagram)


def _draw_luck(diagram: Axes, part: Part) -> None:
    bins = [share / 50 for share in range(30, 51)]
    for name, color in ((TEN, GREEN), (SIXTEEN, PURPLE)):
        stops = stops_of(part, BY_RULE, name)
        truth = wins_of(part, BY_RULE, name)
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
    _TEXTS.diagram(diagram, "luck_diagram")
    legend_below(diagram, columns=1)


EXPERIMENT = Experiment(
    name="win-rates",
    title="Win rate against a random chooser",
    report="R2, 3.3.2.2 and 4.2",
    question="How often do the reports' evaluations beat a random chooser, and do R2's rates hold?",
    unit="games of each evaluation",
    games=2000,
    steps=planned(RATES, BY_RULE, BY_PROGRAM),
    conclude=_conclude,
    draw=_draw,
    seconds=14,
)
