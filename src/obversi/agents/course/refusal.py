"""Why a file cannot be an agent of a course."""

from obversi.agents.failure import Fault
from obversi.errors import ObversiError

__all__ = ["SubmissionError"]


class SubmissionError(ObversiError):
    """A file that is refused before it is run: why, what to do about it, and where in the file.

    `fault` is `Fault.FORBIDDEN` for what the course does not allow, and `Fault.ERROR` for what
    cannot work.
    """

    def __init__(
        self,
        fault: Fault,
        words: str,
        advice: str = "",
        line: int | None = None,
        details: str = "",
    ) -> None:
        """Keep the parts; the message is the words."""
        super().__init__(words)
        self.fault = fault
        self.words = words
        self.advice = advice
        self.line = line
        self.details = details

    def __reduce__(
        self,
    ) -> tuple[type["SubmissionError"], tuple[Fault, str, str, int | None, str]]:
        """Pickle all of them, for files are read in other processes too."""
        return SubmissionError, (self.fault, self.words, self.advice, self.line, self.details)
