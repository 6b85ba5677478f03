"""What the engines learned, read before anybody asks for it."""

import threading
from typing import Final

from obversi.errors import ObversiError
from obversi.size import SIZES
from obversi.weights import evaluation

__all__ = ["read_weights_early"]

_NAME: Final = "reader of weights"


def read_weights_early() -> None:
    """Read the weights of all games in a thread, which nobody has to wait for.

    Whoever is the first to play or to analyse a kind of game would wait for them otherwise.
    """
    threading.Thread(target=_read, name=_NAME, daemon=True).start()


def _read() -> None:
    for size in sorted(SIZES, reverse=True):  # that of most games first
        for rules in ("normal", "reversed"):
            try:
                evaluation(size, rules)
            except ObversiError:
                continue  # who needs them is told what is wrong with them
