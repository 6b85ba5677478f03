"""R0's two matrices: the original one and the one that it was adjusted to."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from obversi.agents.search_agent import SearchAgent
from obversi.figures import GREY, new_figure
from obversi.lab.claims.claim import chance_finding, claim, signed
from obversi.lab.claims.several_tests import widened
from obversi.lab.drawing.error_bars import draw_error_bars
from obversi.lab.drawing.scores import rules_look, score_axes
from obversi.lab.estimate import Estimate, mean, share
from obversi.lab.experiment import Experiment
from obversi.lab.experiments.r0_variants import r0_variant
from obversi.lab.finding import Finding
from obversi.lab.games.field import field_table, play_field, pooled
from obversi.lab.games.meeting import (
    half_points,
    lab_openings,
    meet,
    points_advantage,
    points_elo,
    points_score,
)
from obversi.lab.result import Conclusion, Result, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Step, Watch

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EXPERIMENT"]

_MATRICES: Final = ("original", "adjusted")
_REPORTED: Final = {"original": 9, "adjusted": 11}  # games won of 20
_REPORTED_GAMES: Final = 20
_DEPTHS: Final = (1, 2, 3, 4)
_FIELD_DEPTH: Final = 4
# What the report changed: the corners, and the squares beside them along the edges.
_CORNERS: Final = (-25, -50, -100, -200, -500, -1000)
_CORNER_OF: Final = {"adjusted": -100, "original": -500}
_BESIDE: Final = {25: "adjusted", 50: "original"}
_MIXED_DEPTH: Final = 3
_MOST_HALF_POINTS: Final = 4  # of a pair of games


def _steps(settings: Settings) -> list[Step]:
    steps = []
    for rules in settings.rules:
        for depth in _DEPTHS:
            steps.append(Step(_duel_key(rules, depth), partial(_duel, depth, settings, rules)))
        for matrix in _MATRICES:
            agent = f"r0-{matrix}:depth={_FIELD_DEPTH}"
            work = partial(play_field, agent, settings.games, settings, rules)
            steps.append(Step(_field_key(rules, matrix), work))
        for beside in _BESIDE:
            for corner in _CORNERS:
                mixed = partial(_play_mixed, corner, beside, settings, rules)
                steps.append(Step(_mixed_key(rules, corner, beside), mixed))
    return steps


def _duel_key(rules: str, depth: int) -> str:
    return f"{rules} original against adjusted, {depth} plies"


def _field_key(rules: str, matrix: str) -> str:
    return f"{rules} {matrix} against the field"


def _mixed_key(rules: str, corner: int, beside: int) -> str:
    return f"{rules} corner {corner}, beside it {beside}"


def _duel(depth: int, settings: Settings, rules: str, watch: Watch) -> str:
    openings = lab_openings(settings, rules, settings.games, "matrices")
    a, b = (f"r0-{matrix}:depth={depth}" for matrix in _MATRICES)
    return meet(a, b, openings, settings, watch)


def _play_mixed(
    corner: int, beside: int, settings: Settings, rules: str, watch: Watch
) -> dict[str, str]:
    """Play against the field with these numbers in the matrix."""
    agent = SearchAgent(r0_variant(corner=corner, beside=beside), depth=_MIXED_DEPTH)
    return play_field(agent, settings.games, settings, rules, watch)


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    findings: list[Finding] = []
    tables: list[Table] = []
    answers = []
    for rules in settings.rules:
        field = {matrix: pooled(data[_field_key(rules, matrix)]) for matrix in _MATRICES}
        gain = points_advantage(field["adjusted"], field["original"])
        answers.append(f"Under {rules} rules {_better(gain)}.")
        if rules == "reversed" and settings.size == 8:
            findings.append(
                claim(
                    "the adjusted or the original matrix against the field",
                    "11 of 20 won or 9 of 20",
                    gain,
                    "the adjusted matrix",
                    "the original one",
                )
            )
        findings.append(_duel_finding(settings, data, rules))
        findings.append(_change_finding(data, rules))
        title = f"{rules} rules, {_FIELD_DEPTH} plies"
        games = {matrix: data[_field_key(rules, matrix)] for matrix in _MATRICES}
        tables.append(_duel_table(data, rules))
        tables.append(field_table(title, "matrix", games))
        tables.append(_mixed_table(data, rules))
    findings.append(chance_finding(list(_REPORTED.values()), _REPORTED_GAMES, "the matrix"))
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables))


def _better(gain: Estimate) -> str:
    """Say which matrix is better, by what the adjusted one scores more against the field."""
    told = f"the adjusted one scores {signed(gain)} points of 100 compared with the original"
    if gain.low <= 0 <= gain.high:
        return f"neither matrix is surely better: against the field {told}"
    better = "adjusted" if gain.value > 0 else "original"
    return f"the {better} matrix is surely better: against the field {told}"


def _duel_finding(settings: Settings, data: Mapping[str, Measured], rules: str) -> Finding:
    """Tell who wins face to face, which the report did not try."""
    points = [data[_duel_key(rules, depth)] for depth in _DEPTHS]
    tests = len(settings.rules) * len(_DEPTHS)
    wide = {
        depth: widened(points_score(one), tests) for depth, one in zip(_DEPTHS, points, strict=True)
    }
    won = [str(depth) for depth, one in wide.items() if one.low > 1 / 2]
    lost = [str(depth) for depth, one in wide.items() if one.high < 1 / 2]
    told = [
        f"the {matrix} matrix surely wins at {', '.join(depths)} {_plies_word(depths)}"
        for matrix, depths in (("original", won), ("adjusted", lost))
        if depths
    ]
    said = "; ".join(told) if told else "neither matrix surely beats the other at any depth"
    # All depths begin from the same openings, so that an opening is one observation.
    whole = mean(np.mean([half_points(one) for one in points], axis=0) / _MOST_HALF_POINTS)
    games = sum(2 * len(one) for one in points)
    return Finding(
        f"original against adjusted, {rules} rules, 1 to {max(_DEPTHS)} plies: score of original",
        "",
        whole.text(0, percent=True),
        "new",
        f"Face to face {said}, as one of {tests} matches ({games:,} games in all under these "
        f"rules, from {whole.count:,} openings).",
    )


def _plies_word(depths: list[str]) -> str:
    return "ply" if depths == ["1"] else "plies"


def _change_finding(data: Mapping[str, Measured], rules: str) -> Finding:
    """Tell which of the report's two changes matters more, from the same openings."""
    adjusted, corner, beside = (
        pooled(data[_mixed_key(rules, *numbers)])
        for numbers in ((-100, 25), (-500, 25), (-100, 50))
    )
    gains = [points_advantage(one, adjusted) for one in (corner, beside)]
    sizes = [
        np.sign(gain.value) * (half_points(one) - half_points(adjusted)) / _MOST_HALF_POINTS
        for gain, one in zip(gains, (corner, beside), strict=True)
    ]
    more, fewer = sizes if sizes[0].mean() >= sizes[1].mean() else sizes[::-1]
    apart = mean(more - fewer)
    larger = "which of the two matters more is not sure"
    if apart.low > 0:
        which = "the corners" if more is sizes[0] else "the squares beside them"
        larger = f"{which} surely matter more"
    told = [signed(gain) for gain in gains]
    return Finding(
        f"which of the two changes matters, {rules} rules, {_MIXED_DEPTH} plies",
        "",
        f"corners {told[0]}, beside them {told[1]}",
        "new",
        f"Going back to -500 in the corners alone changes the score by {told[0]} points of 100, "
        f"going back to 50 beside them alone by {told[1]}: {larger}, for the two are "
        f"{signed(apart)} apart in size, in {gains[0].count:,} games each.",
    )


