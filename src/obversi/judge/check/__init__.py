"""Trying a file before it is handed in: what is wrong with it, in plain words."""

from obversi.judge.check.check import CheckResult, check

__all__ = ["CheckResult", "check"]
