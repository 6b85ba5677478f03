"""The benefit of Monte Carlo tree search in the time that R2 does not use."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from obversi import batch
from obversi.board import Board
from obversi.figures import GREY, RULES, new_figure
from obversi.heuristics.catalog import evaluation
from obversi.heuristics.evaluation import Evaluation
from obversi.lab.drawing import Axes, Figure, draw_error_bars, rules_look
from obversi.lab.estimate import mean, sure_side
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Finding, Texts, compare, observe
from obversi.lab.positions import Judged, Positions, each, judge, judged_by_engine, random_positions
from obversi.lab.steps import Grid, Part, Settings, Trial, by_rules, planned
from obversi.rules import Rules
from obversi.textbook.monte_carlo import mcts
from obversi.textbook.searches import alpha_beta, deepening

_TEXTS = Texts("leftover")

_R2 = evaluation("r2")
SECONDS = 0.005  # a move
_Q = 0.8
REPORTED_UNUSED = 0.2
TOLERANCE = 0.05
_WON = 1.0
_LEAST_SECONDS = 1e-5

# To overrule R2's move, a move must have won this larger share of its playouts, and more than
# chance explains.
LEADS = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3)

# The rule is chosen on other positions than those of the report, and on half as many.
USES = {"to choose the rule": 2, "to report on": 1}
CHOOSE, REPORT = USES
KINDS = ("end", "middle")
_EMPTIES = {4: 8, 6: 12, 8: 14}
ENGINE_DEPTH = 10
_GAMES_DEPTH = 3  # of the games that the positions are from
AS_IS = "R2: deepening, q = 0.8"
ALL_TIME = "deepening, q = 1"
FIFTH = "R2, then MCTS for a fifth"
REST = "R2, then MCTS for the rest"
ALL_MCTS = "MCTS alone"
WAYS = (AS_IS, ALL_TIME, FIFTH, REST, ALL_MCTS)

_JUDGES = {"end": "", "middle": f", judged by the engine at {ENGINE_DEPTH} plies"}

# The discs on the board after the random moves. Without these all games would be the same.
_RANDOM_DISCS = {4: 6, 6: 10, 8: 12}


def _measure(trial: Trial, kind: str, use: str) -> dict[str, Any]:
    """Let every way of spending the time choose in the same positions."""
    # Each seed of the settings gives two seeds, so that each use has positions of its own.
    seed = 2 * trial.seed + (use == REPORT)
    judged = _judged(trial, kind, max(2, trial.games // USES[use]), seed)
    spend = partial(_spend, seed=seed & (1 << 62) - 1)
    spent = each(spend, judged.boards, trial.threads, trial.watch)
    as_is = [one["as_is"] for one in spent]
    ways = {AS_IS: as_is}
    ways[ALL_TIME] = [one["all_time"] for one in spent]
    ways[ALL_MCTS] = [one["all_mcts"] for one in spent]
    for name in (FIFTH, REST):
        for lead in LEADS:
            ways[overruled(name, lead)] = [
                one["as_is"] if one["won"] or one[name][1] <= lead else one[name][0]
                for one in spent
            ]
    return {
        "positions": len(judged),
        "ways": {name: _losses(judged, as_is, chosen) for name, chosen in ways.items()},
        "unused": mean([1 - one["used"] for one in spent]),
        "depth": mean([one["depth"] for one in spent]),
        "playouts": mean([one["playouts"] for one in spent]),
    }


CHOICES = Grid("{rules} {} game, positions {}", _measure, list(product(KINDS, USES)))


def _judged(trial: Trial, kind: str, count: int, seed: int) -> Judged:
    """Judge positions of R2's own games."""
    size, rules, threads = trial.size, trial.rules, trial.threads
    empties = _EMPTIES[size] if kind == "end" else size * size // 2
    positions = played_positions(count, empties, size, rules, seed, _R2, _GAMES_DEPTH, threads)
    if kind == "end":
        return judge(positions, size, rules, threads)
    return judged_by_engine(positions, size, rules, ENGINE_DEPTH, threads)


