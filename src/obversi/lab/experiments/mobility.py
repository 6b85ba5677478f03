"""R0's idea of adding mobility to its evaluation."""

from dataclasses import replace
from functools import cache

import numpy as np

from obversi.agents.core_agents import SearchAgent
from obversi.figures import GREEN, GREY, PURPLE, new_figure
from obversi.heuristics import Mix, Phase
from obversi.lab.drawing import Axes, Figure, draw_error_bars, score_axes
from obversi.lab.estimate import Estimate, mean, sure_side, widened
from obversi.lab.experiment import Data, Experiment, Result, Settings, Step, Watch
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
from obversi.rules import Rules

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


def _steps(settings: Settings) -> list[Step]:
    steps = []
    for rules in settings.rules:
        for kind in _KINDS:
            for size in _SIZES:
                steps.append(Step(_duel_key(rules, kind, size), _duel, kind, size, settings, rules))
        for kind in _MATRIX_KINDS.values():
            for size in _FIELD_SIZES:
                key = _field_key(rules, kind, size)
                steps.append(Step(key, _play_field, kind, size, settings, rules))
    return steps


def _duel_key(rules: Rules, kind: str, size: float) -> str:
    return f"{rules} {kind} {size:+g} against plain"


def _field_key(rules: Rules, kind: str, size: float) -> str:
    return f"{rules} {kind} {size:+g} against the field"


def _duel(kind: str, size: float, settings: Settings, rules: Rules, watch: Watch) -> str:
    openings = lab_openings(settings, rules, settings.games, "mobility")
    plain = f"r0-{_KINDS[kind][0]}:depth={_DEPTH}"
    return meet(_agent(kind, size, settings), plain, openings, settings, watch)


def _play_field(
    kind: str, size: float, settings: Settings, rules: Rules, watch: Watch
) -> dict[str, str]:
    return play_field(_agent(kind, size, settings), settings.games, settings, rules, watch)


def _agent(kind: str, size: float, settings: Settings) -> SearchAgent:
    matrix, feature, _ = _KINDS[kind]
    weights = {feature: _weight(kind, size, settings.size)}
    return SearchAgent(r0_variant(matrix, weights=weights), depth=_DEPTH)


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


def _conclude(settings: Settings, data: Data) -> Conclusion:
    findings: list[Finding] = []
    tables: list[Table] = []
    answers = []
    for rules in settings.rules:
        answers.append(_answer(data, rules))
        for kind in _KINDS:
            findings.append(_best_finding(settings, data, rules, kind))
        findings.append(_freedom_finding(settings, data, rules))
        tables.append(_duel_table(settings, data, rules))
        games = {
            f"{matrix}, moves {size:+g}": data[_field_key(rules, kind, size)]
            for matrix, kind in _MATRIX_KINDS.items()
            for size in _FIELD_SIZES
        }
        tables.append(field_table(f"{rules} rules, {_DEPTH} plies", "matrix", games))
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables))


def _answer(data: Data, rules: Rules) -> str:
    size, best = _best(data, rules, "moves")
    helps = _TEXTS.text("helps", _help(best), many="many" if size > 0 else "few")
    return _TEXTS.text("answer", rules=rules, helps=helps, size=size, best=best)


def _help(best: Estimate) -> str:
    """Return whether the best weight helps, corrected for being the best of several."""
    if widened(best, len(_SIZES)).low > 1 / 2:
        return "surely"
    return "maybe" if best.value > 1 / 2 else "no"


def _best(data: Data, rules: Rules, kind: str) -> tuple[float, Estimate]:
    """Return the size with the best score against plain R0; without mobility the score is half."""
    scores = {size: points_score(data[_duel_key(rules, kind, size)]) for size in _SIZES}
    return max(scores.items(), key=lambda item: item[1].value)


def _best_finding(settings: Settings, data: Data, rules: Rules, kind: str) -> Finding:
    size, best = _best(data, rules, kind)
    numbers = _TEXTS.text(
        "best_numbers",
        elo=points_elo(data[_duel_key(rules, kind, size)]),
        weight=_weight(kind, size, settings.size),
        depth=_DEPTH,
        tried=len(_SIZES),
        games=best.count,
    )
    help_ = _help(best)
    return _TEXTS.finding(
        "best", "new", help_, kind=kind, rules=rules, best=best, size=size, numbers=numbers
    )


