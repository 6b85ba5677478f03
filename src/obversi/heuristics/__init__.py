"""Evaluations: values of positions without a search, and their explanations."""

from obversi.heuristics.catalog import evaluation
from obversi.heuristics.evaluation import WeightedFeature
from obversi.heuristics.features import FEATURES, GOAL_FEATURES
from obversi.heuristics.mix import Mix, Phase
from obversi.heuristics.mix_file import read_mix, write_mix
from obversi.heuristics.pattern_evaluation import PatternEvaluation
from obversi.heuristics.reports import EVALUATIONS

__all__ = [
    "EVALUATIONS",
    "FEATURES",
    "GOAL_FEATURES",
    "Mix",
    "PatternEvaluation",
    "Phase",
    "WeightedFeature",
    "evaluation",
    "read_mix",
    "write_mix",
]