def _duel_table(data: Mapping[str, Measured], rules: str) -> Table:
    rows = []
    for depth in _DEPTHS:
        points = data[_duel_key(rules, depth)]
        score, elo = points_score(points), points_elo(points)
        rows.append((f"{depth}", f"{score.count:,}", score.text(1, percent=True), elo.text(0)))
    title = f"{rules} rules: the original matrix against the adjusted one (95 % each, uncorrected)"
    return Table(title, ("plies", "games", "score of original", "Elo"), tuple(rows))


def _mixed_table(data: Mapping[str, Measured], rules: str) -> Table:
    rows = []
    for corner in _CORNERS:
        points = (pooled(data[_mixed_key(rules, corner, beside)]) for beside in _BESIDE)
        rows.append((f"{corner}", *(points_score(one).text(1, percent=True) for one in points)))
    games = points_score(pooled(data[_mixed_key(rules, _CORNERS[0], min(_BESIDE))])).count
    title = f"{rules} rules: points of 100 against the field, {_MIXED_DEPTH} plies, {games:,} games"
    return Table(title, ("corner", *(f"{beside} beside it" for beside in _BESIDE)), tuple(rows))


def _draw(result: Result) -> "Figure":
    rule_sets = result.settings.rules
    figure, axes = new_figure(2, 2)
    _draw_duels(axes[0, 0], result)
    _draw_field(axes[0, 1], result)
    for column, diagram in enumerate(axes[1]):
        if column < len(rule_sets):
            _draw_mixed(diagram, result, rule_sets[column])
        else:
            diagram.set_visible(False)
    figure.suptitle("R0's original and adjusted matrix")
    return figure


