"""Games that were played before: two agents that leave nothing to chance repeat themselves."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from obversi.arena.game.played import PlayedGame
from obversi.color import BLACK, WHITE

__all__ = ["DuplicateCount", "Duplicates", "duplicate_notes", "find_duplicates"]

_MOST_NAMED: Final = 3

# Of each game so many bytes are kept: thousands of them have to fit, and no two to be mixed up.
_MARK_BYTES: Final = 16


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


class DuplicateCount:
    """Counts the games that repeat others, move by move, as they are added."""

    def __init__(self, games: Iterable[PlayedGame] = ()) -> None:
        """Begin with these games."""
        self._games: Counter[tuple[int, int]] = Counter()
        self._marks: dict[tuple[int, int], set[bytes]] = {}
        for game in games:
            self.add(game)

    def add(self, game: PlayedGame) -> None:
        """Add a game that was played."""
        one, other = sorted((game.a, game.b))
        self._games[one, other] += 1
        self._marks.setdefault((one, other), set()).add(_mark(game))

    def found(self) -> tuple[Duplicates, ...]:
        """Return the pairings in which games repeat others."""
        pairings = (
            Duplicates(*agents, games, len(self._marks[agents]))
            for agents, games in sorted(self._games.items())
        )
        return tuple(pairing for pairing in pairings if pairing.repeated)

    def notes(self, labels: Sequence[str]) -> tuple[str, ...]:
        """Say in words which games repeat others, and what that means for the error bars."""
        found = sorted(self.found(), key=lambda pairing: -pairing.repeated)
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


def find_duplicates(games: Iterable[PlayedGame]) -> tuple[Duplicates, ...]:
    """Return the pairings in which games repeat others, move by move."""
    return DuplicateCount(games).found()


def duplicate_notes(labels: Sequence[str], games: Iterable[PlayedGame]) -> tuple[str, ...]:
    """Say in words which games repeat others, and what that means for the error bars."""
    return DuplicateCount(games).notes(labels)


def _mark(game: PlayedGame) -> bytes:
    """Return what games have in common if the same agents made the same moves from one position.

    Moves of an opening are not the agents'.
    """
    board, moves = game.record.start.copy(), [played.move for played in game.record.moves]
    for move in moves[: game.opening_plies]:
        board.push(move)
    agents = f"{game.agent(BLACK)} {game.agent(WHITE)}"
    text = f"{agents} {board.to_string()} {' '.join(moves[game.opening_plies :])}"
    return blake2b(text.encode(), digest_size=_MARK_BYTES).digest()
