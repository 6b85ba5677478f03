"""What verdicts mean, and how many there are of each."""

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from obversi.lab.finding import Finding, Verdict

__all__ = ["CAUTION", "VERDICTS", "count_text"]

VERDICTS: Final[Mapping[Verdict, str]] = MappingProxyType(
    {
        "agrees": "what was measured bears the report out, and could have spoken against it",
        "differs": "what was measured speaks against the report, by the interval or the test that "
        "the sentence tells",
        "open": "what was measured cannot tell: it fits the report, and much else as well",
        "new": "the report says nothing of it, or not of these rules or this board",
    }
)

CAUTION: Final = (
    "Intervals are those of 95 %, and a test counts if chance makes as much 1 time in 20 or less. "
    "Several tests of one claim are corrected for their number, or said not to be. Findings are "
    "not corrected for how many there are: of twenty true claims about one seems to differ. What "
    "is counted exactly, as for a theorem, has no such doubt."
)


def count_text(findings: Iterable[Finding]) -> str:
    """Say in a sentence how many findings agree with a report, differ or stay open, or are new.

    >>> old, new = Finding("mean", "9", "8.6", "differs", ""), Finding("Elo", "", "5", "new", "")
    >>> count_text([old, new])
    'Of 1 finding that a report speaks of 0 agree with it, 1 differs and 0 stay open; 1 is new.'
    """
    counts = Counter(finding.verdict for finding in findings)
    spoken_of = counts.total() - counts["new"]
    agree, differ, open_ = counts["agrees"], counts["differs"], counts["open"]
    is_new = f"{counts['new']} {'is' if counts['new'] == 1 else 'are'} new."
    if not spoken_of:
        return f"Of {counts.total()} finding{'' if counts.total() == 1 else 's'} {is_new}"
    return (
        f"Of {spoken_of} finding{'' if spoken_of == 1 else 's'} that a report speaks of "
        f"{agree} agree{'s' if agree == 1 else ''} with it, "
        f"{differ} differ{'s' if differ == 1 else ''} and "
        f"{open_} stay{'s' if open_ == 1 else ''} open; {is_new}"
    )
