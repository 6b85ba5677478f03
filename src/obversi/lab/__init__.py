"""The laboratory: experiments with error bars, measures of strength, and tuning.

Every experiment is a function that returns plain data, and draws on request. `obversi.lab.models`
measures agents and evaluations, and `tune` looks for better weights.

>>> from obversi import lab
>>> found = lab.breadth(games=100, size=6)
>>> found.settings.games, found.summary.endswith(".")
(100, True)
"""

# ruff: noqa: E402

from obversi.extras import require

require("the laboratory", "lab", "scipy", "jinja2")

from obversi.lab.estimate import Estimate
from obversi.lab.experiment import Experiment, Result
from obversi.lab.experiments import EXPERIMENTS, experiment
from obversi.lab.finding import Conclusion, Finding, Table, observe
from obversi.lab.folder import LabFolder
from obversi.lab.steps import Grid, Part, Step, Trial, by_rules, planned
from obversi.lab.tuning import tune

__all__ = [
    "EXPERIMENTS",
    "Conclusion",
    "Estimate",
    "Experiment",
    "Finding",
    "Grid",
    "LabFolder",
    "Part",
    "Result",
    "Step",
    "Table",
    "Trial",
    "beating",
    "breadth",
    "by_rules",
    "deeper",
    "endgame",
    "experiment",
    "gamma",
    "invertible",
    "leftover",
    "matrices",
    "minimax",
    "mobility",
    "observe",
    "planned",
    "plies",
    "pruning",
    "search_depths",
    "strategies",
    "tune",
    "value_losses",
    "win_rates",
    "winners",
    "wishes",
]

# The experiments as functions; `obversi lab list` describes each of them.
breadth = EXPERIMENTS["breadth"]
pruning = EXPERIMENTS["pruning"]
minimax = EXPERIMENTS["minimax"]
winners = EXPERIMENTS["winners"]
invertible = EXPERIMENTS["invertible"]
gamma = EXPERIMENTS["gamma"]
matrices = EXPERIMENTS["matrices"]
mobility = EXPERIMENTS["mobility"]
plies = EXPERIMENTS["plies"]
deeper = EXPERIMENTS["deeper"]
strategies = EXPERIMENTS["strategies"]
endgame = EXPERIMENTS["endgame"]
leftover = EXPERIMENTS["leftover"]
wishes = EXPERIMENTS["wishes"]
beating = EXPERIMENTS["beating"]
win_rates = EXPERIMENTS["win-rates"]
value_losses = EXPERIMENTS["value-losses"]
search_depths = EXPERIMENTS["search-depths"]


def _to_html(result: Result) -> str:
    from obversi.lab.page import result_html

    return result_html(result)


Result.to_html = _to_html
