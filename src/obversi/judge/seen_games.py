"""A game as one of its two players sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

from obversi.arena.game.play import shortened
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.report.wording import failure_text
from obversi.color import Color, color_name
from obversi.formats.record import PlayedMove
from obversi.move import Move


@dataclass(frozen=True, slots=True)
class SeenGame:
    """A game with one of its players: colour, name of the opponent, and stage of the contest."""

    game: PlayedGame
    color: Color
    opponent: str
    stage: str = ""

    @property
    def margin(self) -> int:
        """The margin of this player, in discs."""
        return self.game.margin if self.color == self.game.a_color else -self.game.margin

    @property
    def result(self) -> str:
        """The result for this player: "won", "drawn" or "lost"."""
        return "won" if self.margin > 0 else "lost" if self.margin < 0 else "drawn"

    @property
    def own_failure(self) -> Failure | None:
        """The failure by which this player lost the game, or None."""
        failure = self.game.failure
        return failure if failure is not None and failure.color == self.color else None

    @property
    def notes(self) -> Mapping[str, Any]:
        """The notes of its agent about the game."""
        notes = self.game.notes.get(color_name(self.color))
        return notes if isinstance(notes, Mapping) else {}

    @property
    def seconds(self) -> Sequence[float]:
        """The seconds of this player's moves."""
        return self.game.seconds(self.color)


_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class OwnGame(SeenGame):
    """A game with everything about one player, but only name and moves of the opponent.

    `number` counts the games of this player, in all stages together.
    """

    number: int = 0


def own_game(number: int, stage: str, game: PlayedGame, color: Color, opponent: str) -> OwnGame:
    """Remove the opponent's times, values, notes and reasons from a game."""
    first = game.record.start.turn
    own = [color == (-first if ply % 2 else first) for ply in range(len(game.record.moves))]
    moves = tuple(
        played if mine else _move_only(played.move)
        for played, mine in zip(game.record.moves, own, strict=True)
    )
    failure = game.failure
    if failure is not None and failure.color != color:
        failure = replace(failure, reason=failure_text(failure.kind))
    side = color_name(color)
    seen = replace(
        game,
        number=number,
        record=replace(game.record, moves=moves),
        failure=failure,
        clocks=_own_values(game.clocks, own),
        depths=_own_values(game.depths, own),
        nodes=_own_values(game.nodes, own),
        notes={side: game.notes[side]} if side in game.notes else {},
        place="",
    )
    return OwnGame(seen, color, opponent, stage, number)


@cache
def _move_only(move: Move) -> PlayedMove:
    """Return a move without time and value; cached, since games repeat the same moves."""
    return PlayedMove(move)


def _own_values(row: Sequence[_Value | None], own: Sequence[bool]) -> tuple[_Value | None, ...]:
    return tuple(value if mine else None for value, mine in zip(row, own, strict=False))


# The most characters of output per game: there are thousands of games.
_MOST_OUTPUT = 20_000


def shortened_output(text: str) -> str:
    """Return the output of a game, without the middle if it is long."""
    return shortened(text, _MOST_OUTPUT)
