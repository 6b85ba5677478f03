"""Programs that speak GTP: Edax, Egaroucid and others."""

from dataclasses import dataclass
from typing import ClassVar

from obversi.agents.agent import AgentFailureError, FailureKind, Thought
from obversi.agents.program_agent import ProgramAgent
from obversi.board import Board
from obversi.color import BLACK, Color, color_name
from obversi.errors import FormatError, InvalidMoveError
from obversi.formats.lines import quoted
from obversi.limit import Limit
from obversi.move import PASS, Move
from obversi.rules import Rules
from obversi.wire import gtp

_VERSION = "2"

# A program that accepts this time can read parts of a second.
_PART_OF_A_SECOND = Limit(seconds=0.5)


@dataclass(frozen=True, slots=True)
class _TimeSettings:
    """A time for the game, or one for each period of `stones` moves."""

    main: float = 0.0
    period: float = 0.0
    stones: int = 0


class GtpAgent(ProgramAgent):
    """Plays the moves of a program that speaks GTP.

    The program has a board of its own, which is kept in step with the game. A game must begin with
    the usual start, and the program must know reversed rules to play by them.
    """

    protocol = "GTP"
    _farewell: ClassVar[object] = gtp.Command("quit")

    def __init__(
        self, command: str, start: float = 10.0, grace: float = 5.0, threads: int = 1
    ) -> None:
        """Start the program, whose board is unknown at first."""
        self._last_id = 0
        self._commands: frozenset[str] = frozenset()
        self._game: tuple[int, str] | None = None
        self._moves: list[Move] | None = None
        self._time_settings: _TimeSettings | None = None
        self._whole_seconds = self._is_time_tried = self._is_time_sent = False
        super().__init__(command, start, grace, threads)

    @property
    def keeps_time(self) -> bool:
        """Whether it has a command for times, and reads parts of a second."""
        return "time_settings" in self._commands and not self._whole_seconds

    def _greet(self, deadline: float) -> None:
        self._game = self._moves = self._time_settings = None
        self._is_time_sent = False
        self._program.start()
        version = self._say("protocol_version", deadline=deadline, after_banner=True)
        if version != _VERSION:
            reason = f"it speaks version {quoted(version)} of GTP: expected {_VERSION}"
            raise AgentFailureError(FailureKind.PROTOCOL, reason)
        self._learn(
            name=self._say("name", deadline=deadline),
            version=self._say("version", deadline=deadline),
        )
        self._commands = gtp.parse_command_list(self._say("list_commands", deadline=deadline))
        if not self._is_time_tried:
            # Find out before the first game whether the program can keep a time limit.
            self._send_time(BLACK, _PART_OF_A_SECOND, deadline)
            self._is_time_tried = True

    def _ping(self, deadline: float) -> None:
        self._say("protocol_version", deadline=deadline)

    def _forget(self, deadline: float) -> None:
        self._moves = self._time_settings = None
        if self._game is not None:
            self._clear(deadline)

    def _ask(self, board: Board, limit: Limit, deadline: float) -> Thought:
        self._set_up(board, deadline)
        self._send_time(board.turn, limit, deadline)
        assert self._moves is not None
        said = self._say("genmove", color_name(board.turn), deadline=deadline)
        if said.lower() == "resign":
            raise AgentFailureError(FailureKind.ERROR, "it resigns")
        try:
            move = Move(said)
        except InvalidMoveError as error:
            raise AgentFailureError(
                FailureKind.ILLEGAL, f"it says {quoted(said)}: {error}"
            ) from error
        if move.is_pass:
            raise AgentFailureError(FailureKind.PROTOCOL, "it passes while there are moves")
        self._moves.append(move)
        return Thought(move)

    # Its board

    def _set_up(self, board: Board, deadline: float) -> None:
        """Set up this position on its board."""
        if board.root() != Board(board.size, board.rules):
            reason = "by GTP games begin with the usual start, and this one does not"
            raise AgentFailureError(FailureKind.ERROR, reason)
        self._agree(board.size, board.rules, deadline)
        moves = board.move_stack
        if self._moves is None or self._moves != moves[: len(self._moves)]:
            self._clear(deadline)
        assert self._moves is not None
        mover = BLACK if len(self._moves) % 2 == 0 else -BLACK
        for move in moves[len(self._moves) :]:
            self._play(mover, move, deadline)
            mover = -mover

    def _agree(self, size: int, rules: Rules, deadline: float) -> None:
        """Agree with the program on the size and the rules."""
        if (size, rules) == self._game:
            return
        self._game = self._moves = None
        try:
            self._say("boardsize", str(size), deadline=deadline)
        except AgentFailureError as failure:
            reason = f"it does not play on {size}×{size}: {failure}"
            raise AgentFailureError(failure.kind, reason) from failure
        self._set_rules(rules, deadline)
        self._game = (size, rules)
        self._clear(deadline)

    def _set_rules(self, rules: Rules, deadline: float) -> None:
        rejected = ""
        for command, argument in ((gtp.RULES_COMMAND, rules), ("set_game", gtp.GAMES[rules])):
            if command in self._commands:
                try:
                    self._say(command, argument, deadline=deadline)
                    return
                except AgentFailureError as failure:
                    if failure.kind is not FailureKind.ERROR:
                        raise
                    rejected = str(failure)
        if rules == "reversed" or rejected:
            why = rejected or f"it knows neither {gtp.RULES_COMMAND!r} nor 'set_game'"
            raise AgentFailureError(FailureKind.ERROR, f"it does not play by {rules} rules: {why}")

    def _clear(self, deadline: float) -> None:
        self._moves = None
        self._say("clear_board", deadline=deadline)
        self._moves = []

    def _play(self, color: Color, move: Move, deadline: float) -> None:
        assert self._moves is not None
        played, self._moves = self._moves, None  # unknown until the reply
        try:
            self._say("play", color_name(color), move, deadline=deadline)
        except AgentFailureError as failure:
            # Some programs reject passes, and infer them from the colour of the next move.
            if failure.kind is not FailureKind.ERROR or move is not PASS:
                raise
        self._moves = [*played, move]

    # Its time

    def _has_to_start_anew(self, limit: Limit) -> bool:
        """Whether a restart must remove an old time: some programs, such as Edax, keep it."""
        return self._is_time_sent and limit.clock is None and limit.seconds is None

    def _send_time(self, color: Color, limit: Limit, deadline: float) -> None:
        """Send the clock, without an increment (GTP has none), or the time for each move."""
        settings = self._time_settings
        if limit.clock is not None:
            left, stones = limit.clock, 0
            if settings is None or settings.stones:
                settings = _TimeSettings(main=limit.clock)
        elif limit.seconds is not None:
            left, stones = limit.seconds, 1
            settings = _TimeSettings(period=limit.seconds, stones=1)
        else:
            return
        if settings != self._time_settings:
            times = (settings.main, settings.period)
            self._say_times("time_settings", (), times, settings.stones, deadline)
            self._time_settings = settings
        self._say_times("time_left", (color_name(color),), (left,), stones, deadline)

    def _say_times(
        self,
        name: str,
        words: tuple[str, ...],
        times: tuple[float, ...],
        stones: int,
        deadline: float,
    ) -> None:
        """Send times to a program that knows the command; some read whole seconds only."""
        if name not in self._commands:
            return
        self._is_time_sent = True
        for whole in (self._whole_seconds, True):
            texts = [gtp.seconds_text(time, whole=whole) for time in times]
            try:
                self._say(name, *words, *texts, str(stones), deadline=deadline)
            except AgentFailureError as failure:
                if failure.kind is not FailureKind.ERROR:
                    raise
                self._whole_seconds = True
            else:
                return

    # Messages

    def _say(self, name: str, *arguments: str, deadline: float, after_banner: bool = False) -> str:
        """Send a command and return the text of its answer; a rejection is the agent's error."""
        self._last_id += 1
        command = gtp.Command(name, arguments, self._last_id)
        self._program.send([command], deadline)
        response = self._response(command, deadline, after_banner)
        if not response.success:
            words = " ".join((name, *arguments))
            raise AgentFailureError(
                FailureKind.ERROR, f"it answers {words!r} by {quoted(response.text, 100)}"
            )
        return response.text

    def _response(self, command: gtp.Command, deadline: float, after_banner: bool) -> gtp.Response:
        reader = gtp.ResponseReader()
        while True:
            line = self._program.read_line(deadline)
            try:
                if response := reader.feed(line):
                    return response.answering(command)
            except FormatError as error:
                if not after_banner:
                    raise AgentFailureError(
                        FailureKind.PROTOCOL, f"it does not speak GTP: {error}"
                    ) from error
