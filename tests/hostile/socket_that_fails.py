"""Opens a socket, and does not look whether that was allowed."""

import socket
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        socket.create_connection(("127.0.0.1", int("@PORT@")), timeout=1)
        print("ESCAPED: a connection", flush=True)
