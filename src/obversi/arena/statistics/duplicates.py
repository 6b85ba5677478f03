"""Games that were played before: two agents that leave nothing to chance repeat themselves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from obversi.arena.game.played import PlayedGame
from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.move import Move

__all__ = ["Duplicates", "duplicate_notes", "find_duplicates"]

_MOST_NAMED: Final = 3

# Two games are the same if the same agents made the same moves from the same position.
_Game = tuple[int, int, Board, tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class Duplicates:
    """How many games two agents played, and how many are left if a repeated one counts once."""

    a: int
    b: int
    games: int
    distinct: int

    @property
    def repeated(self) -> int:
        """How many games repeat another one."""
        return self.games - self.distinct


def find_duplicates(games: Iterable[PlayedGame]) -> tuple[Duplicates, ...]:
    """Return the pairings in which games repeat others, move by move."""
    played: dict[tuple[int, int], list[_Game]] = {}
    for game in games:
        one, other = sorted((game.a, game.b))
        played.setdefault((one, other), []).append(_moves_of_agents(game))
    found = [
        Duplicates(one, other, len(own), len(set(own)))
        for (one, other), own in sorted(played.items())
    ]
    return tuple(pairing for pairing in found if pairing.repeated)


def duplicate_notes(labels: Sequence[str], games: Iterable[PlayedGame]) -> tuple[str, ...]:
    """Say in words which games repeat others, and what that means for the error bars."""
    found = sorted(find_duplicates(games), key=lambda pairing: -pairing.repeated)
    if not found:
        return ()
    notes = [
        f"{pairing.repeated} of {pairing.games} games between {labels[pairing.a]} and "
        f"{labels[pairing.b]} repeat another one move by move"
        for pairing in found[:_MOST_NAMED]
    ]
    others = found[_MOST_NAMED:]
    if others:
        notes.append(f"so do {sum(one.repeated for one in others)} games between other agents")
    notes.append(
        "a repeated game tells nothing new but counts as if it did, "
        "so that error bars are too short: more openings, or longer ones, help"
    )
    return tuple(notes)


def _moves_of_agents(game: PlayedGame) -> _Game:
    """Return who played, from where, and what: moves of an opening have not taken any time."""
    board, moves = game.record.start.copy(), list(game.record.moves)
    opening = 0
    while opening < len(moves) and moves[opening].seconds is None:
        board.push(moves[opening].move)
        opening += 1
    start = board.copy(stack=False)
    agents = game.agent(BLACK), game.agent(WHITE)
    return *agents, start, tuple(played.move for played in moves[opening:])
