"""A client and a server of CS621, written from its description; nothing comes from the package.

Like the course's own they are blocking, keep a board of their own, and take whatever they receive
at once for one message. What they cannot make sense of ends them with an AssertionError.
"""

import random
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from reference import BLACK, WHITE, Cells, Square, flips, legal_squares, start

PASS = "-20"
COLORS = {"WHITE": WHITE, "BLACK": BLACK}

#: Chooses one of the squares it could move to, or says something of its own instead.
Chooser = Callable[[list[Square]], str]


def text(square: Square) -> str:
    return f"{square[0]} {square[1]}"


def at_random(seed: int) -> Chooser:
    rng = random.Random(seed)
    return lambda squares: text(rng.choice(squares))


@dataclass
class Peer:
    """One end of a connection, with its own board and a log of all messages."""

    connection: socket.socket
    choose: Chooser
    size: int = 8
    ending: str = ""  # of what it sends
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.connection.settimeout(60)
        self.cells: Cells = start(self.size)
        self.color = 0
        self.has_passed = self.other_has_passed = False

    def send(self, message: str, ending: str | None = None) -> None:
        self.connection.sendall((message + (self.ending if ending is None else ending)).encode())

    def receive(self) -> str:
        return self.connection.recv(1024).decode("ascii").strip("\n")

    @property
    def is_over(self) -> bool:
        is_full = all(cell for row in self.cells for cell in row)
        return is_full or (self.has_passed and self.other_has_passed)

    def place(self, message: str, color: int) -> None:
        row, column = (int(number) for number in message.split(" "))
        turned = flips(self.cells, color, (row, column))
        assert turned, f"{message} turns nothing"
        for r, c in [*turned, (row, column)]:
            self.cells[r][c] = color

    def move(self) -> None:
        squares = legal_squares(self.cells, self.color)
        message = self.choose(squares) if squares else PASS
        self.has_passed = not squares
        self.said.append(message)
        if squares:
            self.place(message, self.color)
        self.send(message)

    def receive_move(self) -> None:
        message = self.receive()
        assert message, "the other end has hung up"
        self.said.append(message)
        self.other_has_passed = message == PASS
        if not self.other_has_passed:
            self.place(message, -self.color)

    def play(self) -> None:
        """Play a game to its end; White begins."""
        if self.color == BLACK:
            self.receive_move()
        while not self.is_over:
            self.move()
            if not self.is_over:
                self.receive_move()

    @property
    def moves(self) -> str:
        """The squares that were played, as a transcript has them."""
        pairs = [said.split(" ") for said in self.said if said != PASS]
        return "".join("abcdefgh"[int(column)] + str(int(row) + 1) for row, column in pairs)


def run_client(port: int, choose: Chooser, size: int = 8, handle: str = "163050000") -> Peer:
    """Connect, play one game, and return the finished peer."""
    with socket.create_connection(("127.0.0.1", port), 60) as connection:
        peer = Peer(connection, choose, size, ending="\n")
        peer.send(handle)
        word, color = peer.receive().split(" ")
        assert word == "START"
        peer.color = COLORS[color]
        peer.play()
        return peer


class CourseServer(threading.Thread):
    """Waits for one client, gives it a colour, and plays one game with it."""

    def __init__(self, choose: Chooser, color: str = "WHITE", size: int = 8) -> None:
        super().__init__(daemon=True)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._choose, self._color, self._size = choose, color, size
        self.handle = ""
        self.peer: Peer | None = None
        self.problem: BaseException | None = None

    def run(self) -> None:
        try:
            connection, _ = self._listening.accept()
            with connection, self._listening:
                self.peer = Peer(connection, self._choose, self._size)
                self.handle = self.peer.receive()
                self.peer.send(f"START {self._color}")
                self.peer.color = -COLORS[self._color]
                self.serve(self.peer)
        except BaseException as problem:
            self.problem = problem

    def serve(self, peer: Peer) -> None:
        """Play a game; subclasses misbehave."""
        peer.play()

    def finished(self) -> Peer:
        """Wait for the end of the game."""
        self.join(60)
        if self.problem is not None:
            raise self.problem
        assert self.peer is not None
        return self.peer
