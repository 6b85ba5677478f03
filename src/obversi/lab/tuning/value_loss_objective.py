"""The value loss: how far estimates are from the truth near the end of games."""

from functools import lru_cache
from typing import Final

from obversi.lab.estimate import Estimate
from obversi.lab.models.solved_trees import SolvedTrees, solve_trees
from obversi.lab.models.value_loss import loss_on
from obversi.lab.tuning.objective import Objective, Way
from obversi.lab.tuning.space import Space, Vector

__all__ = ["ValueLossObjective"]

_PLIES: Final = 2


class ValueLossObjective(Objective):
    """R2's structural minimax value loss, with the scale that suits each candidate best.

    All generations are measured on the same positions, since these have to be solved first.
    """

    name = "value-loss"
    title = "value loss"
    unit = unit_of_candidates = "positions"
    larger = False
    worst = 4.0
    usual_games = 200
    check_times = 4
    final_times = 10
    one_seed = True
    plays = False

    def measure(
        self, space: Space, vector: Vector, way: Way, games: int, seed: int, threads: int
    ) -> Estimate:
        """Compare estimates with true values on so many trees."""
        trees = _trees(games, way.size, way.rules, seed, threads)
        return loss_on(trees, space.evaluation(vector), threads=threads).fitted


@lru_cache(maxsize=4)
def _trees(roots: int, size: int, rules: str, seed: int, threads: int) -> SolvedTrees:
    return solve_trees(roots, plies=_PLIES, size=size, rules=rules, seed=seed, threads=threads)
