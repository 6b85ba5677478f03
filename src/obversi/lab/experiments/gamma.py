"""R0's share of the squares."""

from collections.abc import Mapping

import numpy as np

from obversi.figures import BLUE, GREEN, GREY, PURPLE, new_figure
from obversi.lab.drawing import Axes, Figure, draw_error_bars, rules_look, score_map
from obversi.lab.estimate import (
    Estimate,
    chance_of_right_order,
    chances_of_wins,
    share,
    sure_side,
)
from obversi.lab.experiment import Experiment, Result
from obversi.lab.experiments.r0 import field_table, play_field, pooled
from obversi.lab.finding import (
    Conclusion,
    Finding,
    Table,
    Texts,
    chance_finding,
    claim,
    signed,
    within,
)
from obversi.lab.games import (
    half_points,
    lab_openings,
    meet,
    opposite_points,
    points_advantage,
    points_score,
)
from obversi.lab.steps import Grid, Part, Settings, Trial, by_rules, planned
from obversi.rules import Rules

_TEXTS = Texts("gamma")

# The report does not say whether own stable discs are good or bad. The keys are the values of the
# parameter `stability`. With γ = 1 stable discs do not count.
GAMMAS = {
    "bad": (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
    "good": (0.0, 0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9),
}
MEETING_GAMMAS = (0.0, 0.02, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
FIELD_DEPTH = 4
MEETING_DEPTH = 3  # quicker, since there are many meetings


def readings(rules: Rules) -> tuple[str, ...]:
    """Return the readings of R0; both of them for the rules under which it was played."""
    return ("bad", "good") if rules == "reversed" else ("bad",)


def _play_field(trial: Trial, gamma: float, reading: str = "bad") -> dict[str, str]:
    agent = f"r0-adjusted:gamma={gamma}:stability={reading}:depth={FIELD_DEPTH}"
    return play_field(trial, agent)


def _meet(trial: Trial, gamma: float) -> dict[str, str]:
    """Play against every greater γ, always from the same openings."""
    openings = lab_openings(trial, max(2, trial.games // 5), "gamma")
    greater = [other for other in MEETING_GAMMAS if other > gamma]
    found = {}
    for number, other in enumerate(greater):
        a, b = (f"r0-adjusted:gamma={one}:depth={MEETING_DEPTH}" for one in (gamma, other))
        found[f"{other:g}"] = meet(trial.part(number, len(greater)), a, b, openings)
    return found


FIELDS = {
    "bad": Grid("{rules} gamma {:g}", _play_field, GAMMAS["bad"]),
    "good": Grid(
        "{rules} gamma {:g}, stability {}",
        _play_field,
        lambda _, rules: [(one, "good") for one in GAMMAS["good"] if "good" in readings(rules)],
    ),
}
MEETINGS = Grid("{rules} gamma {:g} against greater ones", _meet, MEETING_GAMMAS[:-1])


def _field(part: Part, reading: str) -> dict[float, dict[str, str]]:
    """Return the games against the field by γ."""
    rest = () if reading == "bad" else (reading,)
    return {gamma: part[FIELDS[reading], gamma, *rest] for gamma in GAMMAS[reading]}


def field_points(part: Part, reading: str) -> dict[float, str]:
    """Return the half points by γ."""
    found = {gamma: pooled(one) for gamma, one in _field(part, reading).items()}
    return {**found, 1.0: pooled(part[FIELDS["bad"], 1.0])}


def meeting_points(part: Part) -> dict[tuple[float, float], str]:
    """Return the half points of the first γ against the second, both ways."""
    found = {}
    for gamma in MEETING_GAMMAS[:-1]:
        for other, points in part[MEETINGS, gamma].items():
            found[gamma, float(other)] = points
            found[float(other), gamma] = opposite_points(points)
    return found


_CHOSEN = 0.7
_REPORTED = {0.5: 7, 0.7: 9, 0.9: 7}  # games won of 20
_REPORTED_GAMES = 20
_RESAMPLES = 1000


def _read_as(rules: Rules, reading: str) -> str:
    """Name a reading; normal rules, where stable discs change their sign, have only one."""
    return f", own stable discs {reading}" if rules == "reversed" else ""


def _overall(_: Settings) -> Conclusion:
    chance = chance_finding(list(_REPORTED.values()), _REPORTED_GAMES, "γ")
    return Conclusion("", (chance,))


def _conclude(part: Part) -> Conclusion:
    rules = part.rules
    findings: list[Finding] = []
    tables: list[Table] = []
    answers = []
    by_reading = {}
    for reading in readings(rules):
        points = field_points(part, reading)
        best = _best_gamma(part.settings, points)
        by_reading[reading] = best, points
        answers.append(_answer(rules, reading, best, points))
        if _is_reported(part):
            findings += _reported_findings(reading, points)
        findings.append(_best_finding(part, reading, best, points))
        title = f"{rules} rules, {FIELD_DEPTH} plies{_read_as(rules, reading)}"
        games = {f"{gamma:g}": one for gamma, one in _field(part, reading).items()}
        tables.append(field_table(title, "γ", games))
    if _is_reported(part):
        answers.append(_which_reading(by_reading))
    tables.append(_meeting_table(part))
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables))


def _is_reported(part: Part) -> bool:
    return part.rules == "reversed" and part.size == 8


def _answer(rules: Rules, reading: str, best: Estimate, points: Mapping[float, str]) -> str:
    gain = points_advantage(points[best.value], points[_CHOSEN])
    ours, theirs = (100 * points_score(points[gamma]).value for gamma in (best.value, _CHOSEN))
    better = "same" if best.value == _CHOSEN else "sure" if sure_side(gain) > 0 else "unsure"
    return _TEXTS.text(
        "answers",
        "normal" if rules == "normal" else reading,
        rules=rules,
        best=_gamma_text(best),
        ours=ours,
        chosen=_TEXTS.text("chosen", better, theirs=theirs),
    )


def _which_reading(answers: Mapping[str, tuple[Estimate, Mapping[float, str]]]) -> str:
    """Name the readings in which no other γ is surely better than R0's."""
    fitting = [
        reading
        for reading, (best, points) in answers.items()
        if sure_side(points_advantage(points[best.value], points[_CHOSEN])) <= 0
    ]
    return _TEXTS.text("fitting", " and ".join(fitting) or "none")


def _best_gamma(settings: Settings, points: Mapping[float, str]) -> Estimate:
    """Return the γ with the best score, and the range of those that could be best by chance.

    The pairs of games are resampled (a bootstrap), the same ones for every γ.
    """
    gammas = list(points)
    halves = np.array([half_points(one) for one in points.values()])
    pairs = halves.shape[1]
    random = np.random.default_rng(settings.seed & (1 << 64) - 1)
    drawn = random.multinomial(pairs, np.full(pairs, 1 / pairs), _RESAMPLES)
    first = np.sort((drawn @ halves.T).argmax(axis=1))
    low, high = (gammas[first[round(part * (_RESAMPLES - 1))]] for part in (0.025, 0.975))
    return Estimate(gammas[int(halves.sum(axis=1).argmax())], low, high, 2 * pairs)


def _gamma_text(best: Estimate) -> str:
    return f"{best.value:g} (95 %: {best.low:g} to {best.high:g})"


def _reported_findings(reading: str, points: Mapping[float, str]) -> list[Finding]:
    found = [
        claim(
            f"γ = 0.7 or {other:g} against the field{_read_as('reversed', reading)}",
            f"{_REPORTED[_CHOSEN]} of 20 won or {_REPORTED[other]} of 20",
            points_advantage(points[_CHOSEN], points[other]),
            "γ = 0.7",
            f"γ = {other:g}",
        )
        for other in _REPORTED
        if other != _CHOSEN
    ]
    scores = [points_score(points[gamma]).value for gamma in (0.5, _CHOSEN)]
    right = chance_of_right_order(max(scores), min(scores), _REPORTED_GAMES)
    few = _TEXTS.finding(
        "few_games",
        "new",
        reading=_read_as("reversed", reading),
        right=100 * right,
        scores=[100 * one for one in scores],
    )
    return [*found, few]


def _best_finding(part: Part, reading: str, best: Estimate, points: Mapping[float, str]) -> Finding:
    gain = points_advantage(points[best.value], points[_CHOSEN])
    first = _TEXTS.text("first", gamma=best.value, games=gain.count)
    if best.value != _CHOSEN:
        first += _TEXTS.text("above", gain=signed(gain))
    case = None if _is_reported(part) else "other"
    return _TEXTS.finding(
        "best",
        "new" if case else within(best, min(_REPORTED), max(_REPORTED)),
        case,
        rules=part.rules,
        reading=_read_as(part.rules, reading),
        reported="" if case else "0.7, likely in 0.5 to 0.9",
        best=_gamma_text(best),
        first=first,
    )


def _meeting_table(part: Part) -> Table:
    scores = {pair: points_score(one) for pair, one in meeting_points(part).items()}
    rows = (
        {
            "gamma": row,
            "others": {
                other: f"{scores[row, other]:.0%}" if other != row else "·"
                for other in MEETING_GAMMAS
            },
        }
        for row in MEETING_GAMMAS
    )
    games = scores[MEETING_GAMMAS[0], MEETING_GAMMAS[1]].count
    return _TEXTS.table("meetings", rows, rules=part.rules, depth=MEETING_DEPTH, games=games)


def _draw(result: Result) -> Figure:
    by_rules = result.parts
    figure, axes = new_figure(2, 2, height=3.5)
    _draw_field(axes[0, 0], result)
    _draw_few_games(axes[0, 1], result)
    for column, diagram in enumerate(axes[1]):
        if column >= len(by_rules):
            diagram.set_visible(False)
            continue
        scores = meeting_points(by_rules[column])
        labels = [f"{gamma:g}" for gamma in MEETING_GAMMAS]
        points = [
            [100 * points_score(scores[a, b]).value if a != b else np.nan for b in MEETING_GAMMAS]
            for a in MEETING_GAMMAS
        ]
        score_map(diagram, points, labels, labels)
        games = points_score(scores[MEETING_GAMMAS[0], MEETING_GAMMAS[1]]).count
        numbers = {"depth": MEETING_DEPTH, "games": games}
        _TEXTS.diagram(diagram, "meetings_diagram", rules=by_rules[column].rules, **numbers)
    figure.suptitle("R0's γ: squares against stable discs")
    return figure


def _draw_field(axes: Axes, result: Result) -> None:
    for part in result.parts:
        for reading in readings(part.rules):
            points = field_points(part, reading)
            look = rules_look(part.rules)
            if part.rules == "reversed":
                look["label"] = f"reversed, own stable discs {reading}"
            if reading == "good":
                look |= {"linestyle": ":", "alpha": 0.6}
            scores = [points_score(one) for one in points.values()]
            draw_error_bars(axes, list(points), scores, 100, **look)
    if any(map(_is_reported, result.parts)):
        seen = [share(wins, _REPORTED_GAMES) for wins in _REPORTED.values()]
        look = {"marker": "D", "linestyle": "none", "label": "the report, 20 games"}
        draw_error_bars(axes, list(_REPORTED), seen, 100, color=GREY, **look)
    _TEXTS.diagram(axes, "field_diagram", depth=FIELD_DEPTH)


def _draw_few_games(axes: Axes, result: Result) -> None:
    part = next((part for part in result.parts if part.rules == "reversed"), result.parts[0])
    reading = readings(part.rules)[-1]
    points = field_points(part, reading)
    for (gamma, wins), color in zip(_REPORTED.items(), (BLUE, GREEN, PURPLE), strict=True):
        score = points_score(points[gamma]).value
        chances = 100 * np.array(chances_of_wins(score, _REPORTED_GAMES))
        axes.plot(chances, ".-", color=color, label=f"γ = {gamma:g} as we measured it")
        axes.plot([wins], [chances[wins]], "D", color=GREY, markeredgecolor=color)
    axes.plot([], [], "D", color=GREY, label="the report")
    axes.set(xticks=range(0, _REPORTED_GAMES + 1, 4))
    _TEXTS.diagram(axes, "few_games_diagram", rules=part.rules, reading=reading)


EXPERIMENT = Experiment(
    name="gamma",
    title="R0's γ, from stable discs alone to squares alone",
    report="R0, IV.B.1",
    question="How much should R0's evaluation weigh squares, and how much stable discs?",
    unit="games for each γ against the field",
    games=1000,
    seconds=60,
    steps=planned(*FIELDS.values(), MEETINGS),
    conclude=by_rules(_conclude, _overall),
    draw=_draw,
)
