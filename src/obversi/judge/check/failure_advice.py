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
    Fault.PROTOCOL: "write nothing but by `print`, and leave alone what is not yours: your move is "
    "what `candidate_list` ends with",
    Fault.FLOOD: "take the prints out: they also cost time",
    Fault.MEMORY: "keep fewer positions: give a table of positions a largest size, and make no "
    "copies of the board that are kept",
    Fault.FORBIDDEN: "do without it: nothing that reaches out of the game is allowed",
}

_MAKE_A_LIST: Final = (
    "write `self.candidate_list = []` into `__init__`, and append to it in `go`: it has to have "
    "just this name"
)
_DO_LESS: Final = "do less when the file is run and in `__init__`: no game begins before that"
_NO_EXIT: Final = "do not end the process: take the exit out"

# What is said of some failures tells more than their fault does; the first that fits counts.
_ADVICE_BY_WORDS: Final = (
    (Fault.PROTOCOL, "has no candidate_list", _MAKE_A_LIST),
    (Fault.ERROR, "has no attribute 'candidate_list'", _MAKE_A_LIST),
    (
        Fault.PROTOCOL,
        "candidate_list holds",
        "the entries of `candidate_list` are pairs of whole numbers: (row, column)",
    ),
    (
        Fault.PROTOCOL,
        "candidate_list is",
        "make `candidate_list` a list: it has an order, and its last entry is played",
    ),
    (
        Fault.PROTOCOL,
        "candidate_list has more than",
        "clear `candidate_list` when `go` begins, and append a move only if it is better than the "
        "one before",
    ),
    (
        Fault.ILLEGAL,
        "candidate_list is empty",
        "append every legal square to `self.candidate_list`, and then the move that you choose; "
        "it may be empty only where no move is legal. Is your search for legal squares right on "
        "this board?",
    ),
    (
        Fault.TIME,
        "for the whole game",
        "sum up in `self` what the calls of a game took, and hurry when little is left",
    ),
    (
        Fault.TIME,
        "could not be interrupted",
        "let compiled code do less in one call, so that Python can look at the clock in between",
    ),
    (Fault.HANG, "not ready after", _DO_LESS),
    (Fault.HANG, "it hung while its file was run", _DO_LESS),
    (Fault.HANG, "it hung in AI.__init__", _DO_LESS),
    (Fault.ERROR, "it ended itself", _NO_EXIT),
)

# Of errors that say where they come from by their names.
_ADVICE_BY_ERROR: Final = {
    "ModuleNotFoundError": "one file is handed in: what it imports has to be part of Python, or "
    "installed where it is judged",
    "FileNotFoundError": "one file is handed in, and it runs in an empty folder: write what it "
    "reads into the file itself",
    "EOFError": "nobody is there to answer: take `input()` out",
    "PermissionError": "an agent has no network, starts no programs, and writes no files but in a "
    "folder of its own",
    "RecursionError": "Python allows a depth of about 1000 calls: is there a call that never ends?",
    "IndexError": "an index may be as large as the size less 1, and a list may be empty",
}


def failure_kind(fault: Fault, words: str) -> str:
    """Return what failures of the same kind have in common.

    Errors of other lines are others; of what else goes wrong, squares and amounts do not matter.
    """
    return words if fault is Fault.ERROR else f"{fault}: {failure_advice(fault, words)}"


def failure_advice(fault: Fault, words: str) -> str:
    """Say what to do about a failure, which was told by such words."""
    for of, part, advice in _ADVICE_BY_WORDS:
        if fault is of and part in words:
            return advice
    error = words.partition(":")[0].partition(" ")[0]
    return _ADVICE_BY_ERROR.get(error, _ADVICE[fault])
