"""Talks to the network, to neighbours and to the machine itself."""

import socket
from typing import Any

from hostile.honest import Honest, attempt

PORT = int("@PORT@")  # a server listens there


def connect() -> None:
    socket.create_connection(("127.0.0.1", PORT), timeout=1).close()


def send() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"hello", ("127.0.0.1", PORT))


def listen() -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("\0somewhere")


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        attempt("a connection", connect)
        attempt("a datagram", send)
        attempt("a socket without a place", listen)
        attempt("the kernel's routes", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
        attempt("raw packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
