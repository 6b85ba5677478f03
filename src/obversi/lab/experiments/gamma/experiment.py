"""R0's γ: how much for the squares, how much for stable discs."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from obversi.figures import BLUE, GREEN, GREY, PURPLE, new_figure
from obversi.lab.claims.claim import chance_finding, claim, signed
from obversi.lab.claims.few_games import chance_of_right_order, chances_of_wins
from obversi.lab.drawing.error_bars import draw_error_bars
from obversi.lab.drawing.scores import rules_look, score_axes, score_map
from obversi.lab.estimate import Estimate, share
from obversi.lab.experiment import Experiment
from obversi.lab.experiments.gamma.games import (
    FIELD_DEPTH,
    GAMMAS,
    MEETING_DEPTH,
    MEETING_GAMMAS,
    field_key,
    field_points,
    gamma_steps,
    meeting_points,
    readings,
)
from obversi.lab.finding import Finding, Verdict
from obversi.lab.games.field import field_table
from obversi.lab.games.meeting import half_points, points_advantage, points_score
from obversi.lab.result import Conclusion, Result, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EXPERIMENT"]

_CHOSEN: Final = 0.7
_REPORTED: Final = {0.5: 7, 0.7: 9, 0.9: 7}  # games won of 20
_REPORTED_GAMES: Final = 20
_RESAMPLES: Final = 1000


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    findings: list[Finding] = []
    tables: list[Table] = []
    answers = []
    for rules in settings.rules:
        for reading in readings(rules):
            points = field_points(data, rules, reading)
            best = _best_gamma(settings, points)
            answers.append(_answer(rules, reading, best, points))
            if rules == "reversed" and settings.size == 8:
                findings += _reported_findings(reading, points)
            findings.append(_best_finding(settings, rules, reading, best, points))
            title = f"{rules} rules, {FIELD_DEPTH} plies{_reading_text(reading)}"
            games = {
                f"{gamma:g}": data[field_key(rules, reading, gamma)] for gamma in GAMMAS[reading]
            }
            tables.append(field_table(title, "γ", games))
        tables.append(_meeting_table(data, rules))
    findings.append(chance_finding(list(_REPORTED.values()), _REPORTED_GAMES, "γ"))
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables))


def _answer(rules: str, reading: str, best: Estimate, points: Mapping[float, str]) -> str:
    if reading == "asset":
        return f"If the report meant that own stable discs are good, it is {_gamma_text(best)}."
    ours, theirs = (100 * points_score(points[gamma]).value for gamma in (best.value, _CHOSEN))
    return (
        f"Under {rules} rules the best γ is {_gamma_text(best)}, which scores {ours:.0f} of 100 "
        f"against the field; 0.7 scores {theirs:.0f}."
    )


def _best_gamma(settings: Settings, points: Mapping[float, str]) -> Estimate:
    """Return the γ with the best score, and the range of those that chance could put first.

    The pairs of games are drawn again and again (a bootstrap), the same for every γ.
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


def _reading_text(reading: str) -> str:
    return "" if reading == "burden" else ", read as if own stable discs were good"


def _reported_findings(reading: str, points: Mapping[float, str]) -> list[Finding]:
    found = [
        claim(
            f"γ = 0.7 or {other:g} against the field{_reading_text(reading)}",
            f"{_REPORTED[_CHOSEN]} of 20 won or {_REPORTED[other]} of 20",
            points_advantage(points[_CHOSEN], points[other]),
            "γ = 0.7",
            f"γ = {other:g}",
        )
        for other in _REPORTED
        if other != _CHOSEN
    ]
    if reading == "asset":
        # The report has one claim, and this is not the reading that is taken for its own.
        found = [
            Finding(one.what, "", one.ours, "new", f"Read so: {one.sentence}") for one in found
        ]
    if reading == "burden":
        scores = [points_score(points[gamma]).value for gamma in (0.5, _CHOSEN)]
        right = chance_of_right_order(max(scores), min(scores), _REPORTED_GAMES)
        told = (
            f"With the scores that we measured, {100 * scores[0]:.1f} and {100 * scores[1]:.1f} of "
            f"100, 20 games each show who is better in {100 * right:.0f} of 100 cases."
        )
        what = "γ = 0.5 and 0.7 in the right order after 20 games each"
        found.append(Finding(what, "", f"{100 * right:.0f} %", "new", told))
    return found


