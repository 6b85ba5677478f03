"""A game as one of its two players may see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from obversi.arena.game.played import PlayedGame
from obversi.arena.report.wording import fault_text
from obversi.color import color_name

__all__ = ["OwnGame", "own_game"]

_Told = TypeVar("_Told")


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game with everything about one player, and nothing of the other but name and moves.

    `number` counts the games of this player, in all stages together.
    """

    number: int
    stage: str
    game: PlayedGame
    color: int
    opponent: str

    @property
    def margin(self) -> int:
        """The margin of this player, in discs."""
        return self.game.margin if self.color == self.game.a_color else -self.game.margin

    @property
    def result(self) -> str:
        """Whether this player has won, drawn or lost."""
        return "won" if self.margin > 0 else "lost" if self.margin < 0 else "drawn"

    @property
    def notes(self) -> Mapping[str, Any]:
        """What its agent told of the game."""
        told = self.game.notes.get(color_name(self.color))
        return told if isinstance(told, Mapping) else {}

    @property
    def seconds(self) -> Sequence[float]:
        """How long the moves of this player took."""
        return self.game.seconds(self.color)


def own_game(number: int, stage: str, game: PlayedGame, color: int, opponent: str) -> OwnGame:
    """Take out of a game what is the other player's own: times, values, notes and reasons."""
    first = game.record.start.turn
    own = [color == (-first if ply % 2 else first) for ply in range(len(game.record.moves))]
    moves = tuple(
        played if mine else replace(played, value=None, seconds=None)
        for played, mine in zip(game.record.moves, own, strict=True)
    )
    failure = game.failure
    if failure is not None and failure.color != color:
        failure = replace(failure, reason=fault_text(failure.fault))
    side = color_name(color)
    seen = replace(
        game,
        number=number,
        record=replace(game.record, moves=moves),
        failure=failure,
        clocks=_kept(game.clocks, own),
        depths=_kept(game.depths, own),
        nodes=_kept(game.nodes, own),
        notes={side: game.notes[side]} if side in game.notes else {},
        place="",
    )
    return OwnGame(number, stage, seen, color, opponent)


def _kept(row: Sequence[_Told | None], own: Sequence[bool]) -> tuple[_Told | None, ...]:
    return tuple(told if mine else None for told, mine in zip(row, own, strict=False))
