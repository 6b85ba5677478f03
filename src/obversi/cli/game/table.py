"""The table that a game is played at: the course of the game, and who sits there."""

from collections.abc import Mapping
from dataclasses import replace

from obversi.board import Board
from obversi.cli.game.course import Course
from obversi.cli.game.players import Player
from obversi.color import BLACK, WHITE, color_name
from obversi.errors import ObversiError
from obversi.formats import GameRecord

__all__ = ["Table"]


class Table:
    """A game and its players, who may change places while it goes on.

    `is_waiting` is true if it is an agent's turn, but somebody has stopped it.
    """

    def __init__(self, board: Board, players: Mapping[int, Player]) -> None:
        """Begin on a board."""
        self.course = Course(board)
        self.players = dict(players)
        self.resigned: int | None = None
        self.is_waiting = False

    @property
    def board(self) -> Board:
        """The position now, with the moves that led there."""
        return self.course.board

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.board.turn]

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end, or given up."""
        return self.board.is_over or self.resigned is not None

    @property
    def is_among_agents(self) -> bool:
        """Whether there is nobody to be asked."""
        return not any(player.is_person for player in self.players.values())

    def introduction(self) -> str:
        """Say who plays."""
        rules, size = self.board.rules, self.board.size
        black, white = (self.players[color].introduction(rules, size) for color in (BLACK, WHITE))
        return f"black is {black}\nwhite is {white}"

    def record(self) -> GameRecord:
        """Return the game so far; who has given it up has lost all squares."""
        record = self.course.record(self.players[BLACK].name, self.players[WHITE].name)
        if self.resigned is None:
            return record
        # Black is -1: this is black's margin whoever resigned.
        margin = self.resigned * self.board.size**2
        return replace(record, result=margin, tags={**record.tags, "CO": self._resignation})

    # Changes

    def undo(self) -> None:
        """Go back to the last turn of a person, or take a resignation back."""
        if self.resigned is None and not self.course.undo(self._is_turn_of_person):
            raise ObversiError("there is no turn of yours to go back to")
        self.resigned, self.is_waiting = None, False

    def redo(self) -> None:
        """Go forth to the turn of a person that was undone last."""
        if self.resigned is not None:
            raise ObversiError("the game was given up: undo takes that back")
        if not self.course.redo(self._is_turn_of_person):
            raise ObversiError("there is nothing that was undone")
        self.is_waiting = False

    def resign(self) -> str:
        """Let the person whose turn it is give up, or the one who plays against an agent."""
        if self.is_over:
            raise ObversiError("the game is over")
        loser = self.board.turn if self.player.is_person else -self.board.turn
        self.resigned = loser
        return self._resignation

    def swap(self) -> None:
        """Let the players change sides."""
        self.players = {color: self.players[-color] for color in (BLACK, WHITE)}
        self.is_waiting = False

    def replace_agents(self, player: Player) -> None:
        """Let another player sit where agents do."""
        agents = [color for color, sitting in self.players.items() if not sitting.is_person]
        if not agents:
            raise ObversiError("two people play here: there is no agent to change")
        for color in agents:
            self.players[color].close()
            self.players[color] = player
        self.is_waiting = False

    def begin(self, course: Course) -> None:
        """Begin another game, or go on with one."""
        self.course = course
        self.resigned, self.is_waiting = None, False
        for player in self.players.values():
            player.begin()

    def close(self) -> None:
        """Let the players go."""
        for player in self.players.values():
            player.close()

    @property
    def _resignation(self) -> str:
        assert self.resigned is not None
        return f"{color_name(self.resigned)} resigns, {color_name(-self.resigned)} wins"

    def _is_turn_of_person(self, board: Board) -> bool:
        return not board.must_pass and not board.is_over and self.players[board.turn].is_person
