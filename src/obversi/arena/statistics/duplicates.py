"""Repeated games: two deterministic agents play the same game again from the same opening."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from obversi.arena.game.played import PlayedGame
from obversi.color import BLACK, WHITE

_MOST_NAMED = 3

# The size of the hash of a game: small, but without collisions among thousands of games.
_HASH_BYTES = 16


@dataclass(frozen=True, slots=True)
class Duplicates:
    """The number of games of two agents, and the number of different ones."""

    a: int
    b: int
    games: int
    distinct: int

    @property
    def repeated(self) -> int:
        """The number of games that repeat another one."""
        return self.games - self.distinct


class DuplicateCount:
    """Counts repeated games, game by game."""

    def __init__(self, games: Iterable[PlayedGame] = ()) -> None:
        """Start with these games."""
        self._games: Counter[tuple[int, int]] = Counter()
        self._hashes: dict[tuple[int, int], set[bytes]] = {}
        for game in games:
            self.add(game)

    def add(self, game: PlayedGame) -> None:
        """Add a game that was played."""
        one, other = sorted((game.a, game.b))
        self._games[one, other] += 1
        self._hashes.setdefault((one, other), set()).add(_game_hash(game))

    def found(self) -> tuple[Duplicates, ...]:
        """Return the two agents of each encounter with repeated games."""
        pairings = (
            Duplicates(*agents, games, len(self._hashes[agents]))
            for agents, games in sorted(self._games.items())
        )
        return tuple(pairing for pairing in pairings if pairing.repeated)

    def notes(self, labels: Sequence[str]) -> tuple[str, ...]:
        """Return sentences about repeated games and their effect on the error bars."""
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
            "a repeated game has no new information but is counted, "
            "so the error bars are too short: use more or longer openings"
        )
        return tuple(notes)


def _game_hash(game: PlayedGame) -> bytes:
    """Return a hash of the agents, the position after the opening, and the moves from there."""
    board, moves = game.record.start.copy(), [played.move for played in game.record.moves]
    for move in moves[: game.opening_plies]:
        board.push(move)
    agents = f"{game.agent(BLACK)} {game.agent(WHITE)}"
    text = f"{agents} {board.to_string()} {' '.join(moves[game.opening_plies :])}"
    return blake2b(text.encode(), digest_size=_HASH_BYTES).digest()
