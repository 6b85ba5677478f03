"""The check of a file before it is handed in."""

from obversi.judge.check.check import CheckResult, check

__all__ = ["CheckResult", "check"]
