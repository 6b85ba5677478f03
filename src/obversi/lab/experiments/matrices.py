"""R0's two matrices: the original one and the adjusted one."""

import numpy as np

from obversi.agents.core_agents import SearchAgent
from obversi.figures import GREY, new_figure
from obversi.lab.drawing import Axes, Figure, draw_error_bars, rules_look, score_axes
from obversi.lab.estimate import mean, share, sure_side
from obversi.lab.experiment import Data, Experiment, Result, Settings, Step, Watch
from obversi.lab.experiments.r0 import field_table, play_field, pooled, r0_variant
from obversi.lab.finding import Conclusion, Finding, Table, Texts, chance_finding, claim, signed
from obversi.lab.games import (
    MOST_HALF_POINTS,
    half_points,
    lab_openings,
    meet,
    points_advantage,
    points_elo,
    points_score,
)
from obversi.rules import Rules

_TEXTS = Texts("matrices")

_MATRICES = ("original", "adjusted")
_REPORTED = {"original": 9, "adjusted": 11}  # games won of 20
_REPORTED_GAMES = 20
_DEPTHS = (1, 2, 3, 4)
_FIELD_DEPTH = 4
# The numbers that the report changed: the corners, and the squares beside them along the edges.
_CORNERS = (-25, -50, -100, -200, -500, -1000)
_CORNER_OF = {"adjusted": -100, "original": -500}
_BESIDE = {25: "adjusted", 50: "original"}
_MIXED_DEPTH = 3


def _steps(settings: Settings) -> list[Step]:
    steps = []
    for rules in settings.rules:
        for depth in _DEPTHS:
            steps.append(Step(_duel_key(rules, depth), _duel, depth, settings, rules))
        for matrix in _MATRICES:
            agent = f"r0-{matrix}:depth={_FIELD_DEPTH}"
            key = _field_key(rules, matrix)
            steps.append(Step(key, play_field, agent, settings.games, settings, rules))
        for beside in _BESIDE:
            for corner in _CORNERS:
                key = _mixed_key(rules, corner, beside)
                steps.append(Step(key, _play_mixed, corner, beside, settings, rules))
    return steps


def _duel_key(rules: Rules, depth: int) -> str:
    return f"{rules} original against adjusted, {depth} plies"


def _field_key(rules: Rules, matrix: str) -> str:
    return f"{rules} {matrix} against the field"


def _mixed_key(rules: Rules, corner: int, beside: int) -> str:
    return f"{rules} corner {corner}, beside it {beside}"


def _duel(depth: int, settings: Settings, rules: Rules, watch: Watch) -> str:
    openings = lab_openings(settings, rules, settings.games, "matrices")
    a, b = (f"r0-{matrix}:depth={depth}" for matrix in _MATRICES)
    return meet(a, b, openings, settings, watch)


def _play_mixed(
    corner: int, beside: int, settings: Settings, rules: Rules, watch: Watch
) -> dict[str, str]:
    """Play against the field with these numbers in the matrix."""
    agent = SearchAgent(r0_variant(corner=corner, beside=beside), depth=_MIXED_DEPTH)
    return play_field(agent, settings.games, settings, rules, watch)


def _conclude(settings: Settings, data: Data) -> Conclusion:
    findings: list[Finding] = []
    tables: list[Table] = []
    answers = []
    for rules in settings.rules:
        field = {matrix: pooled(data[_field_key(rules, matrix)]) for matrix in _MATRICES}
        gain = points_advantage(field["adjusted"], field["original"])
        better = _TEXTS.text("better", sure_side(gain))
        answers.append(_TEXTS.text("answer", rules=rules, better=better, gain=signed(gain)))
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


