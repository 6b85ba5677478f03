"""How often evaluations beat a random chooser."""

from collections.abc import Iterator
from dataclasses import replace
from math import hypot, inf, isfinite, sqrt

from obversi.arena.statistics.elo import NORMAL_95
from obversi.figures import GREEN, GREY, PURPLE, RULES, new_figure
from obversi.heuristics import EVALUATIONS
from obversi.lab import one_direction
from obversi.lab.drawing import Axes, Figure, dots, legend_below, name_lines
from obversi.lab.estimate import Estimate, share
from obversi.lab.experiment import Data, Experiment, Measured, Result, Settings, Step, Watch
from obversi.lab.finding import Conclusion, Finding, Table, Texts, Verdict, compare
from obversi.lab.models.win_rate import EarlyStops, early_stops, win_rate, win_rates
from obversi.rules import Rules

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


def rule_key(name: str) -> str:
    """Return the key of the step that measures as R2 does."""
    return f"{name} by R2's rule"


def program_key(name: str, solved: int) -> str:
    """Return the key of the step that plays by R2's program."""
    return f"{name} by R2's program, {solved} squares perfect"


def score_of(data: Data, rules: Rules, way: str, name: str) -> Estimate:
    """Return the score of an evaluation for a rule set and a way to play."""
    return Estimate.from_object(data[f"{rules} {way}"][name]["score"])


def stops_of(data: Data, key: str) -> EarlyStops:
    """Return the measurements by R2's rule of a step."""
    return EarlyStops.from_object(data[key]["early_stops"])


def wins_of(data: Data, key: str) -> Estimate:
    """Return the share of games won in a step, which R2 counts too."""
    return Estimate.from_object(data[key]["wins"])


_JUDGES = (*EVALUATIONS, "greedy")

# Games without a perfect ending are quick, and R2's rule needs hundreds for one measurement.
_PLAIN_TIMES_MORE = 20

# Progress is reported after this number of games by R2's program.
_AT_ONCE = 500


def _steps(settings: Settings) -> list[Step]:
    steps = [
        Step(f"{rules} {way}", _all_rates, settings, rules, solved)
        for rules in settings.rules
        for solved, way in WAYS.items()
    ]
    if _has_report(settings):
        steps += [Step(rule_key(name), _by_rule, settings, name) for name in R2_RATES]
        steps += [
            Step(program_key(name, solved), _by_program, settings, name, solved)
            for name, numbers in PROGRAM_SQUARES.items()
            for solved in numbers
        ]
    return steps


def _all_rates(settings: Settings, rules: Rules, solved: int, watch: Watch) -> Measured:
    found = win_rates(
        _JUDGES,
        settings.games,
        solved=solved,
        watch=watch,
        **settings.options(rules),
    )
    return {rate.name: rate.to_object() for rate in found.rates}


def _by_rule(settings: Settings, name: str, watch: Watch) -> Measured:
    _, solved, rule = R2_RATES[name]
    return win_rate(
        name,
        _games_of(settings, solved),
        solved=solved,
        r2_rule=rule,
        watch=watch,
        **replace(settings, seed=settings.seed + 1).options("reversed"),
    ).to_object()


def _by_program(settings: Settings, name: str, solved: int, watch: Watch) -> Measured:
    """Play by the rules of R2's program."""
    games = _games_of(settings, solved)
    results = []
    for first in range(0, games, _AT_ONCE):
        results += one_direction.play_games(
            *(name, None, min(_AT_ONCE, games - first)),
            solved=solved,
            seed=settings.seed,
            first=first,
            threads=settings.threads,
        ).tolist()
        watch(len(results) / games)
    won = [result > 0 for result in results]
    return {
        "wins": share(sum(won), games).to_object(),
        "draws": results.count(0),
        "early_stops": early_stops(won, R2_RATES[name][2]).to_object(),
    }


def _games_of(settings: Settings, solved: int) -> int:
    return settings.games * (1 if solved else _PLAIN_TIMES_MORE)


def _has_report(settings: Settings) -> bool:
    """Return whether R2's numbers are about these games."""
    return settings.size == 8 and "reversed" in settings.rules


def _conclude(settings: Settings, data: Data) -> Conclusion:
    summary = " ".join(_best(data, rules) for rules in settings.rules)
    findings: tuple[Finding, ...] = ()
    if _has_report(settings):
        findings = tuple(beside_r2(data))
        summary += " " + " ".join(_explained(data, name) for name in R2_RATES)
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


def beside_r2(data: Data) -> Iterator[Finding]:
    """Yield the findings about R2's numbers; the first ones compare its two rates with ours."""
    for name, numbers in PROGRAM_SQUARES.items():
        yield _beside_report(data, name, rule_key(name), "by the rules")
        for solved in numbers:
            ending = f", the last {solved} squares perfect" if solved else ""
            label = f"by R2's program{ending}"
            finding = _beside_report(data, name, program_key(name, solved), label)
            note = _TEXTS.text("program", str(solved))
            yield replace(finding, sentence=f"{finding.sentence} {note}")
    yield from (_other_way(data, name) for name in R2_RATES)
    yield _ten_or_sixteen(data)
    yield from (found for name in R2_RATES if (found := _luck(data, name)) is not None)


