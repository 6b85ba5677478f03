"""The state of a game in the terminal: its players, its moves, and moves that were undone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from obversi.agents.agent import Agent, BaseAgent
from obversi.agents.catalog import AGENTS
from obversi.agents.description import make_agent
from obversi.agents.levels import LevelAgent, level
from obversi.arguments import suggestion
from obversi.board import Board
from obversi.color import BLACK, WHITE, Color, color_name
from obversi.errors import InputError
from obversi.formats.record import GameRecord, record_from_moves
from obversi.move import Move
from obversi.rules import Rules

_PERSON_NAME = "human"
_SHORT_LEVEL = "level="


@dataclass(frozen=True, slots=True)
class LocalPlayer:
    """A person at this terminal, or an agent."""

    agent: Agent | None

    @property
    def is_person(self) -> bool:
        """Whether moves are typed at the prompt."""
        return self.agent is None

    @property
    def name(self) -> str:
        """The name of the player."""
        return _PERSON_NAME if self.agent is None else self.agent.name

    def introduction(self, rules: Rules, size: int) -> str:
        """Return the name, and the description of a level."""
        if not isinstance(self.agent, LevelAgent):
            return self.name
        played = level(self.agent.level, rules, size)
        return f"{self.name}, {played.name}: {played.words}"

    def begin(self) -> None:
        """Prepare an agent with a state for another game."""
        if isinstance(self.agent, BaseAgent):
            self.agent.begin()

    def close(self) -> None:
        """End the program of an agent."""
        if isinstance(self.agent, BaseAgent):
            self.agent.close()


#: The person at the prompt.
PERSON = LocalPlayer(None)


def player_of(description: str, seed: int | None = None) -> LocalPlayer:
    """Return the player of a description: ``human``, an agent, or ``level=3`` for short."""
    if description == _PERSON_NAME:
        return PERSON
    if description.startswith(_SHORT_LEVEL):
        description = f"engine:{description}"
    name = description.partition(":")[0]
    if name not in AGENTS and not name.endswith((".py", ".toml")):
        known = [_PERSON_NAME, *AGENTS]
        raise InputError(f"there is no player {name!r}: {suggestion(name, known)}")
    return LocalPlayer(make_agent(description, seed=seed))


def level_player(number: int, seed: int | None = None) -> LocalPlayer:
    """Return the player of a level."""
    return LocalPlayer(LevelAgent(number, seed=seed))


class GameHistory:
    """The moves of a game with undo and redo; `first` is the position where undo ends."""

    def __init__(self, board: Board, first_ply: int | None = None) -> None:
        """Start on a board; its own moves after `first_ply`, if given, can be undone."""
        self.board = board.copy()
        self._first = board.copy()
        while first_ply is not None and self._first.ply > first_ply:
            self._first.pop()
        self._undone: list[Move] = []

    @property
    def first(self) -> Board:
        """The first position, with the moves that led there."""
        return self._first.copy()

    def play(self, move: Move) -> None:
        """Play a legal move; undone moves are dropped unless it is the next of them."""
        self.board.push(move)
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()

    def undo(self, is_stop: Callable[[Board], bool]) -> bool:
        """Go back to the last position with `is_stop`; without one stay, and return False."""
        board, undone = self.board.copy(), list(self._undone)
        while board.ply > self._first.ply:
            undone.append(board.pop())
            if is_stop(board):
                self.board, self._undone = board, undone
                return True
        return False

    def redo(self, is_stop: Callable[[Board], bool]) -> bool:
        """Go forward to the next position with `is_stop`; return False if nothing was undone."""
        if not self._undone:
            return False
        while self._undone:
            self.board.push(self._undone.pop())
            if is_stop(self.board):
                break
        return True

    def record(self, black: str, white: str) -> GameRecord:
        """Return the game from its first position, with the names of its players."""
        return record_from_moves(self.board.move_stack, self.board.root(), black=black, white=white)


class CurrentGame:
    """A game and its players, which may be exchanged during the game.

    `is_waiting` is true if it is an agent's turn, but the agent was stopped.
    """

    def __init__(self, board: Board, players: Mapping[Color, LocalPlayer]) -> None:
        """Begin on a board."""
        self.history = GameHistory(board)
        self.players = dict(players)
        self.resigned: int | None = None
        self.is_waiting = False

    @property
    def board(self) -> Board:
        """The position now, with the moves that led there."""
        return self.history.board

    @property
    def player(self) -> LocalPlayer:
        """The player whose turn it is."""
        return self.players[self.board.turn]

    @property
    def is_over(self) -> bool:
        """Whether the game is finished or resigned."""
        return self.board.is_over or self.resigned is not None

    @property
    def is_among_agents(self) -> bool:
        """Whether both players are agents."""
        return not any(player.is_person for player in self.players.values())

    def introduction(self) -> str:
        """Return the names of the players."""
        rules, size = self.board.rules, self.board.size
        black, white = (self.players[color].introduction(rules, size) for color in (BLACK, WHITE))
        return f"black is {black}\nwhite is {white}"

    def record(self) -> GameRecord:
        """Return the game so far; a resigned game is lost by all squares."""
        record = self.history.record(self.players[BLACK].name, self.players[WHITE].name)
        if self.resigned is None:
            return record
        # Black is -1, so this is the margin of black.
        margin = self.resigned * self.board.size**2
        return replace(record, result=margin, tags={**record.tags, "CO": self._resignation})

    # Changes

    def undo(self) -> None:
        """Go back to the last turn of a person, or undo a resignation."""
        if self.resigned is None and not self.history.undo(self._is_turn_of_person):
            raise InputError("there is no turn of yours to go back to")
        self.resigned, self.is_waiting = None, False

    def redo(self) -> None:
        """Go forward to the turn of a person that was undone last."""
        if self.resigned is not None:
            raise InputError("the game was resigned: undo takes that back")
        if not self.history.redo(self._is_turn_of_person):
            raise InputError("nothing was undone")
        self.is_waiting = False

    def resign(self) -> str:
        """Resign for the person whose turn it is, or who plays against an agent."""
        if self.is_over:
            raise InputError("the game is over")
        loser = self.board.turn if self.player.is_person else -self.board.turn
        self.resigned = loser
        return self._resignation

    def swap(self) -> None:
        """Swap the colours of the players."""
        self.players = {color: self.players[-color] for color in (BLACK, WHITE)}
        self.is_waiting = False

    def replace_agents(self, player: LocalPlayer) -> None:
        """Replace the agents by another player."""
        agents = [color for color, current in self.players.items() if not current.is_person]
        if not agents:
            raise InputError("two people play here: there is no agent to change")
        for color in agents:
            self.players[color].close()
            self.players[color] = player
        self.is_waiting = False

    def begin(self, history: GameHistory) -> None:
        """Start another game, or continue a loaded one."""
        self.history = history
        self.resigned, self.is_waiting = None, False
        for player in self.players.values():
            player.begin()

    def close(self) -> None:
        """Close the players."""
        for player in self.players.values():
            player.close()

    @property
    def _resignation(self) -> str:
        assert self.resigned is not None
        return f"{color_name(self.resigned)} resigns, {color_name(-self.resigned)} wins"

    def _is_turn_of_person(self, board: Board) -> bool:
        return not board.must_pass and not board.is_over and self.players[board.turn].is_person
