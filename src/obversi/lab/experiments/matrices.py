"""R0's two matrices: the original one and the adjusted one."""

import numpy as np

from obversi.agents.core_agents import SearchAgent
from obversi.figures import GREY, new_figure
from obversi.lab.drawing import Axes, Figure, draw_error_bars, rules_look
from obversi.lab.estimate import mean, share, sure_side
from obversi.lab.experiment import Experiment, Result
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
from obversi.lab.steps import Grid, Part, Settings, Trial, by_rules, planned

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


def _duel(trial: Trial, depth: int) -> str:
    a, b = (f"r0-{matrix}:depth={depth}" for matrix in _MATRICES)
    return meet(trial, a, b, lab_openings(trial, trial.games, "matrices"))


def _play_field(trial: Trial, matrix: str) -> dict[str, str]:
    return play_field(trial, f"r0-{matrix}:depth={_FIELD_DEPTH}")


def _play_mixed(trial: Trial, corner: int, beside: int) -> dict[str, str]:
    """Play against the field with these numbers in the matrix."""
    mix = r0_variant(corner=corner, beside=beside)
    return play_field(trial, SearchAgent(mix, depth=_MIXED_DEPTH))


DUELS = Grid("{rules} original against adjusted, {} plies", _duel, _DEPTHS)
FIELDS = Grid("{rules} {} against the field", _play_field, _MATRICES)
MIXED = Grid(
    "{rules} corner {}, beside it {}",
    _play_mixed,
    [(corner, beside) for beside in _BESIDE for corner in _CORNERS],
)


def _overall(_: Settings) -> Conclusion:
    chance = chance_finding(list(_REPORTED.values()), _REPORTED_GAMES, "the matrix")
    return Conclusion("", (chance,))


def _conclude(part: Part) -> Conclusion:
    rules = part.rules
    games = {matrix: part[FIELDS, matrix] for matrix in _MATRICES}
    gain = points_advantage(*(pooled(games[matrix]) for matrix in ("adjusted", "original")))
    better = _TEXTS.text("better", sure_side(gain))
    findings = [_duel_finding(part), _change_finding(part)]
    if rules == "reversed" and part.size == 8:
        reported = claim(
            "the adjusted or the original matrix against the field",
            "11 of 20 won or 9 of 20",
            gain,
            "the adjusted matrix",
            "the original one",
        )
        findings.insert(0, reported)
    return Conclusion(
        _TEXTS.text("answer", rules=rules, better=better, gain=signed(gain)),
        tuple(findings),
        (
            _duel_table(part),
            field_table(f"{rules} rules, {_FIELD_DEPTH} plies", "matrix", games),
            _mixed_table(part),
        ),
    )


def _duel_finding(part: Part) -> Finding:
    """Report which matrix wins against the other one, which R0 did not try."""
    points = [part[DUELS, depth] for depth in _DEPTHS]
    tests = len(part.settings.rules) * len(_DEPTHS)
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
        rules=part.rules,
        most=max(_DEPTHS),
        # All depths begin from the same openings, so an opening is one observation.
        score=mean(np.mean([half_points(one) for one in points], axis=0) / MOST_HALF_POINTS),
        winners="; ".join(winners) or _TEXTS.text("duel_open"),
        tests=tests,
        games=sum(2 * len(one) for one in points),
    )


def _change_finding(part: Part) -> Finding:
    """Report which of R0's two changes matters more, from the same openings."""
    adjusted, corner, beside = (
        pooled(part[MIXED, *numbers]) for numbers in ((-100, 25), (-500, 25), (-100, 50))
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
        rules=part.rules,
        depth=_MIXED_DEPTH,
        corner=signed(gains[0]),
        beside=signed(gains[1]),
        larger=_TEXTS.text("larger", larger),
        apart=signed(apart),
        games=gains[0].count,
    )


