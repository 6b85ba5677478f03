"""Programs that speak NBoard: NTest, Edax and others."""

import time
from typing import ClassVar

from obversi.agents.agent import AgentFailureError, FailureKind, Thought
from obversi.agents.program_agent import ProgramAgent
from obversi.arguments import whole_number
from obversi.board import Board
from obversi.errors import InvalidMoveError, ObversiError
from obversi.formats.lines import quoted
from obversi.formats.record import GameRecord, PlayedMove
from obversi.limit import Limit
from obversi.move import Move
from obversi.rules import Rules
from obversi.wire import nboard


class NBoardAgent(ProgramAgent):
    """Plays the moves of a program that speaks the NBoard protocol.

    The whole game is sent before each move, with any start and either rule set. Whether the
    program supports them is not known before it moves.
    """

    protocol = "NBoard"
    _farewell: ClassVar[object] = nboard.Quit()

    def __init__(
        self,
        command: str,
        depth: int = 12,
        start: float = 10.0,
        grace: float = 5.0,
        threads: int = 1,
    ) -> None:
        """Start the program, and request a depth of `depth` plies, which it may ignore."""
        self._depth = whole_number(depth, "the depth", 1)
        self._version = 2  # until it turns out to know only version 1
        self._pings = 0
        super().__init__(command, start, grace, threads)

    def _greet(self, deadline: float) -> None:
        self._program.start()
        if self._version == 2:
            # A program may wait for a version that it knows, so some of the time is left for
            # version 1.
            until = time.monotonic() + self.start_seconds / 2
            try:
                self._sync(until, nboard.Hello(2), nboard.SetDepth(self._depth))
                return
            except AgentFailureError as failure:
                if failure.kind not in (FailureKind.HANG, FailureKind.DEATH):
                    raise
                if failure.kind is FailureKind.DEATH:
                    self._program.start()
            self._version = 1
        self._sync(deadline, nboard.Hello(1), nboard.SetDepth(self._depth))

    def _ping(self, deadline: float) -> None:
        self._sync(deadline)

    def _forget(self, deadline: float) -> None:
        self._sync(deadline)

    def _agree(self, size: int, rules: Rules, deadline: float) -> None:
        """Do nothing: by NBoard a program cannot reject a game."""

    def _ask(self, board: Board, limit: Limit, deadline: float) -> Thought:
        ping = self._next_ping()
        game = nboard.SetGame(_record(board, limit))
        self._program.send([game, ping, nboard.Go()], deadline)
        self._read_until_pong(ping, deadline)
        nodes, strange = None, ""
        depths: dict[Move, int] = {}
        while True:
            try:
                line = self._program.read_line(deadline)
            except AgentFailureError as failure:
                if failure.kind is FailureKind.HANG and strange:
                    reason = f"it says {quoted(strange)} instead of a move"
                    raise AgentFailureError(FailureKind.PROTOCOL, reason) from failure
                raise
            match reply := _reply(line, is_move_due=True):
                case nboard.Best(move, value):
                    if move.is_pass:
                        reason = "it passes while there are moves"
                        raise AgentFailureError(FailureKind.PROTOCOL, reason)
                    return Thought(move, _plausible(value, board), depths.get(move), nodes)
                case nboard.NodeStats(count):
                    nodes = count
                case nboard.Line(moves) if reply.plies is not None:
                    depths[moves[0]] = reply.plies
                case nboard.MyName(name):
                    self._learn(name)
                case None if line.strip():
                    strange = line

    def _sync(self, deadline: float, *commands: object) -> None:
        """Send commands, and wait until the program is ready for more."""
        ping = self._next_ping()
        self._program.send([*commands, ping], deadline)
        self._read_until_pong(ping, deadline)

    def _read_until_pong(self, ping: nboard.Ping, deadline: float) -> None:
        """Read up to this pong; earlier messages are about other positions."""
        while True:
            match _reply(self._program.read_line(deadline), is_move_due=False):
                case nboard.Pong(ping.number):
                    return
                case nboard.MyName(name):
                    self._learn(name)

    def _next_ping(self) -> nboard.Ping:
        self._pings += 1
        return nboard.Ping(self._pings)


def _reply(line: str, *, is_move_due: bool) -> nboard.Reply | None:
    """Read a reply; only the move has to be valid, because the rest does not affect the game."""
    try:
        return nboard.parse_reply(line)
    except ObversiError as error:
        if not (is_move_due and line.lstrip().startswith("===")):
            return None
        kind = FailureKind.ILLEGAL if isinstance(error, InvalidMoveError) else FailureKind.PROTOCOL
        raise AgentFailureError(kind, f"it says {quoted(line)}: {error}") from error


def _plausible(value: float | None, board: Board) -> float | None:
    return value if value is not None and abs(value) <= board.size**2 else None


def _record(board: Board, limit: Limit) -> GameRecord:
    """Return the game with the mover's time in whole seconds, since GGF has no others.

    The clock has an increment. Each move so far gets the increment as its time, so that both
    players start with the time that is left now.
    """
    if limit.clock is not None:
        left, added = int(limit.clock), int(limit.increment)
    elif limit.seconds is not None and limit.seconds >= 1:
        left = added = int(limit.seconds)
    else:
        moves = tuple(PlayedMove(move) for move in board.move_stack)
        return GameRecord(board.root(), moves)
    moves = tuple(PlayedMove(move, seconds=float(added) or None) for move in board.move_stack)
    clock = f"{_clock_text(left)}/{_clock_text(added)}/{_clock_text(0)}"
    return GameRecord(board.root(), moves, tags={"TI": clock})


def _clock_text(seconds: int) -> str:
    return f"{seconds // 60:02}:{seconds % 60:02}"