def _draw_duels(axes: "Axes", result: Result) -> None:
    for rules in result.settings.rules:
        scores = [points_score(result.data[_duel_key(rules, depth)]) for depth in _DEPTHS]
        draw_error_bars(axes, _DEPTHS, scores, 100, **rules_look(rules))
    axes.axhline(50, color=GREY, linewidth=1)
    axes.set_xticks(_DEPTHS)
    score_axes(axes, "points of the original against the adjusted one", "plies", "lower right")


def _draw_field(axes: "Axes", result: Result) -> None:
    places = np.arange(len(_MATRICES))
    for number, rules in enumerate(result.settings.rules):
        keys = (_field_key(rules, matrix) for matrix in _MATRICES)
        scores = [points_score(pooled(result.data[key])) for key in keys]
        draw_error_bars(axes, places - 0.1 + 0.1 * number, scores, 100, **rules_look(rules))
    if result.settings.size == 8 and "reversed" in result.settings.rules:
        seen = [share(_REPORTED[matrix], _REPORTED_GAMES) for matrix in _MATRICES]
        look = {"color": GREY, "marker": "D", "linestyle": "--", "label": "the report, 20 games"}
        draw_error_bars(axes, places + 0.1, seen, 100, **look)
    axes.set_xticks(places, _MATRICES)
    axes.set_xlim(-0.4, 1.4)
    title = f"against the field of ten, {_FIELD_DEPTH} plies"
    score_axes(axes, title, "matrix", "lower right")


def _draw_mixed(axes: "Axes", result: Result, rules: str) -> None:
    penalties = [-corner for corner in _CORNERS]
    for beside, matrix in _BESIDE.items():
        keys = [_mixed_key(rules, corner, beside) for corner in _CORNERS]
        scores = [points_score(pooled(result.data[key])) for key in keys]
        look = rules_look(rules) | {
            "linestyle": "-" if matrix == "adjusted" else "--",
            "label": f"beside them {beside}",
        }
        draw_error_bars(axes, penalties, scores, 100, **look)
        place = _CORNERS.index(_CORNER_OF[matrix])
        label = "the report's two matrices" if matrix == "original" else None
        axes.plot(
            penalties[place], 100 * scores[place].value, "D", color=GREY, zorder=5, label=label
        )
    axes.set_xscale("log")
    axes.set_xticks(penalties, [str(corner) for corner in _CORNERS])
    axes.minorticks_off()
    title = f"{rules} rules: matrices in between, {_MIXED_DEPTH} plies"
    score_axes(axes, title, "weight of the corners", "upper left")


EXPERIMENT: Final = Experiment(
    name="matrices",
    title="R0's two matrices",
    report="R0, IV.B.2",
    question="Is R0's adjusted matrix better than the original one, and which change matters?",
    unit="games for each matrix and each depth",
    games=1000,
    seconds=31,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
)
