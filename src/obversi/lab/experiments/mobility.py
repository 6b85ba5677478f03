"""R0's idea of adding mobility to its evaluation."""

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np

from obversi.agents.core_agents import SearchAgent
from obversi.figures import GREEN, GREY, PURPLE, new_figure
from obversi.heuristics.mix import Mix, Phase
from obversi.lab.drawing import Axes, Figure, draw_error_bars
from obversi.lab.estimate import Estimate, mean, sure_side, widened
from obversi.lab.experiment import Experiment, Result
from obversi.lab.experiments.r0 import field_table, play_field, pooled, r0_variant
from obversi.lab.finding import Conclusion, Finding, Table, Texts, claim, signed
from obversi.lab.games import (
    MOST_HALF_POINTS,
    half_points,
    lab_openings,
    meet,
    points_advantage,
    points_elo,
    points_score,
)
from obversi.lab.positions import random_positions
from obversi.lab.steps import Grid, Part, Trial, by_rules, planned

_TEXTS = Texts("mobility")

# A matrix of R0, a feature, and the sign with which it means more freedom.
_KINDS = {
    "moves": ("adjusted", "moves", 1),
    "share of moves": ("adjusted", "move_share", 1),
    "frontier": ("adjusted", "frontier", -1),
    "moves, original matrix": ("original", "moves", 1),
}
_LOOKS = {
    "moves": {"color": GREEN},
    "share of moves": {"color": PURPLE},
    "frontier": {"color": GREY},
    "moves, original matrix": {"color": GREEN, "linestyle": "--"},
}
_MATRIX_KINDS = {"adjusted": "moves", "original": "moves, original matrix"}
# The size of the new feature relative to R0's own evaluation, by their scatter in random games.
_SIZES = (-1.0, -0.5, -0.2, -0.05, 0.05, 0.2, 0.5, 1.0)
# Chosen before the field was played, so that its scores are not a choice of the best.
_FIELD_SIZES = (-0.2, 0.0, 0.2)
_DEPTH = 3
_SCALE_POSITIONS = 300


def _agent(kind: str, size: float, board_size: int) -> SearchAgent:
    matrix, feature, _ = _KINDS[kind]
    weights = {feature: _weight(kind, size, board_size)}
    return SearchAgent(r0_variant(matrix, weights=weights), depth=_DEPTH)


def _duel(trial: Trial, kind: str, size: float) -> str:
    plain = f"r0-{_KINDS[kind][0]}:depth={_DEPTH}"
    openings = lab_openings(trial, trial.games, "mobility")
    return meet(trial, _agent(kind, size, trial.size), plain, openings)


def _play_field(trial: Trial, kind: str, size: float) -> dict[str, str]:
    return play_field(trial, _agent(kind, size, trial.size))


DUELS = Grid("{rules} {} {:+g} against plain", _duel, list(product(_KINDS, _SIZES)))
FIELDS = Grid(
    "{rules} {} {:+g} against the field",
    _play_field,
    list(product(_MATRIX_KINDS.values(), _FIELD_SIZES)),
)


def _weight(kind: str, size: float, board_size: int) -> float:
    """Return the weight that gives the new feature this size relative to R0's evaluation."""
    matrix, feature, sign = _KINDS[kind]
    alone = Mix(feature, (Phase({feature: 1.0}),))
    return size * sign * _scatter(r0_variant(matrix), board_size) / _scatter(alone, board_size)


