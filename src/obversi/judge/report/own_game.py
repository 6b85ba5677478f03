"""A game as one of its two players may see it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

from obversi.arena.game.played import PlayedGame
from obversi.arena.report.wording import fault_text
from obversi.color import color_name
from obversi.formats.record import PlayedMove
from obversi.judge.seen_game import SeenGame
from obversi.move import Move

__all__ = ["OwnGame", "own_game"]

_Told = TypeVar("_Told")


@dataclass(frozen=True, slots=True)
class OwnGame(SeenGame):
    """A game with everything about one player, and nothing of the other but name and moves.

    `number` counts the games of this player, in all stages together.
    """

    number: int = 0


def own_game(number: int, stage: str, game: PlayedGame, color: int, opponent: str) -> OwnGame:
    """Take out of a game what is the other player's own: times, values, notes and reasons."""
    first = game.record.start.turn
    own = [color == (-first if ply % 2 else first) for ply in range(len(game.record.moves))]
    moves = tuple(
        played if mine else _bare(played.move)
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
    return OwnGame(seen, color, opponent, stage, number)


@cache
def _bare(move: Move) -> PlayedMove:
    """Return a move of which nothing is told: games have thousands of times the same."""
    return PlayedMove(move)


def _kept(row: Sequence[_Told | None], own: Sequence[bool]) -> tuple[_Told | None, ...]:
    return tuple(told if mine else None for told, mine in zip(row, own, strict=False))
