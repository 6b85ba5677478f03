"""The judge: checks and contests of untrusted agents, with grades for a class."""

from obversi.judge.check.check import check

__all__ = [
    "check",
]
