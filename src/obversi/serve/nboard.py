"""The engine for a board program with the NBoard protocol."""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from obversi.analysis import Analysis, AnalysisLine
from obversi.board import Board
from obversi.color import BLACK
from obversi.engine import Engine
from obversi.errors import FormatError, ObversiError
from obversi.formats.record import GameRecord, PlayedMove, play
from obversi.limit import Limit
from obversi.move import Move
from obversi.serve.search import Thinking, TimedEngine
from obversi.size import LONGEST_GAME
from obversi.wire import nboard

# ``05:00``, ``1:00:00``, or ``300``: hours, minutes and seconds as far as they are written.
_TIME = re.compile(r"(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6}(?:\.\d{1,6})?)")

# The time for a move after the clock has run out: boards still expect moves.
_SECONDS_AFTER_THE_LAST = 0.1


@dataclass(frozen=True, slots=True)
class ReceivedGame:
    """The game that the board has sent so far."""

    record: GameRecord

    @property
    def board(self) -> Board:
        """The current position."""
        return self.record.board()

    def after(self, move: Move, value: float | None, seconds: float | None) -> "ReceivedGame":
        """Return the game after one more move, and after the pass before it if that was left out.

        An illegal move raises an error.
        """
        board = self.board
        already = board.ply
        play(board, move)
        passes = [PlayedMove(passed) for passed in board.move_stack[already:-1]]
        moves = (*self.record.moves, *passes, PlayedMove(move, value, seconds))
        return ReceivedGame(replace(self.record, moves=moves, result=None))

    def clock(self) -> Limit:
        """Return the mover's clock, or no limit if the game has no clocks.

        Each move adds the increment to the clock; the grace time of GGF is ignored.
        """
        mover = self.board.turn
        tags = self.record.tags
        text = tags.get("TB" if mover == BLACK else "TW") or tags.get("TI", "")
        main, added = (_seconds(part) for part in (*text.split("/"), "", "")[:2])
        if not main and not added:
            return Limit()
        first = self.record.start.turn
        own = self.record.moves[0 if mover == first else 1 :: 2]
        used = sum(max(played.seconds or 0.0, 0.0) for played in own)
        left = main + added * len(own) - used
        return Limit(clock=max(left, _SECONDS_AFTER_THE_LAST), increment=added)


def _seconds(text: str) -> float:
    """Read a time; an invalid one counts as 0."""
    found = _TIME.fullmatch(text.strip())
    if not found:
        return 0.0
    hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return 3600 * hours + 60 * minutes + seconds


def analysis_replies(board: Board, found: Analysis, contempt: int) -> Iterator[nboard.Reply]:
    """Return the replies after a step of deepening: the lines, the best first, and counts."""
    for line in found.lines:
        worth = value(line, board, contempt)
        yield nboard.Line(tuple(line.pv) or (line.move,), worth, _depth(line, board))
    yield nboard.NodeStats(found.nodes, found.seconds)


def value(found: Analysis | AnalysisLine, board: Board, contempt: int) -> float:
    """Return the value of a move for the mover; a proven draw counts as the contempt."""
    if found.exact and found.margin == 0:
        return draw_value(board, contempt)
    return float(found.margin)


def draw_value(board: Board, contempt: int) -> float:
    """Return the value of a draw for the mover; `contempt` is for black, in hundredths."""
    return (contempt if board.turn == BLACK else -contempt) / 100


def _depth(line: AnalysisLine, board: Board) -> str:
    """Return the depth of a search as text: plies, or percent if it reached the end of the game."""
    if line.exact:
        return "100%"
    # A selective search to the end of the game.
    if line.depth >= len(board.empty):
        return f"{min(line.selectivity, 99)}%"
    return str(line.depth)


_VERSIONS = (1, 2)
_NAME = "Obversi"