def _duel_table(part: Part) -> Table:
    found = {depth: part[DUELS, depth] for depth in _DEPTHS}
    rows = (
        {"depth": depth, "score": points_score(one), "elo": points_elo(one)}
        for depth, one in found.items()
    )
    return _TEXTS.table("duels", rows, rules=part.rules)


def _mixed_table(part: Part) -> Table:
    rows = [
        {
            "corner": corner,
            "scores": {one: points_score(pooled(part[MIXED, corner, one])) for one in _BESIDE},
        }
        for corner in _CORNERS
    ]
    games = points_score(pooled(part[MIXED, _CORNERS[0], min(_BESIDE)])).count
    return _TEXTS.table("mixed", rows, rules=part.rules, depth=_MIXED_DEPTH, games=games)


def _draw(result: Result) -> Figure:
    by_rules = result.parts
    figure, axes = new_figure(2, 2)
    _draw_duels(axes[0, 0], result)
    _draw_field(axes[0, 1], result)
    for column, diagram in enumerate(axes[1]):
        if column < len(by_rules):
            _draw_mixed(diagram, by_rules[column])
        else:
            diagram.set_visible(False)
    figure.suptitle("R0's original and adjusted matrix")
    return figure


def _draw_duels(axes: Axes, result: Result) -> None:
    for part in result.parts:
        scores = [points_score(part[DUELS, depth]) for depth in _DEPTHS]
        draw_error_bars(axes, _DEPTHS, scores, 100, **rules_look(part.rules))
    axes.axhline(50, color=GREY, linewidth=1)
    axes.set_xticks(_DEPTHS)
    _TEXTS.diagram(axes, "duels_diagram")


def _draw_field(axes: Axes, result: Result) -> None:
    places = np.arange(len(_MATRICES))
    for number, part in enumerate(result.parts):
        scores = [points_score(pooled(part[FIELDS, matrix])) for matrix in _MATRICES]
        draw_error_bars(axes, places - 0.1 + 0.1 * number, scores, 100, **rules_look(part.rules))
    if result.settings.size == 8 and "reversed" in result.settings.rules:
        seen = [share(_REPORTED[matrix], _REPORTED_GAMES) for matrix in _MATRICES]
        look = {"color": GREY, "marker": "D", "linestyle": "--", "label": "the report, 20 games"}
        draw_error_bars(axes, places + 0.1, seen, 100, **look)
    axes.set_xticks(places, _MATRICES)
    axes.set_xlim(-0.4, 1.4)
    _TEXTS.diagram(axes, "field_diagram", depth=_FIELD_DEPTH)


def _draw_mixed(axes: Axes, part: Part) -> None:
    penalties = [-corner for corner in _CORNERS]
    for beside, matrix in _BESIDE.items():
        scores = [points_score(pooled(part[MIXED, corner, beside])) for corner in _CORNERS]
        look = rules_look(part.rules) | {
            "linestyle": "-" if matrix == "adjusted" else "--",
            "label": f"beside them {beside}",
        }
        draw_error_bars(axes, penalties, scores, 100, **look)
        place = _CORNERS.index(_CORNER_OF[matrix])
        label = "the report's two matrices" if matrix == "original" else None
        axes.plot(
            penalties[place], 100 * scores[place].value, "D", color=GREY, zorder=5, label=label
        )
    _TEXTS.diagram(axes, "mixed_diagram", rules=part.rules, depth=_MIXED_DEPTH)
    axes.set_xticks(penalties, [str(corner) for corner in _CORNERS])
    axes.minorticks_off()


EXPERIMENT = Experiment(
    name="matrices",
    title="R0's two matrices",
    report="R0, IV.B.2",
    question="Is R0's adjusted matrix better than the original one, and which change matters?",
    unit="games for each matrix and each depth",
    games=1000,
    seconds=31,
    steps=planned(DUELS, FIELDS, MIXED),
    conclude=by_rules(_conclude, _overall),
    draw=_draw,
)