def _duel_finding(settings: Settings, data: Data, rules: Rules) -> Finding:
    """Report which matrix wins against the other one, which R0 did not try."""
    points = [data[_duel_key(rules, depth)] for depth in _DEPTHS]
    tests = len(settings.rules) * len(_DEPTHS)
    sides = [sure_side(points_score(one), 1 / 2, tests) for one in points]
    winners = []
    for matrix, side in (("original", 1), ("adjusted", -1)):
        depths = [depth for depth, one in zip(_DEPTHS, sides, strict=True) if one == side]
        if depths:
            plies = "ply" if depths == [1] else "plies"
            at = ", ".join(map(str, depths))
            winners.append(_TEXTS.text("duel_won", matrix=matrix, depths=at, plies=plies))
    return _TEXTS.finding(
        "duel",
        "new",
        rules=rules,
        most=max(_DEPTHS),
        # All depths begin from the same openings, so an opening is one observation.
        score=mean(np.mean([half_points(one) for one in points], axis=0) / MOST_HALF_POINTS),
        winners="; ".join(winners) or _TEXTS.text("duel_open"),
        tests=tests,
        games=sum(2 * len(one) for one in points),
    )


def _change_finding(data: Data, rules: Rules) -> Finding:
    """Report which of R0's two changes matters more, from the same openings."""
    adjusted, corner, beside = (
        pooled(data[_mixed_key(rules, *numbers)])
        for numbers in ((-100, 25), (-500, 25), (-100, 50))
    )
    gains = [points_advantage(one, adjusted) for one in (corner, beside)]
    sizes = [
        np.sign(gain.value) * (half_points(one) - half_points(adjusted)) / MOST_HALF_POINTS
        for gain, one in zip(gains, (corner, beside), strict=True)
    ]
    corners_first = sizes[0].mean() >= sizes[1].mean()
    apart = mean(sizes[0] - sizes[1] if corners_first else sizes[1] - sizes[0])
    larger = "open" if apart.low <= 0 else "corners" if corners_first else "beside"
    return _TEXTS.finding(
        "change",
        "new",
        rules=rules,
        depth=_MIXED_DEPTH,
        corner=signed(gains[0]),
        beside=signed(gains[1]),
        larger=_TEXTS.text("larger", larger),
        apart=signed(apart),
        games=gains[0].count,
    )


def _duel_table(data: Data, rules: Rules) -> Table:
    rows = []
    for depth in _DEPTHS:
        points = data[_duel_key(rules, depth)]
        score, elo = points_score(points), points_elo(points)
        rows.append((f"{depth}", f"{score.count:,}", score.text(1, percent=True), elo.text(0)))
    title = f"{rules} rules: the original matrix against the adjusted one (95 % each, uncorrected)"
    return Table(title, ("plies", "games", "score of original", "Elo"), tuple(rows))


def _mixed_table(data: Data, rules: Rules) -> Table:
    rows = []
    for corner in _CORNERS:
        points = (pooled(data[_mixed_key(rules, corner, beside)]) for beside in _BESIDE)
        rows.append((f"{corner}", *(points_score(one).text(1, percent=True) for one in points)))
    games = points_score(pooled(data[_mixed_key(rules, _CORNERS[0], min(_BESIDE))])).count
    title = f"{rules} rules: points of 100 against the field, {_MIXED_DEPTH} plies, {games:,} games"
    return Table(title, ("corner", *(f"{beside} beside it" for beside in _BESIDE)), tuple(rows))


def _draw(result: Result) -> Figure:
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


def _draw_duels(axes: Axes, result: Result) -> None:
    for rules in result.settings.rules:
        scores = [points_score(result.data[_duel_key(rules, depth)]) for depth in _DEPTHS]
        draw_error_bars(axes, _DEPTHS, scores, 100, **rules_look(rules))
    axes.axhline(50, color=GREY, linewidth=1)
    axes.set_xticks(_DEPTHS)
    score_axes(axes, "points of the original against the adjusted one", "plies", "lower right")


def _draw_field(axes: Axes, result: Result) -> None:
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


def _draw_mixed(axes: Axes, result: Result, rules: Rules) -> None:
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


EXPERIMENT = Experiment(
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