def _freedom_finding(settings: Settings, data: Data, rules: Rules) -> Finding:
    """Test R2's third hypothesis: giving up mobility is wrong, in the reversed game too.

    It is one claim, so it is tested once: by the mean of both matrices, opening by opening.
    """
    points = {
        matrix: [pooled(data[_field_key(rules, kind, size)]) for size in _FIELD_SIZES]
        for matrix, kind in _MATRIX_KINDS.items()
    }
    gains = [half_points(more) - half_points(less) for less, _, more in points.values()]
    whole = mean(np.mean(gains, axis=0) / MOST_HALF_POINTS)
    games = sum(2 * len(less) for less, _, _ in points.values())
    is_reported = rules == "reversed" and settings.size == 8
    found = claim(
        f"more moves or fewer against the field, both matrices, {rules} rules",
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


def _duel_table(settings: Settings, data: Data, rules: Rules) -> Table:
    rows = []
    for size in _SIZES:
        points = [data[_duel_key(rules, kind, size)] for kind in _KINDS]
        rows.append((f"{size:+g}", *(points_score(one).text(1, percent=True) for one in points)))
    weights = (f"{_weight(kind, 1.0, settings.size):.1f}" for kind in _KINDS)
    rows.append(("weight at +1", *weights))
    title = f"{rules} rules: points of 100 against R0 without mobility, {_DEPTH} plies"
    return Table(title, ("size", *_KINDS), tuple(rows))


def _draw(result: Result) -> Figure:
    rule_sets = result.settings.rules
    figure, axes = new_figure(2, len(rule_sets), height=3.3)
    for column, rules in enumerate(rule_sets):
        _draw_duels(axes[0, column], result, rules)
        _draw_field(axes[1, column], result, rules)
    figure.suptitle("What mobility adds to R0")
    return figure


def _draw_duels(axes: Axes, result: Result, rules: Rules) -> None:
    sizes = sorted({*_SIZES, 0.0})
    for kind in _KINDS:
        # Without mobility R0 plays against itself, which is an even score.
        scores = [
            Estimate(0.5, 0.5, 0.5)
            if size == 0
            else points_score(result.data[_duel_key(rules, kind, size)])
            for size in sizes
        ]
        look = {**_LOOKS[kind], "marker": "o", "markersize": 3, "label": kind}
        draw_error_bars(axes, range(len(sizes)), scores, 100, **look)
    axes.axhline(50, color=GREY, linewidth=1)
    axes.axvline(sizes.index(0.0), color=GREY, linewidth=1)
    axes.set_xticks(range(len(sizes)), [f"{size:g}" for size in sizes])
    title = f"{rules} rules: against R0 without it, {_DEPTH} plies"
    score_axes(axes, title, "size of the feature (below 0: few moves are good)", "upper left")


def _draw_field(axes: Axes, result: Result, rules: Rules) -> None:
    for number, (matrix, kind) in enumerate(_MATRIX_KINDS.items()):
        keys = [_field_key(rules, kind, size) for size in _FIELD_SIZES]
        scores = [points_score(pooled(result.data[key])) for key in keys]
        places = [place - 0.05 + 0.1 * number for place in range(len(_FIELD_SIZES))]
        look = {**_LOOKS[kind], "marker": "o", "label": f"{matrix} matrix"}
        draw_error_bars(axes, places, scores, 100, **look)
    labels = [f"{size:+g}" if size else "0 (plain R0)" for size in _FIELD_SIZES]
    axes.set_xticks(range(len(_FIELD_SIZES)), labels)
    axes.set_xlim(-0.4, len(_FIELD_SIZES) - 0.6)
    title = f"{rules} rules: against the field of ten, {_DEPTH} plies"
    score_axes(axes, title, "size of the moves beside R0's own evaluation", "lower right")


EXPERIMENT = Experiment(
    name="mobility",
    title="What mobility adds to R0",
    report="R0, V.C; R2, hypothesis 3",
    question="What does the freedom to move add to R0's evaluation, under either rules?",
    unit="games for each weight",
    games=1000,
    seconds=47,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
)
