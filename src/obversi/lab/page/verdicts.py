"""How many claims of the reports held."""

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from obversi.lab.finding import Finding, Verdict

__all__ = ["VERDICTS", "count_text"]

VERDICTS: Final[Mapping[Verdict, str]] = MappingProxyType(
    {
        "agrees": "the report was right, as far as our error bars tell",
        "differs": "chance makes so great a difference 1 time in 20 or less",
        "open": "the two are compatible, but so uncertain that they could hardly disagree",
        "new": "the report says nothing of it",
    }
)


def count_text(findings: Iterable[Finding]) -> str:
    """Say in a sentence how many claims agree, differ or stay open, and how much is new.

    >>> old, new = Finding("mean", "9", "8.6", "differs", ""), Finding("Elo", "", "5", "new", "")
    >>> count_text([old, new])
    'Of 1 claim of the reports 0 agree with ours, 1 differs and 0 stay open; 1 finding is new.'
    """
    counts = Counter(finding.verdict for finding in findings)
    claims = counts.total() - counts["new"]
    agree, differ, open_ = counts["agrees"], counts["differs"], counts["open"]
    told = f"{counts['new']} finding{' is' if counts['new'] == 1 else 's are'} new."
    if not claims:
        return told
    return (
        f"Of {claims} claim{'' if claims == 1 else 's'} of the reports "
        f"{agree} agree{'s' if agree == 1 else ''} with ours, "
        f"{differ} differ{'s' if differ == 1 else ''} and "
        f"{open_} stay{'s' if open_ == 1 else ''} open; {told}"
    )
