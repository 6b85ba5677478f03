"""What to do about each kind of failure."""

from typing import Final

from obversi.agents.failure import Fault

__all__ = ["failure_advice", "failure_kind"]

_ADVICE: Final = {
    Fault.TIME: "add a legal move to `candidate_list` before you search, and stop the search well "
    "before `self.time_out`",
    Fault.HANG: "look at the clock inside the search, and catch no more than the exceptions you "
    "expect: `except:` also catches the one that ends the call",
    Fault.ILLEGAL: "only legal squares belong into `candidate_list`, the move at its end",
    Fault.ERROR: "look at the line that is named: what are its values then? What it prints is "
    "kept, and harms nobody",
    Fault.DEATH: "do not end the process: no exit, and no recursion deeper than Python allows",
    Fault.PROTOCOL: "the entries of `candidate_list` are pairs of whole numbers: (row, column)",
    Fault.FLOOD: "take the prints out: they also cost time",
    Fault.MEMORY: "keep fewer positions: give a table of positions a largest size, and make no "
    "copies of the board that are kept",
    Fault.FORBIDDEN: "do without it: nothing that reaches out of the game is allowed",
}


# Of errors that say where they come from by their names.
_ADVICE_BY_ERROR: Final = {
    "its process could not be started": "that is the trouble of a library that it imports, or of "
    "this machine: try it again, and without that library",
    "ModuleNotFoundError": "one file is handed in: what it imports has to be part of Python, or "
    "installed where it is judged",
    "PermissionError": "an agent has no network, starts no programs, and writes no files but in a "
    "folder of its own",
    "RecursionError": "Python allows a depth of about 1000 calls: is there a call that never ends?",
    "IndexError": "an index may be as large as the size less 1, and a list may be empty",
}


def failure_kind(fault: Fault, words: str) -> str:
    """Return what failures of the same kind have in common.

    Errors of other lines are others; of what else goes wrong, only squares and amounts are.
    """
    return words if fault is Fault.ERROR else fault.value


def failure_advice(fault: Fault, words: str) -> str:
    """Say what to do about a failure, which was told by such words."""
    error = words.partition(":")[0]
    return _ADVICE_BY_ERROR.get(error, _ADVICE[fault])
