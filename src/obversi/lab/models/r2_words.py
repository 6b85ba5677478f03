"""Which games R2's words are about."""

from dataclasses import replace

from obversi.lab.finding import Finding

__all__ = ["is_about", "where_r2_speaks"]


def is_about(rules: str, size: int) -> bool:
    """Say whether R2 is about these games: all of it is on the reversed game, on 8×8."""
    return rules == "reversed" and size == 8


def where_r2_speaks(finding: Finding, rules: str, size: int) -> Finding:
    """Return a finding as it is if R2 is about these games, and as a new one otherwise.

    >>> found = Finding("cycles", "some", "1 cycle", "agrees", "There is a cycle.")
    >>> where_r2_speaks(found, "reversed", 8).verdict, where_r2_speaks(found, "normal", 8).verdict
    ('agrees', 'new')
    """
    if is_about(rules, size):
        return finding
    return replace(finding, reported="", verdict="new")