def played_positions(
    count: int,
    empties: int,
    size: int,
    rules: Rules,
    seed: int,
    evaluation: Evaluation,
    depth: int,
    threads: int,
) -> Positions:
    """Return positions from games of alpha-beta against itself.

    A game begins with some random moves. In each position the mover has a legal move.
    """
    found: list[tuple[int, int]] = []
    play = partial(_played, evaluation, depth, empties)
    attempt = 0
    while len(found) < count:
        missing = count - len(found)
        starts = random_positions(missing, _RANDOM_DISCS[size], size, seed + (attempt << 32))
        boards = [batch.to_board(start, size=size, rules=rules) for start in starts]
        found += [bits for bits in each(play, boards, threads) if bits is not None]
        attempt += 1
    return np.array(found, np.uint64)


def _played(
    evaluation: Evaluation, depth: int, empties: int, board: Board
) -> tuple[int, int] | None:
    """Return the position that a game reaches, seen by the mover; None if it ends earlier."""
    while not board.is_over:
        if len(board.empty) <= empties and not board.must_pass:
            return board.bits
        board.push("pass" if board.must_pass else alpha_beta(board, evaluation, depth).move)
    return None


def _spend(board: Board, seed: int) -> dict[str, Any]:
    """Spend the time of a move in every way."""
    as_is = deepening(board, _R2, SECONDS, _Q)
    fifth = mcts(board, seconds=(1 - _Q) * SECONDS, seed=seed)
    rest = mcts(board, seconds=max(SECONDS - as_is.seconds, _LEAST_SECONDS), seed=seed)
    return {
        "as_is": as_is.move.square_index,
        "all_time": deepening(board, _R2, SECONDS, 1.0).move.square_index,
        "all_mcts": mcts(board, seconds=SECONDS, seed=seed).move.square_index,
        FIFTH: (fifth.move.square_index, fifth.lead_over(as_is.move)),
        REST: (rest.move.square_index, rest.lead_over(as_is.move)),
        "won": as_is.value >= _WON,
        "used": min(as_is.seconds / SECONDS, 1.0),
        "depth": as_is.depth,
        "playouts": rest.playouts,
    }


def overruled(name: str, lead: float) -> str:
    """Name a way of spending the time in which a lead overrules R2's move."""
    return f"{name}, lead {lead:g}"


def _losses(judged: Judged, as_is: list[int], chosen: list[int]) -> dict[str, Any]:
    """Return the losses of choices, and how much less they are than R2's in the same positions."""
    discs, points = judged.discs_lost(chosen), judged.points_lost(chosen)
    return {
        "discs": mean(discs),
        "points": mean(points),
        "saved": mean(judged.discs_lost(as_is) - discs),
        "points_saved": mean(judged.points_lost(as_is) - points),
        "changed": float(np.mean(np.array(as_is) != np.array(chosen))),
    }


def _tests(settings: Settings) -> int:
    """Return the number of tests: every way of spending the time is tested against R2's own."""
    return len(settings.rules) * len(KINDS) * (len(WAYS) - 1)


def _conclude(part: Part) -> Conclusion:
    kinds = [_conclude_kind(part, kind) for kind in KINDS]
    answers = ", and ".join(one.summary for one in kinds)
    answer = _TEXTS.text("answer", rules=part.rules, kinds=answers)
    return replace(Conclusion.joined(kinds), summary=answer)


def _conclude_kind(part: Part, kind: str) -> Conclusion:
    """Conclude from one part of the game; the summary is a part of a sentence."""
    found = part[CHOICES, kind, REPORT]
    leads = {name: _best_lead(part, kind, name) for name in (FIFTH, REST)}
    ways = {
        name: found["ways"][overruled(name, leads[name]) if name in leads else name]
        for name in WAYS
    }
    saved = {name: ways[name]["saved"] for name in WAYS}
    effects = {
        name: _TEXTS.text("effects", sure_side(one, 0, _tests(part.settings)))
        for name, one in saved.items()
    }
    common = {"rules": part.rules, "kind": kind, "positions": found["positions"]}
    judge = _JUDGES[kind]
    findings = (
        _unused(found, part, kind),
        _TEXTS.finding(
            "mcts",
            "new",
            **common,
            judge=judge,
            saved=saved[REST],
            effect=effects[REST],
            changed=100 * ways[REST]["changed"],
            lead=leads[REST],
            fifth=saved[FIFTH],
        ),
        _TEXTS.finding(
            "all_time",
            "new",
            **common,
            judge=judge,
            saved=saved[ALL_TIME],
            effect=effects[ALL_TIME],
            alone=saved[ALL_MCTS],
            alone_effect=effects[ALL_MCTS],
        ),
    )
    rows = (
        {
            "name": f"{name} (lead {leads[name]:g})" if name in leads else name,
            "percent": 100 * way["changed"],
            **way,
        }
        for name, way in ways.items()
    )
    return Conclusion(
        _TEXTS.text("answer_kind", effect=effects[REST], kind=kind, saved=saved[REST]),
        findings,
        (_TEXTS.table("ways", rows, **common, judge=judge, ms=1000 * SECONDS),),
        {f"{part.rules} {kind} game": {"leads": leads, "ways": ways}},
    )


