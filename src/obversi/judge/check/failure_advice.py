"""Advice for each kind of failure."""

import re

from obversi.agents.agent import FailureKind

_ADVICE = {
    FailureKind.TIME: "add a legal move to `candidate_list` before you search, and stop the search "
    "well before `self.time_out`",
    FailureKind.HANG: "look at the clock inside the search, and catch only the exceptions you "
    "expect: `except:` also catches the one that ends the call",
    FailureKind.ILLEGAL: "only legal squares belong into `candidate_list`, the move at its end",
    FailureKind.ERROR: "look at the line of the error: what are its values? You may print them: "
    "the output is stored",
    FailureKind.DEATH: "do not end the process: no exit, and no recursion deeper than Python "
    "allows",
    FailureKind.PROTOCOL: "write with `print` only, and do not touch other files: your move is "
    "the last entry of `candidate_list`",
    FailureKind.FLOOD: "remove the prints: they also cost time",
    FailureKind.MEMORY: "store fewer positions: limit the size of tables, and do not store copies "
    "of the board",
    FailureKind.FORBIDDEN: "do without it: nothing that reaches outside the game is allowed",
}

_MAKE_A_LIST = (
    "write `self.candidate_list = []` in `__init__`, and append to it in `go`: it has to have "
    "exactly this name"
)
_DO_LESS = "do less at the top level of the file and in `__init__`: the game starts after them"
COMPILE_ADVICE = (
    "compile in `__init__` or at the end of the file, which are on no clock: call each compiled "
    "function there once, with the same types of arguments. With `cache=True` the games of a "
    "contest begin with what its usability test compiled"
)
_NO_EXIT = "do not end the process: remove the exit"

# The words of some failures say more than their kind; the first match counts.
_ADVICE_BY_WORDS = (
    (FailureKind.PROTOCOL, "has no candidate_list", _MAKE_A_LIST),
    (FailureKind.ERROR, "has no attribute 'candidate_list'", _MAKE_A_LIST),
    (
        FailureKind.PROTOCOL,
        "candidate_list holds",
        "the entries of `candidate_list` are pairs of whole numbers: (row, column)",
    ),
    (
        FailureKind.PROTOCOL,
        "candidate_list is",
        "make `candidate_list` a list: it has an order, and its last entry is played",
    ),
    (
        FailureKind.PROTOCOL,
        "candidate_list has more than",
        "clear `candidate_list` when `go` begins, and append a move only if it is better than the "
        "one before",
    ),
    (
        FailureKind.ILLEGAL,
        "candidate_list is empty",
        "append every legal square to `self.candidate_list`, and then the move that you choose; "
        "it may be empty only where no move is legal. Is your search for legal squares right on "
        "this board?",
    ),
    (
        FailureKind.TIME,
        "for the whole game",
        "add up the time of the calls in `self`, and search less when little is left",
    ),
    (
        FailureKind.TIME,
        "interrupted: compiled code",
        "let compiled code do less in one call, so that Python can look at the clock in between",
    ),
    (FailureKind.TIME, "still compiling", COMPILE_ADVICE),
    (FailureKind.HANG, "still compiling", COMPILE_ADVICE),
    (
        FailureKind.HANG,
        "compiled code",
        "let compiled code do less in one call, so that Python can look at the clock in between",
    ),
    (
        FailureKind.HANG,
        "catches the exception",
        "catch only the exceptions you expect: `except:` and `except BaseException:` also catch "
        "the one that ends the call",
    ),
    (FailureKind.HANG, "not ready after", _DO_LESS),
    (FailureKind.HANG, "it hung while its file was run", _DO_LESS),
    (FailureKind.HANG, "it hung in AI.__init__", _DO_LESS),
    (FailureKind.ERROR, "it ended itself", _NO_EXIT),
)

# By the type of the exception.
_ADVICE_BY_ERROR = {
    "ModuleNotFoundError": "you hand in one file: its imports have to be part of Python, or "
    "installed on the judge's machine",
    "FileNotFoundError": "you hand in one file, which runs in an empty folder: write the data into "
    "the file itself",
    "EOFError": "there is no keyboard input: remove `input()`",
    "PermissionError": "an agent has no network, cannot start programs, and can write files "
    "only in its own folder",
    "RecursionError": "Python allows a depth of about 1000 calls: is there a call that never ends?",
    "IndexError": "an index may be as large as the size less 1, and a list may be empty",
}


# The line of an error, at the end of its words.
_LINE = re.compile(r" \(line \d+\)$")


def failure_group(kind: FailureKind, words: str) -> str:
    """Return a text that is equal for failures of the same kind.

    Errors in different lines differ; squares, amounts, paths and addresses do not matter.

    >>> failure_group(FailureKind.ERROR, "KeyError: (3, 4) (line 12)")
    'error: KeyError (line 12)'
    """
    if kind is not FailureKind.ERROR:
        return f"{kind}: {failure_advice(kind, words)}"
    line = _LINE.search(words)
    if line is None:
        return words
    return f"{kind}: {words.partition(':')[0].removesuffix(line[0])}{line[0]}"


def failure_advice(kind: FailureKind, words: str) -> str:
    """Return the advice for a failure with these words."""
    for of, part, advice in _ADVICE_BY_WORDS:
        if kind is of and part in words:
            return advice
    error = words.partition(":")[0].partition(" ")[0]
    return _ADVICE_BY_ERROR.get(error, _ADVICE[kind])
