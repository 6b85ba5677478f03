"""Games of one ply more, and choices of every depth in positions that are known."""

from functools import partial
from itertools import pairwise
from typing import Any, Final

import numpy as np

from obversi.agents.search_agent import SearchAgent
from obversi.heuristics import Evaluation, Mix, Phase, evaluation
from obversi.lab.estimate import mean, share
from obversi.lab.games.duel import duel
from obversi.lab.positions.judged import Judged, judged_positions
from obversi.lab.settings import Settings
from obversi.lab.step import Step, Watch
from obversi.lab.threads import each
from obversi.move import Move
from obversi.textbook import alpha_beta

__all__ = [
    "DEPTHS",
    "EMPTIES",
    "EVALUATIONS",
    "EXACT_DEPTHS",
    "exact_key",
    "games_key",
    "steps",
]

EVALUATIONS: Final = ("r0-adjusted", "r1", "r1-corrected", "r2", "r3", "r4", "discs")
_DISCS: Final = Mix("discs", (Phase({"discs": 1.0}),))

# One ply more plays against so many plies; the last match is slow, and has fewer games but for R2's
# evaluation, which the report's hypothesis is about.
DEPTHS: Final = (1, 2, 3, 4)
_SLOW_DEPTH: Final = 4
_SLOW_SHARE: Final = 10
EXACT_DEPTHS: Final = {4: (1, 2, 3), 6: (1, 2, 3, 4, 5, 6), 8: (1, 2, 3, 4, 5, 6)}
EMPTIES: Final = {4: 6, 6: 12, 8: 13}


def steps(settings: Settings) -> list[Step]:
    """Plan the work."""
    planned = []
    for rules in settings.rules:
        for name in EVALUATIONS:
            for depth in DEPTHS:
                play = partial(_play, name, depth, settings, rules)
                planned.append(Step(games_key(rules, name, depth), play))
            lose = partial(_discs_lost, name, settings, rules)
            planned.append(Step(exact_key(rules, name), lose))
    return planned


def games_key(rules: str, name: str, depth: int) -> str:
    """Name the games of one ply more than a depth."""
    return f"{rules} {name}, {depth + 1} plies against {depth}"


def exact_key(rules: str, name: str) -> str:
    """Name the choices in positions that are known."""
    return f"{rules} {name}, discs lost"


def _evaluation(name: str) -> Evaluation:
    return _DISCS if name == "discs" else evaluation(name.removesuffix("-corrected"))


def _agent(name: str, depth: int) -> SearchAgent:
    view: Any = "mover" if name == "r1" else "root"
    return SearchAgent(_evaluation(name), name=f"{name} {depth}", depth=depth, leaf_view=view)


def _play(name: str, depth: int, settings: Settings, rules: str, watch: Watch) -> dict[str, Any]:
    is_slow = depth >= _SLOW_DEPTH and name != "r2"
    games = settings.games // (_SLOW_SHARE if is_slow else 1)
    a, b = _agent(name, depth + 1), _agent(name, depth)
    return duel(a, b, settings, rules, "deeper", watch, max(2, games))


def _discs_lost(name: str, settings: Settings, rules: str, watch: Watch) -> dict[str, Any]:
    """Let searches of every depth choose in positions of which all values are known."""
    judged = judged_positions(
        settings.games,
        EMPTIES[settings.size],
        settings.size,
        rules,
        settings.seed,
        settings.threads,
    )
    judge = _evaluation(name)
    depths = EXACT_DEPTHS[settings.size]
    lost, points, chosen = [], [], []
    for number, depth in enumerate(depths):
        view: Any = "mover" if name == "r1" else "root"
        search = partial(alpha_beta, evaluation=judge, depth=depth, leaf_view=view)
        found = each(search, judged.boards, settings.threads)
        chosen.append([one.move.square_index for one in found])
        lost.append(judged.discs_lost(chosen[-1]))
        points.append(judged.points_lost(chosen[-1]))
        watch((number + 1) / len(depths))
    changes = [after - before for before, after in pairwise(lost)]
    return {
        "positions": len(judged),
        "discs": [mean(one).to_object() for one in lost],
        "points": [mean(one).to_object() for one in points],
        "worse": [share(int((change > 0).sum()), len(change)).to_object() for change in changes],
        "better": [share(int((change < 0).sum()), len(change)).to_object() for change in changes],
        "mean_worse": mean(np.mean([change > 0 for change in changes], axis=0)).to_object(),
        "mean_better": mean(np.mean([change < 0 for change in changes], axis=0)).to_object(),
        "change": [mean(change).to_object() for change in changes],
        "example": _example(judged, chosen, changes, depths),
    }


def _example(
    judged: Judged, chosen: list[list[int]], changes: list[Any], depths: tuple[int, ...]
) -> dict[str, Any] | None:
    """Return the choice that one ply more made worst, or None if it never did."""
    step, place = (int(one) for one in np.unravel_index(np.argmax(changes), np.shape(changes)))
    if changes[step][place] <= 0:
        return None
    squares = [chosen[step][place], chosen[step + 1][place]]
    return {
        "position": judged.boards[place].to_string(),
        "depth": depths[step],
        "moves": [str(Move.from_index(square)) for square in squares],
        "margins": [int(judged.values[place, square]) for square in squares],
    }
