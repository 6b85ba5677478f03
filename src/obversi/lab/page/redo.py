"""How much a result was made of, and the command that makes it again."""

from obversi.lab.result import Result
from obversi.lab.settings import BOTH_RULES

__all__ = ["extent_text", "redo_command"]


def extent_text(result: Result) -> str:
    """Say what was measured: rules, board, games and the seed."""
    settings, unit = result.settings, result.experiment.unit
    return (
        f"{' and '.join(settings.rules)} rules, {settings.size}×{settings.size}, "
        f"{settings.games:,} {unit}, seed {settings.seed}"
    )


def redo_command(result: Result) -> str:
    """Return the command line with all settings that are not the usual ones."""
    experiment, settings = result.experiment, result.settings
    usual = experiment.settings()
    words = ["obversi lab run", experiment.name]
    if settings.rules != usual.rules:
        rules = "both" if settings.rules == BOTH_RULES else settings.rules[0]
        words.append(f"--rules {rules}")
    for name in ("size", "games", "seed"):
        if (value := getattr(settings, name)) != getattr(usual, name):
            words.append(f"--{name} {value}")
    return " ".join(words)