def _best_finding(
    settings: Settings, rules: str, reading: str, best: Estimate, points: Mapping[float, str]
) -> Finding:
    gain = points_advantage(points[best.value], points[_CHOSEN])
    told = f"γ = {best.value:g} is first after {gain.count:,} games each"
    if best.value != _CHOSEN:
        told += f", {signed(gain)} points of 100 above γ = 0.7"
    what, ours = f"the best γ, {rules} rules{_reading_text(reading)}", _gamma_text(best)
    if rules != "reversed" or settings.size != 8:
        return Finding(what, "", ours, "new", f"{told}. The report is about reversed 8×8.")
    if reading == "asset":
        return Finding(what, "", ours, "new", f"Read so, {told}.")
    inside = best.low >= min(_REPORTED) and best.high <= max(_REPORTED)
    outside = best.high < min(_REPORTED) or best.low > max(_REPORTED)
    verdict: Verdict = "agrees" if inside else "differs" if outside else "open"
    said = {
        "agrees": "The report was right that the best γ is between 0.5 and 0.9:",
        "differs": "The report was wrong that the best γ is between 0.5 and 0.9:",
        "open": "Whether the best γ is between 0.5 and 0.9 stays open:",
    }[verdict]
    return Finding(what, "0.7, likely in 0.5 to 0.9", ours, verdict, f"{said} {told}.")


def _meeting_table(data: Mapping[str, Measured], rules: str) -> Table:
    scores = meeting_points(data, rules)
    rows = []
    for row in MEETING_GAMMAS:
        meetings = (scores.get((row, other)) for other in MEETING_GAMMAS)
        told = ("·" if one is None else points_score(one).text(0, percent=True) for one in meetings)
        rows.append((f"{row:g}", *told))
    games = points_score(scores[MEETING_GAMMAS[0], MEETING_GAMMAS[1]]).count
    title = (
        f"{rules} rules: points of 100, the row's γ against the column's, {MEETING_DEPTH} plies, "
        f"{games:,} games each"
    )
    return Table(title, ("γ", *(f"{gamma:g}" for gamma in MEETING_GAMMAS)), tuple(rows))


def _draw(result: Result) -> "Figure":
    rule_sets = result.settings.rules
    figure, axes = new_figure(2, 2, height=3.5)
    _draw_field(axes[0, 0], result)
    _draw_few_games(axes[0, 1], result)
    for column, diagram in enumerate(axes[1]):
        if column >= len(rule_sets):
            diagram.set_visible(False)
            continue
        scores = meeting_points(result.data, rule_sets[column])
        labels = [f"{gamma:g}" for gamma in MEETING_GAMMAS]
        points = [
            [100 * points_score(scores[a, b]).value if a != b else np.nan for b in MEETING_GAMMAS]
            for a in MEETING_GAMMAS
        ]
        score_map(diagram, points, labels, labels)
        games = points_score(scores[MEETING_GAMMAS[0], MEETING_GAMMAS[1]]).count
        diagram.set(
            title=f"{rule_sets[column]} rules: against each other, {MEETING_DEPTH} plies",
            xlabel="γ of the opponent",
            ylabel=f"γ (points of 100, {games:,} games each)",
        )
    figure.suptitle("R0's γ: squares against stable discs")
    return figure


def _draw_field(axes: "Axes", result: Result) -> None:
    for rules in result.settings.rules:
        for reading in readings(rules):
            points = field_points(result.data, rules, reading)
            look = rules_look(rules)
            if reading == "asset":
                look |= {"label": "reversed, stable discs good", "linestyle": ":", "alpha": 0.6}
            scores = [points_score(one) for one in points.values()]
            draw_error_bars(axes, list(points), scores, 100, **look)
    if result.settings.size == 8 and "reversed" in result.settings.rules:
        seen = [share(wins, _REPORTED_GAMES) for wins in _REPORTED.values()]
        look = {"marker": "D", "linestyle": "none", "label": "the report, 20 games"}
        draw_error_bars(axes, list(_REPORTED), seen, 100, color=GREY, **look)
    title = f"against the field of ten, {FIELD_DEPTH} plies"
    score_axes(axes, title, "γ: 0 stable discs alone, 1 squares alone", "upper right")


def _draw_few_games(axes: "Axes", result: Result) -> None:
    rules = "reversed" if "reversed" in result.settings.rules else result.settings.rules[0]
    points = field_points(result.data, rules, "burden")
    for (gamma, wins), color in zip(_REPORTED.items(), (BLUE, GREEN, PURPLE), strict=True):
        score = points_score(points[gamma]).value
        chances = 100 * np.array(chances_of_wins(score, _REPORTED_GAMES))
        axes.plot(chances, ".-", color=color, label=f"γ = {gamma:g} as we measured it")
        axes.plot([wins], [chances[wins]], "D", color=GREY, markeredgecolor=color)
    axes.plot([], [], "D", color=GREY, label="the report")
    axes.set(
        title=f"what 20 games can show ({rules} rules)",
        xlabel="games won of 20",
        ylabel="chance in %",
        xticks=range(0, _REPORTED_GAMES + 1, 4),
        ylim=(0, 30),
    )
    axes.legend(loc="upper right")


EXPERIMENT: Final = Experiment(
    name="gamma",
    title="R0's γ, from stable discs alone to squares alone",
    report="R0, IV.B.1",
    question="How much should R0's evaluation weigh squares, and how much stable discs?",
    unit="games for each γ against the field",
    games=1000,
    seconds=54,
    steps=gamma_steps,
    conclude=_conclude,
    draw=_draw,
)
