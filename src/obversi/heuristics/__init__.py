"""Evaluations: values of positions without a search, and their explanations."""

from obversi.heuristics.catalog import AnyEvaluation, evaluate, evaluation
from obversi.heuristics.evaluation import Evaluation, Finished, WeightedFeature
from obversi.heuristics.explain import Explanation, Judgement, explain
from obversi.heuristics.features import FEATURES, GOAL_FEATURES, Quarter, feature
from obversi.heuristics.mix import Mix, Phase
from obversi.heuristics.mix_file import mix_text, read_mix, write_mix
from obversi.heuristics.pattern_evaluation import PatternEvaluation
from obversi.heuristics.python_evaluation import PythonEvaluation
from obversi.heuristics.reports import EVALUATIONS, EvaluationKind

__all__ = [
    "EVALUATIONS",
    "FEATURES",
    "GOAL_FEATURES",
    "AnyEvaluation",
    "Evaluation",
    "EvaluationKind",
    "Explanation",
    "Finished",
    "Judgement",
    "Mix",
    "PatternEvaluation",
    "Phase",
    "PythonEvaluation",
    "Quarter",
    "WeightedFeature",
    "evaluate",
    "evaluation",
    "explain",
    "feature",
    "mix_text",
    "read_mix",
    "write_mix",
]