def _explained(data: Data, name: str) -> str:
    """Report how much of the gap to R2's rate the rules of its program explain."""
    reported, solved, _ = R2_RATES[name]
    rules = wins_of(data, rule_key(name)).value
    program = wins_of(data, program_key(name, solved)).value
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


def _beside_report(data: Data, name: str, key: str, label: str) -> Finding:
    """Compare R2's rate with ours, with the uncertainty of its own rule."""
    reported, solved, _ = R2_RATES[name]
    ours = wins_of(data, key)
    theirs, luck = _with_luck(reported, stops_of(data, key))
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


def _other_way(data: Data, name: str) -> Finding:
    """Report the score in the other way to play, for which R2 has no number."""
    reported, solved, _ = R2_RATES[name]
    way = next(words for squares, words in WAYS.items() if squares != solved)
    ours = score_of(data, "reversed", way, name)
    apart = 100 * (ours.value - reported)
    more = "more" if apart > 0 else "less"
    return _TEXTS.finding(
        "other_way", "new", words=_WORDS[name], way=way, ours=ours, apart=abs(apart), more=more
    )


def _ten_or_sixteen(data: Data) -> Finding:
    """Test whether the sixteen numbers are far better than the ten, as R2 says."""
    ten, sixteen = (score_of(data, "reversed", WAYS[12], name) for name in (TEN, SIXTEEN))
    more = 100 * (sixteen.value - ten.value)
    reach = 100 * NORMAL_95 * hypot(ten.error, sixteen.error)
    verdict: Verdict = "open" if abs(more) <= reach else "agrees" if more > 0 else "differs"
    return _TEXTS.finding("ten_or_sixteen", verdict, more=more, low=more - reach, high=more + reach)


def _luck(data: Data, name: str) -> Finding | None:
    """Compare R2's rule with the true rate, or return None if it did not end often enough."""
    reported, _, rule = R2_RATES[name]
    stops = stops_of(data, rule_key(name))
    as_many = stops.share_at_least(reported)
    if as_many is None or stops.mean is None or stops.deviation is None:
        return None
    truth = wins_of(data, rule_key(name))
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


def _best(data: Data, rules: Rules) -> str:
    best = []
    for way in WAYS.values():
        name = max(_JUDGES, key=lambda judge: score_of(data, rules, way, judge).value)
        best.append(_TEXTS.text("best", name=name, rate=score_of(data, rules, way, name), way=way))
    return _TEXTS.text("answer", rules=rules, best=" and ".join(best))


def _table(data: Data, rules: Rules) -> Table:
    rows = []
    for name in sorted(_JUDGES, key=lambda one: -score_of(data, rules, WAYS[12], one).value):
        cells = [name]
        for way in WAYS.values():
            rate = data[f"{rules} {way}"][name]
            colors = (rate[color]["score"] for color in ("as_black", "as_white"))
            cells += [
                score_of(data, rules, way, name).text(1, percent=True),
                f"{100 * rate['wins']['value']:.1f} %",
                " / ".join(f"{100 * score:.1f}" for score in colors),
                f"{rate['margin']['value']:+.1f}",
            ]
        rows.append(tuple(cells))
    columns = ("score", "won", "as black / white", "margin")
    head = ("evaluation", *(f"{column}, {way}" for way in WAYS.values() for column in columns))
    return Table(f"Against a random chooser, {rules} rules", head, tuple(rows))


def _draw(result: Result) -> Figure:
    settings, report = result.settings, _has_report(result.settings)
    figure, axes = new_figure(1, len(settings.rules) + report, height=4.4, width=10.0)
    for place, rules in enumerate(settings.rules):
        _draw_rates(axes[0, place], result, rules)
    if report:
        _draw_luck(axes[0, -1], result)
    return figure


def _draw_rates(diagram: Axes, result: Result, rules: Rules) -> None:
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
                    program = wins_of(result.data, program_key(name, meant)).value
                    label = "won by R2's program" if name == TEN else None
                    diagram.plot(
                        *(program, place, "s"), color=PURPLE, ms=6, mfc="none", label=label
                    )
    diagram.axvline(0.5, color=GREY, lw=0.8)
    name_lines(diagram, names)
    diagram.set_xlabel("points a game (95 % intervals)")
    diagram.set_title(f"Against a random chooser, {rules}")
    legend_below(diagram)


def _draw_luck(diagram: Axes, result: Result) -> None:
    bins = [share / 50 for share in range(30, 51)]
    for name, color in ((TEN, GREEN), (SIXTEEN, PURPLE)):
        stops = stops_of(result.data, rule_key(name))
        truth = wins_of(result.data, rule_key(name))
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


EXPERIMENT = Experiment(
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
