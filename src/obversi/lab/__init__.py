"""The laboratory: experiments with error bars, measures of strength, and tuning.

>>> from obversi.lab import EXPERIMENTS
>>> found = EXPERIMENTS["breadth"](games=100, size=6)
>>> found.settings.games, found.summary.endswith(".")
(100, True)
"""

# ruff: noqa: E402

from obversi.extras import require

require("the laboratory", "lab", "scipy", "jinja2")

from typing import TYPE_CHECKING

from obversi.lab.experiment import Result
from obversi.lazy import lazy_names

if TYPE_CHECKING:
    from obversi.figures import new_figure
    from obversi.lab.estimate import Estimate, score, share
    from obversi.lab.experiment import Experiment
    from obversi.lab.experiments import EXPERIMENTS
    from obversi.lab.finding import Conclusion, Finding, observe
    from obversi.lab.folder import LabFolder
    from obversi.lab.models.round_robin import round_robin
    from obversi.lab.models.search_depth import search_depth
    from obversi.lab.models.value_loss import value_loss
    from obversi.lab.models.win_rate import win_rate, win_rates
    from obversi.lab.page import write_folder_page
    from obversi.lab.steps import Grid, Step, by_rules, planned
    from obversi.lab.tuning import tune
else:
    __getattr__ = lazy_names(__name__)

__all__ = [
    "EXPERIMENTS",
    "Conclusion",
    "Estimate",
    "Experiment",
    "Finding",
    "Grid",
    "LabFolder",
    "Result",
    "Step",
    "by_rules",
    "new_figure",
    "observe",
    "planned",
    "round_robin",
    "score",
    "search_depth",
    "share",
    "tune",
    "value_loss",
    "win_rate",
    "win_rates",
    "write_folder_page",
]


def _to_html(result: Result) -> str:
    from obversi.lab.page import result_html

    return result_html(result)


Result.to_html = _to_html
