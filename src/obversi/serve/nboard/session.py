"""A session with a board: it hears commands, thinks in the background, and says what it finds."""

import time
from collections.abc import Callable, Iterable
from typing import Final

from obversi.board import Board
from obversi.engine import Engine
from obversi.errors import FormatError, ObversiError
from obversi.formats.record import GameRecord
from obversi.limit import Limit
from obversi.serve.nboard.game import Game
from obversi.serve.nboard.lines import analysis_replies, draw_value, value
from obversi.serve.player import Player
from obversi.serve.thinking import Thinking
from obversi.size import LONGEST_GAME
from obversi.wire import nboard

__all__ = ["NBoardSession"]

_VERSIONS: Final = (1, 2)
_NAME: Final = "Obversi"


class NBoardSession:
    """Serves a board that speaks NBoard, in version 1 or 2.

    `say` is called with every reply, from several threads. Thinking goes on while commands are
    heard: a hint or an analysis ends with the next command, a move that is being looked for with
    the next that is about another thing to think about.
    """

    def __init__(
        self,
        player: Player,
        say: Callable[[nboard.Reply], None],
        name: str | None = None,
    ) -> None:
        """Wait for commands about the start of a game of the usual kind."""
        self._player = player
        self._say = say
        self._name = name
        self._game = Game(GameRecord(Board()))
        self._depth: int | None = None
        self._contempt = 0
        self._thinking = Thinking(player.engine)
        self._is_move_due = False

    @property
    def _engine(self) -> Engine:
        return self._player.engine

    def hear(self, line: str | FormatError) -> bool:
        """Do what a line says, and return whether there may be more; nobody needs to know all."""
        try:
            if isinstance(line, FormatError):
                raise line
            command = nboard.parse_command(line)
            if command is not None:
                return self._obey(command)
        except ObversiError as error:
            self._say(nboard.Status(f"not understood: {error}"))
        return True

    def end(self, *, finish_move: bool = False) -> None:
        """Stop thinking; a move that is being looked for may still be told."""
        if finish_move and self._is_move_due:
            self._thinking.finish()
        self._thinking.stop()

    def _obey(self, command: nboard.Command) -> bool:
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
                self._game = Game(record)
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

    # What needs no thinking

    def _stop_hints(self) -> None:
        """Stop what nobody waits for the end of."""
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

    # What does

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
            lambda found: self._tell(analysis_replies(board, found, contempt)),
        )
        if not self._thinking.is_stopped:
            seconds = time.perf_counter() - begin
            self._say(nboard.Best(thought.move, thought.value, seconds))

    def _hint(self, count: int) -> None:
        board, contempt = self._game.board, self._contempt
        # A board that wants to see more waits: what ends a hint is the depth, or the next command.
        limit = Limit(depth=self._player.limit(depth=self._depth).depth or LONGEST_GAME)
        for found in self._engine.stream(board, limit, count):
            self._tell(analysis_replies(board, found, contempt))

    def _analyze(self) -> None:
        """Go through the game from its end: what is known of later positions helps earlier ones."""
        boards = list(self._game.record.boards())
        limit = self._player.limit(depth=self._depth)
        for ply in reversed(range(len(boards))):
            worth = self._worth(boards[ply], limit)
            self._tell([nboard.Analysis(ply, worth)])
            if self._thinking.is_stopped:
                return

    def _worth(self, board: Board, limit: Limit) -> float:
        if not board.is_over:
            return value(self._engine.analyse(board, limit), board, self._contempt)
        return float(board.margin()) or draw_value(board, self._contempt)

    def _tell(self, replies: Iterable[nboard.Reply]) -> None:
        """Say what was found, unless nobody wants to know it any more."""
        for reply in replies:
            if self._thinking.is_stopped:
                return
            self._say(reply)
