"""Commands that are started with stdin, stdout or stderr closed."""

import os
import sys

__all__ = ["open_closed_streams"]


def open_closed_streams() -> None:
    """Let what is closed lead to nowhere.

    Otherwise the next file that is opened, such as that of the tournaments, would get the number of
    the closed one, and processes of games would write into it what they have to say.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(nowhere, True)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))
