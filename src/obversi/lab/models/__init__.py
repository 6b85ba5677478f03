"""R2's four performance models: measures of how strong an agent or an evaluation is."""

from obversi.lab.models.round_robin import Cycle, Encounter, RoundRobin, round_robin
from obversi.lab.models.search_depth import EvaluationDepth, SearchDepth, search_depth
from obversi.lab.models.solved_trees import SolvedTrees, solve_trees
from obversi.lab.models.value_loss import EvaluationLoss, ValueLoss, loss_on, value_loss
from obversi.lab.models.win_rate import EarlyStops, WinRate, WinRates, win_rate, win_rates

__all__ = [
    "Cycle",
    "EarlyStops",
    "Encounter",
    "EvaluationDepth",
    "EvaluationLoss",
    "RoundRobin",
    "SearchDepth",
    "SolvedTrees",
    "ValueLoss",
    "WinRate",
    "WinRates",
    "loss_on",
    "round_robin",
    "search_depth",
    "solve_trees",
    "value_loss",
    "win_rate",
    "win_rates",
]