@cache
def _scatter(mix: Mix, size: int) -> float:
    """Return the standard deviation of an evaluation in random games, under any rules."""
    squares = size * size
    positions = np.concatenate(
        [
            random_positions(_SCALE_POSITIONS, discs, size)
            for discs in (squares // 4 + 1, squares // 2, 3 * squares // 4)
        ]
    )
    values = np.empty(len(positions))
    mix.core(size, "normal").values(positions, 1, values)
    return float(values.std())


def _conclude(part: Part) -> Conclusion:
    games = {
        f"{matrix}, moves {size:+g}": part[FIELDS, kind, size]
        for matrix, kind in _MATRIX_KINDS.items()
        for size in _FIELD_SIZES
    }
    return Conclusion(
        _answer(part),
        (*(_best_finding(part, kind) for kind in _KINDS), _freedom_finding(part)),
        (_duel_table(part), field_table(f"{part.rules} rules, {_DEPTH} plies", "matrix", games)),
    )


def _answer(part: Part) -> str:
    size, best = _best(part, "moves")
    helps = _TEXTS.text("helps", _help(best), many="many" if size > 0 else "few")
    return _TEXTS.text("answer", rules=part.rules, helps=helps, size=size, best=best)


def _help(best: Estimate) -> str:
    """Return whether the best weight helps, corrected for being the best of several."""
    if widened(best, len(_SIZES)).low > 1 / 2:
        return "surely"
    return "maybe" if best.value > 1 / 2 else "no"


def _best(part: Part, kind: str) -> tuple[float, Estimate]:
    """Return the size with the best score against plain R0; without mobility the score is half."""
    scores = {size: points_score(part[DUELS, kind, size]) for size in _SIZES}
    return max(scores.items(), key=lambda item: item[1].value)


def _best_finding(part: Part, kind: str) -> Finding:
    size, best = _best(part, kind)
    numbers = _TEXTS.text(
        "best_numbers",
        elo=points_elo(part[DUELS, kind, size]),
        weight=_weight(kind, size, part.size),
        depth=_DEPTH,
        tried=len(_SIZES),
        games=best.count,
    )
    rules, help_ = part.rules, _help(best)
    return _TEXTS.finding(
        "best", "new", help_, kind=kind, rules=rules, best=best, size=size, numbers=numbers
    )


def _freedom_finding(part: Part) -> Finding:
    """Test R2's third hypothesis: giving up mobility is wrong, in the reversed game too.

    It is one claim, so it is tested once: by the mean of both matrices, opening by opening.
    """
    points = {
        matrix: [pooled(part[FIELDS, kind, size]) for size in _FIELD_SIZES]
        for matrix, kind in _MATRIX_KINDS.items()
    }
    gains = [half_points(more) - half_points(less) for less, _, more in points.values()]
    whole = mean(np.mean(gains, axis=0) / MOST_HALF_POINTS)
    games = sum(2 * len(less) for less, _, _ in points.values())
    is_reported = part.rules == "reversed" and part.size == 8
    found = claim(
        f"more moves or fewer against the field, both matrices, {part.rules} rules",
        "R2: giving up mobility is wrong" if is_reported else "",
        Estimate(whole.value, whole.low, whole.high, games),
        "R0 that wants moves",
        "R0 that gives them up",
    )
    each = "; ".join(
        _TEXTS.text(
            "each",
            matrix=matrix,
            more=signed(points_advantage(more, less)),
            plain=signed(points_advantage(more, none)),
        )
        for matrix, (less, none, more) in points.items()
    )
    if not is_reported:
        order = _TEXTS.text("order", sure_side(whole), games=games)
        found = replace(found, verdict="new", sentence=order)
    return replace(found, sentence=f"{found.sentence} Each by itself: {each}.")


def _duel_table(part: Part) -> Table:
    rows = [
        {
            "size": f"{size:+g}",
            "kinds": {kind: f"{points_score(part[DUELS, kind, size]):.1%}" for kind in _KINDS},
        }
        for size in _SIZES
    ]
    weights = {kind: f"{_weight(kind, 1.0, part.size):.1f}" for kind in _KINDS}
    rows.append({"size": "weight at +1", "kinds": weights})
    return _TEXTS.table("duels", rows, rules=part.rules, depth=_DEPTH)


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(2, len(result.parts), height=3.3)
    for column, part in enumerate(result.parts):
        _draw_duels(axes[0, column], part)
        _draw_field(axes[1, column], part)
    figure.suptitle("What mobility adds to R0")
    return figure


def _draw_duels(axes: Axes, part: Part) -> None:
    sizes = sorted({*_SIZES, 0.0})
    for kind in _KINDS:
        # Without mobility R0 plays against itself, which is an even score.
        scores = [
            points_score(part[DUELS, kind, size]) if size else Estimate(0.5, 0.5, 0.5)
            for size in sizes
        ]
        look = {**_LOOKS[kind], "marker": "o", "markersize": 3, "label": kind}
        draw_error_bars(axes, range(len(sizes)), scores, 100, **look)
    axes.axhline(50, color=GREY, linewidth=1)
    axes.axvline(sizes.index(0.0), color=GREY, linewidth=1)
    axes.set_xticks(range(len(sizes)), [f"{size:g}" for size in sizes])
    _TEXTS.diagram(axes, "duels_diagram", rules=part.rules, depth=_DEPTH)


def _draw_field(axes: Axes, part: Part) -> None:
    for number, (matrix, kind) in enumerate(_MATRIX_KINDS.items()):
        scores = [points_score(pooled(part[FIELDS, kind, size])) for size in _FIELD_SIZES]
        places = [place - 0.05 + 0.1 * number for place in range(len(_FIELD_SIZES))]
        look = {**_LOOKS[kind], "marker": "o", "label": f"{matrix} matrix"}
        draw_error_bars(axes, places, scores, 100, **look)
    labels = [f"{size:+g}" if size else "0 (plain R0)" for size in _FIELD_SIZES]
    axes.set_xticks(range(len(_FIELD_SIZES)), labels)
    axes.set_xlim(-0.4, len(_FIELD_SIZES) - 0.6)
    _TEXTS.diagram(axes, "field_diagram", rules=part.rules, depth=_DEPTH)


EXPERIMENT = Experiment(
    name="mobility",
    title="What mobility adds to R0",
    report="R0, V.C; R2, hypothesis 3",
    question="What does the freedom to move add to R0's evaluation, under either rules?",
    unit="games for each weight",
    games=1000,
    seconds=47,
    steps=planned(DUELS, FIELDS),
    conclude=by_rules(_conclude),
    draw=_draw,
)
