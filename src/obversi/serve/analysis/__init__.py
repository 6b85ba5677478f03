"""Analyses for tools that ask by lines of JSON."""

from obversi.serve.analysis.session import AnalysisSession

__all__ = ["AnalysisSession"]