class NBoardSession:
    """Serves a board program with version 1 or 2 of the NBoard protocol.

    `say` is called with every reply, from several threads. Commands are handled during a search:
    any command ends a hint or an analysis; a search for a move ends with the next `ping`, or
    command about another position or search.
    """

    def __init__(
        self,
        player: TimedEngine,
        say: Callable[[nboard.Reply], None],
        name: str | None = None,
    ) -> None:
        """Start with a new game of normal 8×8."""
        self._player = player
        self._say = say
        self._name = name
        self._game = ReceivedGame(GameRecord(Board()))
        self._depth: int | None = None
        self._contempt = 0
        self._thinking = Thinking(player.engine)
        self._is_move_due = False

    @property
    def _engine(self) -> Engine:
        return self._player.engine

    def handle(self, line: str | FormatError) -> bool:
        """Handle a command, and return False after `quit`; unknown commands are ignored."""
        try:
            if isinstance(line, FormatError):
                raise line
            command = nboard.parse_command(line)
            if command is not None:
                return self._handle_command(command)
        except ObversiError as error:
            self._say(nboard.Status(f"not understood: {error}"))
        return True

    def end(self, *, finish_move: bool = False) -> None:
        """Stop the search; a move that is being searched may still be sent."""
        if finish_move and self._is_move_due:
            self._thinking.finish()
        self._thinking.stop()

    def _handle_command(self, command: nboard.Command) -> bool:
        match command:
            case nboard.Hello(version):
                self._stop_hints()
                self._greet(version)
            case nboard.SetDepth(depth):
                self._stop_hints()
                self._set_depth(depth)
            case nboard.SetContempt(contempt):
                self._stop_hints()
                self._contempt = contempt
            case nboard.Learn():
                self._stop_hints()
                # There is no book to learn for; boards wait for the answer.
                self._say(nboard.Learned())
            case nboard.SetGame(record):
                self._thinking.stop()
                self._game = ReceivedGame(record)
                self._player.prepare(record.size, record.rules)
            case nboard.Play(move, worth, seconds):
                game = self._game.after(move, worth, seconds)
                self._thinking.stop()
                self._game = game
            case nboard.Ping(number):
                self._thinking.stop()
                self._say(nboard.Pong(number))
            case nboard.Go():
                self._think(self._choose, is_move_due=True)
            case nboard.Hint(count):
                self._think(lambda: self._hint(max(count, 1)))
            case nboard.Analyze():
                self._think(self._analyze, of_a_finished_game=True)
            case nboard.Quit():
                self.end()
                return False
        return True

    # Commands without a search

    def _stop_hints(self) -> None:
        """Stop hints and analyses: the board does not wait for their end."""
        if not self._is_move_due:
            self._thinking.stop()

    def _greet(self, version: int) -> None:
        if version not in _VERSIONS:
            known = " and ".join(map(str, _VERSIONS))
            self._say(nboard.Status(f"versions {known} are spoken here, not {version}"))
        self._say_name()

    def _set_depth(self, depth: int) -> None:
        self._depth = Limit(depth=depth).depth
        self._say_name()

    def _say_name(self) -> None:
        level = self._player.level
        name = self._name
        if name is None:
            strength = self._depth or "" if level is None else f" level {level}"
            name = f"{_NAME}{strength}"
        self._say(nboard.MyName(name))

    # Commands with a search

    def _think(
        self,
        work: Callable[[], None],
        *,
        is_move_due: bool = False,
        of_a_finished_game: bool = False,
    ) -> None:
        board = self._game.board
        self._thinking.stop()
        if board.is_over and not of_a_finished_game:
            self._say(nboard.Status(f"the game is over: {board.status()}"))
            return
        self._is_move_due = is_move_due

        def run() -> None:
            self._say(nboard.Status("thinking" if is_move_due else "analysing"))
            try:
                work()
            finally:
                self._is_move_due = False
            self._say(nboard.Status())

        self._thinking.begin(run)

    def _choose(self) -> None:
        board, clock, contempt = self._game.board, self._game.clock(), self._contempt
        begin = time.perf_counter()
        thought = self._player.think(
            board,
            clock,
            self._depth,
            lambda found: self._send(analysis_replies(board, found, contempt)),
        )
        if not self._thinking.is_stopped:
            seconds = time.perf_counter() - begin
            self._say(nboard.Best(thought.move, thought.value, seconds))

    def _hint(self, count: int) -> None:
        board, contempt = self._game.board, self._contempt
        # A hint has no time limit: the depth or the next command ends it.
        limit = Limit(depth=self._player.limit(depth=self._depth).depth or LONGEST_GAME)
        for found in self._engine.stream(board, limit, count):
            self._send(analysis_replies(board, found, contempt))

    def _analyze(self) -> None:
        """Analyse the game from its end: results of later positions help earlier ones."""
        boards = list(self._game.record.boards())
        limit = self._player.limit(depth=self._depth)
        for ply in reversed(range(len(boards))):
            worth = self._value_of(boards[ply], limit)
            self._send([nboard.Analysis(ply, worth)])
            if self._thinking.is_stopped:
                return

    def _value_of(self, board: Board, limit: Limit) -> float:
        if not board.is_over:
            return value(self._engine.analyse(board, limit), board, self._contempt)
        return float(board.margin()) or draw_value(board, self._contempt)

    def _send(self, replies: Iterable[nboard.Reply]) -> None:
        """Send replies, unless the search was stopped."""
        for reply in replies:
            if self._thinking.is_stopped:
                return
            self._say(reply)
