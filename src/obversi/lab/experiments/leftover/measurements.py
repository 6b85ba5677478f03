"""The time of a move, spent in several ways."""

from functools import partial
from typing import Any, Final

import numpy as np

from obversi.board import Board
from obversi.heuristics import evaluation
from obversi.lab.estimate import mean
from obversi.lab.experiments.leftover.played_positions import played_positions
from obversi.lab.positions.judged import Judged, judge, judged_by_engine
from obversi.lab.settings import Settings
from obversi.lab.step import Step, Watch
from obversi.lab.threads import each
from obversi.move import Move
from obversi.textbook import MonteCarlo, deepening, mcts

__all__ = [
    "ALL_MCTS",
    "ALL_TIME",
    "AS_IS",
    "CHOOSE",
    "ENGINE_DEPTH",
    "FIFTH",
    "KINDS",
    "LEADS",
    "REPORT",
    "REPORTED_UNUSED",
    "REST",
    "SECONDS",
    "TOLERANCE",
    "USES",
    "WAYS",
    "key",
    "overruled",
    "steps",
]

_R2: Final = evaluation("r2")
SECONDS: Final = 0.005  # a move
_Q: Final = 0.8
REPORTED_UNUSED: Final = 0.2
TOLERANCE: Final = 0.05
_WON: Final = 1.0
_LEAST_SECONDS: Final = 1e-5

# By how much more of its playouts a move must have been won to overrule R2's.
LEADS: Final = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3)

# The rule is chosen on half as many positions as are reported on, and on others.
USES: Final = {"to choose the rule": 2, "to report on": 1}
CHOOSE, REPORT = USES
KINDS: Final = ("end", "middle")
_EMPTIES: Final = {4: 8, 6: 12, 8: 14}
ENGINE_DEPTH: Final = 10
_GAMES_DEPTH: Final = 3  # of the games that the positions are from
AS_IS: Final = "R2: deepening, q = 0.8"
ALL_TIME: Final = "deepening, q = 1"
FIFTH: Final = "R2, then MCTS for a fifth"
REST: Final = "R2, then MCTS for the rest"
ALL_MCTS: Final = "MCTS alone"
WAYS: Final = (AS_IS, ALL_TIME, FIFTH, REST, ALL_MCTS)


def steps(settings: Settings) -> list[Step]:
    """Plan the work."""
    return [
        Step(key(rules, kind, use), partial(_measure, rules, kind, use, settings))
        for rules in settings.rules
        for kind in KINDS
        for use in USES
    ]


def key(rules: str, kind: str, use: str) -> str:
    """Name what was measured on positions of one use."""
    return f"{rules} {kind} game, positions {use}"


def _measure(rules: str, kind: str, use: str, settings: Settings, watch: Watch) -> dict[str, Any]:
    """Let every way of spending the time choose in the same positions."""
    # Two seeds for each of the settings', so that each use has positions of its own.
    seed = 2 * settings.seed + (use == REPORT)
    judged = _judged(rules, kind, max(2, settings.games // USES[use]), seed, settings)
    spend = partial(_spend, seed=seed & (1 << 62) - 1)
    spent = each(spend, judged.boards, settings.threads, watch)
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
        "ways": {name: _told(judged, as_is, chosen) for name, chosen in ways.items()},
        "unused": mean([1 - one["used"] for one in spent]).to_object(),
        "depth": mean([one["depth"] for one in spent]).to_object(),
        "playouts": mean([one["playouts"] for one in spent]).to_object(),
    }


def _judged(rules: str, kind: str, count: int, seed: int, settings: Settings) -> Judged:
    """Judge positions of R2's own games."""
    size, threads = settings.size, settings.threads
    empties = _EMPTIES[size] if kind == "end" else size * size // 2
    positions = played_positions(count, empties, size, rules, seed, _R2, _GAMES_DEPTH, threads)
    if kind == "end":
        return judge(positions, size, rules, threads)
    return judged_by_engine(positions, size, rules, ENGINE_DEPTH, threads)


def _spend(board: Board, seed: int) -> dict[str, Any]:
    """Spend the time of a move in every way."""
    as_is = deepening(board, _R2, SECONDS, _Q)
    fifth = mcts(board, seconds=(1 - _Q) * SECONDS, seed=seed)
    rest = mcts(board, seconds=max(SECONDS - as_is.seconds, _LEAST_SECONDS), seed=seed)
    return {
        "as_is": as_is.move.square_index,
        "all_time": deepening(board, _R2, SECONDS, 1.0).move.square_index,
        "all_mcts": mcts(board, seconds=SECONDS, seed=seed).move.square_index,
        FIFTH: _lead(fifth, as_is.move),
        REST: _lead(rest, as_is.move),
        "won": as_is.value >= _WON,
        "used": min(as_is.seconds / SECONDS, 1.0),
        "depth": as_is.depth,
        "playouts": rest.playouts,
    }


def _lead(found: MonteCarlo, move: Move) -> tuple[int, float]:
    """Return the move that was tried most, and by how much more it was won than the other one."""
    values = {tried.move: tried.value for tried in found.moves}
    return found.move.square_index, found.value - values.get(move, found.value)


def overruled(name: str, lead: float) -> str:
    """Name a way of spending the time in which a lead overrules R2's move."""
    return f"{name}, lead {lead:g}"


def _told(judged: Judged, as_is: list[int], chosen: list[int]) -> dict[str, Any]:
    """Return what choices lose, and how much less than R2's in the same positions."""
    discs, points = judged.discs_lost(chosen), judged.points_lost(chosen)
    return {
        "discs": mean(discs).to_object(),
        "points": mean(points).to_object(),
        "saved": mean(judged.discs_lost(as_is) - discs).to_object(),
        "points_saved": mean(judged.points_lost(as_is) - points).to_object(),
        "changed": float(np.mean(np.array(as_is) != np.array(chosen))),
    }