def _overall(settings: Settings) -> Conclusion:
    return Conclusion(_TEXTS.text("surely", tests=_tests(settings)))


def _best_lead(part: Part, kind: str, name: str) -> float:
    """Return the lead that lost the fewest discs in the positions for choosing."""
    ways = part[CHOICES, kind, CHOOSE]["ways"]
    return min(LEADS, key=lambda lead: float(ways[overruled(name, lead)]["discs"].value))


def _unused(found: Mapping[str, Any], part: Part, kind: str) -> Finding:
    unused, depth = found["unused"], found["depth"]
    # The report's fifth is about whole games. It is one claim, and most of a game is middle game.
    is_reported = (part.rules, part.size, kind) == ("reversed", 8, "middle")
    is_more = is_reported and unused.low > REPORTED_UNUSED + TOLERANCE
    what = _TEXTS.text("unused", rules=part.rules, kind=kind)
    sentence = _TEXTS.text(
        "unused_sentence", is_more, unused=100 * unused.value, ms=1000 * SECONDS, depth=depth.value
    )
    look: Any = {"digits": 0, "percent": True}
    if not is_reported:
        return observe(what, unused, sentence, **look)
    return compare(what, REPORTED_UNUSED, unused, sentence, tolerance=TOLERANCE, **look)


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(2, 2, height=3.4)
    for column, kind in enumerate(KINDS):
        _draw_ways(axes[0, column], result, kind)
        _draw_leads(axes[1, column], result, kind)
    figure.suptitle(
        f"{1000 * SECONDS:g} ms a move, spent in other ways than R2 does, in positions of its games"
    )
    return figure


def _draw_ways(axes: Axes, result: Result, kind: str) -> None:
    axes.axhline(0, color=GREY, linewidth=1)
    for number, rules in enumerate(result.settings.rules):
        ways = result.conclusion.numbers[f"{rules} {kind} game"]["ways"]
        lost = ways[AS_IS]["discs"].value
        draw_error_bars(
            axes,
            np.arange(len(WAYS) - 1) + 0.15 * number,
            [ways[name]["saved"] for name in WAYS[1:]],
            color=RULES[rules],
            linestyle="none",
            marker="o",
            label=f"{rules} rules (R2 loses {lost:.2f})",
        )
    axes.set_xticks(
        range(len(WAYS) - 1), ["R2\nwith q = 1", "R2, then\na fifth", "R2, then\nthe rest", "MCTS"]
    )
    judge = "exact" if kind == "end" else f"by the engine at {ENGINE_DEPTH} plies"
    _TEXTS.diagram(axes, "ways_diagram", kind=kind, judge=judge)


def _draw_leads(axes: Axes, result: Result, kind: str) -> None:
    axes.axhline(0, color=GREY, linewidth=1)
    for part in result.parts:
        for use in USES:
            ways = part[CHOICES, kind, use]["ways"]
            found = [ways[overruled(REST, lead)]["saved"] for lead in LEADS]
            label = f"{part.rules}, positions {use}"
            if use == CHOOSE:
                values = [one.value for one in found]
                axes.plot(LEADS, values, color=RULES[part.rules], linestyle=":", label=label)
            else:
                draw_error_bars(axes, LEADS, found, **rules_look(part.rules) | {"label": label})
    _TEXTS.diagram(axes, "leads_diagram", kind=kind)


EXPERIMENT = Experiment(
    name="leftover",
    title="What MCTS does with the time left over",
    report="R2, 5",
    question="R2 leaves a fifth of its time unused and would like Monte Carlo tree search there: "
    "would its moves be better?",
    unit="positions of each part of the game",
    games=700,
    seconds=68,
    steps=planned(CHOICES),
    conclude=by_rules(_conclude, _overall),
    draw=_draw,
)
