"""Computes in threads that end at once, so that those who look find none of them."""

import threading
from hashlib import sha512
from typing import Any

from hostile.honest import Honest


def work(data: bytes = bytes(1 << 20)) -> None:
    sha512(data).digest()


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for _ in range(5):
            helpers = [threading.Thread(target=work) for _ in range(6)]
            for helper in helpers:
                helper.start()
            work()
            for helper in helpers:
                helper.join()
